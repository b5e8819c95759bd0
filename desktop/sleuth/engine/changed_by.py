"""Which commits changed a line of a file?

    a file, a line of it as it is now ─→ where that stood in the last commit ─→ its history, the newest first

git is asked when somebody asks; nothing of it is in the index.
"""

import time
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import ItemUnreadable
from sleuth.domain.history import Commit
from sleuth.ingest.git_process import GitFailed, in_folder, run
from sleuth.ingest.readers.encoding import normalise
from sleuth.ingest.readers.git.log import CONFIGURED, FORMAT, PLAIN, WITHOUT_PATHS, LogParser

MOST = 50
"""Commits; who wants more wants the file's whole history."""
_MOST_S = 20.0
# Where more lines than that differ at once, nobody can tell which was which.
_MOST_DIFFERING = 2_000


class _Patience(Cancellation):
    """Ends when nobody waits any more, and after a time."""

    def __init__(self, cancellation: Cancellation) -> None:
        super().__init__()
        self._asked = cancellation
        self._until = time.monotonic() + _MOST_S

    def check(self) -> None:
        self._asked.check()
        if time.monotonic() > self._until:
            raise ItemUnreadable(f"its history could not be followed within {_MOST_S:.0f} s")


@dataclass(frozen=True, slots=True)
class ChangedBy:
    """The commits that changed a line."""

    line: int
    commits: tuple[Commit, ...]
    """The newest first; none of a line that is in no commit yet."""


def changed_by(path: Path, text: str, line: int, cancellation: Cancellation) -> ChangedBy:
    """What git knows of a line.

    Args:
        text: The file as it is now.

    Raises:
        ItemUnreadable: It is in no commit, or git cannot be asked, or takes too long.
        Cancelled: Nobody waits for it any more.
    """
    where, patience = in_folder(path.parent), _Patience(cancellation)
    try:
        committed, _ = run(where, ["cat-file", "blob", f"HEAD:./{path.name}"], patience)
    except GitFailed as failure:
        raise ItemUnreadable(f"{path.name} is in no commit of a git repository yet") from failure
    before = line_before(normalise(committed.decode("utf-8", "replace")), text, line)
    if before is None:
        return ChangedBy(line, ())
    asked = [*CONFIGURED, "log", f"-{MOST}", *PLAIN, *WITHOUT_PATHS, FORMAT, f"-L{before},{before}:{path.name}"]
    try:
        out, _ = run(where, asked, patience)
    except GitFailed as failure:
        raise ItemUnreadable(f"its history cannot be read: {str(failure).removeprefix('fatal: ')}") from failure
    parser = LogParser(lambda seen: seen)
    return ChangedBy(line, (*parser.feed(out), *parser.end()))


def line_before(before: str, now: str, line: int) -> int | None:
    """Where a line stood in an earlier text, from 1; None of one that is new."""
    old, new = before.split("\n"), now.split("\n")
    at, most = line - 1, min(len(old), len(new))
    if not 0 <= at < len(new):
        return None
    same = next((place for place in range(most) if old[place] != new[place]), most)
    if at < same:
        return line
    left = most - same
    same_end = next((place for place in range(left) if old[-1 - place] != new[-1 - place]), left)
    if at >= len(new) - same_end:
        return line + len(old) - len(new)
    differing = old[same : len(old) - same_end], new[same : len(new) - same_end]
    if max(map(len, differing)) > _MOST_DIFFERING:
        return None
    for a, b, size in SequenceMatcher(None, *differing, autojunk=False).get_matching_blocks():
        if b <= at - same < b + size:
            return same + a + (at - same - b) + 1
    return None
