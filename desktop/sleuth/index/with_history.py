"""What does the read river ask of an index with its history?

A snapshot that has, behind the items of all other sources, every commit and what branches, tags and worktrees there are.
Made only for searches that ask for it: others are spared its arrays, and its modules.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import numpy as np

from sleuth.domain.errors import IndexDamaged
from sleuth.domain.folding import fold
from sleuth.domain.history import CommitText, NamedRef, NamedRefs, title_of
from sleuth.domain.items import ItemRecord, Kind, Source, Stamp, State, storable_ns
from sleuth.domain.queries import ItemFilter
from sleuth.domain.standing import Standing
from sleuth.index import history_filters
from sleuth.index.commit_texts import text_of, unpacked
from sleuth.index.connection import read_vocabulary
from sleuth.index.dictionary import Dictionary, Part
from sleuth.index.encoding import unpack
from sleuth.index.history import COLUMNS
from sleuth.index.lines import Lines, Paths
from sleuth.index.snapshot import Body, Flags, Ids, Scores, Snapshot, starts_of
from sleuth.index.summary import NAMED, SOURCES, Catalog

T = TypeVar("T")

# Ids of commits, and of their bodies, are their rows' and this; those of branches follow, from NAMED on.
_COMMITS = 1 << 40
_LAST = 2**63 - 1
_EXAMINED = _LAST
"""No rule that came later can block a commit."""
# Of the columns subject, message, people, paths, parts.
_WEIGHTS = (2.0, 1.0, 1.0, 0.5, 0.5)
_MOST_KEPT = 2_000
_WORDS = 4
"""A subject's length says nothing about it."""


@dataclass(frozen=True, slots=True)
class _Cache:
    state: str
    values: dict[object, object]


class WithHistory(Snapshot):
    """One search's view of an index and its history."""

    def __init__(self, plain: Snapshot, named: NamedRefs) -> None:
        connection, cache = plain.beneath()
        super().__init__(connection, _cache_beside(cache, named))
        self._plain = plain
        self._refs = {_id_of(ref): ref for ref in sorted(named.refs, key=_id_of)}

    @property
    def has_history(self) -> bool:
        return True

    # -- the whole

    def catalog(self) -> Catalog:
        return self._once("catalog", self._catalog)

    def _catalog(self) -> Catalog:
        before = self._plain.catalog().columns()
        commits = self._commits()
        came = _columns(commits["ids"] + _COMMITS, commits["at_ns"], commits["sizes"], commits["orders"])
        refs = list(self._refs.values())
        ranks = {ref: rank for rank, ref in enumerate(sorted(one.ref for one in refs))}
        named = _columns(
            np.array(list(self._refs), np.int64),
            np.array([storable_ns(ref.at_s * 1_000_000_000) for ref in refs], np.int64),
            np.array([len(ref.text) for ref in refs], np.int64),
            np.array([_LAST - len(refs) + ranks[ref.ref] for ref in refs], np.int64),
        )
        return Catalog(*np.concatenate((before, came, named), axis=1))

    def _commits(self) -> dict[str, Ids]:
        """What is known of every commit, an array a property."""
        return self._once("commits", self._read_commits)

    def _read_commits(self) -> dict[str, Ids]:
        blocks = self._connection.execute("SELECT columns FROM revision_block ORDER BY number")
        try:
            parts = [np.frombuffer(unpack(columns), np.int64).reshape(len(COLUMNS), -1) for (columns,) in blocks]
        except (ValueError, TypeError) as error:
            raise IndexDamaged(f"the index is damaged (its history: {error})") from error
        whole = np.concatenate(parts, axis=1) if parts else np.empty((len(COLUMNS), 0), np.int64)
        return dict(zip(COLUMNS, whole, strict=True))

    def paths(self) -> Paths:
        """Of commits nothing: whoever types a word does not mean the hashes that hold its letters."""
        return self._once("paths", self._paths)

    def _paths(self) -> Paths:
        names = "".join(f"{fold(ref.name)}\n" for ref in self._refs.values())
        commits = len(self._commits()["ids"])
        return Paths(self._plain.paths().data + b"\n" * commits + names.encode("utf-8", "replace"))

    def dictionary(self, complete: bool) -> Dictionary:
        return self._once(("dictionary", complete), lambda: self._dictionary(complete))

    def _dictionary(self, complete: bool) -> Dictionary:
        rows: list[tuple[Any, ...]] = self._connection.execute(
            "SELECT covers, words, counts FROM history_dictionary ORDER BY part"
        ).fetchall()
        highest = self._scalar("SELECT max(id) FROM revision") or 0
        if complete and highest > max((covers for covers, _, _ in rows), default=0):
            parts = [Part.of(read_vocabulary(self._connection, "history_exact"))]
        else:
            parts = [Part(Lines(unpack(words)), np.frombuffer(unpack(counts), np.int32)) for _, words, counts in rows]
        return self._plain.dictionary(complete).with_parts(parts)

    def lacks_words(self) -> bool:
        highest = self._scalar("SELECT max(id) FROM revision") or 0
        covered = self._scalar("SELECT max(covers) FROM history_dictionary") or 0
        return highest > covered or self._plain.lacks_words()

    def row_count(self, table: str) -> int:
        return len(self._commits()["ids"]) if table == "history" else self._plain.row_count(table)

    # -- what matches

    def words(self, phrase: str, weights: tuple[float, float], prefix: bool = False) -> tuple[Ids, Scores]:
        ids, scores = self._plain.words(phrase, weights, prefix)
        own, how_well = self._bm25("history", self._match(phrase, prefix), _WEIGHTS)
        return np.concatenate((ids, own + _COMMITS)), np.concatenate((scores, how_well))

    def bodies_with_any(self, words: list[str]) -> Ids:
        return np.concatenate((self._plain.bodies_with_any(words), self._rows_with_any("history_exact", words) + _COMMITS))

    def items_by_hash(self, digits: str, limit: int) -> Ids:
        """Commits whose hashes start so; none where there are more than `limit`."""
        low, high = digits.ljust(64, "0"), digits.ljust(64, "f")
        sql = "SELECT id FROM revision WHERE hash BETWEEN ? AND ? LIMIT ?"
        rows = self._connection.execute(sql, (bytes.fromhex(low[: len(digits) + len(digits) % 2]), bytes.fromhex(high), limit + 1))
        ids = np.array([id_ for (id_,) in rows], np.int64) + _COMMITS
        return ids if len(ids) <= limit else ids[:0]

    def items_named(self, letters: str) -> tuple[Ids, Flags]:
        """Branches, tags and worktrees whose names have these letters, and whether they stand there as a word."""
        lines = self._once("names", lambda: Lines("".join(["\n", *(f"{fold(_named(ref))}\n" for ref in self._refs.values())]).encode("utf-8", "replace")))
        data = letters.encode("utf-8", "replace")
        if not data or not self._refs:
            return np.empty(0, np.int64), np.empty(0, bool)
        at = lines.places_of(data)
        is_word = np.array([_is_word(lines.data, place, place + len(data)) for place in at.tolist()], bool)
        numbers = lines.numbers_at(at)
        kept = np.unique(numbers)
        return np.array(list(self._refs), np.int64)[kept], np.isin(kept, numbers[is_word])

    def allowed(self, wanted: ItemFilter) -> Flags:
        return self._once(("allowed", wanted), lambda: self._allowed(wanted))

    def _allowed(self, wanted: ItemFilter) -> Flags:
        before = self._plain.allowed(wanted)
        commits = self._commits()
        came = np.full(len(commits["ids"]), Source.GIT in wanted.sources)
        named = np.full(len(self._refs), Source.GIT in wanted.sources)
        for one in wanted.filters if Source.GIT in wanted.sources else ():
            passing = history_filters.commits_passing(self._connection, one, commits)
            came &= ~passing if one.negated else passing
            named &= np.array([history_filters.passes(ref, one) != one.negated for ref in self._refs.values()], bool)
        return np.concatenate((before, came, named))

    def blocked(self, rules: str, since_ns: int, is_blocked: Callable[[str], bool]) -> Flags:
        """Of commits those that changed what may not be named any more: they are read again without it."""
        return self._once(("blocked", rules), lambda: self._blocked(rules, since_ns, is_blocked))

    def _blocked(self, rules: str, since_ns: int, is_blocked: Callable[[str], bool]) -> Flags:
        before = self._plain.blocked(rules, since_ns, is_blocked)
        rows = self._connection.execute("SELECT id, path FROM changed_path WHERE NOT blocked")
        paths = [id_ for id_, path in rows if is_blocked(str(path))]
        commits = history_filters.touching(self._connection, paths)
        came = np.isin(self._commits()["ids"], commits)
        return np.concatenate((before, came, np.zeros(len(self._refs), bool)))

    # -- single things

    def item(self, id_: int) -> ItemRecord:
        if id_ >= NAMED:
            return _of_ref(self._refs[id_], id_)
        return self._commit(id_ - _COMMITS) if id_ >= _COMMITS else self._plain.item(id_)

    def _commit(self, row: int) -> ItemRecord:
        found = self._connection.execute("SELECT hash, at_ns, text_bytes, starts FROM revision WHERE id = ?", (row,)).fetchone()
        if found is None:
            raise IndexDamaged("the index is damaged (a commit is gone)")
        hash_, at_ns, size, starts = found
        title = title_of(self._text_of(row).message, hash_.hex())
        return _record(row + _COMMITS, hash_.hex(), title, Kind.COMMIT, Stamp(size, at_ns, 0), len(starts) // 4 if starts else 1)

    def item_of(self, source: Source, ref: str) -> ItemRecord | None:
        if source is not Source.GIT:
            return self._plain.item_of(source, ref)
        id_ = next((id_ for id_, one in self._refs.items() if one.ref == ref), None)
        if id_ is not None:
            return self.item(id_)
        ids = self.items_by_hash(ref, 1).tolist() if history_filters.is_hash(ref) else []
        return self.item(ids[0]) if ids else None

    def has_item(self, source: Source, ref: str) -> bool:
        return self.item_of(source, ref) is not None if source is Source.GIT else self._plain.has_item(source, ref)

    def refs(self, ids: Any) -> dict[int, str]:
        listed = list(ids)
        found = self._plain.refs(id_ for id_ in listed if id_ < _COMMITS)
        return found | {id_: self._ref(id_) for id_ in listed if id_ >= _COMMITS}

    def _ref(self, id_: int) -> str:
        if id_ >= NAMED:
            return self._refs[id_].ref
        return (self._scalar("SELECT hash FROM revision WHERE id = ?", (id_ - _COMMITS,)) or b"").hex()

    def author(self, item: int) -> str | None:
        """Of a commit, by name alone; of a branch nobody."""
        if item < _COMMITS:
            return self._plain.author(item)
        sql = "SELECT name FROM person JOIN revision ON author = person.id WHERE revision.id = ?"
        name = self._scalar(sql, (item - _COMMITS,))
        return str(name).rpartition(" <")[0] if name is not None else None

    def body(self, id_: int) -> Body:
        if id_ >= NAMED:
            return Body(self._refs[id_].text, np.zeros(1, np.int32), (), None)
        if id_ < _COMMITS:
            return self._plain.body(id_)
        text = self._text_of(id_ - _COMMITS)
        starts = self._scalar("SELECT starts FROM revision WHERE id = ?", (id_ - _COMMITS,))
        whole = text.text
        try:
            return Body(whole, starts_of(starts, len(whole)) if starts else np.zeros(1, np.int32), text.sections, None)
        except ValueError as error:
            raise IndexDamaged(f"the index is damaged (a commit's cuts: {error})") from error

    def _text_of(self, row: int) -> CommitText:
        kept = self._cache.get("texts")
        if not isinstance(kept, dict) or row not in kept:
            blob = self._scalar("SELECT texts FROM revision_text WHERE first <= ? ORDER BY first DESC LIMIT 1", (row,))
            kept = self._cache["texts"] = unpacked(blob) if blob else {}
        if row not in kept:
            raise IndexDamaged("the index is damaged (a commit's text is gone)")
        return text_of(kept[row])

    # -- counts

    def facets(self, ids: Ids) -> dict[str, dict[str, int]]:
        counts = self._plain.facets(ids[ids < _COMMITS])
        commits = int(np.count_nonzero((ids >= _COMMITS) & (ids < NAMED)))
        kinds = {Kind.COMMIT.value: commits} if commits else {}
        for id_ in ids[ids >= NAMED].tolist():
            kind = self._refs[id_].kind.value
            kinds[kind] = kinds.get(kind, 0) + 1
        if kinds:
            counts["source"][Source.GIT.value] = sum(kinds.values())
            counts["kind"] |= kinds
        return {facet: dict(sorted(of.items(), key=lambda pair: (-pair[1], pair[0]))) for facet, of in counts.items()}

    def _once(self, key: object, made: Callable[[], T]) -> T:
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = made()
        return cast("T", found)


def _cache_beside(cache: dict[object, object], named: NamedRefs) -> dict[object, object]:
    """What was learnt with the same branches, as long as what was learnt without them stands."""
    key = "with history"
    kept = cache.get(key)
    if not isinstance(kept, _Cache) or kept.state != named.state or len(kept.values) > _MOST_KEPT:
        kept = cache[key] = _Cache(named.state, {})
    return kept.values


def _id_of(ref: NamedRef) -> int:
    """Another where it stands at something else, since texts are kept by their ids."""
    digest = hashlib.blake2b(f"{ref.ref}\n{ref.text}".encode("utf-8", "replace"), digest_size=8).digest()
    return NAMED + (int.from_bytes(digest, "big") >> 2)


def _columns(ids: Ids, at_ns: Ids, sizes: Ids, orders: Ids) -> Ids:
    """Rows of the catalog for what has its text to itself, as commits and branches have."""
    of = {"ids": ids, "bodies": ids, "mtimes_ns": at_ns, "sizes": sizes, "orders": orders}
    alike = {"standings": Standing.HISTORY, "name_word_counts": _WORDS, "hidden": 0, "sources": SOURCES.index(Source.GIT), "chats": 0}
    return np.vstack([of[name] if name in of else np.full(len(ids), alike[name], np.int64) for name in Catalog.names()])


def _of_ref(ref: NamedRef, id_: int) -> ItemRecord:
    stamp = Stamp(len(ref.text), storable_ns(ref.at_s * 1_000_000_000), 0)
    return _record(id_, ref.ref, ref.name, ref.kind, stamp, 1)


def _record(id_: int, ref: str, title: str, kind: Kind, stamp: Stamp, chunk_count: int) -> ItemRecord:
    return ItemRecord(id_, Source.GIT, ref, title, kind, None, stamp, _EXAMINED, False, State.INDEXED, None, id_, chunk_count)


def _named(ref: NamedRef) -> str:
    """What leads to it: its name, and of a worktree its branch."""
    return " ".join(dict.fromkeys((ref.name, *ref.folders, ref.branch))) if ref.kind is Kind.WORKTREE else ref.name


def _is_word(data: bytes, start: int, stop: int) -> bool:
    around = (data[start - 1 : start], data[stop : stop + 1])
    return not any(byte.isalnum() or byte >= b"\x80" for byte in around)
