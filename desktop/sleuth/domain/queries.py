"""What was asked, once the typed text has been understood?"""

from dataclasses import dataclass, field
from enum import Enum

from sleuth.domain.items import Source

_MOST_SAID = 120


class TermKind(Enum):
    WORD = "word"
    """Matched stemmed, by its parts, as a prefix where it is the last, and as a substring."""
    PHRASE = "phrase"
    """Quoted: its words stand together; with punctuation, as typed."""
    REGEX = "regex"


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that must be (or must not be) in an item's text, or in its name."""

    kind: TermKind
    text: str
    """Without the quotes or slashes."""
    typed: str
    """As typed, for messages."""
    position: int
    """Offset in the query, in code points."""
    negated: bool = False
    is_last: bool = False
    """The word that is still being typed: matches as a prefix too."""

    @property
    def said(self) -> str:
        """As typed, as far as a sentence takes it."""
        return self.typed if len(self.typed) <= _MOST_SAID else f"{self.typed[:_MOST_SAID]}…"


@dataclass(frozen=True, slots=True)
class Filter:
    """`key:value`; several values are alternatives."""

    key: str
    values: tuple[str, ...]
    typed: str
    position: int
    negated: bool = False
    moment_ns: int | None = None
    """For since and before: the time that the value names, in ns since 1970."""


@dataclass(frozen=True, slots=True)
class Query:
    """A typed text, parsed."""

    text: str
    terms: tuple[Term, ...]
    filters: tuple[Filter, ...]
    word_count: int
    """Words outside quotes and filters, as the index counts them; five or more make a question (S-44)."""

    @property
    def wanted(self) -> tuple[Term, ...]:
        return tuple(term for term in self.terms if not term.negated)

    @property
    def unwanted(self) -> tuple[Term, ...]:
        return tuple(term for term in self.terms if term.negated)

    @property
    def is_question(self) -> bool:
        return self.word_count >= 5


class Mode(Enum):
    KEYWORD = "keyword"
    SEMANTIC = "semantic"
    HYBRID = "hybrid"


class Sort(Enum):
    RELEVANCE = "relevance"
    DATE = "date"
    PATH = "path"


@dataclass(frozen=True, slots=True)
class Request:
    """A search, validated: what the engine is given."""

    query: Query
    sources: tuple[Source, ...]
    mode: Mode = Mode.KEYWORD
    hidden: bool = False
    limit: int = 20
    cursor: str | None = None
    sort: Sort = Sort.RELEVANCE
    explain: bool = False
    facets: bool = False
    each_message: bool = False
    """Whether every message of a chat is a hit of its own."""

    @property
    def is_grouped(self) -> bool:
        """Whether a chat is one hit: not where one was asked for."""
        return not self.each_message and not any(one.key == "session" and not one.negated for one in self.query.filters)


@dataclass(frozen=True, slots=True)
class ItemFilter:
    """Which items a search may find, from its sources and filters."""

    sources: tuple[Source, ...]
    hidden: bool
    """Whether hidden items may be found."""
    filters: tuple[Filter, ...] = field(default=())
