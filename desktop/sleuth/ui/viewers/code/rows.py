"""How is one row laid out, when it may be two million characters long?

A row is cut into pieces that Qt lays out, each when it is first seen. A row of ordinary length is one piece. Where the
pieces of a long one stand follows from their columns, which the fixed-pitch font makes exact for ASCII.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)

from sleuth.ui.viewers.code.units import Units

Look = QColor | QTextCharFormat
Colours = Callable[[int, int], Iterator[tuple[int, int, Look]]]
"""The stretches of a stretch of the text that look different, later ones over earlier ones."""

LONG = 4_000
_PIECE = 2_000
# Other writing is measured where a row is no longer than this (some 20 ms); beyond, it is taken to be on the grid.
_MEASURED = 200_000
_KEPT_PIECES = 16
_OFF_GRID = 0.01
# Within so many characters a place is looked for where no accent or emoji is torn apart.
_CUT_SEARCH = 32
WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\U0001f300-\U0003fffd]"
)
_NO_WIDTH = re.compile("[\u0300-\u036f\u200b-\u200f\ufe00-\ufe0f]")
# What would break the line, or be seen as nothing; a lone surrogate is no character.
_UNSEEN = re.compile("[\x00-\x08\x0a-\x1f\x7f\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Grid:
    """The font and what follows from it."""

    font: QFont
    advance: float
    """Width of a column."""
    ascent: float
    text_height: float
    row_height: int
    tab_columns: int

    @classmethod
    def of(cls, font: QFont, tab_columns: int, leading: float) -> "Grid":
        metrics = QFontMetricsF(font)
        height = metrics.height()
        return cls(
            font,
            metrics.horizontalAdvance("0"),
            metrics.ascent(),
            height,
            round(height * leading),
            tab_columns,
        )


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    """Column, in code points from the row's start."""
    stop: int
    left: float
    layout: QTextLayout
    line: QTextLine
    units: Units

    def x_of(self, column: int) -> float:
        # PySide6 gives the cursor back, too; its stubs say that it is any object.
        x_and_cursor: Any = self.line.cursorToX(self.units.to_u16(column - self.start))
        return self.left + float(x_and_cursor[0])


class Row:
    """One row of a text, laid out.

    Attributes:
        start: Offset in the text.
        length: In code points.
    """

    def __init__(self, text: str, start: int, stop: int, grid: Grid, colours: Colours) -> None:
        self.start, self.length = start, stop - start
        self._text, self._grid, self._colours = text, grid, colours
        self._pieces: dict[int, _Piece] = {}
        self._cuts, self._lefts = [0], [0.0]
        if self.length > LONG:
            self._cut_up(stop)

    @property
    def width(self) -> float:
        if len(self._cuts) > 1:
            return self._lefts[-1]
        return self._piece(0).line.naturalTextWidth()

    def x_of(self, column: int) -> float:
        """Where a character begins, from the row's left."""
        return self._piece(self._index(self._cuts, column)).x_of(column)

    def column_at(self, x: float) -> int:
        """The place between two characters that is nearest."""
        piece = self._piece(self._index(self._lefts, x))
        at_u16 = piece.line.xToCursor(x - piece.left, QTextLine.CursorPosition.CursorBetweenCharacters)
        return piece.start + piece.units.from_u16(at_u16)

    def columns_between(self, left: float, right: float) -> tuple[int, int]:
        """All that can be seen between two places, and perhaps more."""
        first, last = self._index(self._lefts, left), self._index(self._lefts, right)
        return self._cuts[first], self._cuts[last + 1] if last + 1 < len(self._cuts) else self.length

    def beside(self, column: int, by: int, words: bool) -> int:
        """The next (1) or previous (-1) place for the caret; the row's end where there is none."""
        piece = self._piece(self._index(self._cuts, column if by > 0 else max(column - 1, 0)))
        mode = QTextLayout.CursorMode.SkipWords if words else QTextLayout.CursorMode.SkipCharacters
        move = piece.layout.nextCursorPosition if by > 0 else piece.layout.previousCursorPosition
        return piece.start + piece.units.from_u16(move(piece.units.to_u16(column - piece.start), mode))

    def draw(self, painter: QPainter, x: float, baseline: float, left: float, right: float) -> None:
        """Paint what is between two places of the row, the row's left at x."""
        for index in range(self._index(self._lefts, left), self._index(self._lefts, right) + 1):
            piece = self._piece(index)
            piece.layout.draw(painter, QPointF(x + piece.left, baseline - piece.line.ascent()))

    def _index(self, edges: list[int] | list[float], value: float) -> int:
        """The piece a column or a place is in."""
        pieces = max(len(self._cuts) - 1, 1)
        return max(0, min(bisect_right(edges, value) - 1, pieces - 1))

    def _cut_up(self, stop: int) -> None:
        at, left, column = self.start, 0.0, 0
        metrics = QFontMetricsF(self._grid.font)
        while at < stop:
            end = _good_cut(self._text, min(at + _PIECE, stop), stop)
            # What follows a tab begins at a stop, so that the next piece's stops are those of any row.
            end = self._text.rfind("\t", at, end) + 1 or end if end < stop else end
            part = self._text[at:end]
            columns = end - at
            if "\t" in part:
                phase = column % self._grid.tab_columns
                columns = len((" " * phase + part).expandtabs(self._grid.tab_columns)) - phase
            if not part.isascii():
                columns += len(WIDE.findall(part)) - len(_NO_WIDTH.findall(part))
            width = columns * self._grid.advance
            if not part.isascii() and self.length <= _MEASURED and "\t" not in part:
                width = metrics.horizontalAdvance(part)
            at, column, left = end, column + columns, left + width
            self._cuts.append(at - self.start)
            self._lefts.append(left)

    def _piece(self, index: int) -> _Piece:
        piece = self._pieces.get(index)
        if piece is None:
            if len(self._pieces) >= _KEPT_PIECES:
                del self._pieces[next(iter(self._pieces))]
            piece = self._pieces[index] = self._lay_out(index)
        return piece

    def _lay_out(self, index: int) -> _Piece:
        first = self._cuts[index]
        stop = self._cuts[index + 1] if index + 1 < len(self._cuts) else self.length
        start = self.start + first
        text = self._text[start : self.start + stop]
        units = Units(text)
        layout = QTextLayout(_UNSEEN.sub(_picture, text), self._grid.font)
        layout.setTextOption(_option(self._grid, self._lefts[index] if "\t" in text else 0.0))
        layout.setFormats(
            [
                _range(units.to_u16(begin - start), units.to_u16(end - start), look)
                for begin, end, look in self._colours(start, self.start + stop)
            ]
        )
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(float(1 << 24))
        layout.endLayout()
        return _Piece(first, stop, self._lefts[index], layout, line, units)


def _good_cut(text: str, at: int, stop: int) -> int:
    """A place near, before an ASCII character: none of those belongs to the one before it."""
    for cut in range(at, min(at + _CUT_SEARCH, stop)):
        if text[cut].isascii():
            return cut
    return at if stop - at > _CUT_SEARCH else stop


def _option(grid: Grid, left: float) -> QTextOption:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    option.setTextDirection(
        Qt.LayoutDirection.LeftToRight
    )  # code in Hebrew or Arabic begins at the left, too
    stop = grid.tab_columns * grid.advance
    option.setTabStopDistance(stop)
    phase = left % stop
    if min(phase, stop - phase) > _OFF_GRID:  # a piece's own left is no tab stop; Qt looks through all of these for each tab
        option.setTabArray([stop * number - phase for number in range(1, _PIECE + 2)])
    return option


def _range(start_u16: int, stop_u16: int, look: Look) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start, made.length = start_u16, stop_u16 - start_u16  # type: ignore[attr-defined, unused-ignore]
    if isinstance(look, QTextCharFormat):
        style = look
    else:
        style = QTextCharFormat()
        style.setForeground(look)
    made.format = style  # type: ignore[attr-defined, unused-ignore]
    return made


def _picture(found: re.Match[str]) -> str:
    """A character that can be seen for one that cannot."""
    code = ord(found.group())
    if code < 0x20:
        return chr(0x2400 + code)
    return {0x7F: "\u2421", 0x2028: "\u2424", 0x2029: "\u2424"}.get(code, "\ufffd")
