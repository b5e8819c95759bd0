"""Tabs whose titles lean while they are only looked at; the middle button closes them."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOptionTab, QStylePainter, QTabBar, QToolButton

from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon


class TabBar(QTabBar):
    """A title leans where the tab's data is True: the next item takes its place."""

    def __init__(self) -> None:
        super().__init__()
        self.setMovable(True)
        self.setExpanding(False)
        self.setDocumentMode(True)
        self.setDrawBase(False)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.setAccessibleName(self.tr("Tabs"))

    def set_leaning(self, number: int, leans: bool) -> None:
        self.setTabData(number, leans)
        self.update()

    def tabInserted(self, number: int) -> None:
        super().tabInserted(number)
        button = QToolButton(self)
        button.setProperty("kind", "tab close")
        button.setIcon(icon("close"))
        button.setIconSize(QSize(tokens.ICON - 2, tokens.ICON - 2))
        button.setToolTip(self.tr("Close the tab"))
        button.setAccessibleName(self.tr("Close the tab"))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Ctrl+W does it
        button.clicked.connect(lambda: self._close(button))
        self.setTabButton(number, QTabBar.ButtonPosition.RightSide, button)

    def _close(self, button: QToolButton) -> None:
        side = QTabBar.ButtonPosition.RightSide
        number = next((number for number in range(self.count()) if self.tabButton(number, side) is button), -1)
        if number >= 0:
            self.tabCloseRequested.emit(number)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOptionTab()
        order = [number for number in range(self.count()) if number != self.currentIndex()]
        for number in [*order, self.currentIndex()]:
            if number < 0:
                continue
            self.initStyleOption(option, number)
            font = self.font()
            font.setItalic(self.tabData(number) is True)
            painter.setFont(font)
            painter.drawControl(QStyle.ControlElement.CE_TabBarTab, option)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            number = self.tabAt(event.position().toPoint())
            if number >= 0:
                self.tabCloseRequested.emit(number)
                return
        super().mouseReleaseEvent(event)
