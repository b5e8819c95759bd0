"""Why did nothing come, and what would?

Each term and filter is tried without, and a misspelt word's neighbours in the dictionary are offered (S-46).
"""

import time
from dataclasses import replace

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import RequestError
from sleuth.domain.hits import Suggestion
from sleuth.domain.items import Source
from sleuth.domain.queries import Filter, Query, Term, TermKind
from sleuth.index.dictionary import Dictionary, Edge
from sleuth.search.pipeline import Search
from sleuth.search.query.parse import parse

_MOST_TRIED = 8
_MOST_NEIGHBOURS = 3
_LEAST_ALIKE = 70
_SHORTEST_WORD = 4
_MOST_ALIKE = 1_500


def examine(search: Search, cancellation: Cancellation) -> tuple[Suggestion, ...]:
    """What to change, each with how many items it would find."""
    suggestions: list[Suggestion] = []
    query = search.request.query
    parts: list[Term | Filter] = sorted([*query.terms, *query.filters], key=lambda part: part.position)
    for part in parts[:_MOST_TRIED] if len(parts) > 1 else []:
        cancellation.check()
        text = _text_without(query, part)
        total = _total_of(search, text)
        if total:
            suggestions.append(Suggestion(f"without `{part.typed}`: {total:,}", text, total))
    for term in query.terms:
        if term.kind is TermKind.PHRASE and not term.negated and " " in term.text.strip():
            text = query.text.replace(term.typed, term.text)
            total = _total_of(search, text)
            if total:
                suggestions.append(Suggestion(f"without the quotes: {total:,}", text, total))
    if search.is_heavy:
        return tuple(suggestions)  # each of the next would read as many texts again
    if set(search.request.sources) != set(Source):
        total = len(search.again(replace(search.request, sources=tuple(Source))).rank(0).places)
        if total:
            suggestions.append(Suggestion(f"in other sources (--in all): {total:,}", query.text, total))
    if not search.request.hidden and search.snapshot.coverage().hidden:
        total = len(search.again(replace(search.request, hidden=True)).rank(0).places)
        if total:
            suggestions.append(Suggestion(f"among hidden items (--hidden): {total:,}", query.text, total))
    return (*suggestions, *neighbours(search))


def _text_without(query: Query, part: Term | Filter) -> str:
    before, after = query.text[: part.position], query.text[part.position + len(part.typed) :]
    return f"{before.rstrip()} {after.lstrip()}".strip()


def neighbours(search: Search) -> list[Suggestion]:
    """For words that stand nowhere: the nearest that do."""
    query = search.request.query
    dictionary = search.snapshot.dictionary(complete=False)
    suggestions: list[Suggestion] = []
    for term in query.wanted:
        word = term.text.lower()
        if term.kind is not TermKind.WORD or len(word) < _SHORTEST_WORD or not word.isalnum() or dictionary.has(word):
            continue
        for neighbour in _nearest(dictionary, word):
            text = f"{query.text[: term.position]}{neighbour}{query.text[term.position + len(term.typed) :]}"
            total = _total_of(search, text)
            if total:
                suggestions.append(Suggestion(f"did you mean {neighbour}? {total:,}", text, total))
    return suggestions


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
