"""Does a damaged index ever give a wrong answer? (S-02)

Bytes flipped, the file cut off, the log garbled, the stamp lost: the next search answers as before, or from
a new index, and says why.
"""

import os
import random
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

import apsw
import pytest
from tests.faults.driving import (
    EVERYTHING,
    Tree,
    check_integrity,
    found,
    index_of,
    killed_after,
    paths_of,
    run,
    search_process,
    status,
)

from sleuth.engine.workspace import Workspace

_SIDE_FILES = ("index.db-wal", "index.db-shm", "index.db-journal")


@dataclass(frozen=True)
class Scanned:
    """A workspace with a good index, and what is needed to have that index back."""

    tree: Tree
    index: Path
    good: Path

    def restore(self) -> None:
        """The good index and its stamp, times included."""
        for name in _SIDE_FILES:
            (self.index.parent / name).unlink(missing_ok=True)
        for path in self.good.iterdir():
            shutil.copy2(path, self.index.parent / path.name)

    def check(self, word: str, scan: bool) -> None:
        """The right answer comes, whether from the old index or a new one."""
        assert paths_of(found(self.tree.root, word, scan)) == self.tree.holding(word)


@pytest.fixture
def scanned(workspace: Path, tmp_path: Path) -> Scanned:
    tree = Tree.make(workspace, 24, 5, size_bytes=1_500)
    opened = Workspace.open(workspace)
    opened.scan()
    opened.close()
    index = index_of(workspace)
    assert (index.parent / "index.stamp").exists()
    shutil.copytree(index.parent, tmp_path / "good")
    return Scanned(tree, index, tmp_path / "good")


def _flip(path: Path, chance: random.Random, count: int) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(count):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


@pytest.mark.slow
def test_two_hundred_flips_give_no_wrong_answer(scanned: Scanned) -> None:
    """After each of 200 flips of several bytes, searches with and without a scan are right."""
    chance = random.Random(6)
    for round_ in range(200):
        scanned.restore()
        _flip(scanned.index, chance, chance.choice((1, 3, 8, 64)))
        scanned.check(chance.choice(scanned.tree.probes), scan=round_ % 2 == 0)


def test_flips_in_the_first_pages_give_no_wrong_answer(scanned: Scanned) -> None:
    """The header and the schema, where one byte changes what the file is."""
    chance = random.Random(7)
    for round_ in range(30):
        scanned.restore()
        data = bytearray(scanned.index.read_bytes())
        data[chance.randrange(100 if round_ % 2 else 8_192)] ^= 1 << chance.randrange(8)
        scanned.index.write_bytes(data)
        scanned.check(chance.choice(scanned.tree.probes), scan=round_ % 3 == 0)


@pytest.mark.slow
def test_flips_that_keep_the_time_end_in_no_traceback(scanned: Scanned) -> None:
    """A rotten disk changes no time, so only SQLite's and zstd's checks remain: an answer or a rebuild, no exception."""
    chance = random.Random(8)
    for round_ in range(60):
        scanned.restore()
        before = scanned.index.stat()
        _flip(scanned.index, chance, chance.choice((1, 8, 30)))
        os.utime(scanned.index, ns=(before.st_atime_ns, before.st_mtime_ns))
        word = chance.choice(scanned.tree.probes)
        found(scanned.tree.root, word, scan=round_ % 2 == 0)  # which raises nothing; what it says, no check can tell


@pytest.mark.parametrize("first", [1, -1, 1 << 26, -(1 << 31)])
def test_cuts_of_a_text_that_make_no_sense_are_noticed(scanned: Scanned, first: int) -> None:
    """Numbers carry no checksum of their own: where they cannot be, the index is made again and the answer is right."""
    before = scanned.index.stat()
    connection = apsw.Connection(str(scanned.index))
    connection.execute("UPDATE body SET starts = cast(? || substr(starts, 5) AS blob)", (first.to_bytes(4, "little", signed=True),))
    connection.pragma("wal_checkpoint(truncate)")
    connection.close()
    assert scanned.index.stat().st_size == before.st_size
    os.utime(scanned.index, ns=(before.st_atime_ns, before.st_mtime_ns))
    scanned.check(scanned.tree.probes[0], scan=False)


@pytest.mark.slow
def test_flips_under_an_open_reader_are_noticed_by_the_next(scanned: Scanned) -> None:
    """A window that has the index open goes on without an exception, and a new process is right."""
    chance = random.Random(9)
    for _ in range(30):
        scanned.restore()
        opened = Workspace.open(scanned.tree.root)
        opened.search(scanned.tree.probes[0], EVERYTHING)
        data = bytearray(scanned.index.read_bytes())
        with scanned.index.open("r+b") as file:  # in place, as a second writer would
            for _ in range(8):
                place = chance.randrange(len(data))
                file.seek(place)
                file.write(bytes([data[place] ^ 1 << chance.randrange(8)]))
        word = chance.choice(scanned.tree.probes)
        opened.search(word, EVERYTHING)  # which raises nothing
        opened.close()
        scanned.check(word, scan=False)


def test_truncation_at_any_length(scanned: Scanned) -> None:
    """The file cut off anywhere, or empty, is made again."""
    chance = random.Random(10)
    size = scanned.index.stat().st_size
    for length in (0, 1, 100, 4_096, size - 1, size - 4_096, *(chance.randrange(size) for _ in range(24))):
        scanned.restore()
        os.truncate(scanned.index, length)
        scanned.check(chance.choice(scanned.tree.probes), scan=length % 2 == 0)


def test_zeroed_and_appended_pages(scanned: Scanned) -> None:
    """Pages of zeros, as a file system leaves after a power cut, and rubbish at the end."""
    chance = random.Random(11)
    for round_ in range(10):
        scanned.restore()
        with scanned.index.open("r+b") as file:
            file.seek(0 if round_ % 2 else 4_096 * chance.randrange(scanned.index.stat().st_size // 4_096))
            file.seek(0, os.SEEK_END) if round_ % 5 == 4 else None
            file.write(b"\0" * 4_096)
        scanned.check(chance.choice(scanned.tree.probes), scan=round_ % 2 == 0)


@pytest.mark.parametrize("content", [None, b"", b"\xff\0rubbish", b"{}", b"[]", b'{"look": 1, "checksum": "x"}', b"null"])
def test_a_lost_or_garbled_stamp(scanned: Scanned, content: bytes | None) -> None:
    """Without its stamp, or with a senseless one, the index answers rightly or is made again."""
    stamp = scanned.index.parent / "index.stamp"
    stamp.unlink() if content is None else stamp.write_bytes(content)
    word = scanned.tree.probes[1]
    scanned.check(word, scan=False)
    scanned.check(word, scan=True)
    assert status(scanned.tree.root)["error"] is None or content is not None


@pytest.mark.parametrize("content", [b"", b"\xff\0rubbish", b"[]", b'{"ended_ns": "x", "notices": 3}', b'{"error": 5}'])
def test_a_garbled_memory_of_the_last_scan(scanned: Scanned, content: bytes) -> None:
    """The file that remembers how the last scan went may hold anything."""
    (scanned.index.parent / "scan.json").write_bytes(content)
    scanned.check(scanned.tree.probes[1], scan=False)
    assert status(scanned.tree.root)["items"]["files"] == 24
    scanned.check(scanned.tree.probes[1], scan=True)


def test_a_stamp_is_there_after_every_clean_scan(scanned: Scanned) -> None:
    """A scan that ended beside a reader leaves no stamp; the next scan, with nothing to do, gives the index one."""
    reader = Workspace.open(scanned.tree.root)
    reader.search(scanned.tree.probes[0], EVERYTHING)
    scanned.tree.change(0.5)
    scanned.check(scanned.tree.probes[0], scan=True)
    reader.close()
    scanned.check(scanned.tree.probes[0], scan=True)
    assert (scanned.index.parent / "index.stamp").exists()


def test_the_reason_of_a_rebuild_is_said_once(scanned: Scanned) -> None:
    """The search that found the damage says so, the status says so until the next clean scan, the next search is quiet."""
    _flip(scanned.index, random.Random(12), 8)
    word = scanned.tree.probes[0]
    first = search_process(scanned.tree.root, word, "--no-scan")
    assert paths_of(first) == scanned.tree.holding(word)
    assert any("rebuilt" in notice for notice in first["notices"])
    assert "rebuilt" in status(scanned.tree.root)["error"]
    assert search_process(scanned.tree.root, word, "--no-scan")["notices"] == []
    assert run("reindex", "-w", str(scanned.tree.root)).returncode == 0
    assert status(scanned.tree.root)["error"] is None


@pytest.mark.slow
@pytest.mark.parametrize("what", ["deleted", "garbled", "cut", "shm garbled", "shm deleted"])
def test_a_log_that_a_kill_left_and_something_spoilt(workspace: Path, what: str) -> None:
    """After a kill the log is lost or spoilt too: what it held is scanned again."""
    tree = Tree.make(workspace, 200, 13)
    run("reindex", "-w", str(workspace))
    index = index_of(workspace)
    log, shared = Path(f"{index}-wal"), Path(f"{index}-shm")
    chance = random.Random(14)
    tree.change(0.6)
    began = time.monotonic()
    run("reindex", "-w", str(workspace))
    whole = time.monotonic() - began
    hit_count = 0
    touched: set[str] = set()
    for try_ in range(8):
        if hit_count == 2:
            break
        touched |= tree.change(0.6)
        killed_after(whole * (0.5 + 0.06 * try_), "reindex", "-w", str(workspace))
        if not log.exists() or not log.stat().st_size:
            continue
        hit_count += 1
        _spoil(what, log, shared, chance)
        word = chance.choice(tree.probes)
        assert tree.holding(word) - touched <= paths_of(found(workspace, word, scan=False))
        assert paths_of(found(workspace, word)) == tree.holding(word)
        check_integrity(index)
        touched.clear()
    if not hit_count:
        pytest.skip("no kill left a log")


def _spoil(what: str, log: Path, shared: Path, chance: random.Random) -> None:
    if what == "deleted":
        log.unlink()
        shared.unlink(missing_ok=True)
    elif what == "garbled":
        _flip(log, chance, 64)
    elif what == "cut":
        os.truncate(log, chance.randrange(log.stat().st_size))
    elif what == "shm garbled":
        _flip(shared, chance, 64)
    else:
        shared.unlink()
