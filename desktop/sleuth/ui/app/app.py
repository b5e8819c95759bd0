"""How does the application start, which windows does it have, and who else talks to it?"""

import gc
import os
import signal
import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication

from sleuth.places import resources_folder, workspaces_folder
from sleuth.settings.load import load_window
from sleuth.ui.app.instance import Doorbell, hand_over
from sleuth.ui.app.registration import register_scheme
from sleuth.ui.state import WindowState
from sleuth.ui.theme.theme import install, theme
from sleuth.ui.window.links import SCHEME, parse_link
from sleuth.ui.window.window import Window

# Python threads let the event loop in sooner than every 5 ms (1.7 ms instead of 4.2 ms late at p99 while a scan runs).
_SWITCH_S = 0.0005
_SIGNALS_MS = 200
# Long after the window is there.
_REGISTER_MS = 3_000


def run(arguments: list[str]) -> int:
    """The window, on a folder, on a link, or as it was left; returns the exit status."""
    message = _message(arguments)
    if hand_over(message):
        return 0
    prepare()
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)  # before there is one: the web engine's wish
    qt = QApplication([sys.argv[0]])
    qt.setApplicationName("Sleuth")
    qt.setApplicationDisplayName("Sleuth")
    qt.setDesktopFileName("sleuth")
    qt.setWindowIcon(QIcon(str(resources_folder() / "icon.svg")))
    app = Application(qt)
    QTimer.singleShot(_REGISTER_MS, register_scheme)
    app.take(message)
    return app.exec()


def _message(arguments: list[str]) -> dict[str, Any]:
    if not arguments:
        return {}
    if arguments[0].startswith(f"{SCHEME}:"):
        return {"link": arguments[0]}
    return {"open": os.path.abspath(arguments[0])}


def prepare() -> None:
    """What is to be so before there is a QApplication."""
    sys.setswitchinterval(_SWITCH_S)
    gc.freeze()  # what was imported stays, and is not looked through again: 0.1 s while every thread waits
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # Chromium's sandbox cannot run as root; for every other user it stays on (S-54).
        os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")


class Application(QObject):
    """All windows of this process."""

    def __init__(self, qt: QApplication) -> None:
        super().__init__()
        self._qt = qt
        self._state = WindowState()
        install(qt)
        theme().choose(load_window(None)[0].theme)
        self._windows: list[Window] = []
        self._bell = Doorbell(self)
        self._bell.rung.connect(self.take)
        self._bell.listen()
        if sys.platform == "darwin":  # elsewhere every event would be shown to Python for nothing
            qt.installEventFilter(self)
        qt.aboutToQuit.connect(self._bell.close)
        # Python sees a signal only when it runs: let it, now and then, so that Ctrl+C in the terminal ends the window.
        signal.signal(signal.SIGINT, lambda *_: qt.closeAllWindows())
        self._pulse = QTimer(self, interval=_SIGNALS_MS)
        self._pulse.timeout.connect(lambda: None)
        self._pulse.start()

    def exec(self) -> int:
        return self._qt.exec()

    def take(self, message: dict[str, Any]) -> None:
        """Do what a start, a link or a hook asks for."""
        if "turn" in message:
            self._turn(str(message["turn"]), str(message.get("workspace", "")))
        elif "link" in message:
            self._open_link(str(message["link"]))
        elif "open" in message:
            self.open_folder(str(message["open"]))
        else:
            self._show_any()

    # -- windows

    def _show_any(self) -> None:
        """What a bare start shows: the window that is there, else the last workspace, else the choice of one."""
        if self._windows:
            self._raise(self._windows[-1])
            return
        last = next((folder for folder in self._state.folders() if Path(folder).is_dir()), None)
        self._new_window(Path(last) if last else None)

    def open_folder(self, folder: str) -> None:
        """The folder's window, a new one where it has none; a window without a workspace takes it."""
        root = os.path.realpath(folder)
        for window in self._windows:
            if window.jobs is not None and str(window.jobs.root) == root:
                self._raise(window)
                return
        empty = next((window for window in self._windows if window.jobs is None), None)
        if empty is not None:
            empty.open_workspace(Path(folder))
            self._raise(empty)
        else:
            self._new_window(Path(folder))

    def _new_window(self, path: Path | None) -> Window:
        window = Window(self._state, path)
        window.folder_requested.connect(self.open_folder)
        window.closed.connect(self._windows.remove)
        self._windows.append(window)
        window.show()
        return window

    def _raise(self, window: Window) -> None:
        window.show()
        if window.isMinimized():
            window.showNormal()
        window.raise_()
        window.activateWindow()

    def _open_link(self, text: str) -> None:
        link = parse_link(text)
        if link is None:
            self._show_any()
            return
        folder = self._folder_of(link.workspace)
        if folder is None:
            self._show_any()
            return
        self.open_folder(folder)
        for window in self._windows:
            if window.jobs is not None and str(window.jobs.root) == os.path.realpath(folder):
                window.show_place(link.place, pinned=True)

    def _folder_of(self, key: str) -> str | None:
        """The workspace of a key, among those that were opened."""
        from sleuth.places import workspace_key

        for folder in self._state.folders():
            if workspace_key(Path(os.path.realpath(folder))) == key:
                return folder
        for window in self._windows:
            if window.jobs is not None and (workspaces_folder() / key) == workspaces_folder() / workspace_key(window.jobs.root):
                return str(window.jobs.root)
        return None

    def _turn(self, what: str, folder: str) -> None:
        root = os.path.realpath(folder) if folder else ""
        for window in self._windows:
            jobs = window.jobs
            if jobs is None or (root and not (root == str(jobs.root) or root.startswith(f"{jobs.root}{os.sep}"))):
                continue
            if what == "started":
                jobs.turn_started()
            else:
                jobs.turn_ended()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """macOS brings links and folders as events."""
        if isinstance(event, QFileOpenEvent):
            url = event.url().toString()
            self.take({"link": url} if url.startswith(f"{SCHEME}:") else {"open": event.file()})
            return True
        return super().eventFilter(watched, event)
