"""What was said in Factory Droid?

One log a session, whose first record says where it is worked; newer versions have a folder a workspace around them.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Event, Place, Said
from sleuth.ingest.readers.conversations.logs import Follower, LogReader, logs_in
from sleuth.ingest.readers.conversations.records import digest_of, folder_of, moment_ms, string_at, text_of
from sleuth.ingest.readers.conversations.scope import Scope

_INJECTED = re.compile(r"\s*<system-reminder>.*?</system-reminder>", re.DOTALL)
_NO_TITLE = "New Session"
_NOT_TALK = {"todo_state", "compaction", "compaction_state", "session_end"}


class FactoryDroid(LogReader):
    agent = "factory-droid"
    name = "Factory Droid"

    def folders(self, scope: Scope) -> list[Path]:
        return [scope.home / ".factory" / "sessions"]

    def places(self, scope: Scope) -> Iterator[Place]:
        for folder in self.folders(scope):
            yield from logs_in(folder, "**/*.jsonl")

    def follower(self, place: Place, scope: Scope, state: dict[str, Any]) -> Follower:
        return _Log(place, scope, state)


class _Log(Follower):
    """The state: the session's `id`, `folder`, what it is `titled` as, `model`, times."""

    @property
    def belongs(self) -> bool | None:
        folder = self.state.get("folder")
        return None if folder is None else self.scope.holds(folder)

    def sessions(self) -> list[Session]:
        state = self.state
        titled = [state.get("titled", {}).get(key) for key in ("sessionTitle", "title")]
        return [
            Session(
                id=self._id,
                folder=state["folder"],
                title=next((title for title in titled if title and title != _NO_TITLE), None),
                model=state.get("model"),
                started_ms=state.get("started_ms"),
                updated_ms=state.get("updated_ms"),
                resume=("droid", "--resume", self._id),
            )
        ]

    @property
    def _id(self) -> str:
        return str(self.state.get("id") or self.place.path.name.removesuffix(self.place.packed).removesuffix(".jsonl"))

    def take(self, record: dict[str, Any], offset: int) -> Iterable[Event]:
        kind = str(record.get("type"))
        if kind == "session_start":
            self._begin(record)
        elif kind == "message":
            yield from self._message(record, offset)
        elif kind not in _NOT_TALK:
            self.passed_over[kind] += 1

    def _begin(self, record: dict[str, Any]) -> None:
        state = self.state
        if not state.get("folder"):
            state["id"] = string_at(record, "id") or self._id
            state["folder"] = folder_of(record.get("cwd"))
        for key in ("sessionTitle", "title"):
            if title := (string_at(record, key) or "").strip():
                state.setdefault("titled", {})[key] = title
        self.lived(moment_ms(record.get("timestamp")))

    def _message(self, record: dict[str, Any], offset: int) -> Iterator[Event]:
        message = record.get("message")
        role = message.get("role") if isinstance(message, dict) else None
        if not isinstance(message, dict) or role not in ("user", "assistant"):
            self.passed_over["broken" if role is None else str(role)] += role != "system"
            return
        at_ms, content = moment_ms(record.get("timestamp")), message.get("content")
        self.lived(at_ms)
        if self.scope.tool_output:
            yield from self._results(content, record, offset, at_ms)
        text = text_of(content)
        while role == "user" and (injected := _INJECTED.match(text)):
            text = text[injected.end() :].strip()
        if role == "assistant" and (model := string_at(message, "model") or string_at(record, "model")):
            self.state["model"] = model
        if text:
            yield Said(self._id, Message(self._key(record, offset, text), Role(role), text, at_ms))

    def _results(self, content: Any, record: dict[str, Any], offset: int, at_ms: int | None) -> Iterator[Event]:
        for number, block in enumerate(content if isinstance(content, list) else ()):
            if isinstance(block, dict) and block.get("type") == "tool_result" and (text := text_of(block.get("content"))):
                key = f"{self._key(record, offset, text)}.{number}"
                yield Said(self._id, Message(key, Role.TOOL, text, at_ms))

    def _key(self, record: dict[str, Any], offset: int, text: str) -> str:
        """The same in every copy; each session counts its records from one."""
        own = string_at(record, "id")
        return f"{own} {digest_of(record.get('timestamp'), text)}" if own else f"{self._id} @{offset}"


READER = FactoryDroid()
