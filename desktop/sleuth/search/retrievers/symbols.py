"""Which symbols have the words that were asked for, and how well do they fit?

BM25 over the words of a symbol's name, signature and doc comment together.
"""

from dataclasses import dataclass
from functools import reduce

import numpy as np
import numpy.typing as npt

from sleuth.domain.queries import Query, TermKind
from sleuth.index.declared import Declared, Ids, lengths_of
from sleuth.index.symbol_words import key_of, parts_of, words_of

Scores = npt.NDArray[np.float64]

K1, B = 1.5, 0.75
# A word that stands nowhere, and may still be typed, means those that start so.
_SHORTEST_START = 2
_MOST_STARTING = 30
_STARTING_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for, as symbols are indexed."""

    words: tuple[str, ...]
    still_typed: str
    """The last word as typed, where it may go on; empty otherwise."""
    keys: tuple[str, ...]
    """What a symbol's name would be that has just these words."""
    bound: tuple[tuple[str, ...], ...]
    """Words of a phrase: what lacks one of them does not count."""
    unwanted: tuple[tuple[str, ...], ...]
    """What has all words of one of these does not count either."""


@dataclass(frozen=True, slots=True)
class WordFound:
    """What one word did."""

    word: str
    ids: Ids
    strengths: Scores
    """By how often the word stands in each, and how long each is."""
    rarity: float


@dataclass(frozen=True, slots=True)
class Candidates:
    """Symbols that have any of the words."""

    ids: Ids
    scores: Scores
    lacking: Ids
    """How many of the words each lacks."""
    found: tuple[WordFound, ...]


def wanted_of(query: Query) -> Wanted:
    """The words of a query."""
    texts = [term.text for term in query.wanted if term.kind is not TermKind.REGEX]
    words = tuple(dict.fromkeys(word for text in texts for word in words_of(text)))
    parts = parts_of(texts[-1]) if texts and query.wanted[-1].is_last else []
    still_typed = parts[-1] if parts and len(parts[-1]) >= _SHORTEST_START else ""
    telling = [text for text in texts if words_of(text)]
    return Wanted(
        words,
        still_typed,
        tuple(dict.fromkeys((key_of(" ".join(texts)), key_of(" ".join(telling))))),
        tuple(tuple(words_of(term.text)) for term in query.wanted if term.kind is TermKind.PHRASE),
        tuple(tuple(words_of(term.text)) for term in query.unwanted if term.kind is not TermKind.REGEX),
    )


def candidates(declared: Declared, wanted: Wanted) -> Candidates:
    """All symbols with any of the words, those left out that lack what binds or have what was not wanted; by rising id."""
    found = tuple(_found(declared, word, wanted) for word in wanted.words)
    named = declared.called(wanted.keys)
    ids: Ids = np.unique(np.concatenate([named, *(one.ids for one in found)]))
    scores, lacking = np.zeros(len(ids)), np.full(len(ids), len(found), np.int64)
    for one in found:
        places = np.searchsorted(ids, one.ids)
        scores[places] += one.rarity * one.strengths
        lacking[places] -= 1
    left = np.ones(len(ids), bool)
    for bound in wanted.bound:
        left &= _has_all(declared, ids, bound)
    for unwanted in wanted.unwanted:
        if unwanted:
            left &= ~_has_all(declared, ids, unwanted)
    return Candidates(ids[left], scores[left], lacking[left], found)


def _found(declared: Declared, word: str, wanted: Wanted) -> WordFound:
    ids, counts = declared.having(word)
    share = 1.0
    if not len(ids) and word == (wanted.words[-1] if wanted.still_typed else None):
        starting = [declared.having(one) for one in declared.starting(wanted.still_typed, _MOST_STARTING)]
        if starting:
            ids, where = np.unique(np.concatenate([one for one, _ in starting]), return_inverse=True)
            counts = np.bincount(where, weights=np.concatenate([of for _, of in starting]))
            share = _STARTING_SHARE
    totals = declared.totals()
    average = max(totals.words / max(totals.count, 1), 1.0)
    norms = K1 * (1 - B + B * lengths_of(ids) / average)
    strengths = share * counts * (K1 + 1) / (counts + norms)
    return WordFound(word, ids, strengths, _rarity(totals.count, len(ids)))


def _rarity(total: int, having: int) -> float:
    """BM25's weight of a word that so many of all have."""
    return float(np.log(1 + (total - having + 0.5) / (having + 0.5)))


def _has_all(declared: Declared, ids: Ids, words: tuple[str, ...]) -> npt.NDArray[np.bool_]:
    having = (np.isin(ids, declared.having(word)[0], assume_unique=True) for word in words)
    return reduce(np.logical_and, having, np.ones(len(ids), bool))
