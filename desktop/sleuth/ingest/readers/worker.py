"""How do we read a hostile file without dying of it?

A parser written in C, fed a damaged or malicious file, may loop, take all memory or crash. So it
runs in one helper process that is started when first needed and kept, has a deadline and a memory
cap for each request, is killed when it breaks either, and starts again for the next file (S-53).

In: the name of a function and a file's bytes. Out: what it returned, or ItemUnreadable. `serving` is
the helper's side.
"""

import contextlib
import json
import multiprocessing
import sys
import threading
import time
import types
import warnings
from collections.abc import Iterator
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from sleuth.domain.cancel import NEVER, Cancellation
from sleuth.domain.errors import ItemUnreadable, ReaderKilled, ReaderUnavailable
from sleuth.ingest.readers import serving
from sleuth.ingest.readers.base import current_cancellation

MEMORY_CAP_BYTES = 1_500_000_000
_KEPT_BYTES = 500_000_000
"""A helper that has grown beyond this is not kept, so that no file pays for the one before it."""
_STEP_S = 0.05
"""How often memory and cancellation are looked at while waiting."""
_STARTS = 2
_START_TIMEOUT_S = 60.0
"""A busy machine may take long to start Python; that is no fault of the file."""
_CLOSE_S = 0.5
_MOST_REPLY_BYTES = 64_000_000
_KILLED = (-9, -15)
"""SIGKILL and SIGTERM, which no parser raises by itself."""
_one_start = threading.Lock()


class Worker:
    """One helper process; threads that call it wait for their turn."""

    def __init__(self, memory_cap_bytes: int = MEMORY_CAP_BYTES) -> None:
        self._lock = threading.Lock()
        self._memory_cap_bytes = memory_cap_bytes
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    @property
    def pid(self) -> int | None:
        """The helper's process id while there is one."""
        return None if self._process is None else self._process.pid

    def call(self, function_name: str, data: bytes, timeout_s: float, *arguments: int | str) -> Any:
        """What the function returns for these bytes; it must be something that JSON can hold.

        Args:
            function_name: `package.module:function`; it is imported in the helper only.
            timeout_s: The time it may take, not counting the start of the helper.

        Raises:
            ItemUnreadable: It took too long or too much memory, crashed, or says so itself.
            Cancelled: The cancellation in force (`base.stoppable`) was raised.
        """
        cancellation = current_cancellation()
        with self._turn(cancellation):
            return _opened(self._ask(function_name, data, timeout_s, arguments, cancellation))

    def close(self) -> None:
        """End the helper; the next call starts another."""
        with self._lock:
            if self._pipe is not None:
                self._pipe.close()
            if self._process is not None:
                self._process.join(_CLOSE_S)
            self._kill()

    @contextlib.contextmanager
    def _turn(self, cancellation: Cancellation) -> Iterator[None]:
        while not self._lock.acquire(timeout=_STEP_S):
            cancellation.check()
        try:
            yield
        finally:
            self._lock.release()

    def _ask(
        self,
        function_name: str,
        data: bytes,
        timeout_s: float,
        arguments: tuple[int | str, ...],
        cancellation: Cancellation,
    ) -> bytes:
        answered = False
        try:
            pipe = self._started()
            pipe.send((function_name, timeout_s, arguments))
            pipe.send_bytes(data)
            reply = self._wait(pipe, timeout_s, f"took longer than {timeout_s:g} s", cancellation)
            answered = True
        except (EOFError, OSError) as error:
            raise self._cause_of_death() from error
        finally:
            # Also after Ctrl+C: a helper that still owes an answer cannot take the next question.
            if not answered or self._memory() > min(_KEPT_BYTES, self._memory_cap_bytes):
                self._kill()
        return reply

    def _started(self) -> Connection:
        if self._process is not None and self._pipe is not None and self._process.is_alive():
            return self._pipe
        for tries_left in reversed(range(_STARTS)):
            self._kill()
            try:
                return self._start()
            except (ItemUnreadable, EOFError, OSError) as error:
                if not tries_left:
                    raise ReaderUnavailable(
                        "the helper process that reads PDFs and notebooks did not start"
                    ) from error
        raise AssertionError("unreachable")

    def _start(self) -> Connection:
        # "spawn" everywhere: a fork would copy locks that other threads hold, and Windows has no other.
        context = multiprocessing.get_context("spawn")
        # Whoever ends all our helpers ends multiprocessing's own too, which has nothing of ours and is started again.
        warnings.filterwarnings("ignore", message="resource_tracker: process died unexpectedly")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=serving.serve, args=(theirs, self._memory_cap_bytes), name="sleuth-reader", daemon=True
        )
        with theirs, _bare_main():
            self._process.start()
        # Until it listens, sending would block once the pipe is full.
        self._wait(self._pipe, _START_TIMEOUT_S, "", NEVER)
        return self._pipe

    def _wait(self, pipe: Connection, timeout_s: float, too_late: str, cancellation: Cancellation) -> bytes:
        deadline = time.monotonic() + timeout_s
        step_s = 0.001
        while not pipe.poll(step_s):
            cancellation.check()
            if time.monotonic() > deadline:
                raise ItemUnreadable(too_late)
            if self._memory() > self._memory_cap_bytes:
                raise ItemUnreadable(serving.too_much(self._memory_cap_bytes))
            step_s = min(step_s * 2, _STEP_S)
        return pipe.recv_bytes(_MOST_REPLY_BYTES)

    def _memory(self) -> int:
        """The helper's resident memory in bytes; 0 when it is gone."""
        import psutil

        try:
            return int(psutil.Process(self.pid).memory_info().rss) if self.pid is not None else 0
        except psutil.Error:
            return 0

    def _cause_of_death(self) -> ItemUnreadable:
        if self._process is None:
            return ItemUnreadable("its reader is gone")
        self._process.join(_CLOSE_S)
        code = self._process.exitcode
        return (ReaderKilled if code in _KILLED else ItemUnreadable)(f"its reader crashed ({code})")

    def _kill(self) -> None:
        process, self._process = self._process, None
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            pipe.close()
        if process is not None and process.pid is not None:
            process.kill()
            process.join()
            process.close()


@cache
def shared() -> Worker:
    """The one helper of all formats that need one."""
    return Worker()


def _opened(reply: bytes) -> Any:
    """The value in a reply. JSON, not pickle: a parser that a file took over must not reach us by it."""
    answer = json.loads(reply)
    if "unreadable" in answer:
        raise ItemUnreadable(answer["unreadable"])
    return answer["value"]


@contextlib.contextmanager
def _bare_main() -> Iterator[None]:
    """Let the helper start without the program's main module.

    "spawn" imports it in the child, for targets defined there. Ours is not, and the main module may
    be a test runner, or the whole application.
    """
    with _one_start:  # a second one would take the empty module for the main one
        main = sys.modules["__main__"]
        sys.modules["__main__"] = types.ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main
