"""Which stretches of a text are marked, and which of them is next?"""

import re
import time
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from sleuth.domain.cancel import Cancellation

# `re` holds the interpreter while it looks: a step of this many characters takes less than a millisecond.
# It is let go between two steps, or the event loop would wait 5 ms (`sys.getswitchinterval`) at each call of Qt's.
_STEP, _BREATH_S = 1 << 16, 0.000_1
MOST_FOUND = 200_000


class Marks:
    """Marked stretches, in code points, rising, none over another.

    Attributes:
        starts: Where each begins.
        stops: Where each ends.
    """

    def __init__(self, spans: Iterable[tuple[int, int]] = ()) -> None:
        pairs = np.array(list(spans), np.int64).reshape(-1, 2)
        self.starts: NDArray[np.int64] = np.ascontiguousarray(pairs[:, 0])
        self.stops: NDArray[np.int64] = np.ascontiguousarray(pairs[:, 1])

    def __len__(self) -> int:
        return len(self.starts)

    def span(self, index: int) -> tuple[int, int]:
        return int(self.starts[index]), int(self.stops[index])

    def between(self, start: int, stop: int) -> range:
        """The marks that have something in a stretch."""
        return range(
            int(np.searchsorted(self.stops, start, "right")),
            int(np.searchsorted(self.starts, stop, "left")),
        )

    def nearest(self, offset: int) -> int | None:
        """The mark at an offset, else the next one, else the last; None where there are none."""
        if not len(self):
            return None
        return min(int(np.searchsorted(self.stops, offset, "right")), len(self) - 1)

    def beside(self, offset: int, by: int) -> int:
        """The mark after (1) or before (-1) an offset, from the last to the first; there must be one."""
        side = int(np.searchsorted(self.starts, offset, "right" if by > 0 else "left"))
        return (side if by > 0 else side - 1) % len(self)


def find(text: str, wanted: str, cancellation: Cancellation) -> Marks:
    """Where a text stands literally, whatever its case; the first MOST_FOUND places.

    Raises:
        Cancelled: Nobody waits for it any more.
    """
    pattern = re.compile(re.escape(wanted), re.IGNORECASE)
    found: list[tuple[int, int]] = []
    for at in range(0, len(text), _STEP):
        cancellation.check()
        time.sleep(_BREATH_S)
        begin = max(at, found[-1][1] if found else 0)
        end = min(at + _STEP + len(wanted) - 1, len(text))
        found += (match.span() for match in pattern.finditer(text, begin, end))
        if len(found) >= MOST_FOUND:
            break
    return Marks(found[:MOST_FOUND])
