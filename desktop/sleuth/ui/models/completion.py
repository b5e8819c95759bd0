"""Which filter is being typed, and what can it be? Tab finishes it, in the palette and in the dialog alike."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from sleuth.domain.items import Source

FILTERS = ("ext:", "path:", "lang:", "kind:", "source:", "since:", "before:", "is:")
Values = Mapping[str, Sequence[str]]

_KNOWN: Values = {
    "ext": ("md", "py", "txt", "pdf", "csv", "json", "html"),
    "lang": ("python", "javascript", "typescript", "c", "cpp", "java", "go", "rust", "shell", "html", "css", "sql"),
    "kind": ("code", "markdown", "text", "config", "table", "pdf", "notebook", "chat", "commit", "branch", "tag"),
    "source": tuple(one.value for one in (Source.FILES, Source.DOCUMENTS, Source.CHATS, Source.NOTES, Source.PLANS, Source.GIT, Source.SYMBOLS)),
    "since": ("1d", "7d", "4w", "6m", "1y"),
    "before": ("7d", "4w", "6m", "1y"),
    "is": ("hidden",),
}
_LAST = re.compile(rf'(?:^|(?<=\s))-?({"|".join(name[:-1] for name in FILTERS)}):("[^"]*|[^\s"]*)$', re.IGNORECASE)
_HALF_MOMENT = re.compile(r"\d{1,4}|\d+mi|\d{4}-\d?|\d{4}-\d\d-\d?")
_CLOSED = ("kind", "source", "is")
"""Of these nothing but the known values means anything."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to go on."""

    text: str
    """All of the query, as it would be then."""
    shown: str
    about: str = ""


def choices(text: str, values: Values | None = None) -> list[Choice]:
    """How the filter at the end can go on; every filter where nothing is begun; none of what is no filter.

    Args:
        values: By filter, those that the workspace has, which come first.
    """
    last = _LAST.search(text)
    if last is not None:
        return _values_after(text, last[1].lower(), last[2], values or {})
    word = text.rpartition(" ")[2].removeprefix("-")
    before = text[: len(text) - len(word)]
    names = [name for name in FILTERS if name.startswith(word.lower())]
    return [Choice(before + name, name, about(name)) for name in names]


def _values_after(text: str, key: str, typed: str, values: Values) -> list[Choice]:
    given, _, begun = typed.rpartition(",")
    taken = set(given.lower().split(","))
    known = dict.fromkeys([*values.get(key, ()), *_KNOWN.get(key, ())])
    fitting = [one for one in known if one.lower().startswith(begun.lower()) and one.lower() != begun.lower() and one not in taken]
    before = text[: len(text) - len(begun)]
    return [Choice(before + _quoted(one), one) for one in fitting if '"' not in typed]


def _quoted(value: str) -> str:
    return f'"{value}"' if " " in value else value


def searchable(text: str) -> str:
    """A query without the filter at its end that is only half typed, which is neither a word nor a mistake yet.

    >>> searchable("tide ext:")
    'tide'
    >>> searchable("tide kind:mar")
    'tide'
    >>> searchable("tide ext:md")
    'tide ext:md'
    """
    last = _LAST.search(text)
    return text[: last.start()].rstrip() if last is not None and _is_half(last[1].lower(), last[2]) else text


def _is_half(key: str, typed: str) -> bool:
    if not typed or typed.startswith('"'):
        return True
    begun = typed.rpartition(",")[2].lower()
    if key in _CLOSED:
        known = [*_KNOWN[key], *([source.value for source in Source] if key == "source" else [])]
        return begun not in known and any(one.startswith(begun) for one in known)
    return key in ("since", "before") and bool(_HALF_MOMENT.fullmatch(typed))


def about(name: str) -> str:
    """What a filter does, in few words."""
    said = {
        "ext:": QCoreApplication.translate("Filters", "files with this ending, such as ext:md"),
        "path:": QCoreApplication.translate("Filters", "with this in the path, such as path:docs/"),
        "lang:": QCoreApplication.translate("Filters", "in this language, such as lang:python"),
        "kind:": QCoreApplication.translate("Filters", "of this kind, such as kind:markdown"),
        "source:": QCoreApplication.translate("Filters", "of this source, such as source:documents"),
        "since:": QCoreApplication.translate("Filters", "changed since then, such as since:7d"),
        "before:": QCoreApplication.translate("Filters", "changed before then, such as before:2026-06-01"),
        "is:": QCoreApplication.translate("Filters", "hidden items only: is:hidden"),
    }
    return said[name]
