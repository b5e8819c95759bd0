"""Where are the words in scripts that write none?

FTS5's unicode61 takes a run of Han, Kana, Thai… for one word, as long as a sentence.
Such runs, and emoji, are cut into overlapping pairs before text is indexed, so that the
dictionary stays a dictionary and any two neighbours can be found. Both rivers use this:
what is asked for is cut as what was indexed.
"""

import re

_RUN = re.compile(
    "["
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Myanmar, Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"  # Kana and iteration marks
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Han
    "\U00020000-\U0003ffff"  # Han, supplementary planes
    "\u2190-\u21ff\u2300-\u27bf\u2b00-\u2bff"  # arrows, technical signs, dingbats
    "\U0001f000-\U0001faff"  # emoji
    "]+"
)


def _pairs(run: re.Match[str]) -> str:
    text = run[0]
    if len(text) == 1:
        return f" {text} "
    return " " + " ".join(text[i : i + 2] for i in range(len(text) - 1)) + " "


def segment(text: str) -> str:
    """Text with every run of an unspaced script cut into its overlapping pairs, spaces between.

    >>> segment("abc漢字文")
    'abc 漢字 字文 '
    """
    return text if text.isascii() else _RUN.sub(_pairs, text)


def has_unspaced(text: str) -> bool:
    """Whether `segment` would cut something."""
    return not text.isascii() and _RUN.search(text) is not None
