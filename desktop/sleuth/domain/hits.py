"""What does a search answer?"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum

from sleuth.domain.items import Coverage, Kind, Source
from sleuth.domain.queries import Mode
from sleuth.domain.symbols import Declaration


@dataclass(frozen=True, slots=True)
class PassageLine:
    line: int
    """1-based, in the hit's section (in the item where it has none)."""
    text: str
    """At most 240 characters, and `…` where it was cut."""


@dataclass(frozen=True, slots=True)
class Match:
    """A marked stretch of one passage line, in code points of its text, half-open."""

    line: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Hit:
    """One item that was found, its best chunk."""

    rank: int
    source: Source
    kind: Kind
    ref: str
    path: str | None
    title: str
    line: int | None
    section: str | None
    passage: tuple[PassageLine, ...]
    matches: tuple[Match, ...]
    score: float
    link: str
    updated_ns: int
    hidden: bool
    relaxed: bool
    stale: bool
    more: int
    """Further chunks of the item that match."""
    author: str | None = None
    """Who said it, of a message: `user`, `assistant` or `tool`."""
    is_kept: bool = False
    """Its agent has deleted it; it was kept."""
    summary: str | None = None
    tags: tuple[str, ...] = ()
    explanation: dict[str, object] | None = None
    declaration: Declaration | None = None
    """What a symbol declares."""


class Change(Enum):
    """What is other in a search that would have found something."""

    WITHOUT = "without a part"
    UNQUOTED = "without the quotes"
    UNFILTERED = "without the filters"
    SOURCES = "in other sources"
    HIDDEN = "among hidden items"
    NEIGHBOUR = "with a word that is nearly the same"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Another search that would have found something."""

    text: str
    """The sentence as the command line has it, with its options, such as: without `ext:rst`: 14."""
    query: str
    total: int
    change: Change
    part: str = ""
    """What is left out, or the word to take instead."""
    hidden: bool = False
    """Whether it looks among hidden items too."""
    sources: tuple[Source, ...] = ()
    """Where it looks; nowhere else than the search itself did where there are none."""


@dataclass(frozen=True, slots=True)
class Answer:
    query: str
    mode: Mode
    sources: tuple[Source, ...]
    total: int
    """Items found, shown or not."""
    hits: tuple[Hit, ...]
    next_cursor: str | None
    coverage: Coverage
    is_partial: bool = False
    """Whether a bound left out items that may match, so that there are at least `total`."""
    took_ms: float = 0.0
    notices: tuple[str, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    facets: dict[str, dict[str, int]] | None = field(default=None)

    def with_notices(self, notices: Iterable[str]) -> "Answer":
        """The same answer with these notices first."""
        return replace(self, notices=tuple(dict.fromkeys((*notices, *self.notices))))
