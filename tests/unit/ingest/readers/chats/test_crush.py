"""What does a reader of Crush's sessions make of what its sample does not show?"""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.unit.ingest.readers.chats.making import document, passed_over, read, said, scope_at, titles
from tests.unit.ingest.readers.conversations.collecting import Collected

from sleuth.ingest.readers.chats.crush import READER

T = 1_785_747_600


def part(kind: str, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data}


def store(folder: Path, *messages: tuple[Any, ...], title: str = "T", summary: str | None = None) -> Path:
    """One session `a` with messages (id, role, parts, time, is a summary)."""
    path = folder / "crush.db"
    folder.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "CREATE TABLE sessions (id, parent_session_id, title, created_at, updated_at, summary_message_id)"
        )
        connection.execute(
            "CREATE TABLE messages (id, session_id, role, parts, model, created_at, updated_at, is_summary_message)"
        )
        connection.execute("INSERT INTO sessions VALUES ('a', NULL, ?, ?, ?, ?)", (title, T, T, summary))
        for key, role, parts, at, is_summary in messages:
            data = parts if isinstance(parts, str | bytes | None) else json.dumps(parts)
            row = (key, "a", role, data, "m", at, at, is_summary)
            connection.execute("INSERT INTO messages VALUES (?,?,?,?,?,?,?,?)", row)
        connection.commit()
    return path


HELLO = ("m", "user", [part("text", text="Hello")], T, 0)


@pytest.mark.parametrize(
    ("at", "expected"), [(T, T * 1000), (T * 1000 + 5, T * 1000 + 5), ("x", None), (None, None)]
)
def test_units_of_time(tmp_path: Path, at: Any, expected: int | None) -> None:
    """Times are seconds, and milliseconds where they are too great for that."""
    store(tmp_path / "acme" / ".crush", (*HELLO[:3], at, 0))
    (held,) = Collected(READER, scope_at(tmp_path)).scan().held.values()
    assert held.messages["a"]["a m"].at_ms == expected


@pytest.mark.parametrize("title", ["Untitled Session", "New Session", " untitled session ", ""])
def test_titles(tmp_path: Path, title: str) -> None:
    """A title that says nothing is none."""
    store(tmp_path / "acme" / ".crush", HELLO, title=title)
    assert titles(READER, scope_at(tmp_path)) == {"a": "Hello"}


def test_summaries(tmp_path: Path) -> None:
    """A summary is dropped, whether its row or its session's says that it is one."""
    rows = [(key, "assistant", [part("text", text=key)], T, key == "s2") for key in ("s1", "s2", "kept")]
    store(tmp_path / "acme" / ".crush", *rows, summary="s1")
    assert read(READER, scope_at(tmp_path)) == {"a": [("assistant", "kept")]}


def test_parts(tmp_path: Path) -> None:
    """Texts of one message are one text; parts of any type are passed over, by their names where they have one."""
    parts = [
        part("text", text="one"),
        None,
        5,
        part("text", text=5),
        part("hologram"),
        {"type": "text"},
        part("text", text="two"),
    ]
    rows = [
        ("m1", "user", parts, T, 0),
        ("m2", "user", None, T, 0),
        ("m3", "user", b"\xff", T, 0),
        ("m4", "user", "7", T, 0),
    ]
    store(tmp_path / "acme" / ".crush", *rows, ("m5", "system", HELLO[2], T, 0))
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert said(collected) == {"a": [("user", "one\n\ntwo")]}
    assert passed_over(collected) == {"None": 2, "hologram": 1, "broken": 3}


def test_tools(tmp_path: Path) -> None:
    """What tools gave back is read only where it is asked for."""
    store(tmp_path / "acme" / ".crush", HELLO, ("t", "tool", [part("tool_result", content="found")], T, 0))
    scope = scope_at(tmp_path)
    assert read(READER, scope)["a"] == [("user", "Hello")]
    assert read(READER, replace(scope, tool_output=True))["a"] == [("user", "Hello"), ("tool", "found")]


def test_the_list_of_projects(tmp_path: Path) -> None:
    """A project below the workspace counts where its data is; one of elsewhere does not, nor what it shares."""
    store(tmp_path / "data", HELLO)
    store(tmp_path / "shared", HELLO)
    store(tmp_path / "other", HELLO)
    projects = [
        {"path": "/home/dev/acme/web", "data_dir": str(tmp_path / "data")},
        {"path": "/home/dev/acme/api", "data_dir": str(tmp_path / "shared")},
        {"path": "/home/dev/acme-old", "data_dir": str(tmp_path / "shared")},
        {"path": "/home/dev/acme-old", "data_dir": str(tmp_path / "other")},
        {"path": None},
        5,
    ]
    document(tmp_path / "global" / "projects.json", {"projects": projects})
    scope = scope_at(tmp_path, CRUSH_GLOBAL_DATA=str(tmp_path / "global"))
    (found,) = Collected(READER, scope).scan().sessions()
    assert found["session"].folder == "/home/dev/acme/web"
    assert [place.path.parent.name for place in READER.places(scope)] == ["data"]


@pytest.mark.parametrize("name", ["crush.json", ".crush.json"])
def test_another_data_directory(tmp_path: Path, name: str) -> None:
    """The project's settings may name another folder."""
    document(tmp_path / "acme" / name, {"options": {"data_directory": "own/data"}})
    store(tmp_path / "acme" / "own" / "data", HELLO)
    assert set(read(READER, scope_at(tmp_path))) == {"a"}


@pytest.mark.parametrize("content", ["", "{", "[]", '{"projects": 5}'])
def test_a_broken_list(tmp_path: Path, content: str) -> None:
    """A list of projects that cannot be read hides nothing else."""
    path = document(tmp_path / ".local" / "share" / "crush" / "projects.json", {})
    path.write_text(content, "utf-8")
    store(tmp_path / "acme" / ".crush", HELLO)
    assert set(read(READER, scope_at(tmp_path))) == {"a"}


def test_grows_and_shrinks(tmp_path: Path) -> None:
    """What came, was written further, or was deleted since is so at the next reading."""
    path = store(tmp_path / "acme" / ".crush", HELLO, ("n", "assistant", [part("text", text="He")], T + 1, 0))
    collected = Collected(READER, scope_at(tmp_path)).scan()
    with closing(sqlite3.connect(path)) as connection:
        parts = json.dumps([part("text", text="Hello too")])
        connection.execute("UPDATE messages SET parts = ? WHERE id = 'n'", (parts,))
        connection.commit()
        assert said(collected.scan())["a"][1] == ("assistant", "Hello too")
        connection.execute("DELETE FROM messages WHERE id = 'm'")
        connection.commit()
        assert said(collected.scan()) == {"a": [("assistant", "Hello too")]}
