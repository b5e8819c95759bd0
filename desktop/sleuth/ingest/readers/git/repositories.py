"""Where is a workspace's history kept, and has anything moved in it?

Told from git's own files, without a process: most scans find that nothing has.
"""

import hashlib
import os
import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

_GIT = ".git"
_MOST_BYTES = 64_000
# Of one reference; more is none.
_MOST_REF_BYTES = 4_000
_HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Repository:
    """One whose history belongs to the workspace."""

    folder: Path
    """Git's own, shared by all worktrees."""
    inside: str
    """Where its files lie in the workspace: empty or ending in `/`."""
    below: str = ""
    """Where the workspace lies in it, likewise."""

    def seen(self, path: str) -> str:
        """A path of it as seen from the workspace."""
        if not self.below:
            return self.inside + path
        return path[len(self.below) :] if path.startswith(self.below) else posixpath.relpath(path, self.below)


@dataclass(frozen=True, slots=True)
class Repositories:
    """All of a workspace."""

    found: tuple[Repository, ...]
    is_sure: bool
    """Whether there are no others: a `.git` that cannot be read may be one."""


def repositories_of(root: Path, nested: Iterable[str]) -> Repositories:
    """The repository that the workspace is or lies in, first, and those inside it.

    Args:
        nested: Folders of the workspace, ending in `/`, that have a `.git`.
    """
    found: dict[Path, Repository] = {}
    is_sure = True
    top = next((folder for folder in (root, *root.parents) if os.path.lexists(folder / _GIT)), None)
    if top is not None:
        kept = git_folder(top / _GIT)
        is_sure = kept is not None
        below = root.relative_to(top).as_posix()
        if kept is not None:
            found[kept] = Repository(kept, "", "" if below == "." else f"{below}/")
    elif _is_git_folder(root):
        found[root] = Repository(root, "")
    for inside in nested:
        kept = git_folder(root / inside / _GIT)
        is_sure &= kept is not None
        if kept is not None:
            found.setdefault(kept, Repository(kept, inside))
    return Repositories(tuple(found.values()), is_sure)


def git_folder(path: Path) -> Path | None:
    """Git's own folder, that which all worktrees share, by a `.git` of any kind; None where that leads to none."""
    try:
        own = Path(os.path.realpath(path))
        if own.is_file():
            own = Path(os.path.realpath(own.parent / _pointed(own, b"gitdir:")))
        shared = own / "commondir"
        if shared.is_file():
            own = Path(os.path.realpath(own / _pointed(shared, b"")))
    except (OSError, ValueError):
        return None
    return own if _is_git_folder(own) else None


def _pointed(file: Path, sign: bytes) -> str:
    with file.open("rb") as opened:
        said = opened.read(_MOST_BYTES)
    if not said.startswith(sign):
        raise ValueError("it points nowhere")
    return os.fsdecode(said.removeprefix(sign).strip())


def _is_git_folder(folder: Path) -> bool:
    return os.path.lexists(folder / "HEAD") and (folder / "objects").is_dir() and (folder / "refs").is_dir()


def refs_state(folder: Path, with_objects: bool = False) -> str:
    """Equal as long as no branch, tag or worktree has moved, come or gone.

    Args:
        with_objects: Whether objects that came count too: what could not be read may be there now.
    """
    digest = hashlib.blake2b(digest_size=16)
    for name in ("packed-refs", "shallow", *(("objects/pack",) if with_objects else ())):
        try:
            status = os.stat(folder / name)
        except OSError:
            continue
        digest.update(f"{name} {status.st_size} {status.st_mtime_ns} {status.st_ino}\0".encode())
    for name in ("HEAD", "reftable/tables.list"):
        digest.update(_content(f"{folder}/{name}"))
    for at in (f"{folder}/refs", f"{folder}/worktrees"):
        for name, content in _refs_below(at):
            digest.update(os.fsencode(name) + b"\0" + content + b"\0")
    return digest.hexdigest()


def tips_of(folder: Path) -> list[str] | None:
    """What all branches, tags and worktrees lead to, of tags themselves; None where git alone can tell.

    Read from git's files: on most scans that find something new, asking would take longer than the answer.
    """
    if (folder / "reftable").exists():
        return None
    told: dict[str, str] = {}
    try:
        packed = (folder / "packed-refs").read_bytes()
    except OSError:
        packed = b""
    for line in packed.decode("utf-8", "surrogateescape").splitlines():
        hash_, _, name = line.partition(" ")
        told[name] = hash_
    for path, content in (*_refs_below(f"{folder}/refs"), ("HEAD", _content(f"{folder}/HEAD"))):
        told[path.removeprefix(f"{folder}/").replace(os.sep, "/")] = content.decode("utf-8", "replace").strip()
    for path, content in _refs_below(f"{folder}/worktrees"):
        if path.endswith("HEAD"):
            told[path] = content.decode("utf-8", "replace").strip()
    # What git keeps for itself: its notes, and what stands in for other commits.
    hashes = (hash_ for name, hash_ in told.items() if not name.startswith(("refs/notes/", "refs/replace/")))
    return list(dict.fromkeys(hash_ for hash_ in hashes if _HASH.fullmatch(hash_)))


def _refs_below(folder: str) -> Iterator[tuple[str, bytes]]:
    """Files that hold a reference each, in order; of worktrees what tells which they are and where they are at."""
    waiting = [folder]
    is_worktrees = folder.endswith("worktrees")
    while waiting:
        here = waiting.pop()
        try:
            entries = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
            elif not is_worktrees or entry.name in ("HEAD", "gitdir", "locked", "tables.list") or "/refs/" in entry.path:
                yield entry.path, _content(entry.path)


def _content(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(_MOST_REF_BYTES)
    except OSError:
        return b""


def shallow_commits(folder: Path) -> frozenset[str]:
    """Hashes of commits whose parents are not there, as in a shallow clone: git cannot tell what they changed."""
    try:
        return frozenset((folder / "shallow").read_text("ascii").split())
    except (OSError, ValueError):
        return frozenset()
