"""How is a row of the palette painted?"""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QIcon, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from sleuth.domain.items import Source
from sleuth.ui.palette.rows import ROW, Group, PaletteRow
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon, kind_icon
from sleuth.ui.theme.theme import icon_size, interface_font, row_height, theme
from sleuth.ui.widgets.painting import draw_elided, draw_marked

_PLACE_SHARE = 0.38
# What can be made of any text is of no group, so a line stands above it.
_RULE = tokens.SPACE_2
_ICONS = {
    Group.CHATS: "chat",
    Group.NOTES: "note",
    Group.PLANS: "plan",
    Group.TERMINALS: "terminal",
    Group.RECENT: "history",
    Group.NOTE: "note",
}


def height_of(row: PaletteRow) -> int:
    """How tall a row is."""
    if row.group is Group.NOTE:
        return row_height() + _RULE
    return row_height() - 2 * row.is_header


class PaletteDelegate(QStyledItemDelegate):
    """Icon, title, detail, and the keys at the right; headings small and quiet."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, height_of(index.data(ROW)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        row: PaletteRow = index.data(ROW)
        rect = QRectF(option.rect)
        painter.save()
        if row.group is Group.NOTE:
            if index.row():
                middle = round(rect.top() + _RULE / 2)
                painter.setPen(theme().colour("hairline"))
                painter.drawLine(round(rect.left()), middle, round(rect.right()), middle)
            rect.setTop(rect.top() + _RULE)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.is_header:
            place = rect.adjusted(tokens.SPACE_4, 4, -tokens.SPACE_4, 0)
            draw_elided(painter, place, row.title, interface_font(0.9, semibold=True), "text_muted")
        else:
            if option.state & QStyle.StateFlag.State_Selected:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme().colour("selection"))
                painter.drawRoundedRect(rect.adjusted(6, 0, -6, 0), tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
                painter.setBrush(theme().colour("accent"))
                painter.drawRoundedRect(QRectF(rect.left() + 6, rect.top() + 5, 3, rect.height() - 10), 1.5, 1.5)
            self._paint_row(painter, rect.adjusted(tokens.SPACE_4, 0, -tokens.SPACE_4, 0), row)
        painter.restore()

    def _paint_row(self, painter: QPainter, rect: QRectF, row: PaletteRow) -> None:
        font = interface_font()
        metrics = QFontMetricsF(font)
        drawn = _icon_of(row)
        side = icon_size()
        drawn.paint(painter, round(rect.left()), round(rect.top() + (rect.height() - side) / 2), side, side)
        left, right = rect.left() + side + tokens.SPACE_2, rect.right()
        if row.right:
            width = metrics.horizontalAdvance(row.right) + 2
            place = QRectF(right - width, rect.top(), width, rect.height())
            draw_elided(painter, place, row.right, font, "text_muted", align=Qt.AlignmentFlag.AlignRight)
            right = place.left() - tokens.SPACE_3
        free = right - left
        if row.marks_detail:
            width = min(metrics.horizontalAdvance(row.title) + 2, free * _PLACE_SHARE)
            draw_elided(painter, QRectF(left, rect.top(), width, rect.height()), row.title, font, "text_muted")
            start = left + max(width, free * _PLACE_SHARE) + tokens.SPACE_2
            draw_marked(painter, QRectF(start, rect.top(), right - start, rect.height()), row.detail, row.spans, font)
            return
        width = min(metrics.horizontalAdvance(row.title) + 4, free)
        draw_marked(painter, QRectF(left, rect.top(), width, rect.height()), row.title, row.spans, font)
        start = left + width + tokens.SPACE_3
        if row.detail and right - start > 3 * tokens.SPACE_5:
            draw_elided(painter, QRectF(start, rect.top(), right - start, rect.height()), row.detail, font, "text_muted")


def _icon_of(row: PaletteRow) -> QIcon:
    if row.hit is not None:
        return kind_icon(row.hit.source if row.hit.source is Source.SYMBOLS else row.hit.kind)
    if row.group is Group.SEARCH:
        return icon("search")
    if row.group is Group.COMMANDS:
        return icon("command")
    if row.group in _ICONS:
        return icon(_ICONS[row.group])
    return icon("file")
