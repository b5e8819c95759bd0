"""What does a typescript of script(1) show?

A line that says when it started, what the pty sent, and a line that says when it ended; with `-a` several such blocks.
Each is a recording. What was typed is left out where a timing file tells which bytes it is.
https://github.com/util-linux/util-linux/blob/master/term-utils/script.c
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from sleuth.domain.terminals import Recording, RecordingKind, Rendering, Size
from sleuth.ingest.readers.terminals.logs import guessed_size
from sleuth.ingest.readers.terminals.pieces import Pieces
from sleuth.ingest.readers.terminals.raw import Check, Raw, dropped_notice, moved
from sleuth.ingest.readers.terminals.screen import Resize, render
from sleuth.ingest.readers.terminals.timings import Timing, timings_in

_STARTED = b"Script started on "
_ISO = rb"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[+-]\d\d:?\d\d|Z)?"
# A pty ends its lines with CR LF, so a line that ends with LF alone is script's own. A run that was killed ends anywhere.
_HEADER = re.compile(
    rb"(?:^Script started on (?P<at>[^\r\n\[]{1,200})|Script started on (?P<iso>" + _ISO + rb") )"
    rb"(?:\[(?P<known>[^\r\n]{0,8192})\])?[ ]?\n(?:Command: (?P<command>[^\r\n]{1,8192})\n)?",
    re.MULTILINE,
)
# Where script speaks another language, the date is still written like this.
_FOREIGN_HEADER = re.compile(
    rb"[^\r\n\x1b]{1,100}?(?P<at>" + _ISO + rb")(?:[^\r\n\[]{0,100}\[(?P<known>[^\r\n]{0,8192})\])?[ ]?\n"
)
_FOOTER = re.compile(
    rb"(?:\nCommand exit status: (?P<status>\d{1,9}))?\n"
    rb"(?:Script done on (?P<at>[^\r\n\[]{1,200})|[^\r\n\x1b]{1,100}?(?P<iso>" + _ISO + rb") (?=\[))"
    rb"(?:\[(?P<known>[^\r\n]{0,8192})\])?[ ]?\n?\Z"
)
_FOOTER_BYTES = 9_000
_KNOWN = re.compile(
    r'(?:COMMAND="(?P<command>.*?)")?(?P<rest>(?: ?(?:TERM|TTY|COLUMNS|LINES)="[^"]*")*)(?: ?<[^>]*>)?',
    re.DOTALL,
)
_PAIR = re.compile(r'([A-Z_]+)="([^"]*)"')
_CTIME = re.compile(r"[A-Z][a-z]{2} ([A-Z][a-z]{2}) +(\d{1,2}) (\d\d:\d\d:\d\d) (?:[A-Z]{2,5} )?(\d{4})")
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


@dataclass(frozen=True, slots=True)
class _Block:
    """One run of script(1): what is known of it, and where its body lies in the data."""

    start: int
    stop: int
    started_ms: int | None = None
    ended_ms: int | None = None
    command: str | None = None
    size: Size | None = None
    exit_status: int | None = None


def is_typescript(head: bytes, name: str) -> bool:
    """Whether a file is one, by its first line or by its name."""
    if head.startswith(_STARTED):
        return True
    return bool(head) and (name == "typescript" or name.endswith(".typescript"))


def read_typescript(raw: Raw, timing: bytes | None, *, styled: bool, check: Check) -> list[Recording]:
    """Each run that has shown something; `timing` is its timing file."""
    blocks = _blocks(raw)
    timings = timings_in(timing) if timing else []
    aligned = raw.start == 0 and len(timings) == len(blocks)
    if not aligned and any(one.typed_bytes for one in timings):
        return []  # what was typed, such as a password, could not be told from what was shown
    recordings = []
    for part, block in enumerate(blocks):
        own = timings[part] if aligned else None
        shown = _shown(raw, block, own, styled=styled, check=check)
        if len(blocks) > 1:  # a part of the file would not tell which of them it is
            shown = replace(shown, settled=None)
        recordings.append(_recording(raw, part, block, own, shown))
    return recordings


def _recording(raw: Raw, part: int, block: _Block, timing: Timing | None, shown: Rendering) -> Recording:
    duration = round(timing.seconds * 1000) if timing else None
    if duration is None and block.started_ms is not None and block.ended_ms is not None:
        duration = block.ended_ms - block.started_ms
    return Recording(
        kind=RecordingKind.TYPESCRIPT,
        shown=shown,
        part=part,
        command=block.command or (timing.known.get("COMMAND") if timing else None),
        folder=shown.folders[0] if shown.folders else None,
        started_ms=block.started_ms,
        ended_ms=block.ended_ms,
        duration_ms=duration,
        exit_status=block.exit_status,
        size=block.size,
        final_size=timing.sizes[-1][1] if timing and timing.sizes else block.size,
        notices=raw.notices + dropped_notice(shown),
    )


def body_bytes(raw: Raw) -> int:
    """How many bytes are neither a first nor a last line: what a timing file counts."""
    return sum(block.stop - block.start for block in _blocks(raw))


def _shown(raw: Raw, block: _Block, timing: Timing | None, *, styled: bool, check: Check) -> Rendering:
    body = raw.data[block.start : block.stop]
    offset = raw.start + block.start
    settled = raw.settled if block.start == 0 and raw.settled else None
    size = settled.size if settled else block.size or (timing.size if timing else None) or guessed_size(body)
    if timing is None:
        return moved(render(body, size, styled=styled, check=check), offset)
    pieces, resizes = _output(body, offset, timing)
    shown = render(pieces.data, size, resizes=resizes, styled=styled, check=check)
    return replace(shown, settled=None, offsets=pieces.plainly_located(shown.offsets, offset))


def _output(body: bytes, offset: int, timing: Timing) -> tuple[Pieces, list[Resize]]:
    """The body without what was typed, and when the terminal changed its size.

    What no entry speaks of may be either: it is kept only where nothing that was typed lies between.
    """
    pieces, resizes = Pieces(), []
    interleaved = timing.interleaved(len(body))
    sizes = dict(timing.sizes)
    at = 0
    for number, (kind, count) in enumerate(timing.entries):
        if number in sizes:
            resizes.append(Resize(len(pieces), sizes[number]))
        if kind == "O":
            piece = body[at : at + count]
            pieces.add(piece, offset + at, len(piece))
        if kind == "O" or interleaved:
            at += count
    if len(timing.entries) in sizes:
        resizes.append(Resize(len(pieces), sizes[len(timing.entries)]))
    if not interleaved and at < len(body):
        pieces.add(body[at:], offset + at, len(body) - at)
    return pieces, resizes


def _blocks(raw: Raw) -> list[_Block]:
    data = raw.data
    if raw.start == 0 and data.startswith(_STARTED) and b"\n" not in data:
        return []  # its first line is being written
    headers = list(_headers(data))
    blocks = []
    first = headers[0].start() if headers else len(data)
    if first > 0 or not headers:
        # The beginning is missing, or it is in a language that we do not know.
        header = _HEADER.match(raw.head) if raw.start else _FOREIGN_HEADER.match(data, 0, first)
        blocks.append(_block(data, header, 0 if raw.start or not header else header.end(), first))
    stops = [header.start() for header in headers] + [len(data)]
    blocks += [
        _block(data, header, header.end(), stop) for header, stop in zip(headers, stops[1:], strict=True)
    ]
    return [block for block in blocks if block.stop > block.start or block.started_ms is not None]


def _headers(data: bytes) -> Iterator[re.Match[bytes]]:
    """First lines, in order: the expression alone would take a second for 64 MB, and nothing else could run meanwhile."""
    at = data.find(_STARTED)
    while at >= 0:
        header = _HEADER.match(data, at)
        if header:
            yield header
        at = data.find(_STARTED, header.end() if header else at + 1)


def _block(data: bytes, header: re.Match[bytes] | None, start: int, stop: int) -> _Block:
    begun = _group(header, "iso") or _group(header, "at")
    known = _KNOWN.fullmatch(_group(header, "known"))
    pairs = dict(_PAIR.findall(known["rest"])) if known else {}
    footer = _FOOTER.search(data, max(start, stop - _FOOTER_BYTES), stop)
    ended = dict(_PAIR.findall(_group(footer, "known")))
    status = ended.get("COMMAND_EXIT_CODE") or _group(footer, "status")
    columns, rows = pairs.get("COLUMNS", ""), pairs.get("LINES", "")
    return _Block(
        start=start,
        stop=footer.start() if footer else stop,
        started_ms=_moment_ms(begun),
        ended_ms=_moment_ms(_group(footer, "at") or _group(footer, "iso")),
        command=(known["command"] if known else None) or _group(header, "command") or None,
        size=Size(int(columns[:6]), int(rows[:6])) if columns.isdecimal() and rows.isdecimal() else None,
        exit_status=int(status[:9]) if status.isdecimal() else None,
    )


def _group(match: re.Match[bytes] | None, name: str) -> str:
    value = match[name] if match and name in match.re.groupindex else None
    return value.decode("utf-8", "replace").strip() if value else ""


def _moment_ms(text: str) -> int | None:
    """A moment as script writes it; without a zone it is that of this machine."""
    if match := _CTIME.search(text):
        month, day, time, year = match.groups()
        if month not in _MONTHS:
            return None
        text = f"{year}-{_MONTHS.index(month) + 1:02}-{int(day):02} {time}"
    try:
        moment = datetime.fromisoformat(text)
        return round((moment if moment.tzinfo else moment.astimezone()).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        return None
