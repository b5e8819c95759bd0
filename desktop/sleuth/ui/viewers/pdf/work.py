"""What is to be done next for the pages that show?

One job at a time, chosen anew when the last one ended, so that a page that has just come into sight never waits for pages
that have gone, and the search through a thousand pages runs in the gaps: what is dragged over, the text of the pages that
show, their pictures, where their marks stand, the rest of the text, the pages beside.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QRect, QRectF, QSize, QSizeF, Signal
from PySide6.QtGui import QImage

from sleuth.domain.cancel import Cancellation
from sleuth.engine.reading import Reading
from sleuth.ui.jobs.lane import Job, Lane
from sleuth.ui.viewers.pdf.document import Drag, Fault, PdfFault, PdfFile
from sleuth.ui.viewers.pdf.marker import Marker
from sleuth.ui.viewers.pdf.marks import Marks

MOST_PIXELS = 10_000_000
"""Of a page's picture (40 MB); a larger one is drawn smaller, and only what shows of it sharp."""
# So long a job looks for marks before it lets a page that has come into sight be drawn.
_STEP_S = 0.03


@dataclass(frozen=True, slots=True)
class Wish:
    """A page that shows, or is about to."""

    page: int
    size: QSize
    """Of the whole page, in the screen's pixels."""
    clip: QRect
    """What shows of it."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn page, or a part of one."""

    image: QImage
    size: QSize
    """Of the whole page at this picture's scale."""
    clip: QRect
    """What part of it this is."""
    is_stale: bool = False
    """Whether the file has changed since."""


Step = tuple[Callable[[Cancellation], Any], Callable[[Any], None]]


class PageWork(QObject):
    """Everything that is read and drawn of one PDF.

    Attributes:
        sizes: Of the pages, in points.
        pictures, details: By page; whole ones, and sharp parts of those that are too large.
        boxes: Where a page's marks stand, in points.

    Signals:
        opened: The file is open, or open anew.
        failed: It cannot be shown: the Fault.
        drawn: There is a new picture of a page.
        searched: Pages were looked through.
        placed: It is known where the marks of a page stand.
        selected: What a drag selected, as `document.Selected`.
    """

    opened = Signal()
    failed = Signal(object)
    drawn = Signal(int)
    searched = Signal(list)
    placed = Signal(int)
    selected = Signal(object)

    def __init__(self, marks: Marks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lane = Lane(self)
        self._job: Job | None = None
        self._opening: Job | None = None
        self._is_resting = False
        self._path: Path | None = None
        self._file: PdfFile | None = None
        self._marks = marks
        self._marker: Marker | None = None
        self._query_marker: Marker | None = None
        self._texts: dict[int, str] = {}
        self._shown: list[Wish] = []
        self._beside: list[Wish] = []
        self._order: list[int] = []
        self._drag: Drag | None = None
        self.sizes: tuple[QSizeF, ...] = ()
        self.pictures: dict[int, Picture] = {}
        self.details: dict[int, Picture] = {}
        self.boxes: dict[int, list[tuple[QRectF, ...]]] = {}

    # -- what is asked of it

    def open(self, path: Path, reading: Reading) -> None:
        """Open a file, in place of the one that is open."""

        def op(_: Cancellation) -> tuple[PdfFile, Marker]:
            return PdfFile(path), Marker.of_reading(reading)

        self._is_resting = False
        if path != self._path:
            self._path = path
            self.pictures, self.details = {}, {}
        self._job = self._opening = self._lane.start(op, self._opened, self._broke, alone=True)

    def mark(self, typed: str, first_page: int) -> None:
        """Mark a text, or the query's words again where it is empty; looked for from a page on."""
        self._search(Marker.of_text(typed) if typed.strip() else self._query_marker, first_page)

    def look_at(self, shown: list[Wish], beside: list[Wish]) -> None:
        """These pages show, and those would next."""
        self._shown, self._beside = shown, beside
        kept = {wish.page for wish in (*shown, *beside)}
        self.pictures = {page: picture for page, picture in self.pictures.items() if page in kept}
        self.details = {page: picture for page, picture in self.details.items() if page in kept}
        self._go_on()

    def select(self, drag: Drag) -> None:
        """Select what lies between two points; only the latest counts."""
        self._drag = drag
        self._go_on()

    def rest(self) -> None:
        """Do nothing until a file is opened again."""
        self._is_resting = True
        if self._job is not None:
            self._job.cancellation.cancel()
        self._job = self._opening = None

    def release(self) -> None:
        """Stop, and close the file."""
        if self._lane.close() and self._file is not None:
            self._file.close()
        self._file = None

    # -- one thing after another

    def _opened(self, result: tuple[PdfFile, Marker]) -> None:
        old, (self._file, self._query_marker) = self._file, result
        if old is not None:
            old.close()
        self.sizes = self._file.sizes
        self._texts.clear()
        self.details.clear()
        self.pictures = {
            page: Picture(picture.image, picture.size, picture.clip, is_stale=True)
            for page, picture in self.pictures.items()
        }
        self._job = self._opening = None
        self._search(self._query_marker, 0)
        self.opened.emit()

    def _broke(self, error: BaseException) -> None:
        self._job = self._opening = None
        if self._file is not None:
            self._file.close()
        self._file, self.sizes = None, ()
        self.failed.emit(error.fault if isinstance(error, PdfFault) else Fault.BROKEN)

    def _search(self, marker: Marker | None, first_page: int) -> None:
        self._marker = marker
        self._marks.clear()
        self.boxes.clear()
        count = len(self.sizes)
        self._order = [*range(first_page, count), *range(min(first_page, count))]
        if self._job is not None and self._job is not self._opening:
            self._job.cancellation.cancel()  # what it brings may be of the words before
            self._job = None
        self._go_on()

    def start(self) -> None:
        """Begin what is due, now that something else is wanted."""
        self._go_on()

    def start_from(self, page: int) -> None:
        """Look for marks on a page, and from there on, before the others."""
        self._order = [*range(page, len(self.sizes)), *range(min(page, len(self.sizes)))]
        self._go_on()

    def _go_on(self) -> None:
        if self._job is not None or self._file is None or self._is_resting:
            return
        step = self._next(self._file)
        if step is None:
            return
        op, done = step

        def success(result: Any) -> None:
            self._job = None
            done(result)
            self._go_on()

        self._job = self._lane.start(op, success, self._failed_step)

    def _failed_step(self, error: BaseException) -> None:
        self._job = None
        raise error  # nothing of this is expected to fail: it is a bug, and is to be heard of

    def _next(self, file: PdfFile) -> Step | None:
        return (
            self._selecting(file)
            or self._searching(file, [wish.page for wish in self._shown])
            or self._drawing(file, self._shown)
            or self._placing(file)
            or self._searching(file, self._order)
            or self._drawing(file, self._beside)
        )

    def _selecting(self, file: PdfFile) -> Step | None:
        drag, self._drag = self._drag, None
        return None if drag is None else (lambda _: file.select(drag), self.selected.emit)

    def _searching(self, file: PdfFile, pages: list[int]) -> Step | None:
        marker, texts = self._marker, self._texts
        left = [page for page in pages if page not in self._marks.stretches and page < len(self.sizes)]
        if marker is None or not left:
            return None

        def op(cancellation: Cancellation) -> list[tuple[int, str, list[tuple[int, int]]]]:
            found = []
            end = time.monotonic() + _STEP_S
            for page in left:
                cancellation.check()
                text = texts.get(page)
                text = file.text(page) if text is None else text
                found.append((page, text, marker.stretches(text)))
                if time.monotonic() > end:
                    break
            return found

        return op, self._searched

    def _searched(self, found: list[tuple[int, str, list[tuple[int, int]]]]) -> None:
        for page, text, stretches in found:
            self._texts[page] = text
            self._marks.stretches[page] = stretches
        self.searched.emit([page for page, _, _ in found])

    def _placing(self, file: PdfFile) -> Step | None:
        current = [self._marks.current[0]] if self._marks.current else []
        for page in (*current, *(wish.page for wish in self._shown)):
            stretches = self._marks.stretches.get(page)
            if stretches and page not in self.boxes:
                return self._placing_on(file, page, stretches)
        return None

    def _placing_on(self, file: PdfFile, page: int, stretches: list[tuple[int, int]]) -> Step:
        text = self._texts[page]

        def done(boxes: list[tuple[QRectF, ...]]) -> None:
            self.boxes[page] = boxes
            self.placed.emit(page)

        return lambda cancellation: file.boxes(page, text, stretches, cancellation), done

    def _drawing(self, file: PdfFile, wishes: list[Wish]) -> Step | None:
        for wish in wishes:
            size = _bounded(wish.size)
            old = self.pictures.get(wish.page)
            if old is None or old.size != size or old.is_stale:
                return self._drawing_of(file, self.pictures, wish.page, size, QRect())
            detail = self.details.get(wish.page)
            if size == wish.size or wish.clip.isEmpty():
                continue
            if detail is None or detail.size != wish.size or not detail.clip.contains(wish.clip):
                clip = _grown(wish.clip, wish.size)
                return self._drawing_of(file, self.details, wish.page, wish.size, clip)
        return None

    def _drawing_of(
        self, file: PdfFile, pictures: dict[int, Picture], page: int, size: QSize, clip: QRect
    ) -> Step:
        is_detail = pictures is self.details

        def op(_: Cancellation) -> QImage:
            return file.picture(page, size, clip if is_detail else None)

        def done(image: QImage) -> None:
            # Looked up again: the pages that show may be others by now.
            kept = self.details if is_detail else self.pictures
            kept[page] = Picture(image, size, clip if is_detail else QRect(0, 0, size.width(), size.height()))
            self.drawn.emit(page)

        return op, done


def _bounded(size: QSize) -> QSize:
    """As it is, or as large as a picture may be."""
    pixels = size.width() * size.height()
    if pixels <= MOST_PIXELS:
        return size
    factor = (MOST_PIXELS / pixels) ** 0.5
    return QSize(max(1, int(size.width() * factor)), max(1, int(size.height() * factor)))


def _grown(clip: QRect, size: QSize) -> QRect:
    """With something round it, so that a little scrolling shows nothing that is not drawn."""
    by_x, by_y = clip.width() // 4, clip.height() // 4
    return clip.adjusted(-by_x, -by_y, by_x, by_y) & QRect(0, 0, size.width(), size.height())
