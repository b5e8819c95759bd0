"""What does the index know of a chat, for those who show it?"""

import json
from dataclasses import dataclass
from typing import Any

import apsw

from sleuth.domain.chats import Role, Session
from sleuth.index.encoding import cell_to_name, unpack_text


@dataclass(frozen=True, slots=True)
class ChatRecord:
    """A chat that counts."""

    id: int
    agent: str
    title: str
    path: str
    """The file or database that it was read from."""
    session: Session


@dataclass(frozen=True, slots=True)
class SaidRecord:
    """One of its messages."""

    number: int
    """From 1."""
    ref: str
    role: Role
    at_ms: int | None
    text: str


@dataclass(frozen=True, slots=True)
class AgentRecord:
    """What became of an agent's chats."""

    agent: str
    chats: int
    passed_over: dict[str, int]
    """Records that were not understood, by type."""
    problems: tuple[str, ...]


def chat_of(connection: apsw.Connection, id_: int) -> ChatRecord | None:
    row = connection.execute(
        "SELECT agent, title, path, about FROM chat JOIN place ON place.id = chat.place WHERE chat.id = ?", (id_,)
    ).fetchone()
    if row is None:
        return None
    agent, title, path, about = row
    fields = json.loads(str(about))
    session = Session(**{**fields, "resume": tuple(fields["resume"])})
    return ChatRecord(id_, str(agent), str(title), cell_to_name(path), session)


def chat_at(connection: apsw.Connection, ref: str) -> tuple[int, int] | None:
    """The chat that a message's reference leads to, and the message's number; a chat's own leads to its first."""
    row = connection.execute("SELECT chat, number FROM item WHERE source = 'chats' AND ref = ?", (ref,)).fetchone()
    if row is None:
        agent, _, session = ref.partition("/")
        row = connection.execute(
            "SELECT item.chat, 1 FROM item JOIN chat ON chat.id = item.chat JOIN place ON place.id = chat.place"
            " WHERE agent = ? AND session = ? LIMIT 1",
            (agent, session),
        ).fetchone()
    return (int(row[0]), int(row[1])) if row else None


def messages_of(connection: apsw.Connection, chat: int) -> list[SaidRecord]:
    """In order."""
    rows = connection.execute(
        "SELECT item.number, item.ref, message.role, message.at_ms, body.text FROM item JOIN message ON message.item = item.id"
        " JOIN body ON body.id = item.body WHERE item.chat = ? ORDER BY item.number",
        (chat,),
    )
    return [SaidRecord(number, ref, Role(role), at_ms, unpack_text(text)) for number, ref, role, at_ms, text in rows]


def agents_in(connection: apsw.Connection) -> list[AgentRecord]:
    """Those that have any place, by name."""
    counts = dict(
        connection.execute(
            "SELECT agent, count(DISTINCT chat) FROM item JOIN chat ON chat.id = item.chat JOIN place ON place.id = chat.place"
            " GROUP BY agent"
        )
    )
    passed_over: dict[str, dict[str, int]] = {}
    problems: dict[str, list[str]] = {}
    for agent, listed, problem in connection.execute("SELECT agent, passed_over, problem FROM place ORDER BY agent, key"):
        of_agent = passed_over.setdefault(str(agent), {})
        for kind, count in json.loads(str(listed)).items():
            of_agent[kind] = of_agent.get(kind, 0) + count
        if problem:
            problems.setdefault(str(agent), []).append(str(problem))
    return [
        AgentRecord(agent, int(counts.get(agent, 0) or 0), of_agent, tuple(problems.get(agent, ())))
        for agent, of_agent in passed_over.items()
    ]


def transcripts_in(connection: apsw.Connection, limit: int) -> list[str]:
    """What chats are read from, those that were said something in last coming first."""
    rows: list[tuple[Any, ...]] = connection.execute(
        "SELECT path FROM place JOIN chat ON chat.place = place.id"
        " GROUP BY place.id ORDER BY max(coalesce(json_extract(about, '$.updated_ms'), 0)) DESC LIMIT ?",
        (limit,),
    ).fetchall()
    return [cell_to_name(path) for (path,) in rows]
