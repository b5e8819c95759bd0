"""What was said in Claude Code?

One log a session, below a folder named after where it was started. What one call of the model answered is written as
several records of one `message.id`, one a block or growing snapshots of it; forks and background sessions copy records
with their `uuid` into files of their own.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Event, Place, Said, Unsaid
from sleuth.ingest.readers.conversations.logs import Follower, LogReader, logs_in
from sleuth.ingest.readers.conversations.records import moment_ms, string_at, text_of
from sleuth.ingest.readers.conversations.scope import Scope

# What the program itself puts into a user's message.
_NOT_TYPED = (
    "<local-command-stdout>",
    "<local-command-stderr>",
    "<local-command-caveat>",
    "<session-start-hook>",
    "<tick>",
    "<goal>",
    "<task-notification>",
    "[Request interrupted by user",
    "Stop hook feedback:",
    "This session is being continued from a previous conversation",
)
_INJECTED = re.compile(r"\s*<(system-reminder|ide_opened_file|ide_selection)>.*?</\1>", re.DOTALL)
_COMMAND = re.compile(r"<command-name>(.*?)</command-name>", re.DOTALL)
_ARGUMENTS = re.compile(r"<command-args>(.*?)</command-args>", re.DOTALL)
_NOT_TALK = {
    "system", "progress", "summary", "custom-title", "ai-title", "agent-name", "agent-setting", "last-prompt", "tag",
    "mode", "permission-mode", "queue-operation", "file-history-snapshot", "file-history-delta", "content-replacement",
    "pr-link", "frame-link", "bridge-session", "atis-latch", "relocated", "worktree-state", "started", "result",
    "ended-by-model", "agent-color", "fork-context-ref", "attribution-snapshot",
}  # fmt: skip
# Answers under way at one time: tools' results stand between the records of one, and retries between those of another.
_OPEN_ANSWERS = 8
_KEPT_SUMMARIES = 50
# From the weakest title to the strongest.
_TITLES = {"last-prompt": "lastPrompt", "ai-title": "aiTitle", "custom-title": "customTitle"}


class ClaudeCode(LogReader):
    agent = "claude-code"
    name = "Claude Code"

    def folders(self, scope: Scope) -> list[Path]:
        return [scope.at("CLAUDE_CONFIG_DIR", ".claude") / "projects"]

    def places(self, scope: Scope) -> Iterator[Place]:
        for folder in self.folders(scope):
            for place in logs_in(folder, "*/*.jsonl"):
                if not place.path.name.startswith("agent-"):
                    yield place

    def follower(self, place: Place, scope: Scope, state: dict[str, Any]) -> Follower:
        return _Transcript(place, scope, state)


class _Transcript(Follower):
    """A session's log.

    The state: `folder`, `titles` by type, `summaries` and the `summary` that is the session's own, `model`, times,
    `answers` under way with the uuids that are in them, ids of texts that are `queued`.
    """

    @property
    def belongs(self) -> bool | None:
        folder = self.state.get("folder")
        return None if folder is None else self.scope.holds(folder)

    @property
    def _id(self) -> str:
        return self.place.path.name.removesuffix(self.place.packed).removesuffix(".jsonl")

    def sessions(self) -> list[Session]:
        state = self.state
        titles = state.get("titles", {})
        title = next((titles[kind] for kind in reversed(_TITLES) if titles.get(kind)), None)
        return [
            Session(
                id=self._id,
                folder=state["folder"],
                title=title or state.get("summary"),
                model=state.get("model"),
                started_ms=state.get("started_ms"),
                updated_ms=state.get("updated_ms"),
                resume=("claude", "--resume", self._id),
                plan=state.get("plan"),
            )
        ]

    def take(self, record: dict[str, Any], offset: int) -> Iterable[Event]:  # noqa: ARG002
        self._note(record)
        kind = str(record.get("type"))
        if kind == "user":
            yield from self._user(record)
        elif kind == "assistant":
            yield from self._assistant(record)
        elif kind == "attachment":
            yield from self._queued(record)
        elif kind not in _NOT_TALK:
            self.passed_over[kind] += 1

    def _note(self, record: dict[str, Any]) -> None:
        """What any record tells of its session."""
        state = self.state
        if folder := string_at(record, "cwd"):
            state.setdefault("folder", folder)
        if plan := string_at(record, "slug"):
            state["plan"] = plan
        kind = str(record.get("type"))
        if kind in _TITLES and (title := string_at(record, _TITLES[kind])):
            state.setdefault("titles", {})[kind] = title
        summaries = state.setdefault("summaries", {})
        leaf, summary = string_at(record, "leafUuid"), string_at(record, "summary")
        if kind == "summary" and leaf and summary and len(summaries) < _KEPT_SUMMARIES:
            summaries[leaf] = summary
        if (uuid := string_at(record, "uuid")) in summaries:
            state["summary"] = summaries[uuid]
        if (at_ms := moment_ms(record.get("timestamp"))) is not None:
            state.setdefault("started_ms", at_ms)
            state["updated_ms"] = max(at_ms, state.get("updated_ms", at_ms))

    def _user(self, record: dict[str, Any]) -> Iterator[Event]:
        if any(record.get(flag) for flag in ("isMeta", "isSidechain", "isCompactSummary", "teamName")):
            return
        content = record.get("message", {}).get("content") if isinstance(record.get("message"), dict) else None
        if self.scope.tool_output:
            yield from self._tool_results(record, content)
        text = _typed(text_of(content))
        if not text:
            return
        queued = self.state.setdefault("queued", {})
        if record.get("promptSource") == "queued" and text in queued:
            yield Unsaid(self._id, queued.pop(text))
        yield Said(self._id, Message(_id_of(record), Role.USER, text, moment_ms(record.get("timestamp"))))

    def _tool_results(self, record: dict[str, Any], content: Any) -> Iterator[Event]:
        for number, block in enumerate(content if isinstance(content, list) else ()):
            if isinstance(block, dict) and block.get("type") == "tool_result" and (text := text_of(block.get("content"))):
                key = f"{_id_of(record)}#{number}"
                yield Said(self._id, Message(key, Role.TOOL, text, moment_ms(record.get("timestamp"))))

    def _queued(self, record: dict[str, Any]) -> Iterator[Event]:
        """What was typed while the agent was busy."""
        attachment = record.get("attachment")
        if not isinstance(attachment, dict) or attachment.get("type") != "queued_command":
            return
        text = _typed(text_of(attachment.get("prompt")))
        if text and not record.get("isSidechain"):
            key = string_at(record, "uuid") or f"queued {record.get('timestamp')} {text[:80]}"
            self.state.setdefault("queued", {})[text] = key
            yield Said(self._id, Message(key, Role.USER, text, moment_ms(record.get("timestamp"))))

    def _assistant(self, record: dict[str, Any]) -> Iterator[Event]:
        message = record.get("message")
        if record.get("isSidechain") or record.get("isApiErrorMessage") or not isinstance(message, dict):
            return
        model, text = string_at(message, "model"), text_of(message.get("content"))
        if not text or (model == "<synthetic>" and not record.get("requestId")):
            return
        if model:
            self.state["model"] = model
        key, uuid = string_at(message, "id") or _id_of(record), string_at(record, "uuid")
        answers: list[dict[str, Any]] = self.state.setdefault("answers", [])
        answer = next((one for one in answers if one["id"] == key), None)
        if answer is None:
            answer = {"id": key, "text": "", "uuids": [], "at_ms": moment_ms(record.get("timestamp"))}
            answers.append(answer)
            del answers[:-_OPEN_ANSWERS]
        if uuid in answer["uuids"]:
            return
        if uuid:
            answer["uuids"].append(uuid)
        is_snapshot = text.startswith(answer["text"])
        answer["text"] = text if is_snapshot else f"{answer['text']}\n\n{text}"
        yield Said(self._id, Message(key, Role.ASSISTANT, answer["text"], answer["at_ms"]))


def _id_of(record: dict[str, Any]) -> str:
    """That of the record which it is a copy of, where it is one."""
    own = string_at(record, "uuid") or f"{record.get('timestamp')} {record.get('type')}"
    return string_at(record, "forkedFrom", "messageUuid") or own


def _typed(text: str) -> str:
    """What a person typed of a user's message; empty where it is nothing."""
    while injected := _INJECTED.match(text):
        text = text[injected.end() :].strip()
    if text.startswith(_NOT_TYPED):
        return ""
    if text.startswith(("<command-name>", "<command-message>", "<command-args>")) and (name := _COMMAND.search(text)):
        arguments = _ARGUMENTS.search(text)
        return f"{name[1].strip()} {arguments[1].strip() if arguments else ''}".strip()
    return text


READER = ClaudeCode()
