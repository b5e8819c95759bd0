"""How is the index brought up to what is on the disk, whatever state it is in?

The caller holds the scan lock. What is damaged is dropped and built anew, and how it went is kept beside the index.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import Cancelled, EnvironmentFault, IndexDamaged, SleuthError
from sleuth.domain.items import Source
from sleuth.engine.index_file import IndexFile
from sleuth.engine.state import ScanState, load_state, move_time, reserve_state, save_state
from sleuth.settings.load import SearchSettings

# A reader that closes the index that was dropped may take the new one's log along, which has the same name.
_TRIES = 5
_ASKED_FOR = "it was asked for"


@dataclass(slots=True)
class ScanOutcome:
    """What came of a scan."""

    read: int = 0
    dropped: int = 0
    took_ms: int = 0
    complete: bool = True
    """False where another process was still scanning when the wait ended."""
    has_more: bool = False
    """Whether another scan would go on where this one made room for others."""
    error: str | None = None
    notices: list[str] = field(default_factory=list)


def unheard(_done: int, _total: int) -> None:
    """For scans whose progress nobody watches."""


class Scanner:
    """Scans one workspace."""

    def __init__(self, root: Path, index: IndexFile) -> None:
        self._root = root
        self._index = index

    def scan(
        self,
        settings: SearchSettings,
        cancellation: Cancellation,
        progress: Callable[[int, int], None] = unheard,
        rebuild: bool = False,
        talk_only: bool = False,
        later: frozenset[Source] = frozenset(),
    ) -> ScanOutcome:
        """As `Workspace.scan`, by whoever holds the lock."""
        return self._scan(settings, cancellation, progress, _ASKED_FOR if rebuild else None, talk_only, later)

    def rebuild(self, settings: SearchSettings, cancellation: Cancellation, why: str, later: frozenset[Source]) -> None:
        """A new index in place of a damaged one."""
        self._scan(settings, cancellation, unheard, why, talk_only=False, later=later)

    def _scan(
        self,
        settings: SearchSettings,
        cancellation: Cancellation,
        progress: Callable[[int, int], None],
        drop_since: str | None,
        talk_only: bool,
        later: frozenset[Source],
    ) -> ScanOutcome:
        reserve_state(self._index.folder)
        state = load_state(self._index.folder)
        if drop_since is None and self._index.is_there() and not self._index.is_ours():
            drop_since = "the index file was changed by something else"
        tries = _TRIES
        while True:
            if drop_since is not None:
                self._drop(state, drop_since)
            try:
                dropped = drop_since is not None
                return self._scan_once(settings, cancellation, progress, state, dropped, talk_only and not dropped, later)
            except IndexDamaged as damage:
                tries -= 1
                if not tries:
                    raise
                drop_since = damage.text()

    def _drop(self, state: ScanState, why: str) -> None:
        self._index.drop()
        if why != _ASKED_FOR:
            state.rebuilt = state.error = f"the index was rebuilt: {why}"

    def _scan_once(
        self,
        settings: SearchSettings,
        cancellation: Cancellation,
        progress: Callable[[int, int], None],
        state: ScanState,
        dropped: bool,
        talk_only: bool,
        later: frozenset[Source],
    ) -> ScanOutcome:
        from sleuth.engine.scanning import scan_sources

        began = time.monotonic()
        folder, had_index = self._index.folder, self._index.is_there()
        try:
            report = scan_sources(self._root, self._index.path, settings, cancellation, progress, talk_only, later)
        except IndexDamaged:
            raise
        except (Cancelled, KeyboardInterrupt):
            save_state(folder, replace(state, notices=["the last scan was stopped before its end"]))
            raise
        except EnvironmentFault as failure:
            state.error = failure.text()
            save_state(folder, state)
            raise
        except (SleuthError, OSError):
            raise
        except Exception as fault:
            # A fault of ours comes again over a new index, and is told then; one of the disk does not.
            if dropped or not had_index:
                raise
            raise IndexDamaged(f"it holds what makes no sense ({type(fault).__name__}: {fault})") from fault
        took_ms = round(1e3 * (time.monotonic() - began))
        error = report.incomplete or (state.error if dropped else None)
        self._remember(state, report.changed or dropped, took_ms, error, report.notices)
        return ScanOutcome(report.read, report.dropped, took_ms, has_more=report.has_more, notices=report.notices, error=error)

    def _remember(self, state: ScanState, changed: bool, took_ms: int, error: str | None, notices: list[str]) -> None:
        now = time.time_ns()
        if not changed and state.ended_ns is not None and (state.error, state.notices) == (error, notices):
            move_time(self._index.folder, now)
            return
        save_state(self._index.folder, replace(state, ended_ns=now, took_ms=took_ms, error=error, notices=notices))
