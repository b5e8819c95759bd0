"""What was said in Goose?

One database for all sessions; before 1.10 one log a session, whose first line says what it is about. Goose took the logs
over into the database and left them where they were.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Event, Mark, Place, Said, Step
from sleuth.ingest.readers.conversations.databases import (
    DatabaseReader,
    Listed,
    Reading,
    database_place,
    version_of,
)
from sleuth.ingest.readers.conversations.documents import distinct
from sleuth.ingest.readers.conversations.logs import Follower, LogReader, logs_in
from sleuth.ingest.readers.conversations.records import moment_ms, parsed, string_at, text_of
from sleuth.ingest.readers.conversations.scope import Scope

_NOT_TALK = {
    "text", "thinking", "redactedThinking", "reasoning", "toolRequest", "frontendToolRequest", "toolResponse", "image",
    "toolConfirmationRequest", "actionRequired", "systemNotification", "contextLengthExceeded", "summarizationRequested",
}  # fmt: skip
_COLUMNS = (
    "id",
    "working_dir",
    "name",
    "description",
    "session_type",
    "parent_session_id",
    "created_at",
    "updated_at",
)
_MESSAGE_COLUMNS = ("id", "message_id", "role", "content_json", "created_timestamp", "metadata_json")


class Goose:
    agent = "goose"
    name = "Goose"

    def folders(self, scope: Scope) -> list[Path]:
        if scope.environment.get("GOOSE_PATH_ROOT"):
            return [scope.at("GOOSE_PATH_ROOT") / "data" / "sessions"]
        if sys.platform == "win32":
            return [folder / "goose" / "data" / "sessions" for folder in scope.application_data("Block")]
        return [scope.data_home / "goose" / "sessions"]

    def places(self, scope: Scope) -> Iterator[Place]:
        for folder in self.folders(scope):
            if place := database_place(folder / "sessions.db"):
                yield place
            yield from logs_in(folder, "*.jsonl")

    def read(self, place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
        reader = _Sessions() if place.path.suffix == ".db" else _Logs()
        yield from reader.read(place, scope, mark)


class _Sessions(DatabaseReader):
    def listed(self, reading: Reading) -> dict[str, Listed]:
        database, scope = reading.database, reading.scope
        own = {
            row[0]: row
            for row in database.select("sessions", _COLUMNS)
            if isinstance(row[0], str) and isinstance(row[1], str) and scope.holds(row[1])
            and row[4] in ("user", "", None) and not row[5]
        }  # fmt: skip
        sizes = ("content_json", "metadata_json")
        tallies = database.tallies("messages", "session_id", own, ("id", "created_timestamp"), sizes)
        return {key: Listed(_session(*row), version_of(row, tallies.get(key))) for key, row in own.items()}

    def told(self, reading: Reading, session: Session) -> tuple[Session, list[Message]] | None:
        database, scope, passed_over = reading.database, reading.scope, reading.passed_over
        rows = database.select(
            "messages", _MESSAGE_COLUMNS, "WHERE session_id = ? ORDER BY created_timestamp, id", session.id
        )
        told: list[Message] = []
        for number, message_id, role, content, at, metadata in rows:
            blocks = parsed(content) if isinstance(content, str) else None
            if not isinstance(blocks, list):
                passed_over["broken"] += 1
            elif _is_visible(parsed(metadata) if isinstance(metadata, str) else None):
                key = message_id if isinstance(message_id, str) and message_id else f"#{number}"
                told += _said(f"{session.id} {key}", role, blocks, moment_ms(at), scope, passed_over)
        return session, list(distinct(told))


def _session(
    key: str, folder: str, name: Any, description: Any, _type: Any, _parent: Any, created: Any, updated: Any
) -> Session:
    title = next((one.strip() for one in (name, description) if isinstance(one, str) and one.strip()), None)
    return Session(
        key,
        folder,
        title,
        started_ms=moment_ms(created),
        updated_ms=moment_ms(updated),
        resume=("goose", "session", "--resume", "--session-id", key),
        rank=1,
    )


class _Logs(LogReader):
    agent = Goose.agent
    name = Goose.name

    def follower(self, place: Place, scope: Scope, state: dict[str, Any]) -> Follower:
        return _Log(place, scope, state)


class _Log(Follower):
    """The state: `folder`, `title`, times, `count` of messages."""

    @property
    def belongs(self) -> bool | None:
        folder = self.state.get("folder")
        return None if folder is None else self.scope.holds(folder)

    @property
    def _id(self) -> str:
        return self.place.path.name.removesuffix(self.place.packed).removesuffix(".jsonl")

    def sessions(self) -> list[Session]:
        state = self.state
        return [
            Session(
                self._id,
                state["folder"],
                state.get("title"),
                started_ms=state.get("started_ms"),
                updated_ms=state.get("updated_ms"),
                resume=("goose", "session", "--resume", "--session-id", self._id),
            )
        ]

    def take(self, record: dict[str, Any], offset: int) -> Iterable[Event]:  # noqa: ARG002
        if "role" not in record:
            self._head(record)
            return
        number = self.state["count"] = self.state.get("count", -1) + 1
        content = record.get("content")
        if not isinstance(content, list):
            self.passed_over["broken"] += 1
            return
        at_ms = moment_ms(record.get("created"))
        if at_ms is not None:
            self.state.setdefault("started_ms", at_ms)
            self.state["updated_ms"] = at_ms
        if _is_visible(record.get("metadata")):
            said = _said(
                f"{self._id} #{number}", record.get("role"), content, at_ms, self.scope, self.passed_over
            )
            for message in said:
                yield Said(self._id, message)

    def _head(self, record: dict[str, Any]) -> None:
        if "folder" not in self.state:
            self.state["folder"] = string_at(record, "working_dir") or ""
        if title := string_at(record, "name") or string_at(record, "description"):
            self.state["title"] = title.strip()
        if (at_ms := moment_ms(record.get("created_at"))) is not None:
            self.state.setdefault("started_ms", at_ms)


def _is_visible(metadata: Any) -> bool:
    """Whether the person sees it: what only the model gets is no talk."""
    return not (isinstance(metadata, dict) and metadata.get("userVisible") is False)


def _said(
    key: str, role: Any, blocks: list[Any], at_ms: int | None, scope: Scope, passed_over: Counter[str]
) -> Iterator[Message]:
    for number, block in enumerate(blocks):
        kind = block.get("type") if isinstance(block, dict) else None
        if kind not in _NOT_TALK:
            passed_over[str(kind)] += 1
        elif kind == "toolResponse" and scope.tool_output and (text := _result(block)):
            yield Message(f"{key}/{number}", Role.TOOL, text, at_ms)
    if role in ("user", "assistant") and (text := text_of(blocks)):
        yield Message(key, Role(role), text, at_ms)


def _result(block: dict[str, Any]) -> str:
    result = block.get("toolResult")
    value = result.get("value") if isinstance(result, dict) else None
    return text_of(value.get("content") if isinstance(value, dict) else value)


READER = Goose()
