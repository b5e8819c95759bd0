"""How is a log read that only grows, one JSON record a line?

    file ─slices of 4 MiB→ lines → records ─follower→ events

Only what came since the mark is read. An unfinished last line waits, unless what is there of it is a whole record
already; a file that is shorter than it was, or another, is read anew.
"""

import gzip
import hashlib
import tempfile
import zlib
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

from sleuth.domain.chats import Session
from sleuth.ingest.readers.conversations.base import (
    Began,
    Event,
    Mark,
    Place,
    Restarted,
    Sessions,
    Step,
    file_place,
)
from sleuth.ingest.readers.conversations.records import record_in
from sleuth.ingest.readers.conversations.scope import Scope

SLICE_BYTES = 4 * 1024 * 1024
# The first slice is small: it tells of most logs whether they are about another workspace.
_FIRST_BYTES = 64 * 1024
# A line over this is passed over: nobody says so much, and it would not fit into memory three times.
_LONGEST_LINE = 256 * 1024 * 1024
_LARGEST_UNPACKED = 4 * 1024**3
# So much of the start, and of what was read last, tells whether the file is still the same.
_HEAD_BYTES = 4_096
_TAIL_BYTES = 256
_PACKED = (".zst", ".gz")


class Follower(ABC):
    """Understands one log, record by record. What it must remember between readings is in `state`, as JSON."""

    def __init__(self, place: Place, scope: Scope, state: dict[str, Any]) -> None:
        self.place = place
        self.scope = scope
        self.state = state
        self.passed_over = Counter[str]()

    @property
    @abstractmethod
    def belongs(self) -> bool | None:
        """Whether it is about the workspace; None while nothing has told. Once told, it stays."""

    @abstractmethod
    def take(self, record: dict[str, Any], offset: int) -> Iterable[Event]:
        """What one record says; `offset` is where its line starts, in bytes of the log."""

    def line(self, line: bytes, offset: int) -> Iterable[Event]:
        """What one line says: a record, where the log is one of records."""
        record = record_in(line)
        if record is None:
            self.passed_over["broken"] += bool(line.strip(b"\0 \r\n\t\xef\xbb\xbf"))
            return ()
        return list(self.take(record, offset))

    def is_whole(self, line: bytes) -> bool:
        """Whether an unfinished last line is one already; else it waits for its end."""
        return record_in(line) is not None

    def unfinished(self, line: bytes) -> Iterable[Event]:  # noqa: ARG002
        """What a last line says that waits for its end, and is read again then; often it is empty."""
        return ()

    def lived(self, at_ms: int | None) -> None:
        """Note when something happened: the state's `started_ms` and `updated_ms`."""
        if at_ms is not None:
            self.state["started_ms"] = min(at_ms, self.state.get("started_ms", at_ms))
            self.state["updated_ms"] = max(at_ms, self.state.get("updated_ms", at_ms))

    def settle(self) -> Iterable[Event]:
        """What is said by there being nothing more for now. The log may still go on."""
        return ()

    @abstractmethod
    def sessions(self) -> list[Session]:
        """What is known of the sessions that this reading has touched."""


class LogReader(ABC):
    """Reads places that are logs."""

    agent: str
    name: str

    @abstractmethod
    def follower(self, place: Place, scope: Scope, state: dict[str, Any]) -> Follower:
        """What understands this place's log."""

    def read(self, place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
        """See `base.ChatReader.read`. The mark: `offset`, `head` and `tail` as digests, `state` of the follower, `belongs`."""
        if mark is not None and mark["belongs"] is False:
            return
        with _opened(place) as file:
            events: list[Event] = []
            if mark is not None and not _is_same(file, mark):
                mark = None
                events.append(Restarted())
            file.seek(mark["offset"] if mark else 0)
            follower = self.follower(place, scope, dict(mark["state"]) if mark else {})
            for offset, lines in _slices(file, follower.is_whole):
                for begin, line in lines:
                    events += follower.line(line, begin)
                    if follower.belongs is False:
                        break
                if follower.belongs is False:
                    yield Step({"offset": 0, "head": "", "tail": "", "state": {}, "belongs": False}, [Sessions(frozenset())])
                    return
                if follower.belongs:
                    yield _step(follower, file, offset, events)
                    events = []
            if follower.belongs:
                offset = file.tell()
                events += follower.unfinished(file.read(_LONGEST_LINE))
                events += follower.settle()
                yield _step(follower, file, offset, events)


def logs_in(folder: Path, pattern: str) -> Iterator[Place]:
    """The logs below a folder whose names are like a pattern, compressed ones too; a plain one counts before its copy."""
    plain = [place for path in sorted(folder.glob(pattern)) if (place := file_place(path))]
    yield from plain
    known = {place.key for place in plain}
    for packed in _PACKED:
        for path in sorted(folder.glob(pattern + packed)):
            place = file_place(path, packed=packed)
            if place is not None and place.key not in known:
                known.add(place.key)
                yield place


def lines_in(place: Place, offset: int = 0) -> Iterator[tuple[int, bytes]]:
    """A log's whole lines from an offset on, each with where it starts: for a look at what a follower does not hold."""
    with _opened(place) as file:
        file.seek(offset)
        for _, lines in _slices(file):
            yield from lines


def _step(follower: Follower, file: BinaryIO, offset: int, events: list[Event]) -> Step:
    began: list[Event] = [Began(session) for session in follower.sessions()]
    head, tail = _digests(file, offset)
    mark = {"offset": offset, "head": head, "tail": tail, "state": follower.state, "belongs": True}
    passed_over, follower.passed_over = follower.passed_over, Counter()
    restarted = events[:1] if events and isinstance(events[0], Restarted) else []
    return Step(mark, restarted + began + events[len(restarted) :], passed_over)


def _digests(file: BinaryIO, offset: int) -> tuple[str, str]:
    """Of the log's start and of what stands before an offset; the file is left at it."""
    file.seek(0)
    head = file.read(min(offset, _HEAD_BYTES))
    file.seek(max(0, offset - _TAIL_BYTES))
    tail = file.read(min(offset, _TAIL_BYTES))
    file.seek(offset)
    return hashlib.sha256(head).hexdigest()[:16], hashlib.sha256(tail).hexdigest()[:16]


def _is_same(file: BinaryIO, mark: Mark) -> bool:
    return _digests(file, mark["offset"]) == (mark["head"], mark["tail"])


def _slices(
    file: BinaryIO, is_whole: Callable[[bytes], bool] = lambda line: record_in(line) is not None
) -> Iterator[tuple[int, Iterator[tuple[int, bytes]]]]:
    """The whole lines from the file's place on, each with where it starts, and where the slice ends.

    Between two slices the file may be read elsewhere, if it is put back.
    """
    offset, rest = file.tell(), b""
    size = SLICE_BYTES if offset else _FIRST_BYTES
    while True:
        data, size = file.read(size), SLICE_BYTES
        if not data:
            break
        data = rest + data
        end = data.rfind(b"\n") + 1
        if not end and len(data) <= _LONGEST_LINE:
            rest = data
            continue
        end = end or len(data)
        begin, offset, rest = offset, offset + end, data[end:]
        yield offset, _lines(data[:end], begin)
        file.seek(offset + len(rest))
    if rest and is_whole(rest):
        yield offset + len(rest), iter([(offset, rest)])
    else:
        file.seek(offset)


def _lines(data: bytes, offset: int) -> Iterator[tuple[int, bytes]]:
    """Lines end with `\\n` alone."""
    for line in data.removesuffix(b"\n").split(b"\n"):
        yield offset, line
        offset += len(line) + 1


@contextmanager
def _opened(place: Place) -> Iterator[BinaryIO]:
    """The log, unpacked into a file of its own where it is compressed, since it is read from any offset."""
    with open(place.path, "rb") as file:
        if not place.packed:
            yield file
            return
        with tempfile.TemporaryFile() as unpacked:
            _unpack(file, unpacked, place)
            unpacked.seek(0)
            yield cast("BinaryIO", unpacked)


def _unpack(packed: BinaryIO, unpacked: IO[bytes], place: Place) -> None:
    import zstandard

    try:
        if place.packed == ".gz":
            stream: Any = gzip.GzipFile(fileobj=packed)
        else:
            stream = zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True)
        while data := stream.read(SLICE_BYTES):
            unpacked.write(data)
            if unpacked.tell() > _LARGEST_UNPACKED:
                raise OSError(f"{place.path} holds more than {_LARGEST_UNPACKED:,} bytes")
    except (zstandard.ZstdError, EOFError, zlib.error) as error:
        raise OSError(f"{place.path} is damaged: {error}") from error
