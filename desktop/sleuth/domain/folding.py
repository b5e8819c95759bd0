"""How are letters compared: without case, without accents, in any normal form?

A folded text has one code point for each of the original's wherever it can; where it cannot
(combining marks, which vanish), `Folded` knows which offset each came from.
"""

import re
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property


def _fold_character(character: str) -> str:
    if unicodedata.category(character) == "Mn":
        return ""
    parts = unicodedata.normalize("NFD", character)
    base = parts[0] if all(unicodedata.category(mark) == "Mn" for mark in parts[1:]) else character
    lower = base.lower()
    return _FINAL_SIGMA.get(lower, lower) if len(lower) == 1 else base


class _Table(dict[str, str]):
    """Filled as characters are met."""

    def __missing__(self, character: str) -> str:
        folded = self[character] = _fold_character(character)
        return folded


_FINAL_SIGMA = {"ς": "σ"}
_TABLE = _Table()
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


def fold(text: str) -> str:
    """Lower case, accents off.

    >>> fold("Éclu\u0301se")
    'ecluse'
    """
    if text.isascii():
        return text.lower()
    # Most characters of most texts are ASCII still: only the others are looked up.
    return _NOT_ASCII.sub(lambda found: _TABLE[found[0]], text).lower()


@dataclass(frozen=True)
class Folded:
    """A text beside its folded form."""

    original: str
    text: str
    """The folded form."""

    @classmethod
    def of(cls, original: str) -> "Folded":
        return cls(original, fold(original))

    @cached_property
    def _origins(self) -> list[int] | None:
        """For each folded code point the offset of its original; None where they are the same."""
        if len(self.text) == len(self.original):
            return None
        return [at for at, character in enumerate(self.original) if _TABLE[character]] + [len(self.original)]

    def to_original(self, start: int, stop: int) -> tuple[int, int]:
        """The original's stretch of a folded one, marks on its last letter included."""
        origins = self._origins
        return (start, stop) if origins is None else (origins[start], origins[stop])

    def from_original(self, offset: int) -> int:
        """The folded offset at or after one of the original's."""
        origins = self._origins
        return offset if origins is None else bisect_left(origins, offset)
