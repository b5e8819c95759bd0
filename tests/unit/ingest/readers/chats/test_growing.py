"""Does a store that is read while it grows yield what one reading at the end does, and a broken one nothing worse?"""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from tests.unit.ingest.readers.conversations.collecting import Collected, sample_scope

from sleuth.ingest.readers.registry import chat_readers

READERS = {reader.agent: reader for reader in chat_readers()}
LOGS = (
    "antigravity", "claude-code", "codex", "copilot-cli", "factory-droid", "gemini-cli", "grok-build", "kimi-code", "pi", "qwen-code",
    "vscode-copilot-chat",
)  # fmt: skip
DOCUMENTS = ("amp", "cline", "continue", "roo-code")
PARTS = 23
WRONG = (None, 7, -1, True, "text", "", [], [[{"text": 1}]], {}, {"a": []}, 1e308, "\ud800")


@pytest.mark.parametrize("agent", LOGS)
def test_growing(agent: str, shared_folder: Path, tmp_path: Path) -> None:
    """Logs that are read again and again as their bytes come yield the same messages as whole ones."""
    scope = sample_scope(shared_folder / "samples", agent, tmp_path)
    whole = Collected(READERS[agent], scope).scan()
    contents = {path: path.read_bytes() for path in scope.home.rglob("*.jsonl")}
    growing = Collected(READERS[agent], scope)
    for part in range(1, PARTS + 1):
        for path, content in contents.items():
            path.write_bytes(content[: len(content) * part // PARTS])
        growing.scan()
    assert sorted(growing.messages(), key=repr) == sorted(whole.messages(), key=repr)
    assert {one["title"] for one in growing.sessions()} == {one["title"] for one in whole.sessions()}


@pytest.mark.parametrize("agent", LOGS + DOCUMENTS)
def test_wrong_types(agent: str, shared_folder: Path, tmp_path: Path) -> None:
    """Values of any wrong type at any place of a record are passed over, never raised."""
    scope = sample_scope(shared_folder / "samples", agent, tmp_path)
    contents = {path: path.read_bytes() for path in [*scope.home.rglob("*.jsonl"), *scope.home.rglob("*.json")]}
    chance = random.Random(17)
    for _ in range(60):
        for path, content in contents.items():
            parts = content.split(b"\n") if path.suffix == ".jsonl" else [content]
            path.write_bytes(b"\n".join(_broken(part, chance) for part in parts))
        Collected(READERS[agent], scope).scan().messages()


def _broken(record: bytes, chance: random.Random) -> bytes:
    """The same record with one of its values of another type."""
    try:
        value: Any = json.loads(record)
    except ValueError:
        return record
    inside = value
    while isinstance(inside, dict | list) and inside:
        key = chance.choice(list(inside) if isinstance(inside, dict) else range(len(inside)))
        if not isinstance(inside[key], dict | list) or chance.random() < 0.3:
            inside[key] = chance.choice(WRONG)
            break
        inside = inside[key]
    return json.dumps(value).encode()
