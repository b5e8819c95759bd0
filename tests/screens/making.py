"""What screens are tried on: a small workspace, scanned, and how to wait for a widget, or for a window's end."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs

if TYPE_CHECKING:
    from sleuth.ui.search_dialog.dialog import SearchDialog
    from sleuth.ui.window.window import Window

Opener = Callable[[Path | None], "Window"]

GUIDE = """---
title: Tide tables
---
# Tide tables

The salinity of the estuary varies with the tide.

## Depth

Mean salinity by depth, from the harbour.
"""
FILES = {
    "docs/guide.md": GUIDE,
    "docs/notes.md": "# Notes\n\nThe harbour is shallow.\n",
    "src/salinity_model.py": "def salinity(depth):\n    \"\"\"Salinity at a depth.\"\"\"\n    return 35 - depth\n",
    "src/app.py": "from salinity_model import salinity\n\nprint(salinity(3))\n",
    "data/depths.csv": "place,depth\nharbour,3\nestuary,7\n",
    ".hidden.txt": "a hidden harbour\n",
}


def lay(folder: Path, files: dict[str, str] | None = None) -> Path:
    """Write files; those of the sample where none are given."""
    for name, text in (FILES if files is None else files).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@contextmanager
def scanned(folder: Path, files: dict[str, str] | None = None) -> Iterator[WorkspaceJobs]:
    """Files, those of the sample where none are given, and the lanes of a workspace that has scanned them."""
    jobs = WorkspaceJobs(lay(folder, files))
    ended: list[object] = []
    jobs.scan_ended.connect(ended.append)
    jobs.scan()
    until(lambda: ended)
    yield jobs
    jobs.close()


@contextmanager
def searching(jobs: WorkspaceJobs) -> Iterator["SearchDialog"]:
    """A search dialog over a window."""
    from sleuth.places import workspace_key
    from sleuth.ui.search_dialog.dialog import SearchDialog
    from sleuth.ui.state import WindowState

    window = QWidget()
    window.resize(1100, 760)
    dialog = SearchDialog(jobs, WindowState(), workspace_key(jobs.root), window)
    dialog.place_in(1100, 760)
    window.show()
    dialog.open_with(None)
    yield dialog
    dialog.release()
    window.close()
    window.deleteLater()


def until(what: Callable[[], object], timeout_ms: int = 15_000) -> None:
    """Let events run until something holds; fail where it does not in time."""
    ends = time.monotonic() + timeout_ms / 1e3
    while not what():
        assert time.monotonic() < ends, "it did not come about in time"
        QTest.qWait(5)


def shut(window: "Window") -> None:
    """Close a window, and wait until it is gone."""
    if isValid(window):
        window.close()
        until(lambda: not isValid(window))


def press(widget: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(widget, key, modifier)


def typed(widget: QWidget, text: str) -> None:
    QTest.keyClicks(widget, text)


def settle() -> None:
    """Let what is pending run."""
    for _ in range(3):
        QApplication.processEvents()
