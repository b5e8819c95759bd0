"""Does the dictionary find every word with some letters?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.index.dictionary import Dictionary, Edge, Part, Word


def part_of(rows: list[tuple[str, int]]) -> Part:
    """A part from pairs."""
    return Part.of(sorted(rows))


PART = part_of([("ab", 1), ("abc", 2), ("cab", 3), ("漢字", 4), ("été", 5), ("b", 6)])
LETTERS = "ab漢"
WORDS = st.dictionaries(st.text(LETTERS, min_size=1, max_size=5), st.integers(1, 9), max_size=12)

TOUCHES = {
    Edge.INSIDE: lambda word, letters: letters in word,
    Edge.START: str.startswith,
    Edge.END: str.endswith,
    Edge.WHOLE: str.__eq__,
}


@pytest.mark.parametrize(
    ("letters", "edge", "found"),
    [
        ("ab", Edge.INSIDE, "ab abc cab"),
        ("ab", Edge.START, "ab abc"),
        ("ab", Edge.END, "ab cab"),
        ("ab", Edge.WHOLE, "ab"),
        ("b", Edge.INSIDE, "b ab abc cab"),
        ("b", Edge.END, "b ab cab"),
        ("漢", Edge.START, "漢字"),
        ("字", Edge.END, "漢字"),
        ("té", Edge.END, "été"),
        ("te", Edge.INSIDE, "été"),
        ("et", Edge.START, "été"),
        ("ete", Edge.WHOLE, "été"),
        ("ÉTÉ", Edge.WHOLE, "été"),
        ("eté", Edge.END, "été"),
        ("x", Edge.INSIDE, ""),
    ],
)
def test_search(letters: str, edge: Edge, found: str) -> None:
    """Words come by the ends they must touch, those that start so first, then the shortest."""
    words, cut = Dictionary([PART]).search(letters, edge, 10)
    assert (" ".join(word.text for word in words), cut) == (found, False)


def test_counts_add_up() -> None:
    """A word of both parts counts the bodies of both."""
    both = Dictionary([PART, part_of([("abc", 10), ("new", 1)])])
    assert both.search("abc", Edge.WHOLE, 5) == ([Word("abc", 12)], False)


@pytest.mark.parametrize(("limit", "found", "cut"), [(1, "ab", True), (2, "ab abc", True), (3, "ab abc cab", False)])
def test_limit(limit: int, found: str, cut: bool) -> None:
    """Beyond the limit the nearest are kept, and it is said that there are more."""
    words, was_cut = Dictionary([PART]).search("ab", Edge.INSIDE, limit)
    assert (" ".join(word.text for word in words), was_cut) == (found, cut)


def test_limit_over_parts() -> None:
    """Words of several parts together are cut too."""
    both = Dictionary([part_of([("ab", 1)]), part_of([("abd", 1)])])
    assert both.search("ab", Edge.INSIDE, 1) == ([Word("ab", 1)], True)


def test_empty() -> None:
    """A dictionary of nothing finds nothing."""
    assert Dictionary([]).search("a", Edge.INSIDE, 5) == ([], False)
    assert Dictionary([part_of([])]).search("a", Edge.WHOLE, 5) == ([], False)


@pytest.mark.parametrize(("word", "has"), [("ab", True), ("漢字", True), ("ete", True), ("a", False), ("", False)])
def test_has(word: str, has: bool) -> None:
    """Only whole words are there."""
    assert Dictionary([PART]).has(word) is has


def test_no_letters() -> None:
    """Words of all parts hold no letters at all, so all of them come, the shortest first."""
    words, cut = Dictionary([PART, part_of([("new", 1)])]).search("", Edge.INSIDE, 10)
    assert ([word.text for word in words], cut) == (["b", "ab", "漢字", "abc", "cab", "new", "été"], False)


@given(WORDS, WORDS, st.text(LETTERS, min_size=1, max_size=3), st.sampled_from(Edge))
def test_equals_a_naive_search(first: dict[str, int], second: dict[str, int], letters: str, edge: Edge) -> None:
    """Both parts together answer as a look at every word would."""
    dictionary = Dictionary([part_of(list(first.items())), part_of(list(second.items()))])
    wanted = {word for word in first.keys() | second.keys() if TOUCHES[edge](word, letters)}
    nearest = sorted(wanted, key=lambda word: (not word.startswith(letters), len(word), word))
    counted = [Word(word, first.get(word, 0) + second.get(word, 0)) for word in nearest]
    assert dictionary.search(letters, edge, 100) == (counted, False)


@given(WORDS, st.text(LETTERS, min_size=1, max_size=2), st.integers(1, 4))
def test_cut_is_honest(words: dict[str, int], letters: str, limit: int) -> None:
    """What is cut is said to be, and what is not is whole."""
    found, cut = Dictionary([part_of(list(words.items()))]).search(letters, Edge.INSIDE, limit)
    matching = sum(letters in word for word in words)
    assert (len(found), cut) == (min(limit, matching), matching > limit)
