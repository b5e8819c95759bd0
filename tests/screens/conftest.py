"""What screens are tested with: offscreen Qt, a theme, a home of their own, and nothing left behind."""

import gc
import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
if hasattr(os, "geteuid") and os.geteuid() == 0:
    os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")  # Chromium's cannot run as root

HAS_QT = importlib.util.find_spec("PySide6") is not None
collect_ignore_glob = [] if HAS_QT else ["test_*.py"]


def pytest_report_header() -> str:
    return "screens: tested" if HAS_QT else "screens: left out, PySide6 is not installed"


if HAS_QT:
    from PySide6.QtCore import QCoreApplication, QEvent, QThreadPool
    from PySide6.QtWidgets import QApplication
    from tests.screens.making import Opener, shut, until

    @pytest.fixture(scope="session")
    def qapp_args() -> list[str]:
        return ["sleuth"]

    @pytest.fixture(autouse=True)
    def nothing_left(request: pytest.FixtureRequest) -> Iterator[None]:
        """A test that shows windows closes them, and ends what it started."""
        yield
        app = QApplication.instance()
        if not isinstance(app, QApplication):
            return
        for _ in range(3):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            app.processEvents()
        gc.collect()
        gc.freeze()  # what survived need not be looked through again after each of a thousand tests
        assert QThreadPool.globalInstance().activeThreadCount() == 0, "a job of the global pool still runs"
        left = [widget for widget in app.topLevelWidgets() if widget.isVisible()]
        for widget in left:
            widget.close()
            widget.deleteLater()
        names = ", ".join(f"{type(widget).__name__} {widget.objectName()!r}" for widget in left)
        assert not left or "qtbot" in request.fixturenames, f"windows were left open: {names}"

    @pytest.fixture
    def light(qapp: QApplication) -> Iterator[None]:
        """The light theme, whatever the system says."""
        from sleuth.ui.theme.theme import install

        install(qapp).choose("light")
        yield
        install(qapp).choose("system")

    @pytest.fixture
    def open_window(light: None, home: Path) -> Iterator[Opener]:
        """Opens windows that remember, as the application does; all are closed at the end."""
        from sleuth.ui.state import WindowState
        from sleuth.ui.window.window import Window

        windows: list[Window] = []

        def open_one(path: Path | None) -> Window:
            window = Window(WindowState(), path)
            windows.append(window)
            window.show()
            window.activateWindow()
            until(window.isActiveWindow)
            until(lambda: window.jobs is None or (window.jobs.status is not None and not window.jobs.is_scanning))
            return window

        yield open_one
        for window in windows:
            shut(window)
