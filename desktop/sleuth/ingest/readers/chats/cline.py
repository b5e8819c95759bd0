"""What was said in Cline?

The newer generation keeps a folder a session, which its command line and its extension share:

    <sessions>/<id>/<id>.json            about it
                    <id>.messages.json   what was said; those of sub-agents have names in between

The older one is an editor's extension that keeps a folder a task.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Mark, Place, Step, file_place
from sleuth.ingest.readers.conversations.documents import Talk, distinct, document_in, read_whole
from sleuth.ingest.readers.conversations.records import folder_of, moment_ms, string_at, text_of
from sleuth.ingest.readers.conversations.scope import Scope
from sleuth.ingest.readers.conversations.tasks import TaskStore, tool_results

_MESSAGES = ".messages.json"
_ABOUT = ".json"
_NEWER = 1


class Cline:
    agent = "cline"
    name = "Cline"

    def __init__(self) -> None:
        self._tasks = TaskStore("saoudrizwan.claude-dev")

    def folders(self, scope: Scope) -> list[Path]:
        return [_sessions(scope), *self._tasks.folders(scope)]

    def places(self, scope: Scope) -> Iterator[Place]:
        for about in sorted(_sessions(scope).glob("*/*.json")):
            if about.stem == about.parent.name:
                messages = about.with_name(about.stem + _MESSAGES)
                if place := file_place(messages, about) if messages.exists() else file_place(about):
                    yield place
        yield from self._tasks.places(scope)

    def read(self, place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
        if not _is_newer(place.path):
            return self._tasks.read(place, scope, mark)

        def load(place: Place) -> Any:
            return _loaded(place.path, scope)

        def talks_in(loaded: Any, passed_over: Counter[str]) -> list[Talk] | None:
            about, folder, messages = loaded
            return [_talk(place.path.parent.name, about, folder, messages, passed_over, scope)] if folder else None

        return read_whole(place, mark, talks_in, load)


def _sessions(scope: Scope) -> Path:
    if scope.environment.get("CLINE_SESSION_DATA_DIR"):
        return scope.at("CLINE_SESSION_DATA_DIR")
    if scope.environment.get("CLINE_DATA_DIR"):
        return scope.at("CLINE_DATA_DIR") / "sessions"
    return scope.at("CLINE_DIR", ".cline") / "data" / "sessions"


def _is_newer(path: Path) -> bool:
    return path.name in (path.parent.name + _MESSAGES, path.parent.name + _ABOUT)


def _loaded(path: Path, scope: Scope) -> tuple[dict[str, Any], str | None, list[Any]] | None:
    """What is known of the session, its folder where that is the workspace's, and its records; None while that is open."""
    about = document_in(path.with_name(path.parent.name + _ABOUT))
    folder = folder_of(string_at(about, "cwd") or string_at(about, "workspace_root"))
    if folder is None:
        return None
    if not scope.holds(folder):
        return about, None, []
    if path.name.endswith(_MESSAGES):
        said = document_in(path)
    else:
        named = string_at(about, "messages_path")
        said = document_in(Path(named)) if named and Path(named).is_file() else None
    if not isinstance(said, dict) or (said.get("agent") or "lead") != "lead" or not isinstance(said.get("messages"), list):
        return None
    return about, folder, said["messages"]


def _talk(
    session_id: str, about: dict[str, Any], folder: str, records: list[Any], passed_over: Counter[str], scope: Scope
) -> Talk:
    title = string_at(about, "metadata", "title")
    session = Session(
        id=session_id,
        folder=folder,
        title=title.strip() if title else None,
        model=string_at(about, "model"),
        started_ms=moment_ms(about.get("created_at") or about.get("started_at")),
        updated_ms=moment_ms(about.get("updated_at") or about.get("ended_at")),
        resume=("cline", "--id", session_id),
        rank=_NEWER,
    )
    return Talk(session, distinct(_messages(session_id, records, passed_over, scope)))


def _messages(session_id: str, records: list[Any], passed_over: Counter[str], scope: Scope) -> Iterator[Message]:
    for number, record in enumerate(records):
        role = record.get("role") if isinstance(record, dict) else None
        if role not in ("user", "assistant"):
            passed_over["broken" if role is None else str(role)] += role != "system"
            continue
        at_ms = moment_ms(record.get("ts"))
        key = f"{session_id} {string_at(record, 'id') or f'#{number}'}"
        content = record.get("content")
        yield from tool_results(key, content if isinstance(content, list) else [], at_ms, scope)
        if text := text_of(content):
            yield Message(key, Role(role), text, at_ms)


READER = Cline()
