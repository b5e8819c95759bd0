"""What does the write river put into the index of what was said?

    places ─→ chats ─→ messages     as agents keep them, copies included
                          └─→ items  those that count, numbered within their chat

Everything here runs inside `Store.batch()`, and on its connection.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

import apsw

from sleuth.domain.chats import Message, Role, Session
from sleuth.index.analysis import prepared
from sleuth.index.connection import faults
from sleuth.index.encoding import cell_to_name, name_to_cell, pack, pack_text, unpack, unpack_text

_BEFORE, _AFTER = 2, 1
"""Messages around one whose words lead to it too."""
_LONGEST_TITLE = 200
# A position behind all.
_NOWHERE = 2**62


@dataclass(frozen=True, slots=True)
class KnownPlace:
    """How far a place was read."""

    id: int
    stamp: str
    mark: dict[str, Any] | None
    problem: str | None


@dataclass(frozen=True, slots=True)
class HeldMessage:
    """A message's row."""

    id: int
    key: str
    role: Role
    at_ms: int | None
    body: int
    item: int | None
    made_of: bytes | None


@dataclass(frozen=True, slots=True)
class HeldChat:
    """A session as one place holds it, its messages in order."""

    id: int
    agent: str
    place: str
    session: Session
    messages: tuple[HeldMessage, ...]
    """All, or those from the first that may have changed on."""
    before: tuple[HeldMessage, ...] = ()
    """The last that were said before these."""
    count_before: int = 0
    """How many there are before these, each of which counts."""


@dataclass(frozen=True, slots=True)
class Due:
    """A message that counts, and whose item is to be made, or made anew."""

    message: HeldMessage
    chat: HeldChat
    number: int
    around: tuple[int, ...]
    """The bodies of its neighbours."""
    made_of: bytes


class Talk:
    """The index of what was said, open for writing."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._touched: dict[int, int] = {}

    # -- places

    def places(self, agent: str) -> dict[str, KnownPlace]:
        """By key."""
        with faults():
            rows = self._rows("SELECT key, id, stamp, mark, problem FROM place WHERE agent = ?", (agent,))
        return {
            cell_to_name(key): KnownPlace(id_, stamp, json.loads(unpack(mark)) if mark else None, problem)
            for key, id_, stamp, mark, problem in rows
        }

    def place(self, agent: str, key: str, path: str) -> int:
        """The row of a place, made if there is none."""
        self._connection.execute(
            "INSERT INTO place (agent, key, path, stamp, passed_over) VALUES (?, ?, ?, '', '{}')"
            " ON CONFLICT (agent, key) DO UPDATE SET path = excluded.path",
            (agent, name_to_cell(key), name_to_cell(path)),
        )
        return int(self._value("SELECT id FROM place WHERE agent = ? AND key = ?", (agent, name_to_cell(key))))

    def read_so_far(self, place: int, mark: dict[str, Any], passed_over: dict[str, int], is_whole: bool) -> None:
        """What the next reading goes on from; `is_whole` where this one did not go on from another."""
        kept = {} if is_whole else json.loads(self._value("SELECT passed_over FROM place WHERE id = ?", (place,)))
        for name, count in passed_over.items():
            kept[name] = kept.get(name, 0) + count
        self._connection.execute(
            "UPDATE place SET mark = ?, passed_over = ? WHERE id = ?",
            (pack(json.dumps(mark).encode("utf-8", "surrogatepass")), json.dumps(kept), place),
        )

    def end_of_reading(self, place: int, stamp: str, problem: str | None) -> None:
        self._connection.execute("UPDATE place SET stamp = ?, problem = ? WHERE id = ?", (stamp, problem, place))

    def drop_place(self, place: int) -> None:
        self.restart(place)
        self._connection.execute("DELETE FROM place WHERE id = ?", (place,))

    def reconsider(self) -> None:
        """Read again what was found to be about other workspaces."""
        self._connection.execute("UPDATE place SET stamp = '', mark = NULL WHERE id NOT IN (SELECT place FROM chat)")

    def drop_everything(self) -> None:
        for place in self._column("SELECT id FROM place"):
            self.drop_place(place)

    def restart(self, place: int) -> None:
        """Forget what was read of a place."""
        for chat in self._column("SELECT id FROM chat WHERE place = ?", (place,)):
            self._drop_chat(chat)
        self._connection.execute("UPDATE place SET passed_over = '{}' WHERE id = ?", (place,))

    def held_in(self, place: int) -> list[tuple[Session, list[Message]]]:
        """What a place holds, whether it counts or not, in order."""
        held = [self._held(chat, 0) for chat in self._column("SELECT id FROM chat WHERE place = ?", (place,))]
        return [
            (one.session, [Message(said.key, said.role, self.text(said.body), said.at_ms) for said in one.messages])
            for one in held
        ]

    def sessions(self) -> list[tuple[str, str, str | None]]:
        """The agent, the place's path and the plan of each session."""
        rows = self._rows("SELECT agent, path, json_extract(about, '$.plan') FROM chat JOIN place ON place.id = chat.place")
        return [(agent, cell_to_name(path), plan) for agent, path, plan in rows]

    # -- what is said in them

    def begin(self, place: int, session: Session) -> int:
        """The row of a session, brought up to what is known of it."""
        about = json.dumps(asdict(session))
        rows = self._rows("SELECT id, about FROM chat WHERE place = ? AND session = ?", (place, session.id))
        if not rows:
            self._connection.execute(
                "INSERT INTO chat (place, session, about, title) VALUES (?, ?, ?, '')", (place, session.id, about)
            )
            return self._connection.last_insert_rowid()
        if rows[0][1] != about:
            self._connection.execute("UPDATE chat SET about = ? WHERE id = ?", (about, rows[0][0]))
            self._touch(rows[0][0], _NOWHERE)
        return int(rows[0][0])

    def say(self, chat: int, message: Message, starts: bytes) -> None:
        """Add a message at the end, or put it in the place of the one with its key.

        Args:
            starts: int32, where each chunk of its text starts.
        """
        rows = self._rows("SELECT id, body, position FROM message WHERE chat = ? AND key = ?", (chat, message.id))
        row = rows[0] if rows else None
        if row is not None and self._is_same(row[1], message):
            return
        body = self._new_body(chat, message, starts)
        if row is None:
            position = self._value(
                "INSERT INTO message (chat, key, position, role, at_ms, body) VALUES (?1, ?2,"
                " 1 + (SELECT coalesce(max(position), 0) FROM message WHERE chat = ?1), ?3, ?4, ?5) RETURNING position",
                (chat, message.id, message.role.value, message.at_ms, body),
            )
        else:
            position = row[2]
            self._connection.execute(
                "UPDATE message SET role = ?, at_ms = ?, body = ? WHERE id = ?", (message.role.value, message.at_ms, body, row[0])
            )
            self._drop_body(row[1])
        self._touch(chat, position)

    def unsay(self, chat: int, key: str) -> None:
        rows = self._rows("SELECT id, position FROM message WHERE chat = ? AND key = ?", (chat, key))
        for id_, position in rows:
            self._drop_message(id_)
            self._touch(chat, position)

    def keep_only(self, chat: int, keys: list[str]) -> None:
        """Drop what else the session had, and put what is left into this order."""
        wanted = {key: position for position, key in enumerate(keys, 1)}
        rows = self._rows("SELECT id, key, position FROM message WHERE chat = ?", (chat,))
        for id_, key, position in rows:
            if key not in wanted:
                self._drop_message(id_)
                self._touch(chat, position)
            elif position != wanted[key]:
                self._connection.execute("UPDATE message SET position = ? WHERE id = ?", (wanted[key], id_))
                self._touch(chat, min(position, wanted[key]))

    def keep_only_sessions(self, place: int, sessions: Iterable[str]) -> None:
        wanted = set(sessions)
        for id_, session in self._rows("SELECT id, session FROM chat WHERE place = ?", (place,)):
            if session not in wanted:
                self._drop_chat(id_)

    # -- which of it counts

    def unsettled(self) -> list[HeldChat]:
        """The chats whose items are to be looked at again: those that changed, and all that share something with another."""
        sharing = self._column(
            "SELECT chat.id FROM chat JOIN place ON place.id = chat.place WHERE (agent, session) IN (SELECT agent, session"
            " FROM chat JOIN place ON place.id = chat.place GROUP BY 1, 2 HAVING count(*) > 1)"
        )
        sharing += self._column(
            "SELECT DISTINCT chat FROM message WHERE key IN (SELECT key FROM message GROUP BY key HAVING count(*) > 1)"
        )
        changed = self._rows("SELECT id, changed FROM chat WHERE changed IS NOT NULL")
        held = {id_: self._held(id_, 0) for id_ in sharing}
        return [*held.values(), *(self._held(id_, since) for id_, since in changed if id_ not in held)]

    def take_back(self, chat: HeldChat, counting: list[HeldMessage]) -> None:
        """Drop the items of the messages that do not count here, and of those that are to be made anew."""
        kept = {message.id for message in counting}
        for message in chat.messages:
            if message.id not in kept and message.item is not None:
                self._take_back(message)

    def due(self, chat: HeldChat, counting: list[HeldMessage]) -> list[Due]:
        """The messages that count and have no item yet, or one that was made of something else."""
        talk = [message for message in (*chat.before, *counting) if message.role is not Role.TOOL]
        places = {message.id: place for place, message in enumerate(talk)}
        due: list[Due] = []
        for number, message in enumerate(counting, chat.count_before + 1):
            at = places.get(message.id)
            near = () if at is None else (*talk[max(0, at - _BEFORE) : at], *talk[at + 1 : at + 1 + _AFTER])
            around = tuple(one.body for one in near)
            made_of = _digest(message.body, around, number)
            if made_of != message.made_of:
                due.append(Due(message, chat, number, around, made_of))
        return due

    def title(self, chat: HeldChat, counting: list[HeldMessage]) -> str:
        """The agent's own, or the first question."""
        if chat.session.title:
            return chat.session.title[:_LONGEST_TITLE]
        if chat.count_before:
            return str(self._value("SELECT title FROM chat WHERE id = ?", (chat.id,)))
        first = next((one for one in counting if one.role is Role.USER), counting[0] if counting else None)
        return " ".join(self.text(first.body)[: 2 * _LONGEST_TITLE].split())[:_LONGEST_TITLE] if first else ""

    def settled(self, chat: HeldChat, title: str, name_words: str) -> None:
        """All of a chat's items stand; they are called so, the first by these words."""
        if title != self._value("SELECT title FROM chat WHERE id = ?", (chat.id,)):
            self._connection.execute("UPDATE item SET title = ? WHERE chat = ?", (title, chat.id))
            for item in self._column("SELECT id FROM item WHERE chat = ? AND number = 1", (chat.id,)):
                self._connection.execute("DELETE FROM names WHERE rowid = ?", (item,))
                self._connection.execute(
                    "INSERT INTO names (rowid, name, folder) VALUES (?, ?, '')", (item, prepared(name_words))
                )
        self._connection.execute("UPDATE chat SET changed = NULL, title = ? WHERE id = ?", (title, chat.id))

    def text(self, body: int) -> str:
        return unpack_text(self._value("SELECT text FROM body WHERE id = ?", (body,)))

    def texts(self, bodies: Iterable[int]) -> dict[int, str]:
        """Those of some bodies."""
        listed = json.dumps(list(bodies))
        rows = self._rows("SELECT id, text FROM body WHERE id IN (SELECT value FROM json_each(?))", (listed,))
        return {id_: unpack_text(text) for id_, text in rows}

    def made(self, due: Due, item: int, text: str, parts: str, around: str) -> None:
        """The item stands; its words follow, instead of those that it had."""
        body = due.message.body
        text = prepared(text)
        self._connection.execute(
            "INSERT INTO said (rowid, text, parts, around) VALUES (?, ?, ?, ?)", (body, text, parts, prepared(around))
        )
        self._connection.execute("INSERT INTO exact (rowid, text) VALUES (?, ?)", (body, text))
        self._connection.execute(
            "UPDATE message SET item = ?, made_of = ? WHERE id = ?", (item, due.made_of, due.message.id)
        )

    # -- inside

    def _touch(self, chat: int, position: int) -> None:
        """Look again at a chat's items from a position on, once the batch has ended."""
        self._touched[chat] = min(position, self._touched.get(chat, position))

    def end_batch(self) -> None:
        """What is kept until a batch ends is written."""
        for chat, position in self._touched.items():
            self._connection.execute(
                "UPDATE chat SET changed = min(coalesce(changed, ?1), ?1) WHERE id = ?2", (position, chat)
            )
        self._touched.clear()

    def _held(self, chat: int, since: int) -> HeldChat:
        """A chat, and its messages from the last that was said before a position on, whose neighbour that one is."""
        sql = "SELECT agent, key, about FROM chat JOIN place ON place.id = chat.place WHERE chat.id = ?"
        ((agent, place, about),) = self._rows(sql, (chat,))
        fields = json.loads(about)
        session = Session(**{**fields, "resume": tuple(fields["resume"])})
        said = self._column(
            "SELECT position FROM message WHERE chat = ? AND position < ? AND role != 'tool' ORDER BY position DESC LIMIT ?",
            (chat, since, _AFTER + _BEFORE),
        )
        first = said[_AFTER - 1] if len(said) >= _AFTER else 0
        count_before = self._value("SELECT count(*) FROM message WHERE chat = ? AND position < ?", (chat, first))
        before = tuple(one for position in reversed(said[_AFTER:]) for one in self._messages(chat, position, position))
        return HeldChat(
            chat, agent, cell_to_name(place), session, self._messages(chat, first, _NOWHERE), before, count_before
        )

    def _messages(self, chat: int, first: int, last: int) -> tuple[HeldMessage, ...]:
        rows = self._connection.execute(
            "SELECT id, key, role, at_ms, body, item, made_of FROM message WHERE chat = ? AND position BETWEEN ? AND ?"
            " ORDER BY position",
            (chat, first, last),
        )
        return tuple(
            HeldMessage(id_, key, Role(role), at_ms, body, item, made_of)
            for id_, key, role, at_ms, body, item, made_of in rows
        )

    def _is_same(self, body: int, message: Message) -> bool:
        digest = self._value("SELECT digest FROM body WHERE id = ?", (body,))
        return bool(digest[-8:] == _text_digest(message))

    def _new_body(self, chat: int, message: Message, starts: bytes) -> int:
        packed, text_bytes = pack_text(message.text)
        own = hashlib.blake2b(f"{chat} {message.id}".encode("utf-8", "replace"), digest_size=8).digest()
        self._connection.execute(
            "INSERT INTO body (digest, text, text_bytes, starts) VALUES (?, ?, ?, ?)",
            (own + _text_digest(message), packed, text_bytes, starts),
        )
        return self._connection.last_insert_rowid()

    def _drop_chat(self, chat: int) -> None:
        for id_ in self._column("SELECT id FROM message WHERE chat = ?", (chat,)):
            self._drop_message(id_)
        # Another place may hold the same session, which counts there now.
        self._connection.execute(
            "UPDATE chat SET changed = 0 WHERE id != ?1 AND session = (SELECT session FROM chat WHERE id = ?1)", (chat,)
        )
        self._connection.execute("DELETE FROM chat WHERE id = ?", (chat,))

    def _drop_message(self, message: int) -> None:
        ((body, item),) = self._rows("SELECT body, item FROM message WHERE id = ?", (message,))
        # A copy of it may count in another session now.
        self._connection.execute(
            "UPDATE chat SET changed = 0 WHERE id IN (SELECT other.chat FROM message AS other JOIN message AS this"
            " ON other.key = this.key AND other.id != this.id WHERE this.id = ?)",
            (message,),
        )
        self._connection.execute("DELETE FROM message WHERE id = ?", (message,))
        if item is not None:
            self._drop_item(item)
        self._drop_body(body)

    def _take_back(self, message: HeldMessage) -> None:
        """Its item goes, and the words that led to it; its text stays."""
        if message.item is not None:
            self._drop_item(message.item)
        for table in ("said", "exact"):
            self._connection.execute(f"DELETE FROM {table} WHERE rowid = ?", (message.body,))
        self._connection.execute("UPDATE message SET item = NULL, made_of = NULL WHERE id = ?", (message.id,))

    def _drop_item(self, item: int) -> None:
        self._connection.execute("DELETE FROM item WHERE id = ?", (item,))
        self._connection.execute("DELETE FROM names WHERE rowid = ?", (item,))

    def _drop_body(self, body: int) -> None:
        self._connection.execute("DELETE FROM body WHERE id = ?", (body,))
        for table in ("said", "exact"):
            self._connection.execute(f"DELETE FROM {table} WHERE rowid = ?", (body,))

    def _value(self, sql: str, values: tuple[Any, ...] = ()) -> Any:
        """The one value of a query that always has one."""
        return self._rows(sql, values)[0][0]

    def _column(self, sql: str, values: tuple[Any, ...] = ()) -> list[int]:
        return [row[0] for row in self._rows(sql, values)]

    def _rows(self, sql: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, values).fetchall()


def _text_digest(message: Message) -> bytes:
    said = f"{message.role.value} {message.at_ms} {message.text}"
    return hashlib.blake2b(said.encode("utf-8", "replace"), digest_size=8).digest()


def _digest(*what: object) -> bytes:
    return hashlib.blake2b(repr(what).encode("utf-8", "replace"), digest_size=16).digest()
