"""Which texts declare something that is called what was asked for?"""

from collections.abc import Iterable, Sequence
from math import log1p

import numpy as np
import numpy.typing as npt

from sleuth.domain.terms import AnalysedTerm
from sleuth.index.declared import Declared, bodies_of, name_lengths_of
from sleuth.index.snapshot import Ids, Snapshot
from sleuth.index.symbol_words import words_of

# A name that has other words beside those asked for says the less the more there are; one word of four is as good as none.
_SHARE_POWER = 3
# Of all that was asked for, what a name must have to count in full: a sentence is never one name. Measured on code and commits.
_ENOUGH = 0.6


def declaring(snapshot: Snapshot, terms: Sequence[AnalysedTerm]) -> tuple[Ids, npt.NDArray[np.float64]]:
    """Bodies, and how much of what was asked for the best name that each declares has, 0 to 1."""
    declared = Declared(*snapshot.beneath())
    total = declared.totals().count
    if not total:
        return np.empty(0, np.int64), np.empty(0)
    words = _words(term for term in terms if not (term.is_optional or term.is_part or term.is_regex))
    found = [declared.named(word) for word in words]
    ids, which = np.unique(np.concatenate([*found, np.empty(0, np.int64)]), return_inverse=True)
    if not len(ids):
        return ids, np.empty(0)
    rarities = [_rarity(total, len(one)) for one in found]
    worth = np.bincount(which, weights=np.repeat(rarities, [len(one) for one in found]))
    shares = np.minimum(np.bincount(which) / np.maximum(name_lengths_of(ids), 1), 1.0)
    worth *= shares**_SHARE_POWER
    bodies, of_body = np.unique(bodies_of(ids), return_inverse=True)
    best = np.zeros(len(bodies))
    np.maximum.at(best, of_body, worth)
    weak = _words(term for term in terms if term.is_optional and not term.is_part)
    asked = sum(rarities) + sum(_rarity(total, len(declared.named(word))) for word in weak if word not in words)
    return bodies, best / max(float(best.max()), _ENOUGH * asked)


def _words(terms: Iterable[AnalysedTerm]) -> dict[str, None]:
    """Their words, in order, each once."""
    return dict.fromkeys(word for term in terms for word in words_of(term.term.text))


def _rarity(total: int, having: int) -> float:
    return log1p((total - having + 0.5) / (having + 0.5))
