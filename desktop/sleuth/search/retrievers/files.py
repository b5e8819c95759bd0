"""Which files are called so? (S-61)

Every file that the index knows, whatever became of its text, but what is blocked: whoever wants to see a picture knows its name.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from sleuth.domain.folding import fold
from sleuth.domain.items import Source
from sleuth.domain.queries import ItemFilter
from sleuth.index.lines import Paths
from sleuth.index.snapshot import Snapshot
from sleuth.search.retrievers.titles import nearest_names

Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]


def files_called(
    snapshot: Snapshot, sources: tuple[Source, ...], hidden: bool, typed: str, limit: int, is_blocked: Callable[[str], bool]
) -> list[str]:
    """The nearest first: exact, then prefixes, parts, and letters in order; with nothing typed the newest."""
    needle = fold(" ".join(typed.split()))
    catalog = snapshot.catalog()
    found = _nearest(snapshot.paths(), catalog.mtimes_ns, snapshot.allowed(ItemFilter(sources, hidden)), needle, limit)
    ids = catalog.ids[found].tolist()
    refs = snapshot.refs(ids)
    mtimes = catalog.mtimes_ns[found].tolist()
    nearest = [(_standing(refs[id_], needle), -mtime, refs[id_]) for id_, mtime in zip(ids, mtimes, strict=True)]
    others = snapshot.names_alone()
    if others.refs:
        allowed = np.array([source in sources for source in others.sources])
        if not hidden:
            allowed &= ~others.hidden
        found = _nearest(others.paths, others.mtimes_ns, allowed, needle, limit)
        nearest += [(_standing(others.refs[at], needle), -int(others.mtimes_ns[at]), others.refs[at]) for at in found.tolist()]
        nearest.sort()
    return [ref for _, _, ref in nearest if not is_blocked(ref)][:limit]


def _nearest(paths: Paths, mtimes_ns: Places, allowed: Flags, needle: str, limit: int) -> Places:
    if len(needle) > 1:
        return nearest_names(paths, mtimes_ns, allowed, needle, limit)
    places = np.flatnonzero(allowed)
    if needle.isascii() and needle:
        places = places[paths.codes[paths.name_starts[places]] == ord(needle)]
    newest: Places = places[np.argsort(-mtimes_ns[places], kind="stable")][:limit]
    return newest


def _standing(ref: str, needle: str) -> tuple[int, int]:
    """How near a name is, as `nearest_names` has it: to put two lists together."""
    if not needle:
        return 0, 0
    path = fold(ref)
    name = path.rpartition("/")[2]
    called = path if "/" in needle else name
    if called == needle or name.rpartition(".")[0] == needle:
        return 0, len(name)
    return (1 if called.startswith(needle) else 2 if needle in called else 3), len(name)
