"""Which stretches of a page are marked?

The text that was searched and the one that a page is drawn from are made by two programs, so offsets of the one say nothing
in the other. A word is marked where it stands as it does in the searched text: the same letters, as a word of its own or
inside another one.
"""

import re
import unicodedata
from collections import Counter, defaultdict

from sleuth.domain.folding import Folded, fold
from sleuth.engine.reading import Reading

# A regular expression may match a thousand words; the most frequent ones are marked.
_MOST_FORMS = 500
_MOST_ON_A_PAGE = 2_000
_LETTER = r"[^\W_]"


class Marker:
    """Finds what is to be marked."""

    def __init__(self, patterns: list[str], forms: frozenset[str] | None) -> None:
        self._pattern = re.compile("|".join(patterns)) if patterns else None
        self._forms = forms

    @classmethod
    def of_reading(cls, reading: Reading) -> "Marker":
        """Of the words of a query, in the forms in which the item has them."""
        text, counts = reading.text, Counter[str]()
        stands: defaultdict[str, set[tuple[bool, bool]]] = defaultdict(set)
        for start, stop in reading.marks:
            form = _plain(text[start:stop])
            counts[form] += 1
            stands[form].add((text[start - 1 : start].isalnum(), text[stop : stop + 1].isalnum()))
        forms = sorted((form for form, _ in counts.most_common(_MOST_FORMS) if form), key=len, reverse=True)
        patterns = [_pattern(form, *sides) for form in forms for sides in sorted(stands[form])]
        return cls(patterns, frozenset(forms))

    @classmethod
    def of_text(cls, typed: str) -> "Marker":
        """Of what is typed to be found, wherever it stands; case and accents do not matter."""
        words = _plain(typed)
        return cls([_spaced(words)] if words else [], None)

    def stretches(self, text: str) -> list[tuple[int, int]]:
        """Where they are, half-open, rising."""
        if self._pattern is None:
            return []
        folded = Folded.of(text)
        found = []
        for match in self._pattern.finditer(folded.text):
            start, stop = folded.to_original(*match.span())
            # A query may mind the case: then the text has no other form.
            if stop > start and (self._forms is None or _plain(text[start:stop]) in self._forms):
                found.append((start, stop))
                if len(found) == _MOST_ON_A_PAGE:
                    break
        return found


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def _spaced(form: str) -> str:
    return r"\s+".join(map(re.escape, fold(form).split(" ")))


def _pattern(form: str, after_letter: bool, before_letter: bool) -> str:
    behind = f"(?<={_LETTER})" if after_letter else f"(?<!{_LETTER})"
    ahead = f"(?={_LETTER})" if before_letter else f"(?!{_LETTER})"
    return f"{behind}{_spaced(form)}{ahead}"
