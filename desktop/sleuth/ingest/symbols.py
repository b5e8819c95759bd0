"""How do symbols get into the index?

    texts that the index has ─readers→ what they declare ─→ index

After everything else, since a text is found by its words without them; as much as there was time for stays, and the
next scan carries on.
"""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import ReaderUnavailable
from sleuth.domain.symbols import LANGUAGES
from sleuth.index.encoding import unpack_text
from sleuth.index.store import Store
from sleuth.index.symbols import READ_UP_TO, Due
from sleuth.ingest.readers.symbols.grammars import grammar_name, has_grammar
from sleuth.ingest.readers.symbols.helpers import Declared, Helpers, Source

_BATCH_TEXTS = 64
_BATCH_BYTES = 400_000
_MOST_BYTES = 8_000_000
"""That are read of one text: a tree takes twenty times as much memory."""
_COMMIT_S = 1.0
_MUCH = 2_000
"""Texts after which the table is brought into one run."""
_MINIFIED = 1_000
"""Characters in a line on the average: what a program wrote for programs."""
_FOLDERS = ("__init__", "index", "mod", "main")
"""What files are called that stand for their folder."""


@dataclass(slots=True)
class SymbolReport:
    """What a scan did for symbols."""

    changed: bool = False
    has_more: bool = False
    """Whether there was no time for all of them."""
    incomplete: str | None = None
    notices: list[str] = field(default_factory=list)


def scan_symbols(
    store: Store, cancellation: Cancellation, progress: Callable[[int, int], None], seconds: float = math.inf
) -> SymbolReport:
    """Read what came into the index since the last time for what it declares.

    Args:
        seconds: For how long; what is left then is for the next time.

    Raises:
        IndexFull, IndexDamaged: The index would not take it; it is as it was after the last batch.
        Cancelled: Stopped; what was committed stays.
    """
    highest = store.symbols.highest_body()
    if store.get_meta(READ_UP_TO) == str(highest):
        return SymbolReport()
    due = store.symbols.due(language for language in LANGUAGES if has_grammar(language))
    report = SymbolReport(changed=bool(due))
    if due:
        _Scan(store, cancellation, progress, report, time.monotonic() + seconds).run(due)
    if report.incomplete is None and not report.has_more:
        with store.symbols_batch():
            store.set_meta({READ_UP_TO: str(highest)})
    return report


class _Scan:
    def __init__(
        self,
        store: Store,
        cancellation: Cancellation,
        progress: Callable[[int, int], None],
        report: SymbolReport,
        ends: float,
    ) -> None:
        self._ends = ends
        self._store = store
        self._cancellation = cancellation
        self._progress = progress
        self._report = report
        self._stop = Cancellation()

    def run(self, due: list[Due]) -> None:
        forget = self._cancellation.on_cancel(self._stop.cancel)
        try:
            self._read(due)
        except ReaderUnavailable as error:
            self._report.incomplete = f"symbols were not read: {error.text()}"
            return
        finally:
            self._stop.cancel()
            forget()
        if len(due) > _MUCH and not self._report.has_more:
            for _ in self._store.merge_symbols():
                self._cancellation.check()

    def _read(self, due: list[Due]) -> None:
        done = 0
        for declared in self._each_second(Helpers().read(self._batches(due), self._stop)):
            if self._store.is_over_budget():
                left = len(due) - done
                self._report.incomplete = f"the index is full: {left:,} {'file was' if left == 1 else 'files were'} not read for symbols"
                return
            with self._store.symbols_batch():
                for one in declared:
                    self._store.symbols.put(one.due, one.symbols, one.problem)
            done += len(declared)
            self._progress(done, len(due))

    def _each_second(self, batches: Iterator[list[Declared]]) -> Iterator[list[Declared]]:
        """What came of them, in pieces that are worth a transaction."""
        waiting: list[Declared] = []
        began = time.monotonic()
        for batch in batches:
            waiting += batch
            if time.monotonic() - began >= _COMMIT_S:
                yield waiting
                waiting, began = [], time.monotonic()
        if waiting:
            yield waiting

    def _batches(self, due: list[Due]) -> Iterator[list[Source]]:
        batch: list[Source] = []
        size = 0
        has_read = False
        for one in due:
            self._cancellation.check()
            if has_read and time.monotonic() > self._ends:
                self._report.has_more = True
                break
            source = self._source(one)
            batch.append(source)
            size += len(source.text)
            if len(batch) >= _BATCH_TEXTS or size > _BATCH_BYTES:
                yield batch
                batch, size, has_read = [], 0, True
        if batch:
            yield batch

    def _source(self, due: Due) -> Source:
        packed = self._store.symbols.text(due.body)
        text = unpack_text(packed) if packed is not None else ""
        name = grammar_name(due.language, due.ref, text)
        if name is None or _is_minified(text):
            text = ""
        return Source(due, name or due.language, _module_of(due.ref), _cut(text.encode("utf-8")))


def _cut(data: bytes) -> bytes:
    """As much of it as is read, to the end of a line."""
    if len(data) <= _MOST_BYTES:
        return data
    return data[: data.rfind(b"\n", 0, _MOST_BYTES) + 1 or _MOST_BYTES]


def _is_minified(text: str) -> bool:
    return len(text) > 10 * _MINIFIED and len(text) > _MINIFIED * (text.count("\n") + 1)


def _module_of(ref: str) -> str:
    """What a file is called as a module: its name, or its folder's where it stands for that."""
    folder, _, name = ref.rpartition("/")
    stem = name.partition(".")[0]
    return folder.rpartition("/")[2] if stem in _FOLDERS and folder else stem
