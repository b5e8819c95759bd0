"""How fast is the window: shown, palette, keys, while a scan runs; how much memory does it take?

    python -m tests.bench.window --tree DIR [--runs 7] [--queries 24] [--only start,open,keys,scan,memory,scroll]

Each figure stands beside a floor taken in the same run: PySide6's empty QMainWindow in a fresh process, an idle event loop,
or the engine's own search. Under the platform that QT_QPA_PLATFORM names, else offscreen; pictures are painted in memory
by both offscreen and xcb, so `xvfb-run` with QT_QPA_PLATFORM=xcb adds only the way to the X server.

Budgets: shown 1 s from cold start, palette open 50 ms, keystroke to painted hits p95 100 ms, an event loop that is less
than 8 ms late in 99 of 100 ticks while a scan runs, 250 MB.
"""

import os
import sys
import time
from pathlib import Path
from typing import Any

from tests.bench.measuring import (
    Run,
    arguments,
    fresh_home,
    heading,
    median,
    paired,
    percentile,
    python,
    table,
    timed,
)
from tests.bench.queries import draw

_PAGES_OF = 10_500
_TYPED = ("rare word", "common word", "middling word", "two words", "identifier", "question", "name")

# Both print how long it took from `began` (a monotonic clock that all processes share) until the first painting was done.
FLOOR = """
import os, sys, time
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        QTimer.singleShot(0, done)
def done():
    took = time.monotonic() - float(sys.argv[1])
    import psutil
    print([took, psutil.Process().memory_info().rss / 1e6], flush=True)
    os._exit(0)
app = QApplication([])
window = Window()
window.resize(1200, 780)
window.show()
app.exec()
"""
START = """
import os, sys, time
from PySide6.QtCore import QEvent, QTimer
from sleuth.ui.app import app
from sleuth.ui.window.window import Window
class Painted(Window):
    def event(self, event):
        handled = super().event(event)
        if event.type() == QEvent.Type.UpdateRequest:  # the whole window was painted by it
            QTimer.singleShot(0, done)
        return handled
def done():
    print([time.monotonic() - float(sys.argv[1]), 0], flush=True)
    os._exit(0)
app.Window = Painted
app.run([sys.argv[2]])
"""


def inside(what: str, tree: Path, *texts: str) -> Any:
    """A measure of `window_inside`, in a fresh process."""
    return timed([sys.executable, "-m", "tests.bench.window_inside", what, str(tree), *texts]).value()


def shown(code: str, *values: object) -> list[float]:
    """Seconds from the start of the process, and megabytes."""
    run: Run = python(code, time.monotonic(), *values)
    found: list[float] = run.value()
    return found


def start(tree: Path, runs: int) -> None:
    shown(START, tree), shown(FLOOR)  # files come into the system's cache
    ours, floor = paired(runs, lambda: shown(START, tree)[0], lambda: shown(FLOOR)[0])
    heading(f"cold start until the window is painted, {runs} runs in turns")
    rows: list[list[object]] = [["s", "least", "median", "most", "budget"]]
    rows.append([f"on {tree.name}, indexed", min(ours), median(ours), max(ours), 1.0])
    rows.append(["an empty QMainWindow", min(floor), median(floor), max(floor), ""])
    table(rows)
    print(f"ratio {median([a / b for a, b in zip(ours, floor, strict=True)]):.2f}")


def palette(tree: Path) -> None:
    figures = inside("open", tree)
    heading("Ctrl+K until the palette is painted")
    again = figures["again"]
    table(
        [
            ["ms", "median", "p95", "most", "budget"],
            ["the first time", figures["first"], "", "", 50],
            ["again", median(again), percentile(again, 0.95), max(again), 50],
        ]
    )


def texts_of(tree: Path, count: int) -> list[str]:
    """What is typed: queries of several classes, drawn from the tree."""
    from tests.bench.search_latency import searchable

    from sleuth.engine.workspace import Workspace

    workspace = Workspace.open(tree)
    drawn = [text for name, text in draw(searchable(workspace), tree) if name in _TYPED]
    workspace.close()
    return drawn[:: max(len(drawn) // count, 1)][:count]


def keys(tree: Path, count: int) -> None:
    texts = texts_of(tree, count)
    figures = inside("keys", tree, *texts)
    searches = engine_alone(tree, texts)
    heading(f"a key until its hits are painted, {sum(map(len, texts))} keys of {len(texts)} queries, one every 120 ms")
    rows: list[list[object]] = [["ms", "p50", "p95", "most", "budget (p95)"]]
    for name in ("palette", "dialog"):
        of = figures[name]
        rows.append([name, median(of), percentile(of, 0.95), max(of), 100])
    rows.append(["the engine's search alone", median(searches), percentile(searches, 0.95), max(searches), ""])
    table(rows)
    for name in ("palette", "dialog"):
        print(f"{name}: p95 is {percentile(figures[name], 0.95) / percentile(searches, 0.95):.1f} × the search's")
    print(f"memory after them: {figures['mb']:.0f} MB")


def engine_alone(tree: Path, texts: list[str]) -> list[float]:
    """The same keystrokes, searched in this process with nothing else in it."""
    from tests.bench.search_latency import ask

    from sleuth.engine.workspace import SearchOptions, Workspace

    workspace = Workspace.open(tree)
    workspace.search("the", SearchOptions())
    took = [ask(workspace, text[:length])[0] for text in texts for length in range(1, len(text) + 1) if text[length - 1] != " "]
    workspace.close()
    return took


def scan(tree: Path) -> None:
    with fresh_home():
        figures = inside("scan", tree)
    heading(f"how late a tick of 10 ms comes during the first scan ({figures['took_s']:.1f} s)")
    rows: list[list[object]] = [["ms late", "ticks", "p50", "p99", "most", "under 8 ms"]]
    for name, of in (("while it scans", figures["busy"]), ("idle, afterwards", figures["idle"])):
        share = sum(late < 8 for late in of) / len(of)
        rows.append([name, len(of), median(of), percentile(of, 0.99), max(of), f"{share:.2%}"])
    table(rows)
    print("budget: 99 % under 8 ms")


def memory(tree: Path, runs: int) -> None:
    ours, floor = paired(runs, lambda: inside("memory", tree), lambda: shown(FLOOR)[1])
    heading(f"resident memory with the window open on {tree.name}, {runs} runs in turns")
    table([["MB", "median", "budget"], ["window, nothing rendered", median(ours), 250], ["an empty QMainWindow", median(floor), ""]])
    print(f"ratio {median(ours) / median(floor):.2f}")


def scroll() -> None:
    with fresh_home() as folder:
        tree = many(folder / "many")
        timed([sys.executable, "-m", "sleuth", "reindex", "-w", str(tree)])
        figures = inside("scroll", tree, "harbour")
    heading(f"{figures['hits']:,} hits scrolled through page by page")
    took, waits = figures["took"], figures["waits"]
    rows: list[list[object]] = [["ms", "times", "median", "p95", "most"]]
    rows.append(["a page until it is painted", len(took), median(took), percentile(took, 0.95), max(took)])
    if waits:
        rows.append(["the end until more rows are there", len(waits), median(waits), percentile(waits, 0.95), max(waits)])
    table(rows)
    print(f"pages painted blank: {figures['blank']}")


def many(tree: Path) -> Path:
    """A tree of so many small files that all hold one word."""
    for number in range(_PAGES_OF):
        path = tree / f"bay{number % 100:02}" / f"log{number:05}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"Log {number}\n\nThe harbour had {number % 7} boats in it.\nWind from {number % 360} degrees.\n", "utf-8")
    return tree


def measure(tree: Path, runs: int, count: int, only: str) -> None:
    timed([sys.executable, "-m", "sleuth", "reindex", "-w", str(tree)])
    parts = {
        "start": lambda: start(tree, runs),
        "open": lambda: palette(tree),
        "keys": lambda: keys(tree, count),
        "memory": lambda: memory(tree, 3),
        "scan": lambda: scan(tree),
        "scroll": scroll,
    }
    for name, part in parts.items():
        if not only or name in only.split(","):
            part()


if __name__ == "__main__":
    given = arguments(__doc__, runs=7, queries=24, only="")
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    print(f"Qt's platform: {os.environ['QT_QPA_PLATFORM']}")
    for one in given.tree:
        with fresh_home():
            measure(one.resolve(), given.runs, given.queries, given.only)
