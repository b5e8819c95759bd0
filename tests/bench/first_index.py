"""How long does the first index of a tree take, beside others?

    python -m tests.bench.first_index --tree DIR [--tree DIR …] [--pairs 3] [--recoll 1]

Compares, each in a fresh process with a fresh home, in turns:

- sleuth: the first `sleuth search`, after which every file is found (substrings and compressed texts included);
- and all else: `sleuth reindex`, which reads a repository's history and parses the sources for symbols, too: the window does so
  after the files can be searched, a command line when it is asked for them;
- floor: reading every file that git lists (or that a walk finds) and one plain FTS5 table with the content
  stored, `unicode61`, in one transaction;
- recollindex (Debian's recollcmd) with a configuration of nothing but the tree, where it is installed. It skips
  some kinds of file that we read and reads some that we skip; the number of its documents is printed.

Budgets: 15 times faster than recollindex, at most twice the floor, index at most 0.9 of the text.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench.measuring import Run, arguments, fresh_home, heading, median, table, timed

FLOOR = """
import json, os, subprocess, sys, apsw
root = sys.argv[1]
listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], capture_output=True)
if listed.returncode == 0:
    names = [os.fsdecode(name) for name in listed.stdout.split(b"\\0") if name]
else:
    names = [os.path.join(os.path.relpath(top, root), name) for top, _, files in os.walk(root) for name in files]
db = apsw.Connection(sys.argv[2])
db.pragma("journal_mode", "wal"); db.pragma("synchronous", "off"); db.pragma("cache_size", -32768)
db.execute("CREATE VIRTUAL TABLE t USING fts5 (path, text, tokenize = 'unicode61')")
total = 0
with db:
    for name in names:
        path = os.path.join(root, name)
        if os.path.islink(path) or not os.path.isfile(path):
            continue
        with open(path, "rb") as file:
            data = file.read()
        if b"\\0" in data[:8192]:
            continue
        total += len(data)
        db.execute("INSERT INTO t VALUES (?, ?)", (name.encode("utf-8", "replace").decode(), data.decode("utf-8", "replace")))
db.close()
print(json.dumps({"bytes": total}))
"""


def sleuth(tree: Path) -> tuple[Run, int, int]:
    """The process, the index's bytes and the text's."""
    return _sleuth(tree, "search", "qqzxvjjwqk")


def all_else(tree: Path) -> tuple[Run, int, int]:
    return _sleuth(tree, "reindex")


def _sleuth(tree: Path, *command: str) -> tuple[Run, int, int]:
    with fresh_home():
        run = timed([sys.executable, "-m", "sleuth", command[0], "-w", str(tree), *command[1:]], good=(0, 1))
        status = json.loads(timed([sys.executable, "-m", "sleuth", "status", "-w", str(tree), "--json"]).out)
        return run, status["index_bytes"], status["text_bytes"]


def floor(tree: Path) -> tuple[Run, int, int]:
    with tempfile.TemporaryDirectory(prefix="sleuth-bench-") as folder:
        index = Path(folder, "floor.db")
        run = timed([sys.executable, "-c", FLOOR, str(tree), str(index)])
        return run, index.stat().st_size, run.value()["bytes"]


def recoll(tree: Path) -> tuple[Run, int, int]:
    with tempfile.TemporaryDirectory(prefix="sleuth-bench-") as folder:
        configuration = Path(folder, "recoll")
        configuration.mkdir()
        (configuration / "recoll.conf").write_text(
            f"topdirs = {tree}\nindexallfilenames = 0\nfollowLinks = 0\nloglevel = 1\nskippedPaths =\nskippedNames = .git\n"
        )
        run = timed(["recollindex", "-c", str(configuration), "-z"], good=(0, 1))
        size = sum(path.stat().st_size for path in (configuration / "xapiandb").iterdir())
        asked = subprocess.run(["xapian-delve", str(configuration / "xapiandb")], capture_output=True, text=True, check=False) if shutil.which("xapian-delve") else None
        if asked is not None:
            print(*[line for line in asked.stdout.splitlines() if "number of documents" in line])
        return run, size, 0


def measure(tree: Path, pairs: int, recoll_runs: int) -> None:
    heading(f"first index of {tree.name}")
    ways = {"sleuth": sleuth, "reading + one FTS5 table": floor}
    runs: dict[str, list[tuple[Run, int, int]]] = {name: [] for name in ways}
    for _ in range(pairs):
        for name, way in ways.items():
            runs[name].append(way(tree))
    runs["sleuth, and all else"] = [all_else(tree)]
    if recoll_runs and shutil.which("recollindex"):
        runs["recollindex"] = [recoll(tree) for _ in range(recoll_runs)]
    else:
        print("recollindex is left out" if shutil.which("recollindex") else "recollindex is not installed: left out")
    text = runs["sleuth"][0][2]
    ours = median([run.wall_s for run, _, _ in runs["sleuth"]])
    rows: list[list[object]] = [["", "wall s", "cpu s", "MB/s", "index MB", "÷ text", "peak MB", "sleuth's time ÷ its"]]
    for name, of in runs.items():
        wall = median([run.wall_s for run, _, _ in of])
        cpu, peak = median([run.cpu_s for run, _, _ in of]), max(run.peak_mb for run, _, _ in of)
        rows.append([name, wall, cpu, text / 1e6 / wall, of[0][1] / 1e6, of[0][1] / text, peak, ours / wall])
    table(rows)
    print(f"text: {text:,} bytes; medians of {pairs} runs in turns")


if __name__ == "__main__":
    given = arguments(__doc__, pairs=3, recoll=1)
    for one in given.tree:
        measure(one.resolve(), given.pairs, given.recoll)
