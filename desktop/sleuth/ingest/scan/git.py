"""What does git say is in a folder?

Only `git ls-files`, `git check-ignore`, `git rev-parse` and `git worktree list` are run, as `ingest/git_process.py` runs git.
"""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from sleuth.domain.cancel import Cancellation
from sleuth.ingest.git_process import GitFailed, in_folder, run

__all__ = [
    "GitFailed",
    "IgnoreRule",
    "ignore_rule",
    "ignored_entries",
    "in_repository",
    "listed_files",
    "worktrees",
]

# git goes on, and says it was a success, when a folder cannot be opened; its messages are asked for in English.
_UNREADABLE = re.compile(r"^warning: could not open directory '(.*)': ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class IgnoreRule:
    """The rule by which git leaves a path out."""

    file: str
    line: int
    pattern: str

    def text(self) -> str:
        return f"{self.file}:{self.line} {self.pattern}"


def in_repository(folder: Path) -> bool:
    """Whether a folder, or one above it, has a `.git`; git itself decides whether that is worth anything."""
    return any(os.path.lexists(above / ".git") for above in (folder, *folder.parents))


def listed_files(folder: Path, cancellation: Cancellation) -> tuple[list[str], list[str]]:
    """Paths under `folder` that are tracked, or untracked and not ignored; and folders that git could not open.

    A nested repository is one entry.

    Raises:
        GitFailed: It is no repository after all, or a broken or bare one.
    """
    _check_work_tree(folder, cancellation)
    out, complaint = _run(folder, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], cancellation)
    unreadable = _UNREADABLE.findall(complaint.decode("utf-8", "surrogateescape"))
    return _split(out), [f"{name.rstrip('/')}/" for name in unreadable]


def _check_work_tree(folder: Path, cancellation: Cancellation) -> None:
    """A repository may be configured to keep its files elsewhere; what git lists then is not what is here."""
    config = folder / ".git" / "config"
    try:
        if not config.is_file() or b"worktree" not in config.read_bytes().lower():
            return
    except OSError:
        return
    out, _ = _run(folder, ["rev-parse", "--show-toplevel"], cancellation)
    top = os.fsdecode(out).rstrip("\n")
    if os.path.realpath(top) != os.path.realpath(folder):
        raise GitFailed(f"its core.worktree is {top}")


def ignored_entries(folder: Path, cancellation: Cancellation) -> list[str]:
    """Ignored paths, a folder that is ignored as a whole being one entry that ends in `/`."""
    arguments = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"]
    return _split(_run(folder, arguments, cancellation)[0])


def ignore_rule(folder: Path, path: str, cancellation: Cancellation) -> IgnoreRule | None:
    """The rule that ignores `path` (from `folder`), or None."""
    try:
        asked = os.fsencode(path) + b"\0"
        out, _ = _run(folder, ["check-ignore", "-v", "-z", "--stdin"], cancellation, good=(0, 1), stdin=asked)
    except GitFailed:
        return None
    fields = _split(out)
    if len(fields) < 4 or fields[2].startswith("!"):
        return None
    return IgnoreRule(fields[0], int(fields[1] or 0), fields[2])


def worktrees(folder: Path, cancellation: Cancellation) -> list[str]:
    """The same folder in every worktree of its repository, this one included; none where there is only one."""
    top = next((above for above in (folder, *folder.parents) if os.path.lexists(above / ".git")), None)
    if top is None or ((top / ".git").is_dir() and not (top / ".git" / "worktrees").exists()):
        return []  # git need not be asked where it keeps none
    try:
        below = os.fsdecode(_run(folder, ["rev-parse", "--show-prefix"], cancellation)[0]).rstrip("\n")
        out, _ = _run(folder, ["worktree", "list", "--porcelain", "-z"], cancellation)
    except GitFailed:
        return []
    tops = [field.removeprefix("worktree ") for field in _split(out) if field.startswith("worktree ")]
    return [os.path.normpath(os.path.join(top, below)) for top in tops]


def _split(out: bytes) -> list[str]:
    return [name for name in out.decode("utf-8", "surrogateescape").split("\0") if name]


def _run(
    folder: Path, arguments: list[str], cancellation: Cancellation, good: tuple[int, ...] = (0,), stdin: bytes | None = None
) -> tuple[bytes, bytes]:
    return run(in_folder(folder), arguments, cancellation, good, stdin)
