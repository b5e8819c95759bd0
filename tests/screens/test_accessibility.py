"""What does somebody get who sees little, or nothing, or has no mouse?

Screens are walked as a screen reader walks them: through the tree that Qt gives to the platform.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

import pymupdf
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleInterface,
    QImage,
    QKeySequence,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from tests.screens.making import FILES, Opener, lay, settle, until

from sleuth.engine.notes import edit_note, notes_of
from sleuth.places import settings_file
from sleuth.ui.search_dialog.dialog import SearchDialog
from sleuth.ui.settings_pane.pane import SettingsPane
from sleuth.ui.state import WindowState
from sleuth.ui.theme.tokens import TARGET
from sleuth.ui.viewers.base import Place
from sleuth.ui.widgets import announcing
from sleuth.ui.window.window import Window

Role, Name = QAccessible.Role, QAccessible.Text.Name
# What is clicked or walked to. Cells and rows are said by their text.
CONTROLS = {
    Role.Button, Role.ButtonMenu, Role.CheckBox, Role.ComboBox, Role.EditableText, Role.Link, Role.List, Role.ListItem,
    Role.MenuItem, Role.PageTab, Role.PageTabList, Role.RadioButton, Role.Slider, Role.SpinBox, Role.Table, Role.Tree, Role.TreeItem,
}  # fmt: skip
# Of a long list so much is looked at; the rest is made alike.
MOST_CHILDREN = 40
NOTEBOOK = '{"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["harbour"]}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'

Screen = Callable[[Window], object]


@pytest.fixture
def window(open_window: Opener, workspace: Path) -> Window:
    return open_window(lay(workspace, {**FILES, "cells.ipynb": NOTEBOOK, "broken.ipynb": "{"}))


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is announced; nothing listens offscreen, so that the door to the platform is watched."""
    texts: list[str] = []

    def heard(event: QAccessibleAnnouncementEvent) -> None:
        assert event.politeness() == QAccessible.AnnouncementPoliteness.Polite
        texts.append(event.message())

    monkeypatch.setattr(announcing.QAccessible, "updateAccessibility", heard)
    monkeypatch.setattr(announcing.QAccessible, "isActive", lambda: True)
    return texts


def keys(window: Window, text: str) -> None:
    focus = QApplication.focusWidget()
    QTest.keySequence(focus if focus is not None and focus.window() is window else window, QKeySequence(text))


def show(window: Window, ref: str, query: str = "") -> None:
    window.show_place(Place(ref, query=query), pinned=True)
    tab = window.front.tab
    assert tab is not None
    until(lambda: tab._pane.viewer is not None or "cannot be shown" in tab._pane._sentence.accessibleName())
    settle()


def dialog_of(window: Window) -> SearchDialog:
    assert window._search is not None
    return window._search


def search(window: Window, text: str) -> SearchDialog:
    """Ask, and wait for the answer."""
    dialog = dialog_of(window)
    window.open_search("")
    dialog._answer = None
    dialog.set_text(text)
    until(lambda: dialog._answer is not None)
    return dialog


def walk(one: QAccessibleInterface | None) -> Iterator[QAccessibleInterface]:
    if one is None or not one.isValid() or one.state().invisible:
        return
    yield one
    for number in range(min(one.childCount(), MOST_CHILDREN)):
        yield from walk(one.child(number))


def is_control(one: QAccessibleInterface) -> bool:
    by_keys = isinstance(one.object(), QWidget) and bool(one.object().focusPolicy() & Qt.FocusPolicy.TabFocus)
    return one.role() in CONTROLS or by_keys


def is_small(one: QAccessibleInterface) -> bool:
    """Less than what a finger hits; what stands in a field has the field's height."""
    widget = one.object()
    if isinstance(widget, QWidget) and isinstance(widget.parent(), QLineEdit):
        return False
    size: QSize = widget.size() if isinstance(widget, QWidget) else one.rect().size()
    return min(size.width(), size.height()) < TARGET


def faults(window: Window) -> list[str]:
    """Controls that are nameless, of no kind, or too small to hit."""
    found = []
    for one in walk(QAccessible.queryAccessibleInterface(window)):
        if is_control(one):
            wrong = [
                "no name" * (not one.text(Name)),
                "no role" * (one.role() == Role.NoRole),
                "small" * is_small(one),
            ]
            if any(wrong):
                found.append(f"{type(one.object()).__name__} {one.role().name} {one.text(Name)!r}: {' '.join(wrong)} {one.rect()}")
    return found


def with_picture(window: Window) -> None:
    assert window.jobs is not None
    picture = QImage(30, 20, QImage.Format.Format_RGB32)
    picture.fill(0)
    picture.save(str(window.jobs.root / "map.png"))
    show(window, "map.png")


def with_pdf(window: Window) -> None:
    assert window.jobs is not None
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), "harbour")
        document.save(window.jobs.root / "tides.pdf")
    show(window, "tides.pdf")


def many_tabs(window: Window) -> None:
    window.resize(window.minimumSize())
    for ref in (*FILES, "cells.ipynb"):
        show(window, ref)


def explain(window: Window) -> None:
    dialog = search(window, "harbour")
    dialog._answer = None
    dialog._explain.click()
    until(lambda: dialog._answer is not None)


def unfold(window: Window) -> None:
    window.show_settings()
    pane = settings(window)
    pane.search.unfold(True)
    settle()


SCREENS: dict[str, Screen] = {
    "nothing open": lambda _: settle(),
    "palette": lambda window: (window.open_palette(""), settle()),
    "palette with hits": lambda window: (
        window.open_palette("harbour"), until(lambda: window._palette._model.number_of("search") > 1)
    ),
    "search": lambda window: window.open_search(""),
    "hits": lambda window: search(window, "harbour"),
    "nothing found": lambda window: search(window, "harbuor"),
    "explained": explain,
    "settings": unfold,
    "settings of the index": lambda window: (window.show_settings("Index"), settle()),
    "help": lambda window: (window.show_help(), settle()),
    "text": lambda window: show(window, "src/app.py", "salinity"),
    "find": lambda window: (show(window, "src/app.py"), window.front.find()),
    "markdown": lambda window: show(window, "docs/guide.md", "salinity"),
    "notebook": lambda window: show(window, "cells.ipynb"),
    "table": lambda window: show(window, "data/depths.csv", "harbour"),
    "picture": with_picture,
    "pages": with_pdf,
    "broken": lambda window: show(window, "broken.ipynb"),
    "many tabs": many_tabs,
    "note": lambda window: window.notes.new("The harbour is shallow."),
    "deleted note": lambda window: (window.notes.new("x"), settle(), window.notes.delete()),
}  # fmt: skip


@pytest.mark.parametrize("screen", SCREENS)
def test_controls(window: Window, screen: str) -> None:
    """On every screen each control says what it is and of which kind, and can be hit."""
    SCREENS[screen](window)
    settle()
    assert faults(window) == []


def test_controls_of_a_note_that_cannot_be_saved(window: Window) -> None:
    """What can be done about it has names, too."""
    assert window.jobs is not None
    window.notes.new("mine")
    until(lambda: window.front.tab is not None and window.front.tab.place is not None)
    edit_note(window.jobs.root, notes_of(window.jobs.root)[0].name, "theirs")
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClicks(focus, " and more")
    viewer = window.front.tab.note if window.front.tab is not None else None
    assert viewer is not None
    assert not viewer.save()
    settle()
    assert faults(window) == []
    viewer.editor._take_other()  # or the window would not close


def test_controls_of_the_welcome(open_window: Opener, workspace: Path) -> None:
    """So does each of the page that is shown before there is a workspace."""
    state = WindowState()
    state.opened_folder(str(workspace))
    state.save()
    window = open_window(None)
    until(lambda: window._welcome._model.rowCount() == 1)
    settle()
    assert faults(window) == []


# -- what is said


def test_hits_are_said(window: Window) -> None:
    """A row says which it is, where it lies and what it holds; its marks are said as words."""
    model = search(window, "harbour shallow")._model
    index = model.index(model.first_hit_row())
    said = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.startswith("1 of 1, notes.md, docs, line 3, The harbour is shallow")
    assert index.data(Qt.ItemDataRole.AccessibleDescriptionRole) == "matches: harbour, shallow"


def test_the_count_is_announced(window: Window, spoken: list[str]) -> None:
    """How many items there are is said once the keys rest, and not before."""
    search(window, "harbour")
    assert spoken == []
    until(lambda: spoken)
    assert spoken == ["4 items"]


def test_arrows_announce_hits(window: Window, spoken: list[str]) -> None:
    """The keys are in the query, so the hit that the arrows come to is said."""
    search(window, "harbour")
    keys(window, "Down")
    assert [text.partition(",")[0] for text in spoken] == ["2 of 4"]
    assert "matches: harbour" in spoken[0]


def test_the_palette_announces_rows(window: Window, spoken: list[str]) -> None:
    """So it is with the rows of the palette."""
    window.open_palette(">theme")
    keys(window, "Down")
    assert spoken == ["2 of 3, Theme: light, matches: theme"]


def test_what_is_wrong_is_announced(window: Window, spoken: list[str]) -> None:
    """A query that is none is said in place of what an older one did not find, as a sentence, and aloud."""
    dialog = search(window, "harbuor")
    dialog.set_text("/harb(our/")
    until(lambda: "Nothing was searched" in dialog._nothing.widget().accessibleName())
    assert "The regular expression" in dialog._nothing.widget().accessibleName()
    until(lambda: any("The regular expression" in text for text in spoken))


def test_nothing_is_announced_to_nobody(window: Window) -> None:
    """Where no screen reader listens, no event is made."""
    assert not QAccessible.isActive()
    announcing.announce(window, "Something.")


def test_the_foot_is_read(window: Window) -> None:
    """What was found is read from the foot of the search, how many marks there are from the bar of the tab."""
    dialog = search(window, "harbour")
    said = QAccessible.queryAccessibleInterface(dialog._said)
    assert said.text(Name).startswith("4 items")
    dialog.close_up()
    show(window, "docs/notes.md", "harbour")
    tab = window.front.tab
    assert tab is not None
    until(lambda: tab.mark_count)
    assert QAccessible.queryAccessibleInterface(tab._marks).text(Name).endswith("of 1")


# -- the focus


def test_tab_stays_in_the_search(window: Window) -> None:
    """Tab and Shift+Tab walk all of the search's controls, and nothing that lies behind it."""
    dialog = search(window, "harbour")
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
        seen = []
        for _ in range(20):
            focus = QApplication.focusWidget()
            assert focus is not None
            assert dialog.isAncestorOf(focus)
            seen.append(focus)
            QTest.keyClick(focus, key)
        assert {dialog._field, dialog._list, dialog._close, dialog._scan} <= set(seen)


def test_panes_of_the_search(window: Window) -> None:
    """F6 walks from the query to the hits to the preview while the search is open."""
    dialog = search(window, "harbour")
    until(lambda: dialog._preview.viewer is not None)
    for pane in (dialog._list, dialog._preview, dialog._field):
        keys(window, "F6")
        focus = QApplication.focusWidget()
        assert focus is not None
        assert pane is focus or pane.isAncestorOf(focus)


def test_panes_of_the_window(window: Window) -> None:
    """F6 comes to the foot, too."""
    show(window, "src/app.py")
    assert window._shelf is not None
    seen = []
    for _ in range(4):
        keys(window, "F6")
        seen.append(next(pane for pane in (window._top.field, window._shelf, window._tabs, window._foot)
                         if pane is not None and (pane.hasFocus() or pane.isAncestorOf(QApplication.focusWidget()))))  # fmt: skip
    assert set(seen) == {window._top.field, window._shelf, window._tabs, window._foot}


def test_the_line_above_a_pane_shows_the_focus(window: Window) -> None:
    """A viewer that does not show itself that it has the keys has a line above it that does."""
    show(window, "src/app.py")
    tab = window.front.tab
    assert tab is not None
    shown = []
    for focused in (tab._pane.viewer, window._top.field):
        assert focused is not None
        focused.setFocus()
        settle()
        shown.append(tab._line.grab().toImage().pixelColor(5, 0))
    assert shown[0] != shown[1]


# -- sizes


@pytest.fixture
def large(qapp: QApplication) -> Iterator[None]:
    """A person has made the interface's font twice as large."""
    font = qapp.font()
    larger = qapp.font()
    larger.setPixelSize(26)
    qapp.setFont(larger)
    yield
    qapp.setFont(font)


def test_large_fonts(large: None, window: Window) -> None:
    """With a font of twice the size fields are as high as their letters, and settings as wide as their page."""
    window.resize(1200, 780)
    dialog = search(window, "harbour")
    assert dialog._field.height() >= dialog._field.minimumSizeHint().height()
    dialog.close_up()
    window.open_palette(">qqqq")
    settle()
    assert window._palette._field.height() >= window._palette._field.minimumSizeHint().height()
    window._palette.close_up()
    unfold(window)
    pane = settings(window)
    until(lambda: pane._scroll.widget().width() <= pane._scroll.viewport().width())
    assert pane.list.width() >= pane.list.fontMetrics().horizontalAdvance("Appearance") + 16


def test_tabs_keep_their_titles(window: Window) -> None:
    """However many tabs there are, each shows some of its title; the bar is scrolled."""
    many_tabs(window)
    assert window._tabs is not None
    bar = window._tabs.tabBar()
    assert min(bar.tabRect(number).width() for number in range(bar.count())) >= 100


# -- states that nobody wants


def test_no_command(window: Window) -> None:
    """A palette without rows says so, below a field that can be read."""
    window.open_palette(">qqqq")
    settle()
    palette = window._palette
    assert [palette._model.row(number).title for number in range(palette._model.rowCount())] == ["Nothing is called so"]  # type: ignore[union-attr]
    assert palette._field.height() >= palette._field.minimumSizeHint().height()


def test_a_scan_that_failed(window: Window) -> None:
    """That a scan failed stays in the foot until the next one; the settings that are opened then say why."""
    assert window.jobs is not None
    window.jobs.root.rename(window.jobs.root.with_name("elsewhere"))
    window.scan_again()
    until(lambda: window._foot.failure)
    window.jobs.ask_status()
    told: list[object] = []
    window.jobs.status_changed.connect(told.append)
    until(lambda: told)
    assert window._foot._trouble.text() == "The scan failed"
    assert not window._foot._state.text().startswith("Up to date")
    window.show_settings("Index")
    index = settings(window).index
    assert index is not None
    assert window._foot.failure in index.scan._failure.text()


def test_a_settings_file_that_is_broken(window: Window) -> None:
    """What is wrong in a settings file is said on top of the settings, until it is mended."""
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text("this is [no toml", encoding="utf-8")
    window.show_settings()
    pane = settings(window)
    assert str(settings_file()) in pane._wrong.text()
    assert pane._wrong.isVisible()
    settings_file().unlink()
    pane.refresh()
    assert not pane._wrong.isVisible()


def settings(window: Window) -> SettingsPane:
    assert window._tabs is not None
    pane = window._tabs.page(SettingsPane)
    assert isinstance(pane, SettingsPane)
    return pane
