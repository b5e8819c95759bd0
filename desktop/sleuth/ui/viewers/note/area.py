"""What is a note written in? Plain text, set as the preview sets it, the title bolder than the rest."""

import re

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontInfo,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QTextEdit, QWidget

from sleuth.commands.keys import NOTE, own_keys
from sleuth.commands.registry import command
from sleuth.ui.theme import tokens
from sleuth.ui.theme.theme import interface_font, theme
from sleuth.ui.viewers.code.units import Units
from sleuth.ui.viewers.web.page import text_size

# As of the preview's page (`viewers/web/page.py`), whose lines are a little further apart; here they are found with the mouse.
_MEASURE_EM = 46
_LINE_PERCENT = 140.0
# What a line editor of the platform would take for itself: to the end of the line, or to delete up to there.
_NOT_TAKEN = ("go.palette", "file.editor")

_LINE_ENDS = (QKeySequence.StandardKey.InsertParagraphSeparator, QKeySequence.StandardKey.InsertLineSeparator)
_HEADING = re.compile(r"#{1,6}\s")


class NoteArea(QTextEdit):
    """The text, as it is typed.

    Signals:
        typed: The text is another one.
        save_wanted: It is to be saved at once.
        entered, left: The keys go to it now, or to something else.
    """

    typed = Signal()
    save_wanted = Signal()
    entered = Signal()
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "page")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)  # lists are indented with spaces; nobody is caught in here
        self.setAccessibleName(self.tr("Note"))
        self.setAccessibleDescription(self.tr("Markdown; the first line is the title. It is saved by itself."))
        self.setPlaceholderText(
            self.tr(
                "What is worth knowing about this workspace: a decision, a trap, where something lies.\n\n"
                "The first line is the title. Markdown works. It is saved by itself, outside of the workspace."
            )
        )
        font = interface_font()
        font.setPixelSize(text_size(QFontInfo(font).pixelSize()))
        self.setFont(font)
        self.document().setDocumentMargin(0)
        self._title = _Title(self)
        self._marks: list[QTextCursor] = []
        self._current = -1
        self.textChanged.connect(self.typed)
        theme().changed.connect(self._paint_marks)
        self._keys_left = [QKeySequence(keys) for id_ in _NOT_TAKEN for keys in command(id_).shortcuts]
        self._save_keys = [QKeySequence(keys) for keys in own_keys(NOTE, "save")]

    # -- the text

    def text(self) -> str:
        """As it was typed: Qt's own conversion would make plain spaces of those that do not break."""
        return self.document().toRawText().replace("\u2029", "\n")

    def begin(self, text: str) -> None:
        """Another note; nothing before it can be brought back."""
        self.setPlainText(text)
        self.document().setUndoRedoEnabled(False)
        lines = QTextBlockFormat()
        lines.setLineHeight(_LINE_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(lines)  # new lines are set as those that they are begun in
        self.document().setUndoRedoEnabled(True)

    def replace(self, text: str) -> None:
        """Another text of the same note, which can be undone; the person stays where they are."""
        at, top = self.textCursor().position(), self.verticalScrollBar().value()
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self._go_to_offset(min(at, self.document().characterCount() - 1))
        self.verticalScrollBar().setValue(top)

    def line(self) -> int:
        """The one with the cursor, from 1."""
        return self.textCursor().blockNumber() + 1

    def go_to_line(self, line: int) -> None:
        block = self.document().findBlockByNumber(min(line, self.document().blockCount()) - 1)
        self._go_to_offset(block.position())

    def go_to_end(self) -> None:
        self.moveCursor(QTextCursor.MoveOperation.End)

    def _go_to_offset(self, offset_u16: int) -> None:
        cursor = self.textCursor()
        cursor.setPosition(offset_u16)
        self.setTextCursor(cursor)

    # -- marks

    def mark(self, stretches: list[tuple[int, int]]) -> None:
        """Mark stretches of the text, in code points; they move with what is typed. The one at the cursor or after it is current."""
        units = Units(self.text())
        self._marks = []
        for start, stop in stretches:
            cursor = QTextCursor(self.document())
            cursor.setPosition(units.to_u16(start))
            cursor.setPosition(units.to_u16(stop), QTextCursor.MoveMode.KeepAnchor)
            self._marks.append(cursor)
        at = self.textCursor().selectionStart()
        after = (number for number, one in enumerate(self._marks) if one.selectionStart() >= at)
        self._current = next(after, 0) if self._marks else -1
        self._paint_marks()

    @property
    def counted(self) -> tuple[int, int]:
        """Which mark is current, from 1, and how many there are."""
        return self._current + 1, len(self._marks)

    def step(self, by: int) -> None:
        if self._marks:
            self._current = (self._current + by) % len(self._marks)
            self.show_current()

    def show_current(self) -> None:
        """Go to the current mark."""
        if self._marks:
            self._go_to_offset(self._marks[self._current].selectionStart())
            self._paint_marks()

    def _paint_marks(self) -> None:
        selections = []
        for number, cursor in enumerate(self._marks):
            selection = QTextEdit.ExtraSelection()
            is_current = number == self._current
            selection.format.setBackground(theme().colour("mark_strong" if is_current else "mark"))
            selection.format.setForeground(theme().colour("on_mark"))
            if is_current:
                selection.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
                selection.format.setUnderlineColor(theme().colour("mark_outline"))
            selection.cursor = cursor
            selections.append(selection)
        self.setExtraSelections(selections)

    # -- keys and focus

    def event(self, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence(event.keyCombination())
            if keys in self._keys_left:
                event.ignore()
                return False
            if keys in self._save_keys:
                event.accept()
                return True
        if kind == QEvent.Type.Wheel and isinstance(event, QWheelEvent):  # beside the text, within the margin
            return QApplication.sendEvent(self.verticalScrollBar(), event)
        if kind == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            place = self.viewport().mapFrom(self, event.position().toPoint())
            self.setTextCursor(self.cursorForPosition(place))
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if QKeySequence(event.keyCombination()) in self._save_keys:
            self.save_wanted.emit()
        elif any(event.matches(keys) for keys in _LINE_ENDS):
            # Qt's own would take back how far lines are apart, or be a character that other programs take for no line's end.
            self.textCursor().insertBlock()
            self.ensureCursorVisible()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    # -- looks

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """The text in the middle, where the preview has it."""
        side = max((self.width() - _MEASURE_EM * QFontInfo(self.font()).pixelSize()) // 2, tokens.SPACE_6)
        self.setViewportMargins(side, tokens.SPACE_5, side, 0)
        super().resizeEvent(QResizeEvent(self.viewport().size(), QSize()))  # the event does not know of the margins


class _Title(QSyntaxHighlighter):
    """The first line with something in it, and headings."""

    def __init__(self, area: QTextEdit) -> None:
        super().__init__(area.document())

    def highlightBlock(self, text: str) -> None:
        is_before = self.previousBlockState() != 1
        is_title = is_before and bool(text.strip())
        self.setCurrentBlockState(int(not is_before or is_title))
        if is_title or _HEADING.match(text):
            looks = QTextCharFormat()
            looks.setFontWeight(QFont.Weight.DemiBold)
            self.setFormat(0, self.currentBlock().length(), looks)
