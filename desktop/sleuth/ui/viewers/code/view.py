"""How is an item shown as its text, at a line, with a query's words marked?"""

from dataclasses import replace

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from sleuth.domain.cancel import Cancellation
from sleuth.engine.reading import Reading
from sleuth.ui.jobs.lane import Lane
from sleuth.ui.theme import tokens
from sleuth.ui.viewers.base import Place, Viewer
from sleuth.ui.viewers.code.area import CodeArea
from sleuth.ui.viewers.code.canvas import TAB_COLUMNS
from sleuth.ui.viewers.code.colouring import Colouring, colour, colourable, common_length
from sleuth.ui.viewers.code.lines import Lines, Numbering
from sleuth.ui.viewers.code.marks import MOST_FOUND, Marks, find
from sleuth.ui.widgets.labels import Sentence, hairline, label

_MAKE_TAB_COLUMNS = 8
# A splitter that is dragged does not wrap a long text at each pixel.
_REWRAP_MS = 40


class CodeViewer(Viewer):
    """Shows the text of any item, whatever its size.

    Attributes:
        area: The text itself.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.area = self._make_area()
        self.setFocusProxy(self.area)
        self._notice, self._line = label("", "muted"), hairline()
        self._notice.setWordWrap(True)
        self._notice.setContentsMargins(tokens.SPACE_4, tokens.SPACE_2, tokens.SPACE_4, tokens.SPACE_2)
        self._panes = QStackedWidget()
        self._panes.setProperty("kind", "page")
        self._panes.addWidget(self.area)
        self._panes.addWidget(Sentence(self.tr("There is no text in it.")))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self._notice, self._line, self._panes):
            layout.addWidget(widget)
        self._reading: Reading | None = None
        self._place = Place("")
        self._told = Place("")
        self._query_marks = self._marks = Marks()
        self._current: int | None = None
        self._stepped_to = 0
        self._wanted = ""
        self._colouring = Colouring()
        self._colour_lane, self._find_lane = Lane(self), Lane(self)
        self._wraps, self._columns = False, 0
        self._rewrap = QTimer(self, singleShot=True, interval=_REWRAP_MS)
        self._rewrap.timeout.connect(self._wrap_again)
        self.area.resized.connect(self._rewrap.start)
        self.area.moved.connect(self._moved)
        self._say_notice()

    def _make_area(self) -> CodeArea:
        return CodeArea()

    def _number(self, lines: Lines, reading: Reading) -> Numbering:
        return Numbering(lines, reading.sections)

    def show_reading(self, reading: Reading, place: Place) -> None:
        before = self._reading
        stays = before is not None and before.ref == reading.ref and place == self.place()
        self._reading, self._place = reading, place
        self._query_marks = Marks(reading.marks)
        if before is None or _shown(before) != _shown(reading):
            self._take_text(reading, before)
        self.area.setAccessibleName(self.tr("Text of {name}").format(name=reading.path.name))
        self._panes.setCurrentIndex(0 if reading.text else 1)
        self._say_notice()
        if stays:
            self._mark(self._query_marks, self._query_marks.nearest(self.area.caret))
        else:
            self._arrive(place)
        if self._wanted:
            self._find(jumps=False)

    def go_to(self, place: Place) -> None:
        self._place = place
        self._arrive(place)

    def place(self) -> Place:
        area = self.area
        row = area.lines.row_of(area.caret) if area.is_caret_seen() else area.centre_row()
        numbering = area.numbering
        return replace(self._place, line=numbering.line(row), section=numbering.section(row))

    def find_text(self, text: str) -> None:
        self._wanted = text
        self._find_lane.cancel()
        if text:
            self._find(jumps=True)
        else:
            self._say_notice()
            self._mark(self._query_marks, self._query_marks.nearest(self.area.caret))

    def step(self, by: int) -> None:
        if not len(self._marks):
            return
        if self._current is not None and self.area.caret == self._stepped_to:
            index = (self._current + by) % len(self._marks)
        else:  # the person has gone elsewhere since
            index = self._marks.beside(self.area.caret, by)
        self._go_to_mark(self._marks, index)

    def release(self) -> None:
        self._rewrap.stop()
        self._colour_lane.close()
        self._find_lane.close()

    # -- long lines

    def set_wrap(self, wraps: bool) -> None:
        if wraps != self._wraps:
            self._wraps = wraps
            self._wrap_again()

    def _lines_of(self, reading: Reading) -> Lines:
        self._columns = self.area.columns if self._wraps else 0
        return Lines(reading.text, self._columns, _tab_columns(reading))

    def _wrap_again(self) -> None:
        """There is room for other rows now."""
        if self._reading is not None and self._columns != (self.area.columns if self._wraps else 0):
            lines = self._lines_of(self._reading)
            self.area.show_wrapped(lines, self._number(lines, self._reading))
            self.area.show_marks(self._marks, self._current)

    # -- a text, and the place in it

    def _take_text(self, reading: Reading, before: Reading | None) -> None:
        area, is_same_item = self.area, before is not None and before.ref == reading.ref
        row = area.lines.row_of(area.caret)
        column = area.caret - area.lines.span(row)[0]
        kept = common_length(before.text, reading.text) if before is not None and is_same_item else 0
        lines = self._lines_of(reading)
        area.show_text(lines, self._number(lines, reading), _tab_columns(reading))
        if self._wraps:
            self._rewrap.start()  # its line numbers may be wider
        start, stop = lines.span(min(row, len(lines) - 1))
        area.put_caret(min(start + column, stop))
        self._colour_lane.cancel()
        self._colour(reading, kept)

    def _colour(self, reading: Reading, kept: int) -> None:
        """Colours come from beside the event loop; what has not changed keeps its own until they are there."""
        self._coloured(self._colouring.up_to(kept) if kept else Colouring())
        if colourable(reading.kind, reading.text, self.area.lines.longest):
            self._colour_lane.start(lambda stop: _colours_of(reading, stop), self._coloured, _stay_plain)

    def _coloured(self, colouring: Colouring) -> None:
        self._colouring = colouring
        self.area.show_colours(colouring)

    def _arrive(self, place: Place) -> None:
        """Put the caret at a place, on its first mark where it has one, and that into the middle."""
        area, marks = self.area, self._marks if self._wanted else self._query_marks
        start, stop = area.lines.span(area.numbering.row(place.line, place.section))
        own = marks.nearest(start)
        offset = start
        if own is not None:
            is_anywhere = place.line is None and place.section is None
            first = marks.span(own)[0]
            offset = first if is_anywhere or start <= first <= stop else start
        area.put_caret(offset)
        self._mark(marks, own)
        area.centre(offset)
        self._told = self.place()

    def _moved(self) -> None:
        place = self.place()
        if place != self._told:
            self._told = place
            self.place_changed.emit()

    # -- marks

    def _mark(self, marks: Marks, current: int | None) -> None:
        self._marks, self._current, self._stepped_to = marks, current, self.area.caret
        self.area.show_marks(marks, current)
        self.marks_changed.emit(0 if current is None else current + 1, len(marks))

    def _go_to_mark(self, marks: Marks, index: int) -> None:
        area, start = self.area, marks.span(index)[0]
        row, seen = area.lines.row_of(start), area.visible_rows()
        area.put_caret(start)
        if seen.start < row < seen.stop - 1:
            area.reveal(start)
        else:
            area.centre(start)
        self._mark(marks, index)
        area.announce(
            self.tr("Mark {number} of {count}, line {line}").format(
                number=index + 1, count=len(marks), line=area.numbering.line(row)
            )
        )
        self._moved()

    def _find(self, jumps: bool) -> None:
        text, wanted = self.area.lines.text, self._wanted

        def op(cancellation: Cancellation) -> Marks:
            return find(text, wanted, cancellation)

        self._find_lane.start(op, lambda marks: self._found(marks, jumps), _stay_plain, alone=True)

    def _found(self, marks: Marks, jumps: bool) -> None:
        self._say_notice(len(marks))
        if jumps and len(marks):
            self._go_to_mark(marks, marks.beside(self.area.caret - 1, 1))
        else:
            self._mark(marks, marks.nearest(self.area.caret))

    def _say_notice(self, found_count: int = 0) -> None:
        said = (self._reading.notice if self._reading is not None else None) or ""
        sentences = [said[:1].upper() + said[1:]] if said else []
        if found_count >= MOST_FOUND:
            sentences.append(
                self.tr("Only the first {count} places are marked").format(count=f"{MOST_FOUND:n}")
            )
        self._notice.setText(" · ".join(sentences))
        self._notice.setVisible(bool(sentences))
        self._line.setVisible(bool(sentences))


def _colours_of(reading: Reading, cancellation: Cancellation) -> Colouring:
    return colour(reading.text, reading.path.name, reading.language, cancellation)


def _shown(reading: Reading) -> tuple[object, ...]:
    """What makes a text look as it does, its marks apart."""
    return reading.ref, reading.language, reading.sections, reading.text


def _stay_plain(_error: BaseException) -> None:
    """A lexer that fails leaves the text as it is."""


def _tab_columns(reading: Reading) -> int:
    return _MAKE_TAB_COLUMNS if reading.language == "make" else TAB_COLUMNS
