"""What shadow does a sheet throw? Painted by a widget behind it.

A QGraphicsEffect would draw the sheet into a picture first, and a web view in it would stay blank.
"""

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QRegion, QResizeEvent
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

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Under the sheet nothing of it is seen, and nothing is painted: that would take longer than the sheet itself."""
        super().resizeEvent(event)
        edge, inner = tokens.RADIUS_SHEET, self._inner()
        covered = QRegion(inner.adjusted(edge, 0, -edge, 0)).united(QRegion(inner.adjusted(0, edge, 0, -edge)))
        self.setMask(QRegion(self.rect()).subtracted(covered))

    def _inner(self) -> QRect:
        return QRect(_REACH, _REACH, self.width() - 2 * _REACH, self.height() - 2 * _REACH - _DROP)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        most = 0.05 if theme().colours.is_dark else 0.018
        inner = self._inner().translated(0, _DROP)
        for step in range(_REACH, 0, -2):
            colour = QColor(0, 0, 0)
            colour.setAlphaF(most * (1 - step / (_REACH + 2)) + 0.002)
            painter.setBrush(colour)
            radius = tokens.RADIUS_SHEET + step
            painter.drawRoundedRect(inner.adjusted(-step, -step, step, step), radius, radius)
