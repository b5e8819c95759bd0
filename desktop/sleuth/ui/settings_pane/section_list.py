"""Which sections are there? The list at the left of the pane."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QListWidget, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from sleuth.ui.theme import tokens
from sleuth.ui.theme.theme import interface_font, row_height, theme
from sleuth.ui.widgets.painting import draw_elided

_WIDTH = 168


class SectionList(QListWidget):
    """One line a section; the one in view is current."""

    def __init__(self, titles: list[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(_Delegate(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.addItems(titles)
        widest = max(QFontMetrics(interface_font()).horizontalAdvance(title) for title in titles)
        self.setFixedWidth(max(_WIDTH, widest + 2 * tokens.SPACE_4 + tokens.SPACE_1))
        theme().changed.connect(self.viewport().update)


class _Delegate(QStyledItemDelegate):
    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(_WIDTH, row_height())

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(option.rect).adjusted(tokens.SPACE_2, 1, -tokens.SPACE_2, -1)
        is_current = bool(option.state & QStyle.StateFlag.State_Selected)
        has_focus = is_current and bool(option.state & QStyle.StateFlag.State_HasFocus)
        if is_current or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(theme().colour("accent") if has_focus else Qt.PenStyle.NoPen)
            painter.setBrush(theme().colour("selection" if is_current else "hover"))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
        words = rect.adjusted(tokens.SPACE_2, 0, -tokens.SPACE_2, 0)
        draw_elided(painter, words, str(index.data()), interface_font(), "text" if is_current else "text_muted")
        painter.restore()
