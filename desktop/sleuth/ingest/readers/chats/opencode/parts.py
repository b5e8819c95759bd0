"""What does a message of OpenCode say, in parts that stand in rows or files of their own?"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.records import moment_ms, string_at
from sleuth.ingest.readers.conversations.scope import Scope

_NO_TITLE = re.compile(r"(New session|Child session) - \d{4}-\d\d-\d\dT")
NOT_TALK = {
    "text", "reasoning", "tool", "file", "step-start", "step-finish", "patch", "snapshot", "compaction", "agent", "subtask",
    "retry",
}  # fmt: skip


def session_of(key: str, folder: str, title: Any, created: Any, updated: Any, rank: int) -> Session:
    """`rank` is the generation's: the newer store counts."""
    is_title = isinstance(title, str) and title.strip() and not _NO_TITLE.match(title.strip())
    return Session(
        key,
        folder,
        title.strip() if is_title else None,
        started_ms=moment_ms(created),
        updated_ms=moment_ms(updated),
        resume=("opencode", "--session", key),
        rank=rank,
    )


def said(
    key: str,
    message: dict[str, Any],
    parts: list[dict[str, Any]],
    at: Any,
    scope: Scope,
    passed_over: Counter[str],
) -> Iterator[Message]:
    """What a message says; its parts in their order, with their ids under `id`; `at` where it keeps no time itself."""
    time = message.get("time")
    created = moment_ms(time.get("created")) if isinstance(time, dict) else None
    at_ms = moment_ms(at) if created is None else created
    if message.get("summary") is True or message.get("mode") == "compaction":
        return
    texts: list[str] = []
    for part in parts:
        kind = part.get("type")
        if kind not in NOT_TALK:
            passed_over[str(kind)] += 1
        elif kind == "text" and not part.get("synthetic") and not part.get("ignored"):
            texts.append(string_at(part, "text") or "")
        elif (
            kind == "tool"
            and scope.tool_output
            and (text := (string_at(part, "state", "output") or "").strip())
        ):
            yield Message(str(part.get("id")), Role.TOOL, text, at_ms)
    text = "\n\n".join(one for one in texts if one).strip()
    if text and message.get("role") in ("user", "assistant"):
        yield Message(key, Role(message["role"]), text, at_ms)


def is_undone(key: str, revert: Any) -> bool:
    """Whether a message was taken back; its id, and those of what followed, are the greater ones."""
    first = string_at(revert, "messageID")
    return first is not None and (key >= first if not string_at(revert, "partID") else key > first)
