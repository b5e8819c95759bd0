"""What was said in Crush?

One database a project, in the project itself or where its settings say; nothing in it tells which project that is, so
that it belongs to the folder it was found for.
"""

import os
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
from sleuth.ingest.readers.conversations.documents import document_in
from sleuth.ingest.readers.conversations.records import moment_ms, parsed, string_at
from sleuth.ingest.readers.conversations.scope import Scope

_NO_TITLES = {"untitled session", "new session"}
_NOT_TALK = {
    "text",
    "reasoning",
    "image_url",
    "binary",
    "tool_call",
    "tool_result",
    "finish",
    "shell_command",
}
_SETTINGS = ("crush.json", ".crush.json")
_COLUMNS = ("id", "parent_session_id", "title", "created_at", "updated_at", "summary_message_id")
_MESSAGE_COLUMNS = ("id", "role", "parts", "model", "created_at", "is_summary_message")


class Crush(DatabaseReader):
    agent = "crush"
    name = "Crush"

    def folders(self, scope: Scope) -> list[Path]:
        return [path.parent for path in _databases(scope)]

    def places(self, scope: Scope) -> Iterator[Place]:
        for path in _databases(scope):
            if place := database_place(path):
                yield place

    def listed(self, reading: Reading) -> dict[str, Listed]:
        database, scope, place = reading.database, reading.scope, reading.place
        folder = _databases(scope).get(place.path)
        rows = database.select("sessions", _COLUMNS) if folder else []
        own = {row[0]: row for row in rows if isinstance(row[0], str) and not row[1]}
        tallies = database.tallies("messages", "session_id", own, ("updated_at", "rowid"), ("parts",))
        listed: dict[str, Listed] = {}
        for key, row in own.items():
            title, created, updated = row[2:5]
            is_title = isinstance(title, str) and title.strip() and title.strip().lower() not in _NO_TITLES
            session = Session(
                key,
                folder,
                title.strip() if is_title else None,
                started_ms=moment_ms(created),
                updated_ms=moment_ms(updated),
                resume=("crush", "--session", key),
            )
            listed[key] = Listed(session, version_of(row, tallies.get(key)))
        return listed

    def told(self, reading: Reading, session: Session) -> tuple[Session, list[Message]] | None:
        database, scope, passed_over = reading.database, reading.scope, reading.passed_over
        rows = database.select(
            "messages", _MESSAGE_COLUMNS, "WHERE session_id = ? ORDER BY created_at, rowid", session.id
        )
        summaries = database.select("sessions", ("summary_message_id",), "WHERE id = ?", session.id)
        told: list[Message] = []
        model = None
        for key, role, content, written_by, at, is_summary in rows:
            parts = parsed(content) if isinstance(content, str) else None
            if not isinstance(parts, list):
                passed_over["broken"] += 1
            elif not is_summary and (key,) not in summaries:
                told += _said(f"{session.id} {key}", role, parts, moment_ms(at), scope, passed_over)
            model = written_by if isinstance(written_by, str) and written_by else model
        return replace(session, model=model), told


def _said(
    key: str, role: Any, parts: list[Any], at_ms: int | None, scope: Scope, passed_over: Counter[str]
) -> Iterator[Message]:
    texts: list[str] = []
    for number, part in enumerate(parts):
        kind = part.get("type") if isinstance(part, dict) else None
        if kind not in _NOT_TALK:
            passed_over[str(kind)] += 1
        elif kind == "text":
            texts.append(string_at(part, "data", "text") or "")
        elif (
            kind == "tool_result"
            and scope.tool_output
            and (text := (string_at(part, "data", "content") or "").strip())
        ):
            yield Message(f"{key}/{number}", Role.TOOL, text, at_ms)
    text = "\n\n".join(one for one in texts if one).strip()
    if text and role in ("user", "assistant"):
        yield Message(key, Role(role), text, at_ms)


def _databases(scope: Scope) -> dict[Path, str]:
    """Where the workspace's databases may be, with the folder that each belongs to."""
    found: dict[Path, str] = {}
    for project, data in _projects(scope):
        path = Path(os.path.realpath(data)) / "crush.db"
        found.setdefault(path, project)
    return found


def _projects(scope: Scope) -> Iterator[tuple[str, Path]]:
    """The workspace, its other worktrees, and what Crush's own list of projects has below them, with their data."""
    roots = [(scope.folders[0], scope.root)] if scope.folders else []
    for project, root in [*roots, *((folder, Path(folder)) for folder in scope.folders)]:
        yield project, root / ".crush"
        if data := _data_directory(root, scope):
            yield project, root / data
    listed = _listed_projects(scope)
    shared = {data for project, data in listed if not scope.holds(project)}
    for project, folder in listed:
        # Nothing tells apart what several projects keep in one database.
        if scope.holds(project) and folder not in shared:
            yield project, folder


def _data_directory(root: Path, scope: Scope) -> str | None:
    """Where the settings put the data: those of the project before everybody's."""
    if sys.platform == "win32":
        everybody = scope.at("LOCALAPPDATA", "AppData", "Local") / "crush"
    else:
        everybody = scope.at("XDG_CONFIG_HOME", ".config") / "crush"
    everybody = scope.at("CRUSH_GLOBAL_CONFIG") if scope.environment.get("CRUSH_GLOBAL_CONFIG") else everybody
    for path in (*(root / name for name in _SETTINGS), everybody / "crush.json"):
        if directory := string_at(_document(path), "options", "data_directory"):
            directory = scope.expanded(directory)
            # One folder for all projects cannot be anybody's.
            return None if path.parent == everybody and os.path.isabs(directory) else directory
    return None


def _listed_projects(scope: Scope) -> list[tuple[str, Path]]:
    if scope.environment.get("CRUSH_GLOBAL_DATA"):
        folder = scope.at("CRUSH_GLOBAL_DATA")
    elif sys.platform == "win32":
        folder = scope.at("LOCALAPPDATA", "AppData", "Local") / "crush"
    else:
        folder = scope.data_home / "crush"
    document = _document(folder / "projects.json")
    projects = document.get("projects") if isinstance(document, dict) else None
    return [
        (path, Path(path, data))
        for project in (projects if isinstance(projects, list) else ())
        if (path := string_at(project, "path")) and (data := string_at(project, "data_dir"))
    ]


def _document(path: Path) -> Any:
    try:
        return document_in(path)
    except OSError:
        return None


READER = Crush()
