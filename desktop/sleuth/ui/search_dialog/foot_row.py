"""What stands along the lower edge of the search dialog? What was found, and buttons for what is done with it."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from sleuth.ui.theme import tokens
from sleuth.ui.widgets.labels import ElidedLabel


class FootRow(QWidget):
    """A sentence, then the buttons.

    Attributes:
        said, explain, preview, export, scan: The parts.

    Signals:
        export_requested: The hits as json, csv or markdown.
    """

    export_requested = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.said = ElidedLabel()
        self.said.setProperty("kind", "muted")
        self.explain = self._button(self.tr("Explain"), self.tr("How the hit came to its place"), checkable=True)
        self.preview = self._button(self.tr("Preview"), self.tr("Show the hit beside the list"), checkable=True)
        self.export = self._button(self.tr("Export"), self.tr("Save the hits as a file"))
        menu = QMenu(self.export)
        for form in ("JSON", "CSV", "Markdown"):
            menu.addAction(form, partial(self.export_requested.emit, form.lower()))
        self.export.setMenu(menu)
        keys = QKeySequence("Ctrl+Shift+R").toString(QKeySequence.SequenceFormat.NativeText)
        self.scan = self._button(self.tr("Scan again"), keys)
        row = QHBoxLayout(self)
        row.setContentsMargins(tokens.SPACE_4, tokens.SPACE_1, tokens.SPACE_2, tokens.SPACE_1)
        row.setSpacing(tokens.SPACE_1)
        row.addWidget(self.said, 1)
        for button in (self.explain, self.preview, self.export, self.scan):
            row.addWidget(button)

    def _button(self, text: str, tip: str, checkable: bool = False) -> QPushButton:
        button = QPushButton(text, self)
        button.setProperty("kind", "quiet")
        button.setToolTip(tip)
        button.setCheckable(checkable)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def say(self, text: str) -> None:
        self.said.setText(text)

    def say_progress(self, done: int, total: int) -> None:
        """How far a scan is; that one can be asked for, where none runs."""
        running = self.tr("Indexing {0} of {1}").format(f"{done:,}", f"{total:,}")
        self.scan.setText(running if total else self.tr("Scan again"))
