"""What does a reader of Copilot CLI's chats make of what its sample does not show?"""

from pathlib import Path
from typing import Any

import pytest
from tests.unit.ingest.readers.chats.making import log, passed_over, read, said, scope_at, titles
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.chats.copilot_cli import READER

NAME = "0a1b2c3d-1111-4111-8111-000000000001"


def event(key: str, kind: str, _more: Any = None, **data: Any) -> dict[str, Any]:
    return {"id": key, "type": kind, "data": data, "timestamp": "2026-08-03T09:00:00.000Z", **(_more or {})}


START = event("0", "session.start", sessionId=NAME, context={"cwd": WORKSPACE})
ASKED = event("1", "user.message", content="asked", transformedContent="injected asked")
TURN = event("t", "assistant.turn_start")
ANSWERED = event("2", "assistant.message", content="answered")


def events(home: Path, name: str = NAME) -> Path:
    return home / ".copilot" / "session-state" / name / "events.jsonl"


def told(home: Path, *records: Any, tool_output: bool = False) -> list[tuple[str, str]]:
    log(events(home), START, *records)
    return read(READER, scope_at(home, tool_output)).get(NAME, [])


@pytest.mark.parametrize(
    "injected",
    [
        event("9", "user.message", content="x", source="skill-x"),
        event("9", "user.message", content="x", source="agent-x"),
        event("9", "user.message", content="x", isAutopilotContinuation=True),
        event("9", "user.message", content="<skill-context name='x'>"),
        event("9", "user.message", {"agentId": "a"}, content="x"),
        event("9", "user.message", content={"text": "x"}),
        event("9", "assistant.message", {"agentId": "a"}, content="x"),
        event("9", "assistant.message", content="x", parentToolCallId="t"),
        event("9", "assistant.message", content=" \n"),
        {"id": "9", "type": "user.message", "data": ["x"]},
    ],
)
def test_not_said(injected: dict[str, Any], tmp_path: Path) -> None:
    """What the program or a sub-agent says is neither a person's nor the assistant's."""
    assert told(tmp_path, ASKED, injected) == [("user", "asked")]


@pytest.mark.parametrize(("target", "left"), [("1", []), ("t", ["asked"]), ("2", ["asked"]), ("9", ["asked", "answered"])])
def test_rewind(target: str, left: list[str], tmp_path: Path) -> None:
    """A rewind takes back an event and all after it, even where that event says nothing itself."""
    rewind = event("3", "session.snapshot_rewind", upToEventId=target, eventsRemoved=1)
    more = event("4", "user.message", content="more")
    assert [text for _, text in told(tmp_path, ASKED, TURN, ANSWERED, rewind, more)] == [*left, "more"]


def test_rewind_of_what_was_read_before(tmp_path: Path) -> None:
    """A rewind that comes later takes back what an earlier reading yielded."""
    path = log(events(tmp_path), START, ASKED, TURN, ANSWERED)
    collected = Collected(READER, scope_at(tmp_path)).scan()
    log(path, START, ASKED, TURN, ANSWERED, event("3", "session.snapshot_rewind", upToEventId="t"))
    assert said(collected.scan()) == {NAME: [("user", "asked")]}


def test_moves(tmp_path: Path) -> None:
    """A session belongs to where it is now: it may come and go, and all of it with it."""
    collected = Collected(READER, scope_at(tmp_path))
    away = event("3", "session.context_changed", cwd="/home/dev/acme-old")
    back = event("4", "session.resume", context={"cwd": WORKSPACE + "/sub"})
    records: list[Any] = [START, ASKED]
    found = []
    for more in (ANSWERED, away, event("5", "user.message", content="away"), back):
        records.append(more)
        log(events(tmp_path), *records)
        found.append([text for _, text in said(collected.scan()).get(NAME, [])])
    assert found == [["asked", "answered"], [], [], ["asked", "answered", "away"]]
    assert collected.sessions()[0]["session"].folder == WORKSPACE + "/sub"


@pytest.mark.parametrize(
    ("about", "title"),
    [
        ("name: Plain # why", "Plain"),
        ("name: 'It''s'\nx: y", "It's"),
        ('name: "A \\"b\\" \\u00e4"', 'A "b" ä'),
        ("name: >-\n  folded\n  over\nx: 1", "folded over"),
        ("name: ''", "changed"),
        ("name: null", "changed"),
        ("named: x\n  name: inner", "changed"),
        ("\0[", "changed"),
    ],
)
def test_title(about: str, title: str, tmp_path: Path) -> None:
    """The name that a session has beside its log counts, then the title that changed last."""
    changes = [event(str(number), "session.title_changed", title=one) for number, one in enumerate(("first", "changed"))]
    log(events(tmp_path), START, ASKED, *changes)
    events(tmp_path).with_name("workspace.yaml").write_text(about, "utf-8")
    assert titles(READER, scope_at(tmp_path)) == {NAME: title}


def test_renamed(tmp_path: Path) -> None:
    """A new name makes the place another, though nothing was said."""
    log(events(tmp_path), START, ASKED)
    scope = scope_at(tmp_path)
    before = list(READER.places(scope))
    events(tmp_path).with_name("workspace.yaml").write_text("name: New\n")
    assert before != list(READER.places(scope))


def test_equal_ids(tmp_path: Path) -> None:
    """Events of two sessions that have the same ids are two events."""
    log(events(tmp_path), START, ASKED)
    log(events(tmp_path, "other"), event("0", "session.start", context={"cwd": WORKSPACE}), ASKED)
    assert read(READER, scope_at(tmp_path)) == {NAME: [("user", "asked")], "other": [("user", "asked")]}


def test_old_file(tmp_path: Path) -> None:
    """A session that was migrated into a folder counts there, its file of old does not."""
    log(tmp_path / ".copilot/session-state" / f"{NAME}.jsonl", START, ASKED, event("z", "user.message", content="old"))
    assert read(READER, scope_at(tmp_path)) == {NAME: [("user", "asked"), ("user", "old")]}
    assert told(tmp_path, ASKED) == [("user", "asked")]


def test_tools(tmp_path: Path) -> None:
    """What tools gave back is there where it is asked for."""
    result = event("3", "tool.execution_complete", toolCallId="t", result={"content": "listing"})
    assert told(tmp_path, ASKED, result, tool_output=True) == [("user", "asked"), ("tool", "listing")]
    assert told(tmp_path, ASKED, result) == [("user", "asked")]


def test_passed_over(tmp_path: Path) -> None:
    """Unknown events are counted by their type, those that are known to say nothing are not."""
    unknown = event("3", "quantum.event")
    log(events(tmp_path), START, ASKED, TURN, event("4", "hook.start"), unknown, unknown, {"type": 7}, "{x")
    assert passed_over(Collected(READER, scope_at(tmp_path)).scan()) == {"quantum.event": 2, "broken": 2}


def test_where(tmp_path: Path) -> None:
    """The environment says where it all lies, and where no event does, the file beside says in which folder."""
    log(tmp_path / "elsewhere/session-state" / NAME / "events.jsonl", ASKED)
    (tmp_path / "elsewhere/session-state" / NAME / "workspace.yaml").write_text(f"cwd: {WORKSPACE}\n")
    scope = scope_at(tmp_path, COPILOT_HOME=str(tmp_path / "elsewhere"))
    assert read(READER, scope) == {NAME: [("user", "asked")]}
