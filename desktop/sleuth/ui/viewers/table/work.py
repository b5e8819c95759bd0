"""What is read and reckoned of a table beside the event loop?

One lane: the file is looked through first, then what was asked for in the meantime follows: marks, an order, a copy.
"""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import ItemBinary
from sleuth.engine.reading import Reading
from sleuth.ingest.readers.profile import sniff
from sleuth.ui.jobs.lane import Job, Lane
from sleuth.ui.viewers.table.columns import Column, Profile, profile_of
from sleuth.ui.viewers.table.marks import CellMarks, marks_of_text, marks_of_typed
from sleuth.ui.viewers.table.records import Records
from sleuth.ui.viewers.table.sorting import Order, sorted_order

_RECORDS_AT_ONCE = 2_000


@dataclass(frozen=True, slots=True)
class Block:
    """Selected cells: some columns of some rows."""

    rows: range
    columns: range


class Table:
    """A table whose records are being found.

    Attributes:
        profile: What is known of its columns; None for one without a row.
        header: How many records at the start name the columns, 0 or 1; known with the first record.
    """

    def __init__(self, reading: Reading) -> None:
        self.profile: Profile | None = profile_of(reading.profile) if reading.profile else None
        delimiter = self.profile.delimiter if self.profile else sniff(reading.text, reading.path.name)
        self.records = Records(reading.path, delimiter)
        self.header = 0

    def learn_header(self) -> None:
        """See whether the first record names the columns."""
        if self.profile is not None and len(self.records):
            self.header = int(self.profile.is_header(self.records.cells(0, 1)[0]))


class TableWork(QObject):
    """Everything that takes a while with one table.

    Attributes:
        is_reading: Whether records are being found still.

    Signals:
        grown: The Table, and how many of its records can be shown.
        read: All of them were found.
        failed: The file cannot be read.
        marked: The query's marks are known: CellMarks.
        found: So are those of a typed text.
        sorted: Rows stand in this order, by number among those that are no header.
        copied: Cells as text.
    """

    grown = Signal(object, int)
    read = Signal()
    failed = Signal()
    marked = Signal(object)
    found = Signal(object)
    sorted = Signal(object)
    copied = Signal(str)
    _news = Signal(object, object)
    """From the job that finds the records: its Cancellation, and what it has found."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lane = Lane(self)
        self._news.connect(self._told, Qt.ConnectionType.QueuedConnection)
        self.is_reading = False
        self._finding: Job | None = None
        self._sorting: Job | None = None

    def open(self, reading: Reading) -> None:
        """Look through a file, from its start."""

        def op(cancellation: Cancellation) -> None:
            table = Table(reading)
            last_line = reading.text.count("\n") + 1
            is_marked = False
            for _ in table.records.find_all(cancellation):
                if not table.header:
                    table.learn_header()
                self._news.emit(cancellation, (table, len(table.records)))
                if not is_marked and len(table.records) and table.records.line_of(-1) > last_line:
                    is_marked = self._tell_marks(cancellation, table, reading)
            if not is_marked:
                self._tell_marks(cancellation, table, reading)

        self.is_reading = True
        self._lane.start(op, self._ended, self._broke, alone=True)

    def _ended(self, _: None) -> None:
        self.is_reading = False
        self.read.emit()

    def _tell_marks(self, cancellation: Cancellation, table: Table, reading: Reading) -> bool:
        self._news.emit(cancellation, marks_of_text(table.records, reading.text, reading.marks))
        return True

    def _told(self, cancellation: Cancellation, news: object) -> None:
        if cancellation.cancelled:
            return
        if isinstance(news, CellMarks):
            self.marked.emit(news)
        elif isinstance(news, tuple):
            self.grown.emit(*news)

    def _broke(self, error: BaseException) -> None:
        self.is_reading = False
        if not isinstance(error, OSError | ItemBinary):
            raise error
        self.failed.emit()

    def find(self, table: Table, typed: str) -> None:
        """Look for what is typed; what was looked for before is given up."""
        self.stop_finding()
        self._finding = self._lane.start(
            lambda cancellation: marks_of_typed(table.records, typed, cancellation), self.found.emit, _raise
        )

    def stop_finding(self) -> None:
        if self._finding is not None:
            self._finding.cancellation.cancel()

    def sort(self, table: Table, index: int, column: Column, is_falling: bool) -> None:
        """Bring the rows into the order of a column."""
        self.stop_sorting()

        def op(cancellation: Cancellation) -> Order:
            values: list[str] = []
            for first in range(table.header, len(table.records), _RECORDS_AT_ONCE):
                cancellation.check()
                cells = table.records.cells(first, min(first + _RECORDS_AT_ONCE, len(table.records)))
                values += [row[index] if index < len(row) else "" for row in cells]
            return sorted_order(values, column, is_falling)

        self._sorting = self._lane.start(op, self.sorted.emit, _raise)

    def stop_sorting(self) -> None:
        if self._sorting is not None:
            self._sorting.cancellation.cancel()

    def copy(self, table: Table, order: Order | None, blocks: Sequence[Block]) -> None:
        """Cells as they show, tabs between them, nothing for those between that are not in a block."""

        def op(cancellation: Cancellation) -> str:
            out = io.StringIO()
            writer = csv.writer(out, dialect="excel-tab", lineterminator="\n")
            columns = sorted(set().union(*(block.columns for block in blocks)))
            for row in np.unique(np.concatenate([np.array(block.rows) for block in blocks])).tolist():
                cancellation.check()
                record = (row if order is None else int(order[row])) + table.header
                cells = table.records.cells(record, record + 1)[0]
                wanted = [block.columns for block in blocks if row in block.rows]
                writer.writerow(
                    cells[column] if column < len(cells) and any(column in one for one in wanted) else ""
                    for column in columns
                )
            return out.getvalue().removesuffix("\n")

        self._lane.start(op, self.copied.emit, _raise)

    def release(self) -> None:
        """Stop everything."""
        self._lane.close()


def _raise(error: BaseException) -> None:
    raise error  # nothing of this is expected to fail: it is a bug, and is to be heard of
