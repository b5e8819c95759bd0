"""Which items are open, in which tab, and where was the person before?"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTabWidget, QWidget

from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.theme.icons import icon
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.tab import Tab
from sleuth.ui.window.tab_bar import TabBar

_MOST_PLACES = 100


class Tabs(QTabWidget):
    """Items and pages.

    Signals:
        current_changed: Another tab, or other marks in it.
        link_activated: A link in an item: the target, and the item's reference.
        item_opened: A reference.
    """

    current_changed = Signal()
    link_activated = Signal(str, object)
    item_opened = Signal(object)

    def __init__(self, jobs: WorkspaceJobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._bar = TabBar()
        self.setTabBar(self._bar)
        self.setDocumentMode(True)
        self._bar.tabCloseRequested.connect(self.close_number)  # the widget passes it on for buttons of its own only
        self.currentChanged.connect(lambda _: self.current_changed.emit())
        self._bar.tabBarDoubleClicked.connect(self._pin)
        self._visited: list[Place] = []
        self._at = -1

    # -- opening

    def open_place(self, place: Place, pinned: bool = False) -> Tab:
        """Show an item: in its own tab if it has one, else in the one that is only looked at, else in a new one."""
        self._note_here()
        tab = self._tab_of(place.ref) or self._leaning_tab() or self._new_tab()
        tab.open_place(place)
        if pinned:
            self._set_pinned(tab)
        self.setCurrentWidget(tab)
        self._visit(place)
        self.item_opened.emit(place.ref)
        tab.focus_item()
        return tab

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
        tab = Tab(self._jobs, self)
        tab.title_changed.connect(lambda: self._retitle(tab))
        tab.marks_changed.connect(lambda *_: self.current_changed.emit())
        tab.link_activated.connect(lambda target: self.link_activated.emit(target, tab.ref() or ""))
        self.addTab(tab, "")
        return tab

    def _retitle(self, tab: Tab) -> None:
        number = self.indexOf(tab)
        if number >= 0:
            self.setTabText(number, tab.title().replace("&", "&&"))
            self.setTabToolTip(number, tab.ref() or "")
            self._bar.set_leaning(number, not tab.is_pinned)

    def _set_pinned(self, tab: Tab) -> None:
        tab.is_pinned = True
        self._retitle(tab)

    def _pin(self, number: int) -> None:
        tab = self.widget(number)
        if isinstance(tab, Tab):
            self._set_pinned(tab)

    def _tab_of(self, ref: str) -> Tab | None:
        return next((tab for tab in self.items() if tab.ref() == ref), None)

    def _leaning_tab(self) -> Tab | None:
        return next((tab for tab in self.items() if not tab.is_pinned), None)

    def items(self) -> list[Tab]:
        widgets = [self.widget(number) for number in range(self.count())]
        return [widget for widget in widgets if isinstance(widget, Tab)]

    def current_tab(self) -> Tab | None:
        tab = self.currentWidget()
        return tab if isinstance(tab, Tab) else None

    def close_number(self, number: int) -> None:
        page = self.widget(number)
        if page is None:
            return
        self.removeTab(number)
        if isinstance(page, Tab):
            page.release()
        page.deleteLater()
        self.current_changed.emit()

    # -- back and forward

    def _note_here(self) -> None:
        """Where the person leaves from is what Back leads to."""
        tab = self.current_tab()
        here = tab.here() if tab is not None else None
        if here is not None and 0 <= self._at < len(self._visited):
            self._visited[self._at] = here

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
        tab = self._tab_of(place.ref) or self._leaning_tab() or self._new_tab()
        tab.open_place(place)
        self.setCurrentWidget(tab)
        tab.focus_item()

    def release(self) -> None:
        for tab in self.items():
            tab.release()
