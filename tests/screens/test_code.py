"""Is a text shown at its line, with its marks where they belong, whatever its size?"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

import itertools

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from sleuth.domain.cancel import NEVER
from sleuth.domain.items import Kind, Section
from sleuth.engine.reading import Reading
from sleuth.ui.theme.theme import theme
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.code import rows as rows_module
from sleuth.ui.viewers.code.colouring import colour
from sleuth.ui.viewers.code.lines import Lines, Numbering
from sleuth.ui.viewers.code.marks import Marks, find
from sleuth.ui.viewers.code.rows import Grid, Row
from sleuth.ui.viewers.code.units import Units
from sleuth.ui.viewers.code.view import CodeViewer

Make = Callable[..., CodeViewer]
HUNDRED = "".join(f"line {number} has water\n" for number in range(1, 101))


def read(text: str, word: str = "", name: str = "a.txt", kind: Kind = Kind.TEXT, **more: object) -> Reading:
    """A reading whose marks are where a word stands."""
    marks: list[tuple[int, int]] = []
    at = text.find(word) if word else -1
    while at >= 0:
        marks.append((at, at + len(word)))
        at = text.find(word, at + len(word))
    given = {"language": None, "sections": (), "profile": None, "notice": None} | more
    return Reading(ref=name, path=Path(name), kind=kind, text=text, marks=tuple(marks), **given)  # type: ignore[arg-type]


@pytest.fixture
def viewer(qtbot: QtBot, light: None) -> Iterator[CodeViewer]:
    """A viewer on the screen, 600 by 400."""
    made = CodeViewer()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.release()


def press(
    viewer: CodeViewer, *keys: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    for key in keys:
        QTest.keyClick(viewer.area, key, modifier)


def pixels(viewer: CodeViewer) -> QImage:
    return viewer.area.viewport().grab().toImage()


# -- lines, numbers, units


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("", [(0, 0)]),
        ("one", [(0, 3)]),
        ("one\n", [(0, 3), (4, 4)]),
        ("one\n\nthree", [(0, 3), (4, 4), (5, 10)]),
        ("é\n日本\n😀x", [(0, 1), (2, 4), (5, 7)]),
    ],
)
def test_rows_are_where_the_newlines_leave_them(text: str, spans: list[tuple[int, int]]) -> None:
    """Each row's stretch is known in code points."""
    lines = Lines(text)

    assert [lines.span(row) for row in range(len(lines))] == spans
    assert lines.longest == max(stop - start for start, stop in spans)


def test_a_row_holds_its_own_newline() -> None:
    """An offset at a line's end is in that line; the next offset is in the next."""
    lines = Lines("ab\ncd")

    assert [lines.row_of(offset) for offset in range(6)] == [0, 0, 0, 1, 1, 1]


def test_lines_are_counted_in_their_section() -> None:
    """A page's lines begin at 1 again, and a place in a page is found from its number there."""
    text = "a\nb\nc\nd\ne"
    numbering = Numbering(Lines(text), (Section(0, "page 1"), Section(4, "page 2")))

    assert [(numbering.section(row), numbering.line(row)) for row in (1, 2, 4)] == [
        ("page 1", 2), ("page 2", 1), ("page 2", 3),
    ]  # fmt: skip
    assert numbering.row(3, "page 2") == 4
    assert numbering.row(99, "page 2") == 4
    assert [numbering.begins(row) for row in range(3)] == ["page 1", None, "page 2"]


@pytest.mark.parametrize("text", ["plain", "é日", "a😀b😀", "👩‍👩‍👧e\u0301", "\ud800x😀"])
def test_units_of_qt_lead_back_to_the_same_character(text: str) -> None:
    """An offset converted to UTF-16 and back is itself."""
    units = Units(text)

    assert [units.from_u16(units.to_u16(offset)) for offset in range(len(text) + 1)] == list(
        range(len(text) + 1)
    )
    assert units.to_u16(len(text)) == len(text.encode("utf-16-le", "surrogatepass")) // 2


# -- a row's layout


@pytest.mark.parametrize(
    "text", ["plain water", "\twater", "a\twater", "😀 water", "e\u0301e\u0301 water", "日本 water"]
)
def test_a_character_is_found_where_it_is_drawn(viewer: CodeViewer, text: str) -> None:
    """The place of `water` leads to its column and back, whatever is before it."""
    viewer.show_reading(read(text, "water"), Place("a.txt", 1))
    row, column = viewer.area.row(0), text.index("water")

    assert row.column_at(row.x_of(column) + 0.5) == column
    assert row.column_at(row.x_of(len(text)) - 0.5) == len(text)


def test_tabs_stop_every_four_columns(viewer: CodeViewer) -> None:
    """What follows a tab begins at the next stop; in a makefile each stop is eight columns."""
    viewer.show_reading(read("a\tb"), Place("a.txt"))
    four = viewer.area.row(0).x_of(2)
    viewer.show_reading(read("a\tb", name="Makefile", language="make"), Place("Makefile"))

    assert viewer.area.row(0).x_of(2) == pytest.approx(2 * four)


@pytest.mark.parametrize("unit", ["abcdefghi,", "a\tbc,\t\t", "x=1;"])
def test_a_long_row_stands_where_it_would_in_one_piece(
    viewer: CodeViewer, unit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cutting a row into pieces moves no character."""
    text = unit * (9_000 // len(unit))
    grid = Grid.of(viewer.area._grid.font, 4, 1.0)
    cut = Row(text, 0, len(text), grid, lambda _start, _stop: iter(()))
    monkeypatch.setattr(rows_module, "LONG", 1_000_000)
    whole = Row(text, 0, len(text), grid, lambda _start, _stop: iter(()))

    for column in (0, 1, 1_999, 2_000, 2_001, 4_003, 7_777, len(text)):
        assert cut.x_of(column) == pytest.approx(whole.x_of(column), abs=0.5)
        assert abs(cut.column_at(cut.x_of(column)) - column) <= 1


def test_what_cannot_be_seen_is_drawn_as_something(viewer: CodeViewer) -> None:
    """Control characters and line separators take a place each and break no line; what is copied is the text."""
    text = "a\x1b\x00b\u2028c\x7fd"
    viewer.show_reading(read(text), Place("a.txt"))
    row = viewer.area.row(0)
    places = [row.x_of(column) for column in range(len(text) + 1)]

    assert all(right > left for left, right in itertools.pairwise(places))
    viewer.area.select_all()
    assert viewer.area.selected_text() == text


# -- opening


def test_it_opens_at_its_line_in_the_middle(viewer: CodeViewer) -> None:
    """The line of the place is where the person looks first, and where the viewer says that it is."""
    viewer.show_reading(read(HUNDRED), Place("a.txt", 50))

    assert viewer.place() == Place("a.txt", 50)
    assert abs(viewer.area.centre_row() - 49) <= 1


def test_the_middle_is_kept_while_the_window_finds_its_size(viewer: CodeViewer) -> None:
    """A viewer that is made larger before anybody moved still has the place in its middle."""
    viewer.show_reading(read(HUNDRED), Place("a.txt", 50))
    viewer.resize(600, 700)

    assert abs(viewer.area.centre_row() - 49) <= 1


def test_two_million_lines_lay_out_only_what_is_seen(viewer: CodeViewer) -> None:
    """However long the text, no more rows are laid out than fit in the window."""
    text = "a line of a log\n" * 2_000_000
    viewer.show_reading(read(text), Place("a.txt", 1_500_000))
    viewer.area.viewport().grab()

    assert viewer.place().line == 1_500_000
    assert len(viewer.area._rows) <= len(viewer.area.visible_rows()) + 1
    press(viewer, Qt.Key.Key_End, modifier=Qt.KeyboardModifier.ControlModifier)
    assert viewer.place().line == 2_000_001
    assert len(viewer.area._rows) < 200


def test_a_line_of_two_million_characters_lays_out_a_few_pieces(viewer: CodeViewer) -> None:
    """A mark at the end of a minified file is gone to without laying out what is before it."""
    text = "var a=1;" * 250_000 + "needle" + "b" * 5_000
    viewer.show_reading(read(text, "needle"), Place("a.txt", 1))
    viewer.area.viewport().grab()
    row, area = viewer.area.row(0), viewer.area

    assert len(row._pieces) <= 4
    left = row.x_of(text.index("needle")) - area.horizontalScrollBar().value()
    assert 0 <= left <= area.viewport().width() - area.gutter


def test_an_empty_item_says_so(viewer: CodeViewer) -> None:
    """No pane is blank."""
    viewer.show_reading(read(""), Place("a.txt"))

    assert viewer._panes.currentWidget().accessibleName() == "There is no text in it."


def test_a_notice_stands_above_the_text(viewer: CodeViewer) -> None:
    """What the reading says of itself is shown, and goes with it."""
    viewer.show_reading(read("a", notice="the first 5 of 9 bytes"), Place("a.txt"))
    assert viewer._notice.isVisible()
    assert viewer._notice.text() == "The first 5 of 9 bytes"
    viewer.show_reading(read("a"), Place("a.txt"))
    assert not viewer._notice.isVisible()


def test_a_place_in_a_section_is_found_and_told(viewer: CodeViewer) -> None:
    """`page 2`, line 3 is the third line of that page."""
    text = "one\ntwo\nthree\nfour\nfive\n"
    sections = (Section(0, "page 1"), Section(8, "page 2"))
    viewer.show_reading(read(text, sections=sections), Place("a.txt", 3, "page 2"))

    assert viewer.area.lines.row_of(viewer.area.caret) == 4
    assert viewer.place() == Place("a.txt", 3, "page 2")


# -- marks


@pytest.mark.parametrize("before", ["", "\t", "😀👩‍👩‍👧 ", "e\u0301\u0301 ", "日本 ", "שלום "])
def test_a_mark_is_painted_where_its_word_is(viewer: CodeViewer, before: str) -> None:
    """The colour of the current mark is behind the word, and not before it."""
    viewer.show_reading(read(f"{before}water here\nx", "water"), Place("a.txt", 1))
    area = viewer.area
    box = area._box(area.row(0), area._top(0), len(before), len(before) + 5)
    picture, y = pixels(viewer), int(box.center().y())
    strong = theme().colour("mark_strong").name()

    def seen(left: float, right: float) -> bool:
        return any(picture.pixelColor(x, y + 4).name() == strong for x in range(int(left), int(right)))

    assert box.width() == pytest.approx(5 * area._grid.advance, abs=1)
    assert seen(box.left() + 2, box.right() - 2)
    assert not seen(area.gutter, box.left() - 2)
    assert not seen(box.right() + 2, area.viewport().width())


@pytest.mark.parametrize(("line", "current"), [(1, 1), (30, 30), (31, 31), (100, 100), (None, 1)])
def test_the_hits_own_mark_is_current(
    viewer: CodeViewer, qtbot: QtBot, line: int | None, current: int
) -> None:
    """The first mark on the line of the place is the current one."""
    with qtbot.waitSignal(viewer.marks_changed) as told:
        viewer.show_reading(read(HUNDRED, "water"), Place("a.txt", line))

    assert told.args == [current, 100]


@pytest.mark.parametrize(("line", "current"), [(1, 1), (2, 1), (3, 2), (5, 2)])
def test_without_a_mark_on_the_line_the_next_is_current(viewer: CodeViewer, line: int, current: int) -> None:
    """The nearest mark after the line, or the last, is current, and the line is in the middle all the same."""
    told: list[tuple[int, int]] = []
    viewer.marks_changed.connect(lambda *args: told.append(args))
    viewer.show_reading(read("a\nwater\nb\nwater\nc\n", "water"), Place("a.txt", line))

    assert told[-1] == (current, 2)
    assert viewer.place().line == line


def test_stepping_goes_round(viewer: CodeViewer) -> None:
    """After the last mark comes the first, and before the first the last."""
    told: list[tuple[int, int]] = []
    viewer.show_reading(read("water\nwater\nwater", "water"), Place("a.txt", 2))
    viewer.marks_changed.connect(lambda *args: told.append(args))
    for by in (1, 1, -1, -1):
        viewer.step(by)

    assert told == [(3, 3), (1, 3), (3, 3), (2, 3)]


def test_stepping_goes_on_from_where_the_person_is(viewer: CodeViewer) -> None:
    """Whoever put the caret elsewhere gets the next mark from there."""
    viewer.show_reading(read(HUNDRED, "water"), Place("a.txt", 2))
    press(viewer, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Home)
    viewer.step(1)

    assert viewer.place().line == 4


def test_a_step_to_a_far_mark_brings_it_into_sight(viewer: CodeViewer, qtbot: QtBot) -> None:
    """What is stepped to is seen, and the new place is told."""
    viewer.show_reading(read("water\n" + "x\n" * 5_000 + "water\n", "water"), Place("a.txt", 1))
    with qtbot.waitSignal(viewer.place_changed):
        viewer.step(1)

    assert 5_001 in viewer.area.visible_rows()


def test_there_is_a_tick_for_each_mark_beside_the_scroll_bar(viewer: CodeViewer) -> None:
    """Marks of the first, middle and last row are at the top, the middle and the bottom; the same place once."""
    text = "water water\n" + "x\n" * 499 + "water\n" + "x\n" * 498 + "water"
    viewer.show_reading(read(text, "water"), Place("a.txt", 1))
    bar = viewer.area._ruler
    top, middle, bottom = bar.ticks()

    assert top == 0
    assert middle == pytest.approx(bar.height() / 2, abs=3)
    assert bottom == pytest.approx(bar.height(), abs=4)


# -- finding


def test_a_text_is_found_whatever_its_case(viewer: CodeViewer, qtbot: QtBot) -> None:
    """What is typed takes the place of the query's words; an empty text brings those back."""
    viewer.show_reading(read("Tide.\ntide+\nwater TIDE.", "water"), Place("a.txt", 1))
    with qtbot.waitSignal(viewer.marks_changed, check_params_cb=lambda _, count: count == 2):
        viewer.find_text("tide.")
    with qtbot.waitSignal(viewer.marks_changed, check_params_cb=lambda *args: args == (1, 1)):
        viewer.find_text("")


def test_what_is_not_there_leaves_no_mark_and_moves_nothing(viewer: CodeViewer, qtbot: QtBot) -> None:
    """The count is 0 of 0, the place is the same."""
    viewer.show_reading(read(HUNDRED), Place("a.txt", 50))
    with qtbot.waitSignal(viewer.marks_changed) as told:
        viewer.find_text("nowhere")

    assert told.args == [0, 0]
    assert viewer.place().line == 50


def test_finding_starts_from_the_place_and_goes_round(viewer: CodeViewer, qtbot: QtBot) -> None:
    """The next place is shown first; after the last one, the first."""
    viewer.show_reading(read(HUNDRED), Place("a.txt", 50))
    with qtbot.waitSignal(
        viewer.marks_changed, check_params_cb=lambda current, count: (current, count) == (2, 11)
    ):
        viewer.find_text("LINE 5")
    with qtbot.waitSignal(viewer.place_changed):
        viewer.find_text("line 3 ")

    assert viewer.place().line == 3


@pytest.mark.parametrize("at", [0, 65_530, 65_534, 65_536, 131_070])
def test_a_text_over_a_steps_edge_is_found_once(at: int) -> None:
    """Looking in steps leaves out nothing and counts nothing twice."""
    text = "x" * at + "needle" + "x" * 80_000

    assert [find(text, "NEEDLE", NEVER).span(0)] == [(at, at + 6)]
    assert len(find(text, "NEEDLE", NEVER)) == 1


def test_marks_that_touch_a_stretch_are_its_own() -> None:
    """A mark that only ends where a stretch begins is not in it."""
    marks = Marks([(0, 2), (4, 6), (8, 9)])

    assert list(marks.between(2, 5)) == [1]
    assert list(marks.between(1, 9)) == [0, 1, 2]
    assert marks.nearest(7) == 2
    assert Marks().nearest(0) is None


# -- the hand


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ([Qt.Key.Key_Down], 51),
        ([Qt.Key.Key_Up, Qt.Key.Key_Up], 48),
        ([Qt.Key.Key_End, Qt.Key.Key_Right], 51),
        ([Qt.Key.Key_Home, Qt.Key.Key_Left], 49),
    ],
)
def test_keys_walk_through_the_text(viewer: CodeViewer, qtbot: QtBot, keys: list[Qt.Key], line: int) -> None:
    """The caret goes where an editor's would, and the new place is told."""
    viewer.show_reading(read(HUNDRED), Place("a.txt", 50))
    with qtbot.waitSignal(viewer.place_changed):
        press(viewer, *keys)

    assert viewer.place().line == line


def test_pages_and_ends_are_a_key_away(viewer: CodeViewer) -> None:
    """PgDn shows the next page, Ctrl+End the last line, Ctrl+Home the first."""
    viewer.show_reading(read(HUNDRED), Place("a.txt", 1))
    press(viewer, Qt.Key.Key_PageDown)
    line = viewer.place().line or 0
    assert line > 10
    press(viewer, Qt.Key.Key_PageUp)
    assert viewer.place().line == 1
    press(viewer, Qt.Key.Key_End, modifier=Qt.KeyboardModifier.ControlModifier)
    assert viewer.place().line == 101
    press(viewer, Qt.Key.Key_Home, modifier=Qt.KeyboardModifier.ControlModifier)
    assert viewer.place().line == 1


def test_the_caret_steps_over_whole_characters(viewer: CodeViewer) -> None:
    """An emoji and a letter with its accent are one step each."""
    viewer.show_reading(read("😀e\u0301x"), Place("a.txt", 1))
    seen = []
    for _ in range(3):
        press(viewer, Qt.Key.Key_Right)
        seen.append(viewer.area.caret)

    assert seen == [1, 3, 4]


def test_going_down_keeps_the_column(viewer: CodeViewer) -> None:
    """A short line between two long ones does not lose the place in the line."""
    viewer.show_reading(read("long line\n\nlong line"), Place("a.txt", 1))
    press(viewer, Qt.Key.Key_End, Qt.Key.Key_Down, Qt.Key.Key_Down)

    assert viewer.area.caret == len("long line\n\nlong line")


def test_who_scrolled_away_is_where_they_look(viewer: CodeViewer) -> None:
    """With the caret out of sight the place is the middle line, and keys go on from there."""
    viewer.show_reading(read(HUNDRED), Place("a.txt", 1))
    bar = viewer.area.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    middle = viewer.area.centre_row() + 1

    assert viewer.place().line == middle
    press(viewer, Qt.Key.Key_Down)
    assert viewer.place().line == middle + 1


def test_a_selection_is_copied_as_it_is_in_the_text(viewer: CodeViewer) -> None:
    """Shift and the arrows select; the clipboard gets tabs and emoji as they are."""
    viewer.show_reading(read("a\t😀b\nc"), Place("a.txt", 1))
    press(viewer, *[Qt.Key.Key_Right] * 3, modifier=Qt.KeyboardModifier.ShiftModifier)
    press(viewer, Qt.Key.Key_C, modifier=Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "a\t😀"
    press(viewer, Qt.Key.Key_A, modifier=Qt.KeyboardModifier.ControlModifier)
    press(viewer, Qt.Key.Key_C, modifier=Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "a\t😀b\nc"


def _point(viewer: CodeViewer, row: int, column: int) -> QPoint:
    area = viewer.area
    x = area._text_left() + area.row(row).x_of(column)
    return QPointF(x + 1, area._top(row) + area.row_height / 2).toPoint()


def test_the_mouse_selects_from_press_to_release(viewer: CodeViewer) -> None:
    """Dragging selects; letting go ends it."""
    viewer.show_reading(read("one two\nthree four"), Place("a.txt", 1))
    port = viewer.area.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=_point(viewer, 0, 4))
    QTest.mouseMove(port, _point(viewer, 1, 5))
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=_point(viewer, 1, 5))

    assert viewer.area.selected_text() == "two\nthree"
    assert not viewer.area._drag.isActive()


def test_a_double_click_selects_a_word_and_the_gutter_a_line(viewer: CodeViewer) -> None:
    """A word is what is between two others; a line has its newline."""
    viewer.show_reading(read("one snake_case(two)\nthree"), Place("a.txt", 1))
    port = viewer.area.viewport()
    QTest.mouseDClick(port, Qt.MouseButton.LeftButton, pos=_point(viewer, 0, 7))
    assert viewer.area.selected_text() == "snake_case"
    viewer.area._since_double.invalidate()
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=QPoint(4, _point(viewer, 0, 0).y()))
    assert viewer.area.selected_text() == "one snake_case(two)\n"


# -- change


def test_a_reading_replaced_keeps_the_place(viewer: CodeViewer) -> None:
    """A file that grew at its end is shown where it was, neither scrolled nor with the caret elsewhere."""
    viewer.show_reading(read(HUNDRED, "water"), Place("a.txt", 50))
    press(viewer, *[Qt.Key.Key_Down] * 3, Qt.Key.Key_End)
    scrolled, caret = viewer.area.verticalScrollBar().value(), viewer.area.caret
    viewer.show_reading(read(HUNDRED + "more water\n", "water"), viewer.place())

    assert viewer.area.verticalScrollBar().value() == scrolled
    assert viewer.area.caret == caret
    assert len(viewer._marks) == 101


def test_a_reading_that_shrank_is_shown_at_its_end(viewer: CodeViewer) -> None:
    """A line that is not there any more leads to the last one."""
    viewer.show_reading(read(HUNDRED), Place("a.txt", 90))
    viewer.show_reading(read("one\ntwo"), viewer.place())

    assert viewer.place().line == 2
    viewer.area.viewport().grab()


def test_going_to_another_place_is_not_told_as_the_persons(viewer: CodeViewer, qtbot: QtBot) -> None:
    """`place_changed` is for what the person does."""
    viewer.show_reading(read(HUNDRED, "water"), Place("a.txt", 1))
    with qtbot.assertNotEmitted(viewer.place_changed):
        viewer.go_to(Place("a.txt", 70))

    assert viewer.place().line == 70
    assert viewer._current == 69


def test_colours_come_and_change_with_the_theme(viewer: CodeViewer, qtbot: QtBot) -> None:
    """A keyword has the keyword's colour in the light theme and in the dark one."""
    viewer.show_reading(
        read("return\n" * 3, name="a.py", kind=Kind.CODE, language="python"), Place("a.py", 3)
    )
    qtbot.waitUntil(lambda: len(viewer._colouring.starts) > 0)

    def seen(role: str) -> bool:
        picture = pixels(viewer)
        colours = {
            picture.pixelColor(x, y).name()
            for x in range(viewer.area.gutter, viewer.area.gutter + 80)
            for y in range(viewer.area.row_height)
        }
        return theme().colour(role).name() in colours

    assert seen("code_keyword")
    theme().choose("dark")
    assert seen("code_keyword")
    assert pixels(viewer).pixelColor(300, 300) == theme().colour("surface")


@pytest.mark.parametrize(
    ("text", "name", "language", "roles"),
    [
        ("# note", "a.py", "python", ["code_comment"]),
        ("x = 'é😀' # c", "a.py", None, ["code_string", "code_comment"]),
        ("def f(): return 1", "a", "python", ["code_keyword", "code_name", "code_keyword", "code_number"]),
        ("# note", "notes.txt", None, []),
        ("anything", "a.unknown", None, []),
    ],
)
def test_colours_are_the_languages_own(text: str, name: str, language: str | None, roles: list[str]) -> None:
    """A file's name or language tells what is a keyword; an unknown one has no colours."""
    found = [
        (text[start:stop], role)
        for start, stop, role in colour(text, name, language, NEVER).between(0, len(text))
    ]

    assert [role for part, role in found if part.strip()] == roles


def test_a_screen_reader_is_told_the_name_and_the_line(viewer: CodeViewer) -> None:
    """The text has the file's name, and the line of the caret as its description."""
    viewer.show_reading(read(HUNDRED), Place("a.txt", 7))

    assert viewer.area.accessibleName() == "Text of a.txt"
    assert viewer.area.accessibleDescription() == "Line 7: line 7 has water"


# -- long lines

LONG = "short\n" + "word " * 60 + "\n" + "x" * 250 + "\n\tindented " + "漢字" * 60 + "\nlast"


def test_long_lines_are_wrapped() -> None:
    """Wrapped rows hold the whole text, none wider than there are columns, and lines keep their numbers."""
    lines = Lines(LONG, 40)
    rows = [LONG[slice(*lines.span(row))] for row in range(len(lines))]
    assert "".join(rows) == LONG.replace("\n", "")
    assert all(len(row) <= 40 for row in rows)
    assert lines.line_count == 5
    numbering = Numbering(lines)
    assert [numbering.line(row) for row in range(len(lines)) if numbering.is_first(row)] == [1, 2, 3, 4, 5]
    assert all(numbering.line(numbering.row(line, None)) == line for line in range(1, 6))
    assert rows[1].endswith(" ")


def test_a_viewer_wraps(qtbot: QtBot) -> None:
    """Wrapping leaves the caret and its line where they are, needs no scrolling to the right, and can be undone."""
    viewer = CodeViewer()
    qtbot.addWidget(viewer)
    viewer.resize(500, 300)
    with qtbot.waitExposed(viewer):
        viewer.show()
    viewer.show_reading(Reading("a.txt", Path("a.txt"), Kind.TEXT, None, LONG, (), None, ((3, 5),)), Place("a.txt", 3))
    area = viewer.area
    caret = area.caret
    assert area.horizontalScrollBar().maximum() > 0
    viewer.set_wrap(True)
    assert len(area.lines) > 5
    assert area.horizontalScrollBar().maximum() == 0
    assert (area.caret, viewer.place().line) == (caret, 3)
    narrow = len(area.lines)
    viewer.resize(900, 300)
    qtbot.waitUntil(lambda: len(area.lines) < narrow)
    qtbot.keyClick(area, Qt.Key.Key_End)
    assert area.lines.row_of(area.caret) == area.lines.row_of(caret)
    viewer.set_wrap(False)
    assert len(area.lines) == 5
    viewer.release()
