"""Are places, pages and messages in the window found, kept and said as a person expects?"""

import json
from pathlib import Path

import pymupdf
import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QPushButton
from tests.screens.making import Opener, lay, shut, until
from tests.screens.test_window import (  # noqa: F401, fixtures are found by their names
    MORE,
    current,
    keys,
    marks,
    notice,
    open_ref,
    refs,
    shown,
    tabs,
    window,
    write,
)

from sleuth.ui.settings_pane.help_page import HelpPage
from sleuth.ui.settings_pane.pane import SettingsPane
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.code.view import CodeViewer
from sleuth.ui.viewers.pdf.view import PdfViewer
from sleuth.ui.viewers.tab import Tab
from sleuth.ui.window.fitting import fitted_in
from sleuth.ui.window.window import Window

LINKS = """# Tables

Nothing of it here, but [a table](salty.csv).

The end, with estuary.

[also]: https://example.org/salty
"""


def notebook(*cells: str) -> str:
    made = [{"cell_type": "code", "metadata": {}, "source": cell, "outputs": [], "execution_count": None} for cell in cells]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 4})


def write_pdf(path: Path, pages: int) -> None:
    document = pymupdf.open()
    for number in range(1, pages + 1):
        page = document.new_page(width=400, height=600)
        page.insert_text((50, 60), f"Page {number}")
        if number in (1, 4):
            page.insert_text((50, 400), "the salinity")
    document.save(path)
    document.close()


@pytest.fixture
def with_pdf(open_window: Opener, workspace: Path) -> Window:
    lay(workspace, MORE)
    write_pdf(workspace / "tides.pdf", 8)
    return open_window(workspace)


def go_to(window: Window, number: str) -> None:  # noqa: F811
    keys(window, "Ctrl+G")
    write(window, number)
    keys(window, "Return")


def page_of(tab: Tab) -> int:
    viewer = tab._pane.viewer
    assert isinstance(viewer, PdfViewer)
    return viewer._pages.page + 1


# -- going to a place


def test_goes_to_a_page_of_a_pdf_that_was_searched(with_pdf: Window) -> None:
    """Ctrl+G shows the page that was typed, wherever the mark stands; Back leads to the page before."""
    tab = open_ref(with_pdf, "tides.pdf", query="salinity", section="page 1", line=2)
    until(lambda: marks(tab) == "1 of 2")
    QTest.qWait(100)
    go_to(with_pdf, "6")
    assert not with_pdf._palette.isVisible()
    until(lambda: page_of(tab) == 6)
    QTest.qWait(200)
    assert page_of(tab) == 6
    keys(with_pdf, "Alt+Left")
    until(lambda: page_of(tab) == 1)
    keys(with_pdf, "Alt+Right")
    until(lambda: page_of(tab) == 6)


def test_a_page_beyond_the_last_is_the_last(with_pdf: Window) -> None:
    """A number greater than there are pages goes to the last one."""
    tab = open_ref(with_pdf, "tides.pdf")
    go_to(with_pdf, "99999999999999999999")
    until(lambda: page_of(tab) == 8)


def test_a_page_typed_in_the_bar_is_a_place_to_come_back_from(with_pdf: Window) -> None:
    """Where the page's own field led, Back leads back from."""
    tab = open_ref(with_pdf, "tides.pdf", section="page 2")
    until(lambda: page_of(tab) == 2)
    viewer = tab._pane.viewer
    assert isinstance(viewer, PdfViewer)
    viewer._bar.page_wanted.emit(6)
    until(lambda: page_of(tab) == 7)
    keys(with_pdf, "Alt+Left")
    until(lambda: page_of(tab) == 2)


def test_goes_to_a_line_from_the_palette(window: Window) -> None:  # noqa: F811
    """Ctrl+G opens the palette with `:` typed, and no box of the system's; it says what a number means."""
    tab = open_ref(window, "logs/tides.log")
    keys(window, "Ctrl+G")
    assert window._palette.text() == ":"
    assert not [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible()]
    write(window, "77")
    row = window._palette._model.row(0)
    assert row is not None
    assert row.title == "Go to line 77"
    keys(window, "Return")
    until(lambda: (here := tab.here()) is not None and here.line == 77)


def test_goes_to_a_cell_of_a_notebook(open_window: Opener, workspace: Path) -> None:
    """In a notebook the number is a cell's, in its preview and in its source."""
    lay(workspace, {"a.ipynb": notebook(*(f"cell = {number}\n" * 30 for number in range(1, 6)))})
    window = open_window(workspace)  # noqa: F811
    tab = open_ref(window, "a.ipynb")
    assert tab.counted_in() == "cell"
    go_to(window, "4")
    until(lambda: (here := tab.here()) is not None and here.section == "cell 4")
    keys(window, "Ctrl+Shift+V")
    assert tab._source.isChecked()
    go_to(window, "2")
    until(lambda: (here := tab.here()) is not None and here.section == "cell 2")
    go_to(window, "50")
    until(lambda: (here := tab.here()) is not None and here.section == "cell 5")


# -- preview and source


def test_preview_or_source_is_kept_for_a_kind(open_window: Opener, workspace: Path) -> None:
    """Source that was chosen for Markdown holds for the next Markdown and the next start, and not for notebooks."""
    lay(workspace, {"a.md": "# A\n", "b.md": "# B\n", "c.ipynb": notebook("x = 1")})
    window = open_window(workspace)  # noqa: F811
    keys_in = open_ref(window, "a.md")
    assert keys_in._preview.isChecked()
    keys(window, "Ctrl+Shift+V")
    assert open_ref(window, "b.md")._source.isChecked()
    assert open_ref(window, "c.ipynb")._preview.isChecked()
    shut(window)
    again = open_window(workspace)
    assert open_ref(again, "b.md")._source.isChecked()


@pytest.mark.parametrize(("line", "unseen"), [(3, True), (7, True), (5, False)])
def test_a_match_that_the_preview_leaves_out(open_window: Opener, workspace: Path, line: int, unseen: bool) -> None:
    """Where what was found is in no part of the preview, a line says so and leads to it in the source."""
    lay(workspace, {"docs/links.md": LINKS})
    window = open_window(workspace)  # noqa: F811
    query = "salty" if unseen else "estuary"
    tab = open_ref(window, "docs/links.md", line=line, query=query)
    until(lambda: tab._hint.isVisible() or marks(tab))
    assert tab._hint.isVisible() is unseen
    if unseen:
        button = tab._hint.findChild(QPushButton)
        assert button is not None
        button.click()
        assert tab._source.isChecked()
        assert not tab._hint.isVisible()
        here = tab.here()
        assert here is not None
        assert here.line == line
        assert open_ref(window, "docs/links.md", query="estuary") is tab


def test_one_counter_while_finding(window: Window) -> None:  # noqa: F811
    """While one finds in the tab there is one counter, and it is the bar's own; after that the tab's is back."""
    tab = open_ref(window, "logs/tides.log", query="estuary")
    assert marks(tab) == "1 of 3"
    keys(window, "Ctrl+F")
    write(window, "harbour line 9")
    until(lambda: "of" in tab._find._count.text())
    assert marks(tab) == ""
    assert not tab._next.isVisible()
    keys(window, "Esc")
    until(lambda: marks(tab).endswith("of 3"))


# -- tabs


def test_tabs_keep_a_readable_width(window: Window, workspace: Path) -> None:  # noqa: F811
    """However many tabs there are, each has room for a name, and the others are scrolled to."""
    names = [f"a-file-with-a-long-name-{number}.txt" for number in range(12)]
    lay(workspace, dict.fromkeys(names, "text\n"))
    window.resize(800, 600)
    for name in names:
        open_ref(window, name)
    bar = tabs(window).tabBar()
    assert all(bar.tabRect(number).width() >= 150 for number in range(bar.count()))
    assert bar.tabRect(bar.currentIndex()).right() <= bar.width()


def menu_of(window: Window, number: int) -> QMenu:  # noqa: F811
    bar = tabs(window).tabBar()
    at = bar.tabRect(number).center()
    QApplication.sendEvent(bar, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, bar.mapToGlobal(at)))
    until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


@pytest.mark.parametrize(
    ("title", "left"),
    [("Close", ["b.txt", "c.txt"]), ("Close others", ["a.txt"]), ("Close all", []), ("Copy the path", ["a.txt", "b.txt", "c.txt"])],
)
def test_a_tab_has_a_menu(open_window: Opener, workspace: Path, title: str, left: list[str]) -> None:
    """The right button on a tab offers to close it, the others, or all, and to take its path."""
    window = open_window(lay(workspace, dict.fromkeys(("a.txt", "b.txt", "c.txt"), "text\n")))  # noqa: F811
    for name in ("a.txt", "b.txt", "c.txt"):
        open_ref(window, name)
    menu = menu_of(window, 0)
    action = next(one for one in menu.actions() if one.text() == title)
    action.trigger()
    menu.close()
    assert refs(window) == left
    if title == "Copy the path":
        assert QGuiApplication.clipboard().text() == "a.txt"


def test_a_tab_that_is_looked_at_is_kept_open(window: Window) -> None:  # noqa: F811
    """The menu of a tab that leans has an entry that keeps it."""
    open_ref(window, "src/app.py", pinned=False)
    menu = menu_of(window, 0)
    next(one for one in menu.actions() if one.text() == "Keep open").trigger()
    menu.close()
    assert current(window).is_pinned


def test_tabs_come_back_as_they_were(open_window: Opener, workspace: Path) -> None:
    """A tab that leans comes back leaning, in its place, and the one in front is in front again."""
    window = open_window(lay(workspace, MORE))  # noqa: F811
    open_ref(window, "logs/tides.log")
    open_ref(window, "data/depths.csv", pinned=False)
    tabs(window).setCurrentIndex(0)
    shut(window)
    again = open_window(workspace)
    assert [(tab.ref(), tab.is_pinned) for tab in tabs(again).items()] == [("logs/tides.log", True), ("data/depths.csv", False)]
    assert current(again).ref() == "logs/tides.log"


# -- the files


def test_the_files_follow_the_tab(window: Window) -> None:  # noqa: F811
    """The file in front is selected among the files, its folders unfolded, and the keys stay in the text."""
    shelf = window._shelf
    assert shelf is not None

    def selected() -> str:
        node = shelf.model.node(shelf.tree.currentIndex())
        return node.ref() if node is not None else ""

    open_ref(window, "logs/tides.log")
    until(lambda: selected() == "logs/tides.log")
    focus = window.focusWidget()
    open_ref(window, "docs/notes.md")
    until(lambda: selected() == "docs/notes.md")
    assert not shelf.tree.hasFocus()
    tabs(window).setCurrentIndex(0)
    until(lambda: selected() == "logs/tides.log")
    assert focus is not shelf.tree


def test_hidden_files_stay_shown(open_window: Opener, workspace: Path, tmp_path: Path) -> None:
    """Whether hidden files are shown is kept, for each workspace by itself."""
    window = open_window(lay(workspace, MORE))  # noqa: F811
    window.toggle_hidden()
    shut(window)
    other = open_window(lay(tmp_path / "other", {"a.txt": "a\n"}))
    assert other._shelf is not None
    assert not other._shelf.shows_hidden
    again = open_window(workspace)
    assert again._shelf is not None
    assert again._shelf.shows_hidden


# -- what is said


def test_an_editor_that_is_not_there_can_be_chosen(window: Window, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:  # noqa: F811
    """Where no editor is found, the message has a button that leads to the setting."""
    monkeypatch.setattr("sleuth.ui.jobs.programs.find_editor", lambda _: None)
    monkeypatch.setattr("sleuth.ui.jobs.programs._LAST_RESORTS", {})
    monkeypatch.setenv("PATH", str(tmp_path))
    open_ref(window, "src/app.py")
    keys(window, "Ctrl+E")
    until(lambda: notice(window))
    assert window._message.action == "Choose an editor…"
    window._message.press()
    page = tabs(window).currentWidget()
    assert isinstance(page, SettingsPane)
    assert notice(window) == ""


@pytest.mark.parametrize(
    ("name", "content", "reason", "action"),
    [
        ("a.bin", b"\0\1\2" * 100, "It holds ", "Show in the file manager"),
        ("b.ipynb", b"{ no json", "It is not JSON", "Show as text"),
        (".env", b"KEY=1\n", ".env is blocked by the rule .env*.", "Show in the file manager"),
    ],
)
def test_what_cannot_be_shown_says_why_and_what_to_do(
    open_window: Opener, workspace: Path, name: str, content: bytes, reason: str, action: str
) -> None:
    """An item that cannot be shown has a sentence with a capital and a full stop, and one thing to do."""
    lay(workspace, MORE)
    (workspace / name).write_bytes(content)
    window = open_window(workspace)  # noqa: F811
    window.show_place(Place(name), pinned=True)
    sentence = current(window)._pane._sentence
    until(lambda: sentence.action)
    said = sentence._detail.text()
    assert said.startswith(reason)
    assert said.endswith(".")
    assert sentence.action == action
    if action == "Show as text":
        sentence.act()
        shown(window, name)


def test_a_tab_of_a_file_that_is_gone_is_closed(window: Window) -> None:  # noqa: F811
    """A file that is not there any more can only be let go."""
    window.show_place(Place("gone.txt"), pinned=True)
    sentence = current(window)._pane._sentence
    until(lambda: sentence.action == "Close the tab")
    sentence.act()
    until(lambda: refs(window) == [])


# -- without a folder


@pytest.mark.parametrize(("pressed", "page"), [("F1", HelpPage), ("Ctrl+,", SettingsPane)])
def test_help_and_settings_without_a_folder(open_window: Opener, pressed: str, page: type) -> None:
    """F1 and Ctrl+, work before a folder is open; closing their tab leads back to the choice of one."""
    window = open_window(None)  # noqa: F811
    keys(window, pressed)
    assert window._loose is not None
    assert window._pages.currentWidget() is window._loose
    assert isinstance(window._loose.currentWidget(), page)
    keys(window, "Ctrl+W")
    assert window._pages.currentWidget() is window._welcome


def test_a_search_without_a_folder(open_window: Opener) -> None:
    """Ctrl+Shift+F before a folder is open says that one must be."""
    window = open_window(None)  # noqa: F811
    keys(window, "Ctrl+Shift+F")
    assert notice(window) == "Open a folder first."
    assert window._message.action == "Open a folder…"


def test_a_folder_takes_the_place_of_loose_pages(open_window: Opener, workspace: Path) -> None:
    """Pages that were open before the folder are gone with it, and nothing of them is left behind."""
    window = open_window(None)  # noqa: F811
    keys(window, "F1")
    window.open_workspace(lay(workspace, MORE))
    until(lambda: window.jobs is not None and window.jobs.status is not None and not window.jobs.is_scanning)
    assert window._pages.currentWidget() is window._desk
    open_ref(window, "src/app.py")


# -- the size


@pytest.mark.parametrize(
    ("wanted", "room", "fitted"),
    [
        ((0, 0, 1200, 780), (4, 36, 632, 320), (4, 36, 632, 320)),
        ((900, 500, 400, 300), (4, 36, 1000, 700), (604, 436, 400, 300)),
        ((-300, -200, 400, 300), (4, 36, 1000, 700), (4, 36, 400, 300)),
        ((2500, 40, 400, 300), (4, 36, 1000, 700), (604, 40, 400, 300)),
        ((100, 100, 400, 300), (4, 36, 1000, 700), (100, 100, 400, 300)),
    ],
)
def test_a_window_lies_on_the_screen(wanted: tuple[int, ...], room: tuple[int, ...], fitted: tuple[int, ...]) -> None:
    """A window is never larger than the screen leaves room for, nor beyond its edges."""
    assert fitted_in(QRect(*wanted), QRect(*room)) == QRect(*fitted)


def test_the_first_window_fits_the_screen(open_window: Opener) -> None:
    """A window that was never open before, and one that was larger, are as large as the screen allows."""
    free = QGuiApplication.primaryScreen().availableGeometry()
    window = open_window(None)  # noqa: F811
    assert free.contains(window.geometry())
    window.resize(QSize(free.width() * 2, free.height() * 2))
    shut(window)
    again = open_window(None)
    assert free.contains(again.geometry())
    assert window is not again


def test_what_was_found_so_far_is_counted(window: Window) -> None:  # noqa: F811
    """While the first scan runs the foot counts what there is so far; it names what was left out."""
    from dataclasses import replace

    jobs = window.jobs
    assert jobs is not None
    until(lambda: jobs.status is not None and jobs.status.coverage.items.get("files"))
    status = jobs.status
    assert status is not None
    window._foot.show_status(replace(status, last_scan_ns=None))
    assert window._foot._covered.text() == "6 files · 1 table · 1 symbol so far"
    left_out = {"ignored": 2, "blocked": 3, "binary": 1, "too_large": 0}
    window._foot.show_status(replace(status, coverage=replace(status.coverage, left_out=left_out)))
    assert "3 blocked, 1 binary" in window._foot._covered.toolTip()


def test_wrapping_is_remembered(open_window: Opener, workspace: Path) -> None:
    """Alt+Z wraps long lines in every tab, and the next time too; it is off at first."""
    lay(workspace, {"long.txt": "word " * 400, "other.txt": "word " * 400})
    window = open_window(workspace)  # noqa: F811

    def row_count(tab: Tab) -> int:
        viewer = tab._pane.viewer
        assert isinstance(viewer, CodeViewer)
        return len(viewer.area.lines)

    other = open_ref(window, "other.txt")
    tab = open_ref(window, "long.txt")
    assert row_count(tab) == 1
    keys(window, "Alt+Z")
    assert row_count(tab) > 1
    assert row_count(other) > 1
    shut(window)
    again = open_window(workspace)
    until(lambda: row_count(open_ref(again, "long.txt")) > 1)
