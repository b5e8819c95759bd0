"""What do the benchmarks share? Fresh homes, processes that are timed, paired runs, small tables.

Two things that are compared run in turns, A B A B …, and medians are compared: a machine that slows down
slows both.
"""

import argparse
import json
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Run:
    """One process, to its end."""

    wall_s: float
    cpu_s: float
    peak_mb: float
    out: str

    def value(self) -> Any:
        """The JSON in its last line."""
        return json.loads(self.out.strip().splitlines()[-1])


def arguments(doc: str | None, **defaults: Any) -> argparse.Namespace:
    """`--tree DIR …` and whatever else the script takes, with its module's docstring as help."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=Path, action="append", required=True, help="a folder to index; may be given again")
    for name, default in defaults.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    return parser.parse_args()


@contextmanager
def fresh_home() -> Iterator[Path]:
    """A SLEUTH_HOME of its own, for this process and those it starts."""
    folder = Path(tempfile.mkdtemp(prefix="sleuth-bench-"))
    before = os.environ.get("SLEUTH_HOME")
    os.environ["SLEUTH_HOME"] = str(folder / "home")
    try:
        yield folder
    finally:
        if before is None:
            del os.environ["SLEUTH_HOME"]
        else:
            os.environ["SLEUTH_HOME"] = before
        shutil.rmtree(folder)


def timed(command: Sequence[str], good: tuple[int, ...] = (0,), **options: Any) -> Run:
    """Run a process; its own time and peak memory, by wait4."""
    with tempfile.TemporaryFile("w+") as out:
        began = time.perf_counter()
        process = subprocess.Popen(list(command), stdout=out, stderr=subprocess.DEVNULL, **options)
        _, waited, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(waited)
        if process.returncode not in good:
            raise RuntimeError(f"{command} ended with {process.returncode}")
        out.seek(0)
        kilobytes = usage.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
        return Run(wall, usage.ru_utime + usage.ru_stime, kilobytes / 1e3, out.read())


def python(code: str, *values: object) -> Run:
    """Run Python code in a process of its own; it finds `values` in sys.argv."""
    return timed([sys.executable, "-c", code, *map(str, values)])


def paired(pairs: int, *measures: Callable[[], float]) -> list[list[float]]:
    """Take each measure in turn, as often as `pairs` says; the figures of each."""
    figures: list[list[float]] = [[] for _ in measures]
    for _ in range(pairs):
        for measure, of in zip(measures, figures, strict=True):
            of.append(measure())
    return figures


def median(figures: Sequence[float]) -> float:
    return statistics.median(figures)


def percentile(figures: Sequence[float], share: float) -> float:
    """The nearest-rank percentile."""
    ordered = sorted(figures)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def own_peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def heading(title: str) -> None:
    """The title, and what is needed to compare the figures with others."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    print(
        f"\n# {title} — {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, Python {platform.python_version()},"
        f" {os.cpu_count()} cores, load {load:.1f}"
    )


def table(rows: Sequence[Sequence[object]]) -> None:
    """Rows as columns that line up, the first row being the header; numbers on the right."""
    cells = [[_shown(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    for number, row in enumerate(cells):
        print("  ".join(cell.ljust(width) if not column else cell.rjust(width) for column, (cell, width) in enumerate(zip(row, widths, strict=True))))
        if not number:
            print("  ".join("-" * width for width in widths))


def _shown(cell: object) -> str:
    if isinstance(cell, float):
        return f"{cell:.3g}" if abs(cell) < 100 else f"{cell:,.0f}"
    return f"{cell:,}" if isinstance(cell, int) else str(cell)
