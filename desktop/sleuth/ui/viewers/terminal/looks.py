"""How is a terminal's style painted in a theme?

    Style, the theme's colours ─→ Drawn: the letters' format, and the ground under them
"""

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtGui import QColor, QFont, QTextCharFormat

from sleuth.domain.terminals import Style
from sleuth.ui.theme import ansi
from sleuth.ui.theme.tokens import Colours


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is painted."""

    letters: str
    """As `#rrggbb`."""
    ground: str | None
    """None is the theme's own."""
    form: QTextCharFormat


@lru_cache(8_192)
def drawn(style: Style, colours: Colours, can_be_bold: bool) -> Drawn:
    """How a style looks; bold letters only where they are as wide as the others, so that columns stay."""
    ground, letters = _colours(style, colours)
    form = QTextCharFormat()
    form.setForeground(QColor(letters))
    if style.bold and can_be_bold:
        form.setFontWeight(QFont.Weight.Bold)
    if style.italic:
        form.setFontItalic(True)
    if style.underline or style.link is not None:
        form.setFontUnderline(True)
    if style.strike:
        form.setFontStrikeOut(True)
    return Drawn(letters, ground, form)


def _colours(style: Style, colours: Colours) -> tuple[str | None, str]:
    """The ground, and the letters on it."""
    if style.inverse:
        ground = colours.text if style.foreground is None else ansi.ground(colours, style.foreground)
        if style.background is None:
            letters = ansi.legible_on(colours, colours.surface, ground)
        else:
            letters = ansi.letters_on(colours, style.background, ground, style.dim)
        return ground, letters
    if style.background is not None:
        ground = ansi.ground(colours, style.background)
        return ground, ansi.letters_on(colours, style.foreground, ground, style.dim)
    if style.link is not None and style.foreground is None:
        return None, colours.accent
    return None, ansi.letters(colours, style.foreground, style.dim)
