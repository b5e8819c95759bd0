"""What heads a column: its name, what it holds, and whether the rows are sorted by it?"""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import interface_font, theme
from sleuth.ui.theme.tokens import ICON, SPACE_1, SPACE_2
from sleuth.ui.viewers.table.delegate import ShownMarks
from sleuth.ui.viewers.table.model import TableModel
from sleuth.ui.viewers.table.painting import paint_marked

_SMALL = 0.9


class ColumnHeader(QHeaderView):
    """Two lines a column: the name, and its kind with the range."""

    def __init__(self, model: TableModel, marks: ShownMarks, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._model, self._marks = model, marks
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSortIndicatorClearable(True)
        self.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setAccessibleName(self.tr("Columns"))

    def sizeHint(self) -> QSize:
        lines = QFontMetrics(interface_font(semibold=True)).height() + QFontMetrics(interface_font(_SMALL)).height()
        return QSize(super().sizeHint().width(), lines + 2 * SPACE_1 + 2)

    def width_for(self, section: int) -> int:
        """What both lines need."""
        name = QFontMetrics(interface_font(semibold=True)).horizontalAdvance(self._model.columns[section].name)
        summary = QFontMetrics(interface_font(_SMALL)).horizontalAdvance(self._model.summary(section))
        return max(name + ICON, summary) + 2 * SPACE_2 + SPACE_1

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N803, Qt's name
        painter.save()
        painter.fillRect(rect, theme().colour("surface_sunken"))
        painter.setPen(theme().colour("hairline"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.drawLine(rect.topRight(), rect.bottomRight())
        inside = QRectF(rect).adjusted(SPACE_2, SPACE_1, -SPACE_2, -SPACE_1)
        self._paint_sort(painter, rect, logicalIndex)
        self._paint_name(painter, inside, logicalIndex)
        painter.setFont(interface_font(_SMALL))
        painter.setPen(theme().colour("text_muted"))
        metrics = painter.fontMetrics()
        summary = metrics.elidedText(self._model.summary(logicalIndex), Qt.TextElideMode.ElideRight, int(inside.width()))
        painter.drawText(inside, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft, summary)
        painter.restore()

    def _paint_name(self, painter: QPainter, inside: QRectF, section: int) -> None:
        painter.setFont(interface_font(semibold=True))
        painter.setPen(theme().colour("text"))
        room = QRectF(inside.x(), inside.y(), inside.width(), painter.fontMetrics().height())
        if self.sortIndicatorSection() == section:
            room.setWidth(room.width() - ICON)
        name = self._model.columns[section].name
        stretches = self._marks.of_header(section, name)
        if not stretches:
            name = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, int(room.width()))
        paint_marked(painter, room, name, stretches, self._marks.is_own_header(section), Qt.AlignmentFlag.AlignLeft)

    def _paint_sort(self, painter: QPainter, rect: QRect, section: int) -> None:
        if self.sortIndicatorSection() != section:
            return
        is_rising = self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
        at = QRect(rect.right() - SPACE_1 - ICON, rect.top() + SPACE_1, ICON, ICON)
        icon("previous" if is_rising else "next", "accent").paint(painter, at)
