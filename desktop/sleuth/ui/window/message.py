"""How is something said that just happened, without anything moving for it?

A sentence over the content, for a while, with one action where there is one to take. It takes no focus.
"""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QPushButton, QToolButton, QWidget

from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import scaled
from sleuth.ui.widgets.announcing import announce
from sleuth.ui.widgets.labels import label
from sleuth.ui.widgets.walking import press_focused

_SHOWN_MS = 8_000
_WIDEST = 560


class Say(Protocol):
    """Says a sentence in the window, for a while, with what can be done about it; nothing where all went well."""

    def __call__(self, sentence: str | None, action: str = "", act: Callable[[], object] | None = None) -> None: ...


class Message(QFrame):
    """Floats above the foot; at most one sentence at a time.

    Signals:
        left: It is gone, and the keys with it.
    """

    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "sheet")
        self._act: Callable[[], object] | None = None
        self._bottom = 0
        self.is_awaited = False
        """Whether it offers something to which the keys have not been yet."""
        self._label = label("", parent=self)
        self._label.setWordWrap(True)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._button = QPushButton(self)
        self._button.clicked.connect(self._do)
        self._close = QToolButton(self)
        self._close.setIcon(icon("close"))
        self._close.setToolTip(self.tr("Close"))
        self._close.setAccessibleName(self.tr("Close the message"))
        self._close.clicked.connect(self.close_up)
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(tokens.SPACE_4, tokens.SPACE_2, tokens.SPACE_2, tokens.SPACE_2)
        row.setSpacing(tokens.SPACE_2)
        row.addWidget(self._label, 1)
        row.addWidget(self._button)
        row.addWidget(self._close)
        self._gone = QTimer(self, singleShot=True, interval=_SHOWN_MS)
        self._gone.timeout.connect(self._leave)
        self.hide()

    @property
    def text(self) -> str:
        """What is being said; empty while nothing is."""
        return self._label.text() if not self.isHidden() else ""

    @property
    def action(self) -> str:
        """What the button offers; empty where it offers nothing."""
        return self._button.text() if not self._button.isHidden() else ""

    def say(self, sentence: str, action: str = "", act: Callable[[], object] | None = None) -> None:
        """Show a sentence, and a button for what can be done about it."""
        self._label.setText(sentence)
        self._act, self.is_awaited = act, bool(action)
        self._button.setText(action)
        self._button.setVisible(bool(action))
        self.setFocusProxy(self._button if action else self._close)
        self.show()
        self._place()
        self.raise_()
        self._gone.start()
        announce(self, f"{sentence} {action}".strip())

    def press(self) -> None:
        """Do what is offered."""
        self._button.click()

    def close_up(self) -> None:
        if self.isHidden():
            return
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.isAncestorOf(focus)
        self._gone.stop()
        self._act, self.is_awaited = None, False
        self.hide()
        if had_focus:
            self.left.emit()

    def place_above(self, bottom: int) -> None:
        """Stand in the middle, so far down the window."""
        self._bottom = bottom
        if not self.isHidden():
            self._place()

    def take_keys(self) -> None:
        """Let the keys go to what is offered."""
        self.is_awaited = False
        self.setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_up()
        else:
            press_focused(self, event)

    def _place(self) -> None:
        parent = self.parentWidget()
        if parent is None:
            return
        most = max(min(scaled(_WIDEST), parent.width() - 2 * tokens.SPACE_4), 1)
        line = self._label.fontMetrics().horizontalAdvance(self._label.text()) + tokens.SPACE_2
        self._label.setMinimumWidth(0)
        others = self.sizeHint().width() - self._label.sizeHint().width()
        width = min(line + others, most)
        height = self._row.heightForWidth(width) if line + others > most else self._row.minimumSize().height()
        self.setFixedSize(width, height)
        self.move(QPoint((parent.width() - width) // 2, self._bottom - self.height() - tokens.SPACE_4))

    def _leave(self) -> None:
        if self.underMouse() or self._button.hasFocus() or self._close.hasFocus():
            self._gone.start()  # it is being read, or about to be pressed
        else:
            self.close_up()

    def _do(self) -> None:
        act = self._act
        self.close_up()
        if act is not None:
            act()
