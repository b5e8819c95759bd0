"""What does the foot of the search dialog say? What was found, in how many items, what was left out, or what is wrong."""

from PySide6.QtCore import QCoreApplication

from sleuth.domain.hits import Answer
from sleuth.domain.items import Source


def _tr(text: str) -> str:
    return QCoreApplication.translate("SearchFoot", text)


def counted(count: int, one: str, many: str) -> str:
    """The number and the noun."""
    return f"{count:,} {one if count == 1 else many}"


def found(answer: Answer) -> str:
    """`57 items`, or that there are none."""
    least = _tr("at least ") if answer.is_partial else ""
    return f"{least}{counted(answer.total, _tr('item'), _tr('items'))}" if answer.total else _tr("Nothing found")


def searched(answer: Answer) -> int:
    """How many items there are in the sources that were searched; tables are files."""
    names = {source.value for source in answer.sources} | ({"tables"} if Source.FILES in answer.sources else set())
    symbols = sum(answer.coverage.symbols.values()) if Source.SYMBOLS in answer.sources else 0
    return sum(count for name, count in answer.coverage.items.items() if name in names) + symbols


def left_out(answer: Answer) -> list[str]:
    """`120 ignored`, `1 not read`: what was not searched, and why."""
    parts = [f"{count:,} {_tr(reason.replace('_', ' '))}" for reason, count in answer.coverage.left_out.items() if count]
    if answer.coverage.unreadable:
        parts.append(f"{answer.coverage.unreadable:,} {_tr('not read')}")
    return parts


def summary(answer: Answer) -> str:
    """`57 items, 4,346 searched · 120 ignored · 1 not read`."""
    parts = [f"{found(answer)}, {searched(answer):,} {_tr('searched')}", *left_out(answer), f"{answer.took_ms:,.0f} ms"]
    return " · ".join(parts)
