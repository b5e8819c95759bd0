"""How is the place of a hit said in few words: the folder, the line or page, the passage and its marks?"""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from sleuth.domain.hits import Hit, PassageLine
from sleuth.domain.items import Kind
from sleuth.ui.models.agents import about_message

Span = tuple[int, int]


def folder_of(ref: str) -> str:
    """The folders of a reference, nothing for what lies at the top."""
    return ref.rpartition("/")[0]


def beside_title(hit: Hit) -> str:
    """What stands beside a title: the folder; of a message whose it is, and when it was said."""
    return about_message(hit) if hit.kind is Kind.CHAT else folder_of(hit.ref)


def where(hit: Hit) -> str:
    """Page and line: `42`, `page 3`, `cell 4:2`, `message 7`."""
    line = str(hit.line) if hit.line is not None and hit.kind is not Kind.CHAT else ""
    if not hit.section:
        return line
    return f"{hit.section}:{line}" if line and not hit.section.startswith("page") else hit.section


def more(hit: Hit) -> str:
    """What else is to be known of a hit."""
    said = []
    if hit.more:
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
