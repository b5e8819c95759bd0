"""What does a reader of OpenCode's sessions make of what its sample does not show?"""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.unit.ingest.readers.chats.making import document, passed_over, read, said, scope_at, titles
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.chats.opencode import READER

SESSION = "id TEXT, parent_id TEXT, directory TEXT, title TEXT, time_created, time_updated, revert"
TABLES = f"""
    CREATE TABLE session ({SESSION});
    CREATE TABLE session_v2 ({SESSION});
    CREATE TABLE message (id, session_id, time_created, time_updated, data);
    CREATE TABLE part (id, message_id, session_id, time_created, time_updated, data);
    CREATE TABLE session_message (id, session_id, type, seq, time_created, time_updated, data);
"""


class Store:
    """A database that is written row by row."""

    def __init__(self, home: Path, name: str = "opencode.db", tables: str = TABLES) -> None:
        folder = home / ".local" / "share" / "opencode"
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / name
        self.execute(*tables.split(";"))

    def execute(self, *statements: str, values: tuple[Any, ...] = ()) -> None:
        with closing(sqlite3.connect(self.path)) as connection:
            for statement in statements:
                connection.execute(statement, values)
            connection.commit()

    def session(self, key: str, table: str = "session", **columns: Any) -> None:
        row = {"directory": WORKSPACE, "title": "T", "time_created": 1, "time_updated": 1} | columns
        names = ", ".join(("id", *row))
        self.execute(
            f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * (len(row) + 1))})",
            values=(key, *row.values()),
        )

    def message(
        self, session: str, key: str, *parts: Any, role: str = "user", at: int = 5, **more: Any
    ) -> None:
        data = {"role": role, "time": {"created": at * 10**12}, **more}
        self.execute(
            "INSERT INTO message VALUES (?,?,?,?,?)", values=(key, session, at, at, json.dumps(data))
        )
        for number, part in enumerate(parts):
            data = json.dumps({"type": "text", "text": part} if isinstance(part, str) else part)
            row = (f"{key}-{number}", key, session, at, at, data)
            self.execute("INSERT INTO part VALUES (?,?,?,?,?,?)", values=row)

    def newer(self, session: str, key: str, kind: str, seq: int, **data: Any) -> None:
        row = (key, session, kind, seq, seq, seq, json.dumps(data))
        self.execute("INSERT INTO session_message VALUES (?,?,?,?,?,?,?)", values=row)


def files(
    home: Path, key: str, *messages: tuple[str, str], folder: str = "storage/session/prj", **info: Any
) -> Path:
    """A session in files, its messages (id, text)."""
    base = home / ".local" / "share" / "opencode"
    is_older = folder.endswith("info")
    info = {"directory": WORKSPACE, "title": "T"} | info
    path = document(
        base / folder / f"{key}.json", {name: value for name, value in info.items() if value is not None}
    )
    beside = (base / folder).parent if is_older else base / "storage"
    for name, text in messages:
        message = {"id": name, "role": "user", "path": {"cwd": WORKSPACE, "root": "/"}}
        document(beside / "message" / key / f"{name}.json", message)
        parts = beside / "part" / key / name if is_older else beside / "part" / name
        document(parts / "prt_1.json", {"type": "text", "text": text})
    return path


def test_order(tmp_path: Path) -> None:
    """Messages are ordered by time, then id; parts by when they began."""
    store = Store(tmp_path)
    store.session("a")
    late, early = (
        {"type": "text", "text": text, "time": {"start": at}}
        for text, at in (("late", 9e12), ("early", 8e12))
    )
    store.message("a", "m3", late, early, at=1)
    store.message("a", "m2", "third", at=7)
    store.message("a", "m1", "second", at=7)
    assert read(READER, scope_at(tmp_path)) == {
        "a": [("user", "early\n\nlate"), ("user", "second"), ("user", "third")]
    }


def test_generations(tmp_path: Path) -> None:
    """The newer tables count where they have messages of a session, the older ones before files."""
    store = Store(tmp_path)
    for key in ("both", "new without messages", "new with none to show", "old"):
        store.session(key, title="old")
        store.message(key, f"{key} 1", "old", "text")
    for key in ("both", "new without messages", "new with none to show", "new"):
        store.session(key, "session_v2", title="new")
    for key in ("both", "new"):
        store.newer(key, f"{key} 2", "user", 1, text="new")
    store.newer("new with none to show", "n", "idle", 1)
    for key in ("both", "old", "files"):
        files(tmp_path, key, ("f1", "in a file"), ("f2", "and another"), ("f3", "third"), title="file")
    assert titles(READER, scope_at(tmp_path)) == {
        "both": "new",
        "new": "new",
        "new without messages": "old",
        "old": "old",
        "files": "file",
    }


def test_without_newer_tables(tmp_path: Path) -> None:
    """A database of 1.2 has no tables of 2.x, and one of 2.x may lose those of 1.2."""
    store = Store(tmp_path, tables=";".join(TABLES.split(";")[i] for i in (0, 2, 3)))
    store.session("a")
    store.message("a", "m", "old")
    other = Store(tmp_path, "opencode-dev.db", tables=";".join(TABLES.split(";")[i] for i in (1, 4)))
    other.session("b", "session_v2")
    other.newer("b", "n", "user", 1, text="new")
    assert read(READER, scope_at(tmp_path)) == {"a": [("user", "old")], "b": [("user", "new")]}


def test_another_database(tmp_path: Path) -> None:
    """A variable names another database, absolute or in the same folder."""
    for name in ("own.sqlite", str(tmp_path / "absolute.sqlite")):
        store = Store(tmp_path, name)
        store.session("a")
        store.message("a", "m", name)
        assert read(READER, scope_at(tmp_path, OPENCODE_DB=name)) == {"a": [("user", name)]}
    assert read(READER, scope_at(tmp_path, OPENCODE_DB=":memory:")) == {}


@pytest.mark.parametrize(
    "title", ["New session - 2026-08-03T09:00:00.000Z", "Child session - 2026-08-03T09", "", None]
)
def test_no_titles(tmp_path: Path, title: str | None) -> None:
    """A title that was made from the time is none."""
    store = Store(tmp_path)
    store.session("a", title=title)
    store.message("a", "m", "Q")
    files(tmp_path, "b", ("m2", "Q"), title=title)
    assert titles(READER, scope_at(tmp_path)) == {"a": "Q", "b": "Q"}


def test_drops(tmp_path: Path) -> None:
    """Summaries, what the program put in, and sub-agents are no talk; a summary of changes is none."""
    store = Store(tmp_path)
    store.session("a")
    store.session("b", parent_id="a")
    store.message("b", "m0", "sub")
    store.message("a", "m1", "summary", role="assistant", summary=True)
    store.message("a", "m2", "compaction", role="assistant", mode="compaction")
    store.message("a", "m3", "system", role="system")
    store.message(
        "a",
        "m4",
        {"type": "text", "text": "ignored", "ignored": True},
        {"type": "text", "text": "s", "synthetic": True},
    )
    store.message("a", "m5", "kept", summary={"title": "x"})
    files(tmp_path, "c", ("m6", "sub"), parentID="a")
    assert read(READER, scope_at(tmp_path)) == {"a": [("user", "kept")]}


def test_taken_back(tmp_path: Path) -> None:
    """What was taken back is gone from the message named on."""
    store = Store(tmp_path)
    for key, revert in (("a", {"messageID": "m2"}), ("b", {"messageID": "m2", "partID": "p"})):
        store.session(key, revert=json.dumps(revert))
        for number in (1, 2, 3):
            store.message(
                key, f"m{number}{key}" if key == "b" and number > 2 else f"m{number}", f"{number}", at=number
            )
    assert read(READER, scope_at(tmp_path))["a"] == [("user", "1")]


def test_tools(tmp_path: Path) -> None:
    """What tools gave back is read only where it is asked for, in each generation."""
    store = Store(tmp_path)
    store.session("a")
    store.message("a", "m", {"type": "tool", "state": {"output": "found"}}, "done", role="assistant")
    store.session("b", "session_v2")
    state = {"content": [{"type": "text", "text": "more"}]}
    store.newer(
        "b", "n", "assistant", 1, content=[{"type": "tool", "state": state}, {"type": "text", "text": "well"}]
    )
    store.newer("b", "o", "shell", 2, output="listed")
    scope = scope_at(tmp_path)
    assert read(READER, scope) == {"a": [("assistant", "done")], "b": [("assistant", "well")]}
    assert read(READER, replace(scope, tool_output=True)) == {
        "a": [("tool", "found"), ("assistant", "done")],
        "b": [("tool", "more"), ("assistant", "well"), ("tool", "listed")],
    }


def test_counts(tmp_path: Path) -> None:
    """Parts and messages that are broken, or of a type nobody knows, are counted."""
    store = Store(tmp_path)
    store.session("a")
    store.message("a", "m", "kept", {"type": "hologram"}, {"type": 5})
    store.execute(
        "INSERT INTO part VALUES ('p', 'm', 'a', 1, 1, '{broken')",
        "INSERT INTO message VALUES ('n', 'a', 9, 9, NULL)",
    )
    store.session("b", "session_v2")
    store.newer("b", "x", "hologram", 1)
    store.newer("b", "y", "user", 2, text="kept")
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert said(collected) == {"a": [("user", "kept")], "b": [("user", "kept")]}
    assert passed_over(collected) == {"hologram": 2, "5": 1, "broken": 2}


def test_rows_written_in_place(tmp_path: Path) -> None:
    """An answer that grows in its row is found grown, though its session says nothing of it."""
    store = Store(tmp_path)
    store.session("a", "session_v2")
    store.newer("a", "m", "assistant", 1, content=[{"type": "text", "text": "One"}])
    collected = Collected(READER, scope_at(tmp_path)).scan()
    longer = json.dumps({"content": [{"type": "text", "text": "One two"}]})
    store.execute("UPDATE session_message SET data = ?", values=(longer,))
    assert said(collected.scan()) == {"a": [("assistant", "One two")]}
    store.execute("DELETE FROM session_v2")
    assert said(collected.scan()) == {}


def test_the_oldest_files(tmp_path: Path) -> None:
    """Before sessions kept their folder, messages did."""
    files(tmp_path, "a", ("m1", "one"), folder="project/slug/storage/session/info", directory=None)
    (found,) = Collected(READER, scope_at(tmp_path)).scan().sessions()
    assert (found["session"].folder, found["title"]) == (WORKSPACE, "T")


def test_files_grow(tmp_path: Path) -> None:
    """A new message in files is found, and one that is still being written; what is half written loses nothing."""
    path = files(tmp_path, "a", ("m1", "one"))
    scope = scope_at(tmp_path)
    collected = Collected(READER, scope).scan()
    files(tmp_path, "a", ("m1", "one"), ("m2", "tw"))
    assert said(collected.scan())["a"] == [("user", "one"), ("user", "tw")]
    document(path.parents[2] / "part" / "m2" / "prt_1.json", {"type": "text", "text": "two"})
    assert said(collected.scan())["a"] == [("user", "one"), ("user", "two")]
    path.write_text('{"id": "a", "direc', "utf-8")
    assert said(collected.scan())["a"] == [("user", "one"), ("user", "two")]


def test_files_of_elsewhere(tmp_path: Path) -> None:
    """A session of another folder is known to be one, and not looked at again."""
    files(tmp_path, "a", ("m1", "one"), directory="/home/dev/acme-old")
    scope = scope_at(tmp_path)
    (place,) = READER.places(scope)
    (step,) = READER.read(place, scope, None)
    assert list(READER.read(replace(place, stamp="another"), scope, step.mark)) == []
