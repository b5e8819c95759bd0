"""What does the write river put into the index of the history?

    repositories ─→ commits ─→ texts, words, who, what they changed

Apart from all else, in tables of its own: what files are found by, and in which order, is the same whether a history
beside them has ten commits or a million. Everything here runs inside `Store.batch()`, and on its connection.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, astuple, dataclass
from typing import Any

import apsw
import numpy as np
import numpy.typing as npt

from sleuth.domain.history import Commit, CommitText
from sleuth.domain.items import storable_ns
from sleuth.index.analysis import prepared
from sleuth.index.commit_texts import TOGETHER, packed, text_bytes, text_of, unpacked
from sleuth.index.connection import declare_vocabulary, faults, read_vocabulary
from sleuth.index.dictionary import Part
from sleuth.index.encoding import cell_to_name, name_to_cell, pack, unpack

Hashes = npt.NDArray[np.bytes_]

COLUMNS = ("ids", "at_ns", "sizes", "orders")
"""Of a block: the last one has commits in the order of their hashes, behind all files."""
BLOCK = 4_096
"""Commits a block, by id: the last one is written anew with each that comes."""
# Behind every file's order, and before that of branches.
_AFTER_FILES = 1 << 62
_REFUSED_BITS = 2
# Parts of the dictionary beside the first, and the share of commits that these may have.
_MOST_PARTS = 8
_DICTIONARY_SHARE = 0.1
_SMALLEST_REBUILD = 64
TABLES = ("history", "history_exact")
_COUNTS = "history"
"""Kept in `meta`, since counting a million rows takes too long for a status."""


@dataclass(frozen=True, slots=True)
class KnownRepository:
    """How far a history was read."""

    id: int
    folder: str
    inside: str
    state: str
    tips: tuple[str, ...]
    shallow: frozenset[str]
    is_whole: bool
    problem: str | None


@dataclass(frozen=True, slots=True)
class NewCommit:
    """A commit on its way into the index."""

    commit: Commit
    text: CommitText
    parts: str
    """Of its identifiers."""
    starts: npt.NDArray[np.int32]


@dataclass(slots=True)
class Counts:
    """How much there is."""

    commits: int = 0
    chunks: int = 0
    bytes: int = 0

    def add(self, chunks: int, size: int, sign: int = 1) -> None:
        """One commit more, or less."""
        self.commits += sign
        self.chunks += sign * chunks
        self.bytes += sign * size


class History:
    """The index of the history, open for writing."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._people: dict[str, int] = {}
        self._paths: dict[str, int] = {}
        self._came: list[tuple[int, int, int, int]] = []
        """Of this batch, a row of COLUMNS each."""
        self._gone: set[int] = set()
        self._counted = Counts()
        """What this batch has added."""

    # -- repositories

    def repositories(self) -> list[KnownRepository]:
        """All that were read, if not to their end."""
        with faults():
            rows: list[tuple[Any, ...]] = self._connection.execute(
                "SELECT id, folder, inside, state, tips, shallow, is_whole, problem FROM repository ORDER BY id"
            ).fetchall()
        return [
            KnownRepository(
                id_,
                cell_to_name(folder),
                cell_to_name(inside),
                state,
                tuple(unpack(tips).decode("ascii").split()),
                frozenset(unpack(shallow).decode("ascii").split()),
                bool(is_whole),
                problem,
            )
            for id_, folder, inside, state, tips, shallow, is_whole, problem in rows
        ]

    def begin(self, folder: str, inside: str) -> int:
        """The row of a repository, made if there is none; what it has is not whole until it is said to be."""
        cells = (name_to_cell(folder), name_to_cell(inside))
        self._connection.execute(
            "INSERT INTO repository (folder, inside, state, tips, shallow, is_whole) VALUES (?, ?, '', ?, ?, 0)"
            " ON CONFLICT (folder) DO UPDATE SET inside = excluded.inside, state = '', is_whole = 0",
            (*cells, pack(b""), pack(b"")),
        )
        return self.row_of(folder)

    def row_of(self, folder: str) -> int:
        """The row of a repository that has one."""
        ((id_,),) = self._connection.execute("SELECT id FROM repository WHERE folder = ?", (name_to_cell(folder),))
        return int(id_)

    def read_so_far(
        self, repository: int, state: str, tips: Iterable[str], shallow: Iterable[str], is_whole: bool, problem: str | None
    ) -> None:
        listed = (pack("\n".join(hashes).encode("ascii")) for hashes in (tips, sorted(shallow)))
        self._connection.execute(
            "UPDATE repository SET state = ?, tips = ?, shallow = ?, is_whole = ?, problem = ? WHERE id = ?",
            (state, *listed, is_whole, problem, repository),
        )

    def drop_repository(self, repository: int) -> None:
        """With all its commits."""
        hashes = self.hashes(repository).tolist()
        if len(hashes) == (self._one("SELECT count(*) FROM revision") or 0):
            self._drop_all()
        else:
            self.drop(hashes)
            self.doubt_others(repository)
        self._connection.execute("DELETE FROM repository WHERE id = ?", (repository,))

    def _drop_all(self) -> None:
        for table in ("revision", "revision_text", "revision_block", "touched", "changed_path", "history_dictionary"):
            self._connection.execute(f"DELETE FROM {table}")
        for table in TABLES:
            self._connection.execute(f"INSERT INTO {table} ({table}) VALUES ('delete-all')")
        self.undo_batch()
        self._connection.execute("DELETE FROM meta WHERE key = ?", (_COUNTS,))

    def doubt_others(self, repository: int) -> None:
        """Commits that went with one repository may be in another too, which is to be compared anew."""
        self._connection.execute("UPDATE repository SET state = '', is_whole = 0 WHERE id != ?", (repository,))

    def hashes(self, repository: int) -> Hashes:
        """Of all its commits, as hexadecimal digits."""
        with faults():
            listed = str(self._one("SELECT group_concat(hex(hash), '') FROM revision WHERE repository = ?", repository) or "")
            digits = 2 * int(self._one("SELECT max(length(hash)) FROM revision WHERE repository = ?", repository) or 20)
        return np.frombuffer(listed.lower().encode("ascii"), np.dtype((np.bytes_, digits)))

    # -- commits

    def put(self, repository: int, commits: Sequence[NewCommit]) -> int:
        """Add commits; those that are there already stay as they are. Returns how many came."""
        # A scan that is stopped from here on has not read all that it would remember.
        self._connection.execute("UPDATE repository SET state = '', is_whole = 0 WHERE id = ? AND is_whole", (repository,))
        count = 0
        for begin in range(0, len(commits), TOGETHER):
            known = self._known([one.commit.hash for one in commits[begin : begin + TOGETHER]])
            new = [one for one in commits[begin : begin + TOGETHER] if one.commit.hash not in known]
            texts = dict(self._put(repository, one) for one in new)
            if texts:
                self._connection.execute("INSERT INTO revision_text VALUES (?, ?)", (min(texts), packed(texts)))
            count += len(new)
        return count

    def _known(self, hashes: Sequence[str]) -> set[str]:
        marks = ", ".join("?" * len(hashes))
        rows = self._connection.execute(f"SELECT hash FROM revision WHERE hash IN ({marks})", [*map(bytes.fromhex, hashes)])
        return {hash_.hex() for (hash_,) in rows}

    def _put(self, repository: int, one: NewCommit) -> tuple[int, bytes]:
        """Its id, and its text, which is kept with those of others."""
        commit, text, execute = one.commit, one.text, self._connection.execute
        kept, whole = text_bytes(text), text.text
        hash_, at_ns = bytes.fromhex(commit.hash), storable_ns(commit.at_s * 1_000_000_000)
        execute(
            "INSERT INTO revision (hash, repository, author, at_ns, text_bytes, starts) VALUES (?, ?, ?, ?, ?, ?)",
            (
                hash_,
                repository,
                self._person(commit.author),
                at_ns,
                len(kept),
                one.starts.tobytes() if len(one.starts) > 1 else None,
            ),
        )
        id_ = self._connection.last_insert_rowid()
        self._came.append((id_, at_ns, len(kept), order_of(hash_)))
        self._counted.add(len(one.starts), len(kept))
        blocked = frozenset(text.blocked.split("\n")) if text.blocked else ()
        paths = [(self._path(path, path in blocked), id_) for path in commit.paths]
        if paths:
            self._connection.executemany("INSERT OR IGNORE INTO touched VALUES (?, ?)", paths)
        subject, _, message = text.message.partition("\n")
        columns = (subject, message, text.people, text.files)
        execute(
            "INSERT INTO history (rowid, subject, message, people, paths, parts) VALUES (?, ?, ?, ?, ?, ?)",
            (id_, *(columns if whole.isascii() else map(prepared, columns)), one.parts),
        )
        execute("INSERT INTO history_exact (rowid, text) VALUES (?, ?)", (id_, prepared(whole)))
        return id_, kept

    def drop(self, hashes: Iterable[bytes]) -> int:
        """Forget commits, by the hexadecimal digits of their hashes. Returns how many there were."""
        found = [self._one("SELECT id FROM revision WHERE hash = ?", bytes.fromhex(one.decode("ascii"))) for one in hashes]
        ids = [id_ for id_ in found if id_ is not None]
        for id_ in ids:
            self._drop(id_)
        return len(ids)

    def _drop(self, id_: int) -> None:
        execute = self._connection.execute
        ((first, blob),) = execute("SELECT first, texts FROM revision_text WHERE first <= ? ORDER BY first DESC LIMIT 1", (id_,))
        texts = unpacked(blob)
        text = texts.pop(id_)
        for path in text_of(text).touched:
            execute(
                "DELETE FROM touched WHERE revision = ? AND path = (SELECT id FROM changed_path WHERE path = ?)", (id_, path)
            )
        chunk_count = self._one("DELETE FROM revision WHERE id = ? RETURNING coalesce(length(starts) / 4, 1)", id_)
        for table in TABLES:
            execute(f"DELETE FROM {table} WHERE rowid = ?", (id_,))
        execute("DELETE FROM revision_text WHERE first = ?", (first,))
        if texts:
            execute("INSERT INTO revision_text VALUES (?, ?)", (min(texts), packed(texts)))
        self._gone.add(id_)
        self._counted.add(chunk_count, len(text), -1)

    def reconsider(self, is_blocked: Callable[[str], bool]) -> int:
        """Forget the commits that touched what may be named now and was not, or the other way round, so that they are read
        again. Returns how many there were.
        """
        rows = self._connection.execute("SELECT id, path, blocked FROM changed_path").fetchall()
        changed = [id_ for id_, path, blocked in rows if is_blocked(str(path)) != bool(blocked)]
        hashes: list[bytes] = []
        for id_ in changed:
            self._connection.execute("UPDATE changed_path SET blocked = NOT blocked WHERE id = ?", (id_,))
            touching = self._connection.execute(
                "SELECT lower(hex(hash)) FROM revision JOIN touched ON revision = revision.id WHERE path = ?", (id_,)
            )
            hashes += [str(hash_).encode("ascii") for (hash_,) in touching.fetchall()]
        if hashes:
            self.drop(dict.fromkeys(hashes))
            self.doubt_others(-1)
        return len(hashes)

    def _person(self, name: str) -> int:
        if name not in self._people:
            found = self._one("SELECT id FROM person WHERE name = ?", name)
            if found is None:
                self._connection.execute("INSERT INTO person (name) VALUES (?)", (name,))
                found = self._connection.last_insert_rowid()
            self._people[name] = found
        return self._people[name]

    def _path(self, path: str, is_blocked: bool) -> int:
        if path not in self._paths:
            found = self._one("SELECT id FROM changed_path WHERE path = ?", path)
            if found is None:
                self._connection.execute("INSERT INTO changed_path (path, blocked) VALUES (?, ?)", (path, is_blocked))
                found = self._connection.last_insert_rowid()
            self._paths[path] = found
        return self._paths[path]

    def _one(self, sql: str, *values: Any) -> Any:
        """The first value that a query gives; None where it gives none."""
        row = self._connection.execute(sql, values).fetchone()
        return row[0] if row else None

    # -- what every search needs of all of them

    def end_batch(self) -> None:
        """What is kept until a batch ends is written."""
        for number in sorted({id_ // BLOCK for id_ in (*self._gone, *(row[0] for row in self._came))}):
            self._write_block(number)
        self._came.clear()
        self._gone.clear()
        if self._counted == Counts():
            return
        before = counts_of(self._connection)
        both = Counts(*(a + b for a, b in zip(astuple(before), astuple(self._counted), strict=True)))
        self._connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_COUNTS, json.dumps(asdict(both))))
        self._counted = Counts()

    def undo_batch(self) -> None:
        """The batch did not come to its end: rows that it made are not there."""
        self._people.clear()
        self._paths.clear()
        self._came.clear()
        self._gone.clear()
        self._counted = Counts()

    def _write_block(self, number: int) -> None:
        """A block as it was, without what went and with what came."""
        packed_columns = self._one("SELECT columns FROM revision_block WHERE number = ?", number)
        columns = np.frombuffer(unpack(packed_columns) if packed_columns else b"", np.int64).reshape(len(COLUMNS), -1)
        columns = columns[:, ~np.isin(columns[0], list(self._gone))] if self._gone else columns
        came = [row for row in self._came if row[0] // BLOCK == number and row[0] not in self._gone]
        columns = np.concatenate((columns, np.array(came, np.int64).reshape(-1, len(COLUMNS)).T), axis=1)
        if columns.shape[1]:
            values = (number, pack(np.ascontiguousarray(columns).tobytes()))
            self._connection.execute("INSERT OR REPLACE INTO revision_block VALUES (?, ?)", values)
        else:
            self._connection.execute("DELETE FROM revision_block WHERE number = ?", (number,))

    def _count(self) -> int:
        """Commits, those of this batch included."""
        return counts_of(self._connection).commits + self._counted.commits

    # -- the dictionary

    def is_much_changed(self) -> bool:
        """Whether so much came that its tables and its dictionary are better made anew."""
        with faults():
            ((covered, had),) = self._connection.execute(
                "SELECT coalesce(max(covers), 0), coalesce(max(revisions), 0) FROM history_dictionary WHERE part = 0"
            )
            since = int(self._one("SELECT count(*) FROM revision WHERE id > ?", covered) or 0)
            count = self._count()
        gone = had - (count - since)
        return bool(since + gone > max(_SMALLEST_REBUILD, _DICTIONARY_SHARE * count))

    def lacks_words(self) -> bool:
        """Whether the dictionary does not know every commit yet."""
        with faults():
            covers = self._one("SELECT max(covers) FROM history_dictionary")
            return bool((self._one("SELECT max(id) FROM revision") or 0) > (covers or 0))

    def update_dictionary(self) -> None:
        """Make it cover every commit."""
        highest, count = self._one("SELECT max(id) FROM revision") or 0, self._count()
        ((covered, first, last),) = self._connection.execute(
            "SELECT coalesce(max(covers), 0), coalesce(min(covers), 0), coalesce(max(part), 0) FROM history_dictionary"
        )
        if self.is_much_changed():
            declare_vocabulary(self._connection, "history_exact")
            self._connection.execute("DELETE FROM history_dictionary")
            self._write_part(0, read_vocabulary(self._connection, "history_exact"), highest, count)
        elif highest > covered:
            if last >= _MOST_PARTS:
                self._connection.execute("DELETE FROM history_dictionary WHERE part > 0")
                covered, last = first, 0
            self._write_part(last + 1, self._words_after(covered), highest, count)

    def _write_part(self, number: int, words: Iterable[tuple[str, int]], covers: int, count: int) -> None:
        part = Part.of(words)
        self._connection.execute(
            "INSERT INTO history_dictionary VALUES (?, ?, ?, ?, ?)",
            (number, covers, count, pack(part.words.data), pack(part.counts.tobytes())),
        )

    def _words_after(self, id_: int) -> Iterator[tuple[str, int]]:
        """The words of the commits that came after one, by indexing these alone in memory."""
        memory = apsw.Connection(":memory:")
        ((declaration,),) = self._connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'history_exact'")
        memory.execute(declaration)
        blobs = self._connection.execute(
            "SELECT texts FROM revision_text WHERE first > coalesce((SELECT max(first) FROM revision_text WHERE first <= ?), -1)"
            " OR first = (SELECT max(first) FROM revision_text WHERE first <= ?)",
            (id_, id_),
        )
        texts = (text_of(text).text for (blob,) in blobs for of, text in unpacked(blob).items() if of > id_)
        memory.executemany("INSERT INTO history_exact (text) VALUES (?)", ((prepared(text),) for text in texts))
        declare_vocabulary(memory, "history_exact")
        return read_vocabulary(memory, "history_exact")


def counts_of(connection: apsw.Connection) -> Counts:
    """As of the last batch."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (_COUNTS,)).fetchone()
    return Counts(**json.loads(str(row[0]))) if row else Counts()


def order_of(hash_: bytes) -> int:
    """Where a commit stands among all when they are sorted by reference: as their hashes do, behind all files."""
    return _AFTER_FILES + (int.from_bytes(hash_[:8], "big") >> _REFUSED_BITS)
