"""What do the retrievers find for each term, checked against the texts where they cannot be sure?

    term → TermEvidence (words, names, substrings, literal text, regular expression)

Everything is bounded, by counts and bytes rather than by time (but for regular expressions that take for ever), so that
the same query over the same index always gives the same answer; what a bound left out is noted.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from sleuth.domain.cancel import Cancellation
from sleuth.domain.folding import Folded
from sleuth.domain.segments import has_unspaced
from sleuth.domain.terms import AnalysedTerm
from sleuth.index.arrays import distinct
from sleuth.index.snapshot import Body, Ids, Snapshot
from sleuth.index.summary import NAMED, Catalog
from sleuth.search.fusion.evidence import (
    MANY_RUNS,
    NAME_PREFIX_SHARE,
    NAME_PREFIX_STRENGTH,
    NAMES_WEIGHT,
    SUBSTRING_STRENGTH,
    Flags,
    Scores,
    TermEvidence,
    rarity_of,
)
from sleuth.search.passages.marks import holds_literally, marks_of
from sleuth.search.retrievers import names, words
from sleuth.search.retrievers.regexes import bodies_by_regex
from sleuth.search.retrievers.substrings import bodies_by_substring
from sleuth.search.retrievers.titles import Titles, find_titles

# Texts that are looked at for one term whose letters the dictionary alone cannot vouch for.
_LITERAL_BYTES = 64_000_000
# Of several words the index finds those bodies that have them side by side, or parts of them.
_PARTS_BYTES = 16_000_000
_REGEX_BYTES = 64_000_000
# How long an expression may take for a text depends on both, and nothing else bounds it; those below take less for all texts.
_REGEX_S = 3.0
_KEPT_BYTES = 32_000_000
_LITERAL_STRENGTH = 2.0
_CHECK_EVERY = 64
_NONE = np.empty(0, np.int64)


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
        of_sources: Flags,
    ) -> None:
        """`of_sources` are the items of the sources that are searched, whatever else is asked of them."""
        self._snapshot = snapshot
        self._of_sources = of_sources
        self._population = int(np.count_nonzero(of_sources))
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
        if is_of_words and not term.binds:
            self._by_neighbours(evidence)
        evidence.keep_only(allowed)
        return evidence

    def look_for_letter(self, evidence: TermEvidence, allowed: Flags) -> None:
        """Items that are allowed whose text has a single letter at all."""
        self._look_into(evidence, self._every_body(allowed), allowed)

    def against(self, term: AnalysedTerm, allowed: Flags) -> Flags:
        """Items that have an unwanted term: as a word, as typed, or by a regular expression."""
        evidence = self._as_asked(term, allowed)
        return np.zeros_like(evidence.found) if evidence.is_near else evidence.found

    def runs(self, runs: tuple[str, ...]) -> Scores:
        """How much of these runs of words each item has that has many of them, the rarer ones counting more."""
        worth, counts = np.zeros(len(self._catalog)), np.zeros(len(self._catalog), np.int64)
        for run in runs:
            self._cancellation.check()
            places, _ = self._catalog.places_of_bodies(words.bodies_by_run(self._snapshot, run))
            worth[places] += rarity_of(len(places), len(worth))
            counts[places] += 1
        return np.where(counts >= max(2.0, MANY_RUNS * len(runs)), worth, 0.0)

    def titles(self, letters: str) -> Titles:
        """Items by their names, however they are cut into words."""
        return find_titles(self._snapshot.paths(), letters)

    # -- ways

    def _as_asked(self, term: AnalysedTerm, allowed: Flags) -> TermEvidence:
        """By the expression, by what was typed, or by words; not yet inside other words."""
        evidence = TermEvidence(term, len(self._catalog), self._population)
        if self._snapshot.has_history and not term.is_regex:
            self._by_history(evidence)
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

    def _by_history(self, evidence: TermEvidence) -> None:
        """Commits by their hashes; branches, tags and worktrees, whose names are not in the index."""
        from sleuth.search.retrievers import history

        commits = self._catalog.places_of_items(history.items_by_hash(self._snapshot, evidence.term))
        evidence.add("hashes", commits, NAMES_WEIGHT)
        refs, are_words = history.items_by_ref_name(self._snapshot, evidence.term)
        places = self._catalog.places_of_items(refs)
        evidence.add("branches and tags", places, np.where(are_words, NAMES_WEIGHT, SUBSTRING_STRENGTH))

    def _by_neighbours(self, evidence: TermEvidence) -> None:
        """Messages that stand beside one with the term."""
        bodies, strength = words.bodies_beside_words(self._snapshot, evidence.term)
        if len(bodies):
            places, which = self._catalog.places_of_bodies(bodies)
            evidence.add("messages around", places, strength[which])

    def _by_names(self, evidence: TermEvidence) -> None:
        items, strength = names.items_by_names(self._snapshot, evidence.term)
        evidence.add("names", *self._with_chats(self._catalog.places_of_items(items), NAMES_WEIGHT * strength))
        evidence.word_count = int(np.count_nonzero(evidence.found & self._of_sources))
        if len(evidence.term.stems) != 1:
            return
        found = names.items_by_name_words(self._snapshot, evidence.term)
        starting = self._catalog.places_of_items(found.starting)
        # Nearer, but not found: `authentication.py` is no `authenticate.py`.
        evidence.strength[starting] += NAMES_WEIGHT * NAME_PREFIX_STRENGTH
        evidence.in_name[starting] = NAME_PREFIX_SHARE
        evidence.in_name[self._catalog.places_of_items(found.name)] = 1.0
        evidence.in_folder[self._catalog.places_of_items(found.folder)] = True

    def _with_chats(self, places: Ids, strength: Scores) -> tuple[Ids, Scores]:
        """What a chat is called speaks for all of its messages; the first of them stands for it."""
        chats = self._catalog.chats[places]
        is_message = chats > 0
        if not is_message.any():
            return places, strength
        of_chat = np.zeros(int(self._catalog.chats.max()) + 1)
        of_chat[chats[is_message]] = strength[is_message]
        messages = np.flatnonzero(of_chat[self._catalog.chats] > 0)
        return (
            np.concatenate((places[~is_message], messages)),
            np.concatenate((strength[~is_message], of_chat[self._catalog.chats[messages]])),
        )

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
        several = len(term.tokens) > 1 and not term.needs_texts and not has_unspaced(term.folded)
        goes_on = several and words.can_go_on(term)
        by_index = words.bodies_by_longer_words(self._snapshot, term) if goes_on and not term.term.is_last else _NONE
        found = bodies_by_substring(self._snapshot, dictionary, term.term.text, term.tokens, several, goes_on)
        if found.cut and not term.is_optional:
            self._say_cut(evidence)
        with_letters = self._every_body(allowed) if found.bodies is None else found.bodies
        if term.as_typed:
            side_by_side = _NONE if term.needs_texts else words.bodies_by_words(self._snapshot, term)[0]
            self._look_into(evidence, distinct(np.concatenate((side_by_side, by_index, with_letters))), allowed)
            return
        places, _ = self._catalog.places_of_bodies(by_index)
        evidence.add("substrings", places[~evidence.found[places]], SUBSTRING_STRENGTH)
        if found.certain:
            places, _ = self._catalog.places_of_bodies(with_letters)
            evidence.add("substrings", places[~evidence.found[places]], SUBSTRING_STRENGTH)
        else:
            self._look_into(evidence, with_letters, allowed)

    def _say_cut(self, evidence: TermEvidence) -> None:
        """There are more words with these letters than are looked up."""
        self.is_partial = True
        if not (evidence.found.any() or evidence.strength.any()):
            self._note(f"{evidence.term.term.said!r} stands inside very many words: only the nearest of them were looked up")

    def _every_body(self, allowed: Flags) -> Ids:
        bodies = distinct(self._catalog.bodies[allowed])
        return bodies[(bodies > 0) & (bodies < NAMED)]

    def _as_typed(self, evidence: TermEvidence, allowed: Flags) -> None:
        """A term with punctuation: the text as typed or, where no item that is allowed has it so, its words side by side."""
        term = evidence.term
        if not term.tokens:
            if not term.is_optional:
                self._look_into(evidence, self._every_body(allowed), allowed)
            return
        near = TermEvidence(term, len(self._catalog), self._population)
        if not term.needs_texts:
            self._by_words(near)
            self._by_names(near)
            near.keep_only(allowed)
            evidence.strength += near.strength
        self._by_letters(evidence, allowed)
        if not (evidence.found & allowed).any():
            evidence.settle_for(near)

    def _look_into(self, evidence: TermEvidence, bodies: Ids, allowed: Flags) -> None:
        """Of these bodies, those whose text has the term literally: the likeliest first, as many as the bound allows."""
        # The more of its words, the likelier; what has only letters of them comes last.
        strength = self._word_strength(evidence.term) if len(evidence.term.tokens) == 1 else evidence.strength
        places = self._ordered(bodies, allowed & ~evidence.found, strength)
        holds = lambda folded: holds_literally(evidence.term, folded)  # noqa: E731
        budget = _LITERAL_BYTES if evidence.term.needs_texts else _PARTS_BYTES
        holding = self._filtered(places, holds, budget, evidence.term)
        has_words = evidence.strength[holding] > 0
        evidence.add("literal", holding, np.where(has_words, 0.0, _LITERAL_STRENGTH))

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
            bodies = self._every_body(allowed)
        places = self._ordered(bodies, allowed, evidence.strength)
        matches = lambda folded: bool(marks_of(evidence.term, folded, 1))  # noqa: E731
        evidence.add("regex", self._filtered(places, matches, _REGEX_BYTES, evidence.term), 1.0)

    def _ordered(self, bodies: Ids, allowed: Flags, strength: Scores) -> Ids:
        places, _ = self._catalog.places_of_bodies(bodies)
        places = places[allowed[places]]
        return places[np.lexsort((places, -self._catalog.mtimes_ns[places], -strength[places]))]

    def _filtered(self, places: Ids, holds: Callable[[Folded], bool], budget: int, term: AnalysedTerm) -> Ids:
        answers: dict[int, bool] = {}
        holding: list[int] = []
        ends = time.monotonic() + _REGEX_S if term.is_regex else math.inf
        for place, body, size in zip(
            places.tolist(), self._catalog.bodies[places].tolist(), self._catalog.sizes[places].tolist(), strict=True
        ):
            if body not in answers:
                budget -= size
                if budget < 0 or time.monotonic() > ends:
                    self._note(
                        f"at least these: {term.term.said} was looked for in the likeliest {len(answers):,} texts,"
                        f" {len(places):,} items might have it; a longer piece, ext: or path: narrows them"
                    )
                    self.is_partial = True
                    break
                if term.is_regex or len(answers) % _CHECK_EVERY == 0:
                    self._cancellation.check()
                self.looked_into_bytes += size
                answers[body] = holds(self._texts.get(self._snapshot, body)[1])
            if answers[body]:
                holding.append(place)
        return np.array(holding, np.int64)
