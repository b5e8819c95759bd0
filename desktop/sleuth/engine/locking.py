"""Who scans? One process at a time; the others read, or wait for it (S-30)."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import IndexUnavailable
from sleuth.places import PRIVATE_FILE, make_private_folder

_POLL_S = 0.05


class ScanLock:
    """A file lock: the system takes it back from a process that was killed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def held(self, wait_s: float, cancellation: Cancellation) -> Iterator[bool]:
        """Hold the lock, or say False when another process kept it for `wait_s`.

        Raises:
            IndexUnavailable: The folder cannot hold a lock.
        """
        import filelock

        try:
            make_private_folder(self._folder)
            lock = filelock.FileLock(self._folder / "scan.lock", mode=PRIVATE_FILE)
            got = self._acquire(lock, wait_s, cancellation)
        except OSError as error:
            raise IndexUnavailable(f"{self._folder} cannot be used ({error.strerror})") from error
        try:
            yield got
        finally:
            if got:
                lock.release()

    def _acquire(self, lock: "object", wait_s: float, cancellation: Cancellation) -> bool:
        import filelock

        deadline = time.monotonic() + wait_s
        while True:
            cancellation.check()
            try:
                lock.acquire(timeout=0)  # type: ignore[attr-defined]
                return True
            except filelock.Timeout:
                if time.monotonic() >= deadline:
                    return False
                time.sleep(_POLL_S)

    def is_held(self) -> bool:
        """Whether somebody scans right now."""
        import filelock

        path = self._folder / "scan.lock"
        if not path.exists():
            return False
        lock = filelock.FileLock(path, mode=PRIVATE_FILE)
        try:
            lock.acquire(timeout=0)
        except filelock.Timeout:
            return True
        except OSError:
            return False
        lock.release()
        return False
