"""Is what is asked for cut as what was indexed?"""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.index.analysis import prepared, stem, stems, tokens


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("getUserName(x)", "getusername x"),
        ("get_user-name", "get user name"),
        ("don't", "don t"),
        ("C++ 3.14", "c 3 14"),
        ("Été", "été"),
        ("E\u0301te\u0301", "été"),
        ("漢字文", "漢字 字文"),
        ("한국어", "한국어"),
        ("привет, мир", "привет мир"),
        ("👍 ok", "👍 ok"),
        ("20°C", "20°c"),
        ("...", ""),
        ("", ""),
    ],
)
def test_tokens(text: str, words: str) -> None:
    """Words are runs of letters and digits, lower-case, accents kept."""
    assert tokens(text) == words.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("calibrated calibrating calibration", "calibr calibr calibr"),
        ("Ébène", "eben"),
        ("estuaries estuary", "estuari estuari"),
        ("漢字文", "漢字 字文"),
        ("HTTPServer2", "httpserver2"),
    ],
)
def test_stems(text: str, expected: str) -> None:
    """Stems are Porter's, accents off."""
    assert stems(text) == expected.split()


@pytest.mark.parametrize(("word", "expected"), [("gauges", "gaug"), ("a-b", "a-b"), ("", ""), ("...", "...")])
def test_stem(word: str, expected: str) -> None:
    """One word has one stem; what is none or several is left."""
    assert stem(word) == expected


@given(st.text())
def test_normal_forms_are_cut_alike(text: str) -> None:
    """Either normal form of a text has the same words."""
    assert tokens(unicodedata.normalize("NFD", text)) == tokens(unicodedata.normalize("NFC", text))


@given(st.text(st.characters(codec="utf-8")))
def test_preparing_is_repeatable(text: str) -> None:
    """A prepared text has the words of the text itself."""
    assert prepared(text) == prepared(unicodedata.normalize("NFC", text))


def test_lone_surrogates() -> None:
    """What cannot be encoded does not stop the cutting."""
    assert tokens("a\udce9b") == ["a", "b"]
