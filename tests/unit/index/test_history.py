"""Is a history kept whole, whatever comes and goes?"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from sleuth.domain.cancel import NEVER
from sleuth.domain.errors import IndexDamaged
from sleuth.domain.history import Commit, CommitText, NamedRef, NamedRefs
from sleuth.domain.items import Kind
from sleuth.index.commit_texts import TOGETHER, packed, text_bytes, text_of, unpacked
from sleuth.index.dictionary import Edge
from sleuth.index.history import BLOCK, NewCommit
from sleuth.index.snapshot import Reader
from sleuth.index.store import Store
from sleuth.index.with_history import WithHistory


def hash_of(number: int) -> str:
    return f"{number * 2_654_435_761 % 2**32:08x}" * 5


def commit(number: int, message: str = "", paths: tuple[str, ...] = ()) -> Commit:
    person = f"P{number % 3} <p@example.org>"
    return Commit(hash_of(number), (), 1_000 + number, person, person, message or f"message {number} word{number}", paths)


def new(one: Commit, is_blocked: Callable[[str], bool] = lambda _: False) -> NewCommit:
    return NewCommit(one, CommitText.of(one, is_blocked), "", np.zeros(1, np.int32))


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "index.db"


def put(index: Path, numbers: range, paths: tuple[str, ...] = ()) -> None:
    store = Store(index)
    with store.history_batch():
        id_ = store.history.begin("/a/.git", "")
        store.history.put(id_, [new(commit(number, paths=paths)) for number in numbers])
    with store.history_batch():
        store.history.update_dictionary()
    store.close()


def drop(index: Path, numbers: range) -> None:
    store = Store(index)
    with store.history_batch():
        store.history.drop(hash_of(number).encode() for number in numbers)
    with store.history_batch():
        store.history.update_dictionary()
    store.close()


def held(index: Path, word: str) -> list[str]:
    """Hashes of the commits that have a word, by text and by the dictionary."""
    reader = Reader(index)
    try:
        with reader.snapshot(NEVER) as plain:
            snapshot = WithHistory(plain, NamedRefs())
            ids, _ = snapshot.words(word, (1.0, 0.5))
            words = [one.text for one in snapshot.dictionary(complete=False).search(word, Edge.WHOLE, 5)[0]]
            assert set(ids.tolist()) <= set(snapshot.bodies_with_any(words).tolist() if words else [])
            assert len(snapshot.catalog()) == snapshot.coverage().items.get("git", 0)
            return [snapshot.item(id_).ref for id_ in ids.tolist()]
    finally:
        reader.close()


@pytest.mark.parametrize("count", [1, TOGETHER, TOGETHER + 1, BLOCK + 3])
def test_put_and_drop(index: Path, count: int) -> None:
    """What was put is there, and what was dropped is not, its neighbours being as they were."""
    put(index, range(count))
    last = count - 1
    assert held(index, f"word{last}") == [hash_of(last)]
    drop(index, range(max(last - 2, 0), last))
    assert held(index, f"word{last}") == [hash_of(last)]
    assert last < 2 or held(index, f"word{last - 1}") == []
    drop(index, range(last, count))
    assert held(index, f"word{last}") == []


def test_many_times(index: Path) -> None:
    """However often something comes, the dictionary has it, in few parts."""
    put(index, range(400))
    for number in range(400, 425):
        put(index, range(number, number + 1))
        assert held(index, f"word{number}") == [hash_of(number)]
    reader = Reader(index)
    assert len(reader._connection.execute("SELECT part FROM history_dictionary").fetchall()) <= 9
    reader.close()


def test_twice(index: Path) -> None:
    """A commit that is there is not put again."""
    put(index, range(3))
    put(index, range(3))
    assert len(held(index, "message")) == 3


def test_the_same_order_as_hashes(index: Path) -> None:
    """Commits are sorted by reference as their hashes are, behind everything else."""
    put(index, range(50))
    reader = Reader(index)
    with reader.snapshot(NEVER) as plain:
        snapshot = WithHistory(plain, NamedRefs())
        catalog = snapshot.catalog()
        refs = [snapshot.item(id_).ref for id_ in catalog.ids[np.argsort(catalog.orders)].tolist()]
    reader.close()
    assert refs == sorted(refs)


def test_a_batch_that_fails(index: Path) -> None:
    """Half a batch does not stand, and what comes after it is not led astray by it."""
    store = Store(index)

    def fails() -> None:
        with store.history_batch():
            store.history.put(store.history.begin("/a/.git", ""), [new(commit(1, paths=("a", "b")))])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    store.close()
    put(index, range(2), paths=("a", "b"))
    assert held(index, "word1") == [hash_of(1)]


def test_what_may_be_named(index: Path) -> None:
    """Commits are told whose files other rules name."""
    store = Store(index)
    with store.history_batch():
        id_ = store.history.begin("/a/.git", "")
        store.history.put(id_, [new(commit(1, paths=("a.txt",))), new(commit(2, paths=("b.txt", "c.txt")), "c.txt".__eq__)])
    with store.history_batch():
        assert store.history.reconsider("c.txt".__eq__) == 0
        assert store.history.reconsider("a.txt".__eq__) == 2
    store.close()
    assert held(index, "message") == []


@pytest.mark.parametrize("name", ["\0", "Ä\x1f\n", "漢字" * 50])
def test_texts_come_out_as_they_went_in(name: str) -> None:
    """Texts of many commits in one blob are each what they were."""
    texts = {number: text_bytes(CommitText(f"{name.replace(chr(0), '')} {number}", "Ann", "a\nb", "c")) for number in (3, 9, 12)}
    assert unpacked(packed(texts)) == texts
    assert text_of(texts[9]).touched == ["a", "b", "c"]


def test_damaged_texts() -> None:
    """Bytes that are no texts are a damaged index."""
    with pytest.raises(IndexDamaged):
        text_of(b"one part")
    with pytest.raises(IndexDamaged):
        unpacked(b"nothing")


def test_a_branch_that_moves_is_another_text(index: Path) -> None:
    """Texts are kept by their ids: a branch that stands elsewhere has another."""
    put(index, range(1))
    bodies = set[int]()
    for at in ("one", "two"):
        reader = Reader(index)
        with reader.snapshot(NEVER) as plain:
            ref = NamedRef(Kind.BRANCH, "refs/heads/main", "main", hash_of(0), (f"branch at {at}",), 0)
            snapshot = WithHistory(plain, NamedRefs((ref,)))
            bodies.add(int(snapshot.catalog().bodies[-1]))
            assert snapshot.body(int(snapshot.catalog().bodies[-1])).text == f"main\nbranch at {at}"
        reader.close()
    assert len(bodies) == 2
