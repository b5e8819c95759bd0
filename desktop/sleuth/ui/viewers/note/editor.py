"""How is a note written, so that nothing of it is ever lost?

It is saved when the keys rest, every few seconds while they do not, and when the person turns to something else. What another
program has made of the file meanwhile is taken where nothing was typed, and else asked about; what cannot be saved stays here.
"""

import re
from pathlib import Path

from PySide6.QtCore import QLocale, Qt, QTime, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from sleuth.domain.errors import EmptyNote, NoteChanged, SleuthError
from sleuth.domain.items import Source
from sleuth.engine.notes import Note, add_note, edit_note, note_called, own_name, restore_note
from sleuth.engine.reading import Reading
from sleuth.ui.theme import tokens
from sleuth.ui.viewers.base import Place, Viewer
from sleuth.ui.viewers.note.area import NoteArea
from sleuth.ui.viewers.note.strip import Strip
from sleuth.ui.viewers.offers import Offer
from sleuth.ui.widgets.announcing import announce
from sleuth.ui.widgets.labels import label

_RESTED_MS, _LATEST_MS, _AGAIN_MS = 1_000, 5_000, 10_000
"""After the last key; while keys still come; after what went wrong."""


class NoteEditor(Viewer):
    """Writes one note at a time.

    Attributes:
        note: As it is on the disk, for all that is known; None while it is in no file.

    Signals:
        kept: It was saved; the Note.
        changed_hands: It was saved, and whoever searches should hear of it now.
    """

    kept = Signal(object)
    changed_hands = Signal()

    def __init__(self, root: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self.note: Note | None = None
        self._root = root
        self._known = ""
        """The text as it was last read or saved."""
        self._begun_here = False
        self._saved: QTime | None = None
        self._is_unheard = False
        """Whether something was saved that no scan has been asked for."""
        self._is_released = False
        self._typed = ""
        self._strip = Strip(self)
        self._area = NoteArea(self)
        self._state = label("", "muted", self)
        self._lay_out()
        self._rested = QTimer(self, singleShot=True, interval=_RESTED_MS)
        self._latest = QTimer(self, singleShot=True, interval=_LATEST_MS)
        self._again = QTimer(self, singleShot=True, interval=_AGAIN_MS)
        for timer in (self._rested, self._latest, self._again):
            timer.timeout.connect(self.save)
        self._area.typed.connect(self._text_changed)
        self._area.save_wanted.connect(self._save_now)
        self._area.entered.connect(self.look)
        self._area.left.connect(self.leave)
        self._area.cursorPositionChanged.connect(self.place_changed)

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.setContentsMargins(tokens.SPACE_4, tokens.SPACE_1, tokens.SPACE_4, tokens.SPACE_1)
        foot.addWidget(self._state, 1, Qt.AlignmentFlag.AlignRight)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._strip)
        layout.addWidget(self._area, 1)
        layout.addLayout(foot)
        self.setFocusProxy(self._area)

    # -- which note

    def begin(self, text: str) -> None:
        """A new one, which is in no file until something is typed."""
        self._open(None, "")
        self._begun_here = True
        self._area.begin(text)
        self._area.go_to_end()

    def show_reading(self, reading: Reading, place: Place) -> None:
        """The note that was read; what it says is looked at again, for it may have been saved since."""
        if self.note is not None and self.note.ref == reading.ref:
            self.look()
            is_asked_for = bool(place.query)  # else it is where the person was, who may have typed on
        else:
            note = self._read(own_name(reading.ref) or "")
            is_asked_for = note is not None and self.save()
            if note is not None and is_asked_for:
                self._begun_here = False
                self._open(note, _shown(note))
        if is_asked_for and self.note is not None:
            self._area.mark(list(reading.marks) if reading.text == self.note.text and not self.is_unsaved else [])
            self.go_to(place)
        self._tell_marks()

    def _open(self, note: Note | None, text: str) -> None:
        self.note, self._known, self._saved, self._typed = note, text, None, ""
        self._area.begin(text)
        self._known = self._area.text()  # what Qt makes of it is not what somebody typed
        self._take(note)

    def _take(self, note: Note | None) -> None:
        """The note is as it is on the disk."""
        for timer in (self._rested, self._latest, self._again):
            timer.stop()
        self.note = note
        self._strip.leave()
        self._say_state()

    # -- saving

    def text(self) -> str:
        return self._area.text()

    @property
    def is_empty(self) -> bool:
        return not self.text().strip()

    @property
    def is_unsaved(self) -> bool:
        return self.text() != self._known

    @property
    def is_left_over(self) -> bool:
        """Whether nothing is left of a note that still is in its file."""
        return self.is_empty and self.note is not None

    @property
    def was_begun_here(self) -> bool:
        """Whether it is a note that was new in this editor."""
        return self._begun_here

    def save(self) -> bool:
        """Write what is in no file yet; False where that cannot be, which stands above the text. An empty note is not written."""
        if not self.is_unsaved or self._is_released:
            return True
        text = self.text()
        try:
            note = edit_note(self._root, self.note.name, text, self.note) if self.note is not None else add_note(self._root, text)
        except EmptyNote:
            return True
        except NoteChanged:
            self._ask_which()
            return False
        except SleuthError as error:
            self._say_fault(error)
            return False
        self._known, self._saved, self._is_unheard = text, QTime.currentTime(), True
        self._take(note)
        self.kept.emit(note)
        return True

    def leave(self) -> bool:
        """The person turns to something else: save, and let it be found; whether it is saved."""
        is_saved = self.save()
        if self._is_unheard and not self._is_released:
            self._is_unheard = False
            self.changed_hands.emit()
        return is_saved

    def _save_now(self) -> None:
        if self.leave():
            announce(self, self._state.text())

    def _text_changed(self) -> None:
        if self.is_unsaved:
            self._rested.start()
            if not self._latest.isActive():
                self._latest.start()
        if self._typed:
            self._area.mark(_found(self.text(), self._typed))
            self._tell_marks()
        self._say_state()

    def _say_state(self) -> None:
        text = ""
        if self.is_unsaved and not self.is_empty:
            text = self.tr("Not saved yet")
        elif self._saved is not None:
            text = self.tr("Saved, {0}").format(QLocale().toString(self._saved, QLocale.FormatType.ShortFormat))
        self._state.setText(text)

    # -- what cannot be saved as it is

    def look(self) -> None:
        """Whether the file says something else by now."""
        if self.note is None or self._is_released:
            return
        now = self._read(self.note.name)
        if now is not None and now.content == self.note.content:
            return
        if self.is_unsaved:
            self._ask_which()
        elif now is not None:
            self._replace(now)

    def _read(self, name: str) -> Note | None:
        """The note of a name as it is now; None where it is gone, or cannot be read, which is said when it is saved."""
        try:
            return note_called(self._root, name)
        except SleuthError:
            return None

    def outlasts(self) -> bool:
        """Whether the text stays though its file is gone: there is more in it than was in that."""
        if self.is_unsaved and not self.is_empty:
            self._ask_which()
            return True
        return False

    def _replace(self, note: Note) -> None:
        self._known = _shown(note)
        self._area.replace(_shown(note))
        self._known = self._area.text()
        self._take(note)

    def _ask_which(self) -> None:
        """Somebody else has changed the note while it was written here."""
        assert self.note is not None
        try:
            other = note_called(self._root, self.note.name)
        except SleuthError as error:
            self._say_fault(error)
            return
        if other is None:
            sentence = self.tr("This note was deleted elsewhere. What you wrote is in no file.")
            self._strip.say(sentence, {self.tr("Keep it"): self._keep_deleted, self.tr("Let it go"): self._let_go})
        else:
            sentence = self.tr("This note was changed elsewhere while you wrote. Which one is to be kept?")
            acts = {self.tr("Keep this one"): self._keep_this, self.tr("Take the other"): self._take_other}
            self._strip.say(sentence, acts)

    def _keep_this(self) -> None:
        assert self.note is not None
        other = self._read(self.note.name)
        if other is None:
            self._ask_which()  # it is gone by now
            return
        self.note = other
        self._done()

    def _take_other(self) -> None:
        """The text that stands here can be brought back with Undo."""
        assert self.note is not None
        other = self._read(self.note.name)
        if other is None:
            self._ask_which()
            return
        self._replace(other)
        self._done()

    def _keep_deleted(self) -> None:
        assert self.note is not None
        try:
            self.note = restore_note(self._root, self.note)
        except SleuthError as error:
            self._say_fault(error)
            return
        self._done()

    def _let_go(self) -> None:
        self._known = self.text()
        self.action_wanted.emit(Offer.CLOSE)

    def _say_fault(self, error: SleuthError) -> None:
        text = error.text()
        sentence = self.tr("{0}. What you wrote stays here, and it is tried again.").format(f"{text[:1].upper()}{text[1:]}")
        acts = {self.tr("Try again"): self._done, self.tr("Copy the text"): self._copy, self.tr("Give it up"): self._give_up}
        self._strip.say(sentence, acts)
        self._again.start()

    def _give_up(self) -> None:
        """What the file says, or nothing; Undo brings the text back."""
        note = self._read(self.note.name) if self.note is not None else None
        if note is not None:
            self._replace(note)
        else:
            self._area.replace("")
            self._known = ""
            self._take(None)
        self._area.setFocus()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text())
        self._area.setFocus()

    def _done(self) -> None:
        self.leave()
        self._area.setFocus()

    # -- as of every viewer

    def go_to(self, place: Place) -> None:
        """A note that is opened for no line of it is written on at its end."""
        if place.line is not None:
            self._area.go_to_line(place.line)
        elif self._area.counted[1]:
            self._area.show_current()
        else:
            self._area.go_to_end()
        self._tell_marks()

    def place(self) -> Place:
        return Place(self.note.ref if self.note is not None else "", self._area.line(), source=Source.NOTES)

    def find_text(self, text: str) -> None:
        self._typed = text
        self._area.mark(_found(self.text(), text))
        if text:
            self._area.show_current()
        self._tell_marks()

    def step(self, by: int) -> None:
        self._area.step(by)
        self._tell_marks()

    def _tell_marks(self) -> None:
        self.marks_changed.emit(*self._area.counted)

    def release(self) -> None:
        self.save()
        self._is_released = True
        for timer in (self._rested, self._latest, self._again):
            timer.stop()


def _shown(note: Note) -> str:
    """Without the last line's end, which no file lacks and nobody types."""
    return note.text.removesuffix("\n")


def _found(text: str, typed: str) -> list[tuple[int, int]]:
    """Where a text stands in another, in any case."""
    return [one.span() for one in re.finditer(re.escape(typed), text, re.IGNORECASE)] if typed else []
