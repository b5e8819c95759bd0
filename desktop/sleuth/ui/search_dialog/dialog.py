"""How does one search a workspace by keyboard alone, seeing each hit where it stands?

The query keeps the focus: arrows walk the hits, the preview follows. Typing never blanks the list; the old answer stays,
dimmed when the new one takes longer than a blink.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from sleuth.commands.keys import SEARCH, own_keys
from sleuth.domain.hits import Answer, Hit, Suggestion
from sleuth.domain.items import Source
from sleuth.domain.queries import Sort
from sleuth.engine.workspace import SearchOptions, Status
from sleuth.ui.jobs.workspace_jobs import Failure, WorkspaceJobs
from sleuth.ui.models.completion import Values, searchable
from sleuth.ui.search_dialog.absent import Absent
from sleuth.ui.search_dialog.beside import Beside
from sleuth.ui.search_dialog.foot import found, summary
from sleuth.ui.search_dialog.foot_row import FootRow
from sleuth.ui.search_dialog.head import Head
from sleuth.ui.search_dialog.hit_list import HitList
from sleuth.ui.search_dialog.hit_menu import open_hit_menu
from sleuth.ui.search_dialog.nothing import NothingFound
from sleuth.ui.search_dialog.query_field import QueryField
from sleuth.ui.state import WindowState
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import scaled
from sleuth.ui.viewers.base import place_of_hit
from sleuth.ui.widgets.announcing import Announcer
from sleuth.ui.widgets.backdrop import Backdrop
from sleuth.ui.widgets.labels import NoteLine, hairline
from sleuth.ui.widgets.pending import Pending
from sleuth.ui.widgets.walking import give_up_keys, next_pane, tab_within

SOURCES = (Source.FILES, Source.DOCUMENTS)
"""Those that every workspace has."""
FURTHER_SOURCES = (Source.CHATS, Source.NOTES, Source.PLANS, Source.TERMINALS, Source.GIT, Source.SYMBOLS)
LEAST_WIDTH, LEAST_HEIGHT, SHARE = 900, 560, 0.8
_TYPING_MS = 5
# The preview follows the arrows at once, and typing when it pauses: reading an item slows the next search down.
_PREVIEW_MS, _PREVIEW_TYPED_MS = 60, 180
# A first page that is soon there, then such as a person scrolls through without waiting.
_FIRST_PAGE, _PAGE = 20, 200


class SearchDialog(QFrame):
    """A sheet over the window.

    Signals:
        hit_chosen: A Hit, the query, whether to open it beside.
        editor_requested: A key (see `Place`) and a line.
        reveal_requested, path_requested: A key that is to be shown in the file manager, or whose path is to be copied.
        scan_requested: Look at the disk again.
        turn_on_requested: Search is off, and wanted.
        closed: It is gone; focus goes back.
    """

    hit_chosen = Signal(object, str, bool)
    editor_requested = Signal(object, int)
    reveal_requested = Signal(object)
    path_requested = Signal(object)
    export_requested = Signal(str, object)
    link_activated = Signal(str, object)
    scan_requested = Signal()
    turn_on_requested = Signal()
    closed = Signal()

    def __init__(self, jobs: WorkspaceJobs, state: WindowState, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("search_dialog")
        self.setProperty("kind", "sheet")
        self.setAccessibleName(self.tr("Search the workspace"))
        self._jobs, self._state, self._key = jobs, state, key
        self._answer: Answer | None = None
        self._asked: tuple[str, SearchOptions] | None = None
        self._answered: tuple[str, SearchOptions] | None = None
        self._moved = False
        self._stays = False
        self._make_query()
        self._make_list()
        self._make_foot()
        self._lay_out()
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._typing.timeout.connect(self._search)
        self._following = QTimer(self, singleShot=True, interval=_PREVIEW_MS)
        self._following.timeout.connect(self._show_preview)
        self._waiting = QTimer(self, singleShot=True, interval=tokens.BUSY_AFTER_MS)
        self._waiting.timeout.connect(partial(self._list.set_dimmed, True))
        self._pending = Pending(self)
        self._pending.given_up.connect(lambda: self._say(self.tr("Still searching: press Enter again when the hits are there.")))
        Backdrop(self).pressed.connect(self.close_up)
        QShortcut(QKeySequence("Esc"), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut).activated.connect(self.close_up)
        self._spoken = ""
        self._absent = Absent(jobs, self)
        self._aloud = Announcer(self, lambda: self._spoken)
        jobs.scan_ended.connect(self._scanned)
        jobs.scan_moved.connect(self._say_progress)
        jobs.settings_changed.connect(self._settings_changed)
        jobs.status_changed.connect(self._offer_sources)
        if jobs.status is not None:
            self._offer_sources(jobs.status)
        self._show_kept()
        self._show_start()
        self.hide()

    def _offer_sources(self, status: Status) -> None:
        """Chips for what this workspace has, once it is known."""
        found = tuple(source for source in FURTHER_SOURCES if status.sources.get(source.value) == "ok")
        if not set(found) <= set(self._chips.offered()):
            self._chips.offer(found, self._jobs.settings.sources)
        self._absent.look(status)

    # -- what it is made of

    def _make_query(self) -> None:
        self._field = QueryField(lambda: self._state.searches(self._key), self._known_values, self)
        self._field.textChanged.connect(self._typed)
        self._field.installEventFilter(self)
        on = tuple(source for source in SOURCES if source in self._jobs.settings.sources)
        self._head = head = Head(self._field, SOURCES, on, self)
        self._help, self._save, self._close = head.help, head.save, head.close_button
        self._chips, self._hidden, self._narrow, self._sort = head.chips, head.hidden, head.narrow, head.sort
        self._close.clicked.connect(self.close_up)
        self._save.clicked.connect(self._keep_search)
        self._chips.changed.connect(lambda _: self._search_again())
        self._chips.refused.connect(self._say)
        self._hidden.clicked.connect(self._search_again)
        self._narrow.filter_chosen.connect(lambda chosen: self.set_text(f"{self.text()} {chosen}"))
        self._sort.chosen.connect(self._search_again)

    def _make_list(self) -> None:
        self._list = HitList(self._jobs, self)
        self._model = self._list.hits
        self._model.more_wanted.connect(self._more)
        self._list.selected.connect(lambda: self._following.start(_PREVIEW_MS))
        self._list.chosen.connect(self._choose)
        self._list.more_clicked.connect(self._turn_further)
        self._list.installEventFilter(self)
        self._list.customContextMenuRequested.connect(self._open_menu)
        self._nothing = NothingFound(self)
        self._nothing.query_chosen.connect(self.set_text)
        self._nothing.suggestion_chosen.connect(self._take)
        self._nothing.forgotten.connect(self._let_go)
        self._nothing.left.connect(self._field.setFocus)
        self._nothing.turn_on_requested.connect(self.turn_on_requested)
        self._above = NoteLine(self)
        self._left = QStackedWidget(self)
        self._left.setContentsMargins(0, tokens.SPACE_1, 0, 0)
        self._left.addWidget(self._list)
        self._left.addWidget(self._nothing)
        self._right = Beside(self._jobs, self)
        self._preview, self._where, self._why = self._right.item, self._right.where, self._right.why
        self._preview.link_activated.connect(self._follow)

    def _make_foot(self) -> None:
        self._foot = FootRow(self)
        self._said, self._explain, self._with_preview = self._foot.said, self._foot.explain, self._foot.preview
        self._export, self._scan = self._foot.export, self._foot.scan
        self._explain.toggled.connect(lambda _: self._search())
        self._with_preview.setChecked(self._state.flag("preview", True))
        self._with_preview.toggled.connect(self._toggle_preview)
        self._foot.export_requested.connect(self._ask_export)
        self._scan.clicked.connect(self.scan_requested)

    def _lay_out(self) -> None:
        self._split = QSplitter(Qt.Orientation.Horizontal, self)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self._left)
        self._split.addWidget(self._right)
        self._split.setStretchFactor(0, 4)
        self._split.setStretchFactor(1, 5)
        self._left.setMinimumWidth(280)
        shape = self._state.shape("search_split")
        if shape.isEmpty() or not self._split.restoreState(shape):
            self._split.setSizes([400, 500])
        self._right.hide()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(1, 1, 1, 1)
        whole.setSpacing(0)
        whole.addWidget(self._head)
        whole.addWidget(hairline())
        whole.addWidget(self._above)
        whole.addWidget(self._split, 1)
        whole.addWidget(hairline())
        whole.addWidget(self._foot)
        # Before the window's own commands of the same keys, which mean the tab behind.
        self._own_keys: dict[str, Callable[[], None]] = {
            own_keys(SEARCH, name)[0]: act
            for name, act in (
                ("keep", self._save.click),
                ("editor", self._to_editor),
                ("link", self._copy_link),
                ("scan", self.scan_requested.emit),
            )
        }

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

    def look_in(self, source: Source) -> None:
        """Search this source, too."""
        self._chips.turn_on((source,))

    def close_up(self) -> None:
        if not self.isVisible():
            return
        for timer in (self._typing, self._following, self._waiting):
            timer.stop()
        self._jobs.stop_search()
        self._pending.drop()
        self._remember()
        self._state.set_shape("search_split", self._split.saveState())
        give_up_keys(self)
        self.hide()
        self.closed.emit()

    def place_in(self, width: int, height: int) -> None:
        """Cover four fifths of a window of that size, or all of a small one."""
        own_width = min(max(round(width * SHARE), scaled(LEAST_WIDTH)), width - 2 * tokens.SPACE_2)
        own_height = min(max(round(height * SHARE), scaled(LEAST_HEIGHT)), height - 2 * tokens.SPACE_2)
        self.setFixedSize(own_width, own_height)
        self.move(QPoint((width - own_width) // 2, (height - own_height) // 2))

    def release(self) -> None:
        """The window is about to go."""
        self._preview.release()

    @property
    def hidden_too(self) -> bool:
        """Whether hidden items are searched; there is a chip to see it by while they are."""
        return self._hidden.isChecked()

    @hidden_too.setter
    def hidden_too(self, is_so: bool) -> None:
        self._hidden.setChecked(is_so)
        self._hidden.setVisible(is_so)

    # -- searching

    def text(self) -> str:
        return self._field.text().strip()

    def _query(self) -> str:
        """What is searched of it: no filter that is only half typed."""
        return searchable(self._field.text()).strip()

    def set_text(self, text: str) -> None:
        """Type something else."""
        self._field.setText(text)
        self._field.setFocus()

    def _typed(self, _text: str) -> None:
        self._moved = self._stays = False
        self._pending.drop()
        self._following.stop()
        self._show_kept()
        self._typing.start()

    def _options(self) -> SearchOptions:
        return SearchOptions(
            sources=tuple(source.value for source in self._chips.on()),
            hidden=self.hidden_too,
            limit=_FIRST_PAGE,
            sort=self._sort.order,
            explain=self._explain.isChecked(),
            facets=True,
        )

    def _search(self) -> None:
        self._typing.stop()
        if not self.text():
            self._show_start()
            return
        if not self._query():
            self._jobs.stop_search()
            self._settle()
            self._answered = None
            self._say(self.tr("Type on, or press Tab for what it can be."))
            return
        self._waiting.start()
        self._asked = self._query(), self._options()
        self._jobs.search(*self._asked, self._found, self._failed)

    def _search_again(self) -> None:
        """Something beside the query was chosen; the keys go to the query again."""
        self._field.setFocus()
        self._search()

    def _more(self, cursor: str) -> None:
        if self._answered is not None and self._answered == self._asked:
            options = replace(self._answered[1], limit=_PAGE, cursor=cursor, facets=False)
            self._jobs.search(self._answered[0], options, self._model.append, self._failed)

    def _found(self, answer: Answer) -> None:
        self._settle()
        is_known = self._asked == self._answered and answer.total and self._is_as_shown(answer)
        self._answered = self._asked
        if is_known:
            self._answer = answer  # a scan has changed nothing here: nothing moves, and later pages stay
        else:
            self._show_answer(answer)
        self._pending.done()

    def _is_as_shown(self, answer: Answer) -> bool:
        shown = self._answer
        return shown is not None and (answer.total, answer.hits, answer.notices) == (shown.total, shown.hits, shown.notices)

    def _show_answer(self, answer: Answer) -> None:
        kept = self._current() if self._moved or self._stays else None
        self._stays = False
        self._answer = answer
        self._list.show_answer(answer, self._sort.order is Sort.DATE, kept)
        self._chips.set_counts((answer.facets or {}).get("source", {}))
        self._narrow.show_answer(answer)
        notices = [notice for notice in answer.notices if answer.total]
        self._say(summary(answer), spoken=", ".join([found(answer), *notices]))
        self._above.say(" ".join(f"{notice[:1].upper()}{notice[1:]}." for notice in notices))
        if not answer.total:
            possible = [one for one in answer.suggestions if set(one.sources) <= set(self._chips.offered())]
            self._nothing.show_answer(answer, possible, self._absent.about(answer))
            self._show_nothing()
            return
        self._left.setCurrentWidget(self._list)
        self._right.setVisible(self._with_preview.isChecked())
        self._following.start(_PREVIEW_MS if self._moved else _PREVIEW_TYPED_MS)

    def _failed(self, failure: Failure) -> None:
        self._settle()
        self._pending.drop()
        self._answered = None
        sentence = failure.text if failure.text.partition(" ")[0].endswith(":") else f"{failure.text[:1].upper()}{failure.text[1:]}"
        if failure.is_off:
            self._nothing.show_off()
            self._show_nothing()
            self._say("")
        elif self._left.currentWidget() is self._nothing:
            self._nothing.show_failure(sentence)  # what stands there is of another query
            self._say("", spoken=sentence)
        else:
            self._list.set_dimmed(True)  # what stands there is not what is asked for
            self._say("", spoken=sentence)
            self._above.say(sentence, "danger")

    def _settle(self) -> None:
        self._waiting.stop()
        self._list.set_dimmed(False)

    def _say(self, text: str, spoken: str | None = None) -> None:
        """Say something in the foot; aloud too, in other words where there are such."""
        self._spoken = text if spoken is None else spoken
        self._aloud.say_soon()
        self._foot.say(text)
        self._above.say("")

    def _show_start(self) -> None:
        """Nothing is typed: what was searched before, and what can be typed."""
        self._jobs.stop_search()
        self._settle()
        self._answer = self._answered = None
        self._model.clear()
        self._chips.set_counts({})
        if self._jobs.settings.enabled:
            self._nothing.show_start(self._state.kept_searches(self._key), self._state.searches(self._key))
        else:
            self._nothing.show_off()
        self._show_nothing()
        self._say("")

    def _take(self, suggestion: Suggestion) -> None:
        """Search as the suggestion does."""
        self._chips.turn_on(suggestion.sources)
        self.hidden_too = self.hidden_too or suggestion.hidden
        self._field.setText(suggestion.query)
        self._search_again()

    def _let_go(self, text: str) -> None:
        """A kept search is kept no longer."""
        self._state.keep_search(self._key, text, keeps=False)
        self._show_kept()
        if not self.text():
            self._show_start()
            self._field.setFocus()

    def _show_nothing(self) -> None:
        """Sentences in place of hits, and nothing beside them."""
        self._left.setCurrentWidget(self._nothing)
        self._right.hide()
        self._preview.say("")

    def _say_progress(self, done: int, total: int) -> None:
        if self.isVisible() and total:
            self._foot.say_progress(done, total)

    def _settings_changed(self) -> None:
        """Search may be on again, or off."""
        if self.isVisible():
            self._search()

    def _scanned(self, _outcome: object) -> None:
        self._foot.say_progress(0, 0)
        if self.isVisible() and self.text():
            self._stays = True  # the hits may be others
            self._search()

    # -- the hit that is selected

    def _current(self) -> Hit | None:
        return self._list.current()

    def _show_preview(self) -> None:
        hit = self._current()
        if hit is None or not self.isVisible():
            return
        self._right.explain(hit)
        if self._with_preview.isChecked():
            self._right.show_hit(hit, self._query())

    def _turn_further(self) -> None:
        """Unfold the selected hit's further passages, or fold them."""
        if not self._list.fold():
            self._unfold()

    def _unfold(self) -> bool:
        return self._answered is not None and self._list.unfold(*self._answered, lambda failure: self._say(failure.text))

    def _toggle_preview(self, is_on: bool) -> None:
        self._state.set_flag("preview", is_on)
        self._right.setVisible(is_on and self._left.currentWidget() is self._list)
        if is_on:
            self._following.start()

    def _enter(self, beside: bool, stays: bool) -> None:
        """Open a hit of what is typed now, never one of what was typed before."""
        if self._typing.isActive():
            self._search()
        if self._answered == (self._query(), self._options()):
            self._choose(beside, stays)
        elif self._answered != self._asked:
            self._pending.wait(partial(self._choose, beside, stays))

    def _choose(self, beside: bool, stays: bool) -> None:
        hit = self._current()
        if hit is None:
            return
        text = self._query()
        self._remember()
        if not stays:
            self.close_up()
        self.hit_chosen.emit(hit, text, beside)
        if stays:
            self.raise_()
            self._field.setFocus()

    def _keep_search(self) -> None:
        """Keep what is typed, or no longer."""
        if self._query():
            self._state.keep_search(self._key, self._query(), self._save.isChecked())
        self._show_kept()

    def _show_kept(self) -> None:
        is_kept = bool(self._query()) and self._query() in self._state.kept_searches(self._key)
        self._save.setChecked(is_kept)
        self._save.setEnabled(bool(self._query()))
        self._save.setIcon(icon("kept" if is_kept else "keep", "accent" if is_kept else "text_muted"))

    def _remember(self) -> None:
        if self._answered is not None and self._answered[0] == self._query() and self._answer is not None and self._answer.total:
            self._state.searched(self._key, self._query())

    # -- narrowing, menus

    def _open_menu(self, at: QPoint) -> None:
        hit = self._current()
        if hit is not None:
            open_hit_menu(self._list.viewport(), at, {
                self.tr("Open"): partial(self._choose, False, False),
                self.tr("Open beside"): partial(self._choose, True, False),
                self.tr("Open in the editor"): self._to_editor,
                self.tr("Show in the file manager"): partial(self.reveal_requested.emit, place_of_hit(hit).key),
                self.tr("Copy the link"): self._copy_link,
                self.tr("Copy the path"): partial(self.path_requested.emit, place_of_hit(hit).key),
            })

    def _to_editor(self) -> None:
        hit = self._current()
        if hit is not None:
            self.editor_requested.emit(place_of_hit(hit).key, hit.line if hit.line and not hit.section else 1)

    def _copy_link(self) -> None:
        hit = self._current()
        if hit is not None:
            self._copy(hit.link, self.tr("The link was copied."))

    def _copy(self, text: str, said: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._say(said)

    def _ask_export(self, form: str) -> None:
        if self._query():
            self.export_requested.emit(form, (self._query(), self._options()))

    def _follow(self, target: str) -> None:
        self.close_up()
        hit = self._current()
        self.link_activated.emit(target, hit.ref if hit is not None else "")

    # -- the focus

    def walk_panes(self) -> None:
        """From the query to the hits to the preview, and round."""
        pane = next_pane([one for one in (self._field, self._list, self._nothing, self._preview) if one.isVisible()])
        seen = self._preview.viewer if pane is self._preview else self._nothing.first() if pane is self._nothing else pane
        (seen or pane).setFocus(Qt.FocusReason.TabFocusReason)

    def focusNextPrevChild(self, next_: bool) -> bool:
        """Tab goes round in the sheet; Qt asks too when it hides, and the focus is to leave it then."""
        return tab_within(self, self._field, next_) if self.isVisible() else super().focusNextPrevChild(next_)

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
        act = self._own_keys.get(_keys(event))
        if act is not None:  # a line editor has a use of its own for some of them
            act()
            return True
        key, mods = event.key(), event.modifiers()
        ctrl, shift = bool(mods & Qt.KeyboardModifier.ControlModifier), bool(mods & Qt.KeyboardModifier.ShiftModifier)
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 6, Qt.Key.Key_PageUp: -6}
        if key in steps and ctrl and abs(steps[Qt.Key(key)]) == 1:
            self._field.walk_history(-steps[Qt.Key(key)])
        elif key in steps and self._nothing.isVisible():
            return key == Qt.Key.Key_Down and self._nothing.step(1)
        elif key in steps:
            self._moved |= self._list.step(steps[Qt.Key(key)])
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and not (ctrl or shift):
            return self._fold_by_key(is_right=key == Qt.Key.Key_Right)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter(beside=ctrl, stays=shift)
        elif key == Qt.Key.Key_Escape:
            self.close_up()
        else:
            return bool(key == Qt.Key.Key_Tab and not mods and self._field.complete())
        return True

    def _fold_by_key(self, is_right: bool) -> bool:
        """→ unfolds and ← folds, unless the arrow has something to do in the query."""
        if not (self._moved or self._list.hasFocus() or self._field.is_at_end()):
            return False
        return self._unfold() if is_right else self._list.fold()

    def _known_values(self) -> Values:
        """Those of the answer, the most frequent first."""
        facets = (self._answer.facets or {}) if self._answer is not None else {}
        folders = [f"{name}/" for name in facets.get("folder", {}) if name != "."]
        return {"lang": list(facets.get("language", {})), "path": folders}


def _keys(event: QKeyEvent) -> str:
    return QKeySequence(event.keyCombination()).toString()
