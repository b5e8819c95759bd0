"""How does one look at a table, at the row where something was found?"""

from dataclasses import replace

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from sleuth.engine.reading import Reading
from sleuth.ui.theme.theme import theme
from sleuth.ui.theme.tokens import SPACE_1, SPACE_2, SPACE_4, SPINNER_AFTER_MS
from sleuth.ui.viewers.base import Place, Viewer
from sleuth.ui.viewers.table.delegate import ShownMarks
from sleuth.ui.viewers.table.grid import Grid
from sleuth.ui.viewers.table.marks import Cell, CellMarks
from sleuth.ui.viewers.table.model import TableModel
from sleuth.ui.viewers.table.sorting import Order
from sleuth.ui.viewers.table.work import Block, Table, TableWork
from sleuth.ui.widgets.labels import Sentence, hairline, label


class TableViewer(Viewer):
    """Shows a table's rows and columns, or its text."""

    has_source = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reading: Reading | None = None
        self._place = Place("")
        self._typed = ""
        self._goal: Place | None = None
        """Where to go as soon as the rows there are known."""
        self._is_quiet = False
        self._jumps = True
        self._query_marks = CellMarks()
        self._cells: list[Cell] = []
        self._numbers: dict[Cell, int] = {}
        self._model = TableModel(self)
        self._marks = ShownMarks(self._model)
        self._work = TableWork(self)
        self._grid = Grid(self._model, self._marks, self)
        self._source: Viewer | None = None
        self._busy = QTimer(self, interval=SPINNER_AFTER_MS, singleShot=True)
        self._busy.timeout.connect(self._say_busy)
        self._doing = ""
        self._build()
        self._connect()

    def _build(self) -> None:
        self._message = Sentence("")
        self._size, self._notice, self._state = label("", "muted"), label("", "muted"), label("", "muted")
        foot = QHBoxLayout()
        foot.setContentsMargins(SPACE_2, SPACE_1, SPACE_2, SPACE_1)
        foot.setSpacing(SPACE_4)
        foot.addWidget(self._size)
        foot.addWidget(self._notice, 1)
        foot.addWidget(self._state)
        rows = QWidget(self)
        column = QVBoxLayout(rows)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._grid, 1)
        column.addWidget(hairline())
        column.addLayout(foot)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(rows)
        self._stack.addWidget(self._message)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._stack)
        self._rows_page = rows
        self.setFocusProxy(self._grid)

    def _connect(self) -> None:
        self._work.grown.connect(self._grow)
        self._work.read.connect(self._read)
        self._work.failed.connect(self._failed)
        self._work.marked.connect(self._take_query_marks)
        self._work.found.connect(self._take_found)
        self._work.sorted.connect(self._take_order)
        self._work.copied.connect(lambda text: QGuiApplication.clipboard().setText(text))
        self._model.sort_wanted.connect(self._sort)
        self._grid.copy_wanted.connect(self._copy)
        self._grid.row_changed.connect(self._row_changed)
        theme().changed.connect(self._repaint)

    @property
    def _is_source(self) -> bool:
        return self._source is not None and self._stack.currentWidget() is self._source

    # -- the viewer's

    def show_reading(self, reading: Reading, place: Place) -> None:
        if self._reading is not None and self._reading.ref != reading.ref:
            self._grid.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self._reading, self._place, self._goal = reading, place, place
        self._query_marks = CellMarks()
        self._show_marks(CellMarks())
        self._notice.setText(reading.notice or "")
        self._begin(self.tr("Reading…"))
        self._work.open(reading)
        if self._source is not None:
            self._source.show_reading(reading, place)
        elif not self._is_source:
            self._stack.setCurrentWidget(self._rows_page)

    def go_to(self, place: Place) -> None:
        self._place = place
        self._goal = place if place.line is not None else None
        if self._source is not None:
            self._source.go_to(place)
        self._reach()

    def place(self) -> Place:
        if self._source is not None and self._is_source:
            return self._source.place()
        row, table = self._grid.currentIndex().row(), self._model.table
        if row < 0 or table is None or self._goal is not None:
            return self._place
        return replace(self._place, line=table.records.line_of(self._model.record_of(row)))

    def find_text(self, text: str) -> None:
        self._typed = text
        if self._source is not None:
            self._source.find_text(text)
        self._find(jumps=True)

    def step(self, by: int) -> None:
        if self._source is not None and self._is_source:
            self._source.step(by)
        elif self._cells:
            self._go_to_cell(self._next_cell(by))

    def set_source(self, is_source: bool) -> None:
        if is_source == self._is_source or self._reading is None:
            return
        place = self.place()
        if is_source:
            source = self._made_source()
            self._stack.setCurrentWidget(source)
            self.setFocusProxy(source)
            source.show_reading(self._reading, place)
            if self._typed:
                source.find_text(self._typed)
        else:
            self._stack.setCurrentWidget(self._rows_page)
            self.setFocusProxy(self._grid)
            self.go_to(place)
            self._tell_marks()

    def release(self) -> None:
        self._busy.stop()
        self._work.release()
        if self._source is not None:
            self._source.release()

    def _made_source(self) -> Viewer:
        if self._source is None:
            from sleuth.ui.viewers.code.view import CodeViewer

            source: Viewer = CodeViewer(self)
            source.marks_changed.connect(self._tell_source_marks)
            source.place_changed.connect(self._tell_source_place)
            self._stack.addWidget(source)
            self._source = source
        return self._source

    def _tell_source_marks(self, number: int, count: int) -> None:
        if self._is_source:
            self.marks_changed.emit(number, count)

    def _tell_source_place(self) -> None:
        if self._is_source:
            self.place_changed.emit()

    # -- rows

    def _grow(self, table: Table, count: int) -> None:
        self._model.grow(table, count)
        self._say_size()
        self._reach()

    def _read(self) -> None:
        self._end()
        self._say_size()
        self._reach()
        self._goal = None  # a line that is not there is not waited for
        if not self._model.columns and not self._is_source:
            self._message.say(self.tr("This table has no rows."))
            self._stack.setCurrentWidget(self._message)
            return
        head = self._grid.horizontalHeader()
        if head.sortIndicatorSection() >= 0:
            self._sort(head.sortIndicatorSection(), head.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder)
        if self._typed.strip():
            self._find(jumps=False)

    def _failed(self) -> None:
        self._goal = None
        self._end()
        self._message.say(self.tr("This file is not there any more, or cannot be read as a table."))
        if not self._is_source:
            self._stack.setCurrentWidget(self._message)

    def _reach(self) -> None:
        """Go to the place that is wanted, if its row is known by now."""
        table, goal = self._model.table, self._goal
        if table is None or goal is None or goal.line is None:
            return
        record = table.records.at_line(goal.line)
        if record is None or (record + 1 >= self._model.rowCount() + table.header and self._work.is_reading):
            return  # the line may belong to a record that is not known yet
        self._goal = None
        self._is_quiet = True
        row = self._model.row_of(record)
        if row >= 0:
            self._grid.show_row(row)
        else:
            self._grid.show_column(0)
        self._is_quiet = False
        self._choose(self._marks.found.first_of(record))

    def _row_changed(self) -> None:
        if not self._is_quiet:
            self.place_changed.emit()

    # -- the order

    def _sort(self, column: int, is_falling: bool) -> None:
        table = self._model.table
        self._work.stop_sorting()
        if table is None or column < 0 or column >= len(self._model.columns):
            self._end()
            self._take_order(None)
            return
        self._begin(self.tr("Sorting…"))
        self._work.sort(table, column, self._model.columns[column], is_falling)

    def _take_order(self, order: Order | None) -> None:
        self._end()
        if order is None and self._model.order is None:
            return
        row = self._grid.currentIndex().row()
        record = self._model.record_of(row) if row >= 0 else None
        self._is_quiet = True
        self._model.set_order(order)
        if record is None:
            self._grid.scrollToTop()
        else:
            self._grid.show_row(self._model.row_of(record))
        self._is_quiet = False
        self._put_in_order()

    # -- marks

    def _take_query_marks(self, marks: CellMarks) -> None:
        self._query_marks = marks
        if not self._typed.strip():
            self._show_marks(marks)
            self._choose_by_place()

    def _choose_by_place(self) -> None:
        """The first mark of the place's row; of the table, where no row is meant."""
        table = self._model.table
        if table is None:
            return
        if self._place.line is None:
            if self._cells:
                self._go_to_cell(self._cells[0])
            return
        record = table.records.at_line(self._place.line)
        self._choose(self._marks.found.first_of(record) if record is not None else None)

    def _find(self, jumps: bool) -> None:
        """Mark what is typed, the query's words where nothing is."""
        table = self._model.table
        self._jumps = jumps
        self._work.stop_finding()
        if not self._typed.strip():
            self._end()
            self._show_marks(self._query_marks)
            self._choose(self._nearest() if self._cells else None)
        elif table is not None:
            self._begin(self.tr("Searching…"))
            self._work.find(table, self._typed)

    def _take_found(self, marks: CellMarks) -> None:
        self._end()
        self._show_marks(marks)
        if self._cells and self._jumps:
            self._go_to_cell(self._nearest())
        elif self._cells:
            self._choose(self._nearest())

    def _show_marks(self, marks: CellMarks) -> None:
        self._marks.found, self._marks.own = marks, None
        self._put_in_order()

    def _put_in_order(self) -> None:
        """Marks are walked through as rows show."""
        self._cells = self._model.in_order(self._marks.found.stretches)
        self._numbers = {cell: number for number, cell in enumerate(self._cells, 1)}
        self._tell_marks()
        self._repaint()

    def _nearest(self) -> Cell:
        """The first marked cell from the current row on."""
        row = self._grid.currentIndex().row()
        return next((cell for cell in self._cells if self._model.row_of(cell[0]) >= row), self._cells[0])

    def _next_cell(self, by: int) -> Cell:
        row, own = self._grid.currentIndex().row(), self._marks.own
        number = self._numbers.get(own) if own else None
        # From there, unless the person has gone to another row since.
        if own is not None and number is not None and self._model.row_of(own[0]) in (row, -1):
            return self._cells[(number - 1 + by) % len(self._cells)]
        if by > 0:
            return self._nearest()
        return next((cell for cell in reversed(self._cells) if self._model.row_of(cell[0]) < row), self._cells[-1])

    def _go_to_cell(self, cell: Cell) -> None:
        self._goal = None
        row = self._model.row_of(cell[0])
        if row >= 0:
            self._grid.show_cell(row, cell[1])
        else:
            self._grid.show_column(cell[1])
        self._choose(cell)

    def _choose(self, cell: Cell | None) -> None:
        self._marks.own = cell
        self._tell_marks()
        self._repaint()

    def _tell_marks(self) -> None:
        if not self._is_source:
            number = self._numbers.get(self._marks.own, 0) if self._marks.own else 0
            self.marks_changed.emit(number, len(self._cells))

    def _repaint(self) -> None:
        self._grid.viewport().update()
        self._grid.horizontalHeader().viewport().update()

    # -- what is said below the rows

    def _copy(self, blocks: list[Block]) -> None:
        if self._model.table is not None:
            self._work.copy(self._model.table, self._model.order, blocks)

    def _begin(self, doing: str) -> None:
        self._doing = doing
        self._busy.start()

    def _end(self) -> None:
        self._busy.stop()
        self._state.setText("")

    def _say_busy(self) -> None:
        self._state.setText(self._doing)

    def _say_size(self) -> None:
        rows, columns = self._model.rowCount(), self._model.columnCount()
        number = self.locale().toString
        text = self.tr("1 row") if rows == 1 else self.tr("{count} rows").format(count=number(rows))
        width = self.tr("1 column") if columns == 1 else self.tr("{count} columns").format(count=number(columns))
        table = self._model.table
        cut = self.tr(", and more that is not shown") if table is not None and table.records.is_cut else ""
        self._size.setText(f"{text}, {width}{cut}")
