"""Which items are open, in which tab, and where was the person before?"""

from functools import partial

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QMenu, QTabWidget, QWidget

from sleuth.domain.items import Source
from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.state import WindowState
from sleuth.ui.theme.icons import icon
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.tab import Tab
from sleuth.ui.window.tab_bar import TabBar

_MOST_PLACES = 100
_LONGEST_TITLE = 40


class Tabs(QTabWidget):
    """Items and pages.

    Signals:
        current_changed: Another tab, or other marks in it.
        link_activated: A link in an item: the target, and the item's reference.
        item_opened: A reference.
        path_wanted, reveal_wanted, editor_wanted: A key (see `Place`) whose path is to be copied, which is to be shown in the file
            manager, or opened in the editor.
        note_delete_wanted: The tab of one's own note that is to be deleted.
        note_emptied: The name of one that was closed with nothing left in it.
    """

    current_changed = Signal()
    link_activated = Signal(str, object)
    item_opened = Signal(object)
    path_wanted = Signal(object)
    reveal_wanted = Signal(object)
    editor_wanted = Signal(object)
    note_delete_wanted = Signal(object)
    note_emptied = Signal(str)

    def __init__(self, jobs: WorkspaceJobs | None, state: WindowState, parent: QWidget | None = None) -> None:
        """Without a workspace there are pages only."""
        super().__init__(parent)
        self._jobs = jobs
        self._state = state
        self._bar = TabBar()
        self.setTabBar(self._bar)
        self.setDocumentMode(True)
        self.setAccessibleName(self.tr("What is open"))
        self._bar.tabCloseRequested.connect(self.close_number)  # the widget passes it on for buttons of its own only
        self.currentChanged.connect(lambda _: self.current_changed.emit())
        self._bar.tabBarDoubleClicked.connect(self._pin)
        self._bar.menu_wanted.connect(self._show_menu)
        self._visited: list[Place] = []
        self._at = -1

    # -- opening

    def open_place(self, place: Place, pinned: bool = False) -> Tab:
        """Show an item: in its own tab if it has one, else in the one that is only looked at, else in a new one."""
        self._note_here()
        tab = self._tab_of(place) or self._leaning_tab() or self._new_tab()
        tab.open_place(place)
        if pinned:
            self._set_pinned(tab)
        self.setCurrentWidget(tab)
        self._visit(place)
        if place.source is Source.FILES:
            self.item_opened.emit(place.ref)
        tab.focus_item()
        return tab

    def begin_note(self, text: str) -> None:
        """A tab of its own to write a note in; one in which nothing is written yet will do."""
        self._note_here()
        tab = next((one for one in self.items() if one.place is None and one.note is not None and one.note.editor.is_empty), None)
        tab = tab or self._new_tab()
        tab.begin_note(text)
        self.setCurrentWidget(tab)
        tab.focus_item()

    def open_page(self, page: QWidget, title: str, icon_name: str) -> None:
        """Show a page that is no item, such as the settings."""
        number = self.indexOf(page)
        if number < 0:
            number = self.addTab(page, icon(icon_name), title)
        self.setCurrentIndex(number)
        page.setFocus()

    def page(self, kind: type[QWidget]) -> QWidget | None:
        return next((self.widget(number) for number in range(self.count()) if isinstance(self.widget(number), kind)), None)

    def _new_tab(self) -> Tab:
        assert self._jobs is not None
        tab = Tab(self._jobs, self._state, self)
        tab.title_changed.connect(self._retitle_sender)
        tab.marks_changed.connect(lambda *_: self.current_changed.emit())
        tab.jumped.connect(self._jumped)
        tab.link_activated.connect(self._follow)
        tab.action_wanted.connect(self._act)
        tab.note_delete_wanted.connect(self._delete_sender)
        tab.note_named.connect(self._visit)
        self.addTab(tab, "")
        return tab

    # Who sent it is asked for: a closure that holds its own sender may be taken apart with it.

    def _follow(self, target: str) -> None:
        tab = self.sender()
        self.link_activated.emit(target, (tab.ref() if isinstance(tab, Tab) else None) or "")

    def _act(self, name: str) -> None:
        """What a tab that cannot show its item offers."""
        tab = self.sender()
        ref = tab.key() if isinstance(tab, Tab) else None
        if isinstance(tab, Tab) and name == "close":
            QTimer.singleShot(0, self, partial(self._close, [tab]))  # its button is still being pressed
        elif ref and name == "editor":
            self.editor_wanted.emit(ref)
        elif ref:
            self.reveal_wanted.emit(ref)

    def _delete_sender(self) -> None:
        self.note_delete_wanted.emit(self.sender())

    def _retitle_sender(self) -> None:
        tab = self.sender()
        if isinstance(tab, Tab):
            self._retitle(tab)

    def _retitle(self, tab: Tab) -> None:
        number = self.indexOf(tab)
        if number >= 0:
            title = tab.title()
            shown = title if len(title) <= _LONGEST_TITLE else f"{title[:_LONGEST_TITLE].rstrip()}…"
            self.setTabText(number, shown.replace("&", "&&"))
            self.setTabToolTip(number, tab.ref() or title)
            self.setTabIcon(number, tab.icon())
            self._bar.name_tab(number, title)
            self._bar.set_leaning(number, not tab.is_pinned)

    def _set_pinned(self, tab: Tab) -> None:
        tab.is_pinned = True
        self._retitle(tab)

    def _pin(self, number: int) -> None:
        tab = self.widget(number)
        if isinstance(tab, Tab):
            self._set_pinned(tab)

    def _tab_of(self, place: Place) -> Tab | None:
        return next((tab for tab in self.items() if tab.holds(place)), None)

    def _leaning_tab(self) -> Tab | None:
        return next((tab for tab in self.items() if not tab.is_pinned), None)

    def items(self) -> list[Tab]:
        widgets = [self.widget(number) for number in range(self.count())]
        return [widget for widget in widgets if isinstance(widget, Tab)]

    def current_tab(self) -> Tab | None:
        tab = self.currentWidget()
        return tab if isinstance(tab, Tab) else None

    # -- the tabs themselves

    def restore(self, keys: list[str], leaning: str, current: str) -> None:
        """The tabs of the last time, as they stood."""
        for key in keys:
            tab = self._new_tab()
            tab.is_pinned = key != leaning
            tab.open_place(Place.kept(key))
        front = self._tab_of(Place.kept(current))
        if front is not None:
            self.setCurrentWidget(front)
            self._visit(Place.kept(current))
            front.focus_item()

    def kept(self) -> tuple[list[str], str, str]:
        """What `restore` takes."""
        keys = [key for tab in self.items() if (key := tab.key())]
        leaning, current = self._leaning_tab(), self.current_tab()
        return keys, leaning.key() if leaning is not None else "", current.key() if current is not None else ""

    def _show_menu(self, number: int, at: QPoint) -> None:
        page = self.widget(number)
        if page is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Close"), lambda: self._close([page]))
        menu.addAction(self.tr("Close others"), lambda: self._close([one for one in self._all() if one is not page]))
        menu.addAction(self.tr("Close all"), self.close_all)
        if isinstance(page, Tab) and (ref := page.key()):
            menu.addSeparator()
            if not page.is_pinned:
                menu.addAction(self.tr("Keep open"), lambda: self._set_pinned(page))
            menu.addAction(self.tr("Copy the path"), lambda: self.path_wanted.emit(ref))
            menu.addAction(self.tr("Open in the editor"), lambda: self.editor_wanted.emit(ref))
            menu.addAction(self.tr("Show in the file manager"), lambda: self.reveal_wanted.emit(ref))
        menu.popup(at)

    def _all(self) -> list[QWidget]:
        return [page for number in range(self.count()) if (page := self.widget(number)) is not None]

    def _close(self, pages: list[QWidget]) -> None:
        for page in pages:
            self.close_number(self.indexOf(page))

    def close_all(self) -> None:
        self._close(self._all())

    def close_number(self, number: int) -> None:
        """Close a tab, unless there is a note in it that cannot be saved, which says so."""
        page = self.widget(number)
        if page is None:
            return
        note = page.note if isinstance(page, Tab) else None
        if isinstance(page, Tab) and note is not None and not note.leave():
            self._show(page)
            return
        emptied = note.left_over(is_old_too=True) if note is not None else ""
        self.removeTab(number)
        if isinstance(page, Tab):
            page.release()
        page.deleteLater()
        self.current_changed.emit()
        if emptied:
            self.note_emptied.emit(emptied)

    def _show(self, tab: Tab) -> None:
        self.setCurrentWidget(tab)
        tab.focus_item()

    def save_notes(self) -> bool:
        """Before all are closed: False where a note cannot be saved, which is in front then and says so."""
        for tab in self.items():
            if tab.note is None:
                continue
            if not tab.note.save():
                self._show(tab)
                return False
            emptied = tab.note.left_over(is_old_too=False)
            if emptied:
                self.note_emptied.emit(emptied)
        return True

    # -- back and forward

    def _note_here(self) -> None:
        """Where the person leaves from is what Back leads to."""
        tab = self.current_tab()
        here = tab.here() if tab is not None else None
        if here is not None and 0 <= self._at < len(self._visited):
            self._visited[self._at] = here

    def _jumped(self, before: Place, after: Place) -> None:
        if 0 <= self._at < len(self._visited):
            self._visited[self._at] = before
        self._visit(after)

    def _visit(self, place: Place) -> None:
        self._visited = [*self._visited[: self._at + 1], place][-_MOST_PLACES:]
        self._at = len(self._visited) - 1

    def go_back(self, by: int) -> None:
        at = self._at + by
        if not 0 <= at < len(self._visited):
            return
        self._note_here()
        self._at = at
        place = self._visited[at]
        tab = self._tab_of(place) or self._leaning_tab() or self._new_tab()
        tab.open_place(place)
        self.setCurrentWidget(tab)
        tab.focus_item()

    def release(self) -> None:
        for tab in self.items():
            tab.release()
