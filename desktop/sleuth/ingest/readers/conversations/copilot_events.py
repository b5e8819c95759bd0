"""What is said in a log of Copilot's events, which its command line and its VS Code extension both write?

    {"type": "user.message", "data": {…}, "id": …} → Said, Unsaid
"""

from collections.abc import Iterable, Iterator
from typing import Any

from sleuth.domain.chats import Message, Role
from sleuth.ingest.readers.conversations.base import Event, Said, Unsaid
from sleuth.ingest.readers.conversations.logs import Follower, lines_in
from sleuth.ingest.readers.conversations.records import moment_ms, record_in, string_at

MOVES = ("session.start", "session.resume", "session.context_changed")
"""Events that say which folder a session is in."""
_NOT_TALK = (
    "assistant.turn_start", "assistant.turn_end", "assistant.reasoning", "assistant.idle", "assistant.intent",
    "assistant.usage", "abort", "system.message", "system.notification",
)  # fmt: skip
_NOT_TALK_OF = ("session.", "tool.", "subagent.", "hook.", "skill.")
_NOT_TYPED_SOURCES = ("skill-", "agent-")
_NOT_TYPED = "<skill-context"


class CopilotEvents(Follower):
    """The state: `session`, `folder`, `title`, `model`, times; of all that is said, [offset, key] in `said`."""

    @property
    def session(self) -> str:
        """The id that the log gives it, else the place's own."""
        return self.state.get("session") or self.name

    @property
    def name(self) -> str:
        """What the session is called where the log does not say."""
        return self.place.path.name.removesuffix(self.place.packed).removesuffix(".jsonl")

    def take(self, record: dict[str, Any], offset: int) -> Iterable[Event]:
        kind, data = record.get("type"), record.get("data")
        data = data if isinstance(data, dict) else {}
        if not isinstance(kind, str):
            self.passed_over["broken"] += 1
            return ()
        self._note(kind, data, moment_ms(record.get("timestamp")))
        if kind == "user.message":
            return self._said(record, offset, Role.USER, _typed(data))
        if kind == "assistant.message":
            text = "" if data.get("parentToolCallId") else string_at(data, "content") or ""
            return self._said(record, offset, Role.ASSISTANT, text)
        if kind == "tool.execution_complete":
            text = string_at(data, "result", "content") or "" if self.scope.tool_output else ""
            return self._said(record, offset, Role.TOOL, "" if data.get("parentToolCallId") else text)
        if kind == "session.snapshot_rewind":
            return self._rewind(string_at(data, "upToEventId"), offset)
        self.passed_over[kind] += kind not in _NOT_TALK and not kind.startswith(_NOT_TALK_OF)
        return ()

    def _note(self, kind: str, data: dict[str, Any], at_ms: int | None) -> None:
        """What an event tells of its session."""
        state = self.state
        if kind == "session.start" and (session := string_at(data, "sessionId")):
            state.setdefault("session", session)
        if kind in MOVES and (folder := folder_in(data)):
            state["folder"] = folder
        if kind == "session.title_changed" and (title := (string_at(data, "title") or "").strip()):
            state["title"] = title
        if model := string_at(data, "newModel") or string_at(data, "selectedModel"):
            state["model"] = model
        if at_ms is not None:
            state.setdefault("started_ms", at_ms)
            state["updated_ms"] = max(at_ms, state.get("updated_ms", at_ms))

    def _said(self, record: dict[str, Any], offset: int, role: Role, text: str) -> Iterator[Event]:
        text = text.strip()
        if not text or record.get("agentId"):
            return
        key = string_at(record, "id") or f"@{offset}"
        self.state.setdefault("said", []).append([offset, key])
        yield Said(self.session, Message(self._id(key), role, text, moment_ms(record.get("timestamp"))))

    def _id(self, key: str) -> str:
        """Events are numbered in each log anew by some versions, so that an id is one with its session's alone."""
        return f"{self.session}/{key}"

    def _rewind(self, target: str | None, offset: int) -> Iterator[Event]:
        """Takes back an event and all after it."""
        begin = self._offset_of(target, offset) if target else None
        if begin is None:
            return
        said = self.state.get("said", [])
        while said and said[-1][0] >= begin:
            yield Unsaid(self.session, self._id(said.pop()[1]))

    def _offset_of(self, target: str, until: int) -> int | None:
        """Where an event lies: known of what is said; the log is looked through for others, since rewinds are few."""
        for begin, key in self.state.get("said", ()):
            if key == target:
                return int(begin)
        wanted = target.encode()
        for begin, line in lines_in(self.place):
            if begin >= until:
                break
            if wanted in line and (record := record_in(line)) and record.get("id") == target:
                return begin
        return None


def folder_in(data: dict[str, Any]) -> str | None:
    """The folder that an event of `MOVES` tells."""
    return string_at(data, "context", "cwd") or string_at(data, "cwd")


def _typed(data: dict[str, Any]) -> str:
    """What a person typed of a user's message; empty where it is nothing."""
    text, source = string_at(data, "content") or "", string_at(data, "source") or ""
    if source.startswith(_NOT_TYPED_SOURCES) or data.get("isAutopilotContinuation"):
        return ""
    return "" if text.lstrip().startswith(_NOT_TYPED) else text
