"""Does a line name what its text is about?

In Markdown a heading does, the higher the better; what stands in the front matter only repeats it, and a comment in
a block of code that starts with `#` is no heading. Of other texts nothing is known here.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence

TITLE = 3.0
_PLAIN = 1.0
_ASIDE = 0.0
_MARKDOWN = (".md", ".markdown", ".mdx", ".qmd", ".rmd")
_HEADING = re.compile(r"(#{1,6})[ \t]")
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
_FRONT_MATTER = re.compile(r"---[ \t]*\r?\n.*?^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE | re.DOTALL)


def text_start(original: str, ref: str) -> int:
    """Where a text starts behind its front matter; 0 where it has none."""
    found = _FRONT_MATTER.match(original) if ref.lower().endswith(_MARKDOWN) else None
    return found.end() if found else 0


def line_standings(original: str, line_starts: Sequence[int], ref: str) -> dict[int, float]:
    """How much each of these lines, by where they start, stands out: TITLE at most, for a first-level heading."""
    if not ref.lower().endswith(_MARKDOWN):
        return dict.fromkeys(line_starts, _PLAIN)
    first = text_start(original, ref)
    headings = {start: found for start in line_starts if (found := _HEADING.match(original, start))}
    fences = [fence.start() for fence in _FENCE.finditer(original, first)] if headings else []
    standings: dict[int, float] = {}
    for start in line_starts:
        is_code = bisect_left(fences, start) % 2 == 1
        level = len(headings[start][1]) if start in headings and not is_code else 0
        standings[start] = _ASIDE if start < first else _PLAIN + (TITLE - _PLAIN) / level if level else _PLAIN
    return standings
