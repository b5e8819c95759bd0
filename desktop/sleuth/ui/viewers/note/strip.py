"""What stands above a text that cannot be saved as it is: why, and what can be done about it?"""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from sleuth.ui.theme import tokens
from sleuth.ui.widgets.announcing import announce
from sleuth.ui.widgets.labels import label
from sleuth.ui.widgets.walking import press_focused

_MOST = 3


class Strip(QWidget):
    """A sentence and at most three buttons; not there while all is well."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "sunken")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._said = label("", "warning", self)
        self._said.setWordWrap(True)
        self._acts: list[Callable[[], object]] = []
        layout = QHBoxLayout(self)
        layout.setContentsMargins(tokens.SPACE_4, tokens.SPACE_1, tokens.SPACE_2, tokens.SPACE_1)
        layout.setSpacing(tokens.SPACE_2)
        layout.addWidget(self._said, 1)
        self._buttons = [QPushButton(self) for _ in range(_MOST)]
        for number, button in enumerate(self._buttons):
            button.clicked.connect(partial(self._press, number))
            layout.addWidget(button)
        self.hide()

    @property
    def text(self) -> str:
        """What is said; empty while nothing is."""
        return self._said.text() if not self.isHidden() else ""

    def offers(self) -> list[str]:
        """What the buttons say."""
        return [button.text() for button in self._buttons if not button.isHidden()]

    def say(self, sentence: str, acts: Mapping[str, Callable[[], object]]) -> None:
        """Say it, once, however often it is found to be so."""
        is_known = self.text == sentence
        self._acts = list(acts.values())
        for number, button in enumerate(self._buttons):
            title = list(acts)[number] if number < len(acts) else ""
            button.setText(title)
            button.setVisible(bool(title))
        self._said.setText(sentence)
        self.show()
        if not is_known:
            announce(self, f"{sentence} {', '.join(acts)}")

    def leave(self) -> None:
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        press_focused(self, event)

    def _press(self, number: int, _is_checked: bool = False) -> None:
        self._acts[number]()
