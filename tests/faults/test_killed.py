"""Does the next command answer rightly after kill -9 at any moment of a scan? (S-02, S-30, S-34)"""

import random
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from tests.faults.driving import (
    SLEUTH,
    Tree,
    check_integrity,
    found,
    index_of,
    is_partial,
    killed_after,
    paths_of,
    run,
    search_process,
    status,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX")

# With those of the first scan and the rebuild a hundred kills.
_ROUNDS = 22


def _whole_time(tree: Tree) -> tuple[float, float]:
    """How long a process takes to start, and a scan with it."""
    began = time.monotonic()
    run("--version")
    started = time.monotonic() - began
    tree.change(0.5)
    began = time.monotonic()
    assert run("reindex", "-w", str(tree.root)).returncode == 0
    return 0.7 * started, time.monotonic() - began


def _check_as_it_stands(tree: Tree, unchanged: set[str], word: str, answer: object) -> None:
    """An index that a kill left half-way may lag, but never loses or invents."""
    expected = tree.holding(word)
    missing = (expected & unchanged) - paths_of(answer)
    assert not missing
    hits = answer["hits"] if isinstance(answer, dict) else []
    wrong = [hit["path"] for hit in hits if not hit["relaxed"] and not hit["stale"] and hit["path"] not in expected]
    assert not wrong


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_kill_at_any_moment_loses_nothing(workspace: Path, seed: int) -> None:
    """After each of 22 kills the next search is right, the status has no error and the index is whole."""
    tree = Tree.make(workspace, 120, seed, size_bytes=4_000)
    run("reindex", "-w", str(workspace))
    first, last = _whole_time(tree)
    chance = random.Random(seed)
    hit_count = 0
    for round_ in range(_ROUNDS):
        touched = tree.change(0.5)
        moment = first + (last - first) * (round_ + chance.random()) / _ROUNDS
        hit_count += killed_after(moment, "reindex", "-w", str(workspace))
        word = chance.choice(tree.probes)
        if round_ % 5 == 0:
            answer = search_process(workspace, word, "--no-scan")
            assert answer["notices"] == []
            _check_as_it_stands(tree, set(tree.texts) - touched, word, answer)
        if round_ % 8 == 0:
            check_integrity(index_of(workspace))
        if round_ % 8 == 4:
            answer = search_process(workspace, word)
            assert answer["notices"] == []
            assert paths_of(answer) == tree.holding(word)
            assert status(workspace)["error"] is None
        else:
            assert paths_of(found(workspace, word)) == tree.holding(word)
        for other in chance.sample(tree.probes, 2):
            assert paths_of(found(workspace, other, scan=False)) == tree.holding(other)
    check_integrity(index_of(workspace))
    assert hit_count > _ROUNDS // 4  # or nearly all came too late to try anything


@pytest.mark.slow
def test_kill_of_the_first_scan(workspace: Path, home: Path) -> None:
    """A first scan killed at eight moments leaves a workspace whose next search finds everything."""
    tree = Tree.make(workspace, 120, 11, size_bytes=4_000)
    first, last = _whole_time(tree)
    for round_ in range(8):
        for path in sorted(home.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        killed_after(first + (last - first) * round_ / 8, "reindex", "-w", str(workspace))
        word = tree.probes[round_ % len(tree.probes)]
        as_it_stands = search_process(workspace, word, "--no-scan")
        assert paths_of(as_it_stands) <= tree.holding(word)
        assert is_partial(as_it_stands) or paths_of(as_it_stands) == tree.holding(word)
        answer = search_process(workspace, word)
        assert paths_of(answer) == tree.holding(word)
        assert answer["notices"] == []
        check_integrity(index_of(workspace))


@pytest.mark.slow
def test_kill_of_a_rebuild(workspace: Path) -> None:
    """A rebuild that was asked for and killed is finished by the next search."""
    tree = Tree.make(workspace, 120, 12, size_bytes=4_000)
    run("reindex", "-w", str(workspace))
    first, last = _whole_time(tree)
    for round_ in range(5):
        killed_after(first + (last - first) * round_ / 5, "reindex", "--rebuild", "-w", str(workspace))
        word = tree.probes[round_ % len(tree.probes)]
        assert paths_of(search_process(workspace, word)) == tree.holding(word)
        assert status(workspace)["error"] is None


def test_the_pdf_helper_of_a_killed_scan_ends(workspace: Path, pdfs: list[str]) -> None:
    """No helper process outlives the scan that was killed."""
    with subprocess.Popen([*SLEUTH, "reindex", "-w", str(workspace)], stdout=subprocess.DEVNULL) as process:
        helper = _helper_of(process.pid)
        process.kill()
    gone, alive = psutil.wait_procs([helper], timeout=20)
    assert (len(gone), alive) == (1, [])


def test_a_killed_pdf_helper_costs_one_pdf(workspace: Path, pdfs: list[str]) -> None:
    """A scan whose PDF helper is killed goes on with another one, and says of which PDF it lost the text."""
    with subprocess.Popen(
        [*SLEUTH, "reindex", "-w", str(workspace)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        _helper_of(process.pid).kill()
        _, complaint = process.communicate(timeout=60)
    assert (process.returncode, complaint) == (0, "")
    state = status(workspace)
    assert state["error"] is None
    assert state["unreadable"] <= 1
    assert all("crashed" in one["reason"] for one in state["unreadable_items"])
    assert len(paths_of(search_process(workspace, "heron"))) >= len(pdfs) - 1
    assert paths_of(search_process(workspace, "lantern")) == {"plain.txt"}


def _helper_of(pid: int) -> psutil.Process:
    """The reader that a scan starts, once it is there."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        for child in psutil.Process(pid).children():
            try:
                if "spawn_main" in " ".join(child.cmdline()):
                    return child
            except psutil.Error:
                continue
        time.sleep(0.002)
    raise AssertionError("no helper was started")


@pytest.fixture
def pdfs(workspace: Path) -> list[str]:
    """A dozen PDFs of some pages, and a text beside them."""
    import pymupdf

    names = [f"paper{number:02}.pdf" for number in range(12)]
    for number, name in enumerate(names):
        document = pymupdf.open()
        for page in range(60):
            document.new_page().insert_text((72, 72), f"heron paper {number} page {page}\n" + "reeds and water\n" * 20)
        document.save(workspace / name)
        document.close()
    (workspace / "plain.txt").write_text("a lantern in the fog\n")
    return names
