"""What is a viewer, and where in an item does it stand?

One folder a kind of item. A viewer is given a `Reading` that was read elsewhere, so it never waits for a disk, and a
`Place`; it marks what the reading says, scrolls there, and tells how many marks there are and which one is current.
"""

from dataclasses import dataclass, replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from sleuth.domain.hits import Hit
from sleuth.domain.items import Source
from sleuth.domain.numbers import clamped, number_in
from sleuth.engine.reading import Reading

COMMIT = "commit:"
"""How a link to a commit begins; its hash follows."""


@dataclass(frozen=True, slots=True)
class Place:
    """An exact place in an item."""

    ref: str
    line: int | None = None
    """1-based; in the section where there is one."""
    section: str | None = None
    """As hits have it: `page 3`, `cell 4`."""
    query: str = ""
    """Whose words are marked."""
    source: Source = Source.FILES
    """Where the reference leads: documents are files, too."""

    def __post_init__(self) -> None:
        if self.line is not None:
            object.__setattr__(self, "line", clamped(self.line))
        if self.source is Source.DOCUMENTS:
            object.__setattr__(self, "source", Source.FILES)

    @classmethod
    def kept(cls, key: str) -> "Place":
        """What `key` stands for."""
        name, _, ref = key.removeprefix("/").partition("/")
        source = next((one for one in Source if one.value == name), None)
        return cls(ref, source=source) if key.startswith("/") and source is not None else cls(key)

    @property
    def key(self) -> str:
        """The item in one word, to be kept: a file's reference, which never starts with a slash, or `/source/reference`."""
        return self.ref if self.source is Source.FILES else f"/{self.source.value}/{self.ref}"

    def without_query(self) -> "Place":
        return replace(self, query="")

    @property
    def number(self) -> int | None:
        """The number of the section: 3 of `page 3`."""
        return number_in((self.section or "").rpartition(" ")[2])


def place_of_hit(hit: Hit, typed: str = "") -> Place:
    """Where a hit leads: a symbol to the line of its file that declares it."""
    if hit.source is Source.SYMBOLS and hit.path is not None:
        return Place(hit.path, hit.line, None, typed)
    return Place(hit.ref, hit.line, hit.section, typed, hit.source)


class Viewer(QWidget):
    """Shows one item.

    Signals:
        marks_changed: Which mark is current (from 1; 0 for none), and how many there are.
        place_changed: The person moved; `place()` tells where to.
        link_activated: A link in the text was followed: a path from the workspace's root, percent-encoded, with
            `#fragment` or `:line` (`/docs/a%20b.md#part`), a commit (`commit:` and its hash), or a URL with its scheme. The viewer
            itself opens nothing.
        action_wanted: What is offered in place of an item that cannot be shown (an `Offer`).
        jumped: The person left a place for another at once, by a control of the viewer's own: from where, and to where.
    """

    marks_changed = Signal(int, int)
    place_changed = Signal()
    link_activated = Signal(str)
    action_wanted = Signal(object)
    jumped = Signal(object, object)

    counted_in = "line"
    """What its places are counted in: `line`, or the name of its sections (`page`, `cell`, `message`); empty where there are none."""
    has_source = False
    """Whether the text can be shown instead of what it renders to."""
    leaves_out = False
    """Whether what the text renders to may lack some of it, such as comments."""

    offers = False
    """Whether somebody does what `action_wanted` asks for."""

    def show_reading(self, reading: Reading, place: Place) -> None:
        """Show an item at a place; called again when the file changed, with the place where the person is."""
        raise NotImplementedError

    def go_to(self, place: Place) -> None:
        """Another place of the item that is shown; the query is the same."""
        raise NotImplementedError

    def place(self) -> Place:
        """Where the person is: for the editor, the link, and going back."""
        raise NotImplementedError

    def find_text(self, text: str) -> None:
        """Mark a text that is typed in the tab's find bar, instead of the query's words; empty brings those back."""
        raise NotImplementedError

    def step(self, by: int) -> None:
        """To the next (1) or the previous (-1) mark, from the last to the first."""
        raise NotImplementedError

    def place_at(self, _number: int) -> Place | None:
        """The place that a line's number stands for; None where it is the place of that line."""
        return None

    def line_said(self, _place: Place) -> int | None:
        """The line that a place is said to be at; None where it is the place's own."""
        return None

    def needs_source(self, _place: Place) -> bool:
        """Whether a place is one in the text itself, which what that renders to cannot show."""
        return False

    def set_source(self, is_source: bool) -> None:
        """Show the text, or what it renders to."""

    def outlasts(self) -> bool:
        """The item is gone: whether what is shown of it stays all the same."""
        return False

    def rest(self) -> None:
        """Something else is shown in its place: stop looking for marks. Another `show_reading` ends the rest."""

    def set_wrap(self, wraps: bool) -> None:
        """Whether long lines of a text go on in the next row."""

    def release(self) -> None:
        """The viewer is about to go: end what runs for it."""
