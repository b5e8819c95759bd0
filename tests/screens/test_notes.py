"""Are a person's own notes written, changed, found and deleted in the window, by keyboard alone, and is none ever lost?"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6")
pytest.importorskip("PySide6.QtWebEngineWidgets")

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from shiboken6 import isValid
from tests.screens.making import Opener, lay, press, settle, shut, until
from tests.screens.test_window import (
    choose_in_palette,
    current,
    dialog_of,
    keys,
    notice,
    palette_rows,
    tabs,
    write,
)

from sleuth.domain.items import Source
from sleuth.engine.notes import Note, add_note, delete_note, edit_note, notes_of
from sleuth.engine.workspace import SearchOptions, Workspace
from sleuth.places import notes_folder
from sleuth.ui.palette.rows import Group
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.code.view import CodeViewer
from sleuth.ui.viewers.markdown.view import MarkdownViewer
from sleuth.ui.viewers.note.area import NoteArea
from sleuth.ui.viewers.note.editor import NoteEditor
from sleuth.ui.viewers.note.view import NoteViewer
from sleuth.ui.viewers.tab import Tab
from sleuth.ui.window.window import Window

LONG_MS = 30_000


@pytest.fixture(autouse=True)
def short_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """The keys rest sooner than they do for a person."""
    monkeypatch.setattr("sleuth.ui.viewers.note.editor._RESTED_MS", 80)


@pytest.fixture
def window(open_window: Opener, workspace: Path) -> Window:
    return open_window(lay(workspace))


@pytest.fixture
def broken(workspace: Path) -> Iterator[Path]:
    """A folder of notes that cannot be: a file has its name. Whoever is root may write into any folder."""
    folder = notes_folder(Path(os.path.realpath(workspace)))
    yield folder
    if folder.is_file():
        folder.unlink()


def viewer(window: Window) -> NoteViewer:
    note = current(window).note
    assert note is not None
    return note


def editor(window: Window) -> NoteEditor:
    return viewer(window).editor


def area(window: Window) -> NoteArea:
    return editor(window)._area


def typed(window: Window, text: str) -> None:
    """Type into the note, line by line, as a person does."""
    focus = QApplication.focusWidget()
    assert isinstance(focus, NoteArea), f"the focus is in {focus}"
    for number, line in enumerate(text.split("\n")):
        if number:
            press(focus, Qt.Key.Key_Return)
        QTest.keyClicks(focus, line)


def begun(window: Window, text: str = "") -> Tab:
    """Ctrl+N, and a text."""
    keys(window, "Ctrl+N")
    typed(window, text)
    return current(window)


def texts(window: Window) -> list[str]:
    """What is in the files, the newest first."""
    assert window.jobs is not None
    return [note.text for note in notes_of(window.jobs.root)]


def opened(window: Window, note: Note, is_edited: bool = False) -> Tab:
    """The note in front: its preview, or the editor with the keys in it."""
    window.show_place(Place(note.ref, source=Source.NOTES), pinned=True)
    until(lambda: (reading := current(window)._pane.reading) is not None and reading.ref == note.ref, LONG_MS)
    if is_edited:
        keys(window, "Ctrl+E")
        until(lambda: area(window).hasFocus())
    return current(window)


def said(window: Window) -> str:
    """What stands above the text."""
    return editor(window)._strip.text


def walk_to(window: Window, title: str) -> None:
    """To a button above the text, with Shift+Tab."""
    for _ in range(10):
        focus = QApplication.focusWidget()
        if isinstance(focus, QPushButton) and focus.text() == title:
            return
        keys(window, "Shift+Tab")
    raise AssertionError(f"no way leads to {title}")


def press_button(window: Window, title: str) -> None:
    walk_to(window, title)
    keys(window, "Return")


def found(window: Window, text: str) -> list[str]:
    """Notes that a search finds in the index as it is, without a scan."""
    assert window.jobs is not None
    index = Workspace.open(window.jobs.root)
    hits = index.search(text, SearchOptions(sources=("notes",))).hits
    index.close()
    return [hit.title for hit in hits]


# -- a new one


def test_a_new_note_by_keyboard(window: Window) -> None:
    """Ctrl+N, a text, and it is kept without a further word, called by its first line."""
    tab = begun(window, "Tide gauge\n\nIt reads too high.")
    until(lambda: texts(window) == ["Tide gauge\n\nIt reads too high.\n"])
    until(lambda: tabs(window).tabText(0) == "Tide gauge")
    assert tab._crumbs.text() == "Your notes › Tide gauge"
    assert editor(window)._state.text().startswith("Saved")


def test_nothing_is_kept_of_nothing(window: Window) -> None:
    """A new note without a word leaves no file, nor does one whose words were taken back."""
    begun(window, "")
    keys(window, "Ctrl+W")
    begun(window, "  ")
    QTest.qWait(150)
    keys(window, "Ctrl+W")
    assert tabs(window).count() == 0
    begun(window, "x")
    until(lambda: texts(window))
    keys(window, "Backspace")
    QTest.qWait(150)
    keys(window, "Ctrl+W")
    assert texts(window) == []


@pytest.mark.parametrize("act", ["save", "search", "another tab", "close", "close the window", "preview"])
def test_kept_at_once(window: Window, monkeypatch: pytest.MonkeyPatch, act: str) -> None:
    """Whatever the person turns to, the note is in its file before that, however short the rest was."""
    monkeypatch.setattr("sleuth.ui.viewers.note.editor._RESTED_MS", 60_000)
    assert window.jobs is not None
    root = window.jobs.root
    if act == "another tab":
        window.show_place(Place("src/app.py"), pinned=True)
    begun(window, "kept")
    assert notes_of(root) == []
    if act == "close the window":
        shut(window)
    else:
        keys(window, {"save": "Ctrl+S", "search": "Ctrl+Shift+F", "another tab": "Ctrl+1", "close": "Ctrl+W", "preview": "Ctrl+E"}[act])
    assert [note.text for note in notes_of(root)] == ["kept\n"]


def test_found_right_after(window: Window) -> None:
    """Ctrl+S, and it is found by its words; changed, by those that it has then."""
    begun(window, "The pelican stands.")
    keys(window, "Ctrl+S")
    until(lambda: found(window, "pelican") == ["The pelican stands."])
    typed(window, " No, the walrus.")
    keys(window, "Ctrl+S")
    until(lambda: found(window, "walrus") != [])


def test_saved_while_keys_still_come(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who never pauses is not left without a file."""
    monkeypatch.setattr("sleuth.ui.viewers.note.editor._RESTED_MS", 60_000)
    monkeypatch.setattr("sleuth.ui.viewers.note.editor._LATEST_MS", 50)
    begun(window, "on")
    until(lambda: QTest.keyClicks(QApplication.focusWidget(), " and on") or texts(window) != [])


@pytest.mark.parametrize("text", ["né\u00a0ici", "😀 smile\n\n    indented", "- a\n- b", "tab\there"])
def test_any_text_is_kept_as_it_is(window: Window, text: str) -> None:
    """Spaces that do not break, letters beyond the first plane, indents and lists come back as they were."""
    begun(window)
    area(window).insertPlainText(text)
    until(lambda: texts(window) == [f"{text}\n"])


def test_lines_end_as_they_do_everywhere(window: Window) -> None:
    """Shift+Enter is no other line's end than Enter."""
    begun(window, "one")
    press(area(window), Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(area(window), "two")
    until(lambda: texts(window) == ["one\ntwo\n"])


def test_from_the_palette(window: Window) -> None:
    """What was typed in vain becomes a note, but never by chance."""
    keys(window, "Ctrl+K")
    write(window, "the pelican stands")
    until(lambda: window._palette._looked_up == "the pelican stands")
    rows = palette_rows(window)
    assert rows[window._palette._list.currentIndex().row()].group is Group.SEARCH
    keys(window, "Escape,Escape")
    choose_in_palette(window, "the pelican stands", lambda row: row.key == "note")
    until(lambda: texts(window) == ["the pelican stands\n"])
    assert area(window).hasFocus()


def test_one_empty_note_will_do(window: Window) -> None:
    """Ctrl+N where nothing was written yet opens no second tab; after a word it does."""
    keys(window, "Ctrl+N")
    keys(window, "Ctrl+N")
    assert tabs(window).count() == 1
    typed(window, "x")
    keys(window, "Ctrl+N")
    assert tabs(window).count() == 2


def test_back_leads_past_a_new_note(window: Window) -> None:
    """Alt+Left goes from what was opened later to the note, then to what was open before it."""
    window.show_place(Place("src/app.py"), pinned=True)
    begun(window, "between")
    until(lambda: texts(window))
    window.show_place(Place("docs/notes.md"), pinned=True)
    keys(window, "Alt+Left")
    assert current(window).title() == "between"
    keys(window, "Alt+Left")
    assert current(window).ref() == "src/app.py"


# -- one that is there


def test_preview_then_editor(window: Window) -> None:
    """A note is looked at first; Ctrl+E changes it, and Ctrl+E shows what became of it."""
    assert window.jobs is not None
    note = add_note(window.jobs.root, "# Tides\n\nof the harbour")
    tab = opened(window, note)
    assert isinstance(viewer(window)._shown, MarkdownViewer)
    assert tab.title() == "Tides"
    keys(window, "Ctrl+E")
    until(lambda: area(window).hasFocus())
    typed(window, ", at night")
    keys(window, "Ctrl+E")
    assert texts(window) == ["# Tides\n\nof the harbour, at night\n"]
    assert viewer(window)._written().text == "# Tides\n\nof the harbour, at night"
    until(lambda: QApplication.focusWidget() is not None and not area(window).hasFocus())


def test_from_a_hit_at_its_line(window: Window) -> None:
    """Ctrl+E on a hit opens the editor of the window, in the line that was found."""
    assert window.jobs is not None
    add_note(window.jobs.root, "one\ntwo\nthe pelican\nfour")
    ended: list[object] = []
    window.jobs.scan_ended.connect(ended.append)
    window.jobs.scan()
    until(lambda: ended)
    choose_in_palette(window, ">show notes", lambda row: row.command is not None and row.command.id == "search.notes")
    until(lambda: dialog_of(window)._current() is not None)
    write(window, "pelican")
    until(lambda: (hit := dialog_of(window)._current()) is not None and hit.line == 3)
    keys(window, "Ctrl+E")
    until(lambda: not dialog_of(window).isVisible() and current(window).note is not None, LONG_MS)
    until(lambda: area(window).hasFocus())
    assert area(window).line() == 3


def test_all_notes(window: Window, tmp_path: Path) -> None:
    """Show notes lists one's own and those of agents, the newest first."""
    assert window.jobs is not None
    lay(tmp_path / "person", {".codex/memories/MEMORY.md": "the walrus"})
    os.utime(tmp_path / "person/.codex/memories/MEMORY.md", (1_000_000_000, 1_000_000_000))
    begun(window, "the pelican")
    keys(window, "Ctrl+S")
    until(lambda: found(window, "pelican"))
    choose_in_palette(window, ">show notes", lambda row: row.command is not None and row.command.id == "search.notes")
    model = dialog_of(window)._model
    until(lambda: model.rowCount() == 2)
    assert [hit.ref for row in (0, 1) if (hit := model.hit(row)) is not None][1] == "~/.codex/memories/MEMORY.md"


def test_no_notes_yet(window: Window) -> None:
    """Where there is none, it is said how one comes about."""
    choose_in_palette(window, ">show notes", lambda row: row.command is not None and row.command.id == "search.notes")
    until(lambda: (page := dialog_of(window)._nothing.widget()) is not None and "There are no notes" in page.accessibleName())


def test_agents_notes_are_left_alone(window: Window, tmp_path: Path) -> None:
    """A memory of an agent's is looked at, and neither edited nor deleted here."""
    assert window.jobs is not None
    lay(tmp_path / "person", {".codex/memories/MEMORY.md": "# Walrus"})
    ended: list[object] = []
    window.jobs.scan_ended.connect(ended.append)
    window.jobs.scan()
    until(lambda: ended)
    window.show_place(Place("~/.codex/memories/MEMORY.md", source=Source.NOTES))
    until(lambda: current(window)._pane.viewer is not None, LONG_MS)
    tab = current(window)
    assert tab.note is None
    assert tab._source.text() == "Source"
    assert not tab._delete.isVisible()
    keys(window, "Ctrl+Shift+V")
    shown = tab._pane.viewer
    assert isinstance(shown, MarkdownViewer)
    assert isinstance(shown._source, CodeViewer)


def test_links_lead_into_the_workspace(window: Window) -> None:
    """A link in a note is one from the top of the workspace."""
    assert window.jobs is not None
    opened(window, add_note(window.jobs.root, "See [the guide](docs/guide.md)."))
    followed: list[str] = []
    current(window).link_activated.connect(followed.append)
    preview = viewer(window)._preview
    assert isinstance(preview, MarkdownViewer)
    assert preview._reading is not None
    assert preview.root(preview._reading) == window.jobs.root
    preview.link_activated.emit("/docs/guide.md")
    assert current(window).ref() == "docs/guide.md"


def test_find_in_the_editor(window: Window) -> None:
    """Ctrl+F marks a word in what is written, F3 walks on, and what is typed then is marked too."""
    begun(window)
    area(window).insertPlainText("tide, Tide 😀 tide")
    keys(window, "Ctrl+F")
    write(window, "tide")
    assert editor(window)._area.counted == (1, 3)
    keys(window, "F3")
    assert editor(window)._area.counted[0] == 2
    assert area(window).textCursor().position() == 6
    keys(window, "Escape")
    assert area(window).hasFocus()
    assert area(window).extraSelections() == []


def test_marks_are_those_of_what_is_seen(window: Window) -> None:
    """The bar counts the marks of the preview, then those of the editor, and what is found goes along."""
    assert window.jobs is not None
    note = add_note(window.jobs.root, "tide\n\nthe tide, [x](tide.md)")
    opened(window, note)
    keys(window, "Ctrl+F")
    write(window, "tide")
    until(lambda: current(window).mark_count == 2, LONG_MS)
    current(window).toggle_source()
    assert current(window).mark_count == 3
    current(window).toggle_source()
    until(lambda: current(window).mark_count == 2, LONG_MS)


def test_a_hit_in_the_note_that_is_being_written(window: Window) -> None:
    """A hit leads the cursor to its line, and what was typed stays."""
    assert window.jobs is not None
    note = add_note(window.jobs.root, "one\ntwo\nthe pelican\nfour")
    opened(window, note, is_edited=True)
    typed(window, " more")
    keys(window, "Ctrl+S")
    window.show_place(Place(note.ref, 3, query="pelican", source=Source.NOTES))
    until(lambda: area(window).line() == 3)
    assert editor(window).text() == "one\ntwo\nthe pelican\nfour more"
    until(lambda: area(window).counted == (1, 1))


def test_beside_the_text(window: Window) -> None:
    """A click beside a line puts the cursor into it."""
    begun(window, "one\ntwo")
    window.show_settings()
    keys(window, "Ctrl+1")
    QTest.mouseClick(area(window), Qt.MouseButton.LeftButton, pos=QPoint(4, area(window).viewport().y() + 4))
    assert area(window).hasFocus()
    assert area(window).line() == 1


def test_goes_to_a_line(window: Window) -> None:
    """Ctrl+G leads to a line of what is being written."""
    begun(window, "one\ntwo\nthree")
    until(lambda: current(window)._pane.reading is not None)  # it has been saved, and read again
    keys(window, "Ctrl+G")
    write(window, "2")
    keys(window, "Return")
    until(lambda: area(window).line() == 2)


def test_keys_of_the_window_work(window: Window) -> None:
    """No key that the window has is taken by the text."""
    begun(window, "x")
    for pressed, sheet in (("Ctrl+K", window._palette), ("Ctrl+Shift+F", dialog_of(window))):
        area(window).setFocus()
        keys(window, pressed)
        assert sheet.isVisible()
        keys(window, "Escape")
        until(lambda: area(window).hasFocus())


# -- somebody else changes it


def test_taken_where_nothing_was_typed(window: Window) -> None:
    """What the command line makes of a note is shown at once, and the cursor stays."""
    assert window.jobs is not None
    note = add_note(window.jobs.root, "one\ntwo")
    opened(window, note, is_edited=True)
    area(window).go_to_line(2)
    edit_note(window.jobs.root, note.name, "one\ntwo\nthree")
    until(lambda: editor(window).text() == "one\ntwo\nthree")
    until(lambda: area(window).line() == 2)
    assert said(window) == ""


@pytest.mark.parametrize("title", ["Keep this one", "Take the other"])
def test_neither_is_lost_unasked(window: Window, monkeypatch: pytest.MonkeyPatch, title: str) -> None:
    """A note that was changed elsewhere while it was written is written over when that is said, and not before."""
    monkeypatch.setattr("sleuth.ui.viewers.note.editor._RESTED_MS", 60_000)
    assert window.jobs is not None
    note = add_note(window.jobs.root, "before")
    opened(window, note, is_edited=True)
    typed(window, "mine ")
    mine = editor(window).text()
    edit_note(window.jobs.root, note.name, "theirs")
    keys(window, "Ctrl+S")
    assert "changed elsewhere" in said(window)
    assert texts(window) == ["theirs\n"]
    keys(window, "Ctrl+W")
    assert tabs(window).count() == 1  # it would be lost
    press_button(window, title)
    assert said(window) == ""
    assert texts(window) == ["theirs\n" if title == "Take the other" else f"{mine.rstrip()}\n"]
    assert area(window).hasFocus()
    if title == "Take the other":
        keys(window, "Ctrl+Z")
        assert editor(window).text() == mine


@pytest.mark.parametrize("title", ["Keep it", "Let it go"])
def test_deleted_elsewhere(window: Window, monkeypatch: pytest.MonkeyPatch, title: str) -> None:
    """What was written into a note that somebody deleted is kept, or let go, as the person says."""
    monkeypatch.setattr("sleuth.ui.viewers.note.editor._RESTED_MS", 60_000)
    assert window.jobs is not None
    note = add_note(window.jobs.root, "before")
    opened(window, note, is_edited=True)
    typed(window, "more ")
    mine = editor(window).text()
    delete_note(window.jobs.root, note.name)
    until(lambda: "deleted elsewhere" in said(window))
    assert editor(window).text() == mine
    press_button(window, title)
    if title == "Keep it":
        assert [(one.name, one.text) for one in notes_of(window.jobs.root)] == [(note.name, f"{mine.rstrip()}\n")]
    else:
        until(lambda: tabs(window).count() == 0)
        assert texts(window) == []


def test_gone_where_nothing_was_typed(window: Window) -> None:
    """A note that was deleted elsewhere is said to be gone."""
    assert window.jobs is not None
    note = add_note(window.jobs.root, "before")
    tab = opened(window, note, is_edited=True)
    delete_note(window.jobs.root, note.name)
    until(lambda: tab._pane.viewer is None)
    assert "any more" in tab._pane._sentence.accessibleName()


def test_two_windows(open_window: Opener, window: Window) -> None:
    """What one window saves, the other shows."""
    assert window.jobs is not None
    note = add_note(window.jobs.root, "one")
    opened(window, note, is_edited=True)
    other = open_window(window.jobs.root)
    opened(other, note, is_edited=True)
    typed(other, "two ")
    keys(other, "Ctrl+S")
    until(lambda: editor(window).text() == "onetwo")


# -- deleted


def test_deleted_and_brought_back(window: Window) -> None:
    """Delete says so and offers Undo, which F6 reaches; the note is back to the byte, with its name and its age."""
    assert window.jobs is not None
    note = add_note(window.jobs.root, "# Tides\n\n  of the harbour")
    opened(window, note)
    choose_in_palette(window, ">delete the note", lambda row: row.command is not None and row.command.id == "file.delete_note")
    assert texts(window) == []
    assert tabs(window).count() == 0
    assert "“Tides” was deleted" in notice(window)
    keys(window, "F6")
    keys(window, "Return")
    assert notes_of(window.jobs.root) == [note]
    until(lambda: current(window).title() == "Tides", LONG_MS)


def test_brought_back_later(window: Window) -> None:
    """When the message is gone, the palette still brings it back."""
    begun(window, "x")
    keys(window, "Ctrl+S")
    window.notes.delete()
    window._message.close_up()
    choose_in_palette(window, ">bring back", lambda row: row.command is not None and row.command.id == "file.bring_back_note")
    assert texts(window) == ["x\n"]
    assert not window.notes.has_deleted


def test_emptied_and_brought_back(window: Window) -> None:
    """A note of which nothing was left is deleted with its tab, and what it said last can be had again."""
    assert window.jobs is not None
    note = add_note(window.jobs.root, "before")
    opened(window, note, is_edited=True)
    keys(window, "Ctrl+A")
    keys(window, "Delete")
    QTest.qWait(150)
    assert texts(window) == ["before\n"]
    keys(window, "Ctrl+W")
    assert texts(window) == []
    window._message.press()
    assert notes_of(window.jobs.root) == [note]


# -- faults


def test_what_cannot_be_saved_stays(window: Window, broken: Path) -> None:
    """No room, no right to write: it is said, the text stays, neither its tab nor the window closes, and it is tried again."""
    broken.parent.mkdir(parents=True, exist_ok=True)
    broken.write_text("no folder")
    begun(window, "precious")
    until(lambda: "cannot be written" in said(window))
    keys(window, "Ctrl+W")
    keys(window, "Ctrl+E")
    window.close()
    settle()
    assert isValid(window)
    assert window.isVisible()
    assert editor(window).text() == "precious"
    assert area(window).isVisible()
    press_button(window, "Copy the text")
    assert QGuiApplication.clipboard().text() == "precious"
    walk_to(window, "Try again")
    broken.unlink()
    keys(window, "Return")
    assert texts(window) == ["precious\n"]
    assert said(window) == ""


def test_given_up(window: Window, broken: Path) -> None:
    """Who does not want it any more is let go, and can still undo that."""
    broken.parent.mkdir(parents=True, exist_ok=True)
    broken.write_text("no folder")
    begun(window, "not so precious")
    until(lambda: said(window))
    press_button(window, "Give it up")
    assert editor(window).text() == ""
    keys(window, "Ctrl+Z")
    assert editor(window).text() == "not so precious"
    keys(window, "Ctrl+Y")
    keys(window, "Ctrl+W")
    assert tabs(window).count() == 0


def test_what_cannot_be_deleted_is_said(window: Window, broken: Path) -> None:
    """A note that is in no file with all that was written is not deleted."""
    broken.parent.mkdir(parents=True, exist_ok=True)
    broken.write_text("no folder")
    begun(window, "precious")
    until(lambda: said(window))
    window.notes.delete()
    assert "Not deleted" in notice(window)
    assert editor(window).text() == "precious"
    press_button(window, "Give it up")


def test_undo_does_not_reach_another_note(window: Window) -> None:
    """Ctrl+Z in a note that was just opened changes nothing."""
    assert window.jobs is not None
    opened(window, add_note(window.jobs.root, "one"), is_edited=True)
    keys(window, "Ctrl+Z")
    assert editor(window).text() == "one"


def test_the_title_is_set_off(window: Window) -> None:
    """The first line is bolder than the rest, and so is it when something was put before it."""
    begun(window, "title\ntext")
    block = area(window).document().firstBlock()
    weights = [[run.format.fontWeight() for run in one.layout().formats()] for one in (block, block.next())]
    assert weights == [[600], []]
    area(window).moveCursor(QTextCursor.MoveOperation.Start)
    typed(window, "new\n")
    block = area(window).document().firstBlock()
    assert [bool(one.layout().formats()) for one in (block, block.next())] == [True, False]
