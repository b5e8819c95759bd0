"""Which bodies may hold these letters, as typed?

The dictionary gives the words that contain the typed pieces (or, at a token's edge, end or start
with them), the index the bodies that hold such words. Where the letters span several words, the
text itself must still be looked at.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from sleuth.domain.segments import has_unspaced
from sleuth.index.analysis import composed, is_word_character, stem
from sleuth.index.arrays import common, distinct
from sleuth.index.dictionary import Dictionary, Edge, Word
from sleuth.index.snapshot import Ids, Snapshot

# The nearest words of a piece; beyond these (a two-letter piece in a large index) the answer says so.
MOST_WORDS = 2_000
MOST_BODIES = 120_000
_WORDS_A_QUERY = 64


@dataclass(frozen=True, slots=True)
class Substrings:
    """Bodies found by a piece of text."""

    bodies: Ids | None
    """None where the words say nothing, so that any body may hold it."""
    certain: bool
    """Whether all of them hold the text; else they must be looked at."""
    cut: bool
    """Whether there were more words than are looked up."""


_NONE = np.empty(0, np.int64)
NOTHING = Substrings(_NONE, certain=True, cut=False)


def bodies_by_substring(
    snapshot: Snapshot,
    dictionary: Dictionary,
    text: str,
    tokens: tuple[str, ...],
    beside_whole_words: bool = False,
    beside_longer_last: bool = False,
) -> Substrings:
    """Bodies that hold, or may hold, `text`.

    Args:
        tokens: The words of `text` as the dictionary holds them.
        beside_whole_words: Leave out bodies that could hold it as whole words only: those are found already.
        beside_longer_last: And those that could hold it as whole words of which the last goes on.
    """
    if not tokens:
        return NOTHING
    bodies: Ids | None = None
    longer: list[Ids] = []
    cut = False
    certain = len(tokens) == 1 and text.casefold() == tokens[0].casefold()
    for piece, edge in _pieces(text, tokens):
        words, piece_cut = dictionary.search(piece, edge, MOST_WORDS)
        found, found_cut = _bodies_with(snapshot, words)
        if (piece_cut or found_cut) and len(tokens) > 1:
            cut = True  # it says too little to narrow by; the other pieces do, and the texts decide
            continue
        cut |= piece_cut or found_cut
        if beside_whole_words and edge is not Edge.WHOLE:
            # Of words that go on, the index finds those whose stem does: not `organization` by `organiz`.
            found_as = stem(piece) if beside_longer_last and edge is Edge.START else None
            others = [word for word in words if word.text != piece]
            if found_as is not None:
                others = [word for word in others if not stem(word.text).startswith(found_as)]
            longer.append(_bodies_with(snapshot, others)[0])
        bodies = found if bodies is None else common(bodies, found)
        if not len(bodies):
            return Substrings(bodies, certain, cut=piece_cut or found_cut)
    if bodies is None:
        return Substrings(None, certain=False, cut=False)
    narrowed = len(tokens) > 1
    if beside_whole_words and not cut:
        bodies = common(bodies, distinct(np.concatenate(longer))) if longer else bodies[:0]
    return Substrings(bodies, certain, cut and not narrowed)


def _pieces(text: str, tokens: tuple[str, ...]) -> Iterable[tuple[str, Edge]]:
    """The words of a typed text and which ends of theirs are ends of words in a matching text."""
    letters = composed(text)
    opens, closes = not is_word_character(letters[0]), not is_word_character(letters[-1])
    if not closes and len(tokens[-1]) > 1 and unicodedata.normalize("NFC", text) != text:
        # Typed decomposed, it may end between a letter and its accent: the texts that are looked into tell.
        tokens = (*tokens[:-1], tokens[-1][:-1])
    for place, token in enumerate(tokens):
        at_start = opens or place > 0
        at_end = closes or place < len(tokens) - 1
        if len(token) == 1 and has_unspaced(token):
            yield token, Edge.INSIDE  # it stands in a pair with its neighbour
        elif has_unspaced(token) or (at_start and at_end):
            yield token, Edge.WHOLE
        elif at_start:
            yield token, Edge.START
        else:
            yield token, Edge.END if at_end else Edge.INSIDE


def _bodies_with(snapshot: Snapshot, words: list[Word]) -> tuple[Ids, bool]:
    """Bodies with one of these words, and whether some words were left out."""
    found: list[Ids] = []
    held, group = 0, list[str]()
    for word in words:
        if held > MOST_BODIES:
            break
        group.append(word.text)
        held += word.body_count
        if len(group) == _WORDS_A_QUERY:
            found.append(snapshot.bodies_with_any(group))
            group = []
    if group:
        found.append(snapshot.bodies_with_any(group))
    bodies = distinct(np.concatenate(found)) if found else _NONE
    return bodies, held > MOST_BODIES
