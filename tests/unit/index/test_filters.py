"""Which items do filters let through?"""

from pathlib import Path

import pytest
from tests.unit.index.storing import new_item, put, view

from sleuth.domain.items import Kind, Source, Stamp, State
from sleuth.domain.queries import ItemFilter
from sleuth.index.snapshot import Snapshot
from sleuth.search.query.parse import parse

NOW_NS = 1_000_000_000 * 86_400 * 20_000
DAY = 86_400 * 10**9


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("filters") / "index.db"
    young, old = Stamp(1, NOW_NS - DAY, 0), Stamp(1, NOW_NS - 40 * DAY, 0)
    put(
        path,
        new_item("src/store.py", "1", kind=Kind.CODE, language="python", stamp=young),
        new_item("src/Store.GO", "2", kind=Kind.CODE, language="go", stamp=old),
        new_item("docs/my notes.md", "3", kind=Kind.MARKDOWN, language="markdown", stamp=old),
        new_item("docs/100%_done!.txt", "4", stamp=old),
        new_item("paper.pdf", "5", kind=Kind.PDF, source=Source.DOCUMENTS, stamp=old),
        new_item(".github/ci.yml", "6", kind=Kind.CONFIG, hidden=True, stamp=old),
        new_item("empty.txt", None, State.EMPTY, stamp=old),
        new_item("image.png", None, State.BINARY, stamp=old),
        new_item("caf\udce9.txt", "7", stamp=old),
    )
    return path


def allowed(snapshot: Snapshot, wanted: ItemFilter) -> set[str]:
    """References of the items that are let through."""
    flags = snapshot.allowed(wanted)
    assert len(flags) == len(snapshot.catalog())
    return {snapshot.item(id_).ref for id_ in snapshot.catalog().ids[flags].tolist()}


ALL = "src/store.py src/Store.GO docs/my_notes.md docs/100%_done!.txt paper.pdf empty.txt caf\udce9.txt"


@pytest.mark.parametrize(
    ("text", "refs"),
    [
        ("source:files", "src/store.py src/Store.GO docs/my_notes.md docs/100%_done!.txt empty.txt caf\udce9.txt"),
        ("source:documents", "paper.pdf"),
        ("source:files,documents", ALL),
        ("kind:code", "src/store.py src/Store.GO"),
        ("kind:PDF,markdown", "docs/my_notes.md paper.pdf"),
        ("-kind:code,text", "docs/my_notes.md paper.pdf"),
        ("lang:python", "src/store.py"),
        ("lang:PYTHON,go", "src/store.py src/Store.GO"),
        ("-lang:python", ALL.replace("src/store.py ", "")),
        ("ext:py", "src/store.py"),
        ("ext:.py", "src/store.py"),
        ("ext:go", "src/Store.GO"),
        ("ext:md,pdf", "docs/my_notes.md paper.pdf"),
        ("-ext:txt", "src/store.py src/Store.GO docs/my_notes.md paper.pdf"),
        ("ext:txt", "docs/100%_done!.txt empty.txt caf\udce9.txt"),
        ("path:src/", "src/store.py src/Store.GO"),
        ("path:STORE", "src/store.py src/Store.GO"),
        ('path:"my notes"', "docs/my_notes.md"),
        ("path:100%_", "docs/100%_done!.txt"),
        ("path:0%d", ""),
        ("path:done!", "docs/100%_done!.txt"),
        ("path:*.py", "src/store.py"),
        ("path:docs/*.md", "docs/my_notes.md"),
        ("path:store.??", "src/store.py src/Store.GO"),
        ("-path:src,docs", "paper.pdf empty.txt caf\udce9.txt"),
        ("since:7d", "src/store.py"),
        ("before:7d", ALL.replace("src/store.py ", "")),
        ("-since:7d", ALL.replace("src/store.py ", "")),
        ("since:8w before:7d path:docs", "docs/my_notes.md docs/100%_done!.txt"),
        ("is:hidden", ""),
        ("-is:hidden", ALL),
        ("author:mira", ""),
        ("-author:mira", ALL),
        ("kind:code lang:go", "src/Store.GO"),
    ],
)
def test_filters(index: Path, text: str, refs: str) -> None:
    """Each filter lets through what it names; several values are alternatives, several filters all bind."""
    wanted = ItemFilter((Source.FILES, Source.DOCUMENTS), hidden=False, filters=parse(text, NOW_NS).filters)
    with view(index) as snapshot:
        found = {ref.replace(" ", "_") for ref in allowed(snapshot, wanted)}
    assert found == set(refs.split())


@pytest.mark.parametrize(("text", "refs"), [("is:hidden", {".github/ci.yml"}), ("kind:config", {".github/ci.yml"})])
def test_hidden_items(index: Path, text: str, refs: set[str]) -> None:
    """Hidden items come where they are asked for."""
    wanted = ItemFilter((Source.FILES,), hidden=True, filters=parse(text, NOW_NS).filters)
    with view(index) as snapshot:
        assert allowed(snapshot, wanted) == refs


@pytest.mark.parametrize("text", ["before:9999-12-31", "since:1600-01-01", "since:999999y", "before:0001-01-02"])
def test_far_away_times(index: Path, text: str) -> None:
    """A time that no file has is no fault."""
    wanted = ItemFilter((Source.FILES,), hidden=False, filters=parse(text, NOW_NS).filters)
    with view(index) as snapshot:
        assert len(allowed(snapshot, wanted)) in (0, 6)
