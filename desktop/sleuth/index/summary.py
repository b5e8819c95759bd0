"""What does every search need of the whole index, and how is it had at once?

    catalog     the searchable items, an array a property
    paths       their references, and the titles of chats, folded, a line each
    coverage    the counts of the status

Made from the tables when a scan ends, and kept in the table `summary`; made anew for a search that comes while one runs.
"""

import json
import unicodedata
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from typing import Any

import apsw
import numpy as np
import numpy.typing as npt

from sleuth.domain.folding import fold
from sleuth.domain.items import Coverage, Source, State
from sleuth.index.encoding import cell_to_name

Ids = npt.NDArray[np.int64]

SOURCES = tuple(Source)
"""A source's number in the catalog is its place here."""
NAMED = 1 << 62
"""Items and bodies from here on are branches, tags and worktrees: found by name, not by what is said of them."""
_COLUMNS = 10
_ALWAYS_COUNTED = (Source.FILES.value, Source.DOCUMENTS.value, "tables")
_COUNTED = (*_ALWAYS_COUNTED, *(source.value for source in SOURCES if source.value not in _ALWAYS_COUNTED))


@dataclass(frozen=True)
class Catalog:
    """Every searchable item, one place an item in each array, by rising id."""

    ids: Ids
    bodies: Ids
    """0 where the item is empty."""
    mtimes_ns: Ids
    standings: Ids
    """domain.standing.Standing of each."""
    name_word_counts: Ids
    sizes: Ids
    """Bytes of text."""
    hidden: Ids
    sources: Ids
    """Places in SOURCES."""
    chats: Ids
    """The chat that a message is of; 0 where it is none."""
    orders: Ids
    """Where each stands among all when they are sorted by reference."""

    def __len__(self) -> int:
        return len(self.ids)

    @staticmethod
    def names() -> list[str]:
        """Of its arrays, in order."""
        return [one.name for one in fields(Catalog)]

    def columns(self) -> Ids:
        """All arrays as rows of one, in this order."""
        return np.vstack([getattr(self, name) for name in self.names()])

    @cached_property
    def _by_body(self) -> tuple[Ids, Ids]:
        order = np.argsort(self.bodies, kind="stable")
        return self.bodies[order], order

    def places_of_bodies(self, bodies: Ids) -> tuple[Ids, Ids]:
        """Places of the items that hold these bodies, and for each the index into `bodies`."""
        held, order = self._by_body
        first, last = np.searchsorted(held, bodies, "left"), np.searchsorted(held, bodies, "right")
        counts = last - first
        which = np.repeat(np.arange(len(bodies)), counts)
        offsets = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
        return order[np.repeat(first, counts) + offsets], which

    def places_of_items(self, ids: Ids) -> Ids:
        """Places of these items; those it does not hold are left out."""
        places = np.searchsorted(self.ids, ids)
        inside = places < len(self.ids)
        places, ids = places[inside], ids[inside]
        found: Ids = places[self.ids[places] == ids]
        return found


def summaries(connection: apsw.Connection) -> dict[str, bytes]:
    """All of them, as they are kept."""
    return {name: make(connection) for name, make in _SUMMARIES.items()}


def catalog_of(data: bytes) -> Catalog:
    columns = np.frombuffer(data, np.int64).reshape(_COLUMNS, -1)
    return Catalog(*columns)


def coverage_of(data: bytes) -> Coverage:
    return Coverage(**json.loads(data))


def with_history(coverage: Coverage, counts: str | None) -> Coverage:
    """The same with the commits, which are counted apart as they come.

    Args:
        counts: index.history.Counts, as JSON.
    """
    counted = json.loads(counts) if counts else {}
    if not counted.get("commits"):
        return coverage
    return replace(
        coverage,
        items={**coverage.items, Source.GIT.value: counted["commits"]},
        chunks=coverage.chunks + counted["chunks"],
        source_bytes={**coverage.source_bytes, Source.GIT.value: counted["bytes"]},
    )


def make_summary(connection: apsw.Connection, name: str) -> bytes:
    """One of them, as it would be kept, from the tables."""
    return _SUMMARIES[name](connection)


def names() -> set[str]:
    """Which there are."""
    return set(_SUMMARIES)


def catalog_rows(connection: apsw.Connection, where: str = "1") -> list[tuple[Any, ...]]:
    """The catalog's columns but the last, of searchable items, by rising id."""
    numbers = " ".join(f"WHEN '{source.value}' THEN {number}" for number, source in enumerate(SOURCES))
    return connection.execute(
        "SELECT id, coalesce(body, 0), mtime_ns, standing, name_words, text_bytes, hidden,"
        f" CASE source {numbers} END, coalesce(chat, 0) FROM item WHERE state IN ('indexed', 'empty') AND {where} ORDER BY id"
    ).fetchall()


def order_of(ref: Any) -> str:
    """What references are sorted by."""
    return cell_to_name(ref)


def _make_catalog(connection: apsw.Connection) -> bytes:
    columns = np.array(catalog_rows(connection), np.int64).reshape(-1, _COLUMNS - 1).T
    rows = connection.execute("SELECT ref FROM item WHERE state IN ('indexed', 'empty') ORDER BY id").fetchall()
    refs = [order_of(ref) for (ref,) in rows]
    orders = np.empty(len(refs), np.int64)
    orders[sorted(range(len(refs)), key=refs.__getitem__)] = np.arange(len(refs))
    return np.ascontiguousarray(np.vstack((columns, orders))).tobytes()


def path_lines(connection: apsw.Connection, where: str = "1") -> list[bytes]:
    """What leads to each searchable item, folded, by rising id."""
    rows = connection.execute(
        "SELECT ref, CASE number WHEN 1 THEN (SELECT json_extract(about, '$.title') FROM chat WHERE chat.id = item.chat) END,"
        f" chat, number FROM item WHERE state IN ('indexed', 'empty') AND {where} ORDER BY id"
    )
    return [_line(_called(ref, title, chat, number)).encode("utf-8", "replace") for ref, title, chat, number in rows]


def _make_paths(connection: apsw.Connection) -> bytes:
    return b"\n" + b"".join(line + b"\n" for line in path_lines(connection))


def _called(ref: Any, title: Any, chat: int | None, number: int | None) -> str:
    """Its path, or the title that an agent gave a chat, which leads to its first message."""
    if chat is None:
        return cell_to_name(ref)
    return str(title or "").replace("/", " ") if number == 1 else ""


def _line(ref: str) -> str:
    return ref.lower() if ref.isascii() and "\n" not in ref else fold(unicodedata.normalize("NFC", ref).replace("\n", " "))


class Counting:
    """Counts items for the status, on from what was counted before."""

    def __init__(self, before: dict[str, Any]) -> None:
        self._items: dict[str, int] = before["items"]
        self._left_out: dict[str, int] = before["left_out"]
        self._source_bytes: dict[str, int] = before["source_bytes"]
        self._counts = {name: int(before[name]) for name in ("unreadable", "hidden", "chunks")}

    @classmethod
    def of_nothing(cls) -> "Counting":
        left_out = {"ignored": 0, "blocked": 0, "binary": 0, "too_large": 0}
        return cls(asdict(Coverage(left_out=left_out)))

    def add(
        self, source: str, is_table: Any, state: str, is_hidden: Any, count: int, chunk_count: int, text_bytes: int
    ) -> None:
        """So many items more of this kind, with so many chunks and bytes together; or fewer."""
        if State(state).searchable:
            key = "tables" if is_table else source
            self._items[key] = self._items.get(key, 0) + count
            self._source_bytes[source] = self._source_bytes.get(source, 0) + text_bytes
            self._counts["hidden"] += count if is_hidden else 0
            self._counts["chunks"] += chunk_count
        elif state == State.UNREADABLE.value:
            self._counts["unreadable"] += count
        else:
            self._left_out[state] += count

    def ended(self, connection: apsw.Connection) -> Coverage:
        """All together; of messages their chats are counted."""
        for (ignored,) in connection.execute("SELECT value FROM meta WHERE key = 'ignored_count'"):
            self._left_out["ignored"] = int(ignored)
        rows: list[tuple[Any, ...]] = connection.execute(
            "SELECT count(*) FROM chat WHERE EXISTS (SELECT 1 FROM item WHERE item.chat = chat.id)"
        ).fetchall()
        items = {**self._items, Source.CHATS.value: int(rows[0][0])}
        shown = [key for key in _COUNTED if items.get(key) or key in _ALWAYS_COUNTED]
        source_bytes = {source.value: self._source_bytes.get(source.value, 0) for source in SOURCES}
        return Coverage(
            items={key: items.get(key, 0) for key in shown},
            left_out=self._left_out,
            unreadable=self._counts["unreadable"],
            hidden=self._counts["hidden"],
            chunks=self._counts["chunks"],
            source_bytes={source: size for source, size in source_bytes.items() if size},
        )


def _make_coverage(connection: apsw.Connection) -> bytes:
    counting = Counting.of_nothing()
    rows: list[tuple[Any, ...]] = connection.execute(
        "SELECT source, kind = 'table', state, hidden, count(*), sum(chunk_count), sum(text_bytes) FROM item GROUP BY 1, 2, 3, 4"
    ).fetchall()
    for row in rows:
        counting.add(*row)
    return json.dumps(asdict(counting.ended(connection))).encode()


_SUMMARIES: dict[str, Callable[[apsw.Connection], bytes]] = {
    "catalog": _make_catalog,
    "paths": _make_paths,
    "coverage": _make_coverage,
}
