"""What does the write river put into the index?

One writer at a time (the engine holds the scan lock). Everything between `batch()` and its end
is one transaction: a process killed in the middle leaves the index as it was.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import numpy as np

from sleuth.domain.items import Found, Kind, Section, Source, Stamp, State
from sleuth.domain.standing import Standing
from sleuth.index import amending, summary
from sleuth.index.analysis import prepared
from sleuth.index.connection import declare_vocabulary, faults, open_for_writing, read_vocabulary
from sleuth.index.dictionary import Part
from sleuth.index.encoding import cell_to_name, name_to_cell, pack, readable_name, unpack
from sleuth.index.health import has_stamp, remove_stamp, write_stamp
from sleuth.index.symbols import Symbols
from sleuth.index.symbols import drop as drop_symbols
from sleuth.index.talk import Due, Talk

if TYPE_CHECKING:
    from sleuth.index.history import History

# The whole dictionary is read again when what came since is more than this share of it.
_DICTIONARY_SHARE = 0.1
_SMALLEST_REBUILD = 64
# A step of a merge: a megabyte of pages; larger ones leave the file larger. FTS5's own sign that it had nothing left to do is that fewer rows changed than these.
_MERGED_PAGES = 250
_STILL_MERGING = 2
# A shorter text than this is cut nowhere.
_ONE_CHUNK = 30
_CHUNK_COUNT = "SELECT length(starts) / 4 FROM body WHERE id = ?"
# Numbers of the dictionary's parts.
_ALL, _RECENT = 0, 1


@dataclass(frozen=True, slots=True)
class Known:
    """What the index knows of an item, enough to tell whether it changed."""

    id: int
    stamp: Stamp
    read_ns: int
    hidden: bool
    state: State
    body: int | None
    digest: bytes | None


@dataclass(frozen=True, slots=True)
class NewBody:
    """A text that is to be indexed."""

    digest: bytes
    text: str
    packed: bytes
    """The text as it is kept: `pack_text` of it."""
    text_bytes: int
    parts: str
    starts: np.ndarray[tuple[int], np.dtype[np.int32]]
    sections: tuple[Section, ...]
    profile: str | None


@dataclass(frozen=True, slots=True)
class NewItem:
    """An item as it was just examined."""

    source: Source
    found: Found
    title: str
    name_words: str
    """The title and its identifier parts, for the full-text table."""
    folder_words: str
    kind: Kind
    language: str | None
    read_ns: int
    state: State
    reason: str | None
    standing: Standing
    name_word_count: int
    body: NewBody | None


class Store:
    """The index, open for writing."""

    def __init__(self, path: Path, max_bytes: int | None = None) -> None:
        self._path = path
        self._max_bytes = max_bytes
        self._connection = open_for_writing(path)
        self.talk = Talk(self._connection)
        self.symbols = Symbols(self._connection)
        self._summaries: dict[str, bytes] | None = None
        """As they were kept before this writer's changes; None until it makes one."""
        self._is_watched = False
        self._dirty = False

    def close(self) -> None:
        """End; what was committed is moved from the log into the file, and the file is stamped.

        A file without a stamp gets one although nothing was written: the writer before could not, beside a reader.
        """
        wants_stamp = self._dirty or not has_stamp(self._path)
        with faults():
            if wants_stamp:
                self._connection.pragma("wal_checkpoint(truncate)")
            self._connection.close()
        if wants_stamp and self._log_is_empty():
            write_stamp(self._path)

    def _log_is_empty(self) -> bool:
        """A log that a reader still needs stays, and then the file cannot be vouched for."""
        try:
            return os.stat(f"{self._path}-wal").st_size == 0
        except OSError:
            return True

    @cached_property
    def history(self) -> "History":
        """Where commits go."""
        from sleuth.index.history import History  # most workspaces, and most scans, have no news of it

        return History(self._connection)

    @contextmanager
    def batch(self) -> Iterator[None]:
        """One transaction."""
        with faults():
            self._set_summaries_aside()
        with self._transaction():
            self._connection.execute("DELETE FROM summary")  # what is written from here on is not in them
            yield
            self.talk.end_batch()

    @contextmanager
    def history_batch(self) -> Iterator[None]:
        """One transaction in which nothing but the history changes, of which the summaries say nothing."""
        try:
            with self._transaction():
                yield
                self.history.end_batch()
        except BaseException:
            self.history.undo_batch()
            raise

    @contextmanager
    def symbols_batch(self) -> Iterator[None]:
        """One transaction in which nothing but symbols changes, of which the summaries say nothing."""
        with self._transaction():
            yield

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        if not self._dirty:
            remove_stamp(self._path)
            self._dirty = True
        # Statements of our own instead of `with connection`: apsw keeps Python's lock through the commit of that, and a
        # window would stand still for 50 to 200 ms.
        with faults():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:  # whatever ends the batch, Ctrl+C too, half of it must not stand
                if self._connection.in_transaction:  # a full disk has rolled it back already
                    self._connection.execute("ROLLBACK")
                raise

    # -- what is known

    def known(self, sources: tuple[Source, ...]) -> dict[str, Known]:
        """By reference."""
        states = {state.value: state for state in State}
        with faults():
            rows = self._connection.execute(
                "SELECT ref, item.id, size, mtime_ns, ctime_ns, read_ns, hidden, state, body, digest"
                f" FROM item LEFT JOIN body ON body.id = item.body WHERE source IN ({', '.join('?' * len(sources))})",
                [source.value for source in sources],
            )
            return {
                cell_to_name(ref): Known(id_, Stamp(size, mtime, ctime), read, bool(hidden), states[state], body, digest)
                for ref, id_, size, mtime, ctime, read, hidden, state, body, digest in rows
            }

    def files_called(self, endings: tuple[str, ...]) -> list[str]:
        """References of files that may be read and whose names end so, in order."""
        like = " OR ".join(["ref LIKE ?"] * len(endings))
        with faults():
            rows: list[tuple[Any, ...]] = self._connection.execute(
                f"SELECT ref FROM item WHERE source = 'files' AND ({like}) AND state != 'blocked' ORDER BY ref",
                [f"%{ending}" for ending in endings],
            ).fetchall()
        return [cell_to_name(ref) for (ref,) in rows]

    def get_meta(self, key: str) -> str | None:
        with faults():
            row = self._connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def set_meta(self, values: dict[str, str]) -> None:
        """Within a batch."""
        self._connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", list(values.items()))

    # -- items, within a batch

    def put(self, item: NewItem, known: Known | None) -> None:
        """Add an item, or replace what is known of it."""
        body = self._body(item.body) if item.body is not None else None
        if known is not None:
            self._forget(known.id)
        chunk_count, text_bytes = (len(item.body.starts), item.body.text_bytes) if item.body is not None else (0, 0)
        self._insert(item, known.id if known else None, body, chunk_count, text_bytes)
        if known is not None and known.body is not None and known.body != body:
            self._drop_body_if_unused(known.body)

    def put_message(self, due: Due, item: NewItem, text: str, parts: str, around: str) -> None:
        """Make, or make anew, the item of a message that counts."""
        if due.message.item is not None:
            self.talk.take_back(replace(due.chat, messages=(due.message,)), [])
        chunk_count = 1 if len(text) < _ONE_CHUNK else self._row(_CHUNK_COUNT, (due.message.body,))[0]
        place = (due.chat.id, due.number)
        id_ = self._insert(item, None, due.message.body, chunk_count, len(text.encode("utf-8")), place)
        self.talk.made(due, id_, text, parts, around)

    def _insert(
        self,
        item: NewItem,
        id_: int | None,
        body: int | None,
        chunk_count: int,
        text_bytes: int,
        message: tuple[int | None, int | None] = (None, None),
    ) -> int:
        """`message` are the chat and the number of one; what it is called by follows when its chat is settled."""
        stamp = item.found.stamp
        self._connection.execute(
            "INSERT INTO item (id, source, ref, title, kind, language, size, mtime_ns, ctime_ns, read_ns, hidden, state,"
            " reason, standing, name_words, chunk_count, text_bytes, body, chat, number)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                id_,
                item.source.value,
                name_to_cell(item.found.ref),
                name_to_cell(item.title),
                item.kind.value,
                item.language,
                stamp.size,
                stamp.mtime_ns,
                stamp.ctime_ns,
                item.read_ns,
                item.found.hidden,
                item.state.value,
                item.reason,
                item.standing,
                item.name_word_count,
                chunk_count,
                text_bytes,
                body,
                *message,
            ),
        )
        id_ = self._connection.last_insert_rowid()
        if item.state.searchable and message[0] is None:
            self._connection.execute(
                "INSERT INTO names (rowid, name, folder) VALUES (?, ?, ?)",
                (id_, _prepared_name(item.name_words), _prepared_name(item.folder_words)),
            )
        return id_

    def touch(self, known: Known, found: Found, read_ns: int) -> None:
        """The same text, examined again."""
        stamp = found.stamp
        self._connection.execute(
            "UPDATE item SET size = ?, mtime_ns = ?, ctime_ns = ?, read_ns = ?, hidden = ? WHERE id = ?",
            (stamp.size, stamp.mtime_ns, stamp.ctime_ns, read_ns, found.hidden, known.id),
        )

    def hide(self, known: Known, hidden: bool) -> None:
        self._connection.execute("UPDATE item SET hidden = ? WHERE id = ?", (hidden, known.id))

    def drop(self, gone: Iterable[Known]) -> None:
        """Forget items that are no longer there."""
        for known in gone:
            self._forget(known.id)
            if known.body is not None:
                self._drop_body_if_unused(known.body)

    def _forget(self, item: int) -> None:
        self._connection.execute("DELETE FROM item WHERE id = ?", (item,))
        self._connection.execute("DELETE FROM names WHERE rowid = ?", (item,))

    def _body(self, body: NewBody) -> int:
        row = self._connection.execute("SELECT id FROM body WHERE digest = ?", (body.digest,)).fetchone()
        if row:
            return int(row[0])
        sections = [[section.start, section.label] for section in body.sections]
        self._connection.execute(
            "INSERT INTO body (digest, text, text_bytes, starts, sections, profile) VALUES (?, ?, ?, ?, ?, ?)",
            (
                body.digest,
                body.packed,
                body.text_bytes,
                body.starts.tobytes(),
                json.dumps(sections) if sections else None,
                body.profile,
            ),
        )
        id_ = self._connection.last_insert_rowid()
        text = prepared(body.text)
        self._connection.execute(
            "INSERT INTO words (rowid, text, parts) VALUES (?, ?, ?)", (id_, text, body.parts)
        )
        self._connection.execute("INSERT INTO exact (rowid, text) VALUES (?, ?)", (id_, text))
        return id_

    def _drop_body_if_unused(self, body: int) -> None:
        if self._connection.execute("SELECT 1 FROM item WHERE body = ? LIMIT 1", (body,)).fetchone():
            return
        self._connection.execute("DELETE FROM body WHERE id = ?", (body,))
        self._connection.execute("DELETE FROM words WHERE rowid = ?", (body,))
        self._connection.execute("DELETE FROM exact WHERE rowid = ?", (body,))
        drop_symbols(self._connection, body)

    def is_over_budget(self) -> bool:
        """Whether the index is larger than `search.max_index_size` allows (S-56)."""
        if self._max_bytes is None:
            return False
        with faults():
            pages, page_bytes = self._connection.pragma("page_count"), self._connection.pragma("page_size")
        return int(pages) * int(page_bytes) > self._max_bytes

    # -- what is read at once, within a batch

    def summarise(self) -> None:
        """Keep what every search needs of the whole index in one piece."""
        made: dict[str, bytes] | None = None
        if self._is_watched:
            kept = {name: unpack(value) for name, value in (self._summaries or {}).items()}
            made = amending.amended(self._connection, kept)
            amending.start_anew(self._connection)
        packed = {name: pack(value) for name, value in (made or summary.summaries(self._connection)).items()}
        self._connection.executemany("INSERT INTO summary VALUES (?, ?)", list(packed.items()))
        self._summaries = packed if self._is_watched else None

    def _set_summaries_aside(self) -> None:
        """Outside any transaction, whose end could take the watch back."""
        if self._summaries is None:
            rows: list[tuple[Any, ...]] = self._connection.execute("SELECT name, value FROM summary").fetchall()
            self._summaries = dict(rows)
            self._is_watched = bool(rows)
            if rows:
                amending.watch(self._connection)
        elif self._is_watched and amending.is_much_changed(self._connection):
            amending.unwatch(self._connection)
            self._is_watched = False

    # -- after much was written

    def merge(self) -> Iterator[None]:
        """Bring each full-text table into one run, some megabytes a step, where much was written.

        FTS5 writes a run a batch and merges some of them on the way; a word is looked up in every run that is
        left. On a kernel's tree this costs 3 seconds of the first scan and takes a third off a search.
        """
        if self._is_much_changed():
            yield from self._merged(("exact", "words", "said", "names"), self.batch)

    def merge_history(self) -> Iterator[None]:
        """The same for the tables of the history."""
        from sleuth.index.history import TABLES

        if self.history.is_much_changed():
            yield from self._merged(TABLES, self.history_batch)

    def merge_symbols(self) -> Iterator[None]:
        """The same for the table of symbols."""
        yield from self._merged(("declared",), self.symbols_batch)

    def _merged(self, tables: Iterable[str], batch: Callable[[], AbstractContextManager[None]]) -> Iterator[None]:
        for table in tables:
            pages, is_done = -_MERGED_PAGES, False  # the first, negative, takes all runs in hand
            while not is_done:
                with batch():
                    before = self._connection.total_changes()
                    self._connection.execute(f"INSERT INTO {table} ({table}, rank) VALUES ('merge', ?)", (pages,))
                    is_done = self._connection.total_changes() - before < _STILL_MERGING
                pages = _MERGED_PAGES
                yield

    def _is_much_changed(self) -> bool:
        with faults():
            all_cover, had = self._row("SELECT coalesce(max(covers), 0), coalesce(max(bodies), 0) FROM dictionary WHERE part = ?", (_ALL,))
            since, count = self._row("SELECT count(*) FILTER (WHERE id > ?), count(*) FROM body", (all_cover,))
        # Words that only texts had that are gone would be in the way of those that are there.
        gone = had - (count - since)
        return bool(since + gone > max(_SMALLEST_REBUILD, _DICTIONARY_SHARE * count))

    # -- the dictionary, within a batch

    def update_dictionary(self) -> None:
        """Make the dictionary cover every body."""
        (highest,) = self._row("SELECT coalesce(max(id), 0) FROM body")
        covers = dict(self._connection.execute("SELECT part, covers FROM dictionary"))
        is_much_changed = self._is_much_changed()
        if max(covers.values(), default=0) >= highest and not is_much_changed:
            return
        all_cover = covers.get(_ALL, 0)
        if is_much_changed:
            declare_vocabulary(self._connection)
            self._connection.execute("DELETE FROM dictionary")
            self._write_part(_ALL, read_vocabulary(self._connection), highest)
        else:
            self._write_part(_RECENT, self._recent_words(all_cover), highest)

    def _row(self, sql: str, values: tuple[int, ...] = ()) -> tuple[Any, ...]:
        """The one row of a query that always has one."""
        return next(iter(self._connection.execute(sql, values)))

    def _write_part(self, number: int, words: Iterable[tuple[str, int]], covers: int) -> None:
        part = Part.of(words)
        self._connection.execute(
            "INSERT OR REPLACE INTO dictionary SELECT ?, ?, count(*), ?, ? FROM body WHERE id <= ?",
            (number, covers, pack(part.words.data), pack(part.counts.tobytes()), covers),
        )

    def _recent_words(self, after: int) -> Iterator[tuple[str, int]]:
        """The words of the bodies that came after one, by indexing these alone in memory."""
        memory = apsw.Connection(":memory:")
        (declaration,) = self._row("SELECT sql FROM sqlite_schema WHERE name = 'exact'")
        memory.execute(declaration)
        texts = self._connection.execute("SELECT text FROM body WHERE id > ?", (after,))
        memory.executemany(
            "INSERT INTO exact (text) VALUES (?)", ((prepared(unpack(text).decode("utf-8")),) for (text,) in texts)
        )
        declare_vocabulary(memory)
        return read_vocabulary(memory)


def _prepared_name(name: str) -> str:
    return prepared(readable_name(name))
