"""What is said above a recording? What it is, and the places in it that somebody named."""

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from sleuth.domain.terminals import Marker
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import icon_size, row_height
from sleuth.ui.viewers.terminal.words import marker_said
from sleuth.ui.widgets.labels import ElidedLabel

_MOST_MARKERS = 200


class TerminalBar(QWidget):
    """A line about the recording, and its markers in a menu.

    Attributes:
        markers: The button of the menu; not there where there are none.

    Signals:
        marker_chosen: A Marker.
    """

    marker_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "sunken")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._label = ElidedLabel()
        self._label.setProperty("kind", "muted")
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self.markers = QToolButton(self)
        self.markers.setIcon(icon("marker"))
        self.markers.setIconSize(QSize(icon_size(), icon_size()))
        self.markers.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.markers.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.markers.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.markers.setText(self.tr("Markers"))
        self.markers.setMenu(QMenu(self.markers))
        self._shown: tuple[Marker, ...] = ()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(tokens.SPACE_4, tokens.SPACE_1, tokens.SPACE_2, tokens.SPACE_1)
        layout.setSpacing(tokens.SPACE_1)
        layout.addWidget(self._label, 1)
        layout.addWidget(self.markers)
        self.setMinimumHeight(row_height() + 2 * tokens.SPACE_1)  # as with the button
        self.show_markers(())

    def say(self, about: str) -> None:
        if about != self._label.text():
            self._label.setText(about)
            self._label.setAccessibleName(about)

    def said(self) -> str:
        return self._label.text()

    def show_markers(self, markers: tuple[Marker, ...]) -> None:
        self.markers.setVisible(bool(markers))
        if markers == self._shown:
            return
        self._shown = markers
        menu = self.markers.menu()
        menu.clear()
        for one in markers[:_MOST_MARKERS]:
            menu.addAction(marker_said(one).replace("&", "&&"), partial(self.marker_chosen.emit, one))
