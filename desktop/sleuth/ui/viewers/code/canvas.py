"""How is a text of any size painted? Only the rows that are seen are laid out.

The scroll bars count pixels, or several at a time where a text is taller or wider than Qt's integers allow.
"""

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from sleuth.ui.theme import tokens
from sleuth.ui.theme.theme import code_font, interface_font, theme
from sleuth.ui.viewers.code.colouring import Colouring
from sleuth.ui.viewers.code.lines import Lines, Numbering
from sleuth.ui.viewers.code.marks import Marks
from sleuth.ui.viewers.code.rows import Grid, Look, Row
from sleuth.ui.viewers.code.ruler import MarkedBar

TAB_COLUMNS = 4
_LEADING = 1.35
_PAD = tokens.SPACE_1
_GUTTER_DIGITS = 3
_CARET = 2
# Half of what an int holds, so that a page more does not overflow.
_MOST_UNITS = 1 << 30
_KEPT_ROWS = 400
_LEAST_COLUMNS = 20
# Rows, and columns, that stay in sight around what is gone to.
_MARGIN_ROWS, _MARGIN_COLUMNS = 2, 8


class CodeCanvas(QAbstractScrollArea):
    """A text with line numbers, colours, marks, a selection and a caret; all offsets are code points.

    Attributes:
        lines: The text.
        numbering: How its lines are numbered.
        caret: Where the caret is.
        anchor: Where the selection began; the caret's place where nothing is selected.

    Signals:
        resized: There may be room for more columns, or fewer.
    """

    resized = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._ruler = MarkedBar(self)
        self.setVerticalScrollBar(self._ruler)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        corner = QWidget()
        corner.setProperty("kind", "sunken")
        self.setCornerWidget(corner)
        self.lines = Lines("")
        self.numbering = Numbering(self.lines)
        self.anchor = self.caret = 0
        self._colouring, self._marks = Colouring(), Marks()
        self._current: int | None = None
        self._rows: dict[int, Row] = {}
        self._tab_columns = TAB_COLUMNS
        self._held: int | None = None
        self._scrolls_itself = False
        self._widest = 0.0
        self._unit_x = self._unit_y = 1
        self._restyle()
        theme().changed.connect(self._restyle)

    # -- what is shown

    def show_text(self, lines: Lines, numbering: Numbering, tab_columns: int = TAB_COLUMNS) -> None:
        """Another text, plain and without marks; scrolled as it was."""
        self.lines, self.numbering, self._tab_columns = lines, numbering, tab_columns
        self.anchor = self.caret = min(self.caret, len(lines.text))
        self._colouring, self._marks, self._current, self._held = Colouring(), Marks(), None, None
        self._restyle()

    def show_wrapped(self, lines: Lines, numbering: Numbering) -> None:
        """The same text in other rows; what was at the top still is."""
        top = self.lines.span(self.visible_rows().start)[0] if len(self.lines) else 0
        self.lines, self.numbering = lines, numbering
        self._restyle()
        if self._held is None:
            self._scroll_to_y(lines.row_of(top) * self._grid.row_height)

    @property
    def columns(self) -> int:
        """How many columns there is room for."""
        room = self.viewport().width() - self.gutter - tokens.SPACE_2 - tokens.SPACE_5
        return max(int(room / self._grid.advance), _LEAST_COLUMNS)

    def show_colours(self, colouring: Colouring) -> None:
        self._colouring = colouring
        self._forget_rows()

    def show_marks(self, marks: Marks, current: int | None) -> None:
        """Mark these stretches; the current one stands out."""
        is_new = marks is not self._marks
        self._marks, self._current = marks, current
        row = None if current is None else self.lines.row_of(marks.span(current)[0])
        self._ruler.show_marks(self.lines.rows_of(marks.starts), row, len(self.lines))
        if is_new:
            self._forget_rows()
        self.viewport().update()

    def selection(self) -> tuple[int, int]:
        return min(self.anchor, self.caret), max(self.anchor, self.caret)

    # -- where it is scrolled to

    @property
    def row_height(self) -> int:
        return self._grid.row_height

    def visible_rows(self) -> range:
        """The rows of which something can be seen."""
        y, height = self._y() - _PAD, self._grid.row_height
        first = max(y // height, 0)
        last = min((y + max(self.viewport().height(), 1) - 1) // height, len(self.lines) - 1)
        return range(first, last + 1)

    def centre_row(self) -> int:
        rows = self.visible_rows()
        return rows[len(rows) // 2] if rows else 0

    def centre(self, offset: int) -> None:
        """Scroll a place into the middle, and keep it there while the window finds its size."""
        row = self.lines.row_of(offset)
        middle = (self.viewport().height() - self._grid.row_height) // 2
        self._scroll_to_y(_PAD + row * self._grid.row_height - middle)
        self._reveal_column(offset, row)
        self._held = offset

    def reveal(self, offset: int) -> None:
        """Scroll no further than a place needs to be seen; into the middle where it is far away."""
        row, height = self.lines.row_of(offset), self._grid.row_height
        top = _PAD + row * height - self._y()
        page = self.viewport().height()
        margin = min(_MARGIN_ROWS * height, max(page - height, 0) // 2)
        if not -page < top < 2 * page:
            self.centre(offset)
            return
        if top < margin:
            self._scroll_to_y(self._y() + top - margin)
        elif top + height > page - margin:
            self._scroll_to_y(self._y() + top + height + margin - page)
        self._reveal_column(offset, row)

    def offset_at(self, point: QPointF) -> int:
        """The place in the text that is nearest to a point of the viewport."""
        number = int(point.y() + self._y() - _PAD) // self._grid.row_height
        row = self.row(max(0, min(number, len(self.lines) - 1)))
        return row.start + row.column_at(point.x() - self._text_left())

    def row(self, number: int) -> Row:
        """A row, laid out."""
        laid = self._rows.get(number)
        if laid is None:
            laid = self._rows[number] = Row(
                self.lines.text, *self.lines.span(number), self._grid, self._coloured
            )
        return laid

    @property
    def gutter(self) -> int:
        """Width of the column of line numbers."""
        digits = max(_GUTTER_DIGITS, len(str(self.numbering.greatest)))
        return round(digits * self._grid.advance) + tokens.SPACE_4 + tokens.SPACE_3

    def scroll_rows(self, by: int) -> None:
        self._held = None
        self._scroll_to_y(self._y() + by * self._grid.row_height)

    def is_at_end(self) -> bool:
        """Whether the person went to the end, and is still there."""
        bar = self.verticalScrollBar()
        return self._held is None and bar.value() == bar.maximum()

    def scroll_to_end(self) -> None:
        self._held = None
        self._scroll_to_y(self.verticalScrollBar().maximum() * self._unit_y)

    # -- Qt's own

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        if not self._scrolls_itself:
            self._held = None
        self._widen()
        self.viewport().update()

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._measure()
        self.resized.emit()
        if self._held is not None:
            self.centre(self._held)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (
            QEvent.Type.FontChange,
            QEvent.Type.ApplicationFontChange,
            QEvent.Type.StyleChange,
        ):
            self._restyle()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), theme().colour("surface"))
        rows = [
            number for number in self.visible_rows() if self._band(number).intersects(QRectF(event.rect()))
        ]
        caret_row = self.lines.row_of(self.caret)
        if caret_row in rows:
            painter.fillRect(self._band(caret_row), theme().colour("surface_sunken"))
        painter.setClipRect(
            QRectF(self.gutter - _CARET, 0, self.viewport().width(), self.viewport().height())
        )
        for number in rows:
            self._paint_row(painter, number)
        if self.hasFocus() and caret_row in rows:
            self._paint_caret(painter, caret_row)
        painter.setClipping(False)
        self._paint_gutter(painter, rows, caret_row)

    # -- painting

    def _paint_row(self, painter: QPainter, number: int) -> None:
        row, top = self.row(number), self._top(number)
        left = self._x() - tokens.SPACE_2
        right = left + self.viewport().width()
        first, last = row.columns_between(left, right)
        start, stop = row.start + first, row.start + last
        painter.setPen(Qt.PenStyle.NoPen)
        self._paint_grounds(painter, row, top, (start, stop))
        marks = self._marks.between(start, stop)
        for index in marks:
            if index != self._current:
                self._paint_box(painter, row, top, self._marks.span(index), "mark")
        if self._current is not None and self._current in marks:
            painter.setPen(QPen(theme().colour("mark_outline"), 1.0))
            self._paint_box(painter, row, top, self._marks.span(self._current), "mark_strong")
        self._paint_selection(painter, row, top, (start, stop))
        painter.setPen(theme().colour("text"))
        row.draw(painter, self._text_left(), top + self._text_top() + self._grid.ascent, left, right)
        label = self.numbering.begins(number)
        if label is not None:
            self._paint_section(painter, top, label)
        if label is not None and number:
            painter.fillRect(QRectF(0, top, self.viewport().width(), 1), theme().colour("hairline"))

    def _paint_grounds(self, painter: QPainter, row: Row, top: float, seen: tuple[int, int]) -> None:
        """What lies under the marks, in a text whose stretches have grounds of their own."""

    def _paint_box(self, painter: QPainter, row: Row, top: float, span: tuple[int, int], role: str) -> None:
        box = self._box(row, top, *span)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(theme().colour(role))
        painter.drawRoundedRect(box.adjusted(-0.5, 0.5, 0.5, -0.5), 2, 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)

    def _paint_selection(self, painter: QPainter, row: Row, top: float, seen: tuple[int, int]) -> None:
        start, stop = self.selection()
        if start == stop or stop < seen[0] or start > seen[1]:
            return
        box = self._box(row, top, max(start, seen[0]), min(stop, seen[1]))
        if stop > row.start + row.length >= start:  # the newline is selected, too
            box.setRight(box.right() + self._grid.advance / 2)
        box.setTop(top)
        box.setHeight(self._grid.row_height)
        painter.fillRect(box, theme().colour("selection"))

    def _paint_section(self, painter: QPainter, top: float, label: str) -> None:
        painter.setFont(interface_font())
        box = QRectF(0, top + 1, self.viewport().width() - tokens.SPACE_3, self._grid.row_height - 1)
        width = painter.fontMetrics().horizontalAdvance(label) + 2 * tokens.SPACE_2
        painter.fillRect(box.adjusted(box.width() - width, 0, 0, 0), theme().colour("surface"))
        painter.setPen(theme().colour("text_muted"))
        box.setRight(box.right() - tokens.SPACE_2)
        painter.drawText(box, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), label)

    def _paint_caret(self, painter: QPainter, number: int) -> None:
        row = self.row(number)
        x = self._text_left() + row.x_of(self.caret - row.start)
        caret = QRectF(x - _CARET / 2, self._top(number) + self._text_top(), _CARET, self._grid.text_height)
        painter.fillRect(caret, theme().colour("accent"))

    def _paint_gutter(self, painter: QPainter, rows: list[int], caret_row: int) -> None:
        painter.setFont(self._grid.font)
        width = self.gutter - tokens.SPACE_3
        for number in rows:
            painter.setPen(theme().colour("text" if number == caret_row else "text_muted"))
            box = QRectF(0, self._top(number) + self._text_top(), width, self._grid.text_height)
            if self.numbering.is_first(number):
                painter.drawText(box, Qt.AlignmentFlag.AlignRight, str(self.numbering.line(number)))

    def _coloured(self, start: int, stop: int) -> Iterator[tuple[int, int, Look]]:
        yield from self._own_looks(start, stop)
        on_mark = theme().colour("on_mark")
        for index in self._marks.between(start, stop):
            begin, end = self._marks.span(index)
            yield max(begin, start), min(end, stop), on_mark

    def _own_looks(self, start: int, stop: int) -> Iterator[tuple[int, int, Look]]:
        """How a stretch of the text looks that nothing marks."""
        for begin, end, role in self._colouring.between(start, stop):
            yield begin, end, theme().colour(role)

    # -- geometry

    def _box(self, row: Row, top: float, start: int, stop: int) -> QRectF:
        """Behind a stretch of a row, of what of it is in the row."""
        end = row.start + row.length
        left = row.x_of(max(start - row.start, 0))
        right = row.x_of(min(stop, end) - row.start)
        box = QRectF(self._text_left() + left, top + self._text_top(), right - left, self._grid.text_height)
        return box.normalized()

    def _band(self, number: int) -> QRectF:
        return QRectF(0, self._top(number), self.viewport().width(), self._grid.row_height)

    def _top(self, number: int) -> int:
        return _PAD + number * self._grid.row_height - self._y()

    def _text_top(self) -> float:
        return (self._grid.row_height - self._grid.text_height) // 2

    def _text_left(self) -> float:
        return self.gutter + tokens.SPACE_2 - self._x()

    def _x(self) -> int:
        return self.horizontalScrollBar().value() * self._unit_x

    def _y(self) -> int:
        return self.verticalScrollBar().value() * self._unit_y

    def _scroll_to_y(self, y: int) -> None:
        self._scrolls_itself = True
        self.verticalScrollBar().setValue(round(y / self._unit_y))
        self._scrolls_itself = False

    def _reveal_column(self, offset: int, number: int) -> None:
        row = self.row(number)
        x = row.x_of(offset - row.start)
        room = self.viewport().width() - self.gutter - 2 * tokens.SPACE_2
        margin = min(_MARGIN_COLUMNS * self._grid.advance, room / 4)
        if x < room - margin:
            target = 0.0 if x < self._x() + margin else float(self._x())
        elif self._x() + margin <= x <= self._x() + room - margin:
            return
        else:
            target = x - room / 3
        self._widen()
        self._scrolls_itself = True
        self.horizontalScrollBar().setValue(round(target / self._unit_x))
        self._scrolls_itself = False

    def _measure(self) -> None:
        """Tell the scroll bars how much there is."""
        rows, page = self.lines, self.viewport().size()
        height = len(rows) * self._grid.row_height + 2 * _PAD
        width = int(self._widest) + tokens.SPACE_2 + tokens.SPACE_5
        room = page.width() - self.gutter
        self._unit_y, self._unit_x = 1 + height // _MOST_UNITS, 1 + width // _MOST_UNITS
        self._scrolls_itself = True
        for bar, whole, seen, step, unit in (
            (self.verticalScrollBar(), height, page.height(), self._grid.row_height, self._unit_y),
            (self.horizontalScrollBar(), width, room, round(4 * self._grid.advance), self._unit_x),
        ):
            bar.setPageStep(max(seen // unit, 1))
            bar.setSingleStep(max(step // unit, 1))
            bar.setRange(0, max(whole - seen, 0) // unit)
        self._scrolls_itself = False

    def _widen(self) -> None:
        """Make room for the rows that are seen; how wide a row is, only its layout knows."""
        for number in self.visible_rows():
            self.row(number)
        if len(self._rows) > _KEPT_ROWS:
            seen = self.visible_rows()
            self._rows = {number: row for number, row in self._rows.items() if number in seen}
        widest = max((row.width for row in self._rows.values()), default=0.0)
        if widest > self._widest:
            self._widest = widest
            self._measure()

    def _forget_rows(self) -> None:
        self._rows = {}
        self.viewport().update()

    def _restyle(self) -> None:
        """Other fonts, colours or text: what was laid out is of no use."""
        self._grid = Grid.of(code_font(), self._tab_columns, _LEADING)
        self._widest = self.lines.longest * self._grid.advance
        self._unit_x = self._unit_y = 1
        self._forget_rows()
        self._measure()
        if self._held is not None:
            self.centre(self._held)
