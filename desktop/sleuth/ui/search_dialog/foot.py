"""What does the foot of the search dialog say? What was found, in how many items, what was left out, or what is wrong."""

from PySide6.QtCore import QCoreApplication

from sleuth.domain.hits import Answer


def _tr(text: str) -> str:
    return QCoreApplication.translate("SearchFoot", text)


def counted(count: int, one: str, many: str) -> str:
    """The number and the noun."""
    return f"{count:,} {one if count == 1 else many}"


def summary(answer: Answer) -> str:
    """`57 items, 4,346 searched · 120 ignored · 1 not read`."""
    searched = sum(answer.coverage.items.values())
    least = _tr("at least ") if answer.is_partial else ""
    found = f"{least}{counted(answer.total, _tr('item'), _tr('items'))}" if answer.total else _tr("Nothing found")
    parts = [f"{found}, {searched:,} {_tr('searched')}"]
    for reason, count in answer.coverage.left_out.items():
        if count:
            parts.append(f"{count:,} {_tr(reason.replace('_', ' '))}")
    if answer.coverage.unreadable:
        parts.append(f"{answer.coverage.unreadable:,} {_tr('not read')}")
    parts.append(f"{answer.took_ms:,.0f} ms")
    return " · ".join(parts)
