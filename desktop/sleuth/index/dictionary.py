"""Which words of the index contain these letters?

All distinct words of `exact`, sorted; those that start so are found by halving, those that hold the
letters elsewhere by looking at all. A second part holds the words of what came since the first was written.
"""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sleuth.domain.folding import fold
from sleuth.index.arrays import distinct
from sleuth.index.lines import LINE_END, Lines, Places

Counts = npt.NDArray[np.int32]

_LAST_ASCII = 0x7F


class Edge(Enum):
    """Which ends of a word the letters must touch."""

    INSIDE = "inside"
    START = "start"
    END = "end"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class Word:
    """One word of the dictionary."""

    text: str
    body_count: int
    """How many bodies hold it; summed over the parts."""


@dataclass(frozen=True)
class Part:
    """Words in the order of their UTF-8, and how many bodies hold each."""

    words: Lines
    counts: Counts

    @classmethod
    def of(cls, rows: Iterable[tuple[str, int]]) -> "Part":
        """From sorted words and their counts; of a million rows none is kept as one."""
        lines, counts = bytearray(b"\n"), array("i")
        for word, count in rows:
            lines += word.encode("utf-8")
            lines.append(LINE_END)
            counts.append(count)
        return cls(Lines(bytes(lines)), np.frombuffer(counts, np.int32))

    def has(self, word: str) -> bool:
        return len(self.numbers_of(word, Edge.WHOLE)) > 0

    @cached_property
    def _folded(self) -> tuple[Lines, Places]:
        """The words that fold to something else, folded, and their numbers: few, beside all of them."""
        numbers = distinct(self.words.numbers_at(np.flatnonzero(self.words.codes > _LAST_ASCII)))
        words = [self.words.text(number) for number in numbers.tolist()]
        folded = fold(b"\n".join(words).decode("utf-8")).encode("utf-8").split(b"\n") if words else []
        differ = [place for place, (word, other) in enumerate(zip(words, folded, strict=True)) if word != other]
        return Lines(b"\n".join([b"", *(folded[place] for place in differ), b""]) if differ else b"\n"), numbers[differ]

    def numbers_of(self, letters: str, edge: Edge) -> Places:
        """The numbers of the words with these letters, whatever their accents, ascending."""
        data = fold(letters).encode("utf-8")
        if edge in (Edge.START, Edge.WHOLE) or not data:
            found = np.array(self._range_of(data, edge is Edge.WHOLE), np.int64)
        else:
            places = self.words.places_of(data if edge is Edge.INSIDE else data + b"\n")
            found = distinct(self.words.numbers_at(places))
        folded, numbers = self._folded
        if not len(numbers) or not data:
            return found
        opens, closes = edge in (Edge.START, Edge.WHOLE), edge in (Edge.END, Edge.WHOLE)
        places = folded.places_of(b"\n" * opens + data + b"\n" * closes) + opens
        return distinct(np.concatenate((found, numbers[folded.numbers_at(places)])))

    def nearest(self, letters: str, edge: Edge, limit: int) -> tuple[Places, bool]:
        """At most `limit` of them, those that start so first, then the shortest, and whether there are more."""
        numbers = self.numbers_of(letters, edge)
        if len(numbers) <= limit:
            return numbers, False
        lengths = self.words.ends[numbers + 1] - self.words.ends[numbers]
        is_elsewhere = np.ones(len(self.counts), bool)
        is_elsewhere[self.numbers_of(letters, Edge.START)] = False
        return numbers[np.lexsort((numbers, lengths, is_elsewhere[numbers]))[:limit]], True

    def _range_of(self, letters: bytes, is_whole: bool) -> range:
        """The words that start so, or are so."""
        first = self._number_of(letters)
        if is_whole:
            after = first + (first < len(self.counts) and self.words.text(first) == letters)
        else:
            after = self._number_of(letters + b"\xff")  # no UTF-8 holds that byte
        return range(first, after)

    def _number_of(self, letters: bytes) -> int:
        """The first word that is not before these letters."""
        low, high = 0, len(self.counts)
        while low < high:
            middle = (low + high) // 2
            if self.words.text(middle) < letters:
                low = middle + 1
            else:
                high = middle
        return low


class Dictionary:
    """The parts together."""

    def __init__(self, parts: list[Part]) -> None:
        self._parts = parts
        self._answers: dict[tuple[str, Edge, int], tuple[list[Word], bool]] = {}

    def with_parts(self, parts: list[Part]) -> "Dictionary":
        """The same, and more."""
        return Dictionary([*self._parts, *parts])

    def __len__(self) -> int:
        return sum(len(part.counts) for part in self._parts)

    def search(self, letters: str, edge: Edge, limit: int) -> tuple[list[Word], bool]:
        """Up to `limit` words with these letters, whatever their accents, the nearest first, and whether there are more."""
        key = (letters, edge, limit)
        known = self._answers.get(key)
        if known is None:
            known = self._answers[key] = self._search(letters, edge, limit)
        return known

    def _search(self, letters: str, edge: Edge, limit: int) -> tuple[list[Word], bool]:
        counts: dict[str, int] = {}
        is_cut = False
        for part in self._parts:
            numbers, has_more = part.nearest(letters, edge, limit)
            is_cut |= has_more
            for number, count in zip(numbers.tolist(), part.counts[numbers].tolist(), strict=True):
                word = part.words.text(number).decode("utf-8")
                counts[word] = counts.get(word, 0) + count
        start = fold(letters)
        words = sorted(counts, key=lambda word: (not fold(word).startswith(start), len(word), word))
        return [Word(word, counts[word]) for word in words[:limit]], is_cut or len(words) > limit

    def has(self, word: str) -> bool:
        return any(part.has(word) for part in self._parts)
