"""Chats, notes and plans in the window: found, opened, linked to, and there again after a restart."""

from pathlib import Path

import pytest

pytest.importorskip("PySide6")
pytest.importorskip("PySide6.QtWebEngineWidgets")

from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.screens.making import Opener, lay, settle, shut, until
from tests.screens.test_window import (
    dialog_of,
    keys,
    palette_rows,
    tabs,
    write,
)
from tests.unit.building import settings
from tests.unit.ingest.talking import Person

from sleuth.domain.items import Source
from sleuth.engine.notes import add_note
from sleuth.engine.workspace import Workspace
from sleuth.places import notes_folder
from sleuth.ui.models.hit_rows import HitRows
from sleuth.ui.palette.rows import Group
from sleuth.ui.search_dialog.no_chats import where_looked
from sleuth.ui.viewers.chat.view import ChatViewer
from sleuth.ui.viewers.tab import Tab
from sleuth.ui.window.links import link_to, parse_link
from sleuth.ui.window.window import Window

LONG_MS = 30_000


@pytest.fixture
def person(tmp_path: Path, workspace: Path) -> Person:
    """Somebody who talked about harbours, a lot, and about a pelican once."""
    person = Person(tmp_path / "person", lay(workspace))
    for number in range(1, 300):
        text = "The pelican stands." if number == 251 else f"Of harbours, {number}."
        person.says("s1", text, key=f"k{number}")
    person.titles("s1", "Birds of the harbour")
    return person


@pytest.fixture
def window(open_window: Opener, person: Person, home: Path) -> Window:
    settings(home, '[search]\nsources = ["files", "chats", "notes"]\n')
    return open_window(person.folder)


def chat_shown(window: Window, section: str) -> Tab:
    """The tab of the chat, once it shows that message."""
    tab = tabs(window).current_tab()
    assert tab is not None
    until(lambda: isinstance(tab._pane.viewer, ChatViewer) and not tab._pane.viewer._is_loading, LONG_MS)
    until(lambda: (here := tab.here()) is not None and here.section == section, LONG_MS)
    return tab


def search(window: Window, text: str) -> None:
    keys(window, "Ctrl+Shift+F")
    dialog = dialog_of(window)
    write(window, text)
    until(lambda: dialog._answer is not None and dialog._answer.query == text and dialog._current() is not None)


def test_a_hit_of_the_search(window: Window) -> None:
    """A message that was found has its chat's title, whose it is and when; Enter opens the chat at it."""
    search(window, "pelican")
    dialog = dialog_of(window)
    index = dialog._model.index(0)
    rows = HitRows(dialog._model)
    assert rows.title(index) == "Birds of the harbour"
    assert rows.where(index).startswith("Claude Code · you · ")
    until(lambda: isinstance(dialog._preview.viewer, ChatViewer), LONG_MS)
    keys(window, "Return")
    tab = chat_shown(window, "message 251")
    assert tab.title() == "Birds of the harbour"
    assert not tab.icon().isNull()
    assert tab._crumbs.text() == "Claude Code › Birds of the harbour : message 251"
    until(lambda: tab.mark_count == 1, LONG_MS)


def test_further_messages_unfold(window: Window, person: Person) -> None:
    """→ shows the other messages of a chat that match, in its order, as many as were promised; Enter opens one at itself."""
    person.says("s1", "One more pelican, in the evening.", role="assistant", key="k300")
    window.scan_again()
    assert window.jobs is not None
    until(lambda: window.jobs is not None and not window.jobs.is_scanning)
    search(window, "pelican evening")
    dialog = dialog_of(window)
    rows = HitRows(dialog._model)
    assert rows.more(dialog._model.index(0)) == "1 more in this chat"
    keys(window, "Right")
    until(lambda: dialog._model.rowCount() == 2)
    keys(window, "Down")
    assert rows.where(dialog._model.index(1)) == "you · message 251"
    assert rows.lines(dialog._model.index(1)) == [("The pelican stands.", [(4, 11)])]
    assert dialog._model.spoken(1).startswith("further message, Birds of the harbour, you · message 251")
    keys(window, "Return")
    tab = chat_shown(window, "message 251")
    until(lambda: tab.mark_count == 3, LONG_MS)


def test_a_further_message_leads_back_to_its_chat(window: Window, person: Person) -> None:
    """Where a scan changes the answer while a further message is selected, its chat is selected then."""
    person.says("s1", "One more pelican, in the evening.", role="assistant", key="k300")
    window.scan_again()
    assert window.jobs is not None
    until(lambda: window.jobs is not None and not window.jobs.is_scanning)
    lay(person.folder, {f"{number}.txt": "The pelican, in the evening.\n" for number in range(3)})
    search(window, "pelican")
    dialog = dialog_of(window)
    keys(window, "Right")
    until(lambda: dialog._model.rowCount() == 2)
    keys(window, "Down")
    window.scan_again()
    until(lambda: dialog._answer is not None and dialog._answer.total == 4)
    assert dialog._current() is not None
    assert dialog._current().source is Source.CHATS


def test_chips(window: Window) -> None:
    """Sources that this workspace has can be chosen."""
    chips = dialog_of(window)._chips
    assert chips.offered() == (
        Source.FILES, Source.DOCUMENTS, Source.CHATS, Source.NOTES, Source.PLANS, Source.TERMINALS, Source.GIT, Source.SYMBOLS
    )  # fmt: skip
    assert chips.on() == (Source.FILES, Source.CHATS, Source.NOTES)


def test_the_palette(window: Window) -> None:
    """A chat is found by words of its title, which open it."""
    keys(window, "Ctrl+K")
    write(window, "birds harb")
    until(lambda: any(row.group is Group.CHATS and not row.is_header for row in palette_rows(window)), LONG_MS)
    number, row = next((n, row) for n, row in enumerate(palette_rows(window)) if row.group is Group.CHATS and not row.is_header)
    assert row.title == "Birds of the harbour"
    assert row.spans == ((0, 5), (13, 17))
    window._palette._choose(number)
    chat_shown(window, "message 1")


def test_a_recent_chat(window: Window) -> None:
    """Where nothing is typed the latest chat is offered, and opens at its last message."""
    keys(window, "Ctrl+K")
    until(lambda: any(row.group is Group.CHATS and not row.is_header for row in palette_rows(window)), LONG_MS)
    number = next(n for n, row in enumerate(palette_rows(window)) if row.group is Group.CHATS and not row.is_header)
    window._palette._choose(number)
    chat_shown(window, "message 299")


def test_a_note_by_its_title(window: Window, person: Person) -> None:
    """A note is found in the palette by its first line, and opens."""
    note = add_note(person.folder, "Cormorants of the pier\n\nThey dive.")
    window.scan_again()
    until(lambda: window.jobs is not None and not window.jobs.is_scanning)
    keys(window, "Ctrl+K")
    write(window, "cormorants pier")
    until(lambda: any(row.group is Group.NOTES and not row.is_header for row in palette_rows(window)), LONG_MS)
    window._palette._choose(next(n for n, row in enumerate(palette_rows(window)) if row.group is Group.NOTES and not row.is_header))
    tab = tabs(window).current_tab()
    assert tab is not None
    until(lambda: tab.file() == note.path, LONG_MS)


def test_going_to_a_message_and_back(window: Window) -> None:
    """Ctrl+G takes a message's number; Back leads to where the person was."""
    search(window, "pelican")
    keys(window, "Return")
    chat_shown(window, "message 251")
    keys(window, "Ctrl+G")
    write(window, "12")
    assert palette_rows(window)[0].title == "Go to message 12"
    keys(window, "Return")
    tab = chat_shown(window, "message 12")
    assert tabs(window).count() == 1
    window.go_back(-1)
    until(lambda: (here := tab.here()) is not None and here.section == "message 251", LONG_MS)


def test_a_link(window: Window) -> None:
    """The link to a message leads to it, and opens no second tab of its chat."""
    search(window, "pelican")
    hit = dialog_of(window)._current()
    assert hit is not None
    keys(window, "Return")
    chat_shown(window, "message 251")
    window.front.copy_link()
    link = parse_link(QGuiApplication.clipboard().text())
    assert link is not None
    assert link.place.ref == "claude-code/s1/k251"
    assert link.place.source is Source.CHATS
    of_hit = parse_link(hit.link)
    assert of_hit is not None
    assert (of_hit.place.ref, of_hit.place.section) == (link.place.ref, "message 251")
    other = parse_link(link_to("key", link.place).replace("k251", "k20").replace("%20251", "%2020"))
    assert other is not None
    window.show_place(other.place)
    chat_shown(window, "message 20")
    assert tabs(window).count() == 1


def test_after_a_restart(window: Window, open_window: Opener, person: Person) -> None:
    """The chat is open again, at the message that was read."""
    search(window, "pelican")
    keys(window, "Return")
    chat_shown(window, "message 251")
    shut(window)
    again = open_window(person.folder)
    tab = chat_shown(again, "message 251")
    until(lambda: tab.title() == "Birds of the harbour", LONG_MS)
    assert tabs(again).tabText(0) == "Birds of the harbour"


def test_growth(window: Window, person: Person) -> None:
    """What a scan finds is shown in the tab that is open; one that was deleted says so, and can be closed."""
    search(window, "pelican")
    keys(window, "Return")
    tab = chat_shown(window, "message 251")
    person.says("s1", "And another pelican.", key="k300")
    window.scan_again()
    until(lambda: tab.mark_count == 2, LONG_MS)
    here = tab.here()
    assert here is not None
    assert here.section == "message 251"
    person.log("s1").unlink()
    window.scan_again()
    until(lambda: tab._pane.viewer is None, LONG_MS)
    assert "any more" in tab._pane._sentence.accessibleName()
    tab._pane._sentence.act()
    until(lambda: tabs(window).count() == 0)


def test_a_note(window: Window, person: Person) -> None:
    """A note that was found is shown, and only one that a scan has found."""
    note = notes_folder(person.folder) / "2026-08-03-tide.md"
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text("# Tide table\n\nThe cormorant dives.\n", "utf-8")
    window.scan_again()
    assert window.jobs is not None
    until(lambda: window.jobs is not None and not window.jobs.is_scanning)
    search(window, "cormorant")
    keys(window, "Return")
    tab = tabs(window).current_tab()
    assert tab is not None
    until(lambda: tab.mark_count == 1, LONG_MS)
    assert tab.file() == note
    other = parse_link("sleuth://key/notes/~/secret.md")
    assert other is not None
    window.show_place(other.place, pinned=True)
    settle()
    until(lambda: tabs(window).current_tab() is not None and tabs(window).current_tab()._pane.viewer is None, LONG_MS)  # type: ignore[union-attr]


def test_where_chats_were_looked_for(open_window: Opener, workspace: Path, home: Path) -> None:
    """Where no agent has kept a chat, an empty answer says in which folders they were looked for."""
    settings(home, '[search]\nsources = ["chats"]\n')
    window = open_window(lay(workspace))
    dialog = dialog_of(window)
    until(lambda: Source.CHATS in dialog._absent.said)
    keys(window, "Ctrl+Shift+F")
    write(window, "pelican")
    until(lambda: dialog._nothing.widget() is not None and "~/.claude/projects" in dialog._nothing.widget().accessibleName())


def test_folders_that_are_there_come_first(tmp_path: Path) -> None:
    """Of the folders that were looked at, those that exist are told from those that do not; the home is a tilde."""
    (tmp_path / ".codex").mkdir()
    said = where_looked([("Amp", [tmp_path / ".amp"]), ("Codex", [tmp_path / ".codex"]), ("Zed", [])], tmp_path)
    assert said.endswith("Looked in: Codex (~/.codex). Looked for, but not there: Amp (~/.amp).")


def test_file_of(person: Person) -> None:
    """The editor is given the agent's transcript of a chat."""
    workspace = Workspace.open(person.folder)
    workspace.scan()
    assert workspace.file_of(Source.CHATS, "claude-code/s1/k251") == person.log("s1")


@pytest.mark.parametrize("chord", ["Ctrl+K", "Ctrl+Shift+F", "Ctrl+F"])
def test_a_sheet_that_goes_moves_nothing(window: Window, chord: str) -> None:
    """What is closed gives the keys back as no Tab does, which would go to a page's first link, far from what is read."""
    search(window, "pelican")
    keys(window, "Return")
    tab = chat_shown(window, "message 251")
    keys(window, chord)
    keys(window, "Escape")
    QTest.qWait(600)
    chat_shown(window, "message 251")
    assert tab.isAncestorOf(QApplication.focusWidget())
