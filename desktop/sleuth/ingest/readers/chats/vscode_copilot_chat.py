"""What was said in VS Code's chat, with Copilot or another agent?

Each window's folder has a storage of its own. A chat is an object, kept as a log of changes to it or, where it is
older, as a JSON document; both are read as a whole. Copilot's extension keeps transcripts besides, which count where
the chat itself is gone.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Mark, Place, Step, file_place
from sleuth.ingest.readers.conversations.copilot_events import CopilotEvents
from sleuth.ingest.readers.conversations.documents import Talk, document, document_in, read_whole
from sleuth.ingest.readers.conversations.editors import user_folders
from sleuth.ingest.readers.conversations.logs import Follower, LogReader, logs_in
from sleuth.ingest.readers.conversations.mutations import mutated_object
from sleuth.ingest.readers.conversations.records import folder_of, moment_ms, parsed, string_at
from sleuth.ingest.readers.conversations.scope import Scope

_CHATS = "chatSessions"
_TRANSCRIPTS = Path("GitHub.copilot-chat", "transcripts")
_LISTED = re.compile(r'"(path|uri)"\s*:\s*"((?:[^"\\]|\\.)*)"')


class VSCodeChat(LogReader):
    agent = "vscode-copilot-chat"
    name = "VS Code Copilot Chat"

    def folders(self, scope: Scope) -> list[Path]:
        return [folder / "workspaceStorage" for folder in user_folders(scope)]

    def places(self, scope: Scope) -> Iterator[Place]:
        for folder in self.folders(scope):
            for about in sorted(folder.glob("*/workspace.json")):
                if _folder_of(about.parent, scope):
                    yield from _places_in(about.parent)

    def read(self, place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
        if place.path.parent.name != _CHATS:
            return super().read(place, scope, mark)
        load = document if place.path.suffix == ".json" else mutated_object
        return read_whole(place, mark, partial(_talks_in, place, scope), load)

    def follower(self, place: Place, scope: Scope, state: dict[str, Any]) -> Follower:
        return _Transcript(place, scope, state)


class _Transcript(CopilotEvents):
    def __init__(self, place: Place, scope: Scope, state: dict[str, Any]) -> None:
        super().__init__(place, scope, state)
        self._folder = _folder_of(place.path.parents[2], scope)

    @property
    def belongs(self) -> bool | None:
        return self._folder is not None

    def sessions(self) -> list[Session]:
        return [
            Session(
                id=self.session,
                folder=self._folder,
                title=self.state.get("title"),
                model=self.state.get("model"),
                started_ms=self.state.get("started_ms"),
                updated_ms=self.state.get("updated_ms"),
            )
        ]


def _places_in(storage: Path) -> Iterator[Place]:
    chats = storage / _CHATS
    kept = [*logs_in(chats, "*.jsonl"), *filter(None, map(file_place, sorted(chats.glob("*.json"))))]
    yield from kept
    held = {_name(place) for place in kept if not place.stamp.startswith("0.")}  # an empty file holds no chat
    for place in logs_in(storage / _TRANSCRIPTS, "*.jsonl"):
        if _name(place) not in held:
            yield place


def _name(place: Place) -> str:
    return place.path.name.removesuffix(place.packed).removesuffix(".jsonl").removesuffix(".json")


def _folder_of(storage: Path, scope: Scope) -> str | None:
    """The folder of the workspace that a storage is about; None where it is about none of it."""
    try:
        about = document_in(storage / "workspace.json")
    except OSError:
        return None
    is_server = storage.parents[2].name == "data"
    if folder := string_at(about, "folder"):
        paths = _paths_of(folder, is_server)
    else:
        file = string_at(about, "workspace") or string_at(about, "configuration") or ""
        paths = [path for own in _paths_of(file, is_server) for path in _folders_listed(own, is_server)]
    return next(filter(scope.holds, paths), None)


def _paths_of(uri: str, is_server: bool) -> list[str]:
    """The folder or file that a URI names, as this machine may name it."""
    if path := folder_of(uri):
        return [path]
    try:
        parts = urlsplit(uri)
    except ValueError:
        return []
    path, host = unquote(parts.path), unquote(parts.netloc)
    if parts.scheme != "vscode-remote" or not (is_server or host.startswith("wsl+")):
        return []
    if sys.platform == "win32":
        distribution = host.removeprefix("wsl+")
        return [f"//wsl.localhost/{distribution}{path}", f"//wsl$/{distribution}{path}"]
    return [path]


def _folders_listed(path: str, is_server: bool) -> Iterator[str]:
    """The folders of a `.code-workspace` file, which is JSON with comments, and the one that it lies in."""
    file = Path(path)
    try:
        text = file.read_text("utf-8", "replace")
    except (OSError, ValueError):
        text = ""
    for kind, quoted in _LISTED.findall(text):
        listed = str(parsed(f'"{quoted}"') or "")
        yield from _paths_of(listed, is_server) if kind == "uri" else [str(file.parent / listed)]
    yield str(file.parent)


def _talks_in(place: Place, scope: Scope, value: Any, passed_over: Counter[str]) -> list[Talk] | None:
    """The one session of a chat's object, which comes with what was passed over where it was made of a log."""
    folder = _folder_of(place.path.parents[1], scope)
    if folder is None:
        return None
    if isinstance(value, tuple):
        value, passed = value
        passed_over.update(passed)
    requests = value.get("requests") if isinstance(value, dict) else None
    if not isinstance(requests, list):
        passed_over["broken"] += 1
        return []
    name = string_at(value, "sessionId") or _name(place)
    messages = tuple(_messages(name, requests, scope, passed_over))
    said_ms = [message.at_ms for message in messages if message.at_ms is not None]
    session = Session(
        id=name,
        folder=folder,
        title=(string_at(value, "customTitle") or "").strip() or None,
        model=next(filter(None, (string_at(request, "modelId") for request in reversed(requests))), None),
        started_ms=moment_ms(value.get("creationDate") or None) or min(said_ms, default=None),
        updated_ms=max([*said_ms, *filter(None, [moment_ms(value.get("lastMessageDate"))])], default=None),
        rank=1 if place.path.suffix == ".json" else 2,
    )
    return [Talk(session, messages)]


def _messages(session: str, requests: list[Any], scope: Scope, passed_over: Counter[str]) -> Iterator[Message]:
    keys = Counter[str]()
    for number, request in enumerate(requests):
        if not isinstance(request, dict):
            passed_over["broken"] += request is not None
            continue
        key = string_at(request, "requestId") or f"@{number}"
        keys[key] += 1
        key = f"{session}/{key}" + (f"~{keys[key]}" if keys[key] > 1 else "")
        at_ms = moment_ms(request.get("timestamp"))
        if asked := _asked(request.get("message")):
            yield Message(f"{key}/asked", Role.USER, asked, at_ms)
        response = request.get("response")
        items = response if isinstance(response, list) else [response]
        for place, item in enumerate(items if scope.tool_output else ()):
            if text := _tool_result(item):
                yield Message(f"{key}/tool {place}", Role.TOOL, text, at_ms)
        if answered := "".join(map(_piece, items)).strip():
            yield Message(f"{key}/answered", Role.ASSISTANT, answered, at_ms)


def _asked(message: Any) -> str:
    if isinstance(message, str):
        return message.strip()
    return (string_at(message, "text") or "").strip()


def _piece(item: Any) -> str:
    """What one item of a response adds to its text."""
    if isinstance(item, str):
        return item
    kind = item.get("kind") if isinstance(item, dict) else ""
    if kind is None:
        return string_at(item, "value") or string_at(item, "value", "value") or ""
    if kind == "markdownContent":
        return string_at(item, "content", "value") or string_at(item, "content") or ""
    if kind == "inlineReference":
        name = _reference(item)
        return f"`{name}`" if name else ""
    return ""


def _reference(item: dict[str, Any]) -> str:
    """The name of what is referred to: a symbol's, or that of a file."""
    target = item.get("inlineReference")
    if name := string_at(item, "name") or string_at(target, "name"):
        return name
    ways = (("path",), ("fsPath",), ("uri", "path"), ("location", "uri", "path"))
    path = next(filter(None, (string_at(target, *way) for way in ways)), None)
    if path is None and isinstance(target, str):
        path = unquote(urlsplit(target).path) if "://" in target and "[" not in target else target
    return re.split(r"[/\\]", (path or "").rstrip("/\\"))[-1]


def _tool_result(item: Any) -> str:
    """What a tool gave back, as far as it is text: what it printed, or parts of its output."""
    if not isinstance(item, dict) or item.get("kind") != "toolInvocationSerialized":
        return ""
    details = item.get("resultDetails")
    output = details.get("output") if isinstance(details, dict) else details
    parts = output if isinstance(output, list) else [output]
    texts = [part if isinstance(part, str) else string_at(part, "value") for part in parts]
    texts.append(string_at(item, "toolSpecificData", "terminalCommandOutput", "text"))
    return "\n\n".join(text for text in texts if text).strip()


READER = VSCodeChat()
