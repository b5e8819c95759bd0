"""Which commits changed the line that the person is at, and which chats are from the time of a commit?

From a line to the talk that made it. Asked when somebody wants to know, and chosen from a menu at the item.
"""

import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QDateTime, QLocale, QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget
from shiboken6 import isValid

from sleuth.domain.history import short, title_of
from sleuth.domain.items import Source
from sleuth.engine.changed_by import ChangedBy
from sleuth.index.called import Named
from sleuth.ui.jobs.lane import Job
from sleuth.ui.jobs.workspace_jobs import Failure, WorkspaceJobs
from sleuth.ui.models.agents import agent_name
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.tab import Tab
from sleuth.ui.widgets.ages import age
from sleuth.ui.window.message import Say

_LONGEST = 60


class ChangedByMenu(QObject):
    """Asks, and offers what was found.

    Attributes:
        menu: What was offered last.
    """

    def __init__(self, window: QWidget, say: Say, show: Callable[[Place], None]) -> None:
        super().__init__(window)
        self._say, self._show = say, show
        self._job: Job | None = None
        self.menu: QMenu | None = None

    def ask(self, jobs: WorkspaceJobs, tab: Tab) -> None:
        """For the line that the person is at in this tab; who asks anew does not wait for the last answer."""
        here, ref = tab.here(), tab.ref()
        if here is None or ref is None or here.section is not None or here.line is None:
            self._say(self.tr("Only lines of a text file are changed by commits."))
            return
        self.stop()
        line = here.line
        self._job = jobs.ask_long(
            lambda workspace, cancellation: workspace.changed_by(ref, line, cancellation), partial(self._offer, tab), self._fail
        )

    def ask_chats(self, jobs: WorkspaceJobs, tab: Tab) -> None:
        """For the commit in this tab."""
        reading = tab.commit
        if reading is None:
            return
        self.stop()
        at_s = reading.commit.at_s
        self._job = jobs.ask(lambda workspace: workspace.chats_about(at_s), partial(self._offer_chats, tab), self._fail)

    def stop(self) -> None:
        """Nobody waits any more."""
        if self._job is not None:
            self._job.cancellation.cancel()
            self._job = None

    def _offer(self, tab: Tab, found: ChangedBy) -> None:
        self._job = None
        if not found.commits:
            self._say(self.tr("Line {0} is in no commit yet.").format(f"{found.line:,}"))
        elif isValid(tab) and tab.isVisible():
            self._open_menu(tab, found)

    def _offer_chats(self, tab: Tab, chats: list[Named]) -> None:
        self._job = None
        if not chats:
            self._say(self.tr("No chat of this workspace is from that hour."))
        elif isValid(tab) and tab.isVisible():
            menu = self._make_menu(tab, self.tr("Chats of that hour"))
            for chat in chats:
                said = QLocale().toString(QDateTime.fromMSecsSinceEpoch(chat.at_ms), QLocale.FormatType.ShortFormat)
                action = menu.addAction(icon("chat"), f"{_cut(chat.title)}\t{agent_name(chat.agent)}, {said}".replace("&", "&&"))
                action.triggered.connect(partial(self._open, Place(chat.ref, source=Source.CHATS)))
            self._pop_up(menu, tab)

    def _open_menu(self, tab: Tab, found: ChangedBy) -> None:
        menu = self._make_menu(tab, self.tr("Commits that changed line {0}").format(found.line))
        for commit in found.commits:
            subject = title_of(commit.message, commit.hash)
            author = commit.author.partition(" <")[0]
            when = age(commit.at_s * 1_000_000_000, time.time_ns(), QLocale.FormatType.ShortFormat)
            action = menu.addAction(icon("git"), f"{_cut(subject)}\t{author}, {when}".replace("&", "&&"))
            action.setToolTip(f"{subject}\n{short(commit.hash)}")
            action.triggered.connect(partial(self._open, Place(commit.hash, source=Source.GIT)))
        self._pop_up(menu, tab)

    def _make_menu(self, tab: Tab, title: str) -> QMenu:
        menu = self.menu = QMenu(tab)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(title)
        return menu

    @staticmethod
    def _pop_up(menu: QMenu, tab: Tab) -> None:
        menu.setActiveAction(menu.actions()[0])
        menu.popup(tab.mapToGlobal(QPoint(tokens.SPACE_6, 2 * tokens.SPACE_6)))

    def _open(self, place: Place) -> None:
        self._show(place)

    def _fail(self, failure: Failure) -> None:
        self._job = None
        self._say(f"{failure.text[:1].upper()}{failure.text[1:]}.")


def _cut(title: str) -> str:
    return title if len(title) <= _LONGEST else f"{title[:_LONGEST].rstrip()}\u2026"
