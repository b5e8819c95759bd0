"""What is a setting of each type set with?

    control_for(setting) → Control

A control tells what is typed while it is typed (`tried`), and once more when it is meant (`chosen`). A rule is saved only
when its field is left: half a rule, such as `*`, would hide everything.
"""

from PySide6.QtCore import QEvent, QLocale, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sleuth.settings.declarations import Setting, Value
from sleuth.ui.theme import tokens
from sleuth.ui.theme.icons import icon
from sleuth.ui.theme.theme import code_font, icon_size, interface_font, scaled, theme
from sleuth.ui.widgets.flow import Flow
from sleuth.ui.widgets.painting import draw_elided

_UNITS = {"bytes": 1, "kB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000}
_RULE_LINES = 4
_FIELD_WIDTH = 240


class Control(QWidget):
    """Sets one value.

    Signals:
        tried: What the value would be, while it is being typed; None where it is no value at all.
        chosen: The same, when it is to be saved.
        given_up: What was typed is not wanted (Escape).
    """

    tried = Signal(object)
    chosen = Signal(object)
    given_up = Signal()

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setting = setting
        self.is_typing = False
        """Whether something is typed that was not saved yet."""
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(tokens.SPACE_2)

    @property
    def is_text(self) -> bool:
        """Whether what was refused stays to be corrected."""
        return False

    def set_value(self, value: Value) -> None:
        """Show a value; nothing is told."""
        raise NotImplementedError

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.is_typing:
            self._give_up()
        else:
            event.ignore()

    def _add(self, widget: QWidget, name: str) -> None:
        widget.setAccessibleName(name)
        widget.setAccessibleDescription(self.tr(self.setting.help))
        self._place(widget)
        if self.focusProxy() is None:
            self.setFocusProxy(widget)

    def _place(self, widget: QWidget) -> None:
        self._layout.addWidget(widget)

    def _choose(self, value: Value | None) -> None:
        self.is_typing = False
        self.chosen.emit(value)

    def _give_up(self) -> None:
        self.is_typing = False
        self.given_up.emit()

    def _try(self, value: Value | None) -> None:
        self.is_typing = True
        self.tried.emit(value)


class Switch(QCheckBox):
    """A check box that is painted as a switch."""

    _WIDTH, _HEIGHT, _KNOB = 36, 20, 14

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(self._WIDTH + 6, tokens.TARGET + 4)

    def hitButton(self, pos: object) -> bool:  # noqa: ARG002, all of it is the button
        return True

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = QRectF(3, (self.height() - self._HEIGHT) / 2, self._WIDTH, self._HEIGHT)
        on, round_ = self.isChecked(), self._HEIGHT / 2
        painter.setPen(QPen(theme().colour("accent" if on else "border")))
        painter.setBrush(theme().colour("accent" if on else "surface"))
        painter.drawRoundedRect(track.adjusted(0.5, 0.5, -0.5, -0.5), round_, round_)
        inset = (self._HEIGHT - self._KNOB) / 2
        left = track.right() - inset - self._KNOB if on else track.left() + inset
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().colour("on_accent" if on else "border"))
        painter.drawEllipse(QRectF(left, track.top() + inset, self._KNOB, self._KNOB))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme().colour("accent"), 2))
            painter.drawRoundedRect(track.adjusted(-2, -2, 2, 2), round_ + 2, round_ + 2)


class SwitchControl(Control):
    """True or false."""

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(setting, parent)
        self._switch = Switch()
        self._switch.clicked.connect(self._choose)
        self._add(self._switch, self.tr(setting.title))

    def set_value(self, value: Value) -> None:
        self._switch.setChecked(bool(value))


class _Choices(QComboBox):
    """As high as a field, and painted here: a style sheet has no chevron in the theme's colour.

    A wheel that turns the page does not turn the value.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width() + tokens.SPACE_2, max(hint.height(), tokens.TARGET + 2))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect, width = QRectF(self.rect()), 2 if self.hasFocus() else 1
        painter.setPen(QPen(theme().colour("accent" if self.hasFocus() else "border"), width))
        painter.setBrush(theme().colour("hover" if self.underMouse() else "surface_raised"))
        inset = width / 2
        painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), tokens.RADIUS_CONTROL, tokens.RADIUS_CONTROL)
        side = icon_size()
        left = self.width() - side - tokens.SPACE_1
        icon("next").paint(painter, left, (self.height() - side) // 2, side, side)
        words = QRectF(tokens.SPACE_2, 0, left - tokens.SPACE_2, self.height())
        draw_elided(painter, words, self.currentText(), interface_font(), "text", Qt.TextElideMode.ElideRight)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class NumberControl(Control):
    """A whole number; of bytes, in a unit that can be chosen."""

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(setting, parent)
        self._field = QLineEdit()
        self._field.setFixedWidth(scaled(112))
        self._field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._field.textEdited.connect(lambda: self._try(self._typed()))
        self._field.editingFinished.connect(self._finish)
        self._add(self._field, self.tr(setting.title))
        self._units = _Choices()
        self._units.addItems([self.tr(unit) for unit in _UNITS])
        self._units.activated.connect(lambda: self._choose(self._typed()))
        self._add(self._units, self.tr("Unit of “{0}”").format(self.tr(setting.title)))
        self._units.setVisible(setting.unit == "bytes")

    @property
    def is_text(self) -> bool:
        return True

    def set_value(self, value: Value) -> None:
        count = int(str(value))
        # The largest unit in which the number is short; 0 keeps the unit that is shown.
        fitting = [place for place, factor in enumerate(_UNITS.values()) if count and count % (factor // 100 or 1) == 0 and count >= factor]
        if self.setting.unit == "bytes" and count:
            self._units.setCurrentIndex(fitting[-1] if fitting else 0)
        elif self._units.currentIndex() == 0 and self.setting.unit == "bytes":
            self._units.setCurrentIndex(2)
        scaled = count / self._factor()
        self._field.setText(QLocale().toString(scaled, "f", QLocale.FloatingPointPrecisionOption.FloatingPointShortest))

    def _factor(self) -> int:
        return list(_UNITS.values())[self._units.currentIndex()] if self.setting.unit == "bytes" else 1

    def _typed(self) -> int | None:
        text = self._field.text().strip()
        for locale in (QLocale(), QLocale.c()):
            value, is_number = locale.toDouble(text)
            if is_number and abs(value) < 1e15:
                return round(value * self._factor())
        return None

    def _finish(self) -> None:
        if self.is_typing:
            self._choose(self._typed())


class _CommandField(QLineEdit):
    """Signals: left, when the person has gone elsewhere, whether or not anything was typed."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFont(code_font())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:  # its own menu
            self.left.emit()


class ChoiceControl(Control):
    """One of several names, and where the setting takes others too, a field for those."""

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(setting, parent)
        self._takes_others = setting.problem("program {path}") is None
        self._box = _Choices()
        for name, title in setting.choices.items():
            self._box.addItem(self.tr(title), name)
        if self._takes_others:
            self._box.addItem(self.tr("Another command…"), None)
        self._box.activated.connect(self._picked)
        self._field = _CommandField()
        self._field.setPlaceholderText("my-editor +{line} {path}")
        self._field.textEdited.connect(lambda: self._try(self._field.text().strip()))
        self._field.returnPressed.connect(self._finish)
        self._field.left.connect(self._finish)
        self._layout.setDirection(QVBoxLayout.Direction.TopToBottom)
        self._add(self._box, self.tr(setting.title))
        self._add(self._field, self.tr("Command of “{0}”").format(self.tr(setting.title)))
        self._box.setFixedWidth(scaled(_FIELD_WIDTH))
        self._field.setFixedWidth(scaled(_FIELD_WIDTH))
        self._field.hide()

    @property
    def is_text(self) -> bool:
        return self._box.currentData() is None

    def set_value(self, value: Value) -> None:
        place = self._box.findData(value)
        is_other = place < 0
        self._box.setCurrentIndex(self._box.count() - 1 if is_other else place)
        self._field.setText(str(value) if is_other else "")
        if not is_other and self._field.hasFocus():
            self._box.setFocus()
        self._field.setVisible(is_other)

    def _picked(self) -> None:
        name = self._box.currentData()
        self._field.setVisible(name is None)
        if name is None:
            self.is_typing = True  # nothing is chosen until the command is typed
            self._field.setFocus()
        else:
            self._choose(name)

    def _finish(self) -> None:
        if not self.is_typing:
            return
        if self._field.text().strip():
            self._choose(self._field.text().strip())
        else:
            self._give_up()


class TextControl(Control):
    """Any text in a line."""

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(setting, parent)
        self._field = QLineEdit()
        self._field.setFixedWidth(scaled(_FIELD_WIDTH))
        self._field.textEdited.connect(self._try)
        self._field.editingFinished.connect(self._finish)
        self._add(self._field, self.tr(setting.title))

    @property
    def is_text(self) -> bool:
        return True

    def set_value(self, value: Value) -> None:
        self._field.setText(str(value))

    def _finish(self) -> None:
        if self.is_typing:
            self._choose(self._field.text())


class _RulesField(QPlainTextEdit):
    """Signals: left, when the person has gone elsewhere."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "field")
        self.setTabChangesFocus(True)
        self.setFont(code_font())
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:  # its own menu
            self.left.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.left.emit()

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() == QEvent.Type.FontChange:
            self.setFixedHeight(self.fontMetrics().lineSpacing() * _RULE_LINES + 2 * tokens.SPACE_3)
        return handled


class RulesControl(Control):
    """A list, one entry a line."""

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(setting, parent)
        self._field = _RulesField()
        self._field.setFixedWidth(scaled(_FIELD_WIDTH))
        self._field.setPlaceholderText(self.tr("For example: {0}").format(setting.example) if setting.example else "")
        self._field.textChanged.connect(lambda: self._try(self._typed()))
        self._field.left.connect(self._finish)
        self._add(self._field, self.tr("{0}, one a line").format(self.tr(setting.title)))

    @property
    def is_text(self) -> bool:
        return True

    def set_value(self, value: Value) -> None:
        text = "\n".join(value) if isinstance(value, list) else ""
        if text != self._field.toPlainText():
            self._field.blockSignals(True)
            self._field.setPlainText(text)
            self._field.blockSignals(False)

    def _typed(self) -> list[str]:
        return [line for line in self._field.toPlainText().splitlines() if line.strip()]

    def _finish(self) -> None:
        if self.is_typing:
            self._choose(self._typed())


class ChipsControl(Control):
    """Which of several are on; the last one that is cannot go off."""

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(setting, parent)
        box = QWidget()
        self._flow = Flow(box, tokens.SPACE_2)
        self._layout.addWidget(box)
        self._chips: dict[str, QPushButton] = {}
        self._shown: set[str] = set(setting.default) if isinstance(setting.default, list) else set()
        for name, title in setting.choices.items():
            chip = QPushButton(self.tr(title))
            chip.setProperty("kind", "chip")
            chip.setCheckable(True)
            chip.clicked.connect(lambda _on, name=name: self._clicked(name))
            self._chips[name] = chip
            self._add(chip, self.tr(title))
        self._show()

    def _place(self, widget: QWidget) -> None:
        self._flow.addWidget(widget)

    def offer(self, names: set[str]) -> None:
        """These can be had; others are shown only while they are on."""
        self._shown |= names
        self._show()

    def set_value(self, value: Value) -> None:
        for name, chip in self._chips.items():
            chip.setChecked(isinstance(value, list) and name in value)
        self._show()

    def _show(self) -> None:
        for name, chip in self._chips.items():
            chip.setVisible(name in self._shown or chip.isChecked())

    def _clicked(self, name: str) -> None:
        names = [one for one, chip in self._chips.items() if chip.isChecked()]
        if not names:
            self._chips[name].setChecked(True)
        self._choose(names)


def control_for(setting: Setting, parent: QWidget | None = None) -> Control:
    """What sets a setting, by the type of its value."""
    match setting.default:
        case bool():
            return SwitchControl(setting, parent)
        case int():
            return NumberControl(setting, parent)
        case list():
            return (ChipsControl if setting.choices else RulesControl)(setting, parent)
        case _:
            return (ChoiceControl if setting.choices else TextControl)(setting, parent)
