"""What is a secret that was found?"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Secret:
    """Where a secret stands in a text. In order: the first first, of those the longest."""

    start: int
    stop: int
    kind: str
    """In plain words, as the mask says it."""

    def __lt__(self, other: "Secret") -> bool:
        return (self.start, -self.stop) < (other.start, -other.stop)
