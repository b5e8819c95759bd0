"""What was said in Antigravity?

    ~/.gemini/antigravity*/brain/<id>/.system_generated/logs/transcript_full.jsonl   or transcript.jsonl, cut short
                           history.jsonl, cache/…                                    where each conversation was

The conversations themselves are encrypted. A transcript does not say where it was; only those of which it is known are
looked at.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Event, Place, Said, file_place
from sleuth.ingest.readers.conversations.documents import document_in
from sleuth.ingest.readers.conversations.logs import Follower, LogReader, lines_in
from sleuth.ingest.readers.conversations.records import folder_of, moment_ms, record_in, string_at
from sleuth.ingest.readers.conversations.scope import Scope

_LOGS = Path(".system_generated", "logs")
_FULL, _CUT = "transcript_full.jsonl", "transcript.jsonl"
_INJECTED = re.compile(r"<(ADDITIONAL_METADATA|USER_SETTINGS_CHANGE)>.*?(?:</\1>|\Z)", re.DOTALL)
_REQUEST = re.compile(r"</?USER_REQUEST>")
_COMMENTED = re.compile(r"^Comments on artifact URI:.*$", re.MULTILINE)
_ANSWERS = {None, "", "PLANNER_RESPONSE"}
_OTHER_SOURCES = {"SYSTEM", "USER_IMPLICIT"}


class Antigravity(LogReader):
    agent = "antigravity"
    name = "Antigravity"

    def __init__(self) -> None:
        self._known: dict[Path, tuple[str, dict[str, str]]] = {}

    def folders(self, scope: Scope) -> list[Path]:
        gemini = scope.home / ".gemini"
        return sorted(gemini.glob("antigravity*")) or [gemini / "antigravity"]

    def places(self, scope: Scope) -> Iterator[Place]:
        for profile in self.folders(scope):
            held = {session_id for session_id, folder in self._folders_of(profile).items() if scope.holds(folder)}
            for brain in sorted((profile / "brain").glob("*")):
                if brain.name in held:
                    logs = brain / _LOGS
                    places = [place for name in (_FULL, _CUT) if (place := file_place(logs / name))]
                    yield from [place for place in places if not place.stamp.startswith("0.")][:1]

    def follower(self, place: Place, scope: Scope, state: dict[str, Any]) -> Follower:
        brain = place.path.parents[2]
        if folder := self._folders_of(brain.parents[1]).get(brain.name):
            state["folder"] = folder
        return _Transcript(place, scope, state)

    def _folders_of(self, profile: Path) -> dict[str, str]:
        """Where each conversation was, as its prompts say, or else what is remembered of it."""
        cache = profile / "cache"
        indexes = [profile / "history.jsonl", cache / "conversation_metadata.json", cache / "last_conversations.json"]
        places = [file_place(index) for index in indexes]
        stamp = " ".join(place.stamp if place else "-" for place in places)
        known = self._known.get(profile)
        if known is None or known[0] != stamp:
            folders: dict[str, str] = {}
            for place, told_in in zip(places, (_told_by_prompts, _told_by_metadata, _told_by_last), strict=True):
                for session_id, folder in told_in(place) if place else ():
                    folders.setdefault(session_id, folder)
            known = self._known[profile] = (stamp, folders)
        return known[1]


def _told_by_prompts(place: Place) -> Iterator[tuple[str, str]]:
    try:
        for _, line in lines_in(place):
            record = record_in(line)
            session_id, folder = string_at(record, "conversationId"), folder_of(string_at(record, "workspace"))
            if session_id and folder:
                yield session_id, folder
    except OSError:
        return


def _told_by_metadata(place: Place) -> Iterator[tuple[str, str]]:
    value = _read(place)
    conversations = value.get("conversations")
    for session_id, one in conversations.items() if isinstance(conversations, dict) else ():
        summary = one.get("summary") if isinstance(one, dict) else None
        addresses = summary.get("WorkspaceURIs") if isinstance(summary, dict) else None
        for address in addresses if isinstance(addresses, list) else ():
            if folder := folder_of(address):
                yield session_id, folder


def _told_by_last(place: Place) -> Iterator[tuple[str, str]]:
    for folder, session_id in _read(place).items():
        if isinstance(session_id, str) and folder:
            yield session_id, folder


def _read(place: Place) -> dict[str, Any]:
    try:
        value = document_in(place.path)
    except OSError:
        return {}
    return value if isinstance(value, dict) else {}


class _Transcript(Follower):
    """The state: `folder`, times."""

    @property
    def belongs(self) -> bool | None:
        folder = self.state.get("folder")
        return None if folder is None else self.scope.holds(folder)

    @property
    def _id(self) -> str:
        return self.place.path.parents[2].name

    def sessions(self) -> list[Session]:
        return [
            Session(
                id=self._id,
                folder=self.state["folder"],
                started_ms=self.state.get("started_ms"),
                updated_ms=self.state.get("updated_ms"),
                resume=("agy", "--conversation", self._id),
                rank=int(self.place.path.name == _FULL),
            )
        ]

    def take(self, record: dict[str, Any], offset: int) -> Iterable[Event]:
        source, kind = string_at(record, "source"), string_at(record, "type")
        text, at_ms = string_at(record, "content") or "", moment_ms(record.get("created_at"))
        if source is None:
            self.passed_over[kind or "broken"] += 1
            return
        self.lived(at_ms)
        role = None
        if source == "USER_EXPLICIT":
            role, text = Role.USER, _typed(text)
        elif source == "MODEL" and kind in _ANSWERS:
            role = Role.ASSISTANT
        elif source == "MODEL" and self.scope.tool_output:
            role = Role.TOOL
        elif source != "MODEL" and source not in _OTHER_SOURCES:
            self.passed_over[source] += 1
        step = record.get("step_index")
        if role and text.strip():
            key = f"{self._id} {step}" if isinstance(step, int) else f"{self._id} @{offset}"
            yield Said(self._id, Message(key, role, text.strip(), at_ms))


def _typed(text: str) -> str:
    """What a person typed of what the model was sent."""
    return _REQUEST.sub("", _COMMENTED.sub("", _INJECTED.sub("", text))).strip()


READER = Antigravity()
