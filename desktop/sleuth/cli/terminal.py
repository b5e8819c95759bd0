"""How do answers look to a person at a terminal, and in a pipe? Imported only when something is shown so."""

import sys

from rich.console import Console
from rich.text import Text

from sleuth.cli.plain import plain
from sleuth.cli.to_json import moment
from sleuth.domain.hits import Answer, Hit, Match, PassageLine
from sleuth.engine.workspace import Status

_MARK = "bold yellow"
_PLACE = "bold"
_DIM = "dim"
class _Quiet(Console):
    """A console that leaves a broken pipe to the command line's own end."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def _console(stderr: bool = False) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    return _Quiet(file=stream, highlight=False, markup=False, emoji=False, soft_wrap=True)


def _line(console: Console, text: Text) -> None:
    console.print(text, soft_wrap=True)


def show_answer(answer: Answer) -> None:
    """Hits on standard output, everything about them on standard error."""
    console, aside = _console(), _console(stderr=True)
    for hit in answer.hits:
        _show_hit(console, hit)
    if answer.facets:
        _show_facets(console, answer.facets)
    for notice in answer.notices:
        _line(aside, Text(f"note: {plain(notice)}"))
    for suggestion in answer.suggestions:
        _line(aside, Text(f"try:  {plain(suggestion.text)}   → {plain(suggestion.query)}"))
    _line(aside, Text(_summary(answer), style=_DIM))


def _summary(answer: Answer) -> str:
    items = sum(answer.coverage.items.values())
    left_out = ", ".join(f"{count:,} {reason}" for reason, count in answer.coverage.left_out.items() if count)
    if answer.coverage.unreadable:
        left_out = f"{left_out}, " * bool(left_out) + f"{answer.coverage.unreadable:,} unreadable"
    shown = f"{len(answer.hits):,} of {answer.total:,}" if answer.total else "nothing found"
    more = f"; next page: --cursor {answer.next_cursor}" if answer.next_cursor else ""
    return f"{shown} in {items:,} items{f' ({left_out} left out)' * bool(left_out)}, {answer.took_ms:g} ms{more}"


def _show_hit(console: Console, hit: Hit) -> None:
    place = Text(plain(hit.ref), style=_PLACE)
    if hit.section:
        place.append(f"  {plain(hit.section)}", style="cyan")
    if hit.line is not None:
        place.append(f":{hit.line}", style="cyan")
    signs = [("hidden", hit.hidden), ("some words are missing", hit.relaxed), ("changed since the scan", hit.stale)]
    for sign, is_set in signs:
        if is_set:
            place.append(f"  [{sign}]", style=_DIM)
    if hit.more:
        place.append(f"  +{hit.more} more", style=_DIM)
    _line(console, place)
    for row in hit.passage:
        _line(console, _passage_line(row, [match for match in hit.matches if match.line == row.line]))
    if hit.explanation is not None:
        _line(console, Text(f"      {hit.explanation}", style=_DIM))
    _line(console, Text(""))


def _passage_line(row: PassageLine, matches: list[Match]) -> Text:
    """A line with its number, what matched set off."""
    line = Text.assemble((f"{row.line:>6}  ", _DIM))
    at = 0
    for match in matches:
        line.append(plain(row.text[at : match.start]))
        line.append(plain(row.text[match.start : match.stop]), style=_MARK)
        at = match.stop
    line.append(plain(row.text[at:]))
    return line


def _show_facets(console: Console, facets: dict[str, dict[str, int]]) -> None:
    for facet, counts in facets.items():
        listed = "  ".join(f"{plain(value)} {count:,}" for value, count in list(counts.items())[:12])
        _line(console, Text(f"{facet:>9}  {listed}", style=_DIM))


def show_status(state: Status) -> None:
    console = _console()
    coverage = state.coverage
    left_out = {**coverage.left_out, "unreadable": coverage.unreadable}
    rows = [
        ("workspace", plain(state.workspace)),
        ("search", "on" if state.enabled else "off (search.enabled = false)"),
        ("last scan", f"{moment(state.last_scan_ns) or 'never'}{_took(state)}{'; one is running' if state.scanning else ''}"),
        ("items", ", ".join(f"{count:,} {name}" for name, count in coverage.items.items()) or "none"),
        ("left out", ", ".join(f"{count:,} {name}" for name, count in left_out.items() if count) or "nothing"),
        ("hidden", f"{coverage.hidden:,} (found with --hidden)"),
        ("text", f"{coverage.text_bytes:,} bytes in {coverage.chunks:,} chunks ({_by_source(state)})"),
        ("index", f"{state.index_bytes:,} bytes"),
        ("trouble", plain(state.error) if state.error else "none"),
    ]
    for name, value in rows:
        _line(console, Text.assemble((f"{name:>10}  ", _DIM), value))
    for ref, reason in state.unreadable[:20]:
        _line(console, Text(f"            unreadable: {plain(ref)} ({plain(reason)})"))
    for notice in (*state.warnings, *state.notices):
        _line(console, Text(f"      note  {plain(notice)}"))


def _by_source(state: Status) -> str:
    return ", ".join(f"{size:,} {name}" for name, size in state.coverage.source_bytes.items()) or "none"


def _took(state: Status) -> str:
    return f" ({state.last_scan_ms:,} ms)" if state.last_scan_ms is not None else ""
