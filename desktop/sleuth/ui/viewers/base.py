"""What is a viewer, and where in an item does it stand?

One folder a kind of item. A viewer is given a `Reading` that was read elsewhere, so it never waits for a disk, and a
`Place`; it marks what the reading says, scrolls there, and tells how many marks there are and which one is current.
"""

from dataclasses import dataclass, replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from sleuth.engine.reading import Reading


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

    def without_query(self) -> "Place":
        return replace(self, query="")

    @property
    def number(self) -> int | None:
        """The number of the section: 3 of `page 3`."""
        digits = (self.section or "").rpartition(" ")[2]
        return int(digits) if digits.isdigit() else None


class Viewer(QWidget):
    """Shows one item.

    Signals:
        marks_changed: Which mark is current (from 1; 0 for none), and how many there are.
        place_changed: The person moved; `place()` tells where to.
        link_activated: A link in the text was followed: a path from the workspace's root, percent-encoded, with
            `#fragment` or `:line` (`/docs/a%20b.md#part`), or a URL with its scheme. The viewer itself opens nothing.
    """

    marks_changed = Signal(int, int)
    place_changed = Signal()
    link_activated = Signal(str)

    has_source = False
    """Whether the text can be shown instead of what it renders to."""

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

    def set_source(self, is_source: bool) -> None:
        """Show the text, or what it renders to."""

    def release(self) -> None:
        """The viewer is about to go: end what runs for it."""
