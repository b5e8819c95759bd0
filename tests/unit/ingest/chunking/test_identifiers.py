"""Which words are inside an identifier?"""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sleuth.ingest.chunking.identifiers import identifier_parts, word_count

_BOUNDARY = re.compile(
    r"(?<=[a-z\x80-\U0010ffff])(?=[A-Z0-9])|(?<=[A-Z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z\x80-\U0010ffff])"
    r"|(?<=[A-Z])(?=[A-Z][a-z\x80-\U0010ffff])"
)


def slow_parts(text: str) -> list[str]:
    """The same by regular expressions."""
    words = re.findall(r"[A-Za-z0-9\x80-\U0010ffff]+", text)
    short = [word for word in words if len(word.encode()) <= 64]
    return [part for word in short if _BOUNDARY.search(word) for part in _BOUNDARY.split(word)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("getUserName", "get User Name"),
        ("get_user_name", ""),
        ("get_userName", "user Name"),
        ("HTTPServer2", "HTTP Server 2"),
        ("parseHTTPResponse", "parse HTTP Response"),
        ("utf8Decode", "utf 8 Decode"),
        ("ABC", ""),
        ("plain words only", ""),
        ("a1", "a 1"),
        ("v2beta", "v 2 beta"),
        ("IPv4", "I Pv 4"),
        ("x = aB + cD", "a B c D"),
        ("étéRouge", "été Rouge"),
        ("нетСлов", ""),
        ("A", ""),
        ("", ""),
        ("x" * 60 + "Yzzz", "x" * 60 + " Yzzz"),
        ("x" * 60 + "Yzzzz", ""),
        ("a\0B aB", "a B"),
        ("lone\udce9Name", ""),
    ],
)
def test_identifier_parts(text: str, parts: str) -> None:
    """Compound identifiers come apart at capitals and digits; words of one piece are not repeated (S-05)."""
    assert identifier_parts(text).split() == parts.split()


@given(st.text(st.sampled_from("abAB01_- .éЖ漢👍\n"), max_size=100))
@example("aB" * 40)
@example("漢Ab")
def test_equals_a_slow_search(text: str) -> None:
    """The pass over bytes finds the same parts as regular expressions over letters."""
    assert identifier_parts(text).split() == slow_parts(text)


@given(st.text())
def test_parts_add_nothing(text: str) -> None:
    """Without their spaces parts hold only letters of the text, and every part is preceded by a space."""
    parts = identifier_parts(text)
    assert set(parts) <= set(text) | {" ", "?"}
    assert parts == "" or parts.startswith(" ")


@pytest.mark.parametrize(
    ("name", "count"),
    [("store", 1), ("user_store", 2), ("getUserName", 3), ("user_nameStore", 3), ("", 1), ("---", 1), ("漢字", 1), ("a b c", 3)],
)
def test_word_count(name: str, count: int) -> None:
    """A name has as many words as its parts."""
    assert word_count(name) == count
