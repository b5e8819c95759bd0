"""What does a reader of Antigravity's transcripts make of what its sample does not show?"""

from pathlib import Path
from typing import Any

import pytest
from tests.unit.ingest.readers.chats.making import document, log, passed_over, read, said, scope_at
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.chats.antigravity import READER

PROFILE = ".gemini/antigravity"


def step(text: str, source: str = "USER_EXPLICIT", **more: Any) -> dict[str, Any]:
    return {"source": source, "content": text, **more}


def transcript(home: Path, *records: Any, profile: str = PROFILE, name: str = "transcript_full.jsonl") -> Path:
    return log(home / profile / "brain/c1/.system_generated/logs" / name, *records)


def prompts(home: Path, *workspaces: str, profile: str = PROFILE) -> Path:
    entries = [{"display": "x", "workspace": workspace, "conversationId": "c1"} for workspace in workspaces]
    return log(home / profile / "history.jsonl", {"display": "x"}, 7, *entries)


@pytest.mark.parametrize("profile", [".gemini/antigravity", ".gemini/antigravity-cli", ".gemini/antigravity-ide"])
def test_profiles(profile: str, tmp_path: Path) -> None:
    """Each profile has its own conversations."""
    transcript(tmp_path, step("Hi"), profile=profile)
    prompts(tmp_path, f"file://{WORKSPACE}", profile=profile)
    assert read(READER, scope_at(tmp_path)) == {"c1": [("user", "Hi")]}


def test_transcripts(tmp_path: Path) -> None:
    """The one that is cut short counts where there is no whole one, or nothing in it yet."""
    prompts(tmp_path, WORKSPACE)
    transcript(tmp_path, step("Cut"), name="transcript.jsonl")
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert said(collected) == {"c1": [("user", "Cut")]}
    transcript(tmp_path)
    assert said(collected.scan()) == {"c1": [("user", "Cut")]}
    transcript(tmp_path, step("Cut off"))
    assert said(collected.scan()) == {"c1": [("user", "Cut off")]}


def test_workspace(tmp_path: Path) -> None:
    """Where a conversation first was counts; one of which nothing is known waits until it is."""
    transcript(tmp_path, step("Hi"))
    collected = Collected(READER, scope_at(tmp_path)).scan()
    prompts(tmp_path, "/home/dev/acme-old", WORKSPACE)
    assert said(collected.scan()) == {}
    prompts(tmp_path, WORKSPACE, "/home/dev/acme-old")
    assert said(collected.scan()) == {"c1": [("user", "Hi")]}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("conversation_metadata.json", {"conversations": {"c1": {"summary": {"WorkspaceURIs": [7, f"file://{WORKSPACE}"]}}}}),
        ("last_conversations.json", {WORKSPACE: "c1", "/x": 7}),
    ],
)
def test_caches(name: str, value: Any, tmp_path: Path) -> None:
    """Where no prompt tells, what is remembered of the conversations does."""
    transcript(tmp_path, step("Hi"))
    document(tmp_path / PROFILE / "cache" / name, value)
    assert read(READER, scope_at(tmp_path)) == {"c1": [("user", "Hi")]}


@pytest.mark.parametrize(
    "text",
    [
        "<USER_REQUEST>Hi<ADDITIONAL_METADATA>{}</ADDITIONAL_METADATA></USER_REQUEST>",
        "<USER_SETTINGS_CHANGE>\nx\n</USER_SETTINGS_CHANGE>\n<USER_REQUEST>\nHi\n</USER_REQUEST>\n<ADDITIONAL_METADATA>\nx",
        "Comments on artifact URI: file:///x\nHi",
        " Hi ",
    ],
)
def test_typed(text: str, tmp_path: Path) -> None:
    """What the program puts around and into what was typed is dropped."""
    prompts(tmp_path, WORKSPACE)
    transcript(tmp_path, step(text), step("<ADDITIONAL_METADATA>x</ADDITIONAL_METADATA>"))
    assert read(READER, scope_at(tmp_path)) == {"c1": [("user", "Hi")]}


def test_steps(tmp_path: Path) -> None:
    """Only the planner's answers are said; a step that is written again is said once, as it was last."""
    prompts(tmp_path, WORKSPACE)
    records = [
        step("Hal", "MODEL", type="PLANNER_RESPONSE", step_index=1),
        step("Half", "MODEL", type="PLANNER_RESPONSE", step_index=1),
        step("Half", "MODEL"),
        step("38", "MODEL", type="RUN_COMMAND"),
        step("x", "SYSTEM"),
        step("x", "OF_2027"),
        {"content": "x"},
    ]
    transcript(tmp_path, *records)
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert said(collected) == {"c1": [("assistant", "Half"), ("assistant", "Half")]}
    assert passed_over(collected) == {"OF_2027": 1, "broken": 1}
    assert ("tool", "38") in read(READER, scope_at(tmp_path, tool_output=True))["c1"]
