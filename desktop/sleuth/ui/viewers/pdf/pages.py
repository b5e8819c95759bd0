"""How are the pages shown, scrolled, made larger and selected from?

Paints what `PageWork` has drawn, and tells it what shows. Pages are paper: white in both themes, so the marks on them are
those of the light one.
"""

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from sleuth.ui.theme.theme import theme
from sleuth.ui.theme.tokens import LIGHT, SPACE_5
from sleuth.ui.viewers.pdf.document import Drag, Selected
from sleuth.ui.viewers.pdf.layout import MARGIN, Layout, scale_to_fit
from sleuth.ui.viewers.pdf.marks import Marks
from sleuth.ui.viewers.pdf.work import PageWork, Picture, Wish

SMALLEST, LARGEST = 0.1, 8.0
ZOOM_STEP = 1.25
_WHEEL_STEP = 1.1
_POINTS_PER_INCH = 72
_LINE = 48
"""Pixels that one step of an arrow key or a wheel's notch is counted in."""

_WALKS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)


class PageArea(QAbstractScrollArea):
    """The pages of a PDF, one below the other.

    Signals:
        page_changed: Another page, from 0, is the one that is read.
        zoom_changed: The scale is another.
        moved: The person scrolled.
    """

    page_changed = Signal(int)
    zoom_changed = Signal()
    moved = Signal()

    def __init__(self, work: PageWork, marks: Marks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work, self._marks = work, marks
        self._layout = Layout((), 1.0, 0)
        self._zoom: float | None = None
        self._page = 0
        self._guided = False
        self._was_walked_to = False
        self._drag_from: tuple[int, QPointF] | None = None
        self._selected = Selected("", {})
        self._looking = QTimer(self, interval=0, singleShot=True)
        self._looking.timeout.connect(self._look)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # Always there: the width that pages fit must not depend on whether they fit.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setAccessibleName(self.tr("Pages"))
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        work.drawn.connect(self._repaint_page)
        work.placed.connect(self._repaint_page)
        work.selected.connect(self._show_selected)
        theme().changed.connect(self.viewport().update)

    # -- where one is

    @property
    def page(self) -> int:
        """The page that is read, from 0."""
        return self._page

    @property
    def zoom(self) -> float:
        """1 shows a page as large as it is printed."""
        return self._layout.scale / self._pixels_a_point()

    @property
    def fits_width(self) -> bool:
        return self._zoom is None

    def take_pages(self) -> None:
        """The pages are others: lay them out, and stay where one is."""
        self._selected = Selected("", {})
        self._lay_out()

    def go_to_page(self, page: int) -> None:
        """Show a page from its top."""
        if len(self._layout):
            page = min(max(page, 0), len(self._layout) - 1)
            self._guided = True
            self.verticalScrollBar().setValue(self._layout.rect(page).top() - MARGIN)
            self._guided = False
            self._set_page(page)

    def reveal(self, page: int, box: QRectF) -> None:
        """Bring a stretch of a page into the middle, unless it shows already."""
        pixels = self._layout.to_pixels(page, box).toAlignedRect()
        shown = self._shown_rect()
        self._guided = True
        if not shown.adjusted(0, SPACE_5, 0, -SPACE_5).contains(pixels):
            self.verticalScrollBar().setValue(pixels.center().y() - shown.height() // 2)
        if pixels.left() < shown.left() or pixels.right() > shown.right():
            self.horizontalScrollBar().setValue(pixels.center().x() - shown.width() // 2)
        self._guided = False
        self._set_page(page)

    def _set_page(self, page: int) -> None:
        if page != self._page:
            self._page = page
            self.page_changed.emit(page)

    def _shown_rect(self) -> QRect:
        return QRect(
            QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value()), self.viewport().size()
        )

    # -- how large

    def set_zoom(self, zoom: float | None, anchor: QPointF | None = None) -> None:
        """Show the pages so large, or as wide as there is room; what is at the anchor stays there."""
        self._zoom = None if zoom is None else min(max(zoom, SMALLEST), LARGEST)
        self._lay_out(anchor)
        self.zoom_changed.emit()

    def zoom_by(self, factor: float, anchor: QPointF | None = None) -> None:
        self.set_zoom(self.zoom * factor, anchor)

    def _pixels_a_point(self) -> float:
        return self.logicalDpiX() / _POINTS_PER_INCH

    def _lay_out(self, anchor: QPointF | None = None) -> None:
        shown = self._shown_rect()
        at = anchor or QPointF(shown.width() / 2, 0)
        held: tuple[int, QPointF] | None = None
        if len(self._layout):
            page = self._layout.page_at(round(shown.top() + at.y()))
            held = (page, self._layout.to_points(page, shown.left() + at.x(), shown.top() + at.y()))
        self._guided = True
        sizes, room = self._work.sizes, self.viewport().width()
        scale = scale_to_fit(sizes, room) if self._zoom is None else self._zoom * self._pixels_a_point()
        self._layout = Layout(sizes, scale, room)
        self._set_ranges()
        if held is not None and held[0] < len(self._layout):
            place = self._layout.to_pixels(held[0], QRectF(held[1], QSize(0, 0)))
            self.horizontalScrollBar().setValue(round(place.x() - at.x()))
            self.verticalScrollBar().setValue(round(place.y() - at.y()))
        self._guided = False
        self._looking.start()
        self.viewport().update()

    def _set_ranges(self) -> None:
        for bar, total, shown in (
            (self.verticalScrollBar(), self._layout.height, self.viewport().height()),
            (self.horizontalScrollBar(), self._layout.width, self.viewport().width()),
        ):
            bar.setRange(0, max(0, total - shown))
            bar.setPageStep(max(1, shown - _LINE))
            bar.setSingleStep(_LINE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()
        if self._zoom is None:
            self.zoom_changed.emit()

    # -- what shows

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        del dx, dy  # the whole viewport is painted: pages are pictures
        self.viewport().update()
        self._looking.start()
        if not self._guided and len(self._layout):
            shown = self._shown_rect()
            self._set_page(self._layout.page_at(shown.top() + shown.height() // 3))
            self.moved.emit()

    def _look(self) -> None:
        """Tell which pages show, and which are beside them."""
        if not self.isVisible() or not len(self._layout):
            return
        shown = self._shown_rect()
        pages = self._layout.between(shown.top(), shown.bottom())
        beside = [page for page in (pages.stop, pages.start - 1) if 0 <= page < len(self._layout)]
        self._work.look_at([self._wish(page, shown) for page in pages], [self._wish(page, shown) for page in beside])

    def _wish(self, page: int, shown: QRect) -> Wish:
        ratio = self.devicePixelRatioF()
        rect = self._layout.rect(page)
        clip = (rect & shown).translated(-rect.topLeft())
        size = QSize(round(rect.width() * ratio), round(rect.height() * ratio))
        return Wish(page, size, _scaled(clip, ratio))

    def showEvent(self, event: QEvent) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self._looking.start()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._looking.start()
        return super().event(event)

    # -- painting

    def _repaint_page(self, page: int) -> None:
        shown = self._shown_rect()
        if page < len(self._layout):
            self.viewport().update(self._layout.rect(page).translated(-shown.topLeft()))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), theme().colour("surface_sunken"))
        shown = self._shown_rect()
        painter.translate(-shown.topLeft())
        for page in self._layout.between(shown.top(), shown.bottom()):
            self._paint_page(painter, page)
        painter.translate(shown.topLeft())
        if self._was_walked_to:
            painter.setPen(QPen(theme().colour("accent"), 2))
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))
        painter.end()

    def _paint_page(self, painter: QPainter, page: int) -> None:
        rect = self._layout.rect(page)
        painter.fillRect(rect, Qt.GlobalColor.white)
        for pictures in (self._work.pictures, self._work.details):
            picture = pictures.get(page)
            if picture is not None:
                self._paint_picture(painter, rect, picture)
        self._paint_marks(painter, page)
        painter.setPen(theme().colour("hairline"))
        painter.drawRect(rect.adjusted(-1, -1, 0, 0))

    def _paint_picture(self, painter: QPainter, rect: QRect, picture: Picture) -> None:
        factor = rect.width() / picture.size.width()
        target = QRectF(
            rect.x() + picture.clip.x() * factor,
            rect.y() + picture.clip.y() * factor,
            picture.clip.width() * factor,
            picture.clip.height() * factor,
        )
        if picture.clip.size() == picture.size:
            target = QRectF(rect)  # no rounding, or the whole page would be drawn half a pixel too small
        is_exact = abs(target.width() * self.devicePixelRatioF() - picture.clip.width()) < 1
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not is_exact)
        painter.drawImage(target, picture.image)

    def _paint_marks(self, painter: QPainter, page: int) -> None:
        painter.save()
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        selection = QColor(LIGHT.selection)
        for box in self._selected.boxes.get(page, ()):
            painter.fillRect(self._layout.to_pixels(page, box), selection)
        current = self._marks.current
        own = current[1] if current is not None and current[0] == page else -1
        boxes = self._work.boxes.get(page, [])
        for at, stretches in enumerate(boxes):
            colour = QColor(LIGHT.mark_strong if at == own else LIGHT.mark)
            for box in stretches:
                painter.fillRect(self._mark_rect(page, box), colour)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        if 0 <= own < len(boxes):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(LIGHT.mark_outline), 2))
            for box in boxes[own]:
                painter.drawRoundedRect(self._mark_rect(page, box).adjusted(-1, -1, 1, 1), 2, 2)
        painter.restore()

    def _mark_rect(self, page: int, box: QRectF) -> QRectF:
        # PDFium gives the letters' own edges, rounded to points: a little air makes it a mark.
        return self._layout.to_pixels(page, box.adjusted(-1, -1, 1, 1))

    def focusInEvent(self, event: QFocusEvent) -> None:
        # Seen where somebody walks by keyboard; to one who has clicked into a page it says nothing.
        self._was_walked_to = event.reason() in _WALKS
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._was_walked_to = False
        super().focusOutEvent(event)
        self.viewport().update()

    # -- hands

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_by(_WHEEL_STEP ** (event.angleDelta().y() / 120), event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() == Qt.Key.Key_Home:
            bar.setValue(bar.minimum())
        elif event.key() == Qt.Key.Key_End:
            bar.setValue(bar.maximum())
        elif event.key() == Qt.Key.Key_Space:
            is_back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            bar.setValue(bar.value() + (-bar.pageStep() if is_back else bar.pageStep()))
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._drag_from = self._point_at(event.position())
            self._show_selected(Selected("", {}))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = self._point_at(event.position())
        if self._drag_from is not None and point is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._work.select(Drag(*self._drag_from, *point))
            self._scroll_along(event.position().y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        del event
        self._drag_from = None

    def _scroll_along(self, y: float) -> None:
        """Scroll while the mouse is held beyond an edge."""
        beyond = min(y, 0) + max(y - self.viewport().height(), 0)
        if beyond:
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() + round(beyond / 2))

    def _point_at(self, position: QPointF) -> tuple[int, QPointF] | None:
        if not len(self._layout):
            return None
        shown = self._shown_rect()
        x, y = shown.left() + position.x(), shown.top() + position.y()
        page = self._layout.page_at(round(y))
        return page, self._layout.to_points(page, x, y)

    def _show_selected(self, selected: Selected) -> None:
        self._selected = selected
        self.viewport().update()

    @property
    def selected_text(self) -> str:
        return self._selected.text

    def copy(self) -> None:
        """The selected text, to the clipboard."""
        if self._selected.text:
            QGuiApplication.clipboard().setText(self._selected.text)


def _scaled(rect: QRect, ratio: float) -> QRect:
    return QRectF(rect.x() * ratio, rect.y() * ratio, rect.width() * ratio, rect.height() * ratio).toAlignedRect()
