"""What happens to a click beside a sheet? It closes the sheet, and does nothing else."""

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget


class Backdrop(QWidget):
    """Lies behind a sheet and over everything else in the window, unseen; there while the sheet is.

    Signals:
        pressed: Somebody clicked beside the sheet.
    """

    pressed = Signal()

    def __init__(self, sheet: QWidget) -> None:
        self._window = sheet.parentWidget() or sheet
        super().__init__(self._window)
        self._sheet = sheet
        sheet.installEventFilter(self)
        self._window.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self._sheet and kind in (QEvent.Type.Show, QEvent.Type.ZOrderChange):
            self._cover()
        elif watched is self._sheet and kind == QEvent.Type.Hide:
            self.hide()
        elif watched is self._window and kind == QEvent.Type.Resize and self.isVisible():
            self._cover()
        return super().eventFilter(watched, event)

    def _cover(self) -> None:
        self.setGeometry(self._window.rect())
        self.stackUnder(self._sheet)
        self.show()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self.pressed.emit()
