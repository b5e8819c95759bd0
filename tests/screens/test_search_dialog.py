"""Can one search by keyboard alone, and see each hit where it stands?"""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QListView, QPushButton, QWidget
from tests.screens.making import lay, press, scanned, settle, typed, until

from sleuth.domain.hits import Hit
from sleuth.domain.items import Source
from sleuth.domain.queries import Sort
from sleuth.places import workspace_key
from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.models.hits import DIVIDER, HIT, HitsModel
from sleuth.ui.search_dialog.dialog import SearchDialog
from sleuth.ui.state import WindowState

CODE = {
    "a/one.py": "def harbour_depth():\n    return 3\n",
    "a/two.py": "harbour = 1\ndepth = 2\n",
    "b/three.txt": "the harbour is here\n",
    "b/four.txt": "only depth here\n",
}


@pytest.fixture
def jobs(qapp: object, workspace: Path) -> Iterator[WorkspaceJobs]:
    with scanned(workspace, CODE) as jobs:
        yield jobs


@pytest.fixture
def dialog(jobs: WorkspaceJobs) -> Iterator[SearchDialog]:
    window = QWidget()
    window.resize(1100, 760)
    dialog = SearchDialog(jobs, WindowState(), workspace_key(jobs.root), window)
    dialog.place_in(1100, 760)
    window.show()
    dialog.open_with(None)
    yield dialog
    dialog.release()
    window.close()
    window.deleteLater()


def field(dialog: SearchDialog) -> QLineEdit:
    return dialog._field


def refs(dialog: SearchDialog) -> list[str]:
    model = dialog._model
    return [hit.ref for row in range(model.rowCount()) if (hit := model.hit(row)) is not None]


def current(dialog: SearchDialog) -> Hit:
    hit = dialog._current()
    assert hit is not None
    return hit


def search(dialog: SearchDialog, text: str) -> None:
    """Type a text and wait for its answer."""
    field(dialog).clear()
    dialog._answer = None
    typed(field(dialog), text)
    until(lambda: dialog._answer is not None and dialog._answer.query == text)


def test_hits_as_one_types(dialog: SearchDialog) -> None:
    """Hits come without Enter, the first is selected, and the foot says how many items were searched."""
    search(dialog, "harbour")
    assert set(refs(dialog)) == {"a/one.py", "a/two.py", "b/three.txt"}
    assert current(dialog).rank == 1
    assert dialog._said.text().startswith("3 items, 4 searched")


def test_words_missing_stand_apart(dialog: SearchDialog) -> None:
    """Hits that lack a word come under a line of their own, which cannot be selected."""
    search(dialog, "harbour depth shallow")
    model = dialog._model
    dividers = [row for row in range(model.rowCount()) if model.index(row).data(DIVIDER)]
    assert dividers == [0]
    assert model.index(0).flags() == Qt.ItemFlag.NoItemFlags
    assert current(dialog).relaxed


def test_arrows_move_the_list_from_the_query(dialog: SearchDialog) -> None:
    """The focus stays in the query while arrows walk the hits, to the ends and no further."""
    search(dialog, "harbour")
    press(field(dialog), Qt.Key.Key_Down)
    assert current(dialog).rank == 2
    press(field(dialog), Qt.Key.Key_PageDown)
    assert current(dialog).rank == 3
    press(field(dialog), Qt.Key.Key_PageUp)
    assert current(dialog).rank == 1
    assert field(dialog).hasFocus()


def test_preview_follows(dialog: SearchDialog) -> None:
    """The item of the selected hit is shown beside the list, at its line, without taking the focus."""
    search(dialog, "harbour_depth")
    until(lambda: dialog._preview.reading is not None and dialog._preview.reading.ref == "a/one.py")
    assert dialog._where.text() == "a › one.py:1"
    assert field(dialog).hasFocus()
    search(dialog, "only")
    until(lambda: dialog._preview.reading is not None and dialog._preview.reading.ref == "b/four.txt")


@pytest.mark.parametrize(
    ("modifier", "beside", "stays"),
    [
        (Qt.KeyboardModifier.NoModifier, False, False),
        (Qt.KeyboardModifier.ControlModifier, True, False),
        (Qt.KeyboardModifier.ShiftModifier, False, True),
    ],
)
def test_enter_opens(dialog: SearchDialog, modifier: Qt.KeyboardModifier, beside: bool, stays: bool) -> None:
    """Enter opens the hit; with Shift the dialog stays, with Ctrl the hit gets a tab of its own."""
    chosen: list[tuple[str, str, bool]] = []
    dialog.hit_chosen.connect(lambda hit, text, apart: chosen.append((hit.ref, text, apart)))
    search(dialog, "only")
    press(field(dialog), Qt.Key.Key_Return, modifier)
    assert chosen == [("b/four.txt", "only", beside)]
    assert dialog.isVisible() is stays


def test_escape_closes(dialog: SearchDialog) -> None:
    """Esc closes; what was typed is there again the next time."""
    search(dialog, "harbour")
    press(field(dialog), Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    dialog.open_with(None)
    assert field(dialog).text() == "harbour"
    assert field(dialog).selectedText() == "harbour"


def test_last_source_stays_on(dialog: SearchDialog) -> None:
    """A chip turns its source off, the last one refuses and says why, and the focus stays in the query."""
    search(dialog, "harbour")
    files, documents = dialog._chips._chips[Source.FILES], dialog._chips._chips[Source.DOCUMENTS]
    documents.click()
    until(lambda: dialog._answer is not None and dialog._answer.sources == (Source.FILES,))
    files.click()
    assert files.isChecked()
    assert "One source must be searched" in dialog._said.text()
    assert field(dialog).hasFocus()
    settle()


def test_chips_count(dialog: SearchDialog) -> None:
    """A chip says how many items of its source were found."""
    search(dialog, "harbour")
    assert dialog._chips._chips[Source.FILES].text() == "Files 3"


def test_sorting(dialog: SearchDialog) -> None:
    """By path the hits come in the order of their references."""
    search(dialog, "harbour")
    dialog.sort_by(Sort.PATH)
    assert dialog._sort.text() == "Sort: Path"
    until(lambda: refs(dialog) == ["a/one.py", "a/two.py", "b/three.txt"])


def test_narrowing_by_a_facet(dialog: SearchDialog) -> None:
    """A facet's value, chosen with its count, goes into the query as a filter."""
    search(dialog, "harbour")
    actions = [action for action in dialog._narrow.menu().actions() if action.text().startswith("b   1")]
    actions[0].trigger()
    until(lambda: refs(dialog) == ["b/three.txt"])
    assert field(dialog).text() == "harbour path:b/"


def test_nothing_found_says_what_would(dialog: SearchDialog) -> None:
    """With no hits there is a sentence, what was searched, and queries to take instead, by a press."""
    search(dialog, "harbour ext:md")
    assert dialog._left.currentWidget() is dialog._nothing
    button = next(one for one in dialog._nothing.findChildren(QPushButton) if "without" in one.text())
    button.click()
    until(lambda: len(refs(dialog)) == 3)
    assert dialog._left.currentWidget() is dialog._list


def test_bad_query_is_said_and_nothing_is_lost(dialog: SearchDialog) -> None:
    """While a query is wrong its fault stands in the foot and the hits before it stay."""
    search(dialog, "harbour")
    before = refs(dialog)
    typed(field(dialog), " /(/")
    until(lambda: dialog._said.property("kind") == "danger")
    assert "/(/" in dialog._said.text()
    assert refs(dialog) == before


def test_explaining(dialog: SearchDialog) -> None:
    """Explain shows how the selected hit came to its place."""
    search(dialog, "harbour")
    dialog._explain.click()
    until(lambda: dialog._why.isVisible() and "harbour" in dialog._why.text())


def test_history(dialog: SearchDialog) -> None:
    """Searches that found something are walked with Ctrl and the arrows."""
    for text in ("harbour", "only"):
        search(dialog, text)
        dialog.close_up()
        dialog.open_with(None)
    field(dialog).clear()
    press(field(dialog), Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert field(dialog).text() == "only"
    press(field(dialog), Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert field(dialog).text() == "harbour"
    press(field(dialog), Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert field(dialog).text() == "only"


def test_kept_searches(dialog: SearchDialog) -> None:
    """A search that is kept stands first when nothing is typed, and is taken by a press, until it is let go."""
    search(dialog, "harbour")
    dialog._save.click()
    field(dialog).clear()
    until(lambda: dialog._left.currentWidget() is dialog._nothing)
    button = next(one for one in dialog._nothing.findChildren(QPushButton) if one.text() == "harbour")
    button.click()
    until(lambda: len(refs(dialog)) == 3)
    assert dialog._save.isChecked()
    dialog._save.click()
    assert dialog._state.kept_searches(dialog._key) == []


def test_click_opens(dialog: SearchDialog) -> None:
    """A click on a hit opens it, as Enter does."""
    chosen: list[str] = []
    dialog.hit_chosen.connect(lambda hit, *_: chosen.append(hit.ref))
    search(dialog, "only")
    place = dialog._list.visualRect(dialog._list.currentIndex()).center()
    QTest.mouseClick(dialog._list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen == ["b/four.txt"]


def test_copies_the_link(dialog: SearchDialog) -> None:
    """The link of a hit leads to its exact place."""
    search(dialog, "only")
    dialog._copy_link()
    assert QGuiApplication.clipboard().text().endswith("/files/b/four.txt#line=1")


def test_list_stays_while_one_types(dialog: SearchDialog) -> None:
    """A key never blanks the list: the old answer stays until the new one is there."""
    search(dialog, "harbour")
    field(dialog).insert("x")
    assert refs(dialog)
    until(lambda: dialog._answer is not None and dialog._answer.query == "harbourx")


def test_rescan_keeps_the_selected_hit(dialog: SearchDialog, jobs: WorkspaceJobs, workspace: Path) -> None:
    """What a scan brings joins the list, and what was selected stays selected."""
    search(dialog, "harbour")
    press(field(dialog), Qt.Key.Key_Down)
    kept = current(dialog).ref
    lay(workspace, {"a/harbour.txt": "harbour harbour harbour\n"})
    jobs.scan()
    until(lambda: "a/harbour.txt" in refs(dialog))
    assert current(dialog).ref == kept


def test_pages_as_one_scrolls(qapp: object, workspace: Path) -> None:
    """Further pages come when the list is scrolled to its end, each hit once."""
    jobs = WorkspaceJobs(lay(workspace, {f"f{number:03}.txt": "common word\n" for number in range(240)}))
    ended: list[object] = []
    jobs.scan_ended.connect(ended.append)
    jobs.scan()
    until(lambda: ended)
    window = QWidget()
    window.resize(1000, 700)
    dialog = SearchDialog(jobs, WindowState(), "key", window)
    dialog.place_in(1000, 700)
    window.show()
    dialog.open_with("common")
    until(dialog._model.rowCount)
    while dialog._model.rowCount() < 240:
        before = dialog._model.rowCount()
        dialog._list.scrollToBottom()
        until(lambda before=before: dialog._model.rowCount() > before)
    assert len(set(refs(dialog))) == 240
    dialog.release()
    window.close()
    jobs.close()


def test_hits_model(qtmodeltester: object, dialog: SearchDialog) -> None:
    """Qt's own checker finds nothing wrong with the model, and hits are read out with their place."""
    search(dialog, "harbour")
    qtmodeltester.check(dialog._model)  # type: ignore[attr-defined]
    spoken = dialog._model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("1 of 3, ")
    assert isinstance(dialog._model.index(0).data(HIT), Hit)
    assert isinstance(dialog._list, QListView)
    assert isinstance(dialog._model, HitsModel)


def test_every_control_has_a_name(dialog: SearchDialog) -> None:
    """Each control that takes the focus says what it is."""
    unnamed = [
        child
        for child in dialog.findChildren(QWidget)
        if child.focusPolicy() & Qt.FocusPolicy.TabFocus and child.isVisible() and not (child.accessibleName() or getattr(child, "text", str)())
    ]
    assert unnamed == []
