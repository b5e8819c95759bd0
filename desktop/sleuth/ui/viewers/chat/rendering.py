"""What does a chat render to?

In: messages, and which of them. Out: HTML, an article a message. What was said is Markdown, and as safe as a preview of it; what a
tool gave back is a text, folded.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path

from PySide6.QtCore import QDate, QDateTime, QLocale

from sleuth.domain.chats import Role
from sleuth.engine.reading import ReadMessage
from sleuth.ui.viewers.chat.reading import ChatReading, section_of
from sleuth.ui.viewers.markdown.rendering import MarkdownRenderer, Notes
from sleuth.ui.viewers.web.addresses import act_address
from sleuth.ui.viewers.web.code import plain_lines
from sleuth.ui.viewers.web.page import Rendered
from sleuth.ui.viewers.web.pictures import Pictures

MOST_CHARACTERS = 200_000
"""What is shown of one message; half a second's work. The transcript has all of it."""
_MOST_OF_A_LINE = 90
# Links in messages start from the workspace, as those of an item at its root.
_AT_ROOT = "."


@dataclass(frozen=True, slots=True)
class Words:
    """What is said in a chat's page, in the person's language."""

    user: str
    agent: str
    tool: str
    copy: str
    """Of one message; `{}` is its number."""
    message: str
    """`{}`, `{}`: its number, and how many there are."""
    lines: str
    line: str
    earlier: str
    """`{}` is how many there are."""
    first: str
    later: str
    last: str
    empty: str
    cut: str
    notes: Notes


class ChatRenderer:
    """Renders one chat, a few messages at a time."""

    def __init__(self, root: Path, words: Words) -> None:
        self._pictures = Pictures(root, _AT_ROOT)
        self._words = words
        self._markdown = MarkdownRenderer(_AT_ROOT, words.notes)
        self._locale = QLocale()

    def page(self, reading: ChatReading, extent: range, check: Callable[[], None]) -> Rendered:
        """The inside of a page with these messages, which are counted from 0 here."""
        count = len(reading.chat.messages)
        if not count:
            return Rendered(f'<p class="quiet" data-silent>{escape(self._words.empty)}</p>')
        html = (
            f'<nav class="earlier" data-silent>{self.earlier(extent)}</nav>{self.messages(reading, extent, check).html}'
            f'<nav class="later" data-silent>{self.later(extent, count)}</nav>'
        )
        return Rendered(html, frozenset(self._pictures.shown))

    def messages(self, reading: ChatReading, extent: Iterable[int], check: Callable[[], None]) -> Rendered:
        """Messages alone."""
        parts = []
        for at in extent:
            check()
            before = reading.chat.messages[at - 1].at_ms if at else None
            parts.append(self._article(reading.chat.messages[at], before, len(reading.chat.messages), check))
        return Rendered("\n".join(parts), frozenset(self._pictures.shown))

    def earlier(self, extent: range) -> str:
        """The way to what comes before; empty where nothing does."""
        words = self._words
        if not extent.start:
            return ""
        return _control("earlier", words.earlier.format(f"{extent.start:,}")) + _control("first", words.first)

    def later(self, extent: range, count: int) -> str:
        words, left = self._words, count - extent.stop
        if not left:
            return ""
        return _control("later", words.later.format(f"{left:,}")) + _control("last", words.last)

    # -- one message

    def _article(self, message: ReadMessage, before_ms: int | None, count: int, check: Callable[[], None]) -> str:
        words = self._words
        who = {Role.USER: words.user, Role.ASSISTANT: words.agent, Role.TOOL: words.tool}[message.role]
        number = f"{message.number:,}"
        spoken = f"{who}, {words.message.format(number, f'{count:,}')}"
        return (
            f'<article class="{message.role.value}" data-section="{section_of(message.number)}" aria-label="{escape(spoken)}">'
            f'{self._day(message.at_ms, before_ms)}<div class="box">'
            f'<header data-silent><span class="who">{escape(who)}</span>{self._time(message.at_ms)}'
            f'<a class="copy" tabindex="-1" href="{act_address(f"copy {message.number}")}" aria-label="{escape(words.copy.format(number))}"></a>'
            f'<span class="number">{number}</span></header>{self._body(message, check)}</div></article>'
        )

    def _body(self, message: ReadMessage, check: Callable[[], None]) -> str:
        text = message.text[:MOST_CHARACTERS]
        cut = f'<p class="quiet" data-silent>{escape(self._words.cut)}</p>' if len(text) < len(message.text) else ""
        if message.role is Role.TOOL:
            return f'<details><summary data-silent>{self._summary(text)}</summary><pre>{plain_lines(text, 1)}</pre>{cut}</details>'
        html = self._markdown.render(text, self._pictures.address, check, f"message{message.number}")
        return f'<div class="body">{html}{cut}</div>'

    def _summary(self, text: str) -> str:
        count = text.count("\n") + 1
        first = text.partition("\n")[0][: _MOST_OF_A_LINE + 1]
        shown = first if len(first) <= _MOST_OF_A_LINE else f"{first[:_MOST_OF_A_LINE]}…"
        lines = self._words.line if count == 1 else self._words.lines.format(f"{count:,}")
        return f'<code>{escape(shown)}</code> <span>{escape(lines)}</span>'

    def _day(self, at_ms: int | None, before_ms: int | None) -> str:
        """The day, above the first message of it."""
        day = _moment(at_ms).date() if at_ms is not None else QDate()
        if not day.isValid() or (before_ms is not None and _moment(before_ms).date() == day):
            return ""
        return f'<p class="day" data-silent><span>{escape(self._locale.toString(day, QLocale.FormatType.LongFormat))}</span></p>'

    def _time(self, at_ms: int | None) -> str:
        moment = _moment(at_ms) if at_ms is not None else QDateTime()
        if not moment.isValid():
            return ""
        whole = self._locale.toString(moment, QLocale.FormatType.LongFormat)
        short = self._locale.toString(moment.time(), QLocale.FormatType.ShortFormat)
        return f'<time title="{escape(whole)}">{escape(short)}</time>'


def _moment(at_ms: int) -> QDateTime:
    return QDateTime.fromMSecsSinceEpoch(at_ms)


def _control(name: str, title: str) -> str:
    # No stop for Tab: scrolling brings what is beyond, Ctrl+G any message.
    return f'<a tabindex="-1" href="{act_address(name)}">{escape(title)}</a>'
