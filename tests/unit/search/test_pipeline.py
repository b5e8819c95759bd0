"""Does a request become the right answer?"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.building import OLD_NS, found, lay, opened_in, scanned

from sleuth.domain.hits import Hit
from sleuth.engine.workspace import SearchOptions, Workspace

FILES: dict[str, str | bytes] = {
    "tide.md": "nothing of it here\n",
    "tide_tables.md": "numbers\n",
    "my_tide.md": "more numbers\n",
    "body.md": "the tide comes\n",
    "inside.md": "betided\n",
    "src/user_store.py": "def getUserName(user):\n    return user\n",
    "src/http.go": "type HTTPServer2 struct {}\n",
    "gauge.md": "a gauge\n",
    "gauge_boat.md": "a gauge, and a boat at last\n" + "x\n" * 70 + "boat\n" + "y\n" * 70 + "boat\n",
    "long.md": "\n".join(f"line {number}" for number in range(1, 201)),
    "data.csv": "depth,place\n3.5,harbour\n",
    "cast.cpp": "int* a = const_cast<int*>(b);\n",
    "casts.md": "A const cast, and const-cast too; const cast const cast.\n",
    "const-cast.md": "about it\n",
    "lock.md": "a lock, free of waiting\n",
    "src/client.py": "\n".join(f"row {number}" for number in range(1, 41)),
    "src/client.cs": "\n".join(f"row {number}" for number in range(1, 41)),
    "message.md": "x\n" * 80 + "fatal: Cannot open include file: 'iostream.h': No such file or directory\n",
    "other.md": "# Include file\n\nA directory of files that cannot be open: there is no include in it.\n",
}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    with opened_in(tmp_path_factory.mktemp("pipeline"), FILES) as workspace:
        yield workspace


def hits(workspace: Workspace, query: str) -> dict[str, Hit]:
    return {hit.ref: hit for hit in workspace.search(query, SearchOptions()).hits}


def test_title_tiers(opened: Workspace) -> None:
    """Exact titles come first, then those that start so, then those with it inside, then texts (S-42)."""
    assert found(opened, "tide") == ["tide.md", "tide_tables.md", "my_tide.md", "body.md", "inside.md"]


@pytest.mark.parametrize(
    ("query", "refs"),
    [
        ("gauge boat", {"gauge_boat.md"}),
        ("boat gauge", {"gauge_boat.md"}),
        ("gauge -boat", {"gauge.md"}),
        ("gauge -last", {"gauge.md"}),
        ("-last gauge", {"gauge.md"}),
        ('"a gauge"', {"gauge.md", "gauge_boat.md"}),
        ('"gauge a"', set()),
        ("/^a .auge$/", {"gauge.md"}),
        ("/^boat$/", {"gauge_boat.md"}),
        ("gau", {"gauge.md", "gauge_boat.md"}),
        ("user name", {"src/user_store.py"}),
        ("getUserName", {"src/user_store.py"}),
        ("getusername", {"src/user_store.py"}),
        ("http server", {"src/http.go"}),
        ("HTTPServer2", {"src/http.go"}),
        ("Name(us", {"src/user_store.py"}),
        ("ext:go", {"src/http.go"}),
        ("harbour", {"data.csv"}),
        ("gauge ext:rst", set()),
    ],
)
def test_found(opened: Workspace, query: str, refs: set[str]) -> None:
    """Words bind, what is excluded is, names are found whole and by their parts (S-05, S-40)."""
    assert set(hits(opened, query)) == refs


@pytest.mark.parametrize(
    ("query", "relaxed"),
    [
        ("gauge boat", {"gauge_boat.md": False}),
        ("gauge zzzz", {"gauge.md": True, "gauge_boat.md": True}),
        ("gauge boat zzzz", {"gauge_boat.md": True}),
        ("the gauge", {"gauge.md": False, "gauge_boat.md": False}),
    ],
)
def test_relaxed(opened: Workspace, query: str, relaxed: dict[str, bool]) -> None:
    """Where nothing has all the words, those with most of them come, and say so (S-44)."""
    assert {ref: hit.relaxed for ref, hit in hits(opened, query).items()} == relaxed


@pytest.mark.parametrize(
    ("query", "refs", "is_relaxed"),
    [
        ("const_cast<", {"cast.cpp"}, False),
        ("const_cast", {"cast.cpp"}, False),
        ("const-cast", {"casts.md", "const-cast.md"}, False),
        ("const.cast", {"cast.cpp", "casts.md", "const-cast.md"}, True),
        ("const.cast ext:md", {"casts.md", "const-cast.md"}, True),
        ("const_cast ext:md", {"casts.md", "const-cast.md"}, True),
        ("lock-free", {"lock.md"}, True),
        ("const-ca", {"casts.md", "const-cast.md"}, False),
        ("onst_cas", {"cast.cpp"}, False),
        ("place -const_cast", {"data.csv"}, False),
        ("const -const_cast", {"casts.md", "const-cast.md"}, False),
        ("const -const.cast", {"cast.cpp", "casts.md", "const-cast.md"}, False),
    ],
)
def test_as_typed(opened: Workspace, query: str, refs: set[str], is_relaxed: bool) -> None:
    """What was typed with punctuation is found so; its words side by side do only where nothing has it, and are marked."""
    found_hits = hits(opened, query)
    assert {ref: hit.relaxed for ref, hit in found_hits.items()} == dict.fromkeys(refs, is_relaxed)


@pytest.mark.parametrize(
    ("query", "refs", "notices"),
    [
        ('gauge "boat gauge"', {"gauge_boat.md"}, ('nothing has "boat gauge" as typed; these have its words',)),
        ('gauge "zzzz"', {"gauge.md", "gauge_boat.md"}, ('nothing has "zzzz" as typed; these have the other words',)),
        ('a "gauge, and" "boat gauge" at', {"gauge_boat.md"}, ('nothing has "boat gauge" as typed; these have its words',)),
        ('gauge "boat gauge" -last', {"gauge.md"}, ('nothing has "boat gauge" as typed; these have the other words',)),
        ('gauge "boat gauge" ext:go', set(), ()),
        ('"boat gauge"', set(), ()),
        ('"boat gauge" ext:md', set(), ()),
    ],
)
def test_quotes_in_a_paste(opened: Workspace, query: str, refs: set[str], notices: tuple[str, ...]) -> None:
    """Where nothing has what is quoted within a text its words do, said and marked; a query that is all quoted means it."""
    answer = opened.search(query, SearchOptions())
    assert {hit.ref for hit in answer.hits} == refs
    assert (answer.notices, all(hit.relaxed for hit in answer.hits)) == (notices, True)


def test_pasted_message(opened: Workspace) -> None:
    """A message is found by the words that it has in order, though one of them is another there."""
    first = opened.search("Cannot open include file: 'stdafx.h': No such file or directory", SearchOptions()).hits[0]
    assert (first.ref, first.line) == ("message.md", 81)


def test_question(opened: Workspace) -> None:
    """A question is ranked by how much of it is found, what lacks words marked (S-44)."""
    answer = hits(opened, "where does a boat pass the gauge today")
    assert next(iter(answer)) == "gauge_boat.md"
    assert answer["gauge.md"].relaxed


def test_more(opened: Workspace) -> None:
    """One hit an item, the rest of its chunks counted (S-43)."""
    assert hits(opened, "boat")["gauge_boat.md"].more == 2


@pytest.mark.parametrize(("query", "line"), [("long.md:120", 120), ("long.md:120:4", 120), ("long.md", 1), ("long.md:999", 200)])
def test_typed_line(opened: Workspace, query: str, line: int) -> None:
    """A path that was typed with a line leads to that line (S-47)."""
    hit = hits(opened, query)["long.md"]
    assert (hit.line, hit.passage[0].line <= line <= hit.passage[-1].line) == (line, True)


TRACES = [
    "{root}/src/client.py:13",
    'File "/home/me/proj/src/client.py", line 13, in f',
    'Traceback (most recent call last): File "{root}/src/client.py", line 13, in row ValueError: row 7',
    "at fetch (/home/x/src/client.py:13:9)",
    "/other/checkout/src/client.py:13",
    "src/client.py:13: error: gauge",
    "src\\client.py(13,5): error CS1002",
    "/elsewhere/client.py:13",
    "why does the tide gauge fail in src/client.py on line 13",
]


@pytest.mark.parametrize("query", TRACES)
def test_pasted_place(opened: Workspace, query: str) -> None:
    """A place as a compiler, an interpreter or another checkout names it comes first, at its line, as if it was typed (S-47)."""
    answer = opened.search(query.replace("{root}", str(opened.root)), SearchOptions())
    hit = answer.hits[0]
    assert (hit.ref, hit.line, hit.relaxed) == ("src/client.py", 13, False)
    assert not [notice for notice in answer.notices if "client" in notice]


def test_fuzzy_name(opened: Workspace) -> None:
    """Half a name's letters find it where nothing else does, marked relaxed."""
    assert {ref: hit.relaxed for ref, hit in hits(opened, "gaboat").items()} == {"gauge_boat.md": True}


def test_newest_of_equals_first(workspace: Path) -> None:
    """Of equal hits the newest comes first, then by reference (S-42)."""
    lay(workspace, {"c.txt": "tide", "b.txt": "tide", "a.txt": "tide"})
    os.utime(workspace / "b.txt", ns=(1, OLD_NS + 10**9))
    opened = Workspace.open(workspace)
    opened.scan()
    assert found(opened, "tide") == ["b.txt", "a.txt", "c.txt"]


@pytest.mark.parametrize("text", ["two\n\ntide\n", "two\r\n\r\ntide\r\n", "\ufefftwo\n\ntide", "two\x0c\x0b\x85\n\ntide"])
def test_line_numbers(workspace: Path, text: str) -> None:
    """Lines are counted as editors count them, whatever their ends; a form feed starts none."""
    hit = scanned(workspace, {"a.txt": text}).search("tide", SearchOptions()).hits[0]
    assert (hit.line, [row.line for row in hit.passage if row.text == "tide"]) == (3, [3])


def test_no_line_end_at_the_end(workspace: Path) -> None:
    """A short file without a line end at its end is one chunk like any other."""
    opened = scanned(workspace, {"a.txt": "tide one\ntide two", "b.txt": "tide one\ntide two\n"})
    assert [(hit.ref, hit.more) for hit in opened.search("tide", SearchOptions()).hits] == [("a.txt", 0), ("b.txt", 0)]
