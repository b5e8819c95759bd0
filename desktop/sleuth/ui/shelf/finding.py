"""How is a file shown in the tree whose folders may not be listed yet?"""

from PySide6.QtCore import QObject

from sleuth.ui.shelf.listing import Node
from sleuth.ui.shelf.model import ShelfModel
from sleuth.ui.shelf.tree import ShelfTree


class Finding(QObject):
    """Walks down to one file, waiting for each folder; gives up when the person goes elsewhere."""

    def __init__(self, model: ShelfModel, tree: ShelfTree) -> None:
        super().__init__(tree)
        self._model = model
        self._tree = tree
        self._parts: list[str] = []
        self._awaited: str | None = None
        self._asked: set[str] = set()
        """Folders listed anew for this walk: what is not found in one of them is not there."""
        model.listed.connect(self._listed)

    def find(self, ref: str) -> None:
        """Go there; whatever was looked for before is given up."""
        self._parts = [part for part in ref.split("/") if part]
        self._asked.clear()
        self._go_on()

    def give_up(self) -> None:
        self._parts, self._awaited = [], None

    def _listed(self, ref: str) -> None:
        if ref == self._awaited:
            self._go_on()

    def _go_on(self) -> None:
        node = self._model.node(self._tree.rootIndex())
        for part in self._parts:
            found = self._model.find(node, part) if node is not None and node.is_folder else None
            if found is None:
                self._ask(node)
                return
            node = found
        if self._parts and node is not None:
            self.give_up()
            self._select(node)

    def _ask(self, folder: Node | None) -> None:
        """List the folder, which may never have been, or not since the file came; once."""
        if folder is None or not folder.is_folder or folder.ref() in self._asked:
            self.give_up()
            return
        self._awaited = folder.ref()
        self._asked.add(self._awaited)
        self._model.list_again(self._model.index_of(folder))

    def _select(self, node: Node) -> None:
        index = self._model.index_of(node)
        above = index.parent()
        while above.isValid():
            self._tree.expand(above)
            above = above.parent()
        self._tree.setCurrentIndex(index)
        self._tree.scrollTo(index)
