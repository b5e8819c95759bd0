"""What does a folder of the workspace hold, in the order in which it is shown?

    a folder's reference → its nodes, sorted (runs in a job: a folder may be slow, or hold very much)

Nothing is followed: a link is a leaf, whatever it leads to. Blocked paths and git's own folder are left out.
"""

import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from operator import attrgetter
from pathlib import Path

from sleuth.domain.cancel import Cancellation
from sleuth.domain.opening import is_inside
from sleuth.settings.blocked import BlockedPaths

_CHECK_EVERY = 500
_DIGITS = re.compile(r"\d+")
_LONGEST_NUMBER = 20


class NodeKind(IntEnum):
    """What stands in a row."""

    FOLDER = 0
    FILE = 1
    LINK = 2
    NOTE = 3
    """Not an entry: a sentence about the folder."""
    MORE = 4
    """Not an entry: how many are not shown yet."""


class Node:
    """One row, and for a folder what is below it.

    Attributes:
        entries: All that was found in the folder, sorted; None where it was never listed.
        children: The rows below: the first of the entries, and notes.
        row: Where it was among its parent's children when that was last looked at.
    """

    __slots__ = ("children", "entries", "id", "is_hidden", "key", "kind", "limit", "name", "parent", "row")

    def __init__(self, name: str, kind: NodeKind, is_hidden: bool = False, key: str = "") -> None:
        self.name = name
        self.kind = kind
        self.is_hidden = is_hidden
        self.key = key
        self.parent: Node | None = None
        self.row = 0
        self.id = 0
        self.limit = 0
        self.entries: list[Node] | None = None
        self.children: list[Node] = []

    @property
    def is_folder(self) -> bool:
        return self.kind is NodeKind.FOLDER

    @property
    def is_entry(self) -> bool:
        return self.kind <= NodeKind.LINK

    def same_as(self) -> tuple[str, int]:
        """Equal for what was listed twice and is the same thing."""
        return self.name, self.kind

    def ref(self) -> str:
        """Its path from the root, `/` between parts."""
        parts: list[str] = []
        node = self
        while node.parent is not None:
            parts.append(node.name)
            node = node.parent
        return "/".join(reversed(parts))


@dataclass(frozen=True, slots=True)
class Listed:
    """What a folder holds."""

    nodes: list[Node]
    hidden: int
    """How many more there are that are not shown."""


def natural_key(name: str) -> str:
    """Sorts `file 9` before `file 10`, and capitals beside small letters; one string, so that C compares it."""
    return _DIGITS.sub(lambda digits: digits[0].lstrip("0").rjust(_LONGEST_NUMBER, "0"), name.casefold())


def list_folder(
    root: Path,
    ref: str,
    blocked: BlockedPaths,
    with_hidden: bool,
    cancellation: Cancellation,
    known: Sequence[Node] = (),
) -> Listed:
    """A folder's entries, folders first.

    Args:
        known: What it held when it was listed before; what it still holds stays the same node.

    Raises:
        OSError: It cannot be listed, or is no folder inside the workspace.
    """
    path = os.path.join(root, ref) if ref else str(root)
    if ref and not is_inside(root, f"{ref}/"):
        raise NotADirectoryError(f"{ref} leads out of the workspace")
    prefix = f"{ref}/" if ref else ""
    there = {one.same_as(): one for one in known}
    nodes: list[Node] = []
    hidden = 0
    with os.scandir(path) as entries:
        for count, entry in enumerate(entries):
            if count % _CHECK_EVERY == 0:
                cancellation.check()
            kind = _kind(entry)
            if kind is None or entry.name == ".git":
                continue
            inner = f"{prefix}{entry.name}"
            if blocked.rule_for(f"{inner}/" if kind is NodeKind.FOLDER else inner):
                continue
            is_hidden = _is_hidden(entry)
            if is_hidden and not with_hidden:
                hidden += 1
                continue
            nodes.append(there.get((entry.name, kind)) or _node(entry.name, kind, is_hidden))
    nodes.sort(key=attrgetter("key"))  # strings, as C compares them with nothing else held up for long
    return Listed(nodes, hidden)


def _node(name: str, kind: NodeKind, is_hidden: bool) -> Node:
    first = "0" if kind is NodeKind.FOLDER else "1"
    return Node(name, kind, is_hidden, f"{first}{natural_key(name)}\0{name}")


def link_target(root: Path, ref: str) -> str | None:
    """Where a link leads, if that is something in the workspace."""
    target = Path(os.path.realpath(os.path.join(root, ref)))
    if not os.path.lexists(target) or target == root or not target.is_relative_to(root):
        return None
    return target.relative_to(root).as_posix()


def _kind(entry: "os.DirEntry[str]") -> NodeKind | None:
    """None for what is no file: a pipe, a socket, a device."""
    try:
        if entry.is_symlink() or _is_junction(entry):
            return NodeKind.LINK
        if entry.is_dir(follow_symlinks=False):
            return NodeKind.FOLDER
        return NodeKind.FILE if entry.is_file(follow_symlinks=False) else None
    except OSError:
        return NodeKind.FILE


def _is_junction(entry: "os.DirEntry[str]") -> bool:
    """Windows' other kind of link, which is a folder to Python below 3.12."""
    if os.name != "nt":
        return False
    tag = getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0)
    return bool(tag == getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1))


def _is_hidden(entry: "os.DirEntry[str]") -> bool:
    if entry.name.startswith("."):
        return True
    if os.name != "nt":
        return False
    try:
        attributes = getattr(entry.stat(follow_symlinks=False), "st_file_attributes", 0)
    except OSError:
        return False
    return bool(attributes & stat.FILE_ATTRIBUTE_HIDDEN)
