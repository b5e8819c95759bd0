"""What does a person look at? One workspace: its files at the left, what is open at the right, the search over them.

The window carries out the commands (`commands.registry.Shell`) and knows every part; no part knows another.
"""

import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QMainWindow,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from sleuth.commands.registry import When, command
from sleuth.domain.errors import SleuthError
from sleuth.domain.hits import Hit
from sleuth.domain.items import Source
from sleuth.engine.workspace import SearchOptions
from sleuth.places import can_be_path, settings_file, workspace_key
from sleuth.settings.editors import EDITORS, SYSTEM
from sleuth.settings.load import load_window
from sleuth.ui.jobs import programs
from sleuth.ui.jobs.workspace_jobs import Failure, WorkspaceJobs
from sleuth.ui.palette.palette import Palette
from sleuth.ui.search_dialog.dialog import SearchDialog
from sleuth.ui.shelf.shelf import Shelf
from sleuth.ui.state import WindowState
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import scaled, theme
from sleuth.ui.viewers.base import Place, place_of_hit
from sleuth.ui.viewers.chat.transcript import show_transcript
from sleuth.ui.viewers.tab import Tab
from sleuth.ui.welcome.page import WelcomePage
from sleuth.ui.widgets.labels import Sentence
from sleuth.ui.widgets.shadow import Shadow
from sleuth.ui.widgets.walking import next_pane
from sleuth.ui.window.actions import Actions, native_keys
from sleuth.ui.window.exporting import save_folder, write_export
from sleuth.ui.window.fitting import fit
from sleuth.ui.window.foot import Foot
from sleuth.ui.window.links import link_to, parse_link, place_of_link
from sleuth.ui.window.message import Message
from sleuth.ui.window.tabs import Tabs

_SIZE = QSize(1200, 780)
_LEAST = QSize(640, 420)
_SHELF_WIDTH = 240
# Whoever was away so long may have changed something meanwhile.
_AWAY_S = 3.0
# What is not done to a tab that the search covers; Ctrl+W closes what lies in front, which is the search.
_NOT_UNDER_THE_SEARCH = ("view.source", "go.line", "search.find", "search.next", "search.previous", "file.editor", "file.copy_link",
                         "file.copy_path", "file.reveal", "file.close_tab")


class Window(QMainWindow):
    """One window, of one workspace or of none yet.

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
        self._tabs: Tabs | None = None
        self._loose: Tabs | None = None
        """The pages that are open while there is no workspace."""
        self._followed = ""
        self._shelf: Shelf | None = None
        self._search: SearchDialog | None = None
        self._key = ""
        self._focus_before: QWidget | None = None
        self._left_s = float("inf")
        self._make()
        self._make_palette()
        self._commands = Actions(self, self._run, self._available)
        self._actions = self._commands.by_id
        self._menu_button.setMenu(self._commands.menu)
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
        self._top = QWidget(whole)
        self._top.setProperty("kind", "sunken")
        self._top.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._field = QPushButton(whole)
        self._field.setProperty("kind", "command")
        self._field.setIcon(icon("search"))
        self._field.setText(f"{self.tr('Search or run a command')}    {native_keys('go.palette')}")
        self._field.setAccessibleName(self.tr("Search or run a command"))
        self._field.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._field.setMinimumWidth(360)
        self._field.clicked.connect(lambda: self.open_palette(""))
        self._menu_button = QToolButton(whole)
        self._menu_button.setIcon(icon("more"))
        self._menu_button.setAccessibleName(self.tr("Menu"))
        self._menu_button.setToolTip(self.tr("Menu"))
        self._menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        top = QHBoxLayout(self._top)
        top.setContentsMargins(tokens.SPACE_2, tokens.SPACE_1, tokens.SPACE_2, tokens.SPACE_1)
        top.addStretch(1)
        top.addWidget(self._field, 2)
        top.addStretch(1)
        top.addWidget(self._menu_button)
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

    def _make_palette(self) -> None:
        self._palette = Palette(self)
        Shadow(self._palette)
        self._palette.serve(None, list, self._available, bool)
        self._palette.file_chosen.connect(lambda key, beside: self.show_place(Place.kept(key), pinned=beside))
        self._palette.hit_chosen.connect(self._open_hit)
        self._palette.command_chosen.connect(self._run)
        self._palette.search_chosen.connect(self.open_search)
        self._palette.reveal_chosen.connect(self._reveal_ref)
        self._palette.line_chosen.connect(self._go_to)
        self._palette.counted_in = self._counted_in
        self._palette.link_chosen.connect(self._open_link)
        self._palette.turn_on_requested.connect(self._turn_search_on)
        self._palette.stand_under(self._field)
        self._palette.closed.connect(self._return_focus)

    def _available(self) -> tuple[When, ...]:
        found = []
        if self.jobs is not None:
            found.append(When.WORKSPACE)
        tab = self._current()
        tabs = self._all_tabs()
        if tabs is not None and tabs.count():
            found.append(When.TAB)
        if tab is not None and tab.mark_count:
            found.append(When.MARKS)
        return tuple(found)

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
            if one.when is When.TAB or id_ in ("file.settings", "help.keys"):
                self._search.close_up()  # what it opens is to be seen
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
        self._make_workspace(jobs)
        self._foot.serve(jobs)
        self._foot.show()
        jobs.scan_ended.connect(self._scanned)
        jobs.settings_changed.connect(self._settings_changed)
        self._settings_changed()
        jobs.ask_status()
        jobs.scan()
        if self._tabs is not None:
            self._tabs.restore(*self._state.tabs(self._key))
        self._show_tabs()

    def _make_workspace(self, jobs: WorkspaceJobs) -> None:
        self._tabs = tabs = Tabs(jobs, self._state, self)
        tabs.current_changed.connect(self._show_tabs)
        tabs.link_activated.connect(self._follow)
        tabs.path_wanted.connect(self._copy_path)
        tabs.reveal_wanted.connect(self._reveal_ref)
        tabs.editor_wanted.connect(lambda ref: self._edit(ref, 1))
        tabs.item_opened.connect(lambda ref: self._state.opened_file(self._key, ref))
        self._shelf = shelf = Shelf(jobs.root, self)
        shelf.opened.connect(lambda ref, pinned: self.show_place(Place(ref), pinned))
        shelf.editor_requested.connect(lambda ref: self._edit(ref, 1))
        shelf.reveal_requested.connect(self._reveal_ref)
        shelf.path_copied.connect(lambda ref: QGuiApplication.clipboard().setText(ref))
        shelf.show_hidden(self._state.flag(f"hidden/{self._key}", False))
        shelf.hidden_toggled.connect(self._set_hidden)
        self._empty = Sentence(
            self.tr("Nothing is open"),
            self.tr("{0} finds files, passages and commands; {1} searches everything.").format(
                native_keys("go.palette"), native_keys("search.open")
            ),
        )
        right = QStackedWidget(self)
        right.addWidget(self._empty)
        right.addWidget(tabs)
        self._right = right
        self._split = QSplitter(Qt.Orientation.Horizontal, self)
        self._split.addWidget(shelf)
        self._split.addWidget(right)
        self._split.setStretchFactor(1, 1)
        self._split.setChildrenCollapsible(False)
        shape = self._state.shape("split")
        if shape.isEmpty() or not self._split.restoreState(shape):
            self._split.setSizes([min(scaled(_SHELF_WIDTH), _SIZE.width() // 4), _SIZE.width()])
        shelf.setVisible(self._state.flag("shelf", True))
        self._pages.addWidget(self._split)
        self._pages.setCurrentWidget(self._split)
        if self._loose is not None:
            self._loose.close_all()
        self._search = dialog = SearchDialog(jobs, self._state, self._key, self)
        Shadow(dialog)
        dialog.hit_chosen.connect(self._open_hit)
        dialog.editor_requested.connect(self._edit)
        dialog.reveal_requested.connect(self._reveal_ref)
        dialog.export_requested.connect(self._export)
        dialog.link_activated.connect(self._follow)
        dialog.scan_requested.connect(self.scan_again)
        dialog.turn_on_requested.connect(self._turn_search_on)
        dialog.closed.connect(self._return_focus)
        self._palette.serve(jobs, lambda: self._state.files(self._key), self._available, lambda: shelf.shows_hidden)

    def _settings_changed(self) -> None:
        """What is blocked is in no list; the theme may be another, too."""
        if self.jobs is not None and self._shelf is not None:
            self._shelf.set_deny(self.jobs.settings.deny)
            theme().choose(load_window(self.jobs.root)[0].theme)

    def _scanned(self, _outcome: object) -> None:
        if self._shelf is not None:
            self._shelf.refresh()

    def _show_tabs(self) -> None:
        if self._tabs is not None:
            self._right.setCurrentWidget(self._tabs if self._tabs.count() else self._empty)
            self._lead_shelf()
        elif self._loose is not None:
            self._pages.setCurrentWidget(self._loose if self._loose.count() else self._welcome)

    def _lead_shelf(self) -> None:
        """The file in front is the one that is selected among the files."""
        tab = self._current()
        ref = (tab.ref() if tab is not None else None) or ""
        if ref != self._followed and self._shelf is not None:
            self._followed = ref
            if ref:
                self._shelf.show_ref(ref)

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

    def _current(self) -> Tab | None:
        return self._tabs.current_tab() if self._tabs is not None else None

    # -- showing things

    def show_place(self, place: Place, pinned: bool = False) -> None:
        """Open an item at a place."""
        if self._tabs is None:
            return
        self._tabs.open_place(place, pinned)
        self._show_tabs()

    def _open_hit(self, hit: Hit, typed: str, beside: bool) -> None:
        self.show_place(place_of_hit(hit, typed), pinned=beside)

    def _follow(self, target: str, here: str) -> None:
        """A link in an item: within the workspace it is opened here, else in the browser, as the person asked by clicking."""
        if "://" in target or target.startswith("mailto:"):
            self._say(programs.open_url(target))
            return
        place = place_of_link(target, here)
        if place is not None:
            self.show_place(place)

    def _say(self, sentence: str | None, action: str = "", act: Callable[[], object] | None = None) -> None:
        """A sentence over the content, for a while, with what can be done about it; nothing where all went well."""
        if sentence:
            self._place_message()
            self._message.say(sentence, action, act)

    def _say_late(self, sentence: str) -> None:
        """For what takes a while: the window may be gone."""
        if isValid(self):
            self._say(sentence)

    def say(self, sentence: str) -> None:
        """For whoever opened the window."""
        self._say(sentence)

    def _place_message(self) -> None:
        self._message.place_above(self.height() - (self._foot.height() if self._foot.isVisible() else 0))

    # -- the commands

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

    def _freshen(self) -> None:
        if self.jobs is not None:
            self.jobs.freshen()

    def _keep_focus(self) -> None:
        focus = QApplication.focusWidget()
        floating = [self._palette, *([self._search] if self._search is not None else [])]
        if focus is not None and not any(sheet is focus or sheet.isAncestorOf(focus) for sheet in floating):
            self._focus_before = focus

    def _return_focus(self) -> None:
        if self._palette.isVisible() or (self._search is not None and self._search.isVisible()):
            return
        tab = self._current()
        before = self._focus_before
        if before is not None and isValid(before) and before.isVisible():  # its tab may have been closed meanwhile
            before.setFocus()
        elif tab is not None:
            tab.focus_item()

    def choose_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("Open a folder"))
        if folder:
            self.folder_requested.emit(folder)

    def show_settings(self, section: str = "") -> None:
        from sleuth.ui.settings_pane.pane import SettingsPane

        tabs = self._holder()
        page = tabs.page(SettingsPane)
        if not isinstance(page, SettingsPane):
            page = SettingsPane(self.jobs, self)
            page.scan_requested.connect(self.scan_again)
            page.changed.connect(self._setting_changed)
            page.rebuild_requested.connect(self.rebuild_index)
            page.delete_index_requested.connect(self._delete_index)
        if page.index is not None and self._foot.failure:
            page.index.scan.fail(self._foot.failure)  # it may not have been there when the scan failed
        tabs.open_page(page, self.tr("Settings"), "settings")
        if section:
            page.show_section(section)
        self._show_tabs()

    def _setting_changed(self, key: str) -> None:
        """What is searched is scanned by the new value at once."""
        if key.startswith("search.") and self.jobs is not None:
            self.jobs.scan()

    def show_help(self) -> None:
        from sleuth.ui.settings_pane.help_page import HelpPage

        tabs = self._holder()
        page = tabs.page(HelpPage) or HelpPage(self)
        tabs.open_page(page, self.tr("Help"), "help")
        self._show_tabs()

    def toggle_shelf(self) -> None:
        if self._shelf is not None:
            self._shelf.setVisible(not self._shelf.isVisible())
            self._state.set_flag("shelf", self._shelf.isVisible())

    def toggle_hidden(self) -> None:
        if self._shelf is not None:
            self._shelf.show_hidden(not self._shelf.shows_hidden)

    def _set_hidden(self, shows: bool) -> None:
        self._state.set_flag(f"hidden/{self._key}", shows)
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
            self.jobs.forget(lambda: None, lambda failure: self._say(failure.text))

    def find_in_tab(self) -> None:
        tab = self._current()
        if tab is not None:
            tab.open_find()

    def step_mark(self, by: int) -> None:
        tab = self._current()
        if tab is not None:
            tab.step(by)

    def go_to_line(self) -> None:
        self.open_palette(":")

    def _counted_in(self) -> str:
        tab = self._current()
        return tab.counted_in() if tab is not None else ""

    def _go_to(self, number: int) -> None:
        tab = self._current()
        place = tab.place_at(number) if tab is not None else None
        if place is not None:
            self.show_place(place)

    def toggle_source(self) -> None:
        tab = self._current()
        if tab is not None:
            tab.toggle_source()

    def toggle_wrap(self) -> None:
        self._state.set_flag("wrap", not self._state.flag("wrap", False))
        for tab in self._tabs.items() if self._tabs is not None else []:
            tab.show_wrap()

    def open_in_editor(self) -> None:
        tab = self._current()
        here = tab.here() if tab is not None else None
        if here is not None:
            self._edit(here.key, here.line if here.line and not here.section else 1)

    def _edit(self, key: str, line: int) -> None:
        place = Place.kept(key)
        act = partial(self._start_editor, line) if place.source is not Source.CHATS else self._show_transcript
        self._with_file(place, act)

    def _with_file(self, place: Place, act: Callable[[Path], None]) -> None:
        if self.jobs is not None:
            self.jobs.ask(lambda workspace: workspace.file_of(place.source, place.ref), act, self._fail)

    def _show_transcript(self, path: Path) -> None:
        if self.jobs is not None:
            self._say(show_transcript(path, self.jobs.root, self._say_late))

    def _start_editor(self, line: int, path: Path) -> None:
        problem = programs.open_in_editor(path, line, configured=self._editor())
        if os.path.lexists(path):
            self._say(problem, self.tr("Choose an editor…"), partial(self.show_settings, "Editor"))
        else:
            self._say(problem)

    def _editor(self) -> str:
        """The command that is set; empty where the system or what is found decides."""
        chosen = load_window(self.jobs.root if self.jobs is not None else None)[0].editor
        return "" if chosen == SYSTEM else EDITORS.get(chosen, ("", chosen))[1]

    def reveal(self) -> None:
        tab = self._current()
        if tab is not None and tab.key():
            self._reveal_ref(tab.key())

    def _reveal_ref(self, key: str) -> None:
        self._with_file(Place.kept(key), lambda path: self._say(programs.reveal(path, self._say_late)))

    def copy_link(self) -> None:
        tab = self._current()
        here = tab.here() if tab is not None else None
        if here is not None and self.jobs is not None:
            QGuiApplication.clipboard().setText(link_to(self._key, here))
            self._say(self.tr("The link was copied."))

    def copy_path(self) -> None:
        tab = self._current()
        if tab is not None and tab.key():
            self._copy_path(tab.key())

    def _copy_path(self, key: str) -> None:
        """A file's from the workspace on; of all else where it lies."""
        place = Place.kept(key)
        if place.source is Source.FILES:
            self._take_path(place.ref)
        else:
            self._with_file(place, lambda path: self._take_path(str(path)))

    def _take_path(self, path: str) -> None:
        QGuiApplication.clipboard().setText(programs.readable(path))
        self._say(self.tr("The path was copied."))

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

    def walk_panes(self) -> None:
        """From the shelf to the tab to the foot to the field above, and round; within the search while that is open."""
        if self._palette.isVisible():
            return
        if self._search is not None and self._search.isVisible():
            self._search.walk_panes()
            return
        pane = next_pane([one for one in (self._field, self._shelf, self._tabs, self._foot) if one is not None and one.isVisible()])
        if pane is self._tabs and (tab := self._current()) is not None:
            tab.focus_item()
        else:
            pane.setFocus(Qt.FocusReason.TabFocusReason)

    def set_theme(self, name: str) -> None:
        from sleuth.settings.save import save_setting
        from sleuth.ui.settings_pane.pane import SettingsPane

        theme().choose(name)
        try:
            save_setting(settings_file(), "ui.theme", name)
        except (SleuthError, OSError) as error:
            self._say(error.text() if isinstance(error, SleuthError) else str(error))
        tabs = self._all_tabs()
        page = tabs.page(SettingsPane) if tabs is not None else None
        if isinstance(page, SettingsPane):
            page.refresh()

    def close_window(self) -> None:
        self.close()

    def quit(self) -> None:
        QApplication.closeAllWindows()

    def _export(self, form: str, asked: tuple[str, SearchOptions]) -> None:
        endings = {"json": "json", "csv": "csv", "markdown": "md"}
        start = str(save_folder(self.jobs.root) / f"hits.{endings[form]}") if self.jobs is not None else ""
        file, _ = QFileDialog.getSaveFileName(self, self.tr("Save the hits"), start)
        if file and self.jobs is not None:
            text, options = asked
            self.jobs.ask(
                lambda workspace: write_export(workspace, text, options, form, Path(file)),
                lambda count: self._say(self.tr("{0} hits were saved.").format(f"{count:,}")),
                self._fail,
            )

    def _open_link(self, text: str) -> None:
        """A link that was pasted: here if it leads here, else in the window of its workspace."""
        link = parse_link(text)
        if link is None:
            self._say(self.tr("This link leads nowhere: {0}").format(text[:80]))
        elif link.workspace == self._key:
            self.show_place(link.place, pinned=True)
        else:
            self.link_requested.emit(text)

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

    def _fail(self, failure: Failure) -> None:
        self._say(failure.text)

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
        if self._tabs is not None:
            self._state.set_shape("split", self._split.saveState())
            self._state.set_shape(f"window {self._key}", self.saveGeometry())
            self._state.set_tabs(self._key, *self._tabs.kept())
        self._state.save()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._save()
        if self._search is not None:
            self._search.close_up()
            self._search.release()
        if self._tabs is not None:
            self._tabs.release()
        if self._shelf is not None:
            self._shelf.release()
        self._welcome.release()
        if self.jobs is not None:
            self.jobs.close()
        super().closeEvent(event)
        self.closed.emit(self)
