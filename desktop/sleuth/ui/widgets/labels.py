"""Labels: elided in the middle, quiet sentences, hairlines."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from sleuth.ui.theme import tokens


class ElidedLabel(QLabel):
    """One line, cut in the middle; whole in its tooltip."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setText(text)

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(text)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, self.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), int(self.alignment() | Qt.AlignmentFlag.AlignVCenter), shown)


def label(text: str, kind: str = "", parent: QWidget | None = None) -> QLabel:
    """A label of a kind that the style sheet knows: muted, heading, danger, warning."""
    made = QLabel(text, parent)
    if kind:
        made.setProperty("kind", kind)
    return made


def hairline(vertical: bool = False, parent: QWidget | None = None) -> QFrame:
    line = QFrame(parent)
    line.setProperty("kind", "vertical hairline" if vertical else "hairline")
    return line


class Sentence(QWidget):
    """What an empty pane says: what is so, and what to do."""

    def __init__(self, text: str, detail: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self._detail = label(text), label(detail, "muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(tokens.SPACE_5, tokens.SPACE_5, tokens.SPACE_5, tokens.SPACE_5)
        layout.setSpacing(tokens.SPACE_2)
        layout.addStretch(2)
        for one in (self._text, self._detail):
            one.setWordWrap(True)
            one.setAlignment(Qt.AlignmentFlag.AlignCenter)
            one.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            layout.addWidget(one)
        layout.addStretch(3)
        self.say(text, detail)

    def say(self, text: str, detail: str = "") -> None:
        self._text.setText(text)
        self._detail.setText(detail)
        self._detail.setVisible(bool(detail))
        self.setAccessibleName(f"{text} {detail}".strip())
