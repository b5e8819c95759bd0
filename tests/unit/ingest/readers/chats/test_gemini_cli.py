"""What does a reader of Gemini CLI's chats make of what its sample does not show?"""

import hashlib
from pathlib import Path
from typing import Any

import pytest
from tests.unit.ingest.readers.chats.making import document, log, passed_over, read, said, scope_at, titles
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.chats.gemini_cli import READER

NAME = "aaaaaaaa-0000-4000-8000-000000000001"
HASH = hashlib.sha256(WORKSPACE.encode()).hexdigest()
META = {"sessionId": NAME, "projectHash": HASH, "startTime": "2026-08-03T09:00:00Z", "kind": "main"}


def chat(home: Path, project: str = "acme", ending: str = "jsonl") -> Path:
    return home / ".gemini" / "tmp" / project / "chats" / f"session-2026-08-03T09-00-aaaaaaaa.{ending}"


def at(key: str, kind: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"id": key, "type": kind, "content": content, **more}


ASKED, ANSWERED = at("1", "user", "asked"), at("2", "gemini", "answered")


def told(home: Path, *records: Any, tool_output: bool = False) -> list[tuple[str, str]]:
    log(chat(home), META, *records)
    return read(READER, scope_at(home, tool_output)).get(NAME, [])


@pytest.mark.parametrize(
    "content",
    ["/stats", "?", "<session_context>x", "<hook_context>x", [{"functionResponse": {"response": {"output": "x"}}}], [], 7],
)
def test_not_typed(content: Any, tmp_path: Path) -> None:
    """Commands, contexts and tools' results are not what a person said."""
    assert told(tmp_path, at("0", "user", content), ASKED) == [("user", "asked")]


def test_displayed(tmp_path: Path) -> None:
    """What was typed counts before what was sent, even where there is nothing left of it."""
    typed = at("1", "user", "asked and a file", displayContent=[{"text": "asked"}])
    assert told(tmp_path, typed, at("2", "user", "a file", displayContent=[])) == [("user", "asked")]


def test_filled_later(tmp_path: Path) -> None:
    """An answer that gets its text after something else was said keeps its place."""
    begun = at("2", "gemini", "", toolCalls=[])
    records = (ASKED, begun, at("3", "user", "and this"), ANSWERED, at("4", "gemini", "yes"))
    assert [text for _, text in told(tmp_path, *records)] == ["asked", "answered", "and this", "yes"]


def test_replaced(tmp_path: Path) -> None:
    """A record of a known id takes the place of the earlier one, even as nothing."""
    assert told(tmp_path, ASKED, ANSWERED, at("1", "user", "asked better"), at("2", "gemini", "")) == [
        ("user", "asked better")
    ]


def test_rewind(tmp_path: Path) -> None:
    """What a rewind names goes with all after it; an unknown name takes everything."""
    more = at("3", "user", "more")
    assert told(tmp_path, ASKED, ANSWERED, more, {"$rewindTo": "2"}, at("4", "gemini", "new")) == [
        ("user", "asked"),
        ("assistant", "new"),
    ]
    assert told(tmp_path, ASKED, ANSWERED, {"$rewindTo": "9"}, more) == [("user", "more")]


def test_checkpoint(tmp_path: Path) -> None:
    """A checkpoint changes and adds, but takes nothing back of what a person saw."""
    typed = at("1", "user", "sent", displayContent="asked")
    messages = [
        at("s", "user", "<state_snapshot>summary</state_snapshot>"),
        at("c", "gemini", "Got it. Thanks for the additional context!"),
        at("1", "user", "sent"),
        at("3", "gemini", ""),
        at("4", "gemini", [{"text": "changed"}, {"text": "!", "thought": True}]),
        at("5", "user", "new"),
    ]
    records = (typed, ANSWERED, at("3", "gemini", "kept"), at("4", "gemini", "old"), {"$set": {"messages": messages}})
    assert [text for _, text in told(tmp_path, *records)] == ["asked", "answered", "kept", "changed", "new"]


def test_tools(tmp_path: Path) -> None:
    """What tools gave back is there where it is asked for, and goes with a rewind."""
    call = {"result": [{"functionResponse": {"response": {"output": "listing"}}}]}
    answer = at("2", "gemini", "answered", toolCalls=[call])
    assert told(tmp_path, ASKED, answer, tool_output=True) == [
        ("user", "asked"),
        ("tool", "listing"),
        ("assistant", "answered"),
    ]
    assert told(tmp_path, ASKED, answer, {"$rewindTo": "2"}, tool_output=True) == [("user", "asked")]


@pytest.mark.parametrize("kind", ["root", "list", "hash folder", "hash of session"])
def test_workspace(kind: str, tmp_path: Path) -> None:
    """The project is told by a file beside, by the list of projects, by the folder's name, or by the session itself."""
    project = HASH if kind == "hash folder" else "some"
    log(chat(tmp_path, project), {**META, "projectHash": HASH if kind == "hash of session" else "?"}, ASKED)
    assert (NAME in read(READER, scope_at(tmp_path))) == (kind in ("hash folder", "hash of session"))
    if kind == "root":
        (tmp_path / ".gemini/tmp/some/.project_root").write_text(WORKSPACE + "/sub\n")
    elif kind == "list":
        document(tmp_path / ".gemini/projects.json", {"projects": {WORKSPACE + "/sub": "some", "/x": 7}})
    assert NAME in read(READER, scope_at(tmp_path))


def test_hash_below(tmp_path: Path) -> None:
    """The old folder of a project below the workspace is known by the list of projects."""
    below = WORKSPACE + "/sub"
    log(chat(tmp_path, hashlib.sha256(below.encode()).hexdigest()), META, ASKED)
    document(tmp_path / ".gemini/projects.json", {"projects": {below: "sub"}})
    assert NAME in read(READER, scope_at(tmp_path))


def test_root_before_hash(tmp_path: Path) -> None:
    """A folder that is another project's by its root is not read, whatever its sessions say."""
    log(chat(tmp_path), META, ASKED)
    (tmp_path / ".gemini/tmp/acme/.project_root").write_text(WORKSPACE + "-old")
    assert list(READER.places(scope_at(tmp_path))) == []


def test_copies(tmp_path: Path) -> None:
    """A log counts before the document that it was made of, however new; of documents the one updated last."""
    new = {**META, "lastUpdated": "2027-01-01T00:00:00Z", "summary": "new"}
    document(chat(tmp_path, ending="json"), {**new, "messages": [at("1", "user", "newer")]})
    document(chat(tmp_path, HASH, "json"), {**META, "messages": [at("1", "user", "older")]})
    assert read(READER, scope_at(tmp_path)) == {NAME: [("user", "newer")]}
    assert titles(READER, scope_at(tmp_path)) == {NAME: "new"}
    assert told(tmp_path, ASKED) == [("user", "asked")]


def test_aside(tmp_path: Path) -> None:
    """Sub-agents are left out wherever they lie, and so are copies set aside."""
    log(chat(tmp_path), {**META, "kind": "subagent"}, ASKED)
    log(chat(tmp_path, ending="jsonl.unreadable-17"), META, ASKED)
    document(chat(tmp_path, ending="json.tmp-17"), {**META, "messages": [ASKED]})
    document(chat(tmp_path, ending="json"), {**META, "kind": "subagent", "messages": [ASKED]})
    document(chat(tmp_path).with_name("checkpoint-x.json"), {"history": [ASKED]})
    assert read(READER, scope_at(tmp_path)) == {}


def test_half_written(tmp_path: Path) -> None:
    """A document that is half written leaves what is known as it is."""
    path = document(chat(tmp_path, ending="json"), {**META, "messages": [ASKED, None, at("2", "news", "?")]})
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert passed_over(collected) == {"broken": 1, "news": 1}
    path.write_bytes(path.read_bytes()[:-3])
    collected.scan()
    assert said(collected) == {NAME: [("user", "asked")]}
    assert "no whole JSON" in str([held.error for held in collected.held.values()])


def test_home(tmp_path: Path) -> None:
    """The environment says where it all lies."""
    log(chat(tmp_path / "elsewhere"), META, ASKED)
    assert NAME in read(READER, scope_at(tmp_path, GEMINI_CLI_HOME=str(tmp_path / "elsewhere")))
