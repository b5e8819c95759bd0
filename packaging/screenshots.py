"""How does the window look? Makes the README's pictures, in `resources/screenshots/`.

    python packaging/screenshots.py [PART …]        palette, search, preview, settings; all without

A made-up workspace is laid into a temporary folder and the real window opened on it, on a screen of its own where
xvfb-run is installed. What is waited for is said by the widgets, and that the picture has come to rest; never a time.
"""

# ruff: noqa: TID253, it is no cold start
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import nbformat
import numpy as np
import pymupdf
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QColor, QCursor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QListView, QTreeView, QWidget

from sleuth.ui.app import app
from sleuth.ui.palette.palette import Palette
from sleuth.ui.search_dialog.dialog import SearchDialog
from sleuth.ui.state import WindowState
from sleuth.ui.theme.theme import install
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.pane import ItemPane
from sleuth.ui.viewers.tab import Tab
from sleuth.ui.window.window import Window

PICTURES = Path(__file__).resolve().parents[1] / "resources" / "screenshots"
SIZE = (1240, 800)
MOST_BYTES = 120_000
PATIENCE_MS = 30_000
RESTS_MS = 150
MOST_SEEN = 96

GUIDE = """---
title: The Skerrow estuary
---
# The Skerrow estuary

Twice a day the **tide** carries sea water nine kilometres inland. How far the salt reaches depends on the
tide's range and on how much fresh water the river brings; the [model](../src/salinity_model.py) predicts it.

## Tide gauges

| Gauge | From the mouth | Mean range | Salinity at high tide |
| --- | ---: | ---: | ---: |
| Harbour wall | 0.4 km | 4.1 m | 33.8 |
| Old ferry | 3.2 km | 3.6 m | 27.1 |
| Mill bridge | 6.9 km | 2.2 m | 11.5 |
| Weir | 9.3 km | 0.6 m | 0.4 |

## Salinity at a depth

Salt water is heavier and comes in along the bed, so salinity rises with depth until the tide has mixed the two:

```python
def salinity(depth: float, hours_to_high_tide: float) -> float:
    mixed = exp(-abs(hours_to_high_tide) / MIXING_HOURS)
    return SEA * (1 - (1 - mixed) * exp(-depth / LAYER))
```

- [x] Gauges read every ten minutes
- [x] Spring and neap tides told apart
- [ ] Wind set-up in the inner basin
"""

MODEL = '''"""How salty is the estuary at a place, a depth and a state of the tide?"""

from dataclasses import dataclass
from math import exp

SEA = 34.5
"""Salinity of the open sea, in grams a kilogram."""
LAYER = 2.4
MIXING_HOURS = 1.8


@dataclass(frozen=True)
class Gauge:
    """A tide gauge and how far it stands from the mouth."""

    name: str
    from_mouth_km: float


def salinity(depth: float, hours_to_high_tide: float) -> float:
    """Salinity at a depth in metres; the tide mixes the layers."""
    mixed = exp(-abs(hours_to_high_tide) / MIXING_HOURS)
    return SEA * (1 - (1 - mixed) * exp(-depth / LAYER))


def reach_km(tidal_range: float, river_flow: float) -> float:
    """How far inland the salinity stays above one gram a kilogram."""
    return 9.3 * tidal_range / 4.1 * exp(-river_flow / 60)
'''

PAGES = (
    "Tide tables for the Skerrow estuary\n\nHigh water at the harbour wall. Heights in metres above chart datum.",
    "Mean salinity by depth\n\nMeasured at the old ferry over forty tides. Salinity at the bed leads\nthe surface by an hour and a half.",
)

FILES = {
    "docs/guide.md": GUIDE,
    "docs/field-notes.md": "# Field notes\n\nAt the mill bridge the salinity fell within minutes once the tide turned.\n\n"
    "The ferry gauge needs a new float before the spring tides.\n",
    "src/salinity_model.py": MODEL,
    "src/tide_table.py": '"""Which tides are coming?"""\n\nfrom salinity_model import Gauge, salinity\n\n\n'
    "def at_high_tide(gauges: list[Gauge]) -> dict[str, float]:\n    return {one.name: salinity(4, 0) for one in gauges}\n",
    "src/plot.py": "import matplotlib.pyplot as plt\n\n\ndef salinity_by_depth(rows):\n    plt.plot([row.depth for row in rows])\n",
    "data/depths.csv": "gauge,depth_m,salinity\nHarbour wall,1,33.1\nHarbour wall,6,33.8\nOld ferry,1,22.4\nOld ferry,4,27.1\nMill bridge,1,8.0\n",
    "README.md": "# Estuary\n\nTides, salinity and depths of the Skerrow. Start with [the guide](docs/guide.md).\n",
}


def lay(folder: Path) -> None:
    """Write the workspace."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    cells = [
        nbformat.v4.new_markdown_cell("# Forty tides\n\nHow does salinity follow the tide at the old ferry?"),
        nbformat.v4.new_code_cell("tides = read('data/depths.csv')\ntides.groupby('gauge').salinity.mean()"),
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), str(folder / "forty_tides.ipynb"))
    with pymupdf.open() as book:
        for text in PAGES:
            book.new_page().insert_text((72, 96), text, fontsize=12)
        book.save(str(folder / "docs" / "tide-tables.pdf"))


def until(what: Callable[[], object]) -> None:
    """Let the window live until something holds."""
    loop = QEventLoop()
    timer = QTimer(interval=10)
    timer.timeout.connect(lambda: loop.quit() if what() else None)
    timer.start()
    QTimer.singleShot(PATIENCE_MS, loop, lambda: sys.exit("the window did not come to show what was waited for"))
    if not what():
        loop.exec()
    timer.stop()


def pause(for_ms: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(for_ms, loop.quit)
    loop.exec()


def at_rest(window: Window) -> QImage:
    """The window as it is on the screen, when two looks at it show the same."""
    last = None
    while True:
        shown = window.screen().grabWindow(window.winId()).toImage().convertToFormat(QImage.Format.Format_RGB32)
        if last is not None and shown == last:
            return shown
        last = shown
        pause(RESTS_MS)


def save(picture: QImage, path: Path) -> None:
    """As a PNG of 256 colours: those that are most seen, then one of each shade, so that small coloured letters keep theirs."""
    width, height = picture.width(), picture.height()
    pixels = np.frombuffer(picture.constBits(), np.uint32).reshape(height, width) & 0xFFFFFF
    colours, place, counts = np.unique(pixels, return_inverse=True, return_counts=True)
    by_count = np.argsort(-counts)
    shades = colours[by_count] & 0xF0F0F0
    of_each = by_count[np.sort(np.unique(shades, return_index=True)[1])]
    kept = colours[list(dict.fromkeys([*by_count[:MOST_SEEN].tolist(), *of_each.tolist()]))[:256]]
    distances = np.abs(_channels(colours)[:, None] - _channels(kept)[None]).sum(axis=2)
    rows = distances.argmin(axis=1).astype(np.uint8)[place].reshape(height, width)
    small = QImage(np.ascontiguousarray(rows).tobytes(), width, height, width, QImage.Format.Format_Indexed8)
    small.setColorTable([QColor(int(colour)).rgb() for colour in kept])
    small.save(str(path), "PNG", 0)
    if path.stat().st_size > MOST_BYTES:
        sys.exit(f"{path.name} takes {path.stat().st_size:,} bytes")


def _channels(colours: np.ndarray) -> np.ndarray:
    return np.stack([(colours >> shift & 255).astype(np.int16) for shift in (16, 8, 0)], axis=1)


class Stage:
    """The window, brought into each of its states."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._marked: list[int] = []
        pane = self._sheet("search_dialog").findChild(ItemPane)
        pane.marks_changed.connect(lambda _, count: self._marked.append(count))

    def show(self, part: str) -> None:
        for name in ("palette", "search_dialog"):
            self._sheet(name).close_up()
        {"palette": self._palette, "search": self._search, "preview": self._preview, "settings": self._settings}[part]()

    def _sheet(self, name: str) -> Palette | SearchDialog:
        found = self._window.findChild(QWidget, name)
        assert isinstance(found, Palette | SearchDialog)
        return found

    def _type(self, name: str, text: str, shown: str) -> None:
        """Type into a sheet and wait for a row that says so."""
        sheet = self._sheet(name)
        QTest.keyClicks(sheet.findChild(QLineEdit), text)
        model = sheet.findChild(QListView).model()
        until(lambda: any(shown in str(model.index(row, 0).data()) for row in range(model.rowCount())))

    def _preview(self) -> None:
        line = GUIDE.splitlines().index("## Salinity at a depth") + 1
        self._window.show_place(Place("docs/guide.md", line, None, "salinity"), pinned=True)
        until(lambda: any(tab.mark_count for tab in self._window.findChildren(Tab) if tab.isVisible()))

    def _palette(self) -> None:
        self._window.show_place(Place("src/salinity_model.py"), pinned=True)
        self._preview()
        self._window.open_palette("")
        self._type("palette", "salin", "Gauge, salinity")

    def _search(self) -> None:
        self._window.open_search("")
        self._type("search_dialog", "salinity tide", "guide.md")
        until(lambda: any(self._marked))  # in the other theme the same hit is marked already

    def _settings(self) -> None:
        self._window.show_settings()


def main() -> None:
    parts = sys.argv[1:] or ["preview", "palette", "search", "settings"]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SLEUTH_HOME"] = str(Path(folder) / "home")
        os.environ["HOME"] = os.environ["USERPROFILE"] = folder  # whose chats are nobody's
        workspace = Path(folder) / "estuary"
        lay(workspace)
        app.prepare()
        qt = QApplication([])
        qt.setCursorFlashTime(0)  # a caret that blinks is never at rest
        install(qt)
        window = Window(WindowState(), workspace)
        window.resize(*SIZE)
        window.show()
        jobs = window.jobs
        assert jobs is not None
        until(lambda: not jobs.is_scanning and jobs.status is not None)
        window.findChild(QTreeView).expandAll()
        QCursor.setPos(window.screen().geometry().bottomRight())  # no row is under the mouse
        take_all(window, parts)
        window.close()


def take_all(window: Window, parts: list[str]) -> None:
    """Each part in both themes: what was made for the one is seen in the other."""
    stage = Stage(window)
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name in ("light", "dark"):
        window.set_theme(name)
        for part in parts:
            stage.show(part)
            save(at_rest(window), PICTURES / f"{part}-{name}.png")


def on_a_screen() -> None:
    """Start again on a screen of its own, where there is a program for that."""
    if "DISPLAY" not in os.environ and "QT_QPA_PLATFORM" not in os.environ and shutil.which("xvfb-run"):
        os.environ["QT_QPA_PLATFORM"] = "xcb"
        command = ["xvfb-run", "-a", "-s", "-screen 0 1400x1000x24", sys.executable, *sys.argv]
        os.execvp(command[0], command)  # noqa: S606, these words are ours
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen" if sys.platform == "linux" and "DISPLAY" not in os.environ else "")


if __name__ == "__main__":
    on_a_screen()
    main()
