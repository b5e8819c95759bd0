"""What becomes of an Enter that comes before the answer it is meant for? It waits, but not for long."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

# Whoever pressed Enter has turned to something else by then; a guess, not measured.
PATIENCE_MS = 1_000


class Pending(QObject):
    """One act that waits for an answer.

    Signals:
        given_up: The answer did not come in time; nothing will be done.
    """

    given_up = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._act: Callable[[], None] | None = None
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self._give_up)

    def wait(self, act: Callable[[], None]) -> None:
        """Do this once the answer is there."""
        self._act = act
        self._patience.start()

    def done(self) -> None:
        """The answer is there."""
        act = self._act
        self.drop()
        if act is not None:
            act()

    def drop(self) -> None:
        """It is not wanted any more."""
        self._patience.stop()
        self._act = None

    def _give_up(self) -> None:
        self._act = None
        self.given_up.emit()
