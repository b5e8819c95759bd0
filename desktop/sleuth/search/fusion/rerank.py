"""Which of the best items answers best, looking at the chunks of their texts?

A file is worth its best chunk and a little of the others: BM25 a chunk, the file's name and folder
counting in each, lines that define the asked-for name and words side by side counting more.
"""

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

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
_SIDE_BY_SIDE = 0.2
_OTHER_CHUNKS = 0.25
_FIRST_STAGE = 0.4
_SUBSTRINGS = 0.2
_LARGEST_GAP = 3


class ChunkMark(NamedTuple):
    """An occurrence of a term, as this stage needs it."""

    chunk: int
    weight: float
    start: int
    stop: int
    is_whole: bool
    defines: bool
    """The line defines what is marked."""


@dataclass(frozen=True, slots=True)
class TextEvidence:
    """One item's text, looked at."""

    place: int
    starts: npt.NDArray[np.int32]
    length: int
    marks: list[list[ChunkMark]]
    """A list a term."""
    counts: list[int]
    """How often each term's letters stand in it, inside words too."""


def rerank(texts: list[TextEvidence], evidence: list[TermEvidence], weighed: Weighed) -> dict[int, float]:
    """New scores, 0 to about 1.2, by place."""
    if not texts:
        return {}
    rarities = [one.rarity() for one in evidence]
    places = np.array([text.place for text in texts])
    first = weighed.scores[places]
    chunks = np.array([_best_of_chunks(text, evidence, rarities) for text in texts]) * weighed.boosts[places]
    substrings = _by_substrings(texts, rarities) * weighed.boosts[places]
    scores = _FIRST_STAGE * _scaled(first) + (1 - _FIRST_STAGE) * _scaled(chunks) + _SUBSTRINGS * _scaled(substrings)
    return dict(zip(places.tolist(), scores.tolist(), strict=True))


def _scaled(scores: Scores) -> Scores:
    highest = float(scores.max(initial=0.0))
    return scores / highest if highest > 0 else scores


def _best_of_chunks(text: TextEvidence, evidence: list[TermEvidence], rarities: list[float]) -> float:
    norm = _NORM_BASE + np.diff(text.starts, append=max(text.length, int(text.starts[-1]) + 1)) / _NORM_CHARACTERS
    worth = np.zeros(len(text.starts))
    for one, marks, rarity in zip(evidence, text.marks, rarities, strict=True):
        in_name = _IN_NAME * one.in_name[text.place] + _IN_FOLDER * one.in_folder[text.place]
        if marks or in_name:
            frequency = _frequencies(marks, len(worth)) + in_name
            worth += rarity * _SATURATION * frequency / (frequency + norm)
            worth += _DEFINITION * rarity * _defined_in(marks, len(worth))
    worth += _side_by_side(text, evidence, rarities)
    best = float(worth.max())
    return best * (1 + _OTHER_CHUNKS * math.log(float(worth.sum()) / best)) if best > 0 else 0.0


def _frequencies(marks: list[ChunkMark], chunk_count: int) -> Scores:
    frequencies = np.zeros(chunk_count)
    for mark in marks:
        frequencies[mark.chunk] += mark.weight + (_DEFINING_LINE if mark.defines else 0.0)
    return frequencies


def _defined_in(marks: list[ChunkMark], chunk_count: int) -> Scores:
    defined = np.zeros(chunk_count)
    for mark in marks:
        if mark.defines and mark.is_whole:
            defined[mark.chunk] = 1.0
    return defined


def _side_by_side(text: TextEvidence, evidence: list[TermEvidence], rarities: list[float]) -> Scores:
    """Words that stand next to each other in the query and in the text."""
    worth = np.zeros(len(text.starts))
    typed = [number for number, one in enumerate(evidence) if not one.term.is_part]
    for before, after in pairwise(typed):
        follows = {mark.start for mark in text.marks[after] if mark.is_whole}
        if not follows:
            continue
        pairs = [
            mark.chunk
            for mark in text.marks[before]
            if mark.is_whole and any(mark.stop + gap in follows for gap in range(1, _LARGEST_GAP + 1))
        ]
        if pairs:
            counts = np.bincount(pairs, minlength=len(worth))
            worth += _SIDE_BY_SIDE * min(rarities[before], rarities[after]) * counts / (counts + 1)
    return worth


def _by_substrings(texts: list[TextEvidence], rarities: list[float]) -> Scores:
    lengths = np.array([text.length for text in texts], float)
    norm = 1.2 * (0.25 + 0.75 * lengths / max(float(lengths.mean()), 1.0))
    counts = np.array([text.counts for text in texts], float)
    worth: Scores = (np.array(rarities) * counts * 2.2 / (counts + norm[:, None])).sum(axis=1)
    return worth
