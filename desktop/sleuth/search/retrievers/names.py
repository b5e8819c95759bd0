"""Which items have a term's words in their name or folder?"""

from dataclasses import dataclass

import numpy as np

from sleuth.domain.terms import AnalysedTerm
from sleuth.index.arrays import distinct, without
from sleuth.index.snapshot import Ids, Scores, Snapshot

# Columns name, folder.
_WEIGHTS = (2.0, 1.0)
_SHORTEST_PREFIX = 4
_LONGEST_PREFIX = 40


@dataclass(frozen=True, slots=True)
class NameWords:
    """Items by one word."""

    name: Ids
    folder: Ids
    starting: Ids
    """Items whose name has no such word, but one that starts so, or that the word starts with: `auth`, `authentication`."""


def items_by_names(snapshot: Snapshot, term: AnalysedTerm) -> tuple[Ids, Scores]:
    """Items with the words of a term in their name or folder, and their saturated frequencies."""
    return snapshot.names(term.term.text, _WEIGHTS)


def items_by_name_words(snapshot: Snapshot, term: AnalysedTerm) -> NameWords:
    """For a term of one word: where exactly it stands."""
    word = term.tokens[0]
    name, folder = snapshot.named("name", [word]), snapshot.named("folder", [word])
    starting = name[:0]
    if _SHORTEST_PREFIX <= len(word) <= _LONGEST_PREFIX:
        shorter = [word[:length] for length in range(_SHORTEST_PREFIX, len(word))]
        starting = snapshot.named("name", [word], prefix=True)
        if shorter:
            starting = distinct(np.concatenate((starting, snapshot.named("name", shorter))))
        starting = without(starting, name)
    return NameWords(name, folder, starting)
