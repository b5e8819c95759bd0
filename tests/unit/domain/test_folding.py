"""Are letters compared without case and accents, and are their places kept?"""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.domain.folding import Folded, fold

LETTERS = st.text(st.sampled_from("aZéÉñ\u0301\u0308가ก่ िशб漢👍🏽İß\n "), max_size=40)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Plain ASCII", "plain ascii"),
        ("Écluse", "ecluse"),
        ("E\u0301cluse", "ecluse"),
        ("naïve façade", "naive facade"),
        ("ŁÓDŹ", "łodz"),
        ("ПРИВЕТ", "привет"),
        ("Straße", "straße"),
        ("İstanbul", "istanbul"),
        ("ΟΔΟΣ", "οδοσ"),
        ("漢字かな", "漢字かな"),
        ("👍🏽", "👍🏽"),
        ("שָׁלוֹם", "שלום"),
        ("", ""),
    ],
)
def test_fold(text: str, folded: str) -> None:
    """Case and accents go, letters of other scripts and emoji stay."""
    assert fold(text) == folded


@pytest.mark.parametrize("text", ["Écluse à l'été", "Ångström", "Đà Nẵng", "ποιότητα", "가나다", "がぎぐ"])
def test_normal_forms_fold_alike(text: str) -> None:
    """A text folds to the same in either normal form."""
    assert fold(unicodedata.normalize("NFD", text)) == fold(unicodedata.normalize("NFC", text))


@pytest.mark.parametrize(
    ("original", "piece", "stretch"),
    [
        ("cafe\u0301 noir", "cafe", "cafe\u0301"),
        ("cafe\u0301 noir", "noir", "noir"),
        ("a👍b E\u0301", "e", "E\u0301"),
        ("👨‍👩‍👧 now", "now", "now"),
        ("שָׁלוֹם", "ש", "שָׁ"),
        ("ascii only", "only", "only"),
    ],
)
def test_places_in_the_original(original: str, piece: str, stretch: str) -> None:
    """A folded stretch leads back to the original's, marks on its last letter included."""
    folded = Folded.of(original)
    at = folded.text.find(piece)
    start, stop = folded.to_original(at, at + len(piece))
    assert original[start:stop] == stretch


@given(LETTERS, st.data())
def test_any_stretch_folds_to_itself(original: str, data: st.DataObject) -> None:
    """Whatever is found in the folded text stands, folded, at its place in the original."""
    folded = Folded.of(original)
    start = data.draw(st.integers(0, len(folded.text)))
    stop = data.draw(st.integers(start, len(folded.text)))
    first, last = folded.to_original(start, stop)
    assert fold(original[first:last]) == folded.text[start:stop]


@given(LETTERS)
def test_offsets_come_back(original: str) -> None:
    """Going to the original and back ends at the same folded offset."""
    folded = Folded.of(original)
    for offset in range(len(folded.text) + 1):
        assert folded.from_original(folded.to_original(offset, offset)[0]) == offset


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    """What is folded stays as it is."""
    assert fold(fold(text)) == fold(text)
