"""How long ago was it, for a person?"""

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400
_MS_NS = 1_000_000


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("ages", text, "", count)


def age(moment_ns: int, now_ns: int, form: QLocale.FormatType = QLocale.FormatType.LongFormat) -> str:
    """Relative up to a day, then the date."""
    seconds = max(now_ns - moment_ns, 0) // 1_000_000_000
    if seconds < _MINUTE:
        return _tr("just now")
    if seconds < _HOUR:
        return _tr("%n min ago", seconds // _MINUTE)
    if seconds < _DAY:
        return _tr("%n h ago", seconds // _HOUR)
    return QLocale().toString(QDateTime.fromMSecsSinceEpoch(moment_ns // _MS_NS).date(), form)
