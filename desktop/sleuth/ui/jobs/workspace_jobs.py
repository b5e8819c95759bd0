"""How does the window use a workspace without ever waiting for it?

Three lanes, each with a `Workspace` of its own, so that none shares a connection: one scans, one searches, one reads what
is shown. Rescans are begun here: when the workspace opens, after a turn, on demand, a minute after the last one ended.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import RequestError, SleuthError
from sleuth.domain.hits import Answer
from sleuth.engine.reading import Reading
from sleuth.engine.workspace import ScanOutcome, SearchOptions, Status, Workspace
from sleuth.ui.jobs.lane import Job, Lane

T = TypeVar("T")

RESCAN_MS = 60_000
_SETTINGS_MS = 2_000
# Another process that scans is waited for only so long; the next rescan comes in a minute.
_SCAN_WAIT_S = 5.0
_PROGRESS_EVERY = 40


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, for a person."""

    text: str
    position: int | None = None
    """Offset into the typed query, where it is known."""
    is_request: bool = False
    """Whether what was typed is at fault."""


def failure_of(error: BaseException) -> Failure:
    """The sentence for an error; a bug is named as one."""
    if isinstance(error, RequestError):
        return Failure(error.text(), error.position, is_request=True)
    if isinstance(error, SleuthError):
        return Failure(error.text())
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
        self._scan_job: Job | None = None
        self._again = False
        self.status: Status | None = None
        self._rescan = QTimer(self, interval=RESCAN_MS, singleShot=True)
        self._rescan.timeout.connect(self.scan)
        self.settings = self._asking.settings()[0]
        self._watch = QTimer(self, interval=_SETTINGS_MS)
        self._watch.timeout.connect(self._look_at_settings)
        self._watch.start()

    # -- scans

    @property
    def is_scanning(self) -> bool:
        return self._scan_job is not None

    def scan(self, rebuild: bool = False) -> None:
        """Scan now; once more afterwards where a scan runs already."""
        if self._scan_job is not None:
            self._again = True
            return
        self._rescan.stop()
        said = [-_PROGRESS_EVERY]

        def op(cancellation: Cancellation) -> ScanOutcome:
            def tell(done: int, total: int) -> None:
                if done - said[0] >= _PROGRESS_EVERY or done == total:
                    said[0] = done
                    self._scan_lane.tell(cancellation, (done, total))

            return self._scanning.scan(cancellation, tell, _SCAN_WAIT_S, rebuild)

        job = self._scan_lane.start(op, self._scanned, self._scan_broke, lambda news: self.scan_moved.emit(*news))
        self._scan_job = job
        self.scan_started.emit()

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
        """No timed scan until the turn ends."""
        self._turn_runs = True
        self._rescan.stop()

    def turn_ended(self) -> None:
        """An agent has done something: look at once."""
        self._turn_runs = False
        self.scan()

    def _scanned(self, outcome: ScanOutcome) -> None:
        self._after_scan()
        self.scan_ended.emit(outcome)

    def _scan_broke(self, error: BaseException) -> None:
        self._after_scan()
        self.scan_failed.emit(failure_of(error).text)
        self.scan_ended.emit(None)

    def _after_scan(self) -> None:
        self._scan_job = None
        if self._again:
            self._again = False
            self.scan()
        elif not self._turn_runs:
            self._rescan.start()
        self.ask_status()

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
    ) -> None:
        """For the palette: files by their names, and what a search finds; what is no query finds files only."""

        def op(cancellation: Cancellation) -> tuple[list[str], Answer | None]:
            files = self._searching.find_files(text, options.hidden)
            cancellation.check()
            try:
                return files, self._searching.search(text, options, cancellation)
            except RequestError:
                return files, None

        self._search_lane.start(
            op, lambda both: found(*both), lambda error: failed(failure_of(error)), alone=True
        )

    def stop_search(self) -> None:
        """Nobody waits for the answer any more."""
        self._search_lane.cancel()

    def read(self, ref: str, typed: str, done: Callable[[Reading], None], failed: Callable[[Failure], None]) -> Job:
        """Read an item to show it; cancel the job when it is not wanted any more."""
        return self.ask(lambda workspace: workspace.read(ref, typed), done, failed)

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

    def _look_at_settings(self) -> None:
        settings = self._asking.settings()[0]
        if settings != self.settings:
            self.settings = settings
            self.settings_changed.emit()
            self.scan()

    def close(self) -> None:
        """Stop all work; a scan ends within a second, and what it had committed stays."""
        self._rescan.stop()
        self._watch.stop()
        for lane in (self._scan_lane, self._search_lane, self._ask_lane):
            lane.cancel()
        for lane in (self._scan_lane, self._search_lane, self._ask_lane):
            lane.close()
        for workspace in (self._scanning, self._searching, self._asking):
            workspace.close()
