"""How is a document put together from its pages or cells?

Sections begin where their text begins; the text stops at the limit that all documents share.
"""

from typing import Any

from sleuth.domain.items import Content, Kind, Section
from sleuth.ingest.readers.encoding import storable

MOST_CHARACTERS = 2_000_000
"""S-11."""


class Pages:
    """Collects a document's text, page by page."""

    def __init__(self, word: str, count: int, most_characters: int = MOST_CHARACTERS) -> None:
        self._word = word
        self._count = count
        self._most_characters = most_characters
        self._length = 0
        self._cut = False
        self._texts: list[str] = []
        self._sections: list[tuple[int, str]] = []
        self.notices: list[str] = []
        """What the person should know, one sentence each."""

    def add(self, text: str) -> bool:
        """Append the next page; False when there is no room for another.

        An empty page too gets a section, so that the numbers stay those of the document.
        """
        room = self._most_characters - self._length
        text = storable(text)
        if text and not text.endswith("\n"):
            text += "\n"
        self._sections.append((self._length, f"{self._word} {len(self._sections) + 1}"))
        self._texts.append(text[:room])
        self._length += len(self._texts[-1])
        self._cut = len(text) > room or (len(text) == room and len(self._sections) < self._count)
        return len(text) < room

    def packed(self, language: str | None = None) -> dict[str, Any]:
        """All of it, as JSON can carry it between processes."""
        if self._cut:
            reached = f"{self._word} {len(self._sections)} of {self._count}"
            limit = f"{self._most_characters:,} characters"
            self.notices.append(f"Only its first {limit} are searched, to {reached}.")
        return {
            "text": "".join(self._texts),
            "sections": self._sections,
            "notice": " ".join(self.notices) or None,
            "language": language,
        }


def unpacked(value: dict[str, Any], kind: Kind) -> Content:
    """The content that a helper process packed."""
    sections = tuple(Section(start, label) for start, label in value["sections"])
    return Content(value["text"], kind, value["language"], sections, notice=value["notice"])
