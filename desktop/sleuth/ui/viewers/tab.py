"""What is a tab made of? Where the item lies, which mark is current, preview or source, find, and the item itself."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, Qt, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from sleuth.domain.items import Source
from sleuth.domain.terminals import PANE
from sleuth.engine.commits import CommitReading
from sleuth.engine.notes import Note, is_own
from sleuth.engine.reading import Reading
from sleuth.engine.terminals import TerminalReading
from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.models.places import lies_in
from sleuth.ui.state import WindowState
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon, source_icon
from sleuth.ui.viewers.base import Place, Viewer
from sleuth.ui.viewers.chat.reading import ChatReading
from sleuth.ui.viewers.diff.words import called
from sleuth.ui.viewers.note.view import NoteViewer
from sleuth.ui.viewers.pane import ItemPane
from sleuth.ui.viewers.terminal.recorded import terminal_of
from sleuth.ui.widgets.find_bar import FindBar
from sleuth.ui.widgets.labels import ElidedLabel, FocusLine, hairline, label

# Programs that save write a file in several steps.
_SETTLED_MS = 200
# What an open pane of a terminal shows lies in no file that could be watched.
_PANE_MS = 2_000


class Tab(QWidget):
    """One item in a tab; the file is watched while it is open.

    Signals:
        title_changed: The item has another name now.
        marks_changed: Which mark is current, and how many there are.
        link_activated: A link in the item was followed.
        moved: The person is somewhere else in it.
        jumped: They left a place for another at once: from where, and to where.
        action_wanted: What is offered in place of an item that cannot be shown: `editor`, `reveal` or `close`.
        note_delete_wanted: One's own note is to be deleted.
        note_named: It is in a file now, at a Place.
    """

    title_changed = Signal()
    marks_changed = Signal(int, int)
    link_activated = Signal(str)
    moved = Signal()
    jumped = Signal(object, object)
    action_wanted = Signal(str)
    note_delete_wanted = Signal()
    note_named = Signal(object)

    def __init__(self, jobs: WorkspaceJobs, state: WindowState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "page")
        self.is_pinned = False
        self._jobs = jobs
        self._state = state
        self.place: Place | None = None
        self.mark_count = 0
        self._counted = (0, 0)
        self._shown_file: Path | None = None
        """The file that is watched; known still when it is gone."""
        self._is_source = False
        self._is_new = False
        """Whether the place is one that was just asked for."""
        self._is_to_edit = False
        """Whether the note that comes is to be changed, not only looked at."""
        self._chosen_for = ""
        """The item for which preview or source was chosen here; another one is shown as its kind was last."""
        self._make()
        self._settle = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settle.timeout.connect(self._file_changed)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._touched)
        self._watcher.directoryChanged.connect(self._touched)
        self._look = QTimer(self, singleShot=True, interval=_PANE_MS)
        self._look.timeout.connect(self._look_again)

    def _make(self) -> None:
        self._crumbs = ElidedLabel()
        self._crumbs.setProperty("kind", "muted")
        self._marks = label("", "muted", self)
        self._previous, self._next = self._step_button("previous", -1), self._step_button("next", 1)
        self._switch = self._make_switch()
        self._delete = self._make_delete()
        self._pane = ItemPane(self._jobs, self, offers=True)
        self._pane.action_wanted.connect(lambda offer: self.action_wanted.emit(offer.value))
        self._pane.shown.connect(self._shown)
        self._pane.marks_changed.connect(self._count)
        self._pane.place_changed.connect(self._person_moved)
        self._pane.link_activated.connect(self.link_activated)
        self._pane.jumped.connect(self.jumped)
        self._pane.note_kept.connect(self._note_kept)
        self._hint = self._make_hint()
        self._find = FindBar(self)
        self._find.text_changed.connect(self._find_text)
        self._find.stepped.connect(self.step)
        self._find.closed.connect(self._end_find)
        bar = QHBoxLayout()
        bar.setContentsMargins(tokens.SPACE_4, tokens.SPACE_1, tokens.SPACE_2, tokens.SPACE_1)
        bar.setSpacing(tokens.SPACE_1)
        bar.addWidget(self._crumbs, 1)
        for widget in (self._previous, self._marks, self._next, self._switch, self._delete):
            bar.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addWidget(self._find)
        layout.addWidget(self._hint)
        self._line = FocusLine(self._pane)
        layout.addWidget(self._line)
        layout.addWidget(self._pane, 1)
        self._count(0, 0)
        self._switch.hide()

    def _make_switch(self) -> QWidget:
        """Preview | Source."""
        self._preview = QPushButton(self.tr("Preview"), self)
        self._source = QPushButton(self.tr("Source"), self)
        self._preview.setToolTip(self.tr("What the text renders to"))
        self._source.setToolTip(self.tr("The text itself"))
        switch = QWidget(self)
        row = QHBoxLayout(switch)
        row.setContentsMargins(tokens.SPACE_2, 0, 0, 0)
        row.setSpacing(2)
        for button in (self._preview, self._source):
            button.setProperty("kind", "quiet")
            button.setCheckable(True)
            button.setAutoExclusive(True)
            row.addWidget(button)
        row.insertWidget(1, hairline(vertical=True))
        self._preview.setChecked(True)
        self._preview.clicked.connect(lambda: self._choose_source(False))
        self._source.clicked.connect(lambda: self._choose_source(True))
        return switch

    def _make_delete(self) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(icon("delete"))
        button.setToolTip(self.tr("Delete the note"))
        button.setAccessibleName(self.tr("Delete the note"))
        button.clicked.connect(self.note_delete_wanted)
        button.hide()
        return button

    def _make_hint(self) -> QWidget:
        """Says that the preview does not show what was found."""
        hint = QWidget(self)
        hint.setProperty("kind", "sunken")
        hint.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(hint)
        row.setContentsMargins(tokens.SPACE_4, tokens.SPACE_1, tokens.SPACE_2, tokens.SPACE_1)
        row.addWidget(label(self.tr("The match is in the source."), "", hint))
        button = QPushButton(self.tr("Show the source"), hint)
        button.setProperty("kind", "quiet")
        button.clicked.connect(self._show_match)
        row.addWidget(button)
        row.addStretch(1)
        hint.hide()
        return hint

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
        renamed = not self.holds(place)
        self.place, self._is_new = place, True
        self._pane.show_place(place)
        self._say_place()
        if renamed:
            self.title_changed.emit()

    def icon(self) -> QIcon:
        """What stands before the title; nothing where that is a file's name."""
        source = self.place.source if self.place is not None else Source.FILES if self.note is None else Source.NOTES
        return QIcon() if source is Source.FILES else source_icon(source)

    def holds(self, place: Place) -> bool:
        """Whether a place is in this tab's item."""
        own = self.place
        return own is not None and ((own.source, own.ref) == (place.source, place.ref) or self._pane.holds(place))

    @property
    def note(self) -> NoteViewer | None:
        """What shows one's own note, old or new; None while anything else is shown."""
        viewer = self._pane.viewer
        return viewer if isinstance(viewer, NoteViewer) else None

    @property
    def commit(self) -> CommitReading | None:
        """The commit that is shown; None while anything else is."""
        return self._pane.reading if isinstance(self._pane.reading, CommitReading) else None

    def begin_note(self, text: str) -> None:
        """Write a new note here, which has a place once there is something in it."""
        self.place, self.is_pinned = None, True
        self._chosen_for, self._is_source = "", True
        self._pane.begin_note(text)
        self.title_changed.emit()

    def edit(self) -> None:
        """Change the note that is shown, or about to be."""
        self._is_to_edit = True
        if self.note is not None and self.place is not None and self._pane.reading is not None and self._pane.reading.ref == self.place.ref:
            self._shown()
            self.focus_item()

    def _note_kept(self, note: Note) -> None:
        """It has a file now, or another title."""
        place = Place(note.ref, source=Source.NOTES)
        if self.place is None or self.place.key != place.key:
            self.place, self._chosen_for = place, place.key
            self.note_named.emit(place)
            self._pane.reload()  # so that the file is watched
        self._say_place()
        self.title_changed.emit()

    def title(self) -> str:
        if self.place is None:
            return (self.note.title() if self.note is not None else "") or self.tr("New note")
        if is_own(self.place.source, self.place.ref):
            return (self.note.title() if self.note is not None else "") or self.tr("Note")
        if self.place.source is Source.CHATS:
            return self._pane.reading.chat.title if isinstance(self._pane.reading, ChatReading) else self.tr("Chat")
        if self.place.source is Source.TERMINALS:
            reading = self._pane.reading
            return reading.title if isinstance(reading, TerminalReading) and reading.ref == self.place.ref else self.tr("Terminal")
        if self.place.source is Source.GIT:
            reading = self._pane.reading
            return called(reading) if isinstance(reading, CommitReading) and reading.ref == self.place.ref else self.tr("Commit")
        return self.place.ref.rpartition("/")[2]

    def ref(self) -> str | None:
        """The file's reference; None for what is no file of the workspace."""
        return self.place.ref if self.place is not None and self.place.source is Source.FILES else None

    def key(self) -> str:
        """The item in one word (see `Place.key`); empty where there is none."""
        here = self.here()
        if self.place is None:
            return ""
        return here.key if here is not None and self.holds(here) else self.place.key

    def file(self) -> Path | None:
        """The file that is shown; None while it cannot be."""
        return self._pane.reading.path if self._pane.reading is not None else None

    def here(self) -> Place | None:
        """Where the person is now; nowhere in a note that is in no file."""
        return (self._pane.place() or self.place) if self.place is not None else None

    def counted_in(self) -> str:
        """What its places are counted in (see `Viewer`); empty where there are none."""
        return self._pane.viewer.counted_in if self._pane.viewer is not None else ""

    def place_at(self, number: int) -> Place | None:
        """The place that a number stands for: a line, or a page or cell, the last one where there are not so many."""
        here, counted_in = self.here(), self.counted_in()
        if here is None or not counted_in:
            return None
        if isinstance(self._pane.reading, ChatReading):
            return self._pane.reading.place_of(number, here.query)
        viewer = self._pane.viewer
        counted = viewer.place_at(number) if viewer is not None else None
        if counted is not None:
            return counted
        if counted_in == "line":
            return Place(here.ref, max(number, 1), None, here.query, here.source)
        sections = self._pane.reading.sections if self._pane.reading is not None else ()
        number = max(1, min(number, len(sections) or number))
        return Place(here.ref, None, f"{counted_in} {number}", here.query, here.source)

    def reload(self) -> None:
        self._pane.reload()

    def focus_item(self) -> None:
        viewer = self._pane.viewer
        (viewer if viewer is not None else self._pane).setFocus()

    def _shown(self) -> None:
        viewer, reading = self._pane.viewer, self._pane.reading
        self._hint.hide()
        self.show_wrap()
        has_source = viewer is not None and viewer.has_source
        self._switch.setVisible(has_source)
        self._delete.setVisible(self.note is not None)
        if viewer is not None and has_source:
            self._choose_first(viewer)
            self._set_source(self._is_source)
        if isinstance(reading, ChatReading):
            self.title_changed.emit()  # which is known only now; a scan tells when the file changed
        elif isinstance(reading, CommitReading):
            self._unwatch()  # it stands for good
            self.title_changed.emit()
        elif isinstance(reading, TerminalReading) and reading.ref.startswith(PANE):
            self._unwatch()
            if reading.is_pane:
                self._look.start()
        elif reading is not None and reading.path != self._shown_file:
            self._unwatch()
            self._shown_file = reading.path
            self._watcher.addPath(str(reading.path))
        if isinstance(reading, TerminalReading) or self.note is not None:
            self.title_changed.emit()
        self._say_place()

    def _choose_first(self, viewer: Viewer) -> None:
        """Preview or source, of an item that has just come: as the last of its kind was shown; notes are looked at first."""
        self._source.setText(self.tr("Source") if self.note is None else self.tr("Edit"))
        self._source.setToolTip(self.tr("The text itself") if self.note is None else self.tr("Change the note (Ctrl+E)"))
        item = self.place.key if self.place is not None else ""
        if self._chosen_for != item:
            self._is_source = self.note is None and self._state.flag(self._source_flag(), False)
            self._chosen_for = item
        if self._is_new and self.place is not None and viewer.needs_source(self.place):
            self._is_source = True
        if self._is_to_edit and self.note is not None:
            self._is_source = True
            self._keep_open()
        self._is_new = self._is_to_edit = False

    def _keep_open(self) -> None:
        if not self.is_pinned:
            self.is_pinned = True
            self.title_changed.emit()

    def _unwatch(self) -> None:
        watched = [*self._watcher.files(), *self._watcher.directories()]
        if watched:
            self._watcher.removePaths(watched)
        self._shown_file = None

    def _touched(self, _path: str) -> None:
        """Soon, when a program has saved in all its steps; a recording that goes on growing never ends them."""
        if not (self._settle.isActive() and terminal_of(self._pane.reading) is not None):
            self._settle.start()

    def _look_again(self) -> None:
        if self.isVisible():
            self.reload()
        else:
            self._look.start()

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
        if here is None or is_own(here.source, here.ref):
            notes = self.tr("Your notes")
            self._crumbs.setText(notes if self.place is None else f"{notes} › {self.title()}")
            return
        if here.source is Source.CHATS:
            reading = self._pane.reading
            self._crumbs.setText(reading.crumbs(here) if isinstance(reading, ChatReading) else "")
            return
        viewer = self._pane.viewer
        line = viewer.line_said(here) if viewer is not None else None
        if line is not None:
            here = replace(here, section=None, line=line)
        where = " ".join(part for part in (here.section or "", f": {here.line}" if here.line and not here.section else "") if part)
        self._crumbs.setText(f"{lies_in(here.source, here.ref).replace('/', ' › ')} {where}".strip())

    # -- marks, source, find

    def _count(self, current: int, count: int) -> None:
        self.mark_count, self._counted = count, (current, count)
        for widget in (self._marks, self._previous, self._next):
            widget.setVisible(bool(count) and not self._find.isVisible())  # which counts, and steps, itself
        self._marks.setText(self.tr("{0} of {1}").format(f"{current:,}", f"{count:,}"))
        self._marks.setAccessibleName(self.tr("Mark {0} of {1}").format(f"{current:,}", f"{count:,}"))
        self._find.set_count(current, count)
        self._hint.setVisible(self._is_unseen(current, count))
        self.marks_changed.emit(current, count)

    def step(self, by: int) -> None:
        if self._pane.viewer is not None:
            self._pane.viewer.step(by)

    def toggle_source(self) -> None:
        self._choose_source(not self._is_source)

    def _choose_source(self, is_source: bool) -> None:
        """The person wants it so, for other items of the kind too."""
        viewer = self._pane.viewer
        if viewer is None or not viewer.has_source:
            return
        if self.note is None:
            self._state.set_flag(self._source_flag(), is_source)
            self._set_source(is_source)
        else:
            self._set_source(is_source or not self.note.leave())  # what cannot be saved stays in sight
            self._keep_open()
            self.focus_item()

    def _source_flag(self) -> str:
        shown = self._pane.shown_as
        return f"source/{shown.value if shown is not None else ''}"

    def show_wrap(self) -> None:
        """Wrap long lines, or not, as it is chosen for all texts."""
        if self._pane.viewer is not None:
            self._pane.viewer.set_wrap(self._state.flag("wrap", False))

    def _set_source(self, is_source: bool) -> None:
        viewer = self._pane.viewer
        if viewer is None or not viewer.has_source:
            return
        self._is_source = is_source
        (self._source if is_source else self._preview).setChecked(True)
        if is_source:
            self._hint.hide()
        viewer.set_source(is_source)

    def _show_match(self) -> None:
        """What was found, where it is written; the next item is a preview again."""
        self._set_source(True)
        if self._pane.viewer is not None and self.place is not None:
            self._pane.viewer.go_to(self.place)
            self.focus_item()

    def _is_unseen(self, current: int, count: int) -> bool:
        """Whether the preview leaves out what was found."""
        viewer, reading, place = self._pane.viewer, self._pane.reading, self.place
        if viewer is None or reading is None or place is None or self._is_source or self._find.isVisible():
            return False
        if not viewer.leaves_out or current or reading.ref != place.ref:
            return False
        return bool(reading.marks) and not count if place.line is None else _is_marked(reading, place)

    def open_find(self) -> None:
        self._find.open_up()
        self._count(*self._counted)

    def _find_text(self, text: str) -> None:
        if self._pane.viewer is not None:
            self._pane.viewer.find_text(text)

    def _end_find(self) -> None:
        self._count(*self._counted)
        self._find_text("")
        self.focus_item()

    def release(self) -> None:
        """The tab is about to go."""
        self._settle.stop()
        self._look.stop()
        self._pane.release()


def _is_marked(reading: Reading, place: Place) -> bool:
    """Whether something is marked in the line of a place."""
    start = next((section.start for section in reading.sections if section.label == place.section), 0)
    start = reading.start_of_line(place.line or 1, start)
    stop = reading.text.find("\n", start)
    stop = len(reading.text) if stop < 0 else stop
    return any(first <= stop and last > start for first, last in reading.marks)
