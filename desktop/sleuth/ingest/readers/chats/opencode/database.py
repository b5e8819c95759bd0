"""What was said in OpenCode since 1.2, as its database has it?

session, message, part       until 2.x, and stale from then on
session_v2, session_message  since 2.x, where a session has messages there
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.chats.opencode.parts import is_undone, said, session_of
from sleuth.ingest.readers.conversations.databases import (
    Database,
    DatabaseReader,
    Listed,
    Reading,
    version_of,
)
from sleuth.ingest.readers.conversations.records import moment_ms, parsed, string_at, text_of
from sleuth.ingest.readers.conversations.scope import Scope

_COLUMNS = ("id", "parent_id", "directory", "title", "time_created", "time_updated", "revert")
_V1, _V2 = 1, 2
_NOT_TALK = {
    "user", "assistant", "synthetic", "system", "skill", "shell", "compaction", "agent-switched", "model-switched",
    "location-switched", "idle",
}  # fmt: skip
# What a part holds is read only where it is wanted: what tools gave back may be large.
_PARTS = """
    SELECT id, message_id, time_created, kind, CASE WHEN kind IN (SELECT value FROM json_each(?2)) THEN data END
    FROM (
        SELECT CAST(id AS TEXT) AS id, CAST(message_id AS TEXT) AS message_id, time_created, CAST(data AS BLOB) AS data,
            CASE WHEN json_valid(CAST(data AS TEXT)) THEN json_extract(CAST(data AS TEXT), '$.type') END AS kind
        FROM part WHERE session_id = ?1
    )
"""


class Sessions(DatabaseReader):
    def listed(self, reading: Reading) -> dict[str, Listed]:
        database, scope = reading.database, reading.scope
        newer = {row[0]: row for row in database.select("session_v2", _COLUMNS)}
        older = {row[0]: row for row in database.select("session", _COLUMNS)}
        # Of the ids alone it cannot be told which sessions are the workspace's, but few of them are.
        own = [
            key
            for key in newer | older
            if isinstance(key, str) and any(_is_own(one.get(key), scope) for one in (newer, older))
        ]
        told = database.tallies("session_message", "session_id", own, ("time_updated", "seq"), ("data",))
        messages = database.tallies("message", "session_id", own, ("time_updated",), ("data",))
        parts = database.tallies("part", "session_id", own, ("time_updated",), ("data",))
        listed: dict[str, Listed] = {}
        for key in own:
            rank = _V2 if key in newer and (key in told or key not in older) else _V1
            row = newer[key] if rank == _V2 else older[key]
            if _is_own(row, scope):
                session = session_of(key, row[2], row[3], row[4], row[5], rank)
                version = version_of(
                    row, rank, told.get(key) if key in told else (messages.get(key), parts.get(key))
                )
                listed[key] = Listed(session, version)
        return listed

    def told(self, reading: Reading, session: Session) -> tuple[Session, list[Message]] | None:
        database, scope, passed_over = reading.database, reading.scope, reading.passed_over
        table = "session_v2" if session.rank == _V2 else "session"
        reverts = database.select(table, ("revert",), "WHERE id = ?", session.id)
        revert = parsed(reverts[0][0]) if reverts and isinstance(reverts[0][0], str) else None
        is_newer = session.rank == _V2 and database.tallies("session_message", "session_id", [session.id])
        rows = (_newer if is_newer else _older)(database, scope, session, passed_over)
        models = [model for _, model, _ in rows if model]
        kept = [message for key, _, said in rows if not is_undone(key, revert) for message in said]
        return replace(session, model=models[-1] if models else None), kept


def _is_own(row: tuple[Any, ...] | None, scope: Scope) -> bool:
    return row is not None and not row[1] and isinstance(row[2], str) and scope.holds(row[2])


Row = tuple[str, str | None, list[Message]]
"""A message's id, its model, and what it says."""


def _older(database: Database, scope: Scope, session: Session, passed_over: Counter[str]) -> list[Row]:
    parts = _parts_by_message(database, scope, session, passed_over)
    columns = ("id", "time_created", "data")
    rows: list[Row] = []
    for key, created, data in database.select(
        "message", columns, "WHERE session_id = ? ORDER BY time_created, id", session.id
    ):
        message = _record(data, passed_over)
        if message is not None:
            spoken = list(said(str(key), message, parts.get(key, []), created, scope, passed_over))
            rows.append((str(key), string_at(message, "modelID"), spoken))
    return rows


def _parts_by_message(
    database: Database, scope: Scope, session: Session, passed_over: Counter[str]
) -> dict[Any, list[dict[str, Any]]]:
    if "session_id" not in database.columns("part"):
        return {}
    wanted = '["text", "tool"]' if scope.tool_output else '["text"]'
    found: list[tuple[Any, Any, Any, dict[str, Any]]] = []
    for key, message, created, kind, data in database.rows(_PARTS, session.id, wanted):
        if kind is None:
            passed_over["broken"] += 1
            continue
        part = (parsed(data) if isinstance(data, str) else None) or {"type": kind}
        time = part.get("time")
        start = moment_ms(time.get("start")) if isinstance(time, dict) else None
        found.append(
            (start if start is not None else moment_ms(created) or 0, key, message, part | {"id": key})
        )
    parts: dict[Any, list[dict[str, Any]]] = {}
    for _, _, message, part in sorted(found, key=lambda one: (one[0], str(one[1]))):
        parts.setdefault(message, []).append(part)
    return parts


def _newer(database: Database, scope: Scope, session: Session, passed_over: Counter[str]) -> list[Row]:
    columns = ("id", "type", "time_created", "data")
    rows: list[Row] = []
    for key, kind, created, data in database.select(
        "session_message", columns, "WHERE session_id = ? ORDER BY seq", session.id
    ):
        if kind not in _NOT_TALK:
            passed_over[str(kind)] += 1
        elif (kind in ("user", "assistant") or scope.tool_output) and (
            record := _record(data, passed_over)
        ) is not None:
            time = record.get("time")
            at_ms = moment_ms(time.get("created")) if isinstance(time, dict) else None
            at_ms = moment_ms(created) if at_ms is None else at_ms
            rows.append(
                (
                    str(key),
                    string_at(record, "model", "id"),
                    list(_said(str(key), kind, record, at_ms, scope)),
                )
            )
    return rows


def _said(key: str, kind: str, record: dict[str, Any], at_ms: int | None, scope: Scope) -> Iterator[Message]:
    content = record.get("content")
    for number, item in enumerate(content if isinstance(content, list) and scope.tool_output else ()):
        if isinstance(item, dict) and item.get("type") == "tool" and (text := _result(item.get("state"))):
            yield Message(f"{key}/{number}", Role.TOOL, text, at_ms)
    if kind == "shell" and (text := (string_at(record, "output") or "").strip()):
        yield Message(key, Role.TOOL, text, at_ms)
    elif kind == "user" and (text := text_of(record.get("text"))):
        yield Message(key, Role.USER, text, at_ms)
    elif kind == "assistant" and (text := text_of(content)):
        yield Message(key, Role.ASSISTANT, text, at_ms)


def _result(state: Any) -> str:
    if not isinstance(state, dict):
        return ""
    return text_of(state.get("content")) or (string_at(state, "output") or "").strip()


def _record(data: Any, passed_over: Counter[str]) -> dict[str, Any] | None:
    record = parsed(data) if isinstance(data, str) else None
    if isinstance(record, dict):
        return record
    passed_over["broken"] += 1
    return None
