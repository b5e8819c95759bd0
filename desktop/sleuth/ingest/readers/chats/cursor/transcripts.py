"""What was said to Cursor's agents, as their transcripts have it?

One record a message, with neither ids nor times, below a folder that is named after the workspace. That name is lossy: of
two folders that it may stand for, it is taken for this workspace itself, unless something else tells where it was.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.chats.cursor.composers import described, global_databases
from sleuth.ingest.readers.chats.cursor.workspaces import config_folders, folder_named, transcript_folders
from sleuth.ingest.readers.conversations.base import Event, Mark, Place, Said, Sessions, Step
from sleuth.ingest.readers.conversations.databases import opened
from sleuth.ingest.readers.conversations.documents import document_in
from sleuth.ingest.readers.conversations.logs import Follower, LogReader, logs_in
from sleuth.ingest.readers.conversations.records import moment_ms, parsed, string_at, text_of
from sleuth.ingest.readers.conversations.scope import Scope

_QUERY = re.compile(r"<user_query>(.*?)(?:</user_query>|\Z)", re.DOTALL)
_TIMESTAMP = re.compile(r"\s*<timestamp>.*?</timestamp>", re.DOTALL)
_NO_TITLE = "New Agent"
_BESIDE = ("meta.json", "store.db", "store.db-wal")


def transcripts_in(scope: Scope) -> Iterator[Place]:
    chats = {path.name: path for folder in config_folders(scope) for path in folder.glob("chats/*/*")}
    for folder in transcript_folders(scope):
        for place in (*logs_in(folder, "*.jsonl"), *logs_in(folder, "*/*.jsonl")):
            talk_id = id_of(place)
            if place.path.parent.name in (folder.name, talk_id):
                stamps = [_state(chats[talk_id] / name) for name in _BESIDE] if talk_id in chats else []
                yield Place(place.path, " ".join((place.stamp, *stamps)), place.packed)


def id_of(place: Place) -> str:
    return place.path.name.removesuffix(place.packed).rpartition(".")[0]


def known_session(place: Place, scope: Scope) -> tuple[Session | None, bool]:
    """What is known of a transcript's session, and whether it is known that it is not the workspace's.

    None where it is not the workspace's as far as can be told.
    """
    talk_id = id_of(place)
    transcripts = next(one for one in place.path.parents if one.name == "agent-transcripts")
    session = Session(talk_id, None, updated_ms=round(place.path.stat().st_mtime * 1000))
    chats = list(transcripts.parents[2].glob(f"chats/*/{talk_id}")) if _is_plain(talk_id) else []
    if chats or (place.path.parent == transcripts and place.path.suffix != ".txt"):
        session = replace(session, resume=("cursor-agent", "--resume", talk_id))
    for chat in chats:
        session = _of_command_line(chat, session, scope)
    known = _of_editor(session, scope) if session.folder is None else session
    if known is None:
        return None, True
    folder = known.folder or folder_named(transcripts.parent.name, scope)
    if scope.holds(folder):
        return replace(known, folder=folder), False
    return None, known.folder is not None


def _is_plain(talk_id: str) -> bool:
    return not re.search(r"[*?\[\]]", talk_id)


def _of_command_line(chat: Path, session: Session, scope: Scope) -> Session:
    """The same with what the command line keeps of it beside: where it ran, and its name."""
    try:
        meta = document_in(chat / "meta.json")
    except OSError:
        meta = None
    meta = meta if isinstance(meta, dict) else {}
    name, model = _named(chat / "store.db")
    digests = {
        hashlib.md5(os.fsencode(folder), usedforsecurity=False).hexdigest(): folder
        for folder in scope.folders
    }
    return replace(
        session,
        folder=string_at(meta, "cwd") or digests.get(chat.parent.name) or session.folder,
        title=string_at(meta, "title") or name or session.title,
        model=model or session.model,
        started_ms=moment_ms(meta.get("createdAtMs")) or session.started_ms,
        updated_ms=moment_ms(meta.get("updatedAtMs")) or session.updated_ms,
    )


def _named(path: Path) -> tuple[str | None, str | None]:
    """The name and the model in a talk's own database, whose messages have no order."""
    try:
        with opened(path) as database:
            rows = database.select("meta", ("value",), "WHERE key = '0'")
        data = parsed(bytes.fromhex(str(rows[0][0])).decode("utf-8", "replace")) if rows else None
    except (OSError, ValueError):
        return None, None
    name = (string_at(data, "name") or "").strip()
    return (name if name != _NO_TITLE else "") or None, string_at(data, "lastUsedModel")


def _of_editor(session: Session, scope: Scope) -> Session | None:
    """The same with what the editor knows of it; None where that is a sub-agent's."""
    known: Session | None = session
    for path in global_databases(scope):
        try:
            with opened(path) as database:
                known = known and described(database, path.parents[1], known)
        except OSError:
            continue
    return known


def read_transcript(place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
    """See `base.ChatReader.read`. It is another workspace's for good only where something tells that it is."""
    if mark is not None and mark["belongs"] is False:
        return
    session, is_foreign = known_session(place, scope)
    if session is not None:
        yield from _Transcripts(replace(session, rank=1)).read(place, scope, mark)
    elif is_foreign:
        yield Step(
            {"offset": 0, "head": "", "tail": "", "state": {}, "belongs": False}, [Sessions(frozenset())]
        )


class _Transcripts(LogReader):
    """Reads that of one session."""

    agent = "cursor"
    name = "Cursor"

    def __init__(self, session: Session) -> None:
        self._session = session

    def follower(self, place: Place, scope: Scope, state: dict[str, Any]) -> Follower:
        return _Transcript(place, scope, state, self._session)


class _Transcript(Follower):
    """The state: `count` of messages."""

    def __init__(self, place: Place, scope: Scope, state: dict[str, Any], session: Session) -> None:
        super().__init__(place, scope, state)
        self._session = session

    @property
    def belongs(self) -> bool:
        return True

    def sessions(self) -> list[Session]:
        return [self._session]

    def take(self, record: dict[str, Any], offset: int) -> Iterable[Event]:  # noqa: ARG002
        role = record.get("role")
        if role not in ("user", "assistant"):
            kind = str(role or record.get("type"))
            if kind != "turn_ended":
                self.passed_over[kind] += 1
            return
        number = self.state["count"] = self.state.get("count", -1) + 1
        message = record.get("message")
        text = text_of(message.get("content") if isinstance(message, dict) else message)
        text = typed(text) if role == "user" else text
        if text:
            talk_id = self._session.id
            yield Said(talk_id, Message(f"{talk_id} #{number}", Role(role), text))


def typed(text: str) -> str:
    """What a person typed of a user's message: what stands around it was put there by the program."""
    queries = [query.strip() for query in _QUERY.findall(text)]
    if queries:
        return "\n\n".join(query for query in queries if query)
    stamp = _TIMESTAMP.match(text)
    return text[stamp.end() :].strip() if stamp else text


def _state(path: Path) -> str:
    try:
        status = path.stat()
    except OSError:
        return ""
    return f"{status.st_size}.{status.st_mtime_ns}"
