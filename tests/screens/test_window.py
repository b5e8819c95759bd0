"""Does the whole window do what it is told, by keyboard alone?"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget
from shiboken6 import isValid
from tests.screens.making import FILES, Opener, lay, press, settle, shut, typed, until

from sleuth.commands.registry import COMMANDS, Command, When
from sleuth.places import settings_file
from sleuth.ui.palette.rows import PaletteRow
from sleuth.ui.search_dialog.dialog import SearchDialog
from sleuth.ui.settings_pane.help_page import HelpPage
from sleuth.ui.settings_pane.pane import SettingsPane
from sleuth.ui.state import WindowState
from sleuth.ui.theme.theme import theme
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.code.view import CodeViewer
from sleuth.ui.viewers.tab import Tab
from sleuth.ui.window.exporting import save_folder
from sleuth.ui.window.links import Link, link_to, parse_link, place_of_link
from sleuth.ui.window.tabs import Tabs
from sleuth.ui.window.window import Window

# Lines enough that a place in them is not simply the start; the word stands in three of them.
LOG = "".join(f"{'estuary' if number in (40, 41, 90) else 'harbour'} line {number}\n" for number in range(1, 121))
MORE = {**FILES, "logs/tides.log": LOG}


@pytest.fixture
def window(open_window: Opener, workspace: Path) -> Window:
    """A window on a small workspace, scanned."""
    return open_window(lay(workspace, MORE))


def keys(window: Window, text: str) -> None:
    """Press keys where the focus is, as a person does."""
    focus = QApplication.focusWidget()
    QTest.keySequence(focus if focus is not None and focus.window() is window else window, QKeySequence(text))


def write(window: Window, text: str) -> None:
    """Type where the focus is."""
    focus = QApplication.focusWidget()
    assert isinstance(focus, QLineEdit), f"the focus is in {focus}"
    typed(focus, text)


def tabs(window: Window) -> Tabs:
    assert window._tabs is not None
    return window._tabs


def refs(window: Window) -> list[str]:
    return [tab.ref() or "" for tab in tabs(window).items()]


def current(window: Window) -> Tab:
    tab = tabs(window).current_tab()
    assert tab is not None
    return tab


def shown(window: Window, ref: str) -> Tab:
    """The tab in front, as soon as it shows an item."""
    until(lambda: tabs(window).current_tab() is not None and current(window)._pane.reading is not None)
    until(lambda: (reading := current(window)._pane.reading) is not None and reading.ref == ref)
    return current(window)


def text_of(tab: Tab) -> str:
    viewer = tab._pane.viewer
    assert isinstance(viewer, CodeViewer)
    return viewer.area.lines.text


def caret(tab: Tab) -> tuple[int | None, str]:
    """The line that a person stands in, and what follows the caret."""
    here = tab.here()
    viewer = tab._pane.viewer
    assert here is not None
    assert isinstance(viewer, CodeViewer)
    return here.line, viewer.area.lines.text[viewer.area.caret :].partition(" ")[0]


def marks(tab: Tab) -> str:
    """What the bar above the item says of its marks; nothing where it says nothing."""
    return tab._marks.text() if tab._marks.isVisible() else ""


def open_ref(window: Window, ref: str, pinned: bool = True, **place: object) -> Tab:
    window.show_place(Place(ref, **place), pinned)  # type: ignore[arg-type]
    return shown(window, ref)


def palette_rows(window: Window) -> list[PaletteRow]:
    model = window._palette._model
    return [row for number in range(model.rowCount()) if (row := model.row(number)) is not None]


def choose_in_palette(window: Window, text: str, wanted: Callable[[PaletteRow], bool]) -> None:
    """Ctrl+K, type, go down to a row, Enter."""
    keys(window, "Ctrl+K")
    write(window, text)
    palette = window._palette
    until(lambda: not palette._is_looked_up(text) or palette._looked_up == text)
    until(lambda: any(wanted(row) for row in palette_rows(window)))
    for _ in range(len(palette_rows(window))):
        row = window._palette._model.row(window._palette._list.currentIndex().row())
        if row is not None and wanted(row):
            break
        keys(window, "Down")
    keys(window, "Return")


def dialog_of(window: Window) -> SearchDialog:
    assert window._search is not None
    return window._search


def search(window: Window, text: str) -> list[str]:
    """Ctrl+Shift+F, type over what is there, and the items found."""
    keys(window, "Ctrl+Shift+F")
    dialog = dialog_of(window)
    dialog._answer = None
    write(window, text)
    until(lambda: dialog._answer is not None and dialog._answer.query == text)
    model = dialog._model
    return [hit.ref for row in range(model.rowCount()) if (hit := model.hit(row)) is not None]


def select_in_shelf(window: Window, *path: str) -> None:
    """Walk the shelf by keyboard to a file, its folders being unfolded on the way."""
    shelf = window._shelf
    assert shelf is not None
    shelf.show_ref("/".join(path))
    until(lambda: (node := shelf.model.node(shelf.tree.currentIndex())) is not None and node.ref() == "/".join(path))
    shelf.tree.setFocus()


def notice(window: Window) -> str:
    return window._message.text


# -- commands

SITUATIONS = ("no workspace", "a workspace", "a tab")


def dismiss_sheets() -> None:
    """Cancel what asks for something, or it would be asked for ever."""
    for widget in (QApplication.activeModalWidget(), QApplication.activePopupWidget()):
        if widget is not None:
            press(widget, Qt.Key.Key_Escape)


@pytest.fixture
def no_programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An editor of our own, and no file manager: a test opens nothing on the desk."""
    monkeypatch.setenv("PATH", str(tmp_path))
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    script = tmp_path / "editor.py"
    script.write_text("import sys\nopen(sys.argv[1], 'w').write(' '.join(sys.argv[2:]))\n", encoding="utf-8")
    told = f'"{sys.executable}" "{script}" "{tmp_path / "told.txt"}"'
    settings_file().write_text(f"[ui]\neditor = '{told} {{path}} {{line}}'\n", encoding="utf-8")


@pytest.mark.parametrize("situation", SITUATIONS)
def test_every_command_runs(
    open_window: Opener, workspace: Path, no_programs: None, situation: str, qtlog: Any
) -> None:
    """Each command of the registry, by its keys where it has some, runs without a fault in each situation."""
    lay(workspace, MORE)
    escape = QTimer(interval=30)
    escape.timeout.connect(dismiss_sheets)
    escape.start()
    window = open_window(None if situation == "no workspace" else workspace)
    for one in sorted(COMMANDS, key=lambda one: one.id in ("file.close_window", "file.quit")):
        if one.id == "file.reveal" and sys.platform == "win32":
            continue  # Explorer is found without PATH
        if not isValid(window):
            window = open_window(None if situation == "no workspace" else workspace)
        if situation == "a tab":
            open_ref(window, "logs/tides.log", query="estuary")
        run(window, one)
        settle()
        if isValid(window):
            window._palette.close_up()
    escape.stop()
    # Of the platform that shows nothing: https://bugreports.qt.io/browse/QTBUG-86264
    said = [record.message for record in qtlog.records if "propagateSizeHints" not in record.message]
    assert said == []


def run(window: Window, one: Command) -> None:
    if one.shortcuts:
        keys(window, one.shortcuts[0])
    else:
        window._actions[one.id].trigger()


def test_no_key_means_two_things() -> None:
    """No two commands have the same keys, and every command has a title."""
    taken = [QKeySequence(text).toString() for one in COMMANDS for text in one.shortcuts]
    assert len(taken) == len(set(taken))
    assert all(one.title for one in COMMANDS)


@pytest.mark.parametrize("id_", ["view.source", "go.back", "search.next", "file.close_tab", "search.scan"])
def test_a_command_that_makes_no_sense_is_grey(open_window: Opener, id_: str) -> None:
    """Without a workspace, the menu offers nothing that needs one or its tabs."""
    window = open_window(None)
    window._top.menu_button.menu().aboutToShow.emit()
    assert not window._actions[id_].isEnabled()
    assert all(window._actions[one.id].isEnabled() for one in COMMANDS if one.when is When.ALWAYS)


def test_a_command_works_again_after_the_menu_was_open(window: Window) -> None:
    """What the menu greyed out while nothing was open has its keys again as soon as there is a tab."""
    menu = window._top.menu_button.menu()
    menu.popup(window.mapToGlobal(window.rect().center()))
    assert not window._actions["search.find"].isEnabled()
    menu.close()
    window.activateWindow()
    until(window.isActiveWindow)
    tab = open_ref(window, "logs/tides.log")
    keys(window, "Ctrl+F")
    assert tab._find.isVisible()


def test_opens_in_the_editor_at_the_line(window: Window, no_programs: None, tmp_path: Path) -> None:
    """Ctrl+E starts the person's editor with the file and the line where the person is."""
    open_ref(window, "logs/tides.log", line=40)
    keys(window, "Ctrl+E")
    told = tmp_path / "told.txt"
    until(lambda: told.exists() and told.read_text("utf-8"))
    assert told.read_text("utf-8") == f"{(Path(window.jobs.root) / 'logs/tides.log') if window.jobs else ''} 40"


# -- finding and opening


def test_palette_opens_a_passage(window: Window) -> None:
    """Ctrl+K, a word, Enter on a passage: its tab opens at the line, with every mark counted."""
    choose_in_palette(window, "estuary", lambda row: row.hit is not None and row.hit.ref == "logs/tides.log")
    tab = shown(window, "logs/tides.log")
    assert not window._palette.isVisible()
    assert caret(tab) == (40, "estuary")
    assert marks(tab) == "1 of 3"
    assert window.focusWidget() is not None
    assert tab.isAncestorOf(window.focusWidget())


@pytest.mark.parametrize("pinned", [True, False])
def test_what_was_opened_takes_the_keys(window: Window, pinned: bool) -> None:
    """As soon as an item is shown, in a new tab or in the one before, the keys walk in it."""
    for ref in ("src/app.py", "logs/tides.log", "docs/notes.md"):
        choose_in_palette(window, ref, lambda row, ref=ref: row.ref == ref)
        tab = shown(window, ref)
        if pinned:
            tabs(window)._set_pinned(tab)
        viewer = tab._pane.viewer
        assert viewer is not None
        until(lambda viewer=viewer: (focus := window.focusWidget()) is not None and viewer.isAncestorOf(focus))
    open_ref(window, "logs/tides.log", pinned, line=40)
    keys(window, "Down")
    assert caret(current(window))[0] == 41


def test_palette_goes_to_a_line(window: Window) -> None:
    """`:90` goes to a line of the tab."""
    tab = open_ref(window, "logs/tides.log")
    keys(window, "Ctrl+K")
    write(window, ":90")
    keys(window, "Return")
    until(lambda: caret(tab)[0] == 90)


def test_palette_runs_a_command(window: Window) -> None:
    """`>` and a command's word, Enter: it runs."""
    choose_in_palette(window, ">dark", lambda row: row.command is not None)
    assert theme().colours.is_dark


def test_escape_gives_the_focus_back(window: Window) -> None:
    """After Esc in the palette or the search the focus is in the tab again."""
    tab = open_ref(window, "logs/tides.log")
    before = window.focusWidget()
    for opening in ("Ctrl+K", "Ctrl+Shift+F"):
        keys(window, opening)
        assert window.focusWidget() is not before
        keys(window, "Esc")
        assert window.focusWidget() is before
    assert tab.isAncestorOf(before)


def test_search_dialog_opens_a_hit(window: Window) -> None:
    """Ctrl+Shift+F, a word, Enter: the hit's tab opens at its line, with marks, and the sheet is gone."""
    assert search(window, "estuary path:logs/") == ["logs/tides.log"]
    keys(window, "Return")
    tab = shown(window, "logs/tides.log")
    assert not dialog_of(window).isVisible()
    assert caret(tab) == (40, "estuary")
    assert marks(tab) == "1 of 3"


def test_palette_hands_over_to_the_search(window: Window) -> None:
    """The palette's last row searches the workspace for what was typed there."""
    choose_in_palette(window, "shallow harbour", lambda row: row.key == "search")
    dialog = dialog_of(window)
    until(lambda: dialog._answer is not None)
    assert dialog.isVisible()
    assert dialog.text() == "shallow harbour"
    assert not window._palette.isVisible()


def test_keys_in_the_search_mean_the_hit(window: Window) -> None:
    """While the search is open, the keys that copy a link or open the editor mean the selected hit, not the tab behind it."""
    open_ref(window, "src/app.py")
    search(window, "estuary path:logs/")
    keys(window, "Ctrl+Shift+C")
    copied = parse_link(QGuiApplication.clipboard().text())
    assert copied is not None
    assert copied.place.ref == "logs/tides.log"


@pytest.mark.parametrize("form", ["JSON", "CSV", "Markdown"])
def test_hits_are_saved(window: Window, tmp_path: Path, form: str) -> None:
    """Export writes all hits to the file that is named, and says how many."""
    search(window, "estuary")
    file = tmp_path / f"saved.{form}"

    def name_file() -> None:
        asking = QApplication.activeModalWidget()
        if asking is not None:
            field = asking.findChild(QLineEdit)
            assert field is not None
            field.setText(str(file))
            press(field, Qt.Key.Key_Return)

    naming = QTimer(interval=30)
    naming.timeout.connect(name_file)
    naming.start()
    action = next(one for one in dialog_of(window)._export.menu().actions() if one.text() == form)
    action.trigger()
    naming.stop()
    until(lambda: notice(window) == "3 hits were saved.")
    assert "logs/tides.log" in file.read_text("utf-8")


def test_hits_go_on_in_the_same_tab(window: Window) -> None:
    """Another hit of an item that is open goes to its place in the tab that it has."""
    open_ref(window, "logs/tides.log")
    search(window, "line 90")
    keys(window, "Return")
    until(lambda: caret(current(window))[0] == 90)
    assert refs(window) == ["logs/tides.log"]


@pytest.mark.parametrize("word", ["*", "/(/", '"', "a" * 5_000, "\x00", "🌊", "ext:", "-x"])
def test_any_text_in_the_search(window: Window, word: str) -> None:
    """Whatever is pasted, the search answers or says what is wrong."""
    keys(window, "Ctrl+Shift+F")
    dialog = dialog_of(window)
    dialog._said.setText("")
    dialog.set_text(word)
    until(
        lambda: dialog._said.text()
        or dialog._answer is not None
        or not dialog.text()
        or dialog._nothing.widget().accessibleName().startswith("Nothing was searched")
    )
    assert dialog.isVisible()


# -- tabs


def test_a_preview_is_replaced_until_it_is_pinned(window: Window) -> None:
    """What is only looked at gives its tab to the next item; Enter in the shelf pins, and so does a double click on the tab."""
    select_in_shelf(window, "src", "app.py")
    keys(window, "Space")
    shown(window, "src/app.py")
    assert refs(window) == ["src/app.py"]
    select_in_shelf(window, "logs", "tides.log")
    keys(window, "Space")
    shown(window, "logs/tides.log")
    assert refs(window) == ["logs/tides.log"]
    bar = tabs(window).tabBar()
    QTest.mouseDClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(0).center())
    select_in_shelf(window, "src", "app.py")
    keys(window, "Return")
    shown(window, "src/app.py")
    select_in_shelf(window, "data", "depths.csv")
    keys(window, "Space")
    shown(window, "data/depths.csv")
    assert refs(window) == ["logs/tides.log", "src/app.py", "data/depths.csv"]


def test_ctrl_enter_in_the_palette_pins(window: Window) -> None:
    """Ctrl+Enter opens a hit beside what is there."""
    for word in ("app.py", "tides.log"):
        keys(window, "Ctrl+K")
        write(window, word)
        until(lambda word=word: any(row.ref and row.ref.endswith(word) for row in palette_rows(window)))
        keys(window, "Ctrl+Return")
    assert refs(window) == ["src/app.py", "logs/tides.log"]


def test_back_and_forward(window: Window) -> None:
    """Alt+Left leads back to the place that the person came from, Alt+Right forward again, and no further than there are places."""
    open_ref(window, "logs/tides.log", line=40)
    open_ref(window, "src/app.py", line=3)
    keys(window, "Alt+Left")
    tab = shown(window, "logs/tides.log")
    assert caret(tab)[0] == 40
    keys(window, "Alt+Left")
    assert current(window).ref() == "logs/tides.log"
    keys(window, "Alt+Right")
    assert caret(shown(window, "src/app.py"))[0] == 3
    keys(window, "Alt+Right")
    assert current(window).ref() == "src/app.py"


def test_back_within_one_preview(window: Window) -> None:
    """Back works though the tab shows another item by now."""
    open_ref(window, "logs/tides.log", pinned=False, line=90)
    open_ref(window, "src/app.py", pinned=False)
    keys(window, "Alt+Left")
    assert caret(shown(window, "logs/tides.log"))[0] == 90
    assert len(refs(window)) == 1


def test_tabs_by_keyboard(window: Window) -> None:
    """Ctrl+1…9 and Ctrl+Tab go from tab to tab, Ctrl+W closes the one in front, and after the last one a sentence is there."""
    opened = ["logs/tides.log", "src/app.py", "data/depths.csv"]
    for ref in opened:
        open_ref(window, ref)
    for number, ref in enumerate(opened, start=1):
        keys(window, f"Ctrl+{number}")
        assert current(window).ref() == ref
    keys(window, "Ctrl+9")
    assert current(window).ref() == opened[2]
    keys(window, "Ctrl+Tab")
    assert current(window).ref() == opened[0]
    keys(window, "Ctrl+Shift+Tab")
    assert current(window).ref() == opened[2]
    for left in ([opened[0], opened[1]], [opened[0]], []):
        keys(window, "Ctrl+W")
        assert refs(window) == left
    assert window._desk.right.currentWidget() is window._desk.empty
    keys(window, "Ctrl+W")
    assert window.isVisible()


def test_middle_click_closes(window: Window) -> None:
    """The middle button closes the tab under it, not the one in front."""
    open_ref(window, "logs/tides.log")
    open_ref(window, "src/app.py")
    bar = tabs(window).tabBar()
    QTest.mouseClick(bar, Qt.MouseButton.MiddleButton, pos=bar.tabRect(0).center())
    assert refs(window) == ["src/app.py"]


@pytest.mark.parametrize(("opening", "kind", "title"), [("Ctrl+,", SettingsPane, "Settings"), ("F1", HelpPage, "Help")])
def test_pages_open_once(window: Window, opening: str, kind: type[QWidget], title: str) -> None:
    """Settings and help have one tab each, to which their keys come back; it is closed like any other."""
    for _ in range(2):
        keys(window, opening)
        open_ref(window, "src/app.py")
    keys(window, opening)
    titles = [tabs(window).tabText(number) for number in range(tabs(window).count())]
    assert titles == [title, "app.py"]
    assert isinstance(tabs(window).currentWidget(), kind)
    keys(window, "Ctrl+W")
    assert refs(window) == ["src/app.py"]


def test_an_item_that_is_gone_is_said(window: Window) -> None:
    """An item that cannot be read is a sentence in its tab, and the keys go on working."""
    window.show_place(Place("no/such.txt"))
    tab = current(window)
    until(lambda: tab._pane._sentence.accessibleName().startswith("This cannot be shown."))
    assert "no/such.txt" in tab._pane._sentence.accessibleName()
    keys(window, "Ctrl+W")
    assert refs(window) == []


# -- find, marks


def test_find_in_the_tab(window: Window) -> None:
    """Ctrl+F marks what is typed and counts it, Enter steps, Esc brings the query's own marks back."""
    tab = open_ref(window, "logs/tides.log", line=90, query="estuary")
    until(lambda: marks(tab) == "3 of 3")
    keys(window, "Ctrl+F")
    write(window, "line 1")
    until(lambda: tab._find._count.text().endswith("of 32"))  # 1, 10 to 19, 100 to 120
    before = caret(tab)[0]
    keys(window, "Return")
    until(lambda: caret(tab)[0] != before)
    write(window, "x")
    until(lambda: tab._find._count.text() == "Nothing found")
    keys(window, "Esc")
    assert not tab._find.isVisible()
    until(lambda: marks(tab).endswith("of 3"))
    assert tab.isAncestorOf(QApplication.focusWidget())


def test_marks_are_walked_round(window: Window) -> None:
    """F3 goes from mark to mark and from the last one to the first, Shift+F3 the other way."""
    tab = open_ref(window, "logs/tides.log", line=40, query="estuary")
    until(lambda: marks(tab) == "1 of 3")
    walked = []
    for _ in range(4):
        keys(window, "F3")
        walked.append(caret(tab)[0])
    assert walked == [41, 90, 40, 41]
    keys(window, "Shift+F3")
    keys(window, "Shift+F3")
    assert caret(tab)[0] == 90
    assert marks(tab) == "3 of 3"


def test_preview_and_source(window: Window) -> None:
    """Ctrl+Shift+V shows Markdown as it is written, at the line where the person was; again as it reads."""
    pytest.importorskip("PySide6.QtWebEngineWidgets")
    tab = open_ref(window, "docs/guide.md", line=6, query="salinity")
    until(lambda: marks(tab) == "1 of 2", timeout_ms=30_000)
    keys(window, "Ctrl+Shift+V")
    assert tab._source.isChecked()
    until(lambda: marks(tab) == "1 of 2")
    here = tab.here()
    assert here is not None
    assert here.line == 6
    keys(window, "Ctrl+Shift+V")
    assert not tab._source.isChecked()


# -- links and the clipboard


def test_copies_link_and_path(window: Window) -> None:
    """Ctrl+Shift+C copies a link that leads back to the same place."""
    open_ref(window, "logs/tides.log", line=40)
    keys(window, "Ctrl+Shift+C")
    copied = parse_link(QGuiApplication.clipboard().text())
    assert copied == Link(window._key, Place("logs/tides.log", 40))
    assert notice(window) == "The link was copied."
    window._actions["file.copy_path"].trigger()
    assert QGuiApplication.clipboard().text() == "logs/tides.log"


@pytest.mark.parametrize(
    ("target", "ref", "line"),
    [("/src/app.py:3", "src/app.py", 3), ("../src/app.py#L2", "src/app.py", 2), ("notes.md", "docs/notes.md", None)],
)
def test_a_link_in_an_item_is_followed(window: Window, target: str, ref: str, line: int | None) -> None:
    """A link within the workspace opens its item at its line."""
    window._follow(target, "docs/guide.md")
    tab = current(window)
    assert tab.ref() == ref
    assert tab.place is not None
    assert tab.place.line == line


@pytest.mark.parametrize("target", ["../../etc/passwd", "file:///etc/passwd", "javascript:alert(1)", "../..", "#"])
def test_no_link_leads_out(window: Window, target: str) -> None:
    """What leads out of the workspace, and is no page of the web, opens nothing outside."""
    window._follow(target, "docs/guide.md")
    settle()
    assert all(not ref.startswith("..") for ref in refs(window))
    if tabs(window).count():
        tab = current(window)
        until(lambda: tab._pane.reading is not None or "cannot be shown" in tab._pane._sentence.accessibleName())
        assert tab.file() is None or tab.file().is_relative_to(window.jobs.root)  # type: ignore[union-attr]


PLACES = [
    Place("docs/guide.md", 42),
    Place("a b/c#d?e%f&g=h;i+j.md", 7),
    Place("größe/名前.txt", 3),
    Place("tides.pdf", 4, "page 3"),
    Place("a.ipynb", 1, "cell 12"),
    Place(os.fsdecode(b"caf\xe9.txt"), 9),
    Place("x", 1, "a&b=c#d"),
]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: repr(place.ref))
@pytest.mark.parametrize("key", ["acme-0123abcd", "two words-0123abcd", "ÄÖ-0123abcd"])
def test_links_there_and_back(key: str, place: Place) -> None:
    """The link to a place, taken apart, is the place again."""
    text = link_to(key, place)
    assert text.isascii()
    assert parse_link(text) == Link(key, place)


@pytest.mark.parametrize(
    "text", ["", "sleuth:", "sleuth://", "sleuth://key", "sleuth://key/files", "sleuth://key/files/", "https://x/files/a", "a/b", "sleuth:///files/a", "sleuth://[/files/a"]
)
def test_what_is_no_link(text: str) -> None:
    """What lacks a workspace, a source or a reference is no link."""
    assert parse_link(text) is None


@pytest.mark.parametrize("fragment", ["line=x", "line=-4", "line=", "section=", "L4", "line=999999999999999999999"])
def test_a_link_with_an_odd_place_leads_to_the_item(fragment: str) -> None:
    """A place that makes no sense costs the link nothing but its place."""
    link = parse_link(f"sleuth://key/files/a.md#{fragment}")
    assert link is not None
    assert link.place.ref == "a.md"


@pytest.mark.parametrize(
    ("target", "place"),
    [
        ("other.md", Place("docs/other.md")),
        ("other.md#part", Place("docs/other.md")),
        ("./other.md", Place("docs/other.md")),
        ("../src/app.py:12", Place("src/app.py", 12)),
        ("../src/app.py#L12", Place("src/app.py", 12)),
        ("/src/app.py", Place("src/app.py")),
        ("/docs/a%20b.md#x", Place("docs/a b.md")),
        ("#part", Place("docs/guide.md")),
        ("a:b.md", Place("docs/a:b.md")),
        ("../../secret", None),
        ("/../secret", None),
        ("../..", None),
        ("%2e%2e/%2e%2e/secret", None),
        ("/", None),
    ],
)
def test_links_in_items(target: str, place: Place | None) -> None:
    """A link in `docs/guide.md` leads within the workspace, or nowhere."""
    assert place_of_link(target, "docs/guide.md") == place


# -- hidden files


def test_hidden_files_are_found_once_they_are_shown(window: Window) -> None:
    """Showing hidden files lets every search find them, in the palette and in the dialog; hiding them takes them away."""
    assert search(window, "hidden harbour") == [] or ".hidden.txt" not in search(window, "hidden harbour")
    keys(window, "Esc")
    choose_in_palette(window, ">hidden", lambda row: row.command is not None and row.command.id == "view.hidden")
    assert search(window, "hidden harbour")[0] == ".hidden.txt"
    keys(window, "Esc")
    keys(window, "Ctrl+K")
    write(window, "hidden harbour")
    until(lambda: any(row.hit is not None and row.hit.ref == ".hidden.txt" for row in palette_rows(window)))
    keys(window, "Esc")
    keys(window, "Esc")
    window._actions["view.hidden"].trigger()
    assert ".hidden.txt" not in search(window, "hidden harbour")


def test_shelf_goes_and_comes(window: Window) -> None:
    """Ctrl+B hides the files and brings them back."""
    assert window._shelf is not None
    keys(window, "Ctrl+B")
    assert not window._shelf.isVisible()
    keys(window, "Ctrl+B")
    assert window._shelf.isVisible()


def test_panes_are_walked(window: Window) -> None:
    """F6 goes from the field above to the files, to the tab, to the foot, and round."""
    tab = open_ref(window, "logs/tides.log")
    window._top.field.setFocus()
    walked = []
    parts = (("field", window._top.field), ("shelf", window._shelf), ("tab", tab), ("foot", window._foot))
    for _ in range(4):
        keys(window, "F6")
        focus = QApplication.focusWidget()
        walked.append(next(name for name, part in parts if part is focus or part.isAncestorOf(focus)))  # type: ignore[union-attr, arg-type]
    assert walked == ["shelf", "tab", "foot", "field"]


# -- what is kept


def test_state_is_kept(open_window: Opener, workspace: Path) -> None:
    """A window comes back with its size, its tabs and its recent files."""
    window = open_window(lay(workspace, MORE))
    window.resize(711, 533)
    open_ref(window, "logs/tides.log")
    open_ref(window, "src/app.py")
    open_ref(window, "data/depths.csv", pinned=False)
    keys(window, "Ctrl+B")
    shut(window)
    again = open_window(workspace)
    assert (again.width(), again.height()) == (711, 533)
    assert refs(again) == ["logs/tides.log", "src/app.py", "data/depths.csv"]
    assert again._shelf is not None
    assert not again._shelf.isVisible()
    keys(again, "Ctrl+K")
    recent = [row.ref for row in palette_rows(again) if row.ref]
    assert set(recent) == {"logs/tides.log", "src/app.py", "data/depths.csv"}
    keys(again, "Esc")
    shut(again)
    assert WindowState().folders() == [str(workspace.resolve())]


def test_searches_are_kept(open_window: Opener, workspace: Path) -> None:
    """What was searched for and found is there the next time."""
    window = open_window(lay(workspace, MORE))
    search(window, "estuary")
    keys(window, "Return")
    shut(window)
    again = open_window(workspace)
    keys(again, "Ctrl+Shift+F")
    keys(again, "Ctrl+Up")
    assert dialog_of(again).text() == "estuary"


# -- the foot, scans, the disk


def foot_texts(window: Window) -> list[str]:
    return [button.text() for button in window._foot.findChildren(QPushButton) if button.isVisible()]


def test_foot_tells_what_is_covered_and_when(window: Window) -> None:
    """The foot counts what is indexed and says when it was last looked at."""
    until(lambda: foot_texts(window)[0] != "Nothing indexed yet")
    counts, state = foot_texts(window)
    assert counts == "6 files · 1 table · 1 symbol"
    assert state.startswith("Up to date, ")
    assert ":" in state


def test_foot_tells_what_was_not_read(open_window: Opener, workspace: Path) -> None:
    """What could not be read is counted in the foot, and a press leads to why."""
    lay(workspace, MORE)
    (workspace / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing of a PDF\n")
    window = open_window(workspace)
    until(lambda: "1 not read" in foot_texts(window))
    button = next(one for one in window._foot.findChildren(QPushButton) if one.text() == "1 not read")
    button.setFocus()
    keys(window, "Space")
    assert isinstance(tabs(window).currentWidget(), SettingsPane)


def test_a_file_that_changes_is_shown_anew(window: Window, workspace: Path) -> None:
    """A tab follows its file, also when it is replaced as editors do, and again after that."""
    tab = open_ref(window, "src/app.py")
    file = workspace / "src/app.py"
    file.write_text("written over\n", encoding="utf-8")
    until(lambda: text_of(tab) == "written over\n")
    for text in ("replaced\n", "replaced again\n"):
        other = workspace / "src/app.py.new"
        other.write_text(text, encoding="utf-8")
        other.replace(file)
        until(lambda text=text: text_of(tab) == text)


def test_a_change_is_found_after_a_scan(window: Window, workspace: Path) -> None:
    """Ctrl+Shift+R brings what changed into the searches, and into the files at the left."""
    assert search(window, "breakwater") == []
    keys(window, "Esc")
    lay(workspace, {"docs/new.txt": "the breakwater\n"})
    keys(window, "Ctrl+Shift+R")
    until(lambda: window.jobs is not None and not window.jobs.is_scanning)
    assert search(window, "breakwater") == ["docs/new.txt"]


def test_an_open_search_learns_of_a_scan(window: Window, workspace: Path) -> None:
    """What a scan brings joins the hits that are on the screen."""
    assert search(window, "breakwater") == []
    lay(workspace, {"docs/new.txt": "the breakwater\n"})
    keys(window, "Ctrl+Shift+R")
    until(lambda: dialog_of(window)._model.rowCount() == 1)


def test_closing_during_a_first_scan(open_window: Opener, workspace: Path, home: Path) -> None:
    """A window that is closed while it scans for the first time is gone within two seconds, with its threads and processes."""
    shut(open_window(lay(workspace, {"a.txt": "so that what is loaded once is loaded"})))
    big = workspace.with_name("big")
    lay(big, {f"{number // 100}/{number}.txt": f"words of number {number} " * 400 for number in range(1_500)})
    settle()
    process = psutil.Process()
    threads, children = process.num_threads(), process.children(recursive=True)
    window = Window(WindowState(), big)
    window.show()
    until(lambda: window._foot._line.isVisible() or any("Indexing" in text for text in foot_texts(window)))
    assert window.jobs is not None
    assert window.jobs.is_scanning
    began = time.monotonic()
    shut(window)
    assert time.monotonic() - began < 2
    until(lambda: process.num_threads() <= threads)
    assert set(process.children(recursive=True)) <= set(children)


def test_a_folder_that_is_gone(open_window: Opener, workspace: Path, tmp_path: Path) -> None:
    """A workspace that is not there any more is said, and there is the page to choose another, without it."""
    gone = tmp_path / "gone"
    state = WindowState()
    state.opened_folder(str(workspace))
    state.opened_folder(str(gone))
    state.save()
    window = open_window(gone)
    assert window._pages.currentWidget() is window._welcome
    assert str(gone) in notice(window)
    assert WindowState().folders() == [str(workspace)]
    assert not window._foot.isVisible()


def test_welcome_asks_for_a_folder(open_window: Opener, workspace: Path) -> None:
    """A window without a workspace lists the recent ones; Down and Enter ask for the first."""
    state = WindowState()
    state.opened_folder(str(workspace))
    state.save()
    window = open_window(None)
    asked: list[object] = []
    window.folder_requested.connect(asked.append)
    keys(window, "Down")
    keys(window, "Return")
    until(lambda: asked)
    assert asked == [str(workspace)]


# -- looks and words


def name_of(widget: QWidget) -> str:
    text = getattr(widget, "text", None)
    return widget.accessibleName() or (text() if callable(text) else "")


def unnamed(window: Window) -> list[QWidget]:
    """Controls that the keyboard reaches and that say nothing of themselves."""
    inner = ("qt_scrollarea", "qt_tabwidget", "qt_spinbox")
    return [
        child
        for child in window.findChildren(QWidget)
        if child.isVisible()
        and child.focusPolicy() & Qt.FocusPolicy.TabFocus
        and child.focusProxy() is None
        and not child.objectName().startswith(inner)
        and not name_of(child)
    ]


SCREENS = {
    "nothing open": lambda _: None,
    "palette": lambda window: keys(window, "Ctrl+K"),
    "search": lambda window: search(window, "harbour"),
    "text": lambda window: open_ref(window, "logs/tides.log", query="estuary"),
    "table": lambda window: open_ref(window, "data/depths.csv"),
    "find": lambda window: (open_ref(window, "logs/tides.log"), keys(window, "Ctrl+F")),
    "settings": lambda window: keys(window, "Ctrl+,"),
    "help": lambda window: keys(window, "F1"),
}


@pytest.mark.parametrize("screen", SCREENS)
def test_every_control_has_a_name(window: Window, screen: str) -> None:
    """On every screen each control that the keyboard reaches says what it is."""
    SCREENS[screen](window)
    settle()
    assert [f"{type(one).__name__} {one.objectName()!r} in {type(one.parent()).__name__}" for one in unnamed(window)] == []


def test_every_control_of_an_empty_window_has_a_name(open_window: Opener, workspace: Path) -> None:
    """So does each control of the page that is shown before there is a workspace."""
    state = WindowState()
    state.opened_folder(str(workspace))
    assert unnamed(open_window(None)) == []


def test_small_window(window: Window) -> None:
    """At its smallest size the palette and the search lie within the window."""
    window.resize(window.minimumSize())
    for opening, sheet in (("Ctrl+K", window._palette), ("Ctrl+Shift+F", dialog_of(window))):
        keys(window, opening)
        settle()
        assert window.rect().contains(sheet.geometry()), f"{sheet.geometry()} in {window.rect()}"
        keys(window, "Esc")


def test_theme_is_kept(window: Window) -> None:
    """A theme that is chosen holds in every part at once, and is written to the settings."""
    for name, is_dark in (("dark", True), ("light", False)):
        window._actions[f"view.{name}_theme"].trigger()
        assert theme().colours.is_dark is is_dark
        assert f'theme = "{name}"' in settings_file().read_text("utf-8")


def test_what_is_said_pushes_nothing(window: Window) -> None:
    """A sentence stands over the content, moves nothing, takes no focus, and makes room for the next one."""
    tab = open_ref(window, "logs/tides.log")
    before, focus = tab.geometry(), window.focusWidget()
    window._say("Something.")
    settle()
    assert (tab.geometry(), window.focusWidget()) == (before, focus)
    window._say("Something else.")
    assert notice(window) == "Something else."
    assert window.rect().contains(window._message.geometry())
    assert window._message.geometry().bottom() < window._foot.mapTo(window, window._foot.rect().topLeft()).y()
    window._message.close_up()
    assert notice(window) == ""


def test_title_says_the_workspace(window: Window, workspace: Path) -> None:
    """The window's title names its folder."""
    assert window.windowTitle() == f"{workspace.name} – Sleuth"


# -- sheets over the window


@pytest.mark.parametrize(("shortcut", "kind"), [("Ctrl+,", SettingsPane), ("F1", HelpPage)])
def test_what_opens_a_tab_closes_the_search(window: Window, shortcut: str, kind: type[QWidget]) -> None:
    """Settings and Help, asked for over the search, are seen: the search is gone."""
    search(window, "estuary")
    keys(window, shortcut)
    settle()
    assert not dialog_of(window).isVisible()
    assert isinstance(tabs(window).currentWidget(), kind)


def test_the_tab_behind_the_search_is_left_alone(window: Window) -> None:
    """Over the search Ctrl+W closes that and no tab; what would work on the covered tab does not."""
    open_ref(window, "logs/tides.log", query="estuary")
    search(window, "estuary")
    keys(window, "F3")
    assert dialog_of(window).isVisible()
    keys(window, "Ctrl+W")
    assert not dialog_of(window).isVisible()
    assert refs(window) == ["logs/tides.log"]


def test_opening_the_search_looks_for_changes(window: Window, workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written since the last scan is found without asking for one, in the palette and in the search."""
    monkeypatch.setattr("sleuth.ui.jobs.workspace_jobs.FRESH_S", 0.0)
    lay(workspace, {"docs/new.md": "a lanternfish\n"})
    window.open_search("lanternfish")
    until(lambda: dialog_of(window)._model.rowCount() == 1)
    dialog_of(window).close_up()
    lay(workspace, {"docs/newer.md": "a swordfish\n"})
    window.open_palette("swordfish")
    until(lambda: any(row.hit is not None for row in palette_rows(window)))


def test_coming_back_looks_for_changes(window: Window, workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was in another window for a while finds what was changed meanwhile."""
    monkeypatch.setattr("sleuth.ui.jobs.workspace_jobs.FRESH_S", 0.0)
    monkeypatch.setattr("sleuth.ui.window.window._AWAY_S", 0.0)
    started: list[bool] = []
    assert window.jobs is not None
    window.jobs.scan_started.connect(lambda: started.append(True))
    other = QWidget()
    other.show()
    other.activateWindow()
    until(lambda: not window.isActiveWindow())
    window.activateWindow()
    until(lambda: started)
    other.close()


def test_files_alone_by_key(window: Window) -> None:
    """Ctrl+P goes to files, Ctrl+K to everything."""
    keys(window, "Ctrl+P")
    until(lambda: any(row.ref for row in palette_rows(window)))
    assert not any(row.command for row in palette_rows(window))
    keys(window, "Escape")
    keys(window, "Ctrl+K")
    assert any(row.command for row in palette_rows(window))


def test_a_pasted_link_leads_to_its_place(window: Window) -> None:
    """A link to this workspace, pasted into the palette, opens its place; one to another is asked for."""
    asked: list[str] = []
    window.link_requested.connect(asked.append)
    choose_in_palette(window, link_to(window._key, Place("logs/tides.log", 41)), lambda row: row.key == "link")
    shown(window, "logs/tides.log")
    until(lambda: caret(current(window))[0] == 41)
    choose_in_palette(window, "sleuth://other/files/a.md", lambda row: row.key == "link")
    assert asked == ["sleuth://other/files/a.md"]


def test_search_is_turned_on(window: Window) -> None:
    """Where search is off, the button in its place turns it on, and what is typed is found."""
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text("[search]\nenabled = false\n", encoding="utf-8")
    window.open_search("estuary")
    nothing = dialog_of(window)._nothing
    until(lambda: nothing.isVisible() and any(one.text() == "Turn on" for one in nothing.findChildren(QPushButton)))
    next(one for one in nothing.findChildren(QPushButton) if one.text() == "Turn on").click()
    until(lambda: dialog_of(window)._model.rowCount() > 0)


def test_the_palette_stands_under_its_field(window: Window) -> None:
    """The palette's middle is that of the field in the bar."""
    window.open_palette()
    field = window._top.field.mapTo(window, window._top.field.rect().center()).x()
    assert abs(window._palette.geometry().center().x() - field) <= 1


def test_hits_are_not_saved_where_they_would_be_found(window: Window, workspace: Path) -> None:
    """The folder that is offered for an export is not the one that is searched."""
    assert not save_folder(workspace).is_relative_to(workspace)
