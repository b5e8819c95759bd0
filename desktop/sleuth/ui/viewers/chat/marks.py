"""How many marks has a chat, which one is current, and which comes next?

Of messages that are in the page it is known what is marked; of others it is what their texts have, which may be more: the
address of a link, say, is not seen.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

Mark = tuple[int, int]
"""The message's number, and which of its marks, from 0."""


class Marks:
    """The marks of one chat, message by message.

    Args:
        counts: How many each message has.
    """

    def __init__(self, counts: Iterable[int] = ()) -> None:
        self._counts = list(counts)

    @property
    def total(self) -> int:
        return sum(self._counts)

    def count(self, number: int) -> int:
        return self._counts[number - 1] if 1 <= number <= len(self._counts) else 0

    def correct(self, seen: Mapping[int, int]) -> None:
        """What the page says of the messages that are in it."""
        for number, count in seen.items():
            if 1 <= number <= len(self._counts):
                self._counts[number - 1] = count

    def replace_from(self, place: int, counts: Sequence[int]) -> None:
        """The chat has other messages from there (from 0) on."""
        self._counts[place:] = counts

    def position(self, mark: Mark | None) -> int:
        """Which of all it is, from 1; 0 for none."""
        return sum(self._counts[: mark[0] - 1]) + mark[1] + 1 if mark is not None and mark[1] < self.count(mark[0]) else 0

    def next(self, mark: Mark, by: int) -> Mark | None:
        """The one after (1) or before (-1) a mark, or a place between marks; round at the ends."""
        number, ordinal = mark[0], mark[1] + by
        if 0 <= ordinal < self.count(number):
            return number, ordinal
        for _ in self._counts:
            number = (number - 1 + by) % len(self._counts) + 1
            if self.count(number):
                return number, 0 if by > 0 else self.count(number) - 1
        return None


def before_all(number: int) -> Mark:
    """The place before the first mark of a message."""
    return number, -1


def found_in(texts: Iterable[str], typed: str) -> list[int]:
    """How often a text that is typed in the find bar stands in each, in any case, any white space for a space."""
    words = typed.split()
    if not words:
        return [0 for _ in texts]
    if len(words) == 1 and typed.isascii():
        wanted = words[0].lower()
        return [text.lower().count(wanted) for text in texts]
    pattern = re.compile(r"\s+".join(map(re.escape, words)), re.IGNORECASE)
    return [sum(1 for _ in pattern.finditer(text)) for text in texts]
