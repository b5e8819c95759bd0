"""What can be done with the tab in front? Each command that is about it does nothing where there is none."""

from collections.abc import Callable

from sleuth.ui.state import WindowState
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.tab import Tab
from sleuth.ui.window.outside import Outside
from sleuth.ui.window.tabs import Tabs


class Front:
    """Carries out `commands.registry.FrontShell`."""

    def __init__(
        self, state: WindowState, tabs: Callable[[], Tabs | None], outside: Outside, show: Callable[[Place], None],
        ask_changes: Callable[[Tab], None], ask_chats: Callable[[Tab], None],
    ) -> None:  # fmt: skip
        self._ask_changes, self._ask_chats = ask_changes, ask_chats
        self._state = state
        self._tabs = tabs
        self._outside = outside
        self._show = show

    @property
    def tab(self) -> Tab | None:
        """None where there is no tab, or one with a page that is no item."""
        tabs = self._tabs()
        return tabs.current_tab() if tabs is not None else None

    def find(self) -> None:
        if self.tab is not None:
            self.tab.open_find()

    def step(self, by: int) -> None:
        if self.tab is not None:
            self.tab.step(by)

    def counted_in(self) -> str:
        return self.tab.counted_in() if self.tab is not None else ""

    def go_to(self, number: int) -> None:
        """To a line, page, cell or message."""
        place = self.tab.place_at(number) if self.tab is not None else None
        if place is not None:
            self._show(place)

    def toggle_source(self) -> None:
        if self.tab is not None:
            self.tab.toggle_source()

    def toggle_wrap(self) -> None:
        """In all tabs."""
        self._state.set_flag("wrap", not self._state.flag("wrap", False))
        tabs = self._tabs()
        for tab in tabs.items() if tabs is not None else []:
            tab.show_wrap()

    def open_in_editor(self) -> None:
        """In the program outside; one's own note is edited where it is, and is a preview again the next time."""
        tab = self.tab
        here = tab.here() if tab is not None else None
        if tab is not None and tab.note is not None:
            tab.toggle_source()
        elif here is not None:
            self._outside.edit(here.key, here.line if here.line and not here.section else 1)

    def reveal(self) -> None:
        if self.tab is not None and self.tab.key():
            self._outside.reveal(self.tab.key())

    def copy_link(self) -> None:
        here = self.tab.here() if self.tab is not None else None
        if here is not None:
            self._outside.copy_link(here)

    def copy_path(self) -> None:
        if self.tab is not None and self.tab.key():
            self._outside.copy_path(self.tab.key())

    def changed_by(self) -> None:
        """Offer the commits that changed the line where the person is."""
        if self.tab is not None:
            self._ask_changes(self.tab)

    def chats_of_commit(self) -> None:
        """Offer the chats of the hour in which the commit was made."""
        if self.tab is not None:
            self._ask_chats(self.tab)
