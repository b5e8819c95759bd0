"""How do rows stand together: under a heading, with hairlines between, perhaps folded to a summary?"""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QVBoxLayout, QWidget

from sleuth.ui.settings_pane.rows import Row
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import icon_size, interface_font, row_height, theme, title_font
from sleuth.ui.widgets.labels import hairline, label
from sleuth.ui.widgets.painting import draw_elided


class Section(QWidget):
    """A heading and its rows.

    Attributes:
        rows: In order; one that a filter hid is hidden.
    """

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.rows: list[Row] = []
        self._lines: list[QWidget] = []
        self._filter: list[str] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, tokens.SPACE_5)
        self._layout.setSpacing(0)
        self._layout.addWidget(self._make_head())
        self._body = QWidget()
        self._rows = QVBoxLayout(self._body)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        self._layout.addWidget(self._body)

    def _make_head(self) -> QWidget:
        head = label(self.title)
        head.setFont(title_font())
        head.setMinimumHeight(tokens.SPACE_6)
        return head

    def add(self, row: Row) -> None:
        if self.rows:
            line = hairline()
            self._lines.append(line)
            self._rows.addWidget(line)
        self.rows.append(row)
        self._rows.addWidget(row)

    def filter(self, words: list[str]) -> int:
        """Show the rows that have all of these words; how many there are. No words: all of them."""
        self._filter = words
        title = self.title.casefold()
        wanted = [word for word in words if word not in title]
        shown = [row for row in self.rows if row.is_needed and row.matches(wanted)]
        for row in self.rows:
            row.setVisible(row in shown)
        for line, row in zip(self._lines, self.rows[1:], strict=True):
            line.setVisible(row in shown and row is not shown[0])
        self.setVisible(bool(shown))
        return len(shown)

    def filter_again(self) -> None:
        """A row came to be needed, or is not any more."""
        self.filter(self._filter)


class FoldedSection(Section):
    """A section that says in a line what is set in it, until it is unfolded.

    Signals:
        unfolded: It was folded or unfolded.
    """

    unfolded = Signal(bool)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        self._is_open = False
        super().__init__(title, parent)
        self._show()

    def _make_head(self) -> QWidget:
        self.head = _Head(self.title)
        self.head.clicked.connect(lambda: self.unfold(not self._is_open))
        return self.head

    @property
    def is_unfolded(self) -> bool:
        return self._is_open

    @property
    def summary(self) -> str:
        return self.head.summary

    def summarise(self, text: str) -> None:
        """What is said of it while it is folded."""
        self.head.summary = text
        self._show()

    def unfold(self, is_open: bool) -> None:
        if is_open != self._is_open:
            self._is_open = is_open
            self._show()
            self.unfolded.emit(is_open)

    def filter(self, words: list[str]) -> int:
        count = super().filter(words)
        self._show()
        return count

    def _show(self) -> None:
        is_open = self._is_open or bool(self._filter)
        self._body.setVisible(is_open)
        self.head.show_state(is_open, self.tr("unfolded") if is_open else self.tr("folded"))


class _Head(QAbstractButton):
    """A chevron, the title, and beside it the summary.

    Attributes:
        summary: What is said while the section is folded, and goes on being said.
    """

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.summary = ""
        self._is_open = False
        self.setText(title)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedHeight(self.sizeHint().height())
        theme().changed.connect(self.update)

    def show_state(self, is_open: bool, state: str) -> None:
        self._is_open = is_open
        self.setAccessibleName(f"{self.text()}, {state}")
        self.setAccessibleDescription(self.summary)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(100, max(tokens.SPACE_6, row_height()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect())
        if self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().colour("hover"))
            painter.drawRoundedRect(rect, tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
        chevron = icon("next" if self._is_open else "command")
        side = icon_size()
        chevron.paint(painter, 2, (self.height() - side) // 2, side, side)
        left = side + tokens.SPACE_2
        font = title_font()
        width = QFontMetricsF(font).horizontalAdvance(self.text()) + 2
        draw_elided(painter, QRectF(left, 0, width, rect.height()), self.text(), font, "text")
        left += round(width) + tokens.SPACE_4
        beside = QRectF(left, 1, max(rect.width() - left - tokens.SPACE_1, 0), rect.height())
        draw_elided(painter, beside, self.summary, interface_font(), "text_muted", Qt.TextElideMode.ElideRight)
        if self.hasFocus():
            painter.setPen(QPen(theme().colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
