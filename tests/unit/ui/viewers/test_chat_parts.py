"""Which messages are in a chat's page, which mark comes next, and what takes a session up again?"""

import pytest

pytest.importorskip("PySide6")

from sleuth.domain.chats import Session
from sleuth.domain.items import Source
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.chat.extent import AROUND, MOST, around, earlier, joined, later
from sleuth.ui.viewers.chat.marks import Marks, before_all, found_in
from sleuth.ui.viewers.chat.resume import resume_command

SIZES = [100] * 10_000


def test_around() -> None:
    """Some before and some after, fewer at the ends; none of an empty chat."""
    assert around(SIZES, 5_000) == range(5_000 - AROUND, 5_001 + AROUND)
    assert around(SIZES, 3) == range(4 + AROUND)
    assert around(SIZES, 9_999) == range(9_999 - AROUND, 10_000)
    assert around([], 0) == range(0)


def test_long_messages() -> None:
    """Of long messages fewer come at a time, but always one."""
    assert around([1_000_000] * 9, 4) == range(3, 6)
    assert earlier([1_000_000] * 9, range(3, 6)) == range(2, 3)


def test_going_on() -> None:
    """What comes joins what is there, and the page never holds too many; the ends are ends."""
    extent = around(SIZES, 5_000)
    for _ in range(20):
        extent = joined(extent, later(SIZES, extent))
    assert len(extent) == MOST
    assert extent.stop == 5_001 + 21 * AROUND
    for _ in range(200):
        extent = joined(extent, earlier(SIZES, extent))
    assert extent == range(MOST)
    assert not earlier(SIZES, extent)


def test_next_mark() -> None:
    """From mark to mark, over messages that have none, and round at the ends."""
    marks = Marks([0, 2, 0, 1])
    walked = [before_all(1)]
    for _ in range(4):
        following = marks.next(walked[-1], 1)
        assert following is not None
        walked.append(following)
    assert walked[1:] == [(2, 0), (2, 1), (4, 0), (2, 0)]
    assert marks.next((2, 0), -1) == (4, 0)
    assert [marks.position(mark) for mark in walked[1:4]] == [1, 2, 3]
    assert Marks([0, 0]).next(before_all(1), 1) is None


def test_what_the_page_says_counts() -> None:
    """Of messages in the page it is known what is seen."""
    marks = Marks([3, 3])
    marks.correct({1: 1, 7: 5})
    assert marks.total == 4
    marks.replace_from(1, [2, 2])
    assert marks.total == 5


@pytest.mark.parametrize(
    ("typed", "counts"), [("tide", [2, 0]), ("TIDE", [2, 0]), ("the tide", [1, 0]), ("é", [0, 1]), (" ", [0, 0]), ("a.b", [0, 0])]
)
def test_found(typed: str, counts: list[int]) -> None:
    """What is typed is no pattern; any case, any white space."""
    assert found_in(["Tide and the\n tide", "É aXb"], typed) == counts


def session(*resume: str, folder: str | None = "/w") -> Session:
    return Session("s1", folder, resume=resume)


@pytest.mark.parametrize(
    ("given", "command"),
    [
        (session("claude", "--resume", "s1"), "cd /w && claude --resume s1"),
        (session("claude", "--resume", "a; rm -rf ~", folder="/my work/$(x)"), "cd '/my work/$(x)' && claude --resume 'a; rm -rf ~'"),
        (session("claude", "--resume", "s1", folder=None), "claude --resume s1"),
        (session("claude", "--resume", "s1\x1b[201~\nrm"), ""),
        (session("claude", folder="/w\nx"), ""),
        (session(), ""),
    ],
)
def test_resume(given: Session, command: str) -> None:
    """Quoted for a shell; none where it would hold what a terminal takes for a key."""
    assert resume_command(given, "linux") == command


@pytest.mark.parametrize(
    ("given", "command"),
    [
        (session("claude", "--resume", "s1", folder="C:\\my work"), 'cd /d "C:\\my work" && claude --resume s1'),
        (session("claude", "--resume", "%PATH%", folder="C:\\w"), ""),
        (session("claude", folder='C:\\w" & calc'), ""),
    ],
)
def test_resume_on_windows(given: Session, command: str) -> None:
    """Its shell puts variables in even within quotes: what has such letters is given no command."""
    assert resume_command(given, "win32") == command


@pytest.mark.parametrize("place", [Place("a/b.md"), Place("x/y z", source=Source.CHATS), Place("~/n.md", source=Source.NOTES), Place("/n.md", source=Source.PLANS)])
def test_kept(place: Place) -> None:
    """An item is kept as one word, from which it is told again."""
    assert Place.kept(place.key) == place
