"""What was said to Cursor's agents when their transcripts were plain texts?

user: or assistant: on a line of its own → what was said, and in it [Thinking], [Tool call], [Tool result]
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from sleuth.domain.chats import Message, Role
from sleuth.ingest.readers.chats.cursor.transcripts import id_of, known_session, typed
from sleuth.ingest.readers.chats.cursor.workspaces import transcript_folders
from sleuth.ingest.readers.conversations.base import Mark, Place, Step, file_place
from sleuth.ingest.readers.conversations.documents import Talk, read_whole
from sleuth.ingest.readers.conversations.scope import Scope

_LARGEST_BYTES = 64 * 1024 * 1024
_SPEAKER = re.compile(r"^(user|assistant):[ \t]*\r?\n", re.MULTILINE)
# What tools gave back may hold anything: it goes on to the next of these.
_NOT_SAID = re.compile(
    r"^[ \t]*\[(?:Thinking|Tool call|Tool result)\].*?(?=^[ \t]*\[(?:Thinking|Tool call|Tool result)\]|\Z)",
    re.MULTILINE | re.DOTALL,
)


def texts_in(scope: Scope) -> Iterator[Place]:
    for folder in transcript_folders(scope):
        for path in (*sorted(folder.glob("*.txt")), *sorted(folder.glob("*/*.txt"))):
            if path.parent.name in (folder.name, path.stem) and (place := file_place(path)):
                yield place


def read_text(place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
    """See `documents.read_whole`."""
    if mark is not None and (mark["stamp"] == place.stamp or mark.get("foreign")):
        return
    session, is_foreign = known_session(place, scope)
    if session is None and not is_foreign:
        return

    def talks_in(text: str, passed_over: Counter[str]) -> list[Talk] | None:  # noqa: ARG001
        return None if session is None else [Talk(replace(session, rank=0), tuple(_said(id_of(place), text)))]

    yield from read_whole(place, mark, talks_in, _text)


def _text(place: Place) -> str | None:
    """None where there is nothing yet."""
    if place.path.stat().st_size > _LARGEST_BYTES:
        raise OSError(f"{place.path} holds more than {_LARGEST_BYTES:,} bytes")
    text = place.path.read_bytes().replace(b"\0", b"").decode("utf-8", "replace").removeprefix("\ufeff")
    return text + "\n" if text.strip() else None


def _said(key: str, text: str) -> Iterator[Message]:
    pieces = _SPEAKER.split(text)
    for number, (role, said) in enumerate(zip(pieces[1::2], pieces[2::2], strict=True)):
        words = typed(said.strip()) if role == "user" else _NOT_SAID.sub("", said).strip()
        if words:
            yield Message(f"{key} #{number}", Role(role), words)
