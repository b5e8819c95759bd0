"""What does a person look at? One workspace: its files at the left, what is open at the right, the search over them.

The window carries out the commands (`commands.registry.Shell`) and knows every part; no part knows another. What is about the
tab in front is done by `front`, what is about notes by `notes`.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMainWindow, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from sleuth.commands.registry import When, command
from sleuth.domain.errors import SleuthError
from sleuth.domain.hits import Hit
from sleuth.domain.items import Source
from sleuth.engine.workspace import SearchOptions
from sleuth.places import can_be_path, workspace_key
from sleuth.settings.load import load_window
from sleuth.ui.jobs.workspace_jobs import Failure, WorkspaceJobs
from sleuth.ui.palette.palette import Palette
from sleuth.ui.search_dialog.dialog import SearchDialog
from sleuth.ui.shelf.shelf import Shelf
from sleuth.ui.state import WindowState
from sleuth.ui.theme.theme import theme
from sleuth.ui.viewers.base import Place, place_of_hit
from sleuth.ui.viewers.tab import Tab
from sleuth.ui.welcome.page import WelcomePage
from sleuth.ui.widgets.shadow import Shadow
from sleuth.ui.widgets.walking import next_pane
from sleuth.ui.window.actions import Actions
from sleuth.ui.window.changed_by import ChangedByMenu
from sleuth.ui.window.desk import Desk
from sleuth.ui.window.exporting import export
from sleuth.ui.window.fitting import fit
from sleuth.ui.window.foot import Foot
from sleuth.ui.window.front import Front
from sleuth.ui.window.links import parse_link, place_of_link
from sleuth.ui.window.message import Message
from sleuth.ui.window.notes import Notes
from sleuth.ui.window.outside import Outside
from sleuth.ui.window.own_pages import OwnPages
from sleuth.ui.window.tabs import Tabs
from sleuth.ui.window.top import TopBar

_SIZE = QSize(1200, 780)
_LEAST = QSize(640, 420)
# Whoever was away so long may have changed something meanwhile.
_AWAY_S = 3.0
# What is not done to a tab that the search covers; Ctrl+W closes what lies in front, which is the search.
_NOT_UNDER_THE_SEARCH = ("view.source", "go.line", "go.changed_by", "go.chats_of_commit", "search.find", "search.next", "search.previous", "file.editor", "file.copy_link",
                         "file.copy_path", "file.reveal", "file.close_tab", "file.delete_note")
# What closes the search, because what it opens is to be seen.
_OVER_THE_SEARCH = ("file.settings", "help.keys", "file.new_note", "file.bring_back_note")


class Window(QMainWindow):
    """One window, of one workspace or of none yet.

    Attributes:
        front: What is done with the tab in front.
        notes: What is done with notes.

    Signals:
        folder_requested: A folder to open, in this window or another.
        fronted: It is the window in front now.
        link_requested: A link to a place in another workspace.
        closed: The window is gone.
    """

    folder_requested = Signal(object)
    fronted = Signal(object)
    link_requested = Signal(str)
    closed = Signal(object)

    def __init__(self, state: WindowState, path: Path | None = None) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._state = state
        self.jobs: WorkspaceJobs | None = None
        self._desk: Desk | None = None
        self._loose: Tabs | None = None
        """The pages that are open while there is no workspace."""
        self._search: SearchDialog | None = None
        self._key = ""
        self._focus_before: QWidget | None = None
        self._left_s = float("inf")
        self._make()
        self._make_helpers()
        self._make_palette()
        self._commands = Actions(self, self._run, self._available)
        self._actions = self._commands.by_id
        self._top.set_menu(self._commands.menu)
        self._message = Message(self)
        Shadow(self._message)
        self._message.left.connect(self._return_focus)
        known = path is not None and can_be_path(str(path))
        own = state.shape(f"window {workspace_key(Path(os.path.realpath(path)))}") if path is not None and known else QByteArray()
        fit(self, _SIZE, _LEAST, own if not own.isEmpty() else state.shape("window"))
        if path is not None:
            self.open_workspace(path)
        else:
            self._show_welcome()

    # -- what it is made of

    def _make(self) -> None:
        self.setWindowTitle("Sleuth")
        whole = QWidget(self)
        whole.setProperty("kind", "page")
        self._top = TopBar(whole)
        self._top.palette_wanted.connect(lambda: self.open_palette(""))
        self._pages = QStackedWidget(whole)
        self._foot = Foot(whole)
        self._foot.detail_requested.connect(lambda: self.show_settings("Index"))
        self._foot.scan_requested.connect(self.scan_again)
        layout = QVBoxLayout(whole)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._top)
        layout.addWidget(self._pages, 1)
        layout.addWidget(self._foot)
        self.setCentralWidget(whole)
        self._welcome = WelcomePage(self._state.folders(), self)
        self._welcome.choose_requested.connect(self.choose_folder)
        self._welcome.opened.connect(self.folder_requested)
        self._welcome.removed.connect(self._state.forget_folder)
        self._pages.addWidget(self._welcome)

    def _make_helpers(self) -> None:
        """Those that carry out commands of a kind."""
        self._outside = Outside(self, self._say, lambda: self.show_settings("Editor"))
        self._changed_by = ChangedByMenu(self, self._say, self.show_place)
        self.front = Front(self._state, lambda: self._tabs, self._outside, self.show_place, self._ask_changes, self._ask_chats)
        self.notes = Notes(self, self._say, self._search_notes)
        self._own_pages = pages = OwnPages(self, self._holder, self._say)
        pages.scan_requested.connect(self.scan_again)
        pages.rebuild_requested.connect(self.rebuild_index)
        pages.delete_index_requested.connect(self._delete_index)
        pages.changed.connect(self._setting_changed)

    def _make_palette(self) -> None:
        self._palette = palette = Palette(self)
        Shadow(palette)
        palette.serve(None, list, self._available, bool)
        palette.file_chosen.connect(lambda key, beside: self.show_place(Place.kept(key), pinned=beside))
        palette.hit_chosen.connect(self._open_hit)
        palette.command_chosen.connect(self._run)
        palette.search_chosen.connect(self.open_search)
        palette.note_chosen.connect(self.notes.new)
        palette.reveal_chosen.connect(self._outside.reveal)
        palette.line_chosen.connect(self.front.go_to)
        palette.counted_in = self.front.counted_in
        palette.link_chosen.connect(self._open_link)
        palette.turn_on_requested.connect(self._turn_search_on)
        palette.stand_under(self._top.field)
        palette.closed.connect(self._return_focus)

    def _available(self) -> tuple[When, ...]:
        tab, tabs = self.front.tab, self._all_tabs()
        holds = {
            When.WORKSPACE: self.jobs is not None,
            When.TAB: tabs is not None and tabs.count() > 0,
            When.FILE: tab is not None and tab.ref() is not None,
            When.COMMIT: tab is not None and tab.commit is not None,
            When.MARKS: tab is not None and tab.mark_count > 0,
            When.NOTE: tab is not None and tab.note is not None,
            When.DELETED: self.notes.has_deleted,
        }
        return tuple(when for when, is_so in holds.items() if is_so)

    def _run(self, id_: str) -> None:
        one = command(id_)
        if one.when is not When.ALWAYS and one.when not in self._available():
            if self.jobs is None:
                self._say(self.tr("Open a folder first."), self.tr("Open a folder…"), self.choose_folder)
            return
        if self._search is not None and self._search.isVisible():
            if id_ == "file.close_tab":
                self._search.close_up()
            if id_ in _NOT_UNDER_THE_SEARCH:
                return
            if one.when is When.TAB or id_ in _OVER_THE_SEARCH:
                self._search.close_up()
        one.run(self)

    # -- a workspace

    def _show_welcome(self) -> None:
        self._welcome.set_recents(self._state.folders())
        self._pages.setCurrentWidget(self._welcome)
        self._foot.hide()
        self._welcome.setFocus()

    def open_workspace(self, path: Path) -> None:
        """Make this the window of a folder; says so where it cannot be opened."""
        try:
            jobs = WorkspaceJobs(path, self)
        except SleuthError as error:
            self._state.forget_folder(str(path))
            self._welcome.set_recents(self._state.folders())
            self._say(error.text())
            self._show_welcome()
            return
        self.jobs = jobs
        self._key = workspace_key(jobs.root)
        self._state.opened_folder(str(jobs.root))
        self.setWindowTitle(f"{jobs.root.name or jobs.root} – Sleuth")
        desk = self._make_desk(jobs)
        self._make_search(jobs)
        self._outside.serve(jobs)
        self.notes.serve(jobs, desk.tabs)
        self._palette.serve(jobs, lambda: self._state.files(self._key), self._available, lambda: desk.shelf.shows_hidden)
        self._foot.serve(jobs)
        self._foot.show()
        jobs.scan_ended.connect(lambda _outcome: desk.shelf.refresh())
        jobs.settings_changed.connect(self._settings_changed)
        self._settings_changed()
        jobs.ask_status()
        jobs.scan()
        desk.tabs.restore(*self._state.tabs(self._key))
        self._show_tabs()

    def _make_desk(self, jobs: WorkspaceJobs) -> Desk:
        self._desk = desk = Desk(jobs, self._state, self._key, self.width(), self)
        tabs, shelf = desk.tabs, desk.shelf
        tabs.current_changed.connect(self._show_tabs)
        tabs.link_activated.connect(self._follow)
        tabs.path_wanted.connect(self._outside.copy_path)
        tabs.reveal_wanted.connect(self._outside.reveal)
        tabs.editor_wanted.connect(lambda ref: self._outside.edit(ref, 1))
        tabs.item_opened.connect(lambda ref: self._state.opened_file(self._key, ref))
        shelf.opened.connect(lambda ref, pinned: self.show_place(Place(ref), pinned))
        shelf.editor_requested.connect(lambda ref: self._outside.edit(ref, 1))
        shelf.reveal_requested.connect(self._outside.reveal)
        shelf.path_copied.connect(lambda ref: QGuiApplication.clipboard().setText(ref))
        desk.hidden_toggled.connect(self._set_hidden)
        self._pages.addWidget(desk)
        self._pages.setCurrentWidget(desk)
        if self._loose is not None:
            self._loose.close_all()
        return desk

    def _make_search(self, jobs: WorkspaceJobs) -> None:
        self._search = dialog = SearchDialog(jobs, self._state, self._key, self)
        Shadow(dialog)
        dialog.hit_chosen.connect(self._open_hit)
        dialog.editor_requested.connect(self._edit)
        dialog.reveal_requested.connect(self._outside.reveal)
        dialog.path_requested.connect(self._outside.copy_path)
        dialog.export_requested.connect(self._export)
        dialog.link_activated.connect(self._follow)
        dialog.scan_requested.connect(self.scan_again)
        dialog.turn_on_requested.connect(self._turn_search_on)
        dialog.closed.connect(self._return_focus)

    def _settings_changed(self) -> None:
        """What is blocked is in no list; the theme may be another, too."""
        if self.jobs is not None and self._shelf is not None:
            self._shelf.set_deny(self.jobs.settings.deny)
            theme().choose(load_window(self.jobs.root)[0].theme)

    # -- tabs

    @property
    def _tabs(self) -> Tabs | None:
        """Those with items."""
        return self._desk.tabs if self._desk is not None else None

    @property
    def _shelf(self) -> Shelf | None:
        return self._desk.shelf if self._desk is not None else None

    def _show_tabs(self) -> None:
        if self._desk is not None:
            self._desk.show_tabs()
        elif self._loose is not None:
            self._pages.setCurrentWidget(self._loose if self._loose.count() else self._welcome)

    def _all_tabs(self) -> Tabs | None:
        return self._tabs if self._tabs is not None else self._loose

    def _holder(self) -> Tabs:
        """What pages are opened in; without a workspace, tabs that stand in front of the welcome."""
        tabs = self._all_tabs()
        if tabs is None:
            tabs = self._loose = Tabs(None, self._state, self)
            tabs.current_changed.connect(self._show_tabs)
            self._pages.addWidget(tabs)
        return tabs

    def close_tab(self) -> None:
        tabs = self._all_tabs()
        if tabs is not None:
            tabs.close_number(tabs.currentIndex())
            self._show_tabs()

    def next_tab(self, by: int) -> None:
        tabs = self._all_tabs()
        if tabs is not None and tabs.count():
            tabs.setCurrentIndex((tabs.currentIndex() + by) % tabs.count())

    def show_tab(self, number: int) -> None:
        tabs = self._all_tabs()
        if tabs is not None and number <= tabs.count():
            tabs.setCurrentIndex(number - 1)

    def go_back(self, by: int) -> None:
        if self._tabs is not None:
            self._tabs.go_back(by)
            self._show_tabs()

    # -- showing things

    def show_place(self, place: Place, pinned: bool = False) -> None:
        """Open an item at a place."""
        if self._tabs is not None:
            self._tabs.open_place(place, pinned)
            self._show_tabs()

    def _open_hit(self, hit: Hit, typed: str, beside: bool) -> None:
        self.show_place(place_of_hit(hit, typed), pinned=beside)

    def _edit(self, key: str, line: int) -> None:
        """One's own note is edited here, everything else outside."""
        if self.notes.is_own(key):
            if self._search is not None:
                self._search.close_up()
            self.notes.edit(key, line)
        else:
            self._outside.edit(key, line)

    def _follow(self, target: str, here: str) -> None:
        """A link in an item: within the workspace it is opened here, else in the browser, as the person asked by clicking."""
        if "://" in target or target.startswith("mailto:"):
            self._outside.open_url(target)
            return
        place = place_of_link(target, here)
        if place is not None:
            self.show_place(place)

    def _open_link(self, text: str) -> None:
        """A link that was pasted: here if it leads here, else in the window of its workspace."""
        link = parse_link(text)
        if link is None:
            self._say(self.tr("This link leads nowhere: {0}").format(text[:80]))
        elif link.workspace == self._key:
            self.show_place(link.place, pinned=True)
        else:
            self.link_requested.emit(text)

    def _ask_changes(self, tab: Tab) -> None:
        if self.jobs is not None:
            self._changed_by.ask(self.jobs, tab)

    def _ask_chats(self, tab: Tab) -> None:
        if self.jobs is not None:
            self._changed_by.ask_chats(self.jobs, tab)

    def _say(self, sentence: str | None, action: str = "", act: Callable[[], object] | None = None) -> None:
        """A sentence over the content, for a while, with what can be done about it; nothing where all went well."""
        if sentence:
            self._place_message()
            self._message.say(sentence, action, act)

    def say(self, sentence: str) -> None:
        """For whoever opened the window."""
        self._say(sentence)

    def _fail(self, failure: Failure) -> None:
        self._say(failure.text)

    def _place_message(self) -> None:
        self._message.place_above(self.height() - (self._foot.height() if self._foot.isVisible() else 0))

    # -- the palette and the search

    def open_palette(self, text: str = "", files_only: bool = False) -> None:
        self._keep_focus()
        if self._search is not None:
            self._search.close_up()
        self._palette.open_with(text, files_only)
        self._palette.place_in(self.width(), self.height())
        self._freshen()

    def open_search(self, text: str | None = None) -> None:
        if self._search is None:
            return
        self._keep_focus()
        self._palette.close_up()
        self._search.hidden_too = self._shelf is not None and self._shelf.shows_hidden
        self._search.place_in(self.width(), self.height())
        self._search.open_with(text)
        self._freshen()

    def _search_notes(self, query: str) -> None:
        if self._search is not None:
            self._search.look_in(Source.NOTES)
            self.open_search(query)

    def _freshen(self) -> None:
        if self.jobs is not None:
            self.jobs.freshen()

    def _export(self, form: str, asked: tuple[str, SearchOptions]) -> None:
        if self.jobs is not None:
            export(self, self.jobs, asked, form, lambda count: self._say(self.tr("{0} hits were saved.").format(f"{count:,}")), self._fail)

    def _turn_search_on(self) -> None:
        """Search this workspace again, as the settings' switch does; what a folder's own file forbids stays forbidden."""
        if self.jobs is None:
            return
        from sleuth.ui.settings_pane.stored import turn_search_on

        problem = turn_search_on(self.jobs.root)
        self._say(problem)
        if problem is None:
            self.jobs.look_at_settings()
            self.jobs.scan()  # that it was off may not have been seen yet

    # -- where the keys go

    def _keep_focus(self) -> None:
        focus = QApplication.focusWidget()
        floating = [self._palette, *([self._search] if self._search is not None else [])]
        if focus is not None and not any(sheet is focus or sheet.isAncestorOf(focus) for sheet in floating):
            self._focus_before = focus

    def _return_focus(self) -> None:
        if self._palette.isVisible() or (self._search is not None and self._search.isVisible()):
            return
        tab = self.front.tab
        before = self._focus_before
        if before is not None and isValid(before) and before.isVisible():  # its tab may have been closed meanwhile
            before.setFocus()
        elif tab is not None:
            tab.focus_item()

    def walk_panes(self) -> None:
        """From the shelf to the tab to the foot to the field above, and round; within the search while that is open.

        What has just been offered comes first.
        """
        if self._palette.isVisible():
            return
        if self._search is not None and self._search.isVisible():
            self._search.walk_panes()
            return
        if self._message.is_awaited:
            self._message.take_keys()
            return
        panes = (self._top.field, self._shelf, self._tabs, self._message, self._foot)
        pane = next_pane([one for one in panes if one is not None and one.isVisible()])
        if pane is self._tabs and self.front.tab is not None:
            self.front.tab.focus_item()
        else:
            pane.setFocus(Qt.FocusReason.TabFocusReason)

    # -- the other commands

    def choose_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("Open a folder"))
        if folder:
            self.folder_requested.emit(folder)

    def show_settings(self, section: str = "") -> None:
        self._own_pages.show_settings(self.jobs, section, self._foot.failure)
        self._show_tabs()

    def _setting_changed(self, key: str) -> None:
        """What is searched is scanned by the new value at once."""
        if key.startswith("search.") and self.jobs is not None:
            self.jobs.scan()

    def show_help(self) -> None:
        self._own_pages.show_help()
        self._show_tabs()

    def set_theme(self, name: str) -> None:
        self._own_pages.set_theme(name, self._all_tabs())

    def toggle_shelf(self) -> None:
        if self._desk is not None:
            self._desk.toggle_shelf()

    def toggle_hidden(self) -> None:
        if self._shelf is not None:
            self._shelf.show_hidden(not self._shelf.shows_hidden)

    def _set_hidden(self, shows: bool) -> None:
        if self._search is not None:
            self._search.hidden_too = shows

    def scan_again(self) -> None:
        if self.jobs is not None:
            self.jobs.scan()

    def rebuild_index(self) -> None:
        if self.jobs is not None:
            self.jobs.scan(rebuild=True)

    def _delete_index(self) -> None:
        if self.jobs is not None:
            self.jobs.forget(lambda: None, self._fail)

    def close_window(self) -> None:
        self.close()

    def quit(self) -> None:
        QApplication.closeAllWindows()

    # -- size and end

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._palette.isVisible():
            self._palette.place_in(self.width(), self.height())
        if self._search is not None and self._search.isVisible():
            self._search.place_in(self.width(), self.height())
        self._place_message()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange:
            if self.isActiveWindow():
                self.fronted.emit(self)
                if time.monotonic() - self._left_s > _AWAY_S:
                    self._freshen()
            else:
                self._left_s = time.monotonic()
                self._save()

    def _save(self) -> None:
        self._state.set_shape("window", self.saveGeometry())
        if self._desk is not None:
            self._state.set_shape(f"window {self._key}", self.saveGeometry())
            self._desk.keep()
        self._state.save()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._tabs is not None and not self._tabs.save_notes():
            event.ignore()  # what cannot be saved would be lost; the note in front says so
            return
        self._save()
        if self._search is not None:
            self._search.close_up()
            self._search.release()
        if self._desk is not None:
            self._desk.release()
        self._welcome.release()
        if self.jobs is not None:
            self.jobs.close()
        super().closeEvent(event)
        self.closed.emit(self)
