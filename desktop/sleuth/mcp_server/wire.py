"""What if a client sends half a character?

JavaScript's texts may end in the middle of one, and JSON can write it; the SDK takes such a message for none, so that whoever
sent it would wait for ever. Here half a character becomes a replacement character before the SDK sees it.
"""

import io
import os
import re
import sys

_ESCAPES = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.")
"""A pair that is one character, a half of one, and any other escape, a backslash's above all."""


class Received:
    """Standard input, line by line; what else reads it, such as a program that is started, finds nothing there."""

    def __init__(self) -> None:
        own = os.dup(sys.stdin.fileno())
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, sys.stdin.fileno())
        os.close(nothing)
        # Never closed: a thread may still wait for it when all is over.
        self._lines = io.TextIOWrapper(os.fdopen(own, "rb", closefd=False), encoding="utf-8", errors="replace")

    def readline(self) -> str:
        return mended(self._lines.readline())


def mended(line: str) -> str:
    r"""The same JSON without halves of characters.

    >>> mended(r'"\ud83d \ud83d\ude00 \\ud83d"')
    '"\\ufffd \\ud83d\\ude00 \\\\ud83d"'
    """
    return _ESCAPES.sub(lambda found: r"\ufffd" if found[1] else found[0], line) if "\\u" in line else line
