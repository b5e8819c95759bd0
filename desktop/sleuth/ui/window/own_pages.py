"""Which pages are there that are no items? The settings and Help, each at most once, loaded when they are first wanted."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from sleuth.domain.errors import SleuthError
from sleuth.places import settings_file
from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.theme.theme import theme
from sleuth.ui.window.message import Say
from sleuth.ui.window.tabs import Tabs


class OwnPages(QObject):
    """Opens them in tabs.

    Signals:
        scan_requested, rebuild_requested, delete_index_requested: As of the settings' page.
        changed: The setting of a key has another value.
    """

    scan_requested = Signal()
    rebuild_requested = Signal()
    delete_index_requested = Signal()
    changed = Signal(str)

    def __init__(self, window: QWidget, holder: Callable[[], Tabs], say: Say) -> None:
        super().__init__(window)
        self._window = window
        self._holder = holder
        self._say = say

    def show_settings(self, jobs: WorkspaceJobs | None, section: str, failure: str) -> None:
        """`failure` is why the last scan failed: the page may not have been there then."""
        from sleuth.ui.settings_pane.pane import SettingsPane

        tabs = self._holder()
        page = tabs.page(SettingsPane)
        if not isinstance(page, SettingsPane):
            page = SettingsPane(jobs, self._window)
            page.scan_requested.connect(self.scan_requested)
            page.changed.connect(self.changed)
            page.rebuild_requested.connect(self.rebuild_requested)
            page.delete_index_requested.connect(self.delete_index_requested)
        if page.index is not None and failure:
            page.index.scan.fail(failure)
        tabs.open_page(page, self.tr("Settings"), "settings")
        if section:
            page.show_section(section)

    def show_help(self) -> None:
        from sleuth.ui.settings_pane.help_page import HelpPage

        tabs = self._holder()
        tabs.open_page(tabs.page(HelpPage) or HelpPage(self._window), self.tr("Help"), "help")

    def set_theme(self, name: str, tabs: Tabs | None) -> None:
        """Now and from now on; the settings, where they are open, say so too."""
        from sleuth.settings.save import save_setting
        from sleuth.ui.settings_pane.pane import SettingsPane

        theme().choose(name)
        try:
            save_setting(settings_file(), "ui.theme", name)
        except (SleuthError, OSError) as error:
            self._say(error.text() if isinstance(error, SleuthError) else str(error))
        page = tabs.page(SettingsPane) if tabs is not None else None
        if isinstance(page, SettingsPane):
            page.refresh()
