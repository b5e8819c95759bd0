"""Where do the pages lie, one below the other?

In: the pages' sizes in points, pixels a point, the width there is. Out: rectangles in pixels of what is scrolled.
"""

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF

from sleuth.ui.theme.tokens import SPACE_3

MARGIN = SPACE_3


class Layout:
    """The pages at one scale.

    Attributes:
        scale: Pixels a point.
        width, height: Of everything.
    """

    def __init__(self, sizes: Sequence[QSizeF], scale: float, room: int) -> None:
        self.scale = scale
        self._sizes = [(max(1, round(size.width() * scale)), max(1, round(size.height() * scale))) for size in sizes]
        self.width = max([room, *(width + 2 * MARGIN for width, _ in self._sizes)])
        self._tops: list[int] = []
        top = MARGIN
        for _, height in self._sizes:
            self._tops.append(top)
            top += height + MARGIN
        self.height = top

    def __len__(self) -> int:
        return len(self._sizes)

    def rect(self, page: int) -> QRect:
        """A page's, from 0."""
        width, height = self._sizes[page]
        return QRect((self.width - width) // 2, self._tops[page], width, height)

    def page_at(self, y: int) -> int:
        """The page at a height, or the one above the gap there."""
        return max(0, bisect_right(self._tops, y) - 1)

    def between(self, top: int, bottom: int) -> range:
        """The pages that show between two heights."""
        if not self._tops:
            return range(0)
        first = self.page_at(top)
        if self._tops[first] + self._sizes[first][1] < top:
            first += 1
        return range(first, max(first, self.page_at(bottom) + 1))

    def to_pixels(self, page: int, box: QRectF) -> QRectF:
        """A page's stretch in points, in pixels."""
        rect = self.rect(page)
        return QRectF(
            rect.x() + box.x() * self.scale,
            rect.y() + box.y() * self.scale,
            box.width() * self.scale,
            box.height() * self.scale,
        )

    def to_points(self, page: int, x: float, y: float) -> QPointF:
        """A place in pixels, in points of a page."""
        rect = self.rect(page)
        return QPointF((x - rect.x()) / self.scale, (y - rect.y()) / self.scale)


def scale_to_fit(sizes: Sequence[QSizeF], room: int) -> float:
    """The scale at which the widest page fills a width."""
    widest = max((size.width() for size in sizes), default=1.0)
    return max(room - 2 * MARGIN, 1) / widest
