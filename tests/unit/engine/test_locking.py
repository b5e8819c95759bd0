"""Does one process at a time scan?"""

from pathlib import Path

import pytest

from sleuth.domain.cancel import NEVER, Cancellation
from sleuth.domain.errors import Cancelled, IndexUnavailable
from sleuth.engine.locking import ScanLock


def test_one_holds_it(tmp_path: Path) -> None:
    """While one holds the lock another is told so, and may have it after."""
    first, second = ScanLock(tmp_path), ScanLock(tmp_path)
    with first.held(0, NEVER) as got, second.held(0, NEVER) as got_too:
        assert (got, got_too, second.is_held()) == (True, False, True)
    with second.held(0, NEVER) as got:
        assert got


def test_nobody_holds_it(tmp_path: Path) -> None:
    """A lock that nobody took is free, and asking makes no file."""
    assert not ScanLock(tmp_path / "none").is_held()
    assert not (tmp_path / "none").exists()


def test_waiting_can_be_stopped(tmp_path: Path) -> None:
    """Who waits for the lock stops when asked to."""
    cancellation = Cancellation()
    cancellation.cancel()
    with ScanLock(tmp_path).held(0, NEVER), pytest.raises(Cancelled), ScanLock(tmp_path).held(60, cancellation):
        pass


def test_freed_after_a_fault(tmp_path: Path) -> None:
    """A scan that fails frees the lock."""
    with pytest.raises(RuntimeError), ScanLock(tmp_path).held(0, NEVER):
        raise RuntimeError
    assert not ScanLock(tmp_path).is_held()


def test_no_folder_to_lock(tmp_path: Path) -> None:
    """A file where the folder should be makes the index unavailable."""
    (tmp_path / "file").write_text("")
    with pytest.raises(IndexUnavailable), ScanLock(tmp_path / "file").held(0, NEVER):
        pass
