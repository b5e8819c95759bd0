"""Which branches, tags and worktrees does a repository have, and what is checked out where?

Asked when somebody searches, and so as things stand: two quick processes, of which nothing is kept in the index.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sleuth.domain.cancel import Cancellation
from sleuth.domain.history import NamedRef, short
from sleuth.domain.items import Kind
from sleuth.ingest.git_process import GitFailed, GitMissing, in_repository, run
from sleuth.ingest.readers.git.repositories import Repository

_KINDS = {"refs/heads/": Kind.BRANCH, "refs/remotes/": Kind.BRANCH, "refs/tags/": Kind.TAG}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NAMES = ("%(refname)", "%(symref)", "%(objectname)")
# What an annotated tag says is its own, what it leads to comes after.
_ABOUT = ("%(*objectname)", "%(creatordate:unix)", "%(contents:subject)", "%(*contents:subject)")


@dataclass(frozen=True, slots=True)
class _Worktree:
    folder: str
    branch: str
    """Its whole name; empty where it is detached."""
    commit: str
    is_gone: bool


@dataclass(frozen=True, slots=True)
class _Row:
    """What git says of a branch or a tag."""

    ref: str
    commit: str
    at_s: int = 0
    said: tuple[str, ...] = ()
    """The subjects of a tag, and of the commit that it leads to."""


def named_refs(repository: Repository, root: Path, cancellation: Cancellation) -> tuple[NamedRef, ...]:
    """All of them, by name.

    Args:
        root: The workspace's folder.

    Raises:
        GitFailed.
    """
    worktrees = _worktrees(repository, cancellation)
    rows = {row.ref: row for row in _rows(repository, cancellation)}
    commits = {row.commit: row for row in rows.values()}
    named = [_named(row, repository, [one for one in worktrees if one.branch == row.ref], root) for row in rows.values()]
    named += [_worktree(one, rows.get(one.branch) or commits.get(one.commit), root) for one in worktrees]
    return tuple(named)


def _rows(repository: Repository, cancellation: Cancellation) -> Iterator[_Row]:
    try:
        out = _asked(repository, (*_NAMES, *_ABOUT), cancellation)
    except GitMissing:
        raise
    except GitFailed:  # of what one leads to is damaged nothing can be said
        out = _asked(repository, _NAMES, cancellation)
    for line in out.decode("utf-8", "replace").splitlines():
        ref, symbolic, object_, *about = line.split("\0")
        if symbolic:
            continue  # origin/HEAD is another name of a branch that is listed itself
        led_to, at, *said = about or ("", "")
        yield _Row(ref, led_to or object_, int(at) if at.isdecimal() else 0, tuple(part for part in said if part))


def _asked(repository: Repository, fields: tuple[str, ...], cancellation: Cancellation) -> bytes:
    asked = ["for-each-ref", f"--format={'%00'.join(fields)}", *_KINDS]
    return run(in_repository(repository.folder), asked, cancellation)[0]


def _worktrees(repository: Repository, cancellation: Cancellation) -> list[_Worktree]:
    """The main one first."""
    out, _ = run(in_repository(repository.folder), ["worktree", "list", "--porcelain", "-z"], cancellation)
    worktrees: list[_Worktree] = []
    for record in out.decode("utf-8", "surrogateescape").split("\0\0"):
        fields = dict(field.partition(" ")[::2] for field in record.split("\0") if field)
        if "worktree" in fields and "bare" not in fields:
            commit = fields.get("HEAD", "").strip("0")
            is_gone = not os.path.isdir(fields["worktree"])
            worktrees.append(_Worktree(fields["worktree"], fields.get("branch", ""), fields.get("HEAD", "") if commit else "", is_gone))
    return worktrees


def _named(row: _Row, repository: Repository, worktrees: list[_Worktree], root: Path) -> NamedRef:
    prefix = next(prefix for prefix in _KINDS if row.ref.startswith(prefix))
    kind = _KINDS[prefix]
    told = "remote branch" if prefix == "refs/remotes/" else kind.value
    # In one line: what a hit shows is its name and the line behind it.
    where = "".join(f", checked out in {_seen(one.folder, root)}" for one in worktrees)
    about = [f"{told}{where}, at {_leads_to(row)}" if where else f"{told} at {_leads_to(row)}"]
    about += [line for line in row.said[:-1] if kind is Kind.TAG]
    return NamedRef(
        kind=kind,
        ref=f"{repository.inside}{row.ref}",
        name=row.ref.removeprefix(prefix),
        commit=row.commit,
        about=tuple(about),
        at_s=row.at_s,
        folders=tuple(_shown(one.folder) for one in worktrees),
    )


def _worktree(one: _Worktree, row: _Row | None, root: Path) -> NamedRef:
    branch = one.branch.removeprefix("refs/heads/")
    led_to = _leads_to(row) if row is not None else short(one.commit)
    has = branch or "no branch"
    about = [f"{has} checked out, at {led_to}" if one.commit else f"{has} checked out, without a commit"]
    about += ["its folder is gone"] if one.is_gone else []
    name = _seen(one.folder, root)
    folder = _shown(one.folder)
    at_s = row.at_s if row is not None else 0
    return NamedRef(Kind.WORKTREE, f"worktree:{folder}", name, one.commit, tuple(about), at_s, (folder,), branch)


def _leads_to(row: _Row) -> str:
    said = f" {row.said[-1]}" if row.said else ""
    try:
        day = f", {_EPOCH + timedelta(seconds=row.at_s):%Y-%m-%d}" if row.at_s else ""
    except OverflowError:
        day = ""
    return f"{short(row.commit)}{said}{day}"


def _seen(folder: str, root: Path) -> str:
    """A folder as a person at the workspace calls it."""
    real = os.path.realpath(folder)
    if real == os.fspath(root):
        return _shown(os.path.basename(real) or real)
    inside = os.path.relpath(real, root)
    return _shown(folder if inside.startswith("..") else inside.replace(os.sep, "/"))


def _shown(text: str) -> str:
    """A path in a text: what is not UTF-8 in it as U+FFFD."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace").replace("\n", "\ufffd")
