"""How is something asked once more, in the row where it is done?"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from sleuth.ui.settings_pane.rows import Row, sentence
from sleuth.ui.theme import tokens


class ConfirmedRow(Row):
    """A row whose button asks before it does anything.

    Signals:
        confirmed: It is to be done.
    """

    confirmed = Signal()

    def __init__(self, title: str, help_: str, question: str, verb: str, parent: QWidget | None = None) -> None:
        super().__init__(title, help_, parent)
        self._ask = QPushButton(self.tr("{0}…").format(verb))
        self._ask.setAccessibleName(title)
        self._ask.clicked.connect(self._open)
        self._do, self._keep = QPushButton(verb), QPushButton(self.tr("Cancel"))
        self._do.setAccessibleName(self.tr("{0}: {1}").format(title, verb))
        self._do.setAccessibleDescription(question)
        self._keep.setAccessibleName(self.tr("Cancel: {0}").format(title))
        self._do.clicked.connect(self._confirm)
        self._keep.clicked.connect(self._close)
        self._question = sentence(question, "warning")
        self._answers = QWidget()
        buttons = QHBoxLayout(self._answers)
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.setSpacing(tokens.SPACE_2)
        for widget in (self._keep, self._do):
            buttons.addWidget(widget)
        both = QWidget()
        layout = QHBoxLayout(both)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._ask)
        layout.addWidget(self._answers)
        self._words.addWidget(self._question)
        self.put_beside(both)
        self._show(False)

    def set_possible(self, is_possible: bool) -> None:
        self._ask.setEnabled(is_possible)
        if not is_possible:
            self._show(False)

    @property
    def is_asking(self) -> bool:
        return not self._question.isHidden()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.is_asking:
            self._close()
        else:
            event.ignore()

    def _open(self) -> None:
        self._show(True)
        self._keep.setFocus()

    def _close(self) -> None:
        self._show(False)
        self._ask.setFocus()

    def _confirm(self) -> None:
        self._close()
        self.confirmed.emit()

    def _show(self, is_asking: bool) -> None:
        self._question.setVisible(is_asking)
        self._answers.setVisible(is_asking)
        self._ask.setVisible(not is_asking)
