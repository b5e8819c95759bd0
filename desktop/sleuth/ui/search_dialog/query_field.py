"""Where is a query typed, and how does one get back to an earlier one without losing it?"""

from collections.abc import Callable

from PySide6.QtWidgets import QLineEdit, QWidget

from sleuth.ui.models.completion import Choice, Values, choices
from sleuth.ui.theme import tokens
from sleuth.ui.theme.theme import interface_font
from sleuth.ui.widgets.choice_menu import ChoiceMenu
from sleuth.ui.widgets.fields import put_glass


class QueryField(QLineEdit):
    """The field of the search dialog; knows what was searched before, and how a filter goes on.

    Attributes:
        choices: The menu of ways to go on.
    """

    def __init__(
        self, searches: Callable[[], list[str]], values: Callable[[], Values], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._searches, self._values = searches, values
        self.choices = ChoiceMenu(self)
        self._at = -1
        self._draft = ""
        self._walks = False
        self.setProperty("kind", "bare")
        self.setFont(interface_font(tokens.TITLE_SCALE))
        self.setPlaceholderText(self.tr("Words, “a phrase”, -not, ext:md, /regex/"))
        self.setAccessibleName(self.tr("Query"))
        put_glass(self)
        self.textChanged.connect(self._changed)

    def walk_history(self, by: int) -> None:
        """To an older search (1) or a newer one (-1); past the newest is what was being typed."""
        if self._at < 0:
            self._draft = self.text()
        searches = self._searches()
        at = self._at + by
        while 0 <= at < len(searches) and searches[at] == self.text():
            at += by
        if not -1 <= at < len(searches):
            return
        self._at, self._walks = at, True
        self.setText(searches[at] if at >= 0 else self._draft)
        self._walks = False

    def complete(self) -> bool:
        """Finish the filter at the end, or ask which way; False where there is none to finish."""
        text = self.text()
        fitting = choices(text, self._values()) if text.strip() else []
        if len(fitting) == 1:
            self.setText(fitting[0].text)
        elif fitting:
            self._offer(fitting)
        return bool(fitting)

    def offer_filters(self) -> None:
        """Every filter that there is, behind what is typed."""
        text = self.text().rstrip()
        self._offer(choices(f"{text} " if text else ""))

    def _offer(self, fitting: list[Choice]) -> None:
        self.choices.offer([(one.shown, one.about) for one in fitting], lambda number: self._take(fitting[number].text))

    def _take(self, text: str) -> None:
        self.setText(text)
        self.setFocus()

    def is_at_end(self) -> bool:
        """Whether an arrow to the right has nothing to do here."""
        return self.cursorPosition() == len(self.text()) and not self.hasSelectedText()

    def _changed(self, _text: str) -> None:
        if not self._walks:
            self._at = -1
