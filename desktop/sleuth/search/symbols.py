"""How does a phrase become a list of symbols? (S-19)

    Request ─query→ words ─retriever→ candidates ─what may be shown→ order ─passages→ Answer

Those that are called what was typed come first, the others by BM25. A symbol belongs to a text; it is shown in the first file
that has that text and may be found.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import quote

import numpy as np

from sleuth.domain.cancel import Cancellation
from sleuth.domain.folding import Folded
from sleuth.domain.hits import Answer, Change, Hit, Suggestion
from sleuth.domain.items import Coverage, ItemRecord, Kind, Source
from sleuth.domain.queries import Filter, ItemFilter, Request, Sort, TermKind
from sleuth.domain.symbols import KIND_WORDS, Declaration
from sleuth.index.declared import Declared, Ids, SymbolRecord, bodies_of, is_part, is_whole, kinds_of
from sleuth.index.snapshot import Body, Snapshot
from sleuth.index.symbols import KINDS
from sleuth.search.gathering import Texts
from sleuth.search.passages.freshness import Freshness, Presence
from sleuth.search.passages.marks import marks_of
from sleuth.search.passages.passage import passage_of
from sleuth.search.query.analyse import analyse
from sleuth.search.query.cursors import decode_cursor, encode_cursor
from sleuth.search.retrievers.symbols import Candidates, Wanted, candidates, wanted_of

_SAME_NAME, _SAME_WORDS, _OTHER = range(3)
_TIERS = ("exact", "exact", "body")
_DECIMALS = 9
# Their names, signatures and doc comments are looked into for a regular expression.
_MOST_LOOKED_INTO = 20_000
_CHECK_EVERY = 256
# What hundreds are called, such as `__init__`, tells them apart in no spelling.
_MOST_COMPARED = 500


@dataclass(frozen=True, slots=True)
class Ranked:
    """All that was found, in order."""

    ids: Ids
    places: Ids
    """Of each the item, in the catalog, that it is shown in."""
    scores: np.ndarray[tuple[int], np.dtype[np.float64]]
    tiers: Ids
    lacking: Ids


class SymbolSearch:
    """One request for symbols over one snapshot."""

    def __init__(
        self, snapshot: Snapshot, request: Request, freshness: Freshness, cancellation: Cancellation, texts: Texts
    ) -> None:
        self._snapshot = snapshot
        self._request = request
        self._freshness = freshness
        self._cancellation = cancellation
        self._texts = texts
        self._catalog = snapshot.catalog()
        self._declared = Declared(*snapshot.beneath())
        self.notices: list[str] = []
        self._found: Candidates | None = None

    def answer(self) -> Answer:
        """The page that was asked for."""
        self.note_unread()
        offset = decode_cursor(self._request.cursor, self._request)
        ranked = self.ranked()
        hits, seen = self.page(ranked, offset, self._request.limit)
        more = offset + seen < len(ranked.ids)
        return Answer(
            query=self._request.query.text,
            mode=self._request.mode,
            sources=self._request.sources,
            total=len(ranked.ids) - (seen - len(hits)),
            hits=tuple(hits),
            next_cursor=encode_cursor(offset + seen, self._request) if more else None,
            coverage=self.coverage(self._snapshot.coverage()),
            notices=tuple(self.notices),
            suggestions=() if len(ranked.ids) else self._suggestions(),
            facets=self.facets(ranked) if self._request.facets else None,
        )

    def note_unread(self) -> None:
        """Say that there may be more."""
        if not self._declared.is_complete():
            self.notices.append("not all files have been read for symbols yet")

    def coverage(self, of_items: Coverage) -> Coverage:
        """The same with the symbols of each language that the index has, found or not."""
        return replace(of_items, symbols=self._declared.totals().by_language)

    # -- which

    def ranked(self) -> Ranked:
        """Everything that matches, best first."""
        query = self._request.query
        wanted = wanted_of(query)
        patterns = [term for term in query.terms if term.kind is TermKind.REGEX]
        if wanted.words or wanted.keys != ("",):
            found = candidates(self._declared, wanted)
        else:
            ids = self._declared.all_of(self._bodies[0])
            found = Candidates(ids, np.zeros(len(ids)), np.zeros(len(ids), np.int64), ())
        self._found = found
        places = self._places(found.ids)
        left = (places >= 0) & self._is_kind(found.ids)
        ids, places = found.ids[left], places[left]
        ranked = Ranked(ids, places, found.scores[left], self._tiers(ids, wanted), found.lacking[left])
        if patterns:
            ranked = self._matching(ranked)
        return _taken(ranked, self._order(ranked))

    @cached_property
    def _allowed(self) -> Ids:
        """The places of the files that may be found."""
        if not _is_of_symbols(self._request.query.filters):
            return np.empty(0, np.int64)
        filters = tuple(one for one in self._request.query.filters if one.key not in ("kind", "source"))
        allowed = self._snapshot.allowed(ItemFilter((Source.FILES,), self._request.hidden, filters))
        fresh = self._freshness
        if fresh.rules_since_ns:
            allowed = allowed & ~self._snapshot.blocked(fresh.rules, fresh.rules_since_ns, fresh.is_blocked)
        return np.flatnonzero(allowed & (self._catalog.bodies > 0))

    @cached_property
    def _bodies(self) -> tuple[Ids, Ids]:
        """The texts of these files, by rising id, and for each the place of the first such file by reference."""
        places = self._allowed
        places = places[np.lexsort((self._catalog.orders[places], self._catalog.bodies[places]))]
        bodies, first = np.unique(self._catalog.bodies[places], return_index=True)
        return bodies, places[first]

    def _places(self, ids: Ids) -> Ids:
        """The place of the file that each is shown in; -1 where there is none."""
        bodies, firsts = self._bodies
        if not len(bodies):
            return np.full(len(ids), -1, np.int64)
        at = np.minimum(np.searchsorted(bodies, bodies_of(ids)), len(bodies) - 1)
        return np.where(bodies[at] == bodies_of(ids), firsts[at], -1)

    def _is_kind(self, ids: Ids) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        left = np.ones(len(ids), bool)
        for one in self._request.query.filters:
            if one.key == "kind":
                has = np.isin(kinds_of(ids), [KINDS.index(KIND_WORDS[value]) for value in one.values if value in KIND_WORDS])
                has |= Kind.CODE.value in one.values
                left &= ~has if one.negated else has
        return left

    def _tiers(self, ids: Ids, wanted: Wanted) -> Ids:
        """Which are called what was typed: letter by letter, or by their words."""
        tiers = np.full(len(ids), _OTHER, np.int64)
        at = np.flatnonzero(np.isin(ids, self._declared.called(wanted.keys)))
        tiers[at] = _SAME_WORDS
        at = at[:0] if len(at) > _MOST_COMPARED else at
        typed = " ".join(term.text for term in self._request.query.wanted)
        for place, record in zip(at.tolist(), self._declared.records(ids[at].tolist()), strict=True):
            if record.name == typed:
                tiers[place] = _SAME_NAME
        return tiers

    def _matching(self, ranked: Ranked) -> Ranked:
        """Those whose names, signatures or doc comments match the regular expressions."""
        wanted, unwanted = analyse(self._request.query)
        patterns = [(term, True) for term in wanted if term.is_regex] + [(term, False) for term in unwanted if term.is_regex]
        ids = ranked.ids[:_MOST_LOOKED_INTO]
        if len(ids) < len(ranked.ids):
            self.notices.append(f"the expression was looked for in the first {_MOST_LOOKED_INTO:,} symbols only")
        left: list[int] = []
        for place, record in enumerate(self._declared.records(ids.tolist())):
            if place % _CHECK_EVERY == 0:
                self._cancellation.check()
            text = Folded.of(f"{record.name}\n{record.signature}\n{record.doc}")
            if all(bool(marks_of(term, text, 1)) is is_wanted for term, is_wanted in patterns):
                left.append(place)
        return _taken(ranked, np.array(left, np.int64))

    def _order(self, ranked: Ranked) -> Ids:
        """Called so, best, newest, by reference, in the text's order.

        Of those called so a source's come before a test's and, in C, a function before its prototypes: how many words each
        has beside its name tells nothing.
        """
        places, sort = ranked.places, self._request.sort
        keys: tuple[np.ndarray[tuple[int], np.dtype[Any]], ...] = (ranked.ids, self._catalog.orders[places])
        if sort is not Sort.PATH:
            keys = (*keys, -self._catalog.mtimes_ns[places])
        if sort is Sort.RELEVANCE:
            named = ranked.tiers < _OTHER
            standings = np.where(named, self._catalog.standings[places], 0)
            parts = np.where(named, is_part(ranked.ids), 0)
            whole = np.where(named, -is_whole(ranked.ids), 0)
            keys = (*keys, -np.round(ranked.scores, _DECIMALS), parts, whole, standings, ranked.tiers)
        return np.lexsort(keys)

    def facets(self, ranked: Ranked) -> dict[str, dict[str, int]]:
        """How many there are by source, kind, language and top folder."""
        places, counts = np.unique(ranked.places, return_counts=True)
        facets: dict[str, dict[str, int]] = {"source": {Source.SYMBOLS.value: len(ranked.ids)}, "kind": {}, "language": {}, "folder": {}}
        for kind, count in zip(*np.unique(kinds_of(ranked.ids), return_counts=True), strict=True):
            facets["kind"][KINDS[kind].value] = int(count)
        for place, count in zip(places.tolist(), counts.tolist(), strict=True):
            of_one = self._snapshot.facets(self._catalog.ids[[place]])
            for facet in ("language", "folder"):
                for value in of_one[facet]:
                    facets[facet][value] = facets[facet].get(value, 0) + count
        return {facet: dict(sorted(of.items(), key=lambda pair: (-pair[1], pair[0]))) for facet, of in facets.items()}

    def _suggestions(self) -> tuple[Suggestion, ...]:
        """What would have been found without the filters."""
        query = self._request.query
        if not query.filters or not query.terms:
            return ()
        bare = replace(query, filters=())
        total = len(SymbolSearch(self._snapshot, replace(self._request, query=bare), self._freshness, self._cancellation, self._texts).ranked().ids)
        typed = " ".join(("-" * term.negated) + term.typed.removeprefix("-") for term in query.terms)
        return (Suggestion(f"without the filters: {total:,}", typed, total, Change.UNFILTERED),) if total else ()

    # -- the hits

    def page(self, ranked: Ranked, offset: int, limit: int) -> tuple[list[Hit], int]:
        """The hits from `offset` on, and how many were looked at for them: what is gone by now is passed over."""
        hits: list[Hit] = []
        seen = 0
        for at in range(offset, len(ranked.ids)):
            if len(hits) == limit:
                break
            self._cancellation.check()
            seen += 1
            hit = self._hit(ranked, at, offset + len(hits) + 1)
            if hit is not None:
                hits.append(hit)
        return hits, seen

    def _hit(self, ranked: Ranked, at: int, rank: int) -> Hit | None:
        (record,) = self._declared.records([int(ranked.ids[at])])
        for place in self._copies(int(ranked.places[at]), record.body):
            item = self._snapshot.item(int(self._catalog.ids[place]))
            presence = self._freshness.presence(item)
            if presence is not Presence.GONE:
                return self._described(record, item, presence, ranked, at, rank)
        return None

    def _copies(self, first: int, body: int) -> Iterator[int]:
        """The file it is shown in, and should that be gone the others that have its text and may be found."""
        yield first
        others = self._allowed[self._catalog.bodies[self._allowed] == body]
        yield from (place for place in others.tolist() if place != first)

    def _described(
        self, record: SymbolRecord, item: ItemRecord, presence: Presence, ranked: Ranked, at: int, rank: int
    ) -> Hit:
        body, folded, line, is_stale = self._shown(record, item, presence)
        terms = [term for term in analyse(self._request.query)[0] if not term.is_regex]
        passage = passage_of(folded, body.starts.tolist(), body.sections, terms, item.ref, wanted_line=line)
        return Hit(
            rank=rank,
            source=Source.SYMBOLS,
            kind=item.kind,
            ref=f"{item.ref}#{record.qualified}{f'~{record.number}' if record.number > 1 else ''}",
            path=item.ref,
            title=record.name,
            line=passage.line,
            section=None,
            passage=passage.lines,
            matches=passage.matches,
            score=round(float(ranked.scores[at]), 6),
            link=f"sleuth://{quote(os.fsencode(self._freshness.key))}/{Source.FILES.value}/{quote(os.fsencode(item.ref))}#line={passage.line}",
            updated_ns=item.stamp.mtime_ns,
            hidden=item.hidden,
            relaxed=bool(ranked.lacking[at] and ranked.tiers[at] == _OTHER),
            stale=is_stale,
            more=0,
            explanation=self._explanation(ranked, at) if self._request.explain else None,
            declaration=Declaration(record.kind, record.name, record.container, record.signature, record.doc, item.language),
        )

    def _shown(self, record: SymbolRecord, item: ItemRecord, presence: Presence) -> tuple[Body, Folded, int, bool]:
        """The text as it is now, the line of the declaration in it, and whether that could not be found any more."""
        body, folded = self._texts.get(self._snapshot, record.body)
        present = self._freshness.present(item) if presence is Presence.CHANGED else None
        if present is None:
            return body, folded, record.line, presence is Presence.CHANGED
        declared = _line_at(body.text, record.line)
        lines = present.text.split("\n")
        same = [number for number, line in enumerate(lines, 1) if line.strip() == declared.strip()]
        if not same:
            return body, folded, record.line, True
        return present, Folded.of(present.text), min(same, key=lambda number: abs(number - record.line)), False

    def _explanation(self, ranked: Ranked, at: int) -> dict[str, object]:
        """How a hit came to its place (S-48)."""
        id_ = ranked.ids[at]
        found = self._found.found if self._found is not None else ()
        said = []
        for one in found:
            place = int(np.searchsorted(one.ids, id_))
            has = place < len(one.ids) and one.ids[place] == id_
            said.append(
                {
                    "term": one.word,
                    "required": False,
                    "found": bool(has),
                    "strength": round(float(one.strengths[place]), 3) if has else 0.0,
                    "rarity": round(one.rarity, 3),
                    "in_name": False,
                    "lists": {"symbols": len(one.ids)},
                }
            )
        return {"tier": _TIERS[ranked.tiers[at]], "score": round(float(ranked.scores[at]), 4), "first_stage": 0.0, "boost": 1.0, "terms": said}


def _taken(ranked: Ranked, at: Ids) -> Ranked:
    return Ranked(ranked.ids[at], ranked.places[at], ranked.scores[at], ranked.tiers[at], ranked.lacking[at])


def _is_of_symbols(filters: Sequence[Filter]) -> bool:
    """Whether `source:` lets symbols through."""
    return all((Source.SYMBOLS.value in one.values) is not one.negated for one in filters if one.key == "source")


def _line_at(text: str, line: int) -> str:
    lines = text.split("\n", line)
    return lines[line - 1] if line <= len(lines) else ""
