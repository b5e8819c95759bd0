"""How do cells show that they hold what was looked for?"""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from sleuth.ui.theme.theme import theme
from sleuth.ui.theme.tokens import SPACE_1
from sleuth.ui.viewers.table.marks import Cell, CellMarks
from sleuth.ui.viewers.table.model import TableModel
from sleuth.ui.viewers.table.painting import paint_marked

_PADDING = SPACE_1
"""Beside what the style leaves free round a text."""


class ShownMarks:
    """What is marked now, and which cell is the current one.

    Attributes:
        found: The marked cells.
        own: The current one.
    """

    def __init__(self, model: TableModel) -> None:
        self._model = model
        self.found = CellMarks()
        self.own: Cell | None = None

    def of_cell(self, cell: Cell) -> list[tuple[int, int]]:
        return self.found.stretches.get(cell, [])

    def of_header(self, section: int, name: str) -> list[tuple[int, int]]:
        """Marks in a column's name, which is a cell of the first record without the space round it."""
        table = self._model.table
        if table is None or not table.header:
            return []
        stretches = self.found.stretches.get((0, section))
        if not stretches:
            return []
        cells = table.records.cells(0, 1)[0]
        before = len(cells[section]) - len(cells[section].lstrip()) if section < len(cells) else 0
        return [(max(0, start - before), min(stop - before, len(name))) for start, stop in stretches]

    def is_own_header(self, section: int) -> bool:
        table = self._model.table
        return table is not None and bool(table.header) and self.own == (0, section)


class CellDelegate(QStyledItemDelegate):
    """Paints cells; those with marks by hand."""

    def __init__(self, model: TableModel, marks: ShownMarks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._marks = model, marks

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        cell = self._model.cell_of(index.row(), index.column())
        stretches = self._marks.of_cell(cell)
        own = QStyleOptionViewItem(option)
        widget = own.widget
        style = widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, own, painter, widget)
        own.rect = own.rect.adjusted(_PADDING, 0, -_PADDING, 0)
        if not stretches:
            super().paint(painter, own, index)
            return
        self.initStyleOption(own, index)
        text, own.text = own.text, ""
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, own, painter, widget)
        own.text = text
        margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, widget) + 1
        room = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, own, widget).adjusted(margin, 0, -margin, 0)
        painter.save()
        painter.setFont(own.font)
        painter.setPen(theme().colour("text"))
        is_right = bool(own.displayAlignment & Qt.AlignmentFlag.AlignRight)
        side = Qt.AlignmentFlag.AlignRight if is_right else Qt.AlignmentFlag.AlignLeft
        paint_marked(painter, QRectF(room), text, stretches, cell == self._marks.own, side)
        painter.restore()
