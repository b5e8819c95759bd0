"""What is told of a regular expression before it is run?"""

import random
import re
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.domain.errors import BadQuery
from sleuth.domain.folding import fold
from sleuth.search.query.parse import parse
from sleuth.search.query.patterns import MOST_POSITIONS, Pattern, too_large_at, understood


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


# -- how large it is

_ATOMS = ["a", ".", r"\d", r"\{", "[a-z]", "[]{9}]", "[^]x]", "[[:alpha:]]", r"\p{L}", "(?#){9}", "(?i)", "^", "é"]


def _repeated(inner: st.SearchStrategy[tuple[str, int]]) -> st.SearchStrategy[tuple[str, int]]:
    counts = st.sampled_from([0, 1, 2, 9, 99, 5_000, 4_000_000, 10**30])
    lazy = st.sampled_from(["", "?", "+"])

    def fixed(one: tuple[str, int], count: int, mode: str) -> tuple[str, int]:
        return f"(?:{one[0]}){{{count}}}{mode}", one[1] * count

    def ranged(one: tuple[str, int], count: int, mode: str) -> tuple[str, int]:
        return f"({one[0]}){{{count},{count + 1}}}{mode}", one[1] * count

    return st.builds(fixed, inner, counts, lazy) | st.builds(ranged, inner, counts, lazy)


def _side_by_side(inner: st.SearchStrategy[tuple[str, int]]) -> st.SearchStrategy[tuple[str, int]]:
    return st.builds(
        lambda parts, glue: (glue.join(text for text, _ in parts), sum(size for _, size in parts)),
        st.lists(inner, min_size=1, max_size=4),
        st.sampled_from(["", "|", "*", "(?#x)"]),
    )


EXPRESSIONS = st.recursive(
    st.sampled_from(_ATOMS).map(lambda atom: (atom, int(not atom.startswith("(?")))),
    lambda inner: _repeated(inner) | _side_by_side(inner),
    max_leaves=8,
)


@given(EXPRESSIONS)
def test_no_expression_is_larger_than_it_seems(made: tuple[str, int]) -> None:
    """Whatever is nested in whatever, an expression whose repeats write out more than the bound is seen to be too large."""
    expression, size = made
    assert too_large_at(expression) is not None or size <= MOST_POSITIONS


@given(st.text(alphabet="ab({[^]})|*+?{}0123456789,\\.xV:# \n", max_size=40))
def test_any_text_has_a_size(expression: str) -> None:
    """Of whatever is no expression at all it is told where it becomes too large, or nothing."""
    at = too_large_at(expression)
    assert at is None or 0 <= at < len(expression)


@pytest.mark.parametrize(
    ("expression", "at"),
    [
        ("a{1000000000}", 1),
        ("a{4000000}", 1),
        ("a{4000000,}", 1),
        ("a{0,4000000}", 1),
        ("((a{99}){99}){99}", 13),
        ("x" + "(a{99}){99}" * 2, 19),
        ("a{" + "9" * 5_000 + "}", 1),
        ("(?x)(a{99}) {99}", 12),
        ("(?V1)[[a]{99}]{99999}", 14),
        ("((a{99}){99})(?i){99}", 17),
        ("((a{99}){99}(?i)){99}", 17),
        ("a{9999}", None),
        ("a{99}b{99}|c{99}", None),
        (r"\{99999\}", None),
        ("[{99999}]", None),
        ("(?#{99999})a", None),
        ("(?P<x>a){99}", None),
    ],
)
def test_where_it_becomes_too_large(expression: str, at: int | None) -> None:
    """Repeats multiply over what they repeat, nested or not; braces that are letters repeat nothing."""
    assert too_large_at(expression) == at


@pytest.mark.parametrize("expression", ["a{1000000000}", "((a{99}){99}){99}", "a{4000000}"])
def test_what_is_too_large_is_refused_with_its_place(expression: str) -> None:
    """A search for it is refused at once, with the place of the repeat that is too many."""
    began = time.monotonic()
    with pytest.raises(BadQuery, match="too large") as refused:
        parse(f"tide /{expression}/", 0)
    assert refused.value.position == len("tide /") + (too_large_at(expression) or 0)
    assert time.monotonic() - began < 10


_PEAK = """
import sys, time
from sleuth.domain.errors import BadQuery
from sleuth.domain.folding import Folded
from sleuth.search.passages.marks import marks_of
from sleuth.search.query.analyse import analyse
from sleuth.search.query.parse import parse

text, slowest = Folded.of("a harbour of letters " * 20), 0.0
for line in sys.stdin:
    began = time.monotonic()
    try:
        for term in analyse(parse(f"/{line.rstrip()}/", 0))[0]:
            marks_of(term, text)
    except BadQuery:
        pass
    slowest = max(slowest, time.monotonic() - began)
try:  # of this program alone: what getrusage says begins with the size of the process that started it
    with open("/proc/self/status") as status:
        peak = next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))
except OSError:
    import resource
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
print(slowest, peak / 1e6)
"""


def _any_expressions(count: int) -> list[str]:
    chance = random.Random(7)

    def made(depth: int) -> str:
        inner = chance.choice(["a", "[a-z]", "a|b", "ab", ".", r"\w\s"]) if depth == 0 else made(depth - 1)
        times = chance.choice([2, 9, 25, 99, 999, 9_999, 4_000_000])
        return f"({inner})" + chance.choice([f"{{{times}}}", f"{{{times},}}", f"{{0,{times}}}", "", f"{{{times}}}?"])

    return [made(chance.randrange(5)) for _ in range(count)]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no peak to be asked for")
def test_no_expression_takes_much_memory_or_time() -> None:
    """Whatever repeats are nested, an expression is refused, or compiled and run, without hanging and within 200 MB."""
    worst = ["a{1000000000}", "((a{99}){99}){99}", "a{4000000}", "(ab){400000}", "a{5000}b{4999}", "x" * 9_999]
    lines = "\n".join([*worst, *_any_expressions(300)])
    ended = subprocess.run([sys.executable, "-c", _PEAK], input=lines, capture_output=True, text=True, check=True)
    slowest_s, peak_mb = map(float, ended.stdout.split())
    assert (slowest_s < 10, peak_mb < 200) == (True, True), ended.stdout
