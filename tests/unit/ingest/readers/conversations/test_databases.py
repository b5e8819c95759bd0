"""Is another program's database read beside it, without a trace?"""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from tests.unit.ingest.readers.chats.making import scope_at

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Began, Only, Place, Sessions, Step
from sleuth.ingest.readers.conversations.databases import (
    Damaged,
    DatabaseReader,
    Listed,
    Reading,
    database_place,
    opened,
)

# Commits some rows, then inserts more and more in one transaction, and tells after each what it holds.
WRITER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA wal_autocheckpoint = 0")
connection.execute("INSERT INTO said VALUES ('a', 'committed, in the log alone')")
connection.execute("BEGIN IMMEDIATE")
for number in range(1_000_000):
    connection.execute("INSERT INTO said VALUES ('a', 'not committed')")
    print(number, flush=True)
    if not sys.stdin.readline():
        break
"""


class Talks(DatabaseReader):
    """Reads the tables that these tests make."""

    def __init__(self) -> None:
        self.read_sessions: list[str] = []

    def listed(self, reading: Reading) -> dict[str, Listed]:
        ids = [key for (key,) in reading.database.rows("SELECT DISTINCT session FROM said ORDER BY 1")]
        tallies = reading.database.tallies("said", "session", ids, ("rowid",), ("text",))
        return {key: Listed(Session(key, None), tallies[key]) for key in ids}

    def told(self, reading: Reading, session: Session) -> tuple[Session, list[Message]]:
        self.read_sessions.append(session.id)
        rows = reading.database.select("said", ("rowid", "text"), "WHERE session = ?", session.id)
        return session, [Message(f"{session.id} {number}", Role.USER, text) for number, text in rows]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database in WAL mode with one row, closed."""
    path = tmp_path / "store" / "chats.db"
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE said (session, text)")
        connection.execute("INSERT INTO said VALUES ('a', 'in the file')")
        connection.commit()
    return path


@contextmanager
def writer(path: Path) -> Iterator["subprocess.Popen[str]"]:
    """Another process in the middle of a transaction."""
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        write(process)
        yield process
        process.kill()


def write(process: "subprocess.Popen[str]") -> None:
    """Let it insert one more row."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    assert process.stdout.readline()


def texts(path: Path) -> list[str]:
    with opened(path) as database:
        return [text for (text,) in database.select("said", ("text",))]


def digests(folder: Path) -> dict[str, str]:
    return {one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in folder.iterdir()}


def test_beside_a_writer_in_its_transaction(path: Path) -> None:
    """What is committed is found, in the log alone too, and what is not is not; the writer goes on."""
    with writer(path) as process:
        for _ in range(20):
            assert texts(path) == ["in the file", "committed, in the log alone"]
            write(process)


def test_while_it_is_open_a_writer_goes_on(path: Path) -> None:
    """A reader that is in holds nobody up, and sees what is committed by then at its next query."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as connection:
        connection.execute("DELETE FROM said")
        with opened(path) as database:
            connection.execute("INSERT INTO said VALUES ('a', 'meanwhile')")
            assert database.select("said", ("text",)) == [("meanwhile",)]
            assert connection.execute("PRAGMA wal_checkpoint").fetchone()[0] == 0


@pytest.mark.parametrize("state", ["closed", "idle", "killed", "log without its index", "rollback journal"])
def test_leaves_no_trace(path: Path, state: str) -> None:
    """After the reading every file is the same, byte for byte, and none has come or gone."""
    connection = sqlite3.connect(path, isolation_level=None)
    if state == "rollback journal":
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("INSERT INTO said VALUES ('a', 'second')")
    folder = path.parent
    if state == "closed":
        connection.close()
    if state in ("killed", "log without its index"):
        folder = path.parent.parent / "left behind"
        shutil.copytree(path.parent, folder)
        if state != "killed":
            (folder / "chats.db-shm").unlink()
    before = digests(folder)
    assert (len(before) > 1) == (state not in ("closed", "rollback journal"))
    assert texts(folder / path.name) == ["in the file", "second"]
    assert digests(folder) == before
    connection.close()


def test_a_crash_that_left_a_journal(tmp_path: Path) -> None:
    """What a crash left half done is rolled back in a copy, never in the file itself."""
    path, crashed = tmp_path / "chats.db", tmp_path / "crashed"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE said (session, text)")
        connection.execute("INSERT INTO said VALUES ('a', 'kept')")
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN IMMEDIATE")
        for _ in range(200):
            connection.execute("INSERT INTO said VALUES ('a', ?)", ("lost " * 400,))
        crashed.mkdir()
        for one in (path, Path(f"{path}-journal")):
            shutil.copy(one, crashed / one.name)
        connection.execute("ROLLBACK")
    before = digests(crashed)
    assert texts(crashed / path.name) == ["kept"]
    assert digests(crashed) == before


def test_somebody_writes_where_nobody_had_it_open(path: Path) -> None:
    """What was read of a file that its program then changed is not trusted."""
    with opened(path) as database:
        assert len(database.select("said", ("text",))) == 1
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("INSERT INTO said VALUES ('a', 'meanwhile')")
            connection.commit()
            with pytest.raises(OSError, match="changed while it was read"):
                database.select("said", ("text",))
    assert texts(path) == ["in the file", "meanwhile"]


@pytest.mark.skipif(
    os.name == "nt" or os.geteuid() != 0, reason="only root can become somebody who may not write"
)
def test_in_a_folder_that_may_not_be_written(path: Path) -> None:
    """A folder that refuses new files is read all the same, a log without its index too."""
    kept = sqlite3.connect(path, isolation_level=None)
    kept.execute("INSERT INTO said VALUES ('a', 'second')")
    script = f"""
import os, sys
from pathlib import Path
import apsw, sleuth.ingest.readers.conversations.untouched
from sleuth.ingest.readers.conversations.databases import opened
os.chdir({str(path.parent)!r})
os.setuid(65534)
with opened(Path("/proc/self/cwd/chats.db")) as database:
    print(len(database.select("said", ("text",))))
"""
    above = [one for one in path.parents if one.is_relative_to(tempfile.gettempdir())][:-1]
    for one in above:
        one.chmod(0o755)
    found = []
    for ending in ("", "-shm"):
        if ending:
            Path(f"{path}{ending}").unlink()
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
        found.append((done.stdout.strip(), done.stderr))
    kept.close()
    assert found == [("2", ""), ("2", "")]


def test_a_stamp_is_of_the_log_too(path: Path) -> None:
    """A place is another one when only its log has grown."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        before = database_place(path)
        connection.execute("INSERT INTO said VALUES ('a', 'second')")
        after = database_place(path)
    assert before is not None
    assert after is not None
    assert before.stamp != after.stamp
    assert database_place(path.with_name("none.db")) is None


@pytest.mark.parametrize("data", [b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 5_000])
def test_no_database(path: Path, data: bytes) -> None:
    """A file that is none is said to be damaged."""
    path.write_bytes(data)
    with pytest.raises(Damaged), opened(path) as database:
        database.select("said", ("text",))


def test_an_empty_file(path: Path) -> None:
    """A database that is only being made holds nothing."""
    path.write_bytes(b"")
    assert texts(path) == []


def test_other_shapes(path: Path) -> None:
    """A column that is missing is None, a table that is missing empty; texts need not be UTF-8, nor texts."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO said VALUES (7, CAST(x'61ff62' AS TEXT)), (NULL, x'636465')")
        connection.commit()
    with opened(path) as database:
        rows = database.select("said", ("session", "text", "none"))
        assert rows == [("a", "in the file", None), (7, "a\ufffdb", None), (None, "cde", None)]
        assert database.select("none", ("text",)) == []


def scan(reader: Talks, path: Path, steps: list[Step]) -> list[Step]:
    place = database_place(path)
    assert place is not None
    mark = json.loads(json.dumps(steps[-1].mark)) if steps else None
    return list(reader.read(place, scope_at(path.parent), mark))


def test_only_what_changed_is_read_again(path: Path) -> None:
    """Of many sessions only those with other rows are read again; those that are gone are named no more."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO said VALUES ('b', 'one'), ('c', 'one'), ('d', 'one')")
        reader = Talks()
        steps = scan(reader, path, [])
        assert reader.read_sessions == ["a", "b", "c", "d"]
        connection.execute("INSERT INTO said VALUES ('b', 'two')")
        connection.execute("UPDATE said SET text = 'longer' WHERE session = 'c'")
        connection.execute("DELETE FROM said WHERE session = 'd'")
        reader = Talks()
        (step,) = scan(reader, path, steps)
    assert reader.read_sessions == ["b", "c"]
    only = [event for event in step.events if isinstance(event, Only)]
    assert [[message.text for message in one.messages] for one in only] == [["one", "two"], ["longer"]]
    assert step.events[-1] == Sessions(frozenset("abc"))


def test_closed_between_two_steps(path: Path) -> None:
    """While what was read is written elsewhere, the database is not held: its program can tidy up as it ends."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for session in "bcd":
            connection.execute("INSERT INTO said VALUES (?, ?)", (session, "x" * 5_000_000))
        place = database_place(path)
        assert place is not None
        steps = Talks().read(place, scope_at(path.parent), None)
        first = next(steps)
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    rest = list(steps)
    sessions = [
        event.session.id for one in (first, *rest) for event in one.events if isinstance(event, Began)
    ]
    assert sessions == list("abcd")
    assert not any(isinstance(event, Sessions) for event in first.events)
    assert isinstance(rest[-1].events[-1], Sessions)


def test_a_session_that_is_broken(path: Path) -> None:
    """One session that cannot be read is counted, takes no other with it, and is tried again."""

    class Breaking(Talks):
        def told(self, reading: Reading, session: Session) -> tuple[Session, list[Message]]:
            if session.id == "a":
                reading.database.rows("SELECT missing FROM said")
            return super().told(reading, session)

    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO said VALUES ('b', 'one')")
    (step,) = scan(Breaking(), path, [])
    assert [event.session.id for event in step.events if isinstance(event, Began)] == ["b"]
    assert step.events[-1] == Sessions(frozenset("ab"))
    assert step.passed_over == Counter(broken=1)
    (again,) = scan(Talks(), path, [step])
    assert [event.session.id for event in again.events if isinstance(event, Began)] == ["a"]


def test_a_place_that_is_gone(tmp_path: Path) -> None:
    """A database that was deleted since it was found cannot be read, and that is all."""
    with pytest.raises(OSError, match=r"none\.db"):
        list(Talks().read(Place(tmp_path / "none.db", ""), scope_at(tmp_path), None))
