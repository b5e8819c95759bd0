"""How is Markdown shown: as it reads, or as it is written?"""

from collections.abc import Callable
from html import escape

from PySide6.QtWidgets import QWidget

from sleuth.domain.cancel import Cancellation
from sleuth.engine.reading import Reading
from sleuth.ingest.readers.base import stoppable
from sleuth.ui.viewers.base import Place, Viewer
from sleuth.ui.viewers.markdown.rendering import MarkdownRenderer
from sleuth.ui.viewers.web.addresses import root_of
from sleuth.ui.viewers.web.names import Names
from sleuth.ui.viewers.web.page import Rendered
from sleuth.ui.viewers.web.pictures import Pictures
from sleuth.ui.viewers.web.viewer import WebViewer

MOST_CHARACTERS = 2_000_000
"""What is rendered of a text; five seconds' work. The source shows all of it."""


class MarkdownViewer(WebViewer):
    """Shows Markdown; its source is shown by the viewer of code."""

    has_source = True
    leaves_out = True
    page_kind = "markdown"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source: Viewer | None = None
        self._is_source = False
        self._wraps = False
        self._is_stale = False
        """Whether what is rendered is older than the reading."""

    def renderer(self, reading: Reading) -> Callable[[Cancellation], Rendered]:
        notes = self.notes()
        empty = self.tr("This document is empty.")
        cut = self.tr("Only the first {:,} characters are rendered. The source shows all of them.").format(
            MOST_CHARACTERS
        )

        def render(cancellation: Cancellation) -> Rendered:
            if not reading.text.strip():
                return Rendered(f'<p class="quiet" data-silent>{escape(empty)}</p>')
            root = root_of(reading.path, reading.ref)
            pictures = Pictures(root, reading.ref)
            names = Names(root, reading.ref, cancellation.check)
            text = reading.text[:MOST_CHARACTERS]
            with stoppable(cancellation):
                html = MarkdownRenderer(reading.ref, notes, names.find).render(
                    text, pictures.address, cancellation.check
                )
            if len(text) < len(reading.text):
                html += f'<p class="quiet" data-silent>{escape(cut)}</p>'
            return Rendered(html, frozenset(pictures.shown))

        return render

    # -- the source instead

    def is_page_shown(self) -> bool:
        return not self._is_source

    def set_source(self, is_source: bool) -> None:
        if is_source == self._is_source:
            return
        place = self.place()
        self._is_source = is_source
        if is_source:
            self._show_source(place)
        else:
            self._show_rendered(place)

    def _show_source(self, place: Place) -> None:
        if self._source is None:
            self._source = self._made_source()
        if self._reading is not None:
            self._source.show_reading(self._reading, place)
        if self._typed:
            self._source.find_text(self._typed)
        self._layers.setCurrentWidget(self._source)
        self.setFocusProxy(self._source)

    def _show_rendered(self, place: Place) -> None:
        self._layers.setCurrentWidget(self._layer)
        self.setFocusProxy(self._view)
        if self._is_stale and self._reading is not None:
            self._is_stale = False
            super().show_reading(self._reading, place)
        else:
            super().go_to(place)
        super().find_text(self._typed)

    def set_wrap(self, wraps: bool) -> None:
        self._wraps = wraps
        if self._source is not None:
            self._source.set_wrap(wraps)

    def _made_source(self) -> Viewer:
        from sleuth.ui.viewers.code.view import CodeViewer

        source = CodeViewer(self)
        source.set_wrap(self._wraps)
        source.marks_changed.connect(self._source_marked)
        source.place_changed.connect(self._source_moved)
        source.link_activated.connect(self.link_activated)
        self._layers.addWidget(source)
        return source

    def _source_marked(self, current: int, count: int) -> None:
        if self._is_source:
            self.marks_changed.emit(current, count)

    def _source_moved(self) -> None:
        if self._is_source:
            self.place_changed.emit()

    def _shown_source(self) -> Viewer | None:
        return self._source if self._is_source else None

    # -- whichever is shown

    def show_reading(self, reading: Reading, place: Place) -> None:
        source = self._shown_source()
        if source is None:
            super().show_reading(reading, place)
            return
        self._reading, self._is_stale = reading, True
        source.show_reading(reading, place)

    def go_to(self, place: Place) -> None:
        source = self._shown_source()
        if source is None:
            super().go_to(place)
        else:
            source.go_to(place)

    def place(self) -> Place:
        source = self._shown_source()
        return super().place() if source is None else source.place()

    def find_text(self, text: str) -> None:
        source = self._shown_source()
        if source is None:
            super().find_text(text)
            return
        self._typed = text
        source.find_text(text)

    def step(self, by: int) -> None:
        source = self._shown_source()
        if source is None:
            super().step(by)
        else:
            source.step(by)

    def release(self) -> None:
        if self._source is not None:
            self._source.release()
        super().release()
