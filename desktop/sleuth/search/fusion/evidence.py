"""How much speaks for each item, term by term?

One array an aspect, one place an item of the catalog: all of an index's items are weighed at once.
The numbers were measured on the evaluation set's dev split; `tests/rivers` holds what they give.
"""

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from sleuth.domain.standing import Standing, asks_for
from sleuth.domain.terms import AnalysedTerm

Places = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

NAMES_WEIGHT = 4.0
# Four words in a row, as in a message or a title that was pasted. A few may be chance: counted as well they cost npl and
# cranfield 0.002 to 0.003, and in the second stage commits 0.002. Half of them, in the first, cost nothing.
RUNS_WEIGHT = 2.0
MANY_RUNS = 0.5
# A term found only inside other words, or only as letters of a name, beside one found as a word.
SUBSTRING_STRENGTH = 0.3
NAME_PREFIX_STRENGTH = 0.5
NAME_PREFIX_SHARE = 0.2
NAME_SHARE_BOOST = 0.3
# Of a file that declares what was asked for. NDCG@10 on code goes from .859 to .867 and stays on commits; at 0.5 it is a
# little less, at 1 the commits fall.
DECLARED_BOOST = 0.7
_OF_TEXTS = ("words", "substrings", "literal", "regex")
"""Retrievers that find a term in an item's own text; the others find it in names, or in messages around."""
PRIORS = {
    Standing.SOURCE: 1.0,
    Standing.TEST: 0.3,
    Standing.ASIDE: 0.3,
    Standing.PROSE: 0.4,
    Standing.TALK: 0.6,
    Standing.HISTORY: 0.4,  # a guess, not measured: the evaluation set has no commits beside files
}


@dataclass(slots=True)
class TermEvidence:
    """What was found for one term."""

    term: AnalysedTerm
    size: int
    """How many items the catalog has."""
    population: int
    """How many of them are of the sources that are searched: among these it is more or less rare."""
    strength: Scores = field(init=False)
    """Saturated term frequency, before the term's rarity."""
    found: Flags = field(init=False)
    in_text: Flags = field(init=False)
    """Where the item's own text has it, rather than its name, or a message beside it."""
    in_name: Scores = field(init=False)
    """1 where a word of the file's name is the term, NAME_PREFIX_SHARE where one only starts as it does."""
    in_folder: Flags = field(init=False)
    word_count: int = 0
    """How many items have it as a word: what tells its rarity, whatever else its letters stand in."""
    is_near: bool = False
    """Whether no item has the term as it was typed, and those with its words side by side had to do."""
    lists: dict[str, int] = field(default_factory=dict)
    """How many items each retriever found, for `--explain`."""

    def __post_init__(self) -> None:
        self.strength = np.zeros(self.size)
        self.found = np.zeros(self.size, bool)
        self.in_text = np.zeros(self.size, bool)
        self.in_name = np.zeros(self.size)
        self.in_folder = np.zeros(self.size, bool)

    def add(self, retriever: str, places: Places, strength: Scores | float) -> None:
        """More items that have the term."""
        self.strength[places] += strength
        self.found[places] = True
        if retriever in _OF_TEXTS:
            self.in_text[places] = True
        self.lists[retriever] = self.lists.get(retriever, 0) + len(places)

    def settle_for(self, near: "TermEvidence") -> None:
        """Take what was found for less than was typed; its strength counts already."""
        self.found |= near.found
        self.in_text |= near.in_text
        self.word_count, self.lists = near.word_count, {**self.lists, **near.lists}
        self.is_near = bool(near.found.any())

    def keep_only(self, allowed: Flags) -> None:
        self.found &= allowed
        self.in_text &= allowed
        self.strength[~allowed] = 0.0

    def rarity(self) -> float:
        """The term's weight times its inverse document frequency."""
        return self.term.weight * rarity_of(self.word_count or int(np.count_nonzero(self.found)), self.population)


def rarity_of(count: int, size: int) -> float:
    """Lucene's inverse document frequency, which stays above 0 for common words.

    ln(1 + (N − n + ½) / (n + ½)); FTS5's own is floored for what half of the rows hold.
    """
    return float(np.log1p((size - count + 0.5) / (count + 0.5)))


@dataclass(frozen=True, slots=True)
class Weighed:
    """All terms together."""

    scores: Scores
    """0 where an item does not count."""
    boosts: Scores
    """By an item's standing, and by how much of its name was asked for."""
    missing: Places
    """How many of the required terms an item lacks."""

    @property
    def matching(self) -> Places:
        return np.flatnonzero(self.scores > 0)


def weigh(
    evidence: list[TermEvidence],
    standings: Places,
    name_word_counts: Places,
    allowed: Flags,
    query: str,
    is_question: bool,
    runs: Scores | None = None,
) -> Weighed:
    """Scores of every item; up to four words must all be there, unless nothing has them all (S-44).

    Args:
        runs: How much of a question each item has word for word.
    """
    size = len(allowed)
    scores, covered, in_name = np.zeros(size), np.zeros(size, np.int64), np.zeros(size)
    bound, required = allowed.copy(), 0
    for one in evidence:
        scores += one.strength * one.rarity()
        in_name += one.in_name
        if one.term.binds:
            bound &= one.found
        if not one.term.is_optional:
            required += 1
            covered += one.found
    if runs is not None:
        scores += RUNS_WEIGHT * runs
    boosts = _priors(standings, query) * (1 + NAME_SHARE_BOOST * np.minimum(in_name / np.maximum(name_word_counts, 1), 1.0))
    scores = np.where(bound & (covered > 0), np.maximum(scores, 1e-9) * boosts, 0.0)
    if not is_question:
        scores[covered < int(covered[scores > 0].max(initial=0))] = 0.0
    return Weighed(scores, boosts, required - covered)


def lifted(weighed: Weighed, declared: Scores) -> Weighed:
    """The same, those that declare what was asked for lifted.

    Args:
        declared: How much of it each item declares, 0 to 1.
    """
    return replace(weighed, scores=weighed.scores * (1 + DECLARED_BOOST * declared))


def _priors(standings: Places, query: str) -> Scores:
    asked = asks_for(query.lower())
    return np.array([1.0 if standing in asked else PRIORS[standing] for standing in Standing])[standings]
