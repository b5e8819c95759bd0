"""How is a hit painted in the list: what it is, where it lies, and the passage that matched?"""

from typing import Protocol

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon, kind_icon
from sleuth.ui.theme.theme import icon_size, interface_font, row_height, theme
from sleuth.ui.widgets.painting import draw_elided, draw_marked

Index = QModelIndex | QPersistentModelIndex
_LINES = 2
_LEAST_PLACE = 2 * tokens.SPACE_5
"""Less of a folder's name tells nothing."""


def shares(title_width: float, free: float) -> tuple[float, float]:
    """What a title and its folder get of a line: the folder gives way first, and goes where too little is left of it."""
    left = free - title_width - tokens.SPACE_3
    return min(title_width, free), left if left > _LEAST_PLACE else 0.0


class RowText(Protocol):
    """What a list must tell the delegate of a row, whatever its model is made of."""

    def divider(self, index: Index) -> str | None: ...
    def icon_kind(self, index: Index) -> object: ...
    def title(self, index: Index) -> str: ...
    def place(self, index: Index) -> str: ...
    def where(self, index: Index) -> str: ...
    def lines(self, index: Index) -> list[tuple[str, list[tuple[int, int]]]]: ...
    def more(self, index: Index) -> str: ...

    def is_further(self, index: Index) -> bool:
        """Whether it is a further passage of the row above."""

    def is_unfolded(self, index: Index) -> bool | None:
        """Whether its further passages stand below it; None where it has none."""

    def line_count(self, index: Index) -> int:
        """How many lines a row has; 0 for a divider."""
        return 0 if self.divider(index) is not None else 1 + min(len(self.lines(index)), _LINES) + bool(self.more(index))

    def is_quiet(self, index: Index) -> bool:
        """Whether the row steps back, as what is hidden or stale does."""


class HitDelegate(QStyledItemDelegate):
    """Rows as tall as a hit with its passage; dividers and further passages as tall as a list's row.

    Attributes:
        is_on_more: Whether the last click was on the line that tells of further passages.
    """

    def __init__(self, text: RowText, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self.is_on_more = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        count = self._text.line_count(index)
        if not count or self._text.is_further(index):
            return QSize(100, row_height())
        return QSize(100, max(count * (option.fontMetrics.height() + 2) + 2 * tokens.SPACE_2, tokens.HIT_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(option.rect)
        divider = self._text.divider(index)
        if divider is not None:
            self._paint_divider(painter, rect, divider)
        else:
            self._paint_ground(painter, rect, option)
            if self._text.is_further(index):
                self._paint_further(painter, rect, index)
            else:
                self._paint_hit(painter, rect, index)
        painter.restore()

    def _paint_divider(self, painter: QPainter, rect: QRectF, text: str) -> None:
        font = interface_font()
        width = QFontMetricsF(font).horizontalAdvance(text)
        left = rect.left() + tokens.SPACE_3
        painter.setPen(theme().colour("hairline"))
        middle = rect.center().y()
        start = left + width + tokens.SPACE_2
        painter.drawLine(round(start), round(middle), round(rect.right() - tokens.SPACE_3), round(middle))
        draw_elided(painter, QRectF(left, rect.top(), width + 2, rect.height()), text, font, "text_muted")

    def _paint_ground(self, painter: QPainter, rect: QRectF, option: QStyleOptionViewItem) -> None:
        state = option.state
        painter.setPen(Qt.PenStyle.NoPen)
        if state & QStyle.StateFlag.State_Selected:
            painter.setBrush(theme().colour("selection"))
            painter.drawRoundedRect(rect.adjusted(4, 1, -4, -1), tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
            painter.setBrush(theme().colour("accent"))
            painter.drawRoundedRect(QRectF(rect.left() + 4, rect.top() + 6, 3, rect.height() - 12), 1.5, 1.5)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(theme().colour("hover"))
            painter.drawRoundedRect(rect.adjusted(4, 1, -4, -1), tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)

    def _paint_hit(self, painter: QPainter, rect: QRectF, index: Index) -> None:
        text = self._text
        font, bold = interface_font(), interface_font(semibold=True)
        height = QFontMetricsF(font).height() + 2
        left, right = rect.left() + tokens.SPACE_4, rect.right() - tokens.SPACE_4
        top, side = rect.top() + tokens.SPACE_2, icon_size()
        kind_icon(text.icon_kind(index)).paint(  # type: ignore[arg-type]
            painter, round(left), round(top + (height - side) / 2), side, side
        )
        left += side + tokens.SPACE_2
        place_right = self._paint_right(painter, QRectF(left, top, right - left, height), text.where(index), font)
        title = text.title(index)
        title_width, place_width = shares(QFontMetricsF(bold).horizontalAdvance(title) + 2, place_right - left)
        role = "text_muted" if text.is_quiet(index) else "text"
        draw_elided(painter, QRectF(left, top, title_width, height), title, bold, role)
        start = left + title_width + tokens.SPACE_3
        if place_width:
            draw_elided(painter, QRectF(start, top, place_width, height), text.place(index), font, "text_muted")
        for line, spans in text.lines(index)[:_LINES]:
            top += height
            draw_marked(painter, QRectF(left, top, right - left, height), line, spans, font)
        if text.more(index):
            top += height
            is_unfolded = text.is_unfolded(index)
            if is_unfolded is not None:
                drawn = icon("next" if is_unfolded else "command")
                drawn.paint(painter, round(left) - 3, round(top + (height - side) / 2), side, side)
                left += side
            draw_elided(painter, QRectF(left, top, right - left, height), text.more(index), font, "text_muted")

    def _paint_further(self, painter: QPainter, rect: QRectF, index: Index) -> None:
        """One line under the hit's own, with its place at the right."""
        font = interface_font()
        left = rect.left() + tokens.SPACE_4 + 2 * icon_size() + tokens.SPACE_2
        row = QRectF(left, rect.top(), rect.right() - tokens.SPACE_4 - left, rect.height())
        row.setRight(self._paint_right(painter, row, self._text.where(index), font))
        line, spans = self._text.lines(index)[0]
        draw_marked(painter, row, line, spans, font)

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Told of a click before the list is: whether it was on the line that unfolds."""
        if event.type() == QEvent.Type.MouseButtonRelease and isinstance(event, QMouseEvent):
            self.is_on_more = False
            if self._text.divider(index) is None and not self._text.is_further(index) and self._text.more(index):
                line = option.fontMetrics.height() + 2
                self.is_on_more = event.position().y() > option.rect.bottom() - tokens.SPACE_2 - line
        return super().editorEvent(event, model, option, index)

    def _paint_right(self, painter: QPainter, rect: QRectF, text: str, font: QFont) -> float:
        """What stands at the right end of the first line; returns where the rest must end."""
        if not text:
            return rect.right()
        width = QFontMetricsF(font).horizontalAdvance(text) + 2
        place = QRectF(rect.right() - width, rect.top(), width, rect.height())
        draw_elided(painter, place, text, font, "text_muted", align=Qt.AlignmentFlag.AlignRight)
        return place.left() - tokens.SPACE_3
