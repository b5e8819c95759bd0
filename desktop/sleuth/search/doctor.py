"""Why did nothing come, and what would?

Each term and filter is tried without, and a misspelt word's neighbours in the dictionary are offered (S-46).
"""

import time
from dataclasses import replace

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import RequestError
from sleuth.domain.hits import Change, Suggestion
from sleuth.domain.items import Source
from sleuth.domain.queries import Filter, Query, Request, Term, TermKind
from sleuth.index.dictionary import Dictionary, Edge
from sleuth.index.summary import SOURCES
from sleuth.search.pipeline import Search
from sleuth.search.query.parse import parse

_MOST_TRIED = 8
# Of a whole document that was pasted, no part is the one that is wrong.
_LONGEST_QUERY = 10_000
_MOST_NEIGHBOURS = 3
_LEAST_ALIKE = 70
_SHORTEST_WORD, _LONGEST_WORD = 4, 64
_MOST_ALIKE = 1_500


def examine(search: Search, cancellation: Cancellation) -> tuple[Suggestion, ...]:
    """What to change, each with how many items it would find."""
    suggestions = _with_less(search, cancellation)
    if search.is_heavy:
        return tuple(suggestions)  # each of the next would read as many texts again
    if set(search.request.sources) != set(Source):
        wider = search.again(replace(search.request, sources=tuple(Source)))
        places = wider.rank(0).places
        if len(places):
            total, text = len(places), f"in other sources (--in all): {len(places):,}"
            found = set(wider.snapshot.catalog().sources[places].tolist())
            sources = tuple(source for number, source in enumerate(SOURCES) if number in found)
            suggestions.append(Suggestion(text, search.request.query.text, total, Change.SOURCES, sources=sources))
    if not search.request.hidden and search.snapshot.coverage().hidden:
        total = len(search.again(replace(search.request, hidden=True)).rank(0).places)
        if total:
            text = f"among hidden items (--hidden): {total:,}"
            suggestions.append(Suggestion(text, search.request.query.text, total, Change.HIDDEN, hidden=True))
    return (*suggestions, *neighbours(search))


def _with_less(search: Search, cancellation: Cancellation) -> list[Suggestion]:
    """Without each part; without all filters where none of them alone is at fault; without a phrase's quotes."""
    suggestions: list[Suggestion] = []
    query = search.request.query
    for part in _parts(query):
        cancellation.check()
        text = _text_without(query, part)
        total = _total_of(search, text)
        if total:
            suggestions.append(Suggestion(f"without `{part.typed}`: {total:,}", text, total, Change.WITHOUT, part.typed))
    if not suggestions and len(query.filters) > 1 and query.terms:
        text = query.text
        for one in sorted(query.filters, key=lambda one: -one.position):
            text = f"{text[: one.position].rstrip()} {text[one.position + len(one.typed) :].lstrip()}".strip()
        total = _total_of(search, text)
        if total:
            suggestions.append(Suggestion(f"without the filters: {total:,}", text, total, Change.UNFILTERED))
    phrases = {term.typed: term for term in query.terms if term.kind is TermKind.PHRASE and not term.negated}
    for term in list(phrases.values())[:_MOST_TRIED] if len(query.text) <= _LONGEST_QUERY else []:
        if " " in term.text.strip():
            text = query.text.replace(term.typed, term.text)
            total = _total_of(search, text)
            if total:
                suggestions.append(Suggestion(f"without the quotes: {total:,}", text, total, Change.UNQUOTED))
    return suggestions


def without_source(request: Request) -> list[str]:
    """Why nothing was searched at all, where the query's own filters leave none of the sources that a search looks in."""
    left = {source.value for source in request.sources}
    for one in request.query.filters:
        if one.key == "source":
            left = left - set(one.values) if one.negated else left & set(one.values)
    if left:
        return []
    typed = " ".join(one.typed for one in request.query.filters if one.key == "source")
    return [f"no source was searched: of {', '.join(source.value for source in request.sources)} {typed} leaves none"]


def _parts(query: Query) -> list[Term | Filter]:
    """What can be left out, as it was typed: nothing of a single one, and of very many those first that always bind."""
    listed: list[Term | Filter] = [*query.terms, *query.filters]
    parts = list({(part.typed, isinstance(part, Term)): part for part in listed}.values())
    if len(parts) < 2 or len(query.text) > _LONGEST_QUERY:
        return []
    parts.sort(key=lambda part: isinstance(part, Term) and part.kind is TermKind.WORD and not part.negated)
    return sorted(parts[:_MOST_TRIED], key=lambda part: part.position)


def _text_without(query: Query, part: Term | Filter) -> str:
    before, after = query.text[: part.position], query.text[part.position + len(part.typed) :]
    return f"{before.rstrip()} {after.lstrip()}".strip()


def neighbours(search: Search) -> list[Suggestion]:
    """For words that stand nowhere: the nearest that do."""
    query = search.request.query
    dictionary = search.snapshot.dictionary(complete=False)
    suggestions: list[Suggestion] = []
    if len(query.text) > _LONGEST_QUERY:
        return suggestions
    missing = [term for term in query.wanted if term.kind is TermKind.WORD and _is_missing(dictionary, term.text.lower())]
    for term in list({term.text.lower(): term for term in missing}.values())[:_MOST_TRIED]:
        for neighbour in _nearest(dictionary, term.text.lower()):
            text = f"{query.text[: term.position]}{neighbour}{query.text[term.position + len(term.typed) :]}"
            total = _total_of(search, text)
            if total:
                said = f"did you mean {neighbour}? {total:,}"
                suggestions.append(Suggestion(said, text, total, Change.NEIGHBOUR, neighbour))
    return suggestions


def _is_missing(dictionary: Dictionary, word: str) -> bool:
    return _SHORTEST_WORD <= len(word) <= _LONGEST_WORD and word.isalnum() and not dictionary.has(word)


def _nearest(dictionary: Dictionary, word: str) -> list[str]:
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    alike = {known.text for third in _thirds(word) for known in dictionary.search(third, Edge.INSIDE, _MOST_ALIKE)[0]}
    alike = {known for known in alike if abs(len(known) - len(word)) <= 2}
    found = process.extract(
        word, sorted(alike), scorer=OSA.normalized_similarity, limit=_MOST_NEIGHBOURS, score_cutoff=_LEAST_ALIKE / 100
    )
    return [known for known, _, _ in found]


def _thirds(word: str) -> list[str]:
    """A word with two letters wrong still has a third of it right."""
    length = max(len(word) // 3, 2)
    return [word[:length], word[length : 2 * length], word[2 * length :]]


def _total_of(search: Search, text: str) -> int:
    """How many items another query finds, as it will when it is run."""
    try:
        query = parse(text, time.time_ns())
    except RequestError:
        return 0
    return len(search.again(replace(search.request, query=query)).rank(0).places)
