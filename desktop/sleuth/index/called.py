"""What is there by its title: which chats, notes, plans and recordings are called so?"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import apsw

from sleuth.domain.folding import fold
from sleuth.domain.items import Source
from sleuth.index.encoding import cell_to_name

OTHERS = (Source.NOTES, Source.PLANS, Source.TERMINALS)
"""What has titles of its own, beside chats; a file's is its name."""
_WORD = re.compile(r"\w+")
_SAID_MS = "coalesce(about ->> 'updated_ms', about ->> 'started_ms', 0)"


@dataclass(frozen=True, slots=True)
class Named:
    """Something by its title."""

    source: Source
    ref: str
    """Leads to it; of a chat, to one of its messages."""
    title: str
    at_ms: int
    """When it was changed, or something was last said in it; 0 where nobody knows."""
    agent: str = ""
    """Whose chat it is."""


def called(connection: apsw.Connection, text: str, limit: int) -> list[Named]:
    """Those whose titles have all words of a text, each at the start of one: at most so many of a source, the newest first."""
    words = _WORD.findall(fold(text))
    if not words:
        return []
    found = list(islice((chat for chat in _chats(connection) if _is_called(chat.title, words)), limit))
    for source in OTHERS:
        found += islice((item for item in _items(connection, source) if _is_called(item.title, words)), limit)
    return found


def latest_chats(connection: apsw.Connection, limit: int) -> list[Named]:
    """Those in which something was said last, each at its last message."""
    rows = connection.execute(
        f"SELECT agent, title, {_SAID_MS}, (SELECT ref FROM item WHERE item.chat = chat.id ORDER BY number DESC LIMIT 1)"
        " FROM chat JOIN place ON place.id = chat.place"
        f" WHERE EXISTS (SELECT 1 FROM item WHERE item.chat = chat.id) ORDER BY {_SAID_MS} DESC, chat.id LIMIT ?",
        (limit,),
    )
    return [Named(Source.CHATS, str(ref), str(title), int(at_ms), str(agent)) for agent, title, at_ms, ref in rows]


def chats_about(connection: apsw.Connection, at_ms: int, within_ms: int, limit: int) -> list[Named]:
    """Those in which something was said about that time, each at its message that is nearest to it; the nearest first."""
    at_ns, within_ns = at_ms * 1_000_000, within_ms * 1_000_000
    # With min() alone, SQLite takes all other columns from the row that it comes from.
    rows = connection.execute(
        "SELECT agent, chat.title, ref, mtime_ns, min(abs(mtime_ns - ?)) AS apart FROM item JOIN chat ON chat.id = item.chat"
        " JOIN place ON place.id = chat.place WHERE source = ? AND mtime_ns BETWEEN ? AND ? GROUP BY chat.id ORDER BY apart, chat.id LIMIT ?",
        (at_ns, Source.CHATS.value, at_ns - within_ns, at_ns + within_ns, limit),
    )
    return [Named(Source.CHATS, str(ref), str(title), mtime_ns // 1_000_000, str(agent)) for agent, title, ref, mtime_ns, _ in rows]


def _chats(connection: apsw.Connection) -> Iterator[Named]:
    """Each at its first message, the newest first."""
    rows = connection.execute(
        f"SELECT agent, session, title, {_SAID_MS} FROM chat JOIN place ON place.id = chat.place"
        f" WHERE EXISTS (SELECT 1 FROM item WHERE item.chat = chat.id) ORDER BY {_SAID_MS} DESC, chat.id"
    )
    for agent, session, title, at_ms in rows:
        yield Named(Source.CHATS, f"{agent}/{session}", str(title), int(at_ms), str(agent))


def _items(connection: apsw.Connection, source: Source) -> Iterator[Named]:
    rows = connection.execute(
        "SELECT ref, title, mtime_ns FROM item WHERE source = ? AND state IN ('indexed', 'empty') ORDER BY mtime_ns DESC, ref",
        (source.value,),
    )
    for ref, title, mtime_ns in rows:
        yield Named(source, cell_to_name(ref), cell_to_name(title), mtime_ns // 1_000_000)


def _is_called(title: str, words: list[str]) -> bool:
    starts = _WORD.findall(fold(title))
    return all(any(start.startswith(word) for start in starts) for word in words)
