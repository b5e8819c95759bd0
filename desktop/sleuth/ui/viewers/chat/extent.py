"""Which messages of a chat are in the page? Some around the one that is looked at; more as the person goes on.

Extents are ranges of places in the chat, from 0. A page of ten thousand messages would take minutes to come.
"""

from collections.abc import Sequence

AROUND = 60
"""Messages before and after the one that is wanted, and how many come at a time."""
MOST = 400
"""What is kept in the page; what is far from where the person is goes."""
_CHARACTERS = 120_000
"""Of what comes at a time; a guess, not measured on small machines."""


def around(sizes: Sequence[int], at: int) -> range:
    """The first extent, round a message.

    Args:
        sizes: How many characters each message has.
    """
    if not sizes:
        return range(0)
    return range(_back(sizes, at), _on(sizes, at + 1))


def earlier(sizes: Sequence[int], extent: range) -> range:
    """What comes before an extent."""
    return range(_back(sizes, extent.start), extent.start)


def later(sizes: Sequence[int], extent: range) -> range:
    """What comes after it."""
    return range(extent.stop, _on(sizes, extent.stop))


def joined(extent: range, more: range) -> range:
    """Both, without what is too far from what came last."""
    if more.stop <= extent.start:
        return range(more.start, min(extent.stop, more.start + MOST))
    return range(max(extent.start, more.stop - MOST), more.stop)


def _back(sizes: Sequence[int], start: int) -> int:
    room, at = _CHARACTERS, start
    while at > 0 and start - at < AROUND and (room > 0 or at == start):
        at -= 1
        room -= sizes[at]
    return at


def _on(sizes: Sequence[int], stop: int) -> int:
    room, at = _CHARACTERS, stop
    while at < len(sizes) and at - stop < AROUND and (room > 0 or at == stop):
        room -= sizes[at]
        at += 1
    return at
