"""How is a picture shown, with what there is to say about it?"""

import math
from collections.abc import Callable

from PySide6.QtCore import QLocale, QTimer
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from sleuth.domain.errors import SleuthError
from sleuth.engine.reading import Reading
from sleuth.ui.jobs.lane import Lane
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import theme
from sleuth.ui.viewers.base import Place, Viewer
from sleuth.ui.viewers.image.decoding import Picture, decode
from sleuth.ui.viewers.image.pane import STEP, PicturePane
from sleuth.ui.viewers.offers import Offer, as_sentence
from sleuth.ui.widgets.labels import ElidedLabel, Sentence, hairline


class ImageViewer(Viewer):
    """Shows a picture; it has no text, so it has no marks.

    Attributes:
        pane: The picture itself.
    """

    counted_in = ""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pane = PicturePane()
        self.setFocusProxy(self.pane)
        self._sentence = Sentence("")
        self._sentence.acted.connect(self._reveal)
        self._panes = QStackedWidget()
        self._panes.setProperty("kind", "page")
        self._panes.addWidget(self.pane)
        self._panes.addWidget(self._sentence)
        self._bar = self._made_bar()
        self._bar.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self._panes, hairline(), self._bar):
            layout.addWidget(widget)
        self._place = Place("")
        self._shown_ref = ""
        self._lane = Lane(self)
        self._patience = QTimer(self, interval=tokens.SPINNER_AFTER_MS, singleShot=True)
        self._patience.timeout.connect(lambda: self._say(self.tr("Reading the picture…")))
        self.pane.zoom_changed.connect(self._say_zoom)
        theme().changed.connect(self._draw_icons)
        self._draw_icons()

    def show_reading(self, reading: Reading, place: Place) -> None:
        self._place = place
        self.pane.setAccessibleName(self.tr("Picture {name}").format(name=reading.path.name))
        if reading.ref != self._shown_ref:
            self._patience.start()
        self._lane.start(
            lambda cancellation: decode(reading.path, cancellation),
            lambda picture: self._decoded(reading, picture),
            self._failed,
            alone=True,
        )
        self.marks_changed.emit(0, 0)

    def go_to(self, place: Place) -> None:
        self._place = place

    def place(self) -> Place:
        return self._place

    def find_text(self, text: str) -> None:  # noqa: ARG002, there is nothing to find in a picture
        self.marks_changed.emit(0, 0)

    def step(self, by: int) -> None:
        """There is no mark to go to."""

    def release(self) -> None:
        self._patience.stop()
        self._lane.close()

    # -- a picture comes, or not

    def _decoded(self, reading: Reading, picture: Picture) -> None:
        self._patience.stop()
        self._panes.setCurrentWidget(self.pane)
        self._bar.show()
        self.pane.show_picture(picture, keeps_view=reading.ref == self._shown_ref)
        self._shown_ref = reading.ref
        self._caption.setText(self._described(picture))
        self.pane.setAccessibleDescription(self._caption.text())
        self._say_zoom()

    def _failed(self, error: BaseException) -> None:
        self._patience.stop()
        self._shown_ref = ""
        reason = error.text() if isinstance(error, SleuthError) else f"{type(error).__name__}: {error}"
        self._say(
            self.tr("This picture cannot be shown."),
            as_sentence(reason, self._place.ref),
            Offer.REVEAL.title if self.offers else "",
        )

    def _reveal(self) -> None:
        self.action_wanted.emit(Offer.REVEAL)

    def _say(self, text: str, detail: str = "", action: str = "") -> None:
        self._sentence.say(text, detail, action)
        self._panes.setCurrentWidget(self._sentence)
        self._bar.hide()

    def _described(self, picture: Picture) -> str:
        locale = QLocale()
        parts = [
            picture.format,
            self.tr("{width} × {height} pixels").format(
                width=locale.toString(picture.size.width()), height=locale.toString(picture.size.height())
            ),
            locale.formattedDataSize(picture.byte_count, 1, QLocale.DataSizeFormat.DataSizeSIFormat),
        ]
        if picture.frame_count > 1:
            parts.append(
                self.tr("the first of {count} frames").format(count=locale.toString(picture.frame_count))
            )
        return " · ".join(parts)

    # -- the bar below

    def _made_bar(self) -> QWidget:
        bar = QWidget()
        row = QHBoxLayout(bar)
        row.setContentsMargins(tokens.SPACE_4, tokens.SPACE_1, tokens.SPACE_2, tokens.SPACE_1)
        row.setSpacing(tokens.SPACE_1)
        self._caption = ElidedLabel()
        self._caption.setProperty("kind", "muted")
        self._smaller = self._made_button(self.tr("Smaller"), lambda: self.pane.zoom_by(1 / STEP))
        self._zoom = self._made_button(self.tr("Pixel by pixel"), lambda: self.pane.zoom_to(1.0))
        self._larger = self._made_button(self.tr("Larger"), lambda: self.pane.zoom_by(STEP))
        self._fit = self._made_button(self.tr("All of it"), self.pane.fit)
        self._fit.setText(self.tr("Fit"))
        for widget in (self._caption, self._smaller, self._zoom, self._larger, self._fit):
            row.addWidget(widget)
        return bar

    def _made_button(self, name: str, pressed: Callable[[], None]) -> QToolButton:
        button = QToolButton()
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.clicked.connect(lambda _checked: pressed())
        return button

    def _draw_icons(self) -> None:
        self._smaller.setIcon(icon("zoom out"))
        self._larger.setIcon(icon("zoom in"))

    def _say_zoom(self) -> None:
        percent = max(math.floor(self.pane.zoom * 100 + 0.5), 1)
        self._zoom.setText(self.tr("{percent} %").format(percent=percent))
