"""What does every search need of the whole index, and how is it had at once?

    catalog     the searchable items, an array a property
    paths       their references, folded, a line each
    coverage    the counts of the status

Made from the tables when a scan ends, and kept in the table `summary`; made anew for a search that comes while one runs.
"""

import json
import unicodedata
from collections.abc import Callable
from dataclasses import asdict, dataclass
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
_COLUMNS = 9


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
    orders: Ids
    """Where each stands among all when they are sorted by reference."""

    def __len__(self) -> int:
        return len(self.ids)

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


def make_summary(connection: apsw.Connection, name: str) -> bytes:
    """One of them, as it would be kept, from the tables."""
    return _SUMMARIES[name](connection)


def _make_catalog(connection: apsw.Connection) -> bytes:
    numbers = " ".join(f"WHEN '{source.value}' THEN {number}" for number, source in enumerate(SOURCES))
    rows = connection.execute(
        "SELECT id, coalesce(body, 0), mtime_ns, standing, name_words, text_bytes, hidden,"
        f" CASE source {numbers} END FROM item WHERE state IN ('indexed', 'empty') ORDER BY id"
    ).fetchall()
    columns = np.array(rows, np.int64).reshape(-1, _COLUMNS - 1).T
    refs = [cell_to_name(ref) for (ref,) in _refs(connection)]
    orders = np.empty(len(refs), np.int64)
    orders[sorted(range(len(refs)), key=refs.__getitem__)] = np.arange(len(refs))
    return np.ascontiguousarray(np.vstack((columns, orders))).tobytes()


def _refs(connection: apsw.Connection) -> list[tuple[Any, ...]]:
    return connection.execute("SELECT ref FROM item WHERE state IN ('indexed', 'empty') ORDER BY id").fetchall()


def _make_paths(connection: apsw.Connection) -> bytes:
    lines = (_line(cell_to_name(ref)) for (ref,) in _refs(connection))
    return ("\n" + "".join(f"{line}\n" for line in lines)).encode("utf-8", "replace")


def _line(ref: str) -> str:
    return ref.lower() if ref.isascii() and "\n" not in ref else fold(unicodedata.normalize("NFC", ref).replace("\n", " "))


def _make_coverage(connection: apsw.Connection) -> bytes:
    coverage = Coverage(
        items={source.value: 0 for source in (Source.FILES, Source.DOCUMENTS)} | {"tables": 0},
        left_out={"ignored": 0, "blocked": 0, "binary": 0, "too_large": 0},
    )
    counts = {"unreadable": 0, "hidden": 0, "chunks": 0}
    for (ignored,) in connection.execute("SELECT value FROM meta WHERE key = 'ignored_count'"):
        coverage.left_out["ignored"] = int(ignored)
    rows = connection.execute(
        "SELECT source, kind = 'table', state, hidden, count(*), sum(chunk_count), sum(text_bytes) FROM item GROUP BY 1, 2, 3, 4"
    )
    for source, is_table, state, is_hidden, count, chunk_count, text_bytes in rows:
        if State(state).searchable:
            key = "tables" if is_table else source
            coverage.items[key] = coverage.items.get(key, 0) + count
            coverage.source_bytes[source] = coverage.source_bytes.get(source, 0) + text_bytes
            counts["hidden"] += count if is_hidden else 0
            counts["chunks"] += chunk_count
        elif state == State.UNREADABLE.value:
            counts["unreadable"] += count
        else:
            coverage.left_out[state] += count
    return json.dumps({**asdict(coverage), **counts}).encode()


_SUMMARIES: dict[str, Callable[[apsw.Connection], bytes]] = {
    "catalog": _make_catalog,
    "paths": _make_paths,
    "coverage": _make_coverage,
}
