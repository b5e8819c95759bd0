"""Is what the index says of an item still true? (S-45)"""

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from sleuth.domain.items import ItemRecord, Source, Stamp
from sleuth.domain.opening import is_inside
from sleuth.domain.terminals import PANE, file_and_part
from sleuth.index.snapshot import Body
from sleuth.places import kept_folder, outside_path


class Presence(Enum):
    """How an item stands beside its file."""

    CURRENT = "current"
    CHANGED = "changed"
    GONE = "gone"
    """Deleted, or blocked by now, or no file of the workspace any more: it must not be shown."""


@dataclass(frozen=True, slots=True)
class Freshness:
    """Looks at the disk for one search."""

    root: Path
    key: str
    """The workspace's, for links."""
    is_blocked: Callable[[str], bool]
    rules: str
    """Names the present rules."""
    rules_since_ns: int
    """What was examined before that, in ns since 1970, may be blocked by now; 0 once all was examined under them."""
    present: Callable[[ItemRecord], Body | None]
    """Reads a changed file again as it would be indexed; None where that cannot be done at once."""

    def presence(self, item: ItemRecord) -> Presence:
        """How the file looks from outside; nothing is opened."""
        if item.source is Source.GIT:
            return Presence.CURRENT  # what a commit says stands for good
        if item.read_ns < self.rules_since_ns and self.is_blocked(item.ref):
            return Presence.GONE
        if item.source in (Source.NOTES, Source.PLANS, Source.TERMINALS):
            return self._presence_outside(item)
        try:
            status = os.lstat(os.path.join(self.root, item.ref))
        except OSError:
            return Presence.GONE
        if not stat.S_ISREG(status.st_mode) or not is_inside(self.root, item.ref):
            return Presence.GONE
        now = Stamp.of(status)
        return Presence.CURRENT if now == item.stamp else Presence.CHANGED

    def is_kept(self, path: str) -> bool:
        """Whether a transcript is one that was kept after its agent deleted it."""
        return path.startswith(os.path.join(kept_folder(self.root), ""))

    def _presence_outside(self, item: ItemRecord) -> Presence:
        """What lies where agents and Sleuth keep it, and may be a link there; a pane of a terminal lies on no disk."""
        if item.source is Source.TERMINALS and item.ref.startswith(PANE):
            return Presence.CURRENT
        ref = file_and_part(item.ref)[0] if item.source is Source.TERMINALS else item.ref
        try:
            status = os.stat(outside_path(self.root, ref))
        except OSError:
            return Presence.GONE
        return Presence.CURRENT if Stamp.of(status) == item.stamp else Presence.CHANGED
