"""Is a PDF shown at the place of a hit, with its words marked, and walked through by hand?"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

import pymupdf
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from sleuth.domain.items import Kind, Section
from sleuth.engine.reading import Reading, marks_in
from sleuth.ingest.readers.formats.pdf import extract
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.pdf.layout import Layout, scale_to_fit
from sleuth.ui.viewers.pdf.marker import Marker
from sleuth.ui.viewers.pdf.marks import Marks
from sleuth.ui.viewers.pdf.pages import PageArea
from sleuth.ui.viewers.pdf.view import PdfViewer
from sleuth.ui.widgets.labels import Sentence

PAGES = (
    ("Tide tables", "The salinity rises.", "The Salinity falls; the remodelled channel."),
    ("Nothing of it here.",),
    ("Levels by hour", "salinity and depth", "level", "more salinity", "the salinity of the estuary"),
    ("The end.", "presalinity is another word"),
)


def write_pdf(path: Path, pages: tuple[tuple[str, ...], ...] = PAGES, rotation: int = 0) -> Path:
    document = pymupdf.open()
    for lines in pages:
        page = document.new_page(width=400, height=500)
        for number, line in enumerate(lines):
            page.insert_text((50, 60 + 40 * number), line, fontsize=12)
        page.set_rotation(rotation)
    document.save(path)
    document.close()
    return path


def reading_of(path: Path, typed: str = "") -> Reading:
    content = extract(path.read_bytes(), 1_000_000)
    text = content["text"]
    sections = tuple(Section(start, label) for start, label in content["sections"])
    return Reading(path.name, path, Kind.PDF, None, text, sections, None, marks_in(text, typed))


def unread(path: Path) -> Reading:
    return Reading(path.name, path, Kind.PDF, None, "", (), None, ())


class Shown:
    """A viewer in a window, and what it said."""

    def __init__(self, qtbot: QtBot, path: Path) -> None:
        self.viewer, self.path, self._qtbot = PdfViewer(), path, qtbot
        self.marks = (0, 0)
        self.viewer.marks_changed.connect(self._take)
        self.viewer.resize(700, 600)
        self.area = self.viewer.findChild(PageArea)
        assert self.area is not None
        qtbot.addWidget(self.viewer)
        self.viewer.show()

    def _take(self, number: int, count: int) -> None:
        self.marks = (number, count)

    def open(self, typed: str = "", section: str = "page 1", line: int | None = None) -> None:
        reading = reading_of(self.path, typed)
        self.viewer.show_reading(reading, Place(self.path.name, line, section, typed))
        self.until(lambda: len(self.viewer._marks.stretches) == len(reading.sections))
        self.settle()

    def until(self, condition: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(condition, timeout=10_000)

    def settle(self) -> None:
        """Everything that was begun is done."""
        self._qtbot.wait(20)
        self.until(lambda: self.viewer._work._job is None)


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Iterator[Shown]:
    made = Shown(qtbot, write_pdf(tmp_path / "tides.pdf"))
    yield made
    made.viewer.release()


def field(shown: Shown) -> QLineEdit:
    found = shown.viewer.findChild(QLineEdit)
    assert found is not None
    return found


def button(shown: Shown, name: str) -> QToolButton:
    return next(one for one in shown.viewer.findChildren(QToolButton) if one.accessibleName() == name)


def colours_near(shown: Shown, page: int, point: QPointF) -> set[str]:
    """What is painted round a point of a page."""
    rect = shown.area._layout.to_pixels(page, _square(point))
    image = shown.area.viewport().grab().toImage()
    offset = shown.area._shown_rect().topLeft()
    return {
        image.pixelColor(x - offset.x(), y - offset.y()).name()
        for x in range(int(rect.left()), int(rect.right()))
        for y in range(int(rect.top()), int(rect.bottom()))
    }


def _square(point: QPointF) -> QRectF:
    return QRectF(point.x() - 5, point.y() - 5, 10, 10)


def test_the_page_of_the_place_is_shown(shown: Shown) -> None:
    """A hit on page 3 opens page 3, and the field says so."""
    shown.open("salinity", "page 3")

    assert shown.viewer.place().section == "page 3"
    assert field(shown).text() == "3"
    assert 2 in shown.viewer._work.pictures


@pytest.mark.parametrize(
    ("section", "line", "number"),
    [("page 1", None, 1), ("page 1", 3, 2), ("page 3", None, 3), ("page 3", 3, 4), ("page 3", 5, 5), ("page 2", None, 0)],
)
def test_the_own_mark_is_the_one_of_the_place(shown: Shown, section: str, line: int | None, number: int) -> None:
    """The first mark on the page, or the one on the place's line; none where the page has none."""
    shown.open("salinity", section, line)

    assert shown.marks == (number, 6)


def test_only_what_the_text_marks_is_marked(shown: Shown) -> None:
    """Letters inside another word are no mark where the word itself is marked."""
    shown.open(r"/\bsalinity\b/")

    assert [len(shown.viewer._marks.stretches[page]) for page in range(4)] == [2, 0, 3, 0]


def test_steps_walk_over_pages_and_round_the_ends(shown: Shown) -> None:
    """Next and previous go through all pages, and from the last mark to the first."""
    shown.open("salinity")
    numbers, pages = [], []
    for by in (1, 1, 1, 1, 1, 1, -1):
        shown.viewer.step(by)
        shown.settle()
        numbers.append(shown.marks[0])
        pages.append(shown.viewer.place().section)

    assert numbers == [2, 3, 4, 5, 6, 1, 6]
    assert pages == ["page 1", "page 3", "page 3", "page 3", "page 4", "page 1", "page 4"]


def test_a_step_from_a_page_without_marks_goes_to_the_next_one(shown: Shown) -> None:
    """Where no mark is the current one, the walk begins at the page that shows."""
    shown.open("salinity", "page 2")
    shown.viewer.step(1)

    assert shown.marks == (3, 6)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_marks_are_painted_over_their_words(qtbot: QtBot, tmp_path: Path, rotation: int) -> None:
    """A word's box holds the mark's colour, on turned pages too; the own one has another and an outline."""
    shown = Shown(qtbot, write_pdf(tmp_path / "a.pdf", (("salinity", "salinity"),), rotation))
    shown.open("salinity")
    own, other = shown.viewer._work.boxes[0][0][0], shown.viewer._work.boxes[0][1][0]

    assert "#ffc94d" in colours_near(shown, 0, own.center())
    assert "#ffe9a3" in colours_near(shown, 0, other.center())
    assert {own.width() > own.height(), other.width() > other.height()} == {rotation in (0, 180)}
    shown.viewer.release()


def test_the_own_mark_is_in_sight(shown: Shown) -> None:
    """However large the page is, the own mark shows after a step."""
    shown.open("salinity")
    shown.area.set_zoom(4.0)
    shown.settle()
    shown.viewer.step(-1)
    shown.settle()
    box = shown.viewer._work.boxes[3][0][0]

    assert shown.area._shown_rect().contains(shown.area._layout.to_pixels(3, box).toAlignedRect())


def test_found_text_takes_the_place_of_the_words_until_it_is_empty(shown: Shown) -> None:
    """The find bar's text is marked from the page that shows on, case and accents set aside."""
    shown.open("salinity", "page 2")
    shown.viewer.find_text("LÉVEL")
    shown.until(lambda: shown.marks[1] == 2)
    shown.settle()
    found = shown.marks, shown.viewer.place().section
    shown.viewer.find_text("")
    shown.until(lambda: shown.marks[1] == 6)

    assert found == ((1, 2), "page 3")


def test_going_to_another_place_chooses_its_mark(shown: Shown) -> None:
    """`go_to` shows the page and makes its mark the current one."""
    shown.open("salinity")
    shown.viewer.go_to(Place(shown.path.name, 5, "page 3", "salinity"))

    assert shown.marks == (5, 6)
    assert shown.viewer.place() == Place(shown.path.name, 5, "page 3", "salinity")


def test_pages_fit_the_width_until_they_are_made_larger(shown: Shown, qtbot: QtBot) -> None:
    """The width is filled first; Ctrl and plus, minus, nought and the wheel make the pages larger, smaller, fit."""
    shown.open()
    fitting = shown.area.zoom
    sizes = []
    shown.area.setFocus()
    for key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_Minus, Qt.Key.Key_0):
        qtbot.keyClick(shown.area, key, Qt.KeyboardModifier.ControlModifier)
        sizes.append(shown.area.zoom)
    wheel = QWheelEvent(
        QPointF(50, 50),
        QPointF(50, 50),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(shown.area.viewport(), wheel)

    assert sizes[0] > fitting > sizes[2]
    assert sizes[3] == pytest.approx(fitting)
    assert shown.area.zoom == pytest.approx(fitting * 1.1)
    assert not shown.area.fits_width


def test_a_larger_page_keeps_its_place(shown: Shown) -> None:
    """Zooming does not lead to another page."""
    shown.open("salinity", "page 3")
    shown.area.set_zoom(5.0)
    shown.area.set_zoom(0.5)

    assert shown.viewer.place().section == "page 3"


def test_a_very_large_page_is_drawn_in_part(shown: Shown) -> None:
    """Only what shows of a huge page is drawn sharp, so that memory stays bounded."""
    shown.open()
    shown.area.set_zoom(8.0)
    shown.settle()
    detail = shown.viewer._work.details[0]

    assert detail.size.width() > 4_000
    assert detail.image.width() < 2_000


@pytest.mark.parametrize(
    ("key", "page"), [(Qt.Key.Key_End, "page 4"), (Qt.Key.Key_Home, "page 1"), (Qt.Key.Key_PageDown, "page 2")]
)
def test_keys_scroll(shown: Shown, qtbot: QtBot, key: Qt.Key, page: str) -> None:
    """Home, End and the page keys go through the document, and the place goes along."""
    shown.open(section="page 1")
    shown.area.set_zoom(0.8)
    qtbot.keyClick(shown.area, key)

    assert shown.viewer.place().section == page


@pytest.mark.parametrize(("typed", "page"), [("3", "3"), ("99", "4"), ("0", "1")])
def test_a_typed_page_is_shown(shown: Shown, qtbot: QtBot, typed: str, page: str) -> None:
    """A number in the field leads to that page, or to the last one where there is no such page."""
    shown.open(section="page 2")
    field(shown).selectAll()
    qtbot.keyClicks(field(shown), typed)
    qtbot.keyClick(field(shown), Qt.Key.Key_Return)
    field(shown).clearFocus()

    assert shown.viewer.place().section == f"page {page}"


def test_buttons_step_through_the_pages(shown: Shown, qtbot: QtBot) -> None:
    """Next and previous page, which end with the document."""
    shown.open()
    qtbot.mouseClick(button(shown, "Next page"), Qt.MouseButton.LeftButton)

    assert shown.viewer.place().section == "page 2"
    assert not button(shown, "Previous page").isHidden()
    shown.area.go_to_page(3)
    assert not button(shown, "Next page").isEnabled()


def test_dragged_over_text_is_copied(shown: Shown, qtbot: QtBot) -> None:
    """A drag from the margin over two lines selects them; Ctrl+C copies them."""
    shown.open()
    layout, offset = shown.area._layout, shown.area._shown_rect().topLeft()
    points = [layout.to_pixels(0, _square(QPointF(x, y))).center().toPoint() - offset for x, y in ((20, 96), (390, 136))]
    qtbot.mousePress(shown.area.viewport(), Qt.MouseButton.LeftButton, pos=points[0])
    qtbot.mouseMove(shown.area.viewport(), points[1])
    shown.until(lambda: bool(shown.area.selected_text))
    qtbot.mouseRelease(shown.area.viewport(), Qt.MouseButton.LeftButton, pos=points[1])
    qtbot.keyClick(shown.area, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    copied = QGuiApplication.clipboard().text()
    assert copied == "The salinity rises.\nThe Salinity falls; the remodelled channel."


def _encrypted(path: Path) -> None:
    document = pymupdf.open()
    document.new_page()
    document.save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="owner", user_pw="user")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (_encrypted, "needs a password"),
        (lambda path: path.write_bytes(b"%PDF-1.7\nnot one"), "damaged"),
        (lambda path: path.write_bytes(b""), "empty"),
        (lambda path: None, "not there"),
    ],
)
def test_what_cannot_be_shown_is_said(
    shown: Shown, tmp_path: Path, make: Callable[[Path], object], sentence: str
) -> None:
    """A locked, broken, empty or missing file shows a sentence that says so."""
    path = tmp_path / "other.pdf"
    make(path)
    shown.viewer.show_reading(unread(path), Place(path.name))
    shown.until(lambda: shown.viewer._stack.currentIndex() == 1)
    message = shown.viewer._stack.currentWidget()

    assert isinstance(message, Sentence)
    assert sentence in message.accessibleName()


def test_a_changed_file_is_shown_anew_where_one_was(shown: Shown) -> None:
    """A rewritten file keeps its page and its scale, and its new marks are counted."""
    shown.open("salinity", "page 3")
    shown.area.set_zoom(0.7)
    write_pdf(shown.path, (*PAGES, ("salinity once more",)))
    reading = reading_of(shown.path, "salinity")
    shown.viewer.show_reading(reading, shown.viewer.place())
    shown.until(lambda: shown.marks[1] == 7)

    assert shown.viewer.place().section == "page 3"
    assert shown.area.zoom == pytest.approx(0.7)


def test_another_file_takes_the_place_of_the_one_before(shown: Shown, tmp_path: Path) -> None:
    """A viewer is used again: the place is the new one at once, and no page of the file before is left."""
    shown.open("salinity", "page 4")
    shown.path = write_pdf(tmp_path / "other.pdf", (("one",), ("two",)))
    shown.viewer.show_reading(reading_of(shown.path, "two"), Place("other.pdf", None, "page 2", "two"))
    before, pictures = shown.viewer.place(), dict(shown.viewer._work.pictures)
    shown.until(lambda: shown.marks == (1, 1))

    assert (before, pictures) == (Place("other.pdf", None, "page 2", "two"), {})
    assert shown.viewer.place() == before


def test_many_pages_are_looked_through_while_the_window_lives(qtbot: QtBot, tmp_path: Path) -> None:
    """Marks are counted in steps between which the event loop runs."""
    shown = Shown(qtbot, write_pdf(tmp_path / "long.pdf", tuple(("salinity", *("depth and level " * 5,) * 10) for _ in range(300))))
    counts: list[int] = []
    shown.viewer.marks_changed.connect(lambda _, count: counts.append(count))
    shown.open("salinity", "page 150")

    assert shown.marks == (150, 300)
    assert len(set(counts)) > 2
    shown.viewer.release()


@pytest.mark.parametrize(
    ("text", "typed", "page", "found"),
    [
        ("the model and models", "model", "Models: a model, remodel", ["model"]),
        ("the model and Models", "model", "Models: a model, remodel", ["Models", "model"]),
        ("userName is set", "name", "userName name surname", ["Name"]),
        ("sea water", '"sea water"', "sea\nwater, seawater, sea  water", ["sea\nwater", "sea  water"]),
        ("étude", "etude", "e\u0301tude étude", ["e\u0301tude", "étude"]),
        ("nothing", "salinity", "salinity", []),
    ],
)
def test_words_are_marked_as_they_stand_in_the_searched_text(
    text: str, typed: str, page: str, found: list[str]
) -> None:
    """The same letters with the same kind of neighbours, in the case that the searched text has."""
    reading = Reading("a.pdf", Path("a.pdf"), Kind.PDF, None, text, (), None, marks_in(text, typed))

    assert [page[start:stop] for start, stop in Marker.of_reading(reading).stretches(page)] == found


def test_marks_of_pages_in_any_order_are_numbered_in_the_documents() -> None:
    """A page that is looked through later moves the numbers of those after it."""
    marks = Marks()
    marks.stretches[4] = [(0, 1), (2, 3)]
    marks.choose(4, 1)
    before = marks.number
    marks.stretches[2] = [(0, 1)]

    assert (before, marks.number, marks.count) == (2, 3, 3)


def test_pages_lie_below_each_other_in_the_middle() -> None:
    """Pages do not overlap, each is in the middle of the width, and the fitting scale fills it."""
    sizes = [QSizeF(100, 200), QSizeF(50, 20), QSizeF(100, 100)]
    layout = Layout(sizes, scale_to_fit(sizes, 424), 424)
    rects = [layout.rect(page) for page in range(3)]

    assert rects[0].width() == 400
    assert all(above.bottom() < below.top() for above, below in pairwise(rects))
    assert {abs(rect.center().x() - 211) <= 1 for rect in rects} == {True}
    assert [layout.page_at(rect.center().y()) for rect in rects] == [0, 1, 2]
    assert list(layout.between(rects[0].bottom() + 2, rects[1].top())) == [1]
