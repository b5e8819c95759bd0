"""Which words of the index contain these letters?

All distinct words of `exact` lie in one string, a line each; `str.find` runs over it at more
than a gigabyte a second, so the million words of a kernel's tree take a few milliseconds. A
second part holds the words of what came since the first was written.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.int32]


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


@dataclass(frozen=True, slots=True)
class Part:
    """One run of words: `"\\n" word "\\n" … "\\n"` and how many bodies hold each."""

    lines: str
    counts: Counts

    @classmethod
    def of(cls, words: Sequence[str], counts: Iterable[int]) -> "Part":
        """From words that hold no line end, and how many bodies hold each."""
        return cls("\n".join(["", *words, ""]) if words else "\n", np.array(counts, np.int32))

    def _find(self, needle: str, limit: int) -> Iterator[tuple[int, str]]:
        """Offsets and words of the lines that hold `needle`, at most `limit`."""
        lines, at, found = self.lines, 0, 0
        while found < limit and (at := lines.find(needle, at)) >= 0:
            start = lines.rfind("\n", 0, at + 1) + 1
            stop = lines.find("\n", start)
            if stop > start:
                yield start, lines[start:stop]
                found += 1
            at = max(stop, at + 1)

    def search(self, letters: str, edge: Edge, limit: int) -> list[tuple[int, str]]:
        needle = {
            Edge.INSIDE: letters,
            Edge.START: f"\n{letters}",
            Edge.END: f"{letters}\n",
            Edge.WHOLE: f"\n{letters}\n",
        }[edge]
        return list(self._find(needle, limit))


def split_parts(rows: Iterable[tuple[str, int]]) -> tuple[Part, Part]:
    """The words in ASCII, and the others; of a million rows none is kept as one."""
    words: tuple[list[str], list[str]] = ([], [])
    counts = (array("i"), array("i"))
    for word, count in rows:
        part = not word.isascii()
        words[part].append(word)
        counts[part].append(count)
    return Part.of(words[0], counts[0]), Part.of(words[1], counts[1])


class Dictionary:
    """The parts together."""

    def __init__(self, parts: list[Part]) -> None:
        self._parts = parts
        self._starts: list[npt.NDArray[np.int64] | None] = [None] * len(parts)
        self._answers: dict[tuple[str, Edge, int], tuple[list[Word], bool]] = {}

    def __len__(self) -> int:
        return sum(len(part.counts) for part in self._parts)

    def _counts_at(self, number: int, offsets: list[int]) -> list[int]:
        """How many bodies hold the words that start at these offsets of a part."""
        starts = self._starts[number]
        if starts is None:
            lines = self._parts[number].lines
            codes = np.frombuffer(lines.encode("ascii" if lines.isascii() else "utf-32-le"), np.uint8 if lines.isascii() else np.uint32)
            starts = self._starts[number] = np.flatnonzero(codes == 10) + 1
        counts: list[int] = self._parts[number].counts[np.searchsorted(starts, offsets)].tolist()
        return counts

    def search(self, letters: str, edge: Edge, limit: int) -> tuple[list[Word], bool]:
        """Up to `limit` words with these letters, the nearest first, and whether there are more.

        `letters` are lower-case, as the dictionary's words are.
        """
        key = (letters, edge, limit)
        known = self._answers.get(key)
        if known is None:
            known = self._answers[key] = self._search(letters, edge, limit)
        return known

    def _search(self, letters: str, edge: Edge, limit: int) -> tuple[list[Word], bool]:
        counts: dict[str, int] = {}
        cut = False
        for number, part in enumerate(self._parts):
            found = dict(part.search(letters, edge, limit + 1))
            cut |= len(found) > limit
            if edge is Edge.INSIDE and cut:
                # Not all can be taken: those that start so are the nearest, and among a file's words come first.
                found = dict([*part.search(letters, Edge.START, limit), *found.items()])
            for word, count in zip(found.values(), self._counts_at(number, list(found)), strict=True):
                counts[word] = counts.get(word, 0) + count
        words = sorted(counts, key=lambda word: (not word.startswith(letters), len(word), word))
        return [Word(word, counts[word]) for word in words[:limit]], cut or len(words) > limit

    def has(self, word: str) -> bool:
        return any(f"\n{word}\n" in part.lines for part in self._parts)
