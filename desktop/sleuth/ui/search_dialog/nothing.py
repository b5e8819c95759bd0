"""What stands in place of hits? Before a search what can be typed, after one that found nothing what would find something."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QToolButton, QVBoxLayout, QWidget

from sleuth.domain.hits import Answer, Change, Suggestion
from sleuth.ui.search_dialog.foot import left_out, searched
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import title_font
from sleuth.ui.widgets.labels import label

_RECENT = 8


@dataclass(frozen=True, slots=True)
class _Offer:
    """What a press takes."""

    text: str
    take: Callable[[], None]
    forget: Callable[[], None] | None = None


class NothingFound(QScrollArea):
    """A sentence, and queries to take instead; arrows walk them, Enter takes one.

    Signals:
        query_chosen: One of them.
        suggestion_chosen: A Suggestion of the answer's.
        forgotten: A kept search is not to be kept any more.
        turn_on_requested: The workspace is to be searched again.
        left: The arrows went up past the first.
    """

    query_chosen = Signal(str)
    suggestion_chosen = Signal(object)
    forgotten = Signal(str)
    turn_on_requested = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)

    def show_start(self, kept: list[str], searches: list[str]) -> None:
        """Nothing is typed yet: the searches that were kept, then the latest."""
        self._fill(
            self.tr("Search everything in this workspace"),
            [
                self.tr("All words must be in an item; the last one may be unfinished."),
                self.tr("“two words” side by side · -word left out · /re.*gex/"),
                self.tr("ext:md  path:docs/  lang:python  kind:pdf  since:7d  is:hidden"),
            ],
            {
                self.tr("Kept searches"): [self._query(text, partial(self.forgotten.emit, text)) for text in kept],
                self.tr("Recent searches"): [self._query(text) for text in searches[:_RECENT] if text not in kept],
            },
        )

    def _query(self, text: str, forget: Callable[[], None] | None = None) -> _Offer:
        return _Offer(text, partial(self.query_chosen.emit, text), forget)

    def show_answer(self, answer: Answer, suggestions: list[Suggestion], further: Iterable[str] = ()) -> None:
        """What was searched, what the doctor says, and what else there is to be said."""
        count = searched(answer)
        what = self.tr("1 item was searched.") if count == 1 else self.tr("{0} items were searched.").format(f"{count:,}")
        lines = [what, *(f"{notice[:1].upper()}{notice[1:]}." for notice in answer.notices)]
        if left_out(answer):
            lines.append(self.tr("Left out: {0}.").format(", ".join(left_out(answer))))
        lines += further
        offers = [_Offer(self.said(one), partial(self.suggestion_chosen.emit, one)) for one in suggestions]
        self._fill(self.tr("Nothing found"), lines, {self.tr("These would find something"): offers})

    def said(self, one: Suggestion) -> str:
        """A suggestion in words."""
        texts = {
            Change.WITHOUT: self.tr("Without {0}: {1}"),
            Change.UNQUOTED: self.tr("Without the quotes: {1}"),
            Change.UNFILTERED: self.tr("Without the filters: {1}"),
            Change.SOURCES: self.tr("In other sources: {1}"),
            Change.HIDDEN: self.tr("Among hidden items: {1}"),
            Change.NEIGHBOUR: self.tr("Did you mean {0}? {1}"),
        }
        return texts[one.change].format(one.part, f"{one.total:,}")

    def show_failure(self, sentence: str) -> None:
        """What was typed is no query, or the search broke."""
        self._fill(self.tr("Nothing was searched"), [sentence], {})

    def show_off(self) -> None:
        """The settings say that this workspace is not searched."""
        self._fill(
            self.tr("Search is off for this workspace"),
            [self.tr("No index is kept of it. Turned on, it is read once, and can be searched while it is.")],
            {"": [_Offer(self.tr("Turn on"), self.turn_on_requested.emit)]},
        )

    def first(self) -> QPushButton | None:
        """The first query that can be taken."""
        return self.findChild(QPushButton)

    def step(self, by: int) -> bool:
        """To the next of them or the one before, from the query to the first; False where there is none."""
        rows = self.findChildren(QPushButton)
        at = next((number for number, row in enumerate(rows) if row.hasFocus()), -1) + by
        if at < 0:
            self.left.emit()
        elif rows:
            row = rows[min(at, len(rows) - 1)]
            row.setFocus(Qt.FocusReason.TabFocusReason)
            self.ensureWidgetVisible(row)
        return bool(rows)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and isinstance(watched, QPushButton):
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
            if event.key() in steps and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                return self.step(steps[Qt.Key(event.key())])
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                watched.click()
                return True
        return super().eventFilter(watched, event)

    def _fill(self, title: str, lines: list[str], groups: dict[str, list[_Offer]]) -> None:
        """A title, sentences, and under each heading the queries that a press takes, by what they are called."""
        page = QWidget(self)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(tokens.SPACE_5, tokens.SPACE_5, tokens.SPACE_5, tokens.SPACE_5)
        layout.setSpacing(tokens.SPACE_2)
        head = label(title)
        head.setFont(title_font())
        layout.addWidget(head)
        for line in lines:
            one = label(line, "muted")
            one.setWordWrap(True)
            layout.addWidget(one)
        for heading, offers in groups.items():
            if not offers:
                continue
            layout.addSpacing(tokens.SPACE_3)
            if heading:
                layout.addWidget(label(heading, "heading"))
            for offer in offers:
                layout.addLayout(self._row(offer, page))
        layout.addStretch()
        self.setWidget(page)
        page.setAutoFillBackground(False)  # setWidget turns it on
        page.setAccessibleName(" ".join([title, *lines]))

    def _row(self, offer: _Offer, page: QWidget) -> QHBoxLayout:
        """A press takes it; what can be forgotten has a button for that at its end.

        What is pressed may fill the page anew, which would delete the button under its own signal: so it comes later.
        """
        row = QHBoxLayout()
        button = QPushButton(offer.text.replace("&", "&&"), page)
        button.setProperty("kind", "row")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(offer.take, Qt.ConnectionType.QueuedConnection)
        button.installEventFilter(self)
        row.addWidget(button, 1)
        if offer.forget is not None:
            away = QToolButton(page)
            away.setIcon(icon("close"))
            away.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            away.setAccessibleName(self.tr("Keep {0} no longer").format(offer.text))
            away.setToolTip(self.tr("Keep it no longer"))
            away.clicked.connect(offer.forget, Qt.ConnectionType.QueuedConnection)
            row.addWidget(away)
        return row
