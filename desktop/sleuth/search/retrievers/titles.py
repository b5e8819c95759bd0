"""Which items are called what was typed?

    exact name → prefix of a name → part of a name (or of a path, where a slash was typed)
"""

import re
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from sleuth.index.snapshot import Ids

_WITH_LINE = re.compile(r"^(.+?):(\d{1,7})(?::\d{1,7})?:?$")
MOST_TITLES = 20_000


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


def find_titles(paths: str, starts: Ids, typed: str) -> Titles:
    """Items whose name holds what was typed.

    Args:
        paths: The catalog's references, a line each (`Snapshot.paths`).
        starts: Where each line starts.
        typed: Lower-case, white space single.
    """
    found = _search(paths, starts, typed)
    with_line = _WITH_LINE.match(typed)
    if not found and with_line:
        found = _search(paths, starts, with_line[1])
        return _titles(found, int(with_line[2]) if found else None)
    return _titles(found, None)


def _titles(found: dict[int, Tier], line: int | None) -> Titles:
    places = np.fromiter(found, np.int64, len(found))
    return Titles(places, np.fromiter(found.values(), np.int64, len(found)), line)


def _search(paths: str, starts: Ids, typed: str) -> dict[int, Tier]:
    """Place → best tier."""
    needle = typed.replace("\\", "/").removeprefix("./") if "/" in typed or "\\" in typed else typed
    found: dict[int, Tier] = {}
    at = paths.find(needle) if len(needle) >= 2 else -1
    while at >= 0 and len(found) < MOST_TITLES:
        stop = paths.find("\n", at)
        place = int(np.searchsorted(starts, at, "right")) - 1
        start = int(starts[place])
        tier = _tier(paths[start:stop], needle, at - start)
        if tier is not None and tier < found.get(place, Tier.BODY):
            found[place] = tier
        at = paths.find(needle, at + 1)
    return found


def _tier(path: str, needle: str, at: int) -> Tier | None:
    """How a needle that stands at `at` in a path names it; None where it is only in a folder's name."""
    name_start = path.rfind("/") + 1
    if "/" in needle:
        ends = at + len(needle) == len(path) and (at == 0 or path[at - 1] == "/")
        return Tier.EXACT if ends else Tier.PART
    if at < name_start:
        return None
    name = path[name_start:]
    if needle in (name, name.rpartition(".")[0]):
        return Tier.EXACT
    return Tier.PREFIX if at == name_start else Tier.PART


def fuzzy_titles(paths: str, starts: Ids, typed: str, limit: int) -> Ids:
    """Items whose name has the typed letters in this order, each run at the start of a word; the shortest names first.

    `cfgldr` finds `config_loader.py`: what a person types who remembers half a name. Scattered letters are no match.
    """
    if not re.fullmatch(r"\w{3,40}", typed):
        return np.empty(0, np.int64)
    gap = r"[^/\n]*?"
    pattern = re.compile(rf"(?:(?<=/)|(?<=\n)){gap.join(map(re.escape, typed))}[^/\n]*(?=\n)")
    scored = sorted(
        (len(found[0]), int(np.searchsorted(starts, found.start(), "right")) - 1)
        for found in pattern.finditer(paths)
        if len(found[0]) <= 3 * len(typed)
    )
    return np.array([place for _, place in scored[:limit]], np.int64)
