"""What does the list of hits say in each row?"""

import time

from PySide6.QtCore import QLocale, QModelIndex, QPersistentModelIndex

from sleuth.domain.hits import Hit
from sleuth.domain.items import Kind, Source
from sleuth.ui.models.hits import HitsModel
from sleuth.ui.models.places import beside_title, more, passage_line, passage_lines, where, where_further
from sleuth.ui.widgets.ages import age
from sleuth.ui.widgets.hit_delegate import RowText

Index = QModelIndex | QPersistentModelIndex
Line = tuple[str, list[tuple[int, int]]]


class HitRows(RowText):
    """Rows of a HitsModel, which is asked itself: through an index every hit would go into a QVariant and back.

    Lines are kept until the model has another answer; a list that grows asks for the height of every row again.

    Attributes:
        shows_dates: Whether each hit says when it was changed, as where that is the order.
    """

    def __init__(self, model: HitsModel) -> None:
        self._model = model
        self.shows_dates = False
        self._lines: dict[int, list[Line]] = {}
        self._heights: dict[int, int] = {}
        model.modelReset.connect(self._lines.clear)
        model.modelReset.connect(self._heights.clear)
        model.rowsInserted.connect(self._forget_from)
        model.rowsRemoved.connect(self._forget_from)

    def _forget_from(self, _parent: QModelIndex, first: int, _last: int) -> None:
        """What stands below a hit that was unfolded or folded has other numbers now."""
        for kept in (self._lines, self._heights):
            for row in [row for row in kept if row >= first]:
                del kept[row]

    def _hit(self, index: Index) -> Hit:
        hit = self._model.hit(index.row())
        assert hit is not None
        return hit

    def divider(self, index: Index) -> str | None:
        return self._model.divider(index.row())

    def icon_kind(self, index: Index) -> Kind | Source:
        hit = self._hit(index)
        return hit.source if hit.source is Source.SYMBOLS else hit.kind

    def title(self, index: Index) -> str:
        return self._hit(index).title

    def place(self, index: Index) -> str:
        hit = self._hit(index)
        return beside_title(hit) if hit.kind is not Kind.CHAT else ""

    def where(self, index: Index) -> str:
        hit = self._hit(index)
        if self._model.is_further(index.row()):
            return where_further(hit)
        if hit.kind is Kind.CHAT:
            return beside_title(hit)  # which tells more than a message's number
        if hit.kind is Kind.TERMINAL:
            return age(hit.updated_ns, time.time_ns(), QLocale.FormatType.ShortFormat)  # as is when it was
        if hit.kind is Kind.COMMIT:
            changed = age(hit.updated_ns, time.time_ns(), QLocale.FormatType.ShortFormat)
            return " \u00b7 ".join((where(hit), changed))
        if not self.shows_dates:
            return where(hit)
        changed = age(hit.updated_ns, time.time_ns(), QLocale.FormatType.ShortFormat)
        return " · ".join(part for part in (where(hit), changed) if part)

    def lines(self, index: Index) -> list[Line]:
        row = index.row()
        if row not in self._lines:
            hit = self._hit(index)
            self._lines[row] = [passage_line(hit)] if self._model.is_further(row) else passage_lines(hit, 2)
        return self._lines[row]

    def line_count(self, index: Index) -> int:
        row = index.row()
        if row not in self._heights:
            self._heights[row] = super().line_count(index)
        return self._heights[row]

    def more(self, index: Index) -> str:
        return more(self._hit(index))

    def is_further(self, index: Index) -> bool:
        return self._model.is_further(index.row())

    def is_unfolded(self, index: Index) -> bool | None:
        return self._model.is_unfolded(index.row()) if self._hit(index).more else None

    def is_quiet(self, index: Index) -> bool:
        hit = self._hit(index)
        return hit.hidden or hit.stale
