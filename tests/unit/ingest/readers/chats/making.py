"""Small stores for tests of agents' readers, and what such a reader makes of them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.conversations.base import ChatReader
from sleuth.ingest.readers.conversations.scope import Scope

Said = list[tuple[str, str]]


def scope_at(home: Path, tool_output: bool = False, **environment: str) -> Scope:
    return Scope(home / "acme", (WORKSPACE,), home, environment, tool_output)


def log(path: Path, *records: Any, tail: str = "") -> Path:
    """A log of these records; what is a string already is a line as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
    path.write_text("".join(f"{line}\n" for line in lines) + tail, "utf-8")
    return path


def document(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), "utf-8")
    return path


def said(collected: Collected) -> dict[str, Said]:
    """Who said what, by session."""
    told: dict[str, Said] = {}
    for one in collected.messages():
        told.setdefault(one["session_id"], []).append((one["role"], one["text"]))
    return told


def read(reader: ChatReader, scope: Scope) -> dict[str, Said]:
    return said(Collected(reader, scope).scan())


def titles(reader: ChatReader, scope: Scope) -> dict[str, str]:
    return {one["session_id"]: one["title"] for one in Collected(reader, scope).scan().sessions()}


def passed_over(collected: Collected) -> Mapping[str, int]:
    total: dict[str, int] = {}
    for held in collected.held.values():
        for kind, count in held.passed_over.items():
            total[kind] = total.get(kind, 0) + count
    return {kind: count for kind, count in total.items() if count}
