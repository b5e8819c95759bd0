"""How does slow work run beside the event loop, one thing at a time, and come back?

A lane is a QThreadPool of one thread. `op` is given a Cancellation and touches no widget; what it returns or raises comes
back in the thread that made the lane, unless something newer was started in the meantime or the lane was closed.
"""

import atexit
from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, Signal

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import Cancelled

T = TypeVar("T")

# A pool that is deleted waits for its thread, and holds Python's lock meanwhile, which the thread needs to come to its end. So
# each is kept until it is known to be idle, whatever becomes of its lane.
_pools: list[QThreadPool] = []
_LAST_WAIT_MS = 10_000


@atexit.register
def _wait_for_all() -> None:
    """Before the interpreter takes everything down; what is closed has been told to stop."""
    for pool in _pools:
        pool.waitForDone(_LAST_WAIT_MS)


class _Ended(QObject):
    """Brings an outcome home; lives in the lane's thread, so its slots run there."""

    ended = Signal(object, object, object)
    """The job, its result, the exception instead."""
    told = Signal(object, object)
    """The job's cancellation, and what it says of its progress."""


class _Running(QRunnable):
    def __init__(self, job: "Job", home: _Ended) -> None:
        super().__init__()
        self._job = job
        self._home = home

    def run(self) -> None:
        result: object = None
        fault: BaseException | None = None
        try:
            self._job.cancellation.check()
            result = self._job.op(self._job.cancellation)
        except BaseException as error:  # noqa: BLE001, it is raised again where it can be heard
            fault = error
        try:
            self._home.ended.emit(self._job, result, fault)
        except RuntimeError:
            return  # the application ended meanwhile


class Job:
    """One piece of work and who wants to hear of it.

    Attributes:
        cancellation: Cancel it to stop the work; then nobody hears of it.
    """

    def __init__(
        self,
        op: Callable[[Cancellation], Any],
        success: Callable[[Any], None],
        failure: Callable[[BaseException], None],
        progress: Callable[[Any], None] | None,
    ) -> None:
        self.op = op
        self.success = success
        self.failure = failure
        self.progress = progress
        self.cancellation = Cancellation()


class Lane(QObject):
    """Runs jobs one after another.

    Signals:
        busy_changed: Whether anything runs or waits, in the lane's thread.
    """

    busy_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool()
        self._pool.setMaxThreadCount(1)
        _pools.append(self._pool)
        self._home = _Ended(self)
        self._home.ended.connect(self._ended, Qt.ConnectionType.QueuedConnection)
        self._home.told.connect(self._told, Qt.ConnectionType.QueuedConnection)
        self._jobs: list[Job] = []
        self._closed = False

    @property
    def is_busy(self) -> bool:
        return bool(self._jobs)

    def start(
        self,
        op: Callable[[Cancellation], T],
        success: Callable[[T], None],
        failure: Callable[[BaseException], None],
        progress: Callable[[Any], None] | None = None,
        alone: bool = False,
    ) -> Job:
        """Run `op` when its turn comes.

        Args:
            alone: Everything older is cancelled, and its outcome dropped.
        """
        if alone:
            self.cancel()
        job = Job(op, success, failure, progress)
        self._jobs.append(job)
        if len(self._jobs) == 1:
            self.busy_changed.emit(True)
        self._pool.start(_Running(job, self._home))
        return job

    def tell(self, cancellation: Cancellation, news: object) -> None:
        """From inside an op, by what it was given: news for the job's `progress`."""
        self._home.told.emit(cancellation, news)

    def cancel(self) -> None:
        """Stop everything; nobody hears of it."""
        for job in self._jobs:
            job.cancellation.cancel()

    def close(self, wait_ms: int = 2_000) -> bool:
        """Stop everything and wait for the thread; False where it is still at work."""
        self._closed = True
        self.cancel()
        is_done = self._pool.waitForDone(wait_ms)
        if is_done and self._pool in _pools:
            _pools.remove(self._pool)
        return is_done

    def _told(self, cancellation: Cancellation, news: object) -> None:
        job = next((job for job in self._jobs if job.cancellation is cancellation), None)
        if job is not None and job.progress is not None and not cancellation.cancelled and not self._closed:
            job.progress(news)

    def _ended(self, job: Job, result: object, fault: BaseException | None) -> None:
        self._jobs.remove(job)
        if not self._jobs and not self._closed:
            self.busy_changed.emit(False)
        if job.cancellation.cancelled or self._closed:
            return
        if fault is None:
            job.success(result)
        elif not isinstance(fault, Cancelled):
            job.failure(fault)
