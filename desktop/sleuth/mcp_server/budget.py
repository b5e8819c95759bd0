"""How much of an agent's context does an answer take, and how is it kept within what the agent allows?

A token of any tokenizer stands for at least one byte of UTF-8, so bytes are what is counted: more tokens than that cannot
come of it, whichever model reads it. Ordinary text has three to four bytes a token; there are texts of one byte a token.
"""

import json

LEAST, USUAL, MOST = 1_000, 12_000, 100_000
_ELLIPSIS = "…"


def tokens(text: str) -> int:
    """No tokenizer makes more of it."""
    return len(text.encode("utf-8"))


def dumped(value: object) -> str:
    """As it is sent: without white space, letters of all scripts as they are; half characters cannot be sent."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace").decode("utf-8")


def size(value: object) -> int:
    """Of a value as it is sent."""
    return tokens(dumped(value))


def cut(text: str, most: int) -> str:
    """The start of a text that takes no more than so much in an answer."""
    if tokens_within(text) <= most:
        return text
    low, high = 0, min(len(text), most)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if tokens_within(text[:middle] + _ELLIPSIS) <= most else (low, middle - 1)
    return text[:low] + _ELLIPSIS


def tokens_within(text: str) -> int:
    """Of a text in an answer, where quotes, backslashes and control characters are written longer."""
    return size(text) - 2
