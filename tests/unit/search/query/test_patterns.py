"""What is told of a regular expression before it is run?"""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.domain.folding import fold
from sleuth.search.query.patterns import Pattern, understood


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
        ("[[:digit:]]foo", []),
        ("foo[[:space:]]+bar", []),
        ("(?:house){e<=1}", []),
        ("[a-z--[aeiou]]word", []),
        ("word{2}", ["wor"]),
        ("(", []),
        ("", []),
        ("漢字文", ["漢字文"]),
    ],
)
def test_letters(pattern: str, letters: list[str]) -> None:
    """Only runs that stand in every match are taken."""
    assert list(understood(pattern).letters) == letters


@pytest.mark.parametrize(
    ("pattern", "is_within_line"),
    [
        ("plain", True),
        (r"incl\w+_sta", True),
        ("a.*b", True),
        ("(?s)a.*b", False),
        ("(?s:a.*)b", False),
        ("(?:a|b\\n)c", False),
        ("^start$", True),
        (r"\Astart", False),
        (r"end\Z", False),
        (r"def\s+name", False),
        (r"\S+name", True),
        (r"[^\n]+name", True),
        (r"[^\s]+name", True),
        ("[^a]+name", False),
        ("[\t-\r]name", False),
        (r"\Dname", False),
        (r"\dname", True),
        (r"name(?=\n)", False),
        (r"(?<!\n)name", False),
        (r"(n)ame\1", True),
        (r"(n)?ame(?(1)x|y)", False),
        (r"\p{L}+word", False),
        ("(?x) a", False),
        ("(", False),
    ],
)
def test_within_line(pattern: str, is_within_line: bool) -> None:
    """Whether a match may hold a line end; what is not known may."""
    assert understood(pattern).is_within_line is is_within_line


def test_not_understood() -> None:
    """Of what the parser does not know nothing is told."""
    assert understood(r"\p{L}+word") == Pattern()


PIECES = st.sampled_from(["abc", "xyz", "(abc|xyz)", "(abc)?", "[abc]+", "d*", "(?:xyz){2}", ".", "(?=abc)", "ab|cd"])


@given(st.lists(PIECES, min_size=1, max_size=4).map("".join), st.text("abcdxyz", max_size=14))
def test_every_match_has_them(pattern: str, text: str) -> None:
    """No text that matches lacks what is required."""
    found = re.search(pattern, text)
    if found:
        assert all(letters in fold(found[0]) or letters in fold(text) for letters in understood(pattern).letters)


LINES = st.sampled_from(["a", r"\w", r"\W", r"\s", r"\S", ".", "[^b]", "[^b\n]", "(?:a|\n)", "(?s:.)", r"\d?", "(?!b)", "$", "^", r"\n*"])


@given(st.lists(LINES, min_size=1, max_size=4).map("".join), st.text("ab \n", max_size=10))
def test_within_line_holds(pattern: str, text: str) -> None:
    """What is said to stay in a line does, and the line alone matches as it does in its text."""
    if understood(pattern).is_within_line:
        found = [found[0] for found in re.finditer(pattern, text, re.MULTILINE) if found[0]]
        assert not any("\n" in one for one in found)
        assert found == [one[0] for line in text.split("\n") for one in re.finditer(pattern, line, re.MULTILINE) if one[0]]
