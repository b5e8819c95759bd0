"""How does a second start reach the application that runs already?

A local socket that only this user can open takes one JSON object a line: `{"open": FOLDER}`, `{"link": URL}`,
`{"turn": "started" | "ended", "workspace": FOLDER}`. Each is answered by `ok`, or by `no` and a sentence where nothing can
be done with it.
"""

import json
import os
import sys
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from sleuth.places import PRIVATE_FILE, can_be_path, socket_name

_WAIT_MS = 1_000
_MOST_BYTES = 65_536


def hand_over(message: dict[str, Any]) -> str | None:
    """Give a message to the application that runs; its objection, empty where it has none. None where none runs."""
    socket = QLocalSocket()
    socket.connectToServer(socket_name())
    if not socket.waitForConnected(_WAIT_MS):
        return None
    socket.write(json.dumps(message).encode() + b"\n")
    if not socket.waitForBytesWritten(_WAIT_MS) or not socket.waitForReadyRead(_WAIT_MS):
        return None
    answer = bytes(socket.readAll().data()).decode("utf-8", "replace").strip()
    socket.disconnectFromServer()
    return {"ok": "", "no": answer[3:]}.get(answer[:2])


class Doorbell(QObject):
    """Listens for later starts and for agents' hooks.

    Attributes:
        objection: Why nothing can be done with a message; empty where something can.

    Signals:
        rung: A message, as a dictionary.
    """

    rung = Signal(dict)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)
        self._callers: list[QLocalSocket] = []
        self.objection: Callable[[dict[str, Any]], str] = lambda _: ""

    def listen(self) -> bool:
        """Take the name, unless another has it; a socket that a killed application left behind is cleared away."""
        if not self._server.listen(socket_name()):
            if _is_heard():
                return False  # it was started at the same moment, and lives
            QLocalServer.removeServer(socket_name())
            if not self._server.listen(socket_name()):
                return False
        if sys.platform != "win32":
            os.chmod(socket_name(), PRIVATE_FILE)  # Qt's own is 0700
        return True

    def close(self) -> None:
        self._server.close()
        for caller in list(self._callers):
            caller.abort()  # which says "disconnected"

    def _accept(self) -> None:
        # Kept here, and connected to methods only: a closure that holds its own sender may be taken apart with it, which
        # ends the process.
        while self._server.hasPendingConnections():
            caller = self._server.nextPendingConnection()
            self._callers.append(caller)
            caller.readyRead.connect(self._read)
            caller.disconnected.connect(self._let_go)
        self._read()

    def _let_go(self) -> None:
        """Forget whoever has gone; what they said before they went is heard."""
        self._read()
        for caller in list(self._callers):
            if caller.state() == QLocalSocket.LocalSocketState.UnconnectedState:
                self._callers.remove(caller)
                caller.deleteLater()

    def _read(self) -> None:
        for caller in list(self._callers):
            if caller.bytesAvailable() > _MOST_BYTES and not caller.canReadLine():
                caller.abort()
                continue
            while caller.canReadLine():
                message = _understood(bytes(caller.readLine().data()))
                objection = self.objection(message) if message is not None else ""
                caller.write(f"no {objection}\n".encode("utf-8", "replace") if objection else b"ok\n")
                if message is not None:
                    self.rung.emit(message)


def _understood(line: bytes) -> dict[str, Any] | None:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    # No folder, link or turn is anything but a name.
    return message if isinstance(message, dict) and all(map(can_be_path, message.values())) else None


def _is_heard() -> bool:
    """Whether somebody listens."""
    socket = QLocalSocket()
    socket.connectToServer(socket_name())
    heard = socket.waitForConnected(_WAIT_MS)
    socket.disconnectFromServer()
    return heard
