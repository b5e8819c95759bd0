"""What do the formats tell beyond their samples?"""

import gzip
import io
import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from sleuth.domain.terminals import RecordingKind, Size
from sleuth.ingest.readers.terminals.raw import Raw, read_raw
from sleuth.ingest.readers.terminals.reading import read_recordings, recording_kind
from sleuth.ingest.readers.terminals.timings import timing_for
from sleuth.ingest.readers.terminals.typescripts import body_bytes


def cast(*events: object, **header: object) -> bytes:
    head = {"version": 2, "width": 20, "height": 5, **header}
    return b"".join(json.dumps(one).encode() + b"\n" for one in (head, *events))


def test_cast_offsets() -> None:
    """A line of a cast is known by the very byte of the JSON where it began, escapes and all."""
    data = cast([0.1, "o", "é\u001b[1m👍\r\nsecond\r\nthi"], [0.2, "o", "rd\r\nfourth"], title="T")
    (recording,) = read_recordings(Raw("x.cast", data))
    begins = [data[offset : offset + 6] for _, offset in recording.lines]
    assert begins == [b"\\u00e9", b"second", b'thi"]\n', b"fourth"]
    assert [text for text, _ in recording.lines] == ["é👍", "second", "third", "fourth"]


def test_cast_split() -> None:
    """A sequence that is split between events is one, and a resize in its middle comes after it."""
    data = cast([0.1, "o", "a\x1b[3"], [0.2, "r", "40x5"], [0.3, "o", "1mred"])
    (recording,) = read_recordings(Raw("x.cast", data))
    assert recording.shown.text == "ared"
    assert recording.final_size == Size(40, 5)


def test_cast_damaged() -> None:
    """Lines that are no events are passed over, and the rest is read."""
    data = (
        cast([0.1, "o", "one\r\n"])
        + b'[nonsense\n\0\0\n[0.2,"o","bad \\q"]\n[0.3,"o","two \xff"]\n[0.4,"o","to'
    )
    (recording,) = read_recordings(Raw("x.cast", data))
    assert recording.shown.text == "one\ntwo \ufffd"
    assert recording.is_torn


@pytest.mark.parametrize(
    ("name", "head", "kind"),
    [
        ("a.cast", b'{"version": 3, "term": {"cols": 80', RecordingKind.ASCIICAST_V3),
        ("a.json", b'{"version": 2, "packages": []}', None),
        ("lock.json", b'{"version": 1, "width": 3}', None),
        ("typescript", b"Le script a commenc\xc3\xa9", RecordingKind.TYPESCRIPT),
        ("note.md", b"---\ntitle: x\ncommand: y\n---\n", None),
        ("7.txt", b'---\npid: 3\ncwd: "/a"\n---\n', RecordingKind.CURSOR),
        ("build.log", b"plain text\n", RecordingKind.LOG),
        ("build.txt", b"plain text\n", None),
        ("build.txt", b"\x1b[1mbold\x1b[0m\n", RecordingKind.LOG),
        ("screenlog.0", b"$ ls\r\n", RecordingKind.LOG),
        ("data.log", bytes(range(256)) * 4, None),
        ("killed.log", b"the end\n" + bytes(5_000), RecordingKind.LOG),
        ("x.log", b"0.01 5\n0.2 17\n", None),
        ("tmux-my-work-0-1-20260803T090000.log", b"$ ls\r\n", RecordingKind.TMUX_PIPE),
        ("pane_contents.tar.gz", b"\x1f\x8b\x08", RecordingKind.TMUX_RESURRECT),
    ],
)
def test_kind(name: str, head: bytes, kind: RecordingKind | None) -> None:
    """A recording is known by what it begins with; its name helps only where that says nothing."""
    assert recording_kind(head, name) is kind


def test_typescript_foreign() -> None:
    """A typescript whose own lines are in another language is one by its name."""
    data = (
        b'Skript gestartet am 2026-08-03 09:00:00+02:00 [COMMAND="a "b" [c]" TERM="x" COLUMNS="30" LINES="9"]\nhi\r\n'
        b'\nSkript beendet am 2026-08-03 09:00:05+02:00 [COMMAND_EXIT_CODE="3"]\n'
    )
    (recording,) = read_recordings(Raw("typescript", data))
    assert recording.lines == [("hi", data.index(b"hi"))]
    assert (recording.command, recording.exit_status, recording.duration_ms) == ('a "b" [c]', 3, 5_000)
    assert recording.size == Size(30, 9)


def test_typescript_in_a_typescript() -> None:
    """A typescript that was shown on a terminal is no new recording: a pty ends its lines otherwise."""
    head = (
        b'Script started on 2026-08-03 09:00:00+00:00 [TERM="x" TTY="/dev/pts/1" COLUMNS="200" LINES="24"]\n'
    )
    (recording,) = read_recordings(Raw("typescript", head + b"$ cat old\r\n" + head[:-1] + b"\r\nbody\r\n"))
    assert len(recording.lines) == 3


def test_typed_without_alignment() -> None:
    """Where what was typed cannot be told from what was shown, nothing is read: it may be a password."""
    head = b"Script started on 2026-08-03 09:00:00+00:00 [<not executed on terminal>]\n"
    timing = b"H 0 OUTPUT_LOG io\nH 0 INPUT_LOG io\nO 0.1 4\nI 0.1 6\n"
    data = head + b"pw: secret"
    assert [one.shown.text for one in read_recordings(Raw("io", data), timing=timing)] == ["pw:"]
    assert read_recordings(Raw("io", data + head + b"pw: secret"), timing=timing) == []


@pytest.mark.skipif(
    not shutil.which("script") or sys.platform != "linux", reason="needs script(1) of util-linux"
)
@pytest.mark.parametrize("options", [["--timing=times"], ["--log-io", "log", "--log-timing", "times"]])
def test_real_script(tmp_path: Path, options: list[str]) -> None:
    """What script(1) of this machine writes is read, and its timing file is found."""
    name = "log" if "log" in options else "typescript"
    command = [
        "script",
        "-q",
        "-c",
        "printf 'one\\ntwo\\n'; exit 3",
        *options,
        *([] if name == "log" else [name]),
    ]
    subprocess.run(
        command, cwd=tmp_path, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=20
    )
    raw = read_raw(tmp_path / name)
    times = {"times": (tmp_path / "times").read_bytes()}
    assert timing_for(name, body_bytes(raw), times) == "times"
    (recording,) = read_recordings(raw, timing=times["times"])
    # Where it is given no input it may show the end of it, as ^D.
    assert recording.shown.text.replace("^D", "").strip().split("\n") == ["one", "two"]
    assert recording.exit_status == 3
    assert recording.command == command[3]


def test_width_from_zsh() -> None:
    """How wide a terminal was is learnt from the blanks that zsh puts before a prompt."""
    prompt = b"\x1b[1m\x1b[7m%\x1b[27m\x1b[1m\x1b[0m" + b" " * 39 + b"\r \r$ "
    data = b"Script started on Mon Aug  3 09:00:00 2026\n" + prompt + b"printf x\r\nx" + prompt + b"exit\r\n"
    (recording,) = read_recordings(Raw("typescript", data))
    assert recording.shown.text.split("\n")[:2] == ["$ printf x", "x%"]


def test_resurrect_cut_short() -> None:
    """The panes of an archive that is cut short are read as far as they go."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for number in range(3):
            member = tarfile.TarInfo(f"./pane_contents/pane-main:0.{number}")
            text = f"pane {number}\n".encode()
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text))
    data = gzip.compress(packed.getvalue()[:2_600])
    panes = read_recordings(Raw("pane_contents.tar.gz", data))
    assert [(pane.title, pane.shown.text) for pane in panes][:2] == [
        ("main:0.0", "pane 0"),
        ("main:0.1", "pane 1"),
    ]
    assert read_recordings(Raw("pane_contents.tar.gz", data[:10])) == []


def test_too_large(tmp_path: Path) -> None:
    """Of a recording that is too large its end is read, from a whole line, and it says so; offsets are the file's."""
    path = tmp_path / "build.log"
    path.write_bytes(b"".join(b"line %06d\n" % number for number in range(1_000)))
    (recording,) = read_recordings(read_raw(path, most_bytes=1_000))
    assert recording.lines[0] == ("line 000917", 917 * 12)
    assert recording.notices == ("Only its last 996 bytes are searched.",)


def test_too_large_on_the_other_screen(tmp_path: Path) -> None:
    """An end that begins inside an editor begins to be read after it."""
    path = tmp_path / "typescript"
    path.write_bytes(b"x" * 3_000 + b"\x1b[5;5Hin the editor\x1b[?1049l$ ls\r\nREADME\r\n")
    (recording,) = read_recordings(read_raw(path, most_bytes=60))
    assert recording.shown.text == "README"


def test_growth(tmp_path: Path) -> None:
    """A log that has grown is read on from where it is settled, and joined it is as if read anew."""
    path = tmp_path / "build.log"
    path.write_bytes(b"".join(b"line %d\n" % number for number in range(500)))
    (before,) = read_recordings(read_raw(path))
    settled = before.shown.settled
    assert settled is not None
    with path.open("ab") as file:
        file.write(b"\x1b[2A\x1b[Kmended\n\nmore\n")
    (rest,) = read_recordings(read_raw(path, settled))
    (anew,) = read_recordings(read_raw(path))
    assert [line for line in before.lines if line[1] < settled.offset] + rest.lines == anew.lines
    assert len(rest.lines) < 60
    assert rest.notices == ()
