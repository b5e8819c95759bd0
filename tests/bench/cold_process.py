"""How long does one `sleuth search --no-scan WORD` take as a whole process?

    python -m tests.bench.cold_process --tree DIR [--pairs 15] [--word the]

Beside Python doing nothing, and Python importing what a search cannot do without. Files are in the system's cache.
Budget: 150 ms.
"""

import sys
from pathlib import Path

from tests.bench.measuring import arguments, fresh_home, heading, median, paired, table, timed


def measure(tree: Path, pairs: int, word: str) -> None:
    timed([sys.executable, "-m", "sleuth", "reindex", "-w", str(tree)])
    command = Path(sys.executable).with_name("sleuth")
    ways = {
        f"sleuth search --no-scan {word}": [str(command), "search", "--no-scan", "-w", str(tree), word],
        "the same with --json": [str(command), "search", "--no-scan", "--json", "-w", str(tree), word],
        "sleuth --version": [str(command), "--version"],
        "python -c pass": [sys.executable, "-c", "pass"],
        'python -c "import numpy, apsw, click"': [sys.executable, "-c", "import numpy, apsw, click"],
    }
    heading(f"cold processes in {tree.name}, {pairs} runs in turns")
    figures = paired(pairs, *[lambda of=of: timed(of, good=(0, 1)).wall_s for of in ways.values()])  # type: ignore[misc]
    table([["ms", "least", "median"], *([name, 1e3 * min(of), 1e3 * median(of)] for name, of in zip(ways, figures, strict=True))])


if __name__ == "__main__":
    given = arguments(__doc__, pairs=15, word="the", home="")
    for one in given.tree:
        if given.home:
            import os

            os.environ["SLEUTH_HOME"] = given.home
            measure(one.resolve(), given.pairs, given.word)
        else:
            with fresh_home():
                measure(one.resolve(), given.pairs, given.word)
