"""In which order do rows stand that are sorted by a column?

Numbers by their value where the profile says that a column holds numbers, before what is none; texts without case and
accents; dates that sort as texts do so with their numbers filled up. What is empty comes last, whichever way it is sorted;
rows that are equal keep the file's order.
"""

import math
import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from sleuth.domain.folding import fold
from sleuth.ui.viewers.table.columns import Column, ColumnKind

Order = NDArray[np.int64]

_SORTED_BYTES = 48
"""Of a text; those that are longer and begin the same are compared whole."""
_DIGITS = re.compile(r"\d+")


def sorted_order(cells: Sequence[str], column: Column, is_falling: bool) -> Order:
    """The rows' numbers, in order."""
    numbers = np.full(len(cells), np.nan)
    texts: list[int] = []
    keys: list[str] = []
    empty: list[int] = []
    for row, cell in enumerate(cells):
        value = cell.strip()
        if not value:
            empty.append(row)
        elif (number := _number(value) if column.is_numeric else None) is not None:
            numbers[row] = number
        else:
            texts.append(row)
            keys.append(_key(value, column))
    ranks = np.argsort(-numbers if is_falling else numbers, kind="stable")  # what is no number comes last
    count = len(cells) - len(texts) - len(empty)
    rows = np.array(texts, np.int64)[_text_order(keys, is_falling)]
    return np.concatenate((ranks[:count], rows, np.array(empty, np.int64))).astype(np.int64)


def _text_order(keys: Sequence[str], is_falling: bool) -> Order:
    """The order of texts, by code points.

    By numpy, on the start of each: a list's own sort of a million texts would stop the window for a second, since it
    keeps Python's lock for all of it.
    """
    starts = np.zeros(len(keys), f"S{_SORTED_BYTES}")
    for at, key in enumerate(keys):
        starts[at] = key.encode("utf-8", "replace")
    if is_falling:
        order = (len(keys) - 1 - np.argsort(starts[::-1], kind="stable"))[::-1]
    else:
        order = np.argsort(starts, kind="stable")
    ranked = starts[order]
    is_long = np.char.str_len(ranked) == _SORTED_BYTES
    same = (ranked[1:] == ranked[:-1]) & is_long[1:]
    for first, stop in _runs(same):
        order[first:stop] = sorted(order[first:stop].tolist(), key=keys.__getitem__, reverse=is_falling)
    return order


def _runs(same: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """The stretches of neighbours that are the same, half-open."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], same, [False])).astype(np.int8)))
    for first, last in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        yield first, last + 1


def _number(value: str) -> float | None:
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _key(value: str, column: Column) -> str:
    if column.kind is ColumnKind.DATE and column.low is not None:
        return _DIGITS.sub(lambda digits: digits[0].zfill(4), value)
    return fold(value)
