"""What list stands on a sheet? One that paints its own ground, so that what lies behind the sheet is not painted with it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QListView, QWidget

from sleuth.ui.theme.theme import theme

_DIMMED = 0.5


class SheetList(QListView):
    """Rows one below another; dimmed while they are old."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_dimmed = False
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        theme().changed.connect(self.viewport().update)

    def set_dimmed(self, is_dimmed: bool) -> None:
        if is_dimmed != self._is_dimmed:
            self._is_dimmed = is_dimmed
            self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        ground = theme().colour("surface_raised")
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), ground)
        painter.end()
        super().paintEvent(event)
        if self._is_dimmed:
            painter.begin(self.viewport())
            painter.setOpacity(1 - _DIMMED)
            painter.fillRect(event.rect(), ground)
            painter.end()
