"""What does a terminal show after it was sent these bytes?"""

import pytest

from sleuth.domain.terminals import Run, Settled, Size, Style
from sleuth.ingest.readers.terminals.cells import _NARROW, width_of
from sleuth.ingest.readers.terminals.screen import Resize, Screen, render

SMALL = Size(20, 6)


def lines(data: str, size: Size = SMALL) -> list[str]:
    return render(data.encode(), size).text.split("\n")


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("one\r\ntwo\r\n", ["one", "two"]),
        ("one\ntwo", ["one", "   two"]),
        ("10%\r 50%\r100%\r\n", ["100%"]),
        ("typo\b\b\b\bfixed", ["fixed"]),
        ("a\tb\tc", ["a       b       c"]),
        ("x" * 45 + "\r\nend", ["x" * 45, "end"]),
        ("x" * 20 + "\r\nend", ["x" * 20, "end"]),
        ("one\r\ntwo\x1b[1A\r\x1b[2Kthree", ["three", "two"]),
        ("\x1b[2;3Hx\x1b[1;1Hy", ["y", "  x"]),
        ("ab\x1b[Dc\x1b[10Gd\x1b[2Ce", ["ac       d  e"]),
        ("abcdef\x1b[4D\x1b[2P", ["abef"]),
        ("abcdef\x1b[4D\x1b[2@", ["ab  cdef"]),
        ("abcdef\x1b[4D\x1b[2X", ["ab  ef"]),
        ("abcdef\x1b[4D\x1b[1K", ["   def"]),
        ("-\x1b[9b", ["----------"]),
        ("one\r\nthree\x1b[L\rtwo", ["one", "two", "three"]),
        ("one\r\ntwo\r\nthree\x1b[A\x1b[M", ["one", "three"]),
        ("a\x1b[4h\rxy\x1b[4l\rz", ["zya"]),
        ("\x1b[?7l" + "abc" * 10 + "\r\nnext", ["abcabcabcabcabcabcac", "next"]),
        ("one\x1b7\r\ntwo\x1b8 more", ["one more", "two"]),
        ("main\x1b[?1049h\x1b[2J\x1b[Hother\x1b[?1049l back", ["main back"]),
        ("main\x1b[?47hother\x1b[?47l back", ["main back"]),
        ("main\x1b[?1049hother, and it ends here", ["main"]),
        ("one\x1b]0;title\x07 two\x1bPdevice\x1b\\ three\x1b_app\x1b\\", ["one two three"]),
        ("one\x1b]0;not ended", ["one"]),
        ("one\x1b[31", ["one"]),
        ("漢字\b\bx", ["漢x"]),
        ("漢字\x1b[2Gx", [" x字"]),
        ("e\u0301a\bo", ["e\u0301o"]),
        ("👨\u200d👩\u200d👧 ok", ["👨\u200d👩\u200d👧 ok"]),
        ("\U00100001x", ["\U00100001x"]),
        ("a\x85b\x9bc", ["abc"]),
        ("\x1b(0lqk\x1b(B q", ["┌─┐ q"]),
        ("a\x00\x01\x0e\x0f\x7fb", ["ab"]),
        ("\x1b[3\r1mred", ["red"]),
        ("\x1bkname\x1b\\text", ["text"]),
    ],
)
def test_table(sent: str, shown: list[str]) -> None:
    """Each control does to the screen what it does in a terminal."""
    assert lines(sent) == shown


def test_clear() -> None:
    """What was cleared from the screen has scrolled away, what was erased from the scrollback is gone."""
    assert lines("one\r\ntwo\x1b[H\x1b[2Jthree") == ["one", "two", "three"]
    assert lines("one\r\n" * 9 + "\x1b[H\x1b[2J\x1b[3Jafter") == ["after"]


def test_margins() -> None:
    """Lines above a status line that is held in its place scroll away as any others."""
    held = "\x1b[1;5r\x1b[6;1Hstatus\x1b[1;1H" + "".join(f"{number}\r\n" for number in range(20))
    assert lines(held) == [*map(str, range(20)), "", "status"]


def test_offsets() -> None:
    """Each line is known by the byte where it began: after the line feed before it, however often it was drawn over."""
    data = "é\r\n\r\n50%\r\x1b[32m100%\r\nlong " + "x" * 40 + "\r\nend"
    shown = render(data.encode(), SMALL)
    starts = [0, 4, 6, 21, 68]
    assert list(shown.offsets) == starts
    assert data.encode()[starts[-1] :] == b"end"


def test_offsets_of_lines_out_of_order() -> None:
    """A line that was put between others later does not break the order."""
    shown = render(b"one\r\nthree\x1b[L\rtwo", SMALL)
    assert list(shown.offsets) == [0, 5, 5]


def test_links() -> None:
    """A link has its text and where it leads, over a wrapped edge and a change of colour, until its cells are drawn over."""
    data = b"see \x1b]8;id=1;https://a.example/\x1b\\the \x1b[1mlong report\x1b[0m here\x1b]8;;\x1b\\ now\r\n"
    gone = b"\x1b]8;;https://b.example/\x07gone\x1b]8;;\x07\rover\r\n"
    (link,) = render(data + gone, SMALL).links
    assert (link.text, link.url, link.line) == ("the long report here", "https://a.example/", 0)
    assert render(data + gone, SMALL, styled=True).links == (link,)


def test_styles() -> None:
    """Stretches of a line carry their looks if they are asked for, in offsets of the line as it is read."""
    data = "e\u0301 \x1b[1;38;5;208m漢字\x1b[0m \x1b[48;2;1;2;3mx\x1b[m \x1b[4:3;91my\x1b[24;39mz".encode()
    assert render(data, SMALL).runs == {}
    runs = render(data, SMALL, styled=True).runs[0]
    assert runs == (
        Run(3, 5, Style(foreground=208, bold=True)),
        Run(6, 7, Style(background=(1, 2, 3))),
        Run(8, 9, Style(foreground=9, underline=True)),
    )


@pytest.mark.parametrize(
    ("sent", "folder"),
    [
        ("\x1b]7;file://box/home/dev/a%20b\x07", "/home/dev/a b"),
        ("\x1b]7;file:///C:/Users/dev\x1b\\", "C:/Users/dev"),
        ("\x1b]633;P;Cwd=C:\\\\x\\x3by\x07", "C:\\x;y"),
        ("\x1b]1337;CurrentDir=/home/dev\x07", "/home/dev"),
        ('\x1b]9;9;"C:\\dev"\x07', "C:\\dev"),
        ("\x1b[?1049h\x1b]7;file://box/inside\x07", "/inside"),
    ],
)
def test_folder(sent: str, folder: str) -> None:
    """Where the shell is, is learnt from what it tells the terminal."""
    assert render(sent.encode()).folders == (folder,)


def test_text_without_a_pty() -> None:
    """Where lines end with a line feed alone, each begins at the left."""
    assert render(b"one\ntwo\r\n\x1b[31mthree", newline=True).text == "one\ntwo\nthree"


def test_resize() -> None:
    """A terminal that grew wraps later."""
    data = b"x" * 30 + b"\r\n" + b"y" * 30 + b"\r\x1b[K"
    assert render(data, SMALL, resizes=[Resize(32, Size(40, 6))]).text == "x" * 30


def test_many_lines_at_once() -> None:
    """Lines that pass the screen by in bulk are those that go over it one by one."""
    data = b"".join(b"\x1b[3%dmline\x1b[0m %d\tof \xe6\xbc\xa2 many  \r\n" % (n % 8, n) for n in range(3_000))
    data += b"x" * 100 + b"\r\n\r\n" + b"up\x1b[A\rdown"
    for styled in (False, True):
        bulk = Screen(SMALL, length=len(data), styled=styled).feed(data, [], lambda: None)
        single = Screen(SMALL, length=len(data), styled=styled, bulk=False).feed(data, [], lambda: None)
        assert (bulk.text, list(bulk.offsets), bulk.runs) == (single.text, list(single.offsets), single.runs)


def test_settled() -> None:
    """From where it says, the rest shows the same without what was before."""
    data = (
        b"\x1b[?2004h$ make\r\n"
        + b"".join(b"line %d\r\n" % n for n in range(100))
        + b"10%\r20%\x1b[2A\rmended"
    )
    shown = render(data, SMALL)
    assert isinstance(shown.settled, Settled)
    at = shown.settled.offset
    rest = render(data[at:], shown.settled.size)
    before = [line for line in shown.lines if line[1] < at]
    assert before + [(text, at + offset) for text, offset in rest.lines] == shown.lines
    assert len(rest.lines) < 10


def test_narrow() -> None:
    """What is taken for one cell without a look at its width is one cell wide."""
    assert [
        chr(code) for code in range(0x20, 0x3000) if _NARROW.fullmatch(chr(code)) and width_of(chr(code)) != 1
    ] == []
