"""Does the shelf show the files as they are, and open the right one, without ever waiting for a disk?"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QMenu, QToolButton
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from sleuth.domain.cancel import NEVER, Cancellation
from sleuth.domain.errors import Cancelled
from sleuth.settings.blocked import BlockedPaths
from sleuth.ui.shelf.listing import NodeKind, link_target, list_folder, natural_key
from sleuth.ui.shelf.model import PORTION
from sleuth.ui.shelf.shelf import Shelf
from sleuth.ui.theme.tokens import ROW_HEIGHT

WAIT_MS = 20_000
NOTHING_BLOCKED = BlockedPaths(())


def write(root: Path, *refs: str) -> None:
    for ref in refs:
        path = root / ref
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")


def link(path: Path, target: Path | str) -> None:
    try:
        path.symlink_to(target)
    except OSError:
        pytest.skip("links cannot be made here")


@pytest.fixture
def make(qtbot: QtBot, workspace: Path) -> Iterator[Callable[..., Shelf]]:
    """Makes the shelf of the workspace, which holds these files, and waits until it shows them."""
    made: list[Shelf] = []

    def build(*refs: str) -> Shelf:
        write(workspace, *refs)
        shelf = Shelf(workspace)
        qtbot.addWidget(shelf)
        made.append(shelf)
        shelf.resize(280, 600)
        shelf.show()
        shelf.activateWindow()
        qtbot.waitUntil(lambda: shelf.model.rowCount() > 0, timeout=WAIT_MS)
        return shelf

    yield build
    for shelf in made:
        shelf.release()


def names(shelf: Shelf, folder: QModelIndex | None = None) -> list[str]:
    above = folder or QModelIndex()
    return [str(shelf.model.index(row, 0, above).data()) for row in range(shelf.model.rowCount(above))]


def index(shelf: Shelf, ref: str) -> QModelIndex:
    """The index of what is listed already."""
    found = QModelIndex()
    for part in ref.split("/"):
        found = shelf.model.index(names(shelf, found).index(part), 0, found)
    return found


def unfold(qtbot: QtBot, shelf: Shelf, ref: str) -> QModelIndex:
    found = index(shelf, ref)
    with qtbot.waitSignal(shelf.model.listed, timeout=WAIT_MS):
        shelf.tree.expand(found)
    return found


def refresh(qtbot: QtBot, shelf: Shelf) -> None:
    shelf.refresh()
    qtbot.waitUntil(lambda: not shelf._lane.is_busy, timeout=WAIT_MS)


def current(shelf: Shelf) -> str:
    node = shelf.model.node(shelf.tree.currentIndex())
    return node.ref() if node else ""


def click(qtbot: QtBot, shelf: Shelf, ref: str, double: bool = False) -> None:
    place = shelf.tree.visualRect(index(shelf, ref)).center()
    if double:
        qtbot.mouseDClick(shelf.tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    else:
        qtbot.mouseClick(shelf.tree.viewport(), Qt.MouseButton.LeftButton, pos=place)


class Heard:
    """What a signal has said."""

    def __init__(self) -> None:
        self.all: list[tuple[object, ...]] = []

    def __call__(self, *values: object) -> None:
        self.all.append(values)


# -- listing


def test_order(workspace: Path) -> None:
    """Folders come first; numbers count and capitals do not."""
    write(workspace, "b/x", "A/x", "file 10", "File 9", "file 1", "éclair", "zoo")
    listed = list_folder(workspace, "", NOTHING_BLOCKED, False, NEVER)
    assert [node.name for node in listed.nodes] == ["A", "b", "file 1", "File 9", "file 10", "zoo", "éclair"]


@pytest.mark.parametrize(
    ("before", "after"),
    [("a2", "a10"), ("a02b", "a10a"), ("A", "b"), ("a", "B"), ("v1.9.0", "v1.10.0"), ("9" * 30, "a")],
)
def test_natural_key(before: str, after: str) -> None:
    """Names sort as a person counts."""
    assert natural_key(before) < natural_key(after)


@pytest.mark.parametrize(("with_hidden", "shown"), [(False, ["a"]), (True, [".b", ".c", "a"])])
def test_hidden_and_blocked(workspace: Path, with_hidden: bool, shown: list[str]) -> None:
    """Dot files are shown when asked for; blocked paths and git's own folder never."""
    write(workspace, "a", ".b/x", ".c", ".env", "key.pem", ".ssh/config", ".git/HEAD", "secret/x", "own.txt")
    listed = list_folder(workspace, "", BlockedPaths(("secret/", "own.txt")), with_hidden, NEVER)
    assert [node.name for node in listed.nodes] == shown
    assert listed.hidden == (0 if with_hidden else 2)


def test_links_are_leaves(workspace: Path, tmp_path: Path) -> None:
    """A link to a folder is a leaf, and what lies behind it cannot be listed as if it were inside."""
    write(workspace, "inside/a")
    write(tmp_path / "outside", "b")
    link(workspace / "in", "inside")
    link(workspace / "out", tmp_path / "outside")
    kinds = {node.name: node.kind for node in list_folder(workspace, "", NOTHING_BLOCKED, False, NEVER).nodes}
    assert kinds == {"inside": NodeKind.FOLDER, "in": NodeKind.LINK, "out": NodeKind.LINK}
    with pytest.raises(NotADirectoryError):
        list_folder(workspace, "out", NOTHING_BLOCKED, False, NEVER)


def test_where_links_lead(workspace: Path, tmp_path: Path) -> None:
    """Only a target that is there and in the workspace is told."""
    root = Path(os.path.realpath(workspace))
    write(root, "inside/a")
    link(root / "in", "inside/a")
    link(root / "out", tmp_path)
    link(root / "gone", "nothing")
    link(root / "self", ".")
    assert [link_target(root, ref) for ref in ("in", "out", "gone", "self")] == ["inside/a", None, None, None]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_pipes_are_left_out(workspace: Path) -> None:
    """What is no file is no row."""
    os.mkfifo(workspace / "pipe")
    assert list_folder(workspace, "", NOTHING_BLOCKED, False, NEVER).nodes == []


def test_listing_can_be_stopped(workspace: Path) -> None:
    """A listing that nobody waits for ends."""
    write(workspace, "a")
    cancellation = Cancellation()
    cancellation.cancel()
    with pytest.raises(Cancelled):
        list_folder(workspace, "", NOTHING_BLOCKED, False, cancellation)


# -- the model


def test_model_is_sound(qtbot: QtBot, make: Callable[..., Shelf], qtmodeltester: ModelTester) -> None:
    """The model keeps what Qt asks of one, with nothing, something and everything listed."""
    shelf = make("docs/guide.md", "docs/deep/x.py", "README.md")
    strict = QAbstractItemModelTester(shelf.model, QAbstractItemModelTester.FailureReportingMode.Fatal, shelf)
    qtmodeltester.check(shelf.model)
    unfold(qtbot, shelf, "docs")
    unfold(qtbot, shelf, "docs/deep")
    qtmodeltester.check(shelf.model)
    assert strict.model() is shelf.model


def test_model_stays_sound_while_it_changes(
    qtbot: QtBot, make: Callable[..., Shelf], workspace: Path, qtmodeltester: ModelTester
) -> None:
    """Rows that come, go and change their kind keep the model sound."""
    shelf = make("docs/a", "docs/c", "docs/e/x", "b", "d")
    QAbstractItemModelTester(shelf.model, QAbstractItemModelTester.FailureReportingMode.Fatal, shelf)
    folder = unfold(qtbot, shelf, "docs")
    unfold(qtbot, shelf, "docs/e")
    (workspace / "docs/a").unlink()
    (workspace / "docs/e/x").unlink()
    (workspace / "b").unlink()
    write(workspace, "docs/b", "docs/d", "b/now a folder", "e")
    refresh(qtbot, shelf)
    assert names(shelf) == ["b", "docs", "d", "e"]
    assert names(shelf, index(shelf, "docs")) == ["e", "b", "c", "d"]
    assert names(shelf, index(shelf, "docs/e")) == ["This folder is empty"]
    assert folder.isValid()
    qtmodeltester.check(shelf.model)


def test_folders_are_listed_when_unfolded(qtbot: QtBot, make: Callable[..., Shelf]) -> None:
    """A folder holds nothing before it is unfolded, and is known to be one all the same."""
    shelf = make("docs/guide.md")
    docs = index(shelf, "docs")
    assert shelf.model.hasChildren(docs)
    assert shelf.model.rowCount(docs) == 0
    unfold(qtbot, shelf, "docs")
    assert names(shelf, docs) == ["guide.md"]


def test_stale_index(qtbot: QtBot, make: Callable[..., Shelf], workspace: Path) -> None:
    """An index that outlived its row stands for nothing."""
    shelf = make("docs/guide.md", "z")
    unfold(qtbot, shelf, "docs")
    inner, last = index(shelf, "docs/guide.md"), index(shelf, "z")
    (workspace / "docs/guide.md").unlink()
    (workspace / "docs").rmdir()
    refresh(qtbot, shelf)
    assert [shelf.model.node(one) for one in (inner, last)] == [None, None]
    assert inner.data() is None


def test_row_height_and_indentation(make: Callable[..., Shelf]) -> None:
    """Rows are as high as everywhere, folders move in by 16."""
    shelf = make("a", "b")
    assert shelf.tree.visualRect(index(shelf, "b")).height() == ROW_HEIGHT
    assert shelf.tree.indentation() == 16


@pytest.mark.parametrize(
    ("refs", "said"), [([], "This folder is empty"), ([".hidden"], "Only hidden files here")]
)
def test_empty_workspace(make: Callable[..., Shelf], refs: list[str], said: str) -> None:
    """A folder with nothing to show says so in a row that cannot be chosen."""
    shelf = make(*refs)
    assert names(shelf) == [said]
    assert not shelf.model.flags(shelf.model.index(0, 0)) & Qt.ItemFlag.ItemIsSelectable


def test_workspace_is_gone(qtbot: QtBot, make: Callable[..., Shelf], workspace: Path) -> None:
    """A workspace whose folder is gone says so, and shows its files again when it is back."""
    shelf = make("a")
    workspace.rename(workspace.with_name("elsewhere"))
    refresh(qtbot, shelf)
    assert names(shelf) == ["This folder is gone"]
    workspace.with_name("elsewhere").rename(workspace)
    refresh(qtbot, shelf)
    assert names(shelf) == ["a"]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="every folder can be listed")
def test_folder_that_cannot_be_listed(qtbot: QtBot, make: Callable[..., Shelf], workspace: Path) -> None:
    """The reason stands below the folder."""
    shelf = make("locked/a")
    (workspace / "locked").chmod(0)
    try:
        unfold(qtbot, shelf, "locked")
        assert names(shelf, index(shelf, "locked")) == ["This folder cannot be listed (Permission denied)"]
    finally:
        (workspace / "locked").chmod(0o700)


@pytest.mark.skipif(sys.platform != "linux", reason="names are text on this system")
def test_name_that_is_no_text(qtbot: QtBot, make: Callable[..., Shelf], workspace: Path) -> None:
    """A name of any bytes is shown readably, and opens as what it is."""
    name = os.fsdecode(b"caf\xe9\n.md")
    shelf = make(name)
    assert names(shelf) == ["caf\\xe9\\n.md"]
    heard = Heard()
    shelf.opened.connect(heard)
    click(qtbot, shelf, "caf\\xe9\\n.md")
    assert heard.all == [(name, False)]
    assert (workspace / str(heard.all[0][0])).exists()


def test_tags_in_a_name(make: Callable[..., Shelf]) -> None:
    """What looks like a tag in a name is shown as it is in the tooltip."""
    name = "a&amp;b" if sys.platform == "win32" else "<b>a"
    shelf = make(name)
    assert ("&amp;amp;" if sys.platform == "win32" else "&lt;b&gt;") in str(
        index(shelf, name).data(Qt.ItemDataRole.ToolTipRole)
    )


# -- very much


def test_huge_folder(qtbot: QtBot, make: Callable[..., Shelf], workspace: Path) -> None:
    """A folder of 50,000 files is unfolded without the window standing still, and shows its first ones and how many more."""
    many = workspace / "many"
    many.mkdir()
    for number in range(50_000):
        os.close(os.open(many / f"n{number}", os.O_CREAT | os.O_WRONLY))
    shelf = make("z")
    longest, last = 0.0, time.perf_counter()
    shelf.tree.expand(index(shelf, "many"))
    while shelf._lane.is_busy or not names(shelf, index(shelf, "many")):
        qtbot.wait(1)
        longest, last = max(longest, time.perf_counter() - last), time.perf_counter()
    shown = names(shelf, index(shelf, "many"))
    assert (shown[0], shown[PORTION - 1], len(shown)) == ("n0", f"n{PORTION - 1}", PORTION + 1)
    assert "more" in shown[-1]
    assert longest < 1, "the event loop must go on"  # about 0.05 on a machine that does nothing else


@pytest.fixture
def small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sleuth.ui.shelf.model.PORTION", 3)


def test_more(qtbot: QtBot, small_portions: None, make: Callable[..., Shelf]) -> None:
    """Enter on the last row brings the next entries, and stands on the first of them."""
    shelf = make(*(f"n{number}" for number in range(8)))
    assert names(shelf) == ["n0", "n1", "n2", "5 more…"]
    shelf.tree.setFocus()
    qtbot.keyClick(shelf.tree, Qt.Key.Key_Home)
    qtbot.keyClick(shelf.tree, Qt.Key.Key_End)
    qtbot.keyClick(shelf.tree, Qt.Key.Key_Return)
    assert names(shelf) == ["n0", "n1", "n2", "n3", "n4", "n5", "2 more…"]
    assert current(shelf) == "n3"
    click(qtbot, shelf, "2 more…")
    assert names(shelf)[-2:] == ["n6", "n7"]


def test_more_stays_over_a_refresh(
    qtbot: QtBot, small_portions: None, make: Callable[..., Shelf], workspace: Path
) -> None:
    """What comes and goes beyond the first entries changes only the number."""
    shelf = make(*(f"n{number}" for number in range(8)))
    QAbstractItemModelTester(shelf.model, QAbstractItemModelTester.FailureReportingMode.Fatal, shelf)
    write(workspace, "n9", "a")
    refresh(qtbot, shelf)
    assert names(shelf) == ["a", "n0", "n1", "7 more…"]
    for name in ("a", "n0", "n1", "n2", "n3", "n4", "n5"):
        (workspace / name).unlink()
    refresh(qtbot, shelf)
    assert names(shelf) == ["n6", "n7", "n9"]


def test_show_beyond_the_first(qtbot: QtBot, small_portions: None, make: Callable[..., Shelf]) -> None:
    """A file that is not among the first entries is brought there to be shown."""
    shelf = make(*(f"n{number}" for number in range(8)))
    shelf.show_ref("n4")
    assert current(shelf) == "n4"
    assert names(shelf)[-1] == "2 more…"


# -- refresh


def test_refresh_keeps_selection_and_folds(qtbot: QtBot, make: Callable[..., Shelf], workspace: Path) -> None:
    """What is selected and unfolded stays so when files come and go around it."""
    shelf = make("a/x", "docs/deep/here.md", "docs/guide.md", "z")
    unfold(qtbot, shelf, "docs")
    unfold(qtbot, shelf, "docs/deep")
    shelf.tree.setCurrentIndex(index(shelf, "docs/deep/here.md"))
    write(workspace, "b/x", "docs/deep/again.md", "docs/deep/zero.md", "c")
    (workspace / "a/x").unlink()
    (workspace / "a").rmdir()
    refresh(qtbot, shelf)
    assert names(shelf) == ["b", "docs", "c", "z"]
    assert current(shelf) == "docs/deep/here.md"
    assert shelf.tree.selectionModel().isSelected(index(shelf, "docs/deep/here.md"))
    assert [shelf.tree.isExpanded(index(shelf, ref)) for ref in ("docs", "docs/deep")] == [True, True]


def test_refresh_without_changes_moves_nothing(qtbot: QtBot, make: Callable[..., Shelf]) -> None:
    """Nothing new on the disk is nothing new on the screen."""
    shelf = make("docs/guide.md", "a")
    unfold(qtbot, shelf, "docs")
    heard = Heard()
    for signal in (
        shelf.model.rowsInserted,
        shelf.model.rowsRemoved,
        shelf.model.layoutChanged,
        shelf.model.modelReset,
    ):
        signal.connect(heard)
    refresh(qtbot, shelf)
    assert heard.all == []


def test_refresh_when_the_selected_is_gone(qtbot: QtBot, make: Callable[..., Shelf], workspace: Path) -> None:
    """A folder that is deleted with all that was unfolded and selected in it leaves the rest as it was."""
    shelf = make("docs/deep/here.md", "docs/guide.md", "z")
    unfold(qtbot, shelf, "docs")
    unfold(qtbot, shelf, "docs/deep")
    shelf.tree.setCurrentIndex(index(shelf, "docs/deep/here.md"))
    for ref in ("docs/deep/here.md", "docs/guide.md"):
        (workspace / ref).unlink()
    (workspace / "docs/deep").rmdir()
    (workspace / "docs").rmdir()
    refresh(qtbot, shelf)
    assert names(shelf) == ["z"]
    assert current(shelf) in ("", "z")


def test_folder_that_is_unfolded_again(qtbot: QtBot, make: Callable[..., Shelf], workspace: Path) -> None:
    """A folder that was folded meanwhile is looked at again."""
    shelf = make("docs/a")
    docs = unfold(qtbot, shelf, "docs")
    shelf.tree.collapse(docs)
    write(workspace, "docs/b")
    unfold(qtbot, shelf, "docs")
    assert names(shelf, docs) == ["a", "b"]


def test_many_refreshes_at_once(qtbot: QtBot, make: Callable[..., Shelf], workspace: Path) -> None:
    """However often it is asked, a folder waits for one listing more, which sees the last change."""
    shelf = make("a")
    for number in range(50):
        write(workspace, f"b{number}")
        shelf.refresh()
    qtbot.waitUntil(lambda: len(names(shelf)) == 51, timeout=WAIT_MS)


# -- hidden files


def test_hidden_toggle(qtbot: QtBot, make: Callable[..., Shelf]) -> None:
    """The eye shows hidden files and hides them, and says so."""
    shelf = make("a", ".b")
    heard = Heard()
    shelf.hidden_toggled.connect(heard)
    eye = next(button for button in shelf.findChildren(QToolButton) if button.isCheckable())
    qtbot.mouseClick(eye, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: names(shelf) == [".b", "a"], timeout=WAIT_MS)
    assert shelf.shows_hidden
    qtbot.keyClick(eye, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: names(shelf) == ["a"], timeout=WAIT_MS)
    assert heard.all == [(True,), (False,)]


def test_deny_rules(qtbot: QtBot, make: Callable[..., Shelf]) -> None:
    """Rules that are set later take away what they block, and give it back."""
    shelf = make("a", "b/x")
    shelf.set_deny(["b/"])
    qtbot.waitUntil(lambda: names(shelf) == ["a"], timeout=WAIT_MS)
    shelf.set_deny([])
    qtbot.waitUntil(lambda: names(shelf) == ["b", "a"], timeout=WAIT_MS)


# -- showing a file


@pytest.mark.parametrize("ref", ["one/two/three/here.md", "one/two", "top.md"])
def test_show_ref(qtbot: QtBot, make: Callable[..., Shelf], ref: str) -> None:
    """A file in folders that were never listed is unfolded to, selected and visible, and nothing is opened."""
    shelf = make("one/two/three/here.md", "one/two/other", "top.md")
    heard = Heard()
    shelf.opened.connect(heard)
    shelf.show_ref(ref)
    qtbot.waitUntil(lambda: current(shelf) == ref, timeout=WAIT_MS)
    assert shelf.tree.viewport().rect().contains(shelf.tree.visualRect(shelf.tree.currentIndex()).center())
    assert heard.all == []


def test_show_ref_at_once(qtbot: QtBot, workspace: Path) -> None:
    """A shelf that has listed nothing yet can be told what to show."""
    write(workspace, "one/two/here.md")
    shelf = Shelf(workspace)
    qtbot.addWidget(shelf)
    shelf.show_ref("one/two/here.md")
    qtbot.waitUntil(lambda: current(shelf) == "one/two/here.md", timeout=WAIT_MS)
    shelf.release()


def test_show_ref_of_a_new_file(qtbot: QtBot, make: Callable[..., Shelf], workspace: Path) -> None:
    """A file that came after its folder was listed is found by looking again."""
    shelf = make("docs/a")
    unfold(qtbot, shelf, "docs")
    write(workspace, "docs/new/b")
    shelf.show_ref("docs/new/b")
    qtbot.waitUntil(lambda: current(shelf) == "docs/new/b", timeout=WAIT_MS)


@pytest.mark.parametrize("ref", ["docs/none", "none/at/all", "a/b", ""])
def test_show_ref_of_nothing(qtbot: QtBot, make: Callable[..., Shelf], ref: str) -> None:
    """What is not there is not looked for for ever, and selects nothing."""
    shelf = make("docs/a", "a")
    shelf.show_ref(ref)
    qtbot.waitUntil(lambda: not shelf._lane.is_busy, timeout=WAIT_MS)
    assert shelf.tree.selectedIndexes() == []
    assert shelf._finding._parts == []


def test_show_ref_gives_way(qtbot: QtBot, make: Callable[..., Shelf]) -> None:
    """Who goes elsewhere meanwhile is not called back."""
    shelf = make("one/two/here.md", "top.md")
    shelf.show_ref("one/two/here.md")
    click(qtbot, shelf, "top.md")
    qtbot.waitUntil(lambda: not shelf._lane.is_busy, timeout=WAIT_MS)
    assert current(shelf) == "top.md"


# -- hands


def test_clicks(qtbot: QtBot, make: Callable[..., Shelf]) -> None:
    """A click previews, a double click pins, a click on a folder unfolds and folds it."""
    shelf = make("docs/guide.md", "a.md")
    heard = Heard()
    shelf.opened.connect(heard)
    click(qtbot, shelf, "a.md")
    click(qtbot, shelf, "a.md", double=True)
    assert heard.all == [("a.md", False), ("a.md", True)]
    click(qtbot, shelf, "docs")
    assert shelf.tree.isExpanded(index(shelf, "docs"))
    click(qtbot, shelf, "docs")
    assert not shelf.tree.isExpanded(index(shelf, "docs"))
    assert len(heard.all) == 2


def test_keyboard_only(qtbot: QtBot, make: Callable[..., Shelf]) -> None:
    """Arrows walk and unfold, Space previews, Enter pins, letters jump."""
    shelf = make("docs/guide.md", "docs/other.md", "zebra.md")
    heard = Heard()
    shelf.opened.connect(heard)
    shelf.setFocus()
    press = lambda key: qtbot.keyClick(shelf.tree, key)  # noqa: E731
    press(Qt.Key.Key_Home)
    with qtbot.waitSignal(shelf.model.listed, timeout=WAIT_MS):
        press(Qt.Key.Key_Right)
    press(Qt.Key.Key_Down)
    press(Qt.Key.Key_Space)
    press(Qt.Key.Key_Down)
    press(Qt.Key.Key_Return)
    qtbot.keyClicks(shelf.tree, "ze")
    press(Qt.Key.Key_Enter)
    assert heard.all == [("docs/guide.md", False), ("docs/other.md", True), ("zebra.md", True)]
    shelf.tree.setCurrentIndex(index(shelf, "docs/other.md"))
    press(Qt.Key.Key_Left)
    assert current(shelf) == "docs"
    press(Qt.Key.Key_Return)
    assert not shelf.tree.isExpanded(index(shelf, "docs"))


def test_keys_on_a_row(qtbot: QtBot, make: Callable[..., Shelf], workspace: Path) -> None:
    """Editor, file manager and clipboard have keys that act on the row."""
    shelf = make("docs/guide.md", "a.md")
    editor, revealed, copied = Heard(), Heard(), Heard()
    shelf.editor_requested.connect(editor)
    shelf.reveal_requested.connect(revealed)
    shelf.path_copied.connect(copied)
    for ref in ("docs", "a.md"):
        shelf.tree.setCurrentIndex(index(shelf, ref))
        qtbot.keyClick(shelf.tree, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
        qtbot.keyClick(shelf.tree, Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)
        qtbot.keyClick(shelf.tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert editor.all == [("a.md",)]
    assert revealed.all == copied.all == [("docs",), ("a.md",)]
    assert Path(QGuiApplication.clipboard().text()) == Path(os.path.realpath(workspace)) / "a.md"


def popped(qtbot: QtBot, shelf: Shelf) -> QMenu:
    qtbot.waitUntil(lambda: any(menu.isVisible() for menu in shelf.findChildren(QMenu)), timeout=WAIT_MS)
    return next(menu for menu in shelf.findChildren(QMenu) if menu.isVisible())


@pytest.mark.parametrize(
    ("ref", "titles"),
    [
        ("a.md", ["Open", "Open in the editor", "Show in the file manager", "Copy the path"]),
        ("docs", ["Unfold", "Show in the file manager", "Copy the path"]),
    ],
)
def test_context_menu(qtbot: QtBot, make: Callable[..., Shelf], ref: str, titles: list[str]) -> None:
    """The menu of a row comes by the menu key too, and its entries do what they say."""
    shelf = make("docs/guide.md", "a.md")
    heard = Heard()
    shelf.opened.connect(heard)
    shelf.tree.setCurrentIndex(index(shelf, ref))
    place = shelf.tree.visualRect(index(shelf, ref)).center()
    QApplication.sendEvent(
        shelf.tree.viewport(),
        QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, shelf.mapToGlobal(place)),
    )
    menu = popped(qtbot, shelf)
    assert [action.text() for action in menu.actions() if not action.isSeparator()] == titles
    menu.actions()[0].trigger()
    assert heard.all == ([("a.md", True)] if ref == "a.md" else [])
    assert shelf.tree.isExpanded(index(shelf, "docs")) is (ref == "docs")
    menu.close()


def test_menu_of_the_head(qtbot: QtBot, make: Callable[..., Shelf]) -> None:
    """The menu in the head folds everything."""
    shelf = make("docs/guide.md")
    unfold(qtbot, shelf, "docs")
    more = next(button for button in shelf.findChildren(QToolButton) if not button.isCheckable())
    qtbot.keyClick(more, Qt.Key.Key_Space)
    menu = popped(qtbot, shelf)
    menu.actions()[0].trigger()
    assert not shelf.tree.isExpanded(index(shelf, "docs"))
    menu.close()


def test_links_open_what_they_lead_to(
    qtbot: QtBot, make: Callable[..., Shelf], workspace: Path, tmp_path: Path
) -> None:
    """A link to a file opens that file, one to a folder shows the folder, one that leads out is left to be refused."""
    write(workspace, "docs/inner/guide.md")
    link(workspace / "to file", "docs/inner/guide.md")
    link(workspace / "to folder", "docs/inner")
    link(workspace / "to outside", tmp_path)
    shelf = make("a.md")
    heard = Heard()
    shelf.opened.connect(heard)
    for ref in ("to file", "to outside"):
        with qtbot.waitSignal(shelf.opened, timeout=WAIT_MS):
            click(qtbot, shelf, ref)
    assert heard.all == [("docs/inner/guide.md", False), ("to outside", False)]
    click(qtbot, shelf, "to folder")
    qtbot.waitUntil(lambda: current(shelf) == "docs/inner", timeout=WAIT_MS)


def test_controls_have_names(make: Callable[..., Shelf]) -> None:
    """Every control and row can be read aloud."""
    shelf = make("docs/guide.md")
    controls = [shelf, shelf.tree, *shelf.findChildren(QToolButton)]
    assert all(control.accessibleName() for control in controls)
    assert index(shelf, "docs").data(Qt.ItemDataRole.AccessibleTextRole) == "docs, folder"


def test_release_while_listing(qtbot: QtBot, make: Callable[..., Shelf]) -> None:
    """A shelf that goes while it lists goes quietly."""
    shelf = make(*(f"n{number}" for number in range(2_000)))
    shelf.tree.selectionModel().setCurrentIndex(
        shelf.model.index(0, 0), QItemSelectionModel.SelectionFlag.ClearAndSelect
    )
    shelf.refresh()
    shelf.release()
    shelf.close()
    assert shelf.objectName() == "shelf"
