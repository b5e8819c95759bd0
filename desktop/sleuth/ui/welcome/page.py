"""What does a window show that has no workspace yet?

One sentence, one button, and the folders that were open before. A folder may be dropped anywhere on it.
"""

import os
from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QRectF, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from sleuth.ui.jobs.lane import Lane
from sleuth.ui.theme import tokens
from sleuth.ui.theme.theme import hit_height, scaled, theme, title_font
from sleuth.ui.welcome.recents import RecentsModel, RecentsView, name_of
from sleuth.ui.widgets.labels import label

_WIDTH = 560
_DROP_LINE = 2


class WelcomePage(QWidget):
    """The page.

    Paths are objects in these signals: a str that holds bytes which are no text would be cut by Qt.

    Signals:
        choose_requested: A folder is to be chosen in a dialog.
        opened: A folder is to be opened.
        removed: A folder was taken from the list.
    """

    choose_requested = Signal()
    opened = Signal(object)
    removed = Signal(object)

    def __init__(self, recents: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Welcome"))
        self.setAcceptDrops(True)
        self._lane = Lane(self)
        self._is_dragged_over = False
        self._model = RecentsModel(self)
        self._view = RecentsView(self._model, self)
        self._view.chosen.connect(self._choose)
        self._view.unwanted.connect(self._remove)
        self._lay_out()
        self.set_recents(recents)

    def _lay_out(self) -> None:
        title = label(self.tr("Open a folder to search its files, documents, notebooks and tables."))
        title.setFont(title_font())
        title.setWordWrap(True)
        self._button = QPushButton(self.tr("Open a folder…"))
        self._button.setProperty("kind", "primary")
        self._button.setAutoDefault(True)  # Enter presses it, as Space does
        self._button.clicked.connect(self.choose_requested)
        self._heading = label(self.tr("Recent"), "heading")
        self._notice = label("", "muted")
        self._notice.setWordWrap(True)
        self._notice.setMinimumHeight(
            self._notice.fontMetrics().height()
        )  # so that nothing moves when it speaks
        self.setFocusProxy(self._button)

        self._column = QWidget(self)
        self._column.setMaximumWidth(scaled(_WIDTH))
        inner = QVBoxLayout(self._column)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(tokens.SPACE_2)
        inner.addWidget(title)
        inner.addSpacing(tokens.SPACE_2)
        inner.addWidget(self._button, alignment=Qt.AlignmentFlag.AlignLeft)
        inner.addSpacing(tokens.SPACE_5)
        inner.addWidget(self._heading)
        inner.addWidget(self._view)
        inner.addWidget(self._notice)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(tokens.SPACE_6, tokens.SPACE_6, tokens.SPACE_6, tokens.SPACE_6)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._column, 100)
        row.addStretch(1)
        outer.addStretch(2)
        outer.addLayout(row)
        outer.addStretch(3)
        self.setTabOrder(self._button, self._view)  # the view was made first

    # -- what the window says

    def set_recents(self, paths: Sequence[str]) -> None:
        """Other folders were open before, the last one first."""
        self._model.set_paths(paths)
        self._fit()
        self._look()

    def release(self) -> None:
        """The page is about to go: stop looking."""
        self._lane.close()

    # -- the list

    def _fit(self) -> None:
        """The list is as high as its rows, but leaves room for what stands above it."""
        count = len(self._model.paths)
        self._heading.setVisible(count > 0)
        self._view.setVisible(count > 0)
        tall = hit_height()
        most = max(self.height() - scaled(240), 2 * tall)
        self._view.setFixedHeight(min(count * tall, most // tall * tall))

    def _look(self) -> None:
        """Find out which folders are there; one on a disk that sleeps may take long to say so."""
        paths = tuple(self._model.paths)
        if paths:
            self._lane.start(
                lambda _: frozenset(path for path in paths if not os.path.isdir(path)),
                self._model.set_gone,
                lambda _: None,
            )

    def _choose(self, path: str) -> None:
        if self._model.is_gone(path):
            self._say(
                self.tr("{name} is not there any more. Delete takes it from the list.").format(
                    name=name_of(path)
                )
            )
            self._look()  # it may be back
        else:
            self.opened.emit(path)

    def _remove(self, path: str) -> None:
        self._model.remove(path)
        self._say("")
        self._fit()
        if not self._model.paths:
            self._button.setFocus()
        self.removed.emit(path)

    def _say(self, text: str) -> None:
        self._notice.setText(text)
        self._notice.setAccessibleName(text)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._look()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down and self._button.hasFocus() and self._model.paths:
            self._view.setFocus()
            self._view.setCurrentIndex(self._model.index(0))
        else:
            super().keyPressEvent(event)

    # -- dropping

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped(event.mimeData()):
            event.acceptProposedAction()
            self._set_dragged_over(True)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self._set_dragged_over(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._set_dragged_over(False)
        path = _dropped(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self._lane.start(
                lambda _: os.path.isdir(path), lambda is_folder: self._take(path, is_folder), lambda _: None
            )

    def _take(self, path: str, is_folder: bool) -> None:
        if is_folder:
            self.opened.emit(path)
        else:
            self._say(
                self.tr("{name} is a file. Drop the folder that it lies in.").format(name=name_of(path))
            )

    def _set_dragged_over(self, is_over: bool) -> None:
        self._is_dragged_over = is_over
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._is_dragged_over:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme().colour("accent"), _DROP_LINE))
            around = QRectF(self.rect()).adjusted(
                tokens.SPACE_2, tokens.SPACE_2, -tokens.SPACE_2, -tokens.SPACE_2
            )
            painter.drawRoundedRect(around, tokens.RADIUS_SHEET, tokens.RADIUS_SHEET)


def _dropped(data: QMimeData) -> str | None:
    """The first thing on this computer that is dropped."""
    paths = (url.toLocalFile() for url in data.urls() if url.isLocalFile())
    return next((os.path.normpath(path) for path in paths if path), None)
