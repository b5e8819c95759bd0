"""What does the index hold, what did it leave out, and what can be done with it?"""

import time
from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from sleuth.engine.workspace import Status
from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.settings_pane.confirm import ConfirmedRow
from sleuth.ui.settings_pane.rows import Row, sentence
from sleuth.ui.settings_pane.sections import Section
from sleuth.ui.settings_pane.why_row import WhyRow
from sleuth.ui.settings_pane.words import age, duration, moment, number, shown, size
from sleuth.ui.theme import tokens
from sleuth.ui.theme.theme import row_height
from sleuth.ui.widgets.labels import label

_MOST_ROWS = 6
_MOST_FILES = 500
# An index has its least size, which says nothing about a handful of files.
_LEAST_FOR_SHARE = 1_000_000


class FactsRow(Row):
    """Names at the left, values beside them."""

    def __init__(self, title: str, help_: str, parent: QWidget | None = None) -> None:
        super().__init__(title, help_, parent)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(tokens.SPACE_5)
        self._grid.setVerticalSpacing(tokens.SPACE_1)
        self._grid.setColumnMinimumWidth(0, 112)
        self._grid.setColumnStretch(1, 1)
        self._body.addLayout(self._grid)
        self._labels: list[tuple[QLabel, QLabel]] = []

    def tell(self, facts: list[tuple[str, str, str]]) -> None:
        """Name, value, and what is said of it on hover."""
        while len(self._labels) < len(facts):
            pair = label("", "muted"), sentence("")
            for column, one in enumerate(pair):
                self._grid.addWidget(one, len(self._labels), column, Qt.AlignmentFlag.AlignTop)
            self._labels.append(pair)
        for place, pair in enumerate(self._labels):
            for one in pair:
                one.setVisible(place < len(facts))
        for (name, value), (name_text, text, hover) in zip(self._labels, facts, strict=False):
            name.setText(name_text)
            value.setText(text)
            value.setToolTip(hover)
            value.setAccessibleName(f"{name_text}: {text}")

    def facts(self) -> dict[str, str]:
        return {name.text(): value.text() for name, value in self._labels if not name.isHidden()}


class NoticesRow(Row):
    """What the person should know of the last scan and of the settings' files."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, "", parent)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(tokens.SPACE_1)
        self._body.addLayout(self._lines)
        self.texts: list[str] = []

    def tell(self, error: str | None, notices: list[str]) -> None:
        texts = [*([error] if error else []), *notices]
        self.is_needed = bool(texts)
        if texts == self.texts:
            return
        self.texts = texts
        while (item := self._lines.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for place, text in enumerate(texts):
            self._lines.addWidget(sentence(shown(text), "danger" if error and place == 0 else "warning"))


class UnreadableRow(Row):
    """The files that could not be read, each with its reason."""

    def __init__(self, title: str, help_: str, parent: QWidget | None = None) -> None:
        super().__init__(title, help_, parent)
        self.list = _file_list(title, [self.tr("File"), self.tr("Reason")])
        self._body.addWidget(self.list)
        self._told: tuple[tuple[str, str], ...] = ()

    def tell(self, unreadable: tuple[tuple[str, str], ...]) -> None:
        self.is_needed = bool(unreadable)
        if unreadable == self._told:
            return
        self._told = unreadable
        _fill(self.list, unreadable)


class LeftOutRow(FactsRow):
    """How many files are not searched, for which reason; and on demand, which."""

    def __init__(self, title: str, jobs: WorkspaceJobs, parent: QWidget | None = None) -> None:
        super().__init__(title, "", parent)
        self._jobs = jobs
        self.button = QPushButton(self.tr("Show which files"))
        self.button.setCheckable(True)
        self.button.clicked.connect(self._toggle)
        self.put_beside(self.button)
        self.list = _file_list(self.tr("Files that are left out"), [self.tr("File"), self.tr("Reason")])
        self._told = sentence("", "muted")
        self._body.addWidget(self.list)
        self._body.addWidget(self._told)
        self.list.hide()
        self._told.hide()

    def offer(self, count: int) -> None:
        """So many could be shown by name; those that are shown are asked for anew."""
        self.button.setVisible(count > 0)
        if not count:
            self.button.setChecked(False)
        self._toggle()

    def _toggle(self) -> None:
        if self.button.isChecked():
            self._jobs.ask(lambda workspace: workspace.left_out(_MOST_FILES), self._show, lambda failure: self._show([], failure.text))
        else:
            self.list.hide()
            self._told.hide()

    def _show(self, files: list[tuple[str, str, str]], problem: str = "") -> None:
        if not self.button.isChecked():
            return  # it was folded again meanwhile
        titles = {
            "blocked": self.tr("Blocked"),
            "binary": self.tr("Binary"),
            "too_large": self.tr("Too large"),
            "unreadable": self.tr("Not readable"),
        }
        rows = []
        for ref, state, reason in files:
            title = titles.get(state, state)
            rows.append((ref, f"{title}: {reason}" if reason else title))
        _fill(self.list, rows)
        self.list.setVisible(bool(rows))
        told = self.tr("The first {0} are shown.").format(number(_MOST_FILES)) if len(files) >= _MOST_FILES else ""
        told = told or (self.tr("Ignored files are counted only.") if not rows else "")
        self._told.setText(problem or told)
        self._told.setVisible(bool(problem or told))


def _file_list(name: str, titles: list[str]) -> QTreeWidget:
    """Files and, beside each, what is said of it."""
    made = QTreeWidget()
    made.setRootIsDecorated(False)
    made.setUniformRowHeights(True)
    made.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    made.setHeaderLabels(titles)
    made.setHeaderHidden(True)
    made.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    made.setAccessibleName(name)
    return made


def _fill(made: QTreeWidget, rows: Iterable[tuple[str, str]]) -> None:
    made.clear()
    for ref, reason in rows:
        item = QTreeWidgetItem([shown(ref), shown(reason)])
        for column in (0, 1):
            item.setToolTip(column, item.text(column))
        made.addTopLevelItem(item)
    made.setFixedHeight(min(made.topLevelItemCount(), _MOST_ROWS) * row_height() + 2)


class _ScanRow(Row):
    """Looks at what changed, and says how far it is."""

    def __init__(self, title: str, help_: str, parent: QWidget | None = None) -> None:
        super().__init__(title, help_, parent)
        self.button = QPushButton(title)
        self._state = sentence("", "muted")
        self._failure = sentence("", "danger")
        self._words.addWidget(self._state)
        self._words.addWidget(self._failure)
        self.put_beside(self.button)
        self.tell("")
        self.fail("")

    @property
    def state(self) -> str:
        return self._state.text()

    def tell(self, state: str) -> None:
        self._state.setText(state)
        self._state.setVisible(bool(state))

    def fail(self, failure: str) -> None:
        self._failure.setText(shown(failure))
        self._failure.setVisible(bool(failure))


class IndexSection(Section):
    """The index of the open workspace.

    Signals:
        scan_requested, rebuild_requested, delete_requested: The person wants it, and was asked where it takes something away.
    """

    scan_requested = Signal()
    rebuild_requested = Signal()
    delete_requested = Signal()

    def __init__(self, jobs: WorkspaceJobs, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("IndexSection", "Index"), parent)
        self._jobs = jobs
        self.held = FactsRow(self.tr("What is indexed"), "")
        self.left_out = LeftOutRow(self.tr("What is left out"), jobs)
        self.notices = NoticesRow(self.tr("Notices"))
        self.unreadable = UnreadableRow(
            self.tr("Could not be read"), self.tr("Each is tried again when it changes, and by a rebuild.")
        )
        self.why = WhyRow(jobs)
        self.scan = _ScanRow(self.tr("Scan again"), self.tr("Look at what changed in the folder since the last scan."))
        self.rebuild = ConfirmedRow(
            self.tr("Rebuild the index"),
            self.tr("Read everything again, from nothing."),
            self.tr("Until it is done, searches find only what was read so far."),
            self.tr("Rebuild"),
        )
        self.delete = ConfirmedRow(
            self.tr("Delete the index"),
            self.tr("Frees its room on the disk. Your files stay as they are."),
            self.tr("The next scan makes it anew."),
            self.tr("Delete"),
        )
        for row in (self.held, self.left_out, self.notices, self.unreadable, self.why, self.scan, self.rebuild, self.delete):
            self.add(row)
        self.scan.button.clicked.connect(self.scan_requested)
        self.rebuild.confirmed.connect(self.rebuild_requested)
        self.delete.confirmed.connect(self.delete_requested)
        jobs.status_changed.connect(self.tell)
        # Bound methods, which Qt forgets with the page; the jobs outlive it.
        jobs.scan_started.connect(self._tell_begun)
        jobs.scan_moved.connect(self._tell_moved)
        jobs.scan_ended.connect(self._tell_scan)
        jobs.scan_failed.connect(self.scan.fail)
        self.tell(jobs.status)
        self._tell_scan()

    def tell(self, status: Status | None) -> None:
        """Show what is known of the index; None: nothing yet."""
        self.held.tell(self._facts(status))
        self.left_out.tell(self._left_out(status) if status is not None else [])
        counts = [*status.coverage.left_out.items(), ("unreadable", status.coverage.unreadable)] if status is not None else []
        self.left_out.offer(sum(count for reason, count in counts if reason != "ignored"))
        self.left_out.is_needed = status is not None and status.last_scan_ns is not None and status.enabled
        error, notices = (status.error, [*status.notices, *status.warnings]) if status is not None else (None, [])
        self.notices.tell(error, notices)
        self.unreadable.tell(status.unreadable if status is not None else ())
        is_there = status is not None and status.enabled
        self.rebuild.set_possible(is_there)
        self.delete.set_possible(status is not None and status.index_bytes > 0)
        self.why.is_needed = is_there
        self._tell_scan()
        self.filter_again()

    def _facts(self, status: Status | None) -> list[tuple[str, str, str]]:
        if status is None:
            return [(self.tr("Index"), self.tr("Looking at it…"), "")]
        if not status.enabled:
            return [(self.tr("Index"), self.tr("None: search is off for this folder."), "")]
        last = status.last_scan_ns
        if last is None:
            return [(self.tr("Last scan"), self.tr("Never. Scan to be able to search."), "")]
        coverage = status.coverage
        facts = [(self._source_title(name), self._count(name, status), "") for name in coverage.items]
        if coverage.hidden:
            facts.append((self.tr("Hidden of these"), number(coverage.hidden), ""))
        facts.append((self.tr("Chunks"), number(coverage.chunks), ""))
        facts.append((self.tr("Text"), size(coverage.text_bytes), self._bytes(coverage.text_bytes)))
        facts.append((self.tr("Index"), self._index_size(status), self._bytes(status.index_bytes)))
        took = self.tr(", took {0}").format(duration(status.last_scan_ms)) if status.last_scan_ms is not None else ""
        return [*facts, (self.tr("Last scan"), f"{age(last, time.time_ns())}{took}", moment(last))]

    def _count(self, name: str, status: Status) -> str:
        count, text_bytes = status.coverage.items[name], status.coverage.source_bytes.get(name, 0)
        return self.tr("{0} · {1} of text").format(number(count), size(text_bytes)) if text_bytes else number(count)

    def _index_size(self, status: Status) -> str:
        text_bytes = status.coverage.text_bytes
        if text_bytes < _LEAST_FOR_SHARE:
            return size(status.index_bytes)
        return self.tr("{0}, {1} % of the text").format(size(status.index_bytes), number(round(100 * status.index_bytes / text_bytes)))

    def _bytes(self, count: int) -> str:
        return self.tr("{0} bytes").format(number(count))

    def _source_title(self, name: str) -> str:
        return self.tr(name.capitalize())

    def _left_out(self, status: Status) -> list[tuple[str, str, str]]:
        titles = {
            "ignored": (self.tr("Ignored"), self.tr("By git's rules, or in folders of dependencies, builds and caches")),
            "blocked": (self.tr("Blocked"), self.tr("By the blocked paths, or because such files hold secrets")),
            "binary": (self.tr("Binary"), self.tr("They hold no text")),
            "too_large": (self.tr("Too large"), self.tr("Larger than the largest file")),
        }
        facts = [
            (*titles.get(reason, (reason.replace("_", " ").capitalize(), "")), count)
            for reason, count in status.coverage.left_out.items()
            if count
        ]
        if status.coverage.unreadable:
            facts.append((self.tr("Not readable"), "", status.coverage.unreadable))
        listed = [(title, number(count), hover) for title, hover, count in facts]
        return listed or [(self.tr("Nothing"), "", "")]

    def _tell_begun(self) -> None:
        self.scan.fail("")
        self._tell_scan()

    def _tell_moved(self, done: int, total: int) -> None:
        self.scan.tell(self.tr("Indexing {0} of {1}.").format(number(done), number(total)))

    def _tell_scan(self) -> None:
        status = self._jobs.status
        is_on = status is None or status.enabled
        self.scan.button.setEnabled(is_on and not self._jobs.is_scanning)
        if self._jobs.is_scanning:
            if not self.scan.state:
                self.scan.tell(self.tr("Scanning…"))
        elif status is not None and status.scanning:
            self.scan.tell(self.tr("Another process is scanning this folder."))
        else:
            self.scan.tell("" if is_on else self.tr("Search is off for this folder."))
