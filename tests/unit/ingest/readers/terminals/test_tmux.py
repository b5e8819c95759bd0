"""What do we get from a real tmux, and does it show what we show?"""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sleuth.domain.terminals import Size
from sleuth.ingest.readers.terminals.screen import render
from sleuth.ingest.readers.terminals.tmux import Pane, capture, captures, open_panes

Run = Callable[..., str]

needs_tmux = pytest.mark.skipif(not shutil.which("tmux"), reason="tmux is not installed")


@pytest.fixture
def sockets() -> Iterator[Path]:
    """A folder for sockets, by a name short enough for them."""
    with tempfile.TemporaryDirectory(prefix="slx") as folder:
        yield Path(folder)


@pytest.fixture
def tmux(sockets: Path) -> Iterator[Run]:
    """Runs a command of a tmux server of our own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TMUX")} | {
        "LC_ALL": "C.UTF-8"
    }
    own = ["tmux", "-u", "-f", os.devnull, "-S", str(sockets / "own")]

    def run(*command: str) -> str:
        done = subprocess.run([*own, *command], capture_output=True, timeout=30, check=False, env=environment)
        return done.stdout.decode("utf-8", "replace")

    yield run
    run("kill-server")


def shown_in(tmux: Run, name: str, shell: str, folder: Path) -> None:
    """A session whose shell has done this, and waits."""
    waiting = f"tmux wait-for -S {name}; sleep 60"
    tmux(
        "new-session",
        "-d",
        "-s",
        name,
        "-x",
        "20",
        "-y",
        "6",
        "-c",
        str(folder),
        f"{shell}; {waiting}",
    )
    tmux("wait-for", name)
    time.sleep(0.05)  # what was written is read by the server a moment later


def panes_of(sockets: Path, folder: Path) -> list[Pane]:
    return open_panes(lambda one: Path(one).resolve() == folder.resolve(), sockets)


@needs_tmux
def test_panes(tmux: Run, sockets: Path, tmp_path: Path) -> None:
    """A pane is listed if it is in the folder, and shows all that scrolled away."""
    inside, outside = tmp_path / "in side", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    shown_in(tmux, "a", "seq 1 30; printf '\\033[31mred\\033[0m, longer than twenty columns\\n'", inside)
    shown_in(tmux, "b", "echo elsewhere", outside)
    ((pane, recording),) = captures(panes_of(sockets, inside), styled=True)
    assert (pane.title, pane.folder, recording.title) == ("a:0.0", str(inside), "a:0.0")
    assert recording.shown.text.split("\n") == [*map(str, range(1, 31)), "red, longer than twenty columns"]
    assert recording.shown.runs[30][0].style.foreground == 1


@needs_tmux
@pytest.mark.parametrize("count", [2, 30])
def test_pane_with_an_editor(tmux: Run, sockets: Path, tmp_path: Path, count: int) -> None:
    """Of a pane that an editor covers what is below it is read."""
    shown_in(tmux, "a", f"seq 1 {count}; printf '\\033[?1049h\\033[Heditor'", tmp_path)
    (pane,) = panes_of(sockets, tmp_path)
    recording = capture(pane)
    assert recording is not None
    assert recording.shown.text.split("\n") == [*map(str, range(1, count + 1))]


@needs_tmux
def test_gone(tmux: Run, sockets: Path, tmp_path: Path) -> None:
    """A pane that was closed meanwhile shows nothing."""
    shown_in(tmux, "a", "echo x", tmp_path)
    (pane,) = panes_of(sockets, tmp_path)
    tmux("kill-server")
    assert capture(pane) is None


@needs_tmux
def test_no_server(sockets: Path) -> None:
    """Where no server is there are no panes, and asking starts none: not even at a socket that one has left."""
    assert open_panes(lambda _: True, sockets / "missing") == []
    left = sockets / "left"
    subprocess.run(
        ["tmux", "-f", os.devnull, "-S", str(left), "start-server"],
        check=False,
        timeout=30,
        capture_output=True,
    )
    time.sleep(0.2)
    assert open_panes(lambda _: True, sockets) == []
    asked = subprocess.run(
        ["tmux", "-S", str(left), "list-sessions"], check=False, timeout=30, capture_output=True
    )
    assert asked.returncode != 0


def test_no_tmux(sockets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where tmux is not installed there are no panes."""
    monkeypatch.setenv("PATH", str(sockets))
    (sockets / "file").touch()
    assert open_panes(lambda _: True, sockets) == []


@needs_tmux
@pytest.mark.parametrize(
    "sent",
    [
        "one\r\ntwo\r\n\x1b[1A\x1b[Linserted\r\nlast",
        "x" * 45 + "\x1b[2A\x1b[Kshort\r\n\r\nend",
        "wide 漢字 " * 5 + "\r\n👍 ok e\u0301",
        "\x1b[1;5r\x1b[6;1Hstatus\x1b[1;1H" + "".join(f"{number}\r\n" for number in range(20)),
        "a\r\nb\r\n\x1b[H\x1b[2Jcleared\r\n",
        "a\r\nb\r\n\x1b[H\x1b[Jcleared below",
        "one\r\n" * 9 + "\x1b[3Jafter",
        "main\x1b[?1049h\x1b[2Jother\r\n\x1b[?1049l and back",
        "10%\r20%\x1b[K\r\n-\x1b[9b\ttab\bx",
        "\x1b[4habc\rxyz\x1b[4l\x1b[?7l" + "abc" * 10 + "\x1b[?7h\r\n" + "d" * 30,
        "a\x1b7\x1b[3;3Hb\x1b8c\x1bMd\x1b[2;9He\x1b[3Gf\x1b[1Kg",
        "one\x1b[2Stwo\x1b[Tthree\x1b[4d4\x1b[2Eend",
        "abcdef\x1b[3D\x1b[2P\x1b[@\x1b[Xz\r\n\x1b[5Cright\x1b[8Dleft",
    ],
)
def test_same_as_tmux(tmux: Run, tmp_path: Path, sent: str) -> None:
    """Our screen shows what tmux shows."""
    (tmp_path / "sent").write_bytes(sent.encode())
    shown_in(tmux, "a", f"stty raw -echo; cat '{tmp_path / 'sent'}'", tmp_path)
    captured = tmux("capture-pane", "-p", "-J", "-S", "-", "-E", "-", "-t", "a").rstrip("\n").split("\n")
    assert render(sent.encode(), Size(20, 6)).text.split("\n") == "\n".join(
        line.rstrip() for line in captured
    ).rstrip("\n").split("\n")
