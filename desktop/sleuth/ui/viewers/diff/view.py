"""How is a commit shown: what it says, its files, and its diff, at the line that was found?

The text is a text like any other, shown by the code viewer's parts.
"""

from urllib.parse import quote

from PySide6.QtWidgets import QVBoxLayout, QWidget

from sleuth.engine.commits import CommitReading
from sleuth.engine.reading import Reading
from sleuth.ui.viewers.base import COMMIT, Place
from sleuth.ui.viewers.code.lines import Lines, Numbering
from sleuth.ui.viewers.code.view import CodeViewer
from sleuth.ui.viewers.diff.area import DiffArea
from sleuth.ui.viewers.diff.bar import CommitBar
from sleuth.ui.viewers.diff.words import called
from sleuth.ui.viewers.offers import Offer


class CommitNumbering(Numbering):
    """Lines of a commit's text, counted through; places of hits are told by its parts."""

    def __init__(self, lines: Lines, reading: CommitReading) -> None:
        super().__init__(lines)
        self._reading = reading

    def row(self, line: int | None, section: str | None) -> int:
        return super().row(self._reading.line_at(section, line), None)


class CommitViewer(CodeViewer):
    """Shows commits.

    Attributes:
        area: The text.
        bar: What is said of the commit.
    """

    area: DiffArea

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wraps = True  # a message is a text, in paragraphs; where somebody chooses, what they choose holds
        self.bar = CommitBar()
        self.bar.parent_wanted.connect(self._follow_parent)
        self.bar.folder_wanted.connect(self._show_folder)
        self.area.line_wanted.connect(self._go_to_line)
        self.area.file_wanted.connect(self._open_file)
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(0, self.bar)

    def _make_area(self) -> DiffArea:
        return DiffArea()

    def _number(self, lines: Lines, reading: Reading) -> Numbering:
        assert isinstance(reading, CommitReading)
        return CommitNumbering(lines, reading)

    def show_reading(self, reading: Reading, place: Place) -> None:
        assert isinstance(reading, CommitReading)
        self.bar.say(reading, self.offers)
        super().show_reading(reading, place)
        self.area.setAccessibleName(self.tr("Commit {name}").format(name=called(reading)))

    def _colour(self, reading: Reading, _kept: int) -> None:
        """What came and went is told by its ground; files of many languages are in one text."""
        assert isinstance(reading, CommitReading)
        self.area.show_commit(reading)

    def line_said(self, place: Place) -> int | None:
        reading = self._reading
        return reading.line_at(place.section, place.line) if isinstance(reading, CommitReading) else None

    # -- where it leads

    def _go_to_line(self, line: int) -> None:
        here = self.place()
        there = Place(here.ref, line, None, here.query, here.source)
        self.go_to(there)
        self.jumped.emit(here, there)
        self.area.setFocus()

    def _open_file(self, ref: str, line: int) -> None:
        self.link_activated.emit(f"/{quote(ref)}:{line}")

    def _follow_parent(self, hash_: str) -> None:
        self.link_activated.emit(f"{COMMIT}{hash_}")

    def _show_folder(self) -> None:
        self.action_wanted.emit(Offer.REVEAL)
