"""Typed text → Query.

    query   = { [ "-" ] ( phrase | regex | filter | word ) }
    phrase  = '"' … '"'             to the end where the closing quote is missing
    regex   = "/" … "/"             closed by a slash before white space or the end
    filter  = key ":" value         of the known keys, the value perhaps quoted, "," between several
    word    = anything else up to white space

Whatever is pasted is a query: only a known filter with a bad value, or a bad regular expression, is refused.
"""

import re
from dataclasses import dataclass, replace

from sleuth.domain.errors import BadQuery, EmptySearch, UnknownSource
from sleuth.domain.items import Kind, Source
from sleuth.domain.queries import Filter, Query, Term, TermKind
from sleuth.domain.symbols import KIND_WORDS
from sleuth.search.query.moments import parse_moment
from sleuth.search.query.patterns import MOST_POSITIONS, too_large_at

FILTER_KEYS = ("source", "kind", "path", "ext", "lang", "author", "session", "worktree", "since", "before", "is")
# Beyond this a paste is a document, not a question; its first words decide.
MOST_TERMS = 64
MOST_FILTERS = 64
_MOST_CHARACTERS = 100_000
_LONGEST_VALUE = 4_000
_LONGEST_TERM = 1_000
# Of an expression that is refused.
_SAID = 40

_FILTER = re.compile(rf'(-?)({"|".join(FILTER_KEYS)}):("[^"]*"|[^\s"]\S*)(?=\s|$)', re.IGNORECASE)
_PHRASE = re.compile(r'(-?)"([^"]*)("(?=\s|$)|$)')
# Not `/* a comment */`, which nobody means as an expression.
_REGEX = re.compile(r"(-?)/(?!\*)((?:[^/\\\n]|\\.|/(?!\s|$))+)/(?=\s|$)")
_WORD = re.compile(r"\S+")
_INDEX_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W_A-Za-z0-9]+")
_MINUS = re.compile(r"-(?=\w)")


@dataclass(slots=True)
class _Parser:
    text: str
    now_ns: int
    at: int = 0

    def parse(self) -> Query:
        terms: list[Term] = []
        filters: list[Filter] = []
        known: set[tuple[TermKind, str, bool]] = set()
        while (start := self._skip_space()) < len(self.text):
            part = self._filter() or self._phrase() or self._regex() or self._word()
            if isinstance(part, Filter):
                if all((one.key, one.values, one.negated) != (part.key, part.values, part.negated) for one in filters):
                    filters.append(part)
                if len(filters) > MOST_FILTERS:
                    raise BadQuery(f"more than {MOST_FILTERS} filters", part.position)
            elif part.text.strip():
                key = (part.kind, part.text, part.negated)
                # What is said again takes nobody's place.
                if len(terms) < MOST_TERMS or (key not in known and len(known) < MOST_TERMS):
                    terms.append(part)
                    known.add(key)
            assert self.at > start
        return self._query(terms, filters)

    def _query(self, terms: list[Term], filters: list[Filter]) -> Query:
        if not terms and not filters:
            raise EmptySearch("type something to search for", position=0)
        if terms and not filters and all(term.negated for term in terms):
            # A pasted option such as -Wall; excluding alone would find everything.
            terms = [_literal(term) for term in terms]
        words = [term for term in terms if term.kind is TermKind.WORD and not term.negated]
        if words and terms[-1] is words[-1] and terms[-1].position + len(terms[-1].typed) == len(self.text):
            terms[-1] = _still_typed(words[-1])
        return Query(self.text, tuple(terms), tuple(filters), _word_count(words))

    def _skip_space(self) -> int:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.at

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def _filter(self) -> Filter | None:
        found = self._take(_FILTER)
        if not found:
            return None
        key, raw = found[2].lower(), found[3].strip('"')
        values = tuple(value[:_LONGEST_VALUE] for value in ([raw] if found[3].startswith('"') else raw.split(",")) if value)[:MOST_FILTERS]
        one = Filter(key, values, found[0], found.start(), negated=bool(found[1]))
        return _checked(one, self.now_ns)

    def _phrase(self) -> Term | None:
        found = self._take(_PHRASE)
        if not found:
            return None
        return Term(TermKind.PHRASE, found[2][:_LONGEST_TERM], found[0], found.start(), negated=bool(found[1]))

    def _regex(self) -> Term | None:
        found = self._take(_REGEX)
        if not found:
            return None
        _check_regex(found[2], found.start(2))
        return Term(TermKind.REGEX, found[2], found[0], found.start(), negated=bool(found[1]))

    def _word(self) -> Term:
        start = self.at
        negated = self._take(_MINUS) is not None
        word_start = self.at
        found = self._take(_WORD)
        word = found[0][:_LONGEST_TERM] if found else ""
        return Term(TermKind.WORD, word, self.text[start : self.at], start if negated else word_start, negated)


def parse(text: str, now_ns: int) -> Query:
    """The query that a text means; `now_ns` is what `since:7d` counts back from.

    Raises:
        EmptySearch: There is nothing in it.
        BadQuery: A filter's value or a regular expression is wrong; the position says where.
        UnknownSource: `source:` names none of ours.
    """
    clean = text.encode("utf-8", "replace").decode("utf-8")[:_MOST_CHARACTERS]
    return _Parser(clean, now_ns).parse()


def _word_count(words: list[Term]) -> int:
    """Words as the index counts them, names by their parts: `fix subdomain_matching=False behaviour` has five.

    What is typed without a space is one word, whatever it is made of.
    """
    if len(words) < 2:
        return len(words)
    return sum(max(len(_INDEX_WORD.findall(word.text)), 1) for word in words)


def _literal(term: Term) -> Term:
    return Term(term.kind, term.typed, term.typed, term.position)


def _still_typed(term: Term) -> Term:
    return Term(term.kind, term.text, term.typed, term.position, is_last=True)


def _checked(one: Filter, now_ns: int) -> Filter:
    """The filter, its value understood."""
    if not one.values:
        raise BadQuery(f"{one.key}: needs a value", one.position)
    if one.key == "source" and "all" in _lowered(one):
        return replace(one, values=tuple(source.value for source in Source))
    if one.key == "source":
        check_sources(one.values, one.position)
    elif one.key == "kind":
        _one_of(one, [*(kind.value for kind in Kind), *KIND_WORDS])
    elif one.key == "is":
        _one_of(one, ["hidden"])
    elif one.key in ("since", "before"):
        moment = parse_moment(one.values[0], now_ns)
        if moment is None:
            raise BadQuery(
                f"{one.key}: takes a time such as 7d, 2w or 2026-06-01, not {one.values[0]!r}", one.position
            )
        return Filter(one.key, one.values, one.typed, one.position, one.negated, moment)
    return Filter(one.key, _lowered(one), one.typed, one.position, one.negated)


def _lowered(one: Filter) -> tuple[str, ...]:
    return one.values if one.key == "path" else tuple(value.lower() for value in one.values)


def _one_of(one: Filter, known: list[str]) -> None:
    for value in one.values:
        if value.lower() not in known:
            raise BadQuery(f"{one.key}: takes {', '.join(known)}, not {value!r}", one.position)


def check_sources(names: tuple[str, ...], position: int | None = None) -> tuple[Source, ...]:
    """The sources of these names.

    Raises:
        UnknownSource: One is none of ours.
    """
    known = {source.value: source for source in Source}
    for name in names:
        if name.lower() not in known:
            raise UnknownSource(f"there is no source {name!r}; known are {', '.join(known)}, or all", position)
    return tuple(known[name.lower()] for name in names)


def _check_regex(pattern: str, position: int) -> None:
    import regex

    large_at = too_large_at(pattern)
    if large_at is not None:
        raise BadQuery(
            f"the regular expression /{_start_of(pattern)}/ is too large: with its repeats it has more than"
            f" {MOST_POSITIONS:,} positions",
            position + large_at,
        )
    try:
        regex.compile(pattern)
    except regex.error as error:
        at = position + (getattr(error, "pos", None) or 0)
        raise BadQuery(f"the regular expression /{pattern}/ is not right: {error}", at) from error
    except (RecursionError, OverflowError, MemoryError) as error:
        raise BadQuery(f"the regular expression /{_start_of(pattern)}/ is too large", position) from error


def _start_of(pattern: str) -> str:
    return pattern if len(pattern) <= _SAID else f"{pattern[:_SAID]}…"
