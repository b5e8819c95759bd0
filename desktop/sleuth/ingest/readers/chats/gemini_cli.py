"""What was said in Gemini CLI?

One log a session, or one JSON document where it is older, below a folder a project. A log's records replace earlier
ones of their `id`, take back what came after one, or say what is left of the talk when it was compressed. What a
person saw stays, though the agent's own reader would let it go.
"""

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Event, Mark, Place, Said, Step, Unsaid, file_place
from sleuth.ingest.readers.conversations.documents import Talk, document_in, messages_after, read_whole
from sleuth.ingest.readers.conversations.logs import Follower, LogReader, logs_in
from sleuth.ingest.readers.conversations.records import moment_ms, parts_text, responses_text, string_at
from sleuth.ingest.readers.conversations.scope import Scope

_ROLES = {"user": Role.USER, "gemini": Role.ASSISTANT}
_NOT_TALK = ("info", "error", "warning")
_NOT_TYPED = ("/", "?", "<session_context>", "<hook_context>", "<state_snapshot>")
_SUMMARY = "<state_snapshot>"
_SUMMARY_ANSWER = "Got it. Thanks for the additional context!"
_HASH = re.compile(r"[0-9a-f]{64}")
# An answer is recorded with its tools' calls before there is a text in it: so many messages may come in between.
_LAST_SAID = 4


class GeminiCli(LogReader):
    agent = "gemini-cli"
    name = "Gemini CLI"

    def folders(self, scope: Scope) -> list[Path]:
        return [scope.at("GEMINI_CLI_HOME") / ".gemini" / "tmp"]

    def places(self, scope: Scope) -> Iterator[Place]:
        for base in self.folders(scope):
            projects = _Projects(base, scope)
            for chats in sorted(base.glob("*/chats")):
                if projects.may_be_ours(chats.parent):
                    yield from logs_in(chats, "session-*.jsonl")
                    yield from filter(None, map(file_place, sorted(chats.glob("session-*.json"))))

    def read(self, place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
        if place.path.suffix == ".json":
            return read_whole(place, mark, partial(_talks_in, place, scope))
        return super().read(place, scope, mark)

    def follower(self, place: Place, scope: Scope, state: dict[str, Any]) -> Follower:
        return _Chat(place, scope, state)


class _Projects:
    """Which folder of `tmp/` is about which project. Nothing but its hash is known of one that only has this."""

    def __init__(self, base: Path, scope: Scope) -> None:
        self._scope = scope
        self._paths: dict[str, str] = {}
        try:
            listed = document_in(base.parent / "projects.json")
        except OSError:
            listed = None
        projects = listed.get("projects") if isinstance(listed, dict) else None
        for path, name in projects.items() if isinstance(projects, dict) else ():
            if isinstance(name, str):
                self._paths[name] = path
        ours = [*scope.folders, *filter(scope.holds, self._paths.values())]
        self._hashes = {_hash(one): path for path in ours for one in _spellings(path)}

    def path_of(self, folder: Path) -> str | None:
        """The project of a folder; empty where it is another workspace's, None where the folder alone does not tell."""
        try:
            if path := (folder / ".project_root").read_text("utf-8", "replace").strip("\0\r\n\t \ufeff"):
                return path
        except OSError:
            pass
        return self._paths.get(folder.name) or (self.of_hash(folder.name) if _HASH.fullmatch(folder.name) else None)

    def of_hash(self, digest: str) -> str:
        """The project of this hash, if it is ours, else empty."""
        return self._hashes.get(digest, "")

    def may_be_ours(self, folder: Path) -> bool:
        path = self.path_of(folder)
        return path is None or self._scope.holds(path)


class _Chat(Follower):
    """The state: `session`, `folder` (empty where it is another's), `is_aside`, `title`, `model`, times; the ids of all
    records in `order`, each with how it is shown; `last` said as [id, role, text, time]; numbers of tools' `results`.
    """

    def __init__(self, place: Place, scope: Scope, state: dict[str, Any]) -> None:
        super().__init__(place, scope, state)
        self.order: dict[str, int] = state.setdefault("order", {})
        """0 where nothing is shown, 1 where its content is, 2 where what was to be displayed is."""
        self.last: list[list[Any]] = state.setdefault("last", [])

    @property
    def belongs(self) -> bool | None:
        if "session" not in self.state:
            return None
        folder = self.state["folder"]
        return False if self.state.get("is_aside") else None if folder is None else self.scope.holds(folder)

    def sessions(self) -> list[Session]:
        state = self.state
        return [
            Session(
                id=state["session"],
                folder=state["folder"],
                title=state.get("title"),
                model=state.get("model"),
                started_ms=state.get("started_ms"),
                updated_ms=state.get("updated_ms"),
                resume=("gemini", "--resume", state["session"]),
                rank=int(self.place.path.suffix != ".json"),
            )
        ]

    def take(self, record: dict[str, Any], offset: int) -> Iterable[Event]:
        if "$set" in record:
            yield from self._patch(record["$set"])
        elif "$rewindTo" in record:
            yield from self._rewind(record["$rewindTo"])
        elif record.get("type") in (*_ROLES, *_NOT_TALK):
            yield from self._put(record, string_at(record, "id") or f"@{offset}")
        elif "sessionId" in record:
            self.describe(record)
        else:
            self.passed_over[str(record.get("type") or record.get("kind"))] += 1

    def _begin(self, session: str | None, digest: str | None) -> None:
        """Says whose the log is, as soon as something tells."""
        state = self.state
        if "session" not in state or (state["folder"] is None and digest):
            folder = self.place.path.parent.parent
            projects = _Projects(folder.parent, self.scope)
            path = projects.path_of(folder)
            state["folder"] = projects.of_hash(digest) if path is None and digest else path
        state.setdefault("session", session or self.place.path.name.split(".")[0])

    def describe(self, record: dict[str, Any]) -> None:
        self._begin(string_at(record, "sessionId"), string_at(record, "projectHash"))
        if record.get("kind") == "subagent":
            self.state["is_aside"] = True
        if title := string_at(record, "summary"):
            self.state["title"] = title
        self._note(record.get("startTime"))
        self._note(record.get("lastUpdated"))

    def _note(self, moment: Any) -> None:
        if (at_ms := moment_ms(moment)) is not None:
            self.state.setdefault("started_ms", at_ms)
            self.state["updated_ms"] = max(at_ms, self.state.get("updated_ms", at_ms))

    def _patch(self, changes: Any) -> Iterator[Event]:
        if not isinstance(changes, dict):
            self.passed_over["broken"] += 1
            return
        self._note(changes.get("lastUpdated"))
        if title := string_at(changes, "summary"):
            self.state["title"] = title
        messages = changes.get("messages")
        for record in messages if isinstance(messages, list) else ():
            if key := string_at(record, "id"):
                yield from self._merge(record, key)
            else:
                self.passed_over["broken"] += 1

    def _merge(self, record: dict[str, Any], key: str) -> Iterator[Event]:
        """A record of what is left after a compression: it adds and changes, but takes nothing back."""
        text, form = _shown(record)
        if key not in self.order:
            if _SUMMARY not in text and not text.startswith(_SUMMARY_ANSWER):
                yield from self._put(record, key)
        elif form >= max(1, self.order[key]):
            yield from self._put(record, key)

    def _put(self, record: dict[str, Any], key: str) -> Iterator[Event]:
        """A record, new or instead of the one with its id."""
        self._begin(None, None)
        self._note(record.get("timestamp"))
        if model := string_at(record, "model"):
            self.state["model"] = model
        yield from self._tool_results(record, key)
        text, form = _shown(record)
        is_filled = self.order.get(key) == 0 and form > 0
        was_shown, self.order[key] = self.order.get(key), form
        self.last[:] = [one for one in self.last if one[0] != key or form]
        if not form:
            yield from [Unsaid(self.state["session"], self._id(key))] if was_shown else []
            return
        later = self._later(key) if is_filled else []
        yield from [Unsaid(self.state["session"], self._id(one[0])) for one in later]
        own = [key, _ROLES[record["type"]].value, text, moment_ms(record.get("timestamp"))]
        yield from [self._said(one) for one in (own, *later)]
        self.last[:] = [one for one in self.last if one[0] != key and one not in later] + [own, *later]
        del self.last[:-_LAST_SAID]

    def _later(self, key: str) -> list[list[Any]]:
        """What was said after the record of a key, which was empty until now."""
        after = set(takewhile(lambda one: one != key, reversed(self.order)))
        return [one for one in self.last if one[0] in after]

    def _said(self, one: list[Any]) -> Said:
        key, role, text, at_ms = one
        return Said(self.state["session"], Message(self._id(key), Role(role), text, at_ms))

    def _id(self, key: str) -> str:
        return f"{self.state['session']}/{key}"

    def _tool_results(self, record: dict[str, Any], key: str) -> Iterator[Event]:
        calls = record.get("toolCalls")
        if not self.scope.tool_output or not isinstance(calls, list):
            return
        self.state.setdefault("results", {})[key] = len(calls)
        for number, call in enumerate(calls):
            if isinstance(call, dict) and (text := responses_text(call.get("result"))):
                at_ms = moment_ms(call.get("timestamp"))
                yield Said(self.state["session"], Message(f"{self._id(key)}#{number}", Role.TOOL, text, at_ms))

    def _rewind(self, target: Any) -> Iterator[Event]:
        """Takes back a record and all after it, or everything where it is not known."""
        known = isinstance(target, str) and target in self.order
        for key in list(reversed(self.order)):
            for number in range(self.state.get("results", {}).pop(key, 0)):
                yield Unsaid(self.state["session"], f"{self._id(key)}#{number}")
            if self.order.pop(key):
                yield Unsaid(self.state["session"], self._id(key))
            if known and key == target:
                break
        self.last[:] = [one for one in self.last if one[0] in self.order]


def _talks_in(place: Place, scope: Scope, value: Any, passed_over: Counter[str]) -> list[Talk] | None:
    """The session of a document, which is the log's records put together."""
    messages = value.get("messages") if isinstance(value, dict) else None
    if not isinstance(messages, list):
        passed_over["broken"] += 1
        return []
    chat = _Chat(place, scope, {})
    chat.describe(value)
    if not chat.belongs:
        return None
    events: list[Event] = []
    for number, record in enumerate(messages):
        if isinstance(record, dict):
            events += chat.take(record, number)
        else:
            passed_over["broken"] += 1
    passed_over += chat.passed_over
    return [Talk(session, messages_after(events)) for session in chat.sessions()]


def _shown(record: dict[str, Any]) -> tuple[str, int]:
    """What a record shows, and whether it is nothing, its content, or what it says is to be displayed."""
    displayed = record.get("displayContent")
    if record.get("type") == "user":
        text = parts_text(record.get("content") if displayed is None else displayed)
        text = "" if text.startswith(_NOT_TYPED) else text
    else:
        text = parts_text(record.get("content")) if record.get("type") == "gemini" else ""
    return text, (1 if displayed is None else 2) if text else 0


def _spellings(path: str) -> set[str]:
    return {path, os.path.normcase(path), os.path.realpath(path)}


def _hash(path: str) -> str:
    return hashlib.sha256(path.encode("utf-8", "surrogatepass")).hexdigest()


READER = GeminiCli()
