"""How does the window notice that an agent is at work where no hook tells it? (S-31)

By its transcripts: once a second it is looked whether those of this workspace's latest chats have grown, or a new one has
come beside them. The workspace itself is not watched.
"""

import os

from PySide6.QtCore import QObject, QTimer, Signal

from sleuth.ui.jobs.lane import Job, Lane

LOOK_MS = 1_000
_QUIET_LOOKS = 3

Stamp = tuple[int, int] | None


class TranscriptWatch(QObject):
    """Looks at transcripts, those of databases with their logs, and at the folders that new ones would come into.

    Signals, in the window's thread:
        grew: An agent or somebody who talks to it has written something.
        went_quiet: After that nothing was written for some seconds.
    """

    grew = Signal()
    went_quiet = Signal()

    def __init__(self, lane: Lane, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lane = lane
        self._paths: list[str] = []
        self._seen: dict[str, Stamp] = {}
        self._looking: Job | None = None
        self._quiet = _QUIET_LOOKS
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)

    def follow(self, transcripts: list[str]) -> None:
        """Look at these from now on; at nothing where there is none."""
        beside = {os.path.dirname(path) for path in transcripts} | {f"{path}-wal" for path in transcripts}
        self._paths = [*transcripts, *sorted(beside)]
        if not transcripts:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start(LOOK_MS)

    def stop(self) -> None:
        self._timer.stop()

    def _look(self) -> None:
        if self._looking is None:
            paths = self._paths
            self._looking = self._lane.start(lambda _: {path: _stamp(path) for path in paths}, self._looked, self._failed)

    def _looked(self, stamps: dict[str, Stamp]) -> None:
        self._looking = None
        before, self._seen = self._seen, stamps
        if any(before.get(path, stamp) != stamp for path, stamp in stamps.items()):
            self._quiet = 0
            self.grew.emit()
        elif self._quiet < _QUIET_LOOKS:
            self._quiet += 1
            if self._quiet == _QUIET_LOOKS:
                self.went_quiet.emit()

    def _failed(self, _: BaseException) -> None:
        self._looking = None


def _stamp(path: str) -> Stamp:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns
