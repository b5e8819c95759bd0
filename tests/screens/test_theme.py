"""Can everything be read, in every theme, on every ground, at every size?"""

from collections.abc import Iterator
from dataclasses import fields

import pytest

pytest.importorskip("PySide6")

from PySide6.QtGui import QColor, QFontMetrics, QPalette
from PySide6.QtWidgets import QApplication

from sleuth.ui.theme.theme import Theme, hit_height, icon_size, install, row_height, scaled
from sleuth.ui.theme.tokens import (
    DARK,
    HIGH_DARK,
    HIGH_LIGHT,
    HIT_HEIGHT,
    ICON,
    LIGHT,
    ROW_HEIGHT,
    Colours,
    contrast,
)

THEMES = {"light": LIGHT, "dark": DARK, "high light": HIGH_LIGHT, "high dark": HIGH_DARK}
HIGH = {name: colours for name, colours in THEMES.items() if name.startswith("high")}
GROUNDS = ("surface", "surface_raised", "surface_sunken", "hover", "selection")
CODE = tuple(field.name for field in fields(Colours) if field.name.startswith("code_"))
WORDS = ("text", "text_muted", "accent", "danger", "warning", "ok", *CODE)
PAIRS = [(word, ground) for word in WORDS for ground in GROUNDS]
ON = [("on_mark", "mark"), ("on_mark", "mark_strong"), ("on_accent", "accent")]


def ratio(colours: Colours, one: str, other: str) -> float:
    return contrast(getattr(colours, one), getattr(colours, other))


@pytest.mark.parametrize("name", THEMES)
def test_words_can_be_read(name: str) -> None:
    """Every colour of words has 4.5:1 on every ground that it may stand on (WCAG 1.4.3)."""
    assert [pair for pair in [*PAIRS, *ON] if ratio(THEMES[name], *pair) < 4.5] == []


@pytest.mark.parametrize("name", HIGH)
def test_high_contrast_of_words(name: str) -> None:
    """With high contrast it is 7:1 on all but the selection (WCAG 1.4.6)."""
    pairs = [pair for pair in PAIRS if pair[1] != "selection"]
    assert [pair for pair in pairs if ratio(HIGH[name], *pair) < 7] == []


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("role", ["text_faint", "border", "accent", "mark_outline"])
def test_what_is_no_word_is_seen(name: str, role: str) -> None:
    """Edges of controls, the bar of the focus and outlines of marks have 3:1 on the surfaces (WCAG 1.4.11)."""
    assert min(ratio(THEMES[name], role, ground) for ground in GROUNDS[:3]) >= 3


@pytest.mark.parametrize("name", THEMES)
def test_the_hits_own_mark(name: str) -> None:
    """It is told from the others by its outline, which differs from its ground by light."""
    assert ratio(THEMES[name], "mark_outline", "mark_strong") >= 3


@pytest.mark.parametrize("name", HIGH)
def test_high_contrast_draws_lines(name: str) -> None:
    """With high contrast lines are seen, the selected row is told from the surface, and a mark from both."""
    colours = HIGH[name]
    assert ratio(colours, "hairline", "surface") >= 4.5
    assert ratio(colours, "selection", "surface") >= 2
    assert min(ratio(colours, "mark", ground) for ground in ("surface", "selection")) >= 4.5


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """The application, whose palette and font are put back."""
    install(qapp)
    font, palette = qapp.font(), qapp.palette()
    yield qapp
    qapp.setFont(font)
    qapp.setPalette(palette)
    install(qapp).choose("light")
    install(qapp).choose("system")


def plain(ground: str, text: str) -> QPalette:
    """A palette as a system gives it."""
    palette, role = QPalette(), QPalette.ColorRole
    for name in (role.Window, role.Base, role.Button):
        palette.setColor(name, QColor(ground))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(name, QColor(text))
    return palette


@pytest.mark.parametrize(
    ("ground", "text", "chosen", "worn"),
    [
        ("black", "white", "system", HIGH_DARK),
        ("white", "black", "system", HIGH_LIGHT),
        ("white", "black", "dark", HIGH_DARK),
        ("#efefef", "black", "light", LIGHT),
        ("#1e1e1e", "white", "dark", DARK),
    ],
)
def test_extreme_palette(app: QApplication, ground: str, text: str, chosen: str, worn: Colours) -> None:
    """A system's palette of pure black and white asks for high contrast; an ordinary one does not."""
    app.setPalette(plain(ground, text))
    made = Theme(app)
    made.choose(chosen)
    assert made.colours is worn
    assert app.palette().color(QPalette.ColorRole.Window).name() == worn.surface_sunken
    app.styleHints().colorSchemeChanged.disconnect(made._apply)
    made.deleteLater()


def test_sizes_follow_the_font(app: QApplication) -> None:
    """An ordinary font has the sizes of the tokens; with one of twice the size two lines still fit where two should."""
    font = app.font()
    font.setPixelSize(13)
    app.setFont(font)
    assert (row_height(), hit_height(), icon_size(), scaled(240)) == (ROW_HEIGHT, HIT_HEIGHT, ICON, 240)
    font.setPixelSize(30)
    app.setFont(font)
    line = QFontMetrics(font).height()
    assert row_height() >= line + 8
    assert hit_height() >= 2 * line + 16
    assert (icon_size(), scaled(240)) == (2 * ICON, 480)
