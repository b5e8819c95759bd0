"""How does one search a workspace by keyboard alone, seeing each hit where it stands?

The query keeps the focus: arrows walk the hits, the preview follows. Typing never blanks the list; the old answer stays,
dimmed when the new one takes longer than a blink.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from sleuth.domain.hits import Answer, Hit
from sleuth.domain.items import Source
from sleuth.domain.queries import Sort
from sleuth.engine.plain import explained
from sleuth.engine.workspace import SearchOptions
from sleuth.ui.jobs.workspace_jobs import Failure, WorkspaceJobs
from sleuth.ui.models.completion import completed
from sleuth.ui.models.hit_rows import HitRows
from sleuth.ui.models.hits import HitsModel
from sleuth.ui.search_dialog.chips import SourceChips
from sleuth.ui.search_dialog.foot import summary
from sleuth.ui.search_dialog.narrow import NarrowButton
from sleuth.ui.search_dialog.nothing import NothingFound
from sleuth.ui.state import WindowState
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import interface_font
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.pane import ItemPane
from sleuth.ui.widgets.hit_delegate import HitDelegate
from sleuth.ui.widgets.labels import ElidedLabel, hairline, label
from sleuth.ui.widgets.sheet_list import SheetList

SOURCES = (Source.FILES, Source.DOCUMENTS)
"""Those that there are readers for."""
LEAST_WIDTH, LEAST_HEIGHT, SHARE = 900, 560, 0.8
_TYPING_MS = 5
# The preview follows the arrows at once, and typing when it pauses: reading an item slows the next search down.
_PREVIEW_MS, _PREVIEW_TYPED_MS = 60, 180
# A first page that is soon there, then such as a person scrolls through without waiting.
_FIRST_PAGE, _PAGE = 20, 200
_PAGES_AHEAD = 4


class SearchDialog(QFrame):
    """A sheet over the window.

    Signals:
        hit_chosen: A Hit, the query, whether to open it beside.
        editor_requested, reveal_requested: A reference and a line.
        scan_requested: Look at the disk again.
        closed: It is gone; focus goes back.
    """

    hit_chosen = Signal(object, str, bool)
    editor_requested = Signal(object, int)
    reveal_requested = Signal(object)
    export_requested = Signal(str, object)
    link_activated = Signal(str, object)
    scan_requested = Signal()
    closed = Signal()

    def __init__(self, jobs: WorkspaceJobs, state: WindowState, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("search_dialog")
        self.setProperty("kind", "sheet")
        self.setAccessibleName(self.tr("Search the workspace"))
        self._jobs, self._state, self._key = jobs, state, key
        self.hidden_too = False
        self._answer: Answer | None = None
        self._moved = False
        self._history_at = -1
        self._make_query()
        self._make_list()
        self._make_foot()
        self._lay_out()
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._typing.timeout.connect(self._search)
        self._following = QTimer(self, singleShot=True, interval=_PREVIEW_MS)
        self._following.timeout.connect(self._show_preview)
        self._waiting = QTimer(self, singleShot=True, interval=tokens.BUSY_AFTER_MS)
        self._waiting.timeout.connect(partial(self._dim, True))
        jobs.scan_ended.connect(self._scanned)
        jobs.scan_moved.connect(self._say_progress)
        self._show_kept()
        self._show_start()
        self.hide()

    # -- what it is made of

    def _make_query(self) -> None:
        self._field = QLineEdit(self)
        self._field.setProperty("kind", "bare")
        self._field.setFont(interface_font(tokens.TITLE_SCALE))
        self._field.setPlaceholderText(self.tr("Words, “a phrase”, -not, ext:md, /regex/"))
        self._field.setAccessibleName(self.tr("Query"))
        self._field.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self._field.textChanged.connect(self._typed)
        self._field.installEventFilter(self)
        self._close = QToolButton(self)
        self._close.setIcon(icon("close"))
        self._close.setAccessibleName(self.tr("Close the search"))
        self._close.setToolTip(self.tr("Close (Esc)"))
        self._close.clicked.connect(self.close_up)
        on = tuple(source for source in SOURCES if source in self._jobs.settings.sources)
        self._chips = SourceChips(SOURCES, on or SOURCES, self)
        self._save = QToolButton(self)
        self._save.setCheckable(True)
        self._save.setAccessibleName(self.tr("Keep this search"))
        self._save.setToolTip(self.tr("Keep this search (Ctrl+D)"))
        self._save.clicked.connect(self._keep_search)
        self._chips.changed.connect(lambda _: self._search())
        self._chips.refused.connect(self._say)
        self._narrow = NarrowButton(self)
        self._narrow.filter_chosen.connect(lambda chosen: self.set_text(f"{self.text()} {chosen}"))
        self._sorted_by = Sort.RELEVANCE
        self._sort = QPushButton(self)
        self._sort.setProperty("kind", "quiet")
        menu = QMenu(self._sort)
        for sort in Sort:
            menu.addAction(self._sort_title(sort), partial(self.sort_by, sort))
        self._sort.setMenu(menu)
        self._say_sort()

    def _sort_title(self, sort: Sort) -> str:
        titles = {Sort.RELEVANCE: self.tr("Relevance"), Sort.DATE: self.tr("Newest first"), Sort.PATH: self.tr("Path")}
        return titles[sort]

    def _say_sort(self) -> None:
        self._sort.setText(self.tr("Sort: {0}").format(self._sort_title(self._sorted_by)))

    def sort_by(self, sort: Sort) -> None:
        """List the hits in another order."""
        self._sorted_by = sort
        self._say_sort()
        self._search()

    def _make_list(self) -> None:
        self._model = HitsModel(self)
        self._model.more_wanted.connect(self._more)
        self._list = SheetList(self)
        self._list.setModel(self._model)
        self._list.setItemDelegate(HitDelegate(HitRows(self._model), self._list))
        self._list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._list.verticalScrollBar().valueChanged.connect(self._scrolled)
        self._list.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._list.setAccessibleName(self.tr("Hits"))
        self._list.selectionModel().currentChanged.connect(lambda *_: self._following.start(_PREVIEW_MS))
        self._list.clicked.connect(self._clicked)
        self._list.installEventFilter(self)
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._list.customContextMenuRequested.connect(self._open_menu)
        self._nothing = NothingFound(self)
        self._nothing.query_chosen.connect(self.set_text)
        self._left = QStackedWidget(self)
        self._left.setContentsMargins(0, tokens.SPACE_1, 0, 0)
        self._left.addWidget(self._list)
        self._left.addWidget(self._nothing)
        self._preview = ItemPane(self._jobs, self)
        self._preview.link_activated.connect(self._follow)
        self._where = ElidedLabel()
        self._where.setProperty("kind", "muted")
        self._why = label("", "muted", self)
        self._why.setWordWrap(True)
        self._why.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._why.hide()

    def _make_foot(self) -> None:
        self._said = ElidedLabel()
        self._said.setProperty("kind", "muted")
        self._said.setAccessibleName(self.tr("What was found"))
        self._explain = self._foot_button(self.tr("Explain"), self.tr("How the hit came to its place"), checkable=True)
        self._explain.toggled.connect(lambda _: self._search())
        self._with_preview = self._foot_button(self.tr("Preview"), self.tr("Show the hit beside the list"), checkable=True)
        self._with_preview.setChecked(self._state.flag("preview", True))
        self._with_preview.toggled.connect(self._toggle_preview)
        self._export = self._foot_button(self.tr("Export"), self.tr("Save the hits as a file"))
        menu = QMenu(self._export)
        for form in ("JSON", "CSV", "Markdown"):
            menu.addAction(form, partial(self._ask_export, form.lower()))
        self._export.setMenu(menu)
        keys = QKeySequence("Ctrl+Shift+R").toString(QKeySequence.SequenceFormat.NativeText)
        self._scan = self._foot_button(self.tr("Scan again"), keys)
        self._scan.clicked.connect(self.scan_requested)

    def _foot_button(self, text: str, tip: str, checkable: bool = False) -> QPushButton:
        button = QPushButton(text, self)
        button.setProperty("kind", "quiet")
        button.setToolTip(tip)
        button.setCheckable(checkable)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(tokens.SPACE_2, tokens.SPACE_1, tokens.SPACE_2, 0)
        head.addWidget(self._field)
        head.addWidget(self._save)
        head.addWidget(self._close)
        narrow = QHBoxLayout()
        narrow.setContentsMargins(tokens.SPACE_4, 0, tokens.SPACE_3, tokens.SPACE_2)
        narrow.setSpacing(tokens.SPACE_2)
        narrow.addWidget(self._chips)
        narrow.addStretch()
        narrow.addWidget(self._narrow)
        narrow.addWidget(self._sort)
        right = QWidget(self)
        inside = QVBoxLayout(right)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        bar = QHBoxLayout()
        bar.setContentsMargins(tokens.SPACE_3, tokens.SPACE_1, tokens.SPACE_3, tokens.SPACE_1)
        bar.addWidget(self._where)
        inside.addLayout(bar)
        inside.addWidget(hairline())
        inside.addWidget(self._preview, 1)
        inside.addWidget(self._why)
        self._why.setContentsMargins(tokens.SPACE_3, tokens.SPACE_2, tokens.SPACE_3, tokens.SPACE_2)
        self._right = right
        self._split = QSplitter(Qt.Orientation.Horizontal, self)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self._left)
        self._split.addWidget(right)
        self._split.setStretchFactor(0, 4)
        self._split.setStretchFactor(1, 5)
        self._left.setMinimumWidth(280)
        shape = self._state.shape("search_split")
        if shape.isEmpty() or not self._split.restoreState(shape):
            self._split.setSizes([400, 500])
        right.hide()
        foot = self._foot_row()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(1, 1, 1, 1)
        whole.setSpacing(0)
        whole.addLayout(head)
        whole.addLayout(narrow)
        whole.addWidget(hairline())
        whole.addWidget(self._split, 1)
        whole.addWidget(hairline())
        whole.addLayout(foot)
        # Before the window's own commands of the same keys, which mean the tab behind.
        self._own_keys: dict[str, Callable[[], None]] = {
            "Ctrl+D": self._save.click,
            "Ctrl+E": self._to_editor,
            "Ctrl+Shift+C": self._copy_link,
            "Ctrl+R": self.scan_requested.emit,
        }

    def _foot_row(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.setContentsMargins(tokens.SPACE_4, tokens.SPACE_1, tokens.SPACE_2, tokens.SPACE_1)
        foot.setSpacing(tokens.SPACE_1)
        foot.addWidget(self._said, 1)
        for button in (self._explain, self._with_preview, self._export, self._scan):
            foot.addWidget(button)
        return foot

    # -- opening and closing

    def open_with(self, text: str | None) -> None:
        """Show it, with a text or with what was typed last."""
        if text is not None and text != self._field.text():
            self._field.setText(text)
        elif self._field.text().strip():
            self._search()  # the index may know more by now
        self._field.selectAll()
        self.show()
        self.raise_()
        self._field.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_up(self) -> None:
        if not self.isVisible():
            return
        for timer in (self._typing, self._following, self._waiting):
            timer.stop()
        self._jobs.stop_search()
        self._remember()
        self._state.set_shape("search_split", self._split.saveState())
        self.hide()
        self.closed.emit()

    def place_in(self, width: int, height: int) -> None:
        """Cover four fifths of a window of that size, or all of a small one."""
        own_width = min(max(round(width * SHARE), LEAST_WIDTH), width - 2 * tokens.SPACE_2)
        own_height = min(max(round(height * SHARE), LEAST_HEIGHT), height - 2 * tokens.SPACE_2)
        self.setFixedSize(own_width, own_height)
        self.move(QPoint((width - own_width) // 2, (height - own_height) // 2))

    def release(self) -> None:
        """The window is about to go."""
        self._preview.release()

    # -- searching

    def text(self) -> str:
        return self._field.text().strip()

    def set_text(self, text: str) -> None:
        """Type something else."""
        self._field.setText(text)
        self._field.setFocus()

    def _typed(self, _text: str) -> None:
        self._moved = False
        self._following.stop()
        self._show_kept()
        self._typing.start()

    def _options(self, cursor: str | None = None) -> SearchOptions:
        return SearchOptions(
            sources=tuple(source.value for source in self._chips.on()),
            hidden=self.hidden_too,
            limit=_FIRST_PAGE if cursor is None else _PAGE,
            cursor=cursor,
            sort=self._sorted_by,
            explain=self._explain.isChecked(),
            facets=cursor is None,
        )

    def _search(self) -> None:
        self._typing.stop()
        if not self.text():
            self._show_start()
            return
        self._waiting.start()
        self._jobs.search(self.text(), self._options(), self._found, self._failed)

    def _scrolled(self, at: int) -> None:
        """The next page is asked for before the end of the last one is seen."""
        bar = self._list.verticalScrollBar()
        if at > bar.maximum() - _PAGES_AHEAD * bar.pageStep():
            self._model.fetchMore(QModelIndex())

    def _more(self, cursor: str) -> None:
        self._jobs.search(self.text(), self._options(cursor), self._model.append, self._failed)

    def _found(self, answer: Answer) -> None:
        self._settle()
        kept = self._current() if self._moved else None
        self._answer = answer
        self._model.set_answer(answer)
        self._chips.set_counts((answer.facets or {}).get("source", {}))
        self._narrow.show_answer(answer)
        notices = [notice for notice in answer.notices if answer.total]
        self._say(" · ".join([summary(answer), *notices]))
        if not answer.total:
            self._nothing.show_answer(answer)
            self._show_nothing()
            return
        self._left.setCurrentWidget(self._list)
        self._right.setVisible(self._with_preview.isChecked())
        row = self._model.row_of(kept.ref, kept.source) if kept is not None else -1
        self._list.setCurrentIndex(self._model.index(row if row >= 0 else self._model.first_hit_row()))
        if row < 0:
            self._list.scrollToTop()
        self._following.start(_PREVIEW_MS if self._moved else _PREVIEW_TYPED_MS)

    def _failed(self, failure: Failure) -> None:
        self._settle()
        self._say(failure.text, "danger")

    def _settle(self) -> None:
        self._waiting.stop()
        self._dim(False)

    def _dim(self, is_dimmed: bool) -> None:
        self._list.set_dimmed(is_dimmed)

    def _say(self, text: str, kind: str = "muted") -> None:
        self._said.setText(text)
        self._said.setProperty("kind", kind)
        self._said.style().unpolish(self._said)
        self._said.style().polish(self._said)

    def _show_start(self) -> None:
        """Nothing is typed: what was searched before, and what can be typed."""
        self._jobs.stop_search()
        self._settle()
        self._answer = None
        self._model.clear()
        self._chips.set_counts({})
        self._nothing.show_start(self._state.kept_searches(self._key), self._state.searches(self._key))
        self._show_nothing()
        self._say("")

    def _show_nothing(self) -> None:
        """Sentences in place of hits, and nothing beside them."""
        self._left.setCurrentWidget(self._nothing)
        self._right.hide()
        self._preview.say("")

    def _say_progress(self, done: int, total: int) -> None:
        if self.isVisible() and total:
            self._scan.setText(self.tr("Indexing {0} of {1}").format(f"{done:,}", f"{total:,}"))

    def _scanned(self, _outcome: object) -> None:
        self._scan.setText(self.tr("Scan again"))
        if self.isVisible() and self.text():
            self._moved = True  # the hits may be others; the selected one stays
            self._search()

    # -- the hit that is selected

    def _current(self) -> Hit | None:
        return self._model.hit(self._list.currentIndex().row())

    def _clicked(self, _index: object) -> None:
        """A click opens, as Enter does."""
        keys = QGuiApplication.keyboardModifiers()
        self._choose(
            beside=bool(keys & Qt.KeyboardModifier.ControlModifier), stays=bool(keys & Qt.KeyboardModifier.ShiftModifier)
        )

    def _show_preview(self) -> None:
        hit = self._current()
        if hit is None or not self.isVisible():
            return
        lines = "\n".join(explained(hit.explanation))
        self._why.setText(lines)
        self._why.setVisible(bool(lines))
        if not self._with_preview.isChecked():
            return
        place = f"{hit.ref}:{hit.line}" if hit.line and not hit.section else " ".join(filter(None, (hit.ref, hit.section)))
        self._where.setText(place.replace("/", " › "))
        self._preview.show_place(Place(hit.ref, hit.line, hit.section, self.text()))

    def _toggle_preview(self, is_on: bool) -> None:
        self._state.set_flag("preview", is_on)
        self._right.setVisible(is_on and self._left.currentWidget() is self._list)
        if is_on:
            self._following.start()

    def _choose(self, beside: bool, stays: bool) -> None:
        hit = self._current()
        if hit is None:
            return
        text = self.text()
        self._remember()
        if not stays:
            self.close_up()
        self.hit_chosen.emit(hit, text, beside)
        if stays:
            self.raise_()
            self._field.setFocus()

    def _keep_search(self) -> None:
        """Keep what is typed, or no longer."""
        if self.text():
            self._state.keep_search(self._key, self.text(), self._save.isChecked())
        self._show_kept()

    def _show_kept(self) -> None:
        is_kept = bool(self.text()) and self.text() in self._state.kept_searches(self._key)
        self._save.setChecked(is_kept)
        self._save.setEnabled(bool(self.text()))
        self._save.setIcon(icon("kept" if is_kept else "keep", "accent" if is_kept else "text_muted"))

    def _remember(self) -> None:
        if self.text() and self._answer is not None and self._answer.total:
            self._state.searched(self._key, self.text())

    # -- narrowing, menus

    def _open_menu(self, at: QPoint) -> None:
        hit = self._current()
        if hit is None:
            return
        menu = QMenu(self)
        for title, what in (
            (self.tr("Open"), partial(self._choose, False, False)),
            (self.tr("Open beside"), partial(self._choose, True, False)),
            (self.tr("Open in the editor"), self._to_editor),
            (self.tr("Show in the file manager"), partial(self.reveal_requested.emit, hit.ref)),
            (self.tr("Copy the link"), self._copy_link),
            (self.tr("Copy the path"), self._copy_path),
        ):
            action = QAction(title, menu)
            action.triggered.connect(lambda _=False, what=what: what())
            menu.addAction(action)
        menu.exec(self._list.viewport().mapToGlobal(at))
        menu.deleteLater()

    def _to_editor(self) -> None:
        hit = self._current()
        if hit is not None:
            self.editor_requested.emit(hit.ref, hit.line if hit.line and not hit.section else 1)

    def _copy_link(self) -> None:
        hit = self._current()
        if hit is not None:
            QGuiApplication.clipboard().setText(hit.link)
            self._say(self.tr("The link was copied."))

    def _copy_path(self) -> None:
        hit = self._current()
        if hit is not None:
            QGuiApplication.clipboard().setText(hit.ref)
            self._say(self.tr("The path was copied."))

    def _ask_export(self, form: str) -> None:
        if self.text():
            self.export_requested.emit(form, (self.text(), self._options()))

    def _follow(self, target: str) -> None:
        self.close_up()
        hit = self._current()
        self.link_activated.emit(target, hit.ref if hit is not None else "")

    # -- keys

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _keys(event) in self._own_keys:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        act = self._own_keys.get(_keys(event))
        if act is not None:
            act()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and watched in (self._field, self._list):
            return self._key_pressed(event)
        return super().eventFilter(watched, event)

    def _key_pressed(self, event: QKeyEvent) -> bool:
        key, mods = event.key(), event.modifiers()
        ctrl, shift = bool(mods & Qt.KeyboardModifier.ControlModifier), bool(mods & Qt.KeyboardModifier.ShiftModifier)
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 6, Qt.Key.Key_PageUp: -6}
        if key in steps and ctrl and abs(steps[Qt.Key(key)]) == 1:
            self._walk_history(-steps[Qt.Key(key)])
        elif key in steps:
            self._step(steps[Qt.Key(key)])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._typing.isActive():
                self._search()
            self._choose(beside=ctrl, stays=shift)
        elif key == Qt.Key.Key_Escape:
            self.close_up()
        else:
            return bool(key == Qt.Key.Key_Tab and not mods and self._complete())
        return True

    def _step(self, by: int) -> None:
        count = self._model.rowCount()
        if not count:
            return
        self._moved = True
        row = self._list.currentIndex().row()
        target = min(max(row + by, 0), count - 1)
        while 0 <= target < count and self._model.hit(target) is None:
            target += 1 if by > 0 else -1
        if self._model.hit(target) is not None:
            self._list.setCurrentIndex(self._model.index(target))

    def _walk_history(self, by: int) -> None:
        searches = self._state.searches(self._key)
        at = self._history_at + by
        if 0 <= at < len(searches):
            self._history_at = at
            self._field.setText(searches[at])
        elif at < 0:
            self._history_at = -1
            self._field.clear()

    def _complete(self) -> bool:
        """Tab finishes a filter's name; where there is none to finish it walks the controls."""
        text = completed(self._field.text())
        if text is None:
            return False
        self._field.setText(text)
        return True


def _keys(event: QKeyEvent) -> str:
    return QKeySequence(event.keyCombination()).toString()
