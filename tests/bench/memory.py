"""How much memory do the first index and a mix of searches take at their peak?

    python -m tests.bench.memory --tree DIR [--tree DIR …]

Resident memory of the process as the system counted it; helper processes (PDFs) are not in it. Budget on a
kernel's gigabyte: 600 MB.
"""

import sys
from pathlib import Path

from tests.bench.measuring import arguments, fresh_home, heading, table, timed

SEARCHES = """
import json, sys
from pathlib import Path
from sleuth.engine.workspace import Workspace
from tests.bench.measuring import own_peak_mb
from tests.bench.queries import draw
from tests.bench.search_latency import ask, searchable
workspace = Workspace.open(Path(sys.argv[1]))
refs = searchable(workspace)
queries = draw(refs, Path(sys.argv[1]))
del refs
before = own_peak_mb()
ask(workspace, "word")
first = own_peak_mb()
for _, text in queries:
    ask(workspace, text)
print(json.dumps([before, first, own_peak_mb()]))
"""


def measure(tree: Path) -> None:
    heading(f"peak memory in {tree.name}")
    index = timed([sys.executable, "-m", "sleuth", "reindex", "-w", str(tree)])
    again = timed([sys.executable, "-m", "sleuth", "reindex", "-w", str(tree)])
    one = timed([sys.executable, "-m", "sleuth", "search", "--no-scan", "-w", str(tree), "word"], good=(0, 1))
    drawn, first, mix = timed([sys.executable, "-c", SEARCHES, str(tree)]).value()
    table(
        [
            ["MB", "peak"],
            ["first index", index.peak_mb],
            ["unchanged rescan", again.peak_mb],
            ["sleuth search --no-scan word", one.peak_mb],
            ["200 searches in one process", float(mix)],
            ["of which before the first (drawing the queries)", float(drawn)],
            ["after the first", float(first)],
        ]
    )


if __name__ == "__main__":
    given = arguments(__doc__)
    for one in given.tree:
        with fresh_home():
            measure(one.resolve())
