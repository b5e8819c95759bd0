"""Find in what a tab shows: a field, how many there are, and the ways on."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QWidget

from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import scaled
from sleuth.ui.widgets.labels import label
from sleuth.ui.widgets.walking import give_up_keys


class FindBar(QWidget):
    """Shown by Ctrl+F, gone by Esc.

    Signals:
        text_changed: What to find now.
        stepped: To the next (1) or the previous (-1).
        closed: The query's words are wanted again.
    """

    text_changed = Signal(str)
    stepped = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "sunken")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._field = QLineEdit(self)
        self._field.setPlaceholderText(self.tr("Find in this tab"))
        self._field.setAccessibleName(self.tr("Find in this tab"))
        self._field.setMaximumWidth(scaled(360))
        self._field.textChanged.connect(self.text_changed)
        self._field.installEventFilter(self)
        self._count = label("", "muted")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(tokens.SPACE_3, tokens.SPACE_1, tokens.SPACE_2, tokens.SPACE_1)
        layout.addWidget(self._field, 1)
        layout.addWidget(self._count)
        layout.addStretch()
        for name, title, what in (
            ("previous", self.tr("Previous (Shift+F3)"), lambda: self.stepped.emit(-1)),
            ("next", self.tr("Next (F3)"), lambda: self.stepped.emit(1)),
            ("close", self.tr("Close (Esc)"), self.close_up),
        ):
            button = QToolButton(self)
            button.setIcon(icon(name))
            button.setToolTip(title)
            button.setAccessibleName(title)
            button.clicked.connect(what)
            layout.addWidget(button, alignment=Qt.AlignmentFlag.AlignVCenter)  # or the field is no higher than they are
        self.hide()

    def open_up(self) -> None:
        self.show()
        self._field.setFocus()
        self._field.selectAll()
        self.text_changed.emit(self._field.text())

    def close_up(self) -> None:
        give_up_keys(self)
        self.hide()
        self.closed.emit()

    def set_count(self, current: int, count: int) -> None:
        if not self._field.text():
            self._count.setText("")
        elif not count:
            self._count.setText(self.tr("Nothing found"))
        else:
            self._count.setText(self.tr("{0} of {1}").format(f"{current:,}", f"{count:,}"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._field and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.stepped.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.close_up()
                return True
        return super().eventFilter(watched, event)
