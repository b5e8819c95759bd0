"""Is there one application for all windows, and does it hear of later starts and of agents' turns?"""

import json
import os
import signal
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
    lines = bytes(caller.readAll().data()).splitlines()
    assert len(lines) == count
    assert all(line == b"ok" or line.startswith(b"no ") for line in lines)


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
    assert hand_over({"open": "/x"}) is None
    assert time.monotonic() - began < 10


@POSIX
def test_only_the_owner_can_ring(bell: Doorbell) -> None:
    """The socket is the user's alone."""
    mode = Path(socket_name()).stat().st_mode
    assert stat.S_ISSOCK(mode)
    assert stat.S_IMODE(mode) == 0o600


def test_each_home_has_its_own_bell(bell: Doorbell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where another folder holds the data, it is another application."""
    monkeypatch.setenv("SLEUTH_HOME", str(tmp_path / "elsewhere"))
    assert hand_over({}) is None


@POSIX
def test_a_stale_socket_is_cleared(qapp: QApplication) -> None:
    """A socket that a killed application left behind is in nobody's way."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as killed:
        killed.bind(socket_name())
    assert Path(socket_name()).is_socket()
    assert hand_over({}) is None
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


def hooked(payload: str, *arguments: str, folder: Path, what: str = "turn-ended") -> subprocess.CompletedProcess[str]:
    """Run it as an agent does, with this on standard input."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sleuth", what, *arguments],
        cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdin is not None
    process.stdin.write(payload)
    process.stdin.close()
    process.stdin = None
    until(lambda: process.poll() is not None, timeout_ms=30_000)
    output, errors = process.communicate()
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)


PAYLOADS = [
    ('{"cwd": "/an agent/größe", "hook_event_name": "Stop"}', "/an agent/größe"),
    ('\ufeff{"workspace_roots": ["/one", "/two"], "status": "completed"}\r\n', "/one"),
    ('{"workspace_roots": [], "cwd": null}', "."),
    ('{"workspace_roots": "/one", "cwd": ""}', "."),
    ('{"cwd": "/an agent", "last_assistant_message": "' + "so " * 500_000 + '"}', "/an agent"),
    ('{"cwd": ', "."),
    ("[1, 2]", "."),
    ("[" * 100_000, "."),
    ("", "."),
]


@pytest.mark.parametrize(("payload", "folder"), PAYLOADS, ids=lambda value: value[:30])
def test_the_agent_says_where_it_works(heard: Heard, workspace: Path, payload: str, folder: str) -> None:
    """The folder is the one that the agent gives on standard input; of what is no such thing, the one it runs in."""
    assert is_quiet(hooked(payload, folder=workspace))
    settle()
    assert [message["turn"] for message in heard] == ["ended"]
    assert os.path.realpath(heard[0]["workspace"]) == os.path.realpath(workspace / folder)


@pytest.mark.parametrize("arguments", [["-w", "{}"], ["--workspace", "{}"], ["--workspace={}"]])
def test_what_is_asked_for_wins(heard: Heard, workspace: Path, tmp_path: Path, arguments: list[str]) -> None:
    """A folder that the command line names is taken whatever the agent says, which is read all the same."""
    wanted = str(tmp_path / "wanted")
    assert is_quiet(hooked('{"cwd": "/other"}', *[one.format(wanted) for one in arguments], folder=workspace, what="turn-started"))
    settle()
    assert heard == [{"turn": "started", "workspace": wanted}]


def test_a_notification_as_an_argument(heard: Heard, workspace: Path) -> None:
    """Codex's `notify` gives its object as an argument."""
    payload = json.dumps({"type": "agent-turn-complete", "cwd": "/an agent", "last-assistant-message": "so -w it is"})
    assert is_quiet(started("turn-ended", payload, folder=workspace))
    settle()
    assert [message["workspace"] for message in heard] == [str(Path("/an agent").absolute())]


def test_a_hook_whose_input_never_ends(heard: Heard, workspace: Path) -> None:
    """Whoever leaves standard input open is not waited for; what they said by then counts."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sleuth", "turn-ended"],
        cwd=workspace, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    process.stdin.write(b'{"cwd": "/an agent"}')
    process.stdin.flush()
    until(lambda: process.poll() is not None, timeout_ms=30_000)
    assert (process.returncode, *process.communicate()) == (0, b"", b"")
    settle()
    assert [message["workspace"] for message in heard] == [str(Path("/an agent").absolute())]


@POSIX
def test_a_hook_without_standard_input(heard: Heard, workspace: Path) -> None:
    """An agent that closes all three streams is told nothing, and Sleuth hears of the turn."""
    process = subprocess.Popen(["sh", "-c", '"$0" -m sleuth turn-ended <&- >&- 2>&-', sys.executable], cwd=workspace)
    until(lambda: process.poll() is not None, timeout_ms=30_000)
    assert process.returncode == 0
    settle()
    assert len(heard) == 1


@POSIX
@pytest.mark.parametrize(("event", "turn"), [("UserPromptSubmit", "started"), ("Stop", "ended"), ("SessionEnd", "ended")])
def test_what_is_installed_is_heard(heard: Heard, workspace: Path, tmp_path: Path, event: str, turn: str) -> None:
    """The command line that stands in an agent's settings, run as the agent runs it, reaches the application."""
    settings = tmp_path / "person" / ".claude" / "settings.json"
    settings.parent.mkdir(parents=True)
    assert started("hooks", "install", "claude-code", "--yes").returncode == 0
    (group,) = json.loads(settings.read_text("utf-8"))["hooks"][event]
    payload = {"session_id": "1", "cwd": str(workspace), "hook_event_name": event, "stop_hook_active": False}
    process = subprocess.Popen(
        ["sh", "-c", group["hooks"][0]["command"]],
        cwd=tmp_path, env={**os.environ, "PATH": "/nowhere"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, executable="/bin/sh",
    )  # fmt: skip
    assert process.stdin is not None
    process.stdin.write(json.dumps(payload).encode())
    process.stdin.close()
    process.stdin = None
    until(lambda: process.poll() is not None, timeout_ms=30_000)
    assert (process.returncode, *process.communicate()) == (0, b"", b"")
    settle()
    assert heard == [{"turn": turn, "workspace": str(workspace)}]


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
    names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.getsignal(getattr(signal, name)) for name in names}
    app = Application(qapp)
    yield app
    for window in list(app._windows):
        window.close()
    until(lambda: not app._windows)
    app._pulse.stop()
    app._bell.close()
    qapp.removeEventFilter(app)
    for name, handler in before.items():
        signal.signal(getattr(signal, name), handler)
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


@pytest.mark.parametrize("link", ["sleuth://no-such-key/files/a.txt"])
def test_a_link_that_leads_nowhere_is_refused(app: Application, tmp_path: Path, link: str) -> None:
    """A link of a workspace that is not known is said by the window and on the terminal, and ends with 2."""
    one, _ = two_folders(tmp_path)
    app.take({"open": str(one)})
    ended = started("open", link)
    assert ended.returncode == 2
    assert ended.stderr.startswith("sleuth: ")
    (window,) = app._windows
    assert window._message.text.lower().rstrip(".") == ended.stderr.removeprefix("sleuth: ").strip().lower()
    scanned(window)


def test_a_bare_start_opens_the_windows_again(app: Application, tmp_path: Path) -> None:
    """Windows that were closed together come back together, the one that was in front last; a closed one stays closed."""
    one, two = two_folders(tmp_path)
    three = lay(tmp_path / "three", {"c.txt": "c\n"}).resolve()
    for folder in (one, two, three):
        app.take({"open": str(folder)})
        scanned(app._windows[-1])
    app._windows[-1].close()
    app._to_front(app._windows[0])
    until(lambda: WindowState().windows() == [str(two), str(one)])
    app._qt.closeAllWindows()
    until(lambda: not app._windows)
    app.take({})
    assert roots(app) == [str(two), str(one)]
    for window in list(app._windows):
        scanned(window)


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


# -- what cannot be opened


BAD_LINKS = ["sleuth:", "sleuth://key", "sleuth://key/files/", "sleuth://[/files/a", "sleuth://key/files/%00", "sleuth://%00/files/a"]


@pytest.mark.parametrize("link", [*BAD_LINKS, os.fsdecode(b"sleuth://key/files/\xff.md")])
def test_a_start_with_a_bad_link_is_refused(heard: Heard, link: str) -> None:
    """A start with what leads nowhere ends with 2 and a sentence, and tells the application that runs nothing of it."""
    ended = started("open", link)
    settle()
    assert (ended.returncode, ended.stdout, heard) == (2, "", [])
    assert ended.stderr.startswith("sleuth: ")
    assert "is no link of Sleuth's" in ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("address", ["http://x/", "file:///etc"])
def test_a_start_with_another_address_is_refused(heard: Heard, address: str) -> None:
    """An address that is neither a folder nor a link of ours is refused as no folder is."""
    ended = started("open", address)
    assert (ended.returncode, ended.stderr, heard) == (2, f"sleuth: {address} is not a folder\n", [])


@pytest.mark.parametrize("link", [*BAD_LINKS, "sleuth://unknown/files/a.txt", "sleuth://k/files/" + "x" * 9_000])
def test_a_link_that_leads_nowhere_is_said_in_the_window(app: Application, tmp_path: Path, link: str) -> None:
    """The running application says in a window that a link leads nowhere, and goes on."""
    one, _ = two_folders(tmp_path)
    app.take({"open": str(one)})
    app.take({"link": link})
    (window,) = app._windows
    assert any(words in window._message.text for words in ("is no link of Sleuth's", "is known here"))
    assert len(window._message.text) < 300
    scanned(window)


@pytest.mark.parametrize("place", ["line=²", "line=" + "9" * 5_000, "line=0", "section=page%20²", "section=page%20" + "9" * 5_000])
def test_a_link_with_any_number_opens_its_item(app: Application, tmp_path: Path, place: str) -> None:
    """Whatever a link says of the place, the item is shown, at its start or its end."""
    one, _ = two_folders(tmp_path)
    WindowState().opened_folder(str(one))
    app.take({"link": f"sleuth://{workspace_key(one)}/files/a.txt#{place}"})
    (window,) = app._windows
    scanned(window)
    assert window._tabs is not None
    (tab,) = window._tabs.items()
    until(lambda: tab._pane.reading is not None)
    assert tab.ref() == "a.txt"
    here = tab.here()
    assert here is not None
    assert (here.line or 1) in (1, 2, 3)


# -- a home that is none


def refused(home: Path) -> str:
    """What a start says that ends with 3."""
    environment = {**os.environ, "SLEUTH_HOME": str(home)}
    ended = subprocess.run(
        [sys.executable, "-m", "sleuth", "open"], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stdout, "Traceback" in ended.stderr) == (3, "", False)
    return ended.stderr.removeprefix("sleuth: ").strip()


def test_a_home_that_is_a_file_is_said(qapp: QApplication, tmp_path: Path) -> None:
    """Where the data folder is a file, or lies in one, a start ends with 3 and says so."""
    file = tmp_path / "file"
    file.write_text("no folder", encoding="utf-8")
    for home in (file, file / "inside"):
        assert refused(home).startswith(f"nothing can be kept in {home} (")


@pytest.mark.parametrize("kept", ["[" * 100_000, "[{}]", "5", '["a\\\\u0000b"]', '["\\\\ud800"]', "{", "\x00\xff"])
def test_any_state_is_read(app: Application, home: Path, kept: str) -> None:
    """Whatever stands in the file of what is remembered, the window comes, with what can be told."""
    state = home / "window.ini"
    state.write_text(f'[General]\nfolders="{kept}"\nwindows="{kept}"\n', encoding="latin-1")
    assert WindowState().folders() == []
    app._state = WindowState()
    app.take({})
    assert len(app._windows) == 1


@POSIX
def test_what_is_remembered_is_the_users_own(home: Path) -> None:
    """Nobody else may read what was searched for, in a new file as in one that was there."""
    home.mkdir()
    file = home / "window.ini"
    file.write_text("", encoding="utf-8")
    file.chmod(0o644)
    for _ in range(2):
        state = WindowState()
        state.searched("key", "harbour")
        state.save()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        file.unlink()


# -- the end


@POSIX
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_ends_it_in_order(qapp: QApplication, home: Path, tmp_path: Path, name: str) -> None:
    """Whoever ends the session ends the application within a second or so: what is open is kept, the socket is gone, all is quiet."""
    one, _ = two_folders(tmp_path)
    (one / "a.md").write_text("# Tides\n", encoding="utf-8")
    link = link_to(workspace_key(one), Place("a.md"))
    WindowState().opened_folder(str(one))
    WindowState().save()
    process = subprocess.Popen([sys.executable, "-m", "sleuth", "open", link], stderr=subprocess.PIPE, text=True)
    try:
        until(lambda: process.poll() is not None or Path(socket_name()).exists(), timeout_ms=30_000)
        until(lambda: hand_over({"turn": "none", "workspace": str(one)}) is not None, timeout_ms=30_000)
        time.sleep(1)
        process.send_signal(getattr(signal, name))
        began = time.monotonic()
        _, errors = process.communicate(timeout=30)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 0
    assert time.monotonic() - began < 10
    assert not Path(socket_name()).exists()
    assert not any(word in errors for word in ("Traceback", "Release of profile", "Fatal"))
    assert WindowState().tabs(workspace_key(one))[0] == ["a.md"]
