"""How is the index kept up while agents ask, without one of them waiting too long?

A thread of its own scans, one scan at a time. A question waits for one that began after it was asked, as `sleuth search`
does, but not for long: then it is answered from what there is, and the scan goes on.
"""

import threading
import time
from pathlib import Path

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import Cancelled, EnvironmentFault, RequestError, SleuthError
from sleuth.domain.items import Source
from sleuth.engine.workspace import ScanOutcome, Workspace

WAIT_S = 8.0
"""Agents give up after 60 seconds, some sooner; most scans take less than a tenth of one."""
_LEAST_WAIT_S = 0.5
"""For a scan that has been waited for already."""
_POLL_S = 0.05
_UNDER_WAY = "a scan is still under way: this is from what is indexed so far; ask again later for all of it"


class Scans:
    """Scans one workspace for all who ask."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._changed = threading.Condition()
        self._cancellation = Cancellation()
        self._thread: threading.Thread | None = None
        self._asked = self._begun = self._done = 0
        self._began_at = 0.0
        self._later: frozenset[Source] | None = None
        """What nobody who waits has asked for; None where nobody waits."""
        self._outcome: ScanOutcome | SleuthError | None = None

    def wait(self, cancellation: Cancellation, later: frozenset[Source] = frozenset()) -> list[str]:
        """What is to be said of a scan that began now; that it goes on, where it takes longer.

        Args:
            later: What may be left for another time, as of `Workspace.scan`.

        Raises:
            RequestError: Search is off.
            EnvironmentFault: It failed, and there is no index.
            Cancelled.
        """
        with self._changed:
            now = time.monotonic()
            is_running = self._begun > self._done
            ends = max(self._began_at + WAIT_S, now + _LEAST_WAIT_S) if is_running else now + WAIT_S
            wanted = self._asked = self._begun + 1
            self._later = later if self._later is None else self._later & later
            self._ensure_thread()
            self._changed.notify_all()
            while self._done < wanted:
                cancellation.check()
                if time.monotonic() >= ends or self._cancellation.cancelled:
                    return [_UNDER_WAY]
                self._changed.wait(_POLL_S)
            outcome = self._outcome
        return self._notices(outcome)

    def close(self) -> None:
        """Stop what is under way."""
        self._cancellation.cancel()
        with self._changed:
            self._changed.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join(_LEAST_WAIT_S)

    def _notices(self, outcome: ScanOutcome | SleuthError | None) -> list[str]:
        if isinstance(outcome, ScanOutcome):
            return [*outcome.notices, *([outcome.error] if outcome.error else [])]
        if isinstance(outcome, RequestError):
            raise outcome
        if isinstance(outcome, EnvironmentFault):
            if not Workspace(self._root).has_index():
                raise outcome
            return [f"the scan failed: {outcome.text()}"]
        return []

    def _ensure_thread(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="scans", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        workspace = Workspace(self._root)
        try:
            while self._next_is_due():
                with self._changed:
                    later, self._later = self._later or frozenset(), None
                outcome = self._scanned(workspace, later)
                with self._changed:
                    self._outcome, self._done = outcome, self._begun
                    self._changed.notify_all()
        finally:
            workspace.close()

    def _next_is_due(self) -> bool:
        """Wait until somebody asks for a scan; False once it is over."""
        with self._changed:
            while self._asked <= self._begun and not self._cancellation.cancelled:
                self._changed.wait()
            self._begun += 1
            self._began_at = time.monotonic()
            return not self._cancellation.cancelled

    def _scanned(self, workspace: Workspace, later: frozenset[Source]) -> ScanOutcome | SleuthError:
        try:
            return workspace.scan(self._cancellation, later=later)
        except Cancelled as cancelled:
            return cancelled
        except SleuthError as fault:
            return fault
        except Exception as fault:  # noqa: BLE001, the thread serves those who ask next too
            import traceback

            traceback.print_exc()
            return EnvironmentFault(f"{type(fault).__name__} in the scan; this is a fault of Sleuth's")
