"""What does the list of hits say in each row?"""

from PySide6.QtCore import QCoreApplication, QModelIndex, QPersistentModelIndex

from sleuth.domain.hits import Hit
from sleuth.domain.items import Kind
from sleuth.ui.models.hits import HitsModel
from sleuth.ui.models.places import folder_of, passage_lines, where
from sleuth.ui.widgets.hit_delegate import RowText

Index = QModelIndex | QPersistentModelIndex
Line = tuple[str, list[tuple[int, int]]]


class HitRows(RowText):
    """Rows of a HitsModel, which is asked itself: through an index every hit would go into a QVariant and back.

    Lines are kept until the model has another answer; a list that grows asks for the height of every row again.
    """

    def __init__(self, model: HitsModel) -> None:
        self._model = model
        self._lines: dict[int, list[Line]] = {}
        self._heights: dict[int, int] = {}
        model.modelReset.connect(self._lines.clear)
        model.modelReset.connect(self._heights.clear)

    def _hit(self, index: Index) -> Hit:
        hit = self._model.hit(index.row())
        assert hit is not None
        return hit

    def divider(self, index: Index) -> str | None:
        return self._model.divider(index.row())

    def icon_kind(self, index: Index) -> Kind:
        return self._hit(index).kind

    def title(self, index: Index) -> str:
        return self._hit(index).title

    def place(self, index: Index) -> str:
        return folder_of(self._hit(index).ref)

    def where(self, index: Index) -> str:
        return where(self._hit(index))

    def lines(self, index: Index) -> list[Line]:
        row = index.row()
        if row not in self._lines:
            self._lines[row] = passage_lines(self._hit(index), 2)
        return self._lines[row]

    def line_count(self, index: Index) -> int:
        row = index.row()
        if row not in self._heights:
            self._heights[row] = super().line_count(index)
        return self._heights[row]

    def more(self, index: Index) -> str:
        hit = self._hit(index)
        said = []
        if hit.more:
            said.append(QCoreApplication.translate("HitRows", "%n more passage(s) in this item", "", hit.more).replace("(s)", "" if hit.more == 1 else "s"))
        if hit.stale:
            said.append(QCoreApplication.translate("HitRows", "changed since the scan"))
        if hit.hidden:
            said.append(QCoreApplication.translate("HitRows", "hidden"))
        return " · ".join(said)

    def is_quiet(self, index: Index) -> bool:
        hit = self._hit(index)
        return hit.hidden or hit.stale
