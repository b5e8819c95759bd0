"""What a scan makes of the steps of a reader, without an index: for tests of readers alone."""

import json
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Session
from sleuth.ingest.readers.conversations.base import (
    Began,
    ChatReader,
    Mark,
    Only,
    Restarted,
    Said,
    Sessions,
    Unsaid,
)
from sleuth.ingest.readers.conversations.owners import Copy, owners, second_copies
from sleuth.ingest.readers.conversations.scope import Scope

WORKSPACE = "/home/dev/acme"


@dataclass
class Held:
    """What one place holds."""

    mark: Mark | None = None
    sessions: dict[str, Session] = field(default_factory=dict)
    messages: dict[str, dict[str, Message]] = field(default_factory=dict)
    passed_over: Counter[str] = field(default_factory=Counter)
    error: str | None = None


class Collected:
    """All that a reader has told of a workspace, taken in as the product does; may be asked again as places grow."""

    def __init__(self, reader: ChatReader, scope: Scope) -> None:
        self.reader, self.scope = reader, scope
        self.held: dict[str, Held] = {}

    def scan(self) -> "Collected":
        for place in self.reader.places(self.scope):
            held = self.held.setdefault(place.key, Held())
            try:
                for step in self.reader.read(place, self.scope, held.mark):
                    json.dumps(step.mark)  # it must be JSON
                    held.mark = json.loads(json.dumps(step.mark))
                    held.passed_over += step.passed_over
                    for event in step.events:
                        _take(held, event)
            except OSError as error:
                held.error = str(error)
        return self

    def sessions(self) -> list[dict[str, Any]]:
        """As `expected.json` lists them, those that have messages."""
        return [
            {"session_id": session.id, "title": _title(session, messages), "message_count": len(messages), "session": session}
            for session, messages in self._counting()
        ]

    def messages(self) -> list[dict[str, Any]]:
        return [
            {
                "session_id": session.id,
                "title": _title(session, messages),
                "role": message.role.value,
                "text": message.text,
                "timestamp": _iso(message.at_ms),
                "seq": seq,
            }
            for session, messages in self._counting()
            for seq, message in enumerate(messages)
        ]

    def _counting(self) -> list[tuple[Session, list[Message]]]:
        copies = {
            Copy(
                name,
                key,
                session.rank,
                session.updated_ms,
                tuple((one.id, one.at_ms) for one in held.messages.get(name, {}).values()),
            ): (session, held.messages.get(name, {}))
            for key, held in self.held.items()
            for name, session in held.sessions.items()
        }
        first = copies.keys() - second_copies(copies)
        owner = owners(first)
        counting = []
        for copy in first:
            session, messages = copies[copy]
            own = [message for message in messages.values() if owner.get(message.id, session.id) == session.id]
            if own:
                counting.append((session, own))
        return counting


def _take(held: Held, event: object) -> None:
    match event:
        case Began(session):
            held.sessions[session.id] = session
        case Said(session, message):
            held.messages.setdefault(session, {})[message.id] = message
        case Unsaid(session, message):
            held.messages.get(session, {}).pop(message, None)
        case Only(session, messages):
            held.messages[session] = {message.id: message for message in messages}
        case Restarted():
            held.sessions.clear()
            held.messages.clear()
        case Sessions(ids):
            held.sessions = {name: one for name, one in held.sessions.items() if name in ids}
            held.messages = {name: one for name, one in held.messages.items() if name in ids}


def _title(session: Session, messages: list[Message]) -> str:
    return session.title or next((one.text for one in messages if one.role.value == "user"), messages[0].text)


def _iso(at_ms: int | None) -> str | None:
    if at_ms is None:
        return None
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def sample_scope(samples: Path, agent: str, tmp_path: Path) -> Scope:
    """A copy of a sample's home folder, its databases made, as the scope of its workspace."""
    home = tmp_path / "home"
    shutil.copytree(samples / agent / "home", home)
    maker = samples / agent / "make_db.py"
    if maker.exists() and agent != "opencode":  # whose database ships with a log that only a live writer leaves
        subprocess.run([sys.executable, str(maker), str(home)], check=True, capture_output=True)
    return Scope(root=home / "acme", folders=(WORKSPACE,), home=home)


def with_tools(scope: Scope) -> Scope:
    return replace(scope, tool_output=True)
