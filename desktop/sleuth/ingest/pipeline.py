"""How does what changed on disk get into the index?

    disk ─scan→ Changes ─readers→ Content ─chunking→ NewItem ─→ index

Newest first, committed in batches, so that what was just written is found while the rest is still
read; stopped at any moment, what was committed stays and the next scan carries on.
"""

import json
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import ItemBinary, ItemTooLarge, ItemUnreadable, ReaderKilled, ReaderUnavailable
from sleuth.domain.items import Content, Found, Kind, Source, Stamp, State
from sleuth.domain.opening import open_regular
from sleuth.domain.standing import standing_of
from sleuth.index.store import Known, NewBody, NewItem, Store
from sleuth.ingest.chunking.bodies import new_body
from sleuth.ingest.chunking.identifiers import parts_of_name, parts_of_texts, word_count
from sleuth.ingest.readers.base import Reader, stoppable
from sleuth.ingest.readers.registry import close_readers, reader_for
from sleuth.ingest.readers.spoken import MASKED, Spoken, without_secrets
from sleuth.ingest.scan import git
from sleuth.ingest.scan.changes import Changes, compare, is_racy
from sleuth.ingest.scan.listing import Listing, list_workspace
from sleuth.settings.blocked import BlockedPaths
from sleuth.settings.load import SearchSettings, rules_fingerprint

SOURCES = (Source.FILES, Source.DOCUMENTS)

_FIRST_BATCH_ITEMS = 50
_BATCH_ITEMS = 1_000
_BATCH_BYTES = 10_000_000
_BATCH_S = 1.5


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a scan is."""

    done: int
    total: int


@dataclass(slots=True)
class ScanReport:
    """What a scan did."""

    read: int = 0
    """Files that were opened."""
    dropped: int = 0
    changed: bool = False
    """Whether the index was written."""
    incomplete: str | None = None
    """Why not everything was taken."""
    notices: list[str] = field(default_factory=list)
    repositories: list[str] = field(default_factory=list)
    """Folders inside the workspace, ending in `/`, that have a `.git`."""


def scan(
    root: Path,
    store: Store,
    settings: SearchSettings,
    cancellation: Cancellation,
    progress: Callable[[Progress], None],
    spoken: Callable[[], Spoken] = Spoken,
) -> ScanReport:
    """Bring the index up to what is on the disk.

    Args:
        spoken: Which files hold what was said or shown.

    Raises:
        FolderUnreadable: The root cannot be listed; nothing was dropped.
        IndexFull, IndexDamaged: The index would not take it; it is as it was after the last batch.
        Cancelled: Stopped; what was committed stays.
    """
    return _Scan(root, store, settings, cancellation, progress, spoken).run()


class _Scan:
    def __init__(
        self,
        root: Path,
        store: Store,
        settings: SearchSettings,
        cancellation: Cancellation,
        progress: Callable[[Progress], None],
        spoken: Callable[[], Spoken],
    ) -> None:
        self._root = root
        self._store = store
        self._settings = settings
        self._cancellation = cancellation
        self._progress = progress
        self._find_spoken = spoken
        self._masked = frozenset[str]()
        """The files in which secrets are masked."""
        self._blocked = BlockedPaths(settings.deny)
        self._report = ScanReport()
        self._examined = 0
        self._stop = Cancellation()
        """Ends what reads ahead, when the scan is cancelled or breaks off."""
        self._unsettled = False
        """Whether a file may differ from what is kept of it although the next listing is the same as this."""
        self._inside: dict[str, bool] = {}
        self._known: dict[str, Known] = {}

    def run(self) -> ScanReport:
        listing = list_workspace(self._root, self._settings.include_ignored, self._cancellation)
        self._report.notices += listing.notices
        self._report.repositories = listing.repositories
        rules = rules_fingerprint(self._settings)
        spoken = self._find_spoken()
        fingerprint = f"{rules} {listing.fingerprint()} {spoken.fingerprint()}"
        if self._store.get_meta("fingerprint") == fingerprint:
            return self._report
        known = self._known = self._store.known(SOURCES)
        found = listing.found()
        self._masked = frozenset(one.ref for one in found if spoken.holds(one.ref))
        self._mind_masked(known)
        changes = compare(found, listing.unlisted, known, self._rules_since(rules))
        forget = self._cancellation.on_cancel(self._stop.cancel)
        try:
            self._apply(changes, known)
        finally:
            self._stop.cancel()
            forget()
            close_readers()
        self._finish(listing, fingerprint)
        return self._report

    def _mind_masked(self, known: dict[str, Known]) -> None:
        """What was indexed with its secrets, and is masked now, leaves the index before it is read again; and the other way."""
        kept = json.loads(self._store.get_meta(MASKED) or "[]")
        if set(kept) == self._masked:
            return
        with self._store.batch():
            self._store.drop(known.pop(ref) for ref in self._masked.symmetric_difference(kept) & known.keys())
            self._store.set_meta({MASKED: json.dumps(sorted(self._masked)), "fingerprint": ""})

    def _apply(self, changes: Changes, known: dict[str, Known]) -> None:
        # What is known already comes first: when the index is full, what must leave it still does.
        self._read([found for found in changes.to_read if found.ref in known], known, len(changes.to_read))
        self._read([found for found in changes.to_read if found.ref not in known], known, len(changes.to_read))
        if changes.gone or changes.hidden_changed:
            with self._store.batch():
                self._store.drop(known[ref] for ref in changes.gone)
                for found in changes.hidden_changed:
                    self._store.hide(known[found.ref], found.hidden)
        self._report.dropped = len(changes.gone)
        self._report.changed = bool(changes.to_read or changes.gone or changes.hidden_changed)

    def _read(self, to_read: list[Found], known: dict[str, Known], total: int) -> None:
        for batch in _ahead(self._batches(to_read), self._stop):
            if batch[0].found.ref not in known and self._store.is_over_budget():
                self._report.incomplete = (
                    f"the index has reached search.max_index_size ({self._settings.max_index_size:,} bytes):"
                    f" {total - self._examined + len(batch):,} files are not in it"
                )
                return
            with self._store.batch():
                for item in batch:
                    self._take(item, known.get(item.found.ref))
            self._progress(Progress(self._examined, total))

    def _rules_since(self, rules: str) -> int:
        """When the present rules were first scanned by, remembered before anything is read: a stopped scan carries on."""
        since = self._store.get_meta("rules_since")
        if since is None or self._store.get_meta("rules") != rules:
            since = str(time.time_ns())
            with self._store.batch():
                self._store.set_meta({"rules": rules, "rules_since": since, "fingerprint": ""})
        return int(since)

    def _finish(self, listing: Listing, fingerprint: str) -> None:
        """Remember that all of this listing is in the index, so that the next scan can stop at comparing it."""
        values = {
            "fingerprint": "" if self._unsettled or self._report.incomplete else fingerprint,
            "ignored_count": str(self._ignored_count(listing)),
            "scanned": "1",
            "rules_done": self._store.get_meta("rules") or "",
        }
        for _ in self._store.merge():
            self._cancellation.check()
        with self._store.batch():
            self._store.update_dictionary()
            self._store.set_meta(values)
            self._store.summarise()

    def _ignored_count(self, listing: Listing) -> int:
        if not listing.in_git:
            return 0
        try:
            return len(git.ignored_entries(self._root, self._cancellation))
        except git.GitFailed:
            return 0

    def _take(self, item: NewItem, known: Known | None) -> None:
        digest = item.body.digest if item.body else None
        if known is not None and known.state == item.state == State.INDEXED and known.digest == digest:
            self._store.touch(known, item.found, item.read_ns)
        else:
            self._store.put(item, known)

    def _batches(self, to_read: list[Found]) -> Iterator[list[NewItem]]:
        batch: list[NewItem] = []
        size, began, most = 0, time.monotonic(), _FIRST_BATCH_ITEMS
        for found in to_read:
            self._stop.check()
            item = self._examine(found)
            self._examined += 1
            if item is None:
                continue
            self._report.read += item.state is not State.BLOCKED  # that is left out by its name
            self._unsettled |= is_racy(item.found.stamp, item.read_ns)
            batch.append(item)
            size += len(item.body.text) if item.body else 0
            if len(batch) >= most or size > _BATCH_BYTES or time.monotonic() - began > _BATCH_S:
                yield _with_parts(batch)
                batch, size, began, most = [], 0, time.monotonic(), _BATCH_ITEMS
        if batch:
            yield _with_parts(batch)

    # -- one file

    def _examine(self, found: Found) -> NewItem | None:
        """What is to be kept of a file; None if it is still to be read, or gone by now."""
        read_ns = time.time_ns()
        name = found.ref.rpartition("/")[2]
        reader = reader_for(name)
        rule = self._blocked.rule_for(found.ref)
        if rule is not None:
            return self._left_out(found, reader, read_ns, State.BLOCKED, rule)
        try:
            data, stamp = self._bytes_of(found, reader)
            with stoppable(self._stop):
                content = reader.read(data, name)
            if found.ref in self._masked:
                content = without_secrets(content)
        except (FileNotFoundError, NotADirectoryError):
            self._unsettled = True  # it may be back, with its folder, and look the same
            return None
        except ReaderUnavailable as error:
            self._report.notices += [error.text()] if error.text() not in self._report.notices else []
            self._unsettled = True
            return None
        except ItemTooLarge as error:
            return self._left_out(found, reader, read_ns, State.TOO_LARGE, error.text())
        except ItemBinary as error:
            return self._left_out(found, reader, read_ns, State.BINARY, error.text())
        except ItemUnreadable as error:
            may_pass = isinstance(error, ReaderKilled) and not self._was_killed(found)
            self._unsettled |= may_pass
            return self._left_out(found, reader, 0 if may_pass else read_ns, State.UNREADABLE, str(error))
        except OSError as error:
            may_pass = not _is_refused(error)
            self._unsettled |= may_pass
            return self._left_out(found, reader, 0 if may_pass else read_ns, State.UNREADABLE, _reason(error))
        return self._item(Found(found.ref, stamp, found.hidden), reader.source, content, read_ns)

    def _was_killed(self, found: Found) -> bool:
        """Whether it could not be read the time before either, and might have been this time."""
        before = self._known.get(found.ref)
        return before is not None and (before.stamp, before.state, before.read_ns) == (found.stamp, State.UNREADABLE, 0)

    def _bytes_of(self, found: Found, reader: Reader) -> tuple[bytes, Stamp]:
        """A regular file's bytes, as far as its reader wants them, and how it looked when they were read."""
        limits = reader.limits(self._settings.max_file_size)
        if limits.max_bytes is not None and found.stamp.size > limits.max_bytes:
            raise ItemTooLarge(f"{found.stamp.size:,} bytes, the limit is {limits.max_bytes:,}")
        with open_regular(self._root, found.ref, self._inside) as file:
            status = os.fstat(file.fileno())
            data = file.read(-1 if limits.read_bytes is None else limits.read_bytes)
        if limits.max_bytes is not None and len(data) > limits.max_bytes:
            raise ItemTooLarge(f"{len(data):,} bytes, the limit is {limits.max_bytes:,}")
        return data, Stamp.of(status)

    def _left_out(self, found: Found, reader: Reader, read_ns: int, state: State, reason: str) -> NewItem:
        return self._new_item(found, reader.source, Kind.TEXT, None, read_ns, state, reason, None)

    def _item(self, found: Found, source: Source, content: Content, read_ns: int) -> NewItem:
        if not content.text.strip():
            return self._new_item(
                found, source, content.kind, content.language, read_ns, State.EMPTY, content.notice, None
            )
        body = new_body(content)
        return self._new_item(
            found, source, content.kind, content.language, read_ns, State.INDEXED, content.notice, body
        )

    def _new_item(
        self,
        found: Found,
        source: Source,
        kind: Kind,
        language: str | None,
        read_ns: int,
        state: State,
        reason: str | None,
        body: NewBody | None,
    ) -> NewItem:
        folder, _, name = found.ref.rpartition("/")
        return NewItem(
            source=source,
            found=found,
            title=name,
            name_words=name + parts_of_name(name),
            folder_words=folder + parts_of_name(folder),
            kind=kind,
            language=language,
            read_ns=read_ns,
            state=state,
            reason=reason,
            standing=standing_of(found.ref),
            name_word_count=word_count(name.rpartition(".")[0] or name),
            body=body,
        )


def _ahead(batches: Iterator[list[NewItem]], stop: Cancellation) -> Iterator[list[NewItem]]:
    """The same batches, the next one read while the last is written.

    The one thread of this floor, against the rule that the engine starts none: SQLite writes without Python's lock, and
    a second core that reads, cuts and compresses meanwhile takes a third off the first scan. Nothing else runs in it,
    and it has ended when this has.
    """
    with ThreadPoolExecutor(1, thread_name_prefix="sleuth-read") as reader:
        try:
            coming = reader.submit(next, batches, None)
            while (batch := coming.result()) is not None:
                stop.check()  # what was read before the stop is not written after it
                coming = reader.submit(next, batches, None)
                yield batch
        except BaseException:  # whatever ends the loop, Ctrl+C too, must not wait for a slow PDF
            stop.cancel()
            raise


def _with_parts(batch: list[NewItem]) -> list[NewItem]:
    """The same items, the parts of their identifiers found in one pass over all their texts."""
    parts = iter(parts_of_texts([item.body.text for item in batch if item.body is not None]))
    return [
        item if item.body is None else replace(item, body=replace(item.body, parts=next(parts))) for item in batch
    ]



def _reason(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno is not None else str(error)


def _is_refused(error: OSError) -> bool:
    """Whether it stays so until the file's mode, and with it its change time, is another.

    A failing disk or mount, too many open files and, on Windows, a lock of another program pass without a trace.
    """
    return isinstance(error, PermissionError) and getattr(error, "winerror", None) is None
