"""How are items handed over to what lies outside: the editor, the file manager, the clipboard?"""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from sleuth.domain.items import Source
from sleuth.places import workspace_key
from sleuth.settings.editors import EDITORS, SYSTEM
from sleuth.settings.load import load_window
from sleuth.ui.jobs import programs
from sleuth.ui.jobs.workspace_jobs import Failure, WorkspaceJobs
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.chat.transcript import show_transcript
from sleuth.ui.window.links import link_to
from sleuth.ui.window.message import Say


class Outside(QObject):
    """Knows items by their keys (see `Place`); what cannot be done is said."""

    def __init__(self, window: QWidget, say: Say, choose_editor: Callable[[], None]) -> None:
        super().__init__(window)
        self._say = say
        self._choose_editor = choose_editor
        self._jobs: WorkspaceJobs | None = None

    def serve(self, jobs: WorkspaceJobs) -> None:
        """Items are this workspace's from now on."""
        self._jobs = jobs

    def edit(self, key: str, line: int) -> None:
        """Open an item in the editor that the settings say; of a chat its transcript, made to be read."""
        place = Place.kept(key)
        self._with_file(place, partial(self._start_editor, line) if place.source is not Source.CHATS else self._show_transcript)

    def reveal(self, key: str) -> None:
        """Show an item in the file manager."""
        self._with_file(Place.kept(key), lambda path: self._say(programs.reveal(path, self._say_late)))

    def copy_path(self, key: str) -> None:
        """A file's from the workspace on; of all else where it lies."""
        place = Place.kept(key)
        if place.source is Source.FILES:
            self._take_path(place.ref)
        else:
            self._with_file(place, lambda path: self._take_path(str(path)))

    def copy_link(self, place: Place) -> None:
        if self._jobs is not None:
            QGuiApplication.clipboard().setText(link_to(workspace_key(self._jobs.root), place))
            self._say(self.tr("The link was copied."))

    def open_url(self, url: str) -> None:
        self._say(programs.open_url(url))

    def _with_file(self, place: Place, act: Callable[[Path], None]) -> None:
        if self._jobs is not None:
            self._jobs.ask(lambda workspace: workspace.file_of(place.source, place.ref), act, self._fail)

    def _show_transcript(self, path: Path) -> None:
        if self._jobs is not None:
            self._say(show_transcript(path, self._jobs.root, self._say_late))

    def _start_editor(self, line: int, path: Path) -> None:
        problem = programs.open_in_editor(path, line, configured=self._editor())
        if os.path.lexists(path):
            self._say(problem, self.tr("Choose an editor…"), self._choose_editor)
        else:
            self._say(problem)

    def _editor(self) -> str:
        """The command that is set; empty where the system or what is found decides."""
        chosen = load_window(self._jobs.root if self._jobs is not None else None)[0].editor
        return "" if chosen == SYSTEM else EDITORS.get(chosen, ("", chosen))[1]

    def _take_path(self, path: str) -> None:
        QGuiApplication.clipboard().setText(programs.readable(path))
        self._say(self.tr("The path was copied."))

    def _fail(self, failure: Failure) -> None:
        self._say(failure.text)

    def _say_late(self, sentence: str) -> None:
        """For what takes a while: the window may be gone."""
        if isValid(self):
            self._say(sentence)
