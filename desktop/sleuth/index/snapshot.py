"""What does the read river ask the index?

A `Reader` holds a connection and what it has learnt of the index as long as that stands; a
`Snapshot` is one search's view of it, unchanged while a scan writes on.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Any, TypeVar, cast

import apsw
import numpy as np
import numpy.typing as npt

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import IndexDamaged
from sleuth.domain.items import Coverage, ItemRecord, Kind, Section, Source, Stamp, State
from sleuth.domain.queries import ItemFilter
from sleuth.index import called, chats, filters, summary
from sleuth.index.analysis import prepared
from sleuth.index.called import Named
from sleuth.index.chats import AgentRecord, ChatRecord, SaidRecord
from sleuth.index.connection import faults, open_for_reading, read_vocabulary
from sleuth.index.dictionary import Dictionary, Part
from sleuth.index.encoding import cell_to_name, name_to_cell, unpack, unpack_text
from sleuth.index.health import is_rotten
from sleuth.index.lines import Lines, Paths
from sleuth.index.names_alone import NamesAlone, names_alone_of
from sleuth.index.summary import Catalog

Ids = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
T = TypeVar("T")

_ITEM_COLUMNS = (
    "id, source, ref, title, kind, language, size, mtime_ns, ctime_ns, read_ns, hidden, state, reason, body, chunk_count,"
    " chat, number"
)
_NO_IDS, _NO_SCORES = np.empty(0, np.int64), np.empty(0)
# FTS5 puts this floor under the weight of words that half of the rows hold (fts5_aux.c).
_SMALLEST_IDF = 1e-6
_COMMON = 12_000
# FTS5 would count the rows of a table without content one by one.
_COUNTS = {
    "words": "SELECT (SELECT count(*) FROM body) - (SELECT count(*) FROM message)",
    "said": "SELECT count(*) FROM message WHERE item IS NOT NULL",
    "names": "SELECT count(*) FROM item WHERE state IN ('indexed', 'empty') AND (chat IS NULL OR number = 1)",
}


@dataclass(frozen=True, slots=True)
class Body:
    """A text and how it is cut."""

    text: str
    starts: npt.NDArray[np.int32]
    """Where each chunk starts, in code points; the first is 0."""
    sections: tuple[Section, ...]
    profile: str | None


class Snapshot:
    """One search's view of the index."""

    def __init__(self, connection: apsw.Connection, cache: dict[object, object]) -> None:
        self._connection = connection
        self._cache = cache

    @property
    def has_history(self) -> bool:
        """Whether commits are among its items."""
        return False

    def beneath(self) -> tuple[apsw.Connection, dict[object, object]]:
        """What a wider view of the same moment is made of."""
        return self._connection, self._cache

    def repositories(self) -> list[tuple[str, str]]:
        """Git's folder of each, and where it lies in the workspace."""
        rows = self._connection.execute("SELECT folder, inside FROM repository ORDER BY id")
        return [(cell_to_name(folder), cell_to_name(inside).partition("\n")[0]) for folder, inside in rows]

    # -- the whole

    def catalog(self) -> Catalog:
        return self._summary("catalog", summary.catalog_of)

    def paths(self) -> Paths:
        """The references of the catalog's items, folded, in its order."""
        return self._summary("paths", Paths)

    def coverage(self) -> Coverage:
        return summary.with_history(self._summary("coverage", summary.coverage_of), self.meta("history"))

    def names_alone(self) -> NamesAlone:
        """Files that are known by their names alone."""
        found = self._cache.get("names alone")
        if not isinstance(found, NamesAlone):
            found = self._cache["names alone"] = names_alone_of(self._connection)
        return found

    def _summary(self, name: str, understood: Callable[[bytes], T]) -> T:
        found = self._cache.get(("summary", name))
        if found is None:
            kept = self._scalar("SELECT value FROM summary WHERE name = ?", (name,))
            data = unpack(kept) if kept is not None else summary.make_summary(self._connection, name)
            try:
                found = self._cache["summary", name] = understood(data)
            except (ValueError, TypeError) as error:
                raise IndexDamaged(f"the index is damaged (its {name}: {error})") from error
        return cast("T", found)

    def row_count(self, table: str) -> int:
        """The rows of a full-text table."""
        count = self._cache.get(("count", table))
        if not isinstance(count, int):
            count = self._cache["count", table] = int(self._scalar(_COUNTS[table]) or 0)
        return count

    def dictionary(self, complete: bool) -> Dictionary:
        """The words; `complete` reads them afresh where some bodies are not in the stored parts yet."""
        key = ("dictionary", complete)
        dictionary = self._cache.get(key)
        if not isinstance(dictionary, Dictionary):
            rows: list[tuple[Any, ...]] = self._connection.execute("SELECT words, counts FROM dictionary ORDER BY part").fetchall()
            if complete and self.lacks_words():
                dictionary = Dictionary([Part.of(read_vocabulary(self._connection))])
            else:
                parts = [Part(Lines(unpack(words)), np.frombuffer(unpack(counts), np.int32)) for words, counts in rows]
                dictionary = Dictionary(parts)
            self._cache[key] = dictionary
        return dictionary

    def lacks_words(self) -> bool:
        """Whether the stored dictionary does not know every body yet, as while the first scan runs."""
        highest, covered = self._scalar("SELECT max(id) FROM body"), self._scalar("SELECT max(covers) FROM dictionary")
        return (highest or 0) > (covered or 0)

    def meta(self, key: str) -> str | None:
        value = self._scalar("SELECT value FROM meta WHERE key = ?", (key,))
        return None if value is None else str(value)

    # -- what matches

    def words(self, phrase: str, weights: tuple[float, float], prefix: bool = False) -> tuple[Ids, Scores]:
        """Bodies that hold a phrase, and how well by term frequency, BM25's weight of the word taken out.

        Args:
            weights: Those of the columns text, parts.
            prefix: The phrase's last word may go on.
        """
        match = self._match(phrase, prefix)
        found = self._bm25("words", match, weights)
        if not self.has_talk():
            return found
        said = self._bm25("said", "{text parts} : " + match, (*weights, 0.0))
        return np.concatenate((found[0], said[0])), np.concatenate((found[1], said[1]))

    def around(self, phrase: str, weights: tuple[float, float, float]) -> tuple[Ids, Scores]:
        """Bodies of messages that hold a phrase, or stand beside one that does, and how much better that makes them.

        Args:
            weights: Those of the columns text, parts, around; of the first two as for `words`.
        """
        if not self.has_talk():
            return _NO_IDS, _NO_SCORES
        match = _quoted(phrase)
        ids, scores = self._bm25("said", match, weights)
        own_ids, own = self._bm25("said", "{text parts} : " + match, (*weights[:2], 0.0))
        more = scores.copy()
        # Saturation is of all columns together, so what the neighbours add is less where the message has it itself.
        more[np.searchsorted(ids, own_ids)] -= own
        return ids, np.maximum(more, 0.0)

    def has_talk(self) -> bool:
        """Whether it holds any message."""
        return self.coverage().items.get(Source.CHATS.value, 0) > 0

    def names(self, phrase: str, weights: tuple[float, float]) -> tuple[Ids, Scores]:
        """Items whose name or folder holds a phrase, likewise."""
        return self._bm25("names", _quoted(phrase), weights)

    def named(self, column: str, words: list[str], prefix: bool = False) -> Ids:
        """Items with one of these words in their `name` or `folder`; or with words that start so."""
        match = f"{column} : ({' OR '.join(_quoted(word) + (' *' if prefix else '') for word in words)})"
        key = ("named", match)
        ids = self._cache.get(key)
        if not isinstance(ids, np.ndarray):
            ids = self._cache[key] = self._rowids("names", match)
        return ids

    def _match(self, phrase: str, prefix: bool) -> str:
        return _quoted(phrase) + " *" * prefix

    def _bm25(self, table: str, match: str, weights: tuple[float, ...]) -> tuple[Ids, Scores]:
        key = (table, match, weights)
        found = self._cache.get(key)
        if isinstance(found, tuple):
            return found
        if len(common := self._common(table, match)):
            found = self._cache[key] = (common, np.ones(len(common)))
            return found
        sql = f"SELECT rowid, -bm25({table}, {', '.join(map(str, weights))}) FROM {table} WHERE {table} MATCH ?"
        pairs = self._connection.execute(sql, (match,)).fetchall()
        ids = np.fromiter((pair[0] for pair in pairs), np.int64, len(pairs))
        scores = np.fromiter((pair[1] for pair in pairs), np.float64, len(pairs))
        count, rows = len(pairs), self.row_count(table)
        if count:
            # FTS5's bm25() is idf × saturation; the caller brings an idf of its own.
            scores /= max(log((rows - count + 0.5) / (count + 0.5)) if rows >= count else 0.0, _SMALLEST_IDF)
        found = self._cache[key] = (ids, scores)
        return found

    def _common(self, table: str, match: str) -> Ids:
        """The rows of what stands in very many; none if it does not.

        Such a word tells little, and its frequencies cost a microsecond a row: they are told for the best items only,
        from their texts.
        """
        sql = f"SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {table} MATCH ? LIMIT {_COMMON})"
        return self._rowids(table, match) if self._scalar(sql, (match,)) == _COMMON else np.empty(0, np.int64)

    def _rowids(self, table: str, match: str) -> Ids:
        # Put together by SQLite and read by numpy they take a third of the time of a Python object each.
        listed = self._scalar(f"SELECT group_concat(rowid) FROM {table} WHERE {table} MATCH ?", (match,))
        return np.fromstring(listed or "", np.int64, sep=",")

    def bodies_with_any(self, words: list[str]) -> Ids:
        """Bodies that hold one of these words of the dictionary."""
        key = ("exact", *words)
        ids = self._cache.get(key)
        if not isinstance(ids, np.ndarray):
            ids = self._cache[key] = self._rows_with_any("exact", words)
        return ids

    def _rows_with_any(self, table: str, words: list[str]) -> Ids:
        return self._rowids(table, " OR ".join(map(_quoted, words)))

    def items_by_hash(self, digits: str, limit: int) -> Ids:  # noqa: ARG002
        """Commits whose hashes start so; none where there are more than `limit`."""
        return _NO_IDS

    def items_named(self, letters: str) -> tuple[Ids, Flags]:  # noqa: ARG002
        """Branches, tags and worktrees whose names have these letters, and whether they stand there as a word."""
        return _NO_IDS, np.empty(0, bool)

    def allowed(self, wanted: ItemFilter) -> Flags:
        """For each of the catalog's items, whether the sources and filters let it through."""
        key = ("allowed", wanted)
        found = self._cache.get(key)
        if not isinstance(found, np.ndarray):
            catalog = self.catalog()
            found = np.array([source in wanted.sources for source in summary.SOURCES])[catalog.sources]
            if not wanted.hidden:
                found &= catalog.hidden == 0
            if wanted.filters:
                where, values = filters.where(wanted.filters)
                rows = self._connection.execute(f"SELECT id FROM item WHERE {where} ORDER BY id", values).fetchall()
                passing = np.zeros(len(catalog), bool)
                passing[catalog.places_of_items(np.array([row[0] for row in rows], np.int64))] = True
                found &= passing
            self._cache[key] = found
        return found

    def blocked(self, rules: str, since_ns: int, is_blocked: Callable[[str], bool]) -> Flags:
        """For each of the catalog's items, whether rules block it that have stood since then only.

        Args:
            rules: Their name: asked again by it, what was found stands.
            since_ns: Items examined since are known not to be blocked, in ns since 1970.
        """
        found = self._cache.get(("blocked", rules))
        if not isinstance(found, np.ndarray):
            rows = self._connection.execute("SELECT id, ref FROM item WHERE read_ns < ? ORDER BY id", (since_ns,))
            ids = np.array([id_ for id_, ref in rows if is_blocked(cell_to_name(ref))], np.int64)
            found = np.zeros(len(self.catalog()), bool)
            found[self.catalog().places_of_items(ids)] = True
            self._cache["blocked", rules] = found
        return found

    # -- single things

    def item(self, id_: int) -> ItemRecord:
        row = self._connection.execute(f"SELECT {_ITEM_COLUMNS} FROM item WHERE id = ?", (id_,)).fetchone()
        if row is None:
            raise IndexDamaged("the index is damaged (an item is gone)")
        return _record(row)

    def item_by_ref(self, ref: str) -> ItemRecord | None:
        """A file's item."""
        sql = f"SELECT {_ITEM_COLUMNS} FROM item WHERE ref = ? AND source IN ('files', 'documents')"
        row = self._connection.execute(sql, (name_to_cell(ref),)).fetchone()
        return _record(row) if row else None

    def item_of(self, source: Source, ref: str) -> ItemRecord | None:
        """The item that a reference leads to in a source."""
        sql = f"SELECT {_ITEM_COLUMNS} FROM item WHERE ref = ? AND source = ?"
        row = self._connection.execute(sql, (name_to_cell(ref), source.value)).fetchone()
        return _record(row) if row else None

    def has_item(self, source: Source, ref: str) -> bool:
        sql = "SELECT 1 FROM item WHERE ref = ? AND source = ?"
        return self._connection.execute(sql, (name_to_cell(ref), source.value)).fetchone() is not None

    def called(self, text: str, limit: int) -> list[Named]:
        """Chats, notes, plans and recordings whose titles have these words."""
        return called.called(self._connection, text, limit)

    def latest_chats(self, limit: int) -> list[Named]:
        """Those in which something was said last."""
        return called.latest_chats(self._connection, limit)

    def chats_about(self, at_ms: int, within_ms: int, limit: int) -> list[Named]:
        """Those in which something was said about that time."""
        return called.chats_about(self._connection, at_ms, within_ms, limit)

    def chat_path(self, chat: int) -> str:
        """The file in which an agent keeps a chat."""
        return cell_to_name(self._scalar("SELECT path FROM place JOIN chat ON chat.place = place.id WHERE chat.id = ?", (chat,)) or "")

    def chat_at(self, ref: str) -> tuple[ChatRecord, list[SaidRecord], int] | None:
        """The chat that a reference leads to, its messages in order, and the number of the one that is meant."""
        found = chats.chat_at(self._connection, ref)
        chat = chats.chat_of(self._connection, found[0]) if found else None
        return (chat, chats.messages_of(self._connection, chat.id), found[1]) if chat and found else None

    def transcript_of(self, ref: str) -> Path | None:
        """The file or database of the chat that a reference leads to."""
        found = chats.chat_at(self._connection, ref)
        return Path(self.chat_path(found[0])) if found else None

    def author(self, item: int) -> str | None:
        """Who said a message."""
        role = self._scalar("SELECT role FROM message WHERE item = ?", (item,))
        return None if role is None else str(role)

    def transcripts(self, limit: int) -> list[str]:
        """What chats are read from, the latest first."""
        return chats.transcripts_in(self._connection, limit)

    def agents(self) -> list[AgentRecord]:
        return chats.agents_in(self._connection)

    def refs(self, ids: Iterable[int]) -> dict[int, str]:
        return {id_: cell_to_name(self._scalar("SELECT ref FROM item WHERE id = ?", (id_,)) or "") for id_ in ids}

    def body(self, id_: int) -> Body:
        row = self._connection.execute("SELECT text, starts, sections, profile FROM body WHERE id = ?", (id_,)).fetchone()
        if row is None:
            raise IndexDamaged("the index is damaged (a text is gone)")
        text, starts, sections, profile = row
        try:
            labels = tuple(Section(start, label) for start, label in json.loads(sections)) if sections else ()
            whole = unpack_text(text)
            return Body(whole, starts_of(starts, len(whole)), labels, profile)
        except (ValueError, TypeError) as error:
            raise IndexDamaged(f"the index is damaged (a text's cuts: {error})") from error

    # -- counts

    def facets(self, ids: Ids) -> dict[str, dict[str, int]]:
        """How many of these items there are by source, kind, language and top folder."""
        counts: dict[str, dict[str, int]] = {"source": {}, "kind": {}, "language": {}, "folder": {}}
        wanted = set(ids.tolist())
        for id_, source, kind, language, ref in self._connection.execute("SELECT id, source, kind, language, ref FROM item"):
            if id_ in wanted:
                folder = cell_to_name(ref).partition("/")
                row = {"source": source, "kind": kind, "language": language, "folder": folder[0] if folder[1] else "."}
                for facet, value in row.items():
                    if value is not None:
                        counts[facet][value] = counts[facet].get(value, 0) + 1
        return {facet: dict(sorted(of.items(), key=lambda pair: (-pair[1], pair[0]))) for facet, of in counts.items()}

    def unreadable(self) -> list[tuple[str, str]]:
        """References and reasons."""
        rows = self._connection.execute("SELECT ref, reason FROM item WHERE state = 'unreadable' ORDER BY ref")
        return [(cell_to_name(ref), reason or "") for ref, reason in rows]

    def left_out(self, limit: int) -> list[tuple[str, str, str]]:
        """Items that are not searched, by reference: each with its state and the reason; ignored files are no items."""
        sql = "SELECT ref, state, reason FROM item WHERE state NOT IN ('indexed', 'empty') ORDER BY state, ref LIMIT ?"
        return [(cell_to_name(ref), state, reason or "") for ref, state, reason in self._connection.execute(sql, (limit,))]

    def probe(self) -> None:
        """Ask every full-text table a real question, so that the status cannot be green over a broken index (S-55)."""
        for table in ("words", "said", "names", "exact", "declared", "history", "history_exact"):
            self._connection.execute(f"SELECT rowid FROM {table} WHERE {table} MATCH 'a' LIMIT 1").fetchall()
        row = self._connection.execute("SELECT text FROM body ORDER BY id DESC LIMIT 1").fetchone()
        if row:
            unpack_text(row[0])

    def _scalar(self, sql: str, values: tuple[Any, ...] = ()) -> Any:
        row = self._connection.execute(sql, values).fetchone()
        return row[0] if row else None


class Reader:
    """The index, open for reading."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = open_for_reading(path)
        self._cache: dict[object, object] = {}
        self._version = -1

    def close(self) -> None:
        with faults():
            self._connection.close()

    @contextmanager
    def snapshot(self, cancellation: Cancellation) -> Iterator[Snapshot]:
        """One consistent view; interrupted when `cancellation` is."""
        forget = cancellation.on_cancel(self._connection.interrupt)
        try:
            with faults(), self._rot():
                self._connection.execute("BEGIN")
                try:
                    yield Snapshot(self._connection, self._current_cache())
                finally:
                    self._connection.execute("ROLLBACK")
        finally:
            forget()

    @contextmanager
    def _rot(self) -> Iterator[None]:
        """Tell a fault of ours from one of the disk: numbers that make no sense may be what it made of them."""
        try:
            yield
        except (apsw.SQLError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            if is_rotten(self._path):
                raise IndexDamaged(f"the index is damaged ({error})") from error
            raise

    def _current_cache(self) -> dict[object, object]:
        """What was learnt, unless somebody has written since."""
        # A statement must run first: the transaction sees nothing, and so no version, before that.
        self._connection.execute("SELECT 1 FROM meta LIMIT 1").fetchall()
        version = self._connection.pragma("data_version")
        if version != self._version or len(self._cache) > 2_000:
            self._cache, self._version = {}, version
        return self._cache


def _quoted(phrase: str) -> str:
    """As FTS5 takes it, cut as the texts were."""
    return '"' + prepared(phrase).replace('"', " ").replace("\0", " ") + '"'


def starts_of(data: bytes, length: int) -> npt.NDArray[np.int32]:
    """Where each chunk of a text starts: the first at 0, the others rising, none behind its end."""
    starts = np.frombuffer(data, np.int32)
    if not len(starts) or starts[0] != 0 or starts[-1] > length or (np.diff(starts) <= 0).any():
        raise ValueError("they do not rise")
    return starts


def _record(row: tuple[Any, ...]) -> ItemRecord:
    try:
        return _item_record(row)
    except (ValueError, TypeError) as error:
        raise IndexDamaged(f"the index is damaged (an item: {error})") from error


def _item_record(row: tuple[Any, ...]) -> ItemRecord:
    (id_, source, ref, title, kind, language, size, mtime, ctime, read, hidden, state, reason, body, chunks, chat, number) = row
    return ItemRecord(
        id=id_,
        source=Source(source),
        ref=cell_to_name(ref),
        title=cell_to_name(title),
        kind=Kind(kind),
        language=language,
        stamp=Stamp(size, mtime, ctime),
        read_ns=read,
        hidden=bool(hidden),
        state=State(state),
        reason=reason,
        body=body,
        chunk_count=chunks,
        chat=chat,
        number=number,
    )
