"""How do controls stand beside one another where there may not be room for all: in as many lines as it takes?"""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class Flow(QLayout):
    """From left to right, and on in the next line; what is hidden takes no room."""

    def __init__(self, parent: QWidget, space: int) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._space = space
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, place: int) -> QLayoutItem | None:
        return self._items[place] if 0 <= place < len(self._items) else None

    def takeAt(self, place: int) -> QLayoutItem | None:
        return self._items.pop(place) if 0 <= place < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        places = self._places(width)
        return max((place.bottom() + 1 for place in places), default=0)

    def sizeHint(self) -> QSize:
        """All in one line."""
        sizes = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() for size in sizes) + self._space * max(len(sizes) - 1, 0)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        sizes = [item.minimumSize() for item in self._shown()]
        return QSize(max((size.width() for size in sizes), default=0), max((size.height() for size in sizes), default=0))

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        for item, place in zip(self._shown(), self._places(rect.width()), strict=True):
            item.setGeometry(place.translated(rect.topLeft()))

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _places(self, width: int) -> list[QRect]:
        """Where each stands in so wide a rectangle."""
        places: list[QRect] = []
        at, tallest = QPoint(0, 0), 0
        for item in self._shown():
            size = item.sizeHint()
            if at.x() and at.x() + size.width() > width:
                at, tallest = QPoint(0, at.y() + tallest + self._space), 0
            places.append(QRect(at, size))
            at = QPoint(at.x() + size.width() + self._space, at.y())
            tallest = max(tallest, size.height())
        return places
