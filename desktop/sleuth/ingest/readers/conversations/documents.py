"""How is a store read that is written anew as a whole whenever it changes, such as one JSON document?

    file ─whole, when its stamp is another→ value ─agent→ all talks that it holds

The mark holds no more than the stamp, or that the place is another workspace's. So a store of 100 MB costs nothing
while it rests, and once its own size when it does not.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Session
from sleuth.ingest.readers.conversations.base import (
    Began,
    Event,
    Mark,
    Only,
    Place,
    Said,
    Sessions,
    Step,
    Unsaid,
)
from sleuth.ingest.readers.conversations.records import parsed

_LARGEST_BYTES = 1024**3


@dataclass(frozen=True, slots=True)
class Talk:
    """A session and all that was said in it."""

    session: Session
    messages: tuple[Message, ...]


def document_in(path: Path) -> Any:
    """The JSON value in a file; None where the file is empty.

    Raises:
        OSError: It cannot be read, or is half written.
    """
    if path.stat().st_size > _LARGEST_BYTES:
        raise OSError(f"{path} holds more than {_LARGEST_BYTES:,} bytes")
    text = path.read_bytes().replace(b"\0", b"").decode("utf-8", "replace").removeprefix("\ufeff").strip()
    value = parsed(text) if text else None
    if text and value is None:
        raise OSError(f"{path} is no whole JSON document")
    return value


def document(place: Place) -> Any:
    """See `document_in`."""
    return document_in(place.path)


def read_whole(
    place: Place,
    mark: Mark | None,
    talks_in: Callable[[Any, Counter[str]], Iterable[Talk] | None],
    load: Callable[[Place], Any] = document,
) -> Iterator[Step]:
    """One step with all that a place holds, where it is another than that of the mark.

    `talks_in` makes it of the value that `load` reads, counts what it passes over, and answers None where the place is
    and stays another workspace's. A value None says nothing: what is known stays.
    """
    if mark is not None and (mark["stamp"] == place.stamp or mark.get("foreign")):
        return
    value = load(place)
    if value is None:
        return
    passed_over = Counter[str]()
    talks = talks_in(value, passed_over)
    if talks is None:
        yield Step({"stamp": place.stamp, "foreign": True}, [Sessions(frozenset())])
        return
    kept = list(talks)
    events: list[Event] = [Sessions(frozenset(talk.session.id for talk in kept))]
    for talk in kept:
        events += [Began(talk.session), Only(talk.session.id, talk.messages)]
    yield Step({"stamp": place.stamp}, events, passed_over, is_whole=True)


def messages_after(events: Iterable[Event]) -> tuple[Message, ...]:
    """What is left of one session's messages when all of these have happened."""
    messages: dict[str, Message] = {}
    for event in events:
        if isinstance(event, Said):
            messages[event.message.id] = event.message
        elif isinstance(event, Unsaid):
            messages.pop(event.message, None)
    return tuple(messages.values())


def distinct(messages: Iterable[Message]) -> tuple[Message, ...]:
    """The messages, each once, where one id stands for several: what follows the first has its number behind it."""
    kept: dict[str, Message] = {}
    for message in messages:
        key, number = message.id, 1
        while key in kept and kept[key] != replace(message, id=key):
            number += 1
            key = f"{message.id} {number}"
        kept[key] = replace(message, id=key)
    return tuple(kept.values())
