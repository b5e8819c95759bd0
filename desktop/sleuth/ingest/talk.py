"""How does what was said about the workspace get into the index?

    agents' places ─readers→ events ─→ messages ─which count→ items ─→ index

Read in slices, each committed before the next is read; what was committed stays, and the next scan goes on from there.
"""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sleuth.domain.cancel import Cancellation
from sleuth.domain.chats import Message, Session
from sleuth.domain.items import Found, Kind, Source, Stamp, State
from sleuth.domain.standing import Standing
from sleuth.index.store import NewItem, Store
from sleuth.index.talk import Due, HeldChat, HeldMessage, KnownPlace
from sleuth.ingest.chunking.chunks import chunk_starts
from sleuth.ingest.chunking.identifiers import parts_of_name, parts_of_texts
from sleuth.ingest.readers.conversations.base import (
    Began,
    ChatReader,
    Event,
    Only,
    Place,
    Restarted,
    Said,
    Sessions,
    Step,
    Unsaid,
)
from sleuth.ingest.readers.conversations.kept import KeptReader, keep
from sleuth.ingest.readers.conversations.owners import Copy, owners, second_copies
from sleuth.ingest.readers.conversations.scope import Scope
from sleuth.ingest.readers.registry import chat_readers
from sleuth.ingest.scan import git
from sleuth.settings.load import SearchSettings

# Counted up whenever a reader makes something else of the same records: all are read again.
_READING_VERSION = 2
# What was read is searchable after so long, while the rest is still read.
_SETTLE_S = 1.5
_ITEMS_AT_ONCE = 500
# What a title weighs does not depend on its length.
_NAME_WORDS = 4


@dataclass(frozen=True, slots=True)
class Keeping:
    """Whether chats are kept that their agents delete, and where."""

    folder: Path
    is_on: bool


@dataclass(slots=True)
class TalkReport:
    """What a scan of the chats did."""

    read: int = 0
    """Places that were read."""
    dropped: int = 0
    changed: bool = False
    notices: list[str] = field(default_factory=list)


def scope_of(root: Path, settings: SearchSettings, cancellation: Cancellation) -> Scope:
    """Whose talk is this workspace's, and where agents keep it."""
    folders = dict.fromkeys((str(root), *git.worktrees(root, cancellation)))
    return Scope(root, tuple(folders), Path.home(), os.environ, settings.tool_output, settings.deny)


def scan_talk(
    scope: Scope, kept: Keeping, store: Store, cancellation: Cancellation, progress: Callable[[int, int], None]
) -> TalkReport:
    """Bring the index up to what agents have kept; what they have deleted leaves it, or is kept by us.

    Raises:
        IndexFull, IndexDamaged: The index would not take it; it is as it was after the last batch.
        Cancelled: Stopped; what was committed stays.
    """
    return _Scan(scope, kept, store, cancellation, progress).run()


class _Scan:
    def __init__(
        self,
        scope: Scope,
        keeping: Keeping,
        store: Store,
        cancellation: Cancellation,
        progress: Callable[[int, int], None],
    ) -> None:
        self._scope = scope
        self._keeping = keeping
        self._store = store
        self._cancellation = cancellation
        self._progress = progress
        self._report = TalkReport()
        self._settled_at = time.monotonic()

    def run(self) -> TalkReport:
        self._mind_rules()
        to_read = [one for reader in chat_readers() for one in self._changed(reader)]
        to_read.sort(key=lambda one: _changed_at(one[1]), reverse=True)  # the newest first
        for number, (reader, place, known) in enumerate(to_read):
            self._cancellation.check()
            self._progress(number, len(to_read))
            self._read(reader, place, known)
        if self._report.changed:
            self._settle()
            self._finish()
        return self._report

    def _mind_rules(self) -> None:
        """What was read under other rules is read again."""
        rules = f"{_READING_VERSION} {self._scope.tool_output}"
        folders = "\n".join(self._scope.folders).encode("utf-8", "surrogateescape").hex()
        if self._store.get_meta("talk_rules") == rules and self._store.get_meta("talk_folders") == folders:
            return
        with self._store.batch():
            if self._store.get_meta("talk_rules") != rules:
                self._store.talk.drop_everything()
            self._store.talk.reconsider()
            self._store.set_meta({"talk_rules": rules, "talk_folders": folders})
        self._report.changed = True

    def _changed(self, reader: ChatReader) -> Iterator[tuple[ChatReader, Place, KnownPlace | None]]:
        """The places of an agent that are to be read; those that are gone are forgotten."""
        known = self._store.talk.places(reader.agent)
        kept = KeptReader(self._keeping.folder, reader.agent, reader.name)
        try:
            found: dict[str, tuple[ChatReader, Place]] = {
                place.key: (reader, place) for place in reader.places(self._scope)
            }
        except OSError as error:
            self._report.notices.append(f"chats of {reader.name} could not be looked for ({error.strerror or error})")
            return
        own = os.fspath(self._keeping.folder)
        blocked = {key for key, (_, place) in found.items() if self._scope.is_blocked(place.path)}
        gone = [known[key] for key in known.keys() - found.keys() if not key.startswith(own)]
        if self._keeping.is_on:
            gone = [one for one in gone if self._keep(reader.agent, one)]
        gone += [known[key] for key in known.keys() & blocked]  # which are not kept either
        found = {key: one for key, one in found.items() if key not in blocked}
        found |= {place.key: (kept, place) for place in kept.places(self._scope)}
        gone += [known[key] for key in known.keys() - found.keys() if key.startswith(own)]
        if gone:
            with self._store.batch():
                for one in gone:
                    self._store.talk.drop_place(one.id)
            self._report.dropped += len(gone)
            self._report.changed = True
        for key, (read_by, place) in found.items():
            if key not in known or known[key].stamp != _shown(place.stamp):
                yield read_by, place, known.get(key)

    def _keep(self, agent: str, place: KnownPlace) -> bool:
        """Keep what a place held that has vanished; False where that failed, and it stays in the index alone."""
        try:
            for session, messages in self._store.talk.held_in(place.id):
                keep(self._keeping.folder, agent, session, messages)
        except OSError as error:
            self._report.notices.append(f"a deleted chat could not be kept ({error.strerror or error})")
            return False
        return True

    def _read(self, reader: ChatReader, place: Place, known: KnownPlace | None) -> None:
        problem: str | None = None
        sessions = dict[str, int]()
        with self._store.batch():
            id_ = self._store.talk.place(reader.agent, place.key, str(place.path))
        try:
            for step in reader.read(place, self._scope, known.mark if known else None):
                self._cancellation.check()
                with self._store.batch():
                    self._take(id_, step, sessions)
                if time.monotonic() - self._settled_at > _SETTLE_S:
                    self._settle()
        except OSError as error:
            problem = f"{place.path}: {error.strerror or error}"
            self._report.notices.append(f"a chat of {reader.name} could not be read ({problem})")
        with self._store.batch():
            self._store.talk.end_of_reading(id_, _shown(place.stamp), problem)
        self._report.read += 1
        self._report.changed = True

    def _take(self, place: int, step: Step, sessions: dict[str, int]) -> None:
        for event in step.events:
            self._take_event(place, event, sessions)
        self._store.talk.read_so_far(place, _shown_mark(step.mark), dict(step.passed_over), step.is_whole)

    def _take_event(self, place: int, event: Event, sessions: dict[str, int]) -> None:
        talk = self._store.talk

        def chat(session: str) -> int:
            if session not in sessions:
                sessions[session] = talk.begin(place, Session(session, None))
            return sessions[session]

        match event:
            case Began(session):
                sessions[_clean(session.id)] = talk.begin(place, _clean_session(session))
            case Said(session, message):
                self._say(chat(_clean(session)), message)
            case Unsaid(session, key):
                talk.unsay(chat(_clean(session)), _shown(key))
            case Only(session, messages):
                id_ = chat(_clean(session))
                for message in messages:
                    self._say(id_, message)
                talk.keep_only(id_, [_shown(message.id) for message in messages])
            case Restarted():
                talk.restart(place)
                sessions.clear()
            case Sessions(ids):
                talk.keep_only_sessions(place, map(_clean, ids))

    def _say(self, chat: int, message: Message) -> None:
        text = _shown(message.text)
        message = replace(message, id=_shown(message.id), text=text)
        self._store.talk.say(chat, message, chunk_starts(text).tobytes())

    # -- what counts

    def _settle(self) -> None:
        """Make the items of what was said, of copies one."""
        talk = self._store.talk
        counting = _counting(talk.unsettled())
        with self._store.batch():
            for chat, messages in counting:
                talk.take_back(chat, messages)
        for chat, messages in counting:
            due = talk.due(chat, messages)
            for begin in range(0, len(due), _ITEMS_AT_ONCE):
                self._cancellation.check()
                with self._store.batch():
                    self._make(due[begin : begin + _ITEMS_AT_ONCE])
            with self._store.batch():
                title = talk.title(chat, messages)
                # A title that is the first question has no words that the message itself does not have.
                given = title if chat.session.title else ""
                talk.settled(chat, title, given + parts_of_name(given))
        self._settled_at = time.monotonic()

    def _make(self, due: list[Due]) -> None:
        wanted = {body for one in due for body in (one.message.body, *one.around)}
        texts = self._store.talk.texts(wanted)
        parts = parts_of_texts([texts[one.message.body] for one in due])
        for one, parts_of_one in zip(due, parts, strict=True):
            around = "\n".join(texts[body] for body in one.around)
            text = texts[one.message.body]
            self._store.put_message(one, _item_of(one, len(text)), text, parts_of_one, around)

    def _finish(self) -> None:
        for _ in self._store.merge():
            self._cancellation.check()
        with self._store.batch():
            self._store.update_dictionary()
            self._store.summarise()


def _counting(chats: list[HeldChat]) -> list[tuple[HeldChat, list[HeldMessage]]]:
    """The messages that count in each chat, in order; none in second copies. Agents copy their own only."""
    counting: list[tuple[HeldChat, list[HeldMessage]]] = []
    for agent in dict.fromkeys(chat.agent for chat in chats):
        copies = {_copy_of(chat): chat for chat in chats if chat.agent == agent}
        second = second_copies(copies)
        owner = owners(copy for copy in copies if copy not in second)
        for copy, chat in copies.items():
            own = [one for one in chat.messages if owner.get(one.key, copy.session) == copy.session]
            counting.append((chat, [] if copy in second else own))
    return counting


def _copy_of(chat: HeldChat) -> Copy:
    messages = tuple((message.key, message.at_ms) for message in chat.messages)
    return Copy(chat.session.id, chat.place, chat.session.rank, chat.session.updated_ms, messages)


def _item_of(due: Due, size: int) -> NewItem:
    """A message as an item; what it is called by follows when its chat is settled."""
    message, session = due.message, due.chat.session
    at_ms = message.at_ms or session.updated_ms or session.started_ms or 0
    return NewItem(
        source=Source.CHATS,
        found=Found(f"{due.chat.agent}/{session.id}/{message.key}", Stamp(size, at_ms * 1_000_000, 0), hidden=False),
        title="",
        name_words="",
        folder_words="",
        kind=Kind.CHAT,
        language=None,
        read_ns=time.time_ns(),
        state=State.INDEXED,
        reason=None,
        standing=Standing.TALK,
        name_word_count=_NAME_WORDS,
        body=None,
    )


def _changed_at(place: Place) -> int:
    try:
        return os.stat(place.path).st_mtime_ns
    except OSError:
        return 0


def _clean(text: str) -> str:
    """The same text as UTF-8 can hold it: JSON may name half of a character."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _shown(text: str) -> str:
    """What may be kept of a text: its secrets are masked before anything is made of it (S-23).

    Names that readers give are texts too: that of a message may be what it says, a place's stamp may hold a title.
    """
    from sleuth.ingest.readers.secrets import masked

    return masked(_clean(text))


def _shown_mark(mark: Any) -> Any:
    """A reader's own notes, in which it holds titles and messages that are not whole yet. Lines are masked as one text."""
    match mark:
        case str():
            from sleuth.ingest.readers.secrets import masked

            return masked(mark)
        case [str(), *_] if all(isinstance(line, str) and "\n" not in line for line in mark):
            return _shown_mark("\n".join(mark)).split("\n")
        case list() | tuple():
            return [_shown_mark(one) for one in mark]
        case dict():
            return {_shown_mark(key): _shown_mark(one) for key, one in mark.items()}
    return mark


def _clean_session(session: Session) -> Session:
    return replace(
        session,
        id=_clean(session.id),
        folder=_clean(session.folder) if session.folder is not None else None,
        title=_shown(session.title) if session.title is not None else None,
        model=_clean(session.model) if session.model is not None else None,
        plan=_clean(session.plan) if session.plan is not None else None,
        resume=tuple(map(_clean, session.resume)),
    )
