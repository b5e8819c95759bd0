"""How are many texts read for their symbols, side by side and without harm?

Parsers written in C are fed whatever lies in a folder, and keep Python's lock meanwhile: they run in helper processes of their
own. A text on which one dies, or takes too long, is told apart from its neighbours and read no more.
"""

import json
import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import ItemUnreadable
from sleuth.domain.symbols import Symbol, SymbolKind
from sleuth.index.symbols import Due, WordedSymbol
from sleuth.ingest.readers.base import stoppable
from sleuth.ingest.readers.worker import Worker

_FUNCTION = "sleuth.ingest.readers.symbols.reading:read_texts"
_MEMORY_CAP_BYTES = 1_000_000_000
_MOST_HELPERS = 4
_BATCH_S = 30.0
"""For some texts together; alone, each has longer than it needs to say itself that it takes too long."""
_AHEAD = 2
_KINDS = {kind.value: kind for kind in SymbolKind}


@dataclass(frozen=True, slots=True)
class Source:
    """A text on its way to a helper."""

    due: Due
    grammar: str
    module: str
    """What it is called by where its language has no word for it."""
    text: bytes


@dataclass(frozen=True, slots=True)
class Declared:
    """What became of it."""

    due: Due
    symbols: list[WordedSymbol]
    problem: str | None


class Helpers:
    """Some helper processes, started when first asked."""

    def __init__(self) -> None:
        count = min(max((os.cpu_count() or 1) - 1, 2), _MOST_HELPERS)
        self._workers = [Worker(_MEMORY_CAP_BYTES) for _ in range(count)]
        self._free: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            self._free.put(worker)

    def read(self, batches: Iterator[list[Source]], stop: Cancellation) -> Iterator[list[Declared]]:
        """What the texts declare, in their order; `batches` is asked for more in the caller's own thread.

        Raises:
            ReaderUnavailable: No helper starts here.
            Cancelled: `stop` was raised.
        """
        with self._threads(stop) as threads:
            under_way: deque[Future[list[Declared]]] = deque()
            for batch in batches:
                under_way.append(threads.submit(self._read, batch, stop))
                if len(under_way) > _AHEAD * len(self._workers):
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()

    @contextmanager
    def _threads(self, stop: Cancellation) -> Iterator[ThreadPoolExecutor]:
        """Threads that wait for the helpers and do nothing else; ended, and the helpers with them, when this has."""
        with ExitStack() as stack:
            for worker in self._workers:
                stack.callback(worker.close)
            threads = stack.enter_context(ThreadPoolExecutor(len(self._workers), thread_name_prefix="sleuth-symbols"))
            try:
                yield threads
            except BaseException:  # whatever ends the loop, Ctrl+C too, must not wait for what is under way
                stop.cancel()
                raise

    def _read(self, batch: list[Source], stop: Cancellation) -> list[Declared]:
        stop.check()
        worker = self._free.get()
        try:
            with stoppable(stop):
                return _asked(worker, batch)
        except ItemUnreadable as error:
            if len(batch) == 1:
                return [Declared(batch[0].due, [], str(error))]
            with stoppable(stop):
                return [_alone(worker, one) for one in batch]
        finally:
            self._free.put(worker)


def _alone(worker: Worker, one: Source) -> Declared:
    try:
        return _asked(worker, [one])[0]
    except ItemUnreadable as error:
        return Declared(one.due, [], str(error))


def _asked(worker: Worker, batch: list[Source]) -> list[Declared]:
    plan = json.dumps([[one.grammar, one.module, len(one.text)] for one in batch])
    found = worker.call(_FUNCTION, b"".join(one.text for one in batch), _BATCH_S, plan)
    return [Declared(one.due, [_symbol(row) for row in rows], problem) for one, (rows, problem) in zip(batch, found, strict=True)]


def _symbol(row: list[Any]) -> WordedSymbol:
    kind, name, container, signature, doc, line, start, stop, is_whole, key, name_words, other_words = row
    symbol = Symbol(_KINDS[kind], name, container, signature, doc, line, start, stop, is_whole)
    return WordedSymbol(symbol, key, name_words, other_words)
