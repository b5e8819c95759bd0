"""Which places in files does a pasted text name?

    text → Location (path, line)

What compilers, interpreters and tools print: `src/a.py:13:5`, `src\\a.cs(13,5): error`, `File "/home/me/a.py", line 13`,
`in /var/www/a.php on line 12`; and a path with a folder by itself. Whether there is such a file the index tells.
"""

import re
from dataclasses import dataclass, replace

from sleuth.domain.queries import Filter, Query, Term, TermKind

MOST_LOCATIONS = 32
_MOST_CHARACTERS = 20_000
_LONGEST_PATH = 1_000
# Runs are possessive and start where the run before ends: a long paste takes time in proportion to its length.
_BARE = r"""(?<![^\s"'`()<>|:,;])(?:[A-Za-z]:(?=[\\/]))?[^\s"'`()<>|:,;]++"""
_QUOTED = r"""(?<=")(?:[A-Za-z]:)?[^":\n]++(?=")"""
_LINE = r""":(?P<colon>\d{1,7})(?![\w/])|\((?P<round>\d{1,7})(?:,\s?\d+)*\)|["'`]?,?\s(?:on\s|at\s)?line\s(?P<word>\d{1,7})"""
_LOCATION = re.compile(rf"(?P<path>{_QUOTED}|{_BARE})(?:{_LINE})?")
_WHOLE = re.compile(rf"""(?P<path>(?:[A-Za-z]:)?[^"'`:\n]*[/\\][^"'`:\n]*?)(?:(?:{_LINE})(?::\d+)?:?)?""")
_NAME = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Location:
    """A path from wherever it was printed, and the line that was named with it."""

    path: str
    line: int | None
    start: int
    """Where it stands in the query, in code points."""
    stop: int


def locations_in(query: Query) -> tuple[Location, ...]:
    """The places that a query names, in order; those without a line only where they have a folder."""
    text = _without_syntax(query)
    whole = _whole(text)
    found = [_location(match) for match in _LOCATION.finditer(text)]
    named = [one for one in (*whole, *found) if _is_path(one)]
    return tuple(named[:MOST_LOCATIONS])


def _location(match: re.Match[str]) -> Location:
    line = match["colon"] or match["round"] or match["word"]
    return Location(match["path"], int(line) if line else None, *match.span())


def _whole(text: str) -> list[Location]:
    """A path with white space in it, which is told only where it is all that was typed."""
    found = _WHOLE.fullmatch(text.strip().strip("\"'`")) if len(text) < _LONGEST_PATH else None
    if found is None or not re.search(r"\s", found["path"]):
        return []
    return [replace(_location(found), start=0, stop=len(text))]


def _without_syntax(query: Query) -> str:
    """The text, blank where there are filters, expressions and what is not wanted."""
    text = query.text[:_MOST_CHARACTERS]
    aside: list[Filter | Term] = [*query.filters, *(term for term in query.terms if term.negated or term.kind is TermKind.REGEX)]
    for part in aside:
        stop = part.position + len(part.typed)
        text = text[: part.position] + " " * (min(stop, len(text)) - part.position) + text[stop:]
    return text


def _is_path(one: Location) -> bool:
    if not _NAME.search(one.path):
        return False
    return one.line is not None or re.search(r"[/\\]\w", one.path) is not None
