"""Are scripts without spaces cut into pairs?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.domain.segments import has_unspaced, segment


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("abc", "abc"),
        ("漢", "漢"),
        ("漢字", "漢字"),
        ("漢字文", "漢字 字文"),
        ("abc漢字文def", "abc 漢字 字文 def"),
        ("カナ入り", "カナ ナ入 入り"),
        ("ไทย", "ไท ทย"),
        ("👍👎 ok", "👍👎 ok"),
        ("한국어 말", "한국어 말"),
        ("привет", "привет"),
        ("𠀀𠀁𠀂", "𠀀𠀁 𠀁𠀂"),
    ],
)
def test_segment(text: str, words: str) -> None:
    """Runs of unspaced scripts become overlapping pairs, all else stays."""
    assert segment(text).split() == words.split()


@pytest.mark.parametrize(("text", "has"), [("abc é", False), ("a漢", True), ("ไ", True), ("🚀", True), ("한", False)])
def test_has_unspaced(text: str, has: bool) -> None:
    """Only scripts that are cut count as unspaced."""
    assert has_unspaced(text) is has


@given(st.text(st.sampled_from("ab 漢字文ไทย👍"), max_size=30))
def test_every_neighbour_is_kept(text: str) -> None:
    """Any two neighbours without a space between them stand together in the segmented text too."""
    cut = segment(text)
    pairs = [text[at : at + 2] for at in range(len(text) - 1) if " " not in text[at : at + 2]]
    alike = [pair for pair in pairs if has_unspaced(pair[0]) == has_unspaced(pair[1])]
    assert all(pair in cut for pair in alike)
