"""Tabs whose titles lean while they are only looked at; the middle button closes them."""

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOptionTab, QStylePainter, QTabBar, QToolButton

from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import icon_size, scaled

_LEAST_WIDTH = 188


class TabBar(QTabBar):
    """A title leans where the tab's data is True: the next item takes its place.

    Signals:
        menu_wanted: A tab's number, and where on the screen.
    """

    menu_wanted = Signal(int, QPoint)

    def __init__(self) -> None:
        super().__init__()
        self.setUsesScrollButtons(True)
        self.setMovable(True)
        self.setExpanding(False)
        self.setDocumentMode(True)
        self.setDrawBase(False)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.setAccessibleName(self.tr("Tabs"))

    def minimumTabSizeHint(self, number: int) -> QSize:
        """As much of a title as tells it from others; more tabs than that are scrolled."""
        hint, whole = super().minimumTabSizeHint(number), self.tabSizeHint(number)
        return QSize(min(whole.width(), scaled(_LEAST_WIDTH)), hint.height())

    def set_leaning(self, number: int, leans: bool) -> None:
        self.setTabData(number, leans)
        self.update()

    def tabInserted(self, number: int) -> None:
        super().tabInserted(number)
        button = QToolButton(self)
        button.setProperty("kind", "tab close")
        button.setIcon(icon("close"))
        button.setIconSize(QSize(icon_size() - 2, icon_size() - 2))
        button.setToolTip(self.tr("Close the tab"))
        button.setAccessibleName(self.tr("Close the tab"))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Ctrl+W does it
        button.clicked.connect(self._close)
        self.setTabButton(number, QTabBar.ButtonPosition.RightSide, button)

    def name_tab(self, number: int, name: str) -> None:
        """Tell its cross from those of the others."""
        button = self.tabButton(number, QTabBar.ButtonPosition.RightSide)
        if button is not None:
            button.setAccessibleName(self.tr("Close {0}").format(name))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        number = self.currentIndex() if by_key else self.tabAt(event.pos())
        if number >= 0:
            place = self.tabRect(number).bottomLeft() if by_key else event.pos()
            self.menu_wanted.emit(number, self.mapToGlobal(place))

    def _close(self) -> None:
        side, button = QTabBar.ButtonPosition.RightSide, self.sender()
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
