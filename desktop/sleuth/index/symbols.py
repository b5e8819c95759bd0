"""How do symbols get into the index, and which texts are still to be read for them?

They belong to a body, not to an item: however many copies of a file there are, it is read once. Everything that a search
needs of each symbol beside its words is in its id, so that none has to be looked up to be ranked:

    body · words of its name · its place in the body · words in all · its kind · whether it is part of something · whether whole
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import apsw
import numpy as np

from sleuth.domain.symbols import Symbol, SymbolKind
from sleuth.index.connection import faults
from sleuth.index.encoding import cell_to_name, pack, unpack

_KIND_BITS, _LENGTH_BITS, _PLACE_BITS, _NAME_BITS = 3, 8, 13, 4
PART_SHIFT, KIND_SHIFT = 1, 2
LENGTH_SHIFT = KIND_SHIFT + _KIND_BITS
PLACE_SHIFT = LENGTH_SHIFT + _LENGTH_BITS
NAME_SHIFT = PLACE_SHIFT + _PLACE_BITS
BODY_SHIFT = NAME_SHIFT + _NAME_BITS
KIND_MASK, LENGTH_MASK, PLACE_MASK, NAME_MASK = ((1 << bits) - 1 for bits in (_KIND_BITS, _LENGTH_BITS, _PLACE_BITS, _NAME_BITS))
_MOST_PLACES = 1 << _PLACE_BITS
READ_UP_TO = "symbols_read_up_to"
"""In `meta`: the highest body.id when all texts were read."""
KINDS = tuple(SymbolKind)
"""A kind's number is its place here."""

@dataclass(frozen=True, slots=True)
class Due:
    """A text that is to be read for its symbols."""

    body: int
    language: str
    ref: str
    """The first file that has it."""
    text_bytes: int


@dataclass(frozen=True, slots=True)
class WordedSymbol:
    """A symbol with the words that it is found by."""

    symbol: Symbol
    key: str
    name_words: str
    other_words: str


class Symbols:
    """The symbols, for writing; within `Store.symbols_batch` where it writes."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def highest_body(self) -> int:
        """The last text that came; a later one has a higher number."""
        with faults():
            rows: list[tuple[Any, ...]] = self._connection.execute("SELECT coalesce(max(id), 0) FROM body").fetchall()
        return int(rows[0][0])

    def due(self, languages: Iterable[str]) -> list[Due]:
        """The texts of files in these languages that were not read, or as another language; the newest first."""
        listed = list(languages)
        sql = (
            "SELECT item.body, item.language, min(item.ref), item.text_bytes FROM item"
            " LEFT JOIN declaring ON declaring.body = item.body"
            f" WHERE source = 'files' AND item.body IS NOT NULL AND item.language IN ({', '.join('?' * len(listed))})"
            " GROUP BY item.body HAVING declaring.language IS NOT item.language ORDER BY item.mtime_ns DESC, item.body"
        )
        with faults():
            rows: list[tuple[Any, ...]] = self._connection.execute(sql, listed).fetchall()
        return [Due(body, language, cell_to_name(ref), text_bytes) for body, language, ref, text_bytes in rows]

    def text(self, body: int) -> bytes | None:
        """A text as it is kept; None if it is gone."""
        with faults():
            row = self._connection.execute("SELECT text FROM body WHERE id = ?", (body,)).fetchone()
        return row[0] if row else None

    def put(self, due: Due, symbols: Sequence[WordedSymbol], problem: str | None) -> None:
        """All that a text declares, in its order, instead of what was known of it."""
        drop(self._connection, due.body)
        numbers: dict[str, int] = {}
        ids, told, words = [], [], []
        for place, one in enumerate(symbols[:_MOST_PLACES]):
            symbol = one.symbol
            name_words = one.name_words.split()
            length = min(len(name_words) + len(one.other_words.split()), LENGTH_MASK)
            number = numbers[symbol.qualified] = numbers.get(symbol.qualified, 0) + 1
            ids.append(_id(due.body, place, length, min(len(set(name_words)), NAME_MASK), symbol))
            told.append((symbol.name, symbol.container, number, symbol.signature, symbol.doc, symbol.line))
            words.append((ids[-1], one.name_words, one.other_words, one.key))
        self._connection.executemany("INSERT INTO declared (rowid, name, other, key) VALUES (?, ?, ?, ?)", words)
        numbered = np.array(ids, np.int64)
        spans = np.array([(one.symbol.start, one.symbol.stop) for one in symbols[:_MOST_PLACES]], np.int32)
        self._connection.execute(
            "INSERT INTO declaring VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                due.body,
                due.language,
                len(ids),
                int(((numbered >> LENGTH_SHIFT) & LENGTH_MASK).sum()),
                pack(numbered.tobytes()),
                pack(spans.tobytes()),
                pack(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")),
                problem,
            ),
        )


def drop(connection: apsw.Connection, body: int) -> None:
    """Forget what a text declares."""
    row = connection.execute("SELECT ids FROM declaring WHERE body = ?", (body,)).fetchone()
    if row is not None:
        ids = np.frombuffer(unpack(row[0]), np.int64).tolist()
        connection.executemany("DELETE FROM declared WHERE rowid = ?", [(id_,) for id_ in ids])
        connection.execute("DELETE FROM declaring WHERE body = ?", (body,))


def _id(body: int, place: int, length: int, name_length: int, symbol: Symbol) -> int:
    where = (body << BODY_SHIFT) | (name_length << NAME_SHIFT) | (place << PLACE_SHIFT)
    kind = KINDS.index(symbol.kind) << KIND_SHIFT
    return where | (length << LENGTH_SHIFT) | kind | (bool(symbol.container) << PART_SHIFT) | symbol.is_whole
