"""Does one field find files, passages and commands, by keyboard alone?"""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QListView, QWidget
from tests.screens.making import FILES, press, scanned, typed, until
from tests.unit.ingest.talking import Person

from sleuth.commands.registry import When
from sleuth.domain.hits import Hit
from sleuth.engine.notes import add_note
from sleuth.places import settings_file
from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.palette.delegate import height_of
from sleuth.ui.palette.palette import Palette
from sleuth.ui.palette.rows import Group, PaletteModel, PaletteRow, commands_for, letters_in


@pytest.fixture
def jobs(qapp: object, workspace: Path) -> Iterator[WorkspaceJobs]:
    with scanned(workspace) as jobs:
        yield jobs


@pytest.fixture
def palette(jobs: WorkspaceJobs) -> Iterator[Palette]:
    with over(jobs) as palette:
        yield palette


@pytest.fixture
def palette_of_talk(talking: WorkspaceJobs) -> Iterator[Palette]:
    with over(talking) as palette:
        yield palette


@contextmanager
def over(jobs: WorkspaceJobs) -> Iterator[Palette]:
    """A palette over a window."""
    window = QWidget()
    window.resize(900, 700)
    palette = Palette(window)
    palette.serve(jobs, lambda: ["docs/notes.md"], lambda: (When.WORKSPACE,), lambda: False)
    window.show()
    yield palette
    window.close()
    window.deleteLater()


@pytest.fixture
def talk(tmp_path: Path, workspace: Path) -> Person:
    """Six chats, a note, a plan and a recording, before anybody scans."""
    person = Person(tmp_path / "person", workspace)
    for number in range(1, 7):
        for text in ("Where do gulls nest?", "On the cliff.", "Thanks."):
            person.says(f"s{number}", text, role="assistant" if text == "On the cliff." else "user")
        person.titles(f"s{number}", f"Gulls {number}")
    person.says("s7", "Where do gulls nest?", key="now", timestamp=datetime.now(UTC).isoformat())
    person.titles("s7", "Gulls of today")
    add_note(workspace, "Gulls are loud\nin the morning")
    plan = workspace / ".cursor/plans/count.plan.md"
    plan.parent.mkdir(parents=True)
    plan.write_text("# Counting gulls\n\nBy boat.\n", "utf-8")
    head = json.dumps({"version": 2, "width": 80, "height": 24, "title": "gull-count --all"})
    (workspace / "count.cast").write_text(f'{head}\n[0.1, "o", "12 gulls\\r\\n"]\n', "utf-8")
    return person


@pytest.fixture
def talking(talk: Person, qapp: object) -> Iterator[WorkspaceJobs]:
    with scanned(talk.folder, FILES) as jobs:
        yield jobs


def headings(palette: Palette) -> list[str]:
    return [row.title for row in rows(palette) if row.is_header]


def under(palette: Palette, heading: str) -> list[PaletteRow]:
    """The rows of a group."""
    listed = rows(palette)
    start = next((number for number, row in enumerate(listed) if row.is_header and row.title == heading), len(listed))
    return list(takewhile(lambda row: not row.is_header and row.group not in (Group.NOTE, Group.SEARCH), listed[start + 1 :]))


def field_of(palette: Palette) -> QLineEdit:
    field = palette.findChild(QLineEdit)
    assert field is not None
    return field


def rows(palette: Palette) -> list[PaletteRow]:
    model = palette.findChild(QListView).model()  # type: ignore[union-attr]
    assert isinstance(model, PaletteModel)
    return [row for number in range(model.rowCount()) if (row := model.row(number)) is not None]


def selected(palette: Palette) -> PaletteRow:
    view = palette.findChild(QListView)
    assert view is not None
    return rows(palette)[view.currentIndex().row()]


def test_opens_with_what_was_recent(palette: Palette) -> None:
    """Before anything is typed there are recent files and commands, with their keys."""
    palette.open_with()
    shown = rows(palette)
    assert [row.title for row in shown if row.group is Group.RECENT] == ["Recent", "notes.md"]
    scan = next(row for row in shown if row.command is not None and row.command.id == "search.scan")
    assert scan.right.endswith("R")
    assert selected(palette).ref == "docs/notes.md"


def test_recent_chats(palette_of_talk: Palette) -> None:
    """After the recent files those chats in which something was said last: title, whose, how long ago; each opens at its end."""
    palette = palette_of_talk
    palette.open_with("")
    until(lambda: "Recent chats" in headings(palette))
    assert headings(palette) == ["Recent", "Recent chats", "Commands"]
    assert selected(palette).ref == "docs/notes.md"
    chats = under(palette, "Recent chats")
    assert [chat.title for chat in chats] == ["Gulls of today", "Gulls 6", "Gulls 5", "Gulls 4"]
    assert [(chat.detail, chat.right) for chat in chats][:2] == [("Claude Code", "just now"), ("Claude Code", chats[1].right)]
    assert chats[1].right
    chosen: list[str] = []
    palette.file_chosen.connect(lambda ref, _: chosen.append(ref))
    for _ in range(2):
        press(field_of(palette), Qt.Key.Key_Down)
    press(field_of(palette), Qt.Key.Key_Return)
    assert chosen == ["/chats/claude-code/s6/u18"]


def test_recent_chats_stand_there_at_once(palette_of_talk: Palette, talking: WorkspaceJobs, talk: Person) -> None:
    """Opened again it waits for nothing; what a scan brings is there without it being opened anew."""
    palette = palette_of_talk
    until(lambda: palette._latest)
    palette.open_with("")
    assert len(under(palette, "Recent chats")) == 4
    talk.says("s1", "And in winter?", key="winter", timestamp=datetime.now(UTC).isoformat())
    talking.scan()
    until(lambda: under(palette, "Recent chats")[0].title == "Gulls 1")
    assert selected(palette).ref == "docs/notes.md"


def test_everything_by_its_title(palette_of_talk: Palette) -> None:
    """Chats, notes, plans and recordings that are called so, a few of each under a heading of their kind; each leads to itself."""
    palette = palette_of_talk
    palette.open_with("")
    typed(field_of(palette), "gull")
    until(lambda: "Terminals" in headings(palette))
    named = [one for one in headings(palette) if one in ("Chats", "Notes", "Plans", "Terminals")]
    assert named == ["Chats", "Notes", "Plans", "Terminals"]
    assert len(under(palette, "Chats")) == 3
    titles = [(row.title, row.detail, row.ref) for group in named[1:] for row in under(palette, group)]
    assert [title for title, _, _ in titles] == ["Gulls are loud", "Counting gulls", "gull-count --all"]
    assert [detail for _, detail, _ in titles] == ["", ".cursor/plans", ""]
    keys = [ref for _, _, ref in titles]
    assert keys[0] is not None
    assert keys[0].startswith("/notes/notes/")
    assert keys[1:] == ["/plans/.cursor/plans/count.plan.md", "/terminals/count.cast"]
    chosen: list[str] = []
    palette.file_chosen.connect(lambda ref, _: chosen.append(ref))
    palette._choose(next(number for number, row in enumerate(rows(palette)) if row.ref == keys[1]))
    assert chosen == [keys[1]]


def test_no_title_is_completed(palette_of_talk: Palette) -> None:
    """Tab takes the name of a file, not the reference of a note."""
    palette = palette_of_talk
    palette.open_with("")
    typed(field_of(palette), "gulls loud")
    until(lambda: "Notes" in headings(palette))
    palette._list.setCurrentIndex(palette._model.index(next(n for n, row in enumerate(rows(palette)) if row.group is Group.NOTES and row.ref)))
    press(field_of(palette), Qt.Key.Key_Tab)
    assert field_of(palette).text() == "gulls loud"


def test_files_and_passages(palette: Palette) -> None:
    """What is typed finds files by name, passages in which it is marked, and offers to search everything."""
    palette.open_with()
    typed(field_of(palette), "salin")
    until(lambda: any(row.hit for row in rows(palette)))
    shown = rows(palette)
    assert [row.group for row in shown if row.is_header][:2] == [Group.FILES, Group.PASSAGES]
    assert shown[1].ref == "src/salinity_model.py"
    hit = next(row for row in shown if row.hit is not None and row.hit.ref == "docs/guide.md")
    start, stop = hit.spans[0]
    assert hit.detail[start:stop].lower().startswith("salin")
    assert shown[-1].title == "Search the workspace for “salin”"


def test_enter_opens_a_file(palette: Palette) -> None:
    """Enter opens what is selected, and the palette is gone."""
    chosen: list[tuple[object, bool]] = []
    palette.file_chosen.connect(lambda ref, beside: chosen.append((ref, beside)))
    palette.open_with()
    typed(field_of(palette), "salin")
    until(lambda: any(row.ref for row in rows(palette)))
    press(field_of(palette), Qt.Key.Key_Return)
    assert chosen == [("src/salinity_model.py", False)]
    assert not palette.isVisible()


def test_enter_opens_a_passage(palette: Palette) -> None:
    """A passage is chosen with the text that was typed, so that its words can be marked."""
    chosen: list[tuple[Hit, str, bool]] = []
    palette.hit_chosen.connect(lambda hit, text, beside: chosen.append((hit, text, beside)))
    palette.open_with()
    typed(field_of(palette), "shallow")
    until(lambda: any(row.hit for row in rows(palette)))
    press(field_of(palette), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert [(hit.ref, hit.line, text, beside) for hit, text, beside in chosen] == [("docs/notes.md", 3, "shallow", True)]


def test_arrows_walk_and_wrap(palette: Palette) -> None:
    """Arrows skip headings and go round."""
    palette.open_with()
    first = selected(palette)
    press(field_of(palette), Qt.Key.Key_Up)
    last = selected(palette)
    assert not last.is_header
    assert last is not first
    press(field_of(palette), Qt.Key.Key_Down)
    assert selected(palette).key == first.key


def test_selection_stays_while_rows_arrive(palette: Palette) -> None:
    """Rows that come later do not move what was selected by hand."""
    palette.open_with()
    typed(field_of(palette), "search")
    press(field_of(palette), Qt.Key.Key_Up)
    kept = selected(palette).key
    until(lambda: not palette._timer.isActive())
    palette._found(["docs/guide.md", "docs/notes.md"], None)
    assert selected(palette).key == kept


def test_commands_only(palette: Palette) -> None:
    """`>` offers commands and nothing else, and runs the chosen one."""
    run: list[str] = []
    palette.command_chosen.connect(run.append)
    palette.open_with()
    typed(field_of(palette), ">scan")
    assert {row.group for row in rows(palette)} == {Group.COMMANDS}
    press(field_of(palette), Qt.Key.Key_Return)
    assert run == ["search.scan"]


def test_line(palette: Palette) -> None:
    """`:` goes to a line of the tab."""
    lines: list[int] = []
    palette.line_chosen.connect(lines.append)
    palette.counted_in = lambda: "line"
    palette.open_with()
    typed(field_of(palette), ":42")
    press(field_of(palette), Qt.Key.Key_Return)
    assert lines == [42]


def test_escape_clears_then_closes(palette: Palette) -> None:
    """The first Esc takes back what was typed, the second closes."""
    palette.open_with()
    typed(field_of(palette), "tide")
    press(field_of(palette), Qt.Key.Key_Escape)
    assert (field_of(palette).text(), palette.isVisible()) == ("", True)
    press(field_of(palette), Qt.Key.Key_Escape)
    assert not palette.isVisible()


def test_tab_completes_a_filter(palette: Palette) -> None:
    """Tab finishes the name of a filter."""
    palette.open_with()
    typed(field_of(palette), "tide ex")
    press(field_of(palette), Qt.Key.Key_Tab)
    assert field_of(palette).text() == "tide ext:"


@pytest.mark.parametrize("text", ["(", "\"", "/[/", "a" * 5_000, "\x00\u202e", "日本", "-", ":", ">", "🌊"])
def test_any_text(palette: Palette, text: str) -> None:
    """Whatever is pasted, the palette shows rows and no fault."""
    palette.open_with()
    field_of(palette).setText(text)
    until(lambda: not palette._timer.isActive())
    assert rows(palette)


@pytest.mark.parametrize(
    ("text", "wanted", "spans"),
    [
        ("salinity_model.py", "model", [(9, 14)]),
        ("Salinity", "sal", [(0, 3)]),
        ("config_loader", "cfgl", [(0, 1), (3, 4), (5, 6), (7, 8)]),
        ("abc", "x", []),
        ("abc", "", []),
        ("İstanbul", "st", [(1, 2), (2, 3)]),
    ],
)
def test_letters_in(text: str, wanted: str, spans: list[tuple[int, int]]) -> None:
    """Letters are marked together where they stand together, else one by one in their order."""
    found = letters_in(text, wanted)
    assert found == spans or (text == "İstanbul" and found)


@pytest.mark.parametrize(("text", "first"), [("scan", "search.scan"), ("sett", "file.settings"), ("theme dark", "view.dark_theme")])
def test_commands_by_their_words(text: str, first: str) -> None:
    """The nearest command comes first."""
    assert commands_for(text, [When.WORKSPACE])[0].id == first


def test_commands_that_make_no_sense_are_left_out() -> None:
    """Without a workspace nothing is offered that needs one."""
    assert all(one.when is When.ALWAYS for one in commands_for("", []))


def test_passages_name_their_folder(palette: Palette) -> None:
    """A passage says where it stands: folder, name and line."""
    palette.open_with()
    typed(field_of(palette), "shallow")
    until(lambda: any(row.hit for row in rows(palette)))
    assert [row.title for row in rows(palette) if row.hit] == ["docs/notes.md:3"]


def test_enter_waits_for_what_is_typed(palette: Palette) -> None:
    """Enter right behind the last letter, or a pasted text, opens what that finds, never the search or an older hit."""
    chosen: list[object] = []
    palette.file_chosen.connect(lambda ref, _: chosen.append(ref))
    palette.hit_chosen.connect(lambda hit, *_: chosen.append(hit))
    palette.search_chosen.connect(chosen.append)
    palette.open_with()
    field_of(palette).setText("notes.md")
    press(field_of(palette), Qt.Key.Key_Return)
    assert chosen == []
    until(lambda: chosen)
    assert chosen == ["docs/notes.md"]
    palette.open_with()
    typed(field_of(palette), "salin")
    until(lambda: palette._looked_up == "salin")
    field_of(palette).setText("depths")
    press(field_of(palette), Qt.Key.Key_Return)
    until(lambda: len(chosen) == 2)
    assert chosen[1] == "data/depths.csv"


def test_enter_does_not_wait_for_ever(palette: Palette, jobs: WorkspaceJobs) -> None:
    """What does not come in time is not opened when it comes, and a line says so."""
    chosen: list[object] = []
    palette.file_chosen.connect(lambda ref, _: chosen.append(ref))
    began: list[bool] = []
    jobs._search_lane.start(lambda _: (began.append(True), time.sleep(1.5)), lambda _: None, lambda _: None)
    until(lambda: began)
    palette.open_with()
    field_of(palette).setText("notes.md")
    press(field_of(palette), Qt.Key.Key_Return)
    until(lambda: rows(palette)[0].title.startswith("Still searching"))
    until(lambda: palette._looked_up == "notes.md")
    assert chosen == []
    press(field_of(palette), Qt.Key.Key_Return)
    assert chosen == ["docs/notes.md"]


def test_files_alone(palette: Palette) -> None:
    """Opened for files it lists those that were open and then the others; what is typed finds files only."""
    palette.open_with(files_only=True)
    until(lambda: palette._looked_up == "")
    assert "Files" in field_of(palette).placeholderText()
    refs = [row.ref for row in rows(palette) if row.ref]
    assert refs[0] == "docs/notes.md"
    assert set(refs) == {"docs/notes.md", "docs/guide.md", "src/app.py", "src/salinity_model.py", "data/depths.csv"}
    assert not any(row.command for row in rows(palette))
    typed(field_of(palette), "salin")
    until(lambda: palette._looked_up == "salin")
    assert [row.ref for row in rows(palette) if not row.is_header] == ["src/salinity_model.py"]
    field_of(palette).setText("nothing so")
    until(lambda: palette._looked_up == "nothing so")
    assert [row.title for row in rows(palette)] == ["No file is called so"]
    palette.close_up()
    palette.open_with()
    assert any(row.command for row in rows(palette))


def test_a_link_is_opened(palette: Palette) -> None:
    """A link that was pasted is offered to be opened, and nothing else."""
    chosen: list[str] = []
    palette.link_chosen.connect(chosen.append)
    palette.open_with()
    field_of(palette).setText("sleuth://acme/files/docs/a%20guide.md#line=42")
    assert [(row.title, row.detail) for row in rows(palette)] == [("Open docs/a guide.md", "line 42")]
    press(field_of(palette), Qt.Key.Key_Return)
    assert chosen == ["sleuth://acme/files/docs/a%20guide.md#line=42"]


def test_half_a_filter_is_not_searched(palette: Palette) -> None:
    """While a filter is being typed the rest is searched."""
    palette.open_with()
    typed(field_of(palette), "shallow ext:")
    until(lambda: palette._looked_up == "shallow ext:")
    assert [row.hit.ref for row in rows(palette) if row.hit] == ["docs/notes.md"]


def test_search_off(palette: Palette, home: Path) -> None:
    """Where search is off a line says so, and a row turns it on."""
    asked: list[bool] = []
    palette.turn_on_requested.connect(lambda: asked.append(True))
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text("[search]\nenabled = false\n", encoding="utf-8")
    palette.open_with()
    typed(field_of(palette), "salin")
    until(lambda: rows(palette)[0].title.startswith("Search is off"))
    press(field_of(palette), Qt.Key.Key_Return)
    assert asked == [True]


def test_stands_under_its_field(palette: Palette) -> None:
    """Its middle is that of the field which it belongs to, wherever that is."""
    window = palette.parentWidget()
    assert window is not None
    above = QWidget(window)
    above.setGeometry(130, 4, 600, 24)
    above.show()
    palette.stand_under(above)
    palette.open_with()
    assert abs(palette.geometry().center().x() - above.geometry().center().x()) <= 1


def test_a_click_beside_closes(palette: Palette) -> None:
    """A click outside closes the palette and does nothing else."""
    window = palette.parentWidget()
    assert window is not None
    palette.open_with()
    spot = window.childAt(5, 690)
    assert spot is not None
    QTest.mouseClick(spot, Qt.MouseButton.LeftButton)
    assert not palette.isVisible()


def test_no_heading_is_the_last_that_is_seen(palette: Palette) -> None:
    """Where not all rows have room, the last that is seen is no heading over nothing."""
    plain = [PaletteRow(Group.COMMANDS, f"row {number}", "A row") for number in range(40)]
    heights = set[int]()
    for at in (16, 17):
        palette._model.set_rows([*plain[:at], PaletteRow(Group.NOTES, "heading", "Notes", is_header=True), *plain[at:]])
        palette.place_in(900, 1400)
        heights.add(palette.height())
    rest = palette._model.row(0)
    assert rest is not None
    assert max(heights) - min(heights) == height_of(rest)
