"""Which rows does the palette show, in which groups?

Groups keep their order whatever comes when; a row is known by its key, so that the selected one stays where it is.
"""

import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any
from urllib.parse import unquote, urlsplit

from PySide6.QtCore import QAbstractListModel, QLocale, QModelIndex, QObject, QPersistentModelIndex, Qt

from sleuth.commands.registry import COMMANDS, Command, When
from sleuth.domain.hits import Hit
from sleuth.domain.items import Kind, Source
from sleuth.index.called import Named
from sleuth.ui.models.agents import agent_name
from sleuth.ui.models.places import (
    folder_of,
    git_kind_said,
    matches_said,
    passage_line,
    symbol_kind_said,
    where,
)
from sleuth.ui.viewers.base import Place
from sleuth.ui.widgets.ages import age

Index = QModelIndex | QPersistentModelIndex
Span = tuple[int, int]
_WORD = re.compile(r"\w+")
ROW = Qt.ItemDataRole.UserRole + 1


class Group(Enum):
    """In the order of the palette."""

    RECENT = "Recent"
    FILES = "Files"
    PASSAGES = "In the workspace"
    CHATS = "Chats"
    NOTES = "Notes"
    PLANS = "Plans"
    TERMINALS = "Terminals"
    SYMBOLS = "Symbols"
    COMMITS = "Commits"
    COMMANDS = "Commands"
    NOTE = "New note"
    SEARCH = ""


GROUP_OF = {
    Source.CHATS: Group.CHATS,
    Source.NOTES: Group.NOTES,
    Source.PLANS: Group.PLANS,
    Source.TERMINALS: Group.TERMINALS,
}
"""What has a title of its own, by its source."""
_OWN = ("notes", "recordings")


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
    """The item's key (see `Place.key`): a file's reference, or that of something else."""
    command: Command | None = None
    marks_detail: bool = field(default=False)

    @property
    def is_file(self) -> bool:
        return self.ref is not None and self.group not in GROUP_OF.values()

    def said(self) -> str:
        return ", ".join(part for part in (self.title, self.detail, self.right) if part)


def header(group: Group, text: str) -> PaletteRow:
    return PaletteRow(group, f"header {group.name}", text, is_header=True)


def file_row(ref: str, typed: str, group: Group = Group.FILES) -> PaletteRow:
    """A file by its name."""
    name = ref.rpartition("/")[2]
    return PaletteRow(group, f"file {ref}", name, folder_of(ref), tuple(letters_in(name, typed.rpartition("/")[2])), ref=ref)


def passage_row(hit: Hit) -> PaletteRow:
    """A hit by its passage."""
    text, spans = passage_line(hit)
    name = hit.title if hit.path is None else hit.ref
    place = f"{name}:{hit.line}" if not hit.section and hit.line else f"{name} · {where(hit)}"
    return PaletteRow(
        Group.PASSAGES, f"hit {hit.source.value} {hit.ref}", place, text, tuple(spans), hit=hit, marks_detail=True
    )


def symbol_row(hit: Hit, typed: str) -> PaletteRow:
    """A declaration by its name, with its kind and where it stands."""
    said = hit.declaration
    title = said.qualified if said is not None else hit.title
    place = f"{hit.path}:{hit.line}"
    about = f"{symbol_kind_said(said.kind)}  {place}" if said is not None else place
    return PaletteRow(Group.SYMBOLS, f"symbol {hit.ref}", title, about, tuple(letters_in(title, typed)), hit=hit)


def commit_row(hit: Hit, typed: str) -> PaletteRow:
    """A commit by its subject, with who made it, and its hash; a branch, a tag or a worktree by its name."""
    about = git_kind_said(hit.kind) if hit.kind is not Kind.COMMIT else hit.author or ""
    return PaletteRow(Group.COMMITS, f"commit {hit.ref}", hit.title, about, tuple(words_in(hit.title, typed)), right=where(hit), hit=hit)


def named_row(named: Named, typed: str) -> PaletteRow:
    """A chat by its title, with whose it is and when something was last said in it; a note, a plan or a recording likewise."""
    place = Place(named.ref, source=named.source)
    folder = folder_of(named.ref)
    about = agent_name(named.agent) if named.source is Source.CHATS else "" if folder in _OWN else folder
    changed = age(named.at_ms * 1_000_000, time.time_ns(), QLocale.FormatType.ShortFormat) if named.at_ms else ""
    spans = tuple(words_in(named.title, typed))
    return PaletteRow(GROUP_OF[named.source], f"named {place.key}", named.title, about, spans, right=changed, ref=place.key)


def words_in(text: str, typed: str) -> list[Span]:
    """Where the words of a title start as the typed ones do."""
    words = typed.lower().split()
    found = ((one.start(), next((len(word) for word in words if one[0].lower().startswith(word)), 0)) for one in _WORD.finditer(text))
    return [(start, start + length) for start, length in found if length]


def link_row(text: str, title: str) -> PaletteRow:
    """A link that was pasted; the title says what is done with the item's reference."""
    try:
        parts = urlsplit(text)
    except ValueError:  # half a bracket, say
        return PaletteRow(Group.FILES, "link", title.format(text))
    ref = unquote(parts.path.lstrip("/").partition("/")[2])
    return PaletteRow(Group.FILES, "link", title.format(ref or text), unquote(parts.fragment).replace("&", ", ").replace("=", " "))


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

    def spoken(self, number: int) -> str:
        """What is read out of a row: which one it is, what it says, what is marked in it."""
        row, choices = self._rows[number], self.choices()
        if number not in choices:
            return row.said()
        place = self.tr("{0} of {1}").format(choices.index(number) + 1, len(choices))
        marked = matches_said([(row.detail if row.marks_detail else row.title, list(row.spans))])
        return ", ".join(part for part in (place, row.said(), marked) if part)

    def choices(self) -> list[int]:
        """The rows that can be chosen."""
        return [number for number, row in enumerate(self._rows) if not row.is_header]

    def first(self) -> int:
        """The row that Enter takes where no other was gone to; a note is not begun by chance."""
        return next((number for number in self.choices() if self._rows[number].group is not Group.NOTE), -1)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.said()
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(index.row())
        if role == Qt.ItemDataRole.ToolTipRole and row.ref:
            return row.ref if row.is_file else row.title
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or self._rows[index.row()].is_header:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


def known(named: list[Named]) -> list[Named]:
    """The same, what their agents are called looked up here: where that is asked first, it takes its time."""
    for one in named:
        if one.agent:
            agent_name(one.agent)
    return named
