"""Where in the file does a byte lie that was taken out of it?

What a terminal is sent is put together from pieces of a file: strings of JSON with escapes, or a log without what was typed.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Sequence

# A pair of halves is one character; the others are one character each.
_ESCAPE = re.compile(rb"\\u([dD][89abAB]..)\\u[dD][c-fC-F]..|\\u([0-9a-fA-F]{4})|\\.", re.DOTALL)


class Pieces:
    """The bytes that were taken, and where each piece lies in the file."""

    def __init__(self) -> None:
        self._taken = bytearray()
        self._at = array("q")  # in what was taken
        self._file = array("q")
        self._length = array("q")  # in the file

    def __len__(self) -> int:
        return len(self._taken)

    @property
    def data(self) -> bytes:
        return bytes(self._taken)

    @property
    def ends_line(self) -> bool:
        """Whether what comes next begins a line."""
        return not self._taken or self._taken[-1] == 0x0A

    def add(self, piece: bytes, offset: int, length: int) -> None:
        """A piece that is `length` bytes of the file at this offset, more than it has where some are escaped."""
        if piece:
            self._at.append(len(self._taken))
            self._file.append(offset)
            self._length.append(length)
            self._taken += piece

    def plainly_located(self, offsets: Sequence[int], start: int) -> "array[int]":
        """Offsets in what was taken as offsets in the file, where nothing is escaped."""
        return self.located(offsets, b"", start)

    def located(self, offsets: Sequence[int], data: bytes, start: int) -> "array[int]":
        """Offsets in what was taken as offsets in the file; `data` is the file from `start` on."""
        found = array("q")
        number, escapes = -1, _Escapes(b"", 0)
        for offset in offsets:
            at = bisect_right(self._at, offset) - 1
            if at < 0:
                found.append(start)
                continue
            file = self._file[at]
            if at != number:
                number, escapes = at, _Escapes(data, file - start, self._length[at])
            found.append(file + min(escapes.raw(offset - self._at[at]), self._length[at]))
        return found


class _Escapes:
    """Turns offsets in a decoded string into offsets in its JSON; they must ascend."""

    def __init__(self, data: bytes, start: int, length: int = 0) -> None:
        self._start = start
        self._matches = _ESCAPE.finditer(data, start, start + length)
        self._raw = self._decoded = 0  # after the last escape
        self._next = next(self._matches, None)

    def raw(self, decoded: int) -> int:
        while self._next is not None:
            before = self._next.start() - self._start - self._raw
            if self._decoded + before >= decoded:
                break
            self._decoded += before + _decoded_length(self._next)
            self._raw = self._next.end() - self._start
            self._next = next(self._matches, None)
        return self._raw + max(0, decoded - self._decoded)


def _decoded_length(escape: re.Match[bytes]) -> int:
    if escape[1]:
        return 4
    code = int(escape[2], 16) if escape[2] else 0
    return 1 if code < 0x80 else 2 if code < 0x800 else 3
