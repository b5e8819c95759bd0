"""What can be told of a regular expression before it is run?

The letters that every match must hold, and whether a match can reach beyond one line: they narrow
which texts, and which lines of them, it is run over.
"""

import re
import warnings
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from sleuth.domain.folding import fold
from sleuth.domain.numbers import number_in

_SHORTEST = 3
# What `re` reads as something else: POSIX classes, fuzzy matching, operations on sets.
_ONLY_REGEX = re.compile(r"\[:|\{[^}]*[a-zA-Z<]|--|&&|\|\||~~|\(\?[|&R]|\\[pPXNGKmML]")
_LINE_END = ord("\n")
_LINE_END_CATEGORIES = ("CATEGORY_SPACE", "CATEGORY_NOT_DIGIT", "CATEGORY_NOT_WORD")
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_WHOLE_TEXT = ("AT_BEGINNING_STRING", "AT_END_STRING")


MOST_POSITIONS = 10_000
"""How large an expression may be, a repeat counted as often as it repeats: `regex` writes out what must be matched, and
`a{1000000000}` takes gigabytes."""
_PIECE = re.compile(
    r"""\\. | \(\?\#[^)]*\)? | \(\?[a-zA-Z0-9]*(?:-[a-zA-Z]+)?\) | \[\^?\]?(?:\\.|[^\]\\])*\]? | \{(?P<repeat>[^{}]*)\} | .""",
    re.DOTALL | re.VERBOSE,
)
# White space and comments then mean nothing, or brackets are nested: the pieces above are other ones.
_OTHER_SYNTAX = re.compile(r"\(\?[a-zA-Z0-9]*[xV]")
_SIZELESS = ("(?", "*", "+", "?", "|")
_DIGITS = re.compile(r"\d+")


class Pattern(NamedTuple):
    """What is known of an expression; of one that is not understood, nothing."""

    letters: tuple[str, ...] = ()
    """Runs of characters that stand in every match, folded; only those that surely do."""
    is_within_line: bool = False
    """Whether no match can hold a line end, or depends on another line."""


@lru_cache(maxsize=256)
def understood(expression: str) -> Pattern:
    """What an expression tells of its matches.

    >>> understood(r"entry \\d+ names (a|b)").letters
    ('entry ', ' names ')
    """
    if _ONLY_REGEX.search(expression):
        return Pattern()
    try:
        # The `regex` module keeps its parser to itself; `re`'s knows all but a few rare constructs, and
        # what it does not know is not narrowed. It is not documented, so it is asked for with care.
        from re import _parser  # type: ignore[attr-defined]

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parsed = _parser.parse(expression, re.MULTILINE)
    except (ImportError, re.error, RecursionError, OverflowError, ValueError):
        return Pattern()
    if parsed.state.flags & re.VERBOSE:
        return Pattern()
    runs: list[str] = []
    _collect(parsed, runs, [])
    letters = tuple(fold(run) for run in runs if len(run.strip()) >= _SHORTEST)
    return Pattern(letters, _within_line(parsed, bool(parsed.state.flags & re.DOTALL)))


def too_large_at(expression: str) -> int | None:
    """Where an expression becomes larger than `MOST_POSITIONS`; None where it stays below.

    Told before it is compiled, and rather too large than too small.

    >>> too_large_at("a{9999}"), too_large_at("((a{99}){99}){99}")
    (None, 13)
    """
    if _OTHER_SYNTAX.search(expression):
        return _product_too_large_at(expression)
    # Of each group that is open: how large it is so far, and the last thing in it, which a repeat would repeat.
    sizes, lasts = [0], [0]
    for piece in _PIECE.finditer(expression):
        text = piece[0]
        if text == "(":
            sizes.append(0)
            lasts.append(0)
            continue
        if text == ")" and len(sizes) > 1:
            lasts.pop()
            added = lasts[-1] = sizes.pop()
        elif piece["repeat"] is not None:
            added = lasts[-1] * (_most_of(piece["repeat"]) - 1)
            lasts[-1] += added
        elif text.startswith(_SIZELESS):
            continue
        else:
            added = lasts[-1] = 1
        sizes[-1] += added
        if sizes[-1] > MOST_POSITIONS:
            return piece.start()
    return None


def _product_too_large_at(expression: str) -> int | None:
    """The same, as if every repeat repeated the whole."""
    size = len(expression)
    for piece in _PIECE.finditer(expression):
        size *= _most_of(piece["repeat"] or "")
        if size > MOST_POSITIONS:
            return piece.start()
    return None


def _most_of(repeat: str) -> int:
    """How often at most, of `2,5`; of `2,` and of what is no repeat, how often at least."""
    return max([1, *(number_in(digits) or 1 for digits in _DIGITS.findall(repeat))])


def _collect(parsed: object, runs: list[str], current: list[str]) -> None:
    """Gather the runs of one sequence; only what must be matched once and in this order."""
    for operation, argument in parsed:  # type: ignore[attr-defined]
        name = str(operation)
        if name == "LITERAL":
            current.append(chr(argument))
            continue
        if name == "AT":
            continue
        _end_run(runs, current)
        if name == "SUBPATTERN":
            _collect(argument[-1], runs, [])
        elif name in _REPEATS and argument[0] > 0:
            _collect(argument[2], runs, [])
        elif name == "ATOMIC_GROUP":
            _collect(argument, runs, [])
    _end_run(runs, current)


def _end_run(runs: list[str], current: list[str]) -> None:
    if current:
        runs.append("".join(current))
        current.clear()


def _within_line(parsed: Iterable[tuple[object, Any]], dot_is_all: bool) -> bool:
    """Whether nothing in a sequence can match a line end; what is not known might."""
    for operation, argument in parsed:
        name = str(operation)
        if name == "ANY":
            fits = not dot_is_all
        elif name in _INNER:
            # `(?s:…)` lets a dot match line ends as well.
            all_inside = dot_is_all or (name == "SUBPATTERN" and bool(argument[1] & re.DOTALL))
            fits = all(_within_line(inner, all_inside) for inner in _INNER[name](argument))
        else:
            fits = name in _ALONE and _ALONE[name](argument)
        if not fits:
            return False
    return True


def _class_has_line_end(choices: list[tuple[object, Any]]) -> bool:
    is_negated = any(str(operation) == "NEGATE" for operation, _ in choices)
    return is_negated != any(_choice_has_line_end(str(operation), argument) for operation, argument in choices)


def _choice_has_line_end(name: str, argument: Any) -> bool:
    if name == "RANGE":
        return bool(argument[0] <= _LINE_END <= argument[1])
    return argument == _LINE_END if name == "LITERAL" else str(argument) in _LINE_END_CATEGORIES


# The parser's operations: where others lie within one, and whether one that stands alone matches no line end.
_INNER: dict[str, Callable[[Any], Iterable[Iterable[tuple[object, Any]]]]] = {
    "SUBPATTERN": lambda argument: [argument[3]],
    "BRANCH": lambda argument: argument[1],
    "ATOMIC_GROUP": lambda argument: [argument],
    "ASSERT": lambda argument: [argument[1]],
    "ASSERT_NOT": lambda argument: [argument[1]],
    **{name: lambda argument: [argument[2]] for name in _REPEATS},
}
_ALONE: dict[str, Callable[[Any], bool]] = {
    "LITERAL": lambda argument: argument != _LINE_END,
    "NOT_LITERAL": lambda argument: argument == _LINE_END,
    "AT": lambda argument: str(argument) not in _WHOLE_TEXT,
    "IN": lambda argument: not _class_has_line_end(argument),
    "GROUPREF": lambda _: True,
}
