"""How are folders that were open before listed, those that are gone included?"""

import os
from collections.abc import Sequence
from pathlib import PurePath

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QMenu, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from sleuth.ui.jobs.programs import readable
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import hit_height, icon_size, interface_font, theme
from sleuth.ui.widgets.painting import draw_elided

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_REMOVE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_BAR = 2


class RecentsModel(QAbstractListModel):
    """Paths, the last used first, and which of them are gone."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.paths: list[str] = []
        self._gone: frozenset[str] = frozenset()

    def set_paths(self, paths: Sequence[str]) -> None:
        self.beginResetModel()
        self.paths = list(dict.fromkeys(paths))
        self.endResetModel()

    def set_gone(self, gone: frozenset[str]) -> None:
        if gone != self._gone and self.paths:
            self._gone = gone
            self.dataChanged.emit(self.index(0), self.index(len(self.paths) - 1))

    def is_gone(self, path: str) -> bool:
        return path in self._gone

    def remove(self, path: str) -> None:
        row = self.paths.index(path)
        self.beginRemoveRows(QModelIndex(), row, row)
        del self.paths[row]
        self.endRemoveRows()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.paths)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.paths):
            return None
        path = self.paths[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return name_of(path)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = f"{name_of(path)}, {readable(path)}"
            return self.tr("{folder}, not there any more").format(folder=said) if self.is_gone(path) else said
        return None


def name_of(path: str) -> str:
    """What a folder is called."""
    return readable(PurePath(path).name or path)


def folder_of(path: str) -> str:
    """Where a folder lies, the home folder as `~`."""
    home = os.path.expanduser("~")
    above = str(PurePath(path).parent)
    return readable(f"~{above[len(home) :]}" if above == home or above.startswith(home + os.sep) else above)


class RecentsView(QListView):
    """The list.

    Signals:
        chosen: A folder was clicked, or Enter pressed on it.
        unwanted: A folder is to go from the list.
    """

    chosen = Signal(object)
    unwanted = Signal(object)

    def __init__(self, model: RecentsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._recents = model
        self.setModel(model)
        self.setItemDelegate(_RecentDelegate(model, self))
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(self.tr("Recent folders"))
        self.clicked.connect(lambda index: self.chosen.emit(model.paths[index.row()]))
        theme().changed.connect(self.viewport().update)

    def current(self) -> str | None:
        index = self.currentIndex()
        return self._recents.paths[index.row()] if index.isValid() else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        path = self.current()
        if path is not None and event.key() in _ENTER:
            self.chosen.emit(path)
        elif path is not None and event.key() in _REMOVE:
            self.unwanted.emit(path)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if index.isValid():
            place = self.visualRect(index).bottomLeft() if by_key else event.pos()
            self._show_menu(self._recents.paths[index.row()], self.viewport().mapToGlobal(place))

    def _show_menu(self, path: str, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if not self._recents.is_gone(path):
            menu.addAction(self.tr("Open")).triggered.connect(lambda _: self.chosen.emit(path))
        menu.addAction(self.tr("Remove from the list")).triggered.connect(lambda _: self.unwanted.emit(path))
        menu.popup(place)


class _RecentDelegate(QStyledItemDelegate):
    """The name, below it where it lies, and at the right that it is gone."""

    def __init__(self, model: RecentsModel, view: QListView) -> None:
        super().__init__(view)
        self._model = model
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, hit_height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        path = self._model.paths[index.row()]
        is_gone = self._model.is_gone(path)
        rect = QRectF(option.rect)
        painter.save()
        self._paint_ground(painter, rect, option, index)
        left, side = rect.left() + tokens.SPACE_3, icon_size()
        middle = round(rect.center().y())
        icon("folder", "text_faint" if is_gone else "text_muted").paint(
            painter, round(left), middle - side // 2, side, side
        )
        words = rect.adjusted(
            tokens.SPACE_3 + side + tokens.SPACE_3, tokens.SPACE_2, -tokens.SPACE_3, -tokens.SPACE_2
        )
        if is_gone:
            said = self.tr("Not there")
            width = QFontMetricsF(interface_font()).horizontalAdvance(said) + 2
            mark = QRectF(words.right() - width, rect.top(), width, rect.height())
            draw_elided(
                painter,
                mark,
                said,
                interface_font(),
                "warning",
                align=Qt.AlignmentFlag.AlignRight,
            )
            words.setRight(mark.left() - tokens.SPACE_3)
        half = words.height() / 2
        above, below = words.adjusted(0, 0, 0, -half), words.adjusted(0, half, 0, 0)
        name_role = "text_muted" if is_gone else "text"
        draw_elided(painter, above, name_of(path), interface_font(semibold=True), name_role)
        draw_elided(painter, below, folder_of(path), interface_font(), "text_muted")
        painter.restore()

    def _paint_ground(
        self, painter: QPainter, rect: QRectF, option: QStyleOptionViewItem, index: Index
    ) -> None:
        has_keys = self._view.hasFocus() and index == self._view.currentIndex()
        if has_keys:
            painter.fillRect(rect, theme().colour("selection"))
            painter.fillRect(QRectF(rect.left(), rect.top(), _BAR, rect.height()), theme().colour("accent"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme().colour("hover"))
