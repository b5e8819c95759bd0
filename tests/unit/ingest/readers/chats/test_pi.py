"""What does a reader of pi's sessions make of what its sample does not show?"""

from pathlib import Path
from typing import Any

import pytest
from tests.unit.ingest.readers.chats.making import log, passed_over, read, said, scope_at, titles
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.chats.pi import READER

SESSIONS = ".pi/agent/sessions/--home-dev-acme--"


def begins(name: str = "s1", folder: str = WORKSPACE, **more: Any) -> dict[str, Any]:
    return {"type": "session", "id": name, "timestamp": "2026-08-03T09:00:00Z", "cwd": folder, **more}


def message(text: str, role: str = "user", second: int = 1, **more: Any) -> dict[str, Any]:
    return {"type": "message", "timestamp": f"2026-08-03T09:00:{second:02}Z", "message": {"role": role, "content": text}, **more}


@pytest.mark.parametrize(
    ("place", "environment"),
    [
        ("x/sessions/--home-dev-acme--/1_s1.jsonl", {"PI_CODING_AGENT_DIR": "~/x"}),
        ("x/1_s1.jsonl", {"PI_CODING_AGENT_SESSION_DIR": "~/x"}),
        ("x/--home-dev-acme--/1_s1.jsonl", {"PI_CODING_AGENT_SESSION_DIR": "~/x"}),
        (".omp/agent/sessions/--home-dev-acme--/1_s1.jsonl", {}),
        (".openclaw/agents/main/sessions/s1.jsonl", {}),
    ],
)
def test_places(place: str, environment: dict[str, str], tmp_path: Path) -> None:
    """Sessions may be moved, and others write the same logs; only pi's own are taken up by pi."""
    path = log(tmp_path / place, begins(), message("Hi"))
    (found,) = Collected(READER, scope_at(tmp_path, **environment)).scan().sessions()
    assert found["session"].resume == (("pi", "--session", str(path)) if environment else ())


def test_checkpoints(tmp_path: Path) -> None:
    """What OpenClaw keeps of a compaction is no session."""
    log(tmp_path / ".openclaw/agents/main/sessions/s1.checkpoint.2.jsonl", begins(), message("Hi"))
    assert read(READER, scope_at(tmp_path)) == {}


def test_without_ids(tmp_path: Path) -> None:
    """The oldest logs have no ids: the same words are said as often as they stand there."""
    log(tmp_path / SESSIONS / "1_s1.jsonl", begins(), message("Hi"), message("Hi"))
    assert read(READER, scope_at(tmp_path)) == {"s1": [("user", "Hi")] * 2}


def test_equal_ids(tmp_path: Path) -> None:
    """Ids are short: two sessions may have the same for different things; a fork's copies are said once."""
    log(tmp_path / SESSIONS / "1_s1.jsonl", begins(), message("Hi", id="a"), message("One", id="b", second=2))
    log(tmp_path / SESSIONS / "2_s2.jsonl", begins("s2"), message("Ho", id="a"), message("Two", id="b", second=3))
    log(
        tmp_path / SESSIONS / "3_s3.jsonl",
        begins("s3", parentSession="1_s1.jsonl"),
        message("Hi", id="a"),
        message("Three", id="c", second=9),
    )
    assert read(READER, scope_at(tmp_path)) == {
        "s1": [("user", "Hi"), ("user", "One")],
        "s2": [("user", "Ho"), ("user", "Two")],
        "s3": [("user", "Three")],
    }


def test_title(tmp_path: Path) -> None:
    """The last name counts; without it again, the first question does."""
    names = [{"type": "session_info", "name": name} for name in ("One", " Two ")]
    path = log(tmp_path / SESSIONS / "1_s1.jsonl", begins(), message("Hi"), *names)
    assert titles(READER, scope_at(tmp_path)) == {"s1": "Two"}
    log(path, begins(), message("Hi"), *names, {"type": "session_info", "name": ""})
    assert titles(READER, scope_at(tmp_path)) == {"s1": "Hi"}


def test_foreign(tmp_path: Path) -> None:
    """A session of another workspace in a folder of the same name is told by its first line."""
    log(tmp_path / SESSIONS / "1_s1.jsonl", begins(folder="/home-dev/acme"), message("Hi"), "not read")
    collected = Collected(READER, scope_at(tmp_path)).scan()
    (held,) = collected.held.values()
    assert (held.messages, held.mark and held.mark["belongs"], passed_over(collected)) == ({}, False, {})


def test_tools(tmp_path: Path) -> None:
    """Tools' results and what one's own commands put out are read where they are wanted; the unknown is counted."""
    output = {"role": "bashExecution", "command": "ls", "output": "a\n"}
    records = [
        message("38", "toolResult"),
        {"type": "message", "message": output},
        {"type": "of_2027"},
        {"type": "label"},
        message("x", "hookMessage"),
        message("x", "oracle"),
        {"type": "message", "message": 7},
    ]
    log(tmp_path / SESSIONS / "1_s1.jsonl", begins(), *records)
    assert read(READER, scope_at(tmp_path, tool_output=True)) == {"s1": [("tool", "38"), ("tool", "a")]}
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert said(collected) == {}
    assert passed_over(collected) == {"of_2027": 1, "oracle": 1, "broken": 1}


def test_times(tmp_path: Path) -> None:
    """A record without a time has that of its message."""
    record = {"type": "message", "id": "a", "message": {"role": "user", "content": "Hi", "timestamp": 1785747600000}}
    log(tmp_path / SESSIONS / "1_s1.jsonl", begins(), record)
    (one,) = Collected(READER, scope_at(tmp_path)).scan().messages()
    assert one["timestamp"] == "2026-08-03T09:00:00.000Z"
