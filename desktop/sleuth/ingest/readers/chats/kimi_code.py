"""What was said in Kimi Code?

    <sessions>/<its folder, hashed>/<id>/state.json                  about the session
                                         agents/main/wire.jsonl      what happened in it; other agents' are not read
    session_index.jsonl                                              where each was worked

A fork begins with a copy of what happened in the session that it came from. kimi-cli, which went before, is read too:
see `kimi_cli`.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Event, Place, Said, Unsaid, file_place
from sleuth.ingest.readers.conversations.documents import document_in
from sleuth.ingest.readers.conversations.kimi_cli import (
    ContextFollower,
    context_folder,
    context_places,
    is_context,
)
from sleuth.ingest.readers.conversations.logs import Follower, LogReader, lines_in
from sleuth.ingest.readers.conversations.records import (
    digest_of,
    folder_of,
    moment_ms,
    record_in,
    string_at,
    text_of,
)
from sleuth.ingest.readers.conversations.scope import Scope

_NOT_TYPED = {"injection", "system_trigger", "retry", "compaction_summary"}
_TYPED_BY_SLASH = {"skill_activation", "plugin_command"}
_NOT_TALK = (
    "metadata", "config.", "turn.", "context.apply_compaction", "context.clear", "tools.", "llm.", "full_compaction",
    "micro_compaction", "permission", "plan_mode", "usage.", "goal.", "forked", "swarm_mode", "mcp.", "background",
)  # fmt: skip
_NOT_SAID = {"tool.call"}
# So many turns can be undone.
_KEPT_TURNS = 100
_LONGEST_LINE_OF_FORKS = 32


class KimiCode(LogReader):
    agent = "kimi-code"
    name = "Kimi Code"

    def folders(self, scope: Scope) -> list[Path]:
        return [scope.at("KIMI_CODE_HOME", ".kimi-code") / "sessions", context_folder(scope)]

    def places(self, scope: Scope) -> Iterator[Place]:
        sessions = self.folders(scope)[0]
        for wire in sorted(sessions.glob("*/*/agents/main/wire.jsonl")):
            about = wire.parents[2] / "state.json"
            if place := file_place(wire, about if about.exists() else sessions.parent / "session_index.jsonl"):
                yield place
        yield from context_places(scope)

    def follower(self, place: Place, scope: Scope, state: dict[str, Any]) -> Follower:
        return (ContextFollower if is_context(place.path) else _Wire)(place, scope, state)


class _Wire(Follower):
    """The state: `about` as the files had it, `step` under way, `turns` as lists of their messages' ids, times."""

    def __init__(self, place: Place, scope: Scope, state: dict[str, Any]) -> None:
        super().__init__(place, scope, state)
        self._id = place.path.parents[2].name
        about = _about(place.path.parents[2])
        known = state.get("about", {})
        self._about: dict[str, Any] = {**known, **{key: one for key, one in about.items() if one}}
        self._about["lineage"] = known.get("lineage") or about["lineage"]  # messages keep their ids
        state["about"] = self._about

    @property
    def belongs(self) -> bool | None:
        folder = self._about.get("folder")
        return None if folder is None else self.scope.holds(folder)

    def sessions(self) -> list[Session]:
        about, state = self._about, self.state
        return [
            Session(
                id=self._id,
                folder=about["folder"],
                title=about.get("title"),
                started_ms=about.get("created_ms") or state.get("started_ms"),
                updated_ms=max(about.get("updated_ms") or 0, state.get("updated_ms") or 0) or None,
                resume=("kimi", "--session", self._id),
                rank=1,
            )
        ]

    def take(self, record: dict[str, Any], offset: int) -> Iterable[Event]:
        kind, at_ms = string_at(record, "type") or "broken", moment_ms(record.get("time"))
        self.lived(at_ms)
        if kind == "context.append_message":
            yield from self._message(record, offset, at_ms)
        elif kind == "context.append_loop_event":
            yield from self._event(record.get("event"), offset, at_ms)
        elif kind == "context.undo":
            yield from self._undo(record.get("count"))
        elif not kind.startswith(_NOT_TALK):
            self.passed_over[kind] += 1

    def settle(self) -> Iterable[Event]:
        return self._told()

    def _message(self, record: dict[str, Any], offset: int, at_ms: int | None) -> Iterator[Event]:
        message = record.get("message")
        if not isinstance(message, dict):
            self.passed_over["broken"] += 1
            return
        text = text_of(message.get("content"), joined="")
        if message.get("role") != "user" or not _is_typed(message.get("origin")):
            return
        yield from self._end_step()
        turns: list[list[str]] = self.state.setdefault("turns", [])
        turns.append([])
        del turns[:-_KEPT_TURNS]
        if text:
            key = self._key(digest_of(record.get("time"), text) if at_ms is not None else f"@{offset}", offset)
            yield from self._say(Message(key, Role.USER, text, at_ms))

    def _event(self, event: Any, offset: int, at_ms: int | None) -> Iterator[Event]:
        kind = string_at(event, "type")
        if not isinstance(event, dict) or kind is None:
            self.passed_over["broken"] += 1
        elif kind in ("step.begin", "step.end"):
            yield from self._end_step()
        elif kind == "content.part":
            yield from self._part(event, offset, at_ms)
        elif kind == "tool.result":
            yield from self._result(event, offset, at_ms)
        elif kind not in _NOT_SAID:
            self.passed_over[kind] += 1

    def _part(self, event: dict[str, Any], offset: int, at_ms: int | None) -> Iterator[Event]:
        part, uuid = event.get("part"), string_at(event, "stepUuid")
        text = part.get("text") if isinstance(part, dict) and part.get("type") == "text" else None
        if not isinstance(text, str) or not text:
            return
        step = self.state.get("step")
        if step is not None and step["uuid"] != uuid:
            yield from self._end_step()
            step = None
        if step is None:
            key = self._key(digest_of(uuid, at_ms, text) if at_ms is not None else f"@{offset}", offset)
            step = self.state["step"] = {"uuid": uuid, "key": key, "text": "", "at_ms": at_ms}
        step["text"] += text
        step["is_due"] = True

    def _result(self, event: dict[str, Any], offset: int, at_ms: int | None) -> Iterator[Event]:
        output = event.get("output")
        if output is None and isinstance(event.get("result"), dict):
            output = event["result"].get("output")
        if self.scope.tool_output and (text := text_of(output, joined="")):
            yield from self._told()
            yield from self._say(Message(self._key(f"@{offset}", offset), Role.TOOL, text, at_ms))

    def _end_step(self) -> Iterator[Event]:
        yield from self._told()
        self.state["step"] = None

    def _told(self) -> Iterator[Event]:
        """What the step under way has said so far."""
        step = self.state.get("step")
        if step and step.pop("is_due", False) and (text := step["text"].strip()):
            yield from self._say(Message(step["key"], Role.ASSISTANT, text, step["at_ms"]))

    def _say(self, message: Message) -> Iterator[Event]:
        turns = self.state.get("turns")
        if turns and message.id not in turns[-1]:
            turns[-1].append(message.id)
        yield Said(self._id, message)

    def _undo(self, count: Any) -> Iterator[Event]:
        """The last turns and their answers are gone."""
        yield from self._end_step()
        count = count if isinstance(count, int) and not isinstance(count, bool) and count > 0 else 0
        turns: list[list[str]] = self.state.get("turns", [])
        for _ in range(min(count, len(turns))):
            for key in turns.pop():
                yield Unsaid(self._id, key)

    def _key(self, own: str, offset: int) -> str:
        """An id that a fork's copy has too."""
        key = f"{self._about['lineage']} {own}"
        is_taken = any(key in turn for turn in self.state.get("turns", []))
        return f"{key} @{offset}" if is_taken else key


def _is_typed(origin: Any) -> bool:
    kind = string_at(origin, "kind")
    return kind not in _NOT_TYPED and (kind not in _TYPED_BY_SLASH or string_at(origin, "trigger") == "user-slash")


def _about(folder: Path) -> dict[str, Any]:
    """What stands beside the log; nothing while that is half written."""
    value = _state_of(folder)
    title = (string_at(value, "title") or "").strip()
    return {
        "folder": folder_of(string_at(value, "workDir") or _listed_folder(folder)),
        "title": title,
        "created_ms": moment_ms(value.get("createdAt")),
        "updated_ms": moment_ms(value.get("updatedAt")),
        "lineage": _lineage(folder, value),
    }


def _state_of(folder: Path) -> dict[str, Any]:
    try:
        value = document_in(folder / "state.json")
    except OSError:
        return {}
    return value if isinstance(value, dict) else {}


def _lineage(folder: Path, value: dict[str, Any]) -> str:
    """The session that the first of its forefathers is, itself where it is no fork."""
    known = [folder.name]
    while len(known) < _LONGEST_LINE_OF_FORKS:
        parent = string_at(value, "forkedFrom") or string_at(value, "forkedFrom", "sessionId")
        if parent is None or parent in known or "/" in parent or "\\" in parent:
            break
        known.append(parent)
        found = next(iter(sorted(folder.parent.parent.glob(f"*/{_literal(parent)}/state.json"))), None)
        value = _state_of(found.parent) if found else {}
    return known[-1]


def _literal(name: str) -> str:
    return "".join(f"[{one}]" if one in "*?[" else one for one in name)


def _listed_folder(folder: Path) -> str | None:
    """What the index says, where the session itself says nothing."""
    place, found = file_place(folder.parents[2] / "session_index.jsonl"), None
    try:
        for _, line in lines_in(place) if place else ():
            record = record_in(line)
            if string_at(record, "sessionId") == folder.name:
                found = string_at(record, "workDir") or found
    except OSError:
        return None
    return found


READER = KimiCode()
