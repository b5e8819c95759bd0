"""What comes of a call of a tool?

    name, arguments → Result: a value of the tool's schema, or an error with code, sentence and way out

Whatever is asked, something is answered, and never more than the agent allows.
"""

import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import (
    BadCall,
    BudgetTooSmall,
    Cancelled,
    ItemBinary,
    ItemTooLarge,
    ItemUnreadable,
    RequestError,
    SleuthError,
    TookTooLong,
)
from sleuth.domain.items import Source
from sleuth.engine.searching import not_asked_for
from sleuth.engine.workspace import SearchOptions
from sleuth.mcp_server.answers import least_for, search_answer, status_answer
from sleuth.mcp_server.arguments import code_call, no_arguments, read_call, search_call
from sleuth.mcp_server.budget import LEAST, USUAL, cut
from sleuth.mcp_server.desk import Desk
from sleuth.mcp_server.passages import read
from sleuth.mcp_server.wording import reworded

Arguments = Mapping[str, Any] | None

_WAYS_OUT = {
    "BAD_CALL": "call it again with the arguments that its schema names",
    "EMPTY_SEARCH": "give a query",
    "BAD_QUERY": "mend the filter, expression or cursor that the message names; any other text is a legal query",
    "UNKNOWN_SEARCH_SOURCE": "take sources of those that the message names, or leave sources out",
    "UNKNOWN_SEARCH_MODE": "leave mode out",
    "NO_EMBEDDINGS": "leave mode out: search by words needs no model",
    "SEARCH_DISABLED": "only the person can turn it on; use other tools instead",
    "NO_WORKSPACE": "the person has to start the server with: sleuth mcp -w DIR",
    "NO_SUCH_ITEM": "search_workspace gives references that can be read",
    "UNREADABLE": "what may not or cannot be read is not to be had here; search for something else",
    "BINARY": "it holds no text",
    "TOO_LARGE": "search_workspace finds passages in it",
    "BUDGET_TOO_SMALL": "call it again with a larger max_tokens",
    "TOOK_TOO_LONG": "ask again in a moment, or for less: the index is being read in",
    "INDEX_UNAVAILABLE": "the person sees with `sleuth status` what is wrong",
}
_OF_ITEMS: tuple[tuple[type[SleuthError], str], ...] = (
    (ItemUnreadable, "UNREADABLE"),
    (ItemBinary, "BINARY"),
    (ItemTooLarge, "TOO_LARGE"),
)
_MESSAGE_TOKENS = LEAST // 2


@dataclass(frozen=True, slots=True)
class Result:
    value: dict[str, Any]
    is_error: bool = False


def answer(desk: Desk, tool: str, arguments: Arguments, cancellation: Cancellation) -> Result:
    """Never raises."""
    if tool not in TOOLS:
        return failed(BadCall(f"there is no tool {tool!r}; these are: {', '.join(TOOLS)}"))
    try:
        return Result(TOOLS[tool](desk, arguments, cancellation))
    except Cancelled:
        return failed(TookTooLong("it took longer than an agent waits"))
    except SleuthError as fault:
        return failed(fault)
    except Exception as fault:  # noqa: BLE001, an agent can do nothing with a traceback; a person finds it in the client's log
        traceback.print_exc(file=sys.stderr)
        return failed(SleuthError(f"{type(fault).__name__}: this is a fault of Sleuth's, not of what was asked"))


def failed(fault: SleuthError) -> Result:
    """The answer that says why there is none."""
    code = next((code for kind, code in _OF_ITEMS if isinstance(fault, kind)), fault.code)
    error: dict[str, Any] = {"code": code, "message": cut(reworded(fault.text()), _MESSAGE_TOKENS)}
    if code in _WAYS_OUT:
        error["way_out"] = _WAYS_OUT[code]
    if isinstance(fault, RequestError) and fault.position is not None:
        error["position"] = fault.position
    return Result({"error": error}, is_error=True)


# -- the tools


def _search(desk: Desk, arguments: Arguments, cancellation: Cancellation) -> dict[str, Any]:
    call = search_call(arguments)
    options = SearchOptions(call.sources, call.mode, call.hidden, call.limit, call.cursor)
    return _searched(desk, call.query, options, call.max_tokens, cancellation)


def _code(desk: Desk, arguments: Arguments, cancellation: Cancellation) -> dict[str, Any]:
    call = code_call(arguments)
    options = SearchOptions((Source.SYMBOLS.value,), limit=call.limit, cursor=call.cursor)
    return _searched(desk, call.query, options, call.max_tokens, cancellation)


def _searched(
    desk: Desk, query: str, options: SearchOptions, max_tokens: int, cancellation: Cancellation
) -> dict[str, Any]:
    """As `sleuth search` does: refuse what is wrong, scan, search; then again for less, until it fits."""
    later = not_asked_for(desk.searcher.check(query, options))
    notices = desk.scans.wait(cancellation, later)
    found = desk.searcher.search(query, options, cancellation)
    if not found.coverage.items:
        # Between the scan and the search another process has dropped the index to build it anew.
        notices = desk.scans.wait(cancellation, later)
        found = desk.searcher.search(query, options, cancellation)
    while True:
        found = found.with_notices(notices)
        value, count = search_answer(found, desk.searcher.key, max_tokens)
        if count == len(found.hits):
            return value
        if count == 0:
            raise BudgetTooSmall(f"the next hit takes max_tokens of {least_for(found.hits[0], desk.searcher.key):,} at least")
        # Its cursor goes on behind the last hit that is shown.
        found = desk.searcher.search(query, replace(options, limit=count), cancellation)


def _read(desk: Desk, arguments: Arguments, cancellation: Cancellation) -> dict[str, Any]:
    call = read_call(arguments)
    if not desk.reader.has_index():
        desk.scans.wait(cancellation)
    return read(desk.reader, call, cancellation)


def _status(desk: Desk, arguments: Arguments, _: Cancellation) -> dict[str, Any]:
    no_arguments(arguments)
    return status_answer(desk.reader.status(), str(desk.root), USUAL)


TOOLS: dict[str, Callable[[Desk, Arguments, Cancellation], dict[str, Any]]] = {
    "search_workspace": _search,
    "search_code": _code,
    "read_passage": _read,
    "workspace_status": _status,
}
