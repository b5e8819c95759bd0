"""What might a parser do to the helper process that runs it? Functions for `test_worker`."""

import os
import signal
import sys
import time

from sleuth.domain.errors import ItemUnreadable


def size(data: bytes) -> int:
    return len(data)


def both(data: bytes, word: str, number: int) -> list[object]:
    return [data.decode(), word, number]


def halves(data: bytes) -> str:
    return "\ud83d lone"


def sleep(data: bytes) -> None:
    time.sleep(60)


def gobble(data: bytes) -> None:
    """Take memory bit by bit, as a bomb does."""
    kept = []
    while True:
        kept.append(b"x" * 10_000_000)
        time.sleep(0.01)


def gobble_at_once(data: bytes) -> int:
    return len(bytearray(50_000_000_000))


def crash(data: bytes) -> None:
    os.kill(os.getpid(), signal.SIGKILL if data == b"kill" else signal.SIGSEGV)


def leave(data: bytes) -> None:
    sys.exit(3)


def refuse(data: bytes) -> None:
    raise ItemUnreadable("needs a password")


def fail(data: bytes) -> None:
    raise ValueError("two\nlines " + "x" * 1_000)


def recurse(data: bytes) -> None:
    recurse(data)


def chatter(data: bytes) -> str:
    print("a warning")
    os.write(1, b"from C\n")
    os.write(2, b"from C\n")
    return "done"


def main_module(data: bytes) -> list[str]:
    return sorted(name for name in sys.modules if name.startswith(("pytest", "_pytest", "sleuth.", "pymupdf")))
