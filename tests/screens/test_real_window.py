"""Does the real application, in a real window, do its work for somebody who has nothing but a keyboard?

Each test starts `sleuth open` as a process on a screen of its own (Xvfb, with a window manager) and presses keys (xdotool).
What it shows is seen as a person and other programs see it: on the screen, in the window's title, in the clipboard; and in
the pages of its web engine through their developer tools, which Qt opens when the environment says so.
"""

import base64
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol, TypeVar

import psutil
import pytest

pytest.importorskip("PySide6")

import numpy as np
import pymupdf
from PySide6.QtGui import QColor, QImage
from tests.screens.making import lay

from sleuth.places import workspace_folder
from sleuth.ui.theme.tokens import LIGHT

PROGRAMS = ("Xvfb", "xdotool", "openbox")
MISSING = [program for program in PROGRAMS if shutil.which(program) is None]

if sys.platform != "linux":
    pytest.skip("the real window is tested on Linux, where it can have a screen of its own", allow_module_level=True)
if MISSING:
    SENTENCE = f"the real window needs {', '.join(MISSING)} to be tested"
    if os.environ.get("CI"):
        pytest.fail(SENTENCE, pytrace=False)
    pytest.skip(SENTENCE, allow_module_level=True)

pytestmark = pytest.mark.slow

WAIT_S = 30.0
T = TypeVar("T")
SIZE = "1400x900x24"

# Looks at the screen and into the clipboard, as any other program can; told what by its standard input.
PEEK = """
import json, sys
from PySide6.QtGui import QGuiApplication
app = QGuiApplication([])
for line in sys.stdin:
    app.processEvents()
    what, _, argument = line.strip().partition(" ")
    if what == "look":
        app.primaryScreen().grabWindow(0).save(argument)
        answer = argument
    else:
        answer = app.clipboard().text()
    print(json.dumps(answer), flush=True)
"""

# Keys of the window manager would come between.
OPENBOX = '<?xml version="1.0"?><openbox_config xmlns="http://openbox.org/3.4/rc"><keyboard/><mouse/></openbox_config>'


def eventually(what: Callable[[], T], otherwise: Callable[[], object] = str) -> T:
    """What it answers once that is true; fail where it stays untrue."""
    ends = time.monotonic() + WAIT_S
    while not (found := what()):
        assert time.monotonic() < ends, f"it did not come about in time {otherwise()}"
        time.sleep(0.05)
    return found


def ended(process: subprocess.Popen[Any]) -> None:
    """End a process of ours, and wait for it."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Screen:
    """A screen that nobody sees, with a window manager."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        answer, told = os.pipe()
        self._processes: list[subprocess.Popen[Any]] = []
        self._start(["Xvfb", "-displayfd", str(told), "-screen", "0", SIZE, "-nolisten", "tcp", "-noreset"], pass_fds=(told,))
        os.close(told)
        with os.fdopen(answer) as number:
            display = number.readline().strip()
        assert display, "Xvfb did not start"
        self.environment = {
            name: value for name, value in os.environ.items() if name not in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "CI")
        } | {"DISPLAY": f":{display}", "QT_QPA_PLATFORM": "xcb", "XDG_SESSION_TYPE": "x11"}
        # Nothing of the person's own decides, and nothing is left there.
        self.environment |= {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CONFIG", "DATA", "CACHE")}
        settings = folder / "openbox.xml"
        settings.write_text(OPENBOX, encoding="utf-8")
        manager = self._start(["openbox", "--sm-disable", "--config-file", str(settings)])
        eventually(lambda: self.xdotool("get_num_desktops"), lambda: f"openbox: {manager.poll()}")
        self._peek = self._start([sys.executable, "-c", PEEK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def _start(self, command: list[str], **options: Any) -> subprocess.Popen[Any]:
        environment = getattr(self, "environment", None)
        process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, **options)
        self._processes.append(process)
        return process

    def close(self) -> None:
        for process in reversed(self._processes):
            ended(process)
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    stream.close()

    def ask(self, line: str) -> str:
        assert self._peek.stdin is not None
        assert self._peek.stdout is not None
        self._peek.stdin.write(f"{line}\n")
        self._peek.stdin.flush()
        return str(json.loads(self._peek.stdout.readline()))

    def clipboard(self) -> str:
        return self.ask("clipboard")

    def look(self, name: str = "screen.png") -> Path:
        return Path(self.ask(f"look {self.folder / name}"))

    def count(self, colour: str) -> int:
        """How many points of the screen have exactly this colour."""
        image = QImage(str(self.look())).convertToFormat(QImage.Format.Format_RGB32)
        points = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1)[:, : image.width()]
        return int((points & 0xFFFFFF == QColor(colour).rgb() & 0xFFFFFF).sum())

    def xdotool(self, *arguments: str) -> str:
        done = subprocess.run(["xdotool", *arguments], env=self.environment, capture_output=True, text=True, timeout=60, check=False)
        return done.stdout.strip()


class Page:
    """A page of the application's web engine, asked through its developer tools.

    https://chromedevtools.github.io/devtools-protocol/ over https://www.rfc-editor.org/rfc/rfc6455
    """

    def __init__(self, port: int, address: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=WAIT_S)
        self._stream = self._socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self._socket.sendall(
            f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b" 101 " in self._stream.readline()
        while self._stream.readline().strip():
            pass
        self._number = 0

    def close(self) -> None:
        self._stream.close()
        self._socket.close()

    def ask(self, expression: str) -> Any:
        """The value of an expression there; None where it is none, or fails."""
        self._number += 1
        parameters = {"expression": expression, "returnByValue": True}
        self._send(json.dumps({"id": self._number, "method": "Runtime.evaluate", "params": parameters}).encode())
        while True:
            message = json.loads(self._receive())
            if message.get("id") == self._number:
                return message["result"]["result"].get("value")

    def _send(self, data: bytes) -> None:
        # A frame of text, its only one, masked by zeros as a client must mask; short lengths stand in the second byte.
        assert len(data) < 65_536
        length = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
        self._socket.sendall(b"\x81" + length + bytes(4) + data)

    def _receive(self) -> bytes:
        data, is_last = b"", False
        while not is_last:
            first, length = self._stream.read(2)
            is_last = bool(first & 0x80)
            if length >= 126:
                length = int.from_bytes(self._stream.read(2 if length == 126 else 8), "big")
            data += self._stream.read(length)
        return data


class Application:
    """`sleuth open FOLDER`, running."""

    def __init__(self, screen: Screen, folder: Path, home: Path, settings: str) -> None:
        self.screen, self.folder = screen, folder
        home.mkdir(exist_ok=True)
        (home / "settings.toml").write_text(f'[ui]\ntheme = "light"\n{settings}', encoding="utf-8")
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.environment = screen.environment | {
            "SLEUTH_HOME": str(home),
            # Where agents keep their chats: those of whoever runs the tests are nobody's concern.
            "HOME": os.environ["HOME"],
            "QTWEBENGINE_REMOTE_DEBUGGING": f"127.0.0.1:{self.port}",
        }
        self.log = home.with_name("application.log")
        with self.log.open("wb") as log:
            self.process = self.start("open", str(folder), stdout=log, stderr=log)
        self.window = ""

    def open_up(self) -> None:
        """Wait until it stands there, and has scanned its folder."""
        self.window = eventually(lambda: self.window_of(self.folder), self.evidence)
        self.focus(self.window)
        eventually(self.has_scanned, self.evidence)

    def start(self, *arguments: str, **options: Any) -> subprocess.Popen[Any]:
        return subprocess.Popen([sys.executable, "-m", "sleuth", *arguments], env=self.environment, **options)

    def run(self, *arguments: str, told: str | None = None) -> subprocess.CompletedProcess[str]:
        """A command, with what it is told on its standard input."""
        command = [sys.executable, "-m", "sleuth", *arguments]
        return subprocess.run(command, env=self.environment, input=told, capture_output=True, text=True, timeout=60, check=False)

    def has_scanned(self) -> bool:
        return json.loads(self.run("status", "-w", str(self.folder), "--json").stdout)["last_scan"] is not None

    def found(self, word: str) -> list[str]:
        """What the command line finds in the index as it stands."""
        answer = json.loads(self.run("search", "--no-scan", "--json", "--in", "all", "-w", str(self.folder), word).stdout or "{}")
        return [hit["ref"] for hit in answer.get("hits", [])]

    # -- its windows

    def windows(self) -> dict[str, str]:
        """Title to number, of those that can be seen."""
        assert self.process.poll() is None, f"it ended {self.evidence()}"
        numbers = self.screen.xdotool("search", "--onlyvisible", "--pid", str(self.process.pid)).split()
        return {self.screen.xdotool("getwindowname", number): number for number in numbers}

    def window_of(self, folder: Path) -> str | None:
        return next((number for title, number in self.windows().items() if title == f"{folder.name} – Sleuth"), None)

    def focus(self, window: str) -> None:
        self.screen.xdotool("windowactivate", "--sync", window)

    def keys(self, *keys: str) -> None:
        self.screen.xdotool("key", "--clearmodifiers", "--delay", "40", *keys)

    def write(self, text: str) -> None:
        self.screen.xdotool("type", "--clearmodifiers", "--delay", "20", text)

    def sees(self, colour: str, least: int = 60) -> None:
        """Wait until a colour is to be seen."""
        eventually(lambda: self.screen.count(colour) >= least, self.evidence)

    def link(self, *keys: str, source: str = "files") -> str:
        """Where the person is, by the link that the keys copy; without the workspace."""
        self.keys(*keys or ("ctrl+shift+c",))
        return self.screen.clipboard().partition(f"/{source}/")[2]

    def is_at(self, place: str, source: str = "files") -> None:
        """Wait until the link to where the person is says so."""
        eventually(lambda: self.link(source=source) == place, lambda: f"{self.link(source=source)!r} {self.evidence()}")

    # -- its pages

    def page(self, title: str) -> Page:
        address = eventually(lambda: self._address_of(title), self.evidence)
        return Page(self.port, address)

    def _address_of(self, title: str) -> str | None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT_S)
        try:
            connection.request("GET", "/json/list")
            pages = json.loads(connection.getresponse().read())
        except OSError:
            return None
        finally:
            connection.close()
        addresses = [page["webSocketDebuggerUrl"] for page in pages if page["title"] == title]
        return "/" + addresses[0].split("/", 3)[3] if addresses else None

    # -- its end

    def evidence(self) -> str:
        """Where to look when something is not as it should be."""
        return f"(screen: {self.screen.look('failed.png')}, log: {self.log.read_text('utf-8')!r})"

    def quit(self) -> int:
        """Ctrl+Q; the exit status, with nothing left that the application started."""
        family = [self.process.pid, *(child.pid for child in psutil.Process(self.process.pid).children(recursive=True))]
        self.keys("ctrl+q")
        status = self.process.wait(WAIT_S)
        eventually(lambda: not any(psutil.pid_exists(pid) for pid in family), lambda: f"left: {family}")
        return status

    def kill(self) -> None:
        if self.process.poll() is None:
            family = psutil.Process(self.process.pid).children(recursive=True)
            ended(self.process)
            for child in family:
                if child.is_running():
                    child.send_signal(signal.SIGKILL)


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    screen = Screen(tmp_path_factory.mktemp("screen"))
    yield screen
    screen.close()


class Start(Protocol):
    """Starts the application on a folder, with settings beside those that every test has."""

    def __call__(self, folder: Path, settings: str = "") -> Application: ...


@pytest.fixture
def start(screen: Screen, home: Path) -> Iterator[Start]:
    """Starts the application on a folder; it is gone after the test."""
    running: list[Application] = []

    def start_one(folder: Path, settings: str = "") -> Application:
        application = Application(screen, folder, home, settings)
        running.append(application)
        application.open_up()
        return application

    yield start_one
    for application in running:
        application.kill()


GUIDE = "# Tide tables\n\n" + "".join(
    f"Paragraph {number} tells of {'brackish' if number in (60, 80) else 'salt'} water.\n\n" for number in range(1, 101)
)
# Paragraph n stands in line 2n + 1.
FIRST, SECOND = 121, 161

OWN = """(() => {
  const own = [...CSS.highlights.get("own") ?? []][0];
  if (!own) return null;
  const box = own.getBoundingClientRect();
  const block = own.startContainer.parentElement.closest("[data-line]");
  return [own.toString(), Number(block.dataset.line), box.top >= 0 && box.bottom <= innerHeight];
})()"""
MARKS = 'CSS.highlights.get("mark")?.size'


def write_pdf(path: Path, pages: tuple[str, ...]) -> None:
    with pymupdf.open() as document:
        for text in pages:
            document.new_page().insert_text((72, 100), text, fontsize=14)
        document.save(path)


def test_a_passage_is_found_and_read_at_its_place(start: Start, workspace: Path) -> None:
    """Ctrl+K, a word, Enter: the Markdown is shown as it reads, at the paragraph, its word marked; the keys scroll it, and F3 goes on to the next."""
    application = start(lay(workspace, {"docs/guide.md": GUIDE, "src/app.py": "print('salt')\n"}))
    application.keys("ctrl+k")
    application.write("brackish")
    application.sees(LIGHT.mark)
    application.keys("Return")
    page = application.page("docs/guide.md")
    eventually(lambda: page.ask(OWN) == ["brackish", FIRST, True], lambda: f"{page.ask(OWN)} {application.evidence()}")
    assert page.ask(MARKS) == 2
    application.sees(LIGHT.mark_strong)
    application.is_at(f"docs/guide.md#line={FIRST}")
    assert page.ask("scrollY") > 0
    application.keys("Home")
    eventually(lambda: page.ask("scrollY") == 0, application.evidence)
    application.keys("F3")
    eventually(lambda: page.ask(OWN) == ["brackish", SECOND, True], lambda: f"{page.ask(OWN)} {application.evidence()}")
    application.keys("F3")
    eventually(lambda: page.ask(OWN) == ["brackish", FIRST, True], lambda: f"{page.ask(OWN)} {application.evidence()}")
    page.close()
    assert application.quit() == 0


def test_the_search_sheet_by_keyboard(start: Start, workspace: Path) -> None:
    """Ctrl+Shift+F, words: arrows walk the hits and the preview follows; without files there are documents, and Enter opens one at its page."""
    lay(workspace, {"docs/guide.md": GUIDE, "notes/brackish.txt": "brackish\nbrackish water\n"})
    write_pdf(workspace / "tides.pdf", ("Tides", "Salt water", "The estuary is brackish here"))
    application = start(workspace)
    application.keys("ctrl+shift+f")
    application.write("brackish")
    application.sees(LIGHT.mark)
    # The guide is one of the three: walk until its page is the one beside the list.
    for _ in range(3):
        if application._address_of("docs/guide.md") is not None:
            break
        application.keys("Down")
        time.sleep(0.5)
    page = application.page("docs/guide.md")
    eventually(lambda: page.ask(OWN) == ["brackish", FIRST, True], lambda: f"{page.ask(OWN)} {application.evidence()}")
    page.close()
    # Past the buttons beside the query to the first of the sources, off with it: the keys are the query's again.
    application.keys("Tab", "Tab", "Tab", "Tab", "space")
    time.sleep(0.5)
    application.sees(LIGHT.mark)
    application.keys("Return")
    application.is_at("tides.pdf#section=page%203&line=1")
    application.sees(LIGHT.mark_strong)
    assert application.quit() == 0


def test_a_change_is_found_after_scanning_again(start: Start, workspace: Path) -> None:
    """What was written meanwhile is found after Ctrl+Shift+R, and opened at its line."""
    application = start(lay(workspace, {"a.txt": "salt\n"}))
    lay(workspace, {"a.txt": "salt\n\nbreakwater\n"})
    application.keys("ctrl+shift+r")
    eventually(lambda: application.found("breakwater"), application.evidence)
    application.keys("ctrl+k")
    application.write("breakwater")
    application.sees(LIGHT.mark)
    application.keys("Return")
    application.is_at("a.txt#line=3")
    assert application.quit() == 0


def test_the_end_of_a_turn_is_a_scan(start: Start, workspace: Path) -> None:
    """A hook that says that a turn ended, says nothing itself, and what the agent wrote is in the index."""
    application = start(lay(workspace, {"a.txt": "salt\n"}))
    lay(workspace, {"by/agent.txt": "breakwater\n"})
    told = application.run("turn-ended", "-w", str(workspace))
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")
    eventually(lambda: application.found("breakwater") == ["by/agent.txt"], application.evidence)
    assert application.quit() == 0


SESSION = "9b1f6c1e-52a7-4a53-8f4e-0d6b6a1c7e21"
# The message that the hit's own mark is in, the mark, whether it is seen, and how many marks there are.
SAID = """(() => {
  const own = [...CSS.highlights.get("own") ?? []][0];
  if (!own) return null;
  const message = own.startContainer.parentElement.closest("article");
  const box = own.getBoundingClientRect();
  return [message.dataset.section, own.toString(), box.top >= 0 && box.bottom <= innerHeight, CSS.highlights.get("mark")?.size];
})()"""


class Agent:
    """Claude Code, as far as it can be seen from outside: its transcript, and what it tells its hooks."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        slug = re.sub("[^a-zA-Z0-9]", "-", str(folder))
        self.transcript = Path(os.environ["HOME"], ".claude/projects", slug, f"{SESSION}.jsonl")
        self.count = 0

    def writes(self, role: str, text: str) -> None:
        self.count += 1
        content: object = text if role == "user" else [{"type": "text", "text": text}]
        answer = {"id": f"msg_{self.count}", "type": "message", "model": "a-model"} if role == "assistant" else {}
        record = {
            "parentUuid": f"u{self.count - 1}" if self.count > 1 else None, "isSidechain": False, "userType": "external",
            "cwd": str(self.folder), "sessionId": SESSION, "version": "2.1.240", "gitBranch": "main", "type": role,
            "uuid": f"u{self.count}", "timestamp": f"2026-08-03T{9 + self.count // 60:02}:{self.count % 60:02}:00.000Z",
            "message": {"role": role, "content": content, **answer},
        }  # fmt: skip
        self.transcript.parent.mkdir(parents=True, exist_ok=True)
        with self.transcript.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")

    def hook(self, event: str, **more: object) -> str:
        """What a hook is given on its standard input."""
        common = {"session_id": SESSION, "transcript_path": str(self.transcript), "cwd": str(self.folder)}
        return json.dumps({**common, "permission_mode": "default", "hook_event_name": event, **more})


    def talks(self) -> None:
        """Of this and that, for a while."""
        for number in range(30):
            self.writes("user", f"What of the harbour, and of quay {number}?")
            self.writes("assistant", f"Quay {number} is as it was. " + "It stands where it stood. " * 20)

    def answers(self) -> None:
        self.writes("user", "And the fenders?")
        self.writes("assistant", "They are brackish fenders, and fenders of that kind are brackish.")


@pytest.fixture
def agent(workspace: Path) -> Agent:
    return Agent(lay(workspace, {"a.txt": "salt\n"}))


def opens_on_the_message(application: Application) -> None:
    """Ctrl+K, words of an agent's last message, Enter: the chat stands at it, the words marked, the others where they are."""
    application.focus(application.window)
    application.keys("ctrl+k")
    application.write("brackish fenders")
    application.sees(LIGHT.mark)
    application.keys("Return")
    page = application.page(f"claude-code/{SESSION}")
    wanted = ["message 62", "brackish", True, 5]
    eventually(lambda: page.ask(SAID) == wanted, lambda: f"{page.ask(SAID)} {application.evidence()}")
    application.sees(LIGHT.mark_strong)
    application.is_at(f"claude-code/{SESSION}/msg_62#section=message%2062&line=1", "chats")
    page.close()


def test_an_agents_turn_is_found_and_read(start: Start, agent: Agent) -> None:
    """Turns begin, something is said, they end, as hooks tell it: it is in the index, and from the palette opened at its message.

    The first turn is the first of the chat, of which nobody could know without the hook.
    """
    application = start(agent.folder)

    def tells(command: str, told: str) -> None:
        done = application.run(command, told=told)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")

    tells("turn-started", agent.hook("UserPromptSubmit", prompt="What of the harbour, and of quay 0?"))
    agent.talks()
    tells("turn-ended", agent.hook("Stop", stop_hook_active=False, last_assistant_message="Quay 29 is as it was."))
    eventually(lambda: application.found("quay 29"), application.evidence)
    tells("turn-started", agent.hook("UserPromptSubmit", prompt="And the fenders?"))
    agent.answers()
    tells("turn-ended", agent.hook("Stop", stop_hook_active=False, last_assistant_message="They are brackish fenders"))
    eventually(lambda: application.found("brackish fenders"), application.evidence)
    opens_on_the_message(application)
    assert application.quit() == 0


def test_an_agents_turn_is_found_without_hooks(start: Start, agent: Agent) -> None:
    """Where no hook says anything, it is noticed that the transcript has grown."""
    agent.talks()
    application = start(agent.folder)
    time.sleep(2)  # what it grows from must have been seen
    agent.answers()
    eventually(lambda: application.found("brackish fenders"), application.evidence)
    opens_on_the_message(application)
    assert application.quit() == 0


def test_another_folder_is_another_window(start: Start, workspace: Path, tmp_path: Path) -> None:
    """A second start gives its folder to the application that runs; each window is closed on its own, the last ends it."""
    application = start(lay(workspace, {"a.txt": "salt\n"}))
    other = lay(tmp_path / "other", {"b.txt": "brackish\n"})
    second = application.run("open", str(other))
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    window = eventually(lambda: application.window_of(other), application.evidence)
    assert len(application.windows()) == 2
    application.focus(window)
    application.keys("ctrl+shift+w")
    eventually(lambda: application.window_of(other) is None, application.evidence)
    assert application.process.poll() is None
    application.focus(application.window)
    application.keys("ctrl+shift+w")
    assert application.process.wait(WAIT_S) == 0


def test_a_link_leads_to_the_window(start: Start, workspace: Path) -> None:
    """A link that is opened from elsewhere is shown by the application that runs, at its place."""
    application = start(lay(workspace, {"docs/guide.md": GUIDE, "a.txt": "1\n2\n3\n4\n"}))
    key = workspace_folder(workspace.resolve()).name
    assert application.run("open", f"sleuth://{key}/files/a.txt#line=3").returncode == 0
    application.is_at("a.txt#line=3")
    assert application.quit() == 0


def test_a_whole_round_leaves_nothing_and_says_nothing(start: Start, workspace: Path) -> None:
    """Settings, help, themes, the files, a tab, all by keys: the process ends with 0, has said nothing, and leaves no socket."""
    application = start(lay(workspace, {"docs/guide.md": GUIDE, "a.txt": "salt\n"}))
    for key in ("ctrl+comma", "F1", "ctrl+Tab", "ctrl+b", "ctrl+b", "F6", "Down", "Return", "ctrl+f", "Escape", "ctrl+w", "ctrl+w", "ctrl+w"):
        application.keys(key)
        time.sleep(0.15)
    assert list(application.windows()) == [f"{workspace.name} – Sleuth"]
    application.keys("ctrl+k")
    application.write("a.txt")
    time.sleep(0.5)
    application.keys("Return")
    application.is_at("a.txt#line=1")
    assert application.quit() == 0
    said = [line for line in application.log.read_text("utf-8").splitlines() if not re.search(r"DevTools|Remote debugging", line)]
    assert said == []
    assert application.run("turn-ended").returncode == 0


def test_ctrl_c_in_the_terminal_ends_it(start: Start, workspace: Path) -> None:
    """An interrupt closes the windows as Ctrl+Q does."""
    application = start(lay(workspace, {"a.txt": "salt\n"}))
    application.process.send_signal(signal.SIGINT)
    assert application.process.wait(WAIT_S) == 0


def test_a_killed_application_is_in_nobodys_way(start: Start, workspace: Path) -> None:
    """After a kill the next start has its window, and finds what was indexed."""
    application = start(lay(workspace, {"a.txt": "salt\n"}))
    application.process.kill()
    application.process.wait()
    again = start(workspace)
    assert again.found("salt") == ["a.txt"]
    assert again.quit() == 0
