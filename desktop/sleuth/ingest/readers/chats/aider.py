"""What was said in Aider?

One Markdown file a repository, to which all sessions are appended:

    # aider chat started at 2026-08-03 09:00:00     a session begins, in local time
    #### what was typed
    > what the program or a tool said
    anything else                                   what the assistant answered

A session is about where its file lies: that is all that says so.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.aider_files import HistoryFiles
from sleuth.ingest.readers.conversations.base import Event, Place, Said, Unsaid, file_place
from sleuth.ingest.readers.conversations.logs import Follower, LogReader
from sleuth.ingest.readers.conversations.records import moment_ms
from sleuth.ingest.readers.conversations.scope import Scope

_BEGINS, _TYPED, _TOLD = "# aider chat started at ", "#### ", "> "
_NOTHING_TYPED = "<blank>"
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)")


class Aider(LogReader):
    agent = "aider"
    name = "Aider"

    def __init__(self) -> None:
        self._files = HistoryFiles()

    def folders(self, scope: Scope) -> list[Path]:
        return self._files.folders(scope)

    def places(self, scope: Scope) -> Iterator[Place]:
        for path in self._files.paths(scope):
            if place := file_place(path):
                yield place

    def follower(self, place: Place, scope: Scope, state: dict[str, Any]) -> Follower:
        return _History(place, scope, state)


class _History(Follower):
    """The state: `session` as its number, `started_ms` of it, `count` of its messages, the `open` message, the `fence`
    that is open in it, the ids that an unfinished last line made (`tentative`).
    """

    def __init__(self, place: Place, scope: Scope, state: dict[str, Any]) -> None:
        super().__init__(place, scope, state)
        self._touched: dict[int, int | None] = {}

    @property
    def belongs(self) -> bool | None:
        return True

    def sessions(self) -> list[Session]:
        folder, last = _folder_of(self.place.path, self.scope), self.state.get("session", -1)
        return [
            Session(
                id=self._id(number),
                folder=folder,
                started_ms=started_ms,
                updated_ms=_written_ms(self.place.path) if number == last else started_ms,
            )
            for number, started_ms in self._touched.items()
        ]

    def take(self, record: dict[str, Any], offset: int) -> Iterable[Event]:  # noqa: ARG002
        return ()

    def is_whole(self, line: bytes) -> bool:  # noqa: ARG002
        return False

    def line(self, line: bytes, offset: int) -> Iterable[Event]:  # noqa: ARG002
        return [*self._retracted(), *self._line(_text_of(line))]

    def unfinished(self, line: bytes) -> Iterable[Event]:
        """The line as if it ended here. What it makes is taken back once it goes on."""
        events, text = list(self._retracted()), _text_of(line)
        may_become_another = any(start.startswith(text) for start in (_BEGINS, _TYPED, _TOLD))
        if not text.strip() or may_become_another or text.startswith(_BEGINS) or "session" not in self.state:
            return events
        events += self._told()
        trial = _History(self.place, self.scope, _copied(self.state))
        made = [event for event in [*trial._line(text), *trial.settle()] if isinstance(event, Said)]
        known = self.state["open"]["number"] if self.state.get("open") else None
        own = self._key(known) if known is not None else None
        self.state["tentative"] = [one.message.id for one in made if one.message.id != own]
        if self.state.get("open"):
            self.state["open"]["is_due"] = True
        self._is_told = True
        self._touch()
        return [*events, *made]

    _is_told = False
    """Whether what is open was told together with the unfinished line."""

    def settle(self) -> Iterable[Event]:
        return [] if self._is_told else list(self._told())

    def _line(self, text: str) -> Iterator[Event]:
        state = self.state
        if text.startswith(_BEGINS):
            yield from self._begin(text)
        elif "session" not in state:
            return  # not Aider's
        elif state.get("fence"):
            yield from self._add(Role.ASSISTANT, text)
        elif text.startswith(_TYPED) or text.rstrip() == _TYPED.strip():
            yield from self._add(Role.USER, text[len(_TYPED) :].removesuffix("  "))
        elif text.startswith(_TOLD) or text.rstrip() == _TOLD.strip():
            yield from self._add(Role.TOOL, text[len(_TOLD) :].removesuffix("  "))
        elif text.strip() or (state.get("open") and state["open"]["role"] == Role.ASSISTANT.value):
            yield from self._add(Role.ASSISTANT, text)
        else:
            yield from self._close()

    def _begin(self, text: str) -> Iterator[Event]:
        yield from self._close()
        state = self.state
        if "session" in state:
            self._touch()  # it is no longer the last
        state["session"] = state.get("session", -1) + 1
        state["started_ms"] = _local_ms(text.removeprefix(_BEGINS))
        state["count"] = 0
        self._touch()

    def _touch(self) -> None:
        self._touched[self.state["session"]] = self.state["started_ms"]

    def _add(self, role: Role, line: str) -> Iterator[Event]:
        """A line of a message: of the open one, where it is of the same role."""
        if self.state.get("open") and self.state["open"]["role"] != role.value:
            yield from self._close()
        if not self.state.get("open"):
            self.state["open"] = {"role": role.value, "number": self.state["count"], "lines": []}
            self.state["count"] += 1
        self.state["open"]["lines"].append(line)
        self.state["open"]["is_due"] = True
        if role is Role.ASSISTANT:
            self.state["fence"] = _fence_after(line, self.state.get("fence"))

    def _close(self) -> Iterator[Event]:
        yield from self._told()
        self.state["open"] = self.state["fence"] = None

    def _told(self) -> Iterator[Event]:
        """The open message, as far as it was not told as it is."""
        message = self.state.get("open")
        if not message or not message.pop("is_due", False):
            return
        self._touch()
        role, text = Role(message["role"]), "\n".join(message["lines"]).strip()
        if text and (role is not Role.TOOL or self.scope.tool_output) and (role, text) != (Role.USER, _NOTHING_TYPED):
            yield Said(self._id(self.state["session"]), Message(self._key(message["number"]), role, text))

    def _retracted(self) -> Iterator[Event]:
        """Take back what an unfinished line made."""
        for key in self.state.pop("tentative", ()):
            self._touch()
            yield Unsaid(self._id(self.state["session"]), key)
        self._is_told = False

    def _id(self, session: int) -> str:
        return f"{_named(self.place.path, self.scope)}#{session}"

    def _key(self, number: int) -> str:
        return f"{self._id(self.state['session'])} {number}"


def _text_of(line: bytes) -> str:
    return line.replace(b"\0", b"").decode("utf-8", "replace").removeprefix("\ufeff").removesuffix("\r")


def _copied(state: dict[str, Any]) -> dict[str, Any]:
    message = state.get("open")
    return {**state, "open": {**message, "lines": list(message["lines"])} if message else None}


def _fence_after(line: str, fence: str | None) -> str | None:
    """The fence that is open after a line of an answer."""
    found = _FENCE.match(line)
    if found is None:
        return fence
    if fence is None:
        return found[1]
    closes = found[1][0] == fence[0] and len(found[1]) >= len(fence) and not found[2].strip()
    return None if closes else fence


def _local_ms(text: str) -> int | None:
    """Aider writes the time of the machine that it runs on, without saying its zone."""
    try:
        return moment_ms(datetime.fromisoformat(text.strip()).timestamp())
    except (ValueError, OverflowError, OSError):
        return None


def _written_ms(path: Path) -> int | None:
    try:
        return path.stat().st_mtime_ns // 1_000_000
    except OSError:
        return None


def _named(path: Path, scope: Scope) -> str:
    """The file below the home folder, or as it is."""
    for inside, home in ((path, scope.home), (path.resolve(), scope.home.resolve())):
        if inside.is_relative_to(home):
            return inside.relative_to(home).as_posix()
    return path.as_posix()


def _folder_of(path: Path, scope: Scope) -> str:
    """Where the file lies, as agents name it; the workspace, where a setting has put it elsewhere."""
    folder = path.parent
    if folder.is_relative_to(scope.root):
        inside = folder.relative_to(scope.root).as_posix()
        return scope.folders[0] if inside == "." else str(Path(scope.folders[0], inside))
    is_above = scope.root.is_relative_to(folder) and (folder / ".git").exists()
    return str(folder) if is_above or scope.holds(str(folder)) else scope.folders[0]


READER = Aider()
