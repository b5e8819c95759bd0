"""What does each command do to the screen?

The main screen only: rows, a cursor, margins, and the scrollback above. Where terminals differ it does what tmux does, whose
history is the model of what a person can still see. Rows that were never written to are None.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from sleuth.domain.terminals import Size
from sleuth.ingest.readers.terminals.cells import CONTINUED, Cells, leading_marks, spliced
from sleuth.ingest.readers.terminals.scrollback import Row, Scrollback
from sleuth.ingest.readers.terminals.styles import PLAIN

WIDEST = 4_096
"""Columns of a terminal whose width nobody recorded: lines are joined at the end, so that only long ones would differ."""
_MOST_ROWS = 500
_WIDE = re.compile(".\0", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Cursor:
    """What is saved and brought back together."""

    x: int = 0
    y: int = 0
    origin: bool = False
    drawing: bool = False


class Grid:
    """The screen. `x` equal to the columns means that the row is full and the next character wraps.

    Attributes:
        position: Where in the recording the command is that is being obeyed.
        born: Where the line of a row that was reached by a line feed began, -1 if it was reached otherwise.
        pen: How the next cells look.
    """

    def __init__(self, size: Size, cells: Cells, scrollback: Scrollback) -> None:
        self.cells, self.scrollback = cells, scrollback
        self.columns = max(2, min(size.columns, WIDEST))
        self.rows: list[Row | None] = [None] * max(1, min(size.rows, _MOST_ROWS))
        self.x = self.y = 0
        self.position = self.born = 0
        self.pen = PLAIN
        self.saved = Cursor()
        self.reset_modes()

    def reset_modes(self) -> None:
        self.top, self.bottom = 0, len(self.rows) - 1
        self.autowrap, self.insert, self.origin, self.drawing = True, False, False, False

    @property
    def is_quiet(self) -> bool:
        """Whether lines could follow as if nothing had been before: nothing below the cursor, nothing set."""
        return (
            self.x == 0
            and self.rows[self.y] is None
            and self.pen == PLAIN
            and self.autowrap
            and not (self.insert or self.drawing or self.origin)
            and self.bottom - self.top == len(self.rows) - 1
            and self.saved == Cursor()
            and not any(self.rows[self.y :])
        )

    # Writing

    def put(self, text: str) -> None:
        """Text without control characters, at the cursor."""
        if not text.isascii():
            if marks := leading_marks(text):
                self._mark(text[:marks])
                text = text[marks:]
            text = self.cells.of(text)
        self.put_cells(text)

    def put_cells(self, cells: str) -> None:
        if not self.autowrap:
            self._put_unwrapped(cells)
            return
        if self.x + len(cells) <= self.columns:
            self._write(cells)
            return
        start, count = 0, len(cells)
        while start < count:
            if self.x >= self.columns:
                self._wrap()
            stop = min(start + self.columns - self.x, count)
            if stop < count and cells[stop] == CONTINUED:
                stop -= 1
            if stop == start:  # a wide one does not fit into the last column
                self.x = self.columns
            else:
                self._write(cells[start:stop] if stop - start < count else cells)
                start = stop

    def _put_unwrapped(self, cells: str) -> None:
        """Each character beyond the last column replaces the one that is in it; wide ones do not fit there."""
        self.x = min(self.x, self.columns - 1)
        room = self.columns - self.x
        if cells[room : room + 1] == CONTINUED:
            room -= 1
        self._write(cells[:room])
        self.x = min(self.x, self.columns - 1)
        if narrow := _WIDE.sub("", cells[room:]):
            self.x = self.columns - 1
            self._write(narrow[-1])
            self.x = self.columns - 1

    def _write(self, cells: str) -> None:
        if not cells:
            return
        row = self.row()
        x, stop = self.x, self.x + len(cells)
        replaced = x if self.insert else stop
        if len(row.cells) == x:
            row.cells += cells
        else:
            row.cells = spliced(row.cells, x, replaced, cells)
        if row.pens or self.pen != PLAIN:
            row.pens = row.pens[:x].ljust(x, PLAIN) + self.pen * len(cells) + row.pens[replaced:]
        if self.insert:
            self._cut(row)
        self.x = stop

    def _mark(self, marks: str) -> None:
        """Marks belong to the cell left of the cursor; at the left edge they are dropped."""
        x = min(self.x, self.columns) - 1
        if x < 0:
            return
        row = self.row()
        row.cells = row.cells.ljust(x + 1)
        if row.cells[x] == CONTINUED:
            x -= 1
        for mark in marks[:100]:
            row.cells = row.cells[:x] + self.cells.marked(row.cells[x], mark) + row.cells[x + 1 :]

    def row(self) -> Row:
        """The cursor's."""
        row = self.rows[self.y]
        if row is None:
            row = self.rows[self.y] = Row(self.born if self.born >= 0 else self.position)
        return row

    def _cut(self, row: Row) -> None:
        """Drop what was pushed over the right edge."""
        if len(row.cells) > self.columns:
            row.cells = spliced(row.cells, self.columns, len(row.cells), "")
        row.pens = row.pens[: len(row.cells)]

    # Moving

    def _wrap(self) -> None:
        self.row().wrapped = True
        self.feed(self.position)
        self.x = 0

    def feed(self, next_line: int) -> None:
        """Down a row, which scrolls at the bottom; `next_line` is where in the recording its text begins."""
        if self.rows[self.y] is None:
            self.row()
        if self.y == self.bottom:
            self.scroll_up(1)
        elif self.y < len(self.rows) - 1:
            self.y += 1
        self.born = next_line

    def reverse_feed(self) -> None:
        """Up a row, which scrolls at the top."""
        if self.y == self.top:
            self.scroll_down(1)
        elif self.y > 0:
            self.y -= 1
        self.born = -1

    def move(self, x: int, y: int) -> None:
        """To a place of the screen, or the nearest one."""
        if y != self.y:
            self.y = max(0, min(y, len(self.rows) - 1))
            self.born = -1
        self.x = max(0, min(x, self.columns - 1))

    def up(self, count: int) -> None:
        limit = self.top if self.y >= self.top else 0
        self.move(self.x, max(limit, self.y - count))

    def down(self, count: int) -> None:
        limit = self.bottom if self.y <= self.bottom else len(self.rows) - 1
        self.move(self.x, min(limit, self.y + count))

    def right(self, count: int) -> None:
        self.move(self.x + count, self.y)

    def left(self, count: int) -> None:
        self.move(self.x - count, self.y)

    def next_line(self, count: int) -> None:
        self.x = 0
        self.down(count)

    def previous_line(self, count: int) -> None:
        self.x = 0
        self.up(count)

    def to_column(self, number: int) -> None:
        self.move(number - 1, self.y)

    def to_row(self, number: int) -> None:
        self.move(self.x, number - 1 + (self.top if self.origin else 0))

    def carriage_return(self) -> None:
        """To the left edge. A row that holds only blanks by then is no part of the line that was wrapped into it.

        So zsh moves a prompt below output without an end, which tmux joins to it.
        """
        self.x = 0
        row = self.rows[self.y]
        if row is not None and not row.cells.strip():
            self._part(self.y, self.y)

    def back(self) -> None:
        """Backspace; from the left edge to the end of the row that was wrapped into this one."""
        above = self.rows[self.y - 1] if self.x == 0 and self.y else None
        if above is not None and above.wrapped:
            self.move(self.columns - 1, self.y - 1)
        elif self.x:
            self.x -= 1

    def tab(self, count: int) -> None:
        if self.x < self.columns:
            self.x = max(0, min((self.x // 8 + count) * 8, self.columns - 1))

    def back_tab(self, count: int) -> None:
        self.x = max(0, ((min(self.x, self.columns) + 7) // 8 - count) * 8)

    # Scrolling

    def scroll_up(self, count: int) -> None:
        """Rows leave at the top of the margins, into the scrollback wherever that is."""
        if count == 1:
            self.scrollback.push(self.rows.pop(self.top), self.position)
            self.rows.insert(self.bottom, None)
            return
        count = min(count, self.bottom - self.top + 1)
        self.scrollback.push_all(self.rows[self.top : self.top + count], self.position)
        del self.rows[self.top : self.top + count]
        self.rows[self.bottom + 1 - count : self.bottom + 1 - count] = [None] * count

    def scroll_down(self, count: int) -> None:
        self._shift_down(self.top, count)

    def _shift_down(self, top: int, count: int) -> None:
        count = min(count, self.bottom - top + 1)
        self._part(top, top)
        del self.rows[self.bottom + 1 - count : self.bottom + 1]
        self.rows[top:top] = [None] * count
        self.born = -1

    def insert_lines(self, count: int) -> None:
        if self.top <= self.y <= self.bottom:
            self._shift_down(self.y, count)

    def delete_lines(self, count: int) -> None:
        if self.top <= self.y <= self.bottom:
            count = min(count, self.bottom - self.y + 1)
            self._part(self.y, self.y)
            del self.rows[self.y : self.y + count]
            self.rows[self.bottom + 1 - count : self.bottom + 1 - count] = [None] * count
            self.born = -1

    def set_margins(self, top: int, bottom: int) -> None:
        bottom = min(bottom, len(self.rows) - 1)
        if top < bottom:
            self.top, self.bottom = top, bottom
            self.move(0, 0)

    # Erasing

    def erase_line(self, which: int) -> None:
        """0 from the cursor to the right, 1 from the left to the cursor, 2 all of it."""
        row = self.rows[self.y]
        if row is None or which > 2 or (which == 0 and self.x >= self.columns):
            return
        if which == 1:
            self._change(lambda text, fill: _filled(text, 0, min(self.x + 1, len(text)), fill))
            return
        if which == 2 or self.x == 0:
            row.cells = row.pens = ""
            self._part(self.y, self.y + 1)
        elif row.wrapped:
            self._change(lambda text, fill: _filled(text, self.x, len(text), fill))
        else:
            row.cells = (
                spliced(row.cells, self.x, len(row.cells), "") if self.x < len(row.cells) else row.cells
            )
            row.pens = row.pens[: self.x]

    def _part(self, start: int, stop: int) -> None:
        """Whole rows were erased: what is above them does not go on in them, nor they in what is below."""
        if start == 0:
            self.scrollback.close()
        for row in self.rows[max(0, start - 1) : stop]:
            if row is not None:
                row.wrapped = False

    def erase_characters(self, count: int) -> None:
        self._change(lambda text, fill: _filled(text, self.x, min(self.x + count, len(text)), fill))

    def insert_blanks(self, count: int) -> None:
        count = min(count, self.columns - self.x)
        self._change(lambda text, fill: (text[: self.x], fill * count, text[self.x :]))

    def delete_characters(self, count: int) -> None:
        self._change(lambda text, _: (text[: self.x], "", text[self.x + count :]))

    def _change(self, change: Callable[[str, str], tuple[str, str, str]]) -> None:
        """Change the cursor's row right of the cursor, its pens likewise."""
        row = self.rows[self.y]
        if row is None or (self.x >= len(row.cells) and len(row.cells) == 0):
            return
        left, middle, right = change(row.cells, " ")
        row.cells = spliced(row.cells, len(left), len(row.cells) - len(right), middle)
        row.pens = "".join(change(row.pens.ljust(len(row.cells), PLAIN), PLAIN)) if row.pens else ""
        self._cut(row)

    def erase_below(self) -> None:
        """From the cursor on; from the first cell on it is as if the screen were cleared."""
        if self.x == 0 and self.y == 0:
            self.clear()
            return
        self.erase_line(0)
        if self.y < len(self.rows) - 1:
            self._part(self.y + 1, self.y + 1)
            self.rows[self.y + 1 :] = [None] * (len(self.rows) - self.y - 1)

    def erase_above(self) -> None:
        if self.y:
            self._part(0, self.y)
            self.rows[: self.y] = [None] * self.y
        self.erase_line(1)

    def clear(self) -> None:
        """What is on the screen goes into the scrollback, as tmux and VTE do."""
        self.push_rows(self._used())
        self.rows = [None] * len(self.rows)
        self.born = -1

    def push_rows(self, count: int) -> None:
        self.scrollback.push_all(self.rows[:count], self.position)
        self.scrollback.close()

    def _used(self) -> int:
        """How many rows there are to the last one with something on it."""
        used = len(self.rows)
        while used and not getattr(self.rows[used - 1], "cells", ""):
            used -= 1
        return used

    # The whole screen

    def restart(self, position: int) -> None:
        """A blank screen, for a line that begins here."""
        self.rows = [None] * len(self.rows)
        self.x = self.y = 0
        self.born = position

    def resize(self, size: Size) -> None:
        """Another size; rows are not wrapped anew, and none come back from the scrollback."""
        columns, count = max(2, min(size.columns, WIDEST)), max(1, min(size.rows, _MOST_ROWS))
        if (columns, count) == (self.columns, len(self.rows)):
            return
        del self.rows[max(count, self.y + 1) :]
        leaving = max(0, len(self.rows) - count)
        self.scrollback.push_all(self.rows[:leaving], self.position)
        del self.rows[:leaving]
        self.y -= leaving
        self.rows += [None] * (count - len(self.rows))
        self.columns, self.x = columns, min(self.x, columns)
        self.top, self.bottom = 0, count - 1

    def finish(self) -> None:
        self.push_rows(self._used())


def _filled(text: str, start: int, stop: int, fill: str) -> tuple[str, str, str]:
    start = min(start, stop)
    return text[:start], fill * (stop - start), text[stop:]
