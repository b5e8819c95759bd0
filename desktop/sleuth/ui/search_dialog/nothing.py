"""What stands in place of hits? Before a search what can be typed, after one that found nothing what would find something."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QScrollArea, QVBoxLayout, QWidget

from sleuth.domain.hits import Answer
from sleuth.ui.theme import tokens
from sleuth.ui.theme.theme import title_font
from sleuth.ui.widgets.labels import label

_RECENT = 8


class NothingFound(QScrollArea):
    """A sentence, and queries to take instead.

    Signals:
        query_chosen: One of them.
    """

    query_chosen = Signal(str)

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
                self.tr("Kept searches"): [(text, text) for text in kept],
                self.tr("Recent searches"): [(text, text) for text in searches[:_RECENT] if text not in kept],
            },
        )

    def show_answer(self, answer: Answer) -> None:
        """What the doctor says."""
        searched = sum(answer.coverage.items.values())
        lines = [self.tr("{0} items were searched.").format(f"{searched:,}"), *answer.notices]
        left_out = [f"{count:,} {reason.replace('_', ' ')}" for reason, count in answer.coverage.left_out.items() if count]
        if left_out:
            lines.append(self.tr("Left out: {0}.").format(", ".join(left_out)))
        self._fill(
            self.tr("Nothing found"),
            lines,
            {self.tr("These would find something"): [(one.text, one.query) for one in answer.suggestions]},
        )

    def _fill(self, title: str, lines: list[str], groups: dict[str, list[tuple[str, str]]]) -> None:
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
        for heading, queries in groups.items():
            if not queries:
                continue
            layout.addSpacing(tokens.SPACE_3)
            layout.addWidget(label(heading, "heading"))
            for text, query in queries:
                button = QPushButton(text.replace("&", "&&"), page)
                button.setProperty("kind", "row")
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
                button.clicked.connect(partial(self.query_chosen.emit, query))
                layout.addWidget(button)
        layout.addStretch()
        self.setWidget(page)
        page.setAutoFillBackground(False)  # setWidget turns it on
        page.setAccessibleName(" ".join([title, *lines]))
