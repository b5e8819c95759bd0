"""Which hits are listed, in which order, with a line between what has all the words and what has some?

Rows are hits, and one divider where relaxed ones begin. Pages are appended as the list is scrolled.
"""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from sleuth.domain.hits import Answer, Hit

Index = QModelIndex | QPersistentModelIndex
HIT = Qt.ItemDataRole.UserRole + 1
DIVIDER = Qt.ItemDataRole.UserRole + 2


@dataclass(frozen=True, slots=True)
class Divider:
    """A line of its own between hits."""

    text: str


class HitsModel(QAbstractListModel):
    """The hits of one answer and of its further pages.

    Signals:
        more_wanted: The list was scrolled to its end; the cursor of the next page.
    """

    more_wanted = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Hit | Divider] = []
        self._cursor: str | None = None
        self._asked: str | None = None

    def set_answer(self, answer: Answer) -> None:
        """The first page of another answer."""
        self.beginResetModel()
        self._rows, self._cursor, self._asked = self._divided(list(answer.hits), None), answer.next_cursor, None
        self.endResetModel()

    def append(self, answer: Answer) -> None:
        """A further page."""
        last = next((row for row in reversed(self._rows) if isinstance(row, Hit)), None)
        rows = self._divided(list(answer.hits), last)
        self._cursor, self._asked = answer.next_cursor, None
        if rows:
            self.beginInsertRows(QModelIndex(), len(self._rows), len(self._rows) + len(rows) - 1)
            self._rows += rows
            self.endInsertRows()

    def clear(self) -> None:
        self.beginResetModel()
        self._rows, self._cursor, self._asked = [], None, None
        self.endResetModel()

    def _divided(self, hits: list[Hit], before: Hit | None) -> list[Hit | Divider]:
        rows: list[Hit | Divider] = []
        is_relaxed = before is not None and before.relaxed
        for hit in hits:
            if hit.relaxed and not is_relaxed:
                rows.append(Divider(self.tr("Some of the words")))
                is_relaxed = True
            rows.append(hit)
        return rows

    def hit(self, row: int) -> Hit | None:
        found = self._rows[row] if 0 <= row < len(self._rows) else None
        return found if isinstance(found, Hit) else None

    def divider(self, row: int) -> str | None:
        found = self._rows[row]
        return found.text if isinstance(found, Divider) else None

    def first_hit_row(self) -> int:
        return next((row for row, one in enumerate(self._rows) if isinstance(one, Hit)), -1)

    def row_of(self, ref: str, source: object) -> int:
        """The row of an item, -1 where it is not listed."""
        return next((row for row, one in enumerate(self._rows) if isinstance(one, Hit) and (one.ref, one.source) == (ref, source)), -1)

    # -- Qt's questions

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        if role == DIVIDER:
            return row.text if isinstance(row, Divider) else None
        if isinstance(row, Divider):
            return row.text if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) else None
        if role == HIT:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{row.ref}:{row.line}" if row.line else row.ref
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row, index.row())
        return None

    def _spoken(self, hit: Hit, row: int) -> str:
        number = sum(isinstance(one, Hit) for one in self._rows[: row + 1])
        count = sum(isinstance(one, Hit) for one in self._rows)
        where = hit.section or ""
        line = self.tr("line {0}").format(hit.line) if hit.line is not None else ""
        text = next((one.text.strip() for one in hit.passage if one.line == hit.line), "")
        parts = (self.tr("{0} of {1}").format(number, count), hit.title, where, line, text)
        return ", ".join(part for part in parts if part)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or isinstance(self._rows[index.row()], Divider):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._cursor is not None and self._asked != self._cursor

    def fetchMore(self, parent: Index) -> None:
        if self.canFetchMore(parent) and self._cursor is not None:
            self._asked = self._cursor
            self.more_wanted.emit(self._cursor)
