"""What was said in Grok Build?

    <sessions>/<its folder, encoded>/.cwd
                                     <id>/updates.jsonl   what was said, in pieces
                                          summary.json    about it
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Event, Place, Said, file_place
from sleuth.ingest.readers.conversations.documents import document_in
from sleuth.ingest.readers.conversations.logs import Follower, LogReader
from sleuth.ingest.readers.conversations.records import folder_of, moment_ms, string_at
from sleuth.ingest.readers.conversations.scope import Scope

_SPEAKERS = {"user_message_chunk": Role.USER, "agent_message_chunk": Role.ASSISTANT}
_TOOL_UPDATE = "tool_call_update"
_NOT_TALK = {
    "agent_thought_chunk", "tool_call", _TOOL_UPDATE, "plan", "available_commands_update", "current_mode_update",
    "config_option_update", "session_info_update", "usage_update",
}  # fmt: skip
# Messages whose next piece may still come.
_OPEN = 8


class GrokBuild(LogReader):
    agent = "grok-build"
    name = "Grok Build"

    def folders(self, scope: Scope) -> list[Path]:
        return [scope.at("GROK_HOME", ".grok") / "sessions"]

    def places(self, scope: Scope) -> Iterator[Place]:
        for folder in self.folders(scope):
            for path in sorted(folder.glob("*/*/updates.jsonl")):
                if place := file_place(path, path.with_name("summary.json"), path.parent.with_name(".cwd")):
                    yield place

    def follower(self, place: Place, scope: Scope, state: dict[str, Any]) -> Follower:
        return _Updates(place, scope, state)


class _Updates(Follower):
    """The state: `about` as the summary had it, `open` messages, the `last` piece's kind, `count` of messages, times."""

    def __init__(self, place: Place, scope: Scope, state: dict[str, Any]) -> None:
        super().__init__(place, scope, state)
        about = _about(place.path)
        self._about: dict[str, Any] = {**state.get("about", {}), **{key: one for key, one in about.items() if one}}
        state["about"] = self._about

    @property
    def belongs(self) -> bool | None:
        if str(self._about.get("kind")).startswith("subagent"):
            return False
        folder = self._about.get("folder")
        return None if folder is None else self.scope.holds(folder)

    @property
    def _id(self) -> str:
        return str(self._about["id"])

    def sessions(self) -> list[Session]:
        about, state = self._about, self.state
        return [
            Session(
                id=self._id,
                folder=about["folder"],
                title=about.get("title"),
                model=about.get("model"),
                started_ms=about.get("created_ms") or state.get("started_ms"),
                updated_ms=max(about.get("updated_ms") or 0, state.get("updated_ms") or 0) or None,
                resume=("grok", "--resume", self._id),
            )
        ]

    def take(self, record: dict[str, Any], offset: int) -> Iterable[Event]:
        parameters = record.get("params")
        parameters = parameters if isinstance(parameters, dict) else {}
        update = parameters.get("update")
        kind = string_at(update, "sessionUpdate")
        if not isinstance(update, dict) or kind is None:
            self.passed_over[str(record.get("method") or record.get("type") or "broken")] += 1
            return
        about_prompt = _first_dict(parameters.get("_meta"), update.get("_meta"), record.get("_meta"))
        at_ms = moment_ms(record.get("timestamp"))
        at_ms = moment_ms(about_prompt.get("agentTimestampMs")) if at_ms is None else at_ms
        self.lived(at_ms)
        if kind in _SPEAKERS:
            yield from self._piece(kind, update.get("content"), about_prompt, at_ms)
        elif kind == _TOOL_UPDATE and self.scope.tool_output:
            yield from self._result(update, offset, at_ms)
        elif kind not in _NOT_TALK:
            self.passed_over[kind] += 1

    def _piece(self, kind: str, content: Any, about: dict[str, Any], at_ms: int | None) -> Iterator[Event]:
        """A piece of a message: of the prompt that it names, or else of the one before it."""
        text = _piece_of(content)
        if not text:
            return
        prompt = next((about[key] for key in ("promptId", "promptIndex") if isinstance(about.get(key), int | str)), None)
        open_: list[dict[str, Any]] = self.state.setdefault("open", [])
        key = f"{kind} {prompt}"
        if prompt is None and open_ and self.state.get("last") == kind:
            key = open_[-1]["key"]
        message = next((one for one in open_ if one["key"] == key), None)
        if message is None or (prompt is None and self.state.get("last") != kind):
            yield from self._settled(open_[: 1 - _OPEN])
            del open_[: 1 - _OPEN]
            message = {"key": key, "number": self.state.get("count", 0), "kind": kind, "text": "", "at_ms": at_ms}
            self.state["count"] = message["number"] + 1
            open_.append(message)
        self.state["last"] = kind
        is_first = not message["text"].strip()
        message["text"] += text
        message["is_due"] = True
        if is_first:  # what follows is told once, when there is no more
            yield from self._settled([message])

    def settle(self) -> Iterable[Event]:
        yield from self._settled(self.state.get("open", []))

    def _settled(self, messages: list[dict[str, Any]]) -> Iterator[Event]:
        """These messages, as far as they were not told as they are."""
        for one in messages:
            if one.pop("is_due", False) and (said := one["text"].strip()):
                role = _SPEAKERS[one["kind"]]
                yield Said(self._id, Message(f"{self._id} #{one['number']}", role, said, one["at_ms"]))

    def _result(self, update: dict[str, Any], offset: int, at_ms: int | None) -> Iterator[Event]:
        blocks = update.get("content")
        blocks = [one for one in blocks if isinstance(one, dict)] if isinstance(blocks, list) else []
        texts = [_piece_of(one.get("content")) for one in blocks]
        if text := "\n\n".join(one for one in texts if one).strip():
            key = f"{self._id} tool {string_at(update, 'toolCallId') or f'@{offset}'}"
            yield Said(self._id, Message(key, Role.TOOL, text, at_ms))


def _about(path: Path) -> dict[str, Any]:
    """What stands beside the log; nothing while that is half written."""
    try:
        summary = document_in(path.with_name("summary.json"))
    except OSError:
        summary = None
    value = summary if isinstance(summary, dict) else {}
    title = string_at(value, "generated_title") or string_at(value, "session_summary") or ""
    return {
        "id": string_at(value, "info", "id") or path.parent.name,
        "folder": folder_of(string_at(value, "info", "cwd")) or _folder_beside(path.parent.with_name(".cwd")),
        "title": title.strip(),
        "model": string_at(value, "current_model_id"),
        "kind": string_at(value, "session_kind"),
        "created_ms": moment_ms(value.get("created_at")),
        "updated_ms": moment_ms(value.get("updated_at")),
    }


def _folder_beside(path: Path) -> str | None:
    try:
        return folder_of(path.read_text("utf-8", "replace").strip())
    except OSError:
        return None


def _first_dict(*values: Any) -> dict[str, Any]:
    return next((value for value in values if isinstance(value, dict)), {})


def _piece_of(content: Any) -> str:
    """A text as it stands, with the spaces around it."""
    blocks = content if isinstance(content, list) else [content]
    texts = [block.get("text") for block in blocks if isinstance(block, dict) and block.get("type", "text") == "text"]
    return "".join(text for text in texts if isinstance(text, str))


READER = GrokBuild()
