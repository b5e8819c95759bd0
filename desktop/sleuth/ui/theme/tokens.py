"""Which spaces, sizes and colours are there?

Two palettes, each designed for its ground, and two for whoever asks the system for more contrast. A colour is named by its
role, never by its look. Contrast of what must be read is at least 4.5:1 on every surface it may stand on (WCAG 2.2, 1.4.3),
with high contrast 7:1 (1.4.6); `tests/screens/test_theme.py` holds it so.
"""

from dataclasses import dataclass

SPACE_1, SPACE_2, SPACE_3, SPACE_4, SPACE_5, SPACE_6 = 4, 8, 12, 16, 24, 32
RADIUS_CONTROL, RADIUS_SHEET = 4, 8
ROW_HEIGHT, HIT_HEIGHT, ICON = 28, 56, 16
TARGET = 24
"""The least side of what is clicked."""
TITLE_SCALE = 1.15
MOTION_MS = 120
BUSY_AFTER_MS = 150
"""An old answer is dimmed after that."""
SPINNER_AFTER_MS = 400


@dataclass(frozen=True, slots=True)
class Colours:
    """One theme's colours by role, as `#rrggbb`."""

    is_dark: bool
    surface: str
    """What texts stand on."""
    surface_raised: str
    """Sheets, menus, the palette."""
    surface_sunken: str
    """The shelf, the foot, a field."""
    hairline: str
    border: str
    """Of controls: 3:1 on the surfaces."""
    text: str
    text_muted: str
    text_faint: str
    """3:1; never for words that must be read."""
    accent: str
    on_accent: str
    selection: str
    """The selected row, under `text`."""
    hover: str
    mark: str
    on_mark: str
    mark_strong: str
    mark_outline: str
    """Round the hit's own mark."""
    danger: str
    warning: str
    ok: str
    code_keyword: str
    code_string: str
    code_comment: str
    code_number: str
    code_name: str
    """Functions, classes."""
    diff_added: str
    """Under the lines that a commit added, whose letters are `text`."""
    diff_removed: str


LIGHT = Colours(
    is_dark=False,
    surface="#ffffff",
    surface_raised="#ffffff",
    surface_sunken="#f5f5f7",
    hairline="#e1e1e6",
    border="#83838c",
    text="#1c1c21",
    text_muted="#595962",
    text_faint="#7a7a84",
    accent="#1f5cc0",
    on_accent="#ffffff",
    selection="#dfeafc",
    hover="#eeeef2",
    mark="#ffe9a3",
    on_mark="#1c1c21",
    mark_strong="#ffc94d",
    mark_outline="#8a5a00",
    danger="#b3261e",
    warning="#855600",
    ok="#1b6e3a",
    code_keyword="#8430a8",
    code_string="#1b6e3a",
    code_comment="#666671",
    code_number="#9a4a00",
    code_name="#1f56b0",
    diff_added="#dcf5e3",
    diff_removed="#fde3e1",
)

DARK = Colours(
    is_dark=True,
    surface="#1d1e22",
    surface_raised="#26272c",
    surface_sunken="#17181b",
    hairline="#34353b",
    border="#868792",
    text="#e9e9ed",
    text_muted="#b1b2bc",
    text_faint="#8a8b96",
    accent="#8fb5ff",
    on_accent="#0d1b33",
    selection="#2c3c5c",
    hover="#2b2c32",
    mark="#5a4512",
    on_mark="#ffeebf",
    mark_strong="#7a5b0c",
    mark_outline="#f4c04b",
    danger="#ff9d94",
    warning="#f0bb55",
    ok="#74cf8f",
    code_keyword="#d3a1f0",
    code_string="#95d6a4",
    code_comment="#a9aab5",
    code_number="#f0b384",
    code_name="#9cc0ff",
    diff_added="#17351f",
    diff_removed="#47211f",
)

# Grounds do not differ, so lines are seen; marks stand out by light, not by hue.
HIGH_LIGHT = Colours(
    is_dark=False,
    surface="#ffffff",
    surface_raised="#ffffff",
    surface_sunken="#ffffff",
    hairline="#595959",
    border="#000000",
    text="#000000",
    text_muted="#1f1f1f",
    text_faint="#404040",
    accent="#00308f",
    on_accent="#ffffff",
    selection="#79aef2",
    hover="#d9d9d9",
    mark="#4a3500",
    on_mark="#fff3b8",
    mark_strong="#000000",
    mark_outline="#b06f00",
    danger="#6e0010",
    warning="#4a3000",
    ok="#00400f",
    code_keyword="#4b0082",
    code_string="#00400f",
    code_comment="#333333",
    code_number="#5c2600",
    code_name="#00308f",
    diff_added="#c6f2d0",
    diff_removed="#ffd3d0",
)

HIGH_DARK = Colours(
    is_dark=True,
    surface="#000000",
    surface_raised="#000000",
    surface_sunken="#000000",
    hairline="#a6a6a6",
    border="#ffffff",
    text="#ffffff",
    text_muted="#e6e6e6",
    text_faint="#c2c2c2",
    accent="#9ecbff",
    on_accent="#000000",
    selection="#1c5199",
    hover="#2b2b2b",
    mark="#ffdf4d",
    on_mark="#000000",
    mark_strong="#ffffff",
    mark_outline="#c08400",
    danger="#ffc2bd",
    warning="#ffdd99",
    ok="#a3f0b8",
    code_keyword="#e6ccff",
    code_string="#b8f5c6",
    code_comment="#d6d6d6",
    code_number="#ffd2ad",
    code_name="#cfe2ff",
    diff_added="#003d12",
    diff_removed="#5c0008",
)


def luminance(colour: str) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2, "relative luminance")."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
