"""How are letters compared: without case, without accents, in any normal form?

A folded text has one code point for each of the original's wherever it can; where it cannot
(combining marks, which vanish), `Folded` knows which offset each came from.
"""

import codecs
import re
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property


def _fold_character(character: str) -> str:
    if len(character) > 1:
        composed = unicodedata.normalize("NFC", character)
        return _fold_character(composed[0]) + composed[1:]
    if _ACCENT.fullmatch(character):
        return ""
    parts = unicodedata.normalize("NFD", character)
    base = parts[0] if all(map(_ACCENT.fullmatch, parts[1:])) else character
    lower = base.lower()
    return _FINAL_SIGMA.get(lower, lower) if len(lower) == 1 else base


class _Table(dict[str, str]):
    """Folded forms of characters, and of decomposed syllables; filled as they are met."""

    def __missing__(self, unit: str) -> str:
        folded = self[unit] = _fold_character(unit)
        return folded


class _CodePoints(dict[int, str]):
    """The same for `str.translate`."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = _TABLE[chr(code)]
        return folded


# Hebrew points and Arabic vowel marks, which most texts leave out.
POINTS = "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670"
# And the accents of Latin, Greek and Cyrillic; the vowel signs of other scripts are letters of their words.
_ACCENT = re.compile(rf"[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f{POINTS}]")
_FINAL_SIGMA = {"ς": "σ"}
_TABLE = _Table()
# What is one letter in its composed form is one when it is decomposed: Hangul syllables, Kana with a sound mark,
# Arabic letters with a hamza, Indic ones with a nukta.
_UNIT = re.compile(
    r"[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?"
    r"|[^\x00-\x7f][\u0653-\u0655\u093c\u09bc\u0a3c\u0b3c\u3099\u309a]?"
)


_CODE_POINTS = _CodePoints()
_JOINS = re.compile(r"[\u1160-\u11ff\u0653-\u0655\u093c\u09bc\u0a3c\u0b3c\u3099\u309a]")


def _fold_run(error: UnicodeError) -> tuple[bytes, int]:
    """The folded form of what is not ASCII, where a text's encoding as ASCII comes to it."""
    assert isinstance(error, UnicodeEncodeError)
    run = error.object[error.start : error.end]
    folded = _UNIT.sub(lambda found: _TABLE[found[0]], run) if _JOINS.search(run) else run.translate(_CODE_POINTS)
    return folded.encode("utf-8", "surrogatepass"), error.end


_FOLDING = "sleuth.fold"
codecs.register_error(_FOLDING, _fold_run)


def fold(text: str) -> str:
    """Lower case, accents off.

    >>> fold("Éclu\u0301se")
    'ecluse'
    """
    if text.isascii():
        return text.lower()
    # Most characters of most texts are ASCII still: the codec runs over them at the speed of memory and asks only about
    # the others (1.4 ms a megabyte of CPython's texts that are not ASCII; a substitution by expression takes 18).
    return text.encode("ascii", _FOLDING).lower().decode("utf-8", "surrogatepass")


@dataclass(frozen=True)
class Folded:
    """A text beside its folded form."""

    original: str
    text: str
    """The folded form."""

    @classmethod
    def of(cls, original: str) -> "Folded":
        return cls(original, fold(original))

    @property
    def is_as_long(self) -> bool:
        """Whether every offset is the same in both."""
        return len(self.text) == len(self.original)

    @cached_property
    def _origins(self) -> list[int] | None:
        """For each folded code point the offset of its original; None where they are the same."""
        if self.is_as_long:
            return None
        origins: list[int] = []
        at = 0
        for unit in _UNIT.finditer(self.original):
            origins.extend(range(at, unit.start()))
            origins += [unit.start()] * len(_TABLE[unit[0]])
            at = unit.end()
        return [*origins, *range(at, len(self.original) + 1)]

    def to_original(self, start: int, stop: int) -> tuple[int, int]:
        """The original's stretch of a folded one, marks on its last letter included."""
        origins = self._origins
        return (start, stop) if origins is None else (origins[start], origins[stop])

    def from_original(self, offset: int) -> int:
        """The folded offset at or after one of the original's."""
        origins = self._origins
        return offset if origins is None else bisect_left(origins, offset)
