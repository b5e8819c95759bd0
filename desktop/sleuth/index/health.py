"""Is the index's file still the one that we wrote?

SQLite notices a broken structure but not a flipped bit inside a posting list, which would be a
silently wrong answer. So a *stamp* is laid beside the index when a scan ends: the file's size,
times and checksum. A reader compares size and times only; where they differ although nobody
writes, the checksum decides. No stamp means that a writer was stopped half-way: SQLite's own log
makes that whole again.
"""

import json
import os
import zlib
from pathlib import Path

from sleuth.domain.errors import IndexUnavailable
from sleuth.places import PRIVATE_FILE

_BLOCK = 1 << 20


def _stamp_path(index: Path) -> Path:
    return index.with_suffix(".stamp")


def _look(index: Path) -> list[int]:
    status = os.stat(index)
    return [status.st_size, status.st_mtime_ns]


def _checksum(index: Path) -> int:
    checksum = 0
    with open(index, "rb") as file:
        while block := file.read(_BLOCK):
            checksum = zlib.crc32(block, checksum)
    return checksum


def has_stamp(index: Path) -> bool:
    return _stamp_path(index).is_file()


def remove_stamp(index: Path) -> None:
    """Say that the file is about to be written."""
    try:
        _stamp_path(index).unlink(missing_ok=True)
    except OSError as error:
        raise IndexUnavailable(f"{_stamp_path(index)} cannot be removed ({error.strerror}); remove it by hand") from error


def write_stamp(index: Path) -> None:
    """Say what the file is now that it is whole; a disk that has no room leaves it unsaid."""
    partial = _stamp_path(index).with_suffix(".partial")
    try:
        content = json.dumps({"look": _look(index), "checksum": _checksum(index)})
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE_FILE), "w") as file:
            file.write(content)
        os.replace(partial, _stamp_path(index))
    except OSError:
        remove_stamp(index)


def is_ours(index: Path) -> bool:
    """Whether the file is what the stamp says, or nothing is said of it."""
    try:
        stamp = json.loads(_stamp_path(index).read_text("utf-8"))
        if stamp["look"] == _look(index):
            return True
        return bool(stamp["checksum"] == _checksum(index))
    except FileNotFoundError:
        return True
    except (OSError, ValueError, KeyError, TypeError):
        return False


def is_rotten(index: Path) -> bool:
    """Whether the file differs from the one that the stamp was laid beside, whatever its size and times say."""
    try:
        return bool(json.loads(_stamp_path(index).read_text("utf-8"))["checksum"] != _checksum(index))
    except (OSError, ValueError, KeyError, TypeError):
        return False
