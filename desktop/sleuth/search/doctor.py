"""Why did nothing come, and what would?

Each term and filter is tried without, and a misspelt word's neighbours in the dictionary are offered (S-46).
"""

import time
from dataclasses import replace

from sleuth.domain.cancel import Cancellation
from sleuth.domain.hits import Suggestion
from sleuth.domain.queries import Filter, Query, Request, Term, TermKind
from sleuth.index.dictionary import Dictionary
from sleuth.search.pipeline import Search
from sleuth.search.query.parse import parse

_MOST_TRIED = 8
_MOST_NEIGHBOURS = 3
_LEAST_ALIKE = 70
_SHORTEST_WORD = 4


def examine(search: Search, cancellation: Cancellation) -> tuple[Suggestion, ...]:
    """What to change, each with how many items it would find."""
    suggestions: list[Suggestion] = []
    query = search.request.query
    parts: list[Term | Filter] = sorted([*query.terms, *query.filters], key=lambda part: part.position)
    for part in parts[:_MOST_TRIED] if len(parts) > 1 else []:
        cancellation.check()
        total = _count(search, _without(query, part))
        if total:
            suggestions.append(Suggestion(f"without `{part.typed}`: {total:,}", _text_without(query, part), total))
    if not search.request.hidden:
        total = len(search.again(replace(search.request, hidden=True)).rank(0).places)
        if total:
            suggestions.append(Suggestion(f"among hidden items (--hidden): {total:,}", query.text, total))
    suggestions += _neighbours(search, query)
    return tuple(suggestions)


def _count(search: Search, query: Query) -> int:
    if not query.wanted and not query.filters:
        return 0
    return len(search.again(replace(search.request, query=query)).rank(0).places)


def _without(query: Query, part: Term | Filter) -> Query:
    return replace(
        query,
        text=_text_without(query, part),
        terms=tuple(term for term in query.terms if term is not part),
        filters=tuple(one for one in query.filters if one is not part),
        word_count=query.word_count - (part in query.terms),
    )


def _text_without(query: Query, part: Term | Filter) -> str:
    before, after = query.text[: part.position], query.text[part.position + len(part.typed) :]
    return " ".join(f"{before} {after}".split())


def _neighbours(search: Search, query: Query) -> list[Suggestion]:
    """For words that stand nowhere: the nearest that do."""
    dictionary = search.snapshot.dictionary(complete=False)
    suggestions: list[Suggestion] = []
    for term in query.wanted:
        word = term.text.lower()
        if term.kind is not TermKind.WORD or len(word) < _SHORTEST_WORD or not word.isalnum() or dictionary.has(word):
            continue
        for neighbour in _nearest(dictionary, word):
            text = f"{query.text[: term.position]}{neighbour}{query.text[term.position + len(term.typed) :]}"
            total = _total_of(search.request, search, text)
            if total:
                suggestions.append(Suggestion(f"did you mean {neighbour}? {total:,}", text, total))
    return suggestions


def _nearest(dictionary: Dictionary, word: str) -> list[str]:
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    alike = [known for known in dictionary.all_words() if abs(len(known) - len(word)) <= 2]
    found = process.extract(
        word, alike, scorer=OSA.normalized_similarity, limit=_MOST_NEIGHBOURS, score_cutoff=_LEAST_ALIKE / 100
    )
    return [known for known, _, _ in found]


def _total_of(request: Request, search: Search, text: str) -> int:
    return len(search.again(replace(request, query=parse(text, time.time_ns()))).rank(0).places)
