"""How does a record of a table part into cells?

By the rules of Python's `csv`, with which tables are profiled: a quote counts at a cell's start only, a doubled one inside
is one, what follows the closing one belongs to the cell. A quote that never closes is a character like any other, and so are
all of its record. Unlike `csv`, it is known here where in the record a cell stands, which marks need.
"""

import re
from functools import lru_cache
from typing import NamedTuple


class CellSpan(NamedTuple):
    """Where a cell stands in its record, quotes included."""

    start: int
    stop: int
    closing: int
    """Where the closing quote is; -1 without quotes."""


_QUOTED = r'"[^"]*+(?:""[^"]*+)*+"'


@lru_cache(maxsize=16)
def _field(delimiter: str) -> re.Pattern[str]:
    other = f"[^{re.escape(delimiter)}]"
    return re.compile(rf"(?:({_QUOTED}){other}*+|(?!\"){other}*+)(?:{re.escape(delimiter)}|\Z)")


@lru_cache(maxsize=16)
def record_pattern(delimiter: str) -> re.Pattern[bytes]:
    """Matches a record in bytes up to its line's end, or up to a quote that never closes."""
    end = re.escape(delimiter)
    field = rf'(?:{_QUOTED}[^{end}\r\n]*+|[^{end}"\r\n][^{end}\r\n]*+)?+'
    return re.compile(rf"(?:{field}{end})*+{field}".encode("ascii"))


def spans_of(record: str, delimiter: str) -> list[CellSpan]:
    """Where a record's cells stand."""
    if '"' in record:
        spans: list[CellSpan] = []
        at = 0
        for found in _field(delimiter).finditer(record):
            if found.start() != at:
                break
            stop = found.end() - (1 if record.endswith(delimiter, found.start(), found.end()) else 0)
            spans.append(CellSpan(at, stop, found.end(1) - 1 if found[1] else -1))
            at = found.end()
            if stop == at:
                return spans  # no delimiter after it: the last one
    return _unquoted(record, delimiter)


def _unquoted(record: str, delimiter: str) -> list[CellSpan]:
    spans: list[CellSpan] = []
    at = 0
    for cell in record.split(delimiter):
        spans.append(CellSpan(at, at + len(cell), -1))
        at += len(cell) + 1
    return spans


def cell_text(record: str, span: CellSpan) -> str:
    """What a cell says."""
    if span.closing < 0:
        return record[span.start : span.stop]
    return record[span.start + 1 : span.closing].replace('""', '"') + record[span.closing + 1 : span.stop]


def cells_of(record: str, delimiter: str) -> list[str]:
    """What a record's cells say."""
    if '"' not in record:
        return record.split(delimiter)
    return [cell_text(record, span) for span in spans_of(record, delimiter)]


def offset_in_cell(record: str, span: CellSpan, offset: int) -> int:
    """Where a place of the record is in the cell's text."""
    offset = min(max(offset, span.start), span.stop)
    if span.closing < 0:
        return offset - span.start
    inside = record[span.start + 1 : min(offset, span.closing)].replace('""', '"')
    return len(inside) + max(0, offset - span.closing - 1)
