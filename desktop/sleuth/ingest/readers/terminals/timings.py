"""What does the timing file of a typescript tell: when it was written, how large the terminal was, what was typed?

Two formats: `<seconds> <bytes>` for each write, or lines of `H`, `O`, `I` and `S` for what is known, output, input and signals.
https://man7.org/linux/man-pages/man1/script.1.html
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath

from sleuth.domain.terminals import Size

_LINE = re.compile(
    rb"(?:([OI])[ \t]+)?+(\d{1,10}(?:\.\d{1,9})?)[ \t]+(\d{1,15})|([HS])[ \t]+(\d{1,10}(?:\.\d{1,9})?)[ \t]+([^\r\n]*+)"
)
_WINDOW = re.compile(rb"SIGWINCH ROWS=(\d{1,5}) COLS=(\d{1,5})")
_USUAL_NAMES = ("timing", "timing.log", "typescript.timing", "timing.txt", "timingfile")


@dataclass
class Timing:
    """What was noted of one run of script(1)."""

    entries: list[tuple[str, int]] = field(default_factory=list)
    """`O` or `I`, and how many bytes; in the order of time."""
    sizes: list[tuple[int, Size]] = field(default_factory=list)
    """After how many entries the terminal had another size."""
    known: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def output_bytes(self) -> int:
        return sum(count for kind, count in self.entries if kind == "O")

    @property
    def typed_bytes(self) -> int:
        return sum(count for kind, count in self.entries if kind == "I")

    @property
    def size(self) -> Size | None:
        columns, rows = self.known.get("COLUMNS", ""), self.known.get("LINES", "")
        return Size(int(columns[:6]), int(rows[:6])) if columns.isdecimal() and rows.isdecimal() else None

    def interleaved(self, body_bytes: int) -> bool:
        """Whether what was typed is in the same file as the output."""
        if not self.typed_bytes:
            return False
        output, typed = self.known.get("OUTPUT_LOG"), self.known.get("INPUT_LOG")
        if output and typed:
            return output == typed
        return self.output_bytes != body_bytes and self.output_bytes + self.typed_bytes <= body_bytes


def is_timing(head: bytes) -> bool:
    """Whether a file that begins so is one: each of its lines is an entry."""
    lines = [line.rstrip(b"\r") for line in head.split(b"\n")]
    whole = lines[:-1] or lines
    return bool(whole and whole[0]) and all(_LINE.fullmatch(line) for line in whole)


def timings_in(data: bytes) -> list[Timing]:
    """One for each run: `script -a` appends here too, which shows where the start is noted."""
    runs: list[Timing] = []
    for kind, seconds, rest in _entries(data):
        if not runs or (kind == "H" and rest.startswith(b"START_TIME ") and runs[-1].known.get("START_TIME")):
            runs.append(Timing())
        run = runs[-1]
        if kind == "H":
            name, _, value = rest.decode("utf-8", "replace").partition(" ")
            run.known[name] = value
            continue
        run.seconds += seconds
        if kind == "S":
            if window := _WINDOW.match(rest):
                run.sizes.append((len(run.entries), Size(int(window[2]), int(window[1]))))
        else:
            run.entries.append((kind, int(rest)))
    return runs


def _entries(data: bytes) -> Iterator[tuple[str, float, bytes]]:
    for line in data.splitlines():
        if entry := _LINE.fullmatch(line.rstrip()):
            if entry[4]:
                yield entry[4].decode(), float(entry[5]), entry[6]
            else:
                yield (entry[1] or b"O").decode(), float(entry[2]), entry[3]


def timing_for(name: str, body_bytes: int, beside: dict[str, bytes]) -> str | None:
    """Which of the timing files beside a typescript is its own; names without folders.

    One that names it, else one whose bytes are as many, else one that is usually called so and does not have more.
    """
    runs = {
        other: timings_in(data)
        for other, data in beside.items()
        if other != name and is_timing(data[:65_536])
    }
    for other, timings in runs.items():
        if any(PurePath(one.known.get("OUTPUT_LOG", "")).name == name for one in timings):
            return other
    totals = {other: sum(one.output_bytes for one in timings) for other, timings in runs.items()}
    equal = [other for other, total in totals.items() if total and total == body_bytes]
    usual = [
        other
        for other in (*_USUAL_NAMES, f"{name}.timing", f"{PurePath(name).stem}.timing", f"{name}.tm")
        if 0 < totals.get(other, 0) <= body_bytes
    ]
    return next(iter(equal + usual), None)
