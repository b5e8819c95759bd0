"""How does one find anything, or do anything, from a single field?

Opens at once with what was recent; then files by their names, passages, commands, and a row that searches everything.
`>` commands only, `@` symbols, `#` commits, `:` a line of the tab, `?` help. Opened for files it knows nothing but these.
"""

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from sleuth.commands.registry import When, command
from sleuth.domain.hits import Answer, Hit
from sleuth.domain.items import Source
from sleuth.domain.numbers import number_in
from sleuth.engine.workspace import SearchOptions
from sleuth.index.called import Named
from sleuth.ui.jobs.lane import Job
from sleuth.ui.jobs.workspace_jobs import Failure, WorkspaceJobs
from sleuth.ui.models.completion import choices, searchable
from sleuth.ui.palette.delegate import PaletteDelegate, height_of
from sleuth.ui.palette.rows import (
    GROUP_OF,
    Group,
    PaletteModel,
    PaletteRow,
    command_row,
    commands_for,
    commit_row,
    file_row,
    header,
    known,
    link_row,
    named_row,
    passage_row,
    symbol_row,
)
from sleuth.ui.theme import tokens
from sleuth.ui.theme.theme import scaled
from sleuth.ui.viewers.base import place_of_hit
from sleuth.ui.widgets.announcing import Announcer
from sleuth.ui.widgets.backdrop import Backdrop
from sleuth.ui.widgets.choice_menu import ChoiceMenu
from sleuth.ui.widgets.fields import put_glass
from sleuth.ui.widgets.labels import hairline
from sleuth.ui.widgets.pending import Pending
from sleuth.ui.widgets.sheet_list import SheetList
from sleuth.ui.widgets.walking import give_up_keys

WIDTH = 640
_PASSAGES, _FILES, _NAMED, _COMMANDS, _RECENT, _RECENT_CHATS = 6, 5, 3, 4, 8, 4
# Of files alone.
_MOST_FILES = 50
_LINK = "sleuth://"
# What is seen without scrolling, headings among them; and the margins, the frame and the line under the field.
_MOST_ROWS = 18
_AROUND = tokens.SPACE_1 + tokens.SPACE_2 + 3
_PREFIXES = (">", "@", "#", ":", "?")
_ONLY = {"@": Source.SYMBOLS, "#": Source.GIT}
"""What alone is looked in behind a prefix."""
_COMMITS, _MOST_ONLY = 3, 30
# More take a moment, which a passing look at them is not worth.
_MOST_COMMITS = 200_000
_LEAST_LETTERS = 3
# A burst of keys is one search; less than a person feels.
_TYPING_MS = 5
# A click elsewhere, or the way to another pane.
_LEAVING = (Qt.FocusReason.MouseFocusReason, Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class Palette(QFrame):
    """Floats over the window's top third.

    Signals:
        file_chosen: Reference, whether to open it beside.
        hit_chosen: A Hit, the text that was typed, whether to open it beside.
        command_chosen: A command's id.
        search_chosen: The text to search the workspace for.
        note_chosen: The text to begin a note with.
        reveal_chosen: A reference to show in the file manager.
        line_chosen: A line of the tab.
        link_chosen: A link to a place that was pasted.
        turn_on_requested: Search is off, and wanted.
        closed: It is gone; focus goes back.
    """

    file_chosen = Signal(object, bool)  # references are objects: bytes that are no text would be cut in a str
    hit_chosen = Signal(object, str, bool)
    command_chosen = Signal(str)
    search_chosen = Signal(str)
    note_chosen = Signal(str)
    reveal_chosen = Signal(object)
    line_chosen = Signal(int)
    link_chosen = Signal(str)
    turn_on_requested = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("palette")
        self.setProperty("kind", "sheet")
        self.setAccessibleName(self.tr("Search or run a command"))
        self._jobs: WorkspaceJobs | None = None
        self._recent: Callable[[], list[str]] = list
        self._available: Callable[[], Iterable[When]] = tuple
        self._hidden: Callable[[], bool] = bool
        self.counted_in: Callable[[], str] = str
        """What a number after `:` means in the tab: a line, page or cell; empty where it means nothing."""
        self._under: QWidget | None = None
        self._files_only = False
        self._files: list[str] = []
        self._named: list[Named] = []
        self._naming: Job | None = None
        self._latest: list[Named] = []
        """Chats, kept up to date so that they stand there at once."""
        self._answer: Answer | None = None
        self._commits: tuple[Hit, ...] = ()
        self._asked: str | None = None
        self._looked_up: str | None = None
        """What the files and the answer are of."""
        self._is_off = self._is_late = False
        self._moved = False
        self._pending = Pending(self)
        self._pending.given_up.connect(self._say_late)
        Backdrop(self).pressed.connect(self.close_up)
        self._make()
        self._timer = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._timer.timeout.connect(self._look_up)
        self._aloud = Announcer(self._list, self._spoken)
        self.hide()

    def _make(self) -> None:
        self._field = QLineEdit(self)
        self._field.setProperty("kind", "bare")
        self._field.setAccessibleName(self.tr("Search or run a command"))
        put_glass(self._field)
        self._choices = ChoiceMenu(self._field)
        self._field.textChanged.connect(self._typed)
        self._field.installEventFilter(self)
        self._model = PaletteModel(self)
        self._list = SheetList(self)
        self._list.setModel(self._model)
        self._list.setItemDelegate(PaletteDelegate(self._list))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # A list wants more room than a few rows have, and would take it from the field.
        self._list.setMinimumHeight(1)
        self._list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._list.setAccessibleName(self.tr("What was found"))
        self._list.clicked.connect(lambda index: self._choose(index.row()))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, tokens.SPACE_1, 0, tokens.SPACE_2)
        layout.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(tokens.SPACE_2, 0, tokens.SPACE_2, 0)  # its icon stands above those of the rows
        head.addWidget(self._field)
        layout.addLayout(head)
        layout.addWidget(hairline())
        layout.addWidget(self._list)

    # -- opening and closing

    def serve(
        self,
        jobs: WorkspaceJobs | None,
        recent: Callable[[], list[str]],
        available: Callable[[], Iterable[When]],
        hidden: Callable[[], bool],
    ) -> None:
        """What it looks things up in, and what it may offer."""
        if jobs is not None and jobs is not self._jobs:
            jobs.scan_ended.connect(self._scanned)
        self._jobs, self._recent, self._available, self._hidden = jobs, recent, available, hidden
        self._ask_latest()

    def stand_under(self, field: QWidget) -> None:
        """Whose middle is the palette's."""
        self._under = field

    def open_with(self, text: str = "", files_only: bool = False) -> None:
        """Show it; the text is selected, so that typing replaces it, unless it only says what is to be typed."""
        self._files, self._named, self._answer, self._moved, self._commits = [], [], None, False, ()
        self._asked = self._looked_up = None
        self._files_only = files_only
        titles = self.tr("Files, passages, commands"), self.tr("Files by their names")
        self._field.setPlaceholderText(titles[files_only])
        if self._field.text() == text:
            self._typed(text)
        self._field.setText(text)
        if text not in _PREFIXES:
            self._field.selectAll()
        self.show()
        self.raise_()
        self._field.setFocus(Qt.FocusReason.PopupFocusReason)
        self._ask_latest()  # another process may have scanned

    def close_up(self) -> None:
        if not self.isVisible():
            return
        self._timer.stop()
        self._pending.drop()
        if self._jobs is not None:
            self._jobs.stop_search()
        give_up_keys(self)
        self.hide()
        self.closed.emit()

    def place_in(self, width: int, height: int) -> None:
        """Stand in the top third of a window of that size."""
        own = min(scaled(WIDTH), width - 2 * tokens.SPACE_4)
        rows = [row for number in range(_MOST_ROWS + 1) if (row := self._model.row(number)) is not None]
        if len(rows) > _MOST_ROWS and not rows[-2].is_header:
            rows.pop()  # a heading is not the last that is seen
        tall = sum(height_of(row) for row in rows)
        most = max(height - height // 8 - 2 * tokens.SPACE_5, 120)
        self.setFixedWidth(own)
        self.setFixedHeight(min(self._field.sizeHint().height() + tall + _AROUND, most))
        middle, parent = width // 2, self.parentWidget()
        if self._under is not None and parent is not None and self._under.isVisible():
            middle = self._under.mapTo(parent, self._under.rect().center()).x() + 1
        left = min(max(middle - own // 2, tokens.SPACE_2), width - own - tokens.SPACE_2)
        self.move(QPoint(left, max(height // 8, tokens.SPACE_4)))

    # -- what is typed

    def text(self) -> str:
        return self._field.text()

    def _typed(self, text: str) -> None:
        self._moved = self._is_late = False
        self._pending.drop()
        if self._is_looked_up(text.strip()):
            self._timer.start()
        else:
            self._files, self._named, self._answer, self._commits = [], [], None, ()
            self._timer.stop()
            if self._jobs is not None:
                self._jobs.stop_search()
        self._show_rows()

    def _is_looked_up(self, text: str) -> bool:
        """Whether anything is to be found for it, rather than told at once."""
        if self._jobs is None or text.startswith(_LINK):
            return False
        return text[0] not in ">?:" and (self._files_only or text not in _ONLY) if text else self._files_only

    def _only(self, text: str) -> Source | None:
        """What alone is looked in for a text."""
        return _ONLY.get(text[:1]) if not self._files_only else None

    def _look_up(self) -> None:
        self._timer.stop()
        if self._jobs is None or not self.isVisible():
            return
        text = self._asked = self._field.text().strip()
        if self._files_only:
            self._jobs.find_files(text, self._hidden(), _MOST_FILES, lambda files: self._found(files, None), self._failed)
            return
        only = self._only(text)
        if only is not None:
            self._named = []
            options = SearchOptions(sources=(only.value,), limit=_MOST_ONLY, hidden=self._hidden())
            self._jobs.search(searchable(text[1:].strip()), options, lambda answer: self._found([], answer), self._failed)
            return
        options = SearchOptions(limit=_PASSAGES, hidden=self._hidden())
        self._jobs.look_up(text, options, self._found, self._failed, query=searchable(text))
        if self._naming is not None:
            self._naming.cancellation.cancel()  # nobody waits for what was typed before
        self._naming = self._jobs.ask(
            lambda workspace: known(workspace.find_called(text, _NAMED)), partial(self._found_named, text), lambda _: None
        )

    def _found_named(self, text: str, named: list[Named]) -> None:
        if text == self._field.text().strip() and named != self._named:
            self._named = named
            self._show_rows()

    def _ask_latest(self) -> None:
        """The chats that are offered where nothing is typed."""
        if self._jobs is not None:
            self._jobs.ask(lambda workspace: known(workspace.latest_chats(_RECENT_CHATS)), self._found_latest, lambda _: None)

    def _found_latest(self, chats: list[Named]) -> None:
        if chats != self._latest:
            self._latest = chats
            if self.isVisible() and not self._field.text().strip():
                self._show_rows()

    def _found(self, files: list[str], answer: Answer | None) -> None:
        self._files, self._answer = files, answer
        self._commits = self._commits if answer is not None else ()
        self._settle(is_off=self._jobs is not None and not self._jobs.settings.enabled and not files)

    def _failed(self, failure: Failure) -> None:
        self._files, self._answer, self._commits = [], None, ()
        self._settle(failure.is_off)

    def _settle(self, is_off: bool) -> None:
        """What was asked for is there, as far as it can be."""
        self._looked_up, self._is_off, self._is_late = self._asked, is_off, False
        self._show_rows()
        self._pending.done()
        self._ask_commits()

    def _ask_commits(self) -> None:
        """A few commits come behind all else, from what is read of the history, and where the next key need not wait for them."""
        jobs, text, answer = self._jobs, self._asked or "", self._answer
        if jobs is None or jobs.status is None or answer is None or self._files_only or not self.isVisible():
            return
        count = jobs.status.coverage.items.get(Source.GIT.value, 0)
        is_plain = len(text) >= _LEAST_LETTERS and self._only(text) is None and Source.GIT not in answer.sources
        if is_plain and 0 < count <= _MOST_COMMITS and text == self._field.text().strip():
            options = SearchOptions(sources=(Source.GIT.value,), limit=_COMMITS)
            jobs.search(
                searchable(text), options, lambda found: self._keep_commits(text, found.hits), lambda _: self._keep_commits(text, ())
            )
        else:
            self._keep_commits(text, ())

    def _keep_commits(self, text: str, hits: tuple[Hit, ...]) -> None:
        """Those of the text before stay until it is known what there is now."""
        hits = tuple(hit for hit in hits if not hit.relaxed)
        if text == self._field.text().strip() and hits != self._commits:
            self._commits = hits
            self._show_rows()

    def _say_late(self) -> None:
        self._is_late = True
        self._show_rows()

    def _scanned(self, _outcome: object) -> None:
        """There may be more to find now."""
        self._ask_latest()
        if self.isVisible() and self._is_looked_up(self._field.text().strip()):
            self._look_up()

    # -- rows

    def _show_rows(self) -> None:
        selected = self._model.row(self._list.currentIndex().row()) if self._moved else None
        late = [header(Group.RECENT, self.tr("Still searching: press Enter again when it is there"))] if self._is_late else []
        self._model.set_rows([*late, *self._rows()] or [header(Group.COMMANDS, self.tr("Nothing is called so"))])
        number = self._model.number_of(selected.key) if selected is not None else -1
        first = self._model.first()
        if number < 0:
            number = first
        self._list.setCurrentIndex(self._model.index(number))
        if number == first:
            self._list.scrollToTop()
        parent = self.parentWidget()
        if parent is not None:
            self.place_in(parent.width(), parent.height())
        self._aloud.say_soon()

    def _spoken(self) -> str:
        """The row that Enter takes; the keys are in the field, so nobody would hear of it."""
        return self._model.spoken(max(self._list.currentIndex().row(), 0))

    def _rows(self) -> list[PaletteRow]:
        text = self._field.text().strip()
        if text.startswith(">"):
            return self._command_rows(text[1:], most=50)
        if text.startswith(":"):
            return [self._place_row(text[1:].strip())]
        if text == "?":
            return self._help_rows()
        if text.startswith(_LINK):
            return [link_row(text, self.tr("Open {0}"))]
        if self._files_only:
            return self._file_rows(text)
        if self._only(text) is not None:
            return self._only_rows(text)
        if not text:
            return [*self._recent_rows(), *self._latest_rows(), *self._command_rows("", most=50)]
        return self._mixed_rows(text)

    def _mixed_rows(self, text: str) -> list[PaletteRow]:
        """Everything that the text finds, group by group."""
        rows: list[PaletteRow] = []
        if self._files:
            rows += [header(Group.FILES, self.tr("Files")), *(file_row(ref, text) for ref in self._files[:_FILES])]
        hits = self._passages()
        if hits:
            rows += [header(Group.PASSAGES, self.tr("In the workspace")), *(passage_row(hit) for hit in hits)]
        rows += self._named_rows(text)
        if self._commits:
            rows += [header(Group.COMMITS, self.tr("Commits")), *(commit_row(hit, text) for hit in self._commits)]
        rows += self._command_rows(text, _COMMANDS)
        if self._is_off:
            return [*self._off_rows(), *rows]
        if self._jobs is not None:
            if not rows and self._looked_up == text:
                rows.append(header(Group.PASSAGES, self.tr("Nothing found; the search says what would be")))
            keys = _keys("search.open")
            title = self.tr("Search the workspace for “{0}”").format(text)
            note = PaletteRow(Group.NOTE, "note", self.tr("New note: {0}").format(text))
            rows += [note, PaletteRow(Group.SEARCH, "search", title, right=keys)]
        return rows

    def _only_rows(self, text: str) -> list[PaletteRow]:
        """Symbols alone, or commits alone."""
        if self._is_off:
            return self._off_rows()
        typed = text[1:].strip()
        is_symbols = self._only(text) is Source.SYMBOLS
        group = Group.SYMBOLS if is_symbols else Group.COMMITS
        if not typed:
            return [header(group, self.tr("The name of a function, a type or a constant") if is_symbols else self.tr("Words of a commit"))]
        hits = self._answer.hits if self._answer is not None else ()
        rows = [(symbol_row if is_symbols else commit_row)(hit, typed) for hit in hits if hit.source is self._only(text)]
        title = self.tr("Symbols") if is_symbols else self.tr("Commits")
        if not rows and self._looked_up == text:
            title = self.tr("No symbol is called so") if is_symbols else self.tr("No commit says so")
        return [header(group, title), *rows]

    def _named_rows(self, text: str) -> list[PaletteRow]:
        """What has a title of its own, each kind under its heading."""
        titles = {
            Group.CHATS: self.tr("Chats"),
            Group.NOTES: self.tr("Notes"),
            Group.PLANS: self.tr("Plans"),
            Group.TERMINALS: self.tr("Terminals"),
        }
        rows: list[PaletteRow] = []
        for source, group in GROUP_OF.items():
            found = [one for one in self._named if one.source is source][: _NAMED if source is Source.CHATS else _NAMED - 1]
            rows += [header(group, titles[group]), *(named_row(one, text) for one in found)] if found else []
        return rows

    def _latest_rows(self) -> list[PaletteRow]:
        rows = [named_row(chat, "") for chat in self._latest]
        return [header(Group.CHATS, self.tr("Recent chats")), *rows] if rows else []

    def _place_row(self, typed: str) -> PaletteRow:
        titles = {"line": self.tr("Go to line {0}"), "page": self.tr("Go to page {0}"), "cell": self.tr("Go to cell {0}")}
        titles["message"] = self.tr("Go to message {0}")
        title = titles.get(self.counted_in())
        if title is None:
            return header(Group.COMMANDS, self.tr("No tab is open in which lines are counted"))
        return PaletteRow(Group.COMMANDS, "line", title.format("…" if number_in(typed) is None else typed))

    def _file_rows(self, text: str) -> list[PaletteRow]:
        """Nothing but files: those that were open lately first, where nothing is typed."""
        if self._is_off:
            return self._off_rows()
        recent = [] if text else self._recent()[:_RECENT]
        rows = [] if text else self._recent_rows()
        refs = [ref for ref in self._files if ref not in recent]
        if refs:
            rows += [header(Group.FILES, self.tr("Files")), *(file_row(ref, text) for ref in refs)]
        if not rows and self._looked_up == text:
            return [header(Group.FILES, self.tr("No file is called so") if text else self.tr("There are no files here"))]
        return rows or [header(Group.FILES, self.tr("Files"))]

    def _off_rows(self) -> list[PaletteRow]:
        turn_on = PaletteRow(Group.COMMANDS, "turn_on", self.tr("Turn on"), self.tr("keeps an index of this workspace"))
        return [header(Group.FILES, self.tr("Search is off for this workspace")), turn_on]

    def _passages(self) -> list[Hit]:
        if self._answer is None or self._only(self._looked_up or "") is not None:
            return []
        named = set(self._files[:_FILES])
        return [hit for hit in self._answer.hits if hit.matches or hit.ref not in named][:_PASSAGES]

    def _recent_rows(self) -> list[PaletteRow]:
        refs = self._recent()[:_RECENT]
        if not refs:
            return []
        return [header(Group.RECENT, self.tr("Recent")), *(file_row(ref, "", Group.RECENT) for ref in refs)]

    def _command_rows(self, typed: str, most: int) -> list[PaletteRow]:
        found = commands_for(typed, self._available())[:most]
        if not found:
            return []
        rows = [command_row(one, self.tr(one.title), _keys(one.id), typed) for one in found]
        return [header(Group.COMMANDS, self.tr("Commands")), *rows]

    def _help_rows(self) -> list[PaletteRow]:
        lines = [
            (">", self.tr("commands only")),
            ("@", self.tr("symbols: functions, types, constants")),
            ("#", self.tr("commits, branches, tags, worktrees")),
            (":", self.tr("a line or page of the tab")),
            ("ext: path: lang: kind:", self.tr("narrow what is searched")),
            ("\"…\"  -word  /…/", self.tr("a phrase, a word left out, a regular expression")),
        ]
        return [PaletteRow(Group.COMMANDS, f"help {key}", key, text) for key, text in lines]

    # -- keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._field:
            if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
                return self._key(event)
            if isinstance(event, QFocusEvent) and event.lostFocus() and event.reason() in _LEAVING:
                self.close_up()
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        key, mods = event.key(), event.modifiers()
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
        if key in steps:
            self._step(steps[Qt.Key(key)], wraps=abs(steps[Qt.Key(key)]) == 1)
        elif key == Qt.Key.Key_Escape:
            if self._field.text().strip() not in ("", *_PREFIXES):
                self._field.clear()
            else:
                self.close_up()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter(
                beside=bool(mods & Qt.KeyboardModifier.ControlModifier),
                reveals=bool(mods & Qt.KeyboardModifier.AltModifier),
            )
        elif key == Qt.Key.Key_Tab:
            self._complete()
        else:
            return False
        return True

    def _step(self, by: int, wraps: bool) -> None:
        choices = self._model.choices()
        if not choices:
            return
        self._moved = True
        current = self._list.currentIndex().row()
        at = choices.index(current) if current in choices else 0
        at = (at + by) % len(choices) if wraps else min(max(at + by, 0), len(choices) - 1)
        self._list.setCurrentIndex(self._model.index(choices[at]))
        if at == 0:
            self._list.scrollToTop()
        self._aloud.say()

    def _complete(self) -> None:
        """Tab finishes the word with a filter that starts so, or takes the selected file's name."""
        text = self._field.text()
        fitting = choices(text) if text.strip() and not self._files_only else []
        if len(fitting) == 1:
            self._field.setText(fitting[0].text)
            return
        if fitting:
            self._choices.offer([(one.shown, one.about) for one in fitting], lambda number: self._field.setText(fitting[number].text))
            return
        row = self._model.row(self._list.currentIndex().row())
        if row is not None and row.ref and row.is_file:
            self._field.setText(row.ref)

    def _enter(self, beside: bool, reveals: bool) -> None:
        """Take a row of what is typed now: where that is still looked up, and no other row was gone to, it waits."""
        text = self._field.text().strip()
        row = self._model.row(self._list.currentIndex().row())
        is_fixed = row is not None and row.ref is None and row.hit is None and self._moved
        if self._is_looked_up(text) and self._looked_up != text and not is_fixed:
            if self._timer.isActive():
                self._look_up()
            self._pending.wait(partial(self._choose_selected, beside, reveals))
        else:
            self._choose_selected(beside, reveals)

    def _choose_selected(self, beside: bool, reveals: bool) -> None:
        self._choose(self._list.currentIndex().row(), beside, reveals)

    def _choose(self, number: int, beside: bool = False, reveals: bool = False) -> None:
        row = self._model.row(number)
        if row is None or row.is_header or row.key.startswith("help"):
            return
        typed = self._field.text().strip()
        ref = row.ref or (place_of_hit(row.hit).key if row.hit is not None else None)
        place = number_in(typed[1:].strip())
        if row.key == "line" and place is None:
            return  # it is still being typed
        self.close_up()
        if reveals and ref is not None:
            self.reveal_chosen.emit(ref)
        elif row.command is not None:
            self.command_chosen.emit(row.command.id)
        elif row.hit is not None:
            only = self._only(typed)
            self.hit_chosen.emit(row.hit, searchable(typed if only is None else typed[1:].strip()), beside)
        elif row.ref is not None:
            self.file_chosen.emit(row.ref, beside)
        elif row.key == "line" and place is not None:
            self.line_chosen.emit(place)
        elif row.key == "link":
            self.link_chosen.emit(typed)
        elif row.key == "note":
            self.note_chosen.emit(typed)
        elif row.key == "turn_on":
            self.turn_on_requested.emit()
        else:
            self.search_chosen.emit(typed)


def _keys(id_: str) -> str:
    shortcuts = command(id_).shortcuts
    return QKeySequence(shortcuts[0]).toString(QKeySequence.SequenceFormat.NativeText) if shortcuts else ""
