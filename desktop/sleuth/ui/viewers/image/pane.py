"""How is a picture looked at: whole, pixel by pixel, or near?"""

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from sleuth.ui.theme.theme import theme
from sleuth.ui.viewers.image.decoding import Picture

STEP = 1.25
_LEAST, _MOST = 0.02, 32.0
_SHARP_FROM = 2.0
"""From here on a pixel is a square."""
_SQUARE = 8
_PAN_STEP = 48
_WHEEL_NOTCH = 120
_RING = 2
_BY_KEY = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class PicturePane(QAbstractScrollArea):
    """One picture.

    Attributes:
        zoom: Pixels of the screen for one of the picture.
        is_fitted: Whether it follows the pane's size.

    Signals:
        zoom_changed: The zoom is another.
    """

    zoom_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        corner = QWidget()
        corner.setProperty("kind", "sunken")
        self.setCornerWidget(corner)
        self._picture: Picture | None = None
        self.zoom, self.is_fitted = 1.0, True
        self._held_at: QPointF | None = None
        self._has_ring = False
        theme().changed.connect(self.viewport().update)

    def show_picture(self, picture: Picture, keeps_view: bool = False) -> None:
        """Another picture, fitted; or the same one as it was looked at."""
        self._picture = picture
        if keeps_view and not self.is_fitted:
            self._measure()
        else:
            self.fit()

    def fit(self) -> None:
        """All of it, no larger than it is."""
        self.is_fitted = True
        if self._picture is None:
            return
        room, size = self.maximumViewportSize(), self._picture.size
        share = min(room.width() / size.width(), room.height() / size.height())
        self._set_zoom(max(min(share * self.devicePixelRatioF(), 1.0), _LEAST))

    def zoom_to(self, zoom: float, around: QPointF | None = None) -> None:
        """Larger or smaller, around a point of the viewport; its middle where none is given."""
        self.is_fitted = False
        point = around if around is not None else QRectF(self.viewport().rect()).center()
        before = self._target()
        self._set_zoom(max(_LEAST, min(zoom, _MOST)))
        after = self._target()
        if before.isEmpty():
            return
        share_x = (point.x() - before.left()) / before.width()
        share_y = (point.y() - before.top()) / before.height()
        self._pan(
            after.left() + share_x * after.width() - point.x(),
            after.top() + share_y * after.height() - point.y(),
        )

    def zoom_by(self, factor: float, around: QPointF | None = None) -> None:
        self.zoom_to(self.zoom * factor, around)

    # -- Qt's own

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), theme().colour("surface"))
        if self._picture is not None:
            self._paint_picture(painter, self._picture)
        if self._has_ring:
            painter.setPen(QPen(theme().colour("accent"), _RING))
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))

    def resizeEvent(self, _event: QResizeEvent) -> None:
        if self.is_fitted:
            self.fit()
        self._measure()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_by(STEP ** (event.angleDelta().y() / _WHEEL_NOTCH), event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.matches(QKeySequence.StandardKey.ZoomIn) or (is_control and event.key() == Qt.Key.Key_Equal):
            self.zoom_by(STEP)
        elif event.matches(QKeySequence.StandardKey.ZoomOut):
            self.zoom_by(1 / STEP)
        elif is_control and event.key() == Qt.Key.Key_0:
            self.fit()
        elif event.key() == Qt.Key.Key_1 and not event.modifiers():
            self.zoom_to(1.0)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._held_at = event.position()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held_at is not None:
            moved = self._held_at - event.position()
            self._held_at = event.position()
            self._pan(moved.x(), moved.y())

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self._held_at = None
        self._show_hand()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.is_fitted:
            self.zoom_to(1.0, event.position())
        else:
            self.fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._has_ring = event.reason() in _BY_KEY
        self.viewport().update()

    def focusOutEvent(self, _event: QFocusEvent) -> None:
        self._has_ring = False
        self.viewport().update()

    # -- geometry

    def _paint_picture(self, painter: QPainter, picture: Picture) -> None:
        target, level = self._target(), self._level(picture)
        if level.hasAlphaChannel():
            painter.setBrushOrigin(target.topLeft())
            painter.fillRect(target, _checkerboard())
        is_near = picture.format != "SVG" and self.zoom >= _SHARP_FROM
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not is_near)
        painter.drawImage(target, level, QRectF(level.rect()))

    def _level(self, picture: Picture) -> QImage:
        """The smallest that has a pixel for each of the screen's."""
        wanted = picture.size.width() * self.zoom
        fitting = [level for level in picture.levels if level.width() >= wanted]
        return fitting[-1] if fitting else picture.levels[0]

    def _target(self) -> QRectF:
        """Where in the viewport the picture is."""
        size, room = self._content(), QSizeF(self.viewport().size())
        left = (
            (room.width() - size.width()) / 2
            if size.width() <= room.width()
            else -self.horizontalScrollBar().value()
        )
        top = (
            (room.height() - size.height()) / 2
            if size.height() <= room.height()
            else -self.verticalScrollBar().value()
        )
        return QRectF(QPointF(round(left), round(top)), size)

    def _content(self) -> QSizeF:
        if self._picture is None:
            return QSizeF()
        return QSizeF(self._picture.size) * (self.zoom / self.devicePixelRatioF())

    def _set_zoom(self, zoom: float) -> None:
        is_other = zoom != self.zoom
        self.zoom = zoom
        self._measure()
        if is_other:
            self.zoom_changed.emit()

    def _pan(self, x: float, y: float) -> None:
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + round(x))
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + round(y))

    def _measure(self) -> None:
        content, room = self._content(), self.viewport().size()
        for bar, whole, seen in (
            (self.horizontalScrollBar(), content.width(), room.width()),
            (self.verticalScrollBar(), content.height(), room.height()),
        ):
            bar.setSingleStep(_PAN_STEP)
            bar.setPageStep(seen)
            bar.setRange(0, max(int(whole) - seen, 0))
        self._show_hand()
        self.viewport().update()

    def _show_hand(self) -> None:
        can_pan = self.horizontalScrollBar().maximum() or self.verticalScrollBar().maximum()
        self.viewport().setCursor(Qt.CursorShape.OpenHandCursor if can_pan else Qt.CursorShape.ArrowCursor)


def _checkerboard() -> QBrush:
    tile = QPixmap(2 * _SQUARE, 2 * _SQUARE)
    tile.fill(theme().colour("surface"))
    painter = QPainter(tile)
    for x, y in ((0, 0), (_SQUARE, _SQUARE)):
        painter.fillRect(x, y, _SQUARE, _SQUARE, theme().colour("hover"))
    painter.end()
    return QBrush(tile)
