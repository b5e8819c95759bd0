"""What does the window's foot say? What is covered, when it was last looked at, what was left out; each leads to its detail."""

from PySide6.QtCore import QDateTime, QLocale, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from sleuth.engine.workspace import Status
from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.widgets.announcing import announce
from sleuth.ui.widgets.numbers import number
from sleuth.ui.widgets.progress_line import ProgressLine

_NS = 1_000_000
_AGAIN_MS = 1_500
"""How often it is asked what a first scan has brought so far."""


class Foot(QWidget):
    """Three buttons under a line of progress.

    Attributes:
        failure: Why the last scan failed; empty where it did not.

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
        self.failure = ""
        self._jobs: WorkspaceJobs | None = None
        self._again = QTimer(self, interval=_AGAIN_MS)
        self._line = ProgressLine(self)
        self._covered, self._state, self._trouble = self._button(), self._button(), self._button()
        self._covered.clicked.connect(self.detail_requested)
        self._state.clicked.connect(self.scan_requested)
        self._state.setToolTip(self.tr("Scan again"))
        self._trouble.clicked.connect(self.detail_requested)
        self.setFocusProxy(self._covered)
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
        self._jobs = jobs
        jobs.scan_started.connect(self._started)
        jobs.scan_moved.connect(self._moved)
        jobs.scan_ended.connect(self._ended)
        self._again.timeout.connect(jobs.ask_status)
        jobs.scan_failed.connect(self._failed)
        jobs.status_changed.connect(self.show_status)

    def _started(self) -> None:
        self.failure = ""
        if not self._state.isVisible():
            self._say(self._state, self.tr("Looking for changes…"))
        status = self._jobs.status if self._jobs is not None else None
        if status is None or status.last_scan_ns is None:
            self._again.start()

    def _ended(self, _outcome: object) -> None:
        self._again.stop()
        self._line.set_share(None)

    def _moved(self, done: int, total: int) -> None:
        if total:
            self._line.set_share(done / total)
            self._say(self._state, self.tr("Indexing {0} of {1}").format(number(done), number(total)))

    def _failed(self, why: str) -> None:
        if self._jobs is not None and not self._jobs.settings.enabled:
            return  # the status says so
        self.failure = why
        self._say(self._state, self.tr("Scan again"), self.tr("Scan again"))  # a status with a time in it says more
        self._show_failure()
        announce(self, f"{self._trouble.text()}. {why}")

    def _show_failure(self) -> None:
        self._say(self._trouble, self.tr("The scan failed"), self.failure)
        self._trouble.setIcon(icon("error", "danger"))

    def show_status(self, status: Status) -> None:
        self._say(self._covered, self._counts(status), self._detail(status))
        if not status.enabled:
            self._say(self._state, self.tr("Search is off"))
        elif status.last_scan_ns is not None:
            moment = QDateTime.fromMSecsSinceEpoch(status.last_scan_ns // _NS)
            at = QLocale().toString(moment.time(), QLocale.FormatType.ShortFormat)
            text = self.tr("As of {0}") if self.failure else self.tr("Up to date, {0}")
            self._say(self._state, text.format(at), self.tr("Scan again"))
        self._show_trouble(status)

    def _counts(self, status: Status) -> str:
        nouns = {
            "files": (self.tr("file"), self.tr("files")),
            "documents": (self.tr("document"), self.tr("documents")),
            "tables": (self.tr("table"), self.tr("tables")),
            "chats": (self.tr("chat"), self.tr("chats")),
            "notes": (self.tr("note"), self.tr("notes")),
            "plans": (self.tr("plan"), self.tr("plans")),
            "terminals": (self.tr("terminal"), self.tr("terminals")),
            "git": (self.tr("commit"), self.tr("commits")),
            "symbols": (self.tr("symbol"), self.tr("symbols")),
        }
        parts = [
            f"{number(count)} {nouns.get(name, (name, name))[count != 1]}"
            for name, count in {**status.coverage.items, "symbols": sum(status.coverage.symbols.values())}.items()
            if count
        ]
        counts = " · ".join(parts)
        if status.last_scan_ns is None:
            return self.tr("{0} so far").format(counts) if counts else self.tr("Nothing indexed yet")
        return counts or self.tr("Nothing to index here")

    def _detail(self, status: Status) -> str:
        """What was left out, and why."""
        names = {
            "ignored": self.tr("{0} ignored"),
            "blocked": self.tr("{0} blocked"),
            "binary": self.tr("{0} binary"),
            "too_large": self.tr("{0} too large"),
        }
        counts = {**status.coverage.left_out, "unreadable": status.coverage.unreadable}
        names["unreadable"] = self.tr("{0} not readable")
        parts = [names.get(name, f"{{0}} {name}").format(number(count)) for name, count in counts.items() if count]
        if not parts:
            return self.tr("What is indexed, and what is not")
        return self.tr("Left out: {0}. Press for more.").format(", ".join(parts))

    def _show_trouble(self, status: Status) -> None:
        if self.failure:
            self._show_failure()  # the status that is asked for after a scan knows nothing of it
        elif status.error:
            self._say(self._trouble, self.tr("Needs a look"), status.error)
            self._trouble.setIcon(icon("error", "danger"))
        elif status.coverage.unreadable:
            self._say(self._trouble, self.tr("{0} not read").format(number(status.coverage.unreadable)), self.tr("Why"))
            self._trouble.setIcon(icon("warning", "warning"))
        else:
            self._trouble.hide()

    def _say(self, button: QPushButton, text: str, tip: str = "") -> None:
        button.setText(text)
        button.setAccessibleName(f"{text}. {tip}" if tip else text)
        if tip:
            button.setToolTip(tip)
        button.show()
