"""What was said in kimi-cli, which went before Kimi Code?

    ~/.kimi/kimi.json                                      the folders it was started in
            sessions/<MD5 of the folder>/<id>/context.jsonl    what the model was sent and answered, without times
"""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Event, Place, Said, file_place
from sleuth.ingest.readers.conversations.documents import document_in
from sleuth.ingest.readers.conversations.logs import Follower
from sleuth.ingest.readers.conversations.records import string_at, text_of
from sleuth.ingest.readers.conversations.scope import Scope

_CONTEXT = "context.jsonl"
_SPEAKERS = {"user": Role.USER, "assistant": Role.ASSISTANT, "tool": Role.TOOL}
_NOT_TYPED = ("<system>", "<system-reminder>")


def context_folder(scope: Scope) -> Path:
    return scope.at("KIMI_SHARE_DIR", ".kimi") / "sessions"


def context_places(scope: Scope) -> Iterator[Place]:
    """The logs of the workspace; others are not looked at, since their folders' names tell."""
    for hashed in _folders_by_hash(scope):
        for path in sorted((context_folder(scope) / hashed).glob(f"*/{_CONTEXT}")):
            if place := file_place(path):
                yield place


def is_context(path: Path) -> bool:
    return path.name == _CONTEXT


def _folders_by_hash(scope: Scope) -> dict[str, str]:
    """The workspace's folders where kimi-cli was started, by what it calls them."""
    folders = list(scope.folders)
    try:
        value = document_in(context_folder(scope).parent / "kimi.json")
    except OSError:
        value = None
    listed = value.get("work_dirs") if isinstance(value, dict) else None
    named = [string_at(one, "path") for one in listed] if isinstance(listed, list) else []
    folders += [folder for folder in named if folder and scope.holds(folder)]
    return {hashlib.md5(one.encode("utf-8", "surrogateescape"), usedforsecurity=False).hexdigest(): one for one in folders}


class ContextFollower(Follower):
    """The state: `folder`."""

    def __init__(self, place: Place, scope: Scope, state: dict[str, Any]) -> None:
        super().__init__(place, scope, state)
        if "folder" not in state:
            state["folder"] = _folders_by_hash(scope).get(place.path.parents[1].name)

    @property
    def belongs(self) -> bool | None:
        return self.scope.holds(self.state["folder"]) if self.state["folder"] else None

    @property
    def _id(self) -> str:
        return self.place.path.parent.name

    def sessions(self) -> list[Session]:
        try:
            updated_ms = self.place.path.stat().st_mtime_ns // 1_000_000
        except OSError:
            updated_ms = None
        return [Session(self._id, self.state["folder"], updated_ms=updated_ms, resume=("kimi", "--session", self._id))]

    def take(self, record: dict[str, Any], offset: int) -> Iterable[Event]:
        kind = str(record.get("role"))
        role, text = _SPEAKERS.get(kind), text_of(record.get("content"))
        if role is None:
            self.passed_over[kind] += not kind.startswith("_") and kind != "system"
        elif text and not text.startswith(_NOT_TYPED) and (role is not Role.TOOL or self.scope.tool_output):
            yield Said(self._id, Message(f"{self._id} @{offset}", role, text))
