"""How do the tests of the index put items into it?"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sleuth.domain.cancel import NEVER
from sleuth.domain.items import Found, Kind, Source, Stamp, State
from sleuth.domain.standing import standing_of
from sleuth.index.encoding import pack_text
from sleuth.index.snapshot import Reader, Snapshot
from sleuth.index.store import Known, NewBody, NewItem, Store
from sleuth.ingest.chunking.chunks import chunk_starts
from sleuth.ingest.chunking.identifiers import identifier_parts

STAMP = Stamp(size=10, mtime_ns=1_000, ctime_ns=1_000)


def new_item(
    ref: str, text: str | None, state: State = State.INDEXED, hidden: bool = False, stamp: Stamp = STAMP, **other: object
) -> NewItem:
    """An item with a text, or none."""
    body = None
    if text is not None:
        digest = hashlib.blake2b(text.encode(), digest_size=16).digest()
        packed, text_bytes = pack_text(text)
        body = NewBody(
            digest=digest,
            text=text,
            packed=packed,
            text_bytes=text_bytes,
            parts=identifier_parts(text),
            starts=chunk_starts(text),
            sections=(),
            profile=None,
        )
    name = ref.rpartition("/")[2]
    values: dict[str, object] = {"source": Source.FILES, "kind": Kind.TEXT, "language": None, "reason": None} | other
    return NewItem(
        found=Found(ref, stamp, hidden),
        title=name,
        name_words=name,
        folder_words=ref.rpartition("/")[0],
        read_ns=5_000,
        state=state,
        standing=standing_of(ref),
        name_word_count=1,
        body=body,
        **values,  # type: ignore[arg-type]
    )


def known(path: Path) -> dict[str, Known]:
    store = Store(path)
    try:
        return store.known((Source.FILES, Source.DOCUMENTS))
    finally:
        store.close()


def put(path: Path, *items: NewItem, ends: bool = True) -> None:
    """Add or replace items, as a scan does that ends, or is killed before."""
    store = Store(path)
    before = store.known((Source.FILES, Source.DOCUMENTS))
    with store.batch():
        for item in items:
            store.put(item, before.get(item.found.ref))
    if ends:
        for _ in store.merge():
            pass
        with store.batch():
            store.update_dictionary()
            store.summarise()
    store.close()


@contextmanager
def view(path: Path) -> Iterator[Snapshot]:
    reader = Reader(path)
    try:
        with reader.snapshot(NEVER) as snapshot:
            yield snapshot
    finally:
        reader.close()


def words(path: Path, complete: bool = True) -> dict[str, int]:
    """Every word of the dictionary and how many bodies hold it."""
    from sleuth.index.dictionary import Edge

    with view(path) as snapshot:
        dictionary = snapshot.dictionary(complete)
        words = [word.text for word in dictionary.search("", Edge.INSIDE, 1_000_000)[0]]
        assert len(words) == len(set(words))
        return {word: dictionary.search(word, Edge.WHOLE, 1)[0][0].body_count for word in words}
