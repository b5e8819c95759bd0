"""What does a person look at? One workspace: its files at the left, what is open at the right, the search over them.

The window carries out the commands (`commands.registry.Shell`) and knows every part; no part knows another.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QInputDialog,
    QMainWindow,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from sleuth.commands.registry import COMMANDS, MENUS, When, command
from sleuth.domain.errors import SleuthError
from sleuth.domain.hits import Hit
from sleuth.engine.workspace import SearchOptions
from sleuth.places import settings_file, workspace_key
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
from sleuth.ui.theme.theme import theme
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.tab import Tab
from sleuth.ui.welcome.page import WelcomePage
from sleuth.ui.widgets.labels import Sentence
from sleuth.ui.widgets.shadow import Shadow
from sleuth.ui.window.foot import Foot
from sleuth.ui.window.links import link_to, place_of_link
from sleuth.ui.window.tabs import Tabs

_SIZE = QSize(1200, 780)
_LEAST = QSize(640, 420)
_SHELF_WIDTH = 240


class Window(QMainWindow):
    """One window, of one workspace or of none yet.

    Signals:
        folder_requested: A folder to open, in this window or another.
        closed: The window is gone.
    """

    folder_requested = Signal(object)
    closed = Signal(object)

    def __init__(self, state: WindowState, path: Path | None = None) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._state = state
        self.jobs: WorkspaceJobs | None = None
        self._tabs: Tabs | None = None
        self._shelf: Shelf | None = None
        self._search: SearchDialog | None = None
        self._key = ""
        self._focus_before: QWidget | None = None
        self._make()
        self._make_palette()
        self._make_commands()
        self.setMinimumSize(_LEAST)
        shape = state.shape("window")
        if shape.isEmpty() or not self.restoreGeometry(shape):
            self.resize(_SIZE)
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
        self._field.setText(f"{self.tr('Search or run a command')}    {_native('go.palette')}")
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
        self._palette.file_chosen.connect(lambda ref, beside: self.show_place(Place(ref), pinned=beside))
        self._palette.hit_chosen.connect(self._open_hit)
        self._palette.command_chosen.connect(self._run)
        self._palette.search_chosen.connect(self.open_search)
        self._palette.reveal_chosen.connect(self._reveal_ref)
        self._palette.line_chosen.connect(self._go_to)
        self._palette.closed.connect(self._return_focus)

    def _make_commands(self) -> None:
        """Every command as an action of the window, in a menu where it has one."""
        whole = QMenu(self)
        menus = {name: whole.addMenu(self.tr(name)) for name in MENUS}
        native = {name: self.menuBar().addMenu(self.tr(name)) for name in MENUS} if self.menuBar().isNativeMenuBar() else {}
        self._actions: dict[str, QAction] = {}
        for one in COMMANDS:
            action = QAction(self.tr(one.title), self)
            action.setShortcuts([QKeySequence(keys) for keys in one.shortcuts])
            action.triggered.connect(partial(self._run, one.id))
            self.addAction(action)
            self._actions[one.id] = action
            for made in (menus, native):
                if one.menu in made:
                    made[one.menu].addAction(action)
        whole.aboutToShow.connect(self._enable)
        whole.aboutToHide.connect(self._enable_all)
        self._menu_button.setMenu(whole)
        if not native:
            self.menuBar().hide()

    def _enable(self) -> None:
        available = {When.ALWAYS, *self._available()}
        for one in COMMANDS:
            self._actions[one.id].setEnabled(one.when in available)

    def _enable_all(self) -> None:
        """What is grey has no keys, and nobody would hear that there is a tab again; `_run` knows better."""
        for action in self._actions.values():
            action.setEnabled(True)

    def _available(self) -> tuple[When, ...]:
        found = []
        if self.jobs is not None:
            found.append(When.WORKSPACE)
        tab = self._current()
        if self._tabs is not None and self._tabs.count():
            found.append(When.TAB)
        if tab is not None and tab.mark_count:
            found.append(When.MARKS)
        return tuple(found)

    def _run(self, id_: str) -> None:
        one = command(id_)
        if one.when is When.ALWAYS or one.when in self._available():
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
        for ref in self._state.tabs(self._key):
            self.show_place(Place(ref), pinned=True)
        self._show_tabs()

    def _make_workspace(self, jobs: WorkspaceJobs) -> None:
        self._tabs = tabs = Tabs(jobs, self)
        tabs.current_changed.connect(self._show_tabs)
        tabs.link_activated.connect(self._follow)
        tabs.item_opened.connect(lambda ref: self._state.opened_file(self._key, ref))
        self._shelf = shelf = Shelf(jobs.root, self)
        shelf.opened.connect(lambda ref, pinned: self.show_place(Place(ref), pinned))
        shelf.editor_requested.connect(lambda ref: self._edit(ref, 1))
        shelf.reveal_requested.connect(self._reveal_ref)
        shelf.path_copied.connect(lambda ref: QGuiApplication.clipboard().setText(ref))
        shelf.hidden_toggled.connect(self._set_hidden)
        self._empty = Sentence(
            self.tr("Nothing is open"),
            self.tr("{0} finds files, passages and commands; {1} searches everything.").format(
                _native("go.palette"), _native("search.open")
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
            self._split.setSizes([_SHELF_WIDTH, _SIZE.width() - _SHELF_WIDTH])
        shelf.setVisible(self._state.flag("shelf", True))
        self._pages.addWidget(self._split)
        self._pages.setCurrentWidget(self._split)
        self._search = dialog = SearchDialog(jobs, self._state, self._key, self)
        Shadow(dialog)
        dialog.hit_chosen.connect(self._open_hit)
        dialog.editor_requested.connect(self._edit)
        dialog.reveal_requested.connect(self._reveal_ref)
        dialog.export_requested.connect(self._export)
        dialog.link_activated.connect(self._follow)
        dialog.scan_requested.connect(self.scan_again)
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
        self.show_place(Place(hit.ref, hit.line, hit.section, typed), pinned=beside)

    def _follow(self, target: str, here: str) -> None:
        """A link in an item: within the workspace it is opened here, else in the browser, as the person asked by clicking."""
        if "://" in target or target.startswith("mailto:"):
            self._say(programs.open_url(target))
            return
        place = place_of_link(target, here)
        if place is not None:
            self.show_place(place)

    def _say(self, problem: str | None) -> None:
        """A sentence in the foot's place, for a while; nothing where all went well."""
        if problem:
            self.statusBar().showMessage(problem, 8_000)
            self.statusBar().show()
            self.statusBar().messageChanged.connect(self._hide_sentence, Qt.ConnectionType.UniqueConnection)

    def _hide_sentence(self, text: str) -> None:
        if not text:
            self.statusBar().hide()

    # -- the commands

    def open_palette(self, text: str = "") -> None:
        self._keep_focus()
        if self._search is not None:
            self._search.close_up()
        self._palette.open_with(text)
        self._palette.place_in(self.width(), self.height())

    def open_search(self, text: str | None = None) -> None:
        if self._search is None:
            return
        self._keep_focus()
        self._palette.close_up()
        self._search.hidden_too = self._shelf is not None and self._shelf.shows_hidden
        self._search.place_in(self.width(), self.height())
        self._search.open_with(text)

    def _keep_focus(self) -> None:
        focus = QApplication.focusWidget()
        floating = [self._palette, *([self._search] if self._search is not None else [])]
        if focus is not None and not any(sheet is focus or sheet.isAncestorOf(focus) for sheet in floating):
            self._focus_before = focus

    def _return_focus(self) -> None:
        if self._palette.isVisible() or (self._search is not None and self._search.isVisible()):
            return
        tab = self._current()
        if self._focus_before is not None and self._focus_before.isVisible():
            self._focus_before.setFocus()
        elif tab is not None:
            tab.focus_item()

    def choose_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("Open a folder"))
        if folder:
            self.folder_requested.emit(folder)

    def show_settings(self, section: str = "") -> None:
        if self._tabs is None:
            return
        from sleuth.ui.settings_pane.pane import SettingsPane

        page = self._tabs.page(SettingsPane)
        if not isinstance(page, SettingsPane):
            page = SettingsPane(self.jobs, self)
            page.scan_requested.connect(self.scan_again)
            page.changed.connect(self._setting_changed)
            page.rebuild_requested.connect(self.rebuild_index)
            page.delete_index_requested.connect(self._delete_index)
        self._tabs.open_page(page, self.tr("Settings"), "settings")
        if section:
            page.show_section(section)
        self._show_tabs()

    def _setting_changed(self, key: str) -> None:
        """What is searched is scanned by the new value at once."""
        if key.startswith("search.") and self.jobs is not None:
            self.jobs.scan()

    def show_help(self) -> None:
        if self._tabs is None:
            return
        from sleuth.ui.settings_pane.help_page import HelpPage

        page = self._tabs.page(HelpPage) or HelpPage(self)
        self._tabs.open_page(page, self.tr("Help"), "help")
        self._show_tabs()

    def toggle_shelf(self) -> None:
        if self._shelf is not None:
            self._shelf.setVisible(not self._shelf.isVisible())
            self._state.set_flag("shelf", self._shelf.isVisible())

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
        tab = self._current()
        here = tab.here() if tab is not None else None
        if here is None:
            return
        by_page = (here.section or "").startswith("page")
        title = self.tr("Page") if by_page else self.tr("Line")
        now = (here.number if by_page else here.line) or 1
        number, is_given = QInputDialog.getInt(self, self.tr("Go to"), title, now, 1, 1_000_000_000)
        if is_given:
            self._go_to(number)

    def _go_to(self, number: int) -> None:
        tab = self._current()
        here = tab.here() if tab is not None else None
        if tab is None or here is None:
            return
        if (here.section or "").startswith("page"):
            tab.open_place(Place(here.ref, None, f"page {number}", here.query))
        else:
            tab.open_place(Place(here.ref, number, None, here.query))

    def toggle_source(self) -> None:
        tab = self._current()
        if tab is not None:
            tab.toggle_source()

    def open_in_editor(self) -> None:
        tab = self._current()
        here = tab.here() if tab is not None else None
        if here is not None:
            self._edit(here.ref, here.line if here.line and not here.section else 1)

    def _edit(self, ref: str, line: int) -> None:
        self._with_path(ref, lambda path: programs.open_in_editor(path, line, configured=self._editor()))

    def _editor(self) -> str:
        """The command that is set; empty where the system or what is found decides."""
        chosen = load_window(self.jobs.root if self.jobs is not None else None)[0].editor
        return "" if chosen == SYSTEM else EDITORS.get(chosen, ("", chosen))[1]

    def reveal(self) -> None:
        tab = self._current()
        if tab is not None and tab.ref() is not None:
            self._reveal_ref(tab.ref() or "")

    def _reveal_ref(self, ref: str) -> None:
        self._with_path(ref, programs.reveal)

    def _with_path(self, ref: str, act: Callable[[Path], str | None]) -> None:
        if self.jobs is not None:
            self.jobs.ask(
                lambda workspace: workspace.path_of(ref), lambda path: self._say(act(path)), lambda failure: self._say(failure.text)
            )

    def copy_link(self) -> None:
        tab = self._current()
        here = tab.here() if tab is not None else None
        if here is not None and self.jobs is not None:
            QGuiApplication.clipboard().setText(link_to(self._key, here))
            self._say(self.tr("The link was copied."))

    def copy_path(self) -> None:
        tab = self._current()
        if tab is not None and tab.ref() is not None:
            QGuiApplication.clipboard().setText(tab.ref() or "")
            self._say(self.tr("The path was copied."))

    def close_tab(self) -> None:
        if self._tabs is not None:
            self._tabs.close_number(self._tabs.currentIndex())
            self._show_tabs()

    def next_tab(self, by: int) -> None:
        if self._tabs is not None and self._tabs.count():
            self._tabs.setCurrentIndex((self._tabs.currentIndex() + by) % self._tabs.count())

    def show_tab(self, number: int) -> None:
        if self._tabs is not None and number <= self._tabs.count():
            self._tabs.setCurrentIndex(number - 1)

    def go_back(self, by: int) -> None:
        if self._tabs is not None:
            self._tabs.go_back(by)
            self._show_tabs()

    def walk_panes(self) -> None:
        """From the shelf to the tab to the field above, and round."""
        tab = self._current()
        panes: list[QWidget] = [self._field]
        if self._shelf is not None and self._shelf.isVisible():
            panes.append(self._shelf)
        if self._tabs is not None and self._tabs.count():
            panes.append(self._tabs)
        focus = QApplication.focusWidget()
        at = next((place for place, pane in enumerate(panes) if focus is not None and (pane is focus or pane.isAncestorOf(focus))), 0)
        pane = panes[(at + 1) % len(panes)]
        if pane is self._tabs and tab is not None:
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
        page = self._tabs.page(SettingsPane) if self._tabs is not None else None
        if isinstance(page, SettingsPane):
            page.refresh()

    def close_window(self) -> None:
        self.close()

    def quit(self) -> None:
        QApplication.closeAllWindows()

    def _export(self, form: str, asked: tuple[str, SearchOptions]) -> None:
        endings = {"json": "json", "csv": "csv", "markdown": "md"}
        file, _ = QFileDialog.getSaveFileName(self, self.tr("Save the hits"), f"hits.{endings[form]}")
        if file and self.jobs is not None:
            from sleuth.ui.window.exporting import write_export

            text, options = asked
            self.jobs.ask(
                lambda workspace: write_export(workspace, text, options, form, Path(file)),
                lambda count: self._say(self.tr("{0} hits were saved.").format(f"{count:,}")),
                self._fail,
            )

    def _fail(self, failure: Failure) -> None:
        self._say(failure.text)

    # -- size and end

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._palette.isVisible():
            self._palette.place_in(self.width(), self.height())
        if self._search is not None and self._search.isVisible():
            self._search.place_in(self.width(), self.height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self._save()

    def _save(self) -> None:
        self._state.set_shape("window", self.saveGeometry())
        if self._tabs is not None:
            self._state.set_shape("split", self._split.saveState())
            self._state.set_tabs(self._key, [tab.ref() or "" for tab in self._tabs.items() if tab.is_pinned and tab.ref()])
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


def _native(id_: str) -> str:
    shortcuts = command(id_).shortcuts
    return QKeySequence(shortcuts[0]).toString(QKeySequence.SequenceFormat.NativeText) if shortcuts else ""
