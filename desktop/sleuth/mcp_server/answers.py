"""How does an answer look to an agent, and what gives way where it must be short?

    Answer, budget → the hits with their passages, and how many of them there was room for

Passages are cut before a hit is left out: first all to one line, then shorter, then those of the last hits; where not even
the references have room, the rest comes with the next cursor.
"""

from typing import Any

from sleuth.domain.hits import Answer, Hit, PassageLine
from sleuth.domain.items import Coverage, Source
from sleuth.domain.symbols import Declaration
from sleuth.engine.to_json import moment
from sleuth.engine.workspace import FILE_SOURCES, Status
from sleuth.mcp_server.budget import cut, dumped, size, tokens
from sleuth.mcp_server.wording import name_of, reworded

_LEVELS = ((3, 240), (3, 160), (3, 100), (1, 240), (1, 120), (1, 60), (0, 0))
"""Lines of a passage and characters of a line, from what is usual to nothing."""
_MOST_NOTICES, _MOST_SUGGESTIONS = 8, 5
_NOTICE_TOKENS, _TITLE_TOKENS = 300, 160
_LEAST_SIGNATURE = 60
_FRAME_SHARE = 3
"""What is said about the hits takes at most such a part of the answer."""
_STATUS_SHARE = 40


def search_answer(answer: Answer, workspace: str, max_tokens: int) -> tuple[dict[str, Any], int]:
    """The answer, and how many hits are in it: as many as have room, from the first."""
    frame = _frame(answer, max_tokens // _FRAME_SHARE)
    room = max_tokens - size(frame)
    hits = _fitted(answer.hits, workspace, room)
    return {**frame, "hits": hits}, len(hits)


def least_for(hit: Hit, workspace: str) -> int:
    """What an answer with this hit alone takes at least."""
    return _FRAME_SHARE * (size(_hit(hit, workspace, len(_LEVELS) - 1)) + 100)


def _frame(answer: Answer, room: int) -> dict[str, Any]:
    """All but the hits, the most telling first, as far as there is room."""
    frame: dict[str, Any] = {
        "total": answer.total,
        "at_least": answer.is_partial,
        "hits": [],
        "next_cursor": answer.next_cursor,
        "notices": [],
        "suggestions": [],
    }
    for notice in answer.notices[:_MOST_NOTICES]:
        _add(frame, "notices", cut(reworded(notice), _NOTICE_TOKENS), room)
    for one in answer.suggestions[:_MOST_SUGGESTIONS]:
        suggestion = {"text": reworded(one.text), "query": one.query, "total": one.total, "hidden": one.hidden}
        _add(frame, "suggestions", suggestion | {"sources": [source.value for source in one.sources]}, room)
    symbols = {"symbols": answer.coverage.symbols} if answer.coverage.symbols else {}
    coverage = {"items": answer.coverage.items, **_left_out(answer.coverage), **symbols}
    return {**frame, "coverage": coverage} if size({**frame, "coverage": coverage}) <= room else frame


def _add(frame: dict[str, Any], name: str, value: object, room: int) -> None:
    if size({**frame, name: [*frame[name], value]}) <= room:
        frame[name].append(value)


def _left_out(coverage: Coverage) -> dict[str, Any]:
    counts = {**coverage.left_out, "unreadable": coverage.unreadable}
    return {"left_out": {reason: count for reason, count in counts.items() if count}}


# -- the hits


def _fitted(hits: tuple[Hit, ...], workspace: str, room: int) -> list[dict[str, Any]]:
    """The first of them, with as much of their passages as there is room for."""
    forms = [[_hit(hit, workspace, level) for level in range(len(_LEVELS))] for hit in hits]
    sizes = [[tokens(dumped(form)) + 1 for form in of_hit] for of_hit in forms]
    count = len(hits)
    while count and sum(of_hit[-1] for of_hit in sizes[:count]) > room:
        count -= 1
    level = next((level for level in range(len(_LEVELS)) if sum(one[level] for one in sizes[:count]) <= room), len(_LEVELS) - 1)
    left = room - sum(one[level] for one in sizes[:count])
    shown: list[dict[str, Any]] = []
    for form, of_hit in zip(forms[:count], sizes[:count], strict=True):
        # What is left over goes to the best.
        better = next((one for one in range(level) if of_hit[one] - of_hit[level] <= left), level)
        left -= of_hit[better] - of_hit[level]
        shown.append(form[better])
    return shown


def _hit(hit: Hit, workspace: str, level: int) -> dict[str, Any]:
    lines, width = _LEVELS[level]
    passage = _passage(hit, lines, width)
    ref = name_of(hit.ref, hit.source, workspace)
    title = hit.title if hit.source not in FILE_SOURCES and hit.title != hit.ref else None
    value: dict[str, Any] = {
        "rank": hit.rank,
        "source": hit.source.value,
        "kind": hit.kind.value,
        "ref": ref,
        "line": hit.line,
        "section": hit.section,
        "title": cut(title, _TITLE_TOKENS) if title else None,
        "author": hit.author,
        "updated_at": moment(hit.updated_ns),
        "passage": [{"line": row.line, "text": row.text} for row in passage],
    }
    if hit.declaration is not None:
        value["symbol"] = _symbol(hit.declaration, _LEVELS[level][1])
    flags = {
        "hidden": hit.hidden,
        "relaxed": hit.relaxed,
        "stale": hit.stale,
        "source_deleted": hit.is_kept,
        "truncated": passage != hit.passage,
    }
    value |= {name: True for name, is_so in flags.items() if is_so} | ({"more": hit.more} if hit.more else {})
    return {name: one for name, one in value.items() if one is not None}


def _symbol(declared: Declaration, width: int) -> dict[str, Any]:
    """What it declares; its doc comment goes with the passage."""
    value = {
        "kind": declared.kind.value,
        "name": declared.name,
        "container": declared.container or None,
        "signature": cut(declared.signature, max(width, _LEAST_SIGNATURE)),
        "doc": cut(declared.doc, width) if declared.doc and width else None,
    }
    return {name: one for name, one in value.items() if one is not None}


def _passage(hit: Hit, count: int, width: int) -> tuple[PassageLine, ...]:
    """So many lines of it, the one that matched among them, each so long and cut around what matched."""
    rows = hit.passage
    if count < len(rows):
        rows = tuple(row for row in rows if row.line == hit.line)[:count] or rows[:count]
    return tuple(PassageLine(row.line, _around(row, hit, width)) for row in rows)


def _around(row: PassageLine, hit: Hit, width: int) -> str:
    if len(row.text) <= width + 1:  # it may end with a sign that it was cut already
        return row.text
    at = next((match.start for match in hit.matches if match.line == row.line), 0)
    start = max(0, min(at - width // 3, len(row.text) - width))
    stop = start + width
    return ("…" if start else "") + row.text[start:stop] + ("…" if stop < len(row.text) else "")


# -- the status


def status_answer(state: Status, root: str, max_tokens: int) -> dict[str, Any]:
    """What an agent can make use of."""
    most = max_tokens // _STATUS_SHARE
    return {
        "workspace": root,
        "enabled": state.enabled,
        "scanning": state.scanning,
        "last_scan": moment(state.last_scan_ns),
        "items": state.coverage.items,
        "symbols": state.coverage.symbols,
        "hidden": state.coverage.hidden,
        **_left_out(state.coverage),
        "unreadable_items": [
            {"ref": cut(name_of(ref, Source.FILES, ""), most), "reason": cut(reason, most)} for ref, reason in state.unreadable[:5]
        ],
        "sources": state.sources,
        "notices": [cut(reworded(notice), most) for notice in (*state.warnings, *state.notices)[:_MOST_NOTICES]],
        "trouble": cut(state.error, most) if state.error else None,
    }
