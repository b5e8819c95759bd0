"""What is shown of a file that is a recording of a terminal: what it recorded, and how that is written in it."""

from bisect import bisect_left
from dataclasses import dataclass

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import ItemUnreadable
from sleuth.engine.reading import Reading
from sleuth.engine.terminals import TerminalReading
from sleuth.engine.workspace import Workspace
from sleuth.ui.viewers.base import Place

ENDINGS = (".cast", ".typescript")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedFile(Reading):
    """A file, read as it is written, and what it recorded; a typescript of several runs, the first."""

    terminal: TerminalReading

    def source_line(self, line: int) -> int:
        """About where a line of the terminal is written in the file."""
        offsets = self.terminal.offsets
        if not offsets:
            return 1
        return self._written(offsets[max(0, min(line, len(offsets)) - 1)]).count(b"\n") + 1

    def terminal_line(self, line: int) -> int:
        """The line of the terminal that is written about there, from 1."""
        end = self.text.find("\n", self.start_of_line(line))
        before = self.text if end < 0 else self.text[:end]
        return max(1, bisect_left(self.terminal.offsets, len(before.encode("utf-8", "surrogateescape"))))

    def _written(self, stop_byte: int) -> bytes:
        return self.text[:stop_byte].encode("utf-8", "surrogateescape")[:stop_byte]


def is_recording(ref: str) -> bool:
    """Whether a file is called as recordings are."""
    name = ref.rpartition("/")[2]
    return name == "typescript" or name.endswith(ENDINGS)


def is_of_source(place: Place) -> bool:
    """Whether a place was found in the file as it is written: those in what it shows are told by bytes."""
    return place.section is None and (place.line is not None or bool(place.query))


def terminal_of(reading: Reading | None) -> TerminalReading | None:
    """The terminal of what is shown, if there is one."""
    if isinstance(reading, RecordedFile):
        return reading.terminal
    return reading if isinstance(reading, TerminalReading) else None


def read_recorded(workspace: Workspace, place: Place, cancellation: Cancellation) -> Reading:
    """A file as it is written; with what it shows, where the last scan found it to be a recording.

    Raises:
        ItemUnreadable, ItemBinary, ItemTooLarge: It cannot be shown.
        Cancelled: Nobody waits for it any more.
    """
    reading = workspace.read(place.ref, place.query)
    try:
        terminal = workspace.read_terminal(workspace.recording_of(place.ref), place.query, cancellation)
    except ItemUnreadable:
        return reading
    return RecordedFile(
        reading.ref, reading.path, reading.kind, reading.language, reading.text, reading.sections, reading.profile, reading.marks,
        reading.notice, terminal=terminal,
    )  # fmt: skip
