"""How do notes and plans get into the index?

    one's own notes, agents' memories and plans ─readers→ texts ─chunking→ index

Few and small: each scan looks at all of them, and reads those that changed.
"""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import ItemBinary, ItemTooLarge, ItemUnreadable
from sleuth.domain.items import Content, Found, Kind, Source, Stamp, State
from sleuth.domain.standing import Standing
from sleuth.index.store import Known, NewItem, Store
from sleuth.ingest.chunking.bodies import new_body
from sleuth.ingest.chunking.identifiers import parts_of_name, parts_of_texts, word_count
from sleuth.ingest.readers.conversations.scope import Scope
from sleuth.ingest.readers.memories import Memo, memos_of, title_of, title_of_own
from sleuth.ingest.readers.registry import reader_for
from sleuth.ingest.scan.changes import is_racy

SOURCES = (Source.NOTES, Source.PLANS)

_MOST_BYTES = 5_000_000


@dataclass(frozen=True, slots=True)
class _Note:
    source: Source
    ref: str
    path: Path


def scan_notes(scope: Scope, own: Path, store: Store, cancellation: Cancellation) -> bool:
    """Bring the index up to the notes and plans that there are; whether anything changed.

    Args:
        own: The folder of the person's own notes.

    Raises:
        IndexFull, IndexDamaged: The index would not take it.
    """
    known = store.known(SOURCES)
    found = {note.ref: note for note in _notes(scope, own, store)}
    items = [item for note in found.values() if (item := _examined(note, known.get(note.ref), cancellation))]
    gone = [one for ref, one in known.items() if ref not in found]
    if not items and not gone:
        return False
    with store.batch():
        for item in items:
            store.put(item, known.get(item.found.ref))
        store.drop(gone)
    with store.batch():
        store.update_dictionary()
        store.summarise()
    return True


def _notes(scope: Scope, own: Path, store: Store) -> Iterator[_Note]:
    for path in sorted(own.glob("*.md")):
        yield _Note(Source.NOTES, f"notes/{path.name}", path)
    sessions = store.talk.sessions()
    plans = frozenset(plan for _, _, plan in sessions if plan)
    for memo in memos_of(scope, [(agent, Path(path)) for agent, path, _ in sessions], plans):
        if memo.kind is not Memo.RULES:  # which are files of the workspace, and found as such
            if scope.is_blocked(memo.path):
                continue
            yield _Note(Source.PLANS if memo.kind.is_plan else Source.NOTES, _ref(memo.path, scope), memo.path)


def _ref(path: Path, scope: Scope) -> str:
    if path.is_relative_to(scope.root):
        return path.relative_to(scope.root).as_posix()
    return f"~/{path.relative_to(scope.home).as_posix()}" if path.is_relative_to(scope.home) else str(path)


def _examined(note: _Note, known: Known | None, cancellation: Cancellation) -> NewItem | None:
    """A note as it is to be kept; None where it is as it was, or gone."""
    cancellation.check()
    read_ns = time.time_ns()
    try:
        with note.path.open("rb") as file:
            stamp = Stamp.of(os.fstat(file.fileno()))
            if known is not None and known.stamp == stamp and not is_racy(stamp, known.read_ns):
                return None
            data = file.read(_MOST_BYTES)
        content = reader_for(note.path.name).read(data, note.path.name)
    except (OSError, ItemUnreadable, ItemBinary, ItemTooLarge):
        return None
    return _item(note, stamp, content, read_ns)


def _item(note: _Note, stamp: Stamp, content: Content, read_ns: int) -> NewItem:
    is_own = note.ref.startswith("notes/")  # which are named by the time
    title = title_of_own(content.text) or note.path.stem if is_own else title_of(note.path, content.text)
    body = None
    if content.text.strip():
        body = new_body(content)
        body = replace(body, parts=parts_of_texts([content.text])[0])
    return NewItem(
        source=note.source,
        found=Found(note.ref, stamp, hidden=False),
        title=title,
        name_words=title + parts_of_name(title),
        folder_words="",
        kind=content.kind if note.path.suffix != ".mdc" else Kind.MARKDOWN,
        language=content.language,
        read_ns=read_ns,
        state=State.INDEXED if body else State.EMPTY,
        reason=content.notice,
        standing=Standing.TALK,
        name_word_count=max(word_count(title), 1),
        body=body,
    )
