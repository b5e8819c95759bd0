"""What does a recording of a terminal show now, and how does it look?

    the reference of an item ─→ TerminalReading ─→ Looks: where its text has colours

Its text is made by the code that makes the index's, so that a hit's line and marks are right in it. Colours take ten times
as long as the text: of all that is large they come later.
"""

import os
import re
import time
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import ItemUnreadable
from sleuth.domain.items import Content, Kind, Section
from sleuth.domain.terminals import PANE, Marker, Recording, Rendering, Run, Style, file_and_part
from sleuth.engine.reading import Reading, marks_in, viewable_path
from sleuth.ingest.readers.conversations.scope import Scope
from sleuth.places import outside_path

AT_ONCE_BYTES = 300_000
"""What is no larger is read with its colours, which takes about a tenth of a second."""
# The interpreter is let go that often, or the event loop would wait 5 ms (`sys.getswitchinterval`) at each call of Qt's.
_LINES_A_BREATH, _BREATH_S = 1_000, 0.000_1
_BYTE = re.compile(r"byte (\d{1,18})")
_WEB = ("https://", "http://")
_GONE = "The recording is not there any more; this is what it showed"
_CLOSED = "The pane is closed; this is what it showed"
_LAST_SCAN = " at the last scan."
_NOTHING_SHOWN = Rendering("", ())


@dataclass(frozen=True, slots=True)
class Looks:
    """Which stretches of a text do not look plain: in code points, rising, none over another."""

    starts: Sequence[int] = ()
    stops: Sequence[int] = ()
    numbers: Sequence[int] = ()
    """Which of the styles each has."""
    styles: tuple[Style, ...] = ()

    def between(self, start: int, stop: int) -> Iterator[tuple[int, int, Style]]:
        """Those that have something in a stretch, no further than it goes."""
        index = bisect_right(self.stops, start)
        while index < len(self.starts) and self.starts[index] < stop:
            yield max(self.starts[index], start), min(self.stops[index], stop), self.styles[self.numbers[index]]
            index += 1

    def up_to(self, offset: int) -> "Looks":
        """As they are before an offset; plain from there."""
        kept = bisect_left(self.starts, offset)
        stops = array("q", self.stops[:kept])
        if kept and stops[-1] > offset:
            stops[-1] = offset
        return Looks(self.starts[:kept], stops, self.numbers[:kept], self.styles)


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalReading(Reading):
    """A recording, read."""

    title: str
    about: Recording | None
    """What is known of it, without what it shows; None where only the index still has its text."""
    offsets: Sequence[int]
    """Where in the file each line began, in bytes; empty where only the sections tell."""
    section_lines: Sequence[int]
    """Which line each section begins with, from 0."""
    looks: Looks | None
    """None where they come later (`read_looks`)."""
    is_gone: bool = False
    """Whether it is what was shown once, and cannot be read any more."""

    @property
    def is_pane(self) -> bool:
        """Whether it is a pane that is open now."""
        return self.ref.startswith(PANE) and not self.is_gone

    def as_gone(self) -> "TerminalReading":
        """The same, which cannot be had again."""
        return replace(self, is_gone=True, notice=f"{_CLOSED if self.ref.startswith(PANE) else _GONE}.")

    def line_at(self, section: str | None, line: int | None) -> int:
        """The line that a place means, from 1 in the whole recording, however that has grown; the nearest there is."""
        first = self._first_line(section) if section is not None else 0
        return max(1, min(first + (line or 1), self.line_count))

    def place_at(self, line: int) -> tuple[str | None, int]:
        """A line of the recording as hits have it: its section, and which line of that it is."""
        number = bisect_right(self.section_lines, line - 1) - 1
        return (self.sections[number].label, line - self.section_lines[number]) if number >= 0 else (None, line)

    def line_of_byte(self, byte: int) -> int:
        """The line that began at a byte, or within which it lies, from 1."""
        return self._line_before(byte) + 1

    @property
    def line_count(self) -> int:
        return len(self.offsets) or self.text.count("\n") + 1

    def _first_line(self, label: str) -> int:
        """The line that a section begins with, from 0; where there is none of the name any more, the one at its byte."""
        for section, first in zip(self.sections, self.section_lines, strict=True):
            if section.label == label:
                return first
        found = _BYTE.fullmatch(label)
        return self._line_before(int(found[1])) if found else 0

    def _line_before(self, byte: int) -> int:
        if self.offsets:
            at = bisect_left(self.offsets, byte)
            return at if at < len(self.offsets) and self.offsets[at] == byte else max(at - 1, 0)
        known = [int(found[1]) if (found := _BYTE.fullmatch(section.label)) else 0 for section in self.sections]
        number = bisect_right(known, byte) - 1
        return self.section_lines[number] if number >= 0 else 0


@dataclass(frozen=True, slots=True)
class Kept:
    """What the index has of a recording."""

    title: str
    text: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Terminals:
    """Reads the recordings of one workspace."""

    root: Path
    deny: tuple[str, ...]
    scope: Callable[[], Scope]
    """Asked for panes only: it may have to ask git."""

    def read(self, ref: str, typed: str, kept: Callable[[], Kept], cancellation: Cancellation) -> TerminalReading:
        """A recording that the last scan found, as it is now; as the index has it where it is gone.

        Raises:
            ItemUnreadable: It must not be shown, or cannot be read.
            Cancelled: Nobody waits for it any more.
        """
        check = breathing(cancellation)
        found = self._pane(ref) if ref.startswith(PANE) else self._recording(ref, check)
        if found is None:
            return self._as_kept(ref, typed, kept())
        recording, path, is_styled = found
        return self._reading(ref, path, recording, typed, is_styled, check)

    def path(self, ref: str) -> Path:
        """The file that a recording lies in.

        Raises:
            ItemUnreadable: It lies in none, or it must not be shown.
        """
        if ref.startswith(PANE):
            raise ItemUnreadable("what a pane of tmux shows lies on no disk; there is no file of it")
        name = file_and_part(ref)[0]
        path = outside_path(self.root, name)
        return viewable_path(self.root, name, self.deny) if path == self.root / name and not os.path.isabs(name) else path

    def _pane(self, ref: str) -> tuple[Recording, Path, bool] | None:
        from sleuth.ingest.readers.terminals.tmux import capture, open_panes

        pane = next((one for one in open_panes(self.scope().holds) if one.key == ref), None)
        recording = capture(pane, styled=True) if pane is not None else None
        return (recording, Path(ref), True) if recording is not None else None

    def _recording(self, ref: str, check: Callable[[], None]) -> tuple[Recording, Path, bool] | None:
        from sleuth.ingest.terminals import recordings_in

        name, part = file_and_part(ref)
        path = outside_path(self.root, name)
        if not os.path.lexists(path):
            return None
        self.path(ref)
        try:
            is_styled = path.stat().st_size <= AT_ONCE_BYTES
            found = recordings_in(path, check, styled=is_styled)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ItemUnreadable(f"{name} cannot be opened ({error.strerror or error})") from error
        recording = next((one for one in found if one.part == part), None)
        return (recording, path, is_styled) if recording is not None else None

    def _reading(
        self, ref: str, path: Path, recording: Recording, typed: str, is_styled: bool, check: Callable[[], None]
    ) -> TerminalReading:
        from sleuth.ingest.terminals import content_of, title_of

        check()
        content = content_of(recording)
        check()
        looks = looks_in(recording.shown, content.text, check) if is_styled else None
        return TerminalReading(
            ref=ref,
            path=path,
            kind=Kind.TERMINAL,
            language=None,
            text=content.text,
            sections=content.sections,
            profile=None,
            marks=marks_in(content.text, typed),
            notice=_notices(content, recording),
            title=title_of(recording, ref if ref.startswith(PANE) else path.name),
            about=_about(recording),
            offsets=_offsets(recording.shown, content.text),
            section_lines=section_lines(content.text, content.sections),
            looks=looks,
        )

    def _as_kept(self, ref: str, typed: str, kept: Kept) -> TerminalReading:
        path = Path(ref) if ref.startswith(PANE) else outside_path(self.root, file_and_part(ref)[0])
        return TerminalReading(
            ref=ref,
            path=path,
            kind=Kind.TERMINAL,
            language=None,
            text=kept.text,
            sections=kept.sections,
            profile=None,
            marks=marks_in(kept.text, typed),
            notice=f"{_CLOSED if ref.startswith(PANE) else _GONE}{_LAST_SCAN}",
            title=kept.title,
            about=None,
            offsets=(),
            section_lines=section_lines(kept.text, kept.sections),
            looks=Looks(),
            is_gone=True,
        )


def read_looks(reading: TerminalReading, cancellation: Cancellation) -> Looks:
    """The colours of a large recording; plain from where it says something else by now.

    Raises:
        Cancelled: Nobody waits for them any more.
        OSError: It cannot be read.
    """
    from sleuth.ingest.terminals import content_of, recordings_in

    check = breathing(cancellation)
    part = file_and_part(reading.ref)[1]
    recording = next((one for one in recordings_in(reading.path, check, styled=True) if one.part == part), None)
    if recording is None:
        return Looks()
    text = content_of(recording).text
    looks = looks_in(recording.shown, text, check)
    if text == reading.text:
        return looks
    return looks.up_to(_alike(text, reading.text))


def breathing(cancellation: Cancellation) -> Callable[[], None]:
    """What stops when nobody waits, and lets the window go on meanwhile."""

    def check() -> None:
        cancellation.check()
        time.sleep(_BREATH_S)

    return check


def looks_in(shown: Rendering, text: str, check: Callable[[], None]) -> Looks:
    """How the text looks that was made of what was shown: it may be cut, and masked in some lines."""
    is_masked = not shown.text.startswith(text)
    before = shown.text.split("\n") if is_masked else None
    starts, stops, numbers = array("q"), array("q"), array("l")
    styles: dict[Style, int] = {}
    at = 0
    for number, line in enumerate(text.split("\n")):
        if number % _LINES_A_BREATH == 0:
            check()
        runs = shown.runs.get(number, ())
        if runs and before is not None and before[number] != line:
            runs = _around_masks(runs, before[number], line)
        for run in runs:
            style = _harmless(run.style)
            stop = min(run.stop, len(line))
            if run.start < stop and style != Style():
                starts.append(at + run.start)
                stops.append(at + stop)
                numbers.append(styles.setdefault(style, len(styles)))
        at += len(line) + 1
    return Looks(starts, stops, numbers, tuple(styles))


def _around_masks(runs: tuple[Run, ...], before: str, line: str) -> tuple[Run, ...]:
    """Runs of a line in which something was masked: as they were before the first mask and after the last, none between."""
    same = _alike(before, line)
    most = min(len(before), len(line)) - same
    same_end = _alike(before[::-1][:most], line[::-1][:most])
    end, moved = len(before) - same_end, len(line) - len(before)
    kept = [replace(run, stop=min(run.stop, same)) for run in runs if run.start < same]
    kept += [Run(max(run.start, end) + moved, run.stop + moved, run.style) for run in runs if run.stop > end]
    return tuple(kept)


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _harmless(style: Style) -> Style:
    """Only what leads into the web leads anywhere."""
    if style.link is None or style.link.lower().startswith(_WEB):
        return style
    return replace(style, link=None)


def section_lines(text: str, sections: Sequence[Section]) -> "array[int]":
    """The line that each section begins with, from 0."""
    lines, at, count = array("q"), 0, 0
    for section in sections:
        count += text.count("\n", at, section.start)
        at = section.start
        lines.append(count)
    return lines


def _offsets(shown: Rendering, text: str) -> Sequence[int]:
    """Of the lines that the text still has."""
    return shown.offsets[: text.count("\n") + 1]


def _notices(content: Content, recording: Recording) -> str | None:
    torn = "Its last record is cut short, as while it is being written." if recording.is_torn else ""
    return " ".join(part for part in (content.notice, torn) if part) or None


def _about(recording: Recording) -> Recording:
    """Without what it shows, and without secrets in the rest."""
    from sleuth.ingest.readers.secrets import masked

    return replace(
        recording,
        shown=_NOTHING_SHOWN,
        title=masked(recording.title) if recording.title else None,
        command=masked(recording.command) if recording.command else None,
        markers=tuple(Marker(one.at_ms, masked(one.label), one.offset) for one in recording.markers),
    )
