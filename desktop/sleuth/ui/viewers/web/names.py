"""Which file of a workspace is meant by a name alone?

As in a vault: `note` is `note.md`, beside the item, at the workspace's root, or wherever there is one, the nearest to the
root first. Folders are walked only when a name is found in neither place, once, and not endlessly.
"""

import os
import posixpath
import stat
from collections import deque
from collections.abc import Callable
from pathlib import Path

_MOST_ENTRIES = 100_000
"""What is looked at before the search is given up: half a second's work."""
_LEFT_OUT = frozenset(["node_modules", "__pycache__"])


def _never() -> None:
    """Nobody wants the work stopped."""


class Names:
    """Finds files by their names, seen from one item.

    Args:
        root: The workspace's.
        ref: The item's reference.
        check: Called now and then; what it raises ends the work.
    """

    def __init__(self, root: Path, ref: str, check: Callable[[], None] = _never) -> None:
        self._root = root
        self._folder = posixpath.dirname(ref)
        self._check = check
        self._by_name: dict[str, list[str]] | None = None
        self._found: dict[str, str | None] = {}

    def find(self, name: str) -> str | None:
        """The reference of the file that a name or the end of a path means; None where there is none."""
        if name not in self._found:
            self._found[name] = self._sought(name)
        return self._found[name]

    def _sought(self, name: str) -> str | None:
        path = posixpath.normpath(name.lstrip("/"))
        if not name.strip("/") or len(name) > 500 or any(letter in name for letter in '\\\0:*?"<>|\n'):
            return None
        paths = (f"{path}.md", path)
        for folder in (self._folder, ""):
            for candidate in paths:
                ref = posixpath.normpath(posixpath.join(folder, candidate))
                if self._is_file(ref):
                    return ref
        return next((ref for candidate in paths for ref in self._anywhere(candidate)), None)

    def _anywhere(self, path: str) -> list[str]:
        if self._by_name is None:
            self._by_name = self._walked()
        end = path.lower()
        refs = self._by_name.get(posixpath.basename(end), [])
        return [ref for ref in refs if ref.lower() == end or ref.lower().endswith(f"/{end}")]

    def _is_file(self, ref: str) -> bool:
        if ref == ".." or ref.startswith("../"):
            return False
        try:
            return stat.S_ISREG(os.lstat(os.path.join(self._root, ref)).st_mode)
        except (OSError, ValueError):
            return False

    def _walked(self) -> dict[str, list[str]]:
        """All files by their names in small letters, those nearest to the root first."""
        by_name: dict[str, list[str]] = {}
        folders = deque([""])
        seen = 0
        while folders and seen < _MOST_ENTRIES:
            self._check()
            folder = folders.popleft()
            for entry in self._entries(folder):
                seen += 1
                ref = posixpath.join(folder, entry.name)
                if entry.is_dir(follow_symlinks=False):
                    if not entry.name.startswith(".") and entry.name not in _LEFT_OUT:
                        folders.append(ref)
                elif entry.is_file(follow_symlinks=False):
                    by_name.setdefault(entry.name.lower(), []).append(ref)
        return by_name

    def _entries(self, folder: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(os.path.join(self._root, folder)) as entries:
                return sorted(entries, key=lambda entry: entry.name)
        except OSError:
            return []
