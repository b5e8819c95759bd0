"""How do agents' hooks say that a turn began or ended?

    sleuth turn-started | turn-ended [-w DIR] [JSON]

The whole process must be over in a tenth of a second and must never hold up or fail an agent: nothing heavy is imported,
nothing is printed, and it ends with 0 whatever happens (its caller sees to that). Most agents give a hook one JSON object
on standard input, Codex's `notify` gives it as an argument; which folder the agent works in is said there.
"""

import json
import os
import socket
import sys
import threading
from typing import Any

from sleuth.places import socket_name

_WAIT_S = 0.05
_SILENCE_S = 0.03
_MOST_BYTES = 16_000_000
_WORKSPACE = ("-w", "--workspace")


def tell(arguments: list[str]) -> None:
    """Tell the running application, if there is one."""
    try:
        message = {"turn": arguments[0].removeprefix("turn-"), "workspace": os.path.abspath(_folder(arguments[1:]))}
        _send(json.dumps(message).encode() + b"\n")
    except (OSError, IndexError):
        return


def _folder(arguments: list[str]) -> str:
    """Where the turn is: as asked for, as the agent says, or else here."""
    given = next((one for one in arguments if one.startswith("{")), None)
    # It is read even where it is not needed: an agent that cannot get rid of it may take the hook for broken.
    payload = _understood(given.encode("utf-8", "surrogateescape") if given else _heard())
    for place, argument in enumerate(arguments):
        if argument in _WORKSPACE:
            return arguments[place + 1]
        if argument.startswith("--workspace="):
            return argument.removeprefix("--workspace=")
    roots = payload.get("workspace_roots")
    for folder in (payload.get("cwd"), roots[0] if isinstance(roots, list) and roots else None):
        if isinstance(folder, str) and folder:
            # Cursor names folders as the path of a URL.
            return folder[1:] if sys.platform == "win32" and folder[:1] == "/" and folder[2:3] == ":" else folder
    return os.getcwd()


def _understood(text: bytes) -> dict[str, Any]:
    try:
        payload = json.loads(text.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        return {}
    return payload if isinstance(payload, dict) else {}


def _heard() -> bytes:
    """All of standard input, or what came of it until nothing came for a while: some callers never close theirs."""
    if sys.stdin is None or sys.stdin.isatty():
        return b""
    pieces: list[bytes] = []
    # A thread, as no pipe can be waited for on Windows. It is not waited for at the end.
    reader = threading.Thread(target=_read_into, args=(pieces,), daemon=True)
    reader.start()
    count = -1
    while reader.is_alive() and count < len(pieces):
        count = len(pieces)
        reader.join(_SILENCE_S)
    return b"".join(pieces)


def _read_into(pieces: list[bytes]) -> None:
    left = _MOST_BYTES
    try:
        while left > 0 and (piece := os.read(0, 65_536)):
            pieces.append(piece)
            left -= len(piece)
    except OSError:
        return


def _send(line: bytes) -> None:
    if sys.platform == "win32":
        with open(rf"\\.\pipe\{socket_name()}", "r+b", buffering=0) as pipe:
            pipe.write(line)
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(_WAIT_S)
        connection.connect(socket_name())
        connection.sendall(line)
        connection.recv(8)
