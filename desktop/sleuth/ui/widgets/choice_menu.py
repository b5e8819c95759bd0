"""How is one of several ways to go on chosen while one types? From a menu under the field."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLineEdit, QMenu


class ChoiceMenu(QMenu):
    """Opens under a field; the keys are the field's again afterwards."""

    def __init__(self, field: QLineEdit) -> None:
        super().__init__(field)
        self._field = field

    def offer(self, rows: Sequence[tuple[str, str]], take: Callable[[int], None]) -> None:
        """Show rows, each with what it means at the right; the number of the one that is chosen is taken."""
        self.clear()
        for number, (shown, about) in enumerate(rows):
            self.addAction(f"{shown}\t{about}" if about else shown, partial(take, number))
        self.setActiveAction(self.actions()[0])
        cursor = self._field.cursorRect()
        self.popup(self._field.mapToGlobal(QPoint(cursor.left(), self._field.height())))
