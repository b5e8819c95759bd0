"""What does a typed text mean?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.domain.errors import BadQuery, EmptySearch, RequestError, UnknownSource
from sleuth.domain.items import Source
from sleuth.domain.queries import Query, TermKind
from sleuth.search.query.parse import FILTER_KEYS, MOST_TERMS, check_sources, parse

NOW_NS = 1_700_000_000 * 10**9
_SIGN = {TermKind.WORD: "", TermKind.PHRASE: '"', TermKind.REGEX: "/"}


def shown(query: Query) -> list[str]:
    """Terms as -"phrase", /regex/ or word* (still typed); filters as key=value|value."""
    terms = [
        (term.position, "-" * term.negated + _SIGN[term.kind] + term.text + _SIGN[term.kind] + "*" * term.is_last)
        for term in query.terms
    ]
    filters = [(one.position, "-" * one.negated + f"{one.key}={'|'.join(one.values)}") for one in query.filters]
    return [text for _, text in sorted([*terms, *filters])]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        # words
        ("tide", ["tide*"]),
        ("  tide\tgauge\n", ["tide", "gauge"]),
        ("tide gauge", ["tide", "gauge*"]),
        ("tide ", ["tide"]),
        ("Tide TIDE", ["Tide", "TIDE*"]),
        ("don't", ["don't*"]),
        ("POL-358", ["POL-358*"]),
        ("C++", ["C++*"]),
        (".env", [".env*"]),
        ("foo::bar(", ["foo::bar(*"]),
        ("#include <stdio.h>", ["#include", "<stdio.h>*"]),
        ("$HOME/.config", ["$HOME/.config*"]),
        ("https://example.org/a?b=c", ["https://example.org/a?b=c*"]),
        ("src/app.py:12", ["src/app.py:12*"]),
        ("12:30", ["12:30*"]),
        ("std::vector<int>", ["std::vector<int>*"]),
        ("漢字", ["漢字*"]),
        ("👍", ["👍*"]),
        ("a\u3000b", ["a", "b*"]),
        ("AND OR NOT NEAR", ["AND", "OR", "NOT", "NEAR*"]),
        ("a*", ["a**"]),
        # phrases
        ('"sea water"', ['"sea water"']),
        ('"sea water" tide', ['"sea water"', "tide*"]),
        ('"sea water', ['"sea water"']),
        ('tide "sea', ["tide", '"sea"']),
        ('-"sea water" tide', ['-"sea water"', "tide*"]),
        ('"" tide', ["tide*"]),
        ('"a"b"', ['"a"b"*']),
        ('say"x"', ['say"x"*']),
        ('print("a b")', ['print("a', 'b")*']),
        ('"ext:py"', ['"ext:py"']),
        # what is not wanted
        ("tide -gauge", ["tide", "-gauge"]),
        ("-gauge tide", ["-gauge", "tide*"]),
        ("-Wall", ["-Wall*"]),
        ("-a -b", ["-a", "-b*"]),
        ("--flag", ["--flag*"]),
        ("tide --flag", ["tide", "--flag*"]),
        ("a - b", ["a", "-", "b*"]),
        ("a -> b", ["a", "->", "b*"]),
        ("x-y", ["x-y*"]),
        ('-"only this"', ['"-"only this""']),
        # regular expressions
        ("/ab+c/", ["/ab+c/"]),
        ("/a b/", ["/a b/"]),
        ("/a/ tide", ["/a/", "tide*"]),
        ("-/a/ tide", ["-/a/", "tide*"]),
        (r"/a\/b/", [r"/a\/b/"]),
        ("/a/b/", ["/a/b/"]),
        ("/usr/bin", ["/usr/bin*"]),
        ("//", ["//*"]),
        ("// comment", ["//", "comment*"]),
        ("a/b/", ["a/b/*"]),
        ("/^def /", ["/^def /"]),
        # filters
        ("ext:py", ["ext=py"]),
        ("EXT:PY tide", ["ext=py", "tide*"]),
        ("tide ext:py,md", ["tide", "ext=py|md"]),
        ("-ext:py tide", ["-ext=py", "tide*"]),
        ('path:"my notes" x', ["path=my notes", "x*"]),
        ("path:Docs/A", ["path=Docs/A"]),
        ("source:files kind:pdf lang:Go", ["source=files", "kind=pdf", "lang=go"]),
        ("is:hidden tide", ["is=hidden", "tide*"]),
        ("author:Mira tide", ["author=mira", "tide*"]),
        ("ext: py", ["ext:", "py*"]),
        ("ext:py,", ["ext=py"]),
        ("next:py", ["next:py*"]),
        ("http:py", ["http:py*"]),
        ("a:b", ["a:b*"]),
        ("-ext:py", ["-ext=py"]),
        ("-tide ext:py", ["-tide", "ext=py"]),
        ('path:"a b"c', ['path:"a', 'b"c*']),
    ],
)
def test_parse(text: str, parts: list[str]) -> None:
    """Words, phrases, expressions and filters are told apart; whatever else is pasted is words (S-40, S-47)."""
    assert shown(parse(text, NOW_NS)) == parts


@pytest.mark.parametrize(
    ("text", "error", "position"),
    [
        ("", EmptySearch, 0),
        (" \t\n", EmptySearch, 0),
        ('""', EmptySearch, 0),
        ('" "', EmptySearch, 0),
        ("tide /a(b/", BadQuery, 9),
        ("/[/", BadQuery, 2),
        ("tide since:soon", BadQuery, 5),
        ("before:2026-13-01", BadQuery, 0),
        ("kind:nothing", BadQuery, 0),
        ("a is:visible", BadQuery, 2),
        ("tide source:fils", UnknownSource, 5),
        ('ext:""', BadQuery, 0),
        ("tide ext:,", BadQuery, 5),
        ("/(?P<a>x)(?P<a/", BadQuery, None),
        ("/" + "(" * 3_000 + ")" * 3_000 + "/", BadQuery, None),
    ],
)
def test_refused(text: str, error: type[RequestError], position: int | None) -> None:
    """What cannot be understood is refused with the place of the fault."""
    with pytest.raises(error) as caught:
        parse(text, NOW_NS)
    assert caught.value.position == position or position is None


@pytest.mark.parametrize(("text", "named"), [("kind:nothing", "nothing"), ("since:soon", "soon"), ("source:fils", "fils")])
def test_refusals_name_the_value(text: str, named: str) -> None:
    """A refusal names what was wrong, and what is known."""
    with pytest.raises(RequestError, match=named):
        parse(text, NOW_NS)


@pytest.mark.parametrize(
    ("text", "is_question"),
    [
        ("one two three four", False),
        ("one two three four five", True),
        ('one two "three four five" six', False),
        ("one two three four ext:py", False),
        ("one two three four -five", False),
        ("how is the tide measured?", True),
    ],
)
def test_question(text: str, is_question: bool) -> None:
    """Five words or more, outside quotes and filters, make a question (S-44)."""
    assert parse(text, NOW_NS).is_question is is_question


@pytest.mark.parametrize("key", FILTER_KEYS)
def test_every_filter_is_known(key: str) -> None:
    """Each filter that the contract names is understood."""
    value = {"source": "files", "kind": "code", "since": "7d", "before": "2026-06-01", "is": "hidden"}.get(key, "x")
    assert parse(f"{key}:{value}", NOW_NS).filters[0].key == key


def test_long_paste() -> None:
    """Of a pasted document the first words decide."""
    assert len(parse("word " * 10_000, NOW_NS).terms) == MOST_TERMS


def test_check_sources() -> None:
    """Sources are known by name, in any case, and the unknown one is named."""
    assert check_sources(("files", "DOCUMENTS")) == (Source.FILES, Source.DOCUMENTS)
    with pytest.raises(UnknownSource, match=r"nope.*files"):
        check_sources(("files", "nope"))


@given(st.text())
def test_any_text(text: str) -> None:
    """Any text at all is understood or refused."""
    try:
        query = parse(text, NOW_NS)
    except RequestError:
        return
    assert query.terms or query.filters


@given(st.text(st.sampled_from('ab -":/,.*\\\n\ud800漢'), max_size=30))
def test_positions(text: str) -> None:
    """Every part stands in the text where it says, as it was typed."""
    try:
        query = parse(text, NOW_NS)
    except RequestError:
        return
    parts = [*query.terms, *query.filters]
    assert [query.text[part.position : part.position + len(part.typed)] for part in parts] == [part.typed for part in parts]


def test_words_that_repeat_take_no_place() -> None:
    """Of a long paste it is the distinct words that count: what stands behind a word said a thousand times is looked for too."""
    words = [f"word{number}" for number in range(10)]
    query = parse(" ".join(["tide"] * 1_000 + words), NOW_NS)
    assert {term.text for term in query.terms} == {"tide", *words}
    assert len(query.terms) <= 2 * MOST_TERMS


def test_a_very_long_word_is_looked_for_by_its_start() -> None:
    """A word or a quote that is longer than any name is looked for by its first letters, and still stands where it was typed."""
    (word, phrase) = parse("x" * 50_000 + ' "' + "y " * 20_000 + '"', NOW_NS).terms
    assert (len(word.text), len(phrase.text)) == (1_000, 1_000)
    assert (len(word.typed), phrase.position, len(word.said)) == (50_000, 50_001, 121)


def test_the_last_word_is_still_typed_only_where_it_ends_the_text() -> None:
    """Of a paste that is cut after so many words the last one that is kept is a whole word."""
    query = parse(" ".join(f"{number}x" for number in range(MOST_TERMS + 9)), NOW_NS)
    assert not any(term.is_last for term in query.terms)
