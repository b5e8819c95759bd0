"""What does an item say around a line?

    ReadCall → the lines, as the item is now, within the budget

Only what the index knows can be read, of whichever source, and of a file only what may be shown: a reference that leads
out of the workspace, through a link or to a blocked path, leads nowhere.
"""

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import BudgetTooSmall, ItemUnreadable, NoSuchItem
from sleuth.domain.items import Section, Source
from sleuth.domain.links import LinkParts, parts_of
from sleuth.domain.numbers import number_in
from sleuth.engine.indexed import Indexed
from sleuth.engine.workspace import FILE_SOURCES, Workspace
from sleuth.mcp_server.arguments import ReadCall
from sleuth.mcp_server.budget import cut, size, tokens_within
from sleuth.mcp_server.wording import name_of, reworded
from sleuth.places import can_be_path
from sleuth.settings.blocked import BlockedPaths

_MESSAGE = re.compile(r"message (\d{1,9})")
_LINE_END_TOKENS = 2
"""It is written as `\\n`."""
_LEAST_LINE = 40
_NAMED_SECTIONS = 6


@dataclass(frozen=True, slots=True)
class _Window:
    """Lines of a text, and whether they are fewer than was asked for."""

    first: int
    lines: list[str]
    is_cut: bool


def read(workspace: Workspace, call: ReadCall, cancellation: Cancellation) -> dict[str, Any]:
    """The answer.

    Raises:
        NoSuchItem, ItemUnreadable, ItemBinary, ItemTooLarge, BudgetTooSmall.
    """
    place = _place(workspace, call)
    found, line = _found(workspace, place, cancellation)
    text, sections, notice = _text(workspace, found)
    message = _MESSAGE.fullmatch(place.section or "")
    label = None if found.item.source is Source.CHATS or message else place.section
    start, stop = _stretch(text, sections, label)
    lines = text[start:stop].removesuffix("\n").split("\n")
    return _fitted(_about(workspace, found, label, sections) | ({"notice": notice} if notice else {}), lines, line, call)


# -- what is meant


def _place(workspace: Workspace, call: ReadCall) -> LinkParts:
    """A reference or a link, taken apart."""
    if not can_be_path(call.ref) or not call.ref.strip():
        raise NoSuchItem("ref must be the reference of a hit; no item is called so")
    link = parts_of(call.ref)
    if link is None:
        return LinkParts(workspace.key, call.source, call.ref, call.line, call.section)
    if link.workspace != workspace.key:
        raise NoSuchItem(f"the link is of another workspace than {workspace.root}")
    return replace(link, source=call.source or link.source, line=call.line or link.line, section=call.section or link.section)


def _found(workspace: Workspace, place: LinkParts, cancellation: Cancellation) -> tuple[Indexed, int | None]:
    """The item and the line in it.

    Raises:
        NoSuchItem: The index has none of this reference.
    """
    message = _MESSAGE.fullmatch(place.section or "")
    number = int(message[1]) if message else None
    for ref, line in _readings(workspace.root, place):
        there = [workspace.indexed(ref, source, number, cancellation) for source in ([place.source] if place.source else Source)]
        found = [one for one in there if one is not None]
        if found:
            # A recording of a terminal is a file too: the section tells which is meant.
            one = next((one for one in found if _has_section(one, place.section)), found[0])
            return one, line or one.line
    raise NoSuchItem(_why_not(workspace, place.ref))


def _has_section(found: Indexed, label: str | None) -> bool:
    return label is None or any(section.label == label for section in found.sections)


def _readings(root: Path, place: LinkParts) -> list[tuple[str, int | None]]:
    """What a reference may mean: itself, a path that is written otherwise, or a path with a line behind it."""
    plain = os.path.normpath(place.ref)
    if os.path.isabs(plain) and plain.startswith(os.path.join(root, "")):
        plain = os.path.relpath(plain, root)
    refs = [(place.ref, place.line), (plain.replace(os.sep, "/"), place.line)]
    name, _, digits = plain.replace(os.sep, "/").rpartition(":")
    line = number_in(digits)
    return [*refs, (name, place.line or line)] if name and line else refs


def _why_not(workspace: Workspace, ref: str) -> str:
    status = workspace.status()
    if status.last_scan_ns is None:
        return f"nothing is known of {ref} yet, as the first scan is not done; try again in a moment"
    verdict = workspace.why(ref, str(workspace.root))
    reason = verdict.detail or verdict.reason.value.replace("_", " ")
    return f"no item is called {ref} ({reworded(reason)}); take the ref of a hit of search_workspace"


# -- what it says


def _text(workspace: Workspace, found: Indexed) -> tuple[str, tuple[Section, ...], str | None]:
    """A file's as it is now, anything else's as it was last read."""
    item = found.item
    rule = BlockedPaths(workspace.settings()[0].deny).rule_for(item.ref)
    if rule is not None:
        raise ItemUnreadable(f"{item.ref} is blocked by the rule {rule}")
    if item.source in FILE_SOURCES:
        reading = workspace.read(item.ref)
        return reading.text, reading.sections, reading.notice
    if item.source is Source.CHATS and not os.path.exists(found.path):
        raise ItemUnreadable(f"the transcript that {item.ref} is of is not there any more")
    if item.body is None:
        raise ItemUnreadable(f"{item.ref} has no text ({item.reason or item.state.value})")
    return found.text, found.sections, None


def _stretch(text: str, sections: tuple[Section, ...], label: str | None) -> tuple[int, int]:
    """Where a section starts and ends; the whole text for none."""
    if label is None:
        return 0, len(text)
    for place, section in enumerate(sections):
        if section.label == label:
            return section.start, sections[place + 1].start if place + 1 < len(sections) else len(text)
    known = ", ".join(section.label for section in sections[:_NAMED_SECTIONS])
    raise NoSuchItem(f"it has no section {cut(label, 100)}; " + (f"the first are {known}" if known else "it has none at all"))


def _about(workspace: Workspace, found: Indexed, label: str | None, sections: tuple[Section, ...]) -> dict[str, Any]:
    """All but the lines."""
    item = found.item
    labels = [section.label for section in sections]
    at = labels.index(label) if label is not None else 0
    number = f"message {item.number}" if item.number is not None else None
    about = {
        "source": item.source.value,
        "ref": name_of(item.ref, item.source, workspace.key),
        "kind": item.kind.value,
        "language": item.language,
        "title": cut(item.title, 200) if item.source not in FILE_SOURCES else None,
        "author": found.author,
        "section": label or number,
        "previous_section": labels[at - 1] if label is not None and at else None,
        "next_section": labels[at + 1] if label is not None and at + 1 < len(labels) else None,
        "previous_ref": found.before,
        "next_ref": found.after,
    }
    return {key: value for key, value in about.items() if value is not None}


# -- how much of it is shown


def _fitted(about: dict[str, Any], lines: list[str], line: int | None, call: ReadCall) -> dict[str, Any]:
    at = min(line or 1, len(lines))
    before, after = (call.before, call.after) if line else (0, call.before + call.after)
    frame = {
        **about,
        "first_line": at,
        "last_line": len(lines),
        "line_count": len(lines),
        "text": "",
        "truncated": False,
        "next_line": len(lines),
    }
    room = call.max_tokens - size(frame)
    if room < _LEAST_LINE:
        raise BudgetTooSmall(f"this takes max_tokens of {size(frame) + 10 * _LEAST_LINE:,} at least")
    window = _window(lines, at, before, after, room)
    last = window.first + len(window.lines) - 1
    frame |= {"first_line": window.first, "last_line": last, "text": "\n".join(window.lines), "truncated": window.is_cut}
    if last < len(lines):
        frame["next_line"] = last + 1
    else:
        del frame["next_line"]
    return frame


def _window(lines: list[str], at: int, before: int, after: int, room: int) -> _Window:
    """The line itself first, then those after and before it in turns, as far as there is room."""
    wanted_first, wanted_last = max(1, at - before), min(len(lines), at + after)
    if tokens_within(lines[at - 1]) > room:
        return _Window(at, [cut(lines[at - 1], room)], is_cut=True)
    room -= tokens_within(lines[at - 1])
    first = last = at
    turns = [True, True]
    while any(turns):
        for place, (step, end) in enumerate(((1, wanted_last), (-1, wanted_first))):
            edge = last if step == 1 else first
            takes = tokens_within(lines[edge - 1 + step]) + _LINE_END_TOKENS if edge != end else 0
            turns[place] = edge != end and takes <= room
            if turns[place]:
                room -= takes
                first, last = (first, last + 1) if step == 1 else (first - 1, last)
    return _Window(first, lines[first - 1 : last], (first, last) != (wanted_first, wanted_last))
