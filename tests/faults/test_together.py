"""Do several processes on one workspace ever see something wrong? (S-30)

An item that was there at the start and did not change must be found by everybody, all the time.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.faults.driving import (
    EVERYTHING,
    Tree,
    answer_of,
    check_integrity,
    found,
    index_of,
    is_partial,
    paths_of,
    run,
    search_process,
    start,
    status,
)

from sleuth.engine.workspace import Workspace

_SECONDS = 4.0
_REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture
def tree(workspace: Path) -> Tree:
    return Tree.make(workspace, 200, 31, size_bytes=3_000)


def _ended(process: "subprocess.Popen[str]") -> "subprocess.CompletedProcess[str]":
    out, complaint = process.communicate(timeout=150)
    return subprocess.CompletedProcess(process.args, process.returncode, out, complaint)


def _loop(*arguments: object) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "tests.faults.looping", *map(str, arguments)],
        cwd=_REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_four_first_searches_at_once(tree: Tree) -> None:
    """Four searches of a workspace that nobody scanned yet all find everything, without a word of trouble."""
    words = tree.probes[:4]
    processes = [start("search", "-w", str(tree.root), "--json", "-n", "1000", word) for word in words]
    for word, process in zip(words, processes, strict=True):
        answer = answer_of(_ended(process))
        assert paths_of(answer) == tree.holding(word)
        assert answer["notices"] == []
    assert status(tree.root)["error"] is None
    check_integrity(index_of(tree.root))


@pytest.mark.parametrize("how", ["reindex", "reindex --rebuild"])
def test_searches_beside_a_reindex(tree: Tree, how: str) -> None:
    """Searches that start while another process scans find everything; beside a rebuild they may say that it is not done."""
    run("reindex", "-w", str(tree.root))
    for word in tree.probes[:3]:
        tree.change(0.5)
        scanning = start(*how.split(), "-w", str(tree.root))
        searching = [start("search", "-w", str(tree.root), "--json", "-n", "1000", word) for _ in range(2)]
        for process in searching:
            answer = answer_of(_ended(process))
            if "--rebuild" in how and is_partial(answer):
                assert paths_of(answer) <= tree.holding(word)
                continue
            assert paths_of(answer) == tree.holding(word)
            assert answer["notices"] == []
        done = _ended(scanning)
        assert (done.returncode, done.stderr) == (0, "")
        as_it_stands = found(tree.root, word, scan=False)
        assert (paths_of(as_it_stands), as_it_stands.notices) == (tree.holding(word), ())
    assert status(tree.root)["error"] is None


def test_a_search_beside_a_first_scan_finds_a_part_without_fault(workspace: Path) -> None:
    """While the first scan runs, searches without a scan find some or nothing, never a fault; and the scan is not begun anew."""
    tree = Tree.make(workspace, 400, 32)
    word = tree.probes[0]
    with start("reindex", "-w", str(workspace), "--json") as scanning:
        while scanning.poll() is None:
            part = found(workspace, word, scan=False)
            assert paths_of(part) <= tree.holding(word)
            assert is_partial(part) or paths_of(part) == tree.holding(word)
        done = _ended(scanning)
    assert (done.returncode, answer_of(done)["read"]) == (0, 400)
    answer = search_process(workspace, word, "--no-scan")
    assert paths_of(answer) == tree.holding(word)
    assert answer["notices"] == []
    assert status(workspace)["error"] is None


@pytest.mark.slow
@pytest.mark.parametrize("other", ["scan", "rebuild"])
def test_searching_all_the_time_while_another_process_writes(tree: Tree, other: str) -> None:
    """What does not change is found by every search, with and without a scan, while another process scans.

    While one rebuilds, a search may answer from what there is, if it says so; once that is done all is found.
    """
    Workspace.open(tree.root).scan()
    word = tree.probes[0]
    steady = tree.holding(word)
    others = [ref for ref in sorted(tree.texts) if ref not in steady]
    writing = _loop(tree.root, other, _SECONDS)
    reading = _loop(tree.root, "partly" if other == "rebuild" else "search", _SECONDS, word, *sorted(steady))
    rounds = 0
    missing: list[tuple[int, bool, int]] = []
    while writing.poll() is None and reading.poll() is None:
        tree.write(tree.chance.sample(others, 20))
        answer = found(tree.root, word, scan=rounds % 2 == 0)
        current = {str(hit.path) for hit in answer.hits if not hit.relaxed and not hit.stale}
        assert current <= tree.holding(word)
        if not steady <= paths_of(answer) and not (other == "rebuild" and is_partial(answer)):
            missing.append((rounds, rounds % 2 == 0, len(steady - paths_of(answer))))
        rounds += 1
    ends = [_ended(process) for process in (writing, reading)]
    assert [end.stderr for end in ends] == ["", ""]
    assert (missing, ends[1].stdout) == ([], ""), f"(round, with a scan, items not found) of {rounds} rounds"
    assert rounds > 1
    for scan in (True, False):
        answer = found(tree.root, word, scan)
        assert (paths_of(answer), answer.notices) == (tree.holding(word), ())
    check_integrity(index_of(tree.root))


@pytest.mark.slow
def test_two_processes_that_scan_all_the_time(tree: Tree) -> None:
    """Two processes that scan a tree that changes end with a right and whole index."""
    processes = [_loop(tree.root, "scan", _SECONDS) for _ in range(2)]
    while any(process.poll() is None for process in processes):
        tree.change(0.2)
        time.sleep(0.1)
    for process in processes:
        done = _ended(process)
        assert (done.returncode, done.stderr) == (0, "")
    for word in tree.probes[:10]:
        assert paths_of(found(tree.root, word)) == tree.holding(word)
    check_integrity(index_of(tree.root))


def test_a_reader_held_open_beside_a_rebuild(tree: Tree) -> None:
    """A reader in the middle of its snapshot keeps its view while another process rebuilds, then sees the new index."""
    opened = Workspace.open(tree.root)
    opened.scan()
    word = tree.probes[0]
    assert paths_of(opened.search(word, EVERYTHING)) == tree.holding(word)
    reader = opened._index.reader()
    assert reader is not None
    from sleuth.domain.cancel import NEVER

    with reader.snapshot(NEVER) as snapshot:
        before = snapshot.row_count("words")
        tree.change(0.5)
        done = run("reindex", "--rebuild", "-w", str(tree.root))
        assert (done.returncode, done.stderr) == (0, "")
        assert snapshot.row_count("words") == before
    assert paths_of(opened.search(word, EVERYTHING)) == tree.holding(word)
    opened.close()
    assert paths_of(found(tree.root, word, scan=False)) == tree.holding(word)
    check_integrity(index_of(tree.root))


@pytest.mark.slow
def test_readers_that_close_and_open_around_rebuilds(tree: Tree) -> None:
    """A reader of the old file that closes after a new one stands in its place takes nothing of the new one with it."""
    word = tree.probes[0]
    for _ in range(5):
        old = Workspace.open(tree.root)
        old.scan()
        old.search(word, EVERYTHING)
        tree.change(0.3)
        new = Workspace.open(tree.root)
        new.scan(rebuild=True)
        old.close()
        assert paths_of(new.search(word, EVERYTHING)) == tree.holding(word)
        assert paths_of(found(tree.root, word, scan=False)) == tree.holding(word)
        new.close()
        assert paths_of(found(tree.root, word)) == tree.holding(word)


@pytest.mark.parametrize("first", ["reindex", "search"])
def test_a_stopped_scan_does_not_stop_others(tree: Tree, first: str) -> None:
    """While a process that scans is stopped, searches without a scan answer at once."""
    if sys.platform == "win32":
        pytest.skip("SIGSTOP is POSIX")
    import signal

    run("reindex", "-w", str(tree.root))
    tree.change(0.9)
    arguments = [first, "-w", str(tree.root), *(["word"] if first == "search" else [])]
    with start(*arguments) as scanning:
        _wait_until(Workspace.open(tree.root)._index.lock.is_held)
        scanning.send_signal(signal.SIGSTOP)
        try:
            assert "hits" in search_process(tree.root, tree.probes[0], "--no-scan")
            assert status(tree.root)["scanning"] is True
            outcome = Workspace.open(tree.root).scan(wait_s=0.3)
            assert not outcome.complete
            assert outcome.notices
        finally:
            scanning.send_signal(signal.SIGCONT)
        scanning.communicate(timeout=60)
    assert paths_of(found(tree.root, tree.probes[0])) == tree.holding(tree.probes[0])


def _wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.002)
