"""Where do a workspace's files and what is open of it stand? Side by side, and how wide each is, is remembered."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.shelf.shelf import Shelf
from sleuth.ui.state import WindowState
from sleuth.ui.theme.theme import scaled
from sleuth.ui.widgets.labels import Sentence
from sleuth.ui.window.actions import native_keys
from sleuth.ui.window.tabs import Tabs

_SHELF_WIDTH = 240


class Desk(QSplitter):
    """The shelf at the left, the tabs at the right, or a sentence while none is open.

    Signals:
        hidden_toggled: Whether the shelf shows hidden files now.
    """

    hidden_toggled = Signal(bool)

    def __init__(self, jobs: WorkspaceJobs, state: WindowState, key: str, width: int, parent: QWidget) -> None:
        """`width` is what there will be of it, about."""
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._state, self._key = state, key
        self._followed = ""
        self.tabs = Tabs(jobs, state, parent)
        self.shelf = Shelf(jobs.root, parent)
        self.shelf.show_hidden(state.flag(f"hidden/{key}", False))
        self.shelf.hidden_toggled.connect(self._keep_hidden)
        self.empty = Sentence(
            self.tr("Nothing is open"),
            self.tr("{0} finds files, passages and commands; {1} searches everything.").format(
                native_keys("go.palette"), native_keys("search.open")
            ),
        )
        self.right = QStackedWidget(self)
        self.right.addWidget(self.empty)
        self.right.addWidget(self.tabs)
        self.addWidget(self.shelf)
        self.addWidget(self.right)
        self.setStretchFactor(1, 1)
        self.setChildrenCollapsible(False)
        shape = state.shape("split")
        if shape.isEmpty() or not self.restoreState(shape):
            self.setSizes([min(scaled(_SHELF_WIDTH), width // 4), width])
        self.shelf.setVisible(state.flag("shelf", True))

    def show_tabs(self) -> None:
        """Another tab is in front, or none: the file in it is the one that is selected among the files."""
        self.right.setCurrentWidget(self.tabs if self.tabs.count() else self.empty)
        tab = self.tabs.current_tab()
        ref = (tab.ref() if tab is not None else None) or ""
        if ref != self._followed:
            self._followed = ref
            if ref:
                self.shelf.show_ref(ref)

    def toggle_shelf(self) -> None:
        self.shelf.setVisible(not self.shelf.isVisible())
        self._state.set_flag("shelf", self.shelf.isVisible())

    def _keep_hidden(self, shows: bool) -> None:
        self._state.set_flag(f"hidden/{self._key}", shows)
        self.hidden_toggled.emit(shows)

    def keep(self) -> None:
        """Remember how it stands."""
        self._state.set_shape("split", self.saveState())
        self._state.set_tabs(self._key, *self.tabs.kept())

    def release(self) -> None:
        """The window is about to go."""
        self.tabs.release()
        self.shelf.release()
