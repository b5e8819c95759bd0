"""Is a picture shown, near and whole, and is it said why one cannot be?"""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sleuth.domain.cancel import NEVER
from sleuth.domain.errors import ItemTooLarge, ItemUnreadable
from sleuth.domain.items import Kind
from sleuth.engine.reading import Reading
from sleuth.ui.theme.theme import theme
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.image import decoding
from sleuth.ui.viewers.image.decoding import decode
from sleuth.ui.viewers.image.view import ImageViewer

CONTROL = Qt.KeyboardModifier.ControlModifier


def picture(folder: Path, name: str, width: int, height: int, colour: str = "#ff0000") -> Path:
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    image.fill(QColor(colour))
    path = folder / name
    assert image.save(str(path))
    return path


def read(path: Path) -> Reading:
    return Reading(path.name, path, Kind.TEXT, None, "", (), None, ())


@pytest.fixture
def viewer(qtbot: QtBot, light: None) -> Iterator[ImageViewer]:
    """A viewer on the screen, 600 by 400."""
    made = ImageViewer()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.release()


def show(viewer: ImageViewer, qtbot: QtBot, path: Path) -> None:
    viewer.show_reading(read(path), Place(path.name))
    qtbot.waitUntil(lambda: not viewer._lane.is_busy)


def centre(viewer: ImageViewer) -> str:
    seen = viewer.pane.viewport().grab().toImage()
    return str(seen.pixelColor(seen.rect().center()).name())


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.webp", "a.bmp", "a.ico"])
def test_a_picture_is_shown_with_its_size(
    viewer: ImageViewer, qtbot: QtBot, workspace: Path, name: str
) -> None:
    """Its pixels are on the screen, its pixels and bytes in the line below."""
    path = picture(workspace, name, 120, 80)
    show(viewer, qtbot, path)

    assert QColor(centre(viewer)).red() > 240
    assert "120 × 80 pixels" in viewer._caption.text()
    assert viewer.pane.accessibleName() == f"Picture {name}"


def test_there_are_no_marks(viewer: ImageViewer, qtbot: QtBot, workspace: Path) -> None:
    """A picture tells that nothing is marked, and stepping does nothing."""
    with qtbot.waitSignal(viewer.marks_changed) as told:
        show(viewer, qtbot, picture(workspace, "a.png", 9, 9))

    assert told.args == [0, 0]
    viewer.step(1)
    assert viewer.place() == Place("a.png")


def test_a_large_picture_is_fitted_and_a_small_one_is_left(
    viewer: ImageViewer, qtbot: QtBot, workspace: Path
) -> None:
    """All of a large one is seen; a small one is not blown up."""
    show(viewer, qtbot, picture(workspace, "large.png", 3_000, 2_000))
    large = viewer.pane._target()
    assert large.width() <= viewer.pane.viewport().width()
    assert large.height() <= viewer.pane.viewport().height()
    show(viewer, qtbot, picture(workspace, "small.png", 16, 16))
    assert viewer.pane.zoom == 1.0


def test_a_fitted_picture_follows_the_window(viewer: ImageViewer, qtbot: QtBot, workspace: Path) -> None:
    """Until it is zoomed, more room shows it larger."""
    show(viewer, qtbot, picture(workspace, "a.png", 3_000, 2_000))
    before = viewer.pane.zoom
    viewer.resize(900, 700)

    assert viewer.pane.zoom > before


def test_keys_zoom_in_and_out_and_back(viewer: ImageViewer, qtbot: QtBot, workspace: Path) -> None:
    """Ctrl with plus, minus and 0; 1 is pixel by pixel."""
    show(viewer, qtbot, picture(workspace, "a.png", 3_000, 2_000))
    pane, fitted = viewer.pane, viewer.pane.zoom
    QTest.keyClick(pane, Qt.Key.Key_Plus, CONTROL)
    assert pane.zoom == pytest.approx(fitted * 1.25)
    QTest.keyClick(pane, Qt.Key.Key_Minus, CONTROL)
    assert pane.zoom == pytest.approx(fitted)
    QTest.keyClick(pane, Qt.Key.Key_1)
    assert pane.zoom == 1.0
    assert viewer._zoom.text() == "100 %"
    QTest.keyClick(pane, Qt.Key.Key_0, CONTROL)
    assert pane.zoom == pytest.approx(fitted)


def test_the_wheel_zooms_around_the_pointer(viewer: ImageViewer, qtbot: QtBot, workspace: Path) -> None:
    """What is under the pointer stays there."""
    show(viewer, qtbot, picture(workspace, "a.png", 3_000, 2_000))
    pane, point = viewer.pane, QPointF(200, 150)
    pane.zoom_to(1.0)

    def under() -> tuple[float, float]:
        target = pane._target()
        return (point.x() - target.left()) / pane.zoom, (point.y() - target.top()) / pane.zoom

    before = under()
    angle, buttons = QPoint(0, 120), Qt.MouseButton.NoButton
    event = QWheelEvent(
        point,
        pane.viewport().mapToGlobal(point),
        QPoint(),
        angle,
        buttons,
        CONTROL,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(pane.viewport(), event)

    assert pane.zoom == pytest.approx(1.25)
    assert under() == pytest.approx(before, abs=1.5)


def test_dragging_and_arrows_move_it(viewer: ImageViewer, qtbot: QtBot, workspace: Path) -> None:
    """A picture that is larger than the pane is pulled by the hand and pushed by keys."""
    show(viewer, qtbot, picture(workspace, "a.png", 3_000, 2_000))
    pane, bar = viewer.pane, viewer.pane.horizontalScrollBar()
    pane.zoom_to(1.0)
    before = bar.value()
    QTest.mousePress(pane.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(300, 100))
    QTest.mouseMove(pane.viewport(), QPoint(250, 100))
    QTest.mouseRelease(pane.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(250, 100))
    assert bar.value() == before + 50
    QTest.keyClick(pane, Qt.Key.Key_Right)
    assert bar.value() > before + 50


def test_the_file_changed_and_the_view_is_kept(viewer: ImageViewer, qtbot: QtBot, workspace: Path) -> None:
    """A picture that is written again is shown as near as it was."""
    path = picture(workspace, "a.png", 3_000, 2_000)
    show(viewer, qtbot, path)
    viewer.pane.zoom_to(2.0)
    picture(workspace, "a.png", 3_000, 2_000, "#00ff00")
    show(viewer, qtbot, path)

    assert viewer.pane.zoom == 2.0
    assert centre(viewer) == "#00ff00"


def test_what_is_transparent_shows_a_checkerboard(viewer: ImageViewer, qtbot: QtBot, workspace: Path) -> None:
    """Two colours of the theme are behind it, in the dark as well."""
    show(viewer, qtbot, picture(workspace, "a.png", 200, 200, "#00000000"))
    for name in ("light", "dark"):
        theme().choose(name)
        seen = viewer.pane.viewport().grab().toImage()
        middle = seen.rect().center()
        colours = {seen.pixelColor(middle.x() + step, middle.y()).name() for step in range(16)}
        assert colours == {theme().colour("surface").name(), theme().colour("hover").name()}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("cut.png", b"\x89PNG\r\n\x1a\n\x00\x00"),
        ("text.png", b"no picture at all"),
        ("empty.gif", b""),
        ("cut.svg", b"<svg xmlns='http://www.w3.org/2000/svg' width='5' height='5'><rect"),
        ("other.svg", b"<html/>"),
    ],
)
def test_a_broken_picture_says_so(
    viewer: ImageViewer, qtbot: QtBot, workspace: Path, name: str, data: bytes
) -> None:
    """There is a sentence in place of the picture, and the next picture is shown again."""
    (workspace / name).write_bytes(data)
    show(viewer, qtbot, workspace / name)
    assert viewer._panes.currentWidget().accessibleName().startswith("This picture cannot be shown")
    show(viewer, qtbot, picture(workspace, "good.png", 20, 20))
    assert viewer._panes.currentWidget() is viewer.pane


def test_a_picture_that_is_gone_says_so(workspace: Path) -> None:
    """A file that was taken away meanwhile is a reason, not a fault."""
    with pytest.raises(ItemUnreadable, match="not there"):
        decode(workspace / "gone.png", NEVER)


def test_too_many_pixels_are_refused_before_they_are_decoded(
    workspace: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence tells how many there are."""
    monkeypatch.setattr(decoding, "MOST_PIXELS", 10_000)
    with pytest.raises(ItemTooLarge, match="200 × 100 pixels"):
        decode(picture(workspace, "a.png", 200, 100), NEVER)


def test_a_small_view_of_a_large_picture_has_a_small_copy(workspace: Path, qapp: QApplication) -> None:
    """Each level is half of the one before, down to about a thousand pixels."""
    made = decode(picture(workspace, "a.png", 4_096, 512), NEVER)

    assert [level.width() for level in made.levels] == [4_096, 2_048, 1_024]


SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">'
    '<rect width="40" height="20" fill="#0000ff"/>{inside}</svg>'
)


def test_an_svg_is_drawn_at_the_size_it_says(workspace: Path, qapp: QApplication) -> None:
    """Its own size is told; it is drawn large enough to be looked at closely."""
    (workspace / "a.svg").write_text(SVG.format(inside="<script>1</script>"))
    made = decode(workspace / "a.svg", NEVER)

    assert (made.size.width(), made.size.height()) == (40, 20)
    assert made.levels[0].width() == 2_048
    assert made.levels[0].pixelColor(1_000, 500).name() == "#0000ff"


@pytest.mark.parametrize("attribute", ["xlink:href", "href"])
@pytest.mark.parametrize("form", ["{path}", "file://{path}", "{path}?data:image/png;base64,AAAA"])
def test_an_svg_opens_no_other_file(workspace: Path, qapp: QApplication, attribute: str, form: str) -> None:
    """A picture that it only names is not drawn."""
    outside = picture(workspace, "outside.png", 40, 20)
    inside = f'<image width="40" height="20" {attribute}="{form.format(path=outside.as_posix())}"/>'
    (workspace / "a.svg").write_text(SVG.format(inside=inside))
    made = decode(workspace / "a.svg", NEVER)

    assert made.levels[0].pixelColor(1_000, 500).name() == "#0000ff"


def test_an_svg_takes_no_style_from_another_file(workspace: Path, qapp: QApplication) -> None:
    """An instruction that names a style sheet is left out."""
    sheet = workspace / "a.css"
    sheet.write_text("rect { fill: #ff0000 !important; }")
    instruction = f'<?xml-stylesheet type="text/css" href="{sheet.as_posix()}"?>'
    drawing = SVG.format(inside="").replace(' fill="#0000ff"', "")
    (workspace / "a.svg").write_text(instruction + drawing)
    made = decode(workspace / "a.svg", NEVER)

    assert made.levels[0].pixelColor(1_000, 500).name() == "#000000"


def test_an_svg_keeps_the_pictures_it_holds(workspace: Path, qapp: QApplication) -> None:
    """A picture inside the file itself is drawn."""
    from base64 import b64encode

    held = b64encode(picture(workspace, "held.png", 4, 2).read_bytes()).decode()
    inside = f'<image width="40" height="20" xlink:href="data:image/png;base64,{held}"/>'
    (workspace / "a.svg").write_text(SVG.format(inside=inside))
    made = decode(workspace / "a.svg", NEVER)

    assert made.levels[0].pixelColor(1_000, 500).name() == "#ff0000"
