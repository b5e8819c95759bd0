"""What stands above everything in the window? The field that opens the palette, and the menu."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QToolButton, QWidget

from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.window.actions import native_keys

_FIELD_WIDTH = 360


class TopBar(QWidget):
    """A field that is a button, in the middle, and the menu's button at the right.

    Signals:
        palette_wanted: The field was pressed.
    """

    palette_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "sunken")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.field = QPushButton(self)
        self.field.setProperty("kind", "command")
        self.field.setIcon(icon("search"))
        self.field.setText(f"{self.tr('Search or run a command')}    {native_keys('go.palette')}")
        self.field.setAccessibleName(self.tr("Search or run a command"))
        self.field.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.field.setMinimumWidth(_FIELD_WIDTH)
        self.field.clicked.connect(self.palette_wanted)
        self.menu_button = QToolButton(self)
        self.menu_button.setIcon(icon("more"))
        self.menu_button.setAccessibleName(self.tr("Menu"))
        self.menu_button.setToolTip(self.tr("Menu"))
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(tokens.SPACE_2, tokens.SPACE_1, tokens.SPACE_2, tokens.SPACE_1)
        layout.addStretch(1)
        layout.addWidget(self.field, 2)
        layout.addStretch(1)
        layout.addWidget(self.menu_button)

    def set_menu(self, menu: QMenu) -> None:
        self.menu_button.setMenu(menu)
