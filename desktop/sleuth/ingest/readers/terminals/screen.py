"""What would a terminal show of these bytes?

    bytes of a pty ─tokens→ Terminal ─→ Rendering: logical lines, each with where it began

Long runs of plain lines, which logs are made of, never touch the screen: all but the last screenful of a run go into the
scrollback at once.
"""

import re
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from sleuth.domain.terminals import Rendering, Settled, Size
from sleuth.ingest.readers.terminals.cells import width_of, without_c1
from sleuth.ingest.readers.terminals.grid import WIDEST
from sleuth.ingest.readers.terminals.terminal import Terminal

UNKNOWN = Size(WIDEST, 24)
"""Where nobody recorded how large the terminal was."""
# Looked at between two such stretches: whether to stop. Also the most that goes past the screen at once.
_STRETCH = 262_144
# With colours it takes ten times as long, and a person is looking: then it is asked about every millisecond.
_BREATH = 4_096

_TEXT, _LINE, _SEQUENCE, _OSC_BODY, _ESCAPE, _CONTROL = 1, 2, 3, 4, 5, 6
_CSI = rb"\x1b\[[0-?]*+[ -/]*+[@-~]"


def _tokens(line: bytes, *, styled: bool) -> re.Pattern[bytes]:
    """Every byte is part of a token; those of no group are passed over."""
    parts = [
        rb"([ -~\x80-\xff]++)",
        b"(" + line + b")",
        *([] if styled else [rb"\x1b\[[0-9;:]*+m"]),
        b"(" + _CSI + b")",
        rb"\x1b\]([^\x07\x18\x1a\x1b]*+)(?:\x07|\x1b\\)",
        rb"(\x1b)",
        rb"([\x08-\x0d])",
        rb"[\x00-\x07\x0e-\x1f\x7f]++",
    ]
    return re.compile(b"|".join(parts))


def _plain_lines(line: bytes, *, styled: bool) -> re.Pattern[bytes]:
    inside = rb"[\t -~\x80-\xff]++" if styled else rb"(?:[\t -~\x80-\xff]++|\x1b\[[0-9;:]*+m)*+"
    return re.compile(b"(?:" + (b"(?:" + inside + b")?+" if styled else inside) + line + b")++")


_ENDS = {False: rb"\r++\n", True: rb"\r*+\n"}
_MANNERS = [(newline, styled) for newline in (False, True) for styled in (False, True)]
_TOKENS = {(newline, styled): _tokens(_ENDS[newline], styled=styled) for newline, styled in _MANNERS}
_LINES = {(newline, styled): _plain_lines(_ENDS[newline], styled=styled) for newline, styled in _MANNERS}
_SGR = re.compile(r"\x1b\[[0-9;:]*+m")
# CSI as terminals take it, control characters inside it and all; without its last byte where it was broken off.
_LOOSE_CSI = re.compile(rb"\x1b\[[\x00-\x17\x19\x1c-?]{0,1024}+([@-~]?)")
_OSC = re.compile(rb"\x1b\]([^\x07\x18\x1a\x1b]*+)(\x07|\x1b\\|)")
_STRING = re.compile(rb"\x1b[P_^Xk][^\x18\x1a\x1b]*+(?:\x1b\\|)")
_TWO = re.compile(rb"\x1b[ -/]{0,8}+[0-~]")
# What matters on the alternate screen: the way out, and where the shell is.
_MEANWHILE = re.compile(
    rb"\x1b(?:\[\?([0-9;]{1,64}+)l|(c)|\]([0-9]{1,4};[^\x07\x18\x1a\x1b]{0,8192}+)(?:\x07|\x1b\\))"
)
_ALTERNATE = {b"47", b"1047", b"1049"}
_AWAY = re.compile(rb"\x1b\[\?(?:[0-9]{1,5};){0,8}(?:47|1047|1049)(?:;[0-9]{1,5}){0,8}([hl])")
# Beyond this the way out of the alternate screen is more likely to be a habit of some program.
_LONGEST_ALTERNATE = 1_048_576


@dataclass(frozen=True, slots=True)
class Resize:
    """From this byte on the terminal had another size."""

    position: int
    size: Size


def _go_on() -> None:
    """Nobody asked us to stop."""


class Screen:
    """Renders one recording, from its first byte to its last."""

    def __init__(
        self, size: Size, *, styled: bool = False, newline: bool = False, length: int, bulk: bool = True
    ) -> None:
        # What four times its length cannot show is no recording of anything, but made to fill our memory.
        self._terminal = Terminal(
            size, styled=styled, newline=newline, most_characters=4 * length + 1_000_000
        )
        self._tokens, self._lines = _TOKENS[newline, styled], _LINES[newline, styled]
        self._breath, self._breathe_at = (_BREATH, 0) if styled else (0, length + 1)
        self._settled: Settled | None = None
        self._no_bulk_before = 0 if bulk else length + 1

    def feed(self, data: bytes, resizes: Sequence[Resize], check: Callable[[], None]) -> Rendering:
        position, end = 0, len(data)
        resizes = sorted(resizes, key=lambda one: one.position, reverse=True)
        while position < end:
            check()
            while resizes and resizes[-1].position <= position:
                self._terminal.grid.position = position
                self._terminal.grid.resize(resizes.pop().size)
            stop = min(end, position + _STRETCH, resizes[-1].position if resizes else end)
            position = self._stretch(data, position, _between_characters(data, stop, end), end, check)
        return self._terminal.rendering(self._settled)

    def _stretch(self, data: bytes, position: int, stop: int, end: int, check: Callable[[], None]) -> int:
        """Interpret up to `stop`; gives where it got to, which is beyond it if a sequence is."""
        terminal = self._terminal
        for token in self._tokens.finditer(data, position, stop):
            kind = token.lastindex
            if kind == _TEXT:
                terminal.show(token[0], token.start())
            elif kind == _LINE:
                at = token.end()
                terminal.line_feed(at - 1, at)
                if at >= self._breathe_at:
                    self._breathe_at = at + self._breath
                    check()
                if at >= self._no_bulk_before and (reached := self._pass_on(data, at, stop)) > at:
                    return reached
            elif kind == _SEQUENCE:
                if not terminal.csi(token[0], token.start()):
                    return self._after_alternate(data, token.end(), end)
            elif kind == _OSC_BODY:
                terminal.osc(token[_OSC_BODY])
            elif kind == _ESCAPE:
                return self._escape(data, token.start(), end)
            elif kind == _CONTROL:
                terminal.control(token[0][0], token.start())
        return stop

    def _escape(self, data: bytes, at: int, end: int) -> int:
        """A sequence that is not plain CSI, wherever it ends; gives where that is."""
        terminal = self._terminal
        following = data[at + 1 : at + 2]
        if following == b"[":
            loose = _LOOSE_CSI.match(data, at, end)
            assert loose
            if loose[1] and not terminal.csi(loose[0], at):
                return self._after_alternate(data, loose.end(), end)
            return loose.end()
        if following == b"]":
            osc = _OSC.match(data, at, end)
            assert osc
            if osc[2]:
                terminal.osc(osc[1])
            return osc.end()
        if string := _STRING.match(data, at, end):
            return string.end()
        if two := _TWO.match(data, at, end):
            terminal.escape(two[0], at)
            return two.end()
        return at + 1

    def _after_alternate(self, data: bytes, at: int, end: int) -> int:
        """What is drawn on the alternate screen is passed over."""
        for event in _MEANWHILE.finditer(data, at, end):
            if event[3]:
                if not event[3].startswith(b"8;"):
                    self._terminal.osc(event[3])
            elif event[2] or _ALTERNATE.intersection(event[1].split(b";")):
                self._terminal.resume(event.end())
                if event[2]:
                    self._terminal.reset()
                return event.end()
        return end

    def _pass_on(self, data: bytes, at: int, stop: int) -> int:
        """Lines that are sure to scroll away go past the screen; gives where the others begin."""
        run = self._lines.match(data, at, stop)
        height = len(self._terminal.grid.rows)
        if not run or data.count(b"\n", at, run.end()) < 2 * height:
            self._no_bulk_before = run.end() if run else at
            return at
        if not self._terminal.grid.is_quiet:  # perhaps later in the run
            self._no_bulk_before = at + (run.end() - at) // 4
            return at
        cut = run.end() - 1
        for _ in range(height):
            cut = data.rfind(b"\n", at, cut)
        cut += 1
        lines = self._plain(data[at:cut])
        if lines is None:
            self._no_bulk_before = cut
            return at
        self._take(lines, data, at, cut)
        return cut

    def _plain(self, block: bytes) -> list[str] | None:
        """The lines as they are shown; None where that depends on columns."""
        text = block.decode("utf-8", "replace")
        if b"\x1b" in block:
            text = _SGR.sub("", text)
        tabs = "\t" in text
        if tabs and not text.isascii():
            return None
        text = without_c1(text)
        lines = [line.rstrip() for line in text.split("\n")[:-1]]
        if tabs:
            lines = [line.expandtabs(8) if "\t" in line else line for line in lines]
            if max(map(len, lines)) >= self._terminal.grid.columns:
                return None
        if not text.isascii() and any(line and not width_of(line[0]) for line in lines):
            return None
        return lines

    def _take(self, lines: list[str], data: bytes, at: int, cut: int) -> None:
        grid = self._terminal.grid
        grid.push_rows(grid.y)
        lengths = (len(raw) + 1 for raw in data[at : cut - 1].split(b"\n"))
        offsets = array("q", accumulate(lengths, initial=at))
        grid.scrollback.extend(lines, offsets[:-1])
        grid.restart(cut)
        # From here on a terminal that was just switched on would show the same.
        self._settled = Settled(cut, Size(grid.columns, len(grid.rows)), self._terminal.newline)


def render(
    data: bytes,
    size: Size = UNKNOWN,
    *,
    resizes: Sequence[Resize] = (),
    styled: bool = False,
    newline: bool = False,
    check: Callable[[], None] = _go_on,
) -> Rendering:
    """What a terminal of this size shows after it was sent these bytes.

    Args:
        styled: Keep colours and the like, for a viewer; it takes longer.
        newline: A line feed alone begins a new line at the left, as in text that did not come through a pty.
        check: Called now and then; may raise to stop.
    """
    return Screen(size, styled=styled, newline=newline, length=len(data)).feed(data, resizes, check)


def starts_on_alternate(data: bytes) -> int:
    """Of a recording whose beginning is missing: where its main screen comes back, 0 if it does not start on the other."""
    first = _AWAY.search(data, 0, _LONGEST_ALTERNATE)
    return first.end() if first and first[1] == b"l" else 0


def _between_characters(data: bytes, stop: int, end: int) -> int:
    """The nearest place from `stop` on that is not inside a character of UTF-8."""
    for place in range(stop, min(stop + 3, end)):
        if data[place] & 0xC0 != 0x80:
            return place
    return stop
