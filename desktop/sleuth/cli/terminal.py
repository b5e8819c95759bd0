"""How do answers look to a person at a terminal, and in a pipe?"""

import os
import sys
from typing import TextIO

import click

from sleuth.domain.hits import Answer, Hit, Match, PassageLine
from sleuth.domain.items import Coverage, Kind, Source
from sleuth.domain.symbols import LANGUAGES
from sleuth.engine.plain import counted, explained, plain
from sleuth.engine.to_json import moment
from sleuth.engine.workspace import Status

Style = dict[str, str | bool]

# As much of a commit's as git takes in the largest repositories.
_HASH_SHOWN = 10
_CALLED = {Source.GIT.value: "commits"}
"""What is counted of a source, where it is not called as that."""
_NONE: Style = {}
_MARK: Style = {"fg": "yellow", "bold": True}
_PLACE: Style = {"bold": True}
_WHERE: Style = {"fg": "cyan"}
_DIM: Style = {"dim": True}


def _has_colours(stream: TextIO) -> bool:
    """On a terminal only, and not where the user or the terminal says no (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def write_line(stream: TextIO, *parts: tuple[str, Style]) -> None:
    """One line, its parts in colours where the stream has any."""
    colours = _has_colours(stream)
    styled = (click.style(text, **style) if colours and style else text for text, style in parts)  # type: ignore[arg-type]
    try:
        click.echo("".join(styled), file=stream, color=colours)
    except OSError:
        if stream is not sys.stderr:  # where that cannot be written, nobody wants to hear it
            raise


def show_answer(answer: Answer) -> None:
    """Hits on standard output, everything about them on standard error."""
    for hit in answer.hits:
        _show_hit(hit)
    if answer.facets:
        _show_facets(answer.facets)
    show_remarks(answer)
    write_line(sys.stderr, (_summary(answer), _DIM))


def show_remarks(answer: Answer) -> None:
    """What the person should know of an answer, and what else could be asked."""
    for notice in answer.notices:
        write_line(sys.stderr, (f"note: {plain(notice)}", _NONE))
    for suggestion in answer.suggestions:
        write_line(sys.stderr, (f"try:  {plain(suggestion.text)}   → {plain(suggestion.query)}", _NONE))


def _summary(answer: Answer) -> str:
    items = sum(answer.coverage.items.values())
    left_out = [f"{count:,} {reason.replace('_', ' ')}" for reason, count in answer.coverage.left_out.items() if count]
    if answer.coverage.unreadable:
        left_out.append(f"{answer.coverage.unreadable:,} unreadable")
    least = "at least " if answer.is_partial else ""
    shown = f"{len(answer.hits):,} of {least}{answer.total:,}" if answer.total else "nothing found"
    more = f"; next page: --cursor {answer.next_cursor}" if answer.next_cursor else ""
    aside = f" ({', '.join(left_out)} left out)" if left_out else ""
    return f"{shown} in {counted(items, 'items')}{aside}, {answer.took_ms:,.0f} ms{more}"


def _show_hit(hit: Hit) -> None:
    place: list[tuple[str, Style]] = [(plain(hit.ref if hit.author is None else hit.title), _PLACE)]
    if hit.kind is Kind.COMMIT:
        place = [(hit.ref[:_HASH_SHOWN], _PLACE), (f"  {plain(hit.title)}", _PLACE)]
        place.append((f"  {(moment(hit.updated_ns) or '')[:10]}, {plain(hit.author or '')}", _DIM))
    elif hit.author is not None:
        place.append((f"  {plain(hit.ref.partition('/')[0])}, {(moment(hit.updated_ns) or '')[:10]}, {hit.author}", _DIM))
    elif hit.declaration is not None:
        place = [(plain(hit.path or hit.ref), _PLACE)]
    if hit.section:
        place.append((f"  {plain(hit.section)}", _WHERE))
    if hit.line is not None:
        place.append((f":{hit.line}", _WHERE))
    if hit.declaration is not None:
        place.append((f"  {plain(hit.declaration.qualified)}  [{hit.declaration.kind.value}]", _DIM))
    signs = [
        ("by its name or path", hit.score > 0 and not hit.matches and not hit.stale),
        ("hidden", hit.hidden),
        ("source deleted", hit.is_kept),
        ("some words are missing", hit.relaxed),
        ("changed since the scan", hit.stale),
    ]
    place += [(f"  [{sign}]", _DIM) for sign, is_set in signs if is_set]
    if hit.more:
        further = f"{hit.more:,} more in this chat" if hit.kind is Kind.CHAT else counted(hit.more, "more passages")
        place.append((f"  +{further}", _DIM))
    write_line(sys.stdout, *place)
    for row in hit.passage:
        write_line(sys.stdout, *_passage_line(row, [match for match in hit.matches if match.line == row.line]))
    for line in explained(hit.explanation):
        write_line(sys.stdout, (f"        {line}", _DIM))
    write_line(sys.stdout)


def _passage_line(row: PassageLine, matches: list[Match]) -> list[tuple[str, Style]]:
    """A line with its number, what matched set off."""
    parts: list[tuple[str, Style]] = [(f"{row.line:>6}  ", _DIM)]
    at = 0
    for match in matches:
        parts.append((plain(row.text[at : match.start]), _NONE))
        parts.append((plain(row.text[match.start : match.stop]), _MARK))
        at = match.stop
    parts.append((plain(row.text[at:]), _NONE))
    return parts


def _show_facets(facets: dict[str, dict[str, int]]) -> None:
    for facet, counts in facets.items():
        listed = "  ".join(f"{plain(value)} {count:,}" for value, count in list(counts.items())[:12])
        write_line(sys.stdout, (f"{facet:>9}  {listed}", _DIM))


def show_status(state: Status) -> None:
    """All of it on standard output."""
    coverage = state.coverage
    left_out = {**coverage.left_out, "unreadable": coverage.unreadable}
    listed = [f"{count:,} {name.replace('_', ' ')}" for name, count in left_out.items() if count]
    running = "; one is running" if state.scanning else ""
    rows = [
        ("workspace", plain(state.workspace)),
        ("search", "on" if state.enabled else "off (search.enabled = false)"),
        ("last scan", f"{moment(state.last_scan_ns) or 'never'}{_took(state)}{running}"),
        ("items", ", ".join(counted(count, _CALLED.get(name, name)) for name, count in coverage.items.items()) or "none"),
        ("symbols", _symbols(coverage)),
        ("left out", ", ".join(listed) or "nothing"),
        ("hidden", f"{coverage.hidden:,} (found with --hidden)"),
        ("text", f"{coverage.text_bytes:,} bytes in {counted(coverage.chunks, 'chunks')} ({_by_source(state)})"),
        ("index", f"{state.index_bytes:,} bytes"),
        ("trouble", plain(state.error) if state.error else "none"),
    ]
    for name, value in rows:
        write_line(sys.stdout, (f"{name:>10}  ", _DIM), (value, _NONE))
    for ref, reason in state.unreadable[:20]:
        write_line(sys.stdout, (f"            unreadable: {plain(ref)} ({plain(reason)})", _NONE))
    for notice in (*state.warnings, *state.notices):
        write_line(sys.stdout, (f"      note  {plain(notice)}", _NONE))


def _symbols(coverage: Coverage) -> str:
    return ", ".join(f"{count:,} {LANGUAGES[language]}" for language, count in coverage.symbols.items() if count) or "none"


def _by_source(state: Status) -> str:
    return ", ".join(f"{size:,} {name}" for name, size in state.coverage.source_bytes.items()) or "none"


def _took(state: Status) -> str:
    return f" ({state.last_scan_ms:,} ms)" if state.last_scan_ms is not None else ""


def show_diff(lines: list[str]) -> None:
    """A change to a file, line by line."""
    styles: dict[str, Style] = {"+": {"fg": "green"}, "-": {"fg": "red"}}
    for line in lines:
        style = styles.get(line[:1], _NONE)
        for part in line.split("\n"):
            write_line(sys.stdout, (plain(part), style))
