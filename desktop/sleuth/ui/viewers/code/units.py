"""Where in Qt's UTF-16 does a character of Python's stand? They differ after the first emoji."""

import re

import numpy as np

_BEYOND = re.compile("[\U00010000-\U0010ffff]")


class Units:
    """Converts offsets in one short text."""

    def __init__(self, text: str) -> None:
        self._offsets_u16 = None
        if not text.isascii() and _BEYOND.search(text):
            codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
            self._offsets_u16 = np.concatenate(([0], np.cumsum(1 + (codes > 0xFFFF))))

    def to_u16(self, offset: int) -> int:
        return offset if self._offsets_u16 is None else int(self._offsets_u16[offset])

    def from_u16(self, offset_u16: int) -> int:
        """The character that begins there, or of which this is the middle."""
        if self._offsets_u16 is None:
            return offset_u16
        return int(np.searchsorted(self._offsets_u16, offset_u16, "right")) - 1
