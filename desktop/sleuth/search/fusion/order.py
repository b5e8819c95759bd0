"""Which hit comes before which? Always the same for the same index (S-42).

    tier of the title, score, newest, reference
"""

from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt

from sleuth.domain.queries import Sort

Places = npt.NDArray[np.int64]
_MANY = 8
References = Callable[[Iterable[int]], dict[int, str]]
"""Places → their items' references."""


def ordered(
    places: Places,
    tiers: Places,
    scores: npt.NDArray[np.float64],
    mtimes_ns: Places,
    references: References,
    window: int,
) -> Places:
    """The first `window` places in order, and the rest in an order that only ties by reference may change.

    Args:
        places: The candidates; the other arrays are theirs, in this order.
    """
    rounded, window = np.round(scores, 9), max(window, 1)
    if len(places) > _MANY * window:
        head = _contenders(tiers, rounded, window)
        first = ordered(places[head], tiers[head], scores[head], mtimes_ns[head], references, window)
        return np.concatenate((first, places[~head]))
    order = np.lexsort((places, -mtimes_ns, -rounded, tiers))
    keys = np.stack((tiers.astype(np.float64), rounded, mtimes_ns.astype(np.float64)))[:, order]
    _settle_ties(order, keys, places, references, window)
    return places[order]


def _contenders(tiers: Places, scores: npt.NDArray[np.float64], window: int) -> npt.NDArray[np.bool_]:
    """Those that can be among the first `window`: sorting all of a hundred thousand takes longer than a search may."""
    worth = scores - 1e6 * tiers
    threshold = np.partition(worth, len(worth) - window)[len(worth) - window]
    contenders: npt.NDArray[np.bool_] = worth >= threshold
    return contenders


def _settle_ties(
    order: Places, keys: npt.NDArray[np.float64], places: Places, references: References, window: int
) -> None:
    """Sort what is equal so far by reference, as far as it is shown."""
    changes = np.flatnonzero(np.any(keys[:, 1:] != keys[:, :-1], axis=0)) + 1
    starts = np.concatenate((np.zeros(1, np.int64), changes))
    stops = np.concatenate((changes, np.array([len(order)])))
    for start, stop in zip(starts.tolist(), stops.tolist(), strict=True):
        if start >= window:
            return
        if stop - start > 1:
            tied = order[start:stop]
            refs = references(places[tied].tolist())
            order[start:stop] = sorted(tied.tolist(), key=lambda at: refs[int(places[at])])


def by_field(places: Places, sort: Sort, mtimes_ns: Places, references: References) -> Places:
    """All places by date (newest first) or by path."""
    if not len(places):
        return places
    refs = references(places.tolist())
    if sort is Sort.PATH:
        return np.array(sorted(places.tolist(), key=lambda place: refs[place]), np.int64)
    newest = dict(zip(places.tolist(), mtimes_ns.tolist(), strict=True))
    return np.array(sorted(places.tolist(), key=lambda place: (-newest[place], refs[place])), np.int64)
