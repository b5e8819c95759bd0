"""Which lines have scrolled away?

Rows come from the top of the screen one by one; those that were wrapped at its edge are joined into one line again. Lines
are kept as blocks of text with their offsets in an array, since a recording may hold millions of them.
"""

from array import array
from collections import deque
from collections.abc import Iterable

from sleuth.domain.terminals import Link, Rendering, Run, Settled
from sleuth.ingest.readers.terminals.cells import Cells
from sleuth.ingest.readers.terminals.styles import PLAIN, Pens, Stretch, stretches

# What a terminal would call the size of its history: 64 MB of log are hardly ever more lines than this.
_MOST_LINES = 4_000_000
_BLOCK_LINES = 4_096
_BLOCK_CHARACTERS = 1_000_000
_FREE_LINES = 1_000
_MOST_LINKS = 10_000


class Row:
    """One row of the screen that has been written to.

    Attributes:
        cells: As `cells` has them; what lies right of them is blank.
        pens: As long as the cells, or empty where all are plain.
        offset: Where in the recording its line began.
        wrapped: Whether its line goes on in the next row.
    """

    __slots__ = ("cells", "offset", "pens", "wrapped")

    def __init__(self, offset: int) -> None:
        self.cells = ""
        self.pens = ""
        self.offset = offset
        self.wrapped = False


class Scrollback:
    """Lines that have left the screen; the oldest are dropped when there are too many."""

    def __init__(self, cells: Cells, pens: Pens, most_characters: int) -> None:
        self._cells, self._pens, self._most_characters = cells, pens, most_characters
        self._blocks: deque[tuple[str, array[int]]] = deque()
        self._kept_lines = self._kept_characters = 0  # in the blocks
        self._lines: list[str] = []
        self._offsets = array("q")
        self._characters = 0  # in the lines
        self._first = 0  # the number of the oldest line that is kept, since the beginning
        self._runs: dict[int, tuple[Run, ...]] = {}
        self._open: list[str] = []  # rows of a line that has not ended
        self._open_length = 0
        self._open_stretches: list[Stretch] = []
        self._open_offset = -1
        self.dropped = 0
        self.cleared = False

    def push_all(self, rows: list[Row | None], position: int) -> None:
        """Rows in order; `position` is how much of the recording was read.

        Blank ones cost no byte each: of those that would make more lines than bytes nothing is kept.
        """
        if self._first + self._kept_lines + len(self._lines) > position + _FREE_LINES:
            rows = [row for row in rows if row]
        for row in rows:
            self.push(row, position)

    def push(self, row: Row | None, otherwise: int) -> None:
        """One more row; a blank one that nobody wrote to is said to begin at `otherwise`."""
        if row is None:
            self.close()
            self._append("", otherwise)
            return
        if not (self._open or row.wrapped or row.pens):  # nearly all are like this
            self._append(self._cells.text(row.cells).rstrip(), row.offset)
            return
        if self._open_offset < 0:
            self._open_offset = row.offset
        text = self._cells.text(row.cells)
        if row.pens.strip(PLAIN):
            plain = text is row.cells
            lengths = None if plain else self._cells.lengths(row.cells)
            self._open_stretches += stretches(row.pens, lengths, self._open_length)
        self._open.append(text)
        self._open_length += len(text)
        if not row.wrapped or self._open_length > self._most_characters // 4:
            self.close()

    def close(self) -> None:
        """The last line goes on no further."""
        if not self._open:
            return
        line = "".join(self._open).rstrip()
        if self._open_stretches and (runs := self._pens.runs(self._open_stretches, len(line))):
            self._runs[self._first + self._kept_lines + len(self._lines)] = runs
        offset = self._open_offset
        self._open, self._open_length, self._open_stretches, self._open_offset = [], 0, [], -1
        self._append(line, offset)

    def _append(self, line: str, offset: int) -> None:
        self._lines.append(line)
        self._offsets.append(offset)
        self._characters += len(line)
        if len(self._lines) >= _BLOCK_LINES or self._characters >= _BLOCK_CHARACTERS:
            self._fold()

    def extend(self, lines: list[str], offsets: Iterable[int]) -> None:
        """Many whole lines, stripped at their right, with nothing in them but text."""
        self.close()
        self._lines += lines
        self._offsets.extend(offsets)
        self._fold()

    def _fold(self) -> None:
        """Make a block of the lines that are not in one."""
        if not self._lines:
            return
        block = "\n".join(self._lines)
        self._blocks.append((block, self._offsets))
        self._kept_lines += len(self._lines)
        self._kept_characters += len(block) + 1
        self._lines, self._offsets, self._characters = [], array("q"), 0
        while len(self._blocks) > 1 and (
            self._kept_lines > _MOST_LINES or self._kept_characters > self._most_characters
        ):
            self.dropped += self._drop_oldest()

    def _drop_oldest(self) -> int:
        block, offsets = self._blocks.popleft()
        for number in range(self._first, self._first + len(offsets)) if self._runs else ():
            self._runs.pop(number, None)
        self._first += len(offsets)
        self._kept_lines -= len(offsets)
        self._kept_characters -= len(block) + 1
        return len(offsets)

    def clear(self) -> None:
        """Forget all, as `CSI 3 J` asks."""
        self.cleared = True
        self.close()
        self._fold()
        self._first += self._kept_lines
        self._blocks.clear()
        self._runs.clear()
        self._kept_lines = self._kept_characters = 0

    def rendering(self, folders: Iterable[str], settled: Settled | None) -> Rendering:
        """All lines, without the empty ones at the end."""
        self.close()
        self._fold()
        text = "\n".join(block for block, _ in self._blocks).rstrip("\n")
        offsets = array("q")
        while self._blocks:
            offsets.extend(self._blocks.popleft()[1])
        del offsets[text.count("\n") + 1 if text else 0 :]
        runs = {number - self._first: runs for number, runs in self._runs.items()}
        links = _links(text, runs) if any(run.style.link for one in runs.values() for run in one) else ()
        return Rendering(
            text, _ascending(offsets), runs, tuple(folders), links, self.dropped, settled, self.cleared
        )


def _ascending(offsets: "array[int]") -> "array[int]":
    """The offsets, those of lines that were drawn later than a line below them lowered to that one's."""
    lowest = offsets[-1] if offsets else 0
    for number in range(len(offsets) - 1, -1, -1):
        if offsets[number] > lowest or offsets[number] < 0:
            offsets[number] = lowest
        lowest = offsets[number]
    return offsets


def _links(text: str, runs: dict[int, tuple[Run, ...]]) -> tuple[Link, ...]:
    """What is linked, in order; a link whose colours change in its middle is one."""
    links: list[Link] = []
    for number, line in enumerate(text.split("\n")):
        end = -1
        for run in runs.get(number, ()):
            if not (url := run.style.link):
                continue
            words = line[run.start : run.stop]
            if links and end == run.start and links[-1].url == url:
                links[-1] = Link(links[-1].text + words, url, number)
            else:
                links.append(Link(words, url, number))
            end = run.stop
            if len(links) >= _MOST_LINKS:
                return tuple(links)
    return tuple(links)
