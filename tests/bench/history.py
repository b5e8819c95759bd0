"""How fast is a history read, and what does one more commit cost?

    python -m tests.bench.history REPOSITORY [REPOSITORY …] [--pairs 3]

Each is cloned first, so that nothing is changed in it. Beside the first pass: `git log` of everything that the tips lead
to, in the same format, to nowhere (budget: 4 times its time). Beside a rescan: the same of what is new (1.2 times, and
20 ms). Searches, and `git log --grep` for the same words.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.bench.measuring import fresh_home, heading, median, own_peak_mb, paired, python, table

from sleuth.domain.cancel import NEVER
from sleuth.engine.workspace import SearchOptions, Workspace
from sleuth.index.store import Store
from sleuth.ingest.history import scan_history
from sleuth.ingest.readers.git.log import CONFIGURED, FORMAT, PLAIN, WITH_PATHS

LOG = ["log", *PLAIN, *WITH_PATHS, FORMAT]
# What is timed is the history alone, in a process of its own, whose memory is told too.
FIRST = """
import json, resource, sys, time
from pathlib import Path
from sleuth.domain.cancel import NEVER
from sleuth.index.store import Store
from sleuth.ingest.history import scan_history
began = time.perf_counter()
store = Store(Path(sys.argv[2]))
report = scan_history(Path(sys.argv[1]), [], store, (), NEVER, lambda done, total: None)
store.close()
kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "darwin" else 1)
print(json.dumps([time.perf_counter() - began, report.read, kilobytes / 1e3]))
"""


def git(folder: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True, text=True).stdout.strip()


def logged(folder: Path, *tips: str) -> float:
    """Seconds that git takes to say the same to nobody."""
    began = time.perf_counter()
    subprocess.run(["git", *CONFIGURED, "-C", folder, *LOG, *tips], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def commit(folder: Path, number: int) -> str:
    """One more, upon nothing that must be checked out; the commit before it."""
    before = git(folder, "rev-parse", "HEAD")
    tree = git(folder, "rev-parse", "HEAD^{tree}")
    person = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    new = git(folder, *person, "commit-tree", tree, "-p", before, "-m", f"one more, number {number}")
    git(folder, "update-ref", "HEAD", new)
    return before


def scanned(folder: Path, index: Path) -> float:
    began = time.perf_counter()
    store = Store(index)
    scan_history(folder, [], store, (), NEVER, lambda _done, _total: None)
    store.close()
    return time.perf_counter() - began


def first_pass(folder: Path, base: Path, pairs: int) -> list[list[object]]:
    peaks: list[float] = []
    counts: list[int] = []

    def ours() -> float:
        (base / "index.db").unlink(missing_ok=True)
        # Its own memory: that of git, which maps its packs, would be told with it by whoever waits for it.
        seconds, count, peak = python(FIRST, folder, base / "index.db").value()
        peaks.append(peak)
        counts.append(count)
        return float(seconds)

    own, gits = paired(pairs, ours, lambda: logged(folder, "--all"))
    size = (base / "index.db").stat().st_size
    return [
        ["commits", counts[0], "", ""],
        ["first pass, s", median(own), median(gits), f"{median(own) / median(gits):.2f} × (4)"],
        ["peak memory, MB", max(peaks), "", ""],
        ["index, bytes a commit", size / counts[0], "", ""],
    ]


def rescans(folder: Path, index: Path, pairs: int) -> list[list[object]]:
    scanned(folder, index)
    gits: list[float] = []

    def after_one_more() -> float:
        before = commit(folder, len(gits))
        gits.append(logged(folder, "HEAD", f"^{before}"))
        return scanned(folder, index)

    nothing, one_more = paired(3 * pairs, lambda: scanned(folder, index), after_one_more)
    above = 1e3 * (median(one_more) - 1.2 * median(gits))
    return [
        ["rescan of nothing new, ms", 1e3 * median(nothing), "", ""],
        ["one commit more, ms", 1e3 * median(one_more), 1e3 * median(gits), f"1.2 × and {above:.0f} ms (20)"],
    ]


def searches(folder: Path, words: list[str]) -> list[list[object]]:
    rows: list[list[object]] = []
    with fresh_home():
        workspace = Workspace.open(folder)
        workspace.scan()
        options = SearchOptions(sources=("git",))
        workspace.search("warm", options)
        for word in words:
            took = median([_took(lambda word=word: workspace.search(word, options)) for _ in range(5)])  # type: ignore[misc]
            total = workspace.search(f"{word} kind:commit", options).total
            grep = ["git", "-C", str(folder), "log", "--all", "--format=%H", "-i", f"--grep={word}"]
            began = time.perf_counter()
            found = len(subprocess.run(grep, check=True, capture_output=True).stdout.splitlines())
            rows.append([f"{word}, ms", 1e3 * took, 1e3 * (time.perf_counter() - began), f"{total:,} commits, --grep {found:,}"])
        workspace.close()
    return rows


def _took(what: Callable[[], object]) -> float:
    began = time.perf_counter()
    what()
    return time.perf_counter() - began


def measure(repository: Path, pairs: int, words: list[str], base: Path) -> None:
    clone = base / repository.name
    subprocess.run(["git", "clone", "-q", "--no-checkout", str(repository), str(clone)], check=True)
    heading(f"history of {repository.name}, {repository.parent.name}")
    rows = [["", "sleuth", "git", "ratio (budget)"], *first_pass(clone, base, pairs), *rescans(clone, base / "index.db", pairs)]
    table([*rows, *searches(clone, words)])
    print(f"own peak {own_peak_mb():,.0f} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path, nargs="+")
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--words", default="memory,leak,documentation,fix", help="of each how many commits have it")
    given = parser.parse_args()
    if sys.platform == "win32":
        sys.exit("processes are timed by wait4, which Windows has not")
    for one in given.repository:
        made = Path(tempfile.mkdtemp(prefix="sleuth-history-"))
        try:
            measure(one, given.pairs, given.words.split(","), made)
        finally:
            shutil.rmtree(made)
