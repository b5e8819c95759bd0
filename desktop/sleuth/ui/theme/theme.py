"""How does the application take on a theme, and follow the system's?

`theme()` is the one in force; whoever paints asks it for a colour each time, and repaints on `changed`.
"""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from sleuth.ui.theme.stylesheet import stylesheet
from sleuth.ui.theme.tokens import DARK, LIGHT, TITLE_SCALE, Colours

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
        app.setStyle("Fusion")  # the one style that takes a whole palette on every platform
        app.styleHints().colorSchemeChanged.connect(self._apply)
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
        colours = DARK if scheme == Qt.ColorScheme.Dark else LIGHT
        if colours is self._worn:
            return  # a style sheet is read by every widget anew
        self.colours = self._worn = colours
        self._app.setPalette(_palette(colours))
        self._app.setStyleSheet(stylesheet(colours))
        self.changed.emit()

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
        font.setPointSizeF(font.pointSizeF() * scale)
    if semibold:
        font.setWeight(QFont.Weight.DemiBold)
    return font


def title_font() -> QFont:
    return interface_font(TITLE_SCALE, semibold=True)


def code_font() -> QFont:
    """The platform's monospace, as large as the interface's."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(QGuiApplication.font().pointSizeF())
    return font


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
