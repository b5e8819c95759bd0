"""What does a reader of Zed's threads make of what its sample does not show?"""

import json
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import zstandard
from tests.unit.ingest.readers.chats.making import passed_over, read, said, scope_at, titles
from tests.unit.ingest.readers.conversations.collecting import Collected

from sleuth.ingest.readers.chats.zed import READER
from sleuth.ingest.readers.conversations.base import Only
from sleuth.ingest.readers.conversations.scope import Scope

COLUMNS = "id TEXT, summary TEXT, updated_at TEXT, data_type TEXT, data BLOB, parent_id TEXT, folder_paths TEXT, folder_paths_order TEXT"


def thread(*messages: Any, **more: Any) -> dict[str, Any]:
    return {"version": "0.3.0", "messages": list(messages), **more}


def user(text: str) -> dict[str, Any]:
    return {"User": {"id": "u", "content": [{"Text": text}]}}


def store(
    home: Path, *threads: tuple[str, Any, str | None], order: str | None = None, columns: str = COLUMNS
) -> Path:
    path = home / ".local" / "share" / "zed" / "threads" / "threads.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"CREATE TABLE IF NOT EXISTS threads ({columns})")
        for key, value, folders in threads:
            data = value if isinstance(value, bytes) else json.dumps(value).encode()
            row = [key, "summary", "2026-08-03T09:00:00Z", "json", data, None, folders, order]
            count = len(columns.split(","))
            connection.execute(f"INSERT INTO threads VALUES ({','.join('?' * count)})", row[:count])
        connection.commit()
    return path


def test_several_frames(tmp_path: Path) -> None:
    """What is packed in two frames is one document."""
    whole = json.dumps(thread(user("How deep?"))).encode()
    pack = zstandard.ZstdCompressor().compress
    path = store(tmp_path, ("a", pack(whole[:20]) + pack(whole[20:]), "/home/dev/acme"))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE threads SET data_type = 'zstd'")
        connection.commit()
    assert read(READER, scope_at(tmp_path)) == {"a": [("user", "How deep?")]}


def test_one_of_several_folders(tmp_path: Path) -> None:
    """A thread of several folders is the workspace's if one of them is, or is below it; the first counts."""
    store(
        tmp_path,
        ("a", thread(user("x")), "/home/dev/acme/web\n/home/dev/acme\n/elsewhere"),
        ("b", thread(user("y")), "/elsewhere\n/home/dev/acme-old"),
        order="2,1,0",
    )
    (found,) = Collected(READER, scope_at(tmp_path)).scan().sessions()
    assert (found["session_id"], found["session"].folder) == ("a", "/home/dev/acme")


def test_older_columns(tmp_path: Path) -> None:
    """Before folders were kept a thread is nobody's; that is no fault."""
    store(tmp_path, ("a", thread(user("x")), None), columns="id, summary, updated_at, data_type, data")
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert collected.sessions() == []
    assert [held.error for held in collected.held.values()] == [None]


def test_wrong_types(tmp_path: Path) -> None:
    """Whatever stands where something else belongs is passed over, and what is right is kept."""
    messages = [
        7,
        None,
        [],
        {},
        {"User": None},
        {"User": {"content": "plain"}},
        {"Agent": {"content": [None, {"Text": 3}]}},
    ]
    store(
        tmp_path,
        ("a", thread(*messages, user("right"), title=5), "/home/dev/acme"),
        ("b", ["no thread"], "/home/dev/acme"),
        ("c", {"messages": "none"}, "/home/dev/acme"),
    )
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert said(collected) == {"a": [("user", "plain"), ("user", "right")]}
    assert passed_over(collected)["broken"] == 2


def test_titles(tmp_path: Path) -> None:
    """The document's title counts before its summary, and that before the row's."""
    store(
        tmp_path,
        ("a", thread(user("x"), title="T", summary="S"), "/home/dev/acme"),
        ("b", thread(user("x"), title=None, summary="S"), "/home/dev/acme"),
        ("c", thread(user("x")), "/home/dev/acme"),
    )
    assert titles(READER, scope_at(tmp_path)) == {"a": "T", "b": "S", "c": "summary"}


def test_tools(tmp_path: Path) -> None:
    """What tools gave back is read only where it is asked for."""
    agent = {"Agent": {"content": [{"Text": "done"}], "tool_results": {"t": {"content": {"Text": "found"}}}}}
    store(tmp_path, ("a", thread(user("x"), agent), "/home/dev/acme"))
    scope = scope_at(tmp_path)
    assert read(READER, scope)["a"] == [("user", "x"), ("assistant", "done")]
    assert read(READER, replace(scope, tool_output=True))["a"][2:] == [("tool", "found")]


def test_grows(tmp_path: Path) -> None:
    """A thread that goes on is read again, the others are not, and messages keep their ids."""
    path = store(
        tmp_path, ("a", thread(user("one")), "/home/dev/acme"), ("b", thread(user("b")), "/home/dev/acme")
    )
    scope = scope_at(tmp_path)
    (place,) = READER.places(scope)
    (step,) = READER.read(place, scope, None)
    with closing(sqlite3.connect(path)) as connection:
        data = json.dumps(thread(user("one"), user("two")))
        connection.execute("UPDATE threads SET data = ? WHERE id = 'a'", (data,))
        connection.commit()
    (grown,) = READER.read(place, scope, step.mark)
    before, after = ([one for one in some.events if isinstance(one, Only)] for some in (step, grown))
    assert [one.session for one in after] == ["a"]
    assert after[0].messages[0] == before[0].messages[0]
    assert [message.text for message in after[0].messages] == ["one", "two"]


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {"FLATPAK_XDG_DATA_HOME": "/f", "XDG_DATA_HOME": "/x"}, "/f/zed/threads"),
        ("linux", {"XDG_DATA_HOME": "/x"}, "/x/zed/threads"),
        ("darwin", {"XDG_DATA_HOME": "/x"}, "/home/dev/Library/Application Support/Zed/threads"),
        ("win32", {"LOCALAPPDATA": "/l"}, "/l/Zed/threads"),
    ],
)
def test_platforms(
    monkeypatch: pytest.MonkeyPatch, platform: str, environment: dict[str, str], folder: str
) -> None:
    """Each platform has its own folder."""
    monkeypatch.setattr(sys, "platform", platform)
    home = Path("/home/dev")
    assert READER.folders(Scope(home / "acme", (), home, environment)) == [Path(folder)]
