"""Which keys are there, and what can be typed into a search? A page for a tab."""

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, QTimer
from PySide6.QtGui import QKeySequence, QResizeEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from sleuth.commands.keys import OWN_KEYS
from sleuth.commands.registry import COMMANDS, MENUS, Command
from sleuth.ui.settings_pane.rows import sentence
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import code_font, interface_font, row_height, scaled, theme
from sleuth.ui.widgets.fields import put_glass
from sleuth.ui.widgets.labels import hairline


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the table; a heading has nothing at the right."""

    left: str
    right: str = ""
    is_heading: bool = False
    is_typed: bool = False


def native_keys(command: Command) -> str:
    """A command's shortcuts as the platform writes them."""
    return _native(command.shortcuts)


def _native(keys: tuple[str, ...]) -> str:
    return ", ".join(QKeySequence(one).toString(QKeySequence.SequenceFormat.NativeText) for one in keys)


class _RowHover(QStyledItemDelegate):
    """The pointer is over a row, not over one of its cells."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table
        self.row = -1
        """The row under the pointer."""

    def hover(self, index: QModelIndex) -> None:
        self._take(index.row())

    def leave(self) -> None:
        self._take(-1)

    def _take(self, row: int) -> None:
        if row != self.row:
            self.row = row
            self._table.viewport().update()

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        if index.row() == self.row and self._table.viewport().underMouse():
            option.state |= QStyle.StateFlag.State_MouseOver


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
        self._glass = put_glass(self.filter)
        self.filter.textChanged.connect(self._filter_lines)
        self._nothing = sentence("", "muted")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._nothing.hide()
        self._lines = [*self._command_lines(), *self._own_lines(), *self._query_lines()]
        self.table = self._make_table()
        self._fit_soon = QTimer(self, singleShot=True, interval=0)  # the last column takes the rest of the width later
        self._fit_soon.timeout.connect(self._fit_rows)
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
        table.verticalHeader().setMinimumSectionSize(row_height())
        table.setMouseTracking(True)
        self._hovering = _RowHover(table)
        table.setItemDelegate(self._hovering)
        table.entered.connect(self._hovering.hover)
        table.viewportEntered.connect(self._hovering.leave)
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
        self.table.setColumnWidth(0, min(max(event.size().width() * 2 // 5, 160), scaled(320)))
        self._fit_rows()
        self._fit_soon.start()

    def _fit_rows(self) -> None:
        spacing = self.table.fontMetrics().lineSpacing()
        for place, line in enumerate(self._lines):
            # Of the same height whatever font a row's words are in, and one line more for each that does not fit.
            further = max(round((self.table.sizeHintForRow(place) - tokens.SPACE_1) / spacing) - 1, 0)
            apart = tokens.SPACE_4 if line.is_heading and place else 0
            self.table.setRowHeight(place, row_height() + further * spacing + apart)

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

    def _own_lines(self) -> list[_Line]:
        """The keys that a part has while the focus is in it."""
        lines: list[_Line] = []
        parts: set[str] = set()
        for one in OWN_KEYS:
            if one.part not in parts:
                parts.add(one.part)
                lines.append(_Line(self.tr(one.part), is_heading=True))
            lines.append(_Line(self.tr(one.does), _native(one.keys)))
        return lines

    def _query_lines(self) -> list[_Line]:
        typed = [
            ("sea water", self.tr("Items that hold both words, in any form; the last word also as the start of a longer one")),
            ('"sea water"', self.tr("The words together, in this order; the letters as typed where no such words are")),
            ("sea -water", self.tr("Items with “sea” and without “water”")),
            ("getUserName", self.tr("Names whole and by their parts")),
            ("std::move(", self.tr("Exactly what stands there, punctuation too")),
            ("/colou?r$/", self.tr("Lines that match the regular expression; ^ and $ are a line's; capitals make it mind the case")),
            ("source:documents", self.tr("Only this source")),
            ("kind:pdf", self.tr("Only this kind: code, markdown, text, config, table, pdf, notebook, chat, terminal, commit, branch, tag, worktree")),
            ("path:docs/", self.tr("Only items with this in their path")),
            ("path:*.spec.ts", self.tr("*, ? and […] as in a shell")),
            ("ext:py", self.tr("Only files with this ending")),
            ("lang:rust", self.tr("Only this language")),
            ("since:7d", self.tr("Changed since then: hours (h), days (d), weeks (w), months (m), years (y) or a date")),
            ("before:2026-06-01", self.tr("Changed before then")),
            ("is:hidden", self.tr("Hidden items only")),
            ("-ext:md", self.tr("“-” before a filter turns it round")),
        ]
        prefixes = [
            (">", self.tr("Commands only")),
            ("@salinity", self.tr("Symbols: functions, types and constants of this name")),
            ("#salinity", self.tr("Commits, branches, tags and worktrees")),
            (":42", self.tr("A line, page, cell or message of the tab")),
            ("?", self.tr("What can be typed")),
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
            _Line(self.tr("At the start of what is typed in the palette"), is_heading=True),
            *(_Line(left, right, is_typed=True) for left, right in prefixes),
            _Line(self.tr("How words are taken"), is_heading=True),
            *(_Line(left, right) for left, right in rules),
        ]
