"""How do answers look as JSON? The shapes are the command line's contract (cli.md)."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sleuth.domain.errors import RequestError, SleuthError
from sleuth.domain.hits import Answer, Hit
from sleuth.domain.items import Coverage
from sleuth.domain.symbols import Declaration
from sleuth.engine.workspace import ScanOutcome, Status

if TYPE_CHECKING:
    from sleuth.engine.hooks.changes import Change, Standing
    from sleuth.engine.notes import Note
    from sleuth.engine.why import Verdict

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _dumped(value: object) -> str:
    # ASCII only: lone surrogates of file names come out as \udcXX and work when handed back.
    return json.dumps(value, ensure_ascii=True)


def moment(ns: int | None) -> str | None:
    """ISO 8601 in UTC; None for a time that the calendar does not have."""
    if ns is None:
        return None
    try:
        return (_EPOCH + timedelta(seconds=ns // 1_000_000_000)).strftime("%Y-%m-%dT%H:%M:%SZ").zfill(20)
    except OverflowError:
        return None


def error(fault: SleuthError) -> str:
    position = fault.position if isinstance(fault, RequestError) else None
    return _dumped({"error": {"code": fault.code, "message": fault.text(), "position": position}})


def answer(one: Answer) -> str:
    value: dict[str, Any] = {
        "query": one.query,
        "mode": one.mode.value,
        "sources": [source.value for source in one.sources],
        "took_ms": one.took_ms,
        "total": one.total,
        "partial": one.is_partial,
        "next_cursor": one.next_cursor,
        "notices": list(one.notices),
        "hits": [hit(found) for found in one.hits],
        "coverage": {**_coverage(one.coverage), "unreadable": one.coverage.unreadable},
        "suggestions": [
            {"text": suggestion.text, "query": suggestion.query, "total": suggestion.total}
            for suggestion in one.suggestions
        ],
    }
    if one.facets is not None:
        value["facets"] = one.facets
    return _dumped(value)


def hit(found: Hit) -> dict[str, Any]:
    value: dict[str, Any] = {
        "rank": found.rank,
        "source": found.source.value,
        "kind": found.kind.value,
        "ref": found.ref,
        "path": found.path,
        "title": found.title,
        "line": found.line,
        "section": found.section,
        "passage": [{"line": row.line, "text": row.text} for row in found.passage],
        "matches": [{"line": match.line, "start": match.start, "stop": match.stop} for match in found.matches],
        "score": found.score,
        "link": found.link,
        "updated_at": moment(found.updated_ns),
        "hidden": found.hidden,
        "relaxed": found.relaxed,
        "stale": found.stale,
        "more": found.more,
        "author": found.author,
        "source_deleted": found.is_kept,
        "summary": found.summary,
        "tags": list(found.tags),
    }
    if found.declaration is not None:
        value["symbol"] = _declaration(found.declaration)
    if found.explanation is not None:
        value["explain"] = found.explanation
    return value


def _declaration(one: Declaration) -> dict[str, Any]:
    return {
        "kind": one.kind.value,
        "name": one.name,
        "container": one.container or None,
        "signature": one.signature,
        "doc": one.doc or None,
        "language": one.language,
    }


def _coverage(coverage: Coverage) -> dict[str, Any]:
    symbols = {"symbols": coverage.symbols} if coverage.symbols else {}
    return {"items": coverage.items, "left_out": coverage.left_out, **symbols}


def status(state: Status) -> str:
    coverage = state.coverage
    return _dumped(
        {
            "workspace": state.workspace,
            "enabled": state.enabled,
            "scanning": state.scanning,
            "last_scan": moment(state.last_scan_ns),
            "last_scan_ms": state.last_scan_ms,
            "error": state.error,
            **_coverage(coverage),
            "chunks": coverage.chunks,
            "unreadable": coverage.unreadable,
            "unreadable_items": [{"ref": ref, "reason": reason} for ref, reason in state.unreadable[:100]],
            "hidden": coverage.hidden,
            "text_bytes": coverage.text_bytes,
            "index_bytes": state.index_bytes,
            "sources": {
                name: {"state": value, "message": None, "text_bytes": coverage.source_bytes.get(name, 0)}
                for name, value in state.sources.items()
            },
            "embedding": None,
            "described": 0,
            "notices": [*state.warnings, *state.notices],
        }
    )


def verdict(one: "Verdict") -> str:
    return _dumped(
        {
            "path": one.path,
            "indexed": one.indexed,
            "reason": one.reason.value,
            "detail": one.detail,
            "chunks": one.chunks,
        }
    )


def scan(outcome: ScanOutcome) -> str:
    return _dumped(
        {
            "read": outcome.read,
            "dropped": outcome.dropped,
            "took_ms": outcome.took_ms,
            "complete": outcome.complete,
            "error": outcome.error,
            "notices": outcome.notices,
        }
    )


def notes(kept: "list[Note]") -> str:
    return _dumped(
        {
            "notes": [
                {"name": one.name, "text": one.text, "path": str(one.path), "updated_at": moment(one.changed_ns)}
                for one in kept
            ]
        }
    )


def hooks(standings: "list[tuple[Standing, Standing, Path]]") -> str:
    """Of each agent its hooks, its tools, and the file that names these."""
    return _dumped(
        {
            "hooks": [
                {
                    "agent": one.agent.name,
                    "state": one.state.value,
                    "path": str(one.agent.path),
                    "detail": one.detail or None,
                    "tools": {"state": tools.state.value, "path": str(path), "detail": tools.detail or None},
                }
                for one, tools, path in standings
            ]
        }
    )


def hooks_change(planned: "list[Change]", left: SleuthError | None) -> str:
    """The files that were to be changed, the hooks' first, and why one was left."""
    return _dumped(
        {
            "agent": planned[0].agent.name,
            "path": str(planned[0].path),
            "paths": [str(change.path) for change in planned],
            "changed": any(change.is_needed for change in planned),
            "diff": "\n".join(line for change in planned for line in change.diff()),
            "left": left.text() if left is not None else None,
        }
    )
