"""Which bodies hold a term's words, whole and stemmed?"""

from sleuth.domain.terms import AnalysedTerm
from sleuth.index.snapshot import Ids, Scores, Snapshot

# Columns text, parts.
_WEIGHTS = (1.0, 0.5)
# Of the messages around one: .3 is .010 worse on the chats of the evaluation set, .7 .002.
_AROUND_WEIGHT = 0.5
_SHORTEST_PREFIX = 3


def bodies_by_words(snapshot: Snapshot, term: AnalysedTerm) -> tuple[Ids, Scores]:
    """Bodies with the words of a term, side by side where there are several, and their saturated frequencies."""
    return snapshot.words(term.term.text, _WEIGHTS, prefix=term.term.is_last and can_go_on(term))


def bodies_beside_words(snapshot: Snapshot, term: AnalysedTerm) -> tuple[Ids, Scores]:
    """Bodies of messages with the words of a term, or beside one with them, and by how much that is better."""
    return snapshot.around(term.term.text, (*_WEIGHTS, _AROUND_WEIGHT))


def bodies_by_longer_words(snapshot: Snapshot, term: AnalysedTerm) -> Ids:
    """Bodies with the words of a term side by side, the last one going on or not."""
    return snapshot.words(term.term.text, _WEIGHTS, prefix=True)[0]


def bodies_by_run(snapshot: Snapshot, run: str) -> Ids:
    """Bodies with these words in a row."""
    return snapshot.words(run, _WEIGHTS)[0]


def can_go_on(term: AnalysedTerm) -> bool:
    """Whether the last of several words can be looked for unfinished; one of a letter or two would be half the dictionary."""
    last = term.tokens[-1] if len(term.tokens) > 1 else ""
    return len(last) >= _SHORTEST_PREFIX and term.term.text[-1].isalnum()
