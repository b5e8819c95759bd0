"""Which rows are there, in which order, and what do the cells say that show?

Reads only what is asked for, some rows at a time, and keeps the latest.
"""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from sleuth.ui.viewers.table.columns import Column, ColumnKind
from sleuth.ui.viewers.table.marks import Cell
from sleuth.ui.viewers.table.sorting import Order
from sleuth.ui.viewers.table.work import Table

Index = QModelIndex | QPersistentModelIndex

_KEPT_RECORDS = 4_096
_READ_AT_ONCE = 32
_SHOWN_CHARACTERS = 500
"""Of a cell; all of it is in the tooltip and is copied."""
_TIP_CHARACTERS = 4_000
_NO_TIP_CHARACTERS = 20
"""So much shows in nearly every column."""
# One for one, so that marks keep their places.
_ON_ONE_LINE = str.maketrans("\n\t\v\f", "↵   ")


class TableModel(QAbstractTableModel):
    """A table's rows, as the file has them or sorted.

    Signals:
        sort_wanted: By a column, falling or not; column -1 for the file's order.
    """

    sort_wanted = Signal(int, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table: Table | None = None
        self._count = 0
        self._order: Order | None = None
        self._rows: Order | None = None
        self._kept: OrderedDict[int, list[str]] = OrderedDict()
        self.columns: list[Column] = []

    @property
    def table(self) -> Table | None:
        return self._table

    @property
    def order(self) -> Order | None:
        """How rows are sorted; None as in the file."""
        return self._order

    def grow(self, table: Table, count: int) -> None:
        """So many of a table's records are known; another table takes the place of the one before."""
        if table is not self._table:
            self.beginResetModel()
            self._table, self._count, self._order, self._rows = table, 0, None, None
            self._kept.clear()
            self.columns = list(table.profile.columns) if table.profile else []
            self.endResetModel()
        self._widen(table.records.width)
        rows = max(0, count - table.header)
        if rows > self._count:
            self.beginInsertRows(QModelIndex(), self._count, rows - 1)
            self._count = rows
            self.endInsertRows()

    def _widen(self, width: int) -> None:
        known = len(self.columns)
        if width > known:
            self.beginInsertColumns(QModelIndex(), known, width - 1)
            self.columns += [Column(self.tr("column {number}").format(number=at + 1)) for at in range(known, width)]
            self.endInsertColumns()

    # -- rows and records

    def record_of(self, row: int) -> int:
        """The record that a row shows."""
        assert self._table is not None
        return (row if self._order is None else int(self._order[row])) + self._table.header

    def row_of(self, record: int) -> int:
        """The row that shows a record; -1 for the header, or what is not known yet."""
        row = record - (self._table.header if self._table else 0)
        if row < 0 or row >= self._count:
            return -1
        return row if self._rows is None else int(self._rows[row])

    def in_order(self, cells: Iterable[Cell]) -> list[Cell]:
        """Cells of the file's order, as they show."""
        found = list(cells)
        if self._rows is None or not found:
            return found
        records, columns = np.array(found).T
        rows = records - (self._table.header if self._table else 0)
        rows = np.where(rows < 0, -1, self._rows[np.maximum(rows, 0)])
        return [found[at] for at in np.lexsort((columns, rows)).tolist()]

    def set_order(self, order: Order | None) -> None:
        """Show the rows in this order, or in the file's.

        Not told as a change of layout: a QHeaderView then keeps a persistent index for each row (0.8 s for 120,000 of
        them). So the view itself carries over what is selected.
        """
        if order is not None and len(order) != self._count:
            return
        self._order = order
        self._rows = None
        if order is not None:
            self._rows = np.empty_like(order)
            self._rows[order] = np.arange(len(order))
        if self._count:
            self.dataChanged.emit(self.index(0, 0), self.index(self._count - 1, len(self.columns) - 1))
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, self._count - 1)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.sort_wanted.emit(column, order == Qt.SortOrder.DescendingOrder)

    # -- cells

    def cell_of(self, row: int, column: int) -> Cell:
        return self.record_of(row), column

    def text(self, row: int, column: int) -> str:
        """A cell's text, all of it."""
        cells = self._cells(self.record_of(row))
        return cells[column] if column < len(cells) else ""

    def _cells(self, record: int) -> list[str]:
        if record in self._kept:
            self._kept.move_to_end(record)
            return self._kept[record]
        assert self._table is not None
        # Neighbours in the file are neighbours on the screen only there.
        first = record - record % _READ_AT_ONCE if self._order is None else record
        stop = first + _READ_AT_ONCE if self._order is None else record + 1
        stop = min(stop, self._count + self._table.header)
        for number, cells in enumerate(self._table.records.cells(first, stop), first):
            self._kept[number] = cells
        while len(self._kept) > _KEPT_RECORDS:
            self._kept.popitem(last=False)
        return self._kept.get(record, [])

    # -- what Qt asks

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, Qt's own default
        return 0 if parent.isValid() else self._count

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, Qt's own default
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(index.row(), index.column())[:_SHOWN_CHARACTERS].translate(_ON_ONE_LINE)
        if role == Qt.ItemDataRole.ToolTipRole:
            text = self.text(index.row(), index.column())
            return text[:_TIP_CHARACTERS] if len(text) > _NO_TIP_CHARACTERS else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if self.columns[index.column()].is_numeric else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical:
            is_shown = role == Qt.ItemDataRole.DisplayRole and self._table is not None
            return str(self._table.records.line_of(self.record_of(section))) if is_shown and self._table else None
        if section >= len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.name
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return self.summary(section)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(column)
        return None

    def summary(self, section: int) -> str:
        """What a column holds, in a few words."""
        column = self.columns[section]
        parts = [self._kind(column.kind)]
        if column.low is not None and column.high is not None:
            parts.append(column.low if column.low == column.high else f"{column.low} – {column.high}")
        if column.empties and column.kind is not ColumnKind.EMPTY:
            parts.append(self.tr("{count} empty").format(count=_number(column.empties)))
        return " · ".join(parts)

    def _tip(self, column: Column) -> str:
        lines = [column.name, self._kind(column.kind)]
        if column.low is not None and column.high is not None:
            lines.append(self.tr("From {low} to {high}").format(low=column.low, high=column.high))
        lines.append(self.tr("Empty: {count}").format(count=_number(column.empties)))
        if column.samples:
            lines.append(self.tr("For example: {samples}").format(samples=", ".join(column.samples)))
        if self._table is not None and self._table.profile is not None:
            seen = self.tr("As seen in the first {count} rows").format(count=_number(self._table.profile.row_count))
            lines.append(seen)
        return "\n".join(lines)

    def _kind(self, kind: ColumnKind) -> str:
        match kind:
            case ColumnKind.TEXT:
                return self.tr("text")
            case ColumnKind.INTEGER:
                return self.tr("whole numbers")
            case ColumnKind.NUMBER:
                return self.tr("numbers")
            case ColumnKind.DATE:
                return self.tr("dates")
            case ColumnKind.BOOLEAN:
                return self.tr("yes or no")
            case ColumnKind.EMPTY:
                return self.tr("empty")


def _number(value: int) -> str:
    return QLocale().toString(value)
