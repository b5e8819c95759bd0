"""What is an item, and in which states can it be?"""

import os
from dataclasses import dataclass, field
from enum import Enum


class Source(Enum):
    """A place that holds items; the values are what `--in` takes."""

    FILES = "files"
    DOCUMENTS = "documents"
    CHATS = "chats"
    NOTES = "notes"
    PLANS = "plans"
    TERMINALS = "terminals"
    GIT = "git"
    PULLS = "pulls"
    ISSUES = "issues"
    ARTIFACTS = "artifacts"
    SYMBOLS = "symbols"


class Kind(Enum):
    """What an item is, for icons, facets and the filter `kind:`."""

    CODE = "code"
    MARKDOWN = "markdown"
    TEXT = "text"
    CONFIG = "config"
    TABLE = "table"
    PDF = "pdf"
    NOTEBOOK = "notebook"
    CHAT = "chat"
    TERMINAL = "terminal"
    COMMIT = "commit"
    BRANCH = "branch"
    TAG = "tag"
    WORKTREE = "worktree"


class State(Enum):
    """What became of an item when it was read (S-03)."""

    INDEXED = "indexed"
    EMPTY = "empty"
    UNREADABLE = "unreadable"
    BINARY = "binary"
    TOO_LARGE = "too_large"
    BLOCKED = "blocked"

    @property
    def searchable(self) -> bool:
        """Counts as an item of its source (it may hold no text)."""
        return self in (State.INDEXED, State.EMPTY)


def storable_ns(ns: int) -> int:
    """A time as 64 bits hold it."""
    return max(-(2**63), min(ns, 2**63 - 1))


@dataclass(frozen=True, slots=True)
class Stamp:
    """How a file looked when it was last examined; equal stamps mean an unchanged file."""

    size: int
    mtime_ns: int
    ctime_ns: int
    """Change time where the system keeps one: catches edits that put the old modification time back."""

    @classmethod
    def of(cls, status: os.stat_result) -> "Stamp":
        """Times as 64 bits hold them: a file may say that it was changed in the year 2400."""
        return cls(status.st_size, storable_ns(status.st_mtime_ns), storable_ns(status.st_ctime_ns))


@dataclass(frozen=True, slots=True)
class Found:
    """One file that a scan found, before anybody has read it."""

    ref: str
    """Path from the workspace, `/` between its parts, undecodable bytes as surrogates."""
    stamp: Stamp
    hidden: bool


@dataclass(frozen=True, slots=True)
class Section:
    """A named stretch of an item's text, such as a PDF's page."""

    start: int
    """Offset in the item's text, in code points."""
    label: str


@dataclass(frozen=True, slots=True)
class Content:
    """What a reader makes of one item."""

    text: str
    """Line ends are `\\n` only."""
    kind: Kind
    language: str | None = None
    sections: tuple[Section, ...] = ()
    profile: str | None = None
    """A table's columns, as JSON."""
    notice: str | None = None
    """Something the person should know, such as text that was cut."""


@dataclass(frozen=True, slots=True)
class ItemRecord:
    """One row of the index's `item` table."""

    id: int
    source: Source
    ref: str
    title: str
    kind: Kind
    language: str | None
    stamp: Stamp
    read_ns: int
    """When it was examined, on the clock that file times are compared with."""
    hidden: bool
    state: State
    reason: str | None
    body: int | None
    chunk_count: int
    chat: int | None = None
    """The row of the chat that a message is of."""
    number: int | None = None
    """Which message of its chat it is, from 1."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the index holds and what it left out, and why (S-46)."""

    items: dict[str, int] = field(default_factory=dict)
    """Searchable items by source; tables are counted apart from the other files."""
    left_out: dict[str, int] = field(default_factory=dict)
    """By reason: ignored, blocked, binary, too_large."""
    unreadable: int = 0
    hidden: int = 0
    chunks: int = 0
    source_bytes: dict[str, int] = field(default_factory=dict)
    """Bytes of text by source."""
    symbols: dict[str, int] = field(default_factory=dict)
    """Symbols by language, 0 where a language has none; empty where nobody asked for them."""

    @property
    def text_bytes(self) -> int:
        return sum(self.source_bytes.values())
