"""What does a reader of Cursor's talks make of what its sample does not show?"""

import json
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.unit.ingest.readers.chats.making import passed_over, read, said, scope_at, titles
from tests.unit.ingest.readers.chats.making_cursor import ELSEWHERE, OWN, Editor, record, transcript
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.chats.cursor import READER
from sleuth.ingest.readers.conversations.base import Only
from sleuth.ingest.readers.conversations.scope import Scope


def test_whose_a_talk_is(tmp_path: Path) -> None:
    """Each of the ways to tell a talk's folder is taken, the first that says anything."""
    editor = Editor(tmp_path)
    lists = {
        "composer.composerData": {
            "allComposers": [{"composerId": "listed"}, 5],
            "selectedComposerIds": ["selected", 5],
        },
        "workbench.panel.composerChatViewPane.x": {
            "workbench.panel.aichat.view.pane-1": {"collapsed": False}
        },
        "secret://": "no JSON",
    }
    editor.workspace("own", "file:///home/dev/acme", lists)
    editor.workspace("below", "file:///home/dev/acme/w%20eb")
    editor.workspace(
        "old",
        "file:///home/dev/acme-old",
        {"composer.composerData": {"allComposers": [{"composerId": "old"}]}},
    )
    keys = (
        "header",
        "below",
        "value",
        "listed",
        "selected",
        "pane-1",
        "transcript",
        "unknown",
        "old",
        "foreign",
    )
    for key in keys:
        editor.talk(key, key)
    editor.talk("itself", "itself", **OWN)
    editor.talk("contradicted", "x", **ELSEWHERE)
    editor.talk(
        "bubble", {"type": 1, "text": "bubble"}, {"type": 2, "text": "", "workspaceProjectDir": WORKSPACE}
    )
    editor.header("header", "own")
    editor.header("below", "below")
    editor.header("value", "gone", value=OWN)
    editor.header("foreign", "old")
    editor.header("contradicted", "own")
    transcript(tmp_path, "transcript/transcript.jsonl")
    own = {"header", "below", "value", "listed", "selected", "pane-1", "transcript", "bubble", "itself"}
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert {key: words[0][1] for key, words in said(collected).items()} == {key: key for key in own}
    assert {one["session"].folder for one in collected.sessions()} == {WORKSPACE, f"{WORKSPACE}/w eb"}


def test_sub_agents(tmp_path: Path) -> None:
    """A sub-agent's talk is none, whether its parent or its own row says so; its transcript neither."""
    editor = Editor(tmp_path)
    editor.talk("parent", "x", subagentComposerIds=["child"], **OWN)
    editor.talk("child", "x", **OWN)
    editor.talk("other", "x", **OWN)
    editor.header("other", None, is_subagent=1)
    transcript(tmp_path, "other/other.jsonl", record("user", "x"))
    assert set(read(READER, scope_at(tmp_path))) == {"parent"}


def test_bubbles(tmp_path: Path) -> None:
    """What counts is what a person typed, and what the agent said that is no call of a tool."""
    editor = Editor(tmp_path)
    bubbles: list[Any] = [
        {"type": 1, "text": "", "rawText": "raw"},
        {"type": 2, "text": "", "rawText": "not an answer"},
        {"type": 2, "text": "call", "toolFormerData": {"result": "found"}},
        {"type": 2, "text": "answer", "toolFormerData": None, "createdAt": "2026-08-03T09:00:00.000Z"},
        {"type": 2, "text": "empty call", "toolFormerData": {}},
        {"type": 3, "text": "of nobody"},
        {"type": 1, "text": {"no": "text"}},
        "[]",
        "{broken",
    ]
    editor.talk("a", *bubbles[:7], **OWN)
    for number, value in enumerate([None, "{broken", b"\xff"], 7):
        editor.put({f"bubbleId:a:b{number}": value})
    order = [{"bubbleId": f"b{number}"} for number in range(11)]
    editor.put(
        {"composerData:a": {"fullConversationHeadersOnly": [*order, None, {"bubbleId": 5}, order[0]], **OWN}}
    )
    scope = scope_at(tmp_path)
    collected = Collected(READER, scope).scan()
    assert said(collected) == {"a": [("user", "raw"), ("assistant", "answer"), ("assistant", "empty call")]}
    assert passed_over(collected) == {"broken": 3}
    assert read(READER, replace(scope, tool_output=True))["a"][1] == ("tool", "found")


def test_equal_bubbles(tmp_path: Path) -> None:
    """Bubbles of one id in two talks are two messages: copies cannot be told from others."""
    editor = Editor(tmp_path)
    editor.talk("a", "one", **OWN)
    editor.talk("b", "two", **OWN)
    assert read(READER, scope_at(tmp_path)) == {"a": [("user", "one")], "b": [("user", "two")]}


def test_very_old_talks(tmp_path: Path) -> None:
    """Bubbles once stood in the talk itself."""
    editor = Editor(tmp_path)
    inline = [{"bubbleId": "x", "type": 1, "text": "one"}, {"type": 2, "text": "two"}, 5]
    editor.put({"composerData:a": {"conversation": inline, **OWN}})
    assert read(READER, scope_at(tmp_path)) == {"a": [("user", "one"), ("assistant", "two")]}


def test_changes(tmp_path: Path) -> None:
    """Of many talks only those that were written since are read again; those that are gone are gone."""
    editor = Editor(tmp_path)
    for key in "abcd":
        editor.talk(key, key, **OWN)
    editor.talk("foreign", "x", **ELSEWHERE)
    scope = scope_at(tmp_path)
    place = next(iter(READER.places(scope)))
    (step,) = READER.read(place, scope, None)
    editor.talk("a", "a", "more", **OWN)
    editor.put({"bubbleId:b:b0": {"type": 1, "text": "regenerated"}})
    editor.talk("foreign", "came here", **OWN)
    with closing(sqlite3.connect(editor.path)) as connection:
        connection.execute("DELETE FROM cursorDiskKV WHERE key = 'composerData:d'")
        longer = json.dumps({"type": 1, "text": "written in place"})
        connection.execute("UPDATE cursorDiskKV SET value = ? WHERE key = 'bubbleId:c:b0'", (longer,))
        connection.commit()
    (changed,) = READER.read(place, scope, json.loads(json.dumps(step.mark)))
    found = {
        one.session: [message.text for message in one.messages]
        for one in changed.events
        if isinstance(one, Only)
    }
    assert found == {
        "a": ["a", "more"],
        "b": ["regenerated"],
        "c": ["written in place"],
        "foreign": ["came here"],
    }
    assert changed.events[-1].ids == {"a", "b", "c", "foreign"}  # type: ignore[union-attr]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts what a process reads")
def test_only_the_workspaces_values_are_read(tmp_path: Path) -> None:
    """Bubbles of other workspaces stay unread, at the first reading and whenever something changed."""
    editor = Editor(tmp_path)
    editor.talk("a", "one", **OWN)
    editor.talk("foreign", *("x" * 500_000 for _ in range(40)), **ELSEWHERE)
    scope = scope_at(tmp_path)
    collected = Collected(READER, scope)
    for text in ("one", "two"):
        editor.put({"bubbleId:a:b0": {"type": 1, "text": text}})
        before = _bytes_read()
        assert said(collected.scan()) == {"a": [("user", text)]}
        assert _bytes_read() - before < 500_000


def _bytes_read() -> int:
    counts = dict(line.split(": ") for line in Path("/proc/self/io").read_text("ascii").splitlines())
    return int(counts["rchar"])


def test_a_talk_without_bubbles(tmp_path: Path) -> None:
    """Where the database has a talk's name alone, its transcript says what was said, under that name."""
    editor = Editor(tmp_path)
    editor.put(
        {
            "composerData:a": {
                "name": "Named",
                "createdAt": 1_785_747_600_000,
                "fullConversationHeadersOnly": [],
            }
        }
    )
    editor.workspace("web", "file:///home/dev/acme/web")
    editor.header("a", "web")
    transcript(tmp_path, "a/a.jsonl", record("user", "x"), project="home-dev-acme-web")
    (found,) = Collected(READER, scope_at(tmp_path)).scan().sessions()
    session = found["session"]
    assert (found["title"], session.folder, session.resume) == ("Named", f"{WORKSPACE}/web", ())
    assert session.started_ms == 1_785_747_600_000


@pytest.mark.parametrize(
    ("platform", "folder"),
    [
        ("linux", ".config/Cursor"),
        ("darwin", "Library/Application Support/Cursor"),
        ("win32", "AppData/Roaming/Cursor"),
    ],
)
def test_platforms(monkeypatch: pytest.MonkeyPatch, platform: str, folder: str) -> None:
    """Each platform has its own folder for the editor."""
    monkeypatch.setattr(sys, "platform", platform)
    home = Path("/home/dev")
    assert READER.folders(Scope(home / "acme", (), home))[0] == home / folder / "User" / "globalStorage"


def test_titles(tmp_path: Path) -> None:
    """A talk's name counts, never its list of files."""
    editor = Editor(tmp_path)
    editor.talk("a", "Q", name="N", subtitle="a.py", **OWN)
    editor.talk("b", "Q", name=" ", subtitle="a.py", **OWN)
    assert titles(READER, scope_at(tmp_path)) == {"a": "N", "b": "Q"}
