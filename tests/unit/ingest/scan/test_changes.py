"""Which files must be read again?"""

from dataclasses import dataclass

import pytest

from sleuth.domain.items import Found, Stamp
from sleuth.ingest.scan.changes import compare, is_racy

MS = 1_000_000
S = 1_000 * MS
READ = 1_700_000_000 * S + 123_456_789
OLD = READ - 3_600 * S


@dataclass(frozen=True)
class Known:
    stamp: Stamp
    read_ns: int = READ
    hidden: bool = False


def stamp(size: int = 5, mtime_ns: int = OLD, ctime_ns: int = OLD) -> Stamp:
    return Stamp(size, mtime_ns, ctime_ns)


@pytest.mark.parametrize(
    ("mtime_ns", "ctime_ns", "racy"),
    [
        (OLD, OLD, False),
        (READ - 100 * MS, READ - 100 * MS, False),
        (READ - 15 * MS, READ - 15 * MS, True),
        (READ, READ, True),
        (READ + 10 * MS, READ + 10 * MS, True),
        (OLD, READ - 5 * MS, True),
        (READ + 3_600 * S, OLD, False),
        (READ // S * S, READ // S * S, True),
        (READ // S * S - S, READ // S * S - S, True),
        (READ // S * S - 3 * S, READ // S * S - 3 * S, False),
        (OLD // S * S, READ - 100 * MS, False),
        (0, 0, False),
        (-5 * S, -5 * S, False),
    ],
)
def test_is_racy(mtime_ns: int, ctime_ns: int, racy: bool) -> None:
    """A file is looked at again if it may have changed within the grain of its times after it was read."""
    assert is_racy(stamp(mtime_ns=mtime_ns, ctime_ns=ctime_ns), READ) is racy


@pytest.mark.parametrize(
    ("now", "known", "read"),
    [
        (stamp(), Known(stamp()), False),
        (stamp(), None, True),
        (stamp(size=6), Known(stamp()), True),
        (stamp(mtime_ns=OLD + 1), Known(stamp()), True),
        (stamp(mtime_ns=OLD - 1), Known(stamp()), True),
        (stamp(ctime_ns=OLD + 1), Known(stamp()), True),
        (stamp(), Known(stamp(), read_ns=OLD), True),
    ],
)
def test_to_read(now: Stamp, known: Known | None, read: bool) -> None:
    """A file is read if it is new, looks different in any way, or was racy (S-32)."""
    changes = compare([Found("a", now, False)], [], {"a": known} if known else {}, rules_since_ns=0)
    assert [one.ref for one in changes.to_read] == ["a"] * read


@pytest.mark.parametrize(("since_ns", "read"), [(READ + 1, True), (READ, False), (READ - 1, False), (2**62, True)])
def test_rules_changed(since_ns: int, read: bool) -> None:
    """What was examined before the rules changed is read again; what was since, by a scan that was stopped, is not."""
    changes = compare([Found("a", stamp(), False)], [], {"a": Known(stamp())}, since_ns)
    assert [one.ref for one in changes.to_read] == ["a"] * read


def test_hidden_changed() -> None:
    """A change of hidden-ness alone is taken without reading (S-20)."""
    changes = compare([Found("a", stamp(), True)], [], {"a": Known(stamp())}, rules_since_ns=0)
    assert ([one.ref for one in changes.hidden_changed], changes.to_read, changes.gone) == (["a"], [], [])


def test_newest_first() -> None:
    """The newest files come first, then by reference (S-32)."""
    found = [Found("b", stamp(), False), Found("a", stamp(), False), Found("c", stamp(mtime_ns=OLD + 1), False)]
    assert [one.ref for one in compare(found, [], {}, rules_since_ns=0).to_read] == ["c", "a", "b"]


@pytest.mark.parametrize(
    ("unlisted", "gone"),
    [
        ([], ["a/b.txt", "a/c/d.txt", "ab.txt"]),
        (["a/"], ["ab.txt"]),
        (["a/c/"], ["a/b.txt", "ab.txt"]),
        (["ab.txt"], ["a/b.txt", "a/c/d.txt"]),
        (["a"], ["a/b.txt", "a/c/d.txt", "ab.txt"]),
        ([""], []),
    ],
)
def test_gone(unlisted: list[str], gone: list[str]) -> None:
    """What is not there is gone, unless nobody could look (S-55)."""
    known = {ref: Known(stamp()) for ref in ("a/b.txt", "a/c/d.txt", "ab.txt")}
    assert compare([], unlisted, known, rules_since_ns=0).gone == gone
