"""By what can an answer be narrowed? A menu of its facets' values, with counts; a choice becomes a filter of the query."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget, QWidgetAction

from sleuth.domain.hits import Answer
from sleuth.ui.theme import tokens
from sleuth.ui.widgets.labels import label

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
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus in the query
        self.setMenu(QMenu(self))

    def show_answer(self, answer: Answer) -> None:
        """Offer what this answer has."""
        menu = self.menu()
        menu.clear()
        titles = {"kind": self.tr("Kind"), "language": self.tr("Language"), "folder": self.tr("Folder")}
        for facet, key in _KEYS.items():
            counts = {value: count for value, count in (answer.facets or {}).get(facet, {}).items() if value != "."}
            if counts:
                menu.addAction(self._heading(titles[facet]))
            for value, count in list(counts.items())[:_MOST]:
                shown = value.replace("&", "&&")
                menu.addAction(f"{shown}\t{count:,}", partial(self._choose, key, value))  # the tab sets counts in a column
        self.setEnabled(not menu.isEmpty())

    def _heading(self, text: str) -> QWidgetAction:
        """A section's own text is not drawn by a menu that has a style sheet."""
        action = QWidgetAction(self.menu())
        said = label(text, "heading")
        said.setContentsMargins(tokens.SPACE_3, tokens.SPACE_2, tokens.SPACE_3, tokens.SPACE_1)
        action.setDefaultWidget(said)
        action.setEnabled(False)
        return action

    def _choose(self, key: str, value: str) -> None:
        shown = f'"{value}"' if " " in value else value
        self.filter_chosen.emit(f"{key}:{shown}{'/' if key == 'path' else ''}")
