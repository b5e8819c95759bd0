"""How is a line of text with marks painted, so that the marks are seen however narrow it is?"""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from sleuth.ui.theme.theme import theme

Span = tuple[int, int]

_ELLIPSIS = "…"
# Of what is before a mark so much stays when a line is cut to show it.
_LEAD_SHARE = 0.3


def fitted(text: str, spans: Sequence[Span], metrics: QFontMetricsF, width: float) -> tuple[str, list[Span]]:
    """A text cut to a width, from the left where its first mark would not be seen; and where its marks are then."""
    if metrics.horizontalAdvance(text) <= width or not text:
        return text, list(spans)
    first = spans[0][0] if spans else 0
    skip = 0
    if spans and metrics.horizontalAdvance(text[: spans[0][1]]) > width * (1 - _LEAD_SHARE):
        # The start that leaves the mark a third in, found from the mark backwards.
        skip = first
        while skip > 0 and metrics.horizontalAdvance(text[skip - 1 : first]) < width * _LEAD_SHARE:
            skip -= 1
    head = _ELLIPSIS if skip else ""
    shown = metrics.elidedText(head + text[skip:], Qt.TextElideMode.ElideRight, width)
    shift = len(head) - skip
    whole = len(shown) - (1 if shown.endswith(_ELLIPSIS) and len(shown) < len(head) + len(text) - skip else 0)
    moved = [(max(start + shift, 0), min(stop + shift, whole)) for start, stop in spans]
    return shown, [(start, stop) for start, stop in moved if stop > start]


def draw_marked(
    painter: QPainter,
    rect: QRectF,
    text: str,
    spans: Sequence[Span],
    font: QFont,
    role: str = "text",
    strong: bool = False,
) -> None:
    """Paint one line, its marks on the mark colour; `strong` ones have an outline too."""
    metrics = QFontMetricsF(font)
    shown, marks = fitted(text, spans, metrics, rect.width())
    baseline = rect.top() + (rect.height() + metrics.ascent() - metrics.descent()) / 2
    painter.setFont(font)
    for start, stop in marks:
        left = rect.left() + metrics.horizontalAdvance(shown[:start])
        width = metrics.horizontalAdvance(shown[:stop]) - metrics.horizontalAdvance(shown[:start])
        box = QRectF(left - 1, baseline - metrics.ascent(), width + 2, metrics.height())
        painter.setPen(QPen(theme().colour("mark_outline")) if strong else Qt.PenStyle.NoPen)
        painter.setBrush(theme().colour("mark_strong" if strong else "mark"))
        painter.drawRoundedRect(box, 2, 2)
    at = 0
    for start, stop in [*marks, (len(shown), len(shown))]:
        for piece_start, piece_stop, colour in ((at, start, role), (start, stop, "on_mark")):
            if piece_stop > piece_start:
                painter.setPen(theme().colour(colour))
                left = rect.left() + metrics.horizontalAdvance(shown[:piece_start])
                painter.drawText(QPointF(left, baseline), shown[piece_start:piece_stop])
        at = stop


def draw_elided(
    painter: QPainter,
    rect: QRectF,
    text: str,
    font: QFont,
    role: str,
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    """Paint one line, elided where it is too long."""
    painter.setFont(font)
    painter.setPen(theme().colour(role))
    shown = QFontMetricsF(font).elidedText(text, mode, rect.width())
    painter.drawText(rect, int(align | Qt.AlignmentFlag.AlignVCenter), shown)
