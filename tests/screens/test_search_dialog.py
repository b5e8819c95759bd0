"""Can one search by keyboard alone, and see each hit where it stands?"""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QListView,
    QPushButton,
    QToolButton,
    QWidget,
    QWidgetAction,
)
from tests.screens.making import lay, press, scanned, searching, settle, typed, until

from sleuth.domain.hits import Hit
from sleuth.domain.items import Source
from sleuth.domain.queries import Sort
from sleuth.places import settings_file
from sleuth.ui.jobs.workspace_jobs import WorkspaceJobs
from sleuth.ui.models.hits import DIVIDER, HIT, HitsModel
from sleuth.ui.search_dialog.dialog import SearchDialog
from sleuth.ui.state import WindowState
from sleuth.ui.widgets.hit_delegate import shares

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
    with searching(jobs) as dialog:
        yield dialog


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
    dialog._sort.choose(Sort.PATH)
    assert dialog._sort.text() == "Sort: Path"
    until(lambda: refs(dialog) == ["a/one.py", "a/two.py", "b/three.txt"])


def test_narrowing_by_a_facet(dialog: SearchDialog) -> None:
    """A facet's value, chosen with its count, goes into the query as a filter."""
    search(dialog, "harbour")
    actions = [action for action in dialog._narrow.menu().actions() if action.text().startswith("b\t1")]
    actions[0].trigger()
    until(lambda: refs(dialog) == ["b/three.txt"])
    assert field(dialog).text() == "harbour path:b/"


def test_nothing_found_says_what_would(dialog: SearchDialog) -> None:
    """With no hits there is a sentence, what was searched, and queries to take instead, by a press."""
    search(dialog, "harbour ext:md")
    assert dialog._left.currentWidget() is dialog._nothing
    button = next(one for one in dialog._nothing.findChildren(QPushButton) if "Without" in one.text())
    button.click()
    until(lambda: len(refs(dialog)) == 3)
    assert dialog._left.currentWidget() is dialog._list


def test_bad_query_is_said_and_nothing_is_lost(dialog: SearchDialog) -> None:
    """While a query is wrong its fault stands above the hits before it, which stay, dimmed."""
    search(dialog, "harbour")
    before = refs(dialog)
    typed(field(dialog), " /(/")
    until(lambda: dialog._above.property("kind") == "danger")
    assert "/(/" in dialog._above.text()
    assert dialog._list._is_dimmed
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


# -- what a newcomer stumbled over


def test_escape_closes_from_anywhere(dialog: SearchDialog) -> None:
    """Esc closes from the chips, the order, the list and the preview as it does from the query."""
    for reached in ("_sort", "_narrow", "_explain", "_list", "_preview"):
        search(dialog, "harbour")
        until(lambda: dialog._preview.viewer is not None)
        widget = getattr(dialog, reached)
        widget = dialog._preview.viewer if reached == "_preview" else widget
        widget.setFocus()
        press(QApplication.focusWidget(), Qt.Key.Key_Escape)
        assert not dialog.isVisible(), reached
        dialog.open_with(None)


def test_choices_beside_the_query_give_the_keys_back(dialog: SearchDialog) -> None:
    """After a chip, an order or a narrower choice one types on."""
    search(dialog, "harbour")
    chip = dialog._chips._chips[Source.DOCUMENTS]
    chip.setFocus()
    press(chip, Qt.Key.Key_Space)
    assert field(dialog).hasFocus()
    dialog._sort.setFocus()
    dialog._sort.menu().actions()[1].trigger()
    assert field(dialog).hasFocus()
    settle()


def test_click_beside_the_sheet_closes_it(dialog: SearchDialog) -> None:
    """A click outside goes to nothing that lies there; the sheet is gone."""
    window = dialog.parentWidget()
    behind = QPushButton("behind", window)
    behind.setGeometry(0, 0, 40, 40)
    behind.show()
    behind.lower()
    pressed: list[bool] = []
    behind.clicked.connect(pressed.append)
    QTest.mouseClick(window.childAt(QPoint(10, 10)), Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
    assert not dialog.isVisible()
    assert pressed == []
    assert window.childAt(QPoint(10, 10)) is behind


def test_enter_waits_for_the_answer(dialog: SearchDialog) -> None:
    """Enter right behind the last letter, or behind a pasted text, opens the first hit of just that, not of what stood there."""
    chosen: list[str] = []
    dialog.hit_chosen.connect(lambda hit, *_: chosen.append(hit.ref))
    search(dialog, "harbour")
    field(dialog).setText("only")
    press(field(dialog), Qt.Key.Key_Return)
    assert chosen == []
    until(lambda: chosen)
    assert chosen == ["b/four.txt"]
    assert not dialog.isVisible()


def test_enter_does_not_wait_for_ever(dialog: SearchDialog, jobs: WorkspaceJobs) -> None:
    """An answer that does not come in time opens nothing when it comes, and the foot says so."""
    chosen: list[str] = []
    dialog.hit_chosen.connect(lambda hit, *_: chosen.append(hit.ref))
    began: list[bool] = []
    jobs._search_lane.start(lambda _: (began.append(True), time.sleep(1.4)), lambda _: None, lambda _: None)
    until(lambda: began)
    field(dialog).setText("only")
    press(field(dialog), Qt.Key.Key_Return)
    until(lambda: "Still searching" in dialog._said.text())
    until(lambda: refs(dialog) == ["b/four.txt"])
    assert chosen == []
    press(field(dialog), Qt.Key.Key_Return)
    assert chosen == ["b/four.txt"]


def test_enter_on_what_is_no_query_opens_nothing(dialog: SearchDialog) -> None:
    """The hits that stand there while a query is wrong are not what Enter opens."""
    chosen: list[str] = []
    dialog.hit_chosen.connect(lambda hit, *_: chosen.append(hit.ref))
    search(dialog, "harbour")
    typed(field(dialog), " /(/")
    until(lambda: dialog._answered is None)
    press(field(dialog), Qt.Key.Key_Return)
    settle()
    assert chosen == []


def test_history_brings_the_draft_back(dialog: SearchDialog) -> None:
    """Ctrl+Down past the newest search brings back what was being typed, and once more loses nothing."""
    search(dialog, "harbour")
    dialog.close_up()
    dialog.open_with(None)
    field(dialog).setText("half a th")
    press(field(dialog), Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert field(dialog).text() == "harbour"
    for _ in range(3):
        press(field(dialog), Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
        assert field(dialog).text() == "half a th"


def test_a_scan_that_changes_nothing_moves_nothing(dialog: SearchDialog, jobs: WorkspaceJobs) -> None:
    """The list is not made anew where a scan brought nothing."""
    search(dialog, "harbour")
    resets: list[bool] = []
    dialog._model.modelReset.connect(lambda: resets.append(True))
    before = dialog._answer
    jobs.scan()
    until(lambda: dialog._answer is not before)
    assert resets == []


def suggestion(dialog: SearchDialog, text: str) -> QPushButton:
    return next(one for one in dialog._nothing.findChildren(QPushButton) if one.text().startswith(text))


def test_a_suggestion_by_key(dialog: SearchDialog) -> None:
    """Down goes into the suggestions, Up out of them again, Enter takes one."""
    search(dialog, "harbour ext:md")
    press(field(dialog), Qt.Key.Key_Down)
    assert suggestion(dialog, "Without ext:md: 3").hasFocus()
    press(QApplication.focusWidget(), Qt.Key.Key_Up)
    assert field(dialog).hasFocus()
    press(field(dialog), Qt.Key.Key_Down)
    press(QApplication.focusWidget(), Qt.Key.Key_Return)
    until(lambda: len(refs(dialog)) == 3)
    assert field(dialog).text() == "harbour"
    assert field(dialog).hasFocus()


def test_among_hidden_items(dialog: SearchDialog, jobs: WorkspaceJobs, workspace: Path) -> None:
    """The suggestion searches hidden items too, a chip says so, and the chip ends it."""
    lay(workspace, {".secret.md": "a lantern\n"})
    jobs.scan()
    until(lambda: not jobs.is_scanning)
    search(dialog, "lantern")
    assert not dialog._hidden.isVisible()
    suggestion(dialog, "Among hidden items: 1").click()
    until(lambda: refs(dialog) == [".secret.md"])
    assert dialog._hidden.isVisible()
    assert field(dialog).text() == "lantern"
    dialog._hidden.click()
    until(lambda: dialog._left.currentWidget() is dialog._nothing)


def test_in_other_sources(dialog: SearchDialog) -> None:
    """The suggestion turns the chip on that has what was looked for."""
    dialog._chips._chips[Source.FILES].click()
    search(dialog, "harbour")
    assert dialog._left.currentWidget() is dialog._nothing
    suggestion(dialog, "In other sources: 3").click()
    until(lambda: len(refs(dialog)) == 3)
    assert dialog._chips.on() == (Source.FILES, Source.DOCUMENTS)


def test_body_and_foot_agree(dialog: SearchDialog) -> None:
    """With nothing found, what is said in the place of hits is what the foot says."""
    dialog._chips._chips[Source.FILES].click()
    search(dialog, "zzzz")
    assert dialog._said.text().startswith("Nothing found, 0 searched")
    assert "0 items were searched." in dialog._nothing.widget().accessibleName()


@pytest.mark.parametrize(("text", "asked"), [("harbour ext:", "harbour"), ("harbour kind:mar", "harbour"), ("harbour since:7", "harbour")])
def test_half_a_filter_is_not_searched(dialog: SearchDialog, text: str, asked: str) -> None:
    """While a filter is being typed the rest is searched, and nothing is wrong yet."""
    field(dialog).setText(text)
    until(lambda: dialog._answer is not None)
    assert dialog._answer is not None
    assert dialog._answer.query == asked
    assert len(refs(dialog)) == 3
    assert not dialog._above.isVisible()


def test_half_a_filter_alone_is_no_search(dialog: SearchDialog) -> None:
    """A filter's name alone finds nothing, and is not remembered."""
    search(dialog, "harbour")
    field(dialog).setText("ext:")
    until(lambda: not dialog._typing.isActive())
    assert "Tab" in dialog._said.text()
    dialog.close_up()
    assert dialog._state.searches(dialog._key) == []


def test_tab_finishes_a_value(dialog: SearchDialog) -> None:
    """Where one value fits Tab takes it, where several do they are offered."""
    field(dialog).setText("harbour kind:mar")
    press(field(dialog), Qt.Key.Key_Tab)
    assert field(dialog).text() == "harbour kind:markdown"
    field(dialog).setText("harbour since:")
    press(field(dialog), Qt.Key.Key_Tab)
    menu = field(dialog).choices
    assert [action.text() for action in menu.actions()][:2] == ["1d", "7d"]
    menu.actions()[1].trigger()
    menu.close()
    assert field(dialog).text() == "harbour since:7d"


def test_filters_are_listed(dialog: SearchDialog) -> None:
    """A space and Tab list the filters, and so does a button."""
    field(dialog).setText("harbour ")
    press(field(dialog), Qt.Key.Key_Tab)
    names = [action.text().partition("\t")[0] for action in field(dialog).choices.actions()]
    assert {"ext:", "path:", "lang:", "kind:", "source:", "since:", "before:", "is:"} == set(names)
    field(dialog).choices.close()
    dialog._help.click()
    assert field(dialog).choices.isVisible()
    field(dialog).choices.actions()[0].trigger()
    field(dialog).choices.close()
    assert field(dialog).text() == "harbour ext:"


def test_notices_leave_the_counts_alone(dialog: SearchDialog) -> None:
    """What is to be known of an answer stands above the hits; the foot keeps its counts."""
    search(dialog, "harbour depth shallow")
    assert dialog._above.isVisible()
    assert "shallow" in dialog._above.text()
    assert "shallow" not in dialog._said.text()
    assert "4 searched" in dialog._said.text()


def test_kept_searches_are_let_go(dialog: SearchDialog) -> None:
    """A kept search has a button beside it in its list that ends that."""
    search(dialog, "harbour")
    dialog._save.click()
    field(dialog).clear()
    until(lambda: dialog._left.currentWidget() is dialog._nothing)
    away = next(one for one in dialog._nothing.findChildren(QToolButton))
    away.click()
    until(lambda: dialog._state.kept_searches(dialog._key) == [])
    until(lambda: not dialog._nothing.findChildren(QToolButton))
    assert field(dialog).hasFocus()


def test_search_off_says_so(dialog: SearchDialog, home: Path) -> None:
    """Where search is off a sentence says so, and a button asks to turn it on."""
    asked: list[bool] = []
    dialog.turn_on_requested.connect(lambda: asked.append(True))
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text("[search]\nenabled = false\n", encoding="utf-8")
    field(dialog).setText("harbour")
    until(lambda: dialog._nothing.isVisible() and dialog._nothing.findChildren(QPushButton))
    assert "Search is off" in dialog._nothing.widget().accessibleName()
    suggestion(dialog, "Turn on").click()
    until(lambda: asked)


MANY = {"long.txt": "".join(f"{'harbour' if number % 60 == 0 else 'filler'} words number {number}\n" for number in range(1, 301))}


def test_further_passages_unfold(dialog: SearchDialog, jobs: WorkspaceJobs, workspace: Path) -> None:
    """→ shows the other passages of a hit under it, each opens at its own place, ← takes them away; so does a click."""
    lay(workspace, MANY)
    jobs.scan()
    until(lambda: not jobs.is_scanning)
    search(dialog, "harbour path:long")
    hit = current(dialog)
    assert hit.more > 0
    press(field(dialog), Qt.Key.Key_Right)
    until(lambda: dialog._model.rowCount() == 1 + hit.more)
    press(field(dialog), Qt.Key.Key_Down)
    further = current(dialog)
    assert further.ref == "long.txt"
    assert further.line != hit.line
    assert further.line in (60, 120, 180, 240, 300)
    press(field(dialog), Qt.Key.Key_Left)
    assert (dialog._model.rowCount(), current(dialog)) == (1, hit)
    line = dialog._list.visualRect(dialog._model.index(0))
    spot = QPoint(line.center().x(), line.bottom() - 12)
    QTest.mouseClick(dialog._list.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    until(lambda: dialog._model.rowCount() == 1 + hit.more)
    assert dialog.isVisible()
    chosen: list[int | None] = []
    dialog.hit_chosen.connect(lambda hit, *_: chosen.append(hit.line))
    press(field(dialog), Qt.Key.Key_Down)
    press(field(dialog), Qt.Key.Key_Return)
    assert chosen == [further.line]


@pytest.mark.parametrize(("title", "free", "got"), [(100, 400, (100, 288)), (100, 150, (100, 0)), (100, 60, (60, 0))])
def test_the_folder_gives_way_first(title: float, free: float, got: tuple[float, float]) -> None:
    """A file's name is cut only where nothing is left of its folder."""
    assert shares(title, free) == got


def test_newest_first_says_when(dialog: SearchDialog) -> None:
    """In the order of time each hit says when it was changed, in no other."""
    search(dialog, "harbour")
    at = dialog._model.index(0)
    assert "just now" not in dialog._list._rows.where(at)
    dialog._sort.choose(Sort.DATE)
    until(lambda: dialog._answered is not None and dialog._answered[1].sort is Sort.DATE)
    assert dialog._list._rows.where(at).endswith("just now")


def test_headings_and_counts_of_the_narrowing(dialog: SearchDialog) -> None:
    """The menu has a heading for each facet, and the counts stand in a column of their own."""
    search(dialog, "harbour")
    actions = dialog._narrow.menu().actions()
    headings = [action.defaultWidget().text() for action in actions if isinstance(action, QWidgetAction)]  # type: ignore[attr-defined]
    assert headings == ["Kind", "Language", "Folder"]
    assert {"a\t2", "b\t1"} <= {action.text() for action in actions}
