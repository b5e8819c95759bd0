"""What does a window's own process measure of itself? One line of JSON a measure.

    python -m tests.bench.window_inside (open | keys | scan | memory | scroll) TREE [TEXT …]

Started by `tests.bench.window`. Waiting is Qt's own event loop throughout: processEvents in a loop of Python's would keep
the lanes from running. What is painted is told by a filter on the one widget that is looked at, never on the application.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListView, QMainWindow, QWidget

_PATIENCE_MS = 300_000
# A quick typist's keys: 100 words a minute.
_KEYS_MS = 120


class Painted(QObject):
    """Counts a widget's paintings."""

    def __init__(self, widget: QWidget, then: Callable[[], None]) -> None:
        super().__init__(widget)
        self._then = then
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            QTimer.singleShot(0, self._then)  # after the painting that begins now
        return False


def until(what: Callable[[], object], every_ms: int = 2) -> None:
    """Let the event loop run until something holds."""
    loop = QEventLoop()
    timer = QTimer(interval=every_ms)
    timer.timeout.connect(lambda: loop.quit() if what() else None)
    timer.start()
    QTimer.singleShot(_PATIENCE_MS, loop, lambda: sys.exit("it did not come about in time"))
    if not what():
        loop.exec()
    timer.stop()


def rest(for_ms: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(for_ms, loop.quit)
    loop.exec()


def megabytes() -> float:
    return psutil.Process().memory_info().rss / 1e6


def opened(tree: Path, is_scanned: bool = True) -> QMainWindow:
    """The product's window on a tree, as the application makes it; by default when its scan has ended."""
    from sleuth.ui.app import app

    app.prepare()
    qt = QApplication([])
    made = app.Application(qt)
    made.open_folder(str(tree))
    window = made._windows[0]
    window.resize(1240, 800)
    window.made_by = made  # type: ignore[attr-defined]
    jobs = window.jobs
    assert jobs is not None
    if is_scanned:
        until(lambda: not jobs.is_scanning and jobs.status is not None)
        rest(300)
    return window


class Sheet:
    """The palette or the dialog, typed into; tells when hits for what is typed are on the screen."""

    def __init__(self, sheet: QWidget) -> None:
        self._sheet = sheet
        self.field, self.list = sheet._field, sheet._list  # type: ignore[attr-defined]
        self._is_answered = False
        self._waiting: list[float] = []
        self.took_ms: list[float] = []
        real = sheet._found  # type: ignore[attr-defined]

        def found(*news: object) -> None:
            real(*news)
            self._is_answered = True
            self.list.viewport().update()  # also where the rows are the same

        sheet._found = found  # type: ignore[attr-defined]
        Painted(self.list.viewport(), self._painted)
        left = getattr(sheet, "_left", None)
        if left is not None:
            Painted(left, self._painted)

    def _painted(self) -> None:
        if self._is_answered:
            now = time.perf_counter()
            self.took_ms += [1e3 * (now - began) for began in self._waiting]
            self._waiting, self._is_answered = [], False

    def type(self, text: str, every_ms: int) -> None:
        """One key after another; the figures are in `took_ms` when hits for the last one are on the screen."""
        self.field.clear()
        rest(60)
        for letter in text:
            self._is_answered = False
            self._waiting.append(time.perf_counter())
            QTest.keyClick(self.field, letter)
            if letter == " ":
                self._waiting.pop()  # changes nothing that is searched for
            rest(every_ms)
        until(lambda: not self._waiting)


def measure_open(tree: Path, _texts: list[str]) -> object:
    """Ctrl+K until the palette is painted, the first time and then again and again."""
    window = opened(tree)
    palette = window._palette  # type: ignore[attr-defined]
    painted = [False]
    Painted(palette._list.viewport(), lambda: painted.__setitem__(0, True))
    took = []
    for _ in range(31):
        painted[0] = False
        began = time.perf_counter()
        window.open_palette("")  # type: ignore[attr-defined]
        until(lambda: painted[0], every_ms=1)
        took.append(1e3 * (time.perf_counter() - began))
        palette.close_up()
        rest(30)
    window.close()
    return {"first": took[0], "again": took[1:]}


def measure_keys(tree: Path, texts: list[str]) -> object:
    window = opened(tree)
    window.open_palette("")  # type: ignore[attr-defined]
    rest(200)
    palette = Sheet(window._palette)  # type: ignore[attr-defined]
    for text in texts:
        palette.type(text, _KEYS_MS)
    window.open_search("")  # type: ignore[attr-defined]
    rest(200)
    dialog = Sheet(window._search)  # type: ignore[attr-defined]
    for text in texts:
        dialog.type(text, _KEYS_MS)
    used = megabytes()
    window.close()
    return {"palette": palette.took_ms, "dialog": dialog.took_ms, "mb": used}


class Ticks:
    """How late does a timer of 10 ms come?"""

    def __init__(self) -> None:
        self.late_ms: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer(interval=10, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        now = time.perf_counter()
        self.late_ms.append(max(1e3 * (now - self._last) - 10, 0))
        self._last = now

    def stop(self) -> list[float]:
        self._timer.stop()
        return self.late_ms


def measure_scan(tree: Path, _texts: list[str]) -> object:
    """Ticks in an idle event loop, then while the first scan runs."""
    window = opened(tree, is_scanned=False)
    began = time.perf_counter()
    jobs = window.jobs  # type: ignore[attr-defined]
    rest(250)  # the window's own first painting is no scan
    ticks = Ticks()
    until(lambda: not jobs.is_scanning, every_ms=50)
    busy, took = ticks.stop(), time.perf_counter() - began
    until(lambda: jobs.status is not None)
    rest(500)
    ticks = Ticks()
    rest(3_000)
    idle = ticks.stop()
    window.close()
    return {"busy": busy, "idle": idle, "took_s": took}


def measure_memory(tree: Path, _texts: list[str]) -> object:
    window = opened(tree)
    used = megabytes()
    window.close()
    return used


def measure_scroll(tree: Path, texts: list[str]) -> object:
    """Page after page to the end of all hits: how long until it is painted, and how often the list had to wait for rows."""
    window = opened(tree)
    window.open_search("")  # type: ignore[attr-defined]
    dialog = window._search  # type: ignore[attr-defined]
    sheet = Sheet(dialog)
    sheet.type(texts[0], 1)
    hits: QListView = dialog._list
    model, bar = hits.model(), hits.verticalScrollBar()
    painted = [False]
    Painted(hits.viewport(), lambda: painted.__setitem__(0, True))
    total = dialog._answer.total
    took, waits, blank = [], [], 0
    while True:
        before, painted[0] = bar.value(), False
        began = time.perf_counter()
        bar.setValue(before + bar.pageStep())
        if bar.value() == before:  # at the end of what is there
            count = model.rowCount()
            if count >= total:
                break
            until(lambda count=count: model.rowCount() > count, every_ms=1)  # type: ignore[misc]
            waits.append(1e3 * (time.perf_counter() - began))
            continue
        until(lambda: painted[0], every_ms=1)
        took.append(1e3 * (time.perf_counter() - began))
        blank += not hits.indexAt(hits.viewport().rect().center()).isValid()
    window.close()
    return {"hits": model.rowCount(), "took": took, "waits": waits, "blank": blank}


if __name__ == "__main__":
    what, folder, *rest_of = sys.argv[1:]
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    figures = {
        "open": measure_open,
        "keys": measure_keys,
        "scan": measure_scan,
        "memory": measure_memory,
        "scroll": measure_scroll,
    }[what](Path(folder), rest_of)
    print(json.dumps(figures))
