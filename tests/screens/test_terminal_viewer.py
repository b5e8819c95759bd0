"""Is a recorded terminal shown as it looked, at the line that was found, legibly in every theme, while it grows?"""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QHelpEvent, QTextCharFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QToolTip
from pytestqt.qtbot import QtBot
from tests.screens.making import Opener, lay, press, until
from tests.screens.test_window import keys, tabs, write

from sleuth.domain.hits import Hit
from sleuth.domain.items import Kind, Source
from sleuth.domain.terminals import RecordingKind, Style
from sleuth.engine import terminals as engine_terminals
from sleuth.engine.terminals import TerminalReading
from sleuth.engine.workspace import SearchOptions, Workspace
from sleuth.places import recordings_folder
from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.models.hit_rows import HitRows
from sleuth.ui.models.places import beside_title, lies_in, where
from sleuth.ui.search_dialog.dialog import SearchDialog
from sleuth.ui.search_dialog.no_terminals import where_recorded
from sleuth.ui.settings_pane.pane import SettingsPane
from sleuth.ui.state import WindowState
from sleuth.ui.theme import ansi
from sleuth.ui.theme.theme import install, theme
from sleuth.ui.theme.tokens import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT, contrast
from sleuth.ui.viewers.base import Place, place_of_hit
from sleuth.ui.viewers.registry import Shown
from sleuth.ui.viewers.tab import Tab
from sleuth.ui.viewers.terminal.file_view import RecordingViewer
from sleuth.ui.viewers.terminal.looks import drawn
from sleuth.ui.viewers.terminal.view import TerminalViewer
from sleuth.ui.viewers.terminal.words import kind_said, long
from sleuth.ui.window.links import link_to, parse_link
from sleuth.ui.window.window import Window

THEMES = {"light": LIGHT, "dark": DARK, "high light": HIGH_LIGHT, "high dark": HIGH_DARK}
SHADES = [(red, green, blue) for red in (0, 96, 200, 255) for green in (0, 96, 200, 255) for blue in (0, 96, 200, 255)]
NUMBERS = [None, *range(256), *SHADES]
CAST = '{"version": 2, "width": 100, "height": 24, "title": "Building", "command": "make", "timestamp": 1785747600}\n'
FAIL = "\x1b[1;31mFAIL\x1b[0m the \x1b[42;30m pelican \x1b[0m stands\r\n"
LINKED = "see \x1b]8;;https://example.org/a?b=1\x1b\\the report\x1b]8;;\x1b\\ or \x1b]8;;file:///etc/passwd\x1b\\a file\x1b]8;;\x1b\\\r\n"


def event(text: str, at: float = 1.0, code: str = "o") -> str:
    return json.dumps([at, code, text]) + "\n"


def cast(*texts: str) -> str:
    return CAST + "".join(map(event, texts))


def lines(first: int, last: int) -> list[str]:
    return [f"\x1b[32mline {number}\x1b[0m\r\n" for number in range(first, last)]


# -- colours


@pytest.mark.parametrize("name", THEMES)
def test_letters_can_be_read(name: str) -> None:
    """The sixteen as they are, all others as adapted, dim ones too, have the contrast of words on what they may stand on."""
    colours = THEMES[name]
    least = ansi.least_contrast(colours)
    assert least == (7 if name.startswith("high") else 4.5)
    assert len(ansi.palette(colours)) == 16
    shown = [*ansi.palette(colours), *(ansi.letters(colours, one, is_dim) for one in NUMBERS for is_dim in (False, True))]
    for ground in (colours.surface, colours.surface_sunken):
        assert [one for one in shown if contrast(one, ground) < least] == []
    assert [one for one in shown if contrast(one, colours.selection) < 4.5] == []


@pytest.mark.parametrize("name", THEMES)
def test_letters_on_grounds_can_be_read(name: str) -> None:
    """So have letters on grounds of their own, inverse ones among them."""
    colours = THEMES[name]
    on_it = (None, 0, 1, 7, 15, 21, 200, (128, 128, 128))
    styles = [Style(foreground=letters, background=ground, dim=is_dim) for ground in NUMBERS[1:] for letters in on_it for is_dim in (False, True)]
    styles += [Style(foreground=ground, background=letters, inverse=True) for ground in NUMBERS for letters in on_it]
    made = [drawn(style, colours, can_be_bold=True) for style in styles]
    assert all(one.ground is not None for one in made)
    assert [one for one in made if contrast(one.letters, one.ground or "") < ansi.least_contrast(colours)] == []


def test_hue_is_kept() -> None:
    """What is adapted is still red, or blue; black stands on white as it is."""
    red, blue = QColor(ansi.letters(LIGHT, (255, 90, 90))), QColor(ansi.letters(DARK, (0, 0, 255)))
    assert red.red() > 1.5 * max(red.green(), red.blue())
    assert blue.blue() > 1.2 * max(blue.red(), blue.green())
    assert ansi.letters(LIGHT, (0, 0, 0)) == "#000000"


# -- what is shown


@pytest.fixture
def viewer(qtbot: QtBot, light: None) -> Iterator[TerminalViewer]:
    made = TerminalViewer()
    qtbot.addWidget(made)
    made.resize(700, 400)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.release()


def scanned(folder: Path, files: dict[str, str]) -> Workspace:
    workspace = Workspace.open(lay(folder, files))
    workspace.scan()
    return workspace


def hit_of(workspace: Workspace, query: str, source: str = "terminals") -> Hit:
    return workspace.search(query, SearchOptions(sources=(source,))).hits[0]


def at_hit(viewer: TerminalViewer, workspace: Workspace, query: str) -> TerminalReading:
    hit = hit_of(workspace, query)
    reading = workspace.read_terminal(hit.ref, query)
    viewer.show_reading(reading, place_of_hit(hit, query))
    return reading


def grow(path: Path, *texts: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.writelines(map(event, texts))


def again(viewer: TerminalViewer, workspace: Workspace, ref: str = "a.cast") -> None:
    """As the tab does when the file has grown."""
    place = viewer.place()
    viewer.show_reading(workspace.read_terminal(ref, place.query), viewer.place())


def top_line(viewer: TerminalViewer) -> str:
    area = viewer.area
    start, stop = area.lines.span(area.visible_rows().start)
    return area.lines.text[start:stop]


def caret_line(viewer: TerminalViewer) -> str:
    area = viewer.area
    start, stop = area.lines.span(area.lines.row_of(area.caret))
    return area.lines.text[start:stop]


def point_of(viewer: TerminalViewer, word: str) -> QPoint:
    """The middle of a word's second letter."""
    offset = viewer.area.lines.text.index(word) + 1
    return viewer.area._letter_box(offset).center().toPoint()


def form_at(viewer: TerminalViewer, word: str) -> QTextCharFormat | QColor:
    """How a word is laid out in the end."""
    at = viewer.area.lines.text.index(word)
    return list(viewer.area._coloured(at, at + len(word)))[-1][2]


def test_a_hits_line_is_the_viewers(viewer: TerminalViewer, workspace: Path) -> None:
    """It opens at the line of the hit, on the mark, in view, numbered as a person counts; its place is the hit's."""
    engine = scanned(workspace, {"a.cast": cast(*lines(1, 74), FAIL, *lines(75, 150))})
    marks: list[tuple[int, int]] = []
    viewer.marks_changed.connect(lambda *state: marks.append(state))
    at_hit(viewer, engine, "pelican")
    hit = hit_of(engine, "pelican")
    assert "pelican" in caret_line(viewer)
    assert viewer.area.is_caret_seen()
    assert viewer.area.numbering.line(viewer.area.lines.row_of(viewer.area.caret)) == 74
    assert (viewer.place().section, viewer.place().line) == (hit.section, hit.line)
    assert marks[-1] == (1, 1)
    assert [viewer.area.numbering.begins(row) for row in range(150)] == [None] * 150


def test_samples_open_at_their_hits(viewer: TerminalViewer, shared_folder: Path, workspace: Path) -> None:
    """In every sample the hit's line is the viewer's."""
    shutil.copytree(shared_folder / "samples" / "terminal" / "home" / "acme", workspace, dirs_exist_ok=True)
    engine = scanned(workspace, {})
    for hit in engine.search("/.?/", SearchOptions(sources=("terminals",), limit=50)).hits:
        viewer.show_reading(engine.read_terminal(hit.ref), place_of_hit(hit))
        shown = next(one.text for one in hit.passage if one.line == hit.line)
        assert caret_line(viewer)[:200].strip() == shown[:200].strip(), hit.ref


def test_it_looks_as_it_did(viewer: TerminalViewer, workspace: Path) -> None:
    """Colours, weight and grounds are painted; a mark has its own colours on its own ground."""
    engine = scanned(workspace, {"a.cast": cast(FAIL, LINKED)})
    viewer.show_reading(engine.read_terminal("a.cast"), Place("a.cast", source=Source.TERMINALS))
    form = form_at(viewer, "FAIL")
    assert isinstance(form, QTextCharFormat)
    assert form.foreground().color().name() == ansi.letters(LIGHT, 1)
    assert form.fontWeight() > 400
    form = form_at(viewer, "the report")
    assert isinstance(form, QTextCharFormat)
    assert form.fontUnderline()
    picture = viewer.area.viewport().grab().toImage()
    ground = point_of(viewer, " pelican ")
    assert picture.pixelColor(ground.x(), viewer.area._top(0) + 1).name() == ansi.ground(LIGHT, 2)
    viewer.show_reading(engine.read_terminal("a.cast", "pelican"), Place("a.cast", query="pelican", source=Source.TERMINALS))
    assert form_at(viewer, "pelican") == theme().colour("on_mark")


def test_what_is_selected_can_be_read(viewer: TerminalViewer, workspace: Path) -> None:
    """The selection covers grounds; letters that stood on them have the text's colour meanwhile."""
    engine = scanned(workspace, {"a.cast": cast(FAIL)})
    viewer.show_reading(engine.read_terminal("a.cast"), Place("a.cast", source=Source.TERMINALS))
    viewer.area.grab()
    before = viewer.area._rows[0]
    viewer.area.select_all()
    viewer.area.grab()
    assert form_at(viewer, "pelican") == theme().colour("text")
    assert viewer.area._rows[0] is not before
    viewer.area.put_caret(0)
    assert isinstance(form_at(viewer, "pelican"), QTextCharFormat)


def test_other_theme(viewer: TerminalViewer, workspace: Path, qapp: QApplication) -> None:
    """In another theme the colours are that theme's at once."""
    engine = scanned(workspace, {"a.cast": cast(FAIL)})
    viewer.show_reading(engine.read_terminal("a.cast"), Place("a.cast", source=Source.TERMINALS))
    install(qapp).choose("dark")
    form = form_at(viewer, "FAIL")
    assert isinstance(form, QTextCharFormat)
    assert form.foreground().color().name() == ansi.letters(DARK, 1)


def test_links(viewer: TerminalViewer, workspace: Path) -> None:
    """A click on a link follows it, as does Enter in it; a drag over it does not, nor does what leads out of the web."""
    engine = scanned(workspace, {"a.cast": cast(LINKED)})
    viewer.show_reading(engine.read_terminal("a.cast"), Place("a.cast", source=Source.TERMINALS))
    followed: list[str] = []
    viewer.link_activated.connect(followed.append)
    port = viewer.area.viewport()
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=point_of(viewer, "a file"))
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=point_of(viewer, "see"))
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=point_of(viewer, "the report"))
    QTest.mouseMove(port, point_of(viewer, "report") + QPoint(20, 0))
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=point_of(viewer, "report") + QPoint(20, 0))
    assert followed == []
    QTest.qWait(QApplication.doubleClickInterval() + 10)
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=point_of(viewer, "the report"))
    assert followed == ["https://example.org/a?b=1"]
    viewer.area.put_caret(viewer.area.lines.text.index("report"))
    press(viewer.area, Qt.Key.Key_Return)
    assert len(followed) == 2


def test_where_a_link_leads_is_told(viewer: TerminalViewer, workspace: Path) -> None:
    """The pointer over a link is a hand, and a tip says where it leads."""
    engine = scanned(workspace, {"a.cast": cast(LINKED)})
    viewer.show_reading(engine.read_terminal("a.cast"), Place("a.cast", source=Source.TERMINALS))
    port, at = viewer.area.viewport(), point_of(viewer, "the report")
    QTest.mouseMove(port, at)
    until(lambda: port.cursor().shape() == Qt.CursorShape.PointingHandCursor)
    QApplication.sendEvent(port, QHelpEvent(QEvent.Type.ToolTip, at, port.mapToGlobal(at)))
    assert QToolTip.text() == "https://example.org/a?b=1"
    QToolTip.hideText()
    assert viewer.area._link_under(QPointF(point_of(viewer, "see"))) is None


def test_bar_and_markers(viewer: TerminalViewer, workspace: Path) -> None:
    """The bar says what ran, when, how long and how it ended; a marker leads to its line, and Back to where one was."""
    text = cast(*lines(0, 60)) + event("half way", 61.0, "m") + event("then\r\n", 62.0) + event("2", 723.0, "x")
    engine = scanned(workspace, {"a.cast": text})
    viewer.show_reading(engine.read_terminal("a.cast"), Place("a.cast", source=Source.TERMINALS))
    said = viewer.bar.said().split(" · ")
    assert said[:3] == ["Building", "make", "asciinema"]
    assert said[-2:] == ["12 min 3 s", "exit status 2"]
    left: list[Place] = []
    viewer.jumped.connect(lambda here, _: left.append(here))
    (action,) = viewer.bar.markers.menu().actions()
    assert action.text() == "half way (1 min 1 s)"
    action.trigger()
    assert caret_line(viewer) == "then"
    assert viewer.area.is_caret_seen()
    assert len(left) == 1


def test_words_of_the_bar() -> None:
    """Each kind of recording has a word; how long it went on is said in two units at most."""
    assert all(kind_said(kind) for kind in RecordingKind)
    assert [long(ms) for ms in (None, 0, 59_999, 60_000, 3_600_000)] == ["", "0.0 s", "59 s", "1 min 0 s", "1 h 0 min"]


# -- while it grows


def test_it_stays_where_it_is(viewer: TerminalViewer, workspace: Path) -> None:
    """When the recording grows, what is in view stays, and so do the caret and the mark."""
    engine = scanned(workspace, {"a.cast": cast(*lines(1, 60), FAIL, *lines(60, 120))})
    at_hit(viewer, engine, "pelican")
    top, caret = top_line(viewer), caret_line(viewer)
    grow(workspace / "a.cast", *lines(120, 300))
    again(viewer, engine)
    assert (top_line(viewer), caret_line(viewer)) == (top, caret)
    assert viewer.area.lines.text.endswith("line 299")
    assert len(viewer._marks) == 1


def test_it_follows_the_end(viewer: TerminalViewer, workspace: Path) -> None:
    """Whoever went to the end sees what comes; whoever was only led there by a hit, or went away again, does not."""
    engine = scanned(workspace, {"a.cast": cast(*lines(1, 60), FAIL)})
    at_hit(viewer, engine, "pelican")
    grow(workspace / "a.cast", *lines(100, 140))
    again(viewer, engine)
    assert "pelican" in caret_line(viewer)
    assert viewer.area.is_caret_seen()
    press(viewer.area, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    grow(workspace / "a.cast", *lines(140, 200))
    again(viewer, engine)
    assert viewer.area.visible_rows().stop == len(viewer.area.lines)
    press(viewer.area, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    grow(workspace / "a.cast", *lines(200, 210))
    again(viewer, engine)
    assert viewer.area.visible_rows().start == 0


def test_a_history_that_loses_its_beginning(viewer: TerminalViewer, workspace: Path) -> None:
    """Where lines go at the top while others come below, what is in view stays in view."""
    engine = scanned(workspace, {"a.cast": cast(*lines(0, 200))})
    place = Place("a.cast", source=Source.TERMINALS)
    viewer.show_reading(engine.read_terminal("a.cast"), place)
    viewer.go_to(viewer.place_at(100) or place)
    top, caret = top_line(viewer), caret_line(viewer)
    lay(workspace, {"a.cast": cast(*lines(30, 230))})
    again(viewer, engine)
    assert (top_line(viewer), caret_line(viewer)) == (top, caret)


def test_links_to_it_survive_growth(viewer: TerminalViewer, workspace: Path) -> None:
    """A `sleuth://` link that was copied leads to the same line when the recording has grown (S-67)."""
    engine = scanned(workspace, {"a.cast": cast(*lines(1, 60), FAIL)})
    at_hit(viewer, engine, "pelican")
    link = parse_link(link_to("ws-1", viewer.place()))
    assert link is not None
    assert link.place.source is Source.TERMINALS
    grow(workspace / "a.cast", *lines(60, 400))
    viewer.show_reading(engine.read_terminal("a.cast"), link.place)
    assert "pelican" in caret_line(viewer)


def test_colours_of_what_is_large_come_later(viewer: TerminalViewer, workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is there at once; while new colours are made, what has not changed keeps its own."""
    monkeypatch.setattr(engine_terminals, "AT_ONCE_BYTES", 10)
    engine = scanned(workspace, {"a.cast": cast(*lines(0, 50))})
    viewer.show_reading(engine.read_terminal("a.cast"), Place("a.cast", source=Source.TERMINALS))
    assert "line 49" in viewer.area.lines.text
    until(lambda: len(viewer.area.looks.starts) == 50)
    grow(workspace / "a.cast", *lines(50, 60))
    again(viewer, engine)
    assert len(viewer.area.looks.starts) == 50
    until(lambda: len(viewer.area.looks.starts) == 60)


# -- in a tab


@pytest.fixture
def jobs(workspace: Path, light: None) -> Iterator[WorkspaceJobs]:
    made = WorkspaceJobs(workspace)
    yield made
    made.close()


@pytest.fixture
def tab(qtbot: QtBot, jobs: WorkspaceJobs, tmp_path: Path) -> Iterator[Tab]:
    made = Tab(jobs, WindowState(tmp_path / "state.ini"))
    qtbot.addWidget(made)
    made.resize(800, 500)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.release()


def opened(tab: Tab, place: Place) -> None:
    tab.open_place(place)
    until(lambda: tab._pane._job is None and tab._pane.reading is not None)


def test_a_tab_of_a_hit(tab: Tab, workspace: Path) -> None:
    """It is called by its title, says where it lies and the line, and goes to a line by its number."""
    engine = scanned(workspace, {"logs/a.cast": cast(*lines(1, 60), FAIL, *lines(61, 99))})
    hit = hit_of(engine, "pelican")
    opened(tab, place_of_hit(hit, "pelican"))
    assert tab.title() == "Building"
    assert tab._crumbs.text() == "logs › a.cast : 60"
    place = tab.place_at(33)
    assert place is not None
    tab.open_place(place)
    assert tab._crumbs.text() == "logs › a.cast : 33"
    assert not tab._switch.isVisible()


def test_a_tab_that_grows_and_goes(tab: Tab, workspace: Path) -> None:
    """The tab sees what is written; when the recording is deleted, what it showed stays, and that is said."""
    engine = scanned(workspace, {"a.cast": cast(*lines(1, 60), FAIL)})
    opened(tab, place_of_hit(hit_of(engine, "pelican"), "pelican"))
    viewer = tab._pane.viewer
    assert isinstance(viewer, TerminalViewer)
    grow(workspace / "a.cast", "the heron\r\n")
    until(lambda: "heron" in viewer.area.lines.text)
    (workspace / "a.cast").unlink()
    engine.scan()
    until(viewer._notice.isVisible)
    assert "not there any more" in viewer._notice.text()
    assert "heron" in viewer.area.lines.text
    assert tab._pane.viewer is viewer


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_a_tab_of_a_pane(tab: Tab, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an open pane shows is looked at again by itself; closed, it leaves in the tab what it showed last."""
    sockets = tmp_path / "t"
    sockets.mkdir(mode=0o700)
    monkeypatch.setenv("TMUX_TMPDIR", str(sockets))
    monkeypatch.delenv("TMUX", raising=False)
    command = ["tmux", "-f", os.devnull, "new-session", "-d", "-c", str(workspace), "echo pelican; read x; echo heron; sleep 60"]
    subprocess.run(command, check=True)
    try:
        engine = Workspace.open(workspace)
        until(lambda: engine.scan() and engine.search("pelican", SearchOptions(sources=("terminals",))).hits)
        tab._look.setInterval(100)
        opened(tab, place_of_hit(hit_of(engine, "pelican"), "pelican"))
        viewer = tab._pane.viewer
        assert isinstance(viewer, TerminalViewer)
        assert tab._crumbs.text() == "Open pane of tmux : 1"
        subprocess.run(["tmux", "send-keys", "-t", "0", "Enter"], check=True)
        until(lambda: "heron" in viewer.area.lines.text)
    finally:
        subprocess.run(["tmux", "kill-server"], check=False)
    until(viewer._notice.isVisible)
    assert "closed" in viewer._notice.text()
    assert "heron" in viewer.area.lines.text
    assert not tab._look.isActive()


def test_a_file_that_is_a_recording(tab: Tab, workspace: Path) -> None:
    """Opened as a file it is shown as the terminal; Source shows how it is written, about there, and Preview leads back."""
    scanned(workspace, {"a.cast": cast(*lines(1, 60), FAIL)})
    opened(tab, Place("a.cast"))
    viewer = tab._pane.viewer
    assert isinstance(viewer, RecordingViewer)
    assert not viewer.is_source
    assert tab._switch.isVisible()
    assert tab.title() == "a.cast"
    tab.open_place(tab.place_at(40) or Place("a.cast"))
    assert tab._crumbs.text() == "a.cast : 40"
    tab._source.click()
    assert viewer.is_source
    assert viewer.source.area.lines.text.startswith('{"version": 2')
    assert tab._crumbs.text() == "a.cast : 41"
    tab._preview.click()
    assert tab._crumbs.text() == "a.cast : 40"


def test_a_hit_in_the_source_of_a_recording(tab: Tab, workspace: Path) -> None:
    """What was found in the file as it is written is shown there, at its line."""
    engine = scanned(workspace, {"a.cast": cast(*lines(1, 60), FAIL)})
    hit = hit_of(engine, "pelican", "files")
    opened(tab, place_of_hit(hit, "pelican"))
    viewer = tab._pane.viewer
    assert isinstance(viewer, RecordingViewer)
    assert viewer.is_source
    assert viewer.place().line == hit.line == 61
    assert tab.mark_count == 1
    opened(tab, place_of_hit(hit_of(engine, "pelican"), "pelican"))
    assert isinstance(tab._pane.viewer, TerminalViewer)


def test_a_file_that_only_seems_to_be_one(tab: Tab, workspace: Path) -> None:
    """What is called as recordings are and is none is a text."""
    scanned(workspace, {"a.cast": "no cast at all\n"})
    opened(tab, Place("a.cast"))
    assert not isinstance(tab._pane.viewer, RecordingViewer)
    assert tab.counted_in() == "line"


# -- in the window


def searched(window: Window, text: str) -> SearchDialog:
    keys(window, "Ctrl+Shift+F")
    dialog = window._search
    assert dialog is not None
    until(lambda: Source.TERMINALS in dialog._chips.offered())
    dialog._chips.turn_on((Source.TERMINALS,))
    write(window, text)
    until(lambda: dialog._answer is not None and dialog._answer.query == text and Source.TERMINALS in dialog._answer.sources)
    return dialog


def test_a_hit_of_the_search(open_window: Opener, workspace: Path) -> None:
    """Terminals have a chip with a count, a row of their own kind and a number in the foot; Enter opens one at its line, Back leads back."""
    lay(workspace, {"logs/a.txt": "a curlew\n"})
    own = lay(recordings_folder(workspace), {"x.cast": cast(*lines(1, 60), FAIL)}) / "x.cast"
    window = open_window(workspace)
    dialog = searched(window, "pelican")
    assert dialog._chips._chips[Source.TERMINALS].text() == "Terminals 1"
    assert "1 terminal" in window._foot._covered.text()
    rows, index = HitRows(dialog._model), dialog._model.index(0)
    assert (rows.title(index), rows.place(index), rows.icon_kind(index)) == ("Building", "recorded with sleuth record", Kind.TERMINAL)
    assert rows.where(index)
    hit = dialog._current()
    assert hit is not None
    dialog.path_requested.emit(place_of_hit(hit).key)
    until(lambda: QGuiApplication.clipboard().text() == str(own))
    until(lambda: dialog._preview.shown_as is Shown.TERMINAL)
    assert dialog._where.text() == "Recorded with sleuth record › x.cast"
    keys(window, "Return")
    tab = tabs(window).current_tab()
    assert tab is not None
    until(lambda: tab._crumbs.text() == "Recorded with sleuth record › x.cast : 60")
    keys(window, "Ctrl+G")
    write(window, "7")
    keys(window, "Return")
    until(lambda: tab._crumbs.text().endswith(" : 7"))
    keys(window, "Alt+Left")
    until(lambda: tab._crumbs.text().endswith(" : 60"))


def test_nothing_recorded(open_window: Opener, workspace: Path) -> None:
    """Where nothing is recorded, the search says where it looked and how a recording is made."""
    window = open_window(lay(workspace, {"a.txt": "a curlew\n"}))
    dialog = searched(window, "pelican")
    until(lambda: "No terminal" in dialog._nothing.widget().accessibleName())
    assert str(recordings_folder(workspace)) in dialog._nothing.widget().accessibleName()


def test_a_folder_can_be_named_in_the_settings(open_window: Opener, workspace: Path, tmp_path: Path) -> None:
    """What lies in a folder that is typed there is found without another word."""
    lay(tmp_path / "logs", {"a.log": "the \x1b[1mpelican\x1b[0m\n"})
    window = open_window(lay(workspace, {"a.txt": "a curlew\n"}))
    window.show_settings("Search")
    page = tabs(window).page(SettingsPane)
    assert isinstance(page, SettingsPane)
    control = page.rows["terminals.folders"].control
    assert "logs" in control.findChild(QPlainTextEdit).placeholderText()
    control._choose([str(tmp_path / "logs")])
    until(lambda: "1 terminal" in window._foot._covered.text())


# -- words


def test_words_of_rows(workspace: Path) -> None:
    """A row says how a terminal was recorded, and which byte it is at; its place is said in words."""
    lay(recordings_folder(workspace), {"x.cast": cast("the heron\r\n")})
    engine = scanned(workspace, {"logs/a.cast": cast("the pelican\r\n"), "recordings/b.cast": cast("the curlew\r\n")})
    heron, pelican, curlew = (hit_of(engine, bird) for bird in ("heron", "pelican", "curlew"))
    assert [beside_title(one) for one in (heron, pelican, curlew)] == ["recorded with sleuth record", "logs", "recordings"]
    assert where(pelican) == pelican.section
    assert lies_in(heron.source, heron.ref) == "Recorded with sleuth record/x.cast"
    assert lies_in(curlew.source, curlew.ref) == "recordings/b.cast"
    assert lies_in(Source.TERMINALS, "tmux:/tmp/tmux-0/default:%1") == "Open pane of tmux"
    assert lies_in(Source.FILES, "recordings/b.cast") == "recordings/b.cast"


def test_where_recordings_are_looked_for(tmp_path: Path) -> None:
    """Where there is none, the folders are named, and how one is made."""
    said = where_recorded([tmp_path / "ann" / "x" / "recordings", Path("/var/logs")], tmp_path / "ann")
    assert "~/x/recordings" in said
    assert "/var/logs" in said.replace("\\", "/")
    assert "sleuth record" in said or "settings" in said
