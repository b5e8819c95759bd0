"""A notebook is shown cell by cell, marked, at its place."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("PySide6")
pytest.importorskip("PySide6.QtWebEngineWidgets")

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from sleuth.engine.reading import read_file
from sleuth.ingest.readers import worker
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.notebook.view import NotebookViewer
from sleuth.ui.viewers.web.formulas import helper
from sleuth.ui.viewers.web.locked import WORLD, LockedPage

LONG_MS = 20_000
REF = "analysis.ipynb"


def _code(source: str, *outputs: dict[str, Any]) -> dict[str, Any]:
    return {"cell_type": "code", "execution_count": 1, "metadata": {}, "source": source, "outputs": outputs}


TABLE = {"output_type": "execute_result", "execution_count": 1, "metadata": {},
         "data": {"text/html": "<script>document.title = 'ran'</script>", "text/plain": "depth\nsalinity of the table"}}  # fmt: skip
CELLS = [
    {"cell_type": "markdown", "metadata": {}, "source": "# Salinity\n\nMean *salinity* by depth."},
    *(_code(f"value = {number}\nprint(value)\n" + "# more\n" * 6) for number in range(20)),
    _code("first = 1\nsecond = salinity(first)\n" + "# more\n" * 6, TABLE),
    *(_code(f"value = {number}\n" + "# more\n" * 6) for number in range(20)),
]


@pytest.fixture
def viewer(qtbot: QtBot, light: None, workspace: Path) -> Iterator[NotebookViewer]:
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": CELLS}
    (workspace / REF).write_text(json.dumps(notebook), encoding="utf-8")
    viewer = NotebookViewer()
    qtbot.addWidget(viewer)
    viewer.resize(800, 500)
    viewer.show()
    yield viewer
    viewer.release()
    worker.shared().close()
    helper().close()


def opened(qtbot: QtBot, viewer: NotebookViewer, workspace: Path, **place: Any) -> list[int]:
    reading = read_file(workspace, REF, workspace / REF, "salinity")
    with qtbot.waitSignal(viewer.marks_changed, timeout=LONG_MS) as told:
        viewer.show_reading(reading, Place(REF, query="salinity", **place))
    return list(told.args)


def ask(qtbot: QtBot, viewer: NotebookViewer, script: str) -> Any:
    answers: list[Any] = []
    viewer.findChild(LockedPage).runJavaScript(f"JSON.stringify({script})", WORLD, answers.append)
    qtbot.waitUntil(lambda: bool(answers), timeout=LONG_MS)
    return json.loads(answers[0])


OWN = """(() => { const [range] = CSS.highlights.get("own"); const box = range.getBoundingClientRect();
  const home = range.startContainer.parentElement;
  return [home.closest("[data-section]").dataset.section, home.closest("[data-line]").dataset.line,
    box.top >= 0 && box.bottom <= innerHeight]; })()"""


@pytest.mark.parametrize(
    ("section", "line", "current"),
    [("cell 1", 3, 2), ("cell 22", 2, 3), ("cell 22", 10, 4)],
)
def test_it_opens_at_a_line_of_a_cell(
    qtbot: QtBot, viewer: NotebookViewer, workspace: Path, section: str, line: int, current: int
) -> None:
    """In text, in code and in an output, the hit's own mark is the one of that line, and is in view."""
    assert opened(qtbot, viewer, workspace, section=section, line=line) == [current, 4]
    assert ask(qtbot, viewer, OWN) == [section, str(line), True]
    assert viewer.place() == Place(REF, line, section, "salinity")


def test_a_cell_without_a_line_is_shown_from_its_start(
    qtbot: QtBot, viewer: NotebookViewer, workspace: Path
) -> None:
    """Its first mark is the hit's own."""
    assert opened(qtbot, viewer, workspace, section="cell 22") == [3, 4]
    top = """document.querySelector('[data-section="cell 22"]').getBoundingClientRect().top"""
    assert 0 <= ask(qtbot, viewer, top) < 100


def test_the_place_is_a_cell_and_its_line(qtbot: QtBot, viewer: NotebookViewer, workspace: Path) -> None:
    """Where the person scrolls to is told as hits tell it."""
    opened(qtbot, viewer, workspace)
    with qtbot.waitSignal(viewer.place_changed, timeout=LONG_MS):
        ask(
            qtbot,
            viewer,
            """(document.querySelector('[data-section="cell 9"] [data-line="2"]').scrollIntoView(), 1)""",
        )
    assert viewer.place() == Place(REF, 2, "cell 9", "salinity")


def test_html_outputs_are_text(qtbot: QtBot, viewer: NotebookViewer, workspace: Path) -> None:
    """The plain form of a table is shown, and no script of the rich one runs."""
    opened(qtbot, viewer, workspace)
    assert "salinity of the table" in ask(qtbot, viewer, "document.body.textContent")
    assert ask(qtbot, viewer, "[document.title, document.scripts.length]") == [REF, 0]


def test_a_formula_of_a_cell_is_drawn_and_marked(
    qtbot: QtBot, viewer: NotebookViewer, workspace: Path
) -> None:
    """A word of how it is written marks it."""
    cell = {"cell_type": "markdown", "metadata": {}, "source": "Mean:\n$$\\bar{x} = \\frac{salinity}{n}$$"}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [CELLS[1], cell]}
    (workspace / REF).write_text(json.dumps(notebook), encoding="utf-8")
    assert opened(qtbot, viewer, workspace, section="cell 2", line=2) == [1, 1]
    own = "[...document.querySelectorAll('[data-section=\"cell 2\"] [data-own] mfrac')].length"
    assert ask(qtbot, viewer, own) == 1


def test_the_gutter_is_not_found(qtbot: QtBot, viewer: NotebookViewer, workspace: Path) -> None:
    """What we write beside a cell is no part of its text."""
    opened(qtbot, viewer, workspace)
    with qtbot.waitSignal(viewer.marks_changed, timeout=LONG_MS) as told:
        viewer.find_text("In [1]")
    assert told.args == [0, 0]


def test_a_file_that_went_meanwhile_is_told(qtbot: QtBot, viewer: NotebookViewer, workspace: Path) -> None:
    """A sentence stands in the page's place."""
    reading = read_file(workspace, REF, workspace / REF, "")
    (workspace / REF).write_text("{", encoding="utf-8")
    viewer.show_reading(reading, Place(REF))
    label = viewer.findChild(QLabel)
    qtbot.waitUntil(label.isVisible, timeout=LONG_MS)
    assert "not JSON" in label.text()
