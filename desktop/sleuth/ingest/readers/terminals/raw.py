"""Which bytes of a recording are read?

A recording that grows is read anew, since anything on its screen may still change. What is larger than `MOST_BYTES` is read from
its end, from where a line begins; lines keep the offsets that they have in the whole file.
"""

import os
from array import array
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from sleuth.domain.terminals import Rendering, Settled
from sleuth.ingest.readers.terminals.screen import starts_on_alternate

MOST_BYTES = 64 * 1_024 * 1_024
HEAD_BYTES = 65_536
"""Of the beginning: what tells the format, and what is kept of it where the rest is too large."""
# A line longer than this is cut in its middle.
_LONGEST_LINE = 1_024 * 1_024


@dataclass(frozen=True, slots=True)
class Raw:
    """A recording as it lies on the disk."""

    name: str
    """Without its folder."""
    data: bytes
    """All of it, or its end."""
    start: int = 0
    """Where in the file `data` begins."""
    head: bytes = b""
    """The beginning of the file where `data` is only its end."""
    settled: Settled | None = None
    """Where `data` begins because nothing changed before it."""

    @property
    def beginning(self) -> bytes:
        return self.data[:HEAD_BYTES] if self.start == 0 else self.head

    @property
    def notices(self) -> tuple[str, ...]:
        """What a person should know of what was not read."""
        return (
            (f"Only its last {len(self.data):,} bytes are searched.",)
            if self.start and not self.settled
            else ()
        )


def read_raw(path: Path, settled: Settled | None = None, most_bytes: int = MOST_BYTES) -> Raw:
    """A file's bytes, however it grows or shrinks meanwhile.

    Args:
        settled: What the last reading said of the same file, which has only grown since: it is read from there, and
            the lines that began before are still right, unless what is read `forgets` them.

    Raises:
        OSError: It cannot be read.
    """
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        start = settled.offset if settled and settled.offset <= size else 0
        if size - start <= most_bytes:
            head = file.read(HEAD_BYTES) if start else b""
            file.seek(start)
            return Raw(path.name, file.read(most_bytes), start, head, settled if start else None)
        head = file.read(HEAD_BYTES)
        file.seek(size - most_bytes)
        return ending(Raw(path.name, file.read(most_bytes), size - most_bytes, head))


def ending(raw: Raw) -> Raw:
    """The end of a recording, from the first line that is whole and not on the alternate screen."""
    skipped = starts_on_alternate(raw.data)
    newline = raw.data.find(b"\n", skipped, skipped + _LONGEST_LINE)
    skipped = newline + 1 if newline >= 0 else skipped
    return replace(raw, data=raw.data[skipped:], start=raw.start + skipped)


def moved(shown: Rendering, by: int) -> Rendering:
    """The same rendering of bytes that lie elsewhere in the file."""
    if by == 0:
        return shown
    settled = replace(shown.settled, offset=shown.settled.offset + by) if shown.settled else None
    return replace(shown, offsets=array("q", (by + offset for offset in shown.offsets)), settled=settled)


def dropped_notice(rendering: Rendering) -> tuple[str, ...]:
    """What a person should know of lines that were too many."""
    return (f"Its first {rendering.left_out:,} lines are left out.",) if rendering.left_out else ()


Check = Callable[[], None]
"""Called now and then while reading; may raise to stop."""
