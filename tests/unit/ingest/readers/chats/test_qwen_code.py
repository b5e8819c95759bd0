"""What does a reader of Qwen Code's chats make of what its sample does not show?"""

from pathlib import Path
from typing import Any

import pytest
from tests.unit.ingest.readers.chats.making import document, log, passed_over, read, said, scope_at, titles
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.chats.qwen_code import READER

NAME = "aaaaaaaa-0000-4000-8000-000000000001"
CHAT = f"projects/-home-dev-acme/chats/{NAME}.jsonl"


def record(uuid: str, kind: str = "user", text: str = "", **more: Any) -> dict[str, Any]:
    parts = [{"text": text}] if text else []
    return {"uuid": uuid, "type": kind, "cwd": WORKSPACE, "message": {"parts": parts}, **more}


@pytest.mark.parametrize(
    "more",
    [
        {"subtype": "notification"},
        {"subtype": "cron"},
        {"provenance": "system"},
        {"provenance": ["real_user"]},
        {"isSidechain": True},
        {"systemPayload": {"displayText": " "}},
    ],
)
def test_not_typed(more: dict[str, Any], tmp_path: Path) -> None:
    """What the program says in a person's name is not theirs."""
    log(tmp_path / ".qwen" / CHAT, record("1", text="asked"), record("2", text="injected", **more))
    assert read(READER, scope_at(tmp_path)) == {NAME: [("user", "asked")]}


def test_branch(tmp_path: Path) -> None:
    """A branch's copies count in what it came from, and its title is its own."""
    other = NAME[:-1] + "2"
    title = {"uuid": "t", "type": "system", "subtype": "custom_title", "systemPayload": {"customTitle": "Branch"}}
    log(tmp_path / ".qwen" / CHAT, record("1", text="asked"), record("2", "assistant", "answered"))
    log(
        tmp_path / ".qwen" / CHAT.replace(NAME, other),
        record("1b", text="asked", forkedFrom={"sessionId": NAME, "messageUuid": "1"}),
        record("3", text="elsewhere"),
        title,
    )
    assert read(READER, scope_at(tmp_path))[other] == [("user", "elsewhere")]
    assert titles(READER, scope_at(tmp_path)) == {NAME: "asked", other: "Branch"}


def test_same_words(tmp_path: Path) -> None:
    """The same said twice without an id is said twice."""
    unnamed = {key: value for key, value in record("", text="again").items() if key != "uuid"}
    log(tmp_path / ".qwen" / CHAT, unnamed, unnamed)
    assert read(READER, scope_at(tmp_path)) == {NAME: [("user", "again")] * 2}


def test_tools(tmp_path: Path) -> None:
    """What tools gave back is there where it is asked for."""
    result = record("2", "tool_result")
    result["message"]["parts"] = [{"functionResponse": {"response": {"output": "listing"}}}]
    log(tmp_path / ".qwen" / CHAT, record("1", text="asked"), result)
    assert read(READER, scope_at(tmp_path, tool_output=True)) == {NAME: [("user", "asked"), ("tool", "listing")]}
    assert read(READER, scope_at(tmp_path)) == {NAME: [("user", "asked")]}


def test_where(tmp_path: Path) -> None:
    """Chats are where the environment, the settings or the home folder say."""
    log(tmp_path / "runtime" / CHAT, record("1", text="in runtime"))
    assert read(READER, scope_at(tmp_path, QWEN_RUNTIME_DIR=str(tmp_path / "runtime"))) == {
        NAME: [("user", "in runtime")]
    }
    assert read(READER, scope_at(tmp_path, QWEN_HOME=str(tmp_path / "runtime"))) == {NAME: [("user", "in runtime")]}
    assert read(READER, scope_at(tmp_path)) == {}
    document(tmp_path / ".qwen" / "settings.json", {"advanced": {"runtimeOutputDir": "~/runtime"}})
    assert read(READER, scope_at(tmp_path)) == {NAME: [("user", "in runtime")]}


def test_other_files(tmp_path: Path) -> None:
    """A file that is not named after a session is none, and a record of a new type is counted."""
    log(tmp_path / ".qwen" / CHAT.replace(NAME, "notes"), record("1", text="no chat"))
    log(tmp_path / ".qwen" / CHAT, record("1", "from_2027"), record("2", text="asked"), "{broken")
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert said(collected) == {NAME: [("user", "asked")]}
    assert passed_over(collected) == {"from_2027": 1, "broken": 1}
