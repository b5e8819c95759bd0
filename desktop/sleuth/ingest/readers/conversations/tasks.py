"""How are the tasks of Cline's extension read, and of those that were made from it?

    <extension's folder>/tasks/<id>/ui_messages.json          what was shown: read first
                                    api_conversation_history.json   what the model was sent: where the other is missing
                                    history_item.json          about the task, or of all tasks:
                         state/taskHistory.json

All are written anew as a whole.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Mark, Place, Step, file_place
from sleuth.ingest.readers.conversations.documents import Talk, distinct, document_in, read_whole
from sleuth.ingest.readers.conversations.editors import storage_of, user_folders
from sleuth.ingest.readers.conversations.records import folder_of, moment_ms, parsed, string_at, text_of
from sleuth.ingest.readers.conversations.scope import Scope

_SHOWN, _SENT, _ABOUT = "ui_messages.json", "api_conversation_history.json", "history_item.json"
_ASSISTANT_SAYS = {"text", "completion_result", "plan_completion_result"}
_ASSISTANT_ASKS = {"followup", "plan_mode_respond", "act_mode_respond"}
_TOOL_GAVE = {"command_output", "mcp_server_response", "browser_action_result", "codebase_search_result"}
# Beginnings of the kinds that nobody said.
_NOT_TALK = (
    "api_req_", "deleted_api_reqs", "reasoning", "command", "tool", "checkpoint_", "mcp_", "use_mcp_server", "browser_",
    "error", "condense_context", "sliding_window_truncation", "subtask_result", "codebase_search_result",
    "task_progress", "hook_", "info", "resume_", "user_feedback_diff", "shell_integration_warning", "diff_error",
    "clineignore_error", "rooignore_error", "new_task", "load_mcp_documentation", "generate_explanation",
    "auto_approval_max_req_reached", "finishTask", "newTask", "user_edit_todos", "image",
)  # fmt: skip
_DETAILS = re.compile(r"<environment_details>.*?(?:</environment_details>|\Z)", re.DOTALL)
_FOLDER = re.compile(r"^# Current (?:Working|Workspace) Directory \((.+)\)(?: Files)?\s*$", re.MULTILINE)
_WRAPPED = re.compile(r"<(task|feedback|user_message)>(.*?)</\1>", re.DOTALL)
_RESULT = re.compile(r"\[\w+(?: for .{0,4000}?)?\] Result:", re.DOTALL)
# Older versions had the model write its thoughts, its calls of tools and its answers as tags into one text.
_THOUGHTS = re.compile(r"<thinking>.*?(?:</thinking>|\Z)", re.DOTALL)
_SAID_IN_CALL = re.compile(
    r"<(ask_followup_question|attempt_completion|plan_mode_respond)>"
    r"\s*<(question|result|response)>(.*?)</\2>.*?(?:</\1>|\Z)",
    re.DOTALL,
)
_CALL = re.compile(
    r"^<(execute_command|read_file|write_to_file|replace_in_file|apply_diff|insert_content|search_and_replace"
    r"|search_files|list_files|list_code_definition_names|browser_action|use_mcp_tool|access_mcp_resource|switch_mode"
    r"|new_task|update_todo_list|fetch_instructions|codebase_search)>.*?(?:</\1>|\Z)",
    re.DOTALL | re.MULTILINE,
)
_NOT_TYPED = ("[ERROR]", "[TASK RESUMPTION]")
_FOREIGN = "foreign"


@dataclass(frozen=True, slots=True)
class _Task:
    """One task as its files tell of it."""

    id: str
    folder: str
    title: str | None
    updated_ms: int | None
    records: list[Any]
    shown: bool
    """Whether they are those of `ui_messages.json`."""


class TaskStore:
    """The tasks of one extension, in all editors."""

    def __init__(self, extension: str, moved_by: str = "") -> None:
        """`moved_by` names the editors' setting that may move the tasks elsewhere."""
        self._extension = extension
        self._moved_by = re.compile(rf'"{re.escape(moved_by)}"\s*:\s*("(?:[^"\\\n]|\\.)*")') if moved_by else None
        self._known: dict[Path, tuple[str, dict[str, dict[str, Any]]]] = {}

    def folders(self, scope: Scope) -> list[Path]:
        moved = [folder for user in user_folders(scope) if (folder := self._moved_to(user, scope))]
        return [*dict.fromkeys([*storage_of(self._extension, scope), *moved])]

    def places(self, scope: Scope) -> Iterator[Place]:
        for root in self.folders(scope):
            history = self._history(root)
            for folder in _folders_in(root / "tasks"):
                shown, sent, about = folder / _SHOWN, folder / _SENT, folder / _ABOUT
                place = file_place(shown, sent, about) or file_place(sent, about)
                if place is not None and place.path.is_file():
                    entry = history.get(folder.name, {})
                    told = [entry.get(key) for key in ("cwdOnTaskInitialization", "workspace", "parentTaskId", "task")]
                    yield replace(place, stamp=f"{place.stamp} {json.dumps(told)}") if any(told) else place

    def read(self, place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
        def load(place: Place) -> Any:
            return self._task(place, scope)

        def talks_in(task: Any, passed_over: Counter[str]) -> list[Talk] | None:
            return [_talk(task, passed_over, scope)] if isinstance(task, _Task) else None

        return read_whole(place, mark, talks_in, load)

    def _task(self, place: Place, scope: Scope) -> _Task | str | None:
        """The task, where it is the workspace's; None while it does not tell."""
        folder = place.path.parent
        entry = document_in(folder / _ABOUT) if (folder / _ABOUT).is_file() else None
        if not isinstance(entry, dict):
            entry = self._history(folder.parent.parent).get(folder.name, {})
        worked_in = folder_of(string_at(entry, "cwdOnTaskInitialization") or string_at(entry, "workspace"))
        if string_at(entry, "parentTaskId") or (worked_in and not scope.holds(worked_in)):
            return _FOREIGN
        records = document_in(folder / _SHOWN) if place.path.name == _SHOWN else None
        shown = isinstance(records, list) and bool(records)
        sent = document_in(folder / _SENT) if (not shown or not worked_in) and (folder / _SENT).is_file() else None
        if not worked_in:
            worked_in = _folder_told_in(sent)
            if worked_in and not scope.holds(worked_in):
                return _FOREIGN
        records = records if shown else sent
        if not worked_in or not isinstance(records, list):
            return None
        title = string_at(entry, "task")
        updated_ms = moment_ms(entry.get("ts"))
        return _Task(folder.name, worked_in, title.strip() if title else None, updated_ms, records, shown)

    def _history(self, root: Path) -> dict[str, dict[str, Any]]:
        """What `taskHistory.json` says of each task; what it said while it could be read, where it cannot."""
        place = file_place(root / "state" / "taskHistory.json")
        if place is None:
            return {}
        stamp, entries = self._known.get(place.path, ("", {}))
        if stamp != place.stamp:
            try:
                listed = document_in(place.path)
            except OSError:
                return entries
            listed = listed if isinstance(listed, list) else []
            entries = {str(one.get("id")): one for one in listed if isinstance(one, dict)}
            self._known[place.path] = (place.stamp, entries)
        return entries

    def _moved_to(self, user: Path, scope: Scope) -> Path | None:
        if self._moved_by is None:
            return None
        try:
            found = self._moved_by.search((user / "settings.json").read_text("utf-8", "replace"))
        except OSError:
            return None
        named = parsed(found[1]) if found else None
        if not isinstance(named, str) or not named:
            return None
        return scope.home / named[2:] if named.startswith(("~/", "~\\")) else Path(named)


def _folders_in(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            return sorted(Path(entry.path) for entry in entries if entry.is_dir())
    except OSError:
        return []


def _folder_told_in(sent: Any) -> str | None:
    """Where the task was worked on, as the first details for the model say."""
    for record in sent if isinstance(sent, list) else ():
        content = record.get("content") if isinstance(record, dict) else None
        for details in _DETAILS.finditer(text_of(content)):
            if found := _FOLDER.search(details[0]):
                return found[1]
    return None


def _talk(task: _Task, passed_over: Counter[str], scope: Scope) -> Talk:
    said = _shown(task, passed_over, scope) if task.shown else sent(task.id, task.records, passed_over, scope)
    messages = distinct(said)
    times = [one.at_ms for one in messages if one.at_ms is not None]
    updated_ms = max(times, default=task.updated_ms)
    return Talk(Session(task.id, task.folder, task.title, None, min(times, default=None), updated_ms), messages)


def _shown(task: _Task, passed_over: Counter[str], scope: Scope) -> Iterator[Message]:
    previous = ""
    for number, record in enumerate(task.records):
        if not isinstance(record, dict):
            passed_over["broken"] += 1
            continue
        role, text = _shown_by(record, passed_over, scope, is_first=number == 0)
        if role is None or not text or record.get("partial") is True:
            continue
        if record.get("ask") == "completion_result" and text == previous:
            continue
        previous = text
        at_ms = moment_ms(record.get("ts"))
        yield Message(f"{task.id} {record.get('ts') if at_ms else f'#{number}'}", role, text, at_ms)


def _shown_by(
    record: dict[str, Any], passed_over: Counter[str], scope: Scope, is_first: bool
) -> tuple[Role | None, str]:
    """Who said what, where it is something said."""
    is_ask = record.get("type") == "ask"
    kind = string_at(record, "ask" if is_ask else "say") or str(record.get("type"))
    text = (string_at(record, "text") or "").strip()
    if not is_ask and (kind in ("task", "user_feedback") or (kind == "text" and is_first)):
        return Role.USER, text
    if kind == "completion_result" or (not is_ask and kind in _ASSISTANT_SAYS):
        return Role.ASSISTANT, text
    if is_ask and kind in _ASSISTANT_ASKS:
        return Role.ASSISTANT, _asked(text)
    if kind in _TOOL_GAVE and scope.tool_output:
        return Role.TOOL, text
    if not kind.startswith(_NOT_TALK) and not kind.endswith("_warning"):
        passed_over[kind] += 1
    return None, ""


def _asked(text: str) -> str:
    value = parsed(text) if text.startswith("{") else None
    if not isinstance(value, dict):
        return text
    return (string_at(value, "question") or string_at(value, "response") or "").strip()


def sent(session_id: str, records: Any, passed_over: Counter[str], scope: Scope) -> Iterator[Message]:
    """What was said of what was sent to the model and came from it."""
    for number, record in enumerate(records if isinstance(records, list) else ()):
        role = record.get("role") if isinstance(record, dict) else None
        if role not in ("user", "assistant"):
            passed_over["broken" if role is None else str(role)] += 1
            continue
        at_ms = moment_ms(record.get("ts"))
        key = f"{session_id} {string_at(record, 'id') or f'#{number}'}"
        content = record.get("content")
        blocks = content if isinstance(content, list) else [content]
        yield from tool_results(key, blocks, at_ms, scope)
        texts = map(_answered if role == "assistant" else _typed, (text_of([block]) for block in blocks))
        text = "\n\n".join(one for one in texts if one)
        if text:
            yield Message(key, Role(role), text, at_ms)


def tool_results(key: str, blocks: list[Any], at_ms: int | None, scope: Scope) -> Iterator[Message]:
    """What tools gave back in a message's blocks, where that is wanted."""
    for number, block in enumerate(blocks if scope.tool_output else ()):
        if isinstance(block, dict) and block.get("type") == "tool_result" and (text := text_of(block.get("content"))):
            yield Message(f"{key}.{number}", Role.TOOL, text, at_ms)


def _typed(text: str) -> str:
    """What a person typed of a text for the model; empty where it is nothing."""
    text = _DETAILS.sub("", text).strip()
    if _RESULT.match(text):
        return ""
    if wrapped := [found[2].strip() for found in _WRAPPED.finditer(text)]:
        return "\n\n".join(one for one in wrapped if one)
    return "" if text.startswith(_NOT_TYPED) else text


def _answered(text: str) -> str:
    """What the model said of a text from it."""
    text = _SAID_IN_CALL.sub(lambda found: found[3].strip(), _THOUGHTS.sub("", text))
    return _CALL.sub("", text).strip()
