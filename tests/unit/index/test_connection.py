"""What becomes of an index file that is not ours, or not whole?"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw
import pytest
from tests.unit.index.storing import new_item, put

from sleuth.domain.errors import Cancelled, EnvironmentFault, IndexDamaged, IndexFull, IndexUnavailable
from sleuth.index.connection import faults, open_for_reading, open_for_writing, remove_index


def run(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(sql)


def foreign(path: Path) -> None:
    path.unlink()
    run(path, "CREATE TABLE theirs (a)")


def cut_in_half(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


SPOILT: dict[str, Callable[[Path], object]] = {
    "another version": lambda path: run(path, "PRAGMA user_version = 99"),
    "older version": lambda path: run(path, "PRAGMA user_version = 0"),
    "another program's": lambda path: run(path, "PRAGMA application_id = 5"),
    "foreign": foreign,
    "garbage": lambda path: path.write_bytes(b"garbage" * 1000),
    "half": cut_in_half,
}


def look_at(opened: Callable[[Path], apsw.Connection], path: Path) -> None:
    """Open an index and read all of it."""
    with faults(), closing(opened(path)) as connection:
        connection.execute("SELECT * FROM item, body, words, names, exact").fetchall()


@pytest.fixture
def index(tmp_path: Path) -> Path:
    path = tmp_path / "index.db"
    put(path, new_item("a", "some text"))
    return path


@pytest.mark.parametrize("how", list(SPOILT))
def test_spoilt_for_reading(index: Path, how: str) -> None:
    """A reader says that the file is damaged, whatever is wrong with it (S-02)."""
    SPOILT[how](index)
    with pytest.raises(IndexDamaged):
        look_at(open_for_reading, index)


@pytest.mark.parametrize("how", list(SPOILT))
def test_spoilt_for_writing(index: Path, how: str) -> None:
    """A writer never writes into a file that is not ours."""
    SPOILT[how](index)
    with pytest.raises(IndexDamaged):
        look_at(open_for_writing, index)


def without_tables(path: Path) -> None:
    path.unlink()
    run(path, "PRAGMA journal_mode = WAL")


@pytest.mark.parametrize("empty", [lambda path: path.write_bytes(b""), without_tables], ids=["no bytes", "no tables"])
def test_empty_for_reading(index: Path, empty: Callable[[Path], object]) -> None:
    """A file that a scan made, and was stopped before it put anything into it, holds nothing yet."""
    empty(index)
    with pytest.raises(FileNotFoundError):
        open_for_reading(index)


def test_empty_for_writing(index: Path) -> None:
    """An empty file, as a crash leaves it, becomes an index."""
    index.write_bytes(b"")
    with closing(open_for_writing(index)) as connection:
        assert connection.pragma("user_version") > 0


def test_missing(tmp_path: Path) -> None:
    """A reader says that there is no index yet."""
    with pytest.raises(FileNotFoundError):
        open_for_reading(tmp_path / "index.db")


@pytest.mark.parametrize("opened", [open_for_reading, open_for_writing])
def test_folder_in_the_way(tmp_path: Path, opened: Callable[[Path], object]) -> None:
    """A folder of the index's name makes it unavailable, not damaged: nothing of the user's is deleted."""
    (tmp_path / "index.db").mkdir()
    with pytest.raises(IndexUnavailable):
        opened(tmp_path / "index.db")


def test_reader_cannot_write(index: Path) -> None:
    """A reader's connection refuses to write."""
    with closing(open_for_reading(index)) as connection, pytest.raises(apsw.ReadOnlyError):
        connection.execute("DELETE FROM item")


def test_remove(index: Path) -> None:
    """Removing takes what lies beside the file too, and is no fault where nothing is."""
    Path(f"{index}-wal").write_bytes(b"")
    remove_index(index)
    remove_index(index)
    assert [path for path in index.parent.iterdir() if path.name.startswith("index.db")] == []


def test_remove_a_folder(tmp_path: Path) -> None:
    """What is not ours to delete is left, and named."""
    (tmp_path / "index.db").mkdir()
    with pytest.raises(IndexUnavailable, match=r"index\.db"):
        remove_index(tmp_path / "index.db")


@pytest.mark.parametrize(
    ("raised", "fault"),
    [
        (apsw.InterruptError(), Cancelled),
        (apsw.CorruptError(), IndexDamaged),
        (apsw.NotADBError(), IndexDamaged),
        (apsw.FullError(), IndexFull),
        (apsw.CantOpenError(), IndexUnavailable),
        (apsw.ReadOnlyError(), IndexUnavailable),
        (apsw.BusyError(), IndexUnavailable),
        (apsw.IOError(), IndexFull),
        (apsw.ConstraintError(), IndexDamaged),
        (apsw.SQLError("no such table: item"), IndexDamaged),
        (apsw.SQLError("error in tokenizer constructor"), IndexDamaged),
        (apsw.SQLError('fts5: syntax error near "x"'), apsw.SQLError),
    ],
)
def test_faults(raised: Exception, fault: type[Exception]) -> None:
    """Every fault of SQLite leaves as one of ours; a query that was put wrongly stays a bug."""
    with pytest.raises(fault), faults():
        raise raised


def test_faults_are_told_plainly() -> None:
    """A fault's sentence is a person's, not a class name."""
    with pytest.raises(EnvironmentFault) as caught, faults():
        raise apsw.FullError("disk full")
    assert "disk is full" in caught.value.text()
