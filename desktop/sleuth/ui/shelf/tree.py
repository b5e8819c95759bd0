"""How are the files walked: what do clicks and keys mean, and how is the row seen that the keys act on?"""

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTreeView, QWidget

from sleuth.commands.keys import FILES, own_keys
from sleuth.ui.theme import tokens
from sleuth.ui.theme.theme import icon_size, theme

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_BAR = 2

KEYS = {name: QKeySequence(own_keys(FILES, name)[0]) for name in ("editor", "reveal", "copy")}
"""What acts on the row, before the window's own commands of the same keys."""


class ShelfTree(QTreeView):
    """The view.

    Signals:
        chosen: An index, and whether it is meant to stay: a double click or Enter, not a click or Space.
        menu_wanted: An index, and where on the screen.
        key_pressed: The index, and one of KEYS.
        moved: The person went to another row, or folded something.
    """

    chosen = Signal(QModelIndex, bool)
    menu_wanted = Signal(QModelIndex, QPoint)
    key_pressed = Signal(QModelIndex, str)
    moved = Signal()

    def __init__(self, model: QAbstractItemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(tokens.SPACE_4)
        self.setIconSize(QSize(icon_size(), icon_size()))
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setExpandsOnDoubleClick(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setModel(model)
        self.clicked.connect(self._clicked)
        self.doubleClicked.connect(lambda index: self.chosen.emit(index, True))
        theme().changed.connect(self.viewport().update)

    def _clicked(self, index: QModelIndex) -> None:
        self.moved.emit()
        if self.model().hasChildren(index):
            self.setExpanded(index, not self.isExpanded(index))
        else:
            self.chosen.emit(index, False)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _key_name(event):
            event.accept()  # ours, and not the window's command on the tab
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        name = _key_name(event)
        if name and index.isValid():
            self.key_pressed.emit(index, name)
            return
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
        if plain and index.isValid() and event.key() in (*_ENTER, Qt.Key.Key_Space):
            if self.model().hasChildren(index):
                self.setExpanded(index, not self.isExpanded(index))
            else:
                self.chosen.emit(index, event.key() in _ENTER)
            return
        self.moved.emit()
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if not index.isValid():
            return
        self.setCurrentIndex(index)
        place = self.visualRect(index).bottomLeft() if by_key else event.pos()
        self.menu_wanted.emit(index, self.viewport().mapToGlobal(place))

    def drawRow(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """A bar before the row that the keys act on and a line round it, which is more than a colour."""
        super().drawRow(painter, option, index)
        if self.hasFocus() and index == self.currentIndex():
            rect = QRect(option.rect)
            rect.setX(0)
            painter.setPen(theme().colour("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
            rect.setWidth(_BAR)
            painter.fillRect(rect, theme().colour("accent"))


def _key_name(event: QKeyEvent) -> str | None:
    pressed = QKeySequence(event.keyCombination())
    return next((name for name, keys in KEYS.items() if keys == pressed), None)
