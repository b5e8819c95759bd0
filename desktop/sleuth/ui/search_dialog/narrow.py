"""By what can an answer be narrowed? A menu of its facets' values, with counts; a choice becomes a filter of the query."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from sleuth.domain.hits import Answer

_KEYS = {"kind": "kind", "language": "lang", "folder": "path"}
_MOST = 8


class NarrowButton(QPushButton):
    """Opens the menu.

    Signals:
        filter_chosen: A filter, as it is typed.
    """

    filter_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(self.tr("Narrow"))
        self.setProperty("kind", "quiet")
        self.setAccessibleName(self.tr("Narrow by kind, language or folder"))
        self.setMenu(QMenu(self))

    def show_answer(self, answer: Answer) -> None:
        """Offer what this answer has."""
        menu = self.menu()
        menu.clear()
        titles = {"kind": self.tr("Kind"), "language": self.tr("Language"), "folder": self.tr("Folder")}
        for facet, key in _KEYS.items():
            counts = {value: count for value, count in (answer.facets or {}).get(facet, {}).items() if value != "."}
            if counts:
                menu.addSection(titles[facet])
            for value, count in list(counts.items())[:_MOST]:
                menu.addAction(f"{value}   {count:,}", partial(self._choose, key, value))
        self.setEnabled(not menu.isEmpty())

    def _choose(self, key: str, value: str) -> None:
        shown = f'"{value}"' if " " in value else value
        self.filter_chosen.emit(f"{key}:{shown}{'/' if key == 'path' else ''}")
