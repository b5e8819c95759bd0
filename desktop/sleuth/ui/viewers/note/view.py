"""How is a person's own note shown? As it reads, and where it is to be changed, in the editor."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from sleuth.domain.items import Kind
from sleuth.engine.notes import own_name
from sleuth.engine.reading import Reading
from sleuth.ingest.readers.memories import title_of_own
from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.viewers.base import Place, Viewer
from sleuth.ui.viewers.note.editor import NoteEditor

# Links in a note lead where they would from a file at the top of the workspace.
_AT_TOP = "note.md"


class NoteViewer(Viewer):
    """A preview and an editor, of which one is shown; the preview is made when it is first wanted.

    Signals:
        kept: The note was saved; the Note.
    """

    kept = Signal(object)

    has_source = True

    def __init__(self, jobs: WorkspaceJobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._reading: Reading | None = None
        self._preview: Viewer | None = None
        self._typed = ""
        self.editor = NoteEditor(jobs.root, self)
        self.editor.kept.connect(self._kept)
        self.editor.changed_hands.connect(self._let_be_found)
        self.is_editing = False
        self._layers = QStackedLayout(self)
        self._layers.addWidget(self.editor)
        self._pass_on(self.editor)

    def _pass_on(self, viewer: Viewer) -> None:
        viewer.marks_changed.connect(self._marked)
        viewer.place_changed.connect(self._moved)
        viewer.link_activated.connect(self.link_activated)
        viewer.action_wanted.connect(self.action_wanted)

    def _marked(self, current: int, count: int) -> None:
        if self.sender() is self._shown:
            self.marks_changed.emit(current, count)

    def _moved(self) -> None:
        if self.sender() is self._shown:
            self.place_changed.emit()

    @property
    def _shown(self) -> Viewer:
        return self.editor if self.is_editing or self._preview is None else self._preview

    @property
    def name(self) -> str:
        """What the note is called by; empty while it is in no file."""
        if self._reading is not None and not self.is_editing:
            return own_name(self._reading.ref) or ""
        return self.editor.note.name if self.editor.note is not None else ""

    def title(self) -> str:
        """Its first line; empty where it has none."""
        text = self.editor.text() if self.is_editing else self._reading.text if self._reading is not None else ""
        return title_of_own(text)

    # -- writing

    def begin(self, text: str) -> None:
        """A new note."""
        self._reading, self._typed = None, ""
        self.is_editing = True
        self.editor.begin(text)
        self._show(self.editor)

    def save(self) -> bool:
        """Save what is in no file yet; False where that cannot be, which stands above the text."""
        return self.editor.save()

    def leave(self) -> bool:
        """The same, and let it be found."""
        return self.editor.leave()

    def left_over(self, is_old_too: bool) -> str:
        """The name of a note that nothing is left of, though it still is in a file; of one that was not begun here only if asked for."""
        editor = self.editor
        is_left = self.is_editing and editor.is_left_over and (is_old_too or editor.was_begun_here)
        return self.name if is_left else ""

    def _kept(self, note: object) -> None:
        if self._reading is not None:
            self._reading = replace(self._reading, text=self.editor.text(), marks=())
        self.kept.emit(note)

    def _let_be_found(self) -> None:
        self._jobs.scan(talk_only=True)

    def outlasts(self) -> bool:
        return self.is_editing and self.editor.outlasts()

    # -- one or the other

    def set_source(self, is_source: bool) -> None:
        if is_source == self.is_editing:
            return
        place = self.place()
        self.is_editing = is_source
        if is_source:
            if self._reading is not None:
                self.editor.show_reading(self._reading, place)
            self._show(self.editor)
        else:
            self.editor.leave()
            self._show_preview(self._written(), place)
        if self._typed:
            self._shown.find_text(self._typed)

    def _written(self) -> Reading:
        """What the editor has, whether or not it could be saved."""
        text, note = self.editor.text(), self.editor.note
        if self._reading is not None and self._reading.text.removesuffix("\n") == text:
            return self._reading
        ref, path = (note.ref, note.path) if note is not None else ("", Path())
        return Reading(ref, path, Kind.MARKDOWN, None, text, (), None, ())

    def _show_preview(self, reading: Reading, place: Place) -> None:
        if self._preview is None:
            # With a web engine, which takes its time.
            from sleuth.ui.viewers.markdown.view import MarkdownViewer

            self._preview = MarkdownViewer(self)
            self._layers.addWidget(self._preview)
            self._pass_on(self._preview)
        self._show(self._preview)
        self._preview.show_reading(replace(reading, ref=_AT_TOP, path=self._jobs.root / _AT_TOP), place)

    def _show(self, viewer: Viewer) -> None:
        had_focus = self.hasFocus()
        self._layers.setCurrentWidget(viewer)
        self.setFocusProxy(viewer)
        if had_focus:
            viewer.setFocus()

    # -- as of every viewer

    def show_reading(self, reading: Reading, place: Place) -> None:
        self._reading = reading
        if self.is_editing:
            self.editor.show_reading(reading, place)
        else:
            self._show_preview(reading, place)

    def go_to(self, place: Place) -> None:
        self._shown.go_to(place)

    def place(self) -> Place:
        return self._shown.place()

    def find_text(self, text: str) -> None:
        self._typed = text
        self._shown.find_text(text)

    def step(self, by: int) -> None:
        self._shown.step(by)

    def rest(self) -> None:
        if self.is_editing:
            self.editor.leave()

    def release(self) -> None:
        self.editor.release()
        if self._preview is not None:
            self._preview.release()
