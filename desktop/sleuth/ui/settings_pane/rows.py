"""What does a row look like: its title and sentence at the left, what is done with it at the right?"""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from sleuth.domain.errors import SleuthError
from sleuth.settings.declarations import Setting, Value
from sleuth.settings.load import FOLDER_FILE, Held, Origin
from sleuth.ui.settings_pane.controls import control_for
from sleuth.ui.settings_pane.stored import StoredSettings
from sleuth.ui.settings_pane.words import shown
from sleuth.ui.theme import tokens
from sleuth.ui.theme.theme import interface_font, scaled, theme
from sleuth.ui.widgets.labels import label

# A narrower row has its control below its sentence.
_LEAST_BESIDE = 520


def sentence(text: str, kind: str = "") -> QLabel:
    """A label of as many lines as it takes."""
    made = label(text, kind)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(True)
    made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    return made


class Row(QWidget):
    """A title, a sentence, and at the right (below, where there is no room) whatever the row is for."""

    def __init__(self, title: str, help_: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.is_needed = True
        """Whether there is anything to say in it."""
        self._help = help_
        self._titles = QHBoxLayout()
        self._titles.setSpacing(tokens.SPACE_2)
        title_label = label(title)
        title_label.setFont(interface_font(semibold=True))
        title_label.setMinimumHeight(tokens.TARGET)
        self._titles.addWidget(title_label)
        self._words = QVBoxLayout()
        self._words.setSpacing(2)
        self._words.addLayout(self._titles)
        if help_:
            self._words.addWidget(sentence(help_, "muted"))
        self._sides = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._sides.setSpacing(tokens.SPACE_5)
        words = QVBoxLayout()
        words.addLayout(self._words)
        words.addStretch(1)
        self._sides.addLayout(words, 1)
        self._body = QVBoxLayout(self)
        self._body.setContentsMargins(0, tokens.SPACE_3, 0, tokens.SPACE_3)
        self._body.setSpacing(tokens.SPACE_2)
        self._body.addLayout(self._sides)
        self._beside: QWidget | None = None

    def put_beside(self, widget: QWidget) -> None:
        self._beside = widget
        self._sides.addWidget(widget)
        self._sides.setAlignment(widget, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)

    def matches(self, words: list[str]) -> bool:
        """Whether each of these, lower-case, stands in what the row says."""
        said = self.said().casefold()
        return all(word in said for word in words)

    def said(self) -> str:
        return f"{self.title} {self._help}"

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._beside is None:
            return
        is_narrow = event.size().width() < scaled(_LEAST_BESIDE) and self._beside.sizeHint().width() > 100
        direction = QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
        if self._sides.direction() != direction:
            self._sides.setDirection(direction)
            self._sides.setSpacing(tokens.SPACE_2 if is_narrow else tokens.SPACE_5)
            side = Qt.AlignmentFlag.AlignLeft if is_narrow else Qt.AlignmentFlag.AlignRight
            self._sides.setAlignment(self._beside, Qt.AlignmentFlag.AlignTop | side)


class _Dot(QWidget):
    """Says that a value differs from its default."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(tokens.SPACE_2, tokens.TARGET)
        self.setAccessibleName(self.tr("Differs from the default"))
        self.setToolTip(self.tr("Differs from the default"))
        theme().changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().colour("accent"))
        side = tokens.SPACE_2 - 1
        painter.drawEllipse(QRectF(0, (self.height() - side) / 2, side, side))


def _translated(text: str) -> str:
    return QCoreApplication.translate("SettingRow", text)


class SettingRow(Row):
    """One setting.

    Signals:
        saved: Its file says something else now.
    """

    saved = Signal()

    def __init__(self, setting: Setting, stored: StoredSettings, parent: QWidget | None = None) -> None:
        super().__init__(_translated(setting.title), _translated(setting.help), parent)
        self.setting = setting
        self._stored = stored
        self._dot = _Dot()
        self._reset = QPushButton(self.tr("Reset"))
        self._reset.setProperty("kind", "quiet")
        self._reset.setAccessibleName(self.tr("Reset “{0}” to its default").format(self.title))
        self._reset.clicked.connect(self._reset_value)
        self._titles.addWidget(self._dot)
        self._titles.addWidget(self._reset)
        self._titles.addStretch(1)
        self._origin = sentence("", "muted")
        self._problem = sentence("", "danger")
        self._mistake = sentence("", "warning")
        self._words.addWidget(self._origin)
        self._words.addWidget(self._mistake)
        self._words.addWidget(self._problem)
        self.control = control_for(setting)
        self.control.tried.connect(lambda value: self._say(self._problem_of(value)))
        self.control.chosen.connect(self._save)
        self.control.given_up.connect(self.refresh)
        self.put_beside(self.control)
        self._say(None)
        self.refresh()

    def said(self) -> str:
        return " ".join((super().said(), self.setting.key, *map(self.tr, self.setting.choices.values())))

    @property
    def problem(self) -> str:
        """What is said to be wrong; empty where nothing is."""
        return self._problem.text() if not self._problem.isHidden() else ""

    def refresh(self) -> None:
        """Show what the files say, unless something is being typed here."""
        held = self._stored.held[self.setting.key]
        if not self.control.is_typing:
            self.control.set_value(held.own)
            self._say(None)
        differs = held.own != self.setting.default
        self._dot.setVisible(differs)
        self._reset.setVisible(differs)
        told = self._told_of(held)
        self._origin.setText(told)
        self._origin.setVisible(bool(told))
        mistakes = self._stored.warnings_of(self.setting.key)
        self._mistake.setText("\n".join(f"{shown(mistake)}." for mistake in mistakes))
        self._mistake.setVisible(bool(mistakes))

    @property
    def mistake(self) -> str:
        """What is wrong with the setting in a file; empty where nothing is."""
        return self._mistake.text()

    def _told_of(self, held: Held) -> str:
        """Where a value comes from, when that is not what one would think."""
        if held.origin is Origin.FOLDER:
            return self.tr("Narrowed to {0} by {1} in this folder.").format(self._spelt(held.value), FOLDER_FILE)
        if held.own_origin is Origin.USER and self._stored.root is not None and not self.setting.is_personal:
            return self.tr("From your settings for every folder.")
        if held.own_origin is Origin.WORKSPACE and self.setting.is_personal:
            return self.tr("Set for this folder alone.")
        return ""

    def _spelt(self, value: Value) -> str:
        if isinstance(value, bool):
            return self.tr("on") if value else self.tr("off")
        return ", ".join(value) if isinstance(value, list) else str(value)

    def _problem_of(self, value: object) -> str | None:
        problem = self.setting.problem(value)
        return f"{problem[:1].upper()}{problem[1:]}." if problem else None

    def _say(self, problem: str | None) -> None:
        self._problem.setText(shown(problem or ""))
        self._problem.setVisible(problem is not None)
        field = self.control.focusProxy()
        if field is not None:
            field.setAccessibleDescription(problem or self._help)

    def _save(self, value: Value) -> None:
        problem = self._problem_of(value)
        if problem is not None:
            self._refuse(problem)
        else:
            self._change(lambda: self._stored.save(self.setting, value))

    def _reset_value(self) -> None:
        self.control.is_typing = False
        self.control.setFocus()  # the button goes
        self._change(lambda: self._stored.reset(self.setting))

    def _change(self, change: Callable[[], None]) -> None:
        try:
            change()
        except SleuthError as error:
            self._refuse(error.text())
            return
        self.refresh()
        self.saved.emit()

    def _refuse(self, problem: str) -> None:
        """Nothing was saved: what was typed stays to be corrected, a switch goes back."""
        if self.control.is_text:
            self.control.is_typing = True
        else:
            self.refresh()
        self._say(problem)
