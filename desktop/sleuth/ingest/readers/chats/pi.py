"""What was said in pi, and in those that write its logs: omp, OpenClaw?

One log a session, whose first line says where it is worked. A fork's log begins with the records of the session that
it came from. All branches of a session are kept, in the order they were written.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Event, Place, Said
from sleuth.ingest.readers.conversations.logs import Follower, LogReader, logs_in
from sleuth.ingest.readers.conversations.records import digest_of, folder_of, moment_ms, string_at, text_of
from sleuth.ingest.readers.conversations.scope import Scope

_NOT_TALK = {
    "model_change", "thinking_level_change", "compaction", "branch_summary", "custom", "custom_message", "label",
}  # fmt: skip
_SAID_BY_PROGRAM = {"custom", "hookMessage", "branchSummary", "compactionSummary"}
_SPEAKERS = {"user": Role.USER, "assistant": Role.ASSISTANT}


class Pi(LogReader):
    agent = "pi"
    name = "Pi"

    def folders(self, scope: Scope) -> list[Path]:
        return [*_own_folders(scope), scope.home / ".omp" / "agent" / "sessions", scope.home / ".openclaw" / "agents"]

    def places(self, scope: Scope) -> Iterator[Place]:
        *sessions, claws = self.folders(scope)
        for folder in sessions:
            yield from logs_in(folder, "*.jsonl")
            yield from logs_in(folder, "*/*.jsonl")
        for place in logs_in(claws, "*/sessions/*.jsonl"):
            if ".checkpoint." not in place.path.name:
                yield place

    def follower(self, place: Place, scope: Scope, state: dict[str, Any]) -> Follower:
        return _Log(place, scope, state)


def _own_folders(scope: Scope) -> list[Path]:
    """Those of pi itself; sessions stay behind where the setting has moved them."""
    usual = scope.at("PI_CODING_AGENT_DIR", ".pi", "agent") / "sessions"
    moved = [scope.at("PI_CODING_AGENT_SESSION_DIR")] if scope.environment.get("PI_CODING_AGENT_SESSION_DIR") else []
    return [*dict.fromkeys([*moved, usual])]


class _Log(Follower):
    """The state: the session's `id`, `folder`, `title`, `model`, times."""

    @property
    def belongs(self) -> bool | None:
        folder = self.state.get("folder")
        return None if folder is None else self.scope.holds(folder)

    def sessions(self) -> list[Session]:
        state, path = self.state, self.place.path
        is_pi = not self.place.packed and any(path.is_relative_to(folder) for folder in _own_folders(self.scope))
        return [
            Session(
                id=state["id"],
                folder=state["folder"],
                title=state.get("title"),
                model=state.get("model"),
                started_ms=state.get("started_ms"),
                updated_ms=state.get("updated_ms"),
                resume=("pi", "--session", str(path)) if is_pi else (),
            )
        ]

    def take(self, record: dict[str, Any], offset: int) -> Iterable[Event]:
        kind = str(record.get("type"))
        if kind == "session":
            self._begin(record)
        elif kind == "session_info":
            name = record.get("name")
            self.state["title"] = (name.strip() or None) if isinstance(name, str) else self.state.get("title")
        elif kind == "message":
            yield from self._message(record, offset)
        elif kind not in _NOT_TALK:
            self.passed_over[kind] += 1

    def _begin(self, record: dict[str, Any]) -> None:
        named = self.place.path.name.removesuffix(self.place.packed).removesuffix(".jsonl").rpartition("_")[2]
        if "id" not in self.state:
            self.state["id"] = string_at(record, "id") or named
            self.state["folder"] = folder_of(record.get("cwd"))
            self.lived(moment_ms(record.get("timestamp")))

    def _message(self, record: dict[str, Any], offset: int) -> Iterator[Event]:
        message = record.get("message")
        if "id" not in self.state or not isinstance(message, dict):
            self.passed_over["broken"] += 1
            return
        role, text = self._said(message)
        if role is None or not text:
            return
        if role is Role.ASSISTANT and (model := string_at(message, "model")):
            self.state["model"] = model
        at_ms = moment_ms(record.get("timestamp"))
        at_ms = moment_ms(message.get("timestamp")) if at_ms is None else at_ms
        self.lived(at_ms)
        own = string_at(record, "id")
        # Records that forks copy keep their id and time; ids of 8 digits may be the same by chance.
        key = f"{own} {digest_of(record.get('timestamp'), text)}" if own else f"{self.state['id']} @{offset}"
        yield Said(self.state["id"], Message(key, role, text, at_ms))

    def _said(self, message: dict[str, Any]) -> tuple[Role | None, str]:
        speaker = str(message.get("role"))
        if speaker in _SPEAKERS:
            return _SPEAKERS[speaker], text_of(message.get("content"))
        if speaker == "toolResult":
            return (Role.TOOL if self.scope.tool_output else None), text_of(message.get("content"))
        if speaker == "bashExecution":
            return (Role.TOOL if self.scope.tool_output else None), (string_at(message, "output") or "").strip()
        if speaker not in _SAID_BY_PROGRAM:
            self.passed_over[speaker] += 1
        return None, ""


READER = Pi()
