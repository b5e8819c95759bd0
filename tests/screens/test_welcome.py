"""Does a window without a workspace lead to one, by mouse, keys or dropping?"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLabel, QListView, QMenu, QPushButton
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from sleuth.ui.theme.tokens import HIT_HEIGHT
from sleuth.ui.welcome.page import WelcomePage
from sleuth.ui.welcome.recents import folder_of, name_of

WAIT_MS = 20_000


@pytest.fixture
def folders(tmp_path: Path) -> list[str]:
    """Three folders, the second of which is gone."""
    paths = [tmp_path / "acme", tmp_path / "gone", tmp_path / "tides"]
    paths[0].mkdir()
    paths[2].mkdir()
    return [str(path) for path in paths]


@pytest.fixture
def make(qtbot: QtBot) -> Iterator[Callable[[Sequence[str]], WelcomePage]]:
    made: list[WelcomePage] = []

    def build(recents: Sequence[str]) -> WelcomePage:
        page = WelcomePage(list(recents))
        qtbot.addWidget(page)
        made.append(page)
        page.resize(900, 640)
        page.show()
        page.activateWindow()
        settle(qtbot, page)
        return page

    yield build
    for page in made:
        page.release()


def settle(qtbot: QtBot, page: WelcomePage) -> None:
    qtbot.waitUntil(lambda: not page._lane.is_busy, timeout=WAIT_MS)


def view(page: WelcomePage) -> QListView:
    found = page.findChild(QListView)
    assert isinstance(found, QListView)
    return found


def button(page: WelcomePage) -> QPushButton:
    found = page.findChild(QPushButton)
    assert isinstance(found, QPushButton)
    return found


def said(page: WelcomePage) -> str:
    return " ".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())


def rows(page: WelcomePage) -> list[str]:
    model = view(page).model()
    return [
        str(model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(model.rowCount())
    ]


def heard(signal: object) -> list[object]:
    """What a signal says from now on."""
    values: list[object] = []
    signal.connect(lambda *said: values.append(said[0] if said else None))  # type: ignore[attr-defined]
    return values


def dragged(path: object) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl(path) if isinstance(path, str) else QUrl.fromLocalFile(str(path))])
    return data


def drop(page: WelcomePage, data: QMimeData) -> bool:
    """Drag something over the page and let it go there; whether it was taken."""
    keys, buttons = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(QPoint(9, 9), Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(page, enter)
    if enter.isAccepted():
        QApplication.sendEvent(page, QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, data, buttons, keys))
    else:
        QApplication.sendEvent(page, QDragLeaveEvent())
    return enter.isAccepted()


def test_without_recents(make: Callable[[Sequence[str]], WelcomePage]) -> None:
    """Who was never here sees a sentence and a button, and nothing else."""
    page = make([])
    assert said(page) == "Open a folder to search its files, documents, notebooks and tables. "
    assert button(page).isVisible()
    assert not view(page).isVisible()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_button(qtbot: QtBot, make: Callable[[Sequence[str]], WelcomePage], key: Qt.Key) -> None:
    """The button asks for a folder, by mouse and by keys."""
    page = make([])
    asked = heard(page.choose_requested)
    qtbot.mouseClick(button(page), Qt.MouseButton.LeftButton)
    qtbot.keyClick(button(page), key)
    assert len(asked) == 2


def test_rows(make: Callable[[Sequence[str]], WelcomePage], folders: list[str]) -> None:
    """Each folder is named with its place, and those that are gone say so."""
    page = make([*folders, folders[0]])
    assert rows(page) == [
        f"acme, {folders[0]}",
        f"gone, {folders[1]}, not there any more",
        f"tides, {folders[2]}",
    ]
    assert view(page).height() == 3 * HIT_HEIGHT


def test_model_is_sound(
    make: Callable[[Sequence[str]], WelcomePage], folders: list[str], qtmodeltester: ModelTester
) -> None:
    """The list keeps what Qt asks of a model."""
    qtmodeltester.check(view(make(folders)).model())


def test_open_by_keys(qtbot: QtBot, make: Callable[[Sequence[str]], WelcomePage], folders: list[str]) -> None:
    """Down goes from the button into the list, arrows walk it, Enter opens."""
    page = make(folders)
    opened = heard(page.opened)
    button(page).setFocus()
    qtbot.keyClick(button(page), Qt.Key.Key_Down)
    assert view(page).currentIndex().row() == 0
    qtbot.keyClick(view(page), Qt.Key.Key_Return)
    qtbot.keyClick(view(page), Qt.Key.Key_End)
    qtbot.keyClick(view(page), Qt.Key.Key_Enter)
    assert opened == [folders[0], folders[2]]


def test_open_by_mouse(
    qtbot: QtBot, make: Callable[[Sequence[str]], WelcomePage], folders: list[str]
) -> None:
    """A click opens."""
    page = make(folders)
    opened = heard(page.opened)
    place = view(page).visualRect(view(page).model().index(2, 0)).center()
    qtbot.mouseClick(view(page).viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert opened == [folders[2]]


def test_open_what_is_gone(
    qtbot: QtBot, make: Callable[[Sequence[str]], WelcomePage], folders: list[str]
) -> None:
    """A folder that is gone is not opened but talked about, and opened once it is back."""
    page = make(folders)
    opened = heard(page.opened)
    view(page).setCurrentIndex(view(page).model().index(1, 0))
    Path(folders[1]).mkdir()
    qtbot.keyClick(view(page), Qt.Key.Key_Return)
    assert "gone is not there any more" in said(page)
    settle(qtbot, page)
    qtbot.keyClick(view(page), Qt.Key.Key_Return)
    assert opened == [folders[1]]


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace])
def test_remove_by_keys(
    qtbot: QtBot, make: Callable[[Sequence[str]], WelcomePage], folders: list[str], key: Qt.Key
) -> None:
    """Delete takes the row away, then the next one, and ends at the button."""
    page = make(folders)
    removed = heard(page.removed)
    view(page).setFocus()
    view(page).setCurrentIndex(view(page).model().index(1, 0))
    qtbot.keyClick(view(page), key)
    assert rows(page) == [f"acme, {folders[0]}", f"tides, {folders[2]}"]
    qtbot.keyClick(view(page), key)
    qtbot.keyClick(view(page), key)
    assert removed == [folders[1], folders[2], folders[0]]
    assert not view(page).isVisible()
    assert page.focusWidget() is button(page)


@pytest.mark.parametrize(
    ("row", "titles"), [(0, ["Open", "Remove from the list"]), (1, ["Remove from the list"])]
)
def test_menu(
    qtbot: QtBot,
    make: Callable[[Sequence[str]], WelcomePage],
    folders: list[str],
    row: int,
    titles: list[str],
) -> None:
    """The menu of a row removes it; one that is gone cannot be opened."""
    page = make(folders)
    removed = heard(page.removed)
    view(page).setCurrentIndex(view(page).model().index(row, 0))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(0, 0), QPoint(0, 0))
    QApplication.sendEvent(view(page).viewport(), event)
    menu = page.findChild(QMenu)
    assert isinstance(menu, QMenu)
    assert [action.text() for action in menu.actions()] == titles
    menu.actions()[-1].trigger()
    assert removed == [folders[row]]
    menu.close()


def test_other_recents(
    qtbot: QtBot, make: Callable[[Sequence[str]], WelcomePage], folders: list[str]
) -> None:
    """The list can be another one, and none."""
    page = make([])
    page.set_recents(folders[1:])
    settle(qtbot, page)
    assert rows(page) == [f"gone, {folders[1]}, not there any more", f"tides, {folders[2]}"]
    page.set_recents([])
    assert not view(page).isVisible()


def test_many_recents(make: Callable[[Sequence[str]], WelcomePage], tmp_path: Path) -> None:
    """A long list scrolls, and the button stays in sight."""
    page = make([str(tmp_path / str(number)) for number in range(50)])
    assert view(page).height() % HIT_HEIGHT == 0
    assert page.rect().contains(button(page).mapTo(page, button(page).rect().bottomRight()))
    assert page.rect().contains(view(page).mapTo(page, view(page).rect().bottomRight()))


def test_drop_a_folder(qtbot: QtBot, make: Callable[[Sequence[str]], WelcomePage], tmp_path: Path) -> None:
    """A folder that is dropped is opened."""
    page = make([])
    with qtbot.waitSignal(page.opened, timeout=WAIT_MS) as signal:
        assert drop(page, dragged(tmp_path))
    assert Path(signal.args[0]) == tmp_path


def test_drop_a_file(qtbot: QtBot, make: Callable[[Sequence[str]], WelcomePage], tmp_path: Path) -> None:
    """A file that is dropped is answered with what to drop instead."""
    page = make([])
    opened = heard(page.opened)
    (tmp_path / "guide.md").write_text("")
    assert drop(page, dragged(tmp_path / "guide.md"))
    settle(qtbot, page)
    assert "guide.md is a file. Drop the folder" in said(page)
    assert opened == []


def test_drop_something_else(make: Callable[[Sequence[str]], WelcomePage]) -> None:
    """What lies on no disk is not taken."""
    assert not drop(make([]), dragged("https://example.org/"))


def test_drop_is_seen(make: Callable[[Sequence[str]], WelcomePage], tmp_path: Path) -> None:
    """While a folder is held over the page its edge is drawn, and not after."""
    page = make([])
    before = page.grab().toImage()
    keys, buttons = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    data = dragged(tmp_path)
    QApplication.sendEvent(page, QDragEnterEvent(QPoint(9, 9), Qt.DropAction.CopyAction, data, buttons, keys))
    assert page.grab().toImage() != before
    QApplication.sendEvent(page, QDragLeaveEvent())
    assert page.grab().toImage() == before


@pytest.mark.skipif(sys.platform != "linux", reason="names are text on this system")
def test_path_that_is_no_text(
    qtbot: QtBot, make: Callable[[Sequence[str]], WelcomePage], tmp_path: Path
) -> None:
    """A folder of any bytes is shown readably, and opened as what it is."""
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    path = str(folder)
    page = make([path])
    opened = heard(page.opened)
    assert rows(page) == [f"caf\\xe9, {tmp_path}/caf\\xe9"]
    view(page).setCurrentIndex(view(page).model().index(0, 0))
    qtbot.keyClick(view(page), Qt.Key.Key_Return)
    assert opened == [path]


@pytest.mark.parametrize(
    ("path", "name", "folder"),
    [
        ("{home}/work/acme", "acme", "~/work"),
        ("{home}/acme", "acme", "~"),
        ("{home}er/acme", "acme", "{home}er"),
    ],
)
def test_names(path: str, name: str, folder: str) -> None:
    """What lies in the home folder is named from there."""
    path, folder = (text.format(home=Path.home()).replace("/", os.sep) for text in (path, folder))
    assert (name_of(path), folder_of(path)) == (name, folder)


def test_controls_have_names(make: Callable[[Sequence[str]], WelcomePage], folders: list[str]) -> None:
    """Every control can be read aloud."""
    page = make(folders)
    assert all(control.accessibleName() for control in (page, view(page)))
    assert button(page).text()
