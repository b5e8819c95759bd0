"""What is said of a recording in a line: what ran, of what kind it is, when and how long, and how it ended?"""

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from sleuth.domain.terminals import Marker, Recording, RecordingKind
from sleuth.engine.terminals import TerminalReading

_SECOND, _MINUTE, _HOUR = 1_000, 60_000, 3_600_000


def about(reading: TerminalReading) -> str:
    """`make test · asciinema · 3 Aug 2026 09:00 · 12 min 3 s · exit status 0`."""
    known = reading.about
    if known is None:
        return reading.title
    said = [reading.title, _command(reading.title, known), kind_said(known.kind), _when(known), long(known.duration_ms), _exit(known)]
    return " · ".join(part for part in said if part)


def kind_said(kind: RecordingKind) -> str:
    """In which way it was recorded."""
    words = {
        RecordingKind.TYPESCRIPT: "script",
        RecordingKind.TMUX_PANE: _tr("open pane of tmux"),
        RecordingKind.CURSOR: _tr("Cursor's terminal"),
        RecordingKind.LOG: _tr("log"),
    }
    if kind in words:
        return words[kind]
    return "tmux" if kind.value.startswith("tmux") else "asciinema"


def long(duration_ms: int | None) -> str:
    """How long it went on.

    >>> long(723_000), long(400), long(7_260_000)
    ('12 min 3 s', '0.4 s', '2 h 1 min')
    """
    if duration_ms is None or duration_ms < 0:
        return ""
    if duration_ms < _MINUTE:
        return f"{duration_ms / _SECOND:.1f} s" if duration_ms < 10 * _SECOND else f"{duration_ms // _SECOND} s"
    if duration_ms < _HOUR:
        return f"{duration_ms // _MINUTE} min {duration_ms % _MINUTE // _SECOND} s"
    return f"{duration_ms // _HOUR:,} h {duration_ms % _HOUR // _MINUTE} min"


def marker_said(marker: Marker) -> str:
    """A marker's label, and how far into the recording it stands."""
    label = " ".join(marker.label.split()) or _tr("Marker")
    return f"{label} ({long(marker.at_ms)})"


def _command(title: str, known: Recording) -> str:
    command = " ".join((known.command or "").split())
    return "" if command in title else command


def _when(known: Recording) -> str:
    if known.started_ms is None:
        return ""
    moment = QLocale().toString(QDateTime.fromMSecsSinceEpoch(known.started_ms), QLocale.FormatType.ShortFormat)
    return _tr("since {0}").format(moment) if known.kind is RecordingKind.TMUX_PANE else moment


def _exit(known: Recording) -> str:
    return "" if known.exit_status is None else _tr("exit status {0}").format(known.exit_status)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Terminals", text)
