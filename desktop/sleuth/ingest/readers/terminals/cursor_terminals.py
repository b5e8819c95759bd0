"""What did a terminal of Cursor's agent show?

A text file that Cursor keeps up to date while the command runs: a block of what is known between lines of `---`, the
output, and a block of how it ended. The output may hold such lines too: the first block and the last one count.
"""

import re
from dataclasses import replace

from sleuth.domain.terminals import Recording, RecordingKind
from sleuth.ingest.readers.conversations.records import moment_ms
from sleuth.ingest.readers.terminals.raw import Check, Raw, dropped_notice, moved
from sleuth.ingest.readers.terminals.screen import UNKNOWN, render

_FIELD = rb"[a-z_]{1,40}+:[^\n]{0,20000}+\n"
_HEADER = re.compile(rb"(?:\xef\xbb\xbf)?---\r?\n((?:" + _FIELD + rb"){1,40}+)---\r?(?:\n|\Z)")
_FOOTER = re.compile(rb"(?:\A|\n)---\r?\n((?:" + _FIELD + rb"){1,40}+)---\s*+\Z")
_FIELDS = re.compile(r"([a-z_]+):[ \t]*(.*)")
_KNOWN = set("pid cwd command active_command last_command last_exit_code started_at running_for_ms".split())
# Longer than any block at the end.
_FOOTER_BYTES = 65_536


def is_cursor_terminal(head: bytes) -> bool:
    """Whether a file begins as they do; notes with front matter have no process."""
    header = _HEADER.match(head)
    fields = _fields(header[1]) if header else {}
    return ("pid" in fields or "cwd" in fields) and len(_KNOWN & fields.keys()) >= 2


def read_cursor_terminal(raw: Raw, *, styled: bool, check: Check) -> list[Recording]:
    header = _HEADER.match(raw.beginning)
    if not header:
        return []
    known = _fields(header[1])
    start = 0 if raw.start else header.end()
    footer = _last_footer(raw.data, start)
    ended = _fields(footer[1]) if footer else {}
    output = raw.data[start : footer.start() if footer else len(raw.data)]
    shown = moved(render(output, UNKNOWN, styled=styled, newline=True, check=check), raw.start + start)
    shown = replace(shown, settled=None)  # the block at the beginning changes, and all offsets with it
    command = next(
        (known[key] for key in ("command", "active_command", "last_command") if known.get(key)), None
    )
    return [
        Recording(
            kind=RecordingKind.CURSOR,
            shown=shown,
            command=command,
            folder=known.get("cwd") or None,
            started_ms=moment_ms(known.get("started_at")),
            ended_ms=moment_ms(ended.get("ended_at")),
            exit_status=_number(ended.get("exit_code", known.get("last_exit_code"))),
            notices=raw.notices + dropped_notice(shown),
        )
    ]


def _last_footer(data: bytes, start: int) -> re.Match[bytes] | None:
    """The block at the very end, if it says how the command ended."""
    at = len(data)
    least = max(start, len(data) - _FOOTER_BYTES)
    for _ in range(50):
        at = data.rfind(b"---", least, at)
        if at < 0:
            return None
        begin = at - 1 if at > start and data[at - 1 : at] == b"\n" else at
        footer = _FOOTER.match(data, begin)
        if footer and {"exit_code", "ended_at"} & _fields(footer[1]).keys():
            return footer
    return None


def _fields(block: bytes) -> dict[str, str]:
    fields = {}
    for line in block.decode("utf-8", "replace").splitlines():
        if match := _FIELDS.fullmatch(line.rstrip()):
            fields[match[1]] = _unquoted(match[2])
    return fields


def _unquoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] == '"':
        return re.sub(r"\\(.)", lambda one: {"n": "\n", "t": "\t"}.get(one[1], one[1]), value[1:-1])
    return value


def _number(value: str | None) -> int | None:
    try:
        return int(value[:9]) if value else None
    except ValueError:
        return None
