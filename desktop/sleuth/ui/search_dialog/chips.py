"""Which sources does a search look in? Chips that can be turned off, but for the last."""

from functools import partial

from PySide6.QtCore import QPropertyAnimation, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from sleuth.domain.items import Source
from sleuth.ui.theme import tokens

_SHAKE = 3


def source_title(source: Source) -> str:
    """What a source is called on its chip."""
    titles = {Source.GIT: "Git", Source.PULLS: "Pull requests"}
    return titles.get(source, source.value.capitalize())


class SourceChips(QWidget):
    """One chip a source.

    Signals:
        changed: The sources that are on now.
        refused: The last one that is on was to go off; the sentence why it stays.
    """

    changed = Signal(object)
    refused = Signal(str)

    def __init__(self, sources: tuple[Source, ...], on: tuple[Source, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: dict[Source, QPushButton] = {}
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(tokens.SPACE_2)
        self.offer(sources, on)

    def offer(self, sources: tuple[Source, ...], on: tuple[Source, ...]) -> None:
        """Have chips for these, too; `on` says which of the new ones are on."""
        for source in sources:
            if source not in self._chips:
                self._add(source, source in on)
        self.set_counts({})

    def _add(self, source: Source, is_on: bool) -> None:
        chip = QPushButton(source_title(source), self)
        chip.setProperty("kind", "chip")
        chip.setCheckable(True)
        chip.setChecked(is_on)
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus in the query
        chip.setMinimumHeight(tokens.TARGET)
        chip.clicked.connect(partial(self._clicked, source))
        self._chips[source] = chip
        self._layout.addWidget(chip)

    def offered(self) -> tuple[Source, ...]:
        return tuple(self._chips)

    def on(self) -> tuple[Source, ...]:
        return tuple(source for source, chip in self._chips.items() if chip.isChecked())

    def turn_on(self, sources: tuple[Source, ...]) -> None:
        """Let these be searched too."""
        for source in sources:
            if source in self._chips:
                self._chips[source].setChecked(True)
        self.set_counts({})

    def set_counts(self, counts: dict[str, int]) -> None:
        """How many items of each were found; nothing beside those that were not searched."""
        for source, chip in self._chips.items():
            count = counts.get(source.value) if chip.isChecked() else None
            title = source_title(source)
            chip.setText(f"{title} {count:,}" if count is not None else title)
            state = self.tr("searched") if chip.isChecked() else self.tr("not searched")
            chip.setAccessibleName(f"{chip.text()}, {state}")

    def _clicked(self, source: Source, _is_on: bool = False) -> None:
        chip = self._chips[source]
        if not self.on():
            chip.setChecked(True)
            self._shake(chip)
            self.refused.emit(self.tr("One source must be searched; turn another one on first."))
            return
        self.set_counts({})
        self.changed.emit(self.on())

    def _shake(self, chip: QPushButton) -> None:
        place = chip.pos()
        shaking = QPropertyAnimation(chip, b"pos", self)
        shaking.setDuration(2 * tokens.MOTION_MS)
        shaking.setStartValue(place)
        for at, by in ((0.25, -_SHAKE), (0.5, _SHAKE), (0.75, -_SHAKE)):
            moved = chip.pos()
            moved.setX(place.x() + by)
            shaking.setKeyValueAt(at, moved)
        shaking.setEndValue(place)
        shaking.start(QPropertyAnimation.DeletionPolicy.DeleteWhenStopped)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), tokens.TARGET)
