"""How does the window use a workspace without ever waiting for it?

Three lanes, each with a `Workspace` of its own, so that none shares a connection: one scans, one searches, one reads what
is shown. Rescans are begun here: when the workspace opens, after a turn, on demand, a minute after the last one ended, and
when somebody is about to search.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import RequestError, SearchDisabled, SleuthError
from sleuth.domain.hits import Answer
from sleuth.engine.reading import Reading
from sleuth.engine.workspace import ScanOutcome, SearchOptions, Status, Workspace
from sleuth.ui.jobs.lane import Job, Lane
from sleuth.ui.jobs.transcripts import TranscriptWatch

T = TypeVar("T")

RESCAN_MS = 60_000
_SETTINGS_MS = 2_000
# A turn that was interrupted ends without a word.
_LONGEST_TURN_MS = 10 * 60_000
# Agents' hooks may run before the last line of the transcript is written (formats differ; 1 to 3 s were seen).
_LATE_MS = 3_000
# Another process that scans is waited for only so long; the next rescan comes in a minute.
_SCAN_WAIT_S = 5.0
_PROGRESS_EVERY = 40
# What a scan has seen so lately need not be looked at again before a search.
FRESH_S = 2.0
# A search that is about to start goes before the scan.
_FRESHEN_MS = 30


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, for a person."""

    text: str
    position: int | None = None
    """Offset into the typed query, where it is known."""
    is_request: bool = False
    """Whether what was typed is at fault."""
    is_off: bool = False
    """Whether the settings say that nothing is searched."""
    cause: type[BaseException] | None = None
    """What kind of error it was."""


def failure_of(error: BaseException) -> Failure:
    """The sentence for an error; a bug is named as one."""
    if isinstance(error, RequestError):
        return Failure(error.text(), error.position, is_request=True, is_off=isinstance(error, SearchDisabled))
    if isinstance(error, SleuthError):
        return Failure(error.text(), cause=type(error))
    return Failure(f"Something in Sleuth went wrong ({type(error).__name__}: {error})")


class WorkspaceJobs(QObject):
    """One open workspace.

    Signals, all in the window's thread:
        scan_started: A scan has begun.
        scan_moved: Items read, items to read.
        scan_ended: Its ScanOutcome, or None where it failed or was stopped.
        scan_failed: The sentence.
        status_changed: The new Status.
        settings_changed: A settings file says something else.
    """

    scan_started = Signal()
    scan_moved = Signal(int, int)
    scan_ended = Signal(object)
    scan_failed = Signal(str)
    status_changed = Signal(object)
    settings_changed = Signal()

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._scanning = Workspace.open(path)
        self._searching = Workspace.open(path)
        self._asking = Workspace.open(path)
        self.root = self._scanning.root
        self._scan_lane, self._search_lane, self._ask_lane = Lane(self), Lane(self), Lane(self)
        self._turn_runs = False
        self._turn_limit = QTimer(self, interval=_LONGEST_TURN_MS, singleShot=True)
        self._turn_limit.timeout.connect(self.turn_ended)
        self._late = QTimer(self, interval=_LATE_MS, singleShot=True)
        self._late.timeout.connect(self.scan)
        self._scan_job: Job | None = None
        self._again = False
        self._again_files = False
        self.status: Status | None = None
        self._rescan = QTimer(self, interval=RESCAN_MS, singleShot=True)
        self._rescan.timeout.connect(self.scan)
        self._ended_s = float("-inf")
        self._freshen = QTimer(self, interval=_FRESHEN_MS, singleShot=True)
        self._freshen.timeout.connect(self._scan_behind_searches)
        self.settings = self._asking.settings()[0]
        self._watch = QTimer(self, interval=_SETTINGS_MS)
        self._watch.timeout.connect(self.look_at_settings)
        self._watch.start()
        self._transcripts = TranscriptWatch(self._ask_lane, self)
        self._transcripts.grew.connect(self._transcript_grew)
        self._transcripts.went_quiet.connect(self.turn_ended)

    # -- scans

    @property
    def is_scanning(self) -> bool:
        return self._scan_job is not None

    def scan(self, rebuild: bool = False, talk_only: bool = False) -> None:
        """Scan now; once more afterwards where a scan runs already."""
        if self._scan_job is not None:
            self._again = True
            self._again_files |= not talk_only
            return
        self._rescan.stop()
        said = [-_PROGRESS_EVERY]

        def op(cancellation: Cancellation) -> ScanOutcome:
            def tell(done: int, total: int) -> None:
                if done - said[0] >= _PROGRESS_EVERY or done == total:
                    said[0] = done
                    self._scan_lane.tell(cancellation, (done, total))

            return self._scanning.scan(cancellation, tell, _SCAN_WAIT_S, rebuild, talk_only)

        job = self._scan_lane.start(op, self._scanned, self._scan_broke, lambda news: self.scan_moved.emit(*news))
        self._scan_job = job
        self.scan_started.emit()

    def freshen(self) -> None:
        """Somebody is about to search: look at what changed, unless that was done just now; hits do not wait for it."""
        self._freshen.start()

    def _scan_behind_searches(self) -> None:
        if self._search_lane.is_busy:
            self._freshen.start()
        elif not (self.is_scanning or self._turn_runs) and time.monotonic() - self._ended_s > FRESH_S:
            self.scan()

    def forget(self, done: Callable[[], None], failed: Callable[[Failure], None]) -> None:
        """Delete the index; the next scan builds it anew."""
        self._rescan.stop()

        def ended(_: None) -> None:
            self.ask_status()
            done()

        self._scan_lane.start(
            lambda _: self._scanning.forget(), ended, lambda error: failed(failure_of(error))
        )

    def turn_started(self) -> None:
        """No timed scan until the turn ends, or until nobody can believe any more that it goes on."""
        self._turn_runs = True
        self._turn_limit.start()
        self._rescan.stop()

    def turn_ended(self) -> None:
        """An agent has done something: look at once, and again when its transcript has surely caught up."""
        self._turn_runs = False
        self._turn_limit.stop()
        self._late.start()
        self.scan()

    def _transcript_grew(self) -> None:
        """A turn runs, whether or not a hook has said so: what is said in it is found at once."""
        self.turn_started()
        self.scan(talk_only=True)

    def _scanned(self, outcome: ScanOutcome) -> None:
        self._after_scan()
        self.scan_ended.emit(outcome)

    def _scan_broke(self, error: BaseException) -> None:
        self._after_scan()
        self.scan_failed.emit(failure_of(error).text)
        self.scan_ended.emit(None)

    def _after_scan(self) -> None:
        self._scan_job = None
        self._ended_s = time.monotonic()
        if self._again:
            talk_only = not self._again_files
            self._again = self._again_files = False
            self.scan(talk_only=talk_only)
        elif not self._turn_runs:
            self._rescan.start()
        self.ask_status()
        self.ask(lambda workspace: workspace.transcripts(), self._transcripts.follow, lambda _: None)

    # -- searches and questions

    def search(
        self, text: str, options: SearchOptions, found: Callable[[Answer], None], failed: Callable[[Failure], None]
    ) -> None:
        """Search; whatever was being searched is given up for it."""
        self._search_lane.start(
            lambda cancellation: self._searching.search(text, options, cancellation),
            found,
            lambda error: failed(failure_of(error)),
            alone=True,
        )

    def look_up(
        self,
        text: str,
        options: SearchOptions,
        found: Callable[[list[str], Answer | None], None],
        failed: Callable[[Failure], None],
        query: str,
    ) -> None:
        """For the palette: files by their names, and what a search finds; what is no query finds files only."""

        def op(cancellation: Cancellation) -> tuple[list[str], Answer | None]:
            files = self._searching.find_files(text, options.hidden)
            cancellation.check()
            try:
                sources = self._searching.quick_sources()
                return files, self._searching.search(query, replace(options, sources=sources), cancellation)
            except SearchDisabled:
                raise
            except RequestError:
                return files, None

        self._search_lane.start(
            op, lambda both: found(*both), lambda error: failed(failure_of(error)), alone=True
        )

    def find_files(
        self, text: str, hidden: bool, limit: int, found: Callable[[list[str]], None], failed: Callable[[Failure], None]
    ) -> None:
        """Files by their names alone."""
        self._search_lane.start(
            lambda _: self._searching.find_files(text, hidden, limit), found, lambda error: failed(failure_of(error)), alone=True
        )

    def stop_search(self) -> None:
        """Nobody waits for the answer any more."""
        self._search_lane.cancel()

    def read(self, ref: str, typed: str, done: Callable[[Reading], None], failed: Callable[[Failure], None]) -> Job:
        """Read an item to show it; cancel the job when it is not wanted any more."""
        return self.ask(lambda workspace: workspace.read(ref, typed), done, failed)

    def ask_long(
        self,
        question: Callable[[Workspace, Cancellation], T],
        done: Callable[[T], None],
        failed: Callable[[Failure], None],
    ) -> Job:
        """Ask what may take seconds, and stops when its job is cancelled."""
        return self._ask_lane.start(
            lambda cancellation: question(self._asking, cancellation), done, lambda error: failed(failure_of(error))
        )

    def ask(
        self, question: Callable[[Workspace], T], done: Callable[[T], None], failed: Callable[[Failure], None]
    ) -> Job:
        """Ask the workspace anything that takes a moment."""
        return self._ask_lane.start(lambda _: question(self._asking), done, lambda error: failed(failure_of(error)))

    def ask_status(self) -> None:
        self.ask(lambda workspace: workspace.status(), self._tell_status, lambda _: None)

    def _tell_status(self, status: Status) -> None:
        self.status = status
        self.status_changed.emit(status)

    def look_at_settings(self) -> None:
        """Whether a file says something else by now; done by itself every two seconds."""
        settings = self._asking.settings()[0]
        if settings != self.settings:
            self.settings = settings
            self.settings_changed.emit()
            self.scan()

    def close(self) -> None:
        """Stop all work; a scan ends within a second, and what it had committed stays."""
        self._transcripts.stop()
        for timer in (self._rescan, self._freshen, self._watch, self._turn_limit, self._late):
            timer.stop()
        for lane in (self._scan_lane, self._search_lane, self._ask_lane):
            lane.cancel()
        for lane in (self._scan_lane, self._search_lane, self._ask_lane):
            lane.close()
        for workspace in (self._scanning, self._searching, self._asking):
            workspace.close()
