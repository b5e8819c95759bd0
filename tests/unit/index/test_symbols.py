"""Are symbols kept with their texts, and found by their words?"""

from pathlib import Path

import pytest
from tests.unit.index.storing import known, new_item, view

from sleuth.domain.symbols import Symbol, SymbolKind
from sleuth.index.declared import (
    Declared,
    SymbolRecord,
    is_part,
    is_whole,
    kinds_of,
    lengths_of,
    name_lengths_of,
)
from sleuth.index.store import Store
from sleuth.index.symbol_words import key_of, words_of
from sleuth.index.symbols import KINDS, Due, WordedSymbol


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("getUserName", "get user name"),
        ("get_user_name", "get user name"),
        ("get-user-name", "get user name"),
        ("HTTPServer2", "http server 2"),
        ("parsing the URLs of an item", "pars url item"),
        ("Éclusé_größe", "eclus groß"),
        ("", ""),
    ],
)
def test_words(text: str, words: str) -> None:
    """Names fall into their parts, folded and stemmed; words that every sentence has are left out."""
    assert words_of(text) == words.split()


def test_key() -> None:
    """However a name is written, its key is the same."""
    assert {key_of(name) for name in ("isOpen", "is_open", "Is Open", "IS-OPEN")} == {"isopen"}


def worded(name: str, doc: str = "", container: str = "", kind: SymbolKind = SymbolKind.FUNCTION, line: int = 1) -> WordedSymbol:
    symbol = Symbol(kind, name, container, f"func {name}()", doc, line, 3, 7, is_whole=kind is not SymbolKind.METHOD)
    return WordedSymbol(symbol, key_of(name), " ".join(words_of(symbol.qualified)), " ".join(words_of(f"{symbol.signature} {doc}")))


def index_of(path: Path, **texts: list[WordedSymbol]) -> None:
    """An index in which each file declares some symbols."""
    store = Store(path)
    with store.batch():
        for name in texts:
            store.put(new_item(f"{name}.go", f"text of {name}", language="go"), None)
    with store.symbols_batch():
        for due in store.symbols.due(["go"]):
            store.symbols.put(due, texts[due.ref.removesuffix(".go")], None)
    store.close()


def records(path: Path, word: str) -> list[SymbolRecord]:
    with view(path) as snapshot:
        declared = Declared(*snapshot.beneath())
        return declared.records(declared.having(word)[0].tolist())


def test_found_by_word(tmp_path: Path) -> None:
    """A symbol is found by each word that it has, with how often, and comes back as it was put."""
    path = tmp_path / "index.db"
    index_of(path, a=[worded("openFile", "Opens a file."), worded("close")], b=[worded("Reader")])
    (found,) = records(path, "file")
    assert (found.name, found.signature, found.doc, found.line, found.kind) == ("openFile", "func openFile()", "Opens a file.", 1, SymbolKind.FUNCTION)
    with view(path) as snapshot:
        ids, counts = Declared(*snapshot.beneath()).having("open")
        assert counts.tolist() == [3]
        assert Declared(*snapshot.beneath()).totals().by_language["go"] == len(ids) + 2


def test_what_an_id_says(tmp_path: Path) -> None:
    """A symbol's id holds all that ranking needs of it."""
    path = tmp_path / "index.db"
    index_of(path, a=[worded("getName", "of a user", "Store", SymbolKind.METHOD)])
    with view(path) as snapshot:
        ids, _ = Declared(*snapshot.beneath()).having("store")
    assert [KINDS[kind] for kind in kinds_of(ids)] == [SymbolKind.METHOD]
    assert (lengths_of(ids).tolist(), name_lengths_of(ids).tolist()) == ([7], [3])
    assert (is_part(ids).tolist(), is_whole(ids).tolist()) == ([1], [0])


def test_called(tmp_path: Path) -> None:
    """A name is found by its words run together, however it was typed."""
    path = tmp_path / "index.db"
    index_of(path, a=[worded("GetUserName"), worded("GetUserNames")], b=[worded("get_user_name")])
    with view(path) as snapshot:
        declared = Declared(*snapshot.beneath())
        assert [one.name for one in declared.records(declared.called([key_of("get user name")]).tolist())] == ["GetUserName", "get_user_name"]


def test_symbols_go_with_their_text(tmp_path: Path) -> None:
    """Once no file has a text any more, nothing that it declared is found."""
    path = tmp_path / "index.db"
    index_of(path, a=[worded("first")], b=[worded("second")])
    store = Store(path)
    with store.batch():
        store.drop([known(path)["a.go"]])
    store.close()
    assert records(path, "first") == []
    assert [one.name for one in records(path, "second")] == ["second"]


def test_due_once_for_all_copies(tmp_path: Path) -> None:
    """A text is read once however many files have it, and no more once it was read; as another language it is."""
    path = tmp_path / "index.db"
    store = Store(path)
    with store.batch():
        for name in ("b.go", "a.go"):
            store.put(new_item(name, "the same", language="go"), None)
        store.put(new_item("c.md", "another", language="markdown"), None)
    due = store.symbols.due(["go", "rust"])
    assert [(one.ref, one.language) for one in due] == [("a.go", "go")]
    with store.symbols_batch():
        store.symbols.put(due[0], [], None)
    assert store.symbols.due(["go", "rust"]) == []
    with store.batch():
        for name in ("a.go", "b.go"):
            store.put(new_item(name, "the same", language="rust"), store.known((new_item(name, None).source,))[name])
    assert [one.language for one in store.symbols.due(["go", "rust"])] == ["rust"]
    store.close()


def test_numbers_of_namesakes(tmp_path: Path) -> None:
    """Symbols of one name in one text are told apart by a number."""
    path = tmp_path / "index.db"
    index_of(path, a=[worded("init"), worded("init"), worded("init", container="Store")])
    assert [(one.qualified, one.number) for one in records(path, "init")] == [("init", 1), ("init", 2), ("Store.init", 1)]


def test_summaries_stay(tmp_path: Path) -> None:
    """What every search needs of the whole index is not made anew for symbols."""
    path = tmp_path / "index.db"
    index_of(path, a=[worded("first")])
    store = Store(path)
    with store.batch():
        store.summarise()
    with store.symbols_batch():
        store.symbols.put(Due(1, "go", "a.go", 1), [worded("other")], None)
    kept = store._connection.execute("SELECT count(*) FROM summary").fetchall()
    store.close()
    assert kept[0][0] > 0
    assert [one.name for one in records(path, "other")] == ["other"]
