"""How is a table walked through, sorted and copied from?"""

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QMenu, QTableView, QWidget

from sleuth.ui.theme.tokens import ROW_HEIGHT, SPACE_1, SPACE_2
from sleuth.ui.viewers.table.delegate import CellDelegate, ShownMarks
from sleuth.ui.viewers.table.header import ColumnHeader
from sleuth.ui.viewers.table.model import TableModel
from sleuth.ui.viewers.table.work import Block

_FITTED_ROWS = 200
_NARROWEST, _WIDEST = 56, 360


class Grid(QTableView):
    """A table's rows and columns.

    Signals:
        copy_wanted: The Blocks that are selected.
        row_changed: The person is in another row.
    """

    copy_wanted = Signal(list)
    row_changed = Signal()

    def __init__(self, model: TableModel, marks: ShownMarks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._is_fitted = False
        head = ColumnHeader(model, marks, self)
        self.setHorizontalHeader(head)
        self.setModel(model)
        self.setItemDelegate(CellDelegate(model, marks, self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setAccessibleName(self.tr("Table"))
        side = self.verticalHeader()
        side.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        side.setDefaultSectionSize(max(ROW_HEIGHT, self.fontMetrics().height() + 2 * SPACE_1))
        side.setHighlightSections(False)
        side.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        side.setAccessibleName(self.tr("Lines"))
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        head.setMinimumSectionSize(_NARROWEST // 2)
        self.setSortingEnabled(True)
        model.modelReset.connect(self._forget_widths)
        model.rowsInserted.connect(self._fit)
        self.selectionModel().currentRowChanged.connect(lambda *_: self.row_changed.emit())

    def _forget_widths(self) -> None:
        self._is_fitted = False

    def _fit(self) -> None:
        """Columns as wide as their first rows need, once; the head's width grows with the numbers of lines."""
        model = self._model
        digits = len(str(model.headerData(model.rowCount() - 1, Qt.Orientation.Vertical)))
        metrics = self.fontMetrics()
        self.verticalHeader().setFixedWidth(metrics.horizontalAdvance("0" * max(digits, 3)) + 2 * SPACE_2 + SPACE_1)
        if self._is_fitted:
            return
        self._is_fitted = True
        head = self.horizontalHeader()
        assert isinstance(head, ColumnHeader)
        rows = range(min(model.rowCount(), _FITTED_ROWS))
        for column in range(model.columnCount()):
            longest = max((model.text(row, column)[:_WIDEST] for row in rows), key=len, default="")
            needed = max(metrics.horizontalAdvance(longest.replace("\n", " ")) + 3 * SPACE_2, head.width_for(column))
            head.resizeSection(column, min(max(needed, _NARROWEST), _WIDEST))

    # -- places

    def show_row(self, row: int, column: int = -1) -> None:
        """Select a row and bring it into the middle; to a column, where one is meant."""
        kept = max(self.currentIndex().column(), 0) if column < 0 else column
        index = self._model.index(row, kept)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().setCurrentIndex(index, flags)
        bar = self.horizontalScrollBar().value()
        self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
        if column < 0:
            self.horizontalScrollBar().setValue(bar)

    def show_cell(self, row: int, column: int) -> None:
        """Make a cell the current one, and bring it into sight, in the middle if it was not there."""
        index = self._model.index(row, column)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        is_seen = self.viewport().rect().contains(self.visualRect(index))
        self.selectionModel().setCurrentIndex(index, flags)
        if not is_seen:
            bar = self.horizontalScrollBar().value()
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
            self._scroll_as_little(index, bar)

    def _scroll_as_little(self, index: QModelIndex, bar: int) -> None:
        """Not sideways where the column showed already."""
        self.horizontalScrollBar().setValue(bar)
        self.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    def show_column(self, column: int) -> None:
        """Bring a column's head into sight."""
        self.verticalScrollBar().setValue(0)
        if self._model.rowCount():
            self.scrollTo(self._model.index(0, column), QAbstractItemView.ScrollHint.EnsureVisible)

    # -- copies

    def copy(self) -> None:
        """Ask for the selected cells, as text."""
        ranges = self.selectionModel().selection()
        blocks = [
            Block(range(one.top(), one.bottom() + 1), range(one.left(), one.right() + 1))
            for one in (ranges.at(at) for at in range(ranges.count()))
        ]
        if blocks:
            self.copy_wanted.emit(blocks)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Sorting and copying for those who use no mouse, too."""
        index = self.currentIndex()
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Copy"), QKeySequence.StandardKey.Copy, self.copy)
        if index.isValid():
            menu.addSeparator()
            column = index.column()
            rising, falling = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
            menu.addAction(self.tr("Sort by this column"), lambda: self.sortByColumn(column, rising))
            menu.addAction(self.tr("Sort by this column, falling"), lambda: self.sortByColumn(column, falling))
            menu.addAction(self.tr("As in the file"), lambda: self.sortByColumn(-1, rising))
        menu.popup(event.globalPos())
