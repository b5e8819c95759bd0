"""How does one read a PDF at the place where something was found?"""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from sleuth.engine.reading import Reading
from sleuth.ui.viewers.base import Place, Viewer
from sleuth.ui.viewers.offers import Offer
from sleuth.ui.viewers.pdf.bar import PageBar
from sleuth.ui.viewers.pdf.document import Fault
from sleuth.ui.viewers.pdf.marks import Marks
from sleuth.ui.viewers.pdf.pages import ZOOM_STEP, PageArea
from sleuth.ui.viewers.pdf.work import PageWork
from sleuth.ui.widgets.labels import Sentence, hairline


class PdfViewer(Viewer):
    """Shows a PDF's pages."""

    counted_in = "page"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reading: Reading | None = None
        self._place = Place("")
        self._typed = ""
        self._goal: tuple[int, int, bool] | None = None
        """A page and which of its marks is wanted, and whether one of another page will do."""
        self._to_reveal = False
        self._is_opening = False
        self._marks = Marks()
        self._work = PageWork(self._marks, self)
        self._bar = PageBar(self)
        self._pages = PageArea(self._work, self._marks, self)
        self._message = Sentence("", parent=self)
        self._fault: Fault | None = None
        self._message.acted.connect(self._act)
        self._build()
        self._connect()

    def _build(self) -> None:
        pages = QWidget(self)
        column = QVBoxLayout(pages)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self._bar, hairline(), self._pages):
            column.addWidget(widget)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(pages)
        self._stack.addWidget(self._message)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._stack)
        self.setFocusProxy(self._pages)

    def _connect(self) -> None:
        self._work.opened.connect(self._opened)
        self._work.failed.connect(self._failed)
        self._work.searched.connect(self._searched)
        self._work.placed.connect(self._placed)
        self._pages.page_changed.connect(self._page_changed)
        self._pages.zoom_changed.connect(self._show_zoom)
        self._pages.moved.connect(self._person_moved)
        self._bar.page_wanted.connect(self._jump)
        self._bar.zoom_wanted.connect(self._zoom)
        for keys, by in ((QKeySequence.StandardKey.ZoomIn, 1), (QKeySequence.StandardKey.ZoomOut, -1), ("Ctrl+=", 1), ("Ctrl+0", 0)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(lambda by=by: self._zoom(by))

    # -- the viewer's

    def show_reading(self, reading: Reading, place: Place) -> None:
        is_again = self._reading is not None and self._reading.ref == reading.ref and place == self.place()
        self._reading, self._place = reading, place
        self._goal = None if is_again else self._own_mark(place)
        self._to_reveal = not is_again
        self._is_opening = True
        self._work.open(reading.path, reading)

    def go_to(self, place: Place) -> None:
        self._place = place
        self._goal = self._own_mark(place)
        # Who asks for a page is shown its top; the mark that was shown on another page must not lead back there.
        self._to_reveal = place.line is not None
        self._marks.current = None
        self._pages.go_to_page(self._goal[0])
        self._work.start_from(self._goal[0])
        self._reach()

    def _jump(self, page: int) -> None:
        """To a page that the person typed or stepped to in the bar."""
        before = self.place()
        self._goal, self._to_reveal = None, False
        is_far = abs(page - self._pages.page) > 1
        self._pages.go_to_page(page)
        if is_far:
            self.jumped.emit(before, self.place())

    def place(self) -> Place:
        number = self._pages.page + 1
        if self._is_opening or self._place.number == number:
            return self._place
        return replace(self._place, section=f"page {number}", line=None)

    def find_text(self, text: str) -> None:
        self._typed = text
        self._find(jumps=bool(text.strip()))

    def step(self, by: int) -> None:
        self._goal = None
        self._marks.step(by, self._pages.page)
        self._to_reveal = self._marks.current is not None
        self._show_mark()

    def rest(self) -> None:
        self._work.rest()

    def release(self) -> None:
        self._work.release()

    # -- marks

    def _own_mark(self, place: Place) -> tuple[int, int, bool]:
        """The page of a place, and which of its marks comes first from the place's line on."""
        page = max((place.number or 1) - 1, 0)
        reading = self._reading
        if reading is None or place.line is None or page >= len(reading.sections):
            return page, 0, False
        start = reading.sections[page].start
        at = reading.start_of_line(place.line, start)
        return page, sum(1 for mark, _ in reading.marks if start <= mark < at), False

    def _find(self, jumps: bool) -> None:
        """Mark what is typed from the page that shows on, the query's words where nothing is."""
        page = self._pages.page
        self._goal = (page, 0, True)
        self._to_reveal = jumps
        self._work.mark(self._typed, page)
        self.marks_changed.emit(0, 0)

    def _searched(self, pages: list[int]) -> None:
        """More marks are known: the wanted one may be among them."""
        del pages
        self._reach()

    def _reach(self) -> None:
        if self._goal is not None:
            page, at, others_do = self._goal
            if self._marks.choose(page, at):
                self._goal = None
            elif page in self._marks.stretches:
                self._reach_another(page, others_do)
        self._show_mark()

    def _reach_another(self, page: int, others_do: bool) -> None:
        """The page has no mark: take the next one on the pages after it."""
        if not others_do or not self._marks.count:
            return
        self._marks.step(1, page)
        self._goal = None

    def _show_mark(self) -> None:
        self.marks_changed.emit(self._marks.number, self._marks.count)
        self._pages.viewport().update()
        if self._marks.current is not None:
            self._placed(self._marks.current[0])
            self._work.start()

    def _placed(self, page: int) -> None:
        """Where a page's marks stand is known: the current one may be shown."""
        current, boxes = self._marks.current, self._work.boxes.get(page)
        if not self._to_reveal or boxes is None or current is None or current[0] != page:
            return
        self._to_reveal = False
        if boxes[current[1]]:
            self._pages.reveal(page, boxes[current[1]][0])

    # -- the file and the pages

    def _opened(self) -> None:
        self._is_opening = False
        self._stack.setCurrentIndex(0)
        self._pages.take_pages()
        if self._goal is not None:
            self._pages.go_to_page(self._goal[0])
        self._work.start_from(self._pages.page)
        if self._typed.strip():
            self._find(jumps=False)
        elif self._goal is None:
            self._goal = (self._pages.page, 0, False)
        self._bar.show_page(self._pages.page, len(self._work.sizes))
        self._show_zoom()

    def _failed(self, fault: Fault) -> None:
        self._is_opening = False
        self._fault = fault
        self._message.say(self._sentence(fault), action=self._offer(fault).title if self.offers else "")
        self._stack.setCurrentIndex(1)
        self._marks.clear()
        self.marks_changed.emit(0, 0)

    def _offer(self, fault: Fault) -> Offer:
        return Offer.CLOSE if fault is Fault.GONE else Offer.REVEAL

    def _act(self) -> None:
        if self._fault is not None:
            self.action_wanted.emit(self._offer(self._fault))

    def _sentence(self, fault: Fault) -> str:
        match fault:
            case Fault.GONE:
                return self.tr("This file is not there any more, or cannot be opened.")
            case Fault.EMPTY:
                return self.tr("This file is empty.")
            case Fault.TOO_LARGE:
                return self.tr("This PDF is too large to be shown here. Another program may show it.")
            case Fault.LOCKED:
                return self.tr("This PDF needs a password. Another program may ask for it.")
            case Fault.NO_PAGES:
                return self.tr("This PDF has no pages.")
            case Fault.BROKEN:
                return self.tr("This file is damaged, or is not a PDF.")

    def _page_changed(self, page: int) -> None:
        count = len(self._work.sizes)
        self._bar.show_page(page, count)
        self._pages.setAccessibleDescription(self.tr("Page {page} of {count}").format(page=page + 1, count=count))
        self.place_changed.emit()

    def _person_moved(self) -> None:
        self._to_reveal = False

    def _zoom(self, by: int) -> None:
        if by == 0:
            self._pages.set_zoom(None)
        else:
            self._pages.zoom_by(ZOOM_STEP**by)

    def _show_zoom(self) -> None:
        self._bar.show_zoom(self._pages.zoom, self._pages.fits_width)
