"""How is any item shown: read beside the event loop, by the viewer for its kind, or a sentence why it cannot be?"""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from sleuth.engine.reading import Reading
from sleuth.ui.jobs.lane import Job
from sleuth.ui.jobs.workspace_jobs import Failure, WorkspaceJobs
from sleuth.ui.theme import tokens
from sleuth.ui.viewers.base import Place, Viewer
from sleuth.ui.viewers.registry import Shown, is_image, make_viewer, shown_as
from sleuth.ui.widgets.labels import Sentence


class ItemPane(QWidget):
    """One item at a time; viewers are kept for the next item of the kind.

    Signals:
        shown: An item is on the screen, or the sentence why it is not.
        marks_changed: Which mark is current, and how many there are.
        place_changed: The person moved.
        link_activated: See `Viewer`.
    """

    shown = Signal()
    marks_changed = Signal(int, int)
    place_changed = Signal()
    link_activated = Signal(str)

    def __init__(self, jobs: WorkspaceJobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._job: Job | None = None
        self._wanted: Place | None = None
        self._viewers: dict[Shown, Viewer] = {}
        self._viewer: Viewer | None = None
        self.reading: Reading | None = None
        self._sentence = Sentence("")
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._sentence)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)
        self._slow = QTimer(self, singleShot=True, interval=tokens.SPINNER_AFTER_MS)
        self._slow.timeout.connect(self._say_reading)

    @property
    def viewer(self) -> Viewer | None:
        """What shows the item now; None while there is only a sentence."""
        return self._viewer

    def say(self, text: str, detail: str = "") -> None:
        """Nothing but a sentence."""
        self._forget_job()
        self.reading, self._viewer, self._wanted = None, None, None
        self._sentence.say(text, detail)
        self._stack.setCurrentWidget(self._sentence)
        self.marks_changed.emit(0, 0)

    def show_place(self, place: Place) -> None:
        """Show an item there; what is shown already is only moved to."""
        same = self.reading is not None and self._wanted is not None and self._viewer is not None
        if same and self._wanted is not None and (place.ref, place.query) == (self._wanted.ref, self._wanted.query):
            self._wanted = place
            assert self._viewer is not None
            self._viewer.go_to(place)
            return
        self._read(place)

    def reload(self) -> None:
        """The file may say something else now; the person stays where they are."""
        if self._viewer is not None:
            self._read(self._viewer.place())
        elif self._wanted is not None:
            self._read(self._wanted)

    def place(self) -> Place | None:
        """Where the person is, with the query whose words are marked."""
        if self._viewer is not None:
            return self._viewer.place()
        return self._wanted

    def _read(self, place: Place) -> None:
        self._forget_job()
        self._wanted = place
        self._slow.start()
        if is_image(place.ref):
            self._job = self._jobs.ask(
                lambda workspace: workspace.picture(place.ref), lambda reading: self._show(reading, Shown.IMAGE), self._failed
            )
        else:
            self._job = self._jobs.read(place.ref, place.query, lambda reading: self._show(reading, None), self._failed)

    def _show(self, reading: Reading, shown: Shown | None) -> None:
        self._job = None
        self._slow.stop()
        place = self._wanted
        assert place is not None
        self.reading = reading
        viewer = self._viewer_for(shown or shown_as(reading.kind))
        self._viewer = viewer
        self._stack.setCurrentWidget(viewer)
        if self.hasFocus():
            viewer.setFocus()  # the keys were for the item, which was not there yet
        viewer.show_reading(reading, place)
        self.shown.emit()

    def _failed(self, failure: Failure) -> None:
        self._job = None
        self._slow.stop()
        self.reading, self._viewer = None, None
        self._sentence.say(self.tr("This cannot be shown."), failure.text)
        self._stack.setCurrentWidget(self._sentence)
        self.marks_changed.emit(0, 0)
        self.shown.emit()

    def _say_reading(self) -> None:
        self._sentence.say(self.tr("Reading…"))
        self._stack.setCurrentWidget(self._sentence)

    def _viewer_for(self, shown: Shown) -> Viewer:
        viewer = self._viewers.get(shown)
        if viewer is None:
            viewer = self._viewers[shown] = make_viewer(shown, self._stack)
            viewer.marks_changed.connect(self.marks_changed)
            viewer.place_changed.connect(self.place_changed)
            viewer.link_activated.connect(self.link_activated)
            self._stack.addWidget(viewer)
        return viewer

    def _forget_job(self) -> None:
        self._slow.stop()
        if self._job is not None:
            self._job.cancellation.cancel()
            self._job = None

    def release(self) -> None:
        """The pane is about to go."""
        self._forget_job()
        for viewer in self._viewers.values():
            viewer.release()
