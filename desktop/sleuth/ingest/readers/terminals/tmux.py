"""What is shown in the panes of tmux that are open in the workspace?

Nothing of it lies on a disk: tmux is asked. It is never started; where it is not installed, has no server, or does not
answer in time, there are no panes.
"""

import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sleuth.domain.terminals import Recording, RecordingKind, Size
from sleuth.ingest.readers.terminals.screen import UNKNOWN, render

_PATIENCE_S = 2.0
# One server that does not answer leaves time for the others.
_PATIENCE_EACH_S = 1.0
# Of each pane's history only so many lines are taken, the newest.
_MOST_LINES = 100_000
_MOST_BYTES = 64 * 1_024 * 1_024
_MOST_PANES = 100
_MOST_SERVERS = 16
# Tabs between them; the folder is last, since it alone may hold one.
_FIELDS = (
    "pane_id", "alternate_on", "history_size", "pane_width", "pane_height", "session_created",
    "session_name", "window_index", "pane_index", "pane_current_command", "pane_current_path",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pane:
    """A pane that is open."""

    server: str
    """The socket that its server listens at."""
    id: str
    """As tmux names it, such as `%3`: no other pane of this server ever has it."""
    title: str
    """Where it is: session, window and pane, as tmux takes them after `-t`."""
    command: str
    """What runs in it now."""
    folder: str
    size: Size
    started_ms: int | None
    alternate: bool
    """Whether a program such as an editor has the whole pane."""
    history_lines: int
    """How many have scrolled away."""

    @property
    def key(self) -> str:
        """What it is known by."""
        return f"tmux:{self.server}:{self.id}"


def open_panes(holds: Callable[[str], bool], sockets: Path | None = None) -> list[Pane]:
    """The panes whose folder `holds` says is of the workspace; `sockets` is the folder with those of servers."""
    folder = sockets or _sockets_folder()
    until = time.monotonic() + _PATIENCE_S
    panes: list[Pane] = []
    for socket in _sockets(folder) if folder else ():
        answer = _ask(socket, until, "list-panes", "-a", "-F", "\t".join(f"#{{{name}}}" for name in _FIELDS))
        panes += (pane for pane in _panes(str(socket), answer) if holds(pane.folder))
    return panes[:_MOST_PANES]


def captures(panes: Iterable[Pane], *, styled: bool = False) -> Iterator[tuple[Pane, Recording]]:
    """What is shown in each, those left out that are gone; there is one patience for all."""
    until = time.monotonic() + _PATIENCE_S
    for pane in panes:
        if recording := capture(pane, styled=styled, until=until):
            yield pane, recording


def capture(pane: Pane, *, styled: bool = False, until: float | None = None) -> Recording | None:
    """What is shown in it, and what scrolled away; None where it is gone or tmux does not answer in time."""
    until = until if until is not None else time.monotonic() + _PATIENCE_S
    text = b""
    if not pane.alternate:
        text = _captured(pane, until, "-S", f"-{_MOST_LINES}", "-E", "-")
    else:
        if pane.history_lines:
            text = _captured(pane, until, "-S", f"-{_MOST_LINES}", "-E", "-1")
        text += _captured(pane, until, "-a", "-q")  # what the program covers
    if not text:
        return None
    shown = render(text[-_MOST_BYTES:], UNKNOWN, styled=styled, newline=True)
    return Recording(
        kind=RecordingKind.TMUX_PANE,
        shown=shown,
        title=pane.title,
        command=pane.command or None,
        folder=pane.folder,
        started_ms=pane.started_ms,
        size=pane.size,
        final_size=pane.size,
    )


def _captured(pane: Pane, until: float, *which: str) -> bytes:
    """Lines of a pane, those that were wrapped joined, with their colours and links."""
    return _ask(Path(pane.server), until, "capture-pane", "-p", "-e", "-J", *which, "-t", pane.id)


def _ask(socket: Path, until: float, *command: str) -> bytes:
    """What tmux answers; nothing where it fails, or is not done in time."""
    patience = min(until - time.monotonic(), _PATIENCE_EACH_S)
    if patience <= 0:
        return b""
    # TMUX would make it speak to the server that we were started in; -u that names come as they are.
    environment = {name: value for name, value in os.environ.items() if name not in ("TMUX", "TMUX_PANE")}
    try:
        done = subprocess.run(
            ["tmux", "-u", "-f", os.devnull, "-S", os.fspath(socket), *command],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            timeout=patience, check=False, env=environment,
        )  # fmt: skip
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return b""
    return done.stdout if done.returncode == 0 else b""


def _sockets_folder() -> Path | None:
    if sys.platform == "win32":
        return None
    return Path(os.environ.get("TMUX_TMPDIR") or "/tmp") / f"tmux-{os.getuid()}"  # noqa: S108 - tmux's own place


def _sockets(folder: Path) -> Iterator[Path]:
    """Those of servers; without one there is nobody to ask, and tmux is not even run."""
    try:
        found = sorted(folder.iterdir())
    except OSError:
        return
    servers = 0
    for path in found:
        try:
            is_server = stat.S_ISSOCK(path.stat().st_mode)
        except OSError:
            continue
        if is_server and servers < _MOST_SERVERS:
            servers += 1
            yield path


def _panes(server: str, answer: bytes) -> Iterator[Pane]:
    for line in answer.decode("utf-8", "surrogateescape").splitlines():
        values = line.split("\t", len(_FIELDS) - 1)
        if len(values) != len(_FIELDS):
            continue
        known = dict(zip(_FIELDS, values, strict=True))
        started, width, height = (known[name] for name in ("session_created", "pane_width", "pane_height"))
        if not (started.isdecimal() and width.isdecimal() and height.isdecimal()):
            continue
        yield Pane(
            server=server,
            id=known["pane_id"],
            title=f"{known['session_name']}:{known['window_index']}.{known['pane_index']}",
            command=known["pane_current_command"],
            folder=known["pane_current_path"],
            size=Size(int(width), int(height)),
            started_ms=int(started) * 1000,
            alternate=known["alternate_on"] == "1",
            history_lines=int(known["history_size"]) if known["history_size"].isdecimal() else 0,
        )
