"""Which of the best items answers best, looking at the chunks of their texts?

A file is worth its best chunk and a little of the others: BM25 a chunk, the file's name and folder
counting in each, lines that define the asked-for name and words side by side counting more.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sleuth.search.fusion.evidence import Scores, TermEvidence, Weighed

_SATURATION = 1.8  # k1 + 1 of BM25, k1 going into the norm
_NORM_BASE = 0.2
_NORM_CHARACTERS = 400
_IN_NAME = 6.0
_IN_FOLDER = 2.0
_DEFINING_LINE = 3.0
_DEFINITION = 0.3
_SIDE_BY_SIDE = 0.25
_OTHER_CHUNKS = 0.3
_FIRST_STAGE = 0.4
_SUBSTRINGS = 0.2


@dataclass(frozen=True, slots=True)
class TermMarks:
    """Where a term stands in a text, as this stage needs it: one entry an occurrence in each list."""

    starts: list[int]
    stops: list[int]
    weights: list[float]
    """1 for a whole word."""
    defines: list[bool]
    """Whether the line defines what is marked."""


@dataclass(frozen=True, slots=True)
class TextEvidence:
    """One item's text, looked at."""

    place: int
    starts: npt.NDArray[np.int32]
    length: int
    marks: list[TermMarks]
    """One a term."""
    counts: list[int]
    """How often each term's letters stand in it, inside words too."""
    is_message: bool = False
    """One chunk, of which the first stage has seen all, and its neighbours too: this one has nothing to add."""


def rerank(texts: list[TextEvidence], evidence: list[TermEvidence], weighed: Weighed) -> dict[int, float]:
    """New scores, 0 to about 1.2, by place."""
    if not texts:
        return {}
    rarities = [one.rarity() for one in evidence]
    places = np.array([text.place for text in texts])
    first = weighed.scores[places]
    chunks = np.array([_best_of_chunks(text, evidence, rarities) for text in texts]) * weighed.boosts[places]
    substrings = _by_substrings(texts, rarities) * weighed.boosts[places]
    is_message = np.array([text.is_message for text in texts])
    by_chunks = np.where(is_message, _scaled(first), _scaled(np.where(is_message, 0.0, chunks)))
    scores = _FIRST_STAGE * _scaled(first) + (1 - _FIRST_STAGE) * by_chunks + _SUBSTRINGS * _scaled(substrings)
    return dict(zip(places.tolist(), scores.tolist(), strict=True))


def _scaled(scores: Scores) -> Scores:
    highest = float(scores.max(initial=0.0))
    return scores / highest if highest > 0 else scores


def _best_of_chunks(text: TextEvidence, evidence: list[TermEvidence], rarities: list[float]) -> float:
    chunk_count = len(text.starts)
    norm = _NORM_BASE + np.diff(text.starts, append=max(text.length, int(text.starts[-1]) + 1)) / _NORM_CHARACTERS
    worth = np.zeros(chunk_count)
    for one, marks, rarity in zip(evidence, text.marks, rarities, strict=True):
        in_name = _IN_NAME * float(one.in_name[text.place]) + _IN_FOLDER * float(one.in_folder[text.place])
        if not marks.starts:
            if in_name:
                worth += rarity * _SATURATION * in_name / (in_name + norm)
            continue
        chunks = np.searchsorted(text.starts, marks.starts, "right") - 1
        defines = np.array(marks.defines)
        weights = np.array(marks.weights) + _DEFINING_LINE * defines
        frequency = np.bincount(chunks, weights=weights, minlength=chunk_count) + in_name
        worth += rarity * _SATURATION * frequency / (frequency + norm)
        if defines.any():
            whole = defines & (np.array(marks.weights) == 1.0)
            defined = np.zeros(chunk_count)
            defined[chunks[whole]] = 1.0
            worth += _DEFINITION * rarity * defined
    worth += _side_by_side(text, evidence, rarities)
    best = float(worth.max())
    return best * (1 + _OTHER_CHUNKS * math.log(float(worth.sum()) / best)) if best > 0 else 0.0


def _side_by_side(text: TextEvidence, evidence: list[TermEvidence], rarities: list[float]) -> Scores:
    """Words that stand next to each other in the query and in the text."""
    worth = np.zeros(len(text.starts))
    typed = [number for number, one in enumerate(evidence) if not one.term.is_part]
    for before, after in pairwise(typed):
        first, second = text.marks[before], text.marks[after]
        if not first.starts or not second.starts:
            continue
        follows = {start for start, weight in zip(second.starts, second.weights, strict=True) if weight == 1.0}
        ends = [
            stop
            for stop, weight in zip(first.stops, first.weights, strict=True)
            if weight == 1.0 and (stop + 1 in follows or stop + 2 in follows or stop + 3 in follows)
        ]
        if ends:
            chunks = np.searchsorted(text.starts, np.array(ends) - 1, "right") - 1
            counts = np.bincount(chunks, minlength=len(worth))
            worth += _SIDE_BY_SIDE * min(rarities[before], rarities[after]) * counts / (counts + 1)
    return worth


def _by_substrings(texts: list[TextEvidence], rarities: list[float]) -> Scores:
    lengths = np.array([text.length for text in texts], float)
    norm = 1.2 * (0.25 + 0.75 * lengths / max(float(lengths.mean()), 1.0))
    counts = np.array([text.counts for text in texts], float)
    worth: Scores = (np.array(rarities) * counts * 2.2 / (counts + norm[:, None])).sum(axis=1)
    return worth
