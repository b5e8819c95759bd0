"""What is remembered of the last scan, beside the index?

Small and apart from it: an index that cannot be written, or was dropped, must still be spoken of.
"""

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

from sleuth.places import PRIVATE_FILE

_NAME = "scan.json"


@dataclass(slots=True)
class ScanState:
    """How the last scan went."""

    ended_ns: int | None = None
    took_ms: int | None = None
    error: str | None = None
    """Why it failed, or why the index was rebuilt; until the next clean scan."""
    rebuilt: str | None = None
    """Why the index was dropped, to be said once in a search's notices."""
    notices: list[str] = field(default_factory=list)


def load_state(folder: Path) -> ScanState:
    path = folder / _NAME
    try:
        values = json.loads(path.read_text("utf-8"))
        state = ScanState(**{key: values.get(key) for key in ("took_ms", "error", "rebuilt")})
        state.notices = [str(notice) for notice in values.get("notices", [])]
        # A scan that found nothing new only moves this time: it writes nothing (S-56).
        state.ended_ns = os.stat(path).st_mtime_ns if values.get("ended_ns") else None
        return state
    except (OSError, ValueError, AttributeError, TypeError):
        return ScanState()


def save_state(folder: Path, state: ScanState) -> None:
    """Keep it; where even that has no room, in the room of what was there before."""
    path = folder / _NAME
    try:
        _write(path, state)
    except OSError:
        try:
            path.with_suffix(".partial").unlink(missing_ok=True)
            with open(path, "r+", encoding="utf-8") as file:
                file.write(json.dumps(asdict(state)))
                file.truncate()
        except OSError:
            return


def reserve_state(folder: Path) -> None:
    """Have the file there before a scan that may fill the disk."""
    if not (folder / _NAME).exists():
        save_state(folder, ScanState())


def _write(path: Path, state: ScanState) -> None:
    partial = path.with_suffix(".partial")
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE_FILE), "w", encoding="utf-8") as file:
        json.dump(asdict(state), file)
    os.replace(partial, path)
    if state.ended_ns:
        os.utime(path, ns=(state.ended_ns, state.ended_ns))


def move_time(folder: Path, ended_ns: int) -> None:
    """Say that a scan ended and found nothing new."""
    try:
        os.utime(folder / _NAME, ns=(ended_ns, ended_ns))
    except OSError:
        return
