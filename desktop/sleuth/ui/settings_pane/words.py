"""How are times, sizes and odd names said to a person?"""

import unicodedata

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from sleuth.ui.widgets import ages, numbers

# They would turn the reading direction of what stands after them.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("words", text, "", count)


def number(value: int) -> str:
    """With the locale's separators."""
    return numbers.number(value)


def size(value: int) -> str:
    """Bytes in the largest unit that leaves a number."""
    return QLocale().formattedDataSize(value, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def age(moment_ns: int, now_ns: int) -> str:
    """Relative up to a day, then the date."""
    return ages.age(moment_ns, now_ns)


def moment(moment_ns: int) -> str:
    """The whole of it, for who hovers."""
    return QLocale().toString(_local(moment_ns), QLocale.FormatType.LongFormat)


def duration(ms: int) -> str:
    return _tr("{0} ms").format(number(ms)) if ms < 1_000 else _tr("{0} s").format(QLocale().toString(ms / 1_000, "f", 1))


def shown(text: str) -> str:
    """A path or a message as a label can hold it: undecodable bytes and what would steer the text are made visible."""
    return "".join(map(_harmless, text)) if not text.isprintable() else text


def _harmless(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if unicodedata.category(character) in ("Cc", "Cs") or character in _TURNING:
        return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}"
    return character


def _local(moment_ns: int) -> QDateTime:
    return QDateTime.fromMSecsSinceEpoch(moment_ns // 1_000_000)
