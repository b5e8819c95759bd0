"""What can be done with a chat? A bar above it: whose it is, and three buttons."""

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import icon_size, scaled
from sleuth.ui.widgets.announcing import announce
from sleuth.ui.widgets.labels import ElidedLabel

_SAID_MS = 5_000
_WIDE = 620
"""From that on there is room for words on the buttons."""


class ChatBar(QWidget):
    """Says what the chat is, and for a while what was just done.

    Attributes:
        resume, transcript, copy: The buttons.

    Signals:
        resume_wanted, transcript_wanted, copy_wanted: One was pressed.
    """

    resume_wanted = Signal()
    transcript_wanted = Signal()
    copy_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "sunken")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._about = ""
        self._label = ElidedLabel()
        self._label.setProperty("kind", "muted")
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self.resume = self._button("resume", self.tr("Copy resume command"))
        self.transcript = self._button("editor", self.tr("Show in transcript"))
        self.copy = self._button("copy", self.tr("Copy message"))
        self.resume.clicked.connect(self.resume_wanted)
        self.transcript.clicked.connect(self.transcript_wanted)
        self.copy.clicked.connect(self.copy_wanted)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(tokens.SPACE_4, tokens.SPACE_1, tokens.SPACE_2, tokens.SPACE_1)
        layout.setSpacing(tokens.SPACE_1)
        layout.addWidget(self._label, 1)
        for button in (self.resume, self.transcript, self.copy):
            layout.addWidget(button)
        self._back = QTimer(self, singleShot=True, interval=_SAID_MS)
        self._back.timeout.connect(self._show_about)

    def _button(self, name: str, title: str) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(icon(name))
        button.setIconSize(QSize(icon_size(), icon_size()))
        button.setText(title)
        button.setAccessibleName(title)
        button.setToolTip(title)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def show_chat(self, about: str, resume_command: str, why_not: str) -> None:
        """What it is; and its resume command, or why there is none."""
        self._about = about
        if not self._back.isActive():
            self._show_about()
        self.resume.setEnabled(bool(resume_command))
        self.resume.setToolTip(resume_command or why_not)
        self.resume.setAccessibleDescription(resume_command or why_not)

    def say(self, sentence: str) -> None:
        """What was done, for a while."""
        if sentence:
            self._label.setText(sentence)
            announce(self, sentence)
            self._back.start()

    def said(self) -> str:
        return self._label.text()

    def _show_about(self) -> None:
        self._label.setText(self._about)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        style = Qt.ToolButtonStyle
        wanted = style.ToolButtonTextBesideIcon if self.width() >= scaled(_WIDE) else style.ToolButtonIconOnly
        for button in (self.resume, self.transcript, self.copy):
            button.setToolButtonStyle(wanted)
