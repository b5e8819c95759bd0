"""Where in the whole are the marks? The scroll bar shows it."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollBar, QWidget

from sleuth.ui.theme.theme import theme

_TICK = 2
_INSET = 3


class MarkedBar(QScrollBar):
    """A vertical scroll bar with a tick for each mark."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._rows: NDArray[np.int64] = np.zeros(0, np.int64)
        self._current: int | None = None
        self._row_count = 1

    def show_marks(self, rows: NDArray[np.int64], current: int | None, row_count: int) -> None:
        """Marks at these rows of so many; `current` is the row of the one that is stepped to."""
        self._rows, self._current, self._row_count = rows, current, max(row_count, 1)
        self.update()

    def ticks(self) -> list[int]:
        """Where the ticks are, each place once."""
        room = self.height() - _TICK
        return [int(y) for y in np.unique(self._rows * room // self._row_count)]

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        colour = theme().colour("mark_outline")
        if self._current is not None:
            y = self._current * (self.height() - _TICK) // self._row_count
            painter.fillRect(QRect(0, y - 1, self.width(), _TICK + 2), colour)
        colour.setAlphaF(0.6)
        for y in self.ticks():
            painter.fillRect(QRect(_INSET, y, self.width() - 2 * _INSET, _TICK), colour)
