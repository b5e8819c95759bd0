"""Which engines answer an agent, and which folder is meant?

    the folder named, else the client's first root, else what `sleuth search` would take → Desk
"""

import os
import threading
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from sleuth.domain.errors import NoWorkspace
from sleuth.engine.workspace import Workspace, find_workspace
from sleuth.mcp_server.scans import Scans
from sleuth.places import workspace_folder


@dataclass(frozen=True, slots=True)
class Desk:
    """A workspace, with an engine for what searches and one for what reads, as each does one thing at a time."""

    root: Path
    searcher: Workspace
    reader: Workspace
    scans: Scans = field(compare=False)

    @classmethod
    def at(cls, folder: Path) -> "Desk":
        """Raises NoWorkspace: There is no such folder."""
        workspace = Workspace.open(folder)
        return cls(workspace.root, workspace, Workspace(workspace.root), Scans(workspace.root))

    def close(self) -> None:
        self.scans.close()
        self.searcher.close()
        self.reader.close()


class Desks:
    """Those that were asked for so far: a client may go from one folder to another."""

    def __init__(self, given: str | None) -> None:
        self._given = given
        self._lock = threading.Lock()
        self._desks: dict[Path, Desk] = {}

    def desk(self, roots: list[str]) -> Desk:
        """Raises NoWorkspace."""
        folder = folder_of(self._given, roots)
        with self._lock:
            if folder not in self._desks:
                self._desks[folder] = Desk.at(folder)
            return self._desks[folder]

    def close(self) -> None:
        with self._lock:
            for desk in self._desks.values():
                desk.close()


def folder_of(given: str | None, roots: list[str]) -> Path:
    """The folder to search.

    Args:
        given: As named when the server was started.
        roots: What the client says it works on, as URIs.

    Raises:
        NoWorkspace: It is gone, or is everything there is, which nobody named.
    """
    if given is not None and os.path.isabs(given):
        return Path(given)
    root = next((path for uri in roots if (path := _path_of(uri)) is not None), None)
    if given is None and root is not None:
        return root
    try:
        here = os.getcwd()
    except OSError as error:
        raise NoWorkspace("the current folder is gone; name the workspace: sleuth mcp -w DIR") from error
    found = find_workspace(given, here)
    if given is None and _is_everything(found):
        raise NoWorkspace(f"{found} is too much to be meant; name the workspace: sleuth mcp -w DIR")
    return found


def _path_of(uri: str) -> Path | None:
    """The folder that a root is; None where it is none on this machine."""
    try:
        parts = urlsplit(uri)
        if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
            return None
        path = Path(url2pathname(parts.path))
        return path if path.is_absolute() and path.is_dir() and not _is_everything(path) else None
    except (OSError, ValueError):
        return None


def _is_everything(folder: Path) -> bool:
    """Whether it is a whole disk or a home folder that nobody has searched yet: agents are started there by desktops."""
    resolved = Path(os.path.realpath(folder))
    is_known = workspace_folder(resolved).is_dir() or os.path.lexists(resolved / ".git")
    return resolved in (Path(resolved.anchor), Path(os.path.realpath(Path.home()))) and not is_known
