"""How long does a search take, warm, over 200 mixed queries?

    python -m tests.bench.search_latency --tree DIR [--tree DIR …] [--rounds 3] [--rg 12] [--slowest 10]

In one process, as the window does it; every query once a round, all rounds over the same queries. The first round is
reported by itself (nothing learnt yet but the dictionary), then the medians of the others. Beside it ripgrep
(`rg -l -i -F WORD`, files with the word) as a process over the same tree, warm, for some of the plain words.
Budgets: p95 at most 15 ms on 80 MB, 60 ms on a kernel's gigabyte; never over 250 ms.
"""

import shutil
import sys
import time
from collections import defaultdict
from pathlib import Path

from tests.bench.measuring import (
    arguments,
    fresh_home,
    heading,
    median,
    own_peak_mb,
    paired,
    percentile,
    table,
    timed,
)
from tests.bench.queries import Query, draw

from sleuth.domain.cancel import NEVER
from sleuth.domain.errors import RequestError
from sleuth.engine.workspace import SearchOptions, Workspace


def searchable(workspace: Workspace) -> list[str]:
    """The references of what is indexed, in order."""
    reader = workspace._index.reader()
    assert reader is not None
    with reader.snapshot(NEVER) as snapshot:
        return sorted(snapshot.refs(snapshot.catalog().ids.tolist()).values())


def ask(workspace: Workspace, text: str) -> tuple[float, int]:
    """Milliseconds, and how many items."""
    began = time.perf_counter()
    try:
        total = workspace.search(text, SearchOptions()).total
    except RequestError:
        total = -1
    return 1e3 * (time.perf_counter() - began), total


def measure(tree: Path, rounds: int, rg_count: int, slowest: int) -> None:
    timed([sys.executable, "-m", "sleuth", "reindex", "-w", str(tree)])
    workspace = Workspace.open(tree)
    queries = draw(searchable(workspace), tree)
    heading(f"search in {tree.name}: {len(queries)} queries, {rounds} rounds")
    first_ms, _ = ask(workspace, "the")
    figures: list[list[float]] = [[] for _ in queries]
    totals = [0] * len(queries)
    for _ in range(rounds):
        for number, (_, text) in enumerate(queries):
            took, totals[number] = ask(workspace, text)
            figures[number].append(took)
    cold = [of[0] for of in figures]
    warm = [median(of[1:] or of) for of in figures]
    rows: list[list[object]] = [["ms", "p50", "p95", "p99", "max"]]
    for name, of in (("first time", cold), ("again", warm)):
        rows.append([name, median(of), percentile(of, 0.95), percentile(of, 0.99), max(of)])
    table(rows)
    print(f"the very first search of the process: {first_ms:.0f} ms; peak memory {own_peak_mb():.0f} MB")
    _by_class(queries, cold)
    print(f"\nThe {slowest} slowest, first time:")
    order = sorted(range(len(queries)), key=lambda number: -cold[number])[:slowest]
    table([["query", "class", "ms", "again", "items"], *([queries[n][1], queries[n][0], cold[n], warm[n], totals[n]] for n in order)])
    if rg_count and shutil.which("rg"):
        _beside_rg(workspace, tree, queries, rg_count)
    elif rg_count:
        print("rg is not installed: left out")
    workspace.close()


def _by_class(queries: list[Query], cold: list[float]) -> None:
    classes: dict[str, list[float]] = defaultdict(list)
    for (name, _), took in zip(queries, cold, strict=True):
        classes[name].append(took)
    print("\nBy class, first time:")
    rows = [[name, len(of), median(of), percentile(of, 0.95), max(of)] for name, of in classes.items()]
    table([["class", "queries", "p50", "p95", "max"], *sorted(rows, key=lambda row: -float(row[4]))])  # type: ignore[arg-type]


def _beside_rg(workspace: Workspace, tree: Path, queries: list[Query], count: int) -> None:
    print("\nBeside ripgrep, ms:")
    words = [text for name, text in queries if name in ("rare word", "common word")]
    rows: list[list[object]] = [["word", "sleuth", "rg -l -i -F", "rg ÷ sleuth"]]
    for text in (words[:: max(len(words) // count, 1)])[:count]:
        ours, theirs = paired(
            3,
            lambda text=text: ask(workspace, text)[0],  # type: ignore[misc]
            lambda text=text: 1e3 * timed(["rg", "-l", "-i", "-F", text, str(tree)], good=(0, 1)).wall_s,  # type: ignore[misc]
        )
        rows.append([text, median(ours), median(theirs), median(theirs) / median(ours)])
    table(rows)


if __name__ == "__main__":
    given = arguments(__doc__, rounds=3, rg=12, slowest=10, home="")
    for one in given.tree:
        if given.home:
            import os

            os.environ["SLEUTH_HOME"] = given.home
            measure(one.resolve(), given.rounds, given.rg, given.slowest)
        else:
            with fresh_home():
                measure(one.resolve(), given.rounds, given.rg, given.slowest)
