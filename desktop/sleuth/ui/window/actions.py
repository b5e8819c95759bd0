"""How do commands become actions of a window: keys, menus, and what is grey?"""

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from sleuth.commands.registry import COMMANDS, MENUS, When, command


class Actions(QObject):
    """All commands of one window.

    Attributes:
        menu: All menus in one, for a button.
        by_id: The action of each command.
    """

    def __init__(self, window: QMainWindow, run: Callable[[str], None], available: Callable[[], Iterable[When]]) -> None:
        super().__init__(window)
        self._available = available
        self.menu = QMenu(window)
        self.by_id: dict[str, QAction] = {}
        menus = {name: self.menu.addMenu(_tr(name)) for name in MENUS}
        has_native = window.menuBar().isNativeMenuBar()
        native = {name: window.menuBar().addMenu(_tr(name)) for name in MENUS} if has_native else {}
        for one in COMMANDS:
            action = QAction(_tr(one.title), window)
            action.setShortcuts([QKeySequence(keys) for keys in one.shortcuts])
            action.triggered.connect(partial(run, one.id))
            window.addAction(action)
            self.by_id[one.id] = action
            for made in (menus, native):
                if one.menu in made:
                    made[one.menu].addAction(action)
        self.menu.aboutToShow.connect(self._enable)
        self.menu.aboutToHide.connect(self._enable_all)
        if not has_native:
            window.menuBar().hide()

    def _enable(self) -> None:
        available = {When.ALWAYS, *self._available()}
        for one in COMMANDS:
            self.by_id[one.id].setEnabled(one.when in available)

    def _enable_all(self) -> None:
        """What is grey has no keys, and nobody would hear that there is a tab again; whoever runs it knows better."""
        for action in self.by_id.values():
            action.setEnabled(True)


def native_keys(id_: str) -> str:
    """A command's first shortcut as the platform writes it."""
    shortcuts = command(id_).shortcuts
    return QKeySequence(shortcuts[0]).toString(QKeySequence.SequenceFormat.NativeText) if shortcuts else ""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Window", text)
