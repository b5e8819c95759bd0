"""Does a line name what its text is about?"""

import pytest

from sleuth.search.passages.headings import TITLE, line_standings, text_start

TEXT = """---
title: Store
---
# Store

A store.
## Opening a store
```sh
# store it
```
#hashtag
### Store
"""


def standing(line: str, ref: str = "a.md") -> float:
    at = TEXT.index(f"{line}\n")
    return line_standings(TEXT, [at], ref)[at]


def test_order() -> None:
    """A higher heading comes before a lower one, then texts and comments in code, then the front matter."""
    lines = ["# Store", "## Opening a store", "### Store", "A store.", "title: Store"]
    standings = [standing(line) for line in lines]
    assert standings[0] == TITLE
    assert standings == sorted(set(standings), reverse=True)


@pytest.mark.parametrize("line", ["# store it", "#hashtag", "A store."])
def test_no_headings(line: str) -> None:
    """A comment in a block of code is no heading, nor is a tag."""
    assert standing(line) == standing("A store.")


def test_other_texts() -> None:
    """A comment of a script is no heading."""
    assert standing("# Store", "a.py") == standing("A store.", "a.py")


@pytest.mark.parametrize(
    ("text", "start"), [("---\na: b\n---\nx", 12), ("x\n---\n", 0), ("---\nnever closed\n", 0), ("", 0), ("---\r\na\r\n---\r\n", 11)]
)
def test_text_start(text: str, start: int) -> None:
    """Front matter is what lies between two rules at the very start."""
    assert abs(text_start(text, "a.md") - start) <= 1
    assert text_start(text, "a.py") == 0
