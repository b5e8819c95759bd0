"""How does a page find the words that a reading marks?

As one regular expression in JavaScript's syntax, made from the very stretches that are marked in the text: a form that
is marked only as a whole word there is only marked as a whole word in the page.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from sleuth.engine.reading import Reading

_LETTER = r"[\p{L}\p{N}]"
_SYNTAX = "*_~`[]()|>\\"
"""What a text may have between two words of a phrase and the page has not."""
_PIECES = re.compile(rf"([\s{re.escape(_SYNTAX)}]+)")
_SPECIAL = re.compile(r"[\\^$.*+?()\[\]{}|/]")
_MOST_FORMS = 2_000


def words_pattern(reading: Reading) -> str:
    """What matches each marked form, the longest first; empty where nothing is marked."""
    return forms_pattern([(reading.text, reading.marks)])


def forms_pattern(texts: Iterable[tuple[str, Sequence[tuple[int, int]]]]) -> str:
    """The same for many texts with their marks."""
    whole: dict[str, tuple[bool, bool]] = {}
    for text, marks in texts:
        _note_boundaries(text, marks, whole)
    forms = sorted(whole, key=lambda form: (-len(form), form))
    return "|".join(_bounded(form, *whole[form]) for form in forms[:_MOST_FORMS] if form.strip())


def typed_pattern(text: str) -> str:
    """What matches a text typed in the find bar, any white space for a space."""
    return r"\s+".join(_escaped(part) for part in text.split())


def _note_boundaries(text: str, marks: Iterable[tuple[int, int]], found: dict[str, tuple[bool, bool]]) -> None:
    """By form: whether it never has a letter on its left, and on its right."""
    for start, stop in marks:
        form = text[start:stop]
        left, right = found.get(form, (True, True))
        left = left and not (start > 0 and text[start - 1].isalnum())
        right = right and not text[stop : stop + 1].isalnum()
        found[form] = left, right


def _bounded(form: str, left: bool, right: bool) -> str:
    before = f"(?<!{_LETTER})" if left and form[0].isalnum() else ""
    after = f"(?!{_LETTER})" if right and form[-1].isalnum() else ""
    return before + "".join(_parts(form)) + after


def _parts(form: str) -> Iterator[str]:
    pieces = _PIECES.split(form)
    for position, piece in enumerate(pieces):
        is_between = 0 < position < len(pieces) - 1 and pieces[position - 1] and pieces[position + 1]
        if position % 2 == 0:
            yield _escaped(piece)
        elif not is_between:
            yield _escaped(piece)  # at an end it is what was looked for
        elif piece.isspace():
            yield r"\s+"
        else:
            least = 1 if any(character.isspace() for character in piece) else 0
            yield rf"[^\p{{L}}\p{{N}}]{{{least},{len(piece)}}}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)
