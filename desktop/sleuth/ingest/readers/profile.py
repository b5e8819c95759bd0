"""What are a table's columns like?

In: a table's text. Out: JSON: `{"delimiter", "rows", "columns": [{"name", "kind", "min", "max", "empties",
"samples"}]}`, seen in the first 2,000 rows. `min` and `max` are given for numbers and dates that
sort, else null; `rows` counts the rows looked at, without the header.
"""

import csv
import io
import itertools
import json
import math
import re
from collections import Counter
from typing import Any

MOST_ROWS = 2_000
_MOST_COLUMNS = 200
"""A guess: nobody reads on, and one line of a megabyte may hold half a million."""
_MOST_SAMPLES = 5
_SAMPLE_CHARACTERS = 80
_SNIFFED_LINES = 25
_SNIFFED_CHARACTERS = 50_000
_DELIMITERS = ",;\t|"
_MOST_LINES_IN_CELL = 100
"""A cell of more lines is a quote that was never closed."""

_BOOLEANS = frozenset({"true", "false", "yes", "no"})
_SORTABLE_DATE = re.compile(
    r"\d{4}([-/.])\d{1,2}\1\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?"
)
_DATE = re.compile(r"\d{1,2}([-/.])\d{1,2}\1(?:\d{4}|\d{2})(?:[T ]\d{1,2}:\d{2}(?::\d{2})?)?")


def profile(text: str, name: str = "") -> str | None:
    """The profile of a table as JSON; None for one without a row."""
    delimiter = sniff(text, name)
    rows = _rows(text, delimiter)
    if not rows:
        return None
    width = max(map(len, rows))
    header = _is_header(rows[0])
    names = rows[0] if header else []
    body = rows[1:] if header else rows[:MOST_ROWS]
    columns = [_column(names, index, body) for index in range(width)]
    return json.dumps({"delimiter": delimiter, "rows": len(body), "columns": columns}, ensure_ascii=False)


def sniff(text: str, name: str = "") -> str:
    """The delimiter: the one that most of the first lines hold equally often, then the most frequent."""
    lines = text[:_SNIFFED_CHARACTERS].split("\n")[:_SNIFFED_LINES]
    lines = [line for line in lines if line.strip()]
    preferred = "," if name.lower().endswith(".csv") or not name else "\t"
    best, best_score = preferred, (0.0, 0, False)
    for delimiter in _DELIMITERS:
        counts = Counter(_outside_quotes(line).count(delimiter) for line in lines)
        counts.pop(0, None)
        if counts:
            usual, agreeing = counts.most_common(1)[0]
            score = (agreeing / len(lines), usual, delimiter == preferred)
            if score > best_score:
                best, best_score = delimiter, score
    return best


def _outside_quotes(line: str) -> str:
    return "".join(line.split('"')[::2])


def _rows(text: str, delimiter: str) -> list[list[str]]:
    """The first rows that hold anything, the header among them; quotes count unless they are broken."""
    try:
        rows = _parse(text, delimiter)
    except csv.Error:
        # A cell over the module's size limit: an unclosed quote swallowed the rest.
        return _split(text, delimiter)
    long_cells = (cell for row in rows for cell in row if len(cell) > _MOST_LINES_IN_CELL)
    if any(cell.count("\n") > _MOST_LINES_IN_CELL for cell in long_cells):
        return _split(text, delimiter)
    return rows


def _parse(text: str, delimiter: str) -> list[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    return [row[:_MOST_COLUMNS] for row in itertools.islice(filter(any, reader), MOST_ROWS + 1)]


def _split(text: str, delimiter: str) -> list[list[str]]:
    """Rows with their quotes taken as any other character."""
    lines = itertools.islice((line for line in io.StringIO(text) if line.strip()), MOST_ROWS + 1)
    return [line.rstrip("\n").split(delimiter)[:_MOST_COLUMNS] for line in lines]


def _is_header(row: list[str]) -> bool:
    """Whether the first row names the columns: nothing in it is empty, a number or a date."""
    return all(_kind_of([cell.strip()]) in ("text", "boolean") for cell in row)


def _column(names: list[str], index: int, rows: list[list[str]]) -> dict[str, Any]:
    cells = [row[index].strip() for row in rows if index < len(row)]
    values = [cell for cell in cells if cell]
    distinct = list(dict.fromkeys(values))
    kind = _kind_of(distinct)
    low, high = _range(distinct, kind)
    return {
        "name": names[index].strip()[:_SAMPLE_CHARACTERS] if index < len(names) else f"column {index + 1}",
        "kind": kind,
        "min": low,
        "max": high,
        "empties": len(rows) - len(values),
        "samples": [value[:_SAMPLE_CHARACTERS] for value in distinct[:_MOST_SAMPLES]],
    }


def _kind_of(values: list[str]) -> str:
    """What all values are; one that differs makes the column text."""
    if not any(values):
        return "empty"
    if _all_parse(values, int):
        return "integer"
    if _all_parse(values, float):
        return "number"
    if all(_SORTABLE_DATE.fullmatch(value) or _DATE.fullmatch(value) for value in values):
        return "date"
    return "boolean" if {value.lower() for value in values} <= _BOOLEANS else "text"


def _all_parse(values: list[str], parse: type[int] | type[float]) -> bool:
    """Whether Python reads them all as finite numbers; its underscores are nobody's table's."""
    try:
        return all(map(math.isfinite, map(parse, values))) and not any("_" in value for value in values)
    except (ValueError, OverflowError):
        return False


def _range(values: list[str], kind: str) -> tuple[Any, Any]:
    if kind in ("integer", "number"):
        numbers = [int(value) if kind == "integer" else float(value) for value in values]
        return min(numbers), max(numbers)
    if kind == "date" and all(map(_SORTABLE_DATE.fullmatch, values)):
        return min(values), max(values)
    return None, None
