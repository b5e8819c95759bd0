"""What was said in Continue?

One JSON document a session, written anew as a whole, and an index of them that alone knows when each began.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Mark, Place, Step, file_place
from sleuth.ingest.readers.conversations.documents import Talk, document_in, read_whole
from sleuth.ingest.readers.conversations.records import folder_of, moment_ms, string_at, text_of
from sleuth.ingest.readers.conversations.scope import Scope

_INDEX = "sessions.json"
_NO_TITLES = {"New Session", "Untitled Session"}
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT, "tool": Role.TOOL}
_NOT_TALK = {"thinking", "system"}


class Continue:
    agent = "continue"
    name = "Continue"

    def __init__(self) -> None:
        self._known: tuple[str, dict[str, dict[str, Any]]] = ("", {})

    def folders(self, scope: Scope) -> list[Path]:
        return [scope.at("CONTINUE_GLOBAL_DIR", ".continue") / "sessions"]

    def places(self, scope: Scope) -> Iterator[Place]:
        for folder in self.folders(scope):
            for path in sorted(folder.glob("*.json")):
                if path.name != _INDEX and (place := file_place(path)):
                    yield place

    def read(self, place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
        def talks_in(value: Any, passed_over: Counter[str]) -> list[Talk] | None:
            session_id = string_at(value, "sessionId") or place.path.stem
            entry = self._index(place.path.with_name(_INDEX)).get(session_id, {})
            folder = folder_of(string_at(value, "workspaceDirectory") or string_at(entry, "workspaceDirectory"))
            if not scope.holds(folder):
                return None if folder else []
            return [_talk(session_id, folder, value, entry, place, passed_over, scope)]

        return read_whole(place, mark, talks_in)

    def _index(self, path: Path) -> dict[str, dict[str, Any]]:
        """What the index says of each session; what it said while it could be read, where it cannot."""
        place = file_place(path)
        stamp = f"{path} {place.stamp}" if place else ""
        if stamp and stamp != self._known[0]:
            try:
                listed = document_in(path)
            except OSError:
                return self._known[1]
            entries = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
            self._known = (stamp, {session_id: one for one in entries if (session_id := string_at(one, "sessionId"))})
        return self._known[1] if stamp else {}


def _talk(
    session_id: str,
    folder: str | None,
    value: dict[str, Any],
    entry: dict[str, Any],
    place: Place,
    passed_over: Counter[str],
    scope: Scope,
) -> Talk:
    history = value.get("history")
    title = (string_at(value, "title") or string_at(entry, "title") or "").strip()
    session = Session(
        id=session_id,
        folder=folder,
        title=title if title and title not in _NO_TITLES else None,
        started_ms=_created_ms(entry.get("dateCreated")),
        updated_ms=_written_ms(place),
    )
    return Talk(session, tuple(_messages(session_id, history if isinstance(history, list) else [], passed_over, scope)))


def _created_ms(value: Any) -> int | None:
    """A number of milliseconds that is written as a string."""
    return moment_ms(int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 20 else value)


def _written_ms(place: Place) -> int | None:
    """No message has a time: it is sorted by when the file was written."""
    try:
        return place.path.stat().st_mtime_ns // 1_000_000
    except OSError:
        return None


def _messages(session_id: str, history: list[Any], passed_over: Counter[str], scope: Scope) -> Iterator[Message]:
    for number, item in enumerate(history):
        message = item.get("message") if isinstance(item, dict) else None
        kind = message.get("role") if isinstance(message, dict) else None
        role = _ROLES.get(kind) if isinstance(kind, str) else None
        if role is None:
            if kind not in _NOT_TALK if isinstance(kind, str) else True:
                passed_over[kind if isinstance(kind, str) else "broken"] += 1
            continue
        text = text_of(message["content"]) if message and "content" in message else ""
        if text and (role is not Role.TOOL or scope.tool_output):
            yield Message(f"{session_id} #{number}", role, text)


READER = Continue()
