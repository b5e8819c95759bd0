"""What does another process do over and over while a test looks on?

    python -m tests.faults.looping ROOT scan|rebuild|search|partly SECONDS [WORD PATHS…]

`search` prints the first answer that lacks one of the paths, and ends with 1; every exception ends it too.
`partly` lets pass what says that the index is not made yet.
"""

import sys
import time
from pathlib import Path

from tests.faults.driving import is_partial

from sleuth.engine.workspace import SearchOptions, Workspace


def main(root: Path, what: str, seconds: float, word: str = "", *paths: str) -> int:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        workspace = Workspace.open(root)
        if what in ("search", "partly"):
            answer = workspace.search(word, SearchOptions(limit=100_000))
            missing = set(paths) - {str(hit.path) for hit in answer.hits}
            if missing and not (what == "partly" and is_partial(answer)):
                print(f"{len(missing)} of {len(paths)} not found; notices: {answer.notices}")
                return 1
        else:
            workspace.scan(rebuild=what == "rebuild")
        workspace.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2], float(sys.argv[3]), *sys.argv[4:]))
