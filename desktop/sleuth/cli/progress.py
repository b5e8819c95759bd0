"""How far is a long scan? Shown on a terminal only, on standard error, once it takes a while."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_SHOWN_AFTER_S = 0.7


def unheard(_done: int, _total: int) -> None:
    """For when nobody looks."""


@contextmanager
def scan_progress() -> Iterator[Callable[[int, int], None]]:
    """What a scan reports its progress to."""
    if not sys.stderr.isatty():
        yield unheard
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    bar = Progress(
        TextColumn("Indexing"), BarColumn(), MofNCompleteColumn(), console=Console(stderr=True), transient=True
    )
    task = bar.add_task("scan", total=None)
    began, shown = time.monotonic(), False

    def report(done: int, total: int) -> None:
        nonlocal shown
        if not shown and time.monotonic() - began > _SHOWN_AFTER_S:
            bar.start()
            shown = True
        bar.update(task, completed=done, total=total)

    try:
        yield report
    finally:
        if shown:
            bar.stop()
