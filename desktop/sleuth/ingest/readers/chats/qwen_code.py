"""What was said in Qwen Code?

One log a session, below a folder named after where it was started. A branch holds copies of what it came from, with
the same `uuid`. Rewinds cannot be mapped to records, so what was rewound stays.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Event, Place, Said
from sleuth.ingest.readers.conversations.documents import document_in
from sleuth.ingest.readers.conversations.logs import Follower, LogReader, logs_in
from sleuth.ingest.readers.conversations.records import moment_ms, parts_text, responses_text, string_at
from sleuth.ingest.readers.conversations.scope import Scope

_SESSION_ID = re.compile(r"[0-9a-fA-F-]{32,36}")
_TYPED_PROVENANCES = (None, "real_user")
_TYPED_SUBTYPES = (None, "mid_turn_user_message")


class QwenCode(LogReader):
    agent = "qwen-code"
    name = "Qwen Code"

    def folders(self, scope: Scope) -> list[Path]:
        home = scope.at("QWEN_HOME", ".qwen")
        if scope.environment.get("QWEN_RUNTIME_DIR"):
            bases = [scope.at("QWEN_RUNTIME_DIR")]
        else:
            # That the setting is named so was not seen, so the usual folder is looked into as well.
            bases = [*_set_folders(home, scope), home]
        return [base / "projects" for base in dict.fromkeys(bases)]

    def places(self, scope: Scope) -> Iterator[Place]:
        for folder in self.folders(scope):
            for place in logs_in(folder, "*/chats/*.jsonl"):
                if _SESSION_ID.fullmatch(_name(place)):
                    yield place

    def follower(self, place: Place, scope: Scope, state: dict[str, Any]) -> Follower:
        return _Chat(place, scope, state)


class _Chat(Follower):
    """The state: `folder`, `title`, `model`, times."""

    @property
    def belongs(self) -> bool | None:
        folder = self.state.get("folder")
        return None if folder is None else self.scope.holds(folder)

    def sessions(self) -> list[Session]:
        state, name = self.state, _name(self.place)
        return [
            Session(
                id=name,
                folder=state["folder"],
                title=state.get("title"),
                model=state.get("model"),
                started_ms=state.get("started_ms"),
                updated_ms=state.get("updated_ms"),
                resume=("qwen", "--resume", name),
            )
        ]

    def take(self, record: dict[str, Any], offset: int) -> Iterable[Event]:
        self._note(record)
        kind = record.get("type")
        if kind == "user":
            return self._said(record, offset, Role.USER, _typed(record))
        if kind == "assistant":
            return self._said(record, offset, Role.ASSISTANT, _parts(record))
        if kind == "tool_result":
            text = responses_text(_message(record).get("parts")) if self.scope.tool_output else ""
            return self._said(record, offset, Role.TOOL, text)
        if kind != "system":
            self.passed_over[str(kind)] += 1
        return ()

    def _note(self, record: dict[str, Any]) -> None:
        """What any record tells of its session."""
        state = self.state
        if folder := string_at(record, "cwd"):
            state.setdefault("folder", folder)
        if record.get("subtype") == "custom_title" and (title := string_at(record, "systemPayload", "customTitle")):
            state["title"] = title
        if model := string_at(record, "model"):
            state["model"] = model
        if (at_ms := moment_ms(record.get("timestamp"))) is not None:
            state.setdefault("started_ms", at_ms)
            state["updated_ms"] = max(at_ms, state.get("updated_ms", at_ms))

    def _said(self, record: dict[str, Any], offset: int, role: Role, text: str) -> Iterable[Event]:
        if not text or record.get("isSidechain"):
            return ()
        session = _name(self.place)
        copied = string_at(record, "forkedFrom", "messageUuid")
        key = copied or string_at(record, "uuid") or f"{session}@{offset}"
        return [Said(session, Message(key, role, text, moment_ms(record.get("timestamp"))))]


def _name(place: Place) -> str:
    return place.path.name.removesuffix(place.packed).removesuffix(".jsonl")


def _message(record: dict[str, Any]) -> dict[str, Any]:
    message = record.get("message")
    return message if isinstance(message, dict) else {}


def _parts(record: dict[str, Any]) -> str:
    return parts_text(_message(record).get("parts"), "\n\n")


def _typed(record: dict[str, Any]) -> str:
    """What a person typed of a user's record; empty where it is nothing."""
    provenance, subtype = record.get("provenance"), record.get("subtype")
    if provenance not in _TYPED_PROVENANCES or subtype not in _TYPED_SUBTYPES:
        return ""
    payload = record.get("systemPayload")
    shown = payload.get("displayText") if isinstance(payload, dict) else None
    return shown.strip() if isinstance(shown, str) else _parts(record)


def _set_folders(home: Path, scope: Scope) -> Iterator[Path]:
    """Where the settings, the workspace's own before the person's, say that chats are kept."""
    for settings in (scope.root / ".qwen" / "settings.json", home / "settings.json"):
        try:
            folder = string_at(document_in(settings), "advanced", "runtimeOutputDir")
        except OSError:
            continue
        if folder:
            yield scope.root / scope.expanded(folder)


READER = QwenCode()
