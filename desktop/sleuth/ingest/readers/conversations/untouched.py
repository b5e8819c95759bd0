"""How is a database in WAL mode read without making or changing a file beside it?

SQLite itself makes an empty `-wal` and a `-shm` beside such a file where there are none, even to read it, and leaves
both there. Here every file is opened read-only, and what is missing stays missing.

Where a program has the database open, its `-shm` is read, and locked as each reader does. Where nobody has, the index of
the `-wal` is built in memory: that is what SQLite does in exclusive locking mode, and the exclusive lock it asks for is
taken as a shared one. A program that opens the database meanwhile is therefore not kept out, and may change it: whoever
reads alone must look whether it did.
"""

from functools import cache

import apsw

_WRITES = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_DELETEONCLOSE


class _File(apsw.VFSFile):
    def __init__(self, name: str | apsw.URIFilename, flags: list[int]) -> None:
        super().__init__("", name, flags)

    def xLock(self, level: int) -> None:  # noqa: N802
        super().xLock(min(level, apsw.SQLITE_LOCK_SHARED))


class _Nothing:
    """A `-wal` where there is none."""

    def xFileSize(self) -> int:  # noqa: N802
        return 0

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: ARG002, N802
        return b""

    def xLock(self, level: int) -> None:  # noqa: N802
        pass

    def xUnlock(self, level: int) -> None:  # noqa: N802
        pass

    def xSync(self, flags: int) -> None:  # noqa: N802
        pass

    def xSectorSize(self) -> int:  # noqa: N802
        return 0

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return 0

    def xFileControl(self, operation: int, pointer: int) -> bool:  # noqa: ARG002, N802
        return False

    def xClose(self) -> None:  # noqa: N802
        pass


class _Untouched(apsw.VFS):
    name = "sleuth-untouched"

    def __init__(self) -> None:
        super().__init__(self.name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        flags[0] = flags[0] & ~_WRITES | apsw.SQLITE_OPEN_READONLY
        file: apsw.VFSFile | _Nothing
        if flags[0] & apsw.SQLITE_OPEN_WAL and not super().xAccess(str(name), apsw.SQLITE_ACCESS_EXISTS):
            file = _Nothing()
        else:
            file = _File(name or "", flags)
        flags[1] = flags[1] & ~_WRITES | apsw.SQLITE_OPEN_READONLY
        return file  # type: ignore[return-value]  # apsw asks it for these methods only

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        """Nothing of theirs is removed."""


@cache
def _registered() -> _Untouched:
    return _Untouched()


def connect_untouched(uri: str, is_alone: bool) -> apsw.Connection:
    """A connection beside whoever has the file open, or to one that nobody has."""
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    connection = apsw.Connection(f"{uri}?mode=ro&readonly_shm=1", flags=flags, vfs=_registered().name)
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    if is_alone:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    return connection
