"""What does a search for symbols ask the index?"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import apsw
import numpy as np
import numpy.typing as npt

from sleuth.domain.errors import IndexDamaged
from sleuth.domain.items import Coverage
from sleuth.domain.symbols import LANGUAGES, SymbolKind
from sleuth.index.encoding import unpack
from sleuth.index.snapshot import Snapshot
from sleuth.index.symbols import (
    BODY_SHIFT,
    KIND_MASK,
    KIND_SHIFT,
    KINDS,
    LENGTH_MASK,
    LENGTH_SHIFT,
    NAME_MASK,
    NAME_SHIFT,
    PART_SHIFT,
    PLACE_MASK,
    PLACE_SHIFT,
    READ_UP_TO,
)

Ids = npt.NDArray[np.int64]
Spans = npt.NDArray[np.int32]
_NO_IDS = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class SymbolRecord:
    """A symbol as it is shown."""

    id: int
    name: str
    container: str
    number: int
    """Which of those called so in its text it is, from 1."""
    signature: str
    doc: str
    line: int

    @property
    def body(self) -> int:
        return self.id >> BODY_SHIFT

    @property
    def kind(self) -> SymbolKind:
        return KINDS[(self.id >> KIND_SHIFT) & KIND_MASK]

    @property
    def qualified(self) -> str:
        return f"{self.container}.{self.name}" if self.container else self.name


@dataclass(frozen=True, slots=True)
class Totals:
    """All symbols together."""

    count: int
    words: int
    by_language: dict[str, int]
    """Of each language that symbols are read in, 0 where there are none."""


def bodies_of(ids: Ids) -> Ids:
    return ids >> BODY_SHIFT


def lengths_of(ids: Ids) -> Ids:
    """How many words each has."""
    return (ids >> LENGTH_SHIFT) & LENGTH_MASK


def name_lengths_of(ids: Ids) -> Ids:
    """How many different words each one's name has, with what it is declared in; 15 are 15 or more."""
    return (ids >> NAME_SHIFT) & NAME_MASK


def kinds_of(ids: Ids) -> Ids:
    """Places in `symbols.KINDS`."""
    return (ids >> KIND_SHIFT) & KIND_MASK


def is_part(ids: Ids) -> Ids:
    """1 where it is declared in something else."""
    return (ids >> PART_SHIFT) & 1


def is_whole(ids: Ids) -> Ids:
    """1 where the body stands there too."""
    return ids & 1


def with_symbols(snapshot: Snapshot) -> Coverage:
    """What the index holds, its symbols counted too."""
    return replace(snapshot.coverage(), symbols=Declared(*snapshot.beneath()).totals().by_language)


class Declared:
    """The symbols of one moment, for reading."""

    def __init__(self, connection: apsw.Connection, cache: dict[object, object]) -> None:
        self._connection = connection
        self._cache = cache

    def totals(self) -> Totals:
        found = self._cache.get("symbol totals")
        if not isinstance(found, Totals):
            sql = "SELECT language, sum(symbols), sum(words) FROM declaring GROUP BY language"
            rows: list[tuple[Any, ...]] = self._connection.execute(sql).fetchall()
            counts = {str(language): int(count) for language, count, _ in rows}
            by_language = {language: counts.get(language, 0) for language in LANGUAGES}
            found = Totals(sum(counts.values()), sum(int(words) for _, _, words in rows), by_language)
            self._cache["symbol totals"] = found
        return found

    def is_complete(self) -> bool:
        """Whether every text was looked at for what it declares."""
        sql = "SELECT (SELECT coalesce(max(id), 0) FROM body) = CAST((SELECT value FROM meta WHERE key = ?) AS INTEGER)"
        return bool(self._connection.execute(sql, (READ_UP_TO,)).fetchall()[0][0])

    def having(self, word: str) -> tuple[Ids, npt.NDArray[np.int64]]:
        """Symbols that have a word, and how often each does."""
        found = self._cache.get(("declared", word))
        if found is None:
            # FTS5's list of where each word stands; its own bm25() knows one k1 only.
            rows = self._connection.execute("SELECT group_concat(doc) FROM temp.instance WHERE term = ? AND col != 'key'", (word,)).fetchall()
            found = np.unique(np.fromstring(str(rows[0][0] or ""), np.int64, sep=","), return_counts=True)
            self._cache["declared", word] = found
        return cast("tuple[Ids, npt.NDArray[np.int64]]", found)

    def starting(self, start: str, limit: int) -> list[str]:
        """Words that start so, the most frequent first."""
        rows = self._connection.execute(
            "SELECT term FROM temp.declared_word WHERE term >= ? AND term < ? AND col != 'key' GROUP BY term ORDER BY sum(doc) DESC, term LIMIT ?",
            (start, start + "\U0010ffff", limit),
        )
        return [str(term) for (term,) in rows]

    def named(self, word: str) -> Ids:
        """Symbols that have a word in their names, by rising id."""
        found = self._cache.get(("named so", word))
        if found is None:
            found = self._cache["named so", word] = self._matching(f'name : "{word}"')
        return cast("Ids", found)

    def _matching(self, match: str) -> Ids:
        rows = self._connection.execute("SELECT group_concat(rowid) FROM declared WHERE declared MATCH ?", (match,)).fetchall()
        return np.fromstring(str(rows[0][0] or ""), np.int64, sep=",")

    def called(self, keys: Iterable[str]) -> Ids:
        """Symbols whose names have the same words as one of these."""
        listed = [f'"{key}"' for key in dict.fromkeys(keys) if key]
        return self._matching(f"key : ({' OR '.join(listed)})") if listed else _NO_IDS

    def all_of(self, bodies: Ids) -> Ids:
        """Every symbol of these texts, by rising id."""
        rows: list[tuple[Any, ...]] = self._connection.execute("SELECT body, ids FROM declaring ORDER BY body").fetchall()
        wanted = set(bodies.tolist())
        found = [np.frombuffer(unpack(ids), np.int64) for body, ids in rows if body in wanted]
        return np.concatenate(found) if found else _NO_IDS

    def records(self, ids: Sequence[int]) -> list[SymbolRecord]:
        """They, in this order."""
        return [SymbolRecord(id_, *self._told(id_ >> BODY_SHIFT)[(id_ >> PLACE_SHIFT) & PLACE_MASK]) for id_ in ids]

    def _told(self, body: int) -> list[list[Any]]:
        """What is shown of each symbol of a text."""
        found = self._cache.get(("told", body))
        if found is None:
            row = self._connection.execute("SELECT told FROM declaring WHERE body = ?", (body,)).fetchone()
            if row is None:
                raise IndexDamaged("the index is damaged (a text's symbols are gone)")
            found = self._cache["told", body] = json.loads(unpack(row[0]))
        return cast("list[list[Any]]", found)

    def spans(self, body: int) -> Spans | None:
        """Where the names stand that a text declares, a start and a stop in code points each; None if it was not read for them."""
        row = self._connection.execute("SELECT spans FROM declaring WHERE body = ?", (body,)).fetchone()
        return None if row is None else np.frombuffer(unpack(row[0]), np.int32).reshape(-1, 2)
