"""What was said in Zed's agent panel?

One row a thread, the whole of it in one document that Zed packs and writes anew. Agents of others that run inside Zed
keep their chats in places of their own.
"""

import io
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Place
from sleuth.ingest.readers.conversations.databases import (
    DatabaseReader,
    Listed,
    Reading,
    database_place,
    version_of,
)
from sleuth.ingest.readers.conversations.records import moment_ms, record_in, string_at, text_of
from sleuth.ingest.readers.conversations.scope import Scope

_LARGEST_UNPACKED = 256 * 1024 * 1024
_ROLES = {"User": Role.USER, "Agent": Role.ASSISTANT, "user": Role.USER, "assistant": Role.ASSISTANT}
_NOT_TALK = {"Resume", "system"}
_COLUMNS = ("id", "summary", "updated_at", "created_at", "parent_id", "folder_paths", "folder_paths_order")


class Zed(DatabaseReader):
    agent = "zed"
    name = "Zed"

    def folders(self, scope: Scope) -> list[Path]:
        if sys.platform == "win32":
            data = scope.at("LOCALAPPDATA", "AppData", "Local") / "Zed"
        elif sys.platform == "darwin":
            data = scope.home / "Library" / "Application Support" / "Zed"
        elif scope.environment.get("FLATPAK_XDG_DATA_HOME"):
            data = scope.at("FLATPAK_XDG_DATA_HOME") / "zed"
        else:
            data = scope.data_home / "zed"
        return [data / "threads"]

    def places(self, scope: Scope) -> Iterator[Place]:
        for folder in self.folders(scope):
            if place := database_place(folder / "threads.db"):
                yield place

    def listed(self, reading: Reading) -> dict[str, Listed]:
        database, scope = reading.database, reading.scope
        listed: dict[str, Listed] = {}
        own = [
            (row, folder)
            for row in database.select("threads", _COLUMNS)
            if isinstance(row[0], str) and not row[4] and (folder := _folder(row[5], row[6], scope))
        ]
        tallies = database.tallies("threads", "id", [row[0] for row, _ in own], (), ("data",))
        for row, folder in own:
            key, summary, updated, created = row[:4]
            title = summary if isinstance(summary, str) and summary.strip() else None
            session = Session(
                key, folder, title, started_ms=moment_ms(created), updated_ms=moment_ms(updated)
            )
            listed[key] = Listed(session, version_of(row, tallies.get(key)))
        return listed

    def told(self, reading: Reading, session: Session) -> tuple[Session, list[Message]] | None:
        database, scope, passed_over = reading.database, reading.scope, reading.passed_over
        rows = database.raw_rows(
            "SELECT CAST(data_type AS TEXT), CAST(data AS BLOB) FROM threads WHERE id = ?", session.id
        )
        if not rows:
            return None
        kind, data = rows[0]
        thread = _thread(kind, data, passed_over)
        if thread is None:
            return None
        messages = thread.get("messages")
        told = [
            message
            for number, one in enumerate(messages if isinstance(messages, list) else ())
            for message in _said(f"{session.id}#{number}", one, scope, passed_over)
        ]
        title = string_at(thread, "title") or string_at(thread, "summary") or session.title
        return replace(session, title=title, model=string_at(thread, "model", "model")), told


def _folder(paths: Any, order: Any, scope: Scope) -> str | None:
    """The first of a thread's folders, as the person ordered them, that belongs to the workspace."""
    if not isinstance(paths, str):
        return None
    listed = paths.split("\n")
    numbers = (
        [int(one) for one in order.split(",") if one.strip().isdecimal()] if isinstance(order, str) else []
    )
    ordered = [listed[number] for number in numbers if number < len(listed)]
    return next((path for path in (*ordered, *listed) if scope.holds(path)), None)


def _thread(kind: Any, data: Any, passed_over: Counter[str]) -> dict[str, Any] | None:
    if kind not in ("json", "zstd"):
        passed_over[f"data type {kind}"] += 1
        return None
    unpacked = _unpacked(data) if kind == "zstd" and isinstance(data, bytes) else data
    thread = record_in(unpacked) if isinstance(unpacked, bytes) else None
    passed_over["broken"] += thread is None
    return thread


def _unpacked(data: bytes) -> bytes | None:
    import zstandard

    try:
        with zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data), read_across_frames=True) as stream:
            unpacked = stream.read(_LARGEST_UNPACKED + 1)
    except zstandard.ZstdError:
        return None
    return unpacked if len(unpacked) <= _LARGEST_UNPACKED else None


def _said(key: str, message: Any, scope: Scope, passed_over: Counter[str]) -> Iterator[Message]:
    """What one message of a thread says: `{"User": {…}}`, or with a role and segments, as it was written before."""
    kind, body = _opened(message)
    if kind not in _ROLES or not isinstance(body, dict):
        if kind not in _NOT_TALK:
            passed_over[kind] += 1
        return
    text = _texts(body.get("content")) or text_of(body.get("segments")) or text_of(body.get("text"))
    if text:
        yield Message(key, _ROLES[kind], text)
    if scope.tool_output:
        yield from _results(key, body.get("tool_results"))


def _opened(message: Any) -> tuple[str, Any]:
    """Who speaks, and what holds the words; a message that is a word alone holds nothing."""
    if not isinstance(message, dict):
        return str(message), None
    if "role" in message:
        return str(message["role"]), message
    kind = next(iter(message), "broken")
    return kind, message.get(kind)


def _texts(content: Any) -> str:
    """The texts among `{"Text": …}` and its like; what is mentioned is no part of what was said."""
    items = content if isinstance(content, list) else [content]
    texts = [item if isinstance(item, str) else string_at(item, "Text") for item in items]
    return "\n\n".join(text for text in texts if text).strip()


def _results(key: str, results: Any) -> Iterator[Message]:
    listed = list(results.values()) if isinstance(results, dict) else results
    for number, result in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(result, dict) and (text := _texts(result.get("content"))):
            yield Message(f"{key}/{number}", Role.TOOL, text)


READER = Zed()
