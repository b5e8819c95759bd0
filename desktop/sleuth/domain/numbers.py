"""What number does a text say that somebody typed, or that stands in a link?

`int` alone is no answer: "²" is a digit to Python and no number, and beyond 4,300 digits it refuses.
"""

GREATEST = 1_000_000_000
"""No item has so many lines or pages; Qt's integers end at twice that."""
_MOST_DIGITS = len(str(GREATEST))


def number_in(text: str) -> int | None:
    """The number that a text is, or the greatest where it is greater; None where it is none.

    >>> number_in("007"), number_in("9" * 5_000), number_in("²")
    (7, 1000000000, None)
    """
    if not text.isdecimal():
        return None
    return clamped(int(text.lstrip("0")[: _MOST_DIGITS + 1] or "0"))


def clamped(number: int) -> int:
    """The same number, as far as numbers go."""
    return min(number, GREATEST)
