"""Where does a term stand in a text?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.domain.errors import BadQuery, RequestError
from sleuth.domain.folding import Folded
from sleuth.domain.terms import AnalysedTerm
from sleuth.search.passages.marks import INSIDE, MOST_MARKS, PART, WHOLE, marks_of
from sleuth.search.query.analyse import analyse
from sleuth.search.query.parse import parse


def term(typed: str) -> AnalysedTerm:
    return analyse(parse(typed, 0))[0][0]


def marked(typed: str, text: str) -> str:
    """The text with [marks] of the first term."""
    out, at = "", 0
    for mark in marks_of(term(typed), Folded.of(text)):
        out += text[at : mark.start] + "[" + text[mark.start : mark.stop] + "]"
        at = mark.stop
    return out + text[at:]


@pytest.mark.parametrize(
    ("typed", "marked_text"),
    [
        # whole words in any form, to the word's end
        ("tide", "the [tide] and the [Tides], [TIDE]"),
        ("calibrate", "[calibrated] [calibrating] [calibrates] a [calibration]"),
        ("estuaries", "an [estuary] of [estuaries]"),
        ("estuary", "[Estuaries] and the [estuary]"),
        ("gauge", "[gauge]-based [gauge]_2"),
        # prefixes, insides, parts
        ("tid", "[tid]e [tid]y s[tid]"),
        ("ide", "t[ide] [ide]a"),
        ("name", "get_user_[name] userN[ame]".replace("userN[ame]", "user[Name]")),
        ("user", "get[User]Name [user]Store [user]"),
        ("server", "HTTP[Server]2"),
        ("8", "utf8 [8]"),
        # accents and normal forms
        ("ecluse", "l'[écluse] [ÉCLUSE] [e\u0301cluse]"),
        ("écluse", "l'[ecluse] [e\u0301cluse]"),
        ("e\u0301cluse", "[écluse] x"),
        ("naive", "a [nai\u0308ve]"),
        # punctuation, as typed
        ("foo::bar(", "x [foo::bar(] [Foo::Bar(]) foo bar"),
        ("C++", "[C++] and [c++]11 but C"),
        (".env", "a [.env] [.env]rc env"),
        ("a_b", "[a_b] [A_B]c"),
        ("don't", "I [don't] [DON'T]"),
        ("don't", "I [don’t], [don't]"),
        ("lock-free", "é [lock-free] [lock\u2011free] [lock–free]"),
        ("$HOME", "[$HOME]/x HOME"),
        ("=>", "a [=>] b [=>]"),
        # phrases
        ('"sea water"', "[sea water] [Sea  Water] [sea\nwater] sea, of water"),
        ('"sea water"', "[sea waters] here".replace("waters]", "water]s")),
        ('"calibrate gauge"', "[calibrated gauges] here"),
        ('"a, b"', "x[a, b]c"),
        ('"sea water"', "nothing of sea and water"),
        ('"one two three"', "[one\n  two\tthree]"),
        # other scripts
        ("漢字", "[漢字]と[漢字]文"),
        ("ทย", "ไ[ทย]"),
        ("한국", "[한국]어 [한국]"),
        ("привет", "[Привет], [ПРИВЕТ]"),
        ("👍", "a [👍] b[👍]c"),
        ("👍🏽", "a [👍🏽] 👍"),
        ("שלום", "[שָׁלוֹם]"),
        ("каждый", "[Каждый] день"),
        ("ёлка", "[ёлка] [елка]"),
        ("έδρα", "η [έδρα] [ΕΔΡΑ]"),
        ("σίσυφος", "ο [Σίσυφος]"),
        ("أحمد", "يا [أحمد]"),
        ("ab", "xx[ab]xx [ab]c"),
        # regular expressions
        ("/t.de/", "[tide] [TIDE] tied"),
        ("/T.de/", "tide [Tide]"),
        ("/^b/", "ab\n[b]c"),
        ("/b$/", "ab".replace("b", "[b]") + "\nbc"),
        ("/x*/", "a [xx] b"),
        (r"/^\s*b/", "a\n\n \t\n[  b]"),
        (r"/\s+b/", "a [\n b]".replace("[\n", "\n[").replace(" \n", "\n")),
        (r"/a\s+b/", "x [a\n\nb]"),
        (r"/^\s*\nb/", "a\r\n \r\n[b]"),
    ],
)
def test_marks(typed: str, marked_text: str) -> None:
    """A term is marked wherever it stands, and nothing else is."""
    assert marked(typed, marked_text.replace("[", "").replace("]", "")) == marked_text


@pytest.mark.parametrize(
    ("typed", "text", "weight"),
    [
        ("tide", "tide", WHOLE),
        ("tide", "tides", WHOLE),
        ("tide", "tideway", INSIDE),
        ("user", "getUserName", PART),
        ("ser", "getUserName", INSIDE),
        ("ide", "tide", INSIDE),
        ("C++", "C++", WHOLE),
    ],
)
def test_weights(typed: str, text: str, weight: float) -> None:
    """A whole word counts more than a part, a part more than letters inside."""
    assert [mark.weight for mark in marks_of(term(typed), Folded.of(text))] == [weight]


def test_most_marks() -> None:
    """In a text that is full of a word no more than enough are looked for."""
    assert len(marks_of(term("a"), Folded.of("a " * (MOST_MARKS + 1)))) == MOST_MARKS


@pytest.mark.parametrize("typed", ["/(a+)+$/", "/(x+x+)+y/"])
def test_pathological_expression(typed: str) -> None:
    """An expression that would take for ever is stopped, and named."""
    with pytest.raises(BadQuery, match="stopped"):
        marks_of(term(typed), Folded.of("a" * 5_000 + "x" * 5_000 + "!"))


TEXT = st.text(st.sampled_from("abA b_-.,(\n e\u0301éÉ漢字ไทย👍한ш1"), max_size=60)
TYPED = st.text(st.sampled_from('abA b_-.,( e\u0301é漢字ไ👍한ш1"'), min_size=1, max_size=8)


@given(TYPED, TEXT)
def test_marks_are_ordered_and_inside(typed: str, text: str) -> None:
    """Marks lie inside the text, in order, none empty."""
    try:
        terms = analyse(parse(typed, 0))[0]
    except RequestError:
        return
    for one in terms:
        marks = marks_of(one, Folded.of(text))
        assert all(0 <= mark.start < mark.stop <= len(text) for mark in marks)
        assert [mark.start for mark in marks] == sorted(mark.start for mark in marks)


def test_a_long_run_is_no_trap() -> None:
    """Words side by side are looked for in linear time, however long a run without a space is."""
    text = "we use a-b testing here\n" + "ab12" * 50_000
    found = marks_of(term("a.b"), Folded.of(text))
    assert [text[mark.start : mark.stop] for mark in found] == ["a-b"]


@pytest.mark.parametrize("pattern", [r"/upper\W+foo/", r"/\w+\sfoo/", r"/\Bpper foo/"])
def test_escapes_are_no_capitals(pattern: str) -> None:
    """An escape with a capital does not make a regular expression mind the case."""
    assert marks_of(term(pattern), Folded.of("UPPER FOO"))


def test_time_is_a_text_s() -> None:
    """A regular expression has so much time for a text, not for each of its lines."""
    text = "".join(f"foo {'a' * 22}b{number}\n" for number in range(400))
    with pytest.raises(BadQuery, match="stopped"):
        marks_of(term("/foo (a|a)+$/"), Folded.of(text))
