"""Which format is a recording in, and what does it show?

first bytes, name → RecordingKind        Raw, RecordingKind → Recordings
"""

from sleuth.domain.terminals import Recording, RecordingKind
from sleuth.ingest.readers.terminals.casts import cast_kind, read_cast
from sleuth.ingest.readers.terminals.cursor_terminals import is_cursor_terminal, read_cursor_terminal
from sleuth.ingest.readers.terminals.logs import log_kind, read_log, read_resurrect
from sleuth.ingest.readers.terminals.raw import Check, Raw
from sleuth.ingest.readers.terminals.timings import is_timing
from sleuth.ingest.readers.terminals.typescripts import is_typescript, read_typescript

_CASTS = (RecordingKind.ASCIICAST_V1, RecordingKind.ASCIICAST_V2, RecordingKind.ASCIICAST_V3)


def _go_on() -> None:
    """Nobody asked us to stop."""


def recording_kind(head: bytes, name: str) -> RecordingKind | None:
    """The format of a file that begins so and has this name (no folder); None where it is no recording.

    64 KiB of the beginning are enough. Any text with escape sequences is a log, and so is any text called `*.log`.
    """
    if not head or is_timing(head):
        return None
    if kind := cast_kind(head):
        return kind
    if name.endswith(".cast"):
        return None  # damaged, or of a version that is not known
    if is_typescript(head, name):
        return RecordingKind.TYPESCRIPT
    if is_cursor_terminal(head):
        return RecordingKind.CURSOR
    return log_kind(head, name)


def read_recordings(
    raw: Raw,
    kind: RecordingKind | None = None,
    *,
    timing: bytes | None = None,
    styled: bool = False,
    check: Check = _go_on,
) -> list[Recording]:
    """All recordings in a file, those that show nothing left out.

    Args:
        kind: Where it is known already.
        timing: Of a typescript, what its timing file holds.
        styled: Keep colours, for a viewer.
        check: Called now and then; may raise to stop.
    """
    kind = kind or recording_kind(raw.beginning, raw.name)
    if kind in _CASTS:
        recordings = read_cast(raw, kind, styled=styled, check=check)
    elif kind is RecordingKind.TYPESCRIPT:
        recordings = read_typescript(raw, timing, styled=styled, check=check)
    elif kind is RecordingKind.CURSOR:
        recordings = read_cursor_terminal(raw, styled=styled, check=check)
    elif kind is RecordingKind.TMUX_RESURRECT:
        recordings = read_resurrect(raw, styled=styled, check=check)
    elif kind is not None:
        recordings = read_log(raw, kind, styled=styled, check=check)
    else:
        recordings = []
    return [recording for recording in recordings if recording.shown.text]
