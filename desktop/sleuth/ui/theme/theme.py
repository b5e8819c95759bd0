"""How does the application take on a theme, and follow the system's?

`theme()` is the one in force; whoever paints asks it for a colour each time, and repaints on `changed`. Whoever asks the
system for high contrast gets it in both themes. Sizes follow the interface's font, which a person may have made larger.
"""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QFontMetrics, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from sleuth.ui.theme.stylesheet import stylesheet
from sleuth.ui.theme.tokens import (
    DARK,
    HIGH_DARK,
    HIGH_LIGHT,
    HIT_HEIGHT,
    ICON,
    LIGHT,
    ROW_HEIGHT,
    SPACE_3,
    TITLE_SCALE,
    Colours,
    contrast,
    luminance,
)

# Black on white is 21; no system's ordinary palette has buttons and windows of more than 19.
_EXTREME = 20.0
# Up to this size an interface's font is an ordinary one: 12 on Windows, 13 on a Mac, 15 under GNOME.
_ORDINARY_PIXELS = 15

SCHEMES = {"system": Qt.ColorScheme.Unknown, "light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}


class Theme(QObject):
    """The theme in force.

    Signals:
        changed: Colours are others now.
    """

    changed = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self.colours: Colours = LIGHT
        self._worn: Colours | None = None
        self.name = "system"
        self._native = app.palette()
        app.setStyle("Fusion")  # the one style that takes a whole palette on every platform
        app.styleHints().colorSchemeChanged.connect(self._apply)
        accessibility = getattr(app.styleHints(), "accessibility", None)  # since Qt 6.10
        if accessibility is not None:
            accessibility().contrastPreferenceChanged.connect(self._apply)
        self._apply()

    def choose(self, name: str) -> None:
        """Follow the system, or be light or dark; an unknown name follows the system."""
        self.name = name if name in SCHEMES else "system"
        hints = self._app.styleHints()
        if self.name == "system":
            hints.unsetColorScheme()
        else:
            hints.setColorScheme(SCHEMES[self.name])
        self._apply()

    def _apply(self) -> None:
        wanted = SCHEMES[self.name]
        scheme = self._app.styleHints().colorScheme() if wanted == Qt.ColorScheme.Unknown else wanted
        is_dark = scheme == Qt.ColorScheme.Dark
        is_extreme = _is_extreme(self._native)
        if is_extreme and wanted == Qt.ColorScheme.Unknown:
            is_dark = luminance(self._native.color(QPalette.ColorRole.Window).name()) < 0.5
        if is_extreme or self._prefers_contrast():
            colours = HIGH_DARK if is_dark else HIGH_LIGHT
        else:
            colours = DARK if is_dark else LIGHT
        if colours is self._worn:
            return  # a style sheet is read by every widget anew
        self.colours = self._worn = colours
        self._app.setPalette(_palette(colours))
        self._app.setStyleSheet(stylesheet(colours))
        self.changed.emit()

    def _prefers_contrast(self) -> bool:
        accessibility = getattr(self._app.styleHints(), "accessibility", None)  # since Qt 6.10
        return accessibility is not None and accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast

    def colour(self, role: str) -> QColor:
        """A role's colour."""
        return QColor(getattr(self.colours, role))


_theme: Theme | None = None


def install(app: QApplication) -> Theme:
    """Give the application its theme, once."""
    global _theme  # noqa: PLW0603, there is one application in a process
    if _theme is None or _theme.parent() is not app:
        _theme = Theme(app)
    return _theme


def theme() -> Theme:
    """The theme in force."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return install(app)


def interface_font(scale: float = 1.0, semibold: bool = False) -> QFont:
    """The platform's, larger or smaller."""
    font = QFont(QGuiApplication.font())
    if scale != 1.0:
        _set_size(font, scale)
    if semibold:
        font.setWeight(QFont.Weight.DemiBold)
    return font


def title_font() -> QFont:
    return interface_font(TITLE_SCALE, semibold=True)


def code_font() -> QFont:
    """The platform's monospace, as large as the interface's."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    _set_size(font)
    return font


def _set_size(font: QFont, scale: float = 1.0) -> None:
    """As large as the interface's font, whose size may be told in points or in pixels."""
    interface = QGuiApplication.font()
    if interface.pointSizeF() > 0:
        font.setPointSizeF(interface.pointSizeF() * scale)
    else:
        font.setPixelSize(round(interface.pixelSize() * scale))


def scaled(pixels: int) -> int:
    """A width that was meant for an ordinary font, wider where the interface's is larger."""
    return round(pixels * max(1.0, QFontInfo(QGuiApplication.font()).pixelSize() / _ORDINARY_PIXELS))


def row_height() -> int:
    """Of a row with one line of text."""
    return max(ROW_HEIGHT, QFontMetrics(QGuiApplication.font()).height() + SPACE_3)


def hit_height() -> int:
    """Of a row with two."""
    return max(HIT_HEIGHT, 2 * QFontMetrics(QGuiApplication.font()).height() + 2 * SPACE_3)


def icon_size() -> int:
    """The side of an icon beside a text."""
    return scaled(ICON)


def _is_extreme(palette: QPalette) -> bool:
    """Whether a system's palette is one of high contrast; before Qt 6.10 nothing else says so."""
    role = QPalette.ColorRole
    pairs = ((role.Window, role.WindowText), (role.Base, role.Text), (role.Button, role.ButtonText))
    return all(contrast(palette.color(ground).name(), palette.color(text).name()) >= _EXTREME for ground, text in pairs)


def _palette(colours: Colours) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    for name, value in {
        role.Window: colours.surface_sunken,
        role.WindowText: colours.text,
        role.Base: colours.surface,
        role.AlternateBase: colours.surface_sunken,
        role.Text: colours.text,
        role.Button: colours.surface_raised,
        role.ButtonText: colours.text,
        role.BrightText: colours.danger,
        role.ToolTipBase: colours.surface_raised,
        role.ToolTipText: colours.text,
        role.Highlight: colours.selection,
        role.HighlightedText: colours.text,
        role.Link: colours.accent,
        role.LinkVisited: colours.accent,
        role.PlaceholderText: colours.text_muted,
        role.Accent: colours.accent,
        role.Mid: colours.hairline,
        role.Dark: colours.border,
        role.Light: colours.surface_raised,
    }.items():
        palette.setColor(name, QColor(value))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(colours.text_faint))
    return palette
