"""Is every number that is typed or linked one, or none?"""

import pytest

from sleuth.domain.numbers import GREATEST, number_in


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7", 7),
        ("0", 0),
        ("007", 7),
        ("٣", 3),
        (str(GREATEST), GREATEST),
        (str(GREATEST + 1), GREATEST),
        ("9" * 5_000, GREATEST),
        ("0" * 5_000 + "3", 3),
        ("²", None),
        ("⑤", None),
        ("-4", None),
        ("1.5", None),
        (" 7", None),
        ("", None),
        ("x", None),
        ("\ud800", None),
    ],
)
def test_numbers_in_texts(text: str, number: int | None) -> None:
    """What is a number is read, as far as numbers go; what only looks like one is none."""
    assert number_in(text) == number
