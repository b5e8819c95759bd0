"""Which keys are there, and what can be typed into a search? A page for a tab."""

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QResizeEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from sleuth.commands.registry import COMMANDS, MENUS, Command
from sleuth.ui.settings_pane.rows import sentence
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import code_font, interface_font, theme
from sleuth.ui.widgets.labels import hairline

_HEADING_HEIGHT = tokens.ROW_HEIGHT + tokens.SPACE_4


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the table; a heading has nothing at the right."""

    left: str
    right: str = ""
    is_heading: bool = False
    is_typed: bool = False


def native_keys(command: Command) -> str:
    """A command's shortcuts as the platform writes them."""
    return ", ".join(QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText) for keys in command.shortcuts)


class HelpPage(QWidget):
    """Commands by menu with their keys, then the query language."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Keys and query language"))
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Search keys and query language"))
        self.filter.setAccessibleName(self.tr("Search keys and query language"))
        self.filter.setClearButtonEnabled(True)
        self._glass = self.filter.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.filter.textChanged.connect(self._filter_lines)
        self._nothing = sentence("", "muted")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._nothing.hide()
        self._lines = [*self._command_lines(), *self._query_lines()]
        self.table = self._make_table()
        self._lay_out()
        self.setFocusProxy(self.filter)
        theme().changed.connect(self._recolour)
        self._recolour()

    def shown_lines(self) -> list[tuple[str, str]]:
        """What is listed now, headings left out."""
        return [
            (line.left, line.right)
            for place, line in enumerate(self._lines)
            if not line.is_heading and not self.table.isRowHidden(place)
        ]

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(tokens.SPACE_4, tokens.SPACE_4, tokens.SPACE_4, tokens.SPACE_3)
        head.addWidget(self.filter)
        column = QVBoxLayout()
        column.setContentsMargins(tokens.SPACE_5, tokens.SPACE_3, tokens.SPACE_5, 0)
        column.addWidget(self._nothing)
        column.addWidget(self.table, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(hairline())
        layout.addLayout(column, 1)

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setAccessibleName(self.tr("Keys and query language"))
        table.setModel(self._model(table))
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setShowGrid(False)
        table.setWordWrap(True)
        table.setTabKeyNavigation(False)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.horizontalHeader().hide()
        table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        table.verticalHeader().hide()
        table.verticalHeader().setMinimumSectionSize(tokens.ROW_HEIGHT)
        for place, line in enumerate(self._lines):
            if line.is_heading:
                table.setSpan(place, 0, 1, 2)
        return table

    def _model(self, table: QTableView) -> QStandardItemModel:
        model = QStandardItemModel(len(self._lines), 2, table)
        for place, line in enumerate(self._lines):
            for column, text in enumerate((line.left, line.right)):
                item = QStandardItem(text)
                item.setEditable(False)
                if line.is_heading:
                    item.setFont(interface_font(semibold=True))
                    item.setSelectable(False)
                    item.setTextAlignment(Qt.AlignmentFlag.AlignBottom)
                elif line.is_typed and column == 0:
                    item.setFont(code_font())
                model.setItem(place, column, item)
        return model

    def _filter_lines(self, text: str) -> None:
        words = text.casefold().split()
        heading, found = 0, 0
        for place, line in enumerate(self._lines):
            if line.is_heading:
                heading = place
                self.table.setRowHidden(place, True)
                continue
            said = f"{line.left} {line.right} {self._lines[heading].left}".casefold()
            is_found = all(word in said for word in words)
            self.table.setRowHidden(place, not is_found)
            if is_found:
                found += 1
                self.table.setRowHidden(heading, False)
        self._nothing.setText(self.tr("Nothing here has “{0}” in it.").format(text.strip()))
        self._nothing.setVisible(not found)

    def _recolour(self) -> None:
        self._glass.setIcon(icon("search"))
        model = self.table.model()
        for place, line in enumerate(self._lines):
            if not line.is_heading:
                model.setData(model.index(place, 1), theme().colour("text_muted"), Qt.ItemDataRole.ForegroundRole)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.table.setColumnWidth(0, min(max(event.size().width() * 2 // 5, 160), 320))
        for place, line in enumerate(self._lines):
            least = _HEADING_HEIGHT if line.is_heading and place else tokens.ROW_HEIGHT
            self.table.setRowHeight(place, max(least, self.table.sizeHintForRow(place) + tokens.SPACE_1))

    # -- what is said

    def _command_lines(self) -> list[_Line]:
        groups: dict[str, list[_Line]] = {menu: [] for menu in MENUS}
        for command in COMMANDS:
            # One that stands in no menu is listed where its name says that it belongs.
            group = command.menu or command.id.split(".")[0].capitalize()
            groups.setdefault(group, []).append(_Line(self.tr(command.title), native_keys(command)))
        return [
            line for group, lines in groups.items() for line in (_Line(self.tr(group), is_heading=True), *lines)
        ]

    def _query_lines(self) -> list[_Line]:
        typed = [
            ("sea water", self.tr("Items that hold both words, in any form; the last word also as the start of a longer one")),
            ('"sea water"', self.tr("The words together, in this order; the letters as typed where no such words are")),
            ("sea -water", self.tr("Items with “sea” and without “water”")),
            ("getUserName", self.tr("Names whole and by their parts")),
            ("std::move(", self.tr("Exactly what stands there, punctuation too")),
            ("/colou?r$/", self.tr("Lines that match the regular expression; ^ and $ are a line's; capitals make it mind the case")),
            ("source:documents", self.tr("Only this source")),
            ("kind:pdf", self.tr("Only this kind: code, markdown, text, config, table, pdf, notebook")),
            ("path:docs/", self.tr("Only items with this in their path")),
            ("path:*.spec.ts", self.tr("*, ? and […] as in a shell")),
            ("ext:py", self.tr("Only files with this ending")),
            ("lang:rust", self.tr("Only this language")),
            ("since:7d", self.tr("Changed since then: hours (h), days (d), weeks (w), months (m), years (y) or a date")),
            ("before:2026-06-01", self.tr("Changed before then")),
            ("is:hidden", self.tr("Hidden items only")),
            ("-ext:md", self.tr("“-” before a filter turns it round")),
        ]
        rules = [
            (self.tr("Up to four words"), self.tr("An item must have them all; only when none does, those that have most of them come")),
            (self.tr("Five words or more"), self.tr("A question: items are ranked by how much of it they hold")),
            (self.tr("Quotes, “-” and filters"), self.tr("Always bind")),
            (self.tr("Anything pasted"), self.tr("Is a query: a stack trace, a path with a line, an emoji")),
        ]
        return [
            _Line(self.tr("What can be typed"), is_heading=True),
            *(_Line(left, right, is_typed=True) for left, right in typed),
            _Line(self.tr("How words are taken"), is_heading=True),
            *(_Line(left, right) for left, right in rules),
        ]
