"""How is another program's SQLite database read, while that program may be writing it?

    file ─in place, read-only→ Database ─select→ rows ─reader of an agent→ sessions that changed

Nothing of theirs is written, made or removed, and each query is a transaction of its own, read to its end at once. Three
ways in, of which the first that fits is taken:

* The program has it open, which its `-shm` tells: as one more reader, whose only trace is a lock. What stands in the
  `-wal` alone is read, the writer goes on. If it ends while this reader is in, it leaves its `-wal` for the next time.
* Nobody has it open: alone. If somebody then does after all and writes, what was read is thrown away.
* Both refuse, such as where a crash left a journal to roll back: a private copy of the file and what lies beside it.

How the first two leave no file behind is said in `untouched`.
"""

import hashlib
import json
import os
import shutil
import tempfile
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sleuth.domain.chats import Message, Session
from sleuth.ingest.readers.conversations.base import (
    Began,
    Event,
    Mark,
    Only,
    Place,
    Sessions,
    Step,
    file_place,
)
from sleuth.ingest.readers.conversations.scope import Scope

if TYPE_CHECKING:
    import apsw

_BUSY_MS = 1_000
# How much is told in one go, and how long the database stays open for it.
_BATCH_CHARACTERS = 4_000_000
_BATCH_SECONDS = 0.5
_WAL_FORMAT = b"\2\2"


class Damaged(OSError):
    """What is there is no database, or not one of the expected shape."""


class Database:
    """A database that is open for a moment."""

    def __init__(self, connection: "apsw.Connection", path: Path, moved: Callable[[], bool]) -> None:
        self._connection = connection
        self._path = path
        self._moved = moved
        self._columns: dict[str, frozenset[str]] = {}

    def columns(self, table: str) -> frozenset[str]:
        """Empty where there is no such table."""
        if table not in self._columns:
            names = [name for (name,) in self.rows("SELECT name FROM pragma_table_info(?)", table)]
            self._columns[table] = frozenset([*names, "rowid"] if names else [])
        return self._columns[table]

    def select(
        self, table: str, columns: Sequence[str], rest: str = "", *bindings: Any
    ) -> list[tuple[Any, ...]]:
        """Rows of a table; None for a column that it lacks, none where it is missing. Texts may stand in blobs too."""
        present = self.columns(table)
        if not present:
            return []
        wanted = ", ".join(loose(column) if column in present else "NULL" for column in columns)
        return self.rows(f"SELECT {wanted} FROM {table} {rest}", *bindings)  # noqa: S608

    def rows(self, query: str, *bindings: Any) -> list[tuple[Any, ...]]:
        """What a query gives; see `loose` for columns that hold text. Blobs are texts, in UTF-8 as far as it goes."""
        return [
            tuple(value.decode("utf-8", "replace") if isinstance(value, bytes) else value for value in row)
            for row in self.raw_rows(query, *bindings)
        ]

    def raw_rows(self, query: str, *bindings: Any) -> list[tuple[Any, ...]]:
        """The same, blobs as they are.

        Raises:
            Damaged: The query cannot be answered here.
            OSError: It cannot be answered now.
        """
        try:
            with _faults(self._path):
                return self._connection.execute(query, bindings).fetchall()
        finally:
            if self._moved():
                raise OSError(f"{self._path} changed while it was read")

    def tallies(
        self,
        table: str,
        owner: str,
        ids: Iterable[str],
        latest: Sequence[str] = (),
        sizes: Sequence[str] = (),
    ) -> dict[str, str]:
        """How many rows each of these sessions has, with the latest and the sizes of some columns: another once they change.

        Sizes are known without reading what is stored.
        """
        present = self.columns(table)
        if owner not in present:
            return {}
        parts = ["count(*)", *(f"max({one})" for one in latest if one in present)]
        parts += [f"sum(octet_length({one}))" for one in sizes if one in present]
        query = (
            f"SELECT CAST({owner} AS BLOB), {', '.join(parts)} FROM {table}"  # noqa: S608
            f" WHERE {owner} IN (SELECT value FROM json_each(?)) GROUP BY {owner}"
        )
        return {str(key): repr(rest) for key, *rest in self.rows(query, json.dumps(list(ids)))}


def loose(column: str) -> str:
    """A column in SQL whose texts may be no UTF-8."""
    return f"CASE typeof({column}) WHEN 'text' THEN CAST({column} AS BLOB) ELSE {column} END"


def version_of(*values: Any) -> str:
    """Another one for other values."""
    return hashlib.sha256(repr(values).encode("utf-8", "replace")).hexdigest()[:16]


def database_place(path: Path) -> Place | None:
    """A database as a place: what was said last is often in its `-wal` alone."""
    return file_place(path, _beside(Path(os.path.realpath(path)), "-wal"))


@contextmanager
def opened(path: Path) -> Iterator[Database]:
    """A database for a moment; while it is open, its program cannot tidy up as it ends.

    Raises:
        Damaged: It is none.
        OSError: It cannot be read now.
    """
    path = Path(os.path.realpath(path))
    with ExitStack() as stack:
        with _faults(path):
            database = _opened(path, stack)
        yield database


def _opened(path: Path, stack: ExitStack) -> Database:
    import apsw

    refusal: Exception | None = None
    for way in _ways(path):
        try:
            return way(path, stack)
        except (apsw.CantOpenError, apsw.ReadOnlyError, apsw.IOError, apsw.PermissionsError) as error:
            refusal = error
    raise OSError(f"{path} cannot be opened: {refusal}")


def _ways(path: Path) -> tuple[Callable[[Path, ExitStack], Database], ...]:
    if not _has_wal_format(path):
        return _plainly, _copied
    if _beside(path, "-shm").exists():
        return _shared, _alone, _copied
    return _alone, _copied


def _plainly(path: Path, stack: ExitStack) -> Database:
    import apsw

    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    return _ready(apsw.Connection(f"{path.as_uri()}?mode=ro", flags=flags), path, stack)


def _shared(path: Path, stack: ExitStack) -> Database:
    from sleuth.ingest.readers.conversations.untouched import connect_untouched

    return _ready(connect_untouched(path.as_uri(), is_alone=False), path, stack)


def _alone(path: Path, stack: ExitStack) -> Database:
    from sleuth.ingest.readers.conversations.untouched import connect_untouched

    before = _stamp(path)
    return _ready(
        connect_untouched(path.as_uri(), is_alone=True), path, stack, lambda: _stamp(path) != before
    )


def _copied(path: Path, stack: ExitStack) -> Database:
    import apsw

    folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
    copy = Path(folder) / "copy.db"
    before = _stamp(path)
    for ending in ("", "-wal", "-journal"):
        if not ending or _beside(path, ending).exists():
            shutil.copyfile(_beside(path, ending), _beside(copy, ending))
    if _stamp(path) != before:
        raise OSError(f"{path} changed while it was read")
    return _ready(apsw.Connection(str(copy), flags=apsw.SQLITE_OPEN_READWRITE), path, stack)


def _ready(
    connection: "apsw.Connection", path: Path, stack: ExitStack, moved: Callable[[], bool] = lambda: False
) -> Database:
    """The database, found to be one; closed with the stack."""
    stack.callback(connection.close)
    connection.set_busy_timeout(_BUSY_MS)
    connection.execute("PRAGMA query_only = 1")
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    return Database(connection, path, moved)


def _has_wal_format(path: Path) -> bool:
    with open(path, "rb") as file:
        file.seek(18)
        return file.read(2) == _WAL_FORMAT


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _stamp(path: Path) -> str | None:
    place = file_place(path, _beside(path, "-wal"), _beside(path, "-journal"))
    return place.stamp if place else None


@contextmanager
def _faults(path: Path) -> Iterator[None]:
    """Turn what apsw raises inside into what readers may raise."""
    import apsw

    try:
        yield
    except (apsw.CorruptError, apsw.NotADBError, apsw.FormatError, apsw.SQLError, UnicodeError) as error:
        raise Damaged(f"{path} cannot be read: {error}") from error
    except apsw.Error as error:
        raise OSError(f"{path} cannot be read now: {error}") from error


@dataclass(frozen=True, slots=True)
class Listed:
    """A session, before what was said in it is read."""

    session: Session
    version: str
    """Another one once anything of it changed."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A place that is being read, its database open."""

    database: Database
    scope: Scope
    place: Place
    memory: dict[str, Any]
    """What is in it, as JSON, is there again at the next reading."""
    passed_over: Counter[str]


class DatabaseReader(ABC):
    """Reads places that are databases: the sessions that changed, and which there are."""

    @abstractmethod
    def listed(self, reading: Reading) -> dict[str, Listed]:
        """The workspace's sessions by their ids."""

    @abstractmethod
    def told(self, reading: Reading, session: Session) -> tuple[Session, list[Message]] | None:
        """A session with all of its messages; None where it is broken, so that what is known of it stays."""

    def read(self, place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
        """See `base.ChatReader.read`. The mark: `sessions` by their versions, `memory` of the reader.

        The database is closed whenever what was read is handed on.
        """
        read: dict[str, str] = dict(mark["sessions"]) if mark else {}
        memory: dict[str, Any] = dict(mark["memory"]) if mark else {}
        done = set[str]()
        is_all = False
        while not is_all:
            with opened(place.path) as database:
                reading = Reading(database, scope, place, memory, Counter())
                listed = self.listed(reading)
                changed = [
                    one for key, one in listed.items() if key not in done and read.get(key) != one.version
                ]
                events, taken, damaged = self._taken(reading, changed)
            done |= {one.session.id for one in taken}
            read |= {one.session.id: one.version for one in taken if one.session.id not in damaged}
            is_all = len(taken) == len(changed)
            if is_all:
                read = {key: version for key, version in read.items() if key in listed}
                events.append(Sessions(frozenset(listed)))
            yield Step({"sessions": dict(read), "memory": dict(memory)}, events, reading.passed_over)

    def _taken(self, reading: Reading, changed: list[Listed]) -> tuple[list[Event], list[Listed], set[str]]:
        """What the first of these sessions say, as many as are read in one go, and which of them could not be read.

        Damage may be no more than a moment's: what is known stays, and the session is tried again.
        """
        events: list[Event] = []
        taken: list[Listed] = []
        damaged = set[str]()
        characters, end = 0, time.monotonic() + _BATCH_SECONDS
        for one in changed:
            if taken and (characters > _BATCH_CHARACTERS or time.monotonic() > end):
                break
            taken.append(one)
            try:
                told = self.told(reading, one.session)
            except Damaged:
                told = None
                damaged.add(one.session.id)
                reading.passed_over["broken"] += 1
            if told is not None:
                session, messages = told
                events += [Began(session), Only(session.id, tuple(messages))]
                characters += sum(len(message.text) for message in messages)
        return events, taken, damaged
