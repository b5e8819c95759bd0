"""Where does each line of a text begin, and what is its number as a person counts?

Offsets are code points. A row is a line counted from 0 in the whole text; a line is counted from 1, and in its section
where the text has sections.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sleuth.domain.items import Section

# A step's copy is as narrow as its own widest character, so that most are compared byte by byte.
_STEP = 1 << 20
_NEWLINE = 10


class Lines:
    """A text and where its rows are: eight bytes a row beside the text itself.

    Attributes:
        text: The whole text.
        longest: Code points of its longest row.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = _starts(text)
        self.longest = int(np.diff(self._starts, append=len(text) + 1).max()) - 1

    def __len__(self) -> int:
        return len(self._starts)

    def span(self, row: int) -> tuple[int, int]:
        """Start and stop of a row, its newline left out."""
        start = int(self._starts[row])
        stop = int(self._starts[row + 1]) - 1 if row + 1 < len(self._starts) else len(self.text)
        return start, stop

    def row_of(self, offset: int) -> int:
        """The row that holds an offset."""
        return int(np.searchsorted(self._starts, offset, "right")) - 1

    def rows_of(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """The rows that hold these offsets."""
        return np.searchsorted(self._starts, offsets, "right").astype(np.int64) - 1


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
        self._count = len(lines)
        self._labels = [section.label for section in sections]
        self._rows = lines.rows_of(np.array([section.start for section in sections], np.int64))

    def row(self, line: int | None, section: str | None) -> int:
        """The row of a line; the nearest there is."""
        first = int(self._rows[self._labels.index(section)]) if section in self._labels else 0
        return max(0, min(first + (line or 1) - 1, self._count - 1))

    def line(self, row: int) -> int:
        """A row's number, in its section where there is one."""
        at = self._at(row)
        return row + 1 - (int(self._rows[at]) if at >= 0 else 0)

    def section(self, row: int) -> str | None:
        """The section a row is in."""
        at = self._at(row)
        return self._labels[at] if at >= 0 else None

    def begins(self, row: int) -> str | None:
        """The section whose first row this is."""
        at = self._at(row)
        return self._labels[at] if at >= 0 and int(self._rows[at]) == row else None

    @property
    def greatest(self) -> int:
        """No line's number is greater."""
        return self._count

    def _at(self, row: int) -> int:
        return int(np.searchsorted(self._rows, row, "right")) - 1
