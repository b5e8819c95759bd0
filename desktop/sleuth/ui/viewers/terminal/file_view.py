"""How is a file shown that is a recording: as the terminal that it recorded, or as it is written?"""

from dataclasses import replace

from PySide6.QtWidgets import QStackedLayout, QWidget

from sleuth.engine.reading import Reading
from sleuth.ui.viewers.base import Place, Viewer
from sleuth.ui.viewers.code.view import CodeViewer
from sleuth.ui.viewers.terminal.recorded import RecordedFile, is_of_source
from sleuth.ui.viewers.terminal.view import TerminalViewer


class RecordingViewer(Viewer):
    """Two viewers, of which one is shown.

    Attributes:
        terminal, source: What it recorded, and how it is written.
    """

    has_source = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.terminal, self.source = TerminalViewer(), CodeViewer()
        self._shown: TerminalViewer | CodeViewer = self.terminal
        self._reading: RecordedFile | None = None
        self._typed = ""
        self._layers = QStackedLayout(self)
        for viewer in (self.terminal, self.source):
            self._layers.addWidget(viewer)
        self.terminal.marks_changed.connect(lambda current, count: self._marked(is_source=False, current=current, count=count))
        self.source.marks_changed.connect(lambda current, count: self._marked(is_source=True, current=current, count=count))
        self.terminal.place_changed.connect(lambda: self._moved(is_source=False))
        self.source.place_changed.connect(lambda: self._moved(is_source=True))
        self.terminal.link_activated.connect(self.link_activated)
        self.terminal.jumped.connect(self.jumped)
        self.setFocusProxy(self.terminal)

    @property
    def is_source(self) -> bool:
        return self._shown is self.source

    def needs_source(self, place: Place) -> bool:
        return is_of_source(place)

    def set_source(self, is_source: bool) -> None:
        reading = self._reading
        if is_source == self.is_source or reading is None:
            return
        here = self.place()
        if is_source:
            line = reading.terminal.line_at(here.section, here.line)
            there = replace(here, section=None, line=reading.source_line(line))
        else:
            section, line = reading.terminal.place_at(reading.terminal_line(here.line or 1))
            there = replace(here, section=section, line=line)
        self._turn(is_source)
        self._shown.show_reading(self._of_shown(reading), there)
        self._shown.find_text(self._typed)
        self.place_changed.emit()

    def _turn(self, is_source: bool) -> None:
        had_focus = self.hasFocus()
        self._shown = self.source if is_source else self.terminal
        self._layers.setCurrentWidget(self._shown)
        self.setFocusProxy(self._shown)
        if had_focus:
            self._shown.setFocus()

    def show_reading(self, reading: Reading, place: Place) -> None:
        assert isinstance(reading, RecordedFile)
        self._reading = reading
        if is_of_source(place) and not self.is_source:
            self._turn(is_source=True)
        self._shown.show_reading(self._of_shown(reading), place)

    def go_to(self, place: Place) -> None:
        self._shown.go_to(place)

    def place(self) -> Place:
        return self._shown.place()

    def place_at(self, number: int) -> Place | None:
        return self._shown.place_at(number)

    def line_said(self, place: Place) -> int | None:
        return self._shown.line_said(place)

    def find_text(self, text: str) -> None:
        self._typed = text
        self._shown.find_text(text)

    def step(self, by: int) -> None:
        self._shown.step(by)

    def set_wrap(self, wraps: bool) -> None:
        for viewer in (self.terminal, self.source):
            viewer.set_wrap(wraps)

    def release(self) -> None:
        for viewer in (self.terminal, self.source):
            viewer.release()

    def _of_shown(self, reading: RecordedFile) -> Reading:
        return reading if self.is_source else reading.terminal

    def _marked(self, is_source: bool, current: int, count: int) -> None:
        if is_source == self.is_source:
            self.marks_changed.emit(current, count)

    def _moved(self, is_source: bool) -> None:
        if is_source == self.is_source:
            self.place_changed.emit()
