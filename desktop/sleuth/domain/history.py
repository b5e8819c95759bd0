"""What is known of a commit, a branch, a tag and a worktree?"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from sleuth.domain.items import Kind, Section

_SHORT = 10


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit, as it is searched."""

    hash: str
    parents: tuple[str, ...]
    at_s: int
    """The committer's date, in s since 1970."""
    author: str
    """`Name <address>`."""
    committer: str
    message: str
    paths: tuple[str, ...]
    """What it changed, as seen from the workspace; none of a merge."""

    @property
    def subject(self) -> str:
        return subject_of(self.message)


@dataclass(frozen=True, slots=True)
class CommitText:
    """A commit's text: its message, who made it, what it changed."""

    message: str
    people: str
    """The author, and the committer where that is another, a line each."""
    files: str
    blocked: str = ""
    """Files that rules keep from being named."""

    @classmethod
    def of(cls, commit: Commit, is_blocked: Callable[[str], bool]) -> "CommitText":
        people = dict.fromkeys((commit.author, commit.committer))
        paths = dict.fromkeys(commit.paths)
        blocked = [path for path in paths if is_blocked(path)]
        for path in blocked:
            del paths[path]
        return cls(commit.message, "\n".join(people), "\n".join(paths), "\n".join(blocked))

    @property
    def touched(self) -> list[str]:
        """Every file, whether it may be named or not."""
        return [path for part in (self.files, self.blocked) if part for path in part.split("\n")]

    @property
    def text(self) -> str:
        return "\n".join(part for part in (self.message, self.people, self.files) if part)

    @property
    def sections(self) -> tuple[Section, ...]:
        """Where each part starts."""
        sections: list[Section] = []
        start = 0
        for label, part in (("message", self.message), ("people", self.people), ("files", self.files)):
            if part:
                sections.append(Section(start, label))
                start += len(part) + 1
        return tuple(sections)


@dataclass(frozen=True, slots=True)
class NamedRef:
    """A branch, a tag or a worktree."""

    kind: Kind
    ref: str
    """What it is called by for good: `refs/heads/main`, or `worktree:` and its folder."""
    name: str
    """As a person calls it."""
    commit: str
    """The hash of what it leads to; empty where it leads nowhere yet."""
    about: tuple[str, ...]
    """Lines on what it leads to and where it is checked out."""
    at_s: int
    """When that was committed, or the tag made; 0 where nobody knows."""
    folders: tuple[str, ...] = ()
    """The worktrees in which it is checked out; of a worktree, its own."""
    branch: str = ""
    """Of a worktree: which it has checked out, as a person calls it."""

    @property
    def text(self) -> str:
        return "\n".join((self.name, *self.about))


@dataclass(frozen=True)
class NamedRefs:
    """All that there are in a workspace, as they stand."""

    refs: tuple[NamedRef, ...] = ()

    @cached_property
    def state(self) -> str:
        """Equal for equal ones."""
        return hashlib.blake2b(repr(self.refs).encode("utf-8", "replace"), digest_size=16).hexdigest()


def subject_of(message: str) -> str:
    """A message's first line, which may be broken, as git has it: up to the first empty one."""
    return " ".join(message.partition("\n\n")[0].split())


def title_of(message: str, hash_: str) -> str:
    """What a commit is called: by its hash where nobody said anything."""
    return subject_of(message) or f"{short(hash_)} (no message)"


def short(hash_: str) -> str:
    """As much of a hash as a person reads."""
    return hash_[:_SHORT]
