"""Does a scan read what changed for its symbols, once, and carry on where it was stopped?"""

import sys
from pathlib import Path

import pytest
from tests.unit.building import lay, scanned, settle

from sleuth.domain.cancel import NEVER, Cancellation
from sleuth.domain.errors import Cancelled
from sleuth.domain.items import Source
from sleuth.engine import scanning
from sleuth.engine.workspace import SearchOptions, Workspace
from sleuth.index.store import Store
from sleuth.index.symbols import Due
from sleuth.ingest import symbols
from sleuth.ingest.readers.symbols import helpers
from sleuth.ingest.readers.symbols.helpers import Helpers
from sleuth.ingest.readers.symbols.helpers import Source as Text
from sleuth.ingest.symbols import scan_symbols

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")


def declared(workspace: Workspace, query: str) -> list[str]:
    return [hit.ref for hit in workspace.search(query, SearchOptions(sources=("symbols",))).hits]


def due(workspace: Workspace) -> list[str]:
    """The files that are still to be read."""
    store = Store(workspace._index.path)
    try:
        return sorted(one.ref for one in store.symbols.due(["python", "go"]))
    finally:
        store.close()


def test_only_what_changed_is_read(workspace: Path) -> None:
    """A text that was read is not read again; one that changed is, and what it declared is forgotten."""
    opened = scanned(workspace, {"a.py": "def tide(): ...\n", "b.py": "def gauge(): ...\n"})
    settle()
    lay(workspace, {"a.py": "def harbour(): ...\n# longer\n"})
    opened.scan(later=frozenset({Source.SYMBOLS}))
    assert due(opened) == ["a.py"]
    opened.scan()
    assert (declared(opened, "tide"), declared(opened, "harbour"), declared(opened, "gauge")) == ([], ["a.py#harbour"], ["b.py#gauge"])
    assert due(opened) == []


def test_a_scan_for_another_search_leaves_symbols(workspace: Path) -> None:
    """Who does not ask for symbols does not wait for them; who asks next has them."""
    opened = Workspace.open(lay(workspace, {"a.py": "def tide(): ...\n"}))
    opened.scan(later=frozenset({Source.SYMBOLS}))
    assert declared(opened, "tide") == []
    opened.scan()
    assert declared(opened, "tide") == ["a.py#tide"]


def test_a_stopped_scan_is_carried_on(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read before the stop stays, and only the rest is read afterwards."""
    monkeypatch.setattr(symbols, "_BATCH_TEXTS", 1)
    monkeypatch.setattr(symbols, "_COMMIT_S", 0.0)
    opened = Workspace.open(lay(workspace, {f"f{number}.py": f"def tide{number}(): ...\n" for number in range(30)}))
    opened.scan(later=frozenset({Source.SYMBOLS}))
    cancellation = Cancellation()
    store = Store(opened._index.path)
    with pytest.raises(Cancelled):
        scan_symbols(store, cancellation, lambda done, _total: cancellation.cancel() if done > 3 else None)
    store.close()
    left = len(due(opened))
    assert 0 < left < 30
    opened.scan()
    assert due(opened) == []
    assert len(declared(opened, "kind:func")) == 20


def test_files_of_other_kinds_are_left(workspace: Path) -> None:
    """Prose, and languages that have no grammar here, declare nothing."""
    opened = scanned(workspace, {"a.md": "def tide(): ...\n", "b.lua": "function tide() end\n", "c.py": "x = 1\n"})
    assert declared(opened, "tide") == []


def test_generated_text_is_left(workspace: Path) -> None:
    """What a program wrote for programs, on lines of thousands of characters, declares nothing."""
    minified = ";".join(f"function a{number}(b){{return b}}" for number in range(2_000))
    opened = scanned(workspace, {"a.min.js": minified, "b.js": "function tide() {}\n"})
    assert declared(opened, "kind:func") == ["b.js#tide"]


def text(name: str, source: str) -> Text:
    return Text(Due(1, "python", name, len(source)), "python", "it", source.encode())


@posix
def test_a_helper_that_dies_costs_one_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text on which a helper dies is told apart; its neighbours are read."""
    monkeypatch.setattr(helpers, "_FUNCTION", "tests.unit.ingest.readers.symbols.hostile:read_texts")
    batch = [text("a.py", "def tide(): ...\n"), text("b.py", "deadly\n"), text("c.py", "def gauge(): ...\n")]
    (read,) = Helpers().read(iter([batch]), Cancellation())
    assert [[one.symbol.name for one in of_text.symbols] for of_text in read] == [["tide"], [], ["gauge"]]
    assert [of_text.problem is None for of_text in read] == [True, False, True]


def test_an_index_that_is_full_says_so(workspace: Path) -> None:
    """Past its limit nothing more is read, and the scan says how much is missing (S-56)."""
    opened = Workspace.open(lay(workspace, {"a.py": "def tide(): ...\n"}))
    opened.scan(later=frozenset({Source.SYMBOLS}))
    store = Store(opened._index.path, max_bytes=1)
    report = scan_symbols(store, NEVER, lambda _done, _total: None)
    store.close()
    assert report.incomplete is not None
    assert "1 file" in report.incomplete
    assert declared(opened, "tide") == []


def test_others_may_scan_between(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Symbols are read for a while at a time, and between these anybody else may scan; in the end all are read."""
    monkeypatch.setattr(symbols, "_BATCH_TEXTS", 2)
    monkeypatch.setattr(scanning, "_SYMBOLS_S", 0.0)
    opened = Workspace.open(lay(workspace, {f"f{number}.py": f"def tide{number}(): ...\n" for number in range(5)}))
    times: list[int] = []
    held = opened._index.lock.held
    monkeypatch.setattr(opened._index.lock, "held", lambda *arguments: times.append(1) or held(*arguments))
    outcome = opened.scan()
    assert (len(times), outcome.has_more, due(opened)) == (3, False, [])


def test_what_was_not_read_is_told(workspace: Path) -> None:
    """An answer from before all was read says so."""
    opened = Workspace.open(lay(workspace, {"a.py": "def tide(): ...\n"}))
    opened.scan(later=frozenset({Source.SYMBOLS}))
    options = SearchOptions(sources=("symbols",))
    assert opened.search("tide", options).notices == ("not all files have been read for symbols yet",)
    opened.scan()
    assert opened.search("tide", options).notices == ()
