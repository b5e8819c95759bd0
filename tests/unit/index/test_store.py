"""Does what is put into the index come out of it?"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import apsw
import pytest
from tests.unit.index.storing import known, new_item, put, view, words

from sleuth.domain.cancel import NEVER
from sleuth.domain.items import Coverage, Section, Source, Stamp, State
from sleuth.domain.queries import ItemFilter
from sleuth.index.snapshot import Reader
from sleuth.index.store import Store

FILES = ItemFilter((Source.FILES,), hidden=False)


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "search/index.db"


@pytest.fixture
def store(index: Path) -> Iterator[Store]:
    store = Store(index)
    yield store
    store.close()


def bodies_of(index: Path, word: str) -> list[int]:
    with view(index) as snapshot:
        return snapshot.words(word, (1.0, 1.0, 1.0))[0].tolist()


def test_item_comes_back(index: Path) -> None:
    """An item is read as it was put."""
    put(index, new_item("docs/a.txt", "some text", reason="cut"))
    with view(index) as snapshot:
        item = snapshot.item_by_ref("docs/a.txt")
    assert item is not None
    assert (item.title, item.stamp, item.state, item.reason, item.chunk_count) == (
        "a.txt", Stamp(10, 1_000, 1_000), State.INDEXED, "cut", 1
    )  # fmt: skip


@pytest.mark.parametrize("text", ["plain", "é漢👍\0\r\x0b", "a" * 100_000, "two\nlines\n"])
def test_text_comes_back(index: Path, text: str) -> None:
    """A text is read letter by letter as it was put."""
    put(index, new_item("a", text))
    with view(index) as snapshot:
        assert snapshot.body(1).text == text


def test_sections_come_back(index: Path, store: Store) -> None:
    """A body's sections and profile are kept."""
    item = new_item("a.pdf", "one\ntwo\n")
    assert item.body is not None
    sections = (Section(0, "page 1"), Section(4, "page 2"))
    body = replace(item.body, sections=sections, profile='{"a": 1}')
    with store.batch():
        store.put(replace(item, body=body), None)
    with view(index) as snapshot:
        read = snapshot.body(1)
    assert (read.sections, read.profile, read.starts.tolist()) == (sections, '{"a": 1}', [0])


def test_copies_share_a_body(index: Path) -> None:
    """One text is stored once, however many items hold it (S-22)."""
    put(index, new_item("a", "same"), new_item("b", "same"))
    with view(index) as snapshot:
        assert snapshot.row_count("words") == 1
        assert snapshot.catalog().bodies.tolist() == [1, 1]


def test_copy_goes_its_body_stays(index: Path) -> None:
    """Dropping one of two copies leaves the text; dropping both takes it away."""
    put(index, new_item("a", "same"), new_item("b", "same"))
    for ref, left in (("a", 1), ("b", 0)):
        store = Store(index)
        with store.batch():
            store.drop([known(index)[ref]])
        store.close()
        assert len(bodies_of(index, "same")) == left


def test_replaced(index: Path) -> None:
    """A replaced item keeps its number, is found by its new words and not by its old ones."""
    put(index, new_item("a", "before"))
    first = known(index)["a"].id
    put(index, new_item("a", "after"))
    assert known(index)["a"].id == first
    assert (bodies_of(index, "before"), len(bodies_of(index, "after"))) == ([], 1)


def test_replaced_by_its_copy(index: Path) -> None:
    """An item that takes on another's text shares it."""
    put(index, new_item("a", "one"), new_item("b", "two"))
    put(index, new_item("a", "two"))
    with view(index) as snapshot:
        assert snapshot.row_count("words") == 1


def test_text_lost(index: Path) -> None:
    """An item that is no text any more has no body left and is not searchable."""
    put(index, new_item("a", "before"))
    put(index, new_item("a", None, State.BINARY))
    with view(index) as snapshot:
        assert (snapshot.row_count("words"), len(snapshot.catalog())) == (0, 0)
        assert snapshot.coverage().left_out["binary"] == 1


def test_touch_and_hide(index: Path, store: Store) -> None:
    """Time and hidden-ness change without the text."""
    put(index, new_item("a", "text"))
    before = known(index)["a"]
    with store.batch():
        store.touch(before, new_item("a", None, stamp=Stamp(1, 2, 3)).found, 9)
        store.hide(before, True)
    after = known(index)["a"]
    assert (after.stamp, after.read_ns, after.hidden, after.body) == (Stamp(1, 2, 3), 9, True, before.body)


@pytest.mark.parametrize("ref", ["caf\udce9.txt", "a\nb.txt", "é.txt", "e\u0301.txt", "'; DROP TABLE item", "\udcff/x"])
def test_any_name(index: Path, ref: str) -> None:
    """Names of any bytes come back as they were."""
    put(index, new_item(ref, "text"))
    with view(index) as snapshot:
        item = snapshot.item_by_ref(ref)
    assert item is not None
    assert (item.ref, item.title) == (ref, ref.rpartition("/")[2])


def test_failed_batch_leaves_nothing(index: Path, store: Store) -> None:
    """A batch that fails half-way leaves the index as it was (S-34)."""
    put(index, new_item("a", "before"))
    before = known(index)["a"]

    def put_and_fail() -> None:
        with store.batch():
            store.put(new_item("a", "after"), before)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        put_and_fail()
    assert len(bodies_of(index, "before")) == 1


def test_snapshot_stands_still(index: Path) -> None:
    """A search sees one state of the index while a scan writes on; the next search sees the new one."""
    put(index, new_item("a", "one"))
    reader = Reader(index)
    with reader.snapshot(NEVER) as snapshot:
        before = len(snapshot.catalog())
        put(index, new_item("b", "two"))
        snapshot._cache.clear()
        assert (before, len(snapshot.catalog())) == (1, 1)
    with reader.snapshot(NEVER) as snapshot:
        assert len(snapshot.catalog()) == 2
    reader.close()


def test_coverage(index: Path) -> None:
    """What is held and left out is counted by source and reason."""
    states = [State.EMPTY, State.UNREADABLE, State.BINARY, State.TOO_LARGE, State.BLOCKED]
    put(index, new_item("a", "text"), new_item(".b", "more", hidden=True), *[new_item(s.value, None, s) for s in states])
    with view(index) as snapshot:
        coverage = snapshot.coverage()
    assert coverage.items == {"files": 3, "documents": 0, "tables": 0}
    assert coverage.left_out == {"ignored": 0, "blocked": 1, "binary": 1, "too_large": 1}
    assert (coverage.unreadable, coverage.hidden, coverage.chunks, coverage.text_bytes) == (1, 1, 2, 8)


def test_what_is_kept_of_the_whole(index: Path) -> None:
    """What a scan that ends keeps of the whole index is what its tables say; a scan that writes drops it."""
    put(index, new_item("A\nb", "text"), new_item("É", "more", hidden=True), new_item("c", None, State.BINARY))

    def whole() -> tuple[bytes, bytes, Coverage]:
        with view(index) as snapshot:
            return snapshot.catalog().ids.tobytes(), snapshot.paths().data, snapshot.coverage()

    kept = whole()
    assert kept[1] == b"\na b\ne\n"
    connection = apsw.Connection(str(index))
    assert connection.execute("SELECT count(*) FROM summary").fetchall() == [(3,)]
    connection.execute("DELETE FROM summary")
    connection.close()
    assert whole() == kept
    put(index, new_item("d", "late"), ends=False)
    with view(index) as snapshot:
        assert (len(snapshot.catalog()), snapshot.paths().data, snapshot.coverage().items["files"]) == (3, b"\na b\ne\nd\n", 3)


def runs(path: Path) -> dict[str, int]:
    """In how many runs each full-text table is kept."""
    connection = apsw.Connection(str(path))
    counts = {
        table: connection.execute(f"SELECT count(DISTINCT segid) FROM {table}_idx").fetchall()[0][0]
        for table in ("words", "exact", "names")
    }
    connection.close()
    return counts


def test_much_that_is_new_is_merged(index: Path) -> None:
    """After a large scan a word is looked up once, not once a batch; a small change costs no merge."""
    for batch in range(5):
        put(index, *[new_item(f"{batch}-{number}", f"common w{batch}x{number}") for number in range(30)], ends=False)
    assert min(runs(index).values()) > 1
    put(index, new_item("last", "last"))
    assert runs(index) == {"words": 1, "exact": 1, "names": 1}
    assert len(words(index)) == 1 + 150 + 1
    put(index, new_item("one more", "more"))
    assert runs(index)["exact"] == 2


def test_words_of_what_is_gone_leave_the_dictionary(index: Path) -> None:
    """Words that only deleted texts had do not stay in the way of those that are there."""
    put(index, *[new_item(f"gone{number}", f"xneedle{number}") for number in range(200)], new_item("kept", "xneedlelonger"))
    store = Store(index)
    known = store.known((Source.FILES, Source.DOCUMENTS))
    with store.batch():
        store.drop([one for ref, one in known.items() if ref.startswith("gone")])
    for _ in store.merge():
        pass
    with store.batch():
        store.update_dictionary()
        store.summarise()
    store.close()
    assert words(index) == {"xneedlelonger": 1}


def test_merging_may_be_broken_off(index: Path) -> None:
    """A scan that is stopped while it merges leaves all as it was, and the next one merges."""
    put(index, *[new_item(str(number), f"common w{number}") for number in range(100)], ends=False)
    put(index, new_item("more", "more"), ends=False)
    store = Store(index)
    next(store.merge())
    store.close()
    assert len(words(index)) == 102
    put(index)
    assert runs(index)["words"] == 1


def test_facets(index: Path) -> None:
    """Items are counted by source, kind, language and top folder, the most first."""
    put(index, new_item("docs/a", "1"), new_item("docs/b", "2"), new_item("c", "3", language="go"))
    with view(index) as snapshot:
        facets = snapshot.facets(snapshot.catalog().ids)
    assert facets == {"source": {"files": 3}, "kind": {"text": 3}, "language": {"go": 1}, "folder": {"docs": 2, ".": 1}}


def test_budget(index: Path) -> None:
    """An index that is larger than allowed says so, and one without a limit never does."""
    put(index, new_item("a", "text"))
    answers = []
    for limit in (None, 1, 10**9):
        store = Store(index, limit)
        answers.append(store.is_over_budget())
        store.close()
    assert answers == [False, True, False]


def test_meta(index: Path, store: Store) -> None:
    """What a scan remembers is read by the next one."""
    with store.batch():
        store.set_meta({"rules": "1"})
        store.set_meta({"rules": "2"})
    assert (store.get_meta("rules"), store.get_meta("other")) == ("2", None)


# -- the dictionary


def test_dictionary_has_every_word(index: Path) -> None:
    """Every word of every text is there, with the number of texts that hold it."""
    put(index, new_item("a", "Tide tide gauge"), new_item("b", "tide été"))
    assert words(index, complete=False) == {"tide": 2, "gauge": 1, "été": 1}


def test_dictionary_grows(index: Path) -> None:
    """What comes later is added to what was there."""
    put(index, *[new_item(f"{number}", f"word{number} all") for number in range(200)])
    put(index, new_item("late", "later all später"))
    held = words(index, complete=False)
    assert (held["all"], held["later"], held["später"]) == (201, 1, 1)


def test_dictionary_is_rewritten(index: Path) -> None:
    """After very many changes all is read again, without the words that went."""
    put(index, new_item("old", "gone"))
    put(index, *[new_item(f"{number}", f"word{number}") for number in range(100)])
    put(index, new_item("old", "come"), *[new_item(f"x{number}", f"xword{number}") for number in range(100)])
    held = words(index, complete=False)
    assert "gone" not in held
    assert {"come", "word99", "xword99"} <= held.keys()


def test_dictionary_after_several_small_changes(index: Path) -> None:
    """The second part holds all that came since the first, not only the latest."""
    put(index, *[new_item(f"{number}", f"word{number}") for number in range(100)])
    for number in range(5):
        put(index, new_item(f"late{number}", f"later{number} late"))
    held = words(index, complete=False)
    assert {f"later{number}" for number in range(5)} <= held.keys()
    assert held["late"] == 5


def test_vocabulary_after_a_kill(index: Path) -> None:
    """Where a scan was killed before it wrote the dictionary, it is read from the full-text table."""
    put(index, new_item("a", "first"))
    put(index, new_item("b", "second"), ends=False)
    with view(index) as snapshot:
        assert snapshot.lacks_words()
    assert "second" in words(index, complete=True)
    assert "second" not in words(index, complete=False)


def test_dictionary_that_is_whole(index: Path) -> None:
    """Where nothing is missing the stored one is used."""
    put(index, new_item("a", "first"))
    with view(index) as snapshot:
        assert not snapshot.lacks_words()
