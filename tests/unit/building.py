"""What do the tests make workspaces and indexes from?"""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sleuth.engine.workspace import SearchOptions, Workspace

OLD_NS = 1_700_000_000_123_456_789
"""A modification time long past, so that no file counts as just written."""

Files = dict[str, str | bytes]


def lay(folder: Path, files: Files) -> Path:
    """Write files, folders made as needed; the same times whenever the test runs."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape"))
        os.utime(path, ns=(OLD_NS, OLD_NS))
    return folder


def settle() -> None:
    """Wait until a file written before is no longer as young as the clock's grain."""
    time.sleep(0.05)


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", folder, "-c", "protocol.file.allow=always", *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout


def repository(folder: Path, files: Files) -> Path:
    """A repository with these files committed."""
    lay(folder, files)
    git(folder, "init", "-q")
    git(folder, "add", "-f", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "all")
    return folder


def scanned(folder: Path, files: Files) -> Workspace:
    """A workspace of these files, indexed."""
    workspace = Workspace.open(lay(folder, files))
    workspace.scan()
    return workspace


@contextmanager
def opened_in(folder: Path, files: Files) -> Iterator[Workspace]:
    """A workspace of these files, indexed, with a home of its own: for the tests of a whole module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SLEUTH_HOME", str(folder / "home"))
        (folder / "workspace").mkdir()
        workspace = scanned(folder / "workspace", files)
        yield workspace
        workspace.close()


def found(workspace: Workspace, query: str, **options: object) -> list[str]:
    """References, in order."""
    return [hit.ref for hit in workspace.search(query, SearchOptions(**options)).hits]  # type: ignore[arg-type]


def settings(home: Path, text: str) -> None:
    """The user's settings."""
    home.mkdir(exist_ok=True)
    (home / "settings.toml").write_text(text, "utf-8")
