"""Which hit is selected, and how does one get to another, or to the further passages of one?"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QWidget

from sleuth.domain.hits import Answer, Hit
from sleuth.engine.workspace import SearchOptions
from sleuth.ui.jobs.workspace_jobs import Failure, WorkspaceJobs
from sleuth.ui.models.hit_rows import HitRows
from sleuth.ui.models.hits import HitsModel
from sleuth.ui.widgets.announcing import announce
from sleuth.ui.widgets.hit_delegate import HitDelegate
from sleuth.ui.widgets.sheet_list import SheetList

_PAGES_AHEAD = 4


class HitList(SheetList):
    """The hits.

    Attributes:
        hits: Their model.

    Signals:
        selected: Another one, or a further passage of one.
        chosen: One was clicked: whether it is to be opened beside, and whether the search stays.
        more_clicked: The line that tells of further passages was clicked.
    """

    selected = Signal()
    chosen = Signal(bool, bool)
    more_clicked = Signal()

    def __init__(self, jobs: WorkspaceJobs, parent: QWidget) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self.hits = HitsModel(self)
        self.setModel(self.hits)
        self._rows = HitRows(self.hits)
        self._delegate = HitDelegate(self._rows, self)
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Hits"))
        self.setProperty("kind", "reached")
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.selectionModel().currentChanged.connect(lambda *_: self.selected.emit())
        self.clicked.connect(self._clicked)

    def current(self) -> Hit | None:
        return self.hits.hit(self.currentIndex().row())

    def show_answer(self, answer: Answer, shows_dates: bool, kept: Hit | None) -> None:
        """Another answer; the first hit is selected, or the one that is kept, if it is there again."""
        self._rows.shows_dates = shows_dates
        self.hits.set_answer(answer)
        row = self.hits.row_of(kept) if kept is not None else -1
        self.setCurrentIndex(self.hits.index(row if row >= 0 else self.hits.first_hit_row()))
        if row < 0:
            self.scrollToTop()

    def step(self, by: int) -> bool:
        """To a hit further down or up; False where there is none at all."""
        count = self.hits.rowCount()
        if not count:
            return False
        target = min(max(self.currentIndex().row() + by, 0), count - 1)
        while 0 <= target < count and self.hits.hit(target) is None:
            target += 1 if by > 0 else -1
        if self.hits.hit(target) is not None:
            self.setCurrentIndex(self.hits.index(target))
            announce(self, self.hits.spoken(target))  # the keys are in the query
        return True

    # -- further passages

    def unfold(self, typed: str, options: SearchOptions, failed: Callable[[Failure], None]) -> bool:
        """Show what else there is of the selected hit's item under it; False where there is nothing to unfold."""
        hit, row = self.current(), self.currentIndex().row()
        if hit is None or not hit.more or self.hits.is_unfolded(row):
            return False
        self._jobs.ask(lambda workspace: workspace.passages_of(hit, typed, options), partial(self.hits.unfold, hit), failed)
        return True

    def fold(self) -> bool:
        """Take them away again, and select their hit; False where none are shown."""
        owner = self.hits.owner(self.currentIndex().row())
        if not self.hits.is_unfolded(owner):
            return False
        self.setCurrentIndex(self.hits.index(owner))
        self.hits.fold(owner)
        return True

    # -- the mouse

    def _scrolled(self, at: int) -> None:
        """The next page is asked for before the end of the last one is seen."""
        bar = self.verticalScrollBar()
        if at > bar.maximum() - _PAGES_AHEAD * bar.pageStep():
            self.hits.fetchMore(QModelIndex())

    def _clicked(self, _index: QModelIndex) -> None:
        if self._delegate.is_on_more:
            self.more_clicked.emit()
            return
        keys = QGuiApplication.keyboardModifiers()
        self.chosen.emit(bool(keys & Qt.KeyboardModifier.ControlModifier), bool(keys & Qt.KeyboardModifier.ShiftModifier))
