"""What must a reader of a format offer?

A format plugs in by adding one module to `formats/` that holds a `READER`. The module's
name plays no part; the first reader that claims a name reads it, and plain text claims what is left.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol

from sleuth.domain.cancel import NEVER, Cancellation
from sleuth.domain.items import Content, Source


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a file a reader takes."""

    max_bytes: int | None
    """A larger file is left out as too large; None takes any."""
    read_bytes: int | None = None
    """No more than this is read from its start; None reads it whole."""


class Reader(Protocol):
    """Reads one format."""

    source: Source
    """Where its items are listed."""

    def claims(self, name: str) -> bool:
        """Whether a file of this name (no folder) is of the format."""

    def limits(self, max_file_size: int) -> Limits:
        """How much to read, given the setting `search.max_file_size` in bytes."""

    def read(self, data: bytes, name: str) -> Content:
        """The text of a file.

        Raises:
            ItemUnreadable: It cannot be read; the message is kept as the reason.
            ItemBinary: It holds no text.
            ItemTooLarge: It holds more than the format's reader takes.
            Cancelled: Stopped, as `stoppable` allows.
        """

    def close(self) -> None:
        """End what was started for reading, such as a helper process; may be used again after."""


_cancellation: ContextVar[Cancellation] = ContextVar("reader cancellation", default=NEVER)


@contextmanager
def stoppable(cancellation: Cancellation) -> Iterator[None]:
    """Let this cancellation stop what is read inside the block.

    Only readers that wait for a helper process look at it; they raise Cancelled within 0.1 s.
    """
    token = _cancellation.set(cancellation)
    try:
        yield
    finally:
        _cancellation.reset(token)


def current_cancellation() -> Cancellation:
    """What may stop the reading under way in this thread."""
    return _cancellation.get()
