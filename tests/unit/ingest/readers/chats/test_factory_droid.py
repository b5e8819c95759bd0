"""What does a reader of Factory Droid's sessions make of what its sample does not show?"""

from pathlib import Path
from typing import Any

import pytest
from tests.unit.ingest.readers.chats.making import log, passed_over, read, scope_at, titles
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.chats.factory_droid import READER

BEGINS = {"type": "session_start", "id": "s1", "cwd": WORKSPACE}


def message(content: Any, role: str = "user", **more: Any) -> dict[str, Any]:
    return {"type": "message", "message": {"role": role, "content": content}, **more}


@pytest.mark.parametrize(
    ("titled", "title"),
    [
        ({"sessionTitle": "Own", "title": "Other"}, "Own"),
        ({"sessionTitle": "New Session", "title": "Other"}, "Other"),
        ({"sessionTitle": "", "title": "New Session"}, "Hi"),
        ({"sessionTitle": 7}, "Hi"),
    ],
)
def test_title(titled: dict[str, Any], title: str, tmp_path: Path) -> None:
    """The session's own title counts before the other; the usual one is none."""
    log(tmp_path / ".factory/sessions/s1.jsonl", {**BEGINS, **titled}, message("Hi"))
    assert titles(READER, scope_at(tmp_path)) == {"s1": title}


def test_injected(tmp_path: Path) -> None:
    """Reminders before what was typed are dropped, however many; those inside are what was typed."""
    reminder = "<system-reminder>x</system-reminder>"
    blocks = [{"type": "text", "text": reminder}, {"type": "text", "text": f"{reminder}\nWhat is {reminder}?"}]
    log(tmp_path / ".factory/sessions/a/b/s1.jsonl", BEGINS, message(blocks), message(reminder))
    assert read(READER, scope_at(tmp_path)) == {"s1": [("user", f"What is {reminder}?")]}


def test_other_logs(tmp_path: Path) -> None:
    """Exported streams lie elsewhere and are not read."""
    log(tmp_path / ".factory/projects/x/s1.jsonl", BEGINS, message("Hi"))
    assert read(READER, scope_at(tmp_path)) == {}


def test_equal_ids(tmp_path: Path) -> None:
    """Each session counts its records from one; the same words are said as often as they stand there."""
    log(tmp_path / ".factory/sessions/s1.jsonl", BEGINS, message("Hi", id="1"), message("Hi"), message("Hi"))
    log(tmp_path / ".factory/sessions/s2.jsonl", {**BEGINS, "id": "s2"}, message("Ho", id="1"))
    assert read(READER, scope_at(tmp_path)) == {"s1": [("user", "Hi")] * 3, "s2": [("user", "Ho")]}


def test_tools(tmp_path: Path) -> None:
    """Tools' results are read where they are wanted; the unknown is counted."""
    result = {"type": "tool_result", "content": [{"type": "text", "text": "38"}]}
    records = [message([result]), {"type": "of_2027"}, message("x", "oracle"), {"type": "message"}]
    log(tmp_path / ".factory/sessions/s1.jsonl", BEGINS, *records)
    assert read(READER, scope_at(tmp_path, tool_output=True)) == {"s1": [("tool", "38")]}
    assert passed_over(Collected(READER, scope_at(tmp_path)).scan()) == {"of_2027": 1, "oracle": 1, "broken": 1}
