"""What happens when the disk takes no more? (S-34)

A small tmpfs for the data of Sleuth where that may be mounted, and a limit on the size of a file
everywhere else: the scan says so, earlier answers still come, and with room again the next scan carries on.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.faults.driving import Tree, answer_of, index_of, paths_of, run, search_process, status

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="mounts and resource limits are POSIX")

_DISK_BYTES = 24_000_000


@pytest.fixture
def small_disk(home: Path) -> Iterator[Path]:
    """SLEUTH_HOME on a disk of 24 MB."""
    home.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_DISK_BYTES}", "tmpfs", str(home)]
    try:
        done = subprocess.run(mount, capture_output=True, check=False)
    except OSError:
        pytest.skip("there is no mount to make a small disk with")
    if done.returncode:
        pytest.skip("a small disk cannot be mounted here")
    yield home
    subprocess.run(["umount", "-l", str(home)], check=True)


def _filled(disk: Path, left_bytes: int) -> Path:
    """A file that leaves only so much of the disk."""
    ballast = disk / "ballast"
    room = os.statvfs(disk)
    ballast.write_bytes(b"\0" * max(room.f_bavail * room.f_frsize - left_bytes, 0))
    return ballast


def _says_so(done: "subprocess.CompletedProcess[str]") -> bool:
    """Whether a scan that could not be finished ended with 3, or with a notice."""
    answer = answer_of(done)
    return done.returncode == 3 or bool(answer.get("error") or answer.get("notices"))


@pytest.mark.parametrize("left_bytes", [0, 4_096, 100_000])
def test_a_full_disk_fails_the_scan_and_keeps_the_index(workspace: Path, small_disk: Path, left_bytes: int) -> None:
    """The scan says that the disk is full, the old items are found, and with room the new ones are too."""
    tree = Tree.make(workspace, 40, 1)
    assert run("reindex", "-w", str(workspace)).returncode == 0
    ballast = _filled(small_disk, left_bytes)
    old = set(tree.texts)
    tree.write(f"later/note{number:03}.txt" for number in range(120))
    word = tree.probes[0]

    assert _says_so(run("reindex", "-w", str(workspace), "--json"))
    if left_bytes >= 4_096:
        assert "could not be written" in (status(workspace)["error"] or "")
    for options in (("--no-scan",), ()):
        answer = search_process(workspace, word, *options)
        assert tree.holding(word) & old <= paths_of(answer) <= tree.holding(word)
    assert answer["notices"]

    ballast.unlink()
    answer = search_process(workspace, word)
    assert paths_of(answer) == tree.holding(word)
    assert answer["notices"] == []
    assert status(workspace)["error"] is None


def test_a_full_disk_at_the_first_scan(workspace: Path, small_disk: Path) -> None:
    """Without room for any index the search ends with INDEX_UNAVAILABLE or what there is, and later carries on."""
    tree = Tree.make(workspace, 60, 2)
    ballast = _filled(small_disk, 20_000)
    done = run("search", "-w", str(workspace), "--json", tree.probes[0])
    assert _says_so(done)
    ballast.unlink()
    assert paths_of(search_process(workspace, tree.probes[0])) == tree.holding(tree.probes[0])
    assert status(workspace)["error"] is None


def _limited(size_bytes: int) -> Callable[[], None]:
    """What a child does first: no file of it may grow past this size."""

    def limit() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, size_bytes))

    return limit


@pytest.mark.slow
def test_a_limit_on_file_size_is_a_full_disk(workspace: Path) -> None:
    """At six limits: the scan says that it could not write, and the next one without a limit carries on."""
    tree = Tree.make(workspace, 60, 3, size_bytes=4_000)
    assert run("reindex", "-w", str(workspace)).returncode == 0
    size = index_of(workspace).stat().st_size
    failed = 0
    for step in range(6):
        touched = tree.change(0.5)
        word = tree.probes[step % len(tree.probes)]
        limit = _limited(int(size * (0.05 + 0.3 * step)))
        done = run("reindex", "-w", str(workspace), "--json", preexec_fn=limit)
        answer = answer_of(done)
        if done.returncode == 3:
            failed += 1
            assert answer["error"]["code"] == "INDEX_UNAVAILABLE"
            assert status(workspace)["error"] is not None
            as_it_stands = search_process(workspace, word, "--no-scan")
            assert tree.holding(word) - touched <= paths_of(as_it_stands)
        else:
            assert (done.returncode, answer["error"]) == (0, None)
        assert paths_of(search_process(workspace, word)) == tree.holding(word)
        assert status(workspace)["error"] is None
    assert failed > 1


@pytest.mark.slow
def test_a_limit_at_the_first_scan(workspace: Path, home: Path) -> None:
    """Wherever the first scan stops for want of room, nothing wrong is found and the next scan finds everything."""
    tree = Tree.make(workspace, 80, 4)
    for step in range(5):
        size_bytes = 4_096 + 300_000 * step
        done = run("search", "-w", str(workspace), "--json", tree.probes[0], preexec_fn=_limited(size_bytes))
        answer = answer_of(done)
        if "error" not in answer:
            assert paths_of(answer) <= tree.holding(tree.probes[0])
            assert answer["notices"] or paths_of(answer) == tree.holding(tree.probes[0])
        else:
            assert done.returncode == 3
        assert paths_of(search_process(workspace, tree.probes[0])) == tree.holding(tree.probes[0])
        for path in sorted(home.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
