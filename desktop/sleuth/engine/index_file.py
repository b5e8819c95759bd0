"""Where is a workspace's index, who may write it, and who has it open?"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sleuth.domain.cancel import NEVER, Cancellation
from sleuth.domain.errors import IndexDamaged, IndexUnavailable
from sleuth.engine.locking import ScanLock
from sleuth.index.connection import remove_index
from sleuth.index.health import is_ours, remove_stamp
from sleuth.index.snapshot import Reader, Snapshot
from sleuth.places import workspace_folder
from sleuth.search.gathering import Texts


class IndexFile:
    """The index of one workspace on the disk.

    Attributes:
        folder: Where it lies, with what is known of the scans.
        lock: Held by the one who writes it.
        texts: What searches keep of it in memory; new with each file.
    """

    def __init__(self, root: Path) -> None:
        self.folder = workspace_folder(root) / "search"
        self.path = self.folder / "index.db"
        self.lock = ScanLock(self.folder)
        self.texts = Texts()
        self._reader: Reader | None = None
        self._read_from: tuple[int, int] | None = None

    def is_there(self) -> bool:
        """Whether there is anything to answer from."""
        return self.path.is_file()

    def is_ours(self) -> bool:
        """Whether the file is as the last scan left it."""
        return is_ours(self.path)

    def reader(self) -> Reader | None:
        """The reader of the file as it is now; None where nothing was scanned yet.

        Raises:
            IndexDamaged, IndexUnavailable.
        """
        try:
            status = os.stat(self.path)
        except FileNotFoundError:
            self.close()
            return None
        except OSError as error:
            raise IndexUnavailable(f"{self.path} cannot be read ({error.strerror})") from error
        if self._reader is not None and self._read_from != (status.st_dev, status.st_ino):
            self.close()
        if self._reader is None:
            if not is_ours(self.path):
                raise IndexDamaged("the index file was changed by something else")
            try:
                self._reader = Reader(self.path)
            except FileNotFoundError:
                return None
            self._read_from = (status.st_dev, status.st_ino)
            self.texts = Texts()
        return self._reader

    @contextmanager
    def view(self, cancellation: Cancellation = NEVER) -> Iterator[Snapshot | None]:
        """One consistent view of it; None where nothing was scanned yet."""
        reader = self.reader()
        if reader is None:
            yield None
            return
        with reader.snapshot(cancellation) as snapshot:
            yield snapshot

    def look(self) -> tuple[int, int, int] | None:
        """What tells one state of the file from another."""
        try:
            status = os.stat(self.path)
        except OSError:
            return None
        return status.st_ino, status.st_size, status.st_mtime_ns

    def size_bytes(self) -> int:
        """With its log."""
        total = 0
        for suffix in ("", "-wal"):
            try:
                total += os.stat(f"{self.path}{suffix}").st_size
            except OSError:
                continue
        return total

    def drop(self) -> None:
        """Delete it; absent files are no fault.

        Raises:
            IndexUnavailable: It cannot be deleted.
        """
        self.close()
        remove_index(self.path)
        remove_stamp(self.path)

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None
