"""How do agents' hooks say that a turn began or ended?

The whole process must be over in a tenth of a second and must never hold up or fail an agent: nothing heavy is imported,
nothing is printed, and it ends with 0 whatever happens.
"""

import json
import os
import socket
import sys

from sleuth.places import socket_name

_WAIT_S = 0.05


def tell(arguments: list[str]) -> None:
    """Tell the running application, if there is one. `turn-ended [-w DIR]`."""
    try:
        folder = arguments[arguments.index("-w") + 1] if "-w" in arguments else os.getcwd()
        message = {"turn": arguments[0].removeprefix("turn-"), "workspace": os.path.abspath(folder)}
        _send(json.dumps(message).encode() + b"\n")
    except (OSError, IndexError):
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
