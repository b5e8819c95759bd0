"""Where are private keys, whole, cut off, or on one line?

A key may lie in a string of a program or of JSON (`\\n` for a line's end), behind the `+` of a diff, the `>` of a
quotation or the numbers of a listing; and often only its beginning was printed.
"""

import re
from collections.abc import Generator, Iterator

from sleuth.ingest.readers.secrets.found import Secret

_WORDS = b"PRIVATE KEY"
_BEFORE, _AFTER = 48, 30
_MARK = re.compile(r"-{4,5} ?(?P<what>BEGIN|END) [A-Z0-9 ]{0,32}PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_LONGEST = 200_000
"""Of a block; an end that lies further off is another's. PGP keys with pictures are the longest."""
_LONGEST_BEFORE_PRIVATE = 4096
"""Of what PuTTY writes before the private lines."""
# What is no key: `-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----`.
_KEY_LIKE = re.compile(r"(?=[A-Za-z]{0,63}+[0-9+/])[A-Za-z0-9+/=]{32}")
# Lines of a key, with what a listing, a quotation or a string puts around each.
_LINES = r"""
    (?: (?: \\{1,7}[rnt] | [^\w+/=] | \d{1,6}(?=[ \t:|→]) ){0,60}+
        [+]?
        (?: (?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash)\b[^\n\\]{0,200}+ | [A-Za-z0-9+/]{16,}+={0,2} )
    )++
"""
_LINE = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{32,}={0,2}")
# The last line of a key is short.
_BETWEEN = re.compile(r"(?:\\{1,7}[rnt]|[^\w\\]|\d{1,6}(?=[ \t:|→])){0,60}+(?:[A-Za-z0-9+/=]{1,31}(?:\\{1,7}[rnt]|[^\w\\]){1,60})?")
_CUT_OFF = re.compile(_LINES, re.VERBOSE)
_PUTTY = re.compile(r"Private-Lines:[ ]\d{1,3}" + _LINES, re.VERBOSE)


def find(text: str, flat: bytes) -> Iterator[Secret]:
    """Private keys, their first and last lines included.

    Args:
        flat: The text, one byte a character.
    """
    marks = list(_marks(text, flat))
    for number, mark in enumerate(marks):
        start, begun = mark.span()
        if mark["what"] == "END":
            if number == 0 or marks[number - 1]["what"] == "END":  # what was printed begins in the middle of the key
                first = _first_line(text, marks[number - 1].end() if number else 0, start)
                if first < start:
                    yield Secret(first, mark.end(), "private key")
            continue
        after = marks[number + 1] if number + 1 < len(marks) else None
        limit = after.start() if after else len(text)
        if after and after["what"] == "END" and limit - begun < _LONGEST:
            if _KEY_LIKE.search(text, begun, limit):
                yield Secret(start, after.end(), "private key")
        elif (rest := _CUT_OFF.match(text, begun, limit)) and _KEY_LIKE.search(rest[0]):
            yield Secret(start, rest.end(), "private key")


def _marks(text: str, flat: bytes) -> Iterator[re.Match[str]]:
    at = flat.find(_WORDS)
    while at >= 0:
        if mark := _MARK.search(text, max(0, at - _BEFORE), at + _AFTER):
            yield mark
        at = flat.find(_WORDS, max(at + 1, mark.end() if mark else 0))


def _first_line(text: str, limit: int, stop: int) -> int:
    """Where the lines of a key begin whose end stands there."""
    first = stop
    for match in reversed(list(_LINE.finditer(text, max(limit, stop - _LONGEST), stop))):
        if not _BETWEEN.fullmatch(text, match.end(), first):
            break
        first = match.start()
    return first


def putty(text: str, at: int) -> Generator[Secret, None, int]:
    """The private lines of a key as PuTTY keeps it, which begins there; to where it was read."""
    lines = text.find("Private-Lines: ", at, at + _LONGEST_BEFORE_PRIVATE)
    match = _PUTTY.match(text, lines) if lines >= 0 else None
    if not match:
        return at
    yield Secret(*match.span(), "private key")
    return match.end()
