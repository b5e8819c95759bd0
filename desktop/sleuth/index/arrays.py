"""What do sets of numbers need that numpy would load its masked arrays for?

`np.unique` and `np.isin` import `numpy.ma` when they are first called: 15 ms of a fresh process that has 150 for all.
"""

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]


def distinct(values: Numbers) -> Numbers:
    """The values, rising, each once."""
    ordered = np.sort(values)
    if len(ordered) < 2:
        return ordered
    firsts: Numbers = ordered[np.concatenate((np.ones(1, bool), ordered[1:] != ordered[:-1]))]
    return firsts


def common(first: Numbers, second: Numbers) -> Numbers:
    """What stands in both, rising; each holds a value once."""
    both: Numbers = np.intersect1d(first, second, assume_unique=True)
    return both


def without(values: Numbers, others: Numbers) -> Numbers:
    """The values that do not stand in the others, in their order."""
    if not len(others):
        return values
    ordered = np.sort(others)
    places = np.minimum(np.searchsorted(ordered, values), len(ordered) - 1)
    left: Numbers = values[ordered[places] != values]
    return left
