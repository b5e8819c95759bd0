"""What does the helper process do with each file?

The other side of `worker`. It runs one function a request, prints nothing, and cannot outlive its
parent: it ends when the pipe closes and, busy in a parser, at a deadline of its own.
"""

import contextlib
import faulthandler
import importlib
import json
import os
import signal
import sys
from multiprocessing.connection import Connection
from typing import Any, TextIO

from sleuth.domain.errors import SleuthError

_OUTLIVE_S = 5.0
"""How long after the deadline the helper ends itself, should its parent be gone."""
_ADDRESS_SLACK_BYTES = 1_000_000_000
"""Address space counts mapped libraries and arenas never touched; the cap proper is the parent's watch."""
_MOST_REASON_CHARACTERS = 200


def serve(pipe: Connection, memory_cap_bytes: int) -> None:
    """The helper's life: requests until the pipe closes."""
    # The parent decides what Ctrl+C means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sink = _silence()
    _limit_address_space(memory_cap_bytes + _ADDRESS_SLACK_BYTES)
    with contextlib.suppress(EOFError, OSError):
        pipe.send_bytes(b"{}")
        while True:
            function_name, timeout_s, arguments = pipe.recv()
            # A killed parent cannot kill us, and a parser written in C hears no closed pipe.
            faulthandler.dump_traceback_later(timeout_s + _OUTLIVE_S, exit=True, file=sink)
            pipe.send_bytes(_answer(function_name, pipe.recv_bytes(), arguments, memory_cap_bytes))
            faulthandler.cancel_dump_traceback_later()


def too_much(memory_cap_bytes: int) -> str:
    """The reason kept with a file that breaks the memory cap."""
    return f"needed more than {memory_cap_bytes // 1_000_000:,} MB"


def one_line(error: Exception) -> str:
    """The reason that an error gives, short enough to show in a list."""
    words = " ".join(str(error).split()) or type(error).__name__
    return words[:_MOST_REASON_CHARACTERS]


def _answer(function_name: str, data: bytes, arguments: tuple[int | str, ...], memory_cap_bytes: int) -> bytes:
    module_name, _, attribute = function_name.partition(":")
    try:
        value = getattr(importlib.import_module(module_name), attribute)(data, *arguments)
        answer: dict[str, Any] = {"value": value}
    except SleuthError as error:
        answer = {"unreadable": error.text()}
    except MemoryError:
        answer = {"unreadable": too_much(memory_cap_bytes)}
    # A parser fed garbage raises anything; whatever it is, this file cannot be read and the next can.
    except Exception as error:  # noqa: BLE001
        answer = {"unreadable": one_line(error)}
    return json.dumps(answer).encode("ascii")


def _silence() -> TextIO:
    """Send what parsers print to nowhere; also what C code writes to the descriptors."""
    sink = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open as long as the process
    sys.stdout = sys.stderr = sink
    for descriptor in (1, 2):
        with contextlib.suppress(OSError):
            os.dup2(sink.fileno(), descriptor)
    return sink


def _limit_address_space(size_bytes: int) -> None:
    """Refuse allocations that come between two looks of the parent; Linux alone honours the limit."""
    if sys.platform == "linux":
        import resource

        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (size_bytes, size_bytes))
