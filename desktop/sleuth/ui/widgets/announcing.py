"""How does a screen reader learn of what happens where the focus is not?

What a list says while the keys go to a field, how many items were found, what the foot has to say: said after what is being
said, and only while somebody listens.
"""

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

# Once the keys have rested, or every letter would be answered; a guess, not measured.
_SETTLED_MS = 700


def announce(widget: QWidget, text: str) -> None:
    """Let a screen reader say something, politely."""
    if text and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


class Announcer:
    """Says for a widget what holds when nothing has changed for a while, if the widget is seen then."""

    def __init__(self, widget: QWidget, what: Callable[[], str]) -> None:
        self._widget, self._what = widget, what
        self._settled = QTimer(widget, singleShot=True, interval=_SETTLED_MS)
        self._settled.timeout.connect(self.say)

    def say_soon(self) -> None:
        self._settled.start()

    def say(self) -> None:
        """Say it now."""
        self._settled.stop()
        if self._widget.isVisible():
            announce(self._widget, self._what())
