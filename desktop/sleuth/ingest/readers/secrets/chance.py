"""Does a value look drawn at random, or did somebody think of it?

Measured by the words in it, not by Shannon's entropy: at the length of a key a long identifier has as much entropy as
the key (`AuthenticationTokenProvider` 3.7 bits a letter, 27 hexadecimal digits 3.6), but the identifier is made of words.
"""

import re

# What stands where a secret would: variables, templates, calls, and words that say so.
_STAND_IN = re.compile(
    r"""
    ^(?: \$[\{\(] | \$[A-Za-z_]\w*$ | %[A-Za-z_]\w*%$ | [<\[{@] | 0x | sha\d+[-:] | [~.]{0,2}/[\w.-]+/ | [A-Za-z]:\\ | https?: )
    | \$\{ | \{\{ | \{[A-Za-z_][\w.]*\} | \w[(\[] | x{4} | \*{3} | \.{3} | … | •
    | your | example | sample | change[_-]?me | change[_-]?it | placeholder | dummy | fake | test | redacted | insert | replace
    | password | passwd | secret | token | api[_-]?key | environ | getenv | process\.env
    """,
    re.VERBOSE | re.IGNORECASE,
)
_WORD = re.compile(r"[A-Z]?[a-z]{3,}|[A-Z]{3,}")
_HAS_VOWEL = re.compile(r"[aeiouy]")
# No common English word has five in a row but "lengths" and its like.
_UNSPEAKABLE = re.compile(r"[bcdfghjklmnpqrstvwxz]{5}")
_LETTER = re.compile(r"[A-Za-z]")
_DIGIT = re.compile(r"[0-9]")
_LONG_LETTERS = re.compile(r"[A-Za-z]{12}")
_FEWEST_DIFFERENT = 6


def is_stand_in(value: str) -> bool:
    """Whether it only marks the place of a secret, or leads to it."""
    return _STAND_IN.search(value) is not None


def is_varied(value: str) -> bool:
    """Whether it could be drawn at random: not `xxxxxxxx`, and not a name in small letters."""
    return len(set(value)) >= _FEWEST_DIFFERENT and (_DIGIT.search(value) is not None or value.lower() != value)


def looks_random(value: str, most_words: float = 0.5) -> bool:
    """Whether less than that share of it is words.

    Args:
        most_words: A guess, tried on chats and on source code: half for keys, more for passwords, which people think of.
    """
    if len(set(value)) < _FEWEST_DIFFERENT or not _LETTER.search(value):
        return False
    if not _DIGIT.search(value) and not _LONG_LETTERS.search(value):
        return False
    words = sum(len(word) for word in _WORD.findall(value) if _is_word(word.lower()))
    return words < most_words * len(value)


def _is_word(word: str) -> bool:
    return _HAS_VOWEL.search(word) is not None and not _UNSPEAKABLE.search(word)
