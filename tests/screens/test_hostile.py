"""Does the window live on, whatever it is given: numbers that are none, viewers that are hidden, widgets that are gone?"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

import pymupdf
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton
from shiboken6 import isValid
from tests.screens.making import Opener, lay, press, scanned, settle, until

from sleuth.domain.numbers import GREATEST
from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.theme.theme import code_font
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.code.rows import Grid, Row
from sleuth.ui.viewers.pane import ItemPane
from sleuth.ui.viewers.pdf.view import PdfViewer
from sleuth.ui.window.foot import Foot
from sleuth.ui.window.links import place_of_link
from sleuth.ui.window.window import Window

NUMBERS = ("²", "⑤", "99999999999", "9" * 5_000, "0", "00000", "٣", "-1", "1e3", "")


def write_pdf(path: Path, page_count: int, text: str = "harbour") -> None:
    with pymupdf.open() as document:
        for number in range(page_count):
            document.new_page(width=300, height=300).insert_text((40, 50), f"{text} {number}")
        document.save(path)


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> list[type[BaseException]]:
    """What is raised where Qt calls Python: nobody hears of it, and in an event filter it may end the process."""
    raised: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, *_: raised.append(kind))
    return raised


def shown(window: Window, ref: str) -> object:
    """The viewer of the tab in front, once it shows an item."""

    def ready() -> bool:
        tab = window.front.tab
        return tab is not None and tab._pane.reading is not None and tab._pane.reading.ref == ref

    until(ready)
    tab = window.front.tab
    assert tab is not None
    return tab._pane.viewer


# -- numbers


@pytest.mark.parametrize("number", [10**20, 10**300, 2**31, 2**63, 99_999_999_999])
def test_a_place_has_no_line_that_is_too_far(number: int) -> None:
    """A line that no item has is the farthest there is, which every viewer can count to."""
    assert Place("a", number).line == GREATEST
    assert Place("a", 7).line == 7
    assert Place("a", None, f"page {number}").number == GREATEST


@pytest.mark.parametrize("section", ["page ²", "page x", "page", "", "x" * 100_000])
def test_a_section_without_a_number(section: str) -> None:
    """What looks like a number and is none is none."""
    assert Place("a", None, section).number is None


@pytest.mark.parametrize("digits", ["²", "⑤"])
def test_links_in_items_with_odd_numbers(digits: str) -> None:
    """In a link in an item a digit that is no number belongs to the name, and behind a hash means nothing."""
    assert place_of_link(f"a.md:{digits}", "b.md") == Place(f"a.md:{digits}")
    assert place_of_link(f"a.md#L{digits}", "b.md") == Place("a.md")


def test_links_in_items_with_endless_numbers() -> None:
    """A line of five thousand digits is the last one."""
    digits = "9" * 5_000
    assert place_of_link(f"a.md:{digits}", "b.md") == place_of_link(f"a.md#L{digits}", "b.md") == Place("a.md", GREATEST)


@pytest.mark.parametrize("number", NUMBERS)
def test_any_number_in_the_palette(open_window: Opener, workspace: Path, faults: list[object], number: str) -> None:
    """Whatever is typed behind the colon, Enter goes to a line that is there, or waits for a number."""
    window = open_window(lay(workspace))
    window.show_place(Place("docs/notes.md"))
    shown(window, "docs/notes.md")
    window.open_palette("")
    field = window._palette._field
    field.setText(f":{number}")
    press(field, Qt.Key.Key_Return)
    settle()
    assert faults == []
    assert window._palette.isVisible() == (not number.isdecimal())
    tab = window.front.tab
    here = tab.here() if tab is not None else None
    assert here is not None
    assert (here.line or 1) <= 4 or here.line == GREATEST


@pytest.mark.parametrize("number", NUMBERS)
def test_any_number_in_the_field_of_pages(open_window: Opener, workspace: Path, faults: list[object], number: str) -> None:
    """Whatever is typed as a page, a page that is there is shown."""
    write_pdf(workspace / "a.pdf", 3)
    window = open_window(workspace)
    window.show_place(Place("a.pdf"))
    viewer = shown(window, "a.pdf")
    assert isinstance(viewer, PdfViewer)
    until(lambda: viewer._work.sizes)
    field = viewer._bar.findChild(QLineEdit)
    assert field is not None
    field.setText(number)
    press(field, Qt.Key.Key_Return)
    settle()
    assert faults == []
    assert field.text() in ("1", "2", "3")


@pytest.mark.parametrize("ref", ["a.pdf", "a.txt", "a.csv", "a.ipynb"])
def test_any_place_is_gone_to_at_once(open_window: Opener, workspace: Path, faults: list[object], ref: str) -> None:
    """Lines and pages beyond everything keep nobody waiting, in any viewer."""
    write_pdf(workspace / "a.pdf", 3)
    lay(workspace, {"a.txt": "harbour\n" * 50, "a.csv": "a,b\nharbour,1\n", "a.ipynb": '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'})
    window = open_window(workspace)
    window.show_place(Place(ref))
    shown(window, ref)
    settle()
    for place in (
        Place(ref, 10**20), Place(ref, -5), Place(ref, 0), Place(ref, 2**31), Place(ref, 10**8, "page 2"), Place(ref, None, "page ²"),
        Place(ref, 10**20, "cell 9"), Place(ref, None, "page " + "9" * 5_000), Place(ref, None, "x" * 10_000), Place(ref, 10**9, None, "harbour"),
    ):  # fmt: skip
        began = time.process_time()
        window.show_place(place)
        settle()
        assert time.process_time() - began < 2
        QTest.qWait(20)
    assert faults == []


# -- viewers that are hidden


@pytest.fixture
def pane(light: None, workspace: Path) -> Iterator[ItemPane]:
    """A pane over a PDF of many pages, a text and a document."""
    write_pdf(workspace / "long.pdf", 400)
    with scanned(workspace, {"a.txt": "one harbour\n", "b.txt": "nothing\n"}) as jobs:
        pane = ItemPane(jobs)
        pane.resize(600, 500)
        pane.show()
        yield pane
        pane.release()
        pane.close()
        pane.deleteLater()


def test_only_what_is_shown_counts_its_marks(pane: ItemPane) -> None:
    """A PDF that was left while it was looked through looks no further, and its marks are not counted for what is shown now."""
    pane.show_place(Place("long.pdf", None, None, "harbour"))
    until(lambda: isinstance(pane.viewer, PdfViewer) and pane.viewer._marks.count)
    pdf = pane.viewer
    assert isinstance(pdf, PdfViewer)
    pane.show_place(Place("a.txt", None, None, "harbour"))
    until(lambda: pane.reading is not None and pane.reading.ref == "a.txt")
    said: list[tuple[int, int]] = []
    pane.marks_changed.connect(lambda *state: said.append(state))
    moved: list[None] = []
    pane.place_changed.connect(lambda: moved.append(None))
    count = pdf._marks.count
    pdf._pages.go_to_page(3)
    pdf.marks_changed.emit(5, 6)
    pdf.place_changed.emit()
    QTest.qWait(400)
    assert pdf._marks.count == count
    assert (5, 6) not in said
    assert moved == []


def test_a_viewer_that_is_shown_again_is_heard_again(pane: ItemPane) -> None:
    """Who comes back to a PDF sees all of its marks, counted once."""
    said: list[tuple[int, int]] = []
    pane.marks_changed.connect(lambda *state: said.append(state))
    for ref in ("long.pdf", "a.txt", "long.pdf", "b.txt", "long.pdf"):
        pane.show_place(Place(ref, None, None, "harbour"))
        until(lambda ref=ref: pane.reading is not None and pane.reading.ref == ref)
    until(lambda: said and said[-1][1] == 400)
    viewer = pane.viewer
    assert viewer is not None
    said.clear()
    viewer.marks_changed.emit(1, 400)
    assert said == [(1, 400)]


# -- widgets that are gone


def test_focus_goes_back_to_nothing_that_is_gone(open_window: Opener, workspace: Path, faults: list[object]) -> None:
    """Where what had the focus was closed under the palette, the focus goes to the item instead."""
    window = open_window(lay(workspace))
    window.show_place(Place("docs/notes.md"))
    shown(window, "docs/notes.md")
    before = QPushButton(window)
    before.show()
    before.setFocus()
    window.open_palette("")
    before.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    settle()
    assert not isValid(before)
    press(window._palette._field, Qt.Key.Key_Escape)
    assert (window._palette.isVisible(), faults) == (False, [])


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_a_folder_with_no_name(open_window: Opener, tmp_path: Path, name: str) -> None:
    """A window on a folder that can have no name says so."""
    window = open_window(tmp_path / name)
    assert window.jobs is None
    assert "no name that a folder can have" in window._message.text


# -- a scan that fails


def test_a_failed_scan_takes_its_progress_away(light: None, workspace: Path) -> None:
    """Where a scan breaks off, the foot says so, and neither a line nor a number of progress stays."""
    jobs = WorkspaceJobs(lay(workspace))
    foot = Foot()
    foot.serve(jobs)
    foot.show()
    try:
        jobs.scan_started.emit()
        jobs.scan_moved.emit(40, 4_000)
        assert any("Indexing" in button.text() for button in foot.findChildren(QPushButton))
        jobs.scan_failed.emit("the index could not be written: the disk is full")
        jobs.scan_ended.emit(None)
        told: list[object] = []
        jobs.status_changed.connect(told.append)
        jobs.ask_status()
        until(lambda: told)
        texts = [button.text() for button in foot.findChildren(QPushButton) if button.isVisible()]
        assert "The scan failed" in texts
        assert not any("Indexing" in text for text in texts)
        assert foot._line._share is None
    finally:
        foot.close()
        foot.deleteLater()
        jobs.close()


# -- rows of tabs


@pytest.mark.parametrize(("tabs", "between"), [(15_000, ""), (9_000, "x"), (6_000, "ab"), (4_000, "…")])
def test_a_place_behind_very_many_tabs_is_found_at_once(light: None, tabs: int, between: str) -> None:
    """Where a mark stands behind thousands of tabs is told in no time, and to the column."""
    text = (between + "\t") * tabs + "harbour"
    grid = Grid.of(code_font(), 4, 1.4)
    row = Row(text, 0, len(text), grid, lambda start, stop: iter(tuple[int, int, QColor]() for _ in range(start, start)))
    began = time.process_time()
    for number in range(0, tabs, 97):
        column = number * (len(between) + 1)
        assert abs(row.x_of(column) - 4 * number * grid.advance) < 1
    assert abs(row.x_of(len(text) - 7) - 4 * tabs * grid.advance) < 1
    assert time.process_time() - began < 10


# -- the end of the process


_LEFT_OPEN = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
app = QApplication(["sleuth"])
from sleuth.ui.state import WindowState
from sleuth.ui.viewers.base import Place
from sleuth.ui.window.window import Window
window = Window(WindowState(), Path(sys.argv[1]))
window.show()
window.show_place(Place("docs/guide.md"))
for _ in range(300):
    QTest.qWait(100)
    if window.front.tab._pane.reading is not None:
        break
QTest.qWait(500)
if sys.argv[2] == "closed":
    window.close()
"""


@pytest.mark.parametrize("window", ["closed", "left open"])
def test_pages_go_before_their_profile(workspace: Path, window: str) -> None:
    """A process that ends with a page in a window ends in order, whether the window was closed or not."""
    lay(workspace)
    ended = subprocess.run(
        [sys.executable, "-c", _LEFT_OPEN, str(workspace), window], capture_output=True, text=True, timeout=120, check=False,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    assert (ended.returncode, "Release of profile" in ended.stderr, "Traceback" in ended.stderr) == (0, False, False), ended.stderr
