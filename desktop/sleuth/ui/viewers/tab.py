"""What is a tab made of? Where the item lies, which mark is current, preview or source, find, and the item itself."""

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.pane import ItemPane
from sleuth.ui.widgets.find_bar import FindBar
from sleuth.ui.widgets.labels import ElidedLabel, hairline, label

# Programs that save write a file in several steps.
_SETTLED_MS = 200


class Tab(QWidget):
    """One item in a tab; the file is watched while it is open.

    Signals:
        title_changed: The item has another name now.
        marks_changed: Which mark is current, and how many there are.
        link_activated: A link in the item was followed.
        moved: The person is somewhere else in it.
    """

    title_changed = Signal()
    marks_changed = Signal(int, int)
    link_activated = Signal(str)
    moved = Signal()

    def __init__(self, jobs: WorkspaceJobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "page")
        self.is_pinned = False
        self._jobs = jobs
        self.place: Place | None = None
        self.mark_count = 0
        self._shown_file: Path | None = None
        """The file that is watched; known still when it is gone."""
        self._is_source = False
        self._make()
        self._settle = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settle.timeout.connect(self._file_changed)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(lambda _: self._settle.start())
        self._watcher.directoryChanged.connect(lambda _: self._settle.start())

    def _make(self) -> None:
        self._crumbs = ElidedLabel()
        self._crumbs.setProperty("kind", "muted")
        self._marks = label("", "muted", self)
        self._marks.setAccessibleName(self.tr("Marks"))
        self._previous, self._next = self._step_button("previous", -1), self._step_button("next", 1)
        self._source = QPushButton(self.tr("Source"), self)
        self._source.setProperty("kind", "quiet")
        self._source.setCheckable(True)
        self._source.setToolTip(self.tr("The text itself, or what it renders to"))
        self._source.clicked.connect(self.toggle_source)
        self._pane = ItemPane(self._jobs, self)
        self._pane.shown.connect(self._shown)
        self._pane.marks_changed.connect(self._count)
        self._pane.place_changed.connect(self._person_moved)
        self._pane.link_activated.connect(self.link_activated)
        self._find = FindBar(self)
        self._find.text_changed.connect(self._find_text)
        self._find.stepped.connect(self.step)
        self._find.closed.connect(self._end_find)
        bar = QHBoxLayout()
        bar.setContentsMargins(tokens.SPACE_4, tokens.SPACE_1, tokens.SPACE_2, tokens.SPACE_1)
        bar.setSpacing(tokens.SPACE_1)
        bar.addWidget(self._crumbs, 1)
        for widget in (self._previous, self._marks, self._next, self._source):
            bar.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addWidget(self._find)
        layout.addWidget(hairline())
        layout.addWidget(self._pane, 1)
        self._count(0, 0)
        self._source.hide()

    def _step_button(self, name: str, by: int) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(icon(name))
        title = self.tr("Next mark (F3)") if by > 0 else self.tr("Previous mark (Shift+F3)")
        button.setToolTip(title)
        button.setAccessibleName(title)
        button.clicked.connect(lambda: self.step(by))
        return button

    # -- what it shows

    def open_place(self, place: Place) -> None:
        renamed = self.place is None or self.place.ref != place.ref
        self.place = place
        self._pane.show_place(place)
        self._say_place()
        if renamed:
            self.title_changed.emit()

    def title(self) -> str:
        return self.place.ref.rpartition("/")[2] if self.place is not None else ""

    def ref(self) -> str | None:
        return self.place.ref if self.place is not None else None

    def file(self) -> Path | None:
        """The file that is shown; None while it cannot be."""
        return self._pane.reading.path if self._pane.reading is not None else None

    def here(self) -> Place | None:
        """Where the person is now."""
        return self._pane.place() or self.place

    def reload(self) -> None:
        self._pane.reload()

    def focus_item(self) -> None:
        viewer = self._pane.viewer
        (viewer if viewer is not None else self._pane).setFocus()

    def _shown(self) -> None:
        viewer, reading = self._pane.viewer, self._pane.reading
        self._source.setVisible(viewer is not None and viewer.has_source)
        if viewer is not None and viewer.has_source:
            viewer.set_source(self._is_source)
        if reading is not None and reading.path != self._shown_file:
            watched = [*self._watcher.files(), *self._watcher.directories()]
            if watched:
                self._watcher.removePaths(watched)
            self._shown_file = reading.path
            self._watcher.addPath(str(reading.path))
        self._say_place()

    def _file_changed(self) -> None:
        file = self._shown_file
        if file is None:
            return
        if not file.exists():
            self._watcher.addPath(str(file.parent))  # it may come back
        else:
            if self._watcher.directories():
                self._watcher.removePaths(self._watcher.directories())
            if str(file) not in self._watcher.files():
                self._watcher.addPath(str(file))  # it was replaced by a new one of the name
        self.reload()

    def _person_moved(self) -> None:
        self._say_place()
        self.moved.emit()

    def _say_place(self) -> None:
        here = self.here()
        if here is None:
            return
        where = " ".join(part for part in (here.section or "", f": {here.line}" if here.line and not here.section else "") if part)
        self._crumbs.setText(f"{here.ref.replace('/', ' › ')} {where}".strip())

    # -- marks, source, find

    def _count(self, current: int, count: int) -> None:
        self.mark_count = count
        for widget in (self._marks, self._previous, self._next):
            widget.setVisible(bool(count))
        self._marks.setText(self.tr("{0} of {1}").format(f"{current:,}", f"{count:,}"))
        self._find.set_count(current, count)
        self.marks_changed.emit(current, count)

    def step(self, by: int) -> None:
        if self._pane.viewer is not None:
            self._pane.viewer.step(by)

    def toggle_source(self) -> None:
        viewer = self._pane.viewer
        if viewer is None or not viewer.has_source:
            return
        self._is_source = not self._is_source
        self._source.setChecked(self._is_source)
        viewer.set_source(self._is_source)

    def open_find(self) -> None:
        self._find.open_up()

    def _find_text(self, text: str) -> None:
        if self._pane.viewer is not None:
            self._pane.viewer.find_text(text)

    def _end_find(self) -> None:
        self._find_text("")
        self.focus_item()

    def release(self) -> None:
        """The tab is about to go."""
        self._settle.stop()
        self._pane.release()
