"""What is said of a source that is searched and has nothing? Where chats and recordings were looked for, how notes come about,
whether there is a history.
"""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence

from sleuth.commands.registry import command
from sleuth.domain.hits import Answer
from sleuth.domain.items import Source
from sleuth.engine.workspace import Status
from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.search_dialog.no_chats import where_looked
from sleuth.ui.search_dialog.no_terminals import where_recorded


class Absent(QObject):
    """Knows a sentence for each source that has nothing.

    Attributes:
        said: By source, as soon as it is known.
    """

    def __init__(self, jobs: WorkspaceJobs, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        keys = QKeySequence(command("file.new_note").shortcuts[0]).toString(QKeySequence.SequenceFormat.NativeText)
        no_notes = self.tr("There are no notes on this workspace yet. {0} begins one; what agents note is found here, too.")
        no_symbols = self.tr("No declarations are known of in this workspace's code.")
        self.said = {Source.NOTES: no_notes.format(keys), Source.SYMBOLS: no_symbols}

    def look(self, status: Status) -> None:
        """Find out what is to be said of those that have nothing now."""
        if self._is_wanted(status, Source.CHATS):
            self._jobs.ask(lambda workspace: where_looked(workspace.chat_folders(), Path.home()), self._keep_chats, lambda _: None)
        if self._is_wanted(status, Source.TERMINALS):
            self._jobs.ask(
                lambda workspace: where_recorded(workspace.terminal_folders(), Path.home()), self._keep_terminals, lambda _: None
            )

        if not status.coverage.items.get(Source.GIT.value):
            self._jobs.ask(lambda workspace: workspace.has_repository(), self._keep_git, lambda _: None)

    def about(self, answer: Answer) -> list[str]:
        """Of those that were searched, and have nothing."""
        return [
            sentence
            for source, sentence in self.said.items()
            if source in answer.sources and not _count(answer, source)
        ]

    def _is_wanted(self, status: Status, source: Source) -> bool:
        return not status.coverage.items.get(source.value) and source not in self.said

    def _keep_chats(self, sentence: str) -> None:
        self.said[Source.CHATS] = sentence

    def _keep_git(self, has_repository: bool) -> None:
        no_commits = self.tr("Nothing was committed here yet, or the history is still being read.")
        self.said[Source.GIT] = no_commits if has_repository else self.tr("This folder is in no git repository, and has none in it.")

    def _keep_terminals(self, sentence: str) -> None:
        self.said[Source.TERMINALS] = sentence


def _count(answer: Answer, source: Source) -> int:
    """How many there are of a source."""
    coverage = answer.coverage
    return sum(coverage.symbols.values()) if source is Source.SYMBOLS else coverage.items.get(source.value, 0)
