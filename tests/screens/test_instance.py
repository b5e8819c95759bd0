"""Is there one application for all windows, and does it hear of later starts and of agents' turns?"""

import json
import os
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("PySide6")

from PySide6.QtNetwork import QLocalSocket
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid
from tests.screens.making import lay, settle, until

from sleuth.places import socket_name, workspace_key
from sleuth.ui.app.app import Application
from sleuth.ui.app.instance import Doorbell, hand_over
from sleuth.ui.state import WindowState
from sleuth.ui.theme.theme import theme
from sleuth.ui.viewers.base import Place
from sleuth.ui.window.links import link_to
from sleuth.ui.window.window import Window

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="a pipe there has no file")


class Heard(list[dict[str, Any]]):
    """What rang, in order."""

    def __init__(self, bell: Doorbell) -> None:
        super().__init__()
        bell.rung.connect(self.append)


@pytest.fixture
def bell(qapp: QApplication) -> Iterator[Doorbell]:
    bell = Doorbell()
    assert bell.listen()
    yield bell
    bell.close()


@pytest.fixture
def heard(bell: Doorbell) -> Heard:
    return Heard(bell)


def connected() -> QLocalSocket:
    """A connection to the application, as any program of the user can open one."""
    caller = QLocalSocket()
    caller.connectToServer(socket_name())
    until(lambda: caller.state() == QLocalSocket.LocalSocketState.ConnectedState)
    return caller


@pytest.fixture
def caller(bell: Doorbell) -> Iterator[QLocalSocket]:
    caller = connected()
    yield caller
    caller.abort()


def answered(caller: QLocalSocket, sent: bytes, count: int = 1) -> None:
    """Send it, and wait for so many answers."""
    caller.write(sent)
    until(lambda: caller.bytesAvailable() >= count * len(b"ok\n"))
    assert bytes(caller.readAll().data()) == b"ok\n" * count


def started(*arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run `sleuth` as a process to its end, while the application here goes on."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sleuth", *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        until(lambda: process.poll() is not None, timeout_ms=30_000)
        output, errors = process.communicate()
    finally:
        process.kill()
        process.wait()
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)


def is_quiet(ended: subprocess.CompletedProcess[str]) -> bool:
    return (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


# -- a second start


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["open", "."], {"open": "{folder}"}),
        (["open", "sleuth://key/files/a.md#line=3"], {"link": "sleuth://key/files/a.md#line=3"}),
        (["open"], {}),
        ([], {}),
    ],
)
def test_a_second_start_hands_over(heard: Heard, workspace: Path, arguments: list[str], message: dict[str, str]) -> None:
    """While an application runs, a second start gives it its folder or link, and ends at once with 0."""
    assert is_quiet(started(*arguments, folder=workspace))
    assert heard == [{key: value.format(folder=workspace) for key, value in message.items()}]


def test_nobody_to_hand_over_to(qapp: QApplication) -> None:
    """Without an application there is nobody to hand over to, and that is known at once."""
    began = time.monotonic()
    assert not hand_over({"open": "/x"})
    assert time.monotonic() - began < 1


@POSIX
def test_only_the_owner_can_ring(bell: Doorbell) -> None:
    """The socket is the user's alone."""
    mode = Path(socket_name()).stat().st_mode
    assert stat.S_ISSOCK(mode)
    assert stat.S_IMODE(mode) == 0o600


def test_each_home_has_its_own_bell(bell: Doorbell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where another folder holds the data, it is another application."""
    monkeypatch.setenv("SLEUTH_HOME", str(tmp_path / "elsewhere"))
    assert not hand_over({})


@POSIX
def test_a_stale_socket_is_cleared(qapp: QApplication) -> None:
    """A socket that a killed application left behind is in nobody's way."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as killed:
        killed.bind(socket_name())
    assert Path(socket_name()).is_socket()
    assert not hand_over({})
    bell = Doorbell()
    assert bell.listen()
    heard = Heard(bell)
    assert is_quiet(started("turn-ended"))
    until(lambda: heard)
    bell.close()


@POSIX
def test_the_socket_goes_with_the_application(qapp: QApplication) -> None:
    """An application that ended leaves no socket behind."""
    bell = Doorbell()
    assert bell.listen()
    bell.close()
    assert not os.path.lexists(socket_name())


# -- whoever talks to it

GARBAGE = {
    "no JSON": b"hello\n",
    "no text": bytes(range(256)).replace(b"\n", b"") + b"\n",
    "half of a character": b'{"open": "\xc3"}\n',
    "a list": b'["open", "/"]\n',
    "a number": b"1e999\n",
    "an empty line": b"\n",
    "NUL": b"\0\0\0\n",
    "very deep": b"[" * 60_000 + b"\n",
    "a huge number": b"1" * 60_000 + b"\n",
    "HTTP": b"GET / HTTP/1.1\r\n",
}


@pytest.mark.parametrize("name", GARBAGE)
def test_garbage_does_no_harm(heard: Heard, caller: QLocalSocket, name: str) -> None:
    """What is no message is answered and dropped, and the next message is heard."""
    answered(caller, GARBAGE[name])
    answered(caller, b'{"turn": "ended"}\n')
    assert heard == [{"turn": "ended"}]


def test_a_line_without_end_is_cut_off(heard: Heard, caller: QLocalSocket) -> None:
    """Whoever sends without ever ending a line is hung up on; others are heard as before."""
    caller.write(b'{"open": "' + b"a" * 300_000)
    until(lambda: caller.state() == QLocalSocket.LocalSocketState.UnconnectedState)
    assert heard == []
    assert is_quiet(started("turn-ended"))
    until(lambda: len(heard) == 1)


def test_messages_in_one_and_in_pieces(heard: Heard, caller: QLocalSocket) -> None:
    """Two messages sent as one are two, and one that comes in pieces is one."""
    answered(caller, b'{"turn": "started"}\n{"turn": "ended"}\n', count=2)
    for piece in (b'{"op', b'en": "', "/größe".encode()):
        caller.write(piece)
        caller.flush()
        settle()
    answered(caller, b'"}\n')
    assert heard == [{"turn": "started"}, {"turn": "ended"}, {"open": "/größe"}]


def test_silent_callers_keep_nobody_waiting(bell: Doorbell, heard: Heard) -> None:
    """Connections that say nothing, or break off in the middle, hinder none that says something."""
    silent = [connected() for _ in range(20)]
    for one in silent[:10]:
        one.write(b'{"turn": ')
        one.flush()
        one.abort()
    assert is_quiet(started("turn-ended"))
    until(lambda: heard)
    assert [message["turn"] for message in heard] == ["ended"]
    for one in silent:
        one.abort()
    settle()


# -- agents' hooks


@pytest.mark.parametrize("what", ["started", "ended"])
def test_a_hook_reaches_the_application(heard: Heard, workspace: Path, what: str) -> None:
    """By the end of `sleuth turn-started` or `turn-ended` the application knows, and the hook has said nothing."""
    assert is_quiet(started(f"turn-{what}", "-w", str(workspace)))
    settle()
    assert heard == [{"turn": what, "workspace": str(workspace)}]


def test_a_hook_without_a_folder_means_the_one_it_runs_in(heard: Heard, workspace: Path) -> None:
    """Without -w the turn is one in the folder where the agent works."""
    assert is_quiet(started("turn-ended", folder=workspace))
    settle()
    assert [os.path.realpath(message["workspace"]) for message in heard] == [os.path.realpath(workspace)]


@pytest.mark.parametrize("arguments", [[], ["-w"], ["-w", "/no/such/folder"], ["-w", ""], ["--what", "is", "this"], ["-w", "größe\n"]])
def test_a_hook_never_fails_its_agent(qapp: QApplication, arguments: list[str]) -> None:
    """Without an application, and whatever it is called with, the hook says nothing and ends with 0."""
    assert is_quiet(started("turn-ended", *arguments))


@POSIX
def test_a_hook_does_not_wait_for_a_stuck_application(qapp: QApplication) -> None:
    """An application that does not answer holds up no agent."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as stuck:
        stuck.bind(socket_name())
        stuck.listen(1)
        assert is_quiet(started("turn-ended"))
    Path(socket_name()).unlink()


@POSIX
def test_a_hook_is_not_stopped_by_what_is_no_socket(qapp: QApplication) -> None:
    """Neither does a plain file of the socket's name."""
    Path(socket_name()).write_text("no socket", encoding="utf-8")
    assert is_quiet(started("turn-ended"))
    Path(socket_name()).unlink()


def test_a_hook_loads_nothing_heavy(qapp: QApplication) -> None:
    """The hook starts without Qt, numpy, SQLite or the command line: agents run it after every turn."""
    ended = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "sleuth", "turn-ended"], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in ended.stderr.splitlines()}
    assert not loaded & {"PySide6", "numpy", "apsw", "click", "pymupdf", "asyncio", "subprocess", "rich"}


# -- the application


@pytest.fixture
def app(qapp: QApplication) -> Iterator[Application]:
    import signal

    before = signal.getsignal(signal.SIGINT)
    app = Application(qapp)
    yield app
    for window in list(app._windows):
        window.close()
    until(lambda: not app._windows)
    app._pulse.stop()
    app._bell.close()
    qapp.removeEventFilter(app)
    signal.signal(signal.SIGINT, before)
    theme().choose("system")


def scanned(window: Window) -> Window:
    until(lambda: window.jobs is not None and window.jobs.status is not None and not window.jobs.is_scanning)
    return window


def roots(app: Application) -> list[str]:
    return [str(window.jobs.root) if window.jobs is not None else "" for window in app._windows]


def two_folders(tmp_path: Path) -> tuple[Path, Path]:
    return lay(tmp_path / "one", {"a.txt": "one\ntwo\n"}).resolve(), lay(tmp_path / "two", {"b.txt": "b\n"}).resolve()


def test_a_folder_has_one_window(app: Application, tmp_path: Path) -> None:
    """A folder that is open is shown, another gets a window of its own, and one that is empty is taken first."""
    one, two = two_folders(tmp_path)
    app.take({})
    assert roots(app) == [""]
    for folder in (one, two, one, tmp_path / "two" / "..", one):
        app.take({"open": str(folder)})
    assert roots(app) == [str(one), str(two), str(tmp_path.resolve())]


def test_a_bare_start_shows_the_last_folder(app: Application, tmp_path: Path) -> None:
    """A start with nothing said opens the folder that was open last, if it is still there."""
    one, _ = two_folders(tmp_path)
    WindowState().opened_folder(str(one))
    state = WindowState()
    state.opened_folder(str(tmp_path / "gone"))
    state.save()
    app.take({})
    assert roots(app) == [str(one)]
    app.take({})
    assert len(app._windows) == 1


def test_a_link_opens_its_item(app: Application, tmp_path: Path) -> None:
    """A link to a workspace that was open before opens it, at the place."""
    one, _ = two_folders(tmp_path)
    WindowState().opened_folder(str(one))
    app.take({"link": link_to(workspace_key(one), Place("a.txt", 2))})
    (window,) = app._windows
    assert window._tabs is not None
    (tab,) = window._tabs.items()
    assert (tab.ref(), tab.place.line if tab.place else None) == ("a.txt", 2)
    scanned(window)


def test_a_turn_is_scanned_where_it_was(app: Application, tmp_path: Path) -> None:
    """The end of a turn scans the workspace that it was in, from any folder within, and no other."""
    one, two = two_folders(tmp_path)
    app.take({"open": str(one)})
    app.take({"open": str(two)})
    first, second = (scanned(window) for window in app._windows)
    assert first.jobs is not None
    assert second.jobs is not None
    app.take({"turn": "ended", "workspace": str(one / "deeper")})
    assert first.jobs.is_scanning
    assert not second.jobs.is_scanning
    scanned(first)
    app.take({"turn": "started", "workspace": str(two)})
    assert not second.jobs.is_scanning
    assert not second.jobs._rescan.isActive()
    assert first.jobs._rescan.isActive()
    app.take({"turn": "ended", "workspace": f"{one}-not"})
    assert not first.jobs.is_scanning


ODD = [
    {"open": None},
    {"open": 5},
    {"open": ""},
    {"open": "\0"},
    {"open": "/no/such/folder"},
    {"open": "a" * 5_000},
    {"open": "\ud800"},
    {"link": None},
    {"link": ""},
    {"link": "sleuth://"},
    {"link": "sleuth://no-such-key/files/a.txt"},
    {"link": "sleuth://[/files/a"},
    {"link": "https://example.org/"},
    {"link": "sleuth://key/files/%00"},
    {"turn": None},
    {"turn": "ended", "workspace": None},
    {"turn": "ended", "workspace": "\0"},
    {"turn": {"deep": []}},
    {"what": "is this"},
]


@pytest.mark.parametrize("message", ODD, ids=lambda message: json.dumps(message)[:60])
def test_odd_messages_do_no_harm(app: Application, tmp_path: Path, message: dict[str, Any]) -> None:
    """Whatever a program of the user says, the application stays well and does what is asked next."""
    one, _ = two_folders(tmp_path)
    caller = connected()
    answered(caller, json.dumps(message).encode() + b"\n")
    answered(caller, json.dumps({"open": str(one)}).encode() + b"\n")
    until(lambda: str(one) in roots(app))
    scanned(app._windows[roots(app).index(str(one))])
    caller.abort()


def test_windows_are_forgotten_when_closed(app: Application, tmp_path: Path) -> None:
    """A window that was closed is opened anew."""
    one, _ = two_folders(tmp_path)
    app.take({"open": str(one)})
    window = scanned(app._windows[0])
    window.close()
    assert app._windows == []
    until(lambda: not isValid(window))
    app.take({"open": str(one)})
    assert roots(app) == [str(one)]
