"""What is known of a table's columns?

In: the profile, as the reader of tables made it. Out: its delimiter and its columns.
"""

import json
from dataclasses import dataclass
from enum import Enum

_NAME_CHARACTERS = 80
"""As much of a name as the profile keeps."""


class ColumnKind(Enum):
    """What a column holds; the values are the profile's."""

    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    DATE = "date"
    BOOLEAN = "boolean"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Column:
    """One column, as far as the profile looked."""

    name: str
    kind: ColumnKind = ColumnKind.TEXT
    low: str | None = None
    """The least value, of numbers and of dates that sort."""
    high: str | None = None
    empties: int = 0
    samples: tuple[str, ...] = ()

    @property
    def is_numeric(self) -> bool:
        return self.kind in (ColumnKind.INTEGER, ColumnKind.NUMBER)


@dataclass(frozen=True, slots=True)
class Profile:
    """A table's columns."""

    delimiter: str
    columns: tuple[Column, ...]
    row_count: int
    """How many rows were looked at."""

    def is_header(self, cells: list[str]) -> bool:
        """Whether a first record is what the columns are named after."""
        return bool(cells) and all(
            cell.strip()[:_NAME_CHARACTERS] == column.name
            for cell, column in zip(cells, self.columns, strict=False)
        )


def profile_of(text: str) -> Profile:
    """The profile that a reading carries as JSON."""
    value = json.loads(text)
    columns = tuple(
        Column(
            one["name"],
            ColumnKind(one["kind"]),
            _shown(one["min"]),
            _shown(one["max"]),
            one["empties"],
            tuple(one["samples"]),
        )
        for one in value["columns"]
    )
    return Profile(value["delimiter"], columns, value["rows"])


def _shown(value: object) -> str | None:
    return None if value is None else str(value)
