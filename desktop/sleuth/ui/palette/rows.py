"""Which rows does the palette show, in which groups?

Groups keep their order whatever comes when; a row is known by its key, so that the selected one stays where it is.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from sleuth.commands.registry import COMMANDS, Command, When
from sleuth.domain.hits import Hit
from sleuth.ui.models.places import folder_of, passage_line, where

Index = QModelIndex | QPersistentModelIndex
Span = tuple[int, int]
ROW = Qt.ItemDataRole.UserRole + 1


class Group(Enum):
    """In the order of the palette."""

    RECENT = "Recent"
    FILES = "Files"
    PASSAGES = "In the workspace"
    COMMANDS = "Commands"
    SEARCH = ""


@dataclass(frozen=True, slots=True)
class PaletteRow:
    """One line."""

    group: Group
    key: str
    title: str
    detail: str = ""
    spans: tuple[Span, ...] = ()
    """Marks in the title, or in the detail where that is a passage."""
    right: str = ""
    is_header: bool = False
    hit: Hit | None = None
    ref: str | None = None
    command: Command | None = None
    marks_detail: bool = field(default=False)


def header(group: Group, text: str) -> PaletteRow:
    return PaletteRow(group, f"header {group.name}", text, is_header=True)


def file_row(ref: str, typed: str, group: Group = Group.FILES) -> PaletteRow:
    """A file by its name."""
    name = ref.rpartition("/")[2]
    return PaletteRow(group, f"file {ref}", name, folder_of(ref), tuple(letters_in(name, typed.rpartition("/")[2])), ref=ref)


def passage_row(hit: Hit) -> PaletteRow:
    """A hit by its passage."""
    text, spans = passage_line(hit)
    place = f"{hit.title}:{hit.line}" if not hit.section and hit.line else f"{hit.title} · {where(hit)}"
    return PaletteRow(
        Group.PASSAGES, f"hit {hit.source.value} {hit.ref}", place, text, tuple(spans), hit=hit, marks_detail=True
    )


def command_row(one: Command, title: str, keys: str, typed: str) -> PaletteRow:
    return PaletteRow(Group.COMMANDS, f"command {one.id}", title, right=keys, spans=tuple(letters_in(title, typed)), command=one)


def letters_in(text: str, typed: str) -> list[Span]:
    """Where typed letters stand in a title: together if they do, else one after another; none if they do not."""
    lower, wanted = text.lower(), typed.strip().lower()
    if not wanted:
        return []
    at = lower.find(wanted)
    if at >= 0 and len(lower) == len(text):
        return [(at, at + len(wanted))]
    spans: list[Span] = []
    at = 0
    for letter in wanted.replace(" ", ""):
        at = lower.find(letter, at)
        if at < 0:
            return []
        if spans and spans[-1][1] == at:
            spans[-1] = (spans[-1][0], at + 1)
        else:
            spans.append((at, at + 1))
        at += 1
    return spans


def commands_for(typed: str, available: Iterable[When]) -> list[Command]:
    """Commands whose words start as the typed ones do, or that have the letters in order; the nearest first."""
    allowed = {When.ALWAYS, *available}
    wanted = typed.strip().lower()
    scored = []
    for place, one in enumerate(COMMANDS):
        if not one.in_palette or one.when not in allowed:
            continue
        spans = letters_in(one.title, wanted)
        if not wanted:
            scored.append((0, place, one))
        elif spans and len(spans) <= _MOST_RUNS:
            starts_word = spans[0][0] == 0 or not one.title[spans[0][0] - 1].isalnum()
            scored.append((len(spans) * 2 - starts_word, place, one))
    return [one for _, _, one in sorted(scored, key=lambda row: row[:2])]


_MOST_RUNS = 3


class PaletteModel(QAbstractListModel):
    """The rows, header and all."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[PaletteRow] = []

    def set_rows(self, rows: list[PaletteRow]) -> None:
        """Replace all; what changed is told row by row where the number stayed, so that nothing jumps."""
        if [row.key for row in rows] == [row.key for row in self._rows]:
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row(self, number: int) -> PaletteRow | None:
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def number_of(self, key: str) -> int:
        return next((number for number, row in enumerate(self._rows) if row.key == key), -1)

    def choices(self) -> list[int]:
        """The rows that can be chosen."""
        return [number for number, row in enumerate(self._rows) if not row.is_header]

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        if role == ROW:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return ", ".join(part for part in (row.title, row.detail, row.right) if part)
        if role == Qt.ItemDataRole.ToolTipRole and row.ref:
            return row.ref
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or self._rows[index.row()].is_header:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
