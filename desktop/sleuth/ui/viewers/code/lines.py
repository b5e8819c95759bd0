"""Where does each line of a text begin, and what is its number as a person counts?

Offsets are code points. A row is what stands side by side, counted from 0 in the whole text: a line, or where lines are
wrapped a part of one. A line is counted from 1, and in its section where the text has sections.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from sleuth.domain.items import Section
from sleuth.ui.viewers.code.rows import WIDE

# A step's copy is as narrow as its own widest character, so that most are compared byte by byte.
_STEP = 1 << 20
_NEWLINE = 10


class Lines:
    """A text and where its rows are: eight bytes a row beside the text itself.

    Attributes:
        text: The whole text.
        longest: Code points of its longest row.
        line_count: How many lines there are, however many rows.
    """

    def __init__(self, text: str, columns: int = 0, tab_columns: int = 4) -> None:
        """Lines are wrapped into rows of so many columns; 0 leaves each a row."""
        self.text = text
        self._starts = _starts(text)
        self.line_count = len(self._starts)
        self._firsts: NDArray[np.int64] | None = None
        """The row that each line begins with, where there are more rows than lines."""
        if columns:
            self._wrap(columns, tab_columns)
        self.longest = int(np.diff(self._starts, append=len(text) + 1).max()) - 1

    def _wrap(self, columns: int, tab_columns: int) -> None:
        lengths = np.diff(self._starts, append=len(self.text) + 1) - 1
        least = columns if self.text.isascii() and "\t" not in self.text else columns // 2
        further = [
            place
            for line in np.flatnonzero(lengths > least).tolist()
            for place in _breaks(self.text, int(self._starts[line]), int(self._starts[line] + lengths[line]), columns, tab_columns)
        ]
        if further:
            both = np.union1d(self._starts, np.array(further, np.int64))
            self._firsts = np.searchsorted(both, self._starts).astype(np.int64)
            self._starts = both

    def __len__(self) -> int:
        return len(self._starts)

    def span(self, row: int) -> tuple[int, int]:
        """Start and stop of a row, its newline left out."""
        start = int(self._starts[row])
        if row + 1 >= len(self._starts):
            return start, len(self.text)
        stop = int(self._starts[row + 1])
        return start, stop - 1 if self.text[stop - 1] == "\n" else stop

    def goes_on(self, row: int) -> bool:
        """Whether the line goes on in the next row."""
        return row + 1 < len(self._starts) and self.text[int(self._starts[row + 1]) - 1] != "\n"

    def line_of(self, row: int) -> int:
        """Which line a row belongs to, from 0."""
        return row if self._firsts is None else int(np.searchsorted(self._firsts, row, "right")) - 1

    def first_row(self, line: int) -> int:
        """The row that a line begins with."""
        return line if self._firsts is None else int(self._firsts[line])

    def row_of(self, offset: int) -> int:
        """The row that holds an offset."""
        return int(np.searchsorted(self._starts, offset, "right")) - 1

    def rows_of(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """The rows that hold these offsets."""
        return np.searchsorted(self._starts, offsets, "right").astype(np.int64) - 1


def _breaks(text: str, start: int, stop: int, columns: int, tab_columns: int) -> Iterator[int]:
    """Where the further rows of a line begin: after a space, or in the middle of what has none."""
    while (end := _fitting(text, start, stop, columns, tab_columns)) < stop:
        space = text.rfind(" ", start + columns // 2, end) + 1
        start = space or end
        yield start


def _fitting(text: str, start: int, stop: int, columns: int, tab_columns: int) -> int:
    """How far a row goes that begins there."""
    end = min(start + columns, stop)
    part = text[start:end]
    while end - start > 1 and (over := _width(part, tab_columns) - columns) > 0:
        end = max(end - max(over // 2, 1), start + 1)
        part = text[start:end]
    return end


def _width(part: str, tab_columns: int) -> int:
    if part.isascii() and "\t" not in part:
        return len(part)
    return len(part.expandtabs(tab_columns)) + len(WIDE.findall(part))


def _starts(text: str) -> NDArray[np.int64]:
    found = [np.zeros(1, np.int64)]
    for at in range(0, len(text), _STEP):
        part = text[at : at + _STEP]
        found.append(np.flatnonzero(_codes(part) == _NEWLINE).astype(np.int64) + (at + 1))
    return np.concatenate(found)


def _codes(part: str) -> NDArray[np.unsignedinteger]:
    try:
        return np.frombuffer(part.encode("latin-1"), np.uint8)
    except UnicodeEncodeError:
        return np.frombuffer(part.encode("utf-32-le", "surrogatepass"), np.uint32)


class Numbering:
    """Line numbers as a person counts them."""

    def __init__(self, lines: Lines, sections: Sequence[Section] = ()) -> None:
        self._lines = lines
        self._labels = [section.label for section in sections]
        rows = lines.rows_of(np.array([section.start for section in sections], np.int64))
        self._begin = np.array([lines.line_of(int(row)) for row in rows], np.int64)
        """The line, from 0 in the whole text, that each section begins with."""

    def row(self, line: int | None, section: str | None) -> int:
        """The row of a line; the nearest there is."""
        first = int(self._begin[self._labels.index(section)]) if section in self._labels else 0
        return self._lines.first_row(max(0, min(first + (line or 1) - 1, self._lines.line_count - 1)))

    def line(self, row: int) -> int:
        """A row's number, in its section where there is one."""
        line, at = self._lines.line_of(row), self._at(row)
        return line + 1 - (int(self._begin[at]) if at >= 0 else 0)

    def is_first(self, row: int) -> bool:
        """Whether a line begins with this row."""
        return self._lines.first_row(self._lines.line_of(row)) == row

    def section(self, row: int) -> str | None:
        """The section a row is in."""
        at = self._at(row)
        return self._labels[at] if at >= 0 else None

    def begins(self, row: int) -> str | None:
        """The section whose first row this is."""
        at = self._at(row)
        is_begin = at >= 0 and int(self._begin[at]) == self._lines.line_of(row) and self.is_first(row)
        return self._labels[at] if is_begin else None

    @property
    def greatest(self) -> int:
        """No line's number is greater."""
        return self._lines.line_count

    def _at(self, row: int) -> int:
        return int(np.searchsorted(self._begin, self._lines.line_of(row), "right")) - 1
