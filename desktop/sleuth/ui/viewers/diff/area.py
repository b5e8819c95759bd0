"""How is a diff painted: grounds under what came and went, two columns of numbers; and what of it can be gone to?"""

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QTextCharFormat,
)
from PySide6.QtWidgets import QMenu, QWidget

from sleuth.engine.commits import CommitReading
from sleuth.engine.commits import Row as Said
from sleuth.ui.theme import tokens
from sleuth.ui.theme.theme import code_font, theme
from sleuth.ui.viewers.code.area import CodeArea
from sleuth.ui.viewers.code.rows import Look, Row

_GROUNDS = {Said.ADDED: "diff_added", Said.REMOVED: "diff_removed", Said.FILE: "surface_sunken", Said.HUNK: "surface_sunken"}
_QUIET = (Said.HUNK, Said.NOTE)
_HEADS = (Said.FILE, Said.LISTED)
_LEAST_DIGITS = 3


class DiffArea(CodeArea):
    """A commit's text.

    Signals:
        line_wanted: A line of the text is gone to, from 1.
        file_wanted: A file is opened: its reference and a line of it.
    """

    line_wanted = Signal(int)
    file_wanted = Signal(object, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._reading: CommitReading | None = None
        self._digits = _LEAST_DIGITS
        self._can_be_bold = True
        self._pressed: int | None = None
        super().__init__(parent)

    def show_commit(self, reading: CommitReading) -> None:
        """Whose rows these are; the text has been shown."""
        self._reading = reading
        greatest = max((max(numbers, default=0) for numbers in (reading.old, reading.new)), default=0)
        self._digits = max(_LEAST_DIGITS, len(str(greatest)))
        self._restyle()

    # -- painting

    @property
    def gutter(self) -> int:
        """Width of the two columns of line numbers."""
        return round(2 * self._digits * self._grid.advance) + tokens.SPACE_4 + 2 * tokens.SPACE_3

    def _restyle(self) -> None:
        font = code_font()
        bold = QFont(font)
        bold.setWeight(QFont.Weight.Bold)
        self._can_be_bold = QFontMetricsF(bold).horizontalAdvance("0") == QFontMetricsF(font).horizontalAdvance("0")
        super()._restyle()

    def _own_looks(self, start: int, stop: int) -> Iterator[tuple[int, int, Look]]:
        said = self._said(self.lines.row_of(start))
        if said in _QUIET:
            yield start, stop, theme().colour("text_muted")
        elif said is Said.LISTED:
            yield start, stop, theme().colour("accent")
        elif said is Said.FILE:
            form = QTextCharFormat()
            form.setForeground(theme().colour("text"))
            if self._can_be_bold:
                form.setFontWeight(QFont.Weight.Bold)
            yield start, stop, form

    def _paint_grounds(self, painter: QPainter, row: Row, top: float, _seen: tuple[int, int]) -> None:
        number = self.lines.row_of(row.start)
        said = self._said(number)
        if said not in _GROUNDS:
            return
        box = QRectF(self.gutter - tokens.SPACE_1, top, self.viewport().width(), self.row_height)
        painter.fillRect(box, theme().colour(_GROUNDS[said]))
        if number == self.lines.row_of(self.caret):  # the caret's own ground is hidden by this one
            painter.fillRect(QRectF(box.left(), top, tokens.SPACE_1, self.row_height), theme().colour("accent"))
        if said is Said.FILE:
            painter.fillRect(QRectF(box.left(), top, box.width(), 1), theme().colour("hairline"))

    def _paint_gutter(self, painter: QPainter, rows: list[int], caret_row: int) -> None:
        reading = self._reading
        if reading is None:
            return
        painter.setFont(self._grid.font)
        width = round(self._digits * self._grid.advance)
        for number in rows:
            line = self.lines.line_of(number)
            if not self.numbering.is_first(number) or line >= len(reading.rows):
                continue
            painter.setPen(theme().colour("text" if number == caret_row else "text_muted"))
            for left, numbers in ((tokens.SPACE_4 // 2, reading.old), (tokens.SPACE_4 // 2 + width + tokens.SPACE_3, reading.new)):
                if numbers[line]:
                    box = QRectF(left, self._top(number) + self._text_top(), width, self._grid.text_height)
                    painter.drawText(box, Qt.AlignmentFlag.AlignRight, str(numbers[line]))

    def _said(self, number: int) -> Said:
        """What a row is."""
        line = self.lines.line_of(number)
        rows = self._reading.rows if self._reading is not None else b""
        return Said(rows[line]) if line < len(rows) else Said.PLAIN

    # -- where it leads

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or not self._go_from(self.lines.row_of(self.caret)):
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        is_plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        self._pressed = self._head_under(event.position()) if is_plain else None
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        number, self._pressed = self._pressed, None
        if number is not None and self.anchor == self.caret and self._head_under(event.position()) == number:
            self._go_from(number)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not event.buttons() and self._head_under(event.position()) is not None:
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)

    def _begin_menu(self, menu: QMenu, event: QContextMenuEvent) -> None:
        is_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        number = self.lines.row_of(self.offset_at(QPointF(event.pos())) if is_mouse else self.caret)
        reading = self._reading
        file = reading.file_of(self.lines.line_of(number) + 1) if reading is not None else None
        if file is not None:
            menu.addAction(self.tr("Open the file as it is now"), partial(self._open_from, number))
            menu.addSeparator()

    def _head_under(self, point: QPointF) -> int | None:
        """The row under the pointer, where its letters name a file."""
        if point.x() < self.gutter or not len(self.lines.text):
            return None
        number = self.lines.row_of(self.offset_at(point))
        row, top = self.row(number), self._top(number)
        is_in = self._box(row, top, row.start, row.start + row.length).contains(point)
        return number if is_in and self._said(number) in _HEADS else None

    def _go_from(self, number: int) -> bool:
        """From the list to the file's changes, from there to the file."""
        reading, line = self._reading, self.lines.line_of(number) + 1
        file = reading.file_of(line) if reading is not None else None
        if file is None:
            return False
        if self._said(number) is Said.LISTED and file.line:
            self.line_wanted.emit(file.line)
        else:
            self._open_from(number)
        return True

    def _open_from(self, number: int) -> None:
        reading, line = self._reading, self.lines.line_of(number)
        file = reading.file_of(line + 1) if reading is not None else None
        if reading is not None and file is not None:
            self.file_wanted.emit(file.after, self._line_now(reading, line))

    @staticmethod
    def _line_now(reading: CommitReading, line: int) -> int:
        """The line of the file that a line of the diff is about: of what went, the one that stands there now."""
        owner = reading.owners[line]
        for at in range(line, len(reading.rows)):
            if reading.owners[at] != owner or reading.rows[at] == Said.LISTED:
                break
            if reading.new[at]:
                return reading.new[at]
        return 1
