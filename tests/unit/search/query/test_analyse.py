"""What of a query must be found, and how much does each part count?"""

import pytest

from sleuth.search.query.analyse import analyse, loosened, runs_of
from sleuth.search.query.parse import parse


def required(text: str) -> list[str]:
    return [term.folded for term in analyse(parse(text, 0))[0] if not term.is_optional]


def optional(text: str) -> dict[str, float]:
    return {term.folded: term.weight for term in analyse(parse(text, 0))[0] if term.is_optional}


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("tide gauge", ["tide", "gauge"]),
        ("the tide of the sea", ["tide", "sea"]),
        ("the", ["the"]),
        ("to be or", ["to", "be", "or"]),
        ("tide -", ["tide"]),
        ("- ::", ["-", "::"]),
        ('"the" tide', ["the", "tide"]),
        ("tide Tide TIDE", ["tide"]),
        ("Éclusé", ["ecluse"]),
        ("E\u0301cluse\u0301", ["ecluse"]),
        ("where is the tide?", ["tide"]),
        ("tide?", ["tide?"]),
        ("tide, gauge.", ["tide", "gauge"]),
        ("tide's gauge", ["tide", "gauge"]),
        ("(tide) gauge", ["tide", "gauge"]),
        ("main() gauge", ["main()", "gauge"]),
        ("foo::bar( x", ["foo::bar(", "x"]),
        ("C++ code", ["c++", "code"]),
        ("漢字", ["漢字"]),
        ("how does the tide/gauge file get read", ["tide", "gauge", "file", "get", "read"]),
        ('why does "sea water" rise so fast today ok', ["sea water", "rise", "fast", "today", "ok"]),
    ],
)
def test_required(text: str, terms: list[str]) -> None:
    """Stop words and a sentence's punctuation are set aside among words that say more; a question's are taken apart."""
    assert required(text) == terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("fix tide", {"fix": 0.3}),
        ("fix", {}),
        ("fix update", {}),
        ('"fix" tide', {}),
        ("getUserName", {"get": 0.5, "user": 0.5, "name": 0.5}),
        ("getUserName user", {"get": 0.5, "name": 0.5}),
        ("HTTPServer", {"http": 0.5, "server": 0.5}),
        ("plain", {}),
        ('"getUserName"', {}),
    ],
)
def test_optional(text: str, terms: dict[str, float]) -> None:
    """Weak words, and the parts of compound names, count half and are not required."""
    assert optional(text) == terms


@pytest.mark.parametrize(
    ("text", "as_typed"),
    [
        ("tide", False),
        ("getUserName", False),
        ("漢字", False),
        ("C++", True),
        (".env", True),
        ("don't", True),
        ("a_b", True),
        ("::", True),
        ('"sea water"', False),
        ('"sea, water"', True),
        ("/a/", True),
        ("E\u0301te", False),
    ],
)
def test_as_typed(text: str, as_typed: bool) -> None:
    """What has punctuation is looked for as it was typed."""
    assert analyse(parse(text, 0))[0][0].as_typed is as_typed


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("JSON/YAML", ["json", "yaml"]),
        ("tide JSON/YAML", ["tide", "json", "yaml"]),
        ("tide", ["tide"]),
        ('"a/b"', ["a/b"]),
        ("/a b/", ["a b"]),
        ("::", ["::"]),
    ],
)
def test_loosened(text: str, words: list[str]) -> None:
    """Where nothing has a word as typed its parts are looked for; what is quoted stays together."""
    loose = loosened(analyse(parse(text, 0))[0])
    assert [term.folded for term in loose if not term.is_optional] == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('tide "sea water"', ["tide", "sea", "water"]),
        ('tide "void foo(void)"', ["tide", "void", "foo"]),
        ('tide "zzzz"', ["tide", "zzzz"]),
        ('tide "漢字 文書"', ["tide", "漢字", "文書"]),
        ('"a b" /c d/', ["c d", "b"]),
    ],
)
def test_unquoted(text: str, words: list[str]) -> None:
    """Phrases that are given up are words like any other; expressions never are."""
    terms = analyse(parse(text, 0))[0]
    loose = loosened(terms, [term for term in terms if term.term.typed.startswith('"')])
    assert sorted(term.folded for term in loose if not term.is_optional) == sorted(words)


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("time clocks and the ordering of events", ("time clocks and the", "clocks and the ordering", "the ordering of events")),
        ("Cannot open: 'a.h' tide -x", ("cannot open a h", "open a h tide")),
        ("how does this work for it", ()),
        ("sea water level", ()),
        (" ".join(f"w{number}" for number in range(40)), tuple(f"w{n} w{n + 1} w{n + 2} w{n + 3}" for n in (0, 4, 9, 13, 18, 23, 27, 32))),
    ],
)
def test_runs(text: str, runs: tuple[str, ...]) -> None:
    """Of a question, four words in a row that say something, eight such runs at most."""
    assert runs_of(parse(text, 0)) == runs


@pytest.mark.parametrize(("text", "wants"), [("tide gauge", [True, True]), ("aa bb cc dd ee", [False] * 4 + [True])])
def test_letters_inside_words(text: str, wants: list[bool]) -> None:
    """In a question only the word that is still typed is looked for inside other words."""
    assert [term.wants_substrings for term in analyse(parse(text, 0))[0]] == wants


@pytest.mark.parametrize(
    ("text", "word", "root"), [("estuaries", "estuaries", "estuar"), ("gauge", "gauge", "gaug"), ("be", "be", "be")]
)
def test_root(text: str, word: str, root: str) -> None:
    """Every form of a word starts with its root."""
    assert analyse(parse(text, 0))[0][0].root == root


def test_unwanted() -> None:
    """What is not wanted is told apart."""
    wanted, unwanted = analyse(parse('tide -gauge -"sea water"', 0))
    assert ([term.folded for term in wanted], [term.folded for term in unwanted]) == (["tide"], ["gauge", "sea water"])
