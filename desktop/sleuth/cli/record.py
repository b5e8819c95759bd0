"""How is what a terminal shows recorded?

    keys → pseudo-terminal of the command → screen, and a cast among the workspace's recordings

What is typed goes through and is never written down; what the command shows is, also where it shows what was typed.
Each piece is written by itself as it comes: a running recording can be searched, and one that is killed be read.
https://docs.asciinema.org/manual/asciicast/v3/
"""

import codecs
import errno
import fcntl
import json
import os
import select
import shlex
import signal
import subprocess
import sys
import termios
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from sleuth.cli.streams import complain
from sleuth.domain.errors import CannotRecord, RecordingNotKept
from sleuth.engine.plain import plain
from sleuth.places import PRIVATE_FILE, make_private_folder, recordings_folder

assert sys.platform != "win32"  # whose terminals have no other side to read

VARIABLE = "SLEUTH_RECORDING"
"""Tells what runs in a recording into which cast it goes."""

_NOT_FOUND, _NOT_STARTED, _KILLED = 127, 126, 128
"""As shells have it; the number of the signal is added to the last."""
_READ_BYTES = 65_536
_MOST_TYPED = 65_536
_USUAL_SIZE = (80, 24)
_LARGEST_SIZE = 9_999
# Guesses: for how long the pseudo-terminal is left alone when nobody has it open, how long what a command left behind
# may go on showing things, and for how long it may take a command to end when its terminal is gone.
_PAUSE_S = 0.1
_LAST_S = 1.0
_LAST_READS = 1_000
_HANG_UP_S = 1.0

_FROM_KEYS = (signal.SIGINT, signal.SIGQUIT)
"""Meant for whatever runs in front."""
_PASSED_ON = (signal.SIGTERM, signal.SIGUSR1, signal.SIGUSR2)
_NEEDED = (signal.SIGCHLD, signal.SIGWINCH)

_Size = tuple[int, int]
"""Columns and rows."""


def record(root: Path, title: str | None, command: tuple[str, ...]) -> int:
    """Run the command, or a shell, with its terminal recorded for the workspace at `root`; the exit status of the command.

    Raises:
        CannotRecord: It is recorded already, or there is no terminal to run a shell on.
        RecordingNotKept: The file cannot be made.
    """
    keys = _terminal(sys.stdin)
    if outer := os.environ.get(VARIABLE):
        raise CannotRecord(f"this terminal is recorded already, into {outer} (if it is not: unset {VARIABLE})")
    if keys is None and not command:
        raise CannotRecord("there is no terminal here for a shell; name a command, as in: sleuth record -- make test")
    screen = keys if keys is not None else _terminal(sys.stdout)
    size = _size_of(screen)
    cast = _Cast(_new_file(root), _header(size, title, command))
    with _signals() as signals:
        try:
            child, master = _started([*command] or [_shell()], keys, size, cast.path)
        except (OSError, subprocess.SubprocessError) as error:
            cast.drop()
            complain(f"sleuth: {plain(shlex.join(command) or _shell())} cannot be started ({getattr(error, 'strerror', error)})")
            return _NOT_FOUND if isinstance(error, FileNotFoundError) else _NOT_STARTED
        complain(f"recording into {plain(str(cast.path))}{'' if command else '; exit or Ctrl+D ends it'}")
        with _raw(keys):
            status = _Between(child, master, keys, screen, size, signals, cast).run()
    cast.end(status)
    complain(f"{'recorded until it failed,' if cast.has_failed else 'recorded'} into {plain(str(cast.path))}")
    return status


# -- the cast


class _Cast:
    """A file that grows by whole events."""

    def __init__(self, path: Path, header: dict[str, object]) -> None:
        self.path = path
        self.has_failed = False
        self._bytes = 0
        self._began = time.monotonic()
        self._at_ms = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_APPEND)
            self._write(_json(header))
        except OSError as error:
            path.unlink()
            raise RecordingNotKept(f"{path} cannot be written ({error.strerror})") from error

    def show(self, data: bytes) -> None:
        """What the terminal was sent; a character that is not whole yet waits for its end."""
        if text := self._decoder.decode(data):
            self._add("o", text)

    def resize(self, size: _Size) -> None:
        self._add("r", "{}x{}".format(*size))

    def end(self, status: int) -> None:
        if text := self._decoder.decode(b"", final=True):
            self._add("o", text)
        self._add("x", str(status))
        self._close()

    def drop(self) -> None:
        """Nothing was run: nothing is kept."""
        self._close()
        with suppress(OSError):
            self.path.unlink()

    def _close(self) -> None:
        with suppress(OSError):
            os.close(self._file)

    def _add(self, code: str, text: str) -> None:
        """An event, with the time since the one before; the first that cannot be written is the last."""
        if self.has_failed:
            return
        at_ms = round(1e3 * (time.monotonic() - self._began))
        event = f'[{(at_ms - self._at_ms) / 1e3:.3f}, "{code}", {_json(text)}]'
        self._at_ms = at_ms
        try:
            self._write(event)
        except OSError as error:
            self.has_failed = True
            with suppress(OSError):
                os.ftruncate(self._file, self._bytes)  # half an event helps nobody
            # The terminal may be raw, where a new line alone does not begin at the left.
            complain(f"\r\nsleuth: from here on nothing is recorded, the recording cannot be written ({error.strerror})\r")

    def _write(self, line: str) -> None:
        data = f"{line}\n".encode("utf-8", "replace")
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._file, rest) :]
        self._bytes += len(data)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _header(size: _Size, title: str | None, command: tuple[str, ...]) -> dict[str, object]:
    told = {
        "timestamp": int(time.time()),
        "command": shlex.join(command),
        "title": title,
        "env": {name: os.environ[name] for name in ("SHELL", "TERM") if name in os.environ},
    }
    terminal = {"cols": size[0], "rows": size[1], "type": os.environ.get("TERM")}
    term = {name: value for name, value in terminal.items() if value}
    return {"version": 3, "term": term, **{name: value for name, value in told.items() if value}}


def _new_file(root: Path) -> Path:
    """An empty file of its own, named by the time."""
    folder = recordings_folder(root)
    name = time.strftime("%Y-%m-%d-%H%M%S")
    try:
        make_private_folder(folder)
        path, number = folder / f"{name}.cast", 1
        while not _is_made(path):
            number += 1
            path = folder / f"{name}-{number}.cast"
    except OSError as error:
        raise RecordingNotKept(f"no recording can be made in {folder} ({error.strerror})") from error
    return path


def _is_made(path: Path) -> bool:
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
    except FileExistsError:
        return False
    return True


# -- the terminals


def _terminal(stream: object) -> int | None:
    """The descriptor of a stream that is a terminal."""
    try:
        number = stream.fileno()  # type: ignore[attr-defined]
    except (AttributeError, OSError, ValueError):  # closed by whoever started us
        return None
    return number if os.isatty(number) else None


def _size_of(screen: int | None) -> _Size:
    """As the terminal has it, else as the environment says, else what is usual."""
    with suppress(OSError, termios.error):
        if screen is not None:
            rows, columns = termios.tcgetwinsize(screen)
            if rows and columns:
                return columns, rows
    said = [os.environ.get(name, "") for name in ("COLUMNS", "LINES")]
    columns, rows = (
        int(value) if value.isdecimal() and 0 < int(value) <= _LARGEST_SIZE else usual
        for value, usual in zip(said, _USUAL_SIZE, strict=True)
    )
    return columns, rows


def _shell() -> str:
    if shell := os.environ.get("SHELL"):
        return shell
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_shell or "/bin/sh"
    except KeyError:
        return "/bin/sh"


def _started(command: list[str], keys: int | None, size: _Size, cast: Path) -> "tuple[subprocess.Popen[bytes], int]":
    """The command on a pseudo-terminal of its own, and that one's other side.

    Where standard input is no terminal the command gets it as it is: a pseudo-terminal would show it, and stumble over
    long lines and control characters.
    """
    master, slave = os.openpty()
    try:
        if keys is not None:
            termios.tcsetattr(slave, termios.TCSANOW, termios.tcgetattr(keys))
        termios.tcsetwinsize(slave, (size[1], size[0]))
        child = subprocess.Popen(
            command,
            stdin=slave if keys is not None else None if sys.stdin is not None else subprocess.DEVNULL,
            stdout=slave,
            stderr=slave,
            env={**os.environ, VARIABLE: str(cast)},
            start_new_session=True,
            preexec_fn=_take_terminal,  # noqa: PLW1509, there are no threads here
        )
    except BaseException:
        os.close(master)
        raise
    finally:
        os.close(slave)
    os.set_blocking(master, False)
    return child, master


def _take_terminal() -> None:
    """In the child: its standard output becomes the terminal of its session."""
    fcntl.ioctl(1, termios.TIOCSCTTY, 0)


@contextmanager
def _raw(keys: int | None) -> Iterator[None]:
    """Every key goes through as it is; afterwards the terminal is as it was, whatever happens."""
    if keys is None:
        yield
        return
    before = termios.tcgetattr(keys)
    try:
        tty.setraw(keys, termios.TCSANOW)
        yield
    finally:
        with suppress(termios.error):  # it is gone
            termios.tcsetattr(keys, termios.TCSANOW, before)


def _unheard(_number: int, _frame: FrameType | None) -> None:
    """The byte that the interpreter writes for each signal is what is listened to."""


@contextmanager
def _signals() -> Iterator[int]:
    """Signals as bytes to be read between two steps; what we were started to ignore stays ignored."""
    heard, told = os.pipe()
    os.set_blocking(heard, False)
    os.set_blocking(told, False)
    wanted = [one for one in (*_FROM_KEYS, *_PASSED_ON, signal.SIGHUP) if signal.getsignal(one) is not signal.SIG_IGN]
    outer = signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    before = {one: signal.signal(one, _unheard) for one in (*wanted, *_NEEDED)}
    try:
        yield heard
    finally:
        for one, handler in before.items():
            signal.signal(one, handler if handler is not None else signal.SIG_DFL)
        signal.set_wakeup_fd(outer)
        os.close(heard)
        os.close(told)


# -- between the two


@dataclass
class _Between:
    """Carries keys to the command, what it shows to the screen, and signals to whom they are for."""

    child: "subprocess.Popen[bytes]"
    master: int
    keys: int | None
    """The terminal that is typed on."""
    screen: int | None
    """The terminal whose size counts."""
    size: _Size
    signals: int
    cast: _Cast
    is_gone: bool = False
    """Whether our own terminal is: nobody types, nobody sees."""
    _typed: bytearray = field(default_factory=bytearray)
    _is_closed: bool = False
    """Whether nobody has the pseudo-terminal open; whoever has it as its terminal may open it again."""

    def run(self) -> int:
        """Until the command ends, or the terminal is gone; the exit status as a shell would have it."""
        self._follow_size()  # it may have changed before we listened
        while self.child.poll() is None and not self.is_gone:
            self._step()
        if not self.is_gone:
            self._show_rest()
        os.close(self.master)  # what still runs in it is hung up on, as by any terminal that is closed
        try:
            status = self.child.wait(_HANG_UP_S)
        except subprocess.TimeoutExpired:
            return _KILLED + signal.SIGHUP
        return status if status >= 0 else _KILLED - status

    def _step(self) -> None:
        reading = [self.signals] if self._is_closed else [self.signals, self.master]
        if self.keys is not None and len(self._typed) < _MOST_TYPED:
            reading.append(self.keys)
        writing = [self.master] if self._typed and not self._is_closed else []
        readable, writable, _ = select.select(reading, writing, [], _PAUSE_S if self._is_closed else None)
        if self.signals in readable:
            self._heed()
        if self.keys in readable:
            self._take_typed()
        if writable:
            self._pass_typed()
        self._is_closed = self.master in readable and not self._show()

    def _show(self) -> bool:
        """Pass on what the command wrote; False where nobody is left to write."""
        try:
            data = os.read(self.master, _READ_BYTES)
        except BlockingIOError:
            return True
        except OSError:  # EIO, on Linux
            return False
        self.cast.show(data)
        try:
            _write_all(sys.stdout.fileno(), data)
        except OSError as error:
            self.is_gone = True
            if error.errno not in (errno.EPIPE, errno.EIO):
                complain(f"sleuth: what is shown cannot be written ({error.strerror})")
        return bool(data)

    def _show_rest(self) -> None:
        """What the command wrote last; what others still write to its terminal is not waited for."""
        left_s = _LAST_S
        for _ in range(_LAST_READS):
            began = time.monotonic()
            readable, _, _ = select.select([self.master], [], [], _PAUSE_S)
            left_s -= time.monotonic() - began  # a slow screen takes nothing from it
            if not readable or not self._show() or self.is_gone or left_s < 0:
                return

    def _take_typed(self) -> None:
        assert self.keys is not None
        try:
            data = os.read(self.keys, _READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._typed += data
        self.is_gone |= not data

    def _pass_typed(self) -> None:
        try:
            del self._typed[: os.write(self.master, self._typed)]
        except BlockingIOError:
            return
        except OSError:
            self._typed.clear()

    def _heed(self) -> None:
        for number in os.read(self.signals, _READ_BYTES):
            if number == signal.SIGWINCH:
                self._follow_size()
            elif number == signal.SIGHUP:
                self.is_gone = True
            elif number in _FROM_KEYS:
                with suppress(OSError):
                    os.killpg(self._in_front(), number)
            elif number in _PASSED_ON:
                self.child.send_signal(number)

    def _in_front(self) -> int:
        """The process group that keys would interrupt."""
        with suppress(OSError):
            if (group := os.tcgetpgrp(self.master)) > 1:
                return group
        return self.child.pid

    def _follow_size(self) -> None:
        size = _size_of(self.screen)
        if size == self.size:
            return
        self.size = size
        with suppress(OSError, termios.error):
            termios.tcsetwinsize(self.master, (size[1], size[0]))
        self.cast.resize(size)


def _write_all(number: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(number, rest) :]
        except BlockingIOError:
            select.select([], [number], [])
