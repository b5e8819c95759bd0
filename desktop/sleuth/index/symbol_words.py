"""Which words is a symbol found by? (S-19)

`getUserName`, `get_user_name` and `get-user-name` hold get, user and name; stemmed, without the words that every sentence
has. What is asked for is cut the same way.
"""

import re
import unicodedata

from sleuth.domain.folding import fold
from sleuth.domain.stopwords import STOP_WORDS
from sleuth.index.analysis import prepared, stem

# A letter of another script than Latin's stays with its neighbours, and so does the s of `URLs`.
_PART = re.compile(r"[A-Z]{2,}s(?![^\W\dA-Z_])|[A-Z]+(?![^\W\dA-Z_])|[A-Z]?[^\W\dA-Z_]+|\d+")
_LONGEST = 64
_MOST = 400


def parts_of(text: str) -> list[str]:
    """All words of a text, in order, folded and whole."""
    if not text.isascii():
        text = prepared(unicodedata.normalize("NFC", text))
    return [fold(part) for part in _PART.findall(text) if len(part) <= _LONGEST]


def words_of(text: str) -> list[str]:
    """The words that count, stemmed."""
    return [stem(part) for part in parts_of(text)[:_MOST] if part not in STOP_WORDS]


def key_of(name: str) -> str:
    """The same for every way to write a name: `getusername`."""
    return "".join(parts_of(name))
