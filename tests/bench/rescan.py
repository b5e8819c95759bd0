"""How long does a scan take that finds nothing new, and does it write nothing?

    python -m tests.bench.rescan --tree DIR [--tree DIR …] [--pairs 5]

Beside the floor of any scan: `git ls-files -z --cached --others --exclude-standard` and one os.lstat a file in
Python. Both as a process from start to end, and both within one warm process. Budget: at most 1.5 times the floor.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from tests.bench.measuring import arguments, fresh_home, heading, median, paired, table, timed

from sleuth.engine.workspace import Workspace
from sleuth.places import workspace_folder

FLOOR = """
import os, subprocess, sys
root = sys.argv[1]
out = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], capture_output=True).stdout
for name in out.split(b"\\0"):
    if name:
        try:
            os.lstat(os.path.join(root.encode(), name))
        except OSError:
            pass
"""


def _floor_here(tree: Path) -> float:
    began = time.perf_counter()
    arguments_ = ["git", "-C", str(tree), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    out = subprocess.run(arguments_, capture_output=True, check=False).stdout
    root = str(tree).encode()
    import os

    for name in out.split(b"\0"):
        if name:
            try:
                os.lstat(root + b"/" + name)
            except OSError:
                continue
    return time.perf_counter() - began


def _look(folder: Path) -> dict[str, tuple[int, int]]:
    return {path.name: (path.stat().st_size, path.stat().st_mtime_ns) for path in folder.iterdir() if path.is_file()}


def measure(tree: Path, pairs: int) -> None:
    reindex = [sys.executable, "-m", "sleuth", "reindex", "-w", str(tree), "--json"]
    timed(reindex)
    again = json.loads(timed(reindex).out)
    heading(f"rescan of {tree.name}, unchanged ({again['read']} read, {again['dropped']} dropped)")
    folder = workspace_folder(tree) / "search"
    before = _look(folder)
    workspace = Workspace.open(tree)

    def scan_here() -> float:
        began = time.perf_counter()
        workspace.scan()
        return time.perf_counter() - began

    scan_here(), _floor_here(tree)
    here, floor_here = paired(pairs, scan_here, lambda: _floor_here(tree))
    process, floor, bare = paired(
        pairs,
        lambda: timed(reindex).wall_s,
        lambda: timed([sys.executable, "-c", FLOOR, str(tree)]).wall_s,
        lambda: timed([sys.executable, "-c", "pass"]).wall_s,
    )
    workspace.close()
    rows: list[list[object]] = [["ms, medians", "sleuth", "git ls-files + lstat", "ratio"]]
    for name, ours, theirs in (("one warm process", here, floor_here), ("process", process, floor)):
        ratio = median([a / b for a, b in zip(ours, theirs, strict=True)])
        rows.append([name, 1e3 * median(ours), 1e3 * median(theirs), ratio])
    table(rows)
    print(f"python -c pass: {1e3 * median(bare):.0f} ms")
    after = _look(folder)
    changed = [name for name in after if after[name] != before.get(name)]
    moved = [name for name in changed if before.get(name) and after[name][0] == before[name][0]]
    print(f"written by {2 * pairs + 1} scans: {', '.join(changed) or 'nothing'} (only the time of: {', '.join(moved) or 'none'})")


if __name__ == "__main__":
    given = arguments(__doc__, pairs=5, home="")
    for one in given.tree:
        if given.home:
            import os

            os.environ["SLEUTH_HOME"] = given.home
            measure(one.resolve(), given.pairs)
        else:
            with fresh_home():
                measure(one.resolve(), given.pairs)
