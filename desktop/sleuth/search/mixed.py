"""How do items and symbols come in one list?

In turn, an item first: the score of a symbol says nothing beside that of an item. Each kind keeps its own order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sleuth.domain.hits import Answer, Hit
from sleuth.domain.items import Source
from sleuth.domain.queries import Request
from sleuth.search.pipeline import Search
from sleuth.search.query.cursors import decode_cursor, decode_pair, encode_cursor, encode_pair
from sleuth.search.symbols import SymbolSearch


def answer_with_symbols(search: Search, symbols: SymbolSearch) -> Answer:
    """The page that was asked for, of symbols alone where nothing else was."""
    request = search.request
    if set(request.sources) == {Source.SYMBOLS}:
        return symbols.answer()
    items_from, symbols_from = decode_pair(request.cursor, request)
    symbols.note_unread()
    ranked = symbols.ranked()
    symbols_left = len(ranked.ids) - symbols_from
    ahead = items_from - symbols_from
    wanted = sum(_turns(ahead, symbols_left, request.limit))
    items = search.again(_from(request, items_from, max(wanted, 1))).answer()
    shown = items.hits[:wanted]
    found, seen = symbols.page(ranked, symbols_from, request.limit - len(shown))
    items_next = items_from
    if wanted:
        items_next = decode_cursor(items.next_cursor, request) if items.next_cursor else items_from + wanted + items.total
    symbols_next = symbols_from + seen
    has_more = items.next_cursor is not None or len(items.hits) > len(shown) or symbols_next < len(ranked.ids)
    rank = min(items_from, items.total) + symbols_from
    return replace(
        items,
        total=items.total + len(ranked.ids),
        hits=tuple(replace(hit, rank=rank + number) for number, hit in enumerate(_in_turn(shown, found, ahead), 1)),
        next_cursor=encode_pair((items_next, symbols_next), request) if has_more else None,
        coverage=symbols.coverage(items.coverage),
        facets=_together(items.facets or {}, symbols.facets(ranked)) if request.facets else None,
    ).with_notices(symbols.notices)


def _from(request: Request, offset: int, limit: int) -> Request:
    return replace(request, limit=limit, cursor=encode_cursor(offset, request) if offset else None)


def _turns(ahead: int, symbols: int, count: int) -> Iterator[bool]:
    """Whose turn it is, so many times: an item's where no more of them than of symbols have had theirs, or no symbol is left.

    So the order is the same however it is cut into pages.
    """
    for _ in range(count):
        is_items = ahead <= 0 or symbols <= 0
        ahead += 1 if is_items else -1
        symbols -= not is_items
        yield is_items


def _in_turn(items: Sequence[Hit], symbols: Sequence[Hit], ahead: int) -> Iterator[Hit]:
    left, others = list(items), list(symbols)
    for is_items in _turns(ahead, len(others), len(items) + len(symbols)):
        yield (left if (is_items and left) or not others else others).pop(0)


def _together(some: dict[str, dict[str, int]], others: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    counts = {facet: dict(of) for facet, of in some.items()}
    for facet, of in others.items():
        for value, count in of.items():
            counts[facet][value] = counts[facet].get(value, 0) + count
    return {facet: dict(sorted(of.items(), key=lambda pair: (-pair[1], pair[0]))) for facet, of in counts.items()}
