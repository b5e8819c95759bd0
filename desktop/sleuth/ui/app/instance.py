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

    def _accept(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(socket.deleteLater)
            if socket.canReadLine():
                self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if socket.bytesAvailable() > _MOST_BYTES and not socket.canReadLine():
            socket.abort()
            return
        while socket.canReadLine():
            line = bytes(socket.readLine().data())
            socket.write(b"ok\n")
            try:
                message = json.loads(line)
            except (ValueError, RecursionError):
                continue
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
