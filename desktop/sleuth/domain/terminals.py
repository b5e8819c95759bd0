"""What is a recording of a terminal: what was shown, where, and by which command?"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

PANE = "tmux:"
"""How references to panes that are open begin: they lie on no disk."""
_PART = re.compile(r"(.+)#(\d{1,6})", re.DOTALL)

Colour = int | tuple[int, int, int]
"""A number of the terminal's palette, 0 to 255, or red, green and blue."""


class RecordingKind(Enum):
    """In which format it is kept."""

    ASCIICAST_V1 = "asciicast-v1"
    ASCIICAST_V2 = "asciicast-v2"
    ASCIICAST_V3 = "asciicast-v3"
    TYPESCRIPT = "typescript"
    """What script(1) writes."""
    TMUX_PIPE = "tmux-pipe"
    TMUX_CAPTURE = "tmux-capture"
    TMUX_RESURRECT = "tmux-resurrect"
    TMUX_PANE = "tmux-pane"
    """A pane that is open now; it lies on no disk."""
    CURSOR = "cursor-terminal"
    LOG = "log"


@dataclass(frozen=True, slots=True)
class Size:
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Style:
    """How a stretch of a line looks."""

    foreground: Colour | None = None
    """None is the terminal's own."""
    background: Colour | None = None
    bold: bool = False
    dim: bool = False
    italic: bool = False
    underline: bool = False
    inverse: bool = False
    strike: bool = False
    link: str | None = None
    """Where it leads when it is clicked."""


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of a line that does not look plain; offsets in the line, in code points."""

    start: int
    stop: int
    style: Style


@dataclass(frozen=True, slots=True)
class Link:
    text: str
    url: str
    line: int
    """Which of the recording's lines it is on, from 0."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A place in time that somebody named while recording."""

    at_ms: int
    """Since the recording began."""
    label: str
    offset: int = field(default=0, compare=False)
    """A byte of the file in the line that was being written then, or was to come next."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A place before which nothing can change any more, however a recording grows, unless it forgets all of it."""

    offset: int
    """In the file, in bytes; a line begins here."""
    size: Size
    """What the terminal has here, if need be by a guess."""
    newline: bool
    """Whether a line feed alone begins a new line here."""


@dataclass(frozen=True, slots=True)
class Rendering:
    """What a terminal would show at the end: all that scrolled away, and its screen."""

    text: str
    """The lines, `\\n` between them; one that was wrapped at the edge is one line. No control characters."""
    offsets: Sequence[int]
    """Where each line began in the file, in bytes, ascending; of two lines drawn out of order both have the lower."""
    runs: Mapping[int, tuple[Run, ...]] = field(default_factory=dict)
    """By line, where it is not plain: all of them if styles were asked for, else those with links."""
    folders: tuple[str, ...] = ()
    """Where the shell said that it was, each once, in order."""
    links: tuple[Link, ...] = ()
    left_out: int = 0
    """Lines from the beginning that were too many to keep."""
    settled: Settled | None = None
    """From where on it must be read again when it has grown; None is from the beginning."""
    forgets: bool = False
    """It erased its scrollback: what was read before this part of it is gone."""

    @property
    def lines(self) -> list[tuple[str, int]]:
        """Each with its offset."""
        return list(zip(self.text.split("\n"), self.offsets, strict=True)) if self.offsets else []


@dataclass(frozen=True, slots=True)
class Recording:
    """One recording; a file may hold several."""

    kind: RecordingKind
    shown: Rendering
    part: int = 0
    """Which of those in its file."""
    title: str | None = None
    command: str | None = None
    folder: str | None = None
    """Where it was made, as far as it tells; those it went to later are in `shown.folders`."""
    started_ms: int | None = None
    """Since 1970, UTC."""
    ended_ms: int | None = None
    duration_ms: int | None = None
    exit_status: int | None = None
    size: Size | None = None
    """Of the terminal as it began, where that was recorded."""
    final_size: Size | None = None
    markers: tuple[Marker, ...] = ()
    is_torn: bool = False
    """Its last record is cut short, as happens while it is written."""
    notices: tuple[str, ...] = ()
    """Sentences a person should know, such as that only its end was read."""

    @property
    def lines(self) -> list[tuple[str, int]]:
        """Each with the byte of the file where it began."""
        return self.shown.lines


def file_and_part(ref: str) -> tuple[str, int]:
    """A recording's reference, taken apart: the file's, and which of the recordings in it.

    >>> file_and_part("logs/a.typescript#2"), file_and_part("a#b.cast")
    (('logs/a.typescript', 2), ('a#b.cast', 0))
    """
    found = _PART.fullmatch(ref)
    return (found[1], int(found[2])) if found else (ref, 0)
