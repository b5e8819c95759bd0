"""Which words is an identifier made of?

`getUserName` holds get, user and name; `HTTPServer2` HTTP, Server and 2. (FTS5 itself parts words
at `_` and `-`.) The boundaries of a whole text come from one numpy pass over its UTF-8 bytes:
0.3 s for 81 MB, where regular expressions took 3 to 7 s.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

_OTHER, _LOWER, _UPPER, _DIGIT = range(4)
_SPACE = 32
# Base64 and minified text are one "word" of thousands of letters: nothing to be found in its parts.
_LONGEST_WORD = 64

_PLAIN, _PARTED, _CAPITALS, _CAPITAL_THEN_SMALL = range(4)


def _class_table() -> bytes:
    """The class of every byte; letters of other scripts stay with their neighbours."""
    table = bytearray([_OTHER] * 128 + [_LOWER] * 128)
    for first, last, kind in (("a", "z", _LOWER), ("A", "Z", _UPPER), ("0", "9", _DIGIT)):
        for code in range(ord(first), ord(last) + 1):
            table[code] = kind
    return bytes(table)


def _pair_table() -> bytes:
    """What stands between two bytes, by 4 × the class of the first + the class of the second."""
    table = bytearray(256)
    for before, after in ((_LOWER, _UPPER), (_LOWER, _DIGIT), (_UPPER, _DIGIT), (_DIGIT, _LOWER), (_DIGIT, _UPPER)):
        table[4 * before + after] = _PARTED
    table[4 * _UPPER + _UPPER] = _CAPITALS
    table[4 * _UPPER + _LOWER] = _CAPITAL_THEN_SMALL
    return bytes(table)


# bytes.translate is several times faster than indexing an array with an array.
_CLASSES = _class_table()
_PAIRS = _pair_table()

_WORD = re.compile(r"[^\W_]+")
_INNER_BOUNDARY = re.compile(
    r"(?<=[^\W\dA-Z_])(?=[A-Z\d])|(?<=[A-Z])(?=\d)|(?<=\d)(?=[^\W\d_])|(?<=[A-Z])(?=[A-Z][^\W\dA-Z_])"
)

Offsets = npt.NDArray[np.int64]


def identifier_parts(text: str) -> str:
    """The parts of every compound identifier of a text, in order, one space before each.

    >>> identifier_parts("x = getUserName(HTTPServer2)")
    ' get User Name HTTP Server 2'
    """
    return parts_of_texts([text])[0]


def parts_of_texts(texts: Sequence[str]) -> list[str]:
    """`identifier_parts` of many texts in one pass."""
    encoded = [text.encode("utf-8", "replace") for text in texts]
    data = b"\n".join(encoded)
    classes = np.frombuffer(data.translate(_CLASSES), np.uint8)
    boundaries = _boundaries(classes) if len(classes) > 1 else np.empty(0, np.int64)
    if not len(boundaries):
        return [""] * len(texts)
    starts, stops = _compound_words(classes, boundaries)
    joined, word_starts = _joined(np.frombuffer(data, np.uint8), starts, stops, boundaries)
    ends = np.cumsum([len(text) + 1 for text in encoded])
    cuts = [0, *word_starts[np.searchsorted(starts, ends)].tolist()]
    return [joined[start:stop].decode("utf-8", "replace") for start, stop in pairwise(cuts)]


def parts_of_name(name: str) -> str:
    """`identifier_parts` of a short text, where setting up arrays would cost more than it saves."""
    words = [word for word in _WORD.findall(name) if _INNER_BOUNDARY.search(word) and len(word) <= _LONGEST_WORD]
    return "".join(f" {part}" for word in words for part in _INNER_BOUNDARY.sub(" ", word).split())


def word_count(name: str) -> int:
    """How many words a name has: `user_nameStore` has three."""
    return max(sum(len(_INNER_BOUNDARY.sub(" ", word).split()) for word in _WORD.findall(name)), 1)


def _boundaries(classes: npt.NDArray[np.uint8]) -> Offsets:
    """Offsets of the bytes that a boundary comes before."""
    pairs = ((classes[:-1] << 2) | classes[1:]).tobytes().translate(_PAIRS)
    kinds = np.frombuffer(pairs, np.uint8)
    found = np.flatnonzero(kinds == _PARTED) + 1
    # HTTPServer: the last capital of a run belongs to what follows it.
    small = np.flatnonzero(kinds == _CAPITAL_THEN_SMALL)
    after_capitals = small[(small > 0) & (kinds[small - 1] == _CAPITALS)]
    return np.sort(np.concatenate((found, after_capitals))) if len(after_capitals) else found


def _compound_words(classes: npt.NDArray[np.uint8], boundaries: Offsets) -> tuple[Offsets, Offsets]:
    """Starts and stops of the words that have a boundary inside."""
    gaps = np.concatenate((np.array([-1]), np.flatnonzero(classes == _OTHER), np.array([len(classes)])))
    place = np.searchsorted(gaps, boundaries)
    distinct = place[np.concatenate((np.ones(1, bool), place[1:] != place[:-1]))]
    starts, stops = gaps[distinct - 1] + 1, gaps[distinct]
    short = stops - starts <= _LONGEST_WORD
    return starts[short], stops[short]


def _joined(
    data: npt.NDArray[np.uint8], starts: Offsets, stops: Offsets, boundaries: Offsets
) -> tuple[bytes, Offsets]:
    """The words with a space before each part, and where each word (and what follows the last) starts in that."""
    lengths = stops - starts
    firsts = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths)))
    shifts = np.repeat(starts - firsts[:-1], lengths)
    offsets = np.arange(len(shifts)) + shifts
    cuts = np.zeros(len(data) + 1, bool)
    cuts[boundaries] = True
    cuts[starts] = True
    spaces = np.flatnonzero(cuts[offsets])
    joined = np.insert(data[offsets], spaces, _SPACE)
    return joined.tobytes(), firsts + np.searchsorted(spaces, firsts)
