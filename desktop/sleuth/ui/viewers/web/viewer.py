"""How is an item shown that renders to a page?

In: a reading. It is rendered in a job, shown locked down, marked, and scrolled to its place; a theme that changes
changes the page's colours where it stands.
"""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QFontInfo
from PySide6.QtWebEngineCore import QWebEnginePage
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QMenu, QStackedLayout, QWidget

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import SleuthError
from sleuth.engine.reading import Reading
from sleuth.ui.jobs.lane import Lane
from sleuth.ui.theme.theme import code_font, interface_font, theme
from sleuth.ui.theme.tokens import SPINNER_AFTER_MS
from sleuth.ui.viewers.base import Place, Viewer
from sleuth.ui.viewers.web.addresses import root_of
from sleuth.ui.viewers.web.formulas import Undrawn
from sleuth.ui.viewers.web.locked import LockedPage
from sleuth.ui.viewers.web.note import Note
from sleuth.ui.viewers.web.page import Fonts, Rendered, page, variables
from sleuth.ui.viewers.web.patterns import typed_pattern, words_pattern
from sleuth.ui.viewers.web.pictures import Refused

_WORDS, _TYPED = "gu", "giu"
"""How a regular expression is to match: marks as they are written, what is typed in any case."""
_ASK_AFTER_MS = 100


class WebViewer(Viewer):
    """Shows what an item renders to. Subclasses say how it does that, and what their pages are called in the style."""

    page_kind = ""
    page_rules = ""
    """Styles of its own."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lane = Lane(self)
        self._reading: Reading | None = None
        self._place = Place("")
        self._top: tuple[str | None, int, float] | None = None
        """Where the person scrolled to; none while they are where the last jump led."""
        self._state = (0, 0)
        self._words, self._typed = "", ""
        self._is_loading = False
        self._shown_ref = ""
        """What the page shows, or is about to."""
        self._after_load: list[Callable[[], None]] = []
        self._build()
        theme().changed.connect(self._restyle)

    def _build(self) -> None:
        self._view = QWebEngineView(self)
        self._view.setAcceptDrops(False)
        self._view.setAccessibleName(self.tr("Text"))
        self._view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._view.customContextMenuRequested.connect(self._show_menu)
        self._page = LockedPage(self)
        self._page.setBackgroundColor(theme().colour("surface"))
        self._page.link_activated.connect(self.link_activated)
        self._page.shown.connect(self._shown)
        self._page.scrollPositionChanged.connect(self._scrolled)
        self._page.renderProcessTerminated.connect(self._broke)
        self._view.setPage(self._page)
        self._note = Note(self)
        self._note.again.connect(self._load_again)
        self._layers = self._lay_out()
        self._layers.addWidget(self._view)
        self._layers.addWidget(self._note)
        self._layer: QWidget = self._view
        self.setFocusProxy(self._view)
        self._ask_soon = QTimer(self, interval=_ASK_AFTER_MS, singleShot=True)
        self._ask_soon.timeout.connect(self._ask_top)
        self._say_soon = QTimer(self, interval=SPINNER_AFTER_MS, singleShot=True)
        self._say_soon.timeout.connect(self._say_loading)

    def _lay_out(self) -> QStackedLayout:
        """Where the page is, or a sentence instead."""
        return QStackedLayout(self)

    def words(self, reading: Reading) -> str:
        """The pattern of what is marked; runs beside the event loop."""
        return words_pattern(reading)

    def root(self, reading: Reading) -> Path:
        """The workspace's."""
        return root_of(reading.path, reading.ref)

    @abstractmethod
    def renderer(self, reading: Reading) -> Callable[[Cancellation], Rendered]:
        """What renders it; runs beside the event loop, so it touches no widget."""

    # -- what every viewer does

    def show_reading(self, reading: Reading, place: Place) -> None:
        same = self._reading is not None and self._reading.ref == reading.ref and place == self._place
        self._reading, self._place = reading, place
        if not same:
            self._top = None
        self._load(reading)

    def go_to(self, place: Place) -> None:
        self._place, self._top = place, None
        self._when_loaded(lambda: self._page.ask("go", *_target(place), answer=self._tell_state))
        if place.line is not None:
            self._when_loaded(lambda: self._page.ask("point"))

    def place(self) -> Place:
        return self._place

    def find_text(self, text: str) -> None:
        self._typed = text
        pattern, flags = self._pattern()
        self._when_loaded(lambda: self._page.ask("mark", pattern, flags, bool(text), answer=self._tell_state))

    def step(self, by: int) -> None:
        self._when_loaded(lambda: self._page.ask("step", by, answer=self._tell_state))

    def release(self) -> None:
        theme().changed.disconnect(self._restyle)
        self._ask_soon.stop()
        self._say_soon.stop()
        self._lane.close()
        self._after_load.clear()
        self._page.release()

    # -- a page comes

    def _load(self, reading: Reading) -> None:
        self._is_loading = True
        self._say_soon.start()
        render = self.renderer(reading)

        def op(cancellation: Cancellation) -> tuple[Rendered, str]:
            rendered = render(cancellation)
            return replace(rendered, html=_notice(reading) + rendered.html), self.words(reading)

        self._lane.start(op, self._rendered, self._failed, alone=True)

    def _rendered(self, result: tuple[Rendered, str]) -> None:
        rendered, self._words = result
        reading = self._reading
        assert reading is not None
        self._say_soon.stop()
        self._shown_ref = reading.ref
        html = page(reading.ref, rendered, self.page_kind, theme().colours, _fonts(), self.page_rules)
        self._page.show_page(
            html,
            self.root(reading),
            rendered.pictures,
            *self._pattern(),
            self._opening_place(),
        )
        self._show_layer(self._view)

    def _opening_place(self) -> dict[str, Any]:
        """Where the new page opens: where the person was in the old one, or at the place that was asked for."""
        if self._top is None:
            section, line = _target(self._place)
            return {"section": section, "line": line}
        section, line, height = self._top
        return {"section": section, "line": line, "height": height, "mark": self._state[0]}

    def _shown(self, current: int, count: int) -> None:
        self._is_loading = False
        waiting, self._after_load = self._after_load, []
        if not waiting:
            self._tell_state([current, count])
        for act in waiting:
            act()

    def _when_loaded(self, act: Callable[[], None]) -> None:
        if self._is_loading:
            self._after_load.append(act)
        else:
            act()

    def _failed(self, error: BaseException) -> None:
        self._say_soon.stop()
        text = error.text() if isinstance(error, SleuthError) else f"{type(error).__name__}: {error}"
        self._say(self.tr("This cannot be shown as it reads: {}.").format(text.rstrip(".")))

    def _broke(self, status: QWebEnginePage.RenderProcessTerminationStatus, _: int) -> None:
        if status != QWebEnginePage.RenderProcessTerminationStatus.NormalTerminationStatus:
            self._say(self.tr("The view of this text ended unexpectedly."), can_repeat=True)

    def _load_again(self) -> None:
        if self._reading is not None:
            self._load(self._reading)

    def _say_loading(self) -> None:
        # What stood here before stays, unless it is another item.
        if self._reading is not None and self._reading.ref != self._shown_ref:
            self._say(self.tr("Preparing the text…"))

    def _say(self, sentence: str, can_repeat: bool = False) -> None:
        self._note.say(sentence, can_repeat)
        self._show_layer(self._note)

    def _show_layer(self, layer: QWidget) -> None:
        self._layer = layer
        if self.is_page_shown():
            self._layers.setCurrentWidget(layer)

    def is_page_shown(self) -> bool:
        """Whether what is rendered is what the person sees; a subclass may show something else."""
        return True

    # -- marks and places

    def _pattern(self) -> tuple[str, str]:
        return (typed_pattern(self._typed), _TYPED) if self._typed else (self._words, _WORDS)

    def _tell_state(self, state: Any) -> None:
        if isinstance(state, list):
            self._state = int(state[0]), int(state[1])
            if self.is_page_shown():
                self.marks_changed.emit(*self._state)

    def _scrolled(self) -> None:
        if not self._is_loading:
            self._ask_soon.start()

    def _ask_top(self) -> None:
        self._page.ask("top", answer=self._reached)

    def _reached(self, top: Any) -> None:
        if not isinstance(top, list) or self._is_loading or not self.is_page_shown():
            return
        section, line, height = top
        self._top = section or None, int(line), float(height)
        place = replace(self._place, section=self._top[0], line=self._top[1])
        if place != self._place:
            self._place = place
            self.place_changed.emit()

    # -- looks

    def _restyle(self) -> None:
        self._page.setBackgroundColor(theme().colour("surface"))
        rules = variables(theme().colours, _fonts())
        self._when_loaded(lambda: self._page.ask("restyle", rules))

    def _show_menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = menu.addAction(
            self.tr("Copy"), lambda: self._page.triggerAction(QWebEnginePage.WebAction.Copy)
        )
        copy.setEnabled(self._page.hasSelection())
        menu.addAction(
            self.tr("Select all"), lambda: self._page.triggerAction(QWebEnginePage.WebAction.SelectAll)
        )
        menu.popup(self._view.mapToGlobal(at))

    def notes(self) -> dict[Refused | Undrawn, str]:
        """What is said of pictures that are not shown, and of formulas that are not drawn."""
        return {
            Refused.REMOTE: self.tr("Picture “{}” not shown: it is not in the workspace"),
            Refused.OUTSIDE: self.tr("Picture “{}” not shown: it is outside of the workspace"),
            Refused.ABSENT: self.tr("Picture “{}” not shown: there is no such picture"),
            Refused.LARGE: self.tr("Picture “{}” not shown: it is larger than 10 MB"),
            Undrawn.LONG: self.tr("Shown as it is written: the formula is too long"),
            Undrawn.DEEP: self.tr("Shown as it is written: the formula is nested too deeply"),
            Undrawn.MANY: self.tr("Shown as it is written: there are too many formulas"),
            Undrawn.WRONG: self.tr("Shown as it is written: {}"),
        }


def _notice(reading: Reading) -> str:
    said = reading.notice or ""
    return f'<p class="quiet" data-silent>{escape(said[:1].upper() + said[1:])}</p>' if said else ""


def _target(place: Place) -> tuple[str | None, int | None]:
    return place.section, place.line


def _fonts() -> Fonts:
    return Fonts(interface_font().family(), code_font().family(), QFontInfo(interface_font()).pixelSize())
