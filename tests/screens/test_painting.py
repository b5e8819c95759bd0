"""Is what is painted in the colours of the theme in force, and nothing more painted than changed?"""

import subprocess
import sys

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import QEvent, QObject, QRect, QSize, QStringListModel
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget
from tests.screens.making import settle

from sleuth.domain.items import Kind
from sleuth.ui.theme.icons import _BY_NAME, icon, kind_icon
from sleuth.ui.theme.theme import install, theme
from sleuth.ui.theme.tokens import DARK, LIGHT
from sleuth.ui.widgets.shadow import Shadow
from sleuth.ui.widgets.sheet_list import SheetList

HEAVY = ("PySide6.QtWebEngineCore", "PySide6.QtPdf", "markdown_it", "nbformat", "pygments", "pymupdf", "qtawesome", "sleuth.ui.settings_pane")


class Paints(QObject):
    """Counts a widget's paintings."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def most_opaque(drawn: QIcon, mode: QIcon.Mode = QIcon.Mode.Normal) -> QColor:
    image = drawn.pixmap(QSize(32, 32), 1.0, mode).toImage()
    colours = [image.pixelColor(x, y) for x in range(32) for y in range(32)]
    return max(colours, key=QColor.alpha)


@pytest.fixture
def window(light: None) -> QWidget:
    window = QWidget()
    window.resize(400, 300)
    return window


def close(window: QWidget) -> None:
    window.close()
    window.deleteLater()


def test_a_start_loads_no_more_than_it_shows() -> None:
    """Importing the application brings in neither the web engine nor anything else that only a viewer or a page needs."""
    code = f"import sys, sleuth.ui.app.app; print([name for name in {HEAVY} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize("name", _BY_NAME)
def test_icons_are_drawn(qapp: QApplication, name: str) -> None:
    """Every icon has a picture."""
    assert most_opaque(icon(name)).alpha() > 200


@pytest.mark.parametrize("kind", Kind)
def test_kinds_have_icons(qapp: QApplication, kind: Kind) -> None:
    """Every kind of item has a picture."""
    assert most_opaque(kind_icon(kind)).alpha() > 200


def test_icons_follow_the_theme(qapp: QApplication, light: None) -> None:
    """An icon that was made in one theme is painted in the colours of the next."""
    kept = icon("search")
    before = most_opaque(kept).name()
    install(qapp).choose("dark")
    assert (before, most_opaque(kept).name()) == (LIGHT.text_muted, DARK.text_muted)


def test_a_disabled_icon_is_fainter(qapp: QApplication, light: None) -> None:
    """What cannot be clicked looks it."""
    assert most_opaque(icon("search"), QIcon.Mode.Disabled).alpha() < most_opaque(icon("search")).alpha()


def test_the_same_theme_is_not_put_on_again(qapp: QApplication, light: None) -> None:
    """Choosing the theme that is in force changes nothing, for a style sheet is read by every widget."""
    changed: list[int] = []
    theme().changed.connect(lambda: changed.append(1))
    install(qapp).choose("light")
    assert not changed


def test_a_list_on_a_sheet_is_painted_alone(window: QWidget) -> None:
    """New rows in a sheet's list paint nothing that lies behind the sheet, and not its shadow."""
    behind, sheet = QWidget(window), QFrame(window)
    behind.setGeometry(window.rect())
    sheet.setProperty("kind", "sheet")
    sheet.setGeometry(QRect(60, 60, 280, 180))
    rows = SheetList(sheet)
    rows.setModel(QStringListModel(["one"], rows))
    layout = QVBoxLayout(sheet)
    layout.setContentsMargins(0, 20, 0, 20)
    layout.addWidget(rows)
    shadow = Shadow(sheet)
    shadow.setGeometry(sheet.geometry().adjusted(-24, -24, 24, 30))
    shadow.show()
    shadow.stackUnder(sheet)
    window.show()
    settle()
    paints = [Paints(one) for one in (behind, shadow, rows.viewport())]
    rows.model().setStringList(["two"])  # type: ignore[attr-defined]
    settle()
    assert [one.count > 0 for one in paints] == [False, False, True]
    close(window)


def test_old_rows_are_dimmed(window: QWidget) -> None:
    """A list that is dimmed is nearer to its ground than before, and comes back."""
    rows = SheetList(window)
    rows.setGeometry(window.rect())
    rows.setModel(QStringListModel(["█" * 20], rows))
    window.show()
    settle()
    darkest = []
    for is_dimmed in (False, True, False):
        rows.set_dimmed(is_dimmed)
        image = rows.viewport().grab().toImage()
        darkest.append(min(image.pixelColor(x, y).lightness() for x in range(0, 100, 3) for y in range(0, 24, 3)))
    assert darkest[0] == darkest[2] < darkest[1]
    close(window)
