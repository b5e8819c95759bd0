"""How are words and lines shown that nobody clicks: elided in the middle, as quiet sentences, as hairlines?"""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from sleuth.ui.theme import tokens
from sleuth.ui.theme.theme import theme

_FOCUS_LINE = 2


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

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.wordWrap():
            super().paintEvent(event)
            return
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


class NoteLine(QLabel):
    """What is wrong, or to be known, above what it is about; not there while there is nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setContentsMargins(tokens.SPACE_4, tokens.SPACE_2, tokens.SPACE_4, tokens.SPACE_1)
        self.say("")

    def say(self, text: str, kind: str = "muted") -> None:
        self.setText(text)
        self.setVisible(bool(text))
        self.setProperty("kind", kind)
        self.style().unpolish(self)
        self.style().polish(self)


class FocusLine(QFrame):
    """A line above a pane; in the accent's colour while the keys go to the pane, which may not show that itself."""

    def __init__(self, pane: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self._has_focus = False
        self.setFixedHeight(_FOCUS_LINE)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_moved)
        theme().changed.connect(self.update)

    def _focus_moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        has_focus = now is not None and (now is self._pane or self._pane.isAncestorOf(now))
        if has_focus != self._has_focus:
            self._has_focus = has_focus
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._has_focus:
            painter.fillRect(self.rect(), theme().colour("accent"))
        else:
            painter.fillRect(0, self.height() - 1, self.width(), 1, theme().colour("hairline"))


class Sentence(QWidget):
    """What an empty pane says: what is so, and what to do.

    Signals:
        acted: The button was pressed that says what can be done.
    """

    acted = Signal()

    def __init__(self, text: str, detail: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self._detail = label(text), label(detail, "muted")
        self._button = QPushButton()
        self._button.clicked.connect(self.acted)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(tokens.SPACE_5, tokens.SPACE_5, tokens.SPACE_5, tokens.SPACE_5)
        layout.setSpacing(tokens.SPACE_2)
        layout.addStretch(2)
        for one in (self._text, self._detail):
            one.setWordWrap(True)
            one.setAlignment(Qt.AlignmentFlag.AlignCenter)
            one.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            layout.addWidget(one)
        layout.addSpacing(tokens.SPACE_2)
        layout.addWidget(self._button, alignment=Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)
        self.say(text, detail)

    @property
    def action(self) -> str:
        """What the button offers; empty where there is none."""
        return self._button.text() if not self._button.isHidden() else ""

    def act(self) -> None:
        """Press the button."""
        self._button.click()

    def say(self, text: str, detail: str = "", action: str = "") -> None:
        self._text.setText(text)
        self._detail.setText(detail)
        self._detail.setVisible(bool(detail))
        self._button.setText(action)
        self._button.setVisible(bool(action))
        self.setAccessibleName(f"{text} {detail}".strip())
