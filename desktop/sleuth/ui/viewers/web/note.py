"""What stands in a viewer's place while there is nothing to show?"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from sleuth.ui.theme.tokens import SPACE_3, SPACE_6


class Note(QWidget):
    """One sentence, and a way to try again where that makes sense.

    Signals:
        again: The person wants it tried again.
    """

    again = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._sentence = QLabel(self, wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        self._sentence.setProperty("kind", "muted")
        self._button = QPushButton(self.tr("Show it again"), self)
        self._button.clicked.connect(self.again)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_6, SPACE_6, SPACE_6, SPACE_6)
        layout.setSpacing(SPACE_3)
        layout.addStretch()
        layout.addWidget(self._sentence)
        layout.addWidget(self._button, alignment=Qt.AlignmentFlag.AlignCenter)
        layout.addStretch()

    def say(self, sentence: str, can_repeat: bool) -> None:
        self._sentence.setText(sentence)
        self._sentence.setAccessibleName(sentence)
        self._button.setVisible(can_repeat)
