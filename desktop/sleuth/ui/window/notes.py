"""What can be done with notes? A new one, all of them, and one's own edited, deleted, brought back."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from sleuth.domain.errors import NoSuchNote, SleuthError
from sleuth.domain.items import Source
from sleuth.engine.notes import Note, delete_note, is_own, restore_note
from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.tab import Tab
from sleuth.ui.window.message import Say
from sleuth.ui.window.tabs import Tabs

ALL = f"source:{Source.NOTES.value}"
"""The query that finds all notes."""


class Notes(QObject):
    """Carries out `commands.registry.NoteShell`, for one workspace."""

    def __init__(self, window: QWidget, say: Say, search: Callable[[str], None]) -> None:
        super().__init__(window)
        self._say = say
        self._search = search
        self._jobs: WorkspaceJobs | None = None
        self._tabs: Tabs | None = None
        self._deleted: Note | None = None

    def serve(self, jobs: WorkspaceJobs, tabs: Tabs) -> None:
        """Notes are this workspace's from now on."""
        self._jobs, self._tabs = jobs, tabs
        tabs.note_delete_wanted.connect(self._delete)
        tabs.note_emptied.connect(self._drop)

    @property
    def has_deleted(self) -> bool:
        """Whether there is a note to bring back."""
        return self._deleted is not None

    def is_own(self, key: str) -> bool:
        """Whether the item of a key (see `Place`) is a person's own note."""
        place = Place.kept(key)
        return is_own(place.source, place.ref)

    def new(self, text: str = "") -> None:
        """A tab to write one in, with a first text."""
        if self._tabs is not None:
            self._tabs.begin_note(text)

    def edit(self, key: str, line: int) -> None:
        """One's own, in a line of it; at its end where it was not found further down than in its title."""
        if self._tabs is not None:
            place = replace(Place.kept(key), line=line if line > 1 else None)
            self._tabs.open_place(place, pinned=True).edit()

    def show_all(self) -> None:
        """Those of agents among them, the newest first."""
        self._search(ALL)

    def delete(self) -> None:
        """The one in front."""
        tab = self._tabs.current_tab() if self._tabs is not None else None
        if tab is not None:
            self._delete(tab)

    def _delete(self, tab: Tab) -> None:
        if tab.note is None or self._tabs is None:
            return
        if not tab.note.save():
            self._say(self.tr("Not deleted: what you wrote in it is in no file yet, and would not come back."))
            return
        name = tab.note.name
        if not name or self._gone(name, self.tr("“{0}” was deleted.").format(tab.title())):
            self._tabs.close_number(self._tabs.indexOf(tab))

    def _drop(self, name: str) -> None:
        """A note that nothing is left of."""
        self._gone(name, self.tr("The empty note was deleted."))

    def _gone(self, name: str, said: str) -> bool:
        """Delete the note of a name, and say so; whether it is gone."""
        if self._jobs is None:
            return False
        try:
            self._deleted = delete_note(self._jobs.root, name)
        except NoSuchNote:
            return True
        except SleuthError as error:
            self._say(_sentence(error))
            return False
        self._jobs.scan(talk_only=True)
        self._say(said, self.tr("Undo"), self.bring_back)
        return True

    def bring_back(self) -> None:
        """The note that was deleted last, as it was."""
        if self._deleted is None or self._jobs is None or self._tabs is None:
            return
        try:
            note = restore_note(self._jobs.root, self._deleted)
        except SleuthError as error:
            self._say(_sentence(error), self.tr("Try again"), self.bring_back)
            return
        self._deleted = None
        self._jobs.scan(talk_only=True)
        self._tabs.open_place(Place(note.ref, source=Source.NOTES), pinned=True)


def _sentence(error: SleuthError) -> str:
    text = error.text()
    return f"{text[:1].upper()}{text[1:]}."
