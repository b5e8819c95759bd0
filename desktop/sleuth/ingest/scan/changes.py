"""Which of the files found must be read?

    Listing, what the index knows → Changes
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from sleuth.domain.items import Found, Stamp

_SECOND_NS = 1_000_000_000
# A file changed within the clock's grain after it was read keeps its time: git's "racy" problem,
# https://git-scm.com/docs/racy-git. Linux stamps files by the timer tick, 10 ms at the coarsest.
_GRAIN_NS = 20_000_000
# Times that are whole seconds come from a file system with no finer ones; FAT's grain is two seconds.
_COARSE_GRAIN_NS = 2 * _SECOND_NS


class KnownItem(Protocol):
    """What the comparison needs of an item that the index knows."""

    @property
    def stamp(self) -> Stamp: ...
    @property
    def read_ns(self) -> int: ...
    @property
    def hidden(self) -> bool: ...


@dataclass(slots=True)
class Changes:
    to_read: list[Found] = field(default_factory=list)
    """New or changed, the newest first."""
    hidden_changed: list[Found] = field(default_factory=list)
    """Only their hidden-ness changed: taken without reading (S-20)."""
    gone: list[str] = field(default_factory=list)


def is_racy(stamp: Stamp, read_ns: int) -> bool:
    """Whether a file may have changed after it was read without its time showing it."""
    latest = max(stamp.mtime_ns, stamp.ctime_ns)
    grain = _COARSE_GRAIN_NS if stamp.mtime_ns % _SECOND_NS == 0 and stamp.ctime_ns % _SECOND_NS == 0 else _GRAIN_NS
    return latest >= read_ns - grain and stamp.mtime_ns <= read_ns + grain


def compare(
    found: list[Found], unlisted: list[str], known: Mapping[str, KnownItem], rules_since_ns: int
) -> Changes:
    """What changed.

    Args:
        unlisted: Prefixes of which nothing could be seen; nothing under them is gone.
        rules_since_ns: What was examined before that is examined anew, since the rules have changed.
    """
    changes = Changes()
    for one in found:
        before = known.get(one.ref)
        if before is None or _must_be_read(one, before, rules_since_ns):
            changes.to_read.append(one)
        elif one.hidden != before.hidden:
            changes.hidden_changed.append(one)
    changes.to_read.sort(key=lambda one: (-one.stamp.mtime_ns, one.ref))
    here = {one.ref for one in found}
    missing = [ref for ref in known if ref not in here]
    changes.gone = [ref for ref in missing if not any(_covers(prefix, ref) for prefix in unlisted)]
    return changes


def _must_be_read(one: Found, before: KnownItem, rules_since_ns: int) -> bool:
    return (
        one.stamp != before.stamp or before.read_ns < rules_since_ns or is_racy(before.stamp, before.read_ns)
    )


def _covers(prefix: str, ref: str) -> bool:
    return ref == prefix or ((prefix.endswith("/") or prefix == "") and ref.startswith(prefix))
