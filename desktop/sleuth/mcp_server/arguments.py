"""What did an agent ask for?

    name, what was given → SearchCall | CodeCall | ReadCall, or BadCall with a sentence that says what to give instead
"""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from sleuth.domain.errors import BadCall, UnknownSource
from sleuth.domain.items import Source
from sleuth.mcp_server.budget import LEAST, MOST, USUAL

MOST_HITS, USUAL_HITS = 100, 20
MOST_LINES, USUAL_BEFORE, USUAL_AFTER = 1_000, 5, 40
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class SearchCall:
    query: str
    sources: tuple[str, ...]
    limit: int
    cursor: str | None
    mode: str
    hidden: bool
    max_tokens: int


@dataclass(frozen=True, slots=True)
class CodeCall:
    query: str
    limit: int
    cursor: str | None
    max_tokens: int


@dataclass(frozen=True, slots=True)
class ReadCall:
    ref: str
    source: Source | None
    section: str | None
    line: int | None
    before: int
    after: int
    max_tokens: int


class Given:
    """The arguments of one call, asked for one after another; `done` refuses what nobody asked for."""

    def __init__(self, values: Mapping[str, Any] | None) -> None:
        self._values = dict(values or {})
        self._known: list[str] = []

    def text(self, name: str) -> str:
        """What must be there.

        Raises:
            BadCall: It is not, or it is no text.
        """
        value = self.optional_text(name)
        if value is None:
            raise BadCall(f"{name} is missing; it is a text")
        return value

    def optional_text(self, name: str) -> str | None:
        value = self._take(name)
        if value is not None and not isinstance(value, str):
            raise BadCall(f"{name} must be a text, not {_said(value)}")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Several, or one text with commas."""
        value = self._take(name)
        if value is None:
            return ()
        listed = value.split(",") if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
            raise BadCall(f"{name} must be a list of texts, not {_said(value)}")
        return tuple(one.strip() for one in listed if one.strip())

    def number(self, name: str, usual: int, least: int, most: int) -> int:
        value = self.optional_number(name, least, most)
        return usual if value is None else value

    def optional_number(self, name: str, least: int, most: int) -> int | None:
        value = self._take(name)
        if value is None:
            return None
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise BadCall(f"{name} must be a whole number from {least:,} to {most:,}, not {_said(value)}")
        return value

    def flag(self, name: str) -> bool:
        value = self._take(name)
        if value is not None and not isinstance(value, bool):
            raise BadCall(f"{name} must be true or false, not {_said(value)}")
        return bool(value)

    def done(self) -> None:
        """Refuse what is left: an argument that is passed over would make an answer to another question."""
        for name in self._values:
            near = get_close_matches(name, self._known, 1)
            instead = f"did you mean {near[0]}?" if near else f"known are {', '.join(self._known) or 'none'}"
            raise BadCall(f"there is no argument {_said(name)}; {instead}")

    def _take(self, name: str) -> Any:
        self._known.append(name)
        return self._values.pop(name, None)


def search_call(values: Mapping[str, Any] | None) -> SearchCall:
    given = Given(values)
    call = SearchCall(
        query=given.text("query"),
        sources=given.texts("sources"),
        limit=given.number("limit", USUAL_HITS, 1, MOST_HITS),
        cursor=given.optional_text("cursor"),
        mode=given.optional_text("mode") or "keyword",
        hidden=given.flag("hidden"),
        max_tokens=given.number("max_tokens", USUAL, LEAST, MOST),
    )
    given.done()
    return call


def code_call(values: Mapping[str, Any] | None) -> CodeCall:
    given = Given(values)
    call = CodeCall(
        given.text("query"),
        given.number("limit", USUAL_HITS, 1, MOST_HITS),
        given.optional_text("cursor"),
        given.number("max_tokens", USUAL, LEAST, MOST),
    )
    given.done()
    return call


def read_call(values: Mapping[str, Any] | None) -> ReadCall:
    given = Given(values)
    call = ReadCall(
        ref=given.text("ref"),
        source=_source(given.optional_text("source")),
        section=given.optional_text("section"),
        line=given.optional_number("line", 1, 2**31),
        before=given.number("before", USUAL_BEFORE, 0, MOST_LINES),
        after=given.number("after", USUAL_AFTER, 0, MOST_LINES),
        max_tokens=given.number("max_tokens", USUAL, LEAST, MOST),
    )
    given.done()
    return call


def _source(name: str | None) -> Source | None:
    if name is None:
        return None
    known = {source.value: source for source in Source}
    if name not in known:
        raise UnknownSource(f"there is no source {_said(name)}; known are {', '.join(known)}")
    return known[name]


def no_arguments(values: Mapping[str, Any] | None) -> None:
    Given(values).done()


def _said(value: object) -> str:
    """As far as a sentence takes it."""
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
