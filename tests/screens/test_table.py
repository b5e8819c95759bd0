"""Is a table shown row by row, at the row of a hit, sorted and copied as a hand expects?"""

import csv
import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QItemSelectionModel, QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from sleuth.domain.cancel import NEVER
from sleuth.domain.folding import fold
from sleuth.engine.reading import Reading, marks_in
from sleuth.ingest.readers.formats.table import READER
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.table import records as records_module
from sleuth.ui.viewers.table.cells import cell_text, cells_of, offset_in_cell, spans_of
from sleuth.ui.viewers.table.columns import Column, ColumnKind
from sleuth.ui.viewers.table.grid import Grid
from sleuth.ui.viewers.table.model import TableModel
from sleuth.ui.viewers.table.records import Records
from sleuth.ui.viewers.table.sorting import sorted_order
from sleuth.ui.viewers.table.view import TableViewer
from sleuth.ui.widgets.labels import Sentence

STATIONS = '''station,depth,salinity,day,note
Alder,3,31.5,2024-01-05,calm
Birch,10,,2024-01-12,"first line
second line, with salt"
Cedar,2,9.25,2023-12-30,"he said ""salt"""
Dogwood,,33,2024-01-06,Salt again

Elm,21,9.25,,
'''


def reading_of(path: Path, typed: str = "") -> Reading:
    with path.open("rb") as file:
        data = file.read(READER.limits(0).read_bytes or -1)
    content = READER.read(data, path.name)
    marks = marks_in(content.text, typed)
    return Reading(path.name, path, content.kind, None, content.text, (), content.profile, marks, content.notice)


class Shown:
    """A viewer in a window, and what it said."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.viewer, self.folder, self._qtbot = TableViewer(), folder, qtbot
        self.marks = (0, 0)
        self.viewer.marks_changed.connect(self._take)
        self.viewer.resize(700, 300)
        self.grid = self.viewer.findChild(Grid)
        self.model = self.viewer.findChild(TableModel)
        qtbot.addWidget(self.viewer)
        self.viewer.show()

    def _take(self, number: int, count: int) -> None:
        self.marks = (number, count)

    def open(
        self, data: str | bytes = STATIONS, typed: str = "", line: int | None = None, name: str = "stations.csv"
    ) -> None:
        path = self.folder / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        self.viewer.show_reading(reading_of(path, typed), Place(name, line, None, typed))
        self.settle()

    def settle(self) -> None:
        self._qtbot.wait(10)
        self._qtbot.waitUntil(lambda: not self.viewer._work._lane.is_busy, timeout=20_000)

    def rows(self) -> list[list[str]]:
        columns = range(self.model.columnCount())
        return [[self.model.text(row, column) for column in columns] for row in range(self.model.rowCount())]

    def column(self, column: int) -> list[str]:
        return [self.model.text(row, column) for row in range(self.model.rowCount())]

    def lines(self) -> list[str]:
        return [self.model.headerData(row, Qt.Orientation.Vertical) for row in range(self.model.rowCount())]

    def click_head(self, column: int) -> None:
        head = self.grid.horizontalHeader()
        at = QPoint(head.sectionViewportPosition(column) + 20, head.height() // 2)
        self._qtbot.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)
        self.settle()


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Iterator[Shown]:
    made = Shown(qtbot, tmp_path)
    yield made
    made.viewer.release()


def said(shown: Shown) -> str:
    """The sentence that is shown instead of rows."""
    sentence = shown.viewer._stack.currentWidget()
    assert isinstance(sentence, Sentence)
    return sentence.accessibleName()


def names(shown: Shown) -> list[str]:
    model = shown.model
    return [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]


def test_rows_and_lines_are_the_files(shown: Shown) -> None:
    """Quoted line ends stay in their cell, blank lines are no rows, and rows are numbered by the file's lines."""
    shown.open()

    assert names(shown) == ["station", "depth", "salinity", "day", "note"]
    assert shown.column(0) == ["Alder", "Birch", "Cedar", "Dogwood", "Elm"]
    assert shown.column(4) == ["calm", "first line\nsecond line, with salt", 'he said "salt"', "Salt again", ""]
    assert shown.lines() == ["2", "3", "5", "6", "8"]


@pytest.mark.parametrize(
    ("data", "name", "expected"),
    [
        (b"\xef\xbb\xbfname;size\nAda;1,5\n", "a.csv", (["name", "size"], [["Ada", "1,5"]])),
        (b"name\tsize\r\nAda\t1\r\nBo\t2\r\n", "a.tsv", (["name", "size"], [["Ada", "1"], ["Bo", "2"]])),
        (b"name|size\rAda|1\r", "a.csv", (["name", "size"], [["Ada", "1"]])),
        ("name,size\nZoë,1\n".encode("latin-1"), "a.csv", (["name", "size"], [["Zoë", "1"]])),
        ("name,size\nZoë,1\n".encode("utf-16"), "a.csv", (["name", "size"], [["Zoë", "1"]])),
        (b"1,2\n3,4\n", "a.csv", (["column 1", "column 2"], [["1", "2"], ["3", "4"]])),
        (b"a,b\n1\n1,2,3\n", "a.csv", (["a", "b", "column 3"], [["1", "", ""], ["1", "2", "3"]])),
        (b'a,b\n"never closed,1\nx,2', "a.csv", (["a", "b"], [['"never closed', "1"], ["x", "2"]])),
        (b'a,b\n5" pipe,1\n6",2\n', "a.csv", (["a", "b"], [['5" pipe', "1"], ['6"', "2"]])),
    ],
    ids=["bom and semicolons", "tabs", "returns", "latin-1", "utf-16", "no header", "ragged", "open quote", "inches"],
)
def test_dialects_and_encodings(shown: Shown, data: bytes, name: str, expected: tuple[list[str], list[list[str]]]) -> None:
    """Rows are right whatever parts them, ends them and encodes them."""
    shown.open(data, name=name)

    assert (names(shown), shown.rows()) == expected


@pytest.mark.parametrize(("data", "sentence"), [(b"", "no rows"), (b"\n\n", "no rows")])
def test_a_table_without_rows_is_said_to_be_one(shown: Shown, data: bytes, sentence: str) -> None:
    """An empty file shows a sentence."""
    shown.open(data)

    assert sentence in said(shown)


def test_a_file_that_is_gone_is_said_to_be(shown: Shown) -> None:
    """What cannot be read shows a sentence; what is there again shows its rows."""
    shown.open()
    reading = reading_of(shown.folder / "stations.csv")
    (shown.folder / "stations.csv").unlink()
    shown.viewer.show_reading(reading, Place("stations.csv"))
    shown.settle()
    assert "not there any more" in said(shown)
    shown.open()

    assert shown.model.rowCount() == 5
    assert shown.grid.isVisible()


@pytest.mark.parametrize(("line", "station"), [(2, "Alder"), (4, "Birch"), (6, "Dogwood"), (8, "Elm")])
def test_the_row_of_a_line_is_selected(shown: Shown, line: int, station: str) -> None:
    """A line inside a quoted cell belongs to its row; the place is the row's first line."""
    shown.open(line=line)
    row = shown.grid.currentIndex().row()

    assert shown.model.text(row, 0) == station
    assert [index.row() for index in shown.grid.selectionModel().selectedRows()] == [row]


def test_the_row_of_a_line_is_in_the_middle(shown: Shown) -> None:
    """A row far down is scrolled to."""
    shown.open("n,word\n" + "".join(f"{n},w{n}\n" for n in range(5_000)), line=3_002)
    rect = shown.grid.visualRect(shown.grid.currentIndex())

    assert shown.model.text(shown.grid.currentIndex().row(), 0) == "3000"
    assert abs(rect.center().y() - shown.grid.viewport().height() // 2) <= rect.height()
    assert shown.viewer.place().line == 3_002


@pytest.mark.parametrize(
    ("column", "rising", "falling"),
    [
        (1, ["2", "3", "10", "21", ""], ["21", "10", "3", "2", ""]),
        (2, ["9.25", "9.25", "31.5", "33", ""], ["33", "31.5", "9.25", "9.25", ""]),
        (3, ["2023-12-30", "2024-01-05", "2024-01-06", "2024-01-12", ""], None),
        (0, ["Alder", "Birch", "Cedar", "Dogwood", "Elm"], ["Elm", "Dogwood", "Cedar", "Birch", "Alder"]),
    ],
)
def test_a_click_on_a_head_sorts(shown: Shown, column: int, rising: list[str], falling: list[str] | None) -> None:
    """Once rising, twice falling, three times as in the file; what is empty comes last."""
    shown.open()
    before = shown.rows()
    shown.click_head(column)
    first = shown.column(column)
    shown.click_head(column)
    second = shown.column(column)
    shown.click_head(column)

    assert first == rising
    assert falling is None or second == falling
    assert shown.rows() == before


def test_the_selected_row_stays_so_when_rows_are_sorted(shown: Shown) -> None:
    """Sorting moves the selection along, the line with it."""
    shown.open(line=3)
    shown.click_head(0)
    shown.click_head(0)

    assert shown.model.text(shown.grid.currentIndex().row(), 0) == "Birch"
    assert shown.viewer.place().line == 3


@pytest.mark.parametrize(
    ("cells", "kind", "is_falling", "expected"),
    [
        (["10", "9", "", "x", "-1"], ColumnKind.INTEGER, False, ["-1", "9", "10", "x", ""]),
        (["10", "9", "", "x", "-1"], ColumnKind.INTEGER, True, ["10", "9", "-1", "x", ""]),
        (["b", "", "Á", "a"], ColumnKind.TEXT, False, ["Á", "a", "b", ""]),
        (["b", "", "Á", "a"], ColumnKind.TEXT, True, ["b", "Á", "a", ""]),
        (["2024-10-1", "2024-9-30"], ColumnKind.DATE, False, ["2024-9-30", "2024-10-1"]),
        (["nan", "2", "inf"], ColumnKind.NUMBER, False, ["2", "inf", "nan"]),
        ([], ColumnKind.TEXT, False, []),
    ],
)
def test_orders(cells: list[str], kind: ColumnKind, is_falling: bool, expected: list[str]) -> None:
    """Numbers by value, texts without case and accents, empties last, equals as in the file."""
    order = sorted_order(cells, Column("x", kind, low="2024-1-1"), is_falling)

    assert [cells[row] for row in order] == expected


def test_marks_are_where_the_text_has_them(shown: Shown) -> None:
    """Quotes and line ends in a cell do not move its marks."""
    shown.open(typed="salt")
    found = shown.viewer._marks.found.stretches
    marked = [shown.model._cells(record)[column][start:stop] for (record, column), one in found.items() for start, stop in one]

    assert list(found) == [(2, 4), (3, 4), (4, 4)]
    assert marked == ["salt", "salt", "Salt"]


def test_marked_cells_are_walked_through_in_the_order_of_the_rows(shown: Shown) -> None:
    """Steps go from cell to cell as they show, round the ends."""
    shown.open(typed="salt", line=5)
    walked = [shown.marks]
    for by in (1, 1, -1):
        shown.viewer.step(by)
        walked.append(shown.marks)
    assert walked == [(2, 3), (3, 3), (1, 3), (3, 3)]
    shown.grid.selectRow(2)
    shown.viewer.step(-1)
    assert shown.marks == (1, 3)
    shown.viewer.step(-1)

    shown.click_head(0)
    shown.click_head(0)
    assert shown.marks == (1, 3)
    shown.viewer.step(1)
    assert shown.model.text(shown.grid.currentIndex().row(), 0) == "Cedar"


def test_a_mark_in_a_columns_name_is_one(shown: Shown) -> None:
    """The header's line is a place like any other: its mark is in the head."""
    shown.open(typed="salinity", line=1)

    assert shown.marks == (1, 1)
    assert shown.viewer._marks.is_own_header(2)


def test_a_place_without_a_line_goes_to_the_first_mark(shown: Shown) -> None:
    """A hit that names no line shows its first mark."""
    shown.open(typed="calm")

    assert shown.marks == (1, 1)
    assert shown.grid.currentIndex().row() == 0


def test_marks_are_painted(shown: Shown, light: None) -> None:
    """A marked stretch has the mark's colour, the own one the stronger."""
    shown.open("word,other\nsalt,x\nsalt,y\n", typed="salt", line=2)
    shown.grid.clearFocus()
    image = shown.grid.viewport().grab().toImage()

    def colours(row: int) -> set[str]:
        rect: QRect = shown.grid.visualRect(shown.model.index(row, 0))
        return {
            image.pixelColor(x, y).name()
            for x in range(rect.left(), rect.right())
            for y in range(rect.top(), rect.bottom())
        }

    assert "#ffc94d" in colours(0)
    assert "#ffe9a3" in colours(1)
    assert "#ffc94d" not in colours(1)


def test_found_text_takes_the_place_of_the_words_until_it_is_empty(shown: Shown) -> None:
    """The find bar's text is marked in every cell, case and accents set aside; empty brings the words back."""
    shown.open(typed="salt", line=2)
    shown.viewer.find_text('SAID "sált')
    shown.settle()
    found = shown.marks, shown.model.text(shown.grid.currentIndex().row(), 0)
    shown.viewer.find_text("")

    assert found == ((1, 1), "Cedar")
    assert shown.marks[1] == 3


def test_going_to_another_line(shown: Shown) -> None:
    """`go_to` selects the row of a line, its mark the current one."""
    shown.open(typed="salt", line=2)
    shown.viewer.go_to(Place("stations.csv", 6, None, "salt"))

    assert shown.viewer.place().line == 6
    assert shown.marks == (3, 3)


def test_the_person_moving_is_told_and_a_place_is_not(shown: Shown, qtbot: QtBot) -> None:
    """Only what the person does changes the place."""
    told: list[int | None] = []
    shown.viewer.place_changed.connect(lambda: told.append(shown.viewer.place().line))
    shown.open(line=2)
    before = list(told)
    shown.grid.setFocus()
    qtbot.keyClick(shown.grid, Qt.Key.Key_Down)

    assert (before, told) == ([], [3])


def test_selected_cells_are_copied(shown: Shown, qtbot: QtBot) -> None:
    """Ctrl+C copies cells with tabs between them, quoted where they need it."""
    shown.open()
    model, flags = shown.model, QItemSelectionModel.SelectionFlag.Select
    for row, column in ((0, 0), (0, 1), (1, 4)):
        shown.grid.selectionModel().select(model.index(row, column), flags)
    qtbot.keyClick(shown.grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    shown.settle()

    copied = QGuiApplication.clipboard().text()
    assert copied == 'Alder\t3\t\n\t\t"first line\nsecond line, with salt"'


def test_columns_say_what_they_hold(shown: Shown) -> None:
    """The head has the kind, the range and how many are empty; the tooltip the examples."""
    shown.open()
    tip = shown.model.headerData(2, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)

    assert shown.model.summary(1) == "whole numbers · 2 – 21 · 1 empty"
    assert shown.model.summary(0) == "text"
    assert "From 9.25 to 33.0" in tip
    assert "31.5" in tip


def test_columns_are_as_wide_as_their_cells_and_no_wider_than_the_cap(shown: Shown) -> None:
    """A long cell does not push the others out of sight."""
    shown.open("a,b\n" + "x" * 1_000 + ",1\n")

    assert shown.grid.columnWidth(0) == 360
    assert shown.grid.columnWidth(1) < 200


def test_a_large_table_is_shown_to_its_end(shown: Shown) -> None:
    """All rows are there, beyond the text that was searched, and the notice says that it was cut."""
    count = 200_000
    shown.open("n,word\n" + "".join(f"{n},w{n % 7}\n" for n in range(count)))
    labels = [label.text() for label in shown.viewer.findChildren(QLabel)]

    assert shown.model.rowCount() == count
    assert shown.model.text(count - 1, 0) == str(count - 1)
    assert len(shown.model._kept) < 5_000
    assert any("searched" in text for text in labels)
    shown.click_head(0)
    shown.click_head(0)
    assert shown.model.text(0, 0) == str(count - 1)
    shown.viewer.find_text("199123")
    shown.settle()
    assert shown.marks == (1, 1)


def test_a_changed_file_keeps_its_order(shown: Shown) -> None:
    """A rewritten file is shown anew, sorted as it was."""
    shown.open()
    shown.click_head(1)
    shown.open(STATIONS + "Fir,1,1,,\n")

    assert shown.column(1) == ["1", "2", "3", "10", "21", ""]


def test_another_file_takes_the_place_of_the_one_before(shown: Shown) -> None:
    """A viewer is used again: nothing of the file before stays, its order and its rows above all."""
    shown.open(line=8)
    shown.click_head(1)
    shown.open("word,size\nsalt,2\npepper,1\n", typed="pepper", name="words.csv")

    assert shown.rows() == [["salt", "2"], ["pepper", "1"]]
    assert shown.marks == (1, 1)
    assert shown.viewer.place() == Place("words.csv", 3, None, "pepper")


def test_the_model_keeps_qts_rules(shown: Shown, qtmodeltester: ModelTester) -> None:
    """Qt's own checks of models pass."""
    shown.open()
    qtmodeltester.check(shown.model)


FIELD = st.text(alphabet='ab",;\n \t', max_size=6)


@given(st.lists(st.lists(FIELD, min_size=2, max_size=4), min_size=1, max_size=6), st.sampled_from(",;\t"))
def test_written_records_are_read_back(tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]], delimiter: str) -> None:
    """What `csv` writes parts into the same records and cells, in blocks of any size."""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(rows)
    path = tmp_path_factory.mktemp("csv") / "a.csv"
    path.write_bytes(out.getvalue().encode())
    for block in (7, 16, 1_000):
        records = _found(path, delimiter, block)
        assert records.cells(0, len(records)) == rows


def _found(path: Path, delimiter: str, block: int) -> Records:
    records = Records(path, delimiter)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records_module, "_FIRST_BLOCK", block)
        patch.setattr(records_module, "_BLOCK", block)
        for _ in records.find_all(NEVER):
            pass
    return records


@given(st.text(alphabet='ab", ', max_size=12))
def test_cells_are_those_of_csv(record: str) -> None:
    """A record that stands on one line and closes its quotes has the cells that `csv` gives it."""
    expected = next(csv.reader([record], strict=False), [""]) or [""]
    has_open = '"' in record and _is_open(record)

    assert has_open or cells_of(record, ",") == expected


def _is_open(record: str) -> bool:
    """Whether `csv` would read on in the next line."""
    return len(list(csv.reader([record + "\n", "x\n"]))) == 1


@given(st.text(alphabet='ab",', max_size=12))
def test_a_place_in_a_record_is_found_in_its_cell(record: str) -> None:
    """A letter of the record that is one of a cell is the same letter there."""
    for span in spans_of(record, ","):
        text = cell_text(record, span)
        for offset in range(span.start, span.stop):
            if record[offset] in "ab":
                assert text[offset_in_cell(record, span, offset)] == record[offset]


def test_a_quote_that_is_never_closed_costs_its_own_row(tmp_path: Path) -> None:
    """Two hundred lines on, a quote is taken for a character, as the profile does."""
    path = tmp_path / "a.csv"
    path.write_text('a,b\n"open,1\n' + "x,2\n" * 200 + 'end",3\n')
    for block in (50, 10_000):
        records = _found(path, ",", block)
        assert len(records) == 203
        assert records.cells(1, 2) == [['"open', "1"]]
        assert records.cells(202, 203) == [['end"', "3"]]


@pytest.mark.parametrize(("line", "record"), [(1, 0), (2, 1), (3, 1), (4, 2), (99, 2)])
def test_lines_lead_to_records(tmp_path: Path, line: int, record: int) -> None:
    """A line inside a record leads to it, one behind the end to the last."""
    path = tmp_path / "a.csv"
    path.write_text('a,b\n"x\ny",1\nz,2\n')

    assert _found(path, ",", 1_000).at_line(line) == record


CALLS: list[Callable[[TableViewer], None]] = [
    lambda viewer: viewer.step(1),
    lambda viewer: viewer.find_text("x"),
    lambda viewer: viewer.go_to(Place("a.csv", 3)),
    lambda viewer: viewer.set_source(False),
]


@pytest.mark.parametrize("call", CALLS, ids=["step", "find", "go", "source"])
def test_nothing_breaks_before_something_is_shown(shown: Shown, call: Callable[[TableViewer], None]) -> None:
    """A viewer that shows nothing yet can be told anything."""
    call(shown.viewer)

    assert shown.marks == (0, 0)


@given(st.lists(st.text(alphabet="abÉ ", max_size=3).map(lambda end: "x" * 47 + end) | st.text("ab", max_size=2)), st.booleans())
def test_long_texts_that_begin_the_same_are_told_apart(cells: list[str], is_falling: bool) -> None:
    """Texts are sorted whole, equal ones as in the file."""
    filled = [row for row, cell in enumerate(cells) if cell.strip()]
    empty = [row for row, cell in enumerate(cells) if not cell.strip()]
    filled.sort(key=lambda row: fold(cells[row].strip()), reverse=is_falling)

    assert sorted_order(cells, Column("x"), is_falling).tolist() == filled + empty


def test_the_source_is_the_files_text_at_the_same_line(shown: Shown) -> None:
    """The switch shows the text at the row's line with its own marks, and comes back to the row."""
    shown.open(typed="salt", line=6)
    shown.viewer.set_source(True)
    shown.settle()
    as_source = shown.viewer.place().line, shown.marks[1], shown.grid.isVisible()
    shown.viewer.step(-1)
    shown.viewer.set_source(False)

    assert as_source == (6, 3, False)
    assert shown.viewer.place().line == 5
    assert shown.marks == (2, 3)
    assert shown.grid.isVisible()
