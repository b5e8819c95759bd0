"""Does a scan take what changed, and nothing else?"""

import errno
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest
from tests.unit.building import OLD_NS, lay, repository, settings, settle
from tests.unit.index.storing import known, view

from sleuth.domain.cancel import NEVER, Cancellation
from sleuth.domain.errors import Cancelled, FolderUnreadable
from sleuth.domain.items import Content, Source, State
from sleuth.domain.opening import open_regular
from sleuth.index.snapshot import Reader, Snapshot
from sleuth.index.store import Known, NewItem, Store
from sleuth.ingest import pipeline
from sleuth.ingest.pipeline import Progress, ScanReport, scan
from sleuth.ingest.readers import worker
from sleuth.ingest.readers.base import Limits
from sleuth.ingest.readers.base import Reader as Reader_
from sleuth.ingest.readers.registry import close_readers
from sleuth.settings.load import load


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "search/index.db"


@pytest.fixture(autouse=True)
def _helpers_end() -> Iterator[None]:
    yield
    close_readers()


def ingest(root: Path, index: Path, cancellation: Cancellation = NEVER, stop_after: int | None = None) -> ScanReport:
    """One scan; cancelled after so many reports of progress where that is asked for."""
    seen: list[Progress] = []

    def progress(step: Progress) -> None:
        seen.append(step)
        if len(seen) == stop_after:
            cancellation.cancel()

    loaded, _ = load(root)
    store = Store(index, loaded.max_index_size or None)
    try:
        return scan(root, store, loaded, cancellation, progress)
    finally:
        store.close()


def states(index: Path) -> dict[str, State]:
    return {ref: one.state for ref, one in known(index).items()}


def bytes_of(index: Path) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in index.parent.iterdir()}


def text_of(snapshot: Snapshot, ref: str) -> str:
    item = snapshot.item_by_ref(ref)
    assert item is not None
    assert item.body is not None
    return snapshot.body(item.body).text


FILES: dict[str, str | bytes] = {
    "a.txt": "alpha",
    "empty.txt": " \n",
    "image.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    ".env": "SECRET=1",
    "table.csv": "name,size\nx,1\n",
    "sub/.dot.md": "# hidden\n",
}


def test_states(workspace: Path, index: Path) -> None:
    """Every file is remembered with what became of it (S-03)."""
    ingest(lay(workspace, FILES), index)
    assert states(index) == {
        "a.txt": State.INDEXED,
        "empty.txt": State.EMPTY,
        "image.png": State.BINARY,
        ".env": State.BLOCKED,
        "table.csv": State.INDEXED,
        "sub/.dot.md": State.INDEXED,
    }


def test_too_large(workspace: Path, index: Path, home: Path) -> None:
    """A file over the limit is left out, a table of any size is not (S-10, S-12)."""
    settings(home, "[search]\nmax_file_size = 10\n")
    ingest(lay(workspace, {"a.txt": "x" * 11, "b.txt": "x" * 10, "c.csv": "a,b\n1,2\n3,4\n5,6\n"}), index)
    assert states(index) == {"a.txt": State.TOO_LARGE, "b.txt": State.INDEXED, "c.csv": State.INDEXED}


def test_unchanged_tree(workspace: Path, index: Path) -> None:
    """A second scan of an unchanged tree writes nothing (S-56)."""
    lay(workspace, FILES)
    settle()
    ingest(workspace, index)
    before = bytes_of(index)
    report = ingest(workspace, index)
    assert bytes_of(index) == before
    assert (report.read, report.dropped, report.changed) == (0, 0, False)


def test_unchanged_repository(workspace: Path, index: Path) -> None:
    """A second scan of an unchanged repository writes nothing either."""
    repository(workspace, FILES | {".gitignore": "*.log"})
    settle()
    ingest(workspace, index)
    before = bytes_of(index)
    ingest(workspace, index)
    assert bytes_of(index) == before


def test_unchanged_with_an_unreadable_folder(workspace: Path, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that stays unreadable does not make every scan write (S-56)."""
    lay(workspace, {"a.txt": "1", "locked/b.txt": "2"})
    settle()
    lock(monkeypatch, workspace / "locked")
    ingest(workspace, index)
    before = bytes_of(index)
    ingest(workspace, index)
    assert bytes_of(index) == before


@pytest.mark.parametrize(
    ("change", "read", "dropped"),
    [
        (lambda root: (root / "a.txt").write_text("beta"), 1, 0),
        (lambda root: os.utime(root / "a.txt", ns=(1, OLD_NS + 1)), 1, 0),
        (lambda root: lay(root, {"new.txt": "1"}), 1, 0),
        (lambda root: (root / "a.txt").unlink(), 0, 1),
        (lambda root: (root / "a.txt").rename(root / "b.txt"), 1, 1),
        (lambda root: shutil.rmtree(root / "sub"), 0, 1),
        (lambda root: (root / "a.txt").chmod(0o600), 1, 0),
    ],
    ids=["edited", "touched", "new", "deleted", "renamed", "folder deleted", "mode"],
)
def test_only_what_changed(workspace: Path, index: Path, change: object, read: int, dropped: int) -> None:
    """A scan reads what changed and drops what is gone (S-32)."""
    lay(workspace, FILES)
    settle()
    ingest(workspace, index)
    change(workspace)  # type: ignore[operator]
    report = ingest(workspace, index)
    assert (report.read, report.dropped) == (read, dropped)


def test_same_size_and_time(workspace: Path, index: Path) -> None:
    """An edit that keeps size and modification time is seen."""
    lay(workspace, {"a.txt": "alpha"})
    settle()
    ingest(workspace, index)
    lay(workspace, {"a.txt": "omega"})
    ingest(workspace, index)
    with view(index) as snapshot:
        assert text_of(snapshot, "a.txt") == "omega"


def test_same_text(workspace: Path, index: Path) -> None:
    """Text that is the same only updates size and time (S-32)."""
    lay(workspace, {"a.txt": "alpha"})
    ingest(workspace, index)
    before = known(index)["a.txt"]
    os.utime(workspace / "a.txt", ns=(1, OLD_NS + 5))
    ingest(workspace, index)
    after = known(index)["a.txt"]
    assert (after.body, after.id, after.stamp.mtime_ns) == (before.body, before.id, OLD_NS + 5)


def test_copies(workspace: Path, index: Path) -> None:
    """Identical files are stored once (S-22)."""
    ingest(lay(workspace, {"a.txt": "same", "b/a.txt": "same"}), index)
    assert len({one.body for one in known(index).values()}) == 1


def test_hidden_without_reading(workspace: Path, index: Path, home: Path) -> None:
    """A file that git ignores from now on becomes hidden without being read (S-20)."""
    settings(home, "[search]\ninclude_ignored = true\n")
    repository(workspace, {"b.txt": "1"})
    lay(workspace, {"a.log": "text"})
    settle()
    ingest(workspace, index)
    lay(workspace, {".gitignore": "*.log\n"})
    report = ingest(workspace, index)
    assert (report.read, known(index)["a.log"].hidden) == (1, True)


def test_newly_ignored(workspace: Path, index: Path) -> None:
    """A file that git ignores from now on is dropped."""
    repository(workspace, {"b.txt": "1"})
    lay(workspace, {"a.log": "text"})
    ingest(workspace, index)
    lay(workspace, {".gitignore": "*.log\n"})
    ingest(workspace, index)
    assert set(known(index)) == {"b.txt", ".gitignore"}


def test_newly_blocked(workspace: Path, index: Path, home: Path) -> None:
    """A new rule takes a file's text out of the index (S-32, S-50)."""
    ingest(lay(workspace, {"a.txt": "alpha", "b.txt": "beta"}), index)
    settings(home, "[search]\ndeny = ['a.*']\n")
    ingest(workspace, index)
    assert states(index) == {"a.txt": State.BLOCKED, "b.txt": State.INDEXED}
    with view(index) as snapshot:
        assert snapshot.words("alpha", (1, 1, 1))[0].tolist() == []


def test_newly_blocked_in_a_full_index(workspace: Path, index: Path, home: Path) -> None:
    """A new rule takes a file's text out of an index that has reached its limit too (S-50)."""
    lay(workspace, {"a.txt": "alpha", "b.txt": "beta"})
    settle()
    ingest(workspace, index)
    settings(home, "[search]\ndeny = ['a.*']\nmax_index_size = 1\n")
    ingest(workspace, index)
    assert states(index)["a.txt"] is State.BLOCKED


def test_no_longer_blocked(workspace: Path, index: Path, home: Path) -> None:
    """A rule that is taken back lets its files in."""
    settings(home, "[search]\ndeny = ['a.*']\n")
    ingest(lay(workspace, {"a.txt": "alpha"}), index)
    settings(home, "")
    ingest(workspace, index)
    assert states(index) == {"a.txt": State.INDEXED}


def test_limit_raised_and_lowered(workspace: Path, index: Path, home: Path) -> None:
    """A new size limit holds at the next scan, though no file changed."""
    lay(workspace, {"a.txt": "alpha"})
    settle()
    seen = []
    for limit in (3, 9, 4):
        settings(home, f"[search]\nmax_file_size = {limit}\n")
        ingest(workspace, index)
        seen.append(states(index)["a.txt"])
    assert seen == [State.TOO_LARGE, State.INDEXED, State.TOO_LARGE]


def test_unreadable_is_not_tried_again(workspace: Path, index: Path) -> None:
    """What cannot be read is remembered with its reason, and left until it changes (S-33)."""
    lay(workspace, {"a.ipynb": "{broken", "b.txt": "1"})
    settle()
    ingest(workspace, index)
    lay(workspace, {"b.txt": "2"})
    assert ingest(workspace, index).read == 1
    with view(index) as snapshot:
        assert [ref for ref, reason in snapshot.unreadable() if reason] == ["a.ipynb"]


def test_unreadable_becomes_good(workspace: Path, index: Path) -> None:
    """A notebook that was repaired is read."""
    ingest(lay(workspace, {"a.ipynb": "{broken"}), index)
    notebook = '{"cells": [{"cell_type": "markdown", "metadata": {}, "source": "tide"}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
    ingest(lay(workspace, {"a.ipynb": notebook}), index)
    assert states(index) == {"a.ipynb": State.INDEXED}
    assert known(index)["a.ipynb"].state is State.INDEXED


@pytest.mark.parametrize("content", ["", b"\0\1\2\3" * 100, "other"])
def test_text_turns_into_something_else(workspace: Path, index: Path, content: str | bytes) -> None:
    """A file that changes its nature loses its old words."""
    ingest(lay(workspace, {"a.txt": "alpha"}), index)
    ingest(lay(workspace, {"a.txt": content}), index)
    with view(index) as snapshot:
        assert snapshot.words("alpha", (1, 1, 1))[0].tolist() == []


def test_tracked_file_becomes_a_folder(workspace: Path, index: Path) -> None:
    """Where git still tracks a file that is a folder now, the scan goes on."""
    repository(workspace, {"a": "1"})
    (workspace / "a").unlink()
    ingest(lay(workspace, {"a/b.txt": "2"}), index)
    assert set(known(index)) == {"a/b.txt"}


def test_file_becomes_a_folder_and_back(workspace: Path, index: Path) -> None:
    """A name may be a file today and a folder tomorrow."""
    ingest(lay(workspace, {"a": "1"}), index)
    (workspace / "a").unlink()
    ingest(lay(workspace, {"a/b": "2"}), index)
    assert set(known(index)) == {"a/b"}


@pytest.mark.parametrize("in_git", [True, False])
def test_any_name(workspace: Path, index: Path, in_git: bool) -> None:
    """Names of any bytes are indexed under themselves."""
    odd = {os.fsdecode(b"caf\xe9.txt"), "a\nb.txt", "é.txt", "e\u0301.txt", "-n", os.fsdecode(b"\xff/x.txt")}
    files: dict[str, str | bytes] = {name: f"text {number}" for number, name in enumerate(sorted(odd))}
    repository(workspace, files) if in_git else lay(workspace, files)
    ingest(workspace, index)
    assert set(known(index)) == odd


# -- stopped, full, unreadable


def many(workspace: Path, count: int = 120) -> Path:
    lay(workspace, {f"{number:03}.txt": f"word{number}" for number in range(count)})
    settle()
    return workspace


def test_cancelled_within_a_batch(workspace: Path, index: Path) -> None:
    """What was committed before a stop stays, the batch under way does not (S-34)."""
    with pytest.raises(Cancelled):
        ingest(many(workspace), index, Cancellation(), stop_after=1)
    assert len(known(index)) == 50


def test_what_was_read_ahead_is_not_written(
    workspace: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The batch that was read before the stop came is not written after it."""
    both_read = threading.Event()
    with_parts = pipeline._with_parts

    def noted(batch: list[NewItem]) -> list[NewItem]:
        if len(batch) == 70:
            both_read.set()
        return with_parts(batch)

    class Late(Cancellation):
        def cancel(self) -> None:
            assert both_read.wait(10)
            super().cancel()

    monkeypatch.setattr(pipeline, "_with_parts", noted)
    with pytest.raises(Cancelled):
        ingest(many(workspace), index, Late(), stop_after=1)
    assert len(known(index)) == 50


def test_next_scan_carries_on(workspace: Path, index: Path) -> None:
    """After a stop the next scan reads what is missing, and no more."""
    with pytest.raises(Cancelled):
        ingest(many(workspace), index, Cancellation(), stop_after=1)
    assert ingest(workspace, index).read == 70
    with view(index) as snapshot:
        assert not snapshot.lacks_words()


def test_committed_part_is_searchable(workspace: Path, index: Path) -> None:
    """After a stop every word of what was committed can be looked up (S-32)."""
    with pytest.raises(Cancelled):
        ingest(many(workspace), index, Cancellation(), stop_after=1)
    reader = Reader(index)
    with reader.snapshot(NEVER) as snapshot:
        assert len(snapshot.dictionary(complete=True)) == 50
    reader.close()


def test_newest_first(workspace: Path, index: Path) -> None:
    """The newest files are searchable first (S-32)."""
    many(workspace)
    os.utime(workspace / "119.txt", ns=(1, OLD_NS + 1))
    with pytest.raises(Cancelled):
        ingest(workspace, index, Cancellation(), stop_after=1)
    assert "119.txt" in known(index)


def test_budget(workspace: Path, index: Path, home: Path) -> None:
    """At `search.max_index_size` the scan stops taking, keeps what it has, and says so (S-56)."""
    settings(home, "[search]\nmax_index_size = 1\n")
    report = ingest(many(workspace), index)
    assert "max_index_size" in (report.incomplete or "")
    assert len(known(index)) < 120


def test_budget_raised(workspace: Path, index: Path, home: Path) -> None:
    """With room again the next scan takes the rest."""
    settings(home, "[search]\nmax_index_size = 1\n")
    ingest(many(workspace), index)
    settings(home, "")
    assert ingest(workspace, index).incomplete is None
    assert len(known(index)) == 120


def test_budget_still_drops(workspace: Path, index: Path, home: Path) -> None:
    """A full index still forgets what is gone."""
    ingest(many(workspace), index)
    settings(home, "[search]\nmax_index_size = 1\n")
    (workspace / "007.txt").unlink()
    ingest(workspace, index)
    assert "007.txt" not in known(index)


def lock(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Make a folder unlistable; chmod would not stop root."""
    real = os.scandir

    def scandir(path: str = ".") -> object:
        if Path(path) == folder:
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)


def test_unreadable_folder_keeps_what_is_known(workspace: Path, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is dropped because a folder could not be listed (S-55)."""
    ingest(lay(workspace, {"locked/a.txt": "1", "b.txt": "2"}), index)
    lock(monkeypatch, workspace / "locked")
    report = ingest(workspace, index)
    assert set(known(index)) == {"locked/a.txt", "b.txt"}
    assert report.notices != []


def test_unreadable_folder_opens_again(workspace: Path, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What went while nobody could look is dropped once somebody can."""
    ingest(lay(workspace, {"locked/a.txt": "1", "b.txt": "2"}), index)
    with monkeypatch.context() as patch:
        lock(patch, workspace / "locked")
        (workspace / "locked/a.txt").unlink()
        ingest(workspace, index)
    assert ingest(workspace, index).dropped == 1


def test_unreadable_root_keeps_everything(workspace: Path, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unreadable root is not an empty one (S-55)."""
    ingest(lay(workspace, {"a.txt": "1"}), index)
    lock(monkeypatch, workspace)
    with pytest.raises(FolderUnreadable):
        ingest(workspace, index)
    assert set(known(index)) == {"a.txt"}


def test_everything_deleted(workspace: Path, index: Path) -> None:
    """An empty folder empties the index."""
    ingest(lay(workspace, {"a.txt": "1"}), index)
    (workspace / "a.txt").unlink()
    ingest(workspace, index)
    assert known(index) == {}


def test_ignored_are_counted(workspace: Path, index: Path) -> None:
    """What git ignores is counted as left out (S-46)."""
    repository(workspace, {".gitignore": "*.log\n"})
    ingest(lay(workspace, {"a.log": "1", "b.log": "2"}), index)
    with view(index) as snapshot:
        assert snapshot.coverage().left_out["ignored"] == 2


def test_known_is_by_source(workspace: Path, index: Path) -> None:
    """Documents and files are known by the same references, each once."""
    ingest(lay(workspace, {"a.txt": "1"}), index)
    store = Store(index)
    documents: dict[str, Known] = store.known((Source.DOCUMENTS,))
    store.close()
    assert documents == {}


@pytest.mark.parametrize(
    "error",
    [
        FileNotFoundError(errno.ENOENT, "moved away"),
        NotADirectoryError(errno.ENOTDIR, "a file in its folder's place"),
        OSError(errno.EIO, "the disk fails"),
        OSError(errno.EMFILE, "too many open files"),
        OSError(errno.ELOOP, "a link in its place"),
    ],
    ids=lambda error: errno.errorcode[error.errno],
)
def test_what_could_not_be_read_for_a_moment(
    workspace: Path, index: Path, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    """A file that is listed, cannot be read, and looks the same afterwards is read by the next scan (S-32)."""
    lay(workspace, {"a.txt": "alpha", "b.txt": "beta"})
    settle()

    def refuse(root: Path, ref: str, known_inside: dict[str, bool] | None = None) -> BinaryIO:
        if ref == "b.txt":
            raise error
        return open_regular(root, ref, known_inside)

    with monkeypatch.context() as patch:
        patch.setattr("sleuth.ingest.pipeline.open_regular", refuse)
        ingest(workspace, index)
    assert states(index).get("b.txt") in (None, State.UNREADABLE)
    ingest(workspace, index)
    assert states(index) == {"a.txt": State.INDEXED, "b.txt": State.INDEXED}
    assert not ingest(workspace, index).changed


class _Killed:
    """Reads PDFs by a helper that somebody ends, as the system does when memory is short."""

    source = Source.DOCUMENTS

    def claims(self, name: str) -> bool:
        return name.endswith(".pdf")

    def limits(self, max_file_size: int) -> Limits:
        return Limits(max_bytes=max_file_size)

    def read(self, data: bytes, name: str) -> Content:
        worker.shared().call("tests.unit.ingest.readers.hostile:crash", b"kill", 30.0)
        raise AssertionError(f"{name} was read: {data!r}")

    def close(self) -> None:
        worker.shared().close()


@pytest.mark.skipif(sys.platform == "win32", reason="there, nothing tells of who ended a process")
def test_a_pdf_whose_reader_was_ended_is_read_next_time(workspace: Path, index: Path) -> None:
    """What could not be read since somebody ended its reader is tried once more at the next scan, and only once more."""
    import pymupdf

    with pymupdf.open() as document:
        document.new_page().insert_text((50, 50), "heron")
        document.save(workspace / "birds.pdf")

    def ingested(by: Reader_ | None) -> int:
        settle()
        with pytest.MonkeyPatch.context() as patch:
            if by is not None:
                patch.setattr(pipeline, "reader_for", lambda _: by)
            return ingest(workspace, index).read

    assert (ingested(_Killed()), states(index)) == (1, {"birds.pdf": State.UNREADABLE})
    assert (ingested(_Killed()), states(index)) == (1, {"birds.pdf": State.UNREADABLE})
    assert ingested(None) == 0
    os.utime(workspace / "birds.pdf")
    assert (ingested(_Killed()), states(index)) == (1, {"birds.pdf": State.UNREADABLE})
    assert (ingested(None), states(index)) == (1, {"birds.pdf": State.INDEXED})
