"""What was said in Codex?

One log a session, its rollout, wherever Codex runs. Each turn is in it twice, as what the model is given and as events
for the screen: what a person typed is taken from the events, what was answered from the model's items, and either from
the other where a log has none. A copied fork begins with the turns of its parent, which are left out.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Event, Mark, Place, Said, Step, Unsaid, file_place
from sleuth.ingest.readers.conversations.databases import database_place, opened
from sleuth.ingest.readers.conversations.documents import Talk, messages_after, read_whole
from sleuth.ingest.readers.conversations.logs import Follower, LogReader, lines_in, logs_in
from sleuth.ingest.readers.conversations.records import moment_ms, parsed, record_in, string_at
from sleuth.ingest.readers.conversations.scope import Scope

_NAME = re.compile(r"rollout-.*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(_[^.]+)?\.json", re.IGNORECASE)
# How a block of a user's message begins that Codex itself put there, in small letters.
_INJECTED = (
    "# agents.md instructions for", "<user_instructions>", "<instructions>", "<environment_context>", "<environment>",
    "<environment-change>", "<permissions instructions>", "<skills_instructions>", "<skill", "<apps_instructions>",
    "<app-context>", "<collaboration_mode>", "<multi_agent_mode>", "<extension_context>", "<external_",
    "<user_shell_command>", "<turn_aborted>", "<subagent_notification>", "<task-notification>", "<goal_context>",
    "<codex_internal_context", "<recommended_plugins>", "<hook_prompt", "<heartbeat>",
    "the following is the codex agent history",
)  # fmt: skip
_IMAGE = re.compile(r"</?image\b[^>]*>(\s*</image>)?", re.IGNORECASE)
_REQUEST = "## My request for Codex:"
_FOLDER = re.compile(r"<cwd>\s*(.*?)\s*</cwd>|Current working directory:[ \t]*(.*)")
_TEXTS = ("input_text", "output_text", "text", "Text")
_OUTPUTS = ("function_call_output", "custom_tool_call_output", "mcp_tool_call_output")
_TURN_STARTS = (b'"task_started"', b'"turn_started"', b'"turn_context"')
_NOT_TALK = {
    "session_meta", "turn_context", "compacted", "compaction", "context_compaction", "world_state",
    "inter_agent_communication", "inter_agent_communication_metadata", "reasoning", "function_call", "custom_tool_call",
    "local_shell_call", "web_search_call", "tool_search_call", "tool_search_output", "image_generation_call",
    "ghost_snapshot", "agent_message", "compaction_summary", "compaction_trigger", "other",
}  # fmt: skip
_NOT_TALK_EVENTS = {
    "token_count", "task_complete", "turn_complete", "turn_aborted", "context_compacted", "turn_diff", "error", "warning",
    "stream_error", "plan_update", "background_event", "shutdown_complete", "entered_review_mode", "exited_review_mode",
    "view_image_tool_call", "deprecation_notice", "model_reroute", "session_configured",
}  # fmt: skip
_NOT_TALK_EVENTS_LIKE = re.compile(r"agent_reasoning.*|(item|exec|patch|mcp|web_search|image_generation|undo|hook|collab|thread)_.*")


class Codex(LogReader):
    agent = "codex"
    name = "Codex"

    def folders(self, scope: Scope) -> list[Path]:
        home = scope.at("CODEX_HOME", ".codex")
        return [home / "sessions", home / "archived_sessions"]

    def places(self, scope: Scope) -> Iterator[Place]:
        names = _Names(scope)
        for folder in self.folders(scope):
            yield from map(names.stamped, logs_in(folder, "**/rollout-*.jsonl"))
            for path in sorted(folder.glob("**/rollout-*.json")):
                if place := file_place(path):
                    yield names.stamped(place)

    def read(self, place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
        if place.path.suffix == ".json":
            return read_whole(place, mark, partial(self._talks_in, place, scope))
        return super().read(place, scope, mark)

    def follower(self, place: Place, scope: Scope, state: dict[str, Any]) -> "_Rollout":
        return _Rollout(place, scope, state, self)

    def turns_of(self, thread: str, scope: Scope) -> set[str]:
        """The turns in the logs of a thread; none where they are gone."""
        turns = set[str]()
        for folder in self.folders(scope) if re.fullmatch(r"[\w-]+", thread) else ():
            for place in logs_in(folder, f"**/rollout-*{thread}*.jsonl"):
                try:
                    turns |= _turns_in(place)
                except OSError:
                    continue
        return turns

    def _talks_in(self, place: Place, scope: Scope, value: Any, passed_over: Counter[str]) -> list[Talk] | None:
        """The session of an early document: the records of a log, put together."""
        items = value.get("items") if isinstance(value, dict) else None
        if not isinstance(items, list):
            passed_over["broken"] += 1
            return []
        rollout = self.follower(place, scope, {})
        events: list[Event] = []
        for number, record in enumerate([value.get("session"), *items]):
            if isinstance(record, dict):
                events += rollout.take(record, number)
            else:
                passed_over["broken"] += 1
        passed_over.update(rollout.passed_over)
        if not rollout.belongs:
            return None
        return [Talk(session, messages_after(events)) for session in rollout.sessions()]


class _Names:
    """What sessions are called, by their ids: in a list that people's renames are added to, and in a cache."""

    def __init__(self, scope: Scope) -> None:
        home = scope.at("CODEX_HOME", ".codex")
        self.listed = _known(_listed_names, file_place(home / "session_index.jsonl"))
        stores = scope.at("CODEX_SQLITE_HOME") if scope.environment.get("CODEX_SQLITE_HOME") else home
        numbered = {int(path.stem[6:]): path for path in stores.glob("state_*.sqlite") if path.stem[6:].isdecimal()}
        self.stored = _known(_stored_names, database_place(numbered[max(numbered)]) if numbered else None)

    def stamped(self, place: Place) -> Place:
        """A log whose stamp is another, too, once its session is called otherwise."""
        thread = _named(place)[0]
        name = self.listed.get(thread) or self.stored.get(thread)
        return Place(place.path, f"{place.stamp} {name}", place.packed) if name else place


class _Rollout(Follower):
    """The state: `id`, `folder`, `is_aside`, `title`, `model`, times; which kinds of `has` were seen; while the turns of
    a parent may be repeated, `theirs` and whether this one `is_theirs`, None if that is not known yet.

    All that is said has a key in `said`: u, a or t for whose it is, e or i for event or item, and the offset.
    """

    def __init__(self, place: Place, scope: Scope, state: dict[str, Any], reader: Codex) -> None:
        super().__init__(place, scope, state)
        self._reader = reader
        self.said: list[str] = state.setdefault("said", [])

    @property
    def belongs(self) -> bool | None:
        folder = self.state.get("folder")
        return False if self.state.get("is_aside") else None if folder is None else self.scope.holds(folder)

    @property
    def _id(self) -> str:
        return self.state.get("id") or _named(self.place)[0]

    def sessions(self) -> list[Session]:
        state, names = self.state, _Names(self.scope)
        return [
            Session(
                id=self._id,
                folder=state["folder"],
                title=names.listed.get(self._id) or state.get("title") or names.stored.get(self._id),
                model=state.get("model"),
                started_ms=state.get("started_ms"),
                updated_ms=state.get("updated_ms"),
                resume=("codex", "resume", self._id),
            )
        ]

    def take(self, record: dict[str, Any], offset: int) -> Iterable[Event]:
        kind, payload, at_ms = record.get("type"), record.get("payload"), moment_ms(record.get("timestamp"))
        if at_ms is not None:
            self.state.setdefault("started_ms", at_ms)
            self.state["updated_ms"] = max(at_ms, self.state.get("updated_ms", at_ms))
        if not isinstance(payload, dict):
            # Early logs hold the items themselves, after a description of no type.
            is_description = kind is None and string_at(record, "id") is not None
            return self._begin(record) if is_description else self._item(record, offset, None)
        if kind == "session_meta":
            return self._begin(payload)
        if kind == "turn_context":
            return self._context(payload)
        if kind == "response_item":
            return self._item(payload, offset, at_ms)
        if kind == "event_msg":
            return self._event(payload, offset, at_ms)
        self.passed_over[str(kind)] += str(kind) not in _NOT_TALK
        return ()

    def _begin(self, about: dict[str, Any]) -> Iterable[Event]:
        """What the first description says; later ones are the parent's."""
        state = self.state
        if "id" in state:
            return ()
        thread, is_revert = _named(self.place)
        state["id"] = thread if is_revert else string_at(about, "id") or string_at(about, "session_id") or thread
        if folder := string_at(about, "cwd"):
            state["folder"] = folder
        source = about.get("source")
        state["is_aside"] = bool(
            about.get("parent_thread_id")
            or about.get("thread_source") == "subagent"
            or source == "subagent"
            or (isinstance(source, dict) and source.keys() & {"subagent", "internal"})
        )
        parent = string_at(about, "forked_from_id")
        is_copy = parent and self.belongs and not about.get("history_base")
        if parent and is_copy and (theirs := self._reader.turns_of(parent, self.scope)):
            state["theirs"], state["is_theirs"] = sorted(theirs), None
        return ()

    def _context(self, payload: dict[str, Any]) -> Iterable[Event]:
        if folder := string_at(payload, "cwd"):
            self.state.setdefault("folder", folder)
        if model := string_at(payload, "model"):
            self.state["model"] = model
        return self._turn(string_at(payload, "turn_id"))

    def _turn(self, turn: str | None) -> Iterator[Event]:
        """A turn starts, or goes on. Those that a fork repeats stand before its own."""
        state = self.state
        if "theirs" not in state:
            return
        if turn is None:
            state["is_theirs"] = None
        elif turn not in state["theirs"]:
            del state["theirs"], state["is_theirs"]
        elif not state["is_theirs"]:
            state["is_theirs"] = True
            yield from self._unsay(lambda _: True)

    def _item(self, item: dict[str, Any], offset: int, at_ms: int | None) -> Iterator[Event]:
        """What the model was given or gave."""
        kind, role, content = item.get("type"), item.get("role"), item.get("content")
        if kind == "message" and role == "user":
            texts = _texts(content)
            if self.state.get("folder") is None and (folder := _FOLDER.search("\n".join(texts))):
                self.state["folder"] = (folder[1] or folder[2] or "").strip() or None
            if not self._has("ue"):
                typed = [text for text in texts if not _is_injected(text)]
                yield from self._say(f"ui{offset}", _request("\n\n".join(typed)), at_ms)
        elif kind == "message" and role == "assistant":
            text = "\n\n".join(_texts(content))
            if text.strip():
                yield from self._prefer("ai", "ae")
            yield from self._say(f"ai{offset}", text, at_ms)
        elif kind in _OUTPUTS:
            yield from self._say(f"ti{offset}", _output(item.get("output")) if self.scope.tool_output else "", at_ms)
        elif kind != "message" and "record_type" not in item:
            self.passed_over[str(kind)] += str(kind) not in _NOT_TALK

    def _event(self, event: dict[str, Any], offset: int, at_ms: int | None) -> Iterator[Event]:
        """What the screen was told."""
        kind, item = event.get("type"), event.get("item")
        item = item if kind == "item_completed" and isinstance(item, dict) else {}
        if kind == "user_message" or item.get("type") == "UserMessage":
            yield from self._prefer("ue", "ui")
            text = string_at(event, "message") or "\n\n".join(_texts(item.get("content")))
            text = text if event.get("kind") in (None, "plain") else ""
            yield from self._say(f"ue{offset}", _request(text), at_ms)
        elif kind == "agent_message" or item.get("type") == "AgentMessage":
            if not self._has("ai"):
                text = string_at(event, "message") or "\n\n".join(_texts(item.get("content")))
                yield from self._say(f"ae{offset}", text, at_ms)
        elif kind in ("task_started", "turn_started"):
            yield from self._turn(string_at(event, "turn_id"))
        elif kind == "thread_rolled_back":
            yield from self._roll_back(event.get("num_turns"))
        elif kind == "thread_name_updated":
            name = string_at(event, "thread_name")
            if name and not self.state.get("is_theirs") and event.get("thread_id") in (None, self._id):
                self.state["title"] = name
        elif str(kind) not in _NOT_TALK_EVENTS and not _NOT_TALK_EVENTS_LIKE.fullmatch(str(kind)):
            self.passed_over[str(kind)] += 1

    def _has(self, kind: str) -> bool:
        return kind in self.state.get("has", ())

    def _prefer(self, kind: str, instead_of: str) -> Iterator[Event]:
        """From the first of one kind on, nothing of the other counts."""
        if not self._has(kind):
            self.state.setdefault("has", []).append(kind)
            yield from self._unsay(lambda key: key.startswith(instead_of))

    def _say(self, key: str, text: str, at_ms: int | None) -> Iterator[Event]:
        text = text.strip()
        if text and not self.state.get("is_theirs"):
            self.said.append(key)
            role = {"u": Role.USER, "a": Role.ASSISTANT, "t": Role.TOOL}[key[0]]
            yield Said(self._id, Message(f"{self._id}/{key}", role, text, at_ms))

    def _unsay(self, condition: Callable[[str], bool]) -> Iterator[Event]:
        gone = [key for key in self.said if condition(key)]
        self.said[:] = [key for key in self.said if not condition(key)]
        yield from [Unsaid(self._id, f"{self._id}/{key}") for key in gone]

    def _roll_back(self, turns: Any) -> Iterator[Event]:
        """Takes back the last turns, each from its question on."""
        begins = [number for number, key in enumerate(self.said) if key[0] == "u"]
        if begins and isinstance(turns, int) and turns > 0 and not self.state.get("is_theirs"):
            gone = set(self.said[begins[max(0, len(begins) - turns)] :])
            yield from self._unsay(lambda key: key in gone)


def _named(place: Place) -> tuple[str, bool]:
    """The thread that a log's name tells, and whether it is one that was begun anew by going back in it."""
    name = _NAME.match(place.path.name)
    return (name[1], name[2] is not None) if name else (place.path.name.split(".")[0], False)


def _turns_in(place: Place) -> set[str]:
    turns = set[str]()
    for _, line in lines_in(place):
        if any(start in line for start in _TURN_STARTS) and (turn := string_at(record_in(line), "payload", "turn_id")):
            turns.add(turn)
    return turns


def _texts(content: Any) -> list[str]:
    """The texts of a message's blocks."""
    if isinstance(content, str):
        return [content]
    blocks = content if isinstance(content, list) else ()
    texts = [string_at(block, "text") for block in blocks if isinstance(block, dict) and block.get("type") in _TEXTS]
    return [text for text in texts if text]


def _is_injected(text: str) -> bool:
    begin = text.lstrip()
    return begin[:60].lower().startswith(_INJECTED) or _IMAGE.fullmatch(begin.rstrip()) is not None


def _request(text: str) -> str:
    """What a person typed, without what an editor says about what is open in it."""
    return text.partition(_REQUEST)[2] if _REQUEST in text else text


def _output(output: Any) -> str:
    """What a tool gave back; early versions write it as JSON in a string."""
    if isinstance(output, str) and output.startswith('{"output"'):
        return string_at(parsed(output), "output") or output
    return "\n\n".join(_texts(output.get("content") if isinstance(output, dict) else output))


def _known(read: Callable[[Path, str], dict[str, str]], place: Place | None) -> dict[str, str]:
    try:
        return read(place.path, place.stamp) if place else {}
    except OSError:
        return {}


@lru_cache(4)
def _listed_names(path: Path, stamp: str) -> dict[str, str]:
    records = filter(None, (record_in(line) for _, line in lines_in(Place(path, stamp))))
    return _by_id((record.get("id"), record.get("thread_name")) for record in records)


@lru_cache(4)
def _stored_names(path: Path, stamp: str) -> dict[str, str]:  # noqa: ARG001 it tells one reading from another
    """Empty where it cannot be read, which is not tried for each session again."""
    try:
        with opened(path) as database:
            return _by_id(database.select("threads", ("id", "name")))
    except OSError:
        return {}


def _by_id(names: Iterable[tuple[Any, ...]]) -> dict[str, str]:
    kept = {thread: name.strip() for thread, name in names if isinstance(thread, str) and isinstance(name, str)}
    return {thread: name for thread, name in kept.items() if name}


READER = Codex()
