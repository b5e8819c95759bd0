"""What does the read river ask the index?

A `Reader` holds a connection and what it has learnt of the index as long as that stands; a
`Snapshot` is one search's view of it, unchanged while a scan writes on.
"""

import json
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from math import log
from pathlib import Path
from typing import Any

import apsw
import numpy as np
import numpy.typing as npt

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import IndexDamaged
from sleuth.domain.folding import fold
from sleuth.domain.items import Coverage, ItemRecord, Kind, Section, Source, Stamp, State
from sleuth.domain.queries import ItemFilter
from sleuth.index import filters
from sleuth.index.connection import faults, open_for_reading
from sleuth.index.dictionary import Dictionary, Part, split_parts
from sleuth.index.encoding import cell_to_name, name_to_cell, unpack, unpack_text
from sleuth.index.store import read_vocabulary

Ids = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]

_ITEM_COLUMNS = (
    "id, source, ref, title, kind, language, size, mtime_ns, ctime_ns, read_ns, hidden, state, reason, body, chunk_count"
)
# FTS5 puts this floor under the weight of words that half of the rows hold (fts5_aux.c).
_SMALLEST_IDF = 1e-6


@dataclass(frozen=True, slots=True)
class Body:
    """A text and how it is cut."""

    text: str
    starts: npt.NDArray[np.int32]
    """Where each chunk starts, in code points; the first is 0."""
    sections: tuple[Section, ...]
    profile: str | None


@dataclass(frozen=True)
class Catalog:
    """Every searchable item, one place an item in each array, by rising id."""

    ids: Ids
    bodies: Ids
    """0 where the item is empty."""
    mtimes_ns: Ids
    standings: Ids
    """domain.standing.Standing of each."""
    name_word_counts: Ids
    sizes: Ids
    """Bytes of text."""

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def _by_body(self) -> tuple[Ids, Ids]:
        order = np.argsort(self.bodies, kind="stable")
        return self.bodies[order], order

    def places_of_bodies(self, bodies: Ids) -> tuple[Ids, Ids]:
        """Places of the items that hold these bodies, and for each the index into `bodies`."""
        held, order = self._by_body
        first, last = np.searchsorted(held, bodies, "left"), np.searchsorted(held, bodies, "right")
        counts = last - first
        which = np.repeat(np.arange(len(bodies)), counts)
        offsets = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
        return order[np.repeat(first, counts) + offsets], which

    def places_of_items(self, ids: Ids) -> Ids:
        """Places of these items; those it does not hold are left out."""
        places = np.searchsorted(self.ids, ids)
        places = places[places < len(self.ids)] if len(self.ids) else places[:0]
        return places[np.isin(self.ids[places], ids)]


class Snapshot:
    """One search's view of the index."""

    def __init__(self, connection: apsw.Connection, cache: dict[object, object]) -> None:
        self._connection = connection
        self._cache = cache

    # -- the whole

    def catalog(self) -> Catalog:
        catalog = self._cache.get("catalog")
        if not isinstance(catalog, Catalog):
            rows = self._connection.execute(
                "SELECT item.id, coalesce(body, 0), mtime_ns, standing, name_words, coalesce(body.text_bytes, 0) FROM item"
                " LEFT JOIN body ON body.id = item.body WHERE state IN ('indexed', 'empty') ORDER BY item.id"
            ).fetchall()
            columns = np.array(rows, dtype=np.int64).reshape(-1, 6).T
            catalog = self._cache["catalog"] = Catalog(*map(np.ascontiguousarray, columns))
        return catalog

    def body_count(self) -> int:
        count = self._cache.get("body_count")
        if not isinstance(count, int):
            count = self._cache["body_count"] = int(self._scalar("SELECT count(*) FROM body") or 0)
        return count

    def dictionary(self, complete: bool) -> Dictionary:
        """The words; `complete` reads them afresh where some bodies are not in the stored parts yet."""
        key = ("dictionary", complete)
        dictionary = self._cache.get(key)
        if not isinstance(dictionary, Dictionary):
            rows: list[tuple[Any, ...]] = self._connection.execute("SELECT words, counts FROM dictionary ORDER BY part").fetchall()
            if complete and self.lacks_words():
                dictionary = Dictionary(list(split_parts(read_vocabulary(self._connection))))
            else:
                parts = [Part(unpack_text(words), np.frombuffer(unpack(counts), np.int32)) for words, counts in rows]
                dictionary = Dictionary(parts)
            self._cache[key] = dictionary
        return dictionary

    def lacks_words(self) -> bool:
        """Whether the stored dictionary does not know every body yet, as while the first scan runs."""
        highest, covered = self._scalar("SELECT max(id) FROM body"), self._scalar("SELECT max(covers) FROM dictionary")
        return (highest or 0) > (covered or 0)

    def line_starts(self) -> Ids:
        """Where each line of `paths` starts."""
        starts = self._cache.get("line_starts")
        if not isinstance(starts, np.ndarray):
            codes = np.frombuffer(self.paths().encode("utf-32-le", "surrogatepass"), np.uint32)
            starts = self._cache["line_starts"] = np.flatnonzero(codes == 10)[:-1] + 1
        return starts

    def paths(self) -> str:
        """The references of the catalog's items, folded, a line each, in its order, `"\\n"` first and last."""
        paths = self._cache.get("paths")
        if not isinstance(paths, str):
            rows: list[tuple[Any, ...]] = self._connection.execute(
                "SELECT ref FROM item WHERE state IN ('indexed', 'empty') ORDER BY id"
            ).fetchall()
            lines = (fold(unicodedata.normalize("NFC", cell_to_name(ref)).replace("\n", " ")) for (ref,) in rows)
            paths = self._cache["paths"] = "\n" + "".join(f"{line}\n" for line in lines)
        return paths

    def meta(self, key: str) -> str | None:
        value = self._scalar("SELECT value FROM meta WHERE key = ?", (key,))
        return None if value is None else str(value)

    # -- what matches

    def words(self, phrase: str, weights: tuple[float, float], prefix: bool = False) -> tuple[Ids, Scores]:
        """Bodies that hold a phrase, and how well by term frequency, BM25's weight of the word taken out.

        Args:
            weights: Those of the columns symbols, text, parts.
            prefix: The phrase's last word may go on.
        """
        return self._bm25("words", _quoted(phrase) + " *" * prefix, weights, self.body_count())

    def names(self, phrase: str, weights: tuple[float, float]) -> tuple[Ids, Scores]:
        """Items whose name or folder holds a phrase, likewise."""
        return self._bm25("names", _quoted(phrase), weights, len(self.catalog()))

    def named(self, column: str, words: list[str], prefix: bool = False) -> Ids:
        """Items with one of these words in their `name` or `folder`; or with words that start so."""
        match = f"{column} : ({' OR '.join(_quoted(word) + (' *' if prefix else '') for word in words)})"
        key = ("named", match)
        ids = self._cache.get(key)
        if not isinstance(ids, np.ndarray):
            rows = self._connection.execute("SELECT rowid FROM names WHERE names MATCH ?", (match,)).fetchall()
            ids = self._cache[key] = np.fromiter((row[0] for row in rows), np.int64, len(rows))
        return ids

    def _bm25(self, table: str, match: str, weights: tuple[float, ...], rows: int) -> tuple[Ids, Scores]:
        key = (table, match, weights)
        found = self._cache.get(key)
        if isinstance(found, tuple):
            return found
        sql = f"SELECT rowid, -bm25({table}, {', '.join(map(str, weights))}) FROM {table} WHERE {table} MATCH ?"
        pairs = self._connection.execute(sql, (match,)).fetchall()
        ids = np.fromiter((pair[0] for pair in pairs), np.int64, len(pairs))
        scores = np.fromiter((pair[1] for pair in pairs), np.float64, len(pairs))
        count = len(pairs)
        if count:
            # FTS5's bm25() is idf × saturation; the caller brings an idf of its own.
            scores /= max(log((rows - count + 0.5) / (count + 0.5)) if rows >= count else 0.0, _SMALLEST_IDF)
        found = self._cache[key] = (ids, scores)
        return found

    def bodies_with_any(self, words: list[str]) -> Ids:
        """Bodies that hold one of these words of the dictionary."""
        key = ("exact", *words)
        ids = self._cache.get(key)
        if not isinstance(ids, np.ndarray):
            match = " OR ".join(map(_quoted, words))
            rows = self._connection.execute("SELECT rowid FROM exact WHERE exact MATCH ?", (match,)).fetchall()
            ids = self._cache[key] = np.fromiter((row[0] for row in rows), np.int64, len(rows))
        return ids

    def items_allowed(self, allowed: ItemFilter) -> Ids:
        """Searchable items that the sources and filters let through."""
        key = ("allowed", allowed)
        ids = self._cache.get(key)
        if not isinstance(ids, np.ndarray):
            where, values = filters.where(allowed)
            rows = self._connection.execute(f"SELECT id FROM item WHERE {where} ORDER BY id", values).fetchall()
            ids = self._cache[key] = np.fromiter((row[0] for row in rows), np.int64, len(rows))
        return ids

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

    def refs(self, ids: Iterable[int]) -> dict[int, str]:
        return {id_: cell_to_name(self._scalar("SELECT ref FROM item WHERE id = ?", (id_,)) or "") for id_ in ids}

    def body(self, id_: int) -> Body:
        row = self._connection.execute("SELECT text, starts, sections, profile FROM body WHERE id = ?", (id_,)).fetchone()
        if row is None:
            raise IndexDamaged("the index is damaged (a text is gone)")
        text, starts, sections, profile = row
        labels = tuple(Section(start, label) for start, label in json.loads(sections)) if sections else ()
        return Body(unpack_text(text), np.frombuffer(starts, np.int32), labels, profile)

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

    def coverage(self) -> Coverage:
        coverage = self._cache.get("coverage")
        if not isinstance(coverage, Coverage):
            coverage = self._cache["coverage"] = self._coverage()
        return coverage

    def _coverage(self) -> Coverage:
        items = {source.value: 0 for source in (Source.FILES, Source.DOCUMENTS)} | {"tables": 0}
        left_out = {"ignored": int(self.meta("ignored_count") or 0), "blocked": 0, "binary": 0, "too_large": 0}
        unreadable = hidden = chunks = 0
        rows = self._connection.execute(
            "SELECT source, kind = 'table', state, hidden, count(*), sum(chunk_count) FROM item GROUP BY 1, 2, 3, 4"
        )
        for source, is_table, state, is_hidden, count, chunk_count in rows:
            if State(state).searchable:
                key = "tables" if is_table else source
                items[key] = items.get(key, 0) + count
                hidden += count if is_hidden else 0
                chunks += chunk_count
            elif state == State.UNREADABLE.value:
                unreadable += count
            else:
                left_out[state] += count
        by_source = self._connection.execute(
            "SELECT source, sum(text_bytes) FROM item JOIN body ON body.id = item.body GROUP BY source"
        ).fetchall()
        return Coverage(items, left_out, unreadable, hidden, chunks, {str(source): int(size or 0) for source, size in by_source})

    def unreadable(self) -> list[tuple[str, str]]:
        """References and reasons."""
        rows = self._connection.execute("SELECT ref, reason FROM item WHERE state = 'unreadable' ORDER BY ref")
        return [(cell_to_name(ref), reason or "") for ref, reason in rows]

    def probe(self) -> None:
        """Ask every full-text table a real question, so that the status cannot be green over a broken index (S-55)."""
        for table in ("words", "names", "exact"):
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
            with faults():
                self._connection.execute("BEGIN")
                try:
                    yield Snapshot(self._connection, self._current_cache())
                finally:
                    self._connection.execute("ROLLBACK")
        finally:
            forget()

    def _current_cache(self) -> dict[object, object]:
        """What was learnt, unless somebody has written since."""
        # A statement must run first: the transaction sees nothing, and so no version, before that.
        self._connection.execute("SELECT 1 FROM meta LIMIT 1").fetchall()
        version = self._connection.pragma("data_version")
        if version != self._version or len(self._cache) > 2_000:
            self._cache, self._version = {}, version
        return self._cache


def _quoted(phrase: str) -> str:
    return '"' + phrase.replace('"', " ").replace("\0", " ") + '"'


def _record(row: tuple[Any, ...]) -> ItemRecord:
    (id_, source, ref, title, kind, language, size, mtime, ctime, read, hidden, state, reason, body, chunks) = row
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
    )
