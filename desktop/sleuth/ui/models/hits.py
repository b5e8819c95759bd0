"""Which hits are listed, in which order, with a line between what has all the words and what has some?

Rows are hits, one divider where relaxed ones begin, and further passages of hits that were unfolded. Pages are appended as the list is scrolled.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from sleuth.domain.hits import Answer, Hit
from sleuth.domain.items import Kind
from sleuth.ui.models.agents import agent_of
from sleuth.ui.models.places import (
    beside_title,
    matches_said,
    more,
    passage_line,
    passage_lines,
    where_further,
)

Index = QModelIndex | QPersistentModelIndex
HIT = Qt.ItemDataRole.UserRole + 1
DIVIDER = Qt.ItemDataRole.UserRole + 2


@dataclass(frozen=True, slots=True)
class Divider:
    """A line of its own between hits."""

    text: str


@dataclass(frozen=True, slots=True)
class Further:
    """A further passage of the hit above it."""

    hit: Hit


class HitsModel(QAbstractListModel):
    """The hits of one answer and of its further pages; under those that are unfolded, their further passages.

    Signals:
        more_wanted: The list was scrolled to its end; the cursor of the next page.
    """

    more_wanted = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Hit | Divider | Further] = []
        self._total = 0
        self._cursor: str | None = None
        self._asked: str | None = None

    def set_answer(self, answer: Answer) -> None:
        """The first page of another answer."""
        self.beginResetModel()
        self._rows, self._cursor, self._asked = self._divided(list(answer.hits), None), answer.next_cursor, None
        self._total = answer.total
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

    def _divided(self, hits: list[Hit], before: Hit | None) -> list[Hit | Divider | Further]:
        rows: list[Hit | Divider | Further] = []
        is_relaxed = before is not None and before.relaxed
        for hit in hits:
            if hit.relaxed and not is_relaxed:
                rows.append(Divider(self.tr("Some of the words")))
                is_relaxed = True
            rows.append(hit)
        return rows

    def hit(self, row: int) -> Hit | None:
        """The hit of a row, or the further passage as one."""
        found = self._rows[row] if 0 <= row < len(self._rows) else None
        if isinstance(found, Further):
            return found.hit
        return found if isinstance(found, Hit) else None

    def owner(self, row: int) -> int:
        """The row of the hit that a further passage belongs to; any other row itself."""
        while row > 0 and self.is_further(row):
            row -= 1
        return row

    def is_further(self, row: int) -> bool:
        return 0 <= row < len(self._rows) and isinstance(self._rows[row], Further)

    def is_unfolded(self, row: int) -> bool:
        return self.is_further(row + 1)

    def unfold(self, hit: Hit, passages: Iterable[Hit]) -> None:
        """Put further passages under a hit, if it still is in the list and has none there."""
        row = next((number for number, one in enumerate(self._rows) if one is hit), -1)
        rows = [Further(one) for one in passages]
        if row < 0 or self.is_unfolded(row) or not rows:
            return
        self.beginInsertRows(QModelIndex(), row + 1, row + len(rows))
        self._rows[row + 1 : row + 1] = rows
        self.endInsertRows()
        self.dataChanged.emit(self.index(row), self.index(row))

    def fold(self, row: int) -> None:
        """Take the further passages under a hit away."""
        last = row
        while self.is_further(last + 1):
            last += 1
        if last > row:
            self.beginRemoveRows(QModelIndex(), row + 1, last)
            del self._rows[row + 1 : last + 1]
            self.endRemoveRows()
            self.dataChanged.emit(self.index(row), self.index(row))

    def divider(self, row: int) -> str | None:
        found = self._rows[row]
        return found.text if isinstance(found, Divider) else None

    def first_hit_row(self) -> int:
        return next((row for row, one in enumerate(self._rows) if isinstance(one, Hit)), -1)

    def row_of(self, hit: Hit) -> int:
        """The row of a hit that was listed before, or else of its chat; -1 where neither is."""
        rows = [(row, one) for row, one in enumerate(self._rows) if isinstance(one, Hit) and one.source is hit.source]
        same = [row for row, one in rows if one.ref == hit.ref]
        of_chat = [row for row, one in rows if hit.kind is Kind.CHAT and (one.title, agent_of(one)) == (hit.title, agent_of(hit))]
        return next(iter(same + of_chat), -1)

    # -- Qt's questions

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        if role == DIVIDER:
            return row.text if isinstance(row, Divider) else None
        if isinstance(row, Further):
            return self._further_data(row.hit, role)
        if isinstance(row, Divider):
            return row.text if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row, index.row())
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return ", ".join(part for part in (matches_said(passage_lines(row, 2)), more(row)) if part)
        return _hit_data(row, role)

    def _further_data(self, hit: Hit, role: int) -> Any:
        if role == Qt.ItemDataRole.AccessibleTextRole:
            named = self.tr("further message") if hit.kind is Kind.CHAT else self.tr("further passage")
            parts = (named, hit.title, where_further(hit), passage_line(hit)[0])
            return ", ".join(part for part in parts if part)
        return matches_said([passage_line(hit)]) if role == Qt.ItemDataRole.AccessibleDescriptionRole else _hit_data(hit, role)

    def spoken(self, row: int) -> str:
        """All that is said of a row, where no screen reader asks for its parts."""
        roles = (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole)
        return ", ".join(part for part in (self.data(self.index(row), role) for role in roles) if part)

    def _spoken(self, hit: Hit, row: int) -> str:
        number = sum(isinstance(one, Hit) for one in self._rows[: row + 1])
        count = max(self._total, number)
        section = hit.section or ""
        line = self.tr("line {0}").format(hit.line) if hit.line is not None and hit.kind is not Kind.CHAT else ""
        text = next((one.text.strip() for one in hit.passage if one.line == hit.line), "")
        parts = (self.tr("{0} of {1}").format(number, count), hit.title, beside_title(hit), section, line, text)
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


def _hit_data(hit: Hit, role: int) -> Any:
    if role == HIT:
        return hit
    if role == Qt.ItemDataRole.DisplayRole:
        return hit.title
    if role == Qt.ItemDataRole.ToolTipRole:
        if hit.kind is Kind.CHAT:
            return f"{hit.title}\n{beside_title(hit)}"
        return f"{hit.ref}:{hit.line}" if hit.line else hit.ref
    return None
