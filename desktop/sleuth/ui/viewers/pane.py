"""How is any item shown: read beside the event loop, by the viewer for its kind, or a sentence why it cannot be?"""

from dataclasses import replace

from PySide6.QtCore import QTimer, Signal, SignalInstance
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from sleuth.domain.errors import ItemTooLarge, ItemUnreadable
from sleuth.domain.items import Source
from sleuth.engine.notes import Note, is_own
from sleuth.engine.reading import Reading
from sleuth.engine.terminals import TerminalReading
from sleuth.engine.workspace import Workspace
from sleuth.ui.jobs.lane import Job
from sleuth.ui.jobs.workspace_jobs import Failure, WorkspaceJobs
from sleuth.ui.theme import tokens
from sleuth.ui.viewers.base import Place, Viewer
from sleuth.ui.viewers.chat.reading import ChatReading, read_chat_at
from sleuth.ui.viewers.note.view import NoteViewer
from sleuth.ui.viewers.offers import Offer, as_sentence
from sleuth.ui.viewers.registry import PARSED_ENDINGS, Shown, is_image, make_viewer, shown_as
from sleuth.ui.viewers.terminal.recorded import RecordedFile, is_recording, read_recorded, terminal_of
from sleuth.ui.widgets.labels import Sentence

_LATER_MS = 500
"""Between two readings of a recording that goes on growing."""


class ItemPane(QWidget):
    """One item at a time; viewers are kept for the next item of the kind.

    Signals:
        shown: An item is on the screen, or the sentence why it is not.
        marks_changed: Which mark is current, and how many there are.
        place_changed: The person moved.
        link_activated, jumped, action_wanted: See `Viewer`.
        note_kept: One's own note was saved; the Note.
    """

    shown = Signal()
    marks_changed = Signal(int, int)
    place_changed = Signal()
    link_activated = Signal(str)
    jumped = Signal(object, object)
    action_wanted = Signal(object)
    note_kept = Signal(object)

    def __init__(self, jobs: WorkspaceJobs, parent: QWidget | None = None, offers: bool = False) -> None:
        """`offers` says whether somebody does what is offered in place of an item that cannot be shown."""
        super().__init__(parent)
        self._jobs = jobs
        self._offers = offers
        self._offer: Offer | None = None
        self._job: Job | None = None
        self._wanted: Place | None = None
        self._viewers: dict[Shown, Viewer] = {}
        self._viewer: Viewer | None = None
        self.reading: Reading | None = None
        self._is_again = False
        """Whether what is being read is shown already."""
        self._is_stale = False
        self._is_late = False
        """Whether a recording has grown while it is being read."""
        self._shown_source = Source.FILES
        self._sentence = Sentence("")
        self._sentence.acted.connect(self._act)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._sentence)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)
        self._slow = QTimer(self, singleShot=True, interval=tokens.SPINNER_AFTER_MS)
        self._slow.timeout.connect(self._say_reading)
        self._later = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._later.timeout.connect(self.reload)
        jobs.scan_ended.connect(self._scanned)

    @property
    def shown_as(self) -> Shown | None:
        """What kind of viewer shows the item now."""
        return next((shown for shown, viewer in self._viewers.items() if viewer is self._viewer), None)

    @property
    def viewer(self) -> Viewer | None:
        """What shows the item now; None while there is only a sentence."""
        return self._viewer

    def say(self, text: str, detail: str = "") -> None:
        """Nothing but a sentence."""
        self._forget_job()
        self.reading, self._wanted = None, None
        self._put(None)
        self._sentence.say(text, detail)
        self._stack.setCurrentWidget(self._sentence)
        self.marks_changed.emit(0, 0)

    def show_place(self, place: Place) -> None:
        """Show an item there; what is shown already is only moved to."""
        same = self.reading is not None and self._wanted is not None and self._viewer is not None
        if same and self._wanted is not None and place.query == self._wanted.query and self.holds(place):
            self._wanted = place
            assert self._viewer is not None
            self._viewer.go_to(place)
            return
        self._read(place)

    def begin_note(self, text: str) -> None:
        """An editor for a note that is in no file yet."""
        self._forget_job()
        self.reading, self._wanted, self._shown_source = None, None, Source.NOTES
        viewer = self._viewer_for(Shown.NOTE)
        assert isinstance(viewer, NoteViewer)
        self._put(viewer)
        self._stack.setCurrentWidget(viewer)
        viewer.begin(text)
        self.shown.emit()

    def _note_kept(self, note: Note) -> None:
        self._wanted = Place(note.ref, source=Source.NOTES)
        self.note_kept.emit(note)

    def holds(self, place: Place) -> bool:
        """Whether a place is in the item that is shown, or about to be; a chat has many references."""
        wanted, reading = self._wanted, self.reading
        if wanted is None or place.source is not wanted.source:
            return False
        return place.ref == wanted.ref or (isinstance(reading, ChatReading) and reading.holds(place.ref))

    def reload(self) -> None:
        """The file may say something else now; the person stays where they are."""
        place = self.place()
        if terminal_of(self.reading) is not None and not self.isVisible():
            self._is_stale = True
        elif terminal_of(self.reading) is not None and self._job is not None:
            self._is_late = True  # what goes on growing would never be read to its end
        elif place is not None:
            self._read(place, is_again=self._viewer is not None)

    def place(self) -> Place | None:
        """Where the person is, with the query whose words are marked."""
        if self._viewer is not None:
            return replace(self._viewer.place(), source=self._shown_source)
        return self._wanted

    def _scanned(self, _outcome: object) -> None:
        """A scan may have read a chat anew; who does not see it hears of it later."""
        if self._wanted is None or self._wanted.source is not Source.CHATS:
            return
        if self._job is not None:
            self._read(self._wanted, self._is_again)
            return
        self._is_stale = not self.isVisible()
        if not self._is_stale:
            self.reload()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale:
            self._is_stale = False
            self.reload()

    def _read(self, place: Place, is_again: bool = False) -> None:
        self._forget_job()
        self._wanted = place
        self._is_again = is_again
        if not is_again:
            self._slow.start()
        if place.source is Source.CHATS:
            self._job = self._jobs.ask(
                lambda workspace: read_chat_at(workspace, place), lambda reading: self._show(reading, None), self._failed
            )
        elif place.source is Source.TERMINALS:
            self._job = self._jobs.ask_long(
                lambda workspace, cancellation: workspace.read_terminal(place.ref, place.query, cancellation),
                lambda reading: self._show(reading, None),
                self._failed,
            )
        elif place.source is Source.GIT:
            self._job = self._jobs.ask_long(
                lambda workspace, cancellation: workspace.read_commit(place.ref, place.query, cancellation),
                lambda reading: self._show(reading, None),
                self._failed,
            )
        elif place.source is not Source.FILES:
            shown = Shown.NOTE if self._offers and is_own(place.source, place.ref) else None
            self._job = self._jobs.ask(
                lambda workspace: workspace.read_note(place.source, place.ref, place.query),
                lambda reading: self._show(reading, shown),
                self._failed,
            )
        elif is_image(place.ref):
            self._job = self._jobs.ask(
                lambda workspace: workspace.picture(place.ref), lambda reading: self._show(reading, Shown.IMAGE), self._failed
            )
        elif is_recording(place.ref):
            self._job = self._jobs.ask_long(
                lambda workspace, cancellation: read_recorded(workspace, place, cancellation),
                lambda reading: self._show(reading, Shown.RECORDING if isinstance(reading, RecordedFile) else None),
                self._failed,
            )
        else:
            self._job = self._jobs.read(place.ref, place.query, lambda reading: self._show(reading, None), self._failed)

    def _show(self, reading: Reading, shown: Shown | None) -> None:
        self._job = None
        self._slow.stop()
        place = self._wanted
        assert place is not None
        before = self.reading
        if self._is_again and isinstance(before, TerminalReading) and isinstance(reading, TerminalReading) and reading.is_gone:
            reading = before.as_gone()  # which is newer than what the last scan saw
        self.reading = reading
        self._shown_source = place.source
        viewer = self._viewer_for(shown or shown_as(reading.kind))
        self._put(viewer)
        self._stack.setCurrentWidget(viewer)
        if self.hasFocus():
            viewer.setFocus()  # the keys were for the item, which was not there yet
        if self._is_again and (isinstance(reading, ChatReading) or terminal_of(reading) is not None):
            place = viewer.place()  # they may have gone on meanwhile
        viewer.show_reading(reading, place)
        self.shown.emit()
        if self._is_late:
            self._later.start()

    def _keeps(self, failure: Failure) -> bool:
        """Whether what is shown stays, with a word that it cannot be had again: a terminal's text is nowhere else any more."""
        reading, viewer = self.reading, self._viewer
        if not self._is_again or not isinstance(reading, TerminalReading) or viewer is None:
            return False
        gone = failure.text.endswith("any more")
        kept = reading.as_gone() if gone else replace(reading, notice=as_sentence(failure.text, reading.ref))
        self.reading = kept
        viewer.show_reading(kept, viewer.place())
        self.shown.emit()
        return True

    def _failed(self, failure: Failure) -> None:
        self._job = None
        self._slow.stop()
        if self._keeps(failure) or (self._is_again and self._viewer is not None and self._viewer.outlasts()):
            return
        self.reading = None
        self._put(None)
        ref = self._wanted.ref if self._wanted is not None else ""
        self._offer = self._offer_for(failure, ref) if self._offers else None
        title = self._offer.title if self._offer is not None else ""
        self._sentence.say(self.tr("This cannot be shown."), as_sentence(failure.text, ref), title)
        self._stack.setCurrentWidget(self._sentence)
        self.marks_changed.emit(0, 0)
        self.shown.emit()

    def _offer_for(self, failure: Failure, ref: str) -> Offer:
        """What helps with this; whoever has a file that is gone can only let it go."""
        if failure.text.endswith("any more"):
            return Offer.CLOSE
        if failure.cause is ItemTooLarge:
            return Offer.EDITOR
        if failure.cause is ItemUnreadable and ref.lower().endswith(PARSED_ENDINGS) and "blocked by" not in failure.text:
            return Offer.TEXT
        return Offer.REVEAL

    def _act(self) -> None:
        place = self._wanted
        if self._offer is Offer.TEXT and place is not None:
            self._job = self._jobs.ask(
                lambda workspace: _as_text(workspace, place), lambda reading: self._show(reading, Shown.CODE), self._failed
            )
        else:
            self.action_wanted.emit(self._offer)

    def _say_reading(self) -> None:
        self._sentence.say(self.tr("Reading…"))
        self._stack.setCurrentWidget(self._sentence)

    def _viewer_for(self, shown: Shown) -> Viewer:
        viewer = self._viewers.get(shown)
        if viewer is None:
            viewer = self._viewers[shown] = self._make_note_viewer() if shown is Shown.NOTE else make_viewer(shown, self._stack)
            viewer.offers = self._offers
            self._stack.addWidget(viewer)
        return viewer

    def _make_note_viewer(self) -> NoteViewer:
        """It saves what is written, so it needs to know where."""
        viewer = NoteViewer(self._jobs, self._stack)
        viewer.kept.connect(self._note_kept)
        return viewer

    def _put(self, viewer: Viewer | None) -> None:
        """What shows from now on: only that is heard of, and what showed before rests."""
        before, self._viewer = self._viewer, viewer
        if before is viewer:
            return
        if before is not None:
            for signal, ours in self._passed_on(before):
                signal.disconnect(ours)
            before.rest()
        if viewer is not None:
            for signal, ours in self._passed_on(viewer):
                signal.connect(ours)

    def _passed_on(self, viewer: Viewer) -> tuple[tuple[SignalInstance, SignalInstance], ...]:
        return (
            (viewer.marks_changed, self.marks_changed),
            (viewer.place_changed, self.place_changed),
            (viewer.link_activated, self.link_activated),
            (viewer.jumped, self.jumped),
            (viewer.action_wanted, self.action_wanted),
        )

    def _forget_job(self) -> None:
        self._slow.stop()
        self._later.stop()
        self._is_late = False
        if self._job is not None:
            self._job.cancellation.cancel()
            self._job = None

    def release(self) -> None:
        """The pane is about to go."""
        self._forget_job()
        for viewer in self._viewers.values():
            viewer.release()


def _as_text(workspace: Workspace, place: Place) -> Reading:
    """The text of a file whose format its reader could make nothing of."""
    from sleuth.engine.reading import read_file

    path = workspace.path_of(place.ref)
    reading = read_file(workspace.root, place.ref, path.with_name(f"{path.name}.txt"), place.query)
    return replace(reading, path=path)
