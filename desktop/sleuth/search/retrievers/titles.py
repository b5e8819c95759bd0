"""Which items are called what was typed?

    exact name → prefix of a name → part of a name (or of a path, where a slash was typed)
"""

import re
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from sleuth.index.lines import LINE_END, Paths
from sleuth.index.snapshot import Ids

_WITH_LINE = re.compile(r"^(.+?):(\d{1,7})(?::\d{1,7})?:?$")
MOST_TITLES = 20_000
_SHORTEST = 2
_SLASH = ord("/")
_FUZZY_LENGTH = 3


class Tier(IntEnum):
    """Titles come first, in this order (S-42)."""

    EXACT = 0
    PREFIX = 1
    PART = 2
    BODY = 3


@dataclass(frozen=True, slots=True)
class Titles:
    """Items by their name, as places in the catalog."""

    places: Ids
    tiers: Ids
    line: int | None
    """The line that was typed behind the path."""


def find_titles(paths: Paths, typed: str) -> Titles:
    """Items whose name holds what was typed.

    Args:
        paths: The catalog's references (`Snapshot.paths`).
        typed: Lower-case, white space single.
    """
    found = _search(paths, typed)
    with_line = _WITH_LINE.match(typed)
    if not len(found.places) and with_line:
        found = _search(paths, with_line[1])
        return Titles(found.places, found.tiers, int(with_line[2]) if len(found.places) else None)
    return found


def _search(paths: Paths, typed: str) -> Titles:
    needle = typed.replace("\\", "/").removeprefix("./") if "/" in typed or "\\" in typed else typed
    letters = needle.encode("utf-8", "surrogatepass")
    at = paths.places_of(letters) if len(needle) >= _SHORTEST else np.empty(0, np.int64)
    places = paths.numbers_at(at)
    if b"/" in letters:
        before = paths.codes[at - 1]
        is_part = (before == LINE_END) | (before == _SLASH)
        tiers = np.where(is_part & (at + len(letters) == paths.ends[places + 1]), Tier.EXACT, Tier.PART)
    else:
        in_name = at >= paths.name_starts[places]
        at, places = at[in_name], places[in_name]
        stops = at + len(letters)
        is_rest = (stops == paths.ends[places + 1]) | (stops == paths.last_dots[places])
        starts_name = at == paths.name_starts[places]
        tiers = np.where(starts_name, np.where(is_rest, Tier.EXACT, Tier.PREFIX), Tier.PART)
    best = np.lexsort((tiers, places))
    best = best[np.diff(places[best], prepend=-1) > 0][:MOST_TITLES]
    return Titles(places[best], tiers[best], None)


def fuzzy_titles(paths: Paths, typed: str, limit: int) -> Ids:
    """Items whose name starts with the first typed letter and has the others in this order; the shortest names first.

    `cfgldr` finds `config_loader.py`: what a person types who remembers half a name. Letters scattered over a
    name of more than three times their length are no match.
    """
    if not re.fullmatch(r"\w{3,40}", typed):
        return np.empty(0, np.int64)
    letters = typed.encode("utf-8")
    starts, stops = paths.name_starts, paths.ends[1:]
    likely = np.flatnonzero((paths.codes[starts] == letters[0]) & (stops - starts <= _FUZZY_LENGTH * len(letters)))
    pattern = re.compile(b".*?".join(re.escape(letter.encode("utf-8")) for letter in typed))
    found = [place for place in likely.tolist() if pattern.match(paths.data, int(starts[place]), int(stops[place]))]
    return np.array(sorted(found, key=lambda place: (stops[place] - starts[place], place))[:limit], np.int64)
