"""Does a phrase find the symbols that it is about?"""

import random
from collections import Counter
from collections.abc import Iterator
from math import log
from pathlib import Path

import pytest
from tests.unit.building import Files, lay, opened_in, scanned, settle
from tests.unit.ingest.talking import Person

from sleuth.domain.errors import BadQuery
from sleuth.domain.hits import Answer, Change, Hit
from sleuth.domain.items import Source
from sleuth.engine.workspace import SearchOptions, Workspace
from sleuth.index.symbol_words import words_of

FILES: Files = {
    "api/file.go": (
        "package api\n\n// FileHandler serves raw bytes. Returns an HTTP status of 500 on unexpected errors.\n"
        "func FileHandler(w Writer) Handler { return nil }\n\n// denyPattern matches forbidden commands.\nvar denyPattern = 1\n\n"
        "type Limiter struct {\n\tTokens int\n\tBucket string\n}\n\n// Allow says whether a token is left.\nfunc (l *Limiter) Allow() bool { return true }\n"
    ),
    "api/file_test.go": "package api\n\nfunc FileHandler() {}\nfunc TestFileHandler() {}\n",
    "src/reader.py": '"""Reads tides from gauges."""\n\n\nclass Reader:\n    """Reads."""\n\n    def next_tide(self):\n        """The next tide at a gauge."""\n',
    "src/copy.py": '"""Reads tides from gauges."""\n\n\nclass Reader:\n    """Reads."""\n\n    def next_tide(self):\n        """The next tide at a gauge."""\n',
    ".hidden/secret.py": "def hidden_tide(): ...\n",
    "notes.md": "the tide handler\n",
}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    with opened_in(tmp_path_factory.mktemp("symbols"), FILES) as workspace:
        yield workspace


def ask(workspace: Workspace, query: str, sources: tuple[str, ...] = ("symbols",), **options: object) -> Answer:
    return workspace.search(query, SearchOptions(sources=sources, **options))  # type: ignore[arg-type]


def named(hits: tuple[Hit, ...]) -> list[str]:
    return [hit.declaration.qualified if hit.declaration is not None else hit.ref for hit in hits]


def found(workspace: Workspace, query: str, **options: object) -> list[str]:
    return named(ask(workspace, query, **options).hits)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("http status 500", "FileHandler"),
        ("token bucket rate limiting", "Limiter"),
        ("is there a token left", "Limiter.Allow"),
        ("deny pattern", "denyPattern"),
        ("deny-pattern", "denyPattern"),
        ("next tide of a gauge", "Reader.next_tide"),
        ("which module reads gauges", "copy"),
    ],
)
def test_a_phrase_finds_what_it_is_about(opened: Workspace, query: str, first: str) -> None:
    """Names by their parts, signatures, fields and doc comments are searched; no word is required."""
    assert found(opened, query)[0] == first


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("FileHandler", ["FileHandler", "FileHandler", "TestFileHandler"]),
        ("file handler", ["FileHandler", "FileHandler", "TestFileHandler"]),
        ("TestFileHandler", ["TestFileHandler", "FileHandler", "FileHandler"]),
    ],
)
def test_exact_names_come_first(opened: Workspace, query: str, names: list[str]) -> None:
    """What is called as it was typed comes first, a source's before a test's."""
    answer = ask(opened, query)
    assert named(answer.hits)[:3] == names
    assert answer.hits[0].path == ("api/file_test.go" if query.startswith("Test") else "api/file.go")


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("handler path:test", {"FileHandler", "TestFileHandler"}),
        ("handler -path:test", {"FileHandler"}),
        ("tide lang:go", set()),
        ("tide lang:python", {"Reader.next_tide", "copy"}),
        ("reads kind:type", {"Reader"}),
        ("reads -kind:type", {"copy"}),
        ("reads kind:class", {"Reader"}),
        ("kind:const,var", {"denyPattern"}),
        ("tide kind:code ext:py", {"Reader.next_tide", "copy"}),
        ("handler -test", {"FileHandler"}),
        ('"http status" handler', {"FileHandler"}),
        ("/^deny/", {"denyPattern"}),
        ("handler -/^Test/", {"FileHandler"}),
        ("tide source:symbols", {"Reader.next_tide", "copy"}),
        ("tide source:files", set()),
        ("tide since:1h", set()),
        ("allo", {"Limiter.Allow"}),
        ("qqzz", set()),
    ],
)
def test_filters(opened: Workspace, query: str, names: set[str]) -> None:
    """Filters, quotes, exclusions and expressions bind; a last word that is nowhere may still be typed."""
    assert set(found(opened, query)) == names


def test_an_unknown_kind_is_refused(opened: Workspace) -> None:
    """A mistake in a filter is told, with the kinds that there are."""
    with pytest.raises(BadQuery, match="method"):
        ask(opened, "kind:methode x")


def test_a_hit_opens_at_its_definition(opened: Workspace) -> None:
    """A hit has the path, the line, the lines around it and a link to the place in the file."""
    (hit,) = ask(opened, "next_tide", limit=1).hits
    assert (hit.source, hit.path, hit.line, hit.title, hit.ref) == (
        Source.SYMBOLS, "src/copy.py", 7, "next_tide", "src/copy.py#Reader.next_tide",
    )  # fmt: skip
    assert hit.link.endswith("/files/src/copy.py#line=7")
    assert [row.line for row in hit.passage] == [6, 7, 8]
    assert hit.passage[1].text[hit.matches[0].start : hit.matches[0].stop] == "next_tide"


def test_copies_are_one_hit(opened: Workspace) -> None:
    """Identical files are read once, and what they declare is found once, in the first that may be found."""
    assert [hit.path for hit in ask(opened, "next tide gauge kind:method").hits] == ["src/copy.py"]
    assert [hit.path for hit in ask(opened, "next tide kind:method path:reader").hits] == ["src/reader.py"]


def test_hidden_only_when_asked(opened: Workspace) -> None:
    """Symbols of hidden files are found only when hidden ones are asked for (S-20)."""
    assert "hidden_tide" not in found(opened, "hidden tide")
    assert found(opened, "hidden tide", hidden=True)[0] == "hidden_tide"


def test_languages_with_none_are_named(opened: Workspace) -> None:
    """An answer says how many symbols the index has of each language, those with none included."""
    symbols = ask(opened, "qqzz").coverage.symbols
    assert symbols["go"] > 0
    assert symbols["kotlin"] == 0
    assert len(symbols) == 15


def test_nothing_found_says_what_would_be(opened: Workspace) -> None:
    """Filters that leave nothing are named, and other sources that have the words."""
    changes = {one.change: one.total for one in ask(opened, "handler lang:kotlin").suggestions}
    assert changes[Change.UNFILTERED] == 3


def test_pages(opened: Workspace) -> None:
    """Pages follow each other without a gap or a repeat, alone and among other sources."""
    for sources in (("symbols",), ("files", "symbols"), ("all",)):
        whole = ask(opened, "tide handler", sources=sources)
        refs: list[str] = []
        cursor = None
        while True:
            page = ask(opened, "tide handler", sources=sources, limit=2, cursor=cursor)
            refs += [f"{hit.source.value}:{hit.ref}" for hit in page.hits]
            cursor = page.next_cursor
            if cursor is None:
                break
        assert refs == [f"{hit.source.value}:{hit.ref}" for hit in whole.hits]
        assert len(refs) == len(set(refs)) == whole.total


def test_items_and_symbols_come_in_turn(opened: Workspace) -> None:
    """Among other sources symbols and items take turns, each in their own order."""
    hits = ask(opened, "handler", sources=("files", "symbols")).hits
    assert [hit.source is Source.SYMBOLS for hit in hits[:4]] == [False, True, False, True]
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))


def test_explanation(opened: Workspace) -> None:
    """A hit says which words it has, how rare they are and how much they count (S-48)."""
    (hit,) = ask(opened, "http 500 nowhere", limit=1, explain=True).hits
    assert hit.explanation is not None
    terms = hit.explanation["terms"]
    assert isinstance(terms, list)
    assert [(one["term"], one["found"]) for one in terms] == [("http", True), ("500", True), ("nowher", False)]
    assert hit.score == pytest.approx(sum(one["strength"] * one["rarity"] for one in terms), abs=0.01)


def test_facets(opened: Workspace) -> None:
    """How many there are by kind, language and folder."""
    facets = ask(opened, "handler", facets=True).facets
    assert facets == {"source": {"symbols": 3}, "kind": {"func": 3}, "language": {"go": 3}, "folder": {"api": 3}}


def test_bm25(workspace: Path) -> None:
    """Scores are BM25's with k1 1.5 and b 0.75, over the words of name, signature and doc comment (S-19)."""
    chance = random.Random(5)
    words = ["amber", "birch", "cedar", "dune", "elm", "fern"]
    docs = {f"F{number}": " ".join(chance.choices(words, k=chance.randrange(1, 12))) for number in range(40)}
    opened = scanned(workspace, {"a.go": "package a\n" + "".join(f"\n// {doc}\nfunc {name}() {{}}\n" for name, doc in docs.items())})
    texts = {name: words_of(name) + words_of(f"func {name}()\n{doc}") for name, doc in docs.items()}
    average = sum(map(len, texts.values())) / len(texts)
    query = ["amber", "fern"]
    expected = {}
    for name, text in texts.items():
        counts, score = Counter(text), 0.0
        for word in query:
            having = sum(word in other for other in texts.values())
            rarity = log(1 + (len(texts) - having + 0.5) / (having + 0.5))
            score += rarity * counts[word] * 2.5 / (counts[word] + 1.5 * (0.25 + 0.75 * len(text) / average))
        expected[name] = score
    hits = ask(opened, " ".join(query), limit=100).hits
    assert {hit.title: hit.score for hit in hits} == pytest.approx({name: score for name, score in expected.items() if score}, abs=1e-5)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_a_changed_file_shows_its_present_text(workspace: Path) -> None:
    """A declaration that moved since the scan is shown where it is now; one that is gone is marked stale (S-45)."""
    opened = scanned(workspace, {"a.py": "def tide(): ...\n", "b.py": "def gauge(): ...\n", "c.py": "def gone(): ...\n"})
    lay(workspace, {"a.py": "import os\n\n\ndef tide(): ...\n", "b.py": "nothing\n" * 3})
    (workspace / "c.py").unlink()
    (moved,) = ask(opened, "tide").hits
    assert (moved.line, moved.stale) == (4, False)
    assert [hit.stale for hit in ask(opened, "gauge").hits] == [True]
    assert ask(opened, "gone").hits == ()


def test_a_new_rule_hides_at_once(workspace: Path, home: Path) -> None:
    """What is blocked since the scan declares nothing any more (S-50)."""
    opened = scanned(workspace, {"a.py": "def tide(): ...\n"})
    settle()
    home.joinpath("settings.toml").write_text('[search]\ndeny = ["a.py"]\n')
    assert ask(opened, "tide").hits == ()


def test_files_that_declare_it_are_lifted(workspace: Path) -> None:
    """Of files that have the same words, the one that declares something called so comes first."""
    opened = scanned(
        workspace,
        {"a.go": "package a\n\n// parse tide\nfunc other() {}\n", "z.go": "package z\n\n// other of it\nfunc parseTide() {}\n"},
    )
    assert opened.search("parse tide", SearchOptions()).hits[0].ref == "z.go"


def test_symbols_leave_the_scores_of_prose_alone(workspace: Path) -> None:
    """What is no source is ranked as if there were no symbols."""
    lay(workspace, {"a.md": "parse the tide\n", "b.md": "tide, tide, parse\n", "z.go": "package z\n\nfunc parseTide() {}\n"})
    opened = Workspace.open(workspace)
    opened.scan(later=frozenset({Source.SYMBOLS}))
    options = SearchOptions(explain=True)
    before = {hit.ref: hit.explanation for hit in opened.search("parse tide ext:md", options).hits}
    opened.scan()
    assert {hit.ref: hit.explanation for hit in opened.search("parse tide ext:md", options).hits} == before


def test_symbols_leave_the_scores_of_chats_alone(workspace: Path, tmp_path: Path) -> None:
    """What was said is ranked as if there were no symbols, whatever the files declare."""
    person = Person(tmp_path / "person", workspace)
    for number, text in enumerate(["parse the tide", "tide and again tide to parse", "how does parseTide work"]):
        person.says(f"s{number}", text)
    lay(workspace, {"z.go": "package z\n\nfunc parseTide() {}\n", "a.go": "package a\n\n// parse tide\n"})
    opened = Workspace.open(workspace)
    opened.scan(later=frozenset({Source.SYMBOLS}))
    before = {hit.ref: hit.score for hit in ask(opened, "parse tide", sources=("chats",)).hits}
    opened.scan()
    after = {hit.ref: hit.score for hit in ask(opened, "parse tide", sources=("chats",)).hits}
    assert len(before) == 3
    assert after == before
