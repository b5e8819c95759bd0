"""What does an asciinema cast show?

All output is put together before it is interpreted, since sequences and characters may be split between events. What
was typed is in it only if somebody asked for that; it is never read, for it may be a password.
https://docs.asciinema.org/manual/asciicast/v3/
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sleuth.domain.terminals import Marker, Recording, RecordingKind, Size
from sleuth.ingest.readers.conversations.records import parsed, string_at
from sleuth.ingest.readers.terminals.pieces import Pieces
from sleuth.ingest.readers.terminals.raw import Check, Raw, dropped_notice
from sleuth.ingest.readers.terminals.screen import UNKNOWN, Resize, render

_NUMBER = rb"\s*+(-?[0-9]++(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+)\s*+,"
_STRING = rb'\s*+"((?:[^"\\]++|\\.)*+)"\s*+\]'
_EVENT = re.compile(rb"\[" + _NUMBER + rb'\s*+"([^"\\]{1,32}+)"\s*+,' + _STRING, re.DOTALL)
_EVENT_V1 = re.compile(rb"\[" + _NUMBER + _STRING, re.DOTALL)
_STDOUT = re.compile(rb'"stdout"\s*+:\s*+\[')
_VERSION = re.compile(rb'"version"\s*+:\s*+([123])\s*+[,}]')
_SIZE = re.compile(r"([0-9]{1,5})x([0-9]{1,5})")
# No recording runs for longer than thirty years.
_LONGEST_S = 1e9
_KINDS = {1: RecordingKind.ASCIICAST_V1, 2: RecordingKind.ASCIICAST_V2, 3: RecordingKind.ASCIICAST_V3}
_REQUIRED = {1: (b'"width"', b'"height"', b'"stdout"'), 2: (b'"width"', b'"height"'), 3: (b'"term"',)}


def cast_kind(head: bytes) -> RecordingKind | None:
    """Which version of asciicast a file is that begins so."""
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    first, ended, _ = head.partition(b"\n")
    if not head.startswith(b"{") or not (version := _VERSION.search(head[:4_096])):
        return None
    number = int(version[1])
    line = head if number == 1 else first
    if not all(word in line for word in _REQUIRED[number]):
        return None
    if number > 1 and ended and parsed(first.decode("utf-8", "replace")) is None:
        return None
    return _KINDS[number]


@dataclass
class _Events:
    """What was learnt from a cast's events."""

    pieces: Pieces = field(default_factory=Pieces)
    resizes: list[Resize] = field(default_factory=list)
    markers: list[Marker] = field(default_factory=list)
    markers_ahead: int = 0
    """How many of the last ones stand before a line of which nothing has been shown yet."""
    seconds: float = 0.0
    exit_status: int | None = None
    is_torn: bool = False


def read_cast(raw: Raw, kind: RecordingKind, *, styled: bool, check: Check) -> list[Recording]:
    """The recording, if its header can be read."""
    header = _header(raw, kind)
    if header is None:
        return []
    relative = kind is not RecordingKind.ASCIICAST_V2
    events = _gathered(raw, kind, check, relative=relative)
    size = _size_of(header, kind)
    shown = render(events.pieces.data, size or UNKNOWN, resizes=events.resizes, styled=styled, check=check)
    shown = replace(shown, offsets=events.pieces.located(shown.offsets, raw.data, raw.start), settled=None)
    # Without its beginning a recording does not tell how long its events come after it.
    whole = raw.start == 0 or not relative
    return [
        Recording(
            kind=kind,
            shown=shown,
            title=_string(header, "title"),
            command=string_at(header, "command"),
            folder=shown.folders[0] if shown.folders else None,
            started_ms=_started_ms(header.get("timestamp")),
            duration_ms=round(events.seconds * 1000) if whole else None,
            exit_status=events.exit_status,
            size=size,
            final_size=events.resizes[-1].size if events.resizes else size,
            markers=tuple(events.markers) if whole else (),
            is_torn=events.is_torn,
            notices=raw.notices + dropped_notice(shown),
        )
    ]


class _Event(NamedTuple):
    seconds: float
    """Since the beginning, or since the event before, as the version has it."""
    code: bytes
    """Nothing is a line that is cut short."""
    text: bytes = b""
    offset: int = 0
    """Where in the file the JSON of the text lies, without its quotes."""
    length: int = 0


def _gathered(raw: Raw, kind: RecordingKind, check: Check, *, relative: bool) -> _Events:
    events = _Events()
    for count, event in enumerate(_events(raw, kind)):
        if count % 4_096 == 0:
            check()
        events.is_torn = not event.code
        if event.code:
            _take(events, event, relative=relative)
    return events


def _take(events: _Events, event: _Event, *, relative: bool) -> None:
    seconds, code, text = event[:3]
    events.seconds = min(events.seconds + seconds, _LONGEST_S) if relative else seconds
    if code == b"o":
        while events.markers_ahead:
            events.markers_ahead -= 1
            at = len(events.markers) - 1 - events.markers_ahead
            events.markers[at] = replace(events.markers[at], offset=event.offset)
        events.pieces.add(text, event.offset, event.length)
    elif code == b"r" and (match := _SIZE.fullmatch(text.decode("utf-8", "replace"))):
        events.resizes.append(Resize(len(events.pieces), Size(int(match[1]), int(match[2]))))
    elif code == b"m":
        events.markers.append(Marker(round(events.seconds * 1000), text.decode("utf-8", "replace"), event.offset))
        events.markers_ahead += events.pieces.ends_line
    elif code == b"x" and text[:9].lstrip(b"-").isdigit():
        events.exit_status = int(text[:9])


def _events(raw: Raw, kind: RecordingKind) -> Iterator[_Event]:
    data = raw.data
    if kind is RecordingKind.ASCIICAST_V1:
        stdout = _STDOUT.search(data)
        for match in _EVENT_V1.finditer(data, stdout.end() if stdout else 0):
            if (text := _decoded(match[2])) is not None:
                yield _Event(_seconds(match[1]), b"o", text, raw.start + match.start(2), len(match[2]))
        return
    at = 0 if raw.start else data.find(b"\n") + 1 or len(data)
    while at < len(data):
        newline = data.find(b"\n", at)
        end = newline if newline >= 0 else len(data)
        first = _first_printed(data, at, end)
        event = _EVENT.match(data, first, end)
        if event and (text := _decoded(event[3])) is not None:
            yield _Event(_seconds(event[1]), event[2], text, raw.start + event.start(3), len(event[3]))
        elif newline < 0 and first < end and data[first] != 0x23:
            yield _Event(0.0, b"")
        at = end + 1


def _first_printed(data: bytes, at: int, end: int) -> int:
    """Past blanks, and the NUL bytes of a power loss."""
    while at < end and data[at] <= 0x20:
        at += 1
    return at


def _seconds(number: bytes) -> float:
    return max(0.0, min(float(number), _LONGEST_S))


def _decoded(literal: bytes) -> bytes | None:
    """The inside of a JSON string as UTF-8; None where it is none."""
    if b"\\" not in literal:
        return literal
    try:
        text = json.loads(f'"{literal.decode("utf-8", "surrogateescape")}"', strict=False)
    except ValueError:
        return None
    assert isinstance(text, str)
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half of a pair, written as an escape
        return text.encode("utf-8", "replace")


def _header(raw: Raw, kind: RecordingKind) -> dict[str, Any] | None:
    beginning = raw.data if raw.start == 0 else raw.head
    if kind is RecordingKind.ASCIICAST_V1:
        if raw.start:
            return None  # one JSON document; its end alone says nothing
        stdout = _STDOUT.search(beginning)
        header = parsed((beginning[: stdout.end()] + b"]}").decode("utf-8", "replace")) if stdout else None
        header = header or parsed(beginning.decode("utf-8", "replace"))
    else:
        line = beginning.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")[0]
        header = parsed(line.decode("utf-8", "replace"))
    return header if isinstance(header, dict) else None


def _string(header: dict[str, Any], key: str) -> str | None:
    value = header.get(key)
    return value if isinstance(value, str) else None


def _size_of(header: dict[str, Any], kind: RecordingKind) -> Size | None:
    place = header.get("term") if kind is RecordingKind.ASCIICAST_V3 else header
    if not isinstance(place, dict):
        return None
    columns, rows = place.get("cols", place.get("width")), place.get("rows", place.get("height"))
    if isinstance(columns, int) and isinstance(rows, int) and columns > 0 and rows > 0:
        return Size(columns, rows)
    return None


def _started_ms(value: Any) -> int | None:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e11:
        return round(value * 1000)
    return None
