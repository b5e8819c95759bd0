"""Which colours does a terminal's palette have in each theme, and how is any other colour made legible?

Programs choose colours for a black screen, or a white one; here they stand on the theme's. So the sixteen that have names are
the theme's own, and all others keep their hue and give up as much of their lightness as reading needs: 4.5:1 on every ground
that they may stand on, with high contrast 7:1 (WCAG 2.2, 1.4.3 and 1.4.6); `tests/screens/test_terminal_viewer.py` holds it so.
"""

import colorsys
from functools import lru_cache

from sleuth.ui.theme.tokens import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT, Colours, contrast, luminance

# In the order of the standard's numbers: black, red, green, yellow, blue, magenta, cyan, white, and the bright ones.
_LETTERS = {
    id(LIGHT): (
        "#1c1c21", "#b3261e", "#1b6e3a", "#7a5200", "#1f56b0", "#8430a8", "#0b6a73", "#595962",
        "#4a4a53", "#a3195b", "#2a6a12", "#8a4600", "#3a46c8", "#9a2a86", "#0a5f8c", "#33333a",
    ),
    id(DARK): (
        "#b1b2bc", "#ff9d94", "#74cf8f", "#f0bb55", "#9cc0ff", "#d3a1f0", "#6fd3dc", "#dcdce2",
        "#c3c4cd", "#ffb3c6", "#a5e08a", "#ffd27a", "#b9c6ff", "#f0b0e4", "#9be2f2", "#ffffff",
    ),
    id(HIGH_LIGHT): (
        "#000000", "#6e0010", "#00400f", "#4a3000", "#00308f", "#4b0082", "#003b45", "#333333",
        "#1f1f1f", "#7a003c", "#1f4200", "#5c2600", "#1b1fa0", "#660052", "#003a63", "#000000",
    ),
    id(HIGH_DARK): (
        "#d6d6d6", "#ffc2bd", "#a3f0b8", "#ffdd99", "#cfe2ff", "#e6ccff", "#a8f0f5", "#f2f2f2",
        "#e0e0e0", "#ffc9d9", "#c6f5ae", "#ffe6a8", "#d3dbff", "#ffd0f5", "#c4f2ff", "#ffffff",
    ),
}  # fmt: skip
_GROUNDS = (
    "#1c1c21", "#b3261e", "#1b6e3a", "#8a6100", "#1f56b0", "#8430a8", "#0b6a73", "#dcdce2",
    "#4a4a53", "#e0605a", "#4fa86c", "#d9a63a", "#6a94e8", "#b878d6", "#4fb0ba", "#ffffff",
)  # fmt: skip
"""Grounds are what their names say in every theme; what stands on them gives way."""
_CUBE = (0, 95, 135, 175, 215, 255)
_STEPS = 14
_LEAST, _LEAST_HIGH = 4.5, 7.0
_DIMMED = 0.4
_MIDDLE = 0.179
"""Of luminance: black and white have the same contrast to it."""

Number = int | tuple[int, int, int]


def least_contrast(colours: Colours) -> float:
    """What words must have."""
    return _LEAST_HIGH if colours is HIGH_LIGHT or colours is HIGH_DARK else _LEAST


def palette(colours: Colours) -> tuple[str, ...]:
    """The sixteen, as letters have them on the theme's own grounds."""
    return _LETTERS[id(colours)]


@lru_cache(4_096)
def letters(colours: Colours, number: Number | None, is_dim: bool = False) -> str:
    """The colour of letters on the theme's own grounds; None is the terminal's own."""
    wanted = colours.text if number is None else palette(colours)[number] if isinstance(number, int) and number < 16 else plain(number)
    if is_dim:
        wanted = _mixed(wanted, colours.surface, _DIMMED)
    least = least_contrast(colours)
    grounds = ((colours.surface, least), (colours.surface_sunken, least), (colours.selection, _LEAST))
    return _legible(wanted, grounds, lighter=colours.is_dark)


@lru_cache(1_024)
def ground(colours: Colours, number: Number) -> str:
    """The colour of a ground: that of its name, or with high contrast one on which something can be read."""
    wanted = _GROUNDS[number] if isinstance(number, int) and number < 16 else plain(number)
    least = least_contrast(colours)
    if max(contrast(wanted, "#000000"), contrast(wanted, "#ffffff")) >= least:
        return wanted
    return _legible(wanted, ((colours.text, least),), lighter=not colours.is_dark)


@lru_cache(4_096)
def letters_on(colours: Colours, number: Number | None, on: str, is_dim: bool = False) -> str:
    """The colour of letters on a ground of their own."""
    if number is None:
        others = LIGHT if colours.is_dark else DARK
        wanted = max(colours.text, others.text, key=lambda letters: contrast(letters, on))
    else:
        wanted = _GROUNDS[number] if isinstance(number, int) and number < 16 else plain(number)
    return legible_on(colours, _mixed(wanted, on, _DIMMED) if is_dim else wanted, on)


def legible_on(colours: Colours, colour: str, on: str) -> str:
    """A colour as it can be read on a ground."""
    return _legible(colour, ((on, least_contrast(colours)),), lighter=luminance(on) < _MIDDLE)


def plain(number: Number) -> str:
    """A colour of the 256 beyond the sixteen (the cube and the greys that xterm has), or one of red, green and blue."""
    if isinstance(number, tuple):
        red, green, blue = (max(0, min(part, 255)) for part in number)
    elif number < 232:
        red, green, blue = _CUBE[(number - 16) // 36], _CUBE[(number - 16) // 6 % 6], _CUBE[(number - 16) % 6]
    else:
        red = green = blue = 8 + 10 * (min(number, 255) - 232)
    return f"#{red:02x}{green:02x}{blue:02x}"


def _legible(colour: str, grounds: tuple[tuple[str, float], ...], lighter: bool) -> str:
    """The nearest lightness of a colour that has the contrast which each ground asks for; black or white where none has."""
    if _is_legible(colour, grounds):
        return colour
    hue, lightness, saturation = colorsys.rgb_to_hls(*_parts(colour))
    bad, good = lightness, 1.0 if lighter else 0.0
    for _ in range(_STEPS):
        middle = (bad + good) / 2
        if _is_legible(_written(colorsys.hls_to_rgb(hue, middle, saturation)), grounds):
            good = middle
        else:
            bad = middle
    return _written(colorsys.hls_to_rgb(hue, good, saturation))


def _is_legible(colour: str, grounds: tuple[tuple[str, float], ...]) -> bool:
    return all(contrast(colour, one) >= least for one, least in grounds)


def _mixed(colour: str, other: str, share: float) -> str:
    pairs = zip(_parts(colour), _parts(other), strict=True)
    red, green, blue = (one * (1 - share) + two * share for one, two in pairs)
    return _written((red, green, blue))


def _parts(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _written(parts: tuple[float, float, float]) -> str:
    red, green, blue = (round(255 * part) for part in parts)
    return f"#{red:02x}{green:02x}{blue:02x}"
