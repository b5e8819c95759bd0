"""How does a request become an answer?

    Request ─query→ terms ─retrievers→ evidence ─fusion→ order ─passages→ Answer
"""

import math
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import numpy as np

from sleuth.domain.cancel import Cancellation
from sleuth.domain.folding import Folded
from sleuth.domain.hits import Answer, Hit
from sleuth.domain.items import ItemRecord, Kind, Source
from sleuth.domain.queries import ItemFilter, Query, Request, Sort, TermKind
from sleuth.domain.terms import AnalysedTerm
from sleuth.index.arrays import without
from sleuth.index.snapshot import Body, Ids, Scores, Snapshot
from sleuth.index.summary import Catalog
from sleuth.search.fusion.evidence import Flags, TermEvidence, Weighed, lifted, weigh
from sleuth.search.fusion.grouping import one_of_each, saying, spread, spread_best
from sleuth.search.fusion.order import by_field, ordered
from sleuth.search.fusion.rerank import TermMarks, TextEvidence, rerank
from sleuth.search.gathering import Gathering, Texts
from sleuth.search.passages.definitions import definitions
from sleuth.search.passages.freshness import Freshness, Presence
from sleuth.search.passages.marks import Mark, marks_of
from sleuth.search.passages.passage import MOST_MARKS, Passage, further_passages, passage_of
from sleuth.search.query.analyse import analyse, loosened, runs_of
from sleuth.search.query.cursors import decode_cursor, encode_cursor
from sleuth.search.query.locations import Location, locations_in
from sleuth.search.retrievers.declarations import declaring
from sleuth.search.retrievers.titles import Tier, exactly_called, fuzzy_titles, items_at

# The best items are ranked again by the chunks of their texts, as far as these many bytes go.
RERANKED = 24
_RERANK_BYTES = 2_000_000
# An expression may take half a second for each of them.
_REGEX_S = 1.0
_MOST_FUZZY = 10
_LEAST_SCORE = 1e-6
_HEAVY_BYTES = 16_000_000
_EMPTY_BODY = Body("", np.zeros(1, np.int32), (), None)
_IN_WORKSPACE = (Source.FILES, Source.DOCUMENTS)
_NO_PLACES = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Named:
    """Items that are called what was typed, or that a path in it leads to."""

    tiers: dict[int, Tier] = field(default_factory=dict)
    """By place."""
    lines: dict[int, int] = field(default_factory=dict)
    """Likewise, of paths that were typed with one."""
    locations: tuple[Location, ...] = ()
    """The paths in the query that lead somewhere."""

    def has(self, term: AnalysedTerm) -> bool:
        """Whether a term is of such a path: what has its words tells nothing more."""
        at = term.term.position
        return any(one.start < at + len(term.term.typed) and at < one.stop for one in self.locations)


@dataclass(slots=True)
class Ranked:
    """All that was found, in order."""

    places: Ids
    terms: tuple[AnalysedTerm, ...] = ()
    evidence: list[TermEvidence] = field(default_factory=list)
    weighed: Weighed | None = None
    tiers: Ids = field(default_factory=lambda: np.empty(0, np.int64))
    """Of every item of the catalog."""
    scores: Scores = field(default_factory=lambda: np.empty(0))
    """Likewise; those of the best items are of the second stage."""
    marks: dict[int, list[list[Mark]]] = field(default_factory=dict)
    """By place, of the texts that were looked at."""
    named: Named = field(default_factory=Named)
    relaxed: bool = False
    """Nothing has what was typed as it was typed."""
    is_loosened: bool = False
    """And so its words were looked for, one by one."""

    def tier(self, place: int) -> Tier:
        return Tier(self.tiers[place]) if len(self.tiers) else Tier.BODY

    def score(self, place: int) -> float:
        """Above 0 wherever words were asked for, so that it can be told what only filters let through."""
        score = float(self.scores[place]) if len(self.scores) else 0.0
        return max(score, _LEAST_SCORE) if self.terms else score


@dataclass(frozen=True, slots=True)
class _Shown:
    """An item's text as it is shown."""

    body: Body
    folded: Folded
    marks: list[list[Mark]] | None
    """Of each term, where they are known already."""
    is_stale: bool = False


class Search:
    """One request over one snapshot."""

    def __init__(
        self,
        snapshot: Snapshot,
        request: Request,
        freshness: Freshness,
        cancellation: Cancellation,
        texts: Texts,
        dictionary_complete: bool = True,
    ) -> None:
        self.request = request
        self.snapshot = snapshot
        self._freshness = freshness
        self._cancellation = cancellation
        self._texts = texts
        self._complete = dictionary_complete
        self._catalog: Catalog = snapshot.catalog()
        self._notices: list[str] = []
        self.has_missing_words = False
        """Whether there are hits although a word of the query stands nowhere."""
        of_sources = snapshot.allowed(ItemFilter(request.sources, hidden=True))
        self._gathering = Gathering(snapshot, texts, cancellation, self._note, dictionary_complete, of_sources)
        self._allowed = self._allowed_items()
        self._is_grouped = request.is_grouped and snapshot.has_talk()

    def again(self, request: Request) -> "Search":
        """Another request over the same snapshot, with the commits where they are asked for."""
        snapshot = self.snapshot
        if Source.GIT in request.sources and not snapshot.has_history and snapshot.repositories():
            from sleuth.domain.history import NamedRefs
            from sleuth.index.with_history import WithHistory

            snapshot = WithHistory(snapshot, NamedRefs())
        return Search(snapshot, request, self._freshness, self._cancellation, self._texts, self._complete)

    @property
    def is_heavy(self) -> bool:
        """Whether so much text was looked into that doing it again must be worth it."""
        return self._gathering.looked_into_bytes > _HEAVY_BYTES

    def _note(self, notice: str) -> None:
        if notice not in self._notices:
            self._notices.append(notice)

    def _allowed_items(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        wanted = ItemFilter(self.request.sources, self.request.hidden, self.request.query.filters)
        allowed = self.snapshot.allowed(wanted).copy()
        fresh = self._freshness
        if fresh.rules_since_ns:
            allowed &= ~self.snapshot.blocked(fresh.rules, fresh.rules_since_ns, fresh.is_blocked)
        return allowed

    # -- the answer

    def answer(self) -> Answer:
        """The page that was asked for."""
        offset = decode_cursor(self.request.cursor, self.request)
        ranked = self.rank(offset + self.request.limit)
        hits, seen, gone = self._page(ranked, offset)
        more = offset + seen < len(ranked.places)
        return Answer(
            query=self.request.query.text,
            mode=self.request.mode,
            sources=self.request.sources,
            total=len(ranked.places) - gone,
            hits=tuple(hits),
            next_cursor=encode_cursor(offset + seen, self.request) if more else None,
            coverage=self.snapshot.coverage(),
            is_partial=self._gathering.is_partial,
            notices=tuple(self._notices),
            facets=self.snapshot.facets(self._catalog.ids[ranked.places]) if self.request.facets else None,
        )

    # -- ranking

    def rank(self, window: int) -> Ranked:
        """Everything that matches, best first; its order is exact as far as `window`."""
        query = self.request.query
        wanted, unwanted = analyse(query)
        for term in unwanted:
            self._allowed &= ~self._of_chats(self._gathering.against(term, self._allowed))
        if not wanted:
            sort = Sort.DATE if self.request.sort is Sort.RELEVANCE else self.request.sort
            nothing = np.zeros(len(self._catalog))
            places = self._grouped(np.flatnonzero(self._allowed), nothing.astype(np.int64), nothing, sort)
            return Ranked(by_field(places, sort, self._catalog.mtimes_ns[places], self._catalog.orders[places]))
        named = self._named(query)
        ranked = self._rank_terms(wanted, named, window)
        if not len(ranked.places):
            ranked = self._relaxed(ranked, wanted, window)
        if len(ranked.places) and not query.is_question:
            self._note_missing(ranked)
        return ranked if len(ranked.places) else self._fuzzy(query, wanted)

    def _relaxed(self, nothing: Ranked, wanted: tuple[AnalysedTerm, ...], window: int) -> Ranked:
        """Where nothing has what was typed as it was: its words, those of phrases that nothing has included.

        A query that is quoted from end to end means just that; in a pasted message the quotes are the message's own.
        """
        is_pasted = any(term.kind is TermKind.WORD for term in self.request.query.wanted)
        phrases = [one.term for one in nothing.evidence if is_pasted and one.term.term.kind is TermKind.PHRASE]
        lacking = [one.term for one in nothing.evidence if one.term in phrases and not one.found.any()]
        looser = loosened(wanted, lacking or phrases)
        if looser == wanted:
            return nothing
        ranked = self._rank_terms(looser, nothing.named, window)
        ranked.relaxed = ranked.is_loosened = True
        if len(ranked.places):
            kept, known = ({(term.term.kind, term.folded) for term in terms} for terms in (looser, wanted))
            given_up = [term for term in wanted if not term.is_optional and (term.term.kind, term.folded) not in kept]
            typed = " ".join(term.term.said for term in given_up)
            parts = [one for one in ranked.evidence if (one.term.term.kind, one.term.folded) not in known]
            has_words = not parts or any(one.found.any() for one in parts)
            self._note(f"nothing has {typed} as typed; these have {'its words' if has_words else 'the other words'}")
        return ranked

    def _rank_terms(self, terms: tuple[AnalysedTerm, ...], named: Named, window: int) -> Ranked:
        evidence = self._gather(terms)
        for one in evidence:
            one.found = self._of_chats(one.found) & self._allowed
        query = self.request.query
        runs = self._gathering.runs(runs_of(query)) if query.is_question else None
        weighed = weigh(
            evidence,
            self._catalog.standings,
            self._catalog.name_word_counts,
            self._allowed,
            query.text,
            query.is_question,
            runs,
        )
        if Source.FILES in self.request.sources:
            weighed = lifted(weighed, self._declared(terms))
        tiers = np.full(len(self._catalog), Tier.BODY, np.int64)
        tiers[list(named.tiers)] = list(named.tiers.values())
        if self._is_grouped:
            tiers = spread_best(tiers, self._catalog.chats)
        matching = np.flatnonzero((weighed.scores > 0) | (tiers < Tier.BODY))
        places = self._grouped(matching, tiers, weighed.scores, self.request.sort)
        ranked = Ranked(places, terms, evidence, weighed, tiers, named=named)
        ranked.relaxed = any(one.is_near for one in evidence)
        if self.request.sort is Sort.RELEVANCE:
            self._by_relevance(ranked, window)
        else:
            ranked.places = by_field(
                places, self.request.sort, self._catalog.mtimes_ns[places], self._catalog.orders[places]
            )
        return ranked

    def _declared(self, terms: tuple[AnalysedTerm, ...]) -> Scores:
        """How much of what was asked for each item declares: 0 where nothing is known of it."""
        bodies, shares = declaring(self.snapshot, terms)
        places, which = self._catalog.places_of_bodies(bodies)
        declared = np.zeros(len(self._catalog))
        declared[places] = shares[which]
        return declared

    def _of_chats(self, found: Flags) -> Flags:
        """What a message has, its chat has."""
        return spread(found, self._catalog.chats) if self._is_grouped else found

    def _grouped(self, places: Ids, tiers: Ids, scores: Scores, sort: Sort) -> Ids:
        """One message a chat, unless each is asked for."""
        if not self._is_grouped:
            return places
        catalog = self._catalog
        return one_of_each(places, catalog.chats[places], tiers[places], scores[places], catalog.mtimes_ns[places], sort)

    def _note_missing(self, ranked: Ranked) -> None:
        """Say which words are the reason that others had to do."""
        for one in ranked.evidence:
            if one.term.is_optional or ranked.named.has(one.term):
                continue
            if one.is_near:
                self._note(f"nothing has {one.term.term.said} as typed; these have its words side by side")
            elif not one.found.any():
                self.has_missing_words = True
                if not ranked.is_loosened:  # then it is said that what it is a word of stands nowhere
                    self._note(f"nothing has {one.term.term.said}")

    def _gather(self, terms: tuple[AnalysedTerm, ...]) -> list[TermEvidence]:
        """Terms that must be looked for in texts last, and only in those that the other terms have left."""
        evidence = {term: self._gathering.evidence(term, self._allowed) for term in terms if not term.needs_texts}
        left = self._allowed.copy()
        # A letter that is no word anywhere ends or starts one, as in a piece that was pasted from the middle of a line.
        is_piece = len(self.request.query.wanted) > 1
        letters = [term for term, one in evidence.items() if is_piece and term.is_letter and not one.found.any()]
        for term, one in evidence.items():
            if term in letters:
                continue
            if term.binds or not (term.is_optional or self.request.query.is_question):
                left &= self._of_chats(one.found)
        if not left.any():
            left = self._allowed
        evidence |= {term: self._gathering.evidence(term, left) for term in terms if term.needs_texts}
        for term in letters:
            self._gathering.look_for_letter(evidence[term], left)
        return [evidence[term] for term in terms]

    def _by_relevance(self, ranked: Ranked, window: int) -> None:
        assert ranked.weighed is not None
        window = max(window, RERANKED)
        scores = ranked.scores = ranked.weighed.scores.copy()
        first = self._ordered(ranked.places, ranked, window)
        again = self._reranked(first[:RERANKED], ranked)
        top = first[:RERANKED][[place in again for place in first[:RERANKED].tolist()]]
        scores[top] = [again[place] for place in top.tolist()]
        rest = without(first, top)
        ranked.places = np.concatenate((self._ordered(top, ranked, window), rest))

    def _ordered(self, places: Ids, ranked: Ranked, window: int) -> Ids:
        mtimes = self._catalog.mtimes_ns[places]
        orders = self._catalog.orders[places]
        return ordered(places, ranked.tiers[places], ranked.scores[places], mtimes, orders, window)

    def _reranked(self, places: Ids, ranked: Ranked) -> dict[int, float]:
        """New scores of the best places, from the chunks of their texts."""
        assert ranked.weighed is not None
        texts: list[TextEvidence] = []
        budget = _RERANK_BYTES
        ends = time.monotonic() + _REGEX_S if any(term.is_regex for term in ranked.terms) else math.inf
        if all(len(term.folded) < 2 for term in ranked.terms):
            return {}  # a single letter stands everywhere: its texts tell nothing more
        refs = self._references(places.tolist())
        for place in places.tolist():
            self._cancellation.check()
            budget -= int(self._catalog.sizes[place])
            if budget < 0 or time.monotonic() > ends:
                break
            body, folded = self._body(place)
            marks = self._marks(place, ranked.terms, ranked)
            texts.append(self._text_evidence(place, body, folded, refs[place], ranked.terms, marks))
        return rerank(texts, ranked.evidence, ranked.weighed)

    def _text_evidence(
        self, place: int, body: Body, folded: Folded, ref: str, terms: tuple[AnalysedTerm, ...], marks: list[list[Mark]]
    ) -> TextEvidence:
        path = ref.lower()
        counts = [
            _count(folded, term.folded, of_term) + path.count(term.folded) if len(term.folded) > 2 else 0
            for term, of_term in zip(terms, marks, strict=True)
        ]
        term_marks = [
            TermMarks(
                [mark[0] for mark in of_term],
                [mark[1] for mark in of_term],
                [mark[2] for mark in of_term],
                definitions(body.text, of_term, ref),
            )
            for of_term in marks
        ]
        return TextEvidence(place, body.starts, len(body.text), term_marks, counts, bool(self._catalog.chats[place]))

    def _marks(self, place: int, terms: tuple[AnalysedTerm, ...], ranked: Ranked) -> list[list[Mark]]:
        """Where the terms stand in an item's text as it was indexed, at most so many of each."""
        marks = ranked.marks.get(place)
        if marks is None:
            folded = self._body(place)[1]
            marks = ranked.marks[place] = [
                marks_of(term, folded, MOST_MARKS // 2 if term.is_part else MOST_MARKS) for term in terms
            ]
        return marks

    def _body(self, place: int) -> tuple[Body, Folded]:
        body = int(self._catalog.bodies[place])
        return self._texts.get(self.snapshot, body) if body else (_EMPTY_BODY, Folded.of(""))

    def _named(self, query: Query) -> Named:
        """Items that are called what was typed, words and quotes together, or that paths in it lead to."""
        tiers, lines = dict[int, Tier](), dict[int, int]()
        letters = _letters_of(query)
        if letters and not query.is_question:
            titles = self._gathering.titles(letters)
            is_allowed = self._allowed[titles.places]
            tiers.update(zip(titles.places[is_allowed].tolist(), titles.tiers[is_allowed].tolist(), strict=True))
            lines.update(dict.fromkeys(tiers, titles.line) if titles.line is not None else {})
        if self.snapshot.has_history:
            from sleuth.search.retrievers.history import commits_called

            places, tier = commits_called(self.snapshot, letters)
            for place in self._catalog.places_of_items(places).tolist() if tier < Tier.BODY else ():
                if self._allowed[place]:
                    tiers[place], lines[place] = tier, 1
        locations: list[Location] = []
        root = os.fspath(self._freshness.root)
        self._note_hidden(query, letters.removeprefix(f"{Folded.of(root).text}/"))
        for one in locations_in(query):
            places = items_at(self.snapshot.paths(), one.path, root, self._allowed, by_name=one.line is not None).tolist()
            locations += [one] if places else []
            for place in places:
                tiers[place] = Tier.EXACT
                if one.line is not None:
                    lines.setdefault(place, one.line)
        return Named(tiers, lines, tuple(locations))

    def _note_hidden(self, query: Query, letters: str) -> None:
        """Say that what was named is there."""
        if self.request.hidden or not letters or query.filters or query.unwanted:
            return
        places = exactly_called(self.snapshot.paths(), letters)
        places = places[self._catalog.hidden[places] != 0]
        if len(places) and self.snapshot.allowed(ItemFilter(self.request.sources, hidden=True))[places].any():
            self._note(f"{query.text.strip()} is hidden: add is:hidden to find it")

    def _fuzzy(self, query: Query, terms: tuple[AnalysedTerm, ...]) -> Ranked:
        """Names that have the typed letters in this order: the last resort, marked relaxed."""
        if len(query.wanted) != 1 or terms[0].binds:
            return Ranked(_NO_PLACES)
        places = fuzzy_titles(self.snapshot.paths(), terms[0].folded, _MOST_FUZZY)
        return Ranked(places[self._allowed[places]], terms, relaxed=True)

    def _references(self, places: Iterable[int]) -> dict[int, str]:
        listed = list(places)
        refs = self.snapshot.refs(self._catalog.ids[listed].tolist() if listed else [])
        return {place: refs[int(self._catalog.ids[place])] for place in listed}

    # -- the hits

    def _page(self, ranked: Ranked, offset: int) -> tuple[list[Hit], int, int]:
        """The hits from `offset` on, how many places were looked at for them, and how many were gone."""
        hits: list[Hit] = []
        seen = gone = 0
        for place in ranked.places[offset:].tolist():
            if len(hits) == self.request.limit:
                break
            self._cancellation.check()
            seen += 1
            hit = self._hit(place, ranked, offset + len(hits) + 1)
            if hit is None:
                gone += 1
            else:
                hits.append(hit)
        return hits, seen, gone

    def _hit(self, place: int, ranked: Ranked, rank: int) -> Hit | None:
        """One hit as the file is now; None if it is gone."""
        item = self.snapshot.item(int(self._catalog.ids[place]))
        shown = self._shown(place, item, ranked)
        if shown is None:
            return None
        line = ranked.named.lines.get(place)
        rarities = [one.rarity() for one in ranked.evidence] or None
        starts, sections = shown.body.starts.tolist(), shown.body.sections
        passage = passage_of(shown.folded, starts, sections, ranked.terms, item.ref, shown.marks, line, rarities)
        is_chat = self._is_grouped and item.chat is not None
        more = len(self._other_messages(place, ranked)) if is_chat else passage.more
        return self._described(place, item, passage, ranked, rank, shown.is_stale, more)

    def _shown(self, place: int, item: ItemRecord, ranked: Ranked) -> _Shown | None:
        """What is looked into to show an item; None if it is gone."""
        presence = self._presence(item)
        if presence is Presence.GONE:
            return None
        body, folded = self._body(place)
        if presence is Presence.CURRENT:
            return _Shown(body, folded, self._marks(place, ranked.terms, ranked))
        body, folded, is_stale = self._present(item, body, folded, ranked.terms)
        return _Shown(body, folded, None, is_stale)

    # -- what else there is of one

    def further(self, hit: Hit) -> list[Hit]:
        """What a hit's `more` counts, in order, each as a hit: other messages of its chat, or other passages of its item."""
        item = self.snapshot.item_of(hit.source, hit.ref)
        places = self._catalog.places_of_items(np.array([item.id if item is not None else 0])).tolist()
        if item is None or not places:
            return []
        ranked = self.rank(1)
        if self._is_grouped and item.chat is not None:
            return self._further_messages(places[0], item, ranked, hit.rank)
        shown = self._shown(places[0], item, ranked)
        if shown is None:
            return []
        starts, sections = shown.body.starts.tolist(), shown.body.sections
        own = Passage(hit.line or 1, hit.section if item.chat is None else None, hit.passage, hit.matches, 0)
        passages = further_passages(shown.folded, starts, sections, ranked.terms, item.ref, own, shown.marks)
        return [self._described(places[0], item, one, ranked, hit.rank, shown.is_stale, more=0) for one in passages]

    def _further_messages(self, place: int, item: ItemRecord, ranked: Ranked, rank: int) -> list[Hit]:
        if self._presence(item) is Presence.GONE:
            return []
        messages: dict[int, Hit] = {}
        for other in self._other_messages(place, ranked).tolist():
            self._cancellation.check()
            said = self.snapshot.item(int(self._catalog.ids[other]))
            body, folded = self._body(other)
            marks = self._marks(other, ranked.terms, ranked)
            passage = passage_of(folded, body.starts.tolist(), body.sections, ranked.terms, said.ref, marks)
            messages[said.number or 0] = self._described(other, said, passage, ranked, rank, stale=False, more=0)
        return [messages[number] for number in sorted(messages)]

    def _other_messages(self, place: int, ranked: Ranked) -> Ids:
        """The messages of its chat but this that have what was asked for."""
        catalog = self._catalog
        messages = np.flatnonzero((catalog.chats == catalog.chats[place]) & self._allowed)
        return without(saying(messages, ranked.evidence), np.array([place]))

    def _presence(self, item: ItemRecord) -> Presence:
        """A message stands as long as what it was read from."""
        if item.chat is None:
            return self._freshness.presence(item)
        return Presence.CURRENT if Path(self.snapshot.chat_path(item.chat)).exists() else Presence.GONE

    def _present(
        self, item: ItemRecord, body: Body, folded: Folded, terms: tuple[AnalysedTerm, ...]
    ) -> tuple[Body, Folded, bool]:
        """The changed file's text; stale where it has lost a term, or cannot be read at once."""
        present = self._freshness.present(item)
        if present is None:
            return body, folded, True
        now = Folded.of(present.text)
        lost = any(marks_of(term, folded) and not marks_of(term, now) for term in terms)
        return present, now, lost

    def _described(
        self, place: int, item: ItemRecord, passage: Passage, ranked: Ranked, rank: int, stale: bool, more: int
    ) -> Hit:
        missing = int(ranked.weighed.missing[place]) if ranked.weighed is not None else 0
        called_so = ranked.tier(place) < Tier.BODY
        return Hit(
            rank=rank,
            source=item.source,
            kind=item.kind,
            ref=item.ref,
            path=item.ref if item.source in _IN_WORKSPACE else None,
            title=item.title,
            line=passage.line,
            section=passage.section if item.number is None else f"message {item.number}",
            passage=passage.lines,
            matches=passage.matches,
            score=round(ranked.score(place), 6),
            link=self._link(item, passage),
            updated_ns=item.stamp.mtime_ns,
            hidden=item.hidden,
            relaxed=(ranked.relaxed or missing > 0) and not called_so,
            stale=stale,
            more=more,
            author=self.snapshot.author(item.id) if item.chat is not None or item.kind is Kind.COMMIT else None,
            is_kept=item.chat is not None and self._freshness.is_kept(self.snapshot.chat_path(item.chat)),
            explanation=self._explanation(place, ranked) if self.request.explain else None,
        )

    def _link(self, item: ItemRecord, passage: Passage) -> str:
        """`sleuth://<workspace>/<source>/<reference>#section=…&line=…` (S-67)."""
        section = passage.section if item.number is None else f"message {item.number}"
        where = f"section={quote(section)}&" if section else ""
        ref = quote(os.fsencode(item.ref))
        return f"sleuth://{quote(os.fsencode(self._freshness.key))}/{item.source.value}/{ref}#{where}line={passage.line}"

    def _explanation(self, place: int, ranked: Ranked) -> dict[str, object]:
        """How a hit came to its place (S-48)."""
        return {
            "tier": ranked.tier(place).name.lower(),
            "score": round(ranked.score(place), 4),
            "first_stage": round(float(ranked.weighed.scores[place]), 4) if ranked.weighed is not None else 0.0,
            "boost": round(float(ranked.weighed.boosts[place]), 3) if ranked.weighed is not None else 1.0,
            "terms": [
                {
                    "term": one.term.term.typed if not one.term.is_optional else one.term.term.text,
                    "required": not one.term.is_optional,
                    "found": bool(one.found[place]),
                    "strength": round(float(one.strength[place]), 3),
                    "rarity": round(one.rarity(), 3),
                    "in_name": bool(one.in_name[place]),
                    "lists": one.lists,
                }
                for one in ranked.evidence
            ],
        }


def _letters_of(query: Query) -> str:
    """Words and quotes together, as a name would have them; none where there is an expression."""
    if any(term.kind is TermKind.REGEX for term in query.wanted):
        return ""
    return Folded.of(" ".join(" ".join(term.text for term in query.wanted).split())).text


def _count(text: Folded, letters: str, marks: list[Mark]) -> int:
    """How often letters stand in a text; told from the marks where these are all."""
    if len(marks) >= MOST_MARKS // 2 or not text.is_as_long:
        return text.text.count(letters)
    return sum(text.text.startswith(letters, mark[0]) for mark in marks)
