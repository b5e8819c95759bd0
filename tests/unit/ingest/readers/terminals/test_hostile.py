"""Can any bytes make the rendering fail, take for ever, or show what it must not?"""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.domain.terminals import Rendering, Size
from sleuth.ingest.readers.terminals.raw import Raw
from sleuth.ingest.readers.terminals.reading import read_recordings, recording_kind
from sleuth.ingest.readers.terminals.screen import Resize, Screen, render

CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")
PIECES = (
    "word|漢|é|e\u0301|\u0301|👍|\U00100001|  |\r\n|\n|\r|\b|\t|\0|\x7f|\x85|\x0e|\x1b|\x1b[|\x1b]|\x1bP|\x1b[?|1|;|9999999999"
    "|\x1b[A|\x1b[3B|\x1b[999C|\x1b[2D|\x1b[H|\x1b[3;4H|\x1b[999;999H|\x1b[J|\x1b[1J|\x1b[2J|\x1b[3J|\x1b[K|\x1b[1K|\x1b[2K"
    "|\x1b[2L|\x1b[M|\x1b[P|\x1b[3@|\x1b[2X|\x1b[2S|\x1b[T|\x1b[9b|\x1b[2;4r|\x1b[r|\x1b[1m|\x1b[38;5;9m|\x1b[38;2;1m|\x1b[m"
    "|\x1b[4h|\x1b[4l|\x1b[?6h|\x1b[?7l|\x1b[?7h|\x1b[?1049h|\x1b[?1049l|\x1b7|\x1b8|\x1bM|\x1bD|\x1bE|\x1bc|\x1b(0|\x1b(B"
    "|\x1b]8;;http://x\x07|\x1b]8;;\x1b\\|\x1b]7;file://h/d\x07|\x1b]0;t\x07|\x07|\x1b\\|\x18|\x1b[Z|\x1b[I|\x1b[2d|\x1b[5G"
).split("|")
streams = st.lists(
    st.sampled_from([piece.encode() for piece in PIECES])
    | st.binary(max_size=4)
    | st.just(b"plain line\r\n" * 15),
    max_size=40,
).map(b"".join)
sizes = st.builds(Size, st.integers(-1, 30), st.integers(-1, 8)) | st.just(Size(10**9, 10**9))
resizings = st.lists(st.builds(Resize, st.integers(0, 200), sizes), max_size=3)


def sound(shown: Rendering) -> None:
    assert not CONTROLS.search(shown.text)
    count = shown.text.count("\n") + 1 if shown.text else 0
    assert len(shown.offsets) == count
    assert list(shown.offsets) == sorted(shown.offsets)
    texts = shown.text.split("\n")
    assert all(line == line.rstrip() for line in texts)
    for number, runs in shown.runs.items():
        ends = [end for run in runs for end in (run.start, run.stop)]
        assert ends == sorted(ends)
        assert 0 <= ends[0] <= ends[-1] <= len(texts[number])


@given(streams, sizes, resizings, st.booleans(), st.booleans())
def test_any_stream(data: bytes, size: Size, resizes: list[Resize], styled: bool, newline: bool) -> None:
    """Whatever is sent, there are lines without control characters, at ascending offsets within it."""
    shown = render(data, size, resizes=resizes, styled=styled, newline=newline)
    sound(shown)
    assert all(0 <= offset <= len(data) for offset in shown.offsets)


@given(streams, sizes, st.booleans(), st.booleans())
def test_bulk(data: bytes, size: Size, styled: bool, newline: bool) -> None:
    """Taking many lines at once changes nothing."""
    shown = []
    for bulk in (True, False):
        screen = Screen(size, styled=styled, newline=newline, length=len(data), bulk=bulk)
        shown.append(screen.feed(data, [], lambda: None))
    one, other = shown
    assert one.text == other.text
    assert list(one.offsets) == list(other.offsets)
    assert (one.runs, one.links, one.folders) == (other.runs, other.links, other.folders)


@given(streams, sizes)
def test_settled(data: bytes, size: Size) -> None:
    """What follows the settled place shows the same by itself, and what is before is the same as before."""
    shown = render(data, size)
    if shown.settled is None:
        return
    at = shown.settled.offset
    rest = render(data[at:], shown.settled.size)
    before = [] if rest.forgets else [line for line in shown.lines if line[1] < at]
    joined = before + [(text, at + offset) for text, offset in rest.lines]
    while joined and not joined[-1][0]:
        joined.pop()
    assert joined == shown.lines


HEADS = [
    b'{"version":2,"width":20,"height":5}\n[0.1,"o","',
    b'{"version":3,"term":{"cols":20,"rows":5}}\n[0.1,"r","30x4"]\n[1,"o","',
    b'{"version":1,"width":9,"height":3,"duration":1,"stdout":[[0.1,"',
    b'Script started on 2026-08-03 09:00:00+00:00 [COMMAND="a" b" TERM="x" COLUMNS="20" LINES="5"]\n',
    b'---\npid: 1\ncwd: "/a"\ncommand: "x"\n---\n',
    b"\x1b[1mlog",
]
TAILS = [
    b'"]\n',
    b'"]]}',
    b'\nScript done on 2026-08-03 09:00:05+00:00 [COMMAND_EXIT_CODE="0"]\n',
    b"---\nexit_code: 0\n---\n",
    b"",
]
NAMES = [
    "x.cast",
    "typescript",
    "7.txt",
    "x.log",
    "tmux-a-0-1-20260101T000000.log",
    "pane_contents.tar.gz",
    "screenlog.0",
]
TIMINGS = [
    None,
    b"0.1 5\n0.2 7\n",
    b"H 0 OUTPUT_LOG a\nH 0 INPUT_LOG a\nO 0.1 3\nI 0.1 2\nS 0.1 SIGWINCH ROWS=4 COLS=9\nO 1 9",
]


@given(
    st.sampled_from(HEADS),
    streams,
    st.sampled_from(TAILS),
    st.sampled_from(NAMES),
    st.sampled_from(TIMINGS),
    st.integers(0, 400),
)
def test_any_file(head: bytes, body: bytes, tail: bytes, name: str, timing: bytes | None, cut: int) -> None:
    """Any file, cut short anywhere, is read or is none, in any format, without an error; offsets lie in it."""
    data = (head + body + tail)[: len(head) + len(body) + len(tail) - cut % 50]
    recording_kind(data[:cut], name)
    for recording in read_recordings(Raw(name, data), timing=timing):
        sound(recording.shown)
        assert all(0 <= offset <= len(data) for offset in recording.shown.offsets)


@given(st.binary(max_size=300), st.sampled_from(NAMES))
def test_any_bytes(data: bytes, name: str) -> None:
    """Bytes that are nothing at all are no trouble under any name."""
    for prefix in (b"", b"\x1f\x8b\x08", b"{", b"---\n", b"Script started on "):
        read_recordings(Raw(name, prefix + data))


@pytest.mark.parametrize(
    "unit",
    [
        b"x\x1b[999999999b",
        b"\x1b[9999Cxy",
        b"\x1b[9999Cx\r\n",
        b"\x1b[999Hx\x1b[2J",
        b"\x1b[999S",
        b"\x1b[999L\x1b[999M",
        b"\x1b[2;20r\x1b[5S\x1b[T",
        b"\n",
        b"\x1b",
        b"\x1b[",
        b"\x1b]0;",
        b"\x1bP",
        b"\x1b[m",
        b"\x1b[?1049h\x1b[?1049l",
        b"\x1b[?1111111",
        b"\x1b[1;1",
        "e\u0301\u0301".encode(),
        "\u0301".encode(),
        "\u0301\x07".encode(),
        b"\x1b]8;;u\x07x\x1b]8;;\x07\r\n",
        b"\t",
        b"a\x08",
        "é\tx\r\n".encode(),
        b"\xff",
    ],
)
def test_time_and_memory(unit: bytes) -> None:
    """Four times the bytes take about four times the time, and what is shown is never much more than was sent."""
    times = []
    for length in (50_000, 200_000):
        data = (unit * (length // len(unit)))[:length]
        begun = time.process_time()
        shown = render(data, Size(4_000, 500))
        times.append(time.process_time() - begun)
        assert len(shown.text) <= 5 * length + 2_000_000
        assert len(shown.offsets) <= length + 2_000
    assert times[1] < 12 * times[0] + 0.5
