"""How is a terminal's text painted, and what of it can be clicked?"""

from collections.abc import Iterator
from functools import partial
from itertools import chain

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
)
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from sleuth.engine.terminals import Looks
from sleuth.ui.theme.theme import code_font, theme
from sleuth.ui.viewers.code.area import CodeArea
from sleuth.ui.viewers.code.rows import Look, Row
from sleuth.ui.viewers.terminal.looks import Drawn, drawn

_LONGEST_TIP = 300


class TerminalArea(CodeArea):
    """A terminal's text, as it looked.

    Signals:
        link_clicked: Where a link leads that was clicked.
    """

    link_clicked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._looks = Looks()
        self._can_be_bold = True
        self._pressed_link: str | None = None
        super().__init__(parent)

    @property
    def looks(self) -> Looks:
        return self._looks

    def show_looks(self, looks: Looks) -> None:
        self._looks = looks
        self._forget_rows()

    def link_at(self, offset: int) -> str | None:
        """Where the text at an offset leads."""
        return next((style.link for _, _, style in self._looks.between(offset, offset + 1)), None)

    # -- painting

    def _restyle(self) -> None:
        font = code_font()
        bold = QFont(font)
        bold.setWeight(QFont.Weight.Bold)
        self._can_be_bold = QFontMetricsF(bold).horizontalAdvance("0") == QFontMetricsF(font).horizontalAdvance("0")
        super()._restyle()

    def _own_looks(self, start: int, stop: int) -> Iterator[tuple[int, int, Look]]:
        for begin, end, one in self._drawn(start, stop):
            yield begin, end, one.form

    def _coloured(self, start: int, stop: int) -> Iterator[tuple[int, int, Look]]:
        yield from super()._coloured(start, stop)
        selected = max(self.selection()[0], start), min(self.selection()[1], stop)
        for begin, end, one in self._drawn(*selected):
            if one.ground is not None:  # which the selection covers
                yield begin, end, theme().colour("text")

    def _paint_grounds(self, painter: QPainter, row: Row, top: float, seen: tuple[int, int]) -> None:
        for begin, end, one in self._drawn(*seen):
            if one.ground is not None:
                box = self._box(row, top, begin, end)
                painter.fillRect(QRectF(box.left(), top, box.width(), self.row_height), QColor(one.ground))

    def _drawn(self, start: int, stop: int) -> Iterator[tuple[int, int, Drawn]]:
        colours = theme().colours
        for begin, end, style in self._looks.between(start, stop) if start < stop else ():
            yield begin, end, drawn(style, colours, self._can_be_bold)

    def put_caret(self, offset: int, selects: bool = False) -> None:
        before = self.selection()
        super().put_caret(offset, selects)
        if before != self.selection():
            self._lay_out_again(before, self.selection())

    def _lay_out_again(self, *spans: tuple[int, int]) -> None:
        """What stands on a ground of its own has other letters while it is selected."""
        for number, row in list(self._rows.items()):
            stop = row.start + row.length
            touched = chain.from_iterable(self._drawn(max(row.start, start), min(stop, end)) for start, end in spans)
            if any(one.ground is not None for _, _, one in touched):
                del self._rows[number]

    # -- links

    def mousePressEvent(self, event: QMouseEvent) -> None:
        is_plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        self._pressed_link = self._link_under(event.position()) if is_plain else None
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        link, self._pressed_link = self._pressed_link, None
        if link is not None and self.anchor == self.caret and self._link_under(event.position()) == link:
            self.link_clicked.emit(link)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not event.buttons() and self._link_under(event.position()) is not None:
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        link = self.link_at(self.caret) if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) else None
        if link is not None:
            self.link_clicked.emit(link)
        else:
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            link = self._link_under(QPointF(event.pos()))
            if link is not None:
                QToolTip.showText(event.globalPos(), _as_tip(link), self.viewport())
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def _begin_menu(self, menu: QMenu, event: QContextMenuEvent) -> None:
        is_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        link = self._link_under(QPointF(event.pos())) if is_mouse else self.link_at(self.caret)
        if link is not None:
            menu.addAction(self.tr("Open the link"), partial(self.link_clicked.emit, link))
            menu.addAction(self.tr("Copy the link's address"), partial(_copy, link))
            menu.addSeparator()

    def _link_under(self, point: QPointF) -> str | None:
        """Where what is under the pointer leads; nothing beside the letters does."""
        if point.x() < self.gutter or not len(self.lines.text):
            return None
        nearest = self.offset_at(point)
        for offset in (nearest, nearest - 1):
            link = self.link_at(offset) if offset >= 0 else None
            if link is not None and self._letter_box(offset).contains(point):
                return link
        return None

    def _letter_box(self, offset: int) -> QRectF:
        number = self.lines.row_of(offset)
        return self._box(self.row(number), self._top(number), offset, offset + 1)


def _as_tip(link: str) -> str:
    """Where it leads, as it is written: no markup, not endless."""
    shown = link if len(link) <= _LONGEST_TIP else f"{link[:_LONGEST_TIP]}…"
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in shown).replace("<", "‹")


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
