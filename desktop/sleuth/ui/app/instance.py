"""How does a second start reach the application that runs already?

A local socket that only this user can open takes one JSON object a line: `{"open": FOLDER}`, `{"link": URL}`,
`{"turn": "started" | "ended", "workspace": FOLDER}`. Each is answered by `ok`.
"""

import json
import os
import sys
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from sleuth.places import PRIVATE_FILE, socket_name

_WAIT_MS = 1_000
_MOST_BYTES = 65_536


def hand_over(message: dict[str, Any]) -> bool:
    """Give a message to the application that runs; False where none does."""
    socket = QLocalSocket()
    socket.connectToServer(socket_name())
    if not socket.waitForConnected(_WAIT_MS):
        return False
    socket.write(json.dumps(message).encode() + b"\n")
    if not socket.waitForBytesWritten(_WAIT_MS) or not socket.waitForReadyRead(_WAIT_MS):
        return False
    answered = bytes(socket.readAll().data()).startswith(b"ok")
    socket.disconnectFromServer()
    return answered


class Doorbell(QObject):
    """Listens for later starts and for agents' hooks.

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
                line = bytes(caller.readLine().data())
                caller.write(b"ok\n")
                self._hear(line)

    def _hear(self, line: bytes) -> None:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            return
        if isinstance(message, dict) and all(map(_can_be_path, message.values())):
            self.rung.emit(message)


def _is_heard() -> bool:
    """Whether somebody listens."""
    socket = QLocalSocket()
    socket.connectToServer(socket_name())
    heard = socket.waitForConnected(_WAIT_MS)
    socket.disconnectFromServer()
    return heard


def _can_be_path(value: object) -> bool:
    """Whether the system would take it as a name; what it would not is no folder, link or turn either."""
    try:
        return isinstance(value, str) and b"\0" not in os.fsencode(value)
    except UnicodeEncodeError:
        return False
