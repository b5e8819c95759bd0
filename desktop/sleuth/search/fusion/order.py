"""Which hit comes before which? Always the same for the same index (S-42).

    tier of the title, score, newest, reference
"""

import numpy as np
import numpy.typing as npt

from sleuth.domain.queries import Sort

Places = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]

_MANY = 8
_DECIMALS = 9  # beyond these, sums of the same numbers in another order differ


def ordered(
    places: Places, tiers: Places, scores: Scores, mtimes_ns: Places, orders: Places, window: int
) -> Places:
    """The places, in order as far as `window`; the rest behind them, in an order of their own.

    Args:
        places: The candidates; the other arrays are theirs, in this order.
        orders: Where each stands when all are sorted by reference.
    """
    rounded = np.round(scores, _DECIMALS)
    if len(places) > _MANY * window:
        # Sorting all of a hundred thousand takes longer than a search may.
        head = _contenders(tiers, rounded, mtimes_ns, max(window, 1))
        within = np.lexsort((orders[head], -mtimes_ns[head], -rounded[head], tiers[head]))
        return np.concatenate((places[head][within], places[~head]))
    return places[np.lexsort((orders, -mtimes_ns, -rounded, tiers))]


def _contenders(tiers: Places, scores: Scores, mtimes_ns: Places, window: int) -> npt.NDArray[np.bool_]:
    """Those that can be among the first `window`."""
    worth = scores - 1e6 * tiers
    last = _largest(worth, window)
    contenders: npt.NDArray[np.bool_] = worth > last
    tied = worth == last
    missing = window - int(np.count_nonzero(contenders))
    contenders |= tied & (mtimes_ns.astype(np.float64) >= _largest(mtimes_ns[tied], missing))
    return contenders


def _largest(values: Scores | Places, number: int) -> float:
    """The number-th largest value."""
    at = len(values) - number
    return float(np.partition(values.astype(np.float64), at)[at])


def by_field(places: Places, sort: Sort, mtimes_ns: Places, orders: Places) -> Places:
    """All places by date (newest first) or by path."""
    keys = (orders,) if sort is Sort.PATH else (orders, -mtimes_ns)
    return places[np.lexsort(keys)]
