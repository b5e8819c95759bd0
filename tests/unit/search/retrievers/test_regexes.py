"""Which letters must every match of a regular expression hold?"""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.domain.folding import fold
from sleuth.search.retrievers.regexes import required_letters


@pytest.mark.parametrize(
    ("pattern", "letters"),
    [
        ("plain", ["plain"]),
        ("Plain", ["plain"]),
        ("ab", []),
        (r"entry \d+ names", ["entry ", " names"]),
        ("foo|bar", []),
        ("(foo|bar)baz", ["baz"]),
        ("(foo)bar", ["foo", "bar"]),
        ("(?:foo)+bar", ["foo", "bar"]),
        ("(?:foo)?bar", ["bar"]),
        ("(?:foo)*bar", ["bar"]),
        ("(?:foo){0,3}bar", ["bar"]),
        ("colou?r", ["colo"]),
        ("^start$", ["start"]),
        (r"\bword\b", ["word"]),
        ("a.*b", []),
        ("[abc]def", ["def"]),
        ("(?!not)yes", ["yes"]),
        ("(?=look)yes", ["yes"]),
        (r"foo\.bar", ["foo.bar"]),
        ("été", ["ete"]),
        ("(?i)word", ["word"]),
        ("(?x) a b c d e f", []),
        (r"\p{L}+word", []),
        ("(", []),
        ("", []),
        ("漢字文", ["漢字文"]),
    ],
)
def test_required_letters(pattern: str, letters: list[str]) -> None:
    """Only runs that stand in every match are taken."""
    assert required_letters(pattern) == letters


PIECES = st.sampled_from(["abc", "xyz", "(abc|xyz)", "(abc)?", "[abc]+", "d*", "(?:xyz){2}", ".", "(?=abc)", "ab|cd"])


@given(st.lists(PIECES, min_size=1, max_size=4).map("".join), st.text("abcdxyz", max_size=14))
def test_every_match_has_them(pattern: str, text: str) -> None:
    """No text that matches lacks what is required."""
    found = re.search(pattern, text)
    if found:
        assert all(letters in fold(found[0]) or letters in fold(text) for letters in required_letters(pattern))
