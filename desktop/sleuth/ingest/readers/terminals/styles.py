"""How does a cell look?

    parameters of SGR ─→ Style ─→ pen, one character a style

A row's pens are a string as long as its cells, so that whatever is cut of the cells is cut of the pens.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sleuth.domain.terminals import Colour, Run, Style

PLAIN = "\0"
"""The pen of cells that look like nothing in particular."""
Stretch = tuple[int, int, str]
"""Start and stop in a line, and the pen."""
_SAME = re.compile(r"(.)\1*+", re.DOTALL)
# A recording that paints a picture with more styles than this shows the rest of it plain.
_MOST_STYLES = 50_000

_ON: dict[int, dict[str, Any]] = {
    1: {"bold": True},
    2: {"dim": True},
    3: {"italic": True},
    4: {"underline": True},
    7: {"inverse": True},
    9: {"strike": True},
    21: {"underline": True},
    22: {"bold": False, "dim": False},
    23: {"italic": False},
    24: {"underline": False},
    27: {"inverse": False},
    29: {"strike": False},
    39: {"foreground": None},
    49: {"background": None},
    **{30 + colour: {"foreground": colour} for colour in range(8)},
    **{40 + colour: {"background": colour} for colour in range(8)},
    **{90 + colour: {"foreground": colour + 8} for colour in range(8)},
    **{100 + colour: {"background": colour + 8} for colour in range(8)},
}


class Pens:
    """The styles of one recording, each known by a character."""

    def __init__(self) -> None:
        self._styles = [Style()]
        self._pens = {Style(): PLAIN}

    def pen(self, style: Style) -> str:
        known = self._pens.get(style)
        if known is None:
            if len(self._styles) >= _MOST_STYLES:
                return PLAIN
            known = self._pens[style] = chr(len(self._styles))
            self._styles.append(style)
        return known

    def runs(self, stretches: list[Stretch], length: int) -> tuple[Run, ...]:
        """What is not plain in a line of this length; stretches that touch and look the same are one run."""
        joined: list[Stretch] = []
        for start, end, pen in stretches:
            stop = min(end, length)
            if joined and joined[-1][1] == start and joined[-1][2] == pen:
                joined[-1] = (joined[-1][0], stop, pen)
            elif start < stop:
                joined.append((start, stop, pen))
        return tuple(Run(start, stop, self._styles[ord(pen)]) for start, stop, pen in joined)


def stretches(pens: str, lengths: list[int] | None, begin: int) -> Iterator[Stretch]:
    """Where a row is not plain; `begin` is where its text begins in the line.

    `lengths` says how many characters each cell is, None that it is one.
    """
    start, at = 0, begin
    for match in _SAME.finditer(pens):
        stop = match.end()
        until = at + (stop - start if lengths is None else sum(lengths[start:stop]))
        pen = pens[start]
        if pen != PLAIN and until > at:
            yield at, until, pen
        start, at = stop, until


def restyled(style: Style, parameters: str) -> Style:
    """The style after SGR with these parameters, such as `1;38;5;208`; parts may be joined by colons."""
    groups = [_numbers(group) for group in parameters.split(";")]
    at = 0
    while at < len(groups):
        group = groups[at]
        at += 1
        if group[0] in (38, 48, 58):
            if len(group) > 1:
                colour = _colour_of_group(group)
            else:
                colour, taken = _colour(groups[at : at + 4])
                at += taken
            if colour is not None and group[0] == 38:
                style = replace(style, foreground=colour)
            elif colour is not None and group[0] == 48:
                style = replace(style, background=colour)
        elif group[0] == 0:
            style = Style(link=style.link)
        elif group[0] == 4 and len(group) > 1:  # 4:3 is a curly underline, 4:0 none
            style = replace(style, underline=group[1] != 0)
        elif change := _ON.get(group[0]):
            style = replace(style, **change)
    return style


def _numbers(group: str) -> list[int]:
    return [int(part[:9]) if part.isdecimal() else 0 for part in group.split(":")]


def _colour_of_group(group: list[int]) -> Colour | None:
    """The colour of `38:5:208` or of `38:2:255:135:0`, which may have a colour space before the red."""
    if group[1] == 5 and len(group) > 2:
        return min(group[2], 255)
    if group[1] == 2 and len(group) > 4:
        red, green, blue = (min(part, 255) for part in (group[3:6] if len(group) > 5 else group[2:5]))
        return red, green, blue
    return None


def _colour(groups: list[list[int]]) -> tuple[Colour | None, int]:
    """The colour of `5;208` or `2;255;135;0`, and how many parameters it took."""
    numbers = [min(group[0], 255) for group in groups]
    if numbers[:1] == [5] and len(numbers) > 1:
        return numbers[1], 2
    if numbers[:1] == [2] and len(numbers) > 3:
        return (numbers[1], numbers[2], numbers[3]), 4
    return None, 1
