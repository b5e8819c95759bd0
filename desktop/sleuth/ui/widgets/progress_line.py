"""A line of progress as thin as a hairline: it takes no room and moves nothing."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from sleuth.ui.theme.theme import theme

_HEIGHT = 2


class ProgressLine(QWidget):
    """Shows a share of a whole, and nothing when there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share: float | None = None
        self.setFixedHeight(_HEIGHT)
        self.setAccessibleName(self.tr("Progress"))
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(100, _HEIGHT)

    def set_share(self, share: float | None) -> None:
        """0 to 1; None for nothing under way."""
        self._share = share
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().colour("hairline" if self._share is not None else "surface_sunken"))
        if self._share is not None:
            filled = self.rect()
            filled.setWidth(round(self.width() * min(max(self._share, 0.02), 1.0)))
            painter.fillRect(filled, theme().colour("accent"))
