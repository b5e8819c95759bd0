"""How is a chat shown: messages as they read, some at a time, the one that was found among them?

The page holds a part of the chat (`extent`); going on, stepping to a mark or to a message's number brings others. Marks are
counted over the whole chat, whatever of it is in the page.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QDateTime, QLocale
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from sleuth.domain.cancel import Cancellation
from sleuth.domain.numbers import number_in
from sleuth.engine.reading import Reading, ReadMessage
from sleuth.ingest.readers.base import stoppable
from sleuth.ui.jobs.lane import Lane
from sleuth.ui.models.agents import agent_name
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.chat import extent as extents
from sleuth.ui.viewers.chat.bar import ChatBar
from sleuth.ui.viewers.chat.marks import Mark, Marks, before_all, found_in
from sleuth.ui.viewers.chat.reading import ChatReading, section_of
from sleuth.ui.viewers.chat.rendering import ChatRenderer, Words
from sleuth.ui.viewers.chat.resume import resume_command
from sleuth.ui.viewers.chat.style import RULES
from sleuth.ui.viewers.chat.transcript import show_transcript
from sleuth.ui.viewers.web.page import Rendered
from sleuth.ui.viewers.web.patterns import forms_pattern
from sleuth.ui.viewers.web.viewer import WebViewer

# More comes while there is less than so many views' height left to scroll.
_NEAR = 1.5
# The end is in view where no more than this part of it is below.
_AT_END = 0.05


class ChatViewer(WebViewer):
    """Shows chats; nothing in them is run, and nothing is fetched."""

    page_kind = "chat"
    page_rules = RULES
    counted_in = "message"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chat: ChatReading | None = None
        self._renderer: ChatRenderer | None = None
        self._extent = range(0)
        self._marks = Marks()
        self._current: Mark | None = None
        self._sought: tuple[Mark, int] | None = None
        """A mark that the page is loaded for, and in which direction the person steps."""
        self._is_changing = False
        """Whether messages are on their way into the page."""
        self._is_at_end = False
        self._counting = Lane(self)

    def _lay_out(self) -> QStackedLayout:
        self.bar = ChatBar(self)
        self.bar.resume_wanted.connect(self._copy_resume)
        self.bar.transcript_wanted.connect(self.show_transcript)
        self.bar.copy_wanted.connect(lambda: self._copy_message(self._number()))
        self._page.acted.connect(self._act)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layers = QStackedLayout()
        layout.addLayout(layers, 1)
        return layers

    # -- what is shown

    def show_reading(self, reading: Reading, place: Place) -> None:
        assert isinstance(reading, ChatReading)
        before, self._chat = self._chat, reading
        is_again = before is not None and before.ref == reading.ref and self._place.query == place.query and not self._is_loading
        if not is_again or before is None:
            self._begin(reading, place)
        elif place != self._place:
            self._marks = Marks(self._counts(reading)) if before.chat.messages != reading.chat.messages else self._marks
            self._reading = reading
            self.go_to(place)
        else:
            self._renew(before, reading)
        self._say_about(reading)

    def _begin(self, reading: ChatReading, place: Place) -> None:
        self._renderer = ChatRenderer(reading.root, self._said(reading))
        self._current, self._is_at_end = None, False
        self._marks = Marks(self._counts(reading))
        number = reading.number_of(place)
        self._extent = extents.around(_sizes(reading), number - 1)
        self._place, self._top = self._named(place, number), None
        self._reading = reading
        self._load(reading)

    def _renew(self, before: ChatReading, now: ChatReading) -> None:
        """A scan has read it again: what is new is shown, and the person stays where they are."""
        self._reading = now
        old, new = before.chat.messages, now.chat.messages
        same = next((at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), min(len(old), len(new)))
        if same == len(old) == len(new):
            self._tell()
            return
        self._marks.replace_from(same, self._counts(now)[same:])
        number = self._number()
        is_tail = self._extent.start < same and number <= same
        if not is_tail or (self._is_at_end and len(new) - same > extents.MOST):
            self._load_anew(now)
            return
        kept = range(self._extent.start, min(self._extent.stop, same))
        start, stop = kept.start, kept.stop
        if self._is_at_end:
            start, stop = max(start, len(new) - extents.MOST), len(new)
        elif self._extent.stop >= len(old):
            stop = extents.later(_sizes(now), kept).stop
        self._change(range(start, stop), to_end=self._is_at_end, kept=kept)

    def _load_anew(self, now: ChatReading) -> None:
        """What was read is somewhere else in the chat now."""
        number = len(now.chat.messages) if self._is_at_end else now.number_of(self._place)
        self._extent = extents.around(_sizes(now), number - 1)
        self._place = self._named(self._place, number)
        if self._top is not None:
            self._top = self._place.section, 0, self._top[2]
        if self._is_at_end:
            self._after_load.append(lambda: self._page.ask("toEnd", answer=self._tell_state))
        self._load(now)

    def go_to(self, place: Place) -> None:
        chat = self._chat
        if chat is None:
            return
        number = chat.number_of(place)
        self._place, self._top, self._current = self._named(place, number), None, None
        self._when_loaded(lambda: self._go(number, place.line))

    def _go(self, number: int, line: int | None) -> None:
        if number - 1 in self._extent:
            self._page.ask("go", section_of(number), line, answer=self._tell_state)
        elif self._chat is not None:
            self._load_around(number)

    def _load_around(self, number: int) -> None:
        assert self._chat is not None
        self._top = None
        self._extent = extents.around(_sizes(self._chat), number - 1)
        self._load(self._chat)

    def _load(self, reading: Reading) -> None:
        self._is_changing = False  # which the new page makes idle
        super()._load(reading)

    # -- rendering, beside the event loop

    def renderer(self, reading: Reading) -> Callable[[Cancellation], Rendered]:
        assert isinstance(reading, ChatReading)
        assert self._renderer is not None
        chat, extent, renderer = reading, self._extent, self._renderer

        def render(cancellation: Cancellation) -> Rendered:
            with stoppable(cancellation):
                return renderer.page(chat, extent, cancellation.check)

        return render

    def words(self, reading: Reading) -> str:
        assert isinstance(reading, ChatReading)
        return forms_pattern((message.text, message.marks) for message in reading.chat.messages)

    def root(self, reading: Reading) -> Path:
        assert isinstance(reading, ChatReading)
        return reading.root

    # -- more of it

    def _extend(self, by: int) -> None:
        chat = self._chat
        if chat is None or self._is_changing or self._is_loading:
            return
        more = (extents.later if by > 0 else extents.earlier)(_sizes(chat), self._extent)
        if more:
            self._change(extents.joined(self._extent, more))

    def _change(self, extent: range, to_end: bool = False, kept: range | None = None) -> None:
        """Have other messages in the page; of those in it `kept` are as they were."""
        chat, renderer = self._chat, self._renderer
        assert chat is not None
        assert renderer is not None
        self._is_changing = True
        shown, count = self._extent, len(chat.chat.messages)
        stays = kept if kept is not None else shown
        stays = range(max(stays.start, extent.start), min(stays.stop, extent.stop))

        def op(cancellation: Cancellation) -> tuple[dict[str, Any], frozenset[str]]:
            with stoppable(cancellation):
                before = renderer.messages(chat, range(extent.start, stays.start), cancellation.check)
                after = renderer.messages(chat, range(stays.stop, extent.stop), cancellation.check)
            more = {
                "before": before.html, "after": after.html, "toEnd": to_end,
                "dropBefore": stays.start - shown.start, "dropAfter": shown.stop - stays.stop,
                "earlier": renderer.earlier(extent), "later": renderer.later(extent, count),
            }  # fmt: skip
            return more, after.pictures

        def done(result: tuple[dict[str, Any], frozenset[str]]) -> None:
            more, pictures = result
            self._extent = extent
            self._page.allow(pictures)
            self._page.ask("change", more, answer=self._changed)

        self._lane.start(op, done, self._failed)

    def _changed(self, standing: Any) -> None:
        self._is_changing = False
        self._stand(standing)
        self._ask_soon.start()  # it may not be enough yet

    # -- marks

    def _counts(self, reading: ChatReading) -> list[int]:
        if self._typed:
            return found_in((message.text for message in reading.chat.messages), self._typed)
        return [len(message.marks) for message in reading.chat.messages]

    def _tell_state(self, state: Any) -> None:
        if isinstance(state, list):
            self._page.ask("standing", answer=self._stand)

    def _stand(self, standing: Any) -> None:
        """What the page says of its marks."""
        if not isinstance(standing, Mapping) or self._is_loading:
            return  # of a page that is about to go
        self._marks.correct({_number_in(section): int(count) for section, count in standing["counts"].items()})
        own = standing["own"]
        if own is not None:
            self._current = _number_in(own[0]), int(own[1])
        if self._sought is not None:
            self._reach(*self._sought)
        else:
            self._tell()

    def _tell(self) -> None:
        self._state = self._marks.position(self._current), self._marks.total
        self.marks_changed.emit(*self._state)

    def step(self, by: int) -> None:
        self._when_loaded(lambda: self._step_from(self._current or before_all(self._number()), by))

    def _step_from(self, mark: Mark, by: int) -> None:
        target = self._marks.next(mark, by)
        if target is None:
            self._sought = None
            self._tell()
        elif target[0] - 1 in self._extent:
            self._sought = None
            self._own(target)
        else:
            self._sought = target, by
            self._place = self._named(self._place, target[0])
            self._load_around(target[0])

    def _reach(self, target: Mark, by: int) -> None:
        """The page was loaded for a mark, and now it is known what is marked there."""
        if target[0] - 1 not in self._extent:
            return
        count = self._marks.count(target[0])
        if count:
            self._sought = None
            self._own((target[0], min(target[1], count - 1)))
        else:
            self._step_from(before_all(target[0]), by)

    def _own(self, mark: Mark) -> None:
        self._current = mark
        self._place, self._top = self._named(self._place, mark[0]), None
        self._page.ask("own", section_of(mark[0]), mark[1], True, answer=self._stand)
        self.place_changed.emit()

    def find_text(self, text: str) -> None:
        self._typed, self._sought = text, None
        chat = self._chat
        if chat is None:
            return
        self._counting.start(lambda _: self._counts(chat), self._counted, self._failed, alone=True)

    def _counted(self, counts: list[int]) -> None:
        chat = self._chat
        if chat is None or len(counts) != len(chat.chat.messages):
            return
        self._marks, self._current = Marks(counts), None
        pattern, flags = self._pattern()
        self._when_loaded(lambda: self._page.ask("mark", pattern, flags, bool(self._typed), answer=self._found))

    def _found(self, _state: Any) -> None:
        self._page.ask("standing", answer=self._found_here)

    def _found_here(self, standing: Any) -> None:
        self._stand(standing)
        if self._typed and self._current is None and self._marks.total:
            self.step(1)  # none of them is in the page

    # -- places

    def _number(self) -> int:
        """The message where the person is."""
        return self._place.number or 1

    def _named(self, place: Place, number: int) -> Place:
        """A place as links and Back have it."""
        assert self._chat is not None
        return replace(self._chat.place_of(number, place.query), line=place.line if place.number in (number, None) else None)

    def _shown(self, current: int, count: int) -> None:
        super()._shown(current, count)
        if self._current is not None and self._sought is None and self._top is not None:
            number, ordinal = self._current
            self._page.ask("own", section_of(number), ordinal, False, answer=self._stand)
        self._ask_soon.start()

    def _ask_top(self) -> None:
        self._page.ask("view", answer=self._viewed)

    def _viewed(self, view: Any) -> None:
        if not isinstance(view, list) or self._is_loading or self._chat is None:
            return
        seen, above, below = view
        is_whole = self._extent.stop == len(self._chat.chat.messages)
        self._is_at_end = is_whole and below <= _AT_END
        if isinstance(seen, list):
            self._top = seen[0], 0, float(seen[1])
            place = self._chat.place_of(_number_in(seen[0]), self._place.query)
            if place != self._place:
                self._place = place
                self.place_changed.emit()
        if above < _NEAR and self._extent.start:
            self._extend(-1)
        elif below < _NEAR and not is_whole:
            self._extend(1)

    def _opening_place(self) -> dict[str, Any]:
        if self._top is None:
            return {"section": self._place.section, "line": self._place.line}
        return {"section": self._top[0], "line": None, "height": self._top[2], "mark": 0}

    # -- what can be done

    def _act(self, name: str) -> None:
        """A control in the page was used."""
        chat = self._chat
        if chat is None:
            return
        what, _, number = name.partition(" ")
        if what == "copy":
            self._copy_message(number_in(number) or 0)
        elif what in ("first", "last"):
            here = self._place
            there = chat.place_of(1 if what == "first" else len(chat.chat.messages), here.query)
            self.go_to(there)
            self.jumped.emit(here, there)
        else:
            self._extend(1 if what == "later" else -1)

    def _copy_message(self, number: int) -> None:
        message = self._message(number)
        if message is not None:
            QGuiApplication.clipboard().setText(message.text)
            self.bar.say(self.tr("Message {0} was copied.").format(f"{number:,}"))

    def _message(self, number: int) -> ReadMessage | None:
        messages = self._chat.chat.messages if self._chat is not None else ()
        return messages[number - 1] if 1 <= number <= len(messages) else None

    def _copy_resume(self) -> None:
        command = resume_command(self._chat.chat.session) if self._chat is not None else ""
        if command:
            QGuiApplication.clipboard().setText(command)
            self.bar.say(self.tr("Copied: {0}").format(command))

    def show_transcript(self) -> None:
        """Open the file that the agent wrote, or show where it lies."""
        if self._chat is not None:
            self.bar.say(show_transcript(self._chat.chat.path, self._chat.root, self.bar.say) or "")

    def _say_about(self, reading: ChatReading) -> None:
        chat = reading.chat
        count = len(chat.messages)
        counted = self.tr("1 message") if count == 1 else self.tr("{0} messages").format(f"{count:,}")
        parts = [chat.session.model or "", counted, _days(chat.messages)]
        self.bar.show_chat(" · ".join(part for part in parts if part), resume_command(chat.session), self._why_no_resume(reading))

    def _why_no_resume(self, reading: ChatReading) -> str:
        if not reading.chat.session.resume:
            return self.tr("{0} has no command that takes a session up again").format(agent_name(reading.chat.agent))
        if sys.platform == "win32":
            return self.tr("Its name or folder has letters that no command line can be given safely")
        return self.tr("Its name or folder has letters that no terminal should be given")

    def _said(self, reading: ChatReading) -> Words:
        return Words(
            user=self.tr("You"),
            agent=agent_name(reading.chat.agent),
            tool=self.tr("Tool"),
            copy=self.tr("Copy message {0}"),
            message=self.tr("message {0} of {1}"),
            lines=self.tr("{0} lines"),
            line=self.tr("1 line"),
            earlier=self.tr("Earlier ({0})"),
            first=self.tr("First message"),
            later=self.tr("Later ({0})"),
            last=self.tr("Last message"),
            empty=self.tr("Nothing was said in this chat."),
            cut=self.tr("The message goes on; the transcript has all of it."),
            notes=self.notes(),
        )

    def release(self) -> None:
        self._counting.close()
        super().release()


def _sizes(reading: ChatReading) -> list[int]:
    return [len(message.text) for message in reading.chat.messages]


def _number_in(section: str) -> int:
    return number_in(section.rpartition(" ")[2]) or 0


def _days(messages: tuple[ReadMessage, ...]) -> str:
    """From when to when it went."""
    moments = [message.at_ms for message in messages if message.at_ms is not None]
    if not moments:
        return ""
    first, last = (QDateTime.fromMSecsSinceEpoch(one).date() for one in (min(moments), max(moments)))
    written = [QLocale().toString(day, QLocale.FormatType.ShortFormat) for day in (first, last)]
    return written[0] if first == last else " – ".join(written)
