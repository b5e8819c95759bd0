"""Which words does the index see in a text?

The tokenizers are FTS5's own, called through apsw, so what is asked for and what is marked
is cut exactly as what was indexed.
"""

import functools
import re
import unicodedata

import apsw

from sleuth.domain.folding import POINTS
from sleuth.domain.segments import segment

# unicode61 would part words at them.
_POINTS = re.compile(f"[{POINTS}]")
_CATEGORIES = ["categories", "L* N* Co So"]


@functools.cache
def _tokenizers() -> tuple[apsw.FTS5Tokenizer, apsw.FTS5Tokenizer]:
    connection = apsw.Connection(":memory:")
    stemming = connection.fts5_tokenizer("porter", ["unicode61", "remove_diacritics", "2", *_CATEGORIES])
    plain = connection.fts5_tokenizer("unicode61", ["remove_diacritics", "0", *_CATEGORIES])
    return stemming, plain


def is_word_character(character: str) -> bool:
    """Whether unicode61, as the schema sets it up, takes a character for a part of a word."""
    kind = unicodedata.category(character)
    # The combining marks that unicode61 knows (sqlite3Fts5UnicodeIsdiacritic) continue a word.
    return kind[0] in "LN" or kind in ("Co", "So") or "\u0300" <= character <= "\u0331"


def composed(text: str) -> str:
    """Letters composed, points left out."""
    return _POINTS.sub("", unicodedata.normalize("NFC", text))


def prepared(text: str) -> str:
    """Text as the full-text tables are given it: composed letters, no points, unspaced scripts cut."""
    return text if text.isascii() else segment(composed(text))


def stems(text: str) -> list[str]:
    """The stemmed words of a text, in order, as the table `words` holds them."""
    return _cut(_tokenizers()[0], text)


@functools.lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of one word; the word itself where the tokenizer sees none or several."""
    found = stems(word)
    return found[0] if len(found) == 1 else word


def tokens(text: str) -> list[str]:
    """The words of a text, in order, as the table `exact` and the dictionary hold them."""
    return _cut(_tokenizers()[1], text)


def _cut(tokenizer: apsw.FTS5Tokenizer, text: str) -> list[str]:
    found = tokenizer(prepared(text).encode("utf-8", "replace"), apsw.FTS5_TOKENIZE_DOCUMENT, None)
    return [str(token[-1]) for token in found]  # (start, stop, word)
