"""Which rows does the shelf have, and how do they come without anything waiting for a disk?

A folder is listed in a job when it is first unfolded, and again on `refresh`; what came is merged into what is there by
the least runs of rows, so that a view keeps what it has selected and unfolded. A folder that holds very much shows its
first entries and a row that brings more: a tree view asks the model about each row there is whenever one is added.
"""

import html
from collections.abc import Callable, Iterable
from functools import cache
from itertools import count
from pathlib import Path

from PySide6.QtCore import (
    QAbstractItemModel,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QIcon, QPixmap

from sleuth.domain.items import Kind
from sleuth.ingest.readers.languages import announced
from sleuth.settings.blocked import BlockedPaths
from sleuth.ui.jobs.lane import Lane
from sleuth.ui.jobs.programs import readable
from sleuth.ui.shelf.listing import Listed, Node, NodeKind, list_folder
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon, kind_icon
from sleuth.ui.theme.theme import icon_size, row_height, theme
from sleuth.ui.viewers.registry import is_image

Index = QModelIndex | QPersistentModelIndex
_READ_OTHERWISE = {
    ".pdf": Kind.PDF,
    ".ipynb": Kind.NOTEBOOK,
    ".csv": Kind.TABLE,
    ".tsv": Kind.TABLE,
    ".tab": Kind.TABLE,
    ".cast": Kind.TERMINAL,
    ".typescript": Kind.TERMINAL,
}
"""What its reader tells by the ending; asking the readers would load them."""
_NOWHERE = QModelIndex()

PORTION = 2_000
"""Entries of one folder that are shown at once; a view lays out as many in about 15 ms (measured)."""

_Flag = Qt.ItemFlag
_ROW = _Flag.ItemIsEnabled | _Flag.ItemIsSelectable
_LEAF = _ROW | _Flag.ItemNeverHasChildren
# Can be walked to and read aloud, but not chosen.
_SAID = _Flag.ItemIsEnabled | _Flag.ItemNeverHasChildren


class ShelfModel(QAbstractItemModel):
    """The workspace's folders and files.

    An index carries the id of the folder it lies in; with that and its row a node is found, or none for an index that
    is out of date.

    Signals:
        listed: The reference of a folder (empty for the root) whose listing has been merged, or could not be made.
    """

    listed = Signal(object)  # an object, as a str with bytes that are no text would be cut there

    def __init__(self, root: Path, lane: Lane, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = root
        self._lane = lane
        self._ids = count(1)
        self._root = Node("", NodeKind.FOLDER)
        self._root.limit = PORTION
        self._folders = {0: self._root}
        self._blocked = BlockedPaths(())
        self._shows_hidden = False
        self._waiting: set[int] = set()
        self._again: set[int] = set()

    # -- what the window says

    @property
    def shows_hidden(self) -> bool:
        return self._shows_hidden

    def show_hidden(self, shows: bool) -> None:
        if shows != self._shows_hidden:
            self._shows_hidden = shows
            self.refresh()

    def set_deny(self, rules: Iterable[str]) -> None:
        """Leave out what these rules block too (search.deny)."""
        self._blocked = BlockedPaths(tuple(rules))
        self.refresh()

    def refresh(self) -> None:
        """List every folder again that was listed before, and the root."""
        for folder in list(self._folders.values()):
            if folder.entries is not None or folder is self._root:
                self._list(folder)

    def list_again(self, index: Index) -> None:
        """List one folder."""
        folder = self.node(index)
        if folder is not None and folder.is_folder:
            self._list(folder)

    # -- nodes and indexes

    def node(self, index: Index) -> Node | None:
        """What an index stands for; the root for an invalid one, None for one that is out of date."""
        if not index.isValid():
            return self._root
        folder = self._folders.get(index.internalId())
        if folder is None or index.row() >= len(folder.children):
            return None
        return folder.children[index.row()]

    def index_of(self, node: Node) -> QModelIndex:
        """The other way round."""
        folder = node.parent
        if folder is None:
            return QModelIndex()
        return self.createIndex(_row_of(node, folder), 0, folder.id)

    def find(self, folder: Node, name: str) -> Node | None:
        """A folder's entry by its name; brings it among the rows if it is beyond those that are shown."""
        for place, entry in enumerate(folder.entries or ()):
            if entry.name == name:
                if place >= folder.limit:
                    self._show_entries(folder, (place // PORTION + 1) * PORTION)
                return entry
        return None

    def show_more(self, index: Index) -> None:
        """Bring the next entries of the folder where the row of an index says that there are more."""
        node = self.node(index)
        if node is not None and node.kind is NodeKind.MORE and node.parent is not None:
            self._show_entries(node.parent, node.parent.limit + PORTION)

    def _show_entries(self, folder: Node, limit: int) -> None:
        folder.limit = limit
        self._show(folder)

    # -- Qt's

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        folder = self.node(parent)
        if folder is None or column != 0 or not 0 <= row < len(folder.children):
            return QModelIndex()
        return self.createIndex(row, 0, folder.id)

    def parent(self, index: Index = _NOWHERE) -> QModelIndex:  # type: ignore[override]
        folder = self._folders.get(index.internalId()) if index.isValid() else None
        return self.index_of(folder) if folder is not None else QModelIndex()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        folder = self.node(parent)
        return len(folder.children) if folder is not None and parent.column() <= 0 else 0

    def columnCount(self, _parent: Index = _NOWHERE) -> int:
        return 1

    def hasChildren(self, parent: Index = _NOWHERE) -> bool:
        node = self.node(parent)
        return node is not None and node.is_folder  # an empty one says so in a row

    def canFetchMore(self, parent: Index) -> bool:
        node = self.node(parent)
        return node is not None and node.is_folder and node.entries is None and node.id not in self._waiting

    def fetchMore(self, parent: Index) -> None:
        if self.canFetchMore(parent):
            self.list_again(parent)

    def flags(self, index: Index) -> Qt.ItemFlag:
        node = self.node(index)
        if node is None or node is self._root:
            return _Flag.NoItemFlags
        if node.kind is NodeKind.NOTE:
            return _SAID
        return _ROW if node.is_folder else _LEAF

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        node = self.node(index)
        if node is None or node is self._root:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return readable(node.name)
            case Qt.ItemDataRole.ToolTipRole:
                return _tooltip(node)
            case Qt.ItemDataRole.DecorationRole:
                return _icon(node) if node.is_entry else _no_icon()
            case Qt.ItemDataRole.ForegroundRole:
                return theme().colour("text_muted") if node.is_hidden or not node.is_entry else None
            case Qt.ItemDataRole.SizeHintRole:
                return QSize(0, row_height())
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._said(node)
        return None

    def _said(self, node: Node) -> str:
        name = readable(node.name)
        if node.is_folder:
            return self.tr("{name}, folder").format(name=name)
        return self.tr("{name}, link").format(name=name) if node.kind is NodeKind.LINK else name

    # -- listing

    def _list(self, folder: Node) -> None:
        if folder.id in self._waiting:
            self._again.add(folder.id)
            return
        self._waiting.add(folder.id)
        path, ref, blocked, with_hidden = self._path, folder.ref(), self._blocked, self._shows_hidden
        known = folder.entries or ()  # never altered, only put anew
        self._lane.start(
            lambda cancellation: list_folder(path, ref, blocked, with_hidden, cancellation, known),
            lambda listed: self._came(folder, listed),
            lambda error: self._failed(folder, error),
        )
        if folder.entries is None:
            QTimer.singleShot(tokens.SPINNER_AFTER_MS, self, lambda: self._say_slow(folder))

    def _say_slow(self, folder: Node) -> None:
        if folder.entries is None and folder.id in self._waiting:
            self._show(folder, self.tr("Listing…"))

    def _came(self, folder: Node, listed: Listed) -> None:
        note = None
        if not listed.nodes:
            note = self.tr("Only hidden files here") if listed.hidden else self.tr("This folder is empty")
        self._end(folder, listed.nodes, note)

    def _failed(self, folder: Node, error: BaseException) -> None:
        self._end(folder, [], self._fault(error))

    def _fault(self, error: BaseException) -> str:
        if isinstance(error, FileNotFoundError):
            return self.tr("This folder is gone")
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        return self.tr("This folder cannot be listed ({reason})").format(reason=reason)

    def _end(self, folder: Node, entries: list[Node], note: str | None) -> None:
        self._waiting.discard(folder.id)
        again = folder.id in self._again
        self._again.discard(folder.id)
        if self._folders.get(folder.id) is not folder:
            return  # gone meanwhile, with the folder that it lay in
        folder.entries = entries
        self._show(folder, note)
        if again:
            self._list(folder)
        else:
            self.listed.emit(folder.ref())

    # -- merging

    def _show(self, folder: Node, note: str | None = None) -> None:
        """Make a folder's rows its first entries and, where something is to be said, a row that says it."""
        entries = folder.entries or []
        wanted = entries[: folder.limit]
        last = folder.children[-1] if folder.children else None
        if len(entries) > len(wanted):
            # The same row as before, so that a view which stands on it stays there.
            more = last if last is not None and last.kind is NodeKind.MORE else Node("", NodeKind.MORE)
            more.name = self.tr("{count} more…").format(count=QLocale().toString(len(entries) - len(wanted)))
            wanted.append(more)
        elif note is not None:
            known = last is not None and last.same_as() == (note, NodeKind.NOTE)
            wanted.append(last if known and last is not None else Node(note, NodeKind.NOTE))
        self._remove(folder, {id(one) for one in wanted})
        self._insert(folder, wanted)
        if wanted and wanted[-1].kind is NodeKind.MORE:
            index = self.index_of(wanted[-1])
            self.dataChanged.emit(index, index)

    def _remove(self, folder: Node, kept: set[int]) -> None:
        """Take out what is not wanted, run by run from the end, so that rows before a run keep their place."""
        children = folder.children
        for first, last in reversed(_runs(children, lambda node: id(node) not in kept)):
            self.beginRemoveRows(self.index_of(folder), first, last)
            gone = children[first : last + 1]
            del children[first : last + 1]
            self._forget(gone)
            self.endRemoveRows()

    def _insert(self, folder: Node, wanted: list[Node]) -> None:
        """Put in what is not there yet; what is there is in the same order, as both were sorted alike."""
        there = {id(one) for one in folder.children}
        for first, last in _runs(wanted, lambda node: id(node) not in there):
            new = wanted[first : last + 1]
            for row, node in enumerate(new, first):
                node.parent, node.row = folder, row
                if node.is_folder:
                    node.id, node.limit = node.id or next(self._ids), node.limit or PORTION
                    self._folders[node.id] = node
            self.beginInsertRows(self.index_of(folder), first, last)
            folder.children[first:first] = new
            self.endInsertRows()

    def _forget(self, nodes: list[Node]) -> None:
        """What is gone, and all below it, has no id any more."""
        for node in nodes:
            if node.is_folder:
                self._folders.pop(node.id, None)
                self._forget(node.children)
                node.children, node.entries = [], None


def _row_of(node: Node, folder: Node) -> int:
    """Rows are counted anew only when somebody asks and they have moved."""
    children = folder.children
    if node.row >= len(children) or children[node.row] is not node:
        for row, child in enumerate(children):
            child.row = row
    return node.row


def _runs(nodes: list[Node], is_meant: Callable[[Node], bool]) -> list[tuple[int, int]]:
    """First and last row of each stretch of nodes that are meant."""
    runs: list[tuple[int, int]] = []
    for row, node in enumerate(nodes):
        if not is_meant(node):
            continue
        if runs and runs[-1][1] == row - 1:
            runs[-1] = (runs[-1][0], row)
        else:
            runs.append((row, row))
    return runs


def _icon(node: Node) -> QIcon:
    if node.is_folder:
        return icon("folder")
    if node.kind is NodeKind.LINK:
        return icon("link")
    if is_image(node.name):
        return icon("image")
    ending = node.name[node.name.rfind(".") :].lower()
    return kind_icon(_READ_OTHERWISE.get(ending) or announced(node.name, "")[0])


@cache
def _no_icon() -> QIcon:
    """Keeps a sentence in line with the names."""
    pixmap = QPixmap(icon_size(), icon_size())
    pixmap.fill(Qt.GlobalColor.transparent)
    return QIcon(pixmap)


def _tooltip(node: Node) -> str | None:
    """The whole path; as a text, whatever tags are in a name."""
    return f"<qt>{html.escape(readable(node.ref()))}</qt>" if node.is_entry else None
