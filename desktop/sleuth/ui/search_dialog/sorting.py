"""In which order are the hits listed? A button with a menu of the orders."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from sleuth.domain.queries import Sort


class SortButton(QPushButton):
    """Says which order it is.

    Attributes:
        order: The one in force.

    Signals:
        chosen: Another order is wanted.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "quiet")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus in the query
        self._titles = {
            Sort.RELEVANCE: self.tr("Relevance"),
            Sort.DATE: self.tr("Newest first"),
            Sort.PATH: self.tr("Path"),
        }
        menu = QMenu(self)
        for sort in Sort:
            menu.addAction(self._titles[sort], partial(self.choose, sort))
        self.setMenu(menu)
        self.order = Sort.RELEVANCE
        self._say()

    def choose(self, order: Sort) -> None:
        self.order = order
        self._say()
        self.chosen.emit()

    def _say(self) -> None:
        self.setText(self.tr("Sort: {0}").format(self._titles[self.order]))
