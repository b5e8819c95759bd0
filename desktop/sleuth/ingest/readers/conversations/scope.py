"""Is a session about this workspace?

What counts is the folder that the agent recorded, never a folder name made from it: such names are lossy.
"""

import os
import sys
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from sleuth.settings.blocked import BlockedPaths


@dataclass(frozen=True, slots=True)
class Scope:
    """The workspace, as agents may have recorded it, and where they keep their records."""

    root: Path
    """The workspace on disk."""
    folders: tuple[str, ...]
    """The workspace and its other worktrees, absolute, as an agent that ran there names them."""
    home: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    tool_output: bool = False
    """Whether what tools gave back is read too."""
    deny: tuple[str, ...] = ()
    """The person's rules of what is never read, of what agents keep in the workspace neither (S-50)."""

    def is_blocked(self, path: Path) -> bool:
        """Whether it lies in the workspace, and a rule says that it is never read."""
        if not path.is_relative_to(self.root):
            return False
        return _blocked(self.deny).rule_for(path.relative_to(self.root).as_posix()) is not None

    def holds(self, folder: str | None) -> bool:
        """Whether it is the workspace, one of its worktrees, or below one."""
        if not folder:
            return False
        inside = _comparable(folder, str(self.home))
        return any(
            inside == own or inside.startswith(own if own.endswith(os.sep) else own + os.sep)
            for own in (_comparable(one, str(self.home)) for one in self.folders)
        )

    def at(self, variable: str, *parts: str) -> Path:
        """The folder that an environment variable names, or else the one below the home folder."""
        named = self.environment.get(variable)
        return Path(_expanded(named, str(self.home))) if named else self.home.joinpath(*parts)

    def expanded(self, path: str) -> str:
        """A path as people write it, its `~` replaced."""
        return _expanded(path, str(self.home))

    @property
    def data_home(self) -> Path:
        """XDG's folder for data, which agents use on macOS too."""
        return self.at("XDG_DATA_HOME", ".local", "share")

    def application_data(self, *names: str) -> list[Path]:
        """Where desktop applications of these names keep theirs: `~/.config/NAME` and its like elsewhere."""
        if sys.platform == "win32":
            base = self.at("APPDATA", "AppData", "Roaming")
        elif sys.platform == "darwin":
            base = self.home / "Library" / "Application Support"
        else:
            base = self.at("XDG_CONFIG_HOME", ".config")
        return [base / name for name in names]


@lru_cache(8)
def _blocked(deny: tuple[str, ...]) -> BlockedPaths:
    return BlockedPaths(deny)


def _expanded(path: str, home: str) -> str:
    return home + path[1:] if path == "~" or path.startswith(("~/", "~\\")) else path


@lru_cache(4096)
def _comparable(path: str, home: str) -> str:
    """The same text for the same folder, links followed where it exists."""
    path = _expanded(path, home)
    if os.path.exists(path):
        path = os.path.realpath(path)
    path = os.path.normcase(os.path.normpath(path))
    return unicodedata.normalize("NFC", path) if sys.platform == "darwin" else path
