"""Which cells hold what is marked, and where in them?"""

import bisect
import re
import unicodedata
from dataclasses import dataclass, field

from sleuth.domain.cancel import Cancellation
from sleuth.domain.folding import Folded, fold
from sleuth.ui.viewers.table.cells import cell_text, offset_in_cell, spans_of
from sleuth.ui.viewers.table.records import MOST_COLUMNS, Records

MOST_CELLS = 20_000
_RECORDS_AT_ONCE = 1_000

Cell = tuple[int, int]
"""A record and a column."""


@dataclass(slots=True)
class CellMarks:
    """Marked cells, in the file's order.

    Attributes:
        stretches: Where in a cell's text, half-open, rising.
    """

    stretches: dict[Cell, list[tuple[int, int]]] = field(default_factory=dict)

    @property
    def is_full(self) -> bool:
        return len(self.stretches) >= MOST_CELLS

    def first_of(self, record: int) -> Cell | None:
        """The first marked cell of a record."""
        return min((cell for cell in self.stretches if cell[0] == record), default=None)


def marks_of_text(records: Records, text: str, marks: tuple[tuple[int, int], ...]) -> CellMarks:
    """Where marks of the searched text lie in the cells; the text's lines are the file's."""
    found = CellMarks()
    if not marks or not len(records):
        return found
    lines = [0, *(end.end() for end in re.finditer("\n", text))]
    known: tuple[int, str, int] = (-1, "", 0)
    for start, stop in marks:
        record = records.at_line(bisect.bisect_right(lines, start))
        if record is None:
            continue
        if record != known[0]:
            begin = lines[records.line_of(record) - 1]
            known = (record, _record_at(records, text, lines, record), begin)
        _, raw, begin = known
        _mark(found, records, record, raw, (start - begin, stop - begin))
        if found.is_full:
            break
    return found


def _record_at(records: Records, text: str, lines: list[int], record: int) -> str:
    begin = lines[records.line_of(record) - 1]
    is_last = record + 1 >= len(records) or records.line_of(record + 1) > len(lines)
    end = len(text) if is_last else lines[records.line_of(record + 1) - 1]
    return text[begin:end].rstrip("\n")


def _mark(found: CellMarks, records: Records, record: int, raw: str, mark: tuple[int, int]) -> None:
    for column, span in enumerate(spans_of(raw, records.delimiter)[:MOST_COLUMNS]):
        if span.start < mark[1] and mark[0] < span.stop:
            start, stop = (offset_in_cell(raw, span, offset) for offset in mark)
            if stop > start:
                found.stretches.setdefault((record, column), []).append((start, stop))


def marks_of_typed(records: Records, typed: str, cancellation: Cancellation) -> CellMarks:
    """Where what is typed stands in cells; case, accents and the kind of white space do not matter."""
    found = CellMarks()
    words = fold(unicodedata.normalize("NFC", typed)).split()
    if not words:
        return found
    pattern = re.compile(r"\s+".join(map(re.escape, words)))
    for first in range(0, len(records), _RECORDS_AT_ONCE):
        cancellation.check()
        stop = min(first + _RECORDS_AT_ONCE, len(records))
        for record, raw in enumerate(records.raw(first, stop), first):
            # Most records hold none of it; a quote is doubled in the raw text, so then every cell is asked.
            if '"' in typed or pattern.search(fold(raw)):
                _find(found, records, record, raw, pattern)
            if found.is_full:
                return found
    return found


def _find(found: CellMarks, records: Records, record: int, raw: str, pattern: re.Pattern[str]) -> None:
    for column, span in enumerate(spans_of(raw, records.delimiter)[:MOST_COLUMNS]):
        folded = Folded.of(cell_text(raw, span))
        stretches = [folded.to_original(*match.span()) for match in pattern.finditer(folded.text)]
        if stretches:
            found.stretches[(record, column)] = stretches
