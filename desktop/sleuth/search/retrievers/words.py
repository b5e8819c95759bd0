"""Which bodies hold a term's words, whole and stemmed?"""

from sleuth.domain.terms import AnalysedTerm
from sleuth.index.snapshot import Ids, Scores, Snapshot

# Columns text, parts.
_WEIGHTS = (1.0, 0.5)


def bodies_by_words(snapshot: Snapshot, term: AnalysedTerm) -> tuple[Ids, Scores]:
    """Bodies with the words of a term, side by side where there are several, and their saturated frequencies."""
    return snapshot.words(term.term.text, _WEIGHTS, prefix=term.term.is_last and len(term.tokens) > 1)
