"""What do files show that are just what a terminal was sent, or what was read from its screen?

Logs with escape sequences, GNU screen's, those of tmux's plugins (https://github.com/tmux-plugins/tmux-logging), and what
tmux-resurrect keeps of panes (https://github.com/tmux-plugins/tmux-resurrect).
"""

import re
import tarfile
import zlib
from datetime import datetime
from io import BytesIO

from sleuth.domain.terminals import Recording, RecordingKind, Size
from sleuth.ingest.readers.terminals.raw import MOST_BYTES, Check, Raw, dropped_notice, moved
from sleuth.ingest.readers.terminals.screen import UNKNOWN, render

_TMUX = re.compile(
    r"tmux-(?P<what>history-|screen-capture-)?(?P<session>.+)-(?P<window>\d+)-(?P<pane>\d+)-(?P<at>\d{8}T\d{6})\.(?:log|txt)"
)
_CAPTURE = re.compile(r"tmux-(?:history|screen-capture|capture)\b.*", re.DOTALL)
_SCREENLOG = re.compile(r"screenlog\.\d+")
_RESURRECT = re.compile(r"pane_contents\.tar(?:\.gz)?")
_MEMBER = re.compile(r"(?:.*/)?pane_contents/pane-(.+)", re.DOTALL)
_ESCAPES = re.compile(rb"\x1b[\[\]()P]")
# zsh shows that a line had no end by a sign and blanks to the right edge, which tells how wide the terminal was.
_ZSH = re.compile(rb"[%#](?:\x1b\[[0-9;]*+m){0,8}+( {19,1000})\r \r")
_STRANGE = bytes(code for code in range(32) if code not in b"\a\b\t\n\v\f\r\x0e\x0f\x18\x1a\x1b")
_MOST_PANES = 1_000


def log_kind(head: bytes, name: str) -> RecordingKind | None:
    """Whether a file is one of these: by its name, or by escape sequences among its text."""
    if _RESURRECT.fullmatch(name):
        return RecordingKind.TMUX_RESURRECT if head.startswith(b"\x1f\x8b") else None
    if not head or _is_binary(head):
        return None
    if _CAPTURE.fullmatch(name):
        return RecordingKind.TMUX_CAPTURE
    if _TMUX.fullmatch(name):
        return RecordingKind.TMUX_PIPE
    if name.endswith(".log") or _SCREENLOG.fullmatch(name) or _ESCAPES.search(head):
        return RecordingKind.LOG
    return None


def _is_binary(head: bytes) -> bool:
    """More than one byte in twenty is a control character that terminals have no use for; NULs at the end are a power loss."""
    head = head.rstrip(b"\0")
    strange = len(head) - len(head.translate(None, _STRANGE))
    return strange * 20 > len(head)


def read_log(raw: Raw, kind: RecordingKind, *, styled: bool, check: Check) -> list[Recording]:
    size = raw.settled.size if raw.settled else guessed_size(raw.data)
    newline = raw.settled.newline if raw.settled else not _from_pty(raw.data)
    shown = moved(render(raw.data, size, styled=styled, newline=newline, check=check), raw.start)
    name = _TMUX.fullmatch(raw.name)
    return [
        Recording(
            kind=kind,
            shown=shown,
            title=f"{name['session']}:{name['window']}.{name['pane']}" if name else None,
            folder=shown.folders[0] if shown.folders else None,
            started_ms=_local_ms(name["at"]) if name else None,
            notices=raw.notices + dropped_notice(shown),
        )
    ]


def guessed_size(data: bytes) -> Size:
    """How large the terminal was, by the signs of a shell."""
    widths = [len(match[1]) + 1 for match in _ZSH.finditer(data, 0, 1_000_000)]
    return Size(max(set(widths), key=widths.count), UNKNOWN.rows) if widths else UNKNOWN


def _from_pty(data: bytes) -> bool:
    """Whether most of its lines end as a pty ends them."""
    return data.count(b"\r\n", 0, 1_000_000) * 2 > data.count(b"\n", 0, 1_000_000)


def _local_ms(moment: str) -> int | None:
    """A time of day of wherever the file was written, which we take to be here."""
    try:
        return round(datetime.strptime(moment, "%Y%m%dT%H%M%S").astimezone().timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        return None


def read_resurrect(raw: Raw, *, styled: bool, check: Check) -> list[Recording]:
    """Each pane that was saved; offsets count in the pane's own text."""
    panes: list[Recording] = []
    try:
        with tarfile.open(fileobj=BytesIO(_unpacked(raw.data)), mode="r:") as archive:
            for member in archive:
                name = _MEMBER.fullmatch(member.name)
                if not name or not member.isfile() or not (file := archive.extractfile(member)):
                    continue
                shown = render(file.read(), UNKNOWN, styled=styled, newline=True, check=check)
                panes.append(Recording(RecordingKind.TMUX_RESURRECT, shown, part=len(panes), title=name[1]))
                if len(panes) >= _MOST_PANES:
                    break
    except (tarfile.TarError, EOFError, ValueError, OSError):
        pass  # it was cut short; what came before is whole
    return panes


def _unpacked(data: bytes) -> bytes:
    """As much as there is, of an archive that may be cut short or a bomb."""
    unpacker = zlib.decompressobj(wbits=31)
    try:
        return unpacker.decompress(data, MOST_BYTES)
    except zlib.error:
        return b""
