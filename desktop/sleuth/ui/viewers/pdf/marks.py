"""Which marks were found so far, page by page, and which is the current one?"""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Marks:
    """The marked stretches of a PDF; pages come in any order."""

    stretches: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """Of the pages that were looked at, in the page's text."""
    current: tuple[int, int] | None = None
    """Page and place among its marks, both from 0."""

    def clear(self) -> None:
        self.stretches.clear()
        self.current = None

    @property
    def count(self) -> int:
        return sum(map(len, self.stretches.values()))

    @property
    def number(self) -> int:
        """The current one's, from 1, among those known; 0 where none is."""
        if self.current is None:
            return 0
        page, at = self.current
        return sum(len(found) for other, found in self.stretches.items() if other < page) + at + 1

    def choose(self, page: int, at: int) -> bool:
        """Make a mark of a page the current one, the last of the page where it has no so many; False without any."""
        found = self.stretches.get(page)
        if not found:
            return False
        self.current = (page, min(at, len(found) - 1))
        return True

    def step(self, by: int, page: int) -> None:
        """To the next or the previous mark, round the ends; from a page where none is current."""
        pages = sorted(number for number, found in self.stretches.items() if found)
        if not pages:
            return
        if self.current is None:
            first = next((number for number in pages if number >= page), pages[0])
            last = next((number for number in reversed(pages) if number < page), pages[-1])
            self.current = (first, 0) if by > 0 else (last, len(self.stretches[last]) - 1)
            return
        page, at = self.current
        if 0 <= at + by < len(self.stretches[page]):
            self.current = (page, at + by)
            return
        page = pages[(pages.index(page) + (1 if by > 0 else -1)) % len(pages)]
        self.current = (page, 0 if by > 0 else len(self.stretches[page]) - 1)
