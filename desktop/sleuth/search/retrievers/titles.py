"""Which items are called what was typed?

    exact name → prefix of a name → part of a name (or of a path, where a slash was typed)
"""

import re
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from sleuth.domain.folding import fold
from sleuth.index.arrays import without
from sleuth.index.lines import LINE_END, Paths
from sleuth.index.snapshot import Flags, Ids

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


def items_at(paths: Paths, path: str, root: str, allowed: Flags, by_name: bool = True) -> Ids:
    """Items that a path from anywhere names, by as much of its end as leads to any.

    Args:
        path: As it was printed: from this workspace, by its full path, from another checkout, with either slash.
        root: The workspace's full path.
        by_name: Whether the name alone may do, where a single item has it.
    """
    parts, is_inside = _parts_of(path, root)
    if not parts:
        return np.empty(0, np.int64)
    name = parts[-1].encode("utf-8", "surrogatepass")
    at = paths.places_of(name + b"\n")
    found = paths.numbers_at(at)
    found = found[(at == paths.name_starts[found]) & allowed[found]]
    if is_inside and len(exact := _ending(paths, found, "/".join(parts), (b"\n",))):
        return exact
    depth = 1
    while depth < len(parts) and len(longer := _ending(paths, found, "/".join(parts[-depth - 1 :]), (b"\n", b"/"))):
        found, depth = longer, depth + 1
    return found if depth > 1 or (by_name and len(found) == 1) else found[:0]


def _parts_of(path: str, root: str) -> tuple[list[str], bool]:
    """A path's folders and name, folded, below the root where it leads there, and whether it does."""
    full, top = fold(f"/{path.replace(chr(92), '/').lstrip('/')}"), f"{fold(root).rstrip('/')}/"
    is_inside = full.startswith(top)
    below = full[len(top) :] if is_inside else full
    return [part for part in below.split("/") if part not in ("", ".", "..")], is_inside


def _ending(paths: Paths, places: Ids, end: str, before: tuple[bytes, ...]) -> Ids:
    """Of these items those whose path ends so, behind one of these bytes: a path stands behind a line end."""
    letters = end.encode("utf-8", "surrogatepass")
    endings = tuple(byte + letters for byte in before)
    firsts = (paths.ends[places + 1] - len(letters) - 1).tolist()
    is_so = [at >= 0 and paths.data.startswith(endings, at) for at in firsts]
    found: Ids = places[np.array(is_so, bool)]
    return found


def exactly_called(paths: Paths, typed: str) -> Ids:
    """Items whose whole name, or whole path, is what was typed."""
    letters = typed.removeprefix("./").encode("utf-8", "surrogatepass") + b"\n"
    at = paths.places_of(letters)
    places = paths.numbers_at(at)
    found: Ids = places[(at == paths.name_starts[places]) | (at == paths.ends[places] + 1)]
    return found


def fuzzy_titles(paths: Paths, typed: str, limit: int) -> Ids:
    """Items whose name starts with the first typed letter and has the others in this order; the shortest names first.

    `cfgldr` finds `config_loader.py`: what a person types who remembers half a name. Letters scattered over a
    name of more than three times their length are no match.
    """
    if not re.fullmatch(r"\w{3,40}", typed):
        return np.empty(0, np.int64)
    letters = [letter.encode("utf-8") for letter in typed]
    longest = _FUZZY_LENGTH * sum(map(len, letters))
    starts, stops = paths.name_starts, paths.ends[1:]
    likely = np.flatnonzero((paths.codes[starts] == letters[0][0]) & (stops - starts <= longest))
    found = [place for place in likely.tolist() if _has_in_order(paths.data, letters, int(starts[place]), int(stops[place]))]
    return np.array(sorted(found, key=lambda place: (stops[place] - starts[place], place))[:limit], np.int64)


def _has_in_order(data: bytes, letters: list[bytes], start: int, stop: int) -> bool:
    """Whether a stretch starts with the first of the letters and has the others after it, in this order."""
    if not data.startswith(letters[0], start, stop):
        return False
    for letter in letters:
        start = data.find(letter, start, stop) + len(letter)
        if start < len(letter):
            return False
    return True


def nearest_names(paths: Paths, mtimes_ns: Ids, allowed: Flags, typed: str, limit: int) -> Ids:
    """Items for a list of files: by tier, the shortest names first, the newest among equals; fuzzy ones fill it up."""
    needle = fold(" ".join(typed.split()))
    titles = find_titles(paths, needle)
    is_allowed = allowed[titles.places]
    places, tiers = titles.places[is_allowed], titles.tiers[is_allowed]
    lengths = paths.ends[places + 1] - paths.name_starts[places]
    nearest = places[np.lexsort((-mtimes_ns[places], lengths, tiers))][:limit]
    if len(nearest) == limit:
        return nearest
    more = fuzzy_titles(paths, needle, limit + len(nearest))
    more = without(more[allowed[more]], nearest)
    return np.concatenate((nearest, more))[:limit]
