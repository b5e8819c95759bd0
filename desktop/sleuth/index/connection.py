"""How is the index's file opened, and what do its errors mean?

SQLite through apsw, in WAL mode: one writer (held by the scan lock), readers on snapshots.
Every fault leaves here as one of domain.errors; nobody else sees an apsw exception.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from sleuth.domain.errors import Cancelled, IndexDamaged, IndexFull, IndexUnavailable
from sleuth.places import PRIVATE_FILE, make_private_folder

SCHEMA_VERSION = 15
APPLICATION_ID = 0x51EA7400
_BUSY_MS = 10_000
_SUFFIXES = ("", "-wal", "-shm", "-journal")
# What SQLite says of a text that was asked for; all else that our fixed statements stumble over is the file's.
_OF_THE_QUERY = ("fts5: syntax error", "unterminated string", "unknown special query", "not supported", "too large", "too many", "too big")


@contextmanager
def faults() -> Iterator[None]:
    """Turn what apsw raises inside into what the product says of it."""
    try:
        yield
    except apsw.InterruptError as error:
        raise Cancelled("the search was interrupted") from error
    except (apsw.CorruptError, apsw.NotADBError, apsw.FormatError) as error:
        raise IndexDamaged(f"the index is damaged ({error})") from error
    except apsw.FullError as error:
        raise IndexFull(f"the index could not be written: the disk is full ({error})") from error
    except (apsw.CantOpenError, apsw.PermissionsError, apsw.ReadOnlyError, apsw.AuthError) as error:
        raise IndexUnavailable(f"the index cannot be opened ({error})") from error
    except (apsw.BusyError, apsw.LockedError) as error:
        raise IndexUnavailable(f"the index is in use by another program ({error})") from error
    except apsw.IOError as error:
        raise _io_fault(error) from error
    except UnicodeDecodeError as error:
        raise IndexDamaged(f"the index is damaged (a name or a word: {error})") from error
    except (apsw.SQLError, apsw.MismatchError, apsw.ConstraintError) as error:
        if any(sign in str(error) for sign in _OF_THE_QUERY):
            raise
        raise IndexDamaged(f"the index is damaged ({error})") from error


def _io_fault(error: apsw.IOError) -> IndexFull | IndexDamaged | IndexUnavailable:
    """A write that fails is a full disk or a limit; a short read is a file cut off."""
    extended = getattr(error, "extendedresult", 0)
    if extended == apsw.SQLITE_IOERR_DELETE_NOENT:
        return IndexDamaged(f"the index was replaced meanwhile ({error})")
    if extended in (apsw.SQLITE_IOERR_SHORT_READ, apsw.SQLITE_IOERR_CORRUPTFS, apsw.SQLITE_IOERR_DATA):
        return IndexDamaged(f"the index is damaged ({error})")
    if extended in (apsw.SQLITE_IOERR_READ, apsw.SQLITE_IOERR_ACCESS):
        return IndexUnavailable(f"the index cannot be read ({error})")
    return IndexFull(f"the index could not be written: is the disk full? ({error})")


def remove_index(path: Path) -> None:
    """Delete the index and what lies beside it; absent files are no fault.

    Raises:
        IndexUnavailable: Something is in the way that is not ours to delete (a folder, say).
    """
    for suffix in _SUFFIXES:
        try:
            os.unlink(f"{path}{suffix}")
        except FileNotFoundError:
            continue
        except OSError as error:
            raise IndexUnavailable(f"{path}{suffix} cannot be removed ({error.strerror}); remove it by hand") from error


def open_for_writing(path: Path) -> apsw.Connection:
    """The index, made if it is not there.

    Raises:
        IndexDamaged: It is of another version, or no index of ours.
        IndexUnavailable, IndexFull: The disk will not have it.
    """
    try:
        make_private_folder(path.parent)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))
    except OSError as error:
        raise IndexUnavailable(f"{error.filename}: {error.strerror}") from error
    with faults():
        connection = _connect(path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
        connection.set_busy_timeout(_BUSY_MS)
        _configure(connection)
        connection.pragma("journal_mode", "wal")
        connection.pragma("wal_autocheckpoint", 16_384)
        if connection.pragma("user_version") == 0 and not _tables(connection):
            _create(connection)
        _check_version(connection)
    return connection


def open_for_reading(path: Path) -> apsw.Connection:
    """The index as another process or this one wrote it.

    Raises:
        FileNotFoundError: There is none yet.
        IndexDamaged: It is of another version, or no index of ours.
    """
    if not path.is_file():
        if path.exists():
            raise IndexUnavailable(f"{path} is not a file; remove it")
        raise FileNotFoundError(path)
    with faults():
        connection = _connect_for_reading(path)
        if connection.pragma("user_version") == 0 and not _tables(connection):
            connection.close()
            raise FileNotFoundError(path)  # made, and stopped before anything was put into it
        _check_version(connection)
        for table in ("exact", "history_exact"):
            declare_vocabulary(connection, table)
        _declare_instances(connection)
        connection.pragma("query_only", True)
    return connection


def _connect(path: Path, flags: int) -> apsw.Connection:
    """A connection to a file whose path may be of any bytes."""
    try:
        str(path).encode("utf-8")
    except UnicodeEncodeError:
        return _connect_by_folder(path, flags)
    return apsw.Connection(str(path), flags=flags)


def _connect_for_reading(path: Path) -> apsw.Connection:
    """Read-write, since a reader may have to recover the log of a writer that was killed, and shares memory with others.

    Where there is no room for that memory, or no right to write, the file alone is read if no log says more.
    """
    connection = None
    try:
        connection = _connect(path, apsw.SQLITE_OPEN_READWRITE)
        connection.set_busy_timeout(_BUSY_MS)
        _configure(connection)
        connection.pragma("user_version")
    except (apsw.CantOpenError, apsw.ReadOnlyError, apsw.FullError, apsw.IOError, apsw.PermissionsError):
        if not path.exists():  # another process has just dropped it to build it anew
            raise FileNotFoundError(path) from None
        log = Path(f"{path}-wal")
        if log.exists() and log.stat().st_size:
            raise
        if connection is not None:
            connection.close()
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        connection = apsw.Connection(f"{path.absolute().as_uri()}?immutable=1", flags=flags)
        _configure(connection)
    return connection


def _connect_by_folder(path: Path, flags: int) -> apsw.Connection:
    """Through the folder's descriptor, since apsw takes names in UTF-8 only and a workspace's name is part of the path."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        return apsw.Connection(f"/proc/self/fd/{folder}/{path.name}", flags=flags)
    except apsw.CantOpenError as error:
        raise IndexUnavailable(f"{path.parent!r} is not UTF-8, which this system cannot open an index in") from error
    finally:
        os.close(folder)


def _configure(connection: apsw.Connection) -> None:
    connection.pragma("synchronous", "normal")
    connection.pragma("cache_size", -32_768)
    connection.pragma("temp_store", "memory")
    connection.pragma("cell_size_check", True)


def declare_vocabulary(connection: apsw.Connection, table: str = "exact") -> None:
    """Make FTS5's own list of the words of `exact`, or of another table."""
    connection.execute(
        f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary_of_{table} USING fts5vocab('main', '{table}', 'row')"
    )


def _declare_instances(connection: apsw.Connection) -> None:
    """Make `temp.instance` and `temp.declared_word`, FTS5's own lists of where each word of a symbol stands."""
    connection.execute(
        "CREATE VIRTUAL TABLE temp.instance USING fts5vocab('main', 'declared', 'instance');"
        "CREATE VIRTUAL TABLE temp.declared_word USING fts5vocab('main', 'declared', 'col')"
    )


def read_vocabulary(connection: apsw.Connection, table: str = "exact") -> Iterator[tuple[str, int]]:
    """Every word of the table with the number of rows that hold it, from FTS5's own dictionary."""
    for term, count in connection.execute(f"SELECT term, doc FROM temp.vocabulary_of_{table}"):
        yield str(term), int(count or 0)


def _tables(connection: apsw.Connection) -> list[str]:
    return [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]


def _create(connection: apsw.Connection) -> None:
    from importlib.resources import files  # only a new index needs it

    with connection:
        connection.execute(files("sleuth.index").joinpath("schema.sql").read_text("utf-8"))
        connection.pragma("application_id", APPLICATION_ID)
        connection.pragma("user_version", SCHEMA_VERSION)


def _check_version(connection: apsw.Connection) -> None:
    version = connection.pragma("user_version")
    if version != SCHEMA_VERSION or connection.pragma("application_id") != APPLICATION_ID:
        raise IndexDamaged(f"the index is of another version ({version}, this is {SCHEMA_VERSION})")
