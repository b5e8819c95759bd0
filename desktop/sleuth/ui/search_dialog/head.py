"""What stands above the hits? The query, the sources and how the answer is narrowed and ordered."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from sleuth.domain.items import Source
from sleuth.ui.search_dialog.chips import SourceChips
from sleuth.ui.search_dialog.narrow import NarrowButton
from sleuth.ui.search_dialog.query_field import QueryField
from sleuth.ui.search_dialog.sorting import SortButton
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon


class Head(QWidget):
    """Two rows.

    Attributes:
        help, save, close_button, chips, hidden, narrow, sort: The parts, beside the field.
    """

    def __init__(self, field: QueryField, sources: tuple[Source, ...], on: tuple[Source, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.help = self._button("help", self.tr("Filters"), self.tr("By what a search can be narrowed (Tab after a space)"))
        self.help.clicked.connect(field.offer_filters)
        self.save = self._button("keep", self.tr("Keep this search"), self.tr("Keep this search (Ctrl+D)"))
        self.save.setCheckable(True)
        self.close_button = self._button("close", self.tr("Close the search"), self.tr("Close (Esc)"))
        self.chips = SourceChips(sources, on or sources, self)
        self.hidden = QPushButton(self.tr("Hidden"), self)
        self.hidden.setProperty("kind", "chip")
        self.hidden.setCheckable(True)
        self.hidden.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hidden.setMinimumHeight(tokens.TARGET)
        self.hidden.setToolTip(self.tr("Hidden items are searched too"))
        self.hidden.hide()
        self.narrow, self.sort = NarrowButton(self), SortButton(self)
        first = QHBoxLayout()
        first.setContentsMargins(tokens.SPACE_2, tokens.SPACE_1, tokens.SPACE_2, 0)
        first.addWidget(field)
        for button in (self.help, self.save, self.close_button):
            first.addWidget(button, alignment=Qt.AlignmentFlag.AlignVCenter)  # or the field is no higher than they are
        second = QHBoxLayout()
        second.setContentsMargins(tokens.SPACE_4, 0, tokens.SPACE_3, tokens.SPACE_2)
        second.setSpacing(tokens.SPACE_2)
        second.addWidget(self.chips)
        second.addWidget(self.hidden)
        second.addStretch()
        second.addWidget(self.narrow)
        second.addWidget(self.sort)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addLayout(first)
        rows.addLayout(second)
        rows.setSpacing(0)

    def _button(self, icon_name: str, name: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(icon(icon_name))
        button.setAccessibleName(name)
        button.setToolTip(tip)
        return button
