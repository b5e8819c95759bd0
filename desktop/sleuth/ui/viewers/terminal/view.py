"""How is a recorded terminal shown: its text as it looked, at the line that was found, following what is still going on?

The text is a text like any other, shown by the code viewer's parts; lines are counted through, and places are told by the
byte at which their lines begin, as hits and links have them.
"""

from dataclasses import replace

from PySide6.QtWidgets import QVBoxLayout, QWidget

from sleuth.domain.terminals import Marker
from sleuth.engine.reading import Reading
from sleuth.engine.terminals import TerminalReading, read_looks
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.code.lines import Lines, Numbering
from sleuth.ui.viewers.code.view import CodeViewer
from sleuth.ui.viewers.terminal.area import TerminalArea
from sleuth.ui.viewers.terminal.bar import TerminalBar
from sleuth.ui.viewers.terminal.words import about

# So many rows are looked for in the new text: first many, of which fewer are the same; then few, which may have stayed.
_ANCHOR_ROWS = (12, 3)


class TerminalNumbering(Numbering):
    """Lines of a recording, counted through; places in it are told by bytes."""

    def __init__(self, lines: Lines, reading: TerminalReading) -> None:
        super().__init__(lines)
        self._reading = reading

    def row(self, line: int | None, section: str | None) -> int:
        return super().row(self._reading.line_at(section, line), None)


class TerminalViewer(CodeViewer):
    """Shows recordings of terminals.

    Attributes:
        area: The text.
        bar: What is said of the recording.
    """

    area: TerminalArea

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = TerminalBar()
        self.bar.marker_chosen.connect(self._go_to_marker)
        self.area.link_clicked.connect(self.link_activated)
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(0, self.bar)

    def _make_area(self) -> TerminalArea:
        return TerminalArea()

    def _number(self, lines: Lines, reading: Reading) -> Numbering:
        assert isinstance(reading, TerminalReading)
        return TerminalNumbering(lines, reading)

    @property
    def _terminal(self) -> TerminalReading | None:
        return self._reading if isinstance(self._reading, TerminalReading) else None

    # -- what is shown

    def show_reading(self, reading: Reading, place: Place) -> None:
        assert isinstance(reading, TerminalReading)
        before = self._terminal
        is_again = before is not None and before.ref == reading.ref and place == self.place()
        follows = self.area.is_at_end() if is_again else reading.is_pane and place.line is None
        self.bar.say(about(reading))
        self.bar.show_markers(reading.about.markers if reading.about is not None else ())
        super().show_reading(reading, place)
        self.area.setAccessibleName(self.tr("Terminal {name}").format(name=reading.title))
        if follows:
            self.area.scroll_to_end()

    def _take_text(self, reading: Reading, before: Reading | None) -> None:
        area = self.area
        top = area.visible_rows().start
        at = self._stands_now(reading, before)
        super()._take_text(reading, before)
        moved = area.lines.row_of(at) - top if at is not None else 0
        if moved:
            row = max(0, min(area.lines.row_of(area.caret) + moved, len(area.lines) - 1))
            area.put_caret(area.lines.span(row)[0])
            area.scroll_rows(moved)

    def _stands_now(self, reading: Reading, before: Reading | None) -> int | None:
        """Where what is at the top of the view begins in the new text, if that is elsewhere: a history loses its beginning."""
        if before is None or before.ref != reading.ref:
            return None
        lines, top = self.area.lines, self.area.visible_rows().start
        first = lines.span(top)[0]
        for count in _ANCHOR_ROWS:
            seen = before.text[first : lines.span(min(top + count, len(lines)) - 1)[1]]
            if reading.text.startswith(seen, first):
                return None
            at = reading.text.rfind(f"\n{seen}", 0, first)
            at = at if at >= 0 else reading.text.find(f"\n{seen}", first)
            if at >= 0:
                return at + 1
        return None

    def _colour(self, reading: Reading, kept: int) -> None:
        assert isinstance(reading, TerminalReading)
        if reading.looks is not None:
            self.area.show_looks(reading.looks)
            return
        self.area.show_looks(self.area.looks.up_to(kept))
        self._colour_lane.start(lambda stop: read_looks(reading, stop), self.area.show_looks, _stay_plain)

    def place(self) -> Place:
        place, reading = super().place(), self._terminal
        if reading is None or place.line is None:
            return place
        section, line = reading.place_at(place.line)
        return replace(place, section=section, line=line)

    def place_at(self, number: int) -> Place | None:
        reading = self._terminal
        if reading is None:
            return None
        section, line = reading.place_at(reading.line_at(None, number))
        return replace(self._place, section=section, line=line)

    def line_said(self, place: Place) -> int | None:
        return self._terminal.line_at(place.section, place.line) if self._terminal is not None else None

    def _go_to_marker(self, marker: Marker) -> None:
        """To the line that was being written when the marker was set."""
        reading = self._terminal
        if reading is None:
            return
        here = self.place()
        section, line = reading.place_at(reading.line_of_byte(marker.offset))
        there = replace(here, section=section, line=line)
        self.go_to(there)
        self.jumped.emit(here, there)
        self.area.setFocus()


def _stay_plain(_error: BaseException) -> None:
    """What cannot be read any more keeps the colours that it has."""
