"""Is what a terminal shows recorded, and is the command none the wiser?

`sleuth record` on a real pseudo-terminal, driven from its other side as a person would.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from sleuth.cli import run as commands
from sleuth.ingest.readers.terminals.raw import read_raw
from sleuth.ingest.readers.terminals.reading import read_recordings
from sleuth.places import recordings_folder

if sys.platform != "win32":
    import fcntl
    import pty
    import select
    import termios

posix = pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")

RECORD = [sys.executable, "-m", "sleuth", "record"]
TOKEN = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
WAIT_S = 60.0


class Desk:
    """A terminal of 100 by 30, with `sleuth record` run on it."""

    def __init__(self, workspace: Path, *arguments: str, ready: Callable[[], None] | None = None, **env: str) -> None:
        self.master, self.slave = pty.openpty()
        self.resize(100, 30)
        self.before = termios.tcgetattr(self.slave)
        self.seen = b""
        # A pipe for what is said, so that it is told apart from what is shown.
        self.process = subprocess.Popen(
            [*RECORD, *arguments],
            cwd=workspace,
            env={**os.environ, "PYTHONWARNINGS": "error", "TERM": "xterm", **env},
            stdin=self.slave,
            stdout=self.slave,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=lambda: self._sit_down(ready),  # noqa: PLW1509, there are no threads here
        )

    @staticmethod
    def _sit_down(ready: Callable[[], None] | None) -> None:
        """In the child: this is the terminal whose keys, size and end it is told of."""
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        if ready:
            ready()

    def resize(self, columns: int, rows: int) -> None:
        termios.tcsetwinsize(self.slave, (rows, columns))

    def type(self, text: str) -> None:
        """As fast as it is taken, looking on."""
        rest = text.encode()
        while rest:
            if select.select([], [self.master], [], 0.0)[1]:
                rest = rest[os.write(self.master, rest[:512]) :]
            self._look(0.0)

    def see(self, text: bytes) -> None:
        """Wait until this was shown."""
        end = time.monotonic() + WAIT_S
        while text not in self.seen:
            assert time.monotonic() < end, (text, self.seen)
            self._look()

    def end(self) -> tuple[int, str]:
        """The exit status, and what was said."""
        end = time.monotonic() + WAIT_S
        while self.process.poll() is None:
            assert time.monotonic() < end, self.seen
            self._look()
        while self._look():
            pass
        assert self.process.stderr is not None
        return self.process.returncode, self.process.stderr.read().decode()

    def _look(self, patience_s: float = 0.05) -> bool:
        if not select.select([self.master], [], [], patience_s)[0]:
            return False
        self.seen += os.read(self.master, 65_536)
        return True

    def leave(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()
        assert self.process.stderr is not None
        self.process.stderr.close()
        for number in (self.master, self.slave):
            with suppress(OSError):
                os.close(number)


@pytest.fixture
def desk(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Desk]]:
    """Makes terminals, and clears them away."""
    for name in ("SLEUTH_RECORDING", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SHELL", "/bin/sh")
    desks: list[Desk] = []

    def make(*arguments: str, **options: object) -> Desk:
        desks.append(Desk(workspace, *arguments, **options))  # type: ignore[arg-type]
        return desks[-1]

    yield make
    for one in desks:
        one.leave()


def cast_of(workspace: Path) -> Path:
    (path,) = recordings_folder(workspace).glob("*.cast")
    return path


def events(workspace: Path, code: str) -> list[str]:
    lines = [json.loads(line) for line in cast_of(workspace).read_text("utf-8").splitlines()[1:]]
    return [text for _, kind, text in lines if kind == code]


def shown(workspace: Path) -> str:
    return "".join(events(workspace, "o"))


def plainly(workspace: Path, *arguments: str, stdin: str = "", **env: str) -> "subprocess.CompletedProcess[str]":
    """Without any terminal."""
    return subprocess.run(
        [*RECORD, *arguments],
        cwd=workspace,
        env={**os.environ, "PYTHONWARNINGS": "error", **env},
        input=stdin,
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )


@posix
def test_a_command(desk: Callable[..., Desk], workspace: Path) -> None:
    """What it shows is shown and recorded, its status is passed on, and what is said about it is in neither."""
    one = desk("--title", "Tides", "--", "sh", "-c", "echo high; stty size; exit 7")
    status, said = one.end()
    path = cast_of(workspace)
    assert (status, said) == (7, f"recording into {path}\nrecorded into {path}\n")
    assert one.seen == b"high\r\n30 100\r\n"
    assert shown(workspace) == "high\r\n30 100\r\n"
    assert events(workspace, "x") == ["7"]
    assert termios.tcgetattr(one.slave) == one.before


@posix
def test_the_header(desk: Callable[..., Desk], workspace: Path) -> None:
    """The cast says what was run, when and on what, and is for its owner alone."""
    began = int(time.time())
    desk("--title", "Tides", "sh", "-c", "true").end()
    header = json.loads(cast_of(workspace).read_text("utf-8").splitlines()[0])
    assert header.pop("timestamp") in range(began, began + 60)
    assert header == {
        "version": 3,
        "term": {"cols": 100, "rows": 30, "type": "xterm"},
        "command": "sh -c true",
        "title": "Tides",
        "env": {"SHELL": "/bin/sh", "TERM": "xterm"},
    }
    assert cast_of(workspace).stat().st_mode & 0o777 == 0o600
    assert recordings_folder(workspace).stat().st_mode & 0o777 == 0o700


@posix
def test_a_shell(desk: Callable[..., Desk], workspace: Path) -> None:
    """Without a command it is a shell in the current folder; Ctrl+D ends it."""
    inner = workspace / "inner"
    inner.mkdir()
    one = desk("-w", str(workspace), PS1="tide> ")
    one.see(b"tide> ")
    one.type("cd inner; basename $PWD | tr a-z A-Z\r")
    one.see(b"INNER\r\n")
    one.type("\x04")
    status, said = one.end()
    assert (status, said.splitlines()[0]) == (0, f"recording into {cast_of(workspace)}; exit or Ctrl+D ends it")
    assert "INNER\r\n" in shown(workspace)


@posix
def test_what_is_typed_is_not_recorded(desk: Callable[..., Desk], workspace: Path) -> None:
    """A password that is not shown is nowhere in the cast."""
    one = desk("--", "sh", "-c", 'stty -echo; echo ask; read word; echo "$word" | tr a-z A-Z')
    one.see(b"ask")
    one.type("hunter\r")
    assert one.end()[0] == 0
    assert b"HUNTER" in one.seen
    assert "hunter" not in cast_of(workspace).read_text("utf-8")
    assert events(workspace, "i") == []


@posix
def test_ctrl_c_goes_to_the_command(desk: Callable[..., Desk], workspace: Path) -> None:
    """The command is interrupted, the recording is not."""
    one = desk("--", "sh", "-c", "trap 'echo caught; exit 5' INT; echo ready; while :; do sleep 0.05; done")
    one.see(b"ready")
    one.type("\x03")
    assert one.end()[0] == 5
    assert "caught\r\n" in shown(workspace)


@posix
@pytest.mark.parametrize("name", ["TERM", "INT", "USR1"])
def test_signals_are_passed_on(desk: Callable[..., Desk], workspace: Path, name: str) -> None:
    """What is sent to Sleuth arrives at the command."""
    one = desk("--", "sh", "-c", f"trap 'echo caught; exit 6' {name}; echo ready; while :; do sleep 0.05; done")
    one.see(b"ready")
    one.process.send_signal(getattr(signal, f"SIG{name}"))
    assert one.end()[0] == 6
    assert "caught\r\n" in shown(workspace)
    assert termios.tcgetattr(one.slave) == one.before


@posix
def test_ended_by_a_signal(desk: Callable[..., Desk], workspace: Path) -> None:
    """The status is the one that shells give."""
    assert desk("--", "sh", "-c", "kill -TERM $$").end()[0] == 128 + signal.SIGTERM
    assert events(workspace, "x") == ["143"]


@posix
def test_another_size(desk: Callable[..., Desk], workspace: Path) -> None:
    """The command's terminal follows the person's, and the cast says when."""
    one = desk("--", "sh", "-c", "trap 'stty size; exit 0' WINCH; echo ready; while :; do sleep 0.05; done")
    one.see(b"ready")
    one.resize(77, 22)
    assert one.end()[0] == 0
    assert b"22 77\r\n" in one.seen
    assert events(workspace, "r") == ["77x22"]


@posix
def test_characters_in_halves(desk: Callable[..., Desk], workspace: Path) -> None:
    """A character that comes in two pieces is whole in the cast; bytes that are none are replaced."""
    one = desk("--", "sh", "-c", r"printf 'a\303'; sleep 0.3; printf '\244b\377\n\342\202'")
    assert one.end()[0] == 0
    assert one.seen == b"a\xc3\xa4b\xff\r\n\xe2\x82"
    assert shown(workspace) == "aäb\N{REPLACEMENT CHARACTER}\r\n\N{REPLACEMENT CHARACTER}"


@posix
def test_killed(desk: Callable[..., Desk], workspace: Path) -> None:
    """What was shown until then can be read, and was searchable while it ran."""
    one = desk("--", "sh", "-c", "echo pelican; sleep 60")
    one.see(b"pelican")
    found = search(workspace, "pelican")
    one.process.kill()
    one.process.wait()
    (recording,) = read_recordings(read_raw(cast_of(workspace)), timing=None, check=lambda: None)
    assert (recording.shown.text, recording.is_torn) == ("pelican", False)
    assert "pelican" in found


@posix
def test_the_terminal_goes(desk: Callable[..., Desk], workspace: Path) -> None:
    """When the window is closed the command is hung up on, and the recording ends."""
    one = desk("--", "sh", "-c", "trap 'exit 4' HUP; echo ready; while :; do sleep 0.05; done")
    one.see(b"ready")
    os.close(one.slave)
    os.close(one.master)
    status = one.process.wait(WAIT_S)
    assert status in (4, 128 + signal.SIGHUP)  # the shell may be ended before it comes to its trap
    assert events(workspace, "x") == [str(status)]


@posix
def test_much_at_once(desk: Callable[..., Desk], workspace: Path) -> None:
    """Nothing is lost of much, and a long paste into what answers at once ends."""
    one = desk("--", "sh", "-c", "stty raw -echo; echo ready; head -c 200000; seq 20000")
    one.see(b"ready")
    one.type("tide" * 50_000)
    assert one.end()[0] == 0
    text = shown(workspace)
    assert text.count("tide") == 50_000
    assert re.findall(r"\d+", text) == [str(number) for number in range(1, 20_001)]


@posix
def test_what_stays_behind(desk: Callable[..., Desk], workspace: Path) -> None:
    """A recording ends with its command, whatever that has left running."""
    began = time.monotonic()
    one = desk("--", "sh", "-c", "trap '' HUP; (while sleep 0.02; do echo on || exit; done) & echo done")
    assert one.end()[0] == 0
    assert time.monotonic() - began < 30
    assert "done\r\n" in shown(workspace)


@posix
@pytest.mark.parametrize("size", [700, 4_000])
def test_a_full_disk(desk: Callable[..., Desk], workspace: Path, size: int) -> None:
    """The recording ends with a sentence and a whole event; the command goes on."""

    def limit() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    one = desk("--", "sh", "-c", "seq 5000; echo over; exit 9", ready=limit, PYTHONDONTWRITEBYTECODE="1")
    status, said = one.end()
    assert status == 9
    assert b"over\r\n" in one.seen
    assert said.count("nothing is recorded") == 1
    assert events(workspace, "x") == []  # and every line is one
    assert cast_of(workspace).stat().st_size <= size


@posix
def test_no_room_at_all(workspace: Path, home: Path) -> None:
    """Where no recording can be made nothing is run."""
    home.write_text("no folder")
    done = plainly(workspace, "--", "touch", "made")
    assert (done.returncode, done.stdout) == (3, "")
    assert "no recording can be made" in done.stderr
    assert not (workspace / "made").exists()


@posix
def test_without_a_terminal(desk: Callable[..., Desk], workspace: Path) -> None:
    """In a script it works too: input as it is, and the size that the environment says."""
    done = plainly(workspace, "sh", "-c", "cat; stty size <&1; exit 3", stdin="given\n", COLUMNS="70", LINES="x")
    assert (done.returncode, done.stdout) == (3, "given\n24 70\n")
    assert shown(workspace) == "given\r\n24 70\r\n"


@posix
@pytest.mark.parametrize(
    ("arguments", "env", "status", "said"),
    [
        ((), {}, 2, "name a command"),
        (("true",), {"SLEUTH_RECORDING": "/a.cast"}, 2, "recorded already, into /a.cast"),
        (("no-such-command",), {}, 127, "cannot be started"),
        (("/",), {}, 126, "cannot be started"),
    ],
)
def test_refused(
    desk: Callable[..., Desk], workspace: Path, arguments: tuple[str, ...], env: dict[str, str], status: int, said: str
) -> None:
    """One sentence, the right status, and no recording."""
    done = plainly(workspace, *arguments, **env)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (status, "", 1)
    assert said in done.stderr
    assert not list(recordings_folder(workspace).glob("*"))


@posix
def test_within_a_recording(desk: Callable[..., Desk], workspace: Path) -> None:
    """What runs in a recording is told so, and makes no second one."""
    one = desk("--", *RECORD, "--", "true")
    assert one.end()[0] == 2
    assert "recorded already, into" in shown(workspace)


@posix
def test_found_with_secrets_masked(desk: Callable[..., Desk], workspace: Path) -> None:
    """A search finds what was shown by what is beside a token, without the token."""
    desk("--", "sh", "-c", f"echo the pelican has {TOKEN}").end()
    found = search(workspace, "pelican")
    assert "recordings/" in found
    assert TOKEN not in found
    assert TOKEN in shown(workspace)


def test_on_windows(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """There it says what to use."""
    monkeypatch.setattr(sys, "platform", "win32")
    session = commands.Session(None, as_json=False)
    assert commands.guarded(session, lambda session: commands.record(session, None, ())) == 2
    said = capsys.readouterr().err
    assert "asciinema in WSL" in said
    assert "terminals.folders" in said


def search(workspace: Path, word: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "sleuth", "search", "--in", "terminals", "--json", word],
        cwd=workspace,
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
