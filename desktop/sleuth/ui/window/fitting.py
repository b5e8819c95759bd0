"""How large is a window when it is first shown, and when it comes back on another screen?"""

from PySide6.QtCore import QByteArray, QPoint, QRect, QSize
from PySide6.QtWidgets import QWidget

# What a title bar and a border take, which nobody knows before the window is there.
_FRAME = QSize(8, 40)


def fit(window: QWidget, size: QSize, least: QSize, shape: QByteArray) -> None:
    """Give a window the shape that was kept, else a size; never more than the screen has room for, nor beyond its edges."""
    window.setMinimumSize(least.boundedTo(_room(window).size()))
    if shape.isEmpty() or not window.restoreGeometry(shape):
        window.resize(size.boundedTo(_room(window).size()))
        return
    fitted = fitted_in(window.geometry(), _room(window))
    if fitted != window.geometry():
        window.setGeometry(fitted)


def fitted_in(wanted: QRect, room: QRect) -> QRect:
    """A rectangle no larger than a room, moved into it."""
    size = wanted.size().boundedTo(room.size())
    left = max(room.left(), min(wanted.left(), room.right() + 1 - size.width()))
    top = max(room.top(), min(wanted.top(), room.bottom() + 1 - size.height()))
    return QRect(QPoint(left, top), size)


def _room(window: QWidget) -> QRect:
    """What the screen leaves to windows, a frame's width within."""
    free = window.screen().availableGeometry()
    side = _FRAME.width() // 2
    return free.adjusted(side, _FRAME.height() - side, -side, -side)
