"""What stands above the pages: which page, how large."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QToolButton, QWidget

from sleuth.domain.numbers import number_in
from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import theme
from sleuth.ui.theme.tokens import SPACE_1, SPACE_2, TARGET


class PageBar(QWidget):
    """The slim bar above the pages.

    Signals:
        page_wanted: A page, from 0, was typed or stepped to.
        zoom_wanted: Larger (1), smaller (-1), as wide as there is room (0).
    """

    page_wanted = Signal(int)
    zoom_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._icons: list[tuple[QToolButton, str]] = []
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_2, SPACE_1, SPACE_2, SPACE_1)
        row.setSpacing(SPACE_1)
        self._previous = self._button("previous", self.tr("Previous page"))
        self._next = self._button("next", self.tr("Next page"))
        self._page, self._count = 0, 1
        self._field = QLineEdit(self)
        self._field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._field.setInputMethodHints(Qt.InputMethodHint.ImhDigitsOnly)
        # Room for four digits, the sheet's padding and border.
        self._field.setFixedWidth(self._field.fontMetrics().horizontalAdvance("0000") + 2 * SPACE_2 + SPACE_1)
        self._field.setAccessibleName(self.tr("Page"))
        self._of = QLabel(self)
        self._of.setProperty("kind", "muted")
        smaller = self._button("zoom out", self.tr("Smaller"))
        self._fit = QPushButton(self)
        self._fit.setProperty("kind", "quiet")
        self._fit.setCheckable(True)
        self._fit.setToolTip(self.tr("Fit the width"))
        larger = self._button("zoom in", self.tr("Larger"))
        at_left: tuple[QWidget, ...] = (self._previous, self._next, self._field, self._of)
        at_right: tuple[QWidget, ...] = (smaller, self._fit, larger)
        for widget in at_left:
            row.addWidget(widget)
        row.addStretch()
        for widget in at_right:
            row.addWidget(widget)
        self._previous.clicked.connect(lambda: self.page_wanted.emit(self._page - 1))
        self._next.clicked.connect(lambda: self.page_wanted.emit(self._page + 1))
        self._field.editingFinished.connect(self._typed)
        smaller.clicked.connect(lambda: self.zoom_wanted.emit(-1))
        larger.clicked.connect(lambda: self.zoom_wanted.emit(1))
        self._fit.clicked.connect(lambda: self.zoom_wanted.emit(0))
        theme().changed.connect(self._colour)
        self._colour()

    def _button(self, name: str, label: str) -> QToolButton:
        button = QToolButton(self)
        button.setToolTip(label)
        button.setAccessibleName(label)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setMinimumSize(TARGET, TARGET)
        self._icons.append((button, name))
        return button

    def _colour(self) -> None:
        for button, name in self._icons:
            button.setIcon(icon(name))

    def show_page(self, page: int, count: int) -> None:
        """Say which page, from 0, is read."""
        self._page, self._count = page, count
        self._field.setText(str(page + 1))
        self._of.setText(self.tr("of {count}").format(count=self.locale().toString(count)))
        self._previous.setEnabled(page > 0)
        self._next.setEnabled(page + 1 < count)

    def show_zoom(self, zoom: float, fits_width: bool) -> None:
        """The pages are so large."""
        percent = self.tr("{percent} %").format(percent=round(zoom * 100))
        self._fit.setText(percent)
        self._fit.setChecked(fits_width)
        self._fit.setAccessibleName(self.tr("{percent}, fit the width").format(percent=percent))

    def _typed(self) -> None:
        number = number_in(self._field.text())
        page = min(max(number, 1), self._count) - 1 if number is not None else self._page
        self._field.setText(str(page + 1))
        if page != self._page:
            self.page_wanted.emit(page)
