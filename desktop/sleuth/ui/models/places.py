"""How is the place of a hit said in few words: the folder, the line or page, the passage and its marks?"""

import re
from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from sleuth.domain.history import short
from sleuth.domain.hits import Hit, PassageLine
from sleuth.domain.items import Kind, Source
from sleuth.domain.symbols import SymbolKind
from sleuth.domain.terminals import PANE
from sleuth.engine.notes import is_own
from sleuth.ui.models.agents import about_message, said_by

Span = tuple[int, int]
_WORKTREE = "worktree:"


def folder_of(ref: str) -> str:
    """The folders of a reference, nothing for what lies at the top."""
    return ref.rpartition("/")[0]


def beside_title(hit: Hit) -> str:
    """What stands beside a title: the folder; of a message whose it is, and when it was said; of a terminal how it was recorded."""
    if is_own(hit.source, hit.ref):
        return QCoreApplication.translate("Notes", "your note")
    if hit.source is Source.SYMBOLS and hit.path is not None:
        return hit.path
    if hit.kind is Kind.COMMIT:
        return hit.author or ""
    if hit.source is Source.GIT:
        return git_kind_said(hit.kind)
    if hit.kind is Kind.TERMINAL:
        return recorded_by(hit.ref) or folder_of(hit.ref.removeprefix("./"))
    return about_message(hit) if hit.kind is Kind.CHAT else folder_of(hit.ref)


def lies_in(source: Source, ref: str) -> str:
    """Where an item lies, in words where its reference says nothing to a person."""
    if is_own(source, ref):
        return QCoreApplication.translate("Notes", "Your notes")
    if source is Source.GIT:
        return named_in_git(ref)
    way = recorded_by(ref) if source is Source.TERMINALS else ""
    if not way:
        return ref.removeprefix("./")
    way = way[:1].upper() + way[1:]
    return way if ref.startswith(PANE) else f"{way}/{ref.rpartition('/')[2]}"


def named_in_git(ref: str) -> str:
    """A commit by the start of its hash; what else there is by its name."""
    if ref.startswith(_WORKTREE):
        return ref.removeprefix(_WORKTREE)
    return re.sub(r"(^|/)refs/(heads|remotes|tags)/", r"\1", ref) if "refs/" in ref else short(ref)


def git_kind_said(kind: Kind) -> str:
    """What a thing of git's is called."""
    words = {
        Kind.COMMIT: QCoreApplication.translate("Commits", "commit"),
        Kind.BRANCH: QCoreApplication.translate("Commits", "branch"),
        Kind.TAG: QCoreApplication.translate("Commits", "tag"),
        Kind.WORKTREE: QCoreApplication.translate("Commits", "worktree"),
    }
    return words.get(kind, "")


def symbol_kind_said(kind: SymbolKind) -> str:
    """What a declaration declares, in a word."""
    words = {
        SymbolKind.FUNCTION: QCoreApplication.translate("Symbols", "function"),
        SymbolKind.METHOD: QCoreApplication.translate("Symbols", "method"),
        SymbolKind.TYPE: QCoreApplication.translate("Symbols", "type"),
        SymbolKind.CONSTANT: QCoreApplication.translate("Symbols", "constant"),
        SymbolKind.VARIABLE: QCoreApplication.translate("Symbols", "variable"),
        SymbolKind.MODULE: QCoreApplication.translate("Symbols", "package"),
    }
    return words[kind]


def recorded_by(ref: str) -> str:
    """How a terminal came to be recorded, by its reference; empty of a file that lies in a folder of the person's."""
    ways = {
        PANE: QCoreApplication.translate("Terminals", "open pane of tmux"),
        "recordings/": QCoreApplication.translate("Terminals", "recorded with sleuth record"),
        "~/.cursor/": QCoreApplication.translate("Terminals", "Cursor's terminal"),
    }
    return next((said for start, said in ways.items() if ref.startswith(start)), "")


def where(hit: Hit) -> str:
    """Page and line: `42`, `page 3`, `cell 4:2`, `message 7`; of a terminal, `byte 840`; of a commit, its hash's start."""
    if hit.kind is Kind.TERMINAL:
        return hit.section or ""  # lines are counted from there, which tells nobody anything
    if hit.source is Source.GIT:
        return short(hit.ref) if hit.kind is Kind.COMMIT else ""
    if hit.declaration is not None:
        return f"{symbol_kind_said(hit.declaration.kind)} \u00b7 {hit.line}"
    line = str(hit.line) if hit.line is not None and hit.kind is not Kind.CHAT else ""
    if not hit.section:
        return line
    return f"{hit.section}:{line}" if line and not hit.section.startswith("page") else hit.section


def where_further(hit: Hit) -> str:
    """Of what is shown under a hit; a message says whose it is: `you · message 7`."""
    return " · ".join(part for part in (said_by(hit), where(hit)) if part) if hit.kind is Kind.CHAT else where(hit)


def more(hit: Hit) -> str:
    """What else is to be known of a hit."""
    said = []
    if hit.more and hit.kind is Kind.CHAT:
        said.append(QCoreApplication.translate("HitRows", "%n more in this chat", "", hit.more))
    elif hit.more:
        text = QCoreApplication.translate("HitRows", "%n more passage(s) in this item", "", hit.more)
        said.append(text.replace("(s)", "" if hit.more == 1 else "s"))
    if hit.stale:
        said.append(QCoreApplication.translate("HitRows", "changed since the scan"))
    if hit.hidden:
        said.append(QCoreApplication.translate("HitRows", "hidden"))
    return " · ".join(said)


def matches_said(lines: Iterable[tuple[str, list[Span]]]) -> str:
    """Which words are marked, for whoever cannot see the marks: Qt gives the rows of a list no text attributes."""
    words = dict.fromkeys(text[start:stop].lower() for text, spans in lines for start, stop in spans)
    return QCoreApplication.translate("HitRows", "matches: {0}").format(", ".join(words)) if words else ""


def passage_line(hit: Hit) -> tuple[str, list[Span]]:
    """The line that matched, without the white space before it, and its marks."""
    row = next((one for one in hit.passage if one.line == hit.line), hit.passage[0] if hit.passage else None)
    if row is None:
        return "", []
    return _trimmed(row, hit)


def passage_lines(hit: Hit, most: int) -> list[tuple[str, list[Span]]]:
    """The matching line and what follows it, at most so many lines."""
    rows = list(hit.passage)
    at = next((place for place, one in enumerate(rows) if one.line == hit.line), 0)
    chosen = rows[at : at + most] if len(rows) - at >= most else rows[max(0, len(rows) - most) :]
    lines = [_trimmed(row, hit) for row in chosen]
    return [line for line in lines if line[0]] or lines


def _trimmed(row: PassageLine, hit: Hit) -> tuple[str, list[Span]]:
    """A line without the white space round it, and its marks."""
    text = row.text.rstrip()
    lead = len(text) - len(text.lstrip())
    spans = [(match.start - lead, match.stop - lead) for match in hit.matches if match.line == row.line]
    return _visible(text[lead:]), [(max(start, 0), stop) for start, stop in spans if stop > 0]


def _visible(text: str) -> str:
    """Tabs and control characters as single spaces, so that offsets stay and nothing moves the pen."""
    return text if text.isprintable() else "".join(letter if letter.isprintable() else " " for letter in text)
