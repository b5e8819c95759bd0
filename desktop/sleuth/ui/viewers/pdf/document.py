"""What is on a PDF's pages: their pictures, their text, where its letters stand?

Everything here is called from jobs, one at a time: PDFium does one thing at once, and a drawing may take it a second. The
file is read whole and closed, so that whoever writes it (LaTeX, on Windows above all) is never kept from doing so.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtPdf import QPdfDocument, QPdfDocumentRenderOptions, QPdfSelection

from sleuth.domain.cancel import Cancellation
from sleuth.engine.reading import MOST_BYTES

_A4 = QSizeF(595, 842)
# Letters that PDFium leaves out of a text still count in its indices: so far ahead a stretch is looked for.
_MOST_DRIFT = 256
_MOST_PAGES_SELECTED = 50


class Fault(Enum):
    """Why a PDF cannot be shown."""

    GONE = "gone"
    EMPTY = "empty"
    TOO_LARGE = "too large"
    LOCKED = "needs a password"
    BROKEN = "broken"
    NO_PAGES = "no pages"


class PdfFault(Exception):
    """A PDF cannot be shown."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.value)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Drag:
    """What the mouse was drawn over, in points of the pages."""

    start_page: int
    start: QPointF
    stop_page: int
    stop: QPointF

    def in_order(self) -> "Drag":
        """From the upper page to the lower one."""
        if self.start_page <= self.stop_page:
            return self
        return Drag(self.stop_page, self.stop, self.start_page, self.start)


@dataclass(frozen=True, slots=True)
class Selected:
    """Selected text."""

    text: str
    boxes: dict[int, tuple[QRectF, ...]]
    """By page, in points."""


class PdfFile:
    """An open PDF.

    Attributes:
        sizes: Of its pages, in points, as they are turned.

    Raises:
        PdfFault: It cannot be shown.
    """

    def __init__(self, path: Path) -> None:
        self._buffer = QBuffer()
        self._buffer.setData(QByteArray(_bytes_of(path)))
        self._buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        self._document = QPdfDocument()
        self._document.load(self._buffer)
        error = self._document.error()
        if error in (QPdfDocument.Error.IncorrectPassword, QPdfDocument.Error.UnsupportedSecurityScheme):
            raise PdfFault(Fault.LOCKED)
        if error != QPdfDocument.Error.None_:
            raise PdfFault(Fault.BROKEN)
        count = self._document.pageCount()
        if not count:
            raise PdfFault(Fault.NO_PAGES)
        self.sizes = tuple(self._size(page) for page in range(count))
        self._lines: dict[int, list[QRectF]] = {}

    def _size(self, page: int) -> QSizeF:
        size = self._document.pagePointSize(page)
        return _A4 if size.isEmpty() else size

    def picture(self, page: int, size: QSize, clip: QRect | None = None) -> QImage:
        """A page drawn so large, on white; or a part of it."""
        options = QPdfDocumentRenderOptions()
        part = size
        if clip is not None:
            options.setScaledSize(size)
            options.setScaledClipRect(clip)
            part = clip.size()
        drawn = self._document.render(page, part, options)
        paper = QImage(part, QImage.Format.Format_RGB32)  # what is drawn over another the fastest
        paper.fill(Qt.GlobalColor.white)
        painter = QPainter(paper)
        painter.drawImage(0, 0, drawn)
        painter.end()
        return paper

    def text(self, page: int) -> str:
        """A page's text."""
        return self._document.getAllText(page).text()

    def boxes(
        self, page: int, text: str, stretches: Sequence[tuple[int, int]], cancellation: Cancellation
    ) -> list[tuple[QRectF, ...]]:
        """Where stretches of a page's text stand on it."""
        drift = 0
        found = []
        for start, stop in stretches:
            cancellation.check()
            selection = self._document.getSelectionAtIndex(page, start + drift, stop - start)
            if selection.text() != text[start:stop]:
                probe = self._document.getSelectionAtIndex(page, start + drift, stop - start + _MOST_DRIFT)
                more = probe.text().find(text[start:stop])
                if more >= 0:
                    drift += more
                    selection = self._document.getSelectionAtIndex(page, start + drift, stop - start)
            found.append(_boxes_of(selection))
        return found

    def select(self, drag: Drag) -> Selected:
        """The text between two points, which may lie beside it."""
        drag = drag.in_order()
        texts: list[str] = []
        boxes: dict[int, tuple[QRectF, ...]] = {}
        for page in range(drag.start_page, min(drag.stop_page, drag.start_page + _MOST_PAGES_SELECTED) + 1):
            lines = self._lines_of(page)
            if not lines:
                continue
            start = drag.start if page == drag.start_page else lines[0].topLeft()
            stop = drag.stop if page == drag.stop_page else lines[-1].bottomRight()
            selection = self._document.getSelection(page, _on_a_line(start, lines), _on_a_line(stop, lines))
            if selection.isValid() and selection.text():
                texts.append(_as_copied(selection.text()))
                boxes[page] = _boxes_of(selection)
        return Selected("\n".join(texts), boxes)

    def _lines_of(self, page: int) -> list[QRectF]:
        if page not in self._lines:
            self._lines[page] = list(_boxes_of(self._document.getAllText(page)))
        return self._lines[page]

    def close(self) -> None:
        self._document.close()
        self._buffer.close()


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise PdfFault(Fault.GONE) from error
    if not data:
        raise PdfFault(Fault.EMPTY)
    if len(data) > MOST_BYTES:
        raise PdfFault(Fault.TOO_LARGE)
    return data


def _boxes_of(selection: QPdfSelection) -> tuple[QRectF, ...]:
    # On a page that is turned they come inside out.
    boxes = (polygon.boundingRect().normalized() for polygon in selection.bounds())
    return tuple(box for box in boxes if not box.isEmpty())


def _on_a_line(point: QPointF, lines: Sequence[QRectF]) -> QPointF:
    """The nearest point where there is text: PDFium selects nothing from a margin."""
    if any(line.contains(point) for line in lines):
        return point
    return min((_clamped(point, line) for line in lines), key=lambda other: _distance(point, other))


def _clamped(point: QPointF, line: QRectF) -> QPointF:
    # Not at the right edge: there PDFium takes the last letter too.
    inside = line.adjusted(1, 1, 0, -1) if min(line.width(), line.height()) > 2 else line
    return QPointF(
        min(max(point.x(), inside.left()), inside.right()), min(max(point.y(), inside.top()), inside.bottom())
    )


def _distance(one: QPointF, other: QPointF) -> float:
    # A line beside the point is nearer than one above or below it, whatever the margin's width.
    return abs(one.x() - other.x()) + 10 * abs(one.y() - other.y())


def _as_copied(text: str) -> str:
    """Line ends as texts have them, a word parted at a line's end as one."""
    joined = text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufffe", "").replace("\x02", "")
    return unicodedata.normalize("NFC", joined)
