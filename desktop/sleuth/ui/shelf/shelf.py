"""Which files does the workspace have, and which one is to be opened?

The shelf stands left of the tabs. It lists in a lane of its own, so that a slow folder keeps nobody else waiting.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from sleuth.ui.jobs.lane import Lane
from sleuth.ui.jobs.programs import readable
from sleuth.ui.shelf.finding import Finding
from sleuth.ui.shelf.listing import Node, NodeKind, link_target
from sleuth.ui.shelf.model import ShelfModel
from sleuth.ui.shelf.tree import KEYS, ShelfTree
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import theme
from sleuth.ui.widgets.labels import ElidedLabel


class Shelf(QWidget):
    """The files of one workspace.

    References are objects in these signals: a str that holds bytes which are no text would be cut by Qt.

    Signals:
        opened: A file's reference, and whether its tab is to stay; a preview otherwise.
        editor_requested: A reference, to open in the editor.
        reveal_requested: A reference, to show in the file manager; empty for the workspace itself.
        path_copied: A reference whose path is in the clipboard now.
        hidden_toggled: Whether hidden files are shown now.
    """

    opened = Signal(object, bool)
    editor_requested = Signal(object)
    reveal_requested = Signal(object)
    path_copied = Signal(object)
    hidden_toggled = Signal(bool)

    def __init__(self, root: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("shelf")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Files"))
        self._root = Path(os.path.realpath(root))
        self._lane = Lane(self)
        self.model = ShelfModel(self._root, self._lane, self)
        self.tree = ShelfTree(self.model, self)
        self.tree.setAccessibleName(self.tr("Files of {name}").format(name=self._name()))
        self._finding = Finding(self.model, self.tree)
        self.setFocusProxy(self.tree)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head())
        layout.addWidget(self.tree)
        self.tree.chosen.connect(self._chosen)
        self.tree.menu_wanted.connect(self._show_menu)
        self.tree.key_pressed.connect(lambda index, name: self._act(name, index))
        self.tree.moved.connect(self._finding.give_up)
        self.tree.expanded.connect(self._unfolded)
        theme().changed.connect(self._dress)
        self._dress()
        self.model.refresh()

    # -- what the window says

    @property
    def shows_hidden(self) -> bool:
        return self.model.shows_hidden

    def show_hidden(self, shows: bool) -> None:
        """As the eye does."""
        self._eye.setChecked(shows)

    def set_deny(self, rules: Iterable[str]) -> None:
        """Leave out what these rules block (search.deny), beside what always is."""
        self.model.set_deny(rules)

    def refresh(self) -> None:
        """Look again at the folders that were unfolded, after a scan say."""
        self.model.refresh()

    def show_ref(self, ref: str) -> None:
        """Unfold to a file and select it, as soon as its folders are listed; nothing is opened."""
        self._finding.find(ref)

    def release(self) -> None:
        """The shelf is about to go: stop listing."""
        self._lane.close()

    # -- the head

    def _name(self) -> str:
        return readable(self._root.name or str(self._root))

    def _head(self) -> QWidget:
        head = QWidget(self)
        title = ElidedLabel(self._name(), head)
        title.setProperty("kind", "heading")
        self._eye = self._button(self.tr("Show hidden files"))
        self._eye.setCheckable(True)
        self._eye.toggled.connect(self._toggle_hidden)
        self._more = self._button(self.tr("More about the files"))
        self._more.clicked.connect(self._show_more_menu)
        layout = QHBoxLayout(head)
        layout.setContentsMargins(tokens.SPACE_3, tokens.SPACE_1, tokens.SPACE_1, tokens.SPACE_1)
        layout.setSpacing(tokens.SPACE_1)
        layout.addWidget(title)
        layout.addWidget(self._eye)
        layout.addWidget(self._more)
        return head

    def _button(self, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setMinimumSize(tokens.TARGET, tokens.TARGET)
        return button

    def _dress(self) -> None:
        """Icons are drawn in the colours of the theme in force."""
        self._eye.setIcon(icon("shown" if self.shows_hidden else "unseen"))
        self._more.setIcon(icon("more"))

    def _toggle_hidden(self, shows: bool) -> None:
        self.model.show_hidden(shows)
        self._dress()
        self.hidden_toggled.emit(shows)

    def _show_more_menu(self) -> None:
        menu = self._menu()
        self._add(menu, self.tr("Fold all folders"), self.tree.collapseAll)
        self._add(menu, self.tr("Look again"), self.refresh)
        menu.addSeparator()
        self._add(
            menu, self.tr("Show the folder in the file manager"), lambda: self.reveal_requested.emit("")
        )
        self._add(menu, self.tr("Copy the path of the folder"), lambda: self._copy(""))
        menu.popup(self._more.mapToGlobal(self._more.rect().bottomLeft()))

    # -- the rows

    def _unfolded(self, index: QModelIndex) -> None:
        """What was listed before it was folded may be out of date; what never was is being listed now."""
        node = self.model.node(index)
        if node is not None and node.entries is not None:
            self.model.list_again(index)

    def _chosen(self, index: QModelIndex, pinned: bool) -> None:
        node = self.model.node(index)
        if node is None:
            return
        if node.kind is NodeKind.MORE:
            row, folder = index.row(), index.parent()
            self.model.show_more(index)
            self.tree.setCurrentIndex(self.model.index(row, 0, folder))
        elif node.kind is NodeKind.LINK:
            self._follow(node, pinned)
        elif node.kind is NodeKind.FILE:
            self.opened.emit(node.ref(), pinned)

    def _follow(self, node: Node, pinned: bool) -> None:
        """A link is opened as what it leads to, if that is in the workspace; a folder is shown where it is."""
        root, ref = self._root, node.ref()

        def led(found: tuple[str, bool] | None) -> None:
            target, is_folder = found or (ref, False)
            if is_folder:
                self.show_ref(target)
            else:
                self.opened.emit(target, pinned)

        def op(_: object) -> tuple[str, bool] | None:
            target = link_target(root, ref)
            return None if target is None else (target, os.path.isdir(root / target))

        self._lane.start(op, led, lambda _: led(None))

    def _show_menu(self, index: QModelIndex, place: QPoint) -> None:
        node = self.model.node(index)
        if node is None or not node.is_entry:
            return
        menu = self._menu()
        if node.is_folder:
            text = self.tr("Fold") if self.tree.isExpanded(index) else self.tr("Unfold")
            self._add(menu, text, lambda: self.tree.setExpanded(index, not self.tree.isExpanded(index)))
        else:
            self._add(menu, self.tr("Open"), lambda: self._chosen(index, True))
            self._add(menu, self.tr("Open in the editor"), lambda: self._act("editor", index), "editor")
        menu.addSeparator()
        self._add(menu, self.tr("Show in the file manager"), lambda: self._act("reveal", index), "reveal")
        self._add(menu, self.tr("Copy the path"), lambda: self._act("copy", index), "copy")
        menu.popup(place)

    def _act(self, name: str, index: QModelIndex) -> None:
        node = self.model.node(index)
        if node is None or not node.is_entry:
            return
        if name == "copy":
            self._copy(node.ref())
        elif name == "reveal":
            self.reveal_requested.emit(node.ref())
        elif not node.is_folder:
            self.editor_requested.emit(node.ref())

    def _copy(self, ref: str) -> None:
        path = str(self._root / ref)
        QGuiApplication.clipboard().setText(path if _is_text(path) else readable(path))
        self.path_copied.emit(ref)

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def _add(self, menu: QMenu, text: str, run: Callable[[], object], key: str = "") -> None:
        action = QAction(text, menu)
        if key:
            action.setShortcut(KEYS[key])
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)  # shown only: the tree hears the key
        action.triggered.connect(lambda _: run())
        menu.addAction(action)


def _is_text(path: str) -> bool:
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
