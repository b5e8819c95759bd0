"""Why is a file found, or not? A box to ask in."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget
from shiboken6 import isValid

from sleuth.engine.why import Reason, Verdict
from sleuth.ui.jobs.lane import Job
from sleuth.ui.jobs.workspace_jobs import Failure, WorkspaceJobs
from sleuth.ui.settings_pane.rows import Row, sentence
from sleuth.ui.settings_pane.words import number, shown
from sleuth.ui.theme import tokens


class WhyRow(Row):
    """Answers for one path at a time; a newer question drops the older."""

    def __init__(self, jobs: WorkspaceJobs, parent: QWidget | None = None) -> None:
        super().__init__(
            QCoreApplication.translate("WhyRow", "Why isn't this found?"),
            QCoreApplication.translate("WhyRow", "Type or paste the path of a file, whole or from the folder on."),
            parent,
        )
        self._jobs = jobs
        self._job: Job | None = None
        self._field = QLineEdit()
        self._field.setPlaceholderText(self.tr("docs/guide.md"))
        self._field.setAccessibleName(self.tr("Path to ask about"))
        self._field.setClearButtonEnabled(True)
        self._field.returnPressed.connect(self._ask)
        self._field.textEdited.connect(self._forget)
        self._button = QPushButton(self.tr("Ask"))
        self._button.setAccessibleName(self.tr("Ask why this file is found, or is not"))
        self._button.clicked.connect(self._ask)
        line = QHBoxLayout()
        line.setSpacing(tokens.SPACE_2)
        line.addWidget(self._field, 1)
        line.addWidget(self._button, alignment=Qt.AlignmentFlag.AlignVCenter)
        self._answer = sentence("")
        self._answer.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._failure = sentence("", "danger")
        self._body.addLayout(line)
        self._body.addWidget(self._answer)
        self._body.addWidget(self._failure)
        self._forget()

    @property
    def answer(self) -> str:
        """What is said; empty while nothing was asked."""
        return next((one.text() for one in (self._answer, self._failure) if not one.isHidden()), "")

    def _ask(self) -> None:
        path = self._field.text().strip().strip("\"'")  # as file managers copy it
        if not path:
            return
        self._forget()
        here = str(self._jobs.root)
        self._job = self._jobs.ask(lambda workspace: workspace.why(path, here), self._answered, self._failed)

    def _forget(self) -> None:
        if self._job is not None:
            self._job.cancellation.cancel()
            self._job = None
        self._answer.hide()
        self._failure.hide()

    def _answered(self, verdict: Verdict) -> None:
        if not isValid(self):
            return  # the page was closed meanwhile
        self._answer.setText(self._spelt(verdict))
        self._answer.setAccessibleName(self._answer.text())
        self._answer.show()

    def _failed(self, failure: Failure) -> None:
        if not isValid(self):
            return
        self._failure.setText(shown(failure.text))
        self._failure.show()

    def _spelt(self, verdict: Verdict) -> str:
        found = (
            self.tr("{0} is found: it is indexed in {1} chunks").format(shown(verdict.path), number(verdict.chunks))
            if verdict.indexed and verdict.reason is Reason.INDEXED
            else self._why(verdict)
        )
        return f"{found} ({shown(verdict.detail)})." if verdict.detail else f"{found}."

    def _why(self, verdict: Verdict) -> str:
        sentences = {
            Reason.EMPTY: self.tr("{0} is empty: it is found by its name alone"),
            Reason.IGNORED: self.tr("{0} is not found: it is ignored"),
            Reason.BLOCKED: self.tr("{0} is not found: it is blocked"),
            Reason.BINARY: self.tr("{0} is not found: it is binary"),
            Reason.TOO_LARGE: self.tr("{0} is not found: it is too large"),
            Reason.UNREADABLE: self.tr("{0} is not found: it could not be read"),
            Reason.HIDDEN: self.tr("{0} is found only among hidden files"),
            Reason.OUTSIDE: self.tr("{0} is not found: it is outside the folder"),
            Reason.MISSING: self.tr("{0} is not found: it is not there"),
            Reason.NOT_SCANNED: self.tr("{0} is not found: it was not scanned"),
            Reason.SOURCE_OFF: self.tr("{0} is indexed, but its source is off by default"),
        }
        return sentences.get(verdict.reason, "{0}").format(shown(verdict.path))
