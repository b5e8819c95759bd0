"""What does the list of hits say in each row?"""

from PySide6.QtCore import QCoreApplication, QModelIndex, QPersistentModelIndex

from sleuth.domain.hits import Hit
from sleuth.domain.items import Kind
from sleuth.ui.models.hits import DIVIDER, HIT
from sleuth.ui.models.places import folder_of, passage_lines, where
from sleuth.ui.widgets.hit_delegate import RowText

Index = QModelIndex | QPersistentModelIndex


class HitRows(RowText):
    """Rows of a HitsModel."""

    def _hit(self, index: Index) -> Hit:
        hit: Hit = index.data(HIT)
        return hit

    def divider(self, index: Index) -> str | None:
        text: str | None = index.data(DIVIDER)
        return text

    def icon_kind(self, index: Index) -> Kind:
        return self._hit(index).kind

    def title(self, index: Index) -> str:
        return self._hit(index).title

    def place(self, index: Index) -> str:
        return folder_of(self._hit(index).ref)

    def where(self, index: Index) -> str:
        return where(self._hit(index))

    def lines(self, index: Index) -> list[tuple[str, list[tuple[int, int]]]]:
        return passage_lines(self._hit(index), 2)

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
