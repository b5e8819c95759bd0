"""Is the last scan remembered, whatever became of the file that says so?"""

from pathlib import Path

import pytest

from sleuth.engine.state import ScanState, load_state, move_time, save_state

STATE = ScanState(ended_ns=1_700_000_000_000_000_000, took_ms=5, error="full", rebuilt="why", notices=["one"])


def test_round_trip(tmp_path: Path) -> None:
    """What is kept is read."""
    save_state(tmp_path, STATE)
    assert load_state(tmp_path) == STATE


def test_only_the_time_moves(tmp_path: Path) -> None:
    """A scan that found nothing new changes no byte."""
    save_state(tmp_path, STATE)
    before = (tmp_path / "scan.json").read_bytes()
    move_time(tmp_path, 1_800_000_000_000_000_000)
    assert (load_state(tmp_path).ended_ns, (tmp_path / "scan.json").read_bytes()) == (1_800_000_000_000_000_000, before)


def test_never_scanned(tmp_path: Path) -> None:
    """Where nothing is kept nothing was scanned."""
    assert load_state(tmp_path) == ScanState()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"3", b"null", b'{"notices": 3}', b"\xff\xfe", b'{"notices": null}'])
def test_spoilt(tmp_path: Path, content: bytes) -> None:
    """A spoilt file counts as none."""
    (tmp_path / "scan.json").write_bytes(content)
    assert load_state(tmp_path) == ScanState()


def test_no_room(tmp_path: Path) -> None:
    """Where it cannot be kept nothing fails."""
    save_state(tmp_path / "missing", STATE)
    move_time(tmp_path / "missing", 1)
    assert load_state(tmp_path / "missing") == ScanState()
