"""Where in a file of any size does each record begin, and what do a few of them say?

In: a table's bytes. Out: for every record its offset, its length and its first line. Looked through block by block, at the
speed of memory where no quotes are; only records with quotes are followed letter by letter. The file is opened for each read
and never kept open, so that whoever writes it is not kept from doing so.
"""

import bisect
import codecs
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from sleuth.domain.cancel import Cancellation
from sleuth.engine.reading import MOST_BYTES
from sleuth.ingest.readers.encoding import decode, normalise
from sleuth.ui.viewers.table.cells import cell_text, cells_of, record_pattern, spans_of

MOST_ROWS = 20_000_000
"""A table view counts its height in pixels, in 31 bits."""
MOST_COLUMNS = 1_000
"""A guess: nobody walks further, and a line of a megabyte may hold half a million."""

_HEAD_BYTES = 1_000_000
_FIRST_BLOCK = 256_000
"""Small, so that the first rows show at once."""
_BLOCK = 4_000_000
_MOST_LINES_IN_CELL = 100
"""As the profile has it: a cell of more lines is a quote that was never closed."""
_MOST_CARRIED = 16_000_000
_MOST_BYTES_IN_RECORD = 64_000_000
_LINE_FEED, _RETURN, _QUOTE = b'\n\r"'

Positions = NDArray[np.int64]


class Records:
    """The records of a table, more of them as the file is looked through; blank lines are none.

    Written by one job, read by the window up to the count that the job has told.

    Attributes:
        delimiter: One character.
        width: Cells of the widest record, at most MOST_COLUMNS.
        is_cut: Whether there are more rows or columns than are shown.
    """

    def __init__(self, path: Path, delimiter: str) -> None:
        self._path = path
        self.delimiter = delimiter
        self.width = 0
        self.is_cut = False
        self._encoding, self._memory = _encoding_of(path)
        self._starts, self._lengths, self._lines = array("q"), array("I"), array("I")

    def __len__(self) -> int:
        return len(self._starts)

    def line_of(self, record: int) -> int:
        """The line a record begins at, from 1."""
        return self._lines[record]

    def at_line(self, line: int) -> int | None:
        """The record that a line belongs to, or the one before it; None where none is."""
        found = bisect.bisect_right(self._lines, line) - 1
        return found if found >= 0 else None

    # -- what records say

    def raw(self, first: int, stop: int) -> list[str]:
        """Records as they stand in the file, their line ends as texts have them."""
        if first >= stop:
            return []
        start = self._starts[first]
        end = self._starts[stop - 1] + self._lengths[stop - 1]
        data = self._read(start, end - start)
        return [self._decoded(data, start, record) for record in range(first, stop)]

    def _decoded(self, data: bytes, start: int, record: int) -> str:
        at = self._starts[record] - start
        text = data[at : at + self._lengths[record]].decode(self._encoding, "replace")
        return normalise(text) if "\r" in text else text

    def cells(self, first: int, stop: int) -> list[list[str]]:
        """The cells of records."""
        return [cells_of(record, self.delimiter)[:MOST_COLUMNS] for record in self.raw(first, stop)]

    def _read(self, start: int, count: int) -> bytes:
        if self._memory is not None:
            return self._memory[start : start + count]
        try:
            with self._path.open("rb") as file:
                file.seek(start)
                return file.read(count)
        except OSError:
            return b""  # gone meanwhile: the window will be told, and shows the file anew

    # -- where they are

    def find_all(self, cancellation: Cancellation) -> Iterator[None]:
        """Look through the file; yields after each block."""
        at, line, size = self._first(), 1, _FIRST_BLOCK
        while True:
            cancellation.check()
            data = self._read(at, size)
            is_last = len(data) < size or size > _MOST_BYTES_IN_RECORD
            self.is_cut |= size > _MOST_BYTES_IN_RECORD
            taken, lines = self._take(data, at, line, is_last)
            at += taken
            line += lines
            yield
            if is_last or self._is_full():
                return
            # A record that is longer than a block is tried again with more of it.
            size = max(_BLOCK, 2 * size if not taken else 0)

    def _first(self) -> int:
        return len(codecs.BOM_UTF8) if self._read(0, 3) == codecs.BOM_UTF8 else 0

    def _is_full(self) -> bool:
        if len(self) >= MOST_ROWS:
            self.is_cut = True
        return len(self) >= MOST_ROWS

    def _take(self, data: bytes, at: int, line: int, is_last: bool) -> tuple[int, int]:
        """The records of a block; returns how many bytes and lines of it are done."""
        letters = np.frombuffer(data, np.uint8)
        ends = _line_ends(letters, is_last)
        starts = np.concatenate((np.zeros(1, np.int64), ends + 1))
        if not is_last or starts[-1] == len(data):
            starts = starts[:-1]
        else:
            ends = np.append(ends, len(data))
        begins, taken_lines = self._joined(data, letters, starts, ends, is_last)
        if not taken_lines:
            return 0, 0
        self._append(letters, starts[:taken_lines], ends[:taken_lines], begins[:taken_lines], at, line)
        return int(ends[taken_lines - 1]) + 1, taken_lines

    def _joined(
        self, data: bytes, letters: NDArray[np.uint8], starts: Positions, ends: Positions, is_last: bool
    ) -> tuple[NDArray[np.bool_], int]:
        """Which lines begin a record, and how many lines are done."""
        begins = np.ones(len(starts), np.bool_)
        quotes = np.flatnonzero(letters == _QUOTE)
        pattern = record_pattern(self.delimiter)
        done = -1
        for line in np.unique(np.searchsorted(ends, quotes)).tolist():
            if line <= done:
                continue
            if line >= len(starts):
                break
            found = pattern.match(data, int(starts[line]))
            stop = found.end() if found is not None else int(ends[line])
            if stop == len(data) and not is_last:
                return begins, line  # it goes on in the next block
            if stop < len(data) and data[stop] == _QUOTE:
                if not self._is_hopeless(data, stop, is_last):
                    return begins, line
                continue
            last = int(np.searchsorted(ends, stop))
            if last - line > _MOST_LINES_IN_CELL and self._holds_unclosed(data[int(starts[line]) : stop]):
                continue
            begins[line + 1 : last + 1] = False
            done = last
        return begins, len(starts)

    def _is_hopeless(self, data: bytes, quote: int, is_last: bool) -> bool:
        """Whether an open quote will not be closed by what comes in the next block."""
        return is_last or len(data) > _MOST_CARRIED or data.count(b"\n", quote) > _MOST_LINES_IN_CELL

    def _holds_unclosed(self, record: bytes) -> bool:
        text = record.decode(self._encoding, "replace")
        return any(
            cell_text(text, span).count("\n") > _MOST_LINES_IN_CELL for span in spans_of(text, self.delimiter)
        )

    def _append(
        self,
        letters: NDArray[np.uint8],
        starts: Positions,
        ends: Positions,
        begins: NDArray[np.bool_],
        at: int,
        line: int,
    ) -> None:
        numbers = np.flatnonzero(begins)
        first = starts[numbers]
        last = ends[np.append(numbers[1:], len(starts)) - 1]
        # "\r\n" ends in its second letter: the first is no part of the record.
        returns = (last > first) & (letters[np.maximum(last - 1, 0)] == _RETURN)
        lengths = last - first - returns
        kept = lengths > 0
        self._measure(letters, first[kept], last[kept])
        self._lengths.frombytes(lengths[kept].astype(np.uint32).tobytes())
        self._lines.frombytes((numbers[kept] + line).astype(np.uint32).tobytes())
        self._starts.frombytes((first[kept] + at).astype(np.int64).tobytes())

    def _measure(self, letters: NDArray[np.uint8], first: Positions, last: Positions) -> None:
        """Learn how wide the widest record is; one with quotes may only look wide."""
        if not len(first):
            return
        delimiters = np.flatnonzero(letters == ord(self.delimiter))
        counts = np.searchsorted(delimiters, last) - np.searchsorted(delimiters, first) + 1
        for record in np.argsort(-counts, kind="stable").tolist():
            if counts[record] <= self.width:
                break
            text = letters[first[record] : last[record]].tobytes().decode(self._encoding, "replace")
            self.width = max(self.width, len(cells_of(text, self.delimiter)))
        if self.width > MOST_COLUMNS:
            self.width, self.is_cut = MOST_COLUMNS, True


def _line_ends(letters: NDArray[np.uint8], is_last: bool) -> Positions:
    """The last letter of each line end: a line feed, or a return without one."""
    feeds = np.flatnonzero(letters == _LINE_FEED)
    returns = np.flatnonzero(letters == _RETURN)
    if not len(returns):
        return feeds
    inside = returns[returns + 1 < len(letters)]
    alone = inside[letters[inside + 1] != _LINE_FEED]
    if is_last and len(returns) > len(inside):
        alone = np.append(alone, returns[-1])
    return np.sort(np.concatenate((feeds, alone)))


def _encoding_of(path: Path) -> tuple[str, bytes | None]:
    """The encoding of a file; where bytes of letters may be those of quotes or line ends, all of it as UTF-8 too.

    Raises:
        OSError: It cannot be opened.
        ItemBinary: It is no text.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
        is_whole = len(head) < _HEAD_BYTES
        if not is_whole:
            # A letter that is cut at the end would look like a broken file.
            head = head[: max(head.rfind(b"\n"), head.rfind(b"\r")) + 1] or head
        encoding = decode(head, otherwise="latin-1")[1]
        if encoding == "utf-8" or _is_of_single_bytes(encoding):
            return encoding, None
        data = head if is_whole else head + _rest(file, len(head))
    return "utf-8", decode(data, otherwise="latin-1")[0].encode("utf-8", "replace")


def _rest(file: BinaryIO, start: int) -> bytes:
    file.seek(start)
    return file.read(MOST_BYTES - start)


def _is_of_single_bytes(encoding: str) -> bool:
    return len(bytes(range(256)).decode(encoding, "replace")) == 256
