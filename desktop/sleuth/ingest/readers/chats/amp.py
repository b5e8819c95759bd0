"""What was said in Amp?

One JSON document a thread, written anew as a whole. Many threads are on Amp's server alone.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Mark, Place, Step, file_place
from sleuth.ingest.readers.conversations.documents import Talk, distinct, read_whole
from sleuth.ingest.readers.conversations.records import folder_of, moment_ms, string_at, text_of
from sleuth.ingest.readers.conversations.scope import Scope


class Amp:
    agent = "amp"
    name = "Amp"

    def folders(self, scope: Scope) -> list[Path]:
        return [scope.data_home / "amp" / "threads"]

    def places(self, scope: Scope) -> Iterator[Place]:
        for folder in self.folders(scope):
            for path in sorted(folder.glob("T-*.json")):
                if place := file_place(path):
                    yield place

    def read(self, place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
        def talks_in(thread: Any, passed_over: Counter[str]) -> list[Talk] | None:
            folders = list(_folders(thread))
            held = next(filter(scope.holds, folders), None)
            if held is None:
                return None if folders else []
            return [_talk(place.path.stem, held, thread, passed_over, scope)]

        return read_whole(place, mark, talks_in)


def _folders(thread: Any) -> Iterator[str]:
    """Where it was worked."""
    environment = thread.get("env") if isinstance(thread, dict) else None
    initial = environment.get("initial") if isinstance(environment, dict) else None
    trees = initial.get("trees") if isinstance(initial, dict) else None
    for tree in trees if isinstance(trees, list) else ():
        if folder := folder_of(string_at(tree, "uri")):
            yield folder


def _talk(session_id: str, folder: str, thread: dict[str, Any], passed_over: Counter[str], scope: Scope) -> Talk:
    records = thread.get("messages")
    models: list[str] = []
    messages = distinct(_messages(session_id, records if isinstance(records, list) else [], models, passed_over, scope))
    started_ms = moment_ms(thread.get("created"))
    times = [one.at_ms for one in messages if one.at_ms is not None]
    title = (string_at(thread, "title") or "").strip()
    session = Session(
        id=session_id,
        folder=folder,
        title=title or None,
        model=models[-1] if models else None,
        started_ms=started_ms,
        updated_ms=max(times, default=started_ms),
        resume=("amp", "threads", "continue", session_id),
    )
    return Talk(session, messages)


def _messages(
    session_id: str, records: list[Any], models: list[str], passed_over: Counter[str], scope: Scope
) -> Iterator[Message]:
    for number, record in enumerate(records):
        role = record.get("role") if isinstance(record, dict) else None
        if role not in ("user", "assistant"):
            passed_over["broken" if role is None else str(role)] += 1
            continue
        if model := string_at(record, "usage", "model"):
            models.append(model)
        key, at_ms, content = _key(session_id, number, record), _at_ms(record), record.get("content")
        for nth, text in enumerate(_results(content) if scope.tool_output else ()):
            yield Message(f"{key}.{nth}", Role.TOOL, text, at_ms)
        if text := text_of(content):
            yield Message(key, Role(role), text, at_ms)


def _key(session_id: str, number: int, record: dict[str, Any]) -> str:
    own = record.get("messageId")
    return f"{session_id} {own}" if isinstance(own, int | str) else f"{session_id} #{number}"


def _at_ms(record: dict[str, Any]) -> int | None:
    for part, key in (("meta", "sentAt"), ("usage", "timestamp")):
        inner = record.get(part)
        if isinstance(inner, dict) and (at_ms := moment_ms(inner.get(key))) is not None:
            return at_ms
    return None


def _results(content: Any) -> Iterator[str]:
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and block.get("type") == "tool_result":
            result = string_at(block, "run", "result") or block.get("content")
            if text := text_of(result):
                yield text


READER = Amp()
