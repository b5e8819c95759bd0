"""What do sets of numbers need that numpy would load its masked arrays for?

`np.unique` imports `numpy.ma` when it is first called: 15 ms of a fresh process that has 150 for everything.
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
