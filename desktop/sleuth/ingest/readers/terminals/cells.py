"""Which cells of a terminal does a text fill?

A row of cells is a string with exactly one character for each cell, so that columns are offsets and every change of a
row is a cut and a join. A wide character is followed by `CONTINUED`; a character with marks on it is one private
character that stands for it until the row is read.
"""

import re
from functools import lru_cache

CONTINUED = "\0"
"""The right half of a wide character; no text holds one."""
# The private use plane that nobody draws from (icon fonts use the other one and the BMP's area).
_FIRST, _LAST = 0x100000, 0x10FFFD
_PRIVATE = re.compile(f"[{chr(_FIRST)}-{chr(0x10FFFF)}]")
_C1 = re.compile("[\x80-\x9f]")
# Marks on one character; a family of emoji joined by ZWJ has up to ten.
_MOST_MARKS = 32
# Latin, Greek, Cyrillic, punctuation, box drawing and braille: what nearly all text is of, one cell each.
_NARROW = re.compile(
    "[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0482\u048a-\u0530\u2010-\u2027\u2190-\u2199\u2500-\u25bf\u2710-\u2727\u2800-\u28ff]*+"
)


@lru_cache(65_536)
def width_of(character: str) -> int:
    """How many cells it takes: 0, 1 or 2."""
    from wcwidth import wcwidth

    return max(0, wcwidth(character))


class Cells:
    """Turns text into cells and back; knows the characters with marks that it has made."""

    def __init__(self) -> None:
        self._by_grapheme: dict[str, str] = {}
        self._graphemes: list[str] = []

    def of(self, text: str) -> str:
        """The cells of a text that begins with a character, not with a mark."""
        if text.isascii() or _NARROW.fullmatch(text):
            return text
        cells: list[str] = []
        for character in text:
            width = width_of(character)
            if width == 0:
                if cells:
                    cells[-1] = self.marked(cells[-1][0], character) + cells[-1][1:]
                continue
            cell = self._interned(character, character) if character >= chr(_FIRST) else character
            cells.append(cell + CONTINUED if width == 2 else cell)
        return "".join(cells)

    def marked(self, cell: str, mark: str) -> str:
        """The same cell with one more mark on it."""
        if "\x80" <= mark <= "\x9f":
            return cell
        grapheme = self._grapheme(cell) + mark
        return cell if len(grapheme) > _MOST_MARKS else self._interned(grapheme, cell)

    def text(self, cells: str) -> str:
        """What is read in the cells."""
        if cells.isascii() and CONTINUED not in cells:
            return cells
        cells = cells.replace(CONTINUED, "")
        return _PRIVATE.sub(lambda one: self._grapheme(one[0]), cells) if self._graphemes else cells

    def lengths(self, cells: str) -> list[int]:
        """How many characters of the text each cell is."""
        return [0 if cell == CONTINUED else len(self._grapheme(cell)) for cell in cells]

    def _grapheme(self, cell: str) -> str:
        number = ord(cell) - _FIRST
        return self._graphemes[number] if 0 <= number < len(self._graphemes) else cell

    def _interned(self, grapheme: str, otherwise: str) -> str:
        """The private character that stands for it; `otherwise` where there are no more."""
        known = self._by_grapheme.get(grapheme)
        if known is None:
            number = _FIRST + len(self._graphemes)
            if number > _LAST:
                return otherwise if otherwise < chr(_FIRST) else "\ufffd"
            known = self._by_grapheme[grapheme] = chr(number)
            self._graphemes.append(grapheme)
        return known


def leading_marks(text: str) -> int:
    """How many characters it begins with that take no cell of their own."""
    if text.isascii():
        return 0
    return next((number for number, character in enumerate(text) if width_of(character)), len(text))


def without_c1(text: str) -> str:
    """The text without the control characters beyond ASCII."""
    return text if text.isascii() else _C1.sub("", text)


def spliced(cells: str, start: int, stop: int, middle: str) -> str:
    """The cells with `middle` instead of those from `start` to `stop`; halves of wide characters become blanks."""
    if start >= len(cells):
        return cells.ljust(start) + middle
    left, right = cells[:start], cells[stop:]
    if cells[start] == CONTINUED:
        left = left[:-1] + " "
    if right[:1] == CONTINUED:
        right = " " + right[1:]
    return left + middle + right
