"""What was said in OpenCode before 1.2, when each session, message and part was a file?

session/PROJECT/ses_….json, message/SESSION/msg_….json, part/MESSAGE/prt_….json; older still, the same below each
project's session/ folder, as session/info, session/message and session/part/SESSION
"""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message
from sleuth.ingest.readers.chats.opencode.parts import is_undone, said, session_of
from sleuth.ingest.readers.conversations.base import Mark, Place, Step
from sleuth.ingest.readers.conversations.documents import Talk, document, document_in, read_whole
from sleuth.ingest.readers.conversations.records import moment_ms, string_at
from sleuth.ingest.readers.conversations.scope import Scope


def session_files(folder: Path) -> Iterator[Place]:
    """One place a session, its stamp made of its own file, its messages' folder, and the parts of the last message."""
    own = folder.glob("storage/session/*/*.json")
    older = folder.glob("project/*/storage/session/info/*.json")
    for path in (*sorted(own), *sorted(older)):
        if stamp := _stamp(path):
            yield Place(path, stamp)


def read_files(place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
    """What a session says that is kept in files; see `documents.read_whole`."""

    def talks_in(info: Any, passed_over: Counter[str]) -> list[Talk] | None:
        return _talks(place.path, info, scope, passed_over)

    return read_whole(place, mark, talks_in, document)


def _talks(path: Path, info: Any, scope: Scope, passed_over: Counter[str]) -> list[Talk] | None:
    if not isinstance(info, dict):
        passed_over["broken"] += 1
        return []
    if info.get("parentID") or (
        string_at(info, "directory") and not scope.holds(string_at(info, "directory"))
    ):
        return None
    messages = _messages(path, passed_over)
    folder = string_at(info, "directory") or _folder_of(messages)
    if folder is None or not scope.holds(folder):
        return None if folder else []
    told: list[Message] = []
    model = None
    for message in messages:
        if not is_undone(message["id"], info.get("revert")):
            told += said(message["id"], message, _parts(path, message, passed_over), None, scope, passed_over)
            model = string_at(message, "modelID") or model
    time = info.get("time")
    time = time if isinstance(time, dict) else {}
    session = session_of(
        path.stem, folder, info.get("title"), time.get("created"), time.get("updated"), rank=0
    )
    return [Talk(replace(session, model=model), tuple(told))]


def _is_older(path: Path) -> bool:
    return path.parent.name == "info"


def _messages_folder(path: Path) -> Path:
    return (path.parents[1] if _is_older(path) else path.parents[2]) / "message" / path.stem


def _parts_folder(path: Path, message: str) -> Path:
    return (
        path.parents[1] / "part" / path.stem / message
        if _is_older(path)
        else path.parents[2] / "part" / message
    )


def _messages(path: Path, passed_over: Counter[str]) -> list[dict[str, Any]]:
    messages = _documents(_messages_folder(path), passed_over)
    return sorted(messages, key=lambda message: (_created(message), message["id"]))


def _parts(path: Path, message: dict[str, Any], passed_over: Counter[str]) -> list[dict[str, Any]]:
    parts = _documents(_parts_folder(path, message["id"]), passed_over)
    return sorted(parts, key=lambda part: (_time(part, "start", _created(message)), part["id"]))


def _documents(folder: Path, passed_over: Counter[str]) -> list[dict[str, Any]]:
    """The whole documents in a folder, each with its `id`."""
    documents: list[dict[str, Any]] = []
    for path in sorted(folder.glob("*.json")):
        try:
            value = document_in(path)
        except OSError:
            value = ()
        if isinstance(value, dict):
            documents.append(value | {"id": path.stem})
        else:
            passed_over["broken"] += value is not None
    return documents


def _folder_of(messages: list[dict[str, Any]]) -> str | None:
    """Where the agent worked, which the oldest sessions keep with their messages alone."""
    for message in messages:
        if folder := string_at(message, "path", "cwd") or string_at(message, "path", "root"):
            return folder
    return None


def _created(message: dict[str, Any]) -> int:
    return _time(message, "created", 0)


def _time(record: dict[str, Any], name: str, otherwise: int) -> int:
    time = record.get("time")
    at_ms = moment_ms(time.get(name)) if isinstance(time, dict) else None
    return otherwise if at_ms is None else at_ms


def _stamp(path: Path) -> str:
    folder = _messages_folder(path)
    stamps = [_state(path), _state(folder)]
    try:
        last = max((entry.name for entry in os.scandir(folder) if entry.name.endswith(".json")), default=None)
        if last is not None:
            parts = _parts_folder(path, last.removesuffix(".json"))
            stamps += [
                _state(folder / last),
                *sorted(_state(Path(entry.path)) for entry in os.scandir(parts)),
            ]
    except OSError:
        pass
    return " ".join(stamps) if stamps[0] else ""


def _state(path: Path) -> str:
    try:
        status = path.stat()
    except OSError:
        return ""
    return f"{status.st_size}.{status.st_mtime_ns}"
