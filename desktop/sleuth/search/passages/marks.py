"""Where does a term stand in a text?

One way for words, parts of identifiers, prefixes, substrings, phrases and regular expressions, used
to rank the best items by their chunks and to mark what is shown, so both always agree with each other.
Found with `str.find` on the folded text: only the query's own terms are looked at, never every word.
"""

import re
import time
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from sleuth.domain.errors import BadQuery
from sleuth.domain.folding import Folded
from sleuth.domain.segments import has_unspaced
from sleuth.domain.terms import AnalysedTerm, root_of
from sleuth.index.analysis import stem

# How much an occurrence counts beside a whole word's.
WHOLE = 1.0
PART = 0.5
INSIDE = 0.3
# Words side by side where they were typed with punctuation between them.
ADJACENT = 0.6

_PRINTED = {" ": r"\s+", "'": "['\u2018\u2019]", "-": "[-\u2010-\u2013\u2212]"}
_SHORT = 2
_LONGEST_END = 48
# `\\W` is no capital letter that somebody typed.
_ESCAPE = re.compile(r"\\.", re.DOTALL)
_BLANK_LINES = re.compile(r"(?:[^\S\n]*\n)+")
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")

# Enough for the rarest word of a query to be met in a text where another stands in every line.
MOST_MARKS = 20_000
REGEX_TIMEOUT_S = 0.5


class Mark(NamedTuple):
    """One occurrence, in code points of the original text, half-open."""

    start: int
    stop: int
    weight: float


def marks_of(term: AnalysedTerm, text: Folded, limit: int = MOST_MARKS) -> list[Mark]:
    """Every occurrence of a term in a text, in order, at most `limit`.

    Raises:
        BadQuery: A regular expression needed too long.
    """
    if term.is_regex:
        return _regex_marks(term, text, limit)
    if len(term.stems) == 1 and not term.as_typed and not has_unspaced(term.folded):
        return _word_marks(term, text, limit)
    literal = _original(_literal_marks(term.folded, text), text, limit)
    return literal or _original(_adjacent_marks(term, text), text, limit)


def holds_literally(term: AnalysedTerm, text: Folded) -> bool:
    """Whether a text has a term exactly as typed, but for case, accents and the kind of white space."""
    return next(_literal_marks(term.folded, text), None) is not None


def _original(found: Iterator[tuple[int, int, float]], text: Folded, limit: int) -> list[Mark]:
    return [Mark(*text.to_original(start, stop), weight) for start, stop, weight in islice(found, limit)]


@lru_cache(maxsize=512)
def _words_with(root: str) -> re.Pattern[str]:
    """From where a root stands to the end of that word; a single letter only where it is a word."""
    escaped = re.escape(root)
    # The letter itself goes first, so that the search runs from one to the next at the speed of memory.
    return re.compile(escaped + r"[^\W_]*" if len(root) > 1 else rf"{escaped}\b(?<=\b{escaped})")


def _word_marks(term: AnalysedTerm, text: Folded, limit: int) -> list[Mark]:
    """Occurrences of one word: any of its forms, a part of an identifier, letters of another word."""
    folded, letters, wanted = text.text, term.folded, term.stems[0]
    # So short a root stands everywhere: the word itself is looked for, and letters inside others only if it is nowhere.
    is_short = len(term.root) <= _SHORT and letters.isascii()
    root = letters if is_short else term.root
    takes_inside = len(letters) > _SHORT or not is_short
    forms: dict[str, bool] = {}
    marks: list[Mark] = []
    as_is = text.is_as_long
    for found in _words_with(root).finditer(folded):
        start, stop = found.span()
        word = found[0]
        starts_word = start == 0 or not folded[start - 1].isalnum()
        is_form = forms.get(word)
        if is_form is None:
            is_form = forms[word] = stem(word) == wanted
        if starts_word and is_form:
            weight = WHOLE
        elif part := _part_at(text, start, starts_word, wanted):
            marks.append(Mark(*part, PART))
            continue
        elif takes_inside and word.startswith(letters):
            stop, weight = start + len(letters), INSIDE
        else:
            continue
        marks.append(Mark(start, stop, weight) if as_is else Mark(*text.to_original(start, stop), weight))
        if len(marks) >= limit:
            break
    # Letters in the middle of words that do not start with their root, or right beside another occurrence.
    return marks or _original(((at, stop, INSIDE) for at, stop, _ in _literal_marks(letters, text)), text, limit)


def _part_at(text: Folded, start: int, starts_word: bool, wanted: str) -> tuple[int, int] | None:
    """The part of an identifier at a place of the folded text, if it is one of the wanted stem: userName holds Name."""
    first, _ = text.to_original(start, start + 1)
    original = text.original
    if not (starts_word or original[first].isupper() or original[first - 1].isdigit()):
        return None
    part = _PART.match(original, first)
    return part.span() if part is not None and stem(part[0].lower()) == wanted else None


def _literal_marks(letters: str, text: Folded) -> Iterator[tuple[int, int, float]]:
    """Occurrences as typed; one space matches any white space, a line end too, and ' and - what is typeset for them."""
    if not letters:
        return
    if " " in letters or (("'" in letters or "-" in letters) and not text.text.isascii()):
        for found in _as_printed(letters).finditer(text.text):
            yield found.start(), found.end(), WHOLE
        return
    at = text.text.find(letters)
    while at >= 0:
        yield at, at + len(letters), WHOLE
        at = text.text.find(letters, at + len(letters))


@lru_cache(maxsize=128)
def _as_printed(letters: str) -> re.Pattern[str]:
    return re.compile("".join(_PRINTED.get(letter) or re.escape(letter) for letter in letters))


def _adjacent_marks(term: AnalysedTerm, text: Folded) -> Iterator[tuple[int, int, float]]:
    """Occurrences of several words side by side, whatever stands between them and in whatever form they are."""
    if len(term.stems) < 2:
        return
    folded, side_by_side, at = text.text, _side_by_side(term.stems), 0
    while found := side_by_side.search(folded, at):
        start, stop = found.span()
        starts_word = start == 0 or not folded[start - 1].isalnum()
        if starts_word and all(stem(word) == wanted for word, wanted in zip(found.groups(), term.stems, strict=True)):
            yield start, stop, ADJACENT
            at = stop
        else:
            at = start + 1


@lru_cache(maxsize=128)
def _side_by_side(stems: tuple[str, ...]) -> re.Pattern[str]:
    """Words that may be of these stems, next to each other.

    A word goes on for so long at most: in a long run without a space, every start would be followed to its end.
    """
    return re.compile(r"[\W_]+".join(rf"({re.escape(root_of(stem))}[^\W_]{{0,{_LONGEST_END}}})" for stem in stems))


def _regex_marks(term: AnalysedTerm, text: Folded, limit: int) -> list[Mark]:
    """Matches of a regular expression; `^` and `$` are a line's, capitals in it make it mind the case."""
    if not all(letters in text.text for letters in term.letters):
        return []
    import regex

    minds_case = any(letter.isupper() for letter in _ESCAPE.sub("", term.term.text))
    flags = regex.MULTILINE | (0 if minds_case else regex.IGNORECASE)
    pattern = regex.compile(term.term.text, flags)
    marks: list[Mark] = []
    try:
        ends = time.monotonic() + REGEX_TIMEOUT_S
        for start, stop in _stretches(term, text):
            for found in pattern.finditer(text.original, start, stop, timeout=_left_until(ends)):
                if found.end() > found.start():
                    marks.append(Mark(_first_shown(text.original, *found.span()), found.end(), WHOLE))
                if len(marks) == limit:
                    return marks
    except TimeoutError as error:
        raise BadQuery(
            f"the regular expression {term.term.said} was stopped: it needs longer than {REGEX_TIMEOUT_S:g} s a text",
            term.term.position,
        ) from error
    except regex.error as error:
        raise BadQuery(f"the regular expression {term.term.said} is not right: {error}") from error
    return marks


def _left_until(ends_s: float) -> float:
    """Seconds that are left; raises TimeoutError where none are."""
    left_s = ends_s - time.monotonic()
    if left_s <= 0:
        raise TimeoutError
    return left_s


def _first_shown(original: str, start: int, stop: int) -> int:
    r"""Where a match starts to be seen: `^\s*word` takes the blank lines before the word along."""
    blank = _BLANK_LINES.match(original, start, stop)
    return blank.end() if blank is not None and blank.end() < stop else start


def _stretches(term: AnalysedTerm, text: Folded) -> Iterator[tuple[int, int]]:
    """Where a regular expression must be run: the lines that have what its matches hold, or the whole text."""
    folded = text.text
    if not (term.letters and term.is_within_line and text.is_as_long):
        yield 0, len(text.original)
        return
    rarest = max(term.letters, key=len)
    at = folded.find(rarest)
    while at >= 0:
        start, stop = folded.rfind("\n", 0, at) + 1, folded.find("\n", at)
        stop = stop if stop >= 0 else len(folded)
        if all(folded.find(letters, start, stop) >= 0 for letters in term.letters):
            yield start, stop
        at = folded.find(rarest, stop)
