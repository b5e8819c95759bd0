"""What shadow does a sheet throw? Painted by a widget behind it.

A QGraphicsEffect would draw the sheet into a picture first, and a web view in it would stay blank.
"""

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from sleuth.ui.theme import tokens
from sleuth.ui.theme.theme import theme

_REACH = 24
_DROP = 6


class Shadow(QWidget):
    """Follows a sheet about: as large as it and its reach, shown and hidden with it."""

    def __init__(self, sheet: QWidget) -> None:
        super().__init__(sheet.parentWidget())
        self._sheet = sheet
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        sheet.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._sheet:
            kind = event.type()
            if kind in (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show):
                self.setGeometry(self._sheet.geometry().adjusted(-_REACH, -_REACH, _REACH, _REACH + _DROP))
                self.setVisible(self._sheet.isVisible() or kind == QEvent.Type.Show)
                self.stackUnder(self._sheet)
            elif kind == QEvent.Type.Hide:
                self.hide()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        most = 0.05 if theme().colours.is_dark else 0.018
        inner = QRect(_REACH, _REACH + _DROP, self.width() - 2 * _REACH, self.height() - 2 * _REACH - _DROP)
        for step in range(_REACH, 0, -2):
            colour = QColor(0, 0, 0)
            colour.setAlphaF(most * (1 - step / (_REACH + 2)) + 0.002)
            painter.setBrush(colour)
            radius = tokens.RADIUS_SHEET + step
            painter.drawRoundedRect(inner.adjusted(-step, -step, step, step), radius, radius)
