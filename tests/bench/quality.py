"""How good is the ranking, by the evaluation set that lies beside the clone?

    python -m tests.bench.quality [--eval ../shared/eval] [--trees FOLDER] [anything that evaluate.py takes]

Runs its scorer with the engine as shipped (tests/rivers/adapter.py) and prints its table.
"""

import argparse
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--eval", type=Path, default=REPOSITORY.parent / "shared" / "eval")
    parser.add_argument("--trees", type=Path)
    given, rest = parser.parse_known_args()
    scorer = given.eval / "evaluate.py"
    if not scorer.is_file():
        print(f"{scorer} is not there: nothing was measured")
        return 1
    command = [sys.executable, str(scorer), "--adapter", f"{REPOSITORY / 'tests/rivers/adapter.py'}:Engine"]
    if given.trees is not None:
        command += ["--trees", str(given.trees)]
    return subprocess.run([*command, *rest], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
