"""Where does the selected hit stand, and how did it come to its place? Shown beside the list."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from sleuth.domain.hits import Hit
from sleuth.domain.items import Kind, Source
from sleuth.engine.notes import is_own
from sleuth.engine.plain import explained
from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.models.agents import agent_of
from sleuth.ui.models.places import git_kind_said, lies_in
from sleuth.ui.theme import tokens
from sleuth.ui.viewers.base import place_of_hit
from sleuth.ui.viewers.pane import ItemPane
from sleuth.ui.widgets.labels import ElidedLabel, FocusLine, label


class Beside(QWidget):
    """The item, its place above it, the explanation below.

    Attributes:
        where, item, why: The parts.
    """

    def __init__(self, jobs: WorkspaceJobs, parent: QWidget) -> None:
        super().__init__(parent)
        self.item = ItemPane(jobs, self)
        self.where = ElidedLabel()
        self.where.setProperty("kind", "muted")
        self.why = label("", "muted", self)
        self.why.setWordWrap(True)
        self.why.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.why.setContentsMargins(tokens.SPACE_3, tokens.SPACE_2, tokens.SPACE_3, tokens.SPACE_2)
        self.why.hide()
        bar = QHBoxLayout()
        bar.setContentsMargins(tokens.SPACE_3, tokens.SPACE_1, tokens.SPACE_3, tokens.SPACE_1)
        bar.addWidget(self.where)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addLayout(bar)
        inside.addWidget(FocusLine(self.item))
        inside.addWidget(self.item, 1)
        inside.addWidget(self.why)

    def explain(self, hit: Hit) -> None:
        """How it came to its place; nothing where the search did not explain."""
        lines = "\n".join(explained(hit.explanation))
        self.why.setText(lines)
        self.why.setVisible(bool(lines))

    def show_hit(self, hit: Hit, typed: str) -> None:
        place = f"{hit.ref}:{hit.line}" if hit.line and not hit.section else " ".join(filter(None, (hit.ref, hit.section)))
        if hit.kind is Kind.CHAT:
            place = f"{agent_of(hit)}/{hit.title.replace('/', '∕')} : {hit.section}"
        elif is_own(hit.source, hit.ref):
            place = f"{lies_in(hit.source, hit.ref)}/{hit.title.replace('/', '∕')} : {hit.line}"
        elif hit.source is Source.GIT:
            place = " ".join(part for part in (git_kind_said(hit.kind), lies_in(hit.source, hit.ref)) if part)
        elif hit.source is Source.SYMBOLS and hit.path is not None:
            place = f"{hit.path}:{hit.line}"
        elif hit.kind is Kind.TERMINAL:
            place = lies_in(hit.source, hit.ref)  # the lines are numbered beside them
        self.where.setText(place.replace("/", " › "))
        self.item.show_place(place_of_hit(hit, typed))
