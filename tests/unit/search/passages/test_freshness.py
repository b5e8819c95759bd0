"""Is what the index says of an item still true? (S-45)"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.unit.building import lay

from sleuth.domain.items import ItemRecord, Kind, Source, Stamp, State
from sleuth.search.passages.freshness import Freshness, Presence


def swap_for_link(path: Path) -> None:
    path.rename(path.with_name("other"))
    path.symlink_to("other")


def swap_for_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def swap_for_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def link_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("moved"))
    path.parent.symlink_to("moved")


@pytest.mark.parametrize(
    ("change", "presence"),
    [
        (lambda path: None, Presence.CURRENT),
        (lambda path: path.write_text("longer"), Presence.CHANGED),
        (lambda path: os.utime(path, ns=(1, 1)), Presence.CHANGED),
        (Path.unlink, Presence.GONE),
        (swap_for_link, Presence.GONE),
        (swap_for_folder, Presence.GONE),
        (swap_for_pipe, Presence.GONE),
        (link_folder, Presence.GONE),
    ],
    ids=["same", "edited", "touched", "deleted", "link", "folder", "pipe", "folder is a link"],
)
def test_presence(workspace: Path, change: Callable[[Path], object], presence: Presence) -> None:
    """A file is as it was, changed, or gone, whatever stands in its place now."""
    path = lay(workspace, {"sub/a.txt": "text"}) / "sub/a.txt"
    status = path.stat()
    stamp = Stamp(status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    item = ItemRecord(1, Source.FILES, "sub/a.txt", "a.txt", Kind.TEXT, None, stamp, 0, False, State.INDEXED, None, 1, 1)
    change(path)
    assert looking(workspace, lambda ref: False, rules_since_ns=0).presence(item) is presence
    assert looking(workspace, lambda ref: False, rules_since_ns=2).presence(item) is presence
    assert looking(workspace, lambda ref: True, rules_since_ns=2).presence(item) is Presence.GONE


def test_rules_are_asked_only_where_they_changed(workspace: Path) -> None:
    """What was examined under the present rules is not blocked by them, so nobody asks again."""
    status = (lay(workspace, {"a.txt": "text"}) / "a.txt").stat()
    stamp = Stamp(status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    item = ItemRecord(1, Source.FILES, "a.txt", "a.txt", Kind.TEXT, None, stamp, 5, False, State.INDEXED, None, 1, 1)

    def refuse(ref: str) -> bool:
        raise AssertionError(ref)

    assert looking(workspace, refuse, rules_since_ns=0).presence(item) is Presence.CURRENT
    assert looking(workspace, refuse, rules_since_ns=5).presence(item) is Presence.CURRENT


def looking(workspace: Path, is_blocked: Callable[[str], bool], rules_since_ns: int) -> Freshness:
    """Looks at a workspace under some rules."""
    return Freshness(workspace, "k", is_blocked, "rules", rules_since_ns, lambda item: None)
