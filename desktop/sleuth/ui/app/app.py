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

from sleuth.domain.errors import BadLink, NoHome
from sleuth.places import data_folder, make_private_folder, resources_folder, workspaces_folder
from sleuth.settings.load import load_window
from sleuth.ui.app.instance import Doorbell, hand_over
from sleuth.ui.app.registration import register_scheme
from sleuth.ui.jobs.programs import readable
from sleuth.ui.state import WindowState
from sleuth.ui.theme.theme import install, theme
from sleuth.ui.window.links import SCHEME, parse_link
from sleuth.ui.window.window import Window

# Python threads let the event loop in sooner than every 5 ms (1.7 ms instead of 4.2 ms late at p99 while a scan runs).
_SWITCH_S = 0.0005
_SIGNALS_MS = 200
# Windows that close together, as on Quit, are opened together the next time.
_TOGETHER_MS = 500
REFUSED = 2
"""The exit status of what cannot be done as it was asked for."""
# Of a link that leads nowhere, as much as tells which one it was.
_SAID = 120
# Long after the window is there.
_REGISTER_MS = 3_000


def run(arguments: list[str]) -> int:
    """The window, on a folder, on a link, or as it was left; returns the exit status.

    Raises:
        BadLink: What should be a link is none.
        NoHome: What is kept cannot be kept.
    """
    message = _message(arguments)
    objection = hand_over(message)
    if objection is not None:
        return _refused(objection) if objection else 0
    _make_home()
    prepare()
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)  # before there is one: the web engine's wish
    qt = QApplication([sys.argv[0]])
    qt.setApplicationName("Sleuth")
    qt.setApplicationDisplayName("Sleuth")
    qt.setDesktopFileName("sleuth")
    qt.setWindowIcon(QIcon(str(resources_folder() / "icon.svg")))
    app = Application(qt)
    QTimer.singleShot(_REGISTER_MS, register_scheme)
    objection = app.objection(message)
    if objection:
        _refused(objection)
    app.take(message)
    return app.exec() or (REFUSED if objection else 0)


def _refused(objection: str) -> int:
    """Say on the terminal why nothing can be done with what was given."""
    print(f"sleuth: {objection}", file=sys.stderr)  # noqa: T201, there may be no window of ours to say it
    return REFUSED


def _message(arguments: list[str]) -> dict[str, Any]:
    if not arguments:
        return {}
    if not arguments[0].startswith(f"{SCHEME}:"):
        return {"open": os.path.abspath(arguments[0])}
    if parse_link(arguments[0]) is None:
        raise BadLink(_is_no_link(arguments[0]))
    return {"link": arguments[0]}


def _is_no_link(text: str) -> str:
    return f"{readable(text[:_SAID])} is no link of Sleuth's: one is {SCHEME}://WORKSPACE/files/PATH"


def _make_home() -> None:
    folder = data_folder()
    try:
        make_private_folder(folder)
    except OSError as error:
        raise NoHome(f"nothing can be kept in {folder} ({error.strerror or error})") from error
    if not os.access(folder, os.W_OK):
        raise NoHome(f"nothing can be kept in {folder} (it cannot be written)")


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
        """The one in front last."""
        self._note_soon = QTimer(self, singleShot=True, interval=_TOGETHER_MS)
        self._note_soon.timeout.connect(self._note_windows)
        self._bell = Doorbell(self)
        self._bell.objection = self.objection
        self._bell.rung.connect(self.take)
        self._bell.listen()
        if sys.platform == "darwin":  # elsewhere every event would be shown to Python for nothing
            qt.installEventFilter(self)
        qt.aboutToQuit.connect(self._bell.close)
        # Python sees a signal only when it runs: let it, now and then, so that Ctrl+C in the terminal ends the window, as does
        # whoever ends the session.
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            if hasattr(signal, name):  # Windows has no SIGHUP
                signal.signal(getattr(signal, name), self._end)
        self._pulse = QTimer(self, interval=_SIGNALS_MS)
        self._pulse.timeout.connect(lambda: None)
        self._pulse.start()

    def exec(self) -> int:
        return self._qt.exec()

    def _end(self, *_: object) -> None:
        """A signal may come in the middle of anything."""
        QTimer.singleShot(0, self._close_down)

    def _close_down(self) -> None:
        """Close every window, which keeps what it remembers and stops its scan, and end even if one stays open."""
        self._qt.closeAllWindows()
        self._qt.quit()

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
        """What a bare start shows: the window in front, else those of the last time, the last workspace, the choice of one."""
        if self._windows:
            self._raise(self._windows[-1])
            return
        folders = [folder for folder in self._state.windows() if Path(folder).is_dir()]
        folders = folders or [folder for folder in self._state.folders() if Path(folder).is_dir()][:1]
        for folder in folders:
            self._new_window(Path(folder))
        if not folders:
            self._new_window(None)
        self._raise(self._windows[-1])

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
        window.fronted.connect(self._to_front)
        window.link_requested.connect(self._open_link)
        window.closed.connect(self._gone)
        self._windows.append(window)
        window.show()
        self._note_soon.start()
        return window

    def _to_front(self, window: Window) -> None:
        if window in self._windows:
            self._windows.remove(window)
            self._windows.append(window)
            self._note_soon.start()

    def _gone(self, window: Window) -> None:
        self._windows.remove(window)
        self._note_soon.start()

    def _note_windows(self) -> None:
        """Remember which windows there are, unless the last one has just been closed: then it is the one to come back to."""
        folders = [str(window.jobs.root) for window in self._windows if window.jobs is not None]
        if folders:
            self._state.set_windows(folders)
            self._state.save()

    def _raise(self, window: Window) -> None:
        window.show()
        if window.isMinimized():
            window.showNormal()
        window.raise_()
        window.activateWindow()

    def objection(self, message: dict[str, Any]) -> str:
        """Why nothing can be done with a message; empty where something can."""
        if "link" not in message:
            return ""
        text = str(message["link"])
        link = parse_link(text)
        if link is None:
            return _is_no_link(text)
        if self._folder_of(link.workspace) is None:
            return f"no workspace {readable(link.workspace)} is known here; open its folder once, then its links lead to it"
        return ""

    def _open_link(self, text: str) -> None:
        link, objection = parse_link(text), self.objection({"link": text})
        folder = self._folder_of(link.workspace) if link is not None else None
        if link is None or folder is None:
            self._show_any()
            self._windows[-1].say(f"{objection[:1].upper()}{objection[1:]}.")
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
