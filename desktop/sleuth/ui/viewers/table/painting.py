"""How are a cell's text and its marks painted?"""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from sleuth.ui.theme.theme import theme

_DOTS = "…"
# So much of the room may go to what stands before the first mark, and it, in a text that is cut at its start.
_SHARE_BEFORE = 0.6


def paint_marked(
    painter: QPainter,
    rect: QRectF,
    text: str,
    stretches: Sequence[tuple[int, int]],
    is_own: bool,
    alignment: Qt.AlignmentFlag,
) -> None:
    """A line of text in a rectangle, its marks under it; cut so that the first mark shows.

    The painter's font and pen are those of the text.
    """
    metrics = QFontMetricsF(painter.font())
    top = rect.top() + (rect.height() - metrics.height()) // 2
    text, stretches = _cut(metrics, rect.width(), text, stretches)
    width = metrics.horizontalAdvance(text)
    left = rect.right() - width if alignment & Qt.AlignmentFlag.AlignRight else rect.left()
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    for start, stop in stretches:
        at = left + metrics.horizontalAdvance(text[:start])
        mark = QRectF(at, top, metrics.horizontalAdvance(text[start:stop]), metrics.height())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(theme().colour("mark_strong" if is_own else "mark"))
        painter.setPen(QPen(theme().colour("mark_outline"), 1.5) if is_own else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(mark, 2, 2)
    painter.restore()
    _paint_text(painter, QPointF(left, top + metrics.ascent()), text, stretches, metrics)


def _paint_text(
    painter: QPainter, at: QPointF, text: str, stretches: Sequence[tuple[int, int]], metrics: QFontMetricsF
) -> None:
    """The text, in the marks' own colour where it is marked."""
    plain = painter.pen()
    begin = 0
    edges = [edge for stretch in stretches for edge in stretch]
    for number, edge in enumerate([*edges, len(text)]):
        painter.setPen(theme().colour("on_mark") if number % 2 else plain)
        painter.drawText(at + QPointF(metrics.horizontalAdvance(text[:begin]), 0), text[begin:edge])
        begin = edge
    painter.setPen(plain)


def _cut(
    metrics: QFontMetricsF, room: float, text: str, stretches: Sequence[tuple[int, int]]
) -> tuple[str, list[tuple[int, int]]]:
    """As much of the text as there is room for, and the marks that show in it."""
    kept = [(start, min(stop, len(text))) for start, stop in stretches if start < len(text)]
    if metrics.horizontalAdvance(text) > room and kept:
        if metrics.horizontalAdvance(text[: kept[0][1]] + _DOTS) > room:
            off = _first_shown(metrics, room, text, kept[0])
            text = _DOTS + text[off:]
            kept = [(start - off + 1, stop - off + 1) for start, stop in kept]
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        kept = [(start, min(stop, len(text))) for start, stop in kept if start < len(text)]
    return text, kept


def _first_shown(metrics: QFontMetricsF, room: float, text: str, mark: tuple[int, int]) -> int:
    """From which letter on a text is shown, so that a mark far into it shows: from a word's start, if one is near."""
    least, most = 0, mark[0]
    while least < most:
        middle = (least + most) // 2
        if metrics.horizontalAdvance(text[middle : mark[1]]) > room * _SHARE_BEFORE:
            least = middle + 1
        else:
            most = middle
    space = text.find(" ", max(least - 1, 0), mark[0])
    return space + 1 if space >= 0 else least
