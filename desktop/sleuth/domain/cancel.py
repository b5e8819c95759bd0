"""How does one stop work that is under way?"""

import threading
from collections.abc import Callable

from sleuth.domain.errors import Cancelled


class Cancellation:
    """A flag that one thread raises and the working thread looks at.

    Work inside SQLite cannot look, so it registers how to interrupt it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cancelled = False
        self._interrupts: list[Callable[[], None]] = []

    @property
    def cancelled(self) -> bool:
        return self._cancelled

    def cancel(self) -> None:
        """Ask for the stop; may be called from any thread, any number of times."""
        with self._lock:
            self._cancelled = True
            interrupts = list(self._interrupts)
        for interrupt in interrupts:
            interrupt()

    def check(self) -> None:
        """Raise Cancelled if the stop was asked for."""
        if self._cancelled:
            raise Cancelled("stopped")

    def on_cancel(self, interrupt: Callable[[], None]) -> Callable[[], None]:
        """Call `interrupt` when cancelled; returns how to take that back."""
        with self._lock:
            self._interrupts.append(interrupt)

        def forget() -> None:
            with self._lock:
                self._interrupts.remove(interrupt)

        return forget


NEVER = Cancellation()
"""For callers that never cancel; nobody may cancel it."""
