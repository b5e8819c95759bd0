"""What do the retrievers find for each term, checked against the texts where they cannot be sure?

    term → TermEvidence (words, names, substrings, literal text, regular expression)

Everything is bounded, by counts and bytes rather than by time, so that the same query over the same
index always gives the same answer; what a bound left out is noted.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from sleuth.domain.cancel import Cancellation
from sleuth.domain.folding import Folded
from sleuth.domain.segments import has_unspaced
from sleuth.domain.terms import AnalysedTerm
from sleuth.index.arrays import distinct
from sleuth.index.snapshot import Body, Ids, Snapshot
from sleuth.index.summary import Catalog
from sleuth.search.fusion.evidence import (
    NAME_PREFIX_SHARE,
    NAME_PREFIX_STRENGTH,
    NAMES_WEIGHT,
    SUBSTRING_STRENGTH,
    Flags,
    Scores,
    TermEvidence,
)
from sleuth.search.passages.marks import holds_literally, marks_of
from sleuth.search.retrievers import names, words
from sleuth.search.retrievers.regexes import bodies_by_regex
from sleuth.search.retrievers.substrings import FEWER_WORDS, MOST_WORDS, bodies_by_substring
from sleuth.search.retrievers.titles import Titles, find_titles

# Texts that are looked at for one term whose letters the dictionary alone cannot vouch for.
_LITERAL_BYTES = 64_000_000
# Of several words the index finds the whole ones side by side; only what has parts of them is looked for.
_PARTS_BYTES = 8_000_000
_REGEX_BYTES = 64_000_000
_KEPT_BYTES = 32_000_000
_LITERAL_STRENGTH = 2.0
_CHECK_EVERY = 64


@dataclass(slots=True)
class Texts:
    """Texts of bodies, ready to be looked into; the latest are kept, since the next keystroke asks for the same."""

    kept: dict[int, tuple[Body, Folded]] = field(default_factory=dict)
    kept_bytes: int = 0

    def get(self, snapshot: Snapshot, body: int) -> tuple[Body, Folded]:
        found = self.kept.get(body)
        if found is None:
            read = snapshot.body(body)
            found = (read, Folded.of(read.text))
            if self.kept_bytes > _KEPT_BYTES:
                self.kept.clear()
                self.kept_bytes = 0
            self.kept_bytes += len(read.text)
            self.kept[body] = found
        return found


class Gathering:
    """Gathers for one search."""

    def __init__(
        self,
        snapshot: Snapshot,
        texts: Texts,
        cancellation: Cancellation,
        note: Callable[[str], None],
        dictionary_complete: bool,
    ) -> None:
        self._snapshot = snapshot
        self._catalog: Catalog = snapshot.catalog()
        self._texts = texts
        self._cancellation = cancellation
        self._note = note
        self._complete = dictionary_complete
        self.is_partial = False
        """Whether a bound left out something that may match."""
        self.looked_into_bytes = 0
        """How much text had to be looked into."""

    def evidence(self, term: AnalysedTerm, allowed: Flags) -> TermEvidence:
        """What speaks for each item that is allowed."""
        self._cancellation.check()
        evidence = self._as_asked(term, allowed)
        is_of_words = not (term.is_regex or term.as_typed)
        if is_of_words and (not evidence.found.any() or term.wants_substrings or term.binds):
            self._by_letters(evidence, allowed)
        evidence.keep_only(allowed)
        return evidence

    def against(self, term: AnalysedTerm, allowed: Flags) -> Flags:
        """Items that have an unwanted term: as a word, as typed, or by a regular expression."""
        return self._as_asked(term, allowed).found

    def titles(self, letters: str) -> Titles:
        """Items by their names, however they are cut into words."""
        return find_titles(self._snapshot.paths(), letters)

    # -- ways

    def _as_asked(self, term: AnalysedTerm, allowed: Flags) -> TermEvidence:
        """By the expression, by what was typed, or by words; not yet inside other words."""
        evidence = TermEvidence(term, len(self._catalog))
        if term.is_regex:
            self._by_regex(evidence, allowed)
        elif term.as_typed:
            self._as_typed(evidence, allowed)
        else:
            self._by_words(evidence)
            self._by_names(evidence)
        return evidence

    def _by_words(self, evidence: TermEvidence) -> None:
        bodies, strength = words.bodies_by_words(self._snapshot, evidence.term)
        places, which = self._catalog.places_of_bodies(bodies)
        evidence.add("words", places, strength[which])

    def _by_names(self, evidence: TermEvidence) -> None:
        items, strength = names.items_by_names(self._snapshot, evidence.term)
        evidence.add("names", self._catalog.places_of_items(items), NAMES_WEIGHT * strength)
        evidence.word_count = int(np.count_nonzero(evidence.found))
        if len(evidence.term.stems) != 1:
            return
        found = names.items_by_name_words(self._snapshot, evidence.term)
        starting = self._catalog.places_of_items(found.starting)
        # Nearer, but not found: `authentication.py` is no `authenticate.py`.
        evidence.strength[starting] += NAMES_WEIGHT * NAME_PREFIX_STRENGTH
        evidence.in_name[starting] = NAME_PREFIX_SHARE
        evidence.in_name[self._catalog.places_of_items(found.name)] = 1.0
        evidence.in_folder[self._catalog.places_of_items(found.folder)] = True

    def _by_letters(self, evidence: TermEvidence, allowed: Flags) -> None:
        """Inside other words, in texts and in names."""
        term = evidence.term
        if len(term.folded) < 2 and term.term.text.isascii():
            return
        self._by_substring(evidence, allowed)
        places = self.titles(term.folded).places
        evidence.add("letters of names", places[~evidence.found[places]], SUBSTRING_STRENGTH)

    def _by_substring(self, evidence: TermEvidence, allowed: Flags) -> None:
        term = evidence.term
        dictionary = self._snapshot.dictionary(self._complete)
        is_word = bool(evidence.found.any())
        most_words = FEWER_WORDS if is_word else MOST_WORDS
        several = len(term.tokens) > 1 and not term.needs_texts and not has_unspaced(term.folded)
        goes_on = several and words.can_go_on(term)
        if goes_on and not term.term.is_last:
            places, _ = self._catalog.places_of_bodies(words.bodies_by_longer_words(self._snapshot, term))
            evidence.add("substrings", places[~evidence.found[places]], SUBSTRING_STRENGTH)
        found = bodies_by_substring(self._snapshot, dictionary, term.term.text, term.tokens, most_words, several, goes_on)
        if found.cut and not is_word:
            self._note(f"{term.term.text!r} stands inside very many words: only the nearest of them were looked up")
        if found.certain and not term.as_typed:
            places, _ = self._catalog.places_of_bodies(found.bodies)
            evidence.add("substrings", places[~evidence.found[places]], SUBSTRING_STRENGTH)
        else:
            self._look_into(evidence, found.bodies, allowed)

    def _as_typed(self, evidence: TermEvidence, allowed: Flags) -> None:
        """A term with punctuation: its words side by side or, where that says too little, the text as typed."""
        term = evidence.term
        if len(term.tokens) > 1 and not term.binds:
            self._by_words(evidence)
            self._by_names(evidence)
        if term.tokens:
            self._by_letters(evidence, allowed)
        elif not term.is_optional:
            bodies = distinct(self._catalog.bodies[allowed])
            self._look_into(evidence, bodies[bodies > 0], allowed)

    def _look_into(self, evidence: TermEvidence, bodies: Ids, allowed: Flags) -> None:
        """Of these bodies, those whose text has the term literally: the likeliest first, as many as the bound allows."""
        # What has the words side by side has the term; whether as typed is told when it is ranked by its text.
        strength = self._word_strength(evidence.term) if len(evidence.term.tokens) == 1 else evidence.strength
        places = self._ordered(bodies, allowed & ~evidence.found, strength)
        holds = lambda folded: holds_literally(evidence.term, folded)  # noqa: E731
        budget = _LITERAL_BYTES if evidence.term.needs_texts else _PARTS_BYTES
        holding = self._filtered(places, holds, budget, evidence.term)
        evidence.add("literal", holding, _LITERAL_STRENGTH)

    def _word_strength(self, term: AnalysedTerm) -> Scores:
        """How often a term's word stands in each item, whatever is beside it."""
        strength = np.zeros(len(self._catalog))
        bodies, of_bodies = words.bodies_by_words(self._snapshot, term)
        places, which = self._catalog.places_of_bodies(bodies)
        strength[places] = of_bodies[which]
        return strength

    def _by_regex(self, evidence: TermEvidence, allowed: Flags) -> None:
        dictionary = self._snapshot.dictionary(self._complete)
        bodies = bodies_by_regex(self._snapshot, dictionary, evidence.term.letters)
        if bodies is None:
            bodies = distinct(self._catalog.bodies[allowed])
        places = self._ordered(bodies[bodies > 0], allowed, evidence.strength)
        matches = lambda folded: bool(marks_of(evidence.term, folded, 1))  # noqa: E731
        evidence.add("regex", self._filtered(places, matches, _REGEX_BYTES, evidence.term), 1.0)

    def _ordered(self, bodies: Ids, allowed: Flags, strength: Scores) -> Ids:
        places, _ = self._catalog.places_of_bodies(bodies)
        places = places[allowed[places]]
        return places[np.lexsort((places, -self._catalog.mtimes_ns[places], -strength[places]))]

    def _filtered(self, places: Ids, holds: Callable[[Folded], bool], budget: int, term: AnalysedTerm) -> Ids:
        answers: dict[int, bool] = {}
        holding: list[int] = []
        for place, body, size in zip(
            places.tolist(), self._catalog.bodies[places].tolist(), self._catalog.sizes[places].tolist(), strict=True
        ):
            if body not in answers:
                budget -= size
                if budget < 0:
                    self._note(
                        f"at least these: {term.term.typed} was looked for in the likeliest {len(answers):,} texts,"
                        f" {len(places):,} items might have it; a longer piece, ext: or path: narrows them"
                    )
                    self.is_partial = True
                    break
                if len(answers) % _CHECK_EVERY == 0:
                    self._cancellation.check()
                self.looked_into_bytes += size
                answers[body] = holds(self._texts.get(self._snapshot, body)[1])
            if answers[body]:
                holding.append(place)
        return np.array(holding, np.int64)
