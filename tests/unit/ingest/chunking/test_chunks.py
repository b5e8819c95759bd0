"""Is a text cut into pieces of the right size, at the right places?"""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.domain.items import Section
from sleuth.ingest.chunking.chunks import CHARACTERS, LINES, chunk_starts, line_starts

TEXTS = st.lists(
    st.one_of(
        st.sampled_from(["", "a", "漢字", "x" * 1_999, "y" * 2_000, "z" * 5_001, "é" * 300, "👍\r"]),
        st.text(st.sampled_from("ab é漢👍\r\x0c\x0b\x85\u2028"), max_size=90),
    ),
    max_size=150,
).map("\n".join)


def chunks(text: str, sections: tuple[Section, ...] = ()) -> list[str]:
    starts = chunk_starts(text, sections).tolist()
    return [text[start:stop] for start, stop in pairwise([*starts, len(text)])]


@pytest.mark.parametrize(
    ("text", "starts"),
    [("", [0]), ("a", [0]), ("a\n", [0, 2]), ("\n\n", [0, 1, 2]), ("é\r\n漢", [0, 3]), ("a\x0cb\x0bc\u2028d", [0])],
)
def test_line_starts(text: str, starts: list[int]) -> None:
    """Lines start after line ends only, in code points."""
    assert line_starts(text).tolist() == starts


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("", [0]),
        ("a\n" * LINES, [0]),
        ("a\n" * (LINES + 1), [0, 2 * LINES]),
        ("x" * CHARACTERS, [0]),
        ("x" * (CHARACTERS + 1), [0, CHARACTERS]),
        ("a\n" + "x" * CHARACTERS, [0, 2]),
        ("x" * 1_500 + "\n" + "y" * 1_500, [0, 1_501]),
        ("漢" * 4_001, [0, 2_000, 4_000]),
    ],
)
def test_chunk_starts(text: str, starts: list[int]) -> None:
    """A chunk ends after its last line that fits; a line longer than a chunk is cut inside."""
    assert chunk_starts(text).tolist() == starts


@pytest.mark.parametrize(
    ("sections", "starts"),
    [([0], [0]), ([0, 4], [0, 4]), ([2, 4, 4], [0, 2, 4]), ([0, 100], [0]), ([1, 2, 3], [0, 1, 2, 3])],
)
def test_sections(sections: list[int], starts: list[int]) -> None:
    """Every section starts a chunk; one that starts at the text's end or twice starts none."""
    labelled = tuple(Section(start, "page") for start in sections)
    assert chunk_starts("ab\ncd\nef", labelled).tolist() == starts


@given(TEXTS, st.lists(st.integers(0, 20_000), max_size=8))
def test_chunks_cover_the_text(text: str, borders: list[int]) -> None:
    """Chunks follow each other without a gap, none is empty, and none is over 60 lines or 2,000 characters (S-03)."""
    sections = tuple(Section(start, "page") for start in sorted(borders))
    cut = chunks(text, sections)
    assert "".join(cut) == text
    assert all(0 < len(chunk) <= 2_000 and len(chunk.rstrip("\n").split("\n")) <= 60 for chunk in cut) or text == ""


@given(TEXTS, st.lists(st.integers(0, 20_000), max_size=8))
def test_chunks_keep_to_sections(text: str, borders: list[int]) -> None:
    """No chunk goes across the start of a section."""
    starts = chunk_starts(text, tuple(Section(start, "page") for start in sorted(borders))).tolist()
    assert {start for start in borders if 0 < start < len(text)} <= set(starts)
