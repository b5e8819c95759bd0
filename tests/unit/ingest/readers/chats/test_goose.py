"""What does a reader of Goose's sessions make of what its sample does not show?"""

import json
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.unit.ingest.readers.chats.making import log, passed_over, read, said, scope_at, titles
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.chats.goose import READER
from sleuth.ingest.readers.conversations.scope import Scope

SESSIONS = "id TEXT, name TEXT, description TEXT, session_type TEXT, working_dir TEXT, created_at, updated_at, parent_session_id"
MESSAGES = (
    "id INTEGER PRIMARY KEY, message_id, session_id, role, content_json, created_timestamp, metadata_json"
)


def text(words: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": words}]


def store(home: Path, sessions: list[tuple[Any, ...]], messages: list[tuple[Any, ...]]) -> Path:
    """Sessions as (id, name, description, type, folder, parent), messages as (id, session, role, content, time, metadata)."""
    path = home / ".local" / "share" / "goose" / "sessions" / "sessions.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"CREATE TABLE sessions ({SESSIONS})")
        connection.execute(f"CREATE TABLE messages ({MESSAGES})")
        for *session, parent in sessions:
            connection.execute("INSERT INTO sessions VALUES (?,?,?,?,?,1,1,?)", (*session, parent))
        for key, session_id, role, content, at, metadata in messages:
            data = content if isinstance(content, str | bytes | int) else json.dumps(content)
            row = (key, session_id, role, data, at, metadata)
            connection.execute(
                f"INSERT INTO messages ({MESSAGES.split(',', 1)[1]}) VALUES (?,?,?,?,?,?)", row
            )
        connection.commit()
    return path


def session(
    key: str, name: str = "", description: str = "", kind: Any = "user", parent: Any = None
) -> tuple[Any, ...]:
    return key, name, description, kind, WORKSPACE, parent


def test_equal_ids(tmp_path: Path) -> None:
    """Messages of one id, in one session or in two, are as many messages."""
    messages = [
        ("m", "a", "user", text("one"), 5, None),
        ("m", "a", "assistant", text("two"), 6, None),
        ("m", "b", "user", text("three"), 5, None),
        (None, "b", "assistant", text("four"), 6, None),
    ]
    store(tmp_path, [session("a"), session("b")], messages)
    assert read(READER, scope_at(tmp_path)) == {
        "a": [("user", "one"), ("assistant", "two")],
        "b": [("user", "three"), ("assistant", "four")],
    }


@pytest.mark.parametrize(
    ("kind", "parent"), [("scheduled", None), ("hidden", None), ("user", "a"), ("sub_agent", "a")]
)
def test_not_a_persons(tmp_path: Path, kind: str, parent: str | None) -> None:
    """A session that no person began is no chat."""
    sessions = [session("a"), session("b", kind=kind, parent=parent)]
    store(tmp_path, sessions, [("m", one, "user", text("x"), 5, None) for one in "ab"])
    assert set(read(READER, scope_at(tmp_path))) == {"a"}


def test_titles(tmp_path: Path) -> None:
    """A name counts before a description, and that before the first question."""
    sessions = [session("a", "N", "D"), session("b", " ", "D"), session("c")]
    store(tmp_path, sessions, [("m", one, "user", text("Q"), 5, None) for one in "abc"])
    assert titles(READER, scope_at(tmp_path)) == {"a": "N", "b": "D", "c": "Q"}


def test_broken_rows(tmp_path: Path) -> None:
    """Content of any kind is passed over, and what is right is kept; unknown kinds are counted by their name."""
    contents: list[Any] = [
        b"\xff",
        7,
        "null",
        '{"type": "text"}',
        [None, 5, {"type": "hologram"}, *text("right")],
    ]
    messages = [(f"{n}", "a", "user", content, n, '{"userVisible": 0}') for n, content in enumerate(contents)]
    store(tmp_path, [session("a"), (None, "", "", "user", None, None)], messages)
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert said(collected) == {"a": [("user", "right")]}
    assert passed_over(collected) == {"broken": 4, "None": 2, "hologram": 1}


def test_what_the_model_alone_gets(tmp_path: Path) -> None:
    """Once a message is hidden, as a compaction does, it is gone at the next reading."""
    path = store(tmp_path, [session("a")], [(n, "a", "user", text(n), 5, None) for n in ("one", "two")])
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert len(collected.messages()) == 2
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("""UPDATE messages SET metadata_json = '{"userVisible":false}' WHERE id = 1""")
        connection.commit()
    assert said(collected.scan()) == {"a": [("user", "two")]}


def test_a_deleted_session(tmp_path: Path) -> None:
    """A session that is gone from the database is gone."""
    path = store(
        tmp_path, [session("a"), session("b")], [("m", one, "user", text("x"), 5, None) for one in "ab"]
    )
    collected = Collected(READER, scope_at(tmp_path)).scan()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM sessions WHERE id = 'a'")
        connection.commit()
    assert set(said(collected.scan())) == {"b"}


def test_tools(tmp_path: Path) -> None:
    """What tools gave back is read only where it is asked for, in either shape."""
    results = [{"value": text("found")}, {"value": {"content": text("more")}}, {"error": "none"}]
    content = [{"type": "toolResponse", "id": "t", "toolResult": result} for result in results]
    store(tmp_path, [session("a")], [("m", "a", "user", content, 5, None)])
    scope = scope_at(tmp_path)
    assert read(READER, scope) == {}
    assert read(READER, replace(scope, tool_output=True)) == {"a": [("tool", "found"), ("tool", "more")]}


def test_a_log_grows(tmp_path: Path) -> None:
    """A log that grows is the same as one that was read at once; one of elsewhere is never read again."""
    folder = tmp_path / ".local" / "share" / "goose" / "sessions"
    head = {"working_dir": WORKSPACE, "description": "D", "created_at": "2025-07-24 11:00:00"}
    records = [{"role": "user", "created": 1_753_354_801 + n, "content": text("same")} for n in range(3)]
    log(folder / "b.jsonl", head | {"working_dir": "/elsewhere"}, *records)
    path = log(folder / "a.jsonl", head, records[0])
    scope = scope_at(tmp_path)
    collected = Collected(READER, scope).scan()
    log(path, head, *records, tail='{"role": "user", "content": [{"type": "text", "text": "torn')
    assert collected.scan().messages() == Collected(READER, scope).scan().messages()
    assert said(collected) == {"a": [("user", "same")] * 3}
    assert collected.sessions()[0]["session"].started_ms == 1_753_354_800_000


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {"XDG_DATA_HOME": "/x"}, "/x/goose/sessions"),
        ("darwin", {}, "/home/dev/.local/share/goose/sessions"),
        ("win32", {"APPDATA": "/a"}, "/a/Block/goose/data/sessions"),
        ("win32", {"APPDATA": "/a", "GOOSE_PATH_ROOT": "/g"}, "/g/data/sessions"),
    ],
)
def test_platforms(
    monkeypatch: pytest.MonkeyPatch, platform: str, environment: dict[str, str], folder: str
) -> None:
    """Each platform has its own folder, and a variable names another."""
    monkeypatch.setattr(sys, "platform", platform)
    home = Path("/home/dev")
    assert READER.folders(Scope(home / "acme", (), home, environment)) == [Path(folder)]
