"""How does a hand move in a text: keys, mouse, selection, clipboard?"""

import re
from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QClipboard,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
)
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from sleuth.ui.viewers.code.canvas import CodeCanvas
from sleuth.ui.widgets.announcing import announce

_DRAG_MS = 40
# A word is looked for within so many characters of where it was clicked.
_WORD_SEARCH = 500
_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_SPOKEN = 200
_Key = QKeySequence.StandardKey


class CodeArea(CodeCanvas):
    """A text that is read, walked through and copied from.

    Signals:
        moved: The person moved the caret or scrolled.
    """

    moved = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self._goal = (-1, 0.0)
        """Where the caret came to by going up or down, and how far to the right it would be."""
        self._pointer = QPointF()
        self._since_double = QElapsedTimer()
        self._drag = QTimer(self, interval=_DRAG_MS)
        self._drag.timeout.connect(self._drag_on)
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.valueChanged.connect(self._scrolled)

    # -- the caret

    def put_caret(self, offset: int, selects: bool = False) -> None:
        """Put the caret somewhere; nothing is scrolled, and `moved` is not emitted."""
        self.caret = offset
        if not selects:
            self.anchor = offset
        self._describe()
        self.viewport().update()

    def move_caret(self, offset: int, selects: bool = False) -> None:
        """The person moves the caret; what was selected is, or grows to there."""
        row = self.lines.row_of(self.caret)
        self._held = None
        self.put_caret(offset, selects)
        self.reveal(offset)
        self._held = None
        if self.lines.row_of(offset) != row:
            self.announce(self._row_text())
        self.moved.emit()

    def is_caret_seen(self) -> bool:
        return self.lines.row_of(self.caret) in self.visible_rows()

    def announce(self, text: str) -> None:
        """Let a screen reader say something."""
        announce(self, text)

    def beside(self, by: int, words: bool = False) -> int:
        """The place one character or word on, in the next row after a row's end."""
        number = self.lines.row_of(self.caret)
        row = self.row(number)
        column = self.caret - row.start
        if 0 <= column + by <= row.length:
            return row.start + row.beside(column, by, words)
        return max(0, min(self.caret + by, len(self.lines.text)))

    def row_edge(self, last: bool) -> int:
        """The start or end of the caret's row; its start is first the first character that is no space."""
        number = self.lines.row_of(self.caret)
        start, stop = self.lines.span(number)
        if last:
            return stop - 1 if self.lines.goes_on(number) else stop
        ahead = self.lines.text[start : min(stop, start + _WORD_SEARCH)]
        indented = start + len(ahead) - len(ahead.lstrip())
        return start if self.caret == indented else indented

    def rows_on(self, by: int) -> int:
        """The place so many rows down, as far to the right as the caret was when it began to go down."""
        number = self.lines.row_of(self.caret)
        row = self.row(number)
        goal = self._goal[1] if self._goal[0] == self.caret else row.x_of(self.caret - row.start)
        target = self.row(max(0, min(number + by, len(self.lines) - 1)))
        offset = target.start + target.column_at(goal)
        self._goal = (offset, goal)
        return offset

    def page_on(self, by: int) -> int:
        return self.rows_on(by * max(len(self.visible_rows()) - 2, 1))

    # -- the clipboard

    def selected_text(self) -> str:
        start, stop = self.selection()
        return self.lines.text[start:stop]

    def copy(self) -> None:
        """The selection to the clipboard, where something is selected."""
        if self.anchor != self.caret:
            QGuiApplication.clipboard().setText(self.selected_text())

    def select_all(self) -> None:
        self.anchor = 0
        self.put_caret(len(self.lines.text), selects=True)

    # -- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        for move, select, target in _KEYS:
            if event.matches(move) or event.matches(select):
                self._walk(target, event.matches(select))
                return
        if event.matches(_Key.Copy):
            self.copy()
        elif event.matches(_Key.SelectAll):
            self.select_all()
        elif event.modifiers() == Qt.KeyboardModifier.ControlModifier and event.key() in _SCROLLS:
            self.scroll_rows(_SCROLLS[event.key()])
        else:
            event.ignore()

    def _walk(self, target: Callable[["CodeArea"], int], selects: bool) -> None:
        if not selects and not self.is_caret_seen():
            # Whoever scrolled away and walks on starts from what is seen.
            self.put_caret(self.lines.span(self.centre_row())[0])
        self.move_caret(target(self), selects)

    # -- mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._pointer = event.position()
        offset = self.offset_at(event.position())
        patience_ms = QApplication.doubleClickInterval()
        is_third = self._since_double.isValid() and self._since_double.elapsed() < patience_ms
        self._since_double.invalidate()
        if is_third or event.position().x() < self.gutter:
            self._select_row(self.lines.row_of(offset))
            return
        self._click(offset, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        self._drag.start()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer = event.position()
        if self._drag.isActive():
            self._click(self.offset_at(self._pointer), selects=True)
            return
        in_gutter = event.position().x() < self.gutter
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor if in_gutter else Qt.CursorShape.IBeamCursor)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self._drag.stop()
        clipboard = QGuiApplication.clipboard()
        if self.anchor != self.caret and clipboard.supportsSelection():
            clipboard.setText(self.selected_text(), QClipboard.Mode.Selection)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._since_double.start()
        start, stop = self._word_at(self.offset_at(event.position()))
        self.anchor = start
        self._click(stop, selects=True)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._begin_menu(menu, event)
        copy = menu.addAction(self.tr("Copy"), QKeySequence(_Key.Copy), self.copy)
        copy.setEnabled(self.anchor != self.caret)
        menu.addAction(self.tr("Select all"), QKeySequence(_Key.SelectAll), self.select_all)
        menu.popup(event.globalPos())

    def _begin_menu(self, menu: QMenu, event: QContextMenuEvent) -> None:
        """What a menu offers first, of the place where it was asked for."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._drag.stop()
        self.viewport().update()

    def _click(self, offset: int, selects: bool) -> None:
        """What is clicked is in sight already; to scroll there would pull it away from the pointer."""
        self._held = None
        self.put_caret(offset, selects)
        self.moved.emit()

    def _drag_on(self) -> None:
        """Scroll on while the pointer is held beyond an edge."""
        size, at = self.viewport().size(), self._pointer
        beyond_y = min(at.y(), 0.0) + max(at.y() - size.height(), 0.0)
        beyond_x = min(at.x() - self.gutter, 0.0) + max(at.x() - size.width(), 0.0)
        if beyond_x or beyond_y:
            for bar, beyond in ((self.horizontalScrollBar(), beyond_x), (self.verticalScrollBar(), beyond_y)):
                bar.setValue(bar.value() + round(beyond / 2))
            self._click(self.offset_at(at), selects=True)

    def _word_at(self, offset: int) -> tuple[int, int]:
        start, stop = self.lines.span(self.lines.row_of(offset))
        begin = max(start, offset - _WORD_SEARCH)
        near = self.lines.text[begin : min(stop, offset + _WORD_SEARCH)]
        for found in _WORD.finditer(near):
            if begin + found.end() > offset:
                return begin + found.start(), begin + found.end()
        return offset, offset

    def _select_row(self, number: int) -> None:
        lines = self.lines
        self.anchor = lines.span(number)[0]
        self._click(lines.span(number + 1)[0] if number + 1 < len(lines) else len(lines.text), selects=True)

    def _scrolled(self) -> None:
        if not self._scrolls_itself:
            self.moved.emit()

    # -- for those who listen

    def _row_text(self) -> str:
        number = self.lines.row_of(self.caret)
        start, stop = self.lines.span(number)
        words = self.lines.text[start : min(stop, start + _SPOKEN)].strip() or self.tr("empty")
        return self.tr("Line {line}: {words}").format(line=self.numbering.line(number), words=words)

    def _describe(self) -> None:
        self.setAccessibleDescription(self._row_text())


_SCROLLS = {int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1}
_KEYS: tuple[tuple[_Key, _Key, Callable[[CodeArea], int]], ...] = (
    (_Key.MoveToNextChar, _Key.SelectNextChar, lambda area: area.beside(1)),
    (_Key.MoveToPreviousChar, _Key.SelectPreviousChar, lambda area: area.beside(-1)),
    (_Key.MoveToNextWord, _Key.SelectNextWord, lambda area: area.beside(1, words=True)),
    (_Key.MoveToPreviousWord, _Key.SelectPreviousWord, lambda area: area.beside(-1, words=True)),
    (_Key.MoveToNextLine, _Key.SelectNextLine, lambda area: area.rows_on(1)),
    (_Key.MoveToPreviousLine, _Key.SelectPreviousLine, lambda area: area.rows_on(-1)),
    (_Key.MoveToNextPage, _Key.SelectNextPage, lambda area: area.page_on(1)),
    (_Key.MoveToPreviousPage, _Key.SelectPreviousPage, lambda area: area.page_on(-1)),
    (_Key.MoveToStartOfLine, _Key.SelectStartOfLine, lambda area: area.row_edge(last=False)),
    (_Key.MoveToEndOfLine, _Key.SelectEndOfLine, lambda area: area.row_edge(last=True)),
    (_Key.MoveToStartOfDocument, _Key.SelectStartOfDocument, lambda _: 0),
    (_Key.MoveToEndOfDocument, _Key.SelectEndOfDocument, lambda area: len(area.lines.text)),
)
