"""What was said in GitHub Copilot CLI?

One log of events a session, in a folder of its own or, in old versions, as a file. A session may move to another
folder: it belongs to where it is now.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Session
from sleuth.ingest.readers.conversations.base import Mark, Place, Restarted, Step, file_place
from sleuth.ingest.readers.conversations.copilot_events import MOVES, CopilotEvents, folder_in
from sleuth.ingest.readers.conversations.logs import Follower, LogReader, lines_in, logs_in
from sleuth.ingest.readers.conversations.records import parsed, record_in
from sleuth.ingest.readers.conversations.scope import Scope

_MOVES = tuple(kind.encode() for kind in MOVES)


class CopilotCli(LogReader):
    agent = "copilot-cli"
    name = "GitHub Copilot CLI"

    def folders(self, scope: Scope) -> list[Path]:
        return [scope.at("COPILOT_HOME", ".copilot") / "session-state"]

    def places(self, scope: Scope) -> Iterator[Place]:
        for folder in self.folders(scope):
            for place in logs_in(folder, "*/events.jsonl"):
                yield file_place(place.path, _about(place), packed=place.packed) or place
            yield from logs_in(folder, "*.jsonl")

    def read(self, place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
        """The mark: the `folder` that it is in as of `offset`, and the `log`'s own mark where that is ours."""
        folder, offset = _folder_now(place, mark)
        where = {"folder": folder, "offset": offset}
        log = mark["log"] if mark else None
        if scope.holds(folder):
            for step in super().read(place, scope, log):
                yield Step({**where, "log": step.mark}, step.events, step.passed_over)
        elif folder:
            yield Step({**where, "log": None}, [Restarted()] if log else [])

    def follower(self, place: Place, scope: Scope, state: dict[str, Any]) -> Follower:
        return _Session(place, scope, state)


class _Session(CopilotEvents):
    @property
    def belongs(self) -> bool | None:
        # It was found out before; where it began may have been elsewhere.
        return True

    @property
    def name(self) -> str:
        return self.place.path.parent.name if _has_folder(self.place) else super().name

    def sessions(self) -> list[Session]:
        state, about = self.state, _about_in(self.place)
        title = about.get("name", "").strip() or state.get("title")
        return [
            Session(
                id=self.session,
                folder=state.get("folder") or about.get("cwd"),
                title=title,
                model=state.get("model"),
                started_ms=state.get("started_ms"),
                updated_ms=state.get("updated_ms"),
                resume=("copilot", f"--resume={self.session}"),
                rank=int(_has_folder(self.place)),
            )
        ]


def _folder_now(place: Place, mark: Mark | None) -> tuple[str | None, int]:
    """Which folder a session is in, and how far the log was looked through for it."""
    folder, offset = (mark["folder"], mark["offset"]) if mark else (None, 0)
    if not place.packed and offset > place.path.stat().st_size:
        folder, offset = None, 0
    for begin, line in lines_in(place, offset):
        offset = begin + len(line)
        if any(kind in line for kind in _MOVES) and (record := record_in(line)) and record.get("type") in MOVES:
            data = record.get("data")
            folder = (folder_in(data) if isinstance(data, dict) else None) or folder
    return folder or _about_in(place).get("cwd"), offset


def _has_folder(place: Place) -> bool:
    return place.path.name.startswith("events.jsonl")


def _about(place: Place) -> Path:
    return place.path.with_name("workspace.yaml")


_ENTRY = re.compile(r"^(\w+):[ \t]*(.*(?:\n(?:[ \t]+.*|[ \t]*$))*)", re.MULTILINE)


def _about_in(place: Place) -> dict[str, str]:
    """The entries of a session's `workspace.yaml`, which has no others than plain and folded strings."""
    if not _has_folder(place):
        return {}
    try:
        text = _about(place).read_text("utf-8", "replace").removeprefix("\ufeff")
    except OSError:
        return {}
    return {name: _scalar(value) for name, value in _ENTRY.findall(text)}


def _scalar(value: str) -> str:
    """A YAML scalar as a string; empty where it is null."""
    first, *rest = value.rstrip().splitlines() or [""]
    first = first.strip()
    if first[:1] in (">", "|"):
        return (" " if first[0] == ">" else "\n").join(line.strip() for line in rest)
    text = " ".join([first, *(line.strip() for line in rest)]).strip()
    if text.startswith('"'):
        quoted = parsed(text)
        return quoted if isinstance(quoted, str) else text.strip('"')
    if text.startswith("'"):
        return text.removeprefix("'").removesuffix("'").replace("''", "'")
    text = re.split(r"\s#", text, maxsplit=1)[0].strip()
    return "" if text in ("~", "null", "Null", "NULL") else text


READER = CopilotCli()
