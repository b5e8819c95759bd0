"""What does the window's foot say? What is covered, when it was last looked at, what was left out; each leads to its detail."""

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from sleuth.engine.workspace import Status
from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.widgets.progress_line import ProgressLine

_NS = 1_000_000


class Foot(QWidget):
    """Three buttons under a line of progress.

    Signals:
        detail_requested: The Index section of the settings is wanted.
        scan_requested: Look at the disk again.
    """

    detail_requested = Signal()
    scan_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("foot")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._line = ProgressLine(self)
        self._covered, self._state, self._trouble = self._button(), self._button(), self._button()
        self._covered.clicked.connect(self.detail_requested)
        self._state.clicked.connect(self.scan_requested)
        self._state.setToolTip(self.tr("Scan again"))
        self._trouble.clicked.connect(self.detail_requested)
        row = QHBoxLayout()
        row.setContentsMargins(tokens.SPACE_2, 2, tokens.SPACE_2, 2)
        row.addWidget(self._covered)
        row.addStretch()
        row.addWidget(self._state)
        row.addWidget(self._trouble)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._line)
        layout.addLayout(row)

    def _button(self) -> QPushButton:
        button = QPushButton(self)
        button.setProperty("kind", "foot")
        button.setMinimumHeight(tokens.TARGET)
        button.hide()
        return button

    def serve(self, jobs: WorkspaceJobs) -> None:
        """Tell of this workspace from now on."""
        jobs.scan_started.connect(self._started)
        jobs.scan_moved.connect(self._moved)
        jobs.scan_ended.connect(lambda _: self._line.set_share(None))
        jobs.scan_failed.connect(self._failed)
        jobs.status_changed.connect(self.show_status)

    def _started(self) -> None:
        if not self._state.isVisible():
            self._say(self._state, self.tr("Looking for changes…"))

    def _moved(self, done: int, total: int) -> None:
        if total:
            self._line.set_share(done / total)
            self._say(self._state, self.tr("Indexing {0} of {1}").format(f"{done:,}", f"{total:,}"))

    def _failed(self, why: str) -> None:
        self._say(self._trouble, self.tr("The scan failed"), why)
        self._trouble.setIcon(icon("error", "danger"))

    def show_status(self, status: Status) -> None:
        self._say(self._covered, self._counts(status), self.tr("What is indexed, and what is not"))
        if not status.enabled:
            self._say(self._state, self.tr("Search is off"))
        elif status.last_scan_ns is not None:
            moment = QDateTime.fromMSecsSinceEpoch(status.last_scan_ns // _NS)
            at = QLocale().toString(moment.time(), QLocale.FormatType.ShortFormat)
            self._say(self._state, self.tr("Up to date, {0}").format(at), self.tr("Scan again"))
        self._show_trouble(status)

    def _counts(self, status: Status) -> str:
        nouns = {
            "files": (self.tr("file"), self.tr("files")),
            "documents": (self.tr("document"), self.tr("documents")),
            "tables": (self.tr("table"), self.tr("tables")),
        }
        parts = [
            f"{QLocale().toString(count)} {nouns.get(name, (name, name))[count != 1]}"
            for name, count in status.coverage.items.items()
            if count
        ]
        return " · ".join(parts) or self.tr("Nothing indexed yet")

    def _show_trouble(self, status: Status) -> None:
        if status.error:
            self._say(self._trouble, self.tr("Needs a look"), status.error)
            self._trouble.setIcon(icon("error", "danger"))
        elif status.coverage.unreadable:
            self._say(self._trouble, self.tr("{0} not read").format(QLocale().toString(status.coverage.unreadable)), self.tr("Why"))
            self._trouble.setIcon(icon("warning", "warning"))
        else:
            self._trouble.hide()

    def _say(self, button: QPushButton, text: str, tip: str = "") -> None:
        button.setText(text)
        button.setAccessibleName(f"{text}. {tip}" if tip else text)
        if tip:
            button.setToolTip(tip)
        button.show()
