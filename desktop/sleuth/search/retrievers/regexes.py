"""Which bodies may match a regular expression?

The letters that every match must hold narrow them by the dictionary; the text decides.
"""

import re
import warnings

import numpy as np

from sleuth.domain.folding import fold
from sleuth.index.analysis import tokens
from sleuth.index.dictionary import Dictionary
from sleuth.index.snapshot import Ids, Snapshot
from sleuth.search.retrievers.substrings import bodies_by_substring

_SHORTEST = 3
# More than for typed words: a list that is cut cannot narrow, and then every text must be looked at.
_MOST_WORDS = 2_000


def bodies_by_regex(snapshot: Snapshot, dictionary: Dictionary, pattern: str) -> Ids | None:
    """Bodies that may match; None if any may."""
    bodies: Ids | None = None
    for letters in required_letters(pattern):
        found = bodies_by_substring(snapshot, dictionary, letters, tuple(tokens(letters)), _MOST_WORDS)
        if found.cut or not tokens(letters):
            continue
        bodies = found.bodies if bodies is None else np.intersect1d(bodies, found.bodies)
    return bodies


def required_letters(pattern: str) -> list[str]:
    """Runs of characters that stand in every match, lower-case; only those that surely do.

    >>> required_letters(r"entry \\d+ names (a|b)")
    ['entry ', ' names ']
    """
    try:
        # The `regex` module keeps its parser to itself; `re`'s knows all but a few rare constructs, and
        # what it does not know is not narrowed. It is not documented, so it is asked for with care.
        from re import _parser  # type: ignore[attr-defined]

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parsed = _parser.parse(pattern, re.MULTILINE)
    except (ImportError, re.error, RecursionError, OverflowError, ValueError):
        return []
    if parsed.state.flags & re.VERBOSE:
        return []
    runs: list[str] = []
    _collect(parsed, runs, [])
    return [fold(run) for run in runs if len(run.strip()) >= _SHORTEST]


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
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT") and argument[0] > 0:
            _collect(argument[2], runs, [])
        elif name == "ATOMIC_GROUP":
            _collect(argument, runs, [])
    _end_run(runs, current)


def _end_run(runs: list[str], current: list[str]) -> None:
    if current:
        runs.append("".join(current))
        current.clear()
