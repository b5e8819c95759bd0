"""Is a file that something else changed told from ours?"""

import os
from pathlib import Path

import pytest

from sleuth.index.health import is_ours, remove_stamp, write_stamp


@pytest.fixture
def index(tmp_path: Path) -> Path:
    path = tmp_path / "index.db"
    path.write_bytes(b"0123456789" * 1000)
    write_stamp(path)
    return path


def test_untouched(index: Path) -> None:
    """A file as we left it is ours."""
    assert is_ours(index)


def test_touched(index: Path) -> None:
    """A new time alone does not make it another's."""
    os.utime(index, ns=(1, 1))
    assert is_ours(index)


@pytest.mark.parametrize("at", [0, 5000, 9999])
def test_changed_byte(index: Path, at: int) -> None:
    """One changed byte is noticed."""
    content = bytearray(index.read_bytes())
    content[at] ^= 1
    index.write_bytes(content)
    os.utime(index, ns=(1, 1))
    assert not is_ours(index)


@pytest.mark.parametrize("size", [0, 9_000])
def test_cut_off(index: Path, size: int) -> None:
    """A file that was cut off is noticed."""
    os.truncate(index, size)
    assert not is_ours(index)


def test_no_stamp(index: Path) -> None:
    """A writer that was stopped half-way leaves nothing said, and SQLite to judge."""
    remove_stamp(index)
    index.write_bytes(b"anything")
    assert is_ours(index)


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"look": 1}', "\xff"])
def test_spoilt_stamp(index: Path, content: str) -> None:
    """A stamp that cannot be read vouches for nothing."""
    index.with_suffix(".stamp").write_text(content, "latin-1")
    assert not is_ours(index)


def test_stamp_is_private(index: Path) -> None:
    """The stamp is its owner's alone."""
    assert index.with_suffix(".stamp").stat().st_mode & 0o077 == 0 or os.name == "nt"
