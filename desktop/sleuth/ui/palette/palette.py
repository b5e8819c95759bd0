"""How does one find anything, or do anything, from a single field?

Opens at once with what was recent; then files by their names, passages, commands, and a row that searches everything.
`>` commands only, `:` a line of the tab, `?` help.
"""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from sleuth.commands.registry import When, command
from sleuth.domain.hits import Answer, Hit
from sleuth.engine.workspace import SearchOptions
from sleuth.ui.jobs.workspace_jobs import Failure, WorkspaceJobs
from sleuth.ui.models.completion import completed
from sleuth.ui.palette.delegate import PaletteDelegate, row_height
from sleuth.ui.palette.rows import (
    Group,
    PaletteModel,
    PaletteRow,
    command_row,
    commands_for,
    file_row,
    header,
    passage_row,
)
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.widgets.labels import hairline
from sleuth.ui.widgets.sheet_list import SheetList

WIDTH = 640
_PASSAGES, _FILES, _COMMANDS, _RECENT = 6, 5, 4, 8
# What is seen without scrolling, headings among them; and the margins, the frame and the line under the field.
_MOST_ROWS = 18
_AROUND = tokens.SPACE_1 + tokens.SPACE_2 + 3
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
        reveal_chosen: A reference to show in the file manager.
        line_chosen: A line of the tab.
        closed: It is gone; focus goes back.
    """

    file_chosen = Signal(object, bool)  # references are objects: bytes that are no text would be cut in a str
    hit_chosen = Signal(object, str, bool)
    command_chosen = Signal(str)
    search_chosen = Signal(str)
    reveal_chosen = Signal(object)
    line_chosen = Signal(int)
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
        self._files: list[str] = []
        self._answer: Answer | None = None
        self._moved = False
        self._make()
        self._timer = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._timer.timeout.connect(self._look_up)
        self.hide()

    def _make(self) -> None:
        self._field = QLineEdit(self)
        self._field.setProperty("kind", "bare")
        self._field.setPlaceholderText(self.tr("Files, passages, commands"))
        self._field.setAccessibleName(self.tr("Search or run a command"))
        self._field.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self._field.textChanged.connect(self._typed)
        self._field.installEventFilter(self)
        self._model = PaletteModel(self)
        self._list = SheetList(self)
        self._list.setModel(self._model)
        self._list.setItemDelegate(PaletteDelegate(self._list))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
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
        self._jobs, self._recent, self._available, self._hidden = jobs, recent, available, hidden

    def open_with(self, text: str = "") -> None:
        """Show it; the text is selected, so that typing replaces it."""
        self._files, self._answer, self._moved = [], None, False
        if self._field.text() == text:
            self._typed(text)
        self._field.setText(text)
        self._field.selectAll()
        self.show()
        self.raise_()
        self._field.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_up(self) -> None:
        if not self.isVisible():
            return
        self._timer.stop()
        if self._jobs is not None:
            self._jobs.stop_search()
        self.hide()
        self.closed.emit()

    def place_in(self, width: int, height: int) -> None:
        """Stand in the top third of a window of that size."""
        own = min(WIDTH, width - 2 * tokens.SPACE_4)
        rows = [self._model.row(number) for number in range(min(self._model.rowCount(), _MOST_ROWS))]
        tall = sum(row_height(row) for row in rows if row is not None)
        most = max(height - height // 8 - 2 * tokens.SPACE_5, 120)
        self.setFixedWidth(own)
        self.setFixedHeight(min(self._field.sizeHint().height() + tall + _AROUND, most))
        self.move(QPoint((width - own) // 2, max(height // 8, tokens.SPACE_4)))

    # -- what is typed

    def text(self) -> str:
        return self._field.text()

    def _typed(self, text: str) -> None:
        self._moved = False
        bare = text.strip()
        if self._jobs is None or not bare or bare[0] in ">?:":
            self._files, self._answer = [], None
            self._timer.stop()
            if self._jobs is not None:
                self._jobs.stop_search()
        else:
            self._timer.start()
        self._show_rows()

    def _look_up(self) -> None:
        if self._jobs is None or not self.isVisible():
            return
        options = SearchOptions(limit=_PASSAGES, hidden=self._hidden())
        self._jobs.look_up(self._field.text().strip(), options, self._found, self._failed)

    def _found(self, files: list[str], answer: Answer | None) -> None:
        self._files, self._answer = files, answer
        self._show_rows()

    def _failed(self, _failure: Failure) -> None:
        self._files, self._answer = [], None
        self._show_rows()

    # -- rows

    def _show_rows(self) -> None:
        selected = self._model.row(self._list.currentIndex().row()) if self._moved else None
        self._model.set_rows(self._rows())
        number = self._model.number_of(selected.key) if selected is not None else -1
        choices = self._model.choices()
        if number < 0:
            number = choices[0] if choices else -1
        self._list.setCurrentIndex(self._model.index(number))
        if number == (choices[0] if choices else -1):
            self._list.scrollToTop()
        parent = self.parentWidget()
        if parent is not None:
            self.place_in(parent.width(), parent.height())

    def _rows(self) -> list[PaletteRow]:
        text = self._field.text().strip()
        if text.startswith(">"):
            return self._command_rows(text[1:], most=50)
        if text.startswith(":"):
            return [PaletteRow(Group.COMMANDS, "line", self.tr("Go to line {0}").format(text[1:] or "…"))]
        if text == "?":
            return self._help_rows()
        if not text:
            return [*self._recent_rows(), *self._command_rows("", most=50)]
        rows: list[PaletteRow] = []
        if self._files:
            rows += [header(Group.FILES, self.tr("Files")), *(file_row(ref, text) for ref in self._files[:_FILES])]
        hits = self._passages()
        if hits:
            rows += [header(Group.PASSAGES, self.tr("In the workspace")), *(passage_row(hit) for hit in hits)]
        rows += self._command_rows(text, _COMMANDS)
        if self._jobs is not None:
            keys = _keys("search.open")
            title = self.tr("Search the workspace for “{0}”").format(text)
            rows.append(PaletteRow(Group.SEARCH, "search", title, right=keys))
        return rows

    def _passages(self) -> list[Hit]:
        if self._answer is None:
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
            if self._field.text():
                self._field.clear()
            else:
                self.close_up()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(
                self._list.currentIndex().row(),
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

    def _complete(self) -> None:
        """Tab finishes the word with a filter that starts so, or takes the selected file's name."""
        text = completed(self._field.text())
        if text is not None:
            self._field.setText(text)
            return
        row = self._model.row(self._list.currentIndex().row())
        if row is not None and row.ref:
            self._field.setText(row.ref)

    def _choose(self, number: int, beside: bool = False, reveals: bool = False) -> None:
        row = self._model.row(number)
        if row is None or row.is_header or row.key.startswith("help"):
            return
        typed = self._field.text().strip()
        ref = row.ref or (row.hit.ref if row.hit is not None else None)
        self.close_up()
        if reveals and ref is not None:
            self.reveal_chosen.emit(ref)
        elif row.command is not None:
            self.command_chosen.emit(row.command.id)
        elif row.hit is not None:
            self.hit_chosen.emit(row.hit, typed, beside)
        elif row.ref is not None:
            self.file_chosen.emit(row.ref, beside)
        elif row.key == "line":
            digits = typed[1:].strip()
            if digits.isdigit():
                self.line_chosen.emit(int(digits))
        else:
            self.search_chosen.emit(typed)


def _keys(id_: str) -> str:
    shortcuts = command(id_).shortcuts
    return QKeySequence(shortcuts[0]).toString(QKeySequence.SequenceFormat.NativeText) if shortcuts else ""
