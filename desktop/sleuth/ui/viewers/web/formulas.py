"""How are a text's formulas drawn?

In: formulas as they are written, in LaTeX. Out: the MathML of each, which the web view draws by itself, or why it is shown
as it is written.

All are converted at once, in a helper process that is not the readers': a preview does not wait for a scan.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import NamedTuple

from sleuth.domain.errors import EnvironmentFault, ItemUnreadable
from sleuth.ingest.readers.worker import Worker
from sleuth.ui.viewers.web.mathml import TooDeep, Unclean, clean

MOST_CHARACTERS = 10_000
"""Of one formula."""
MOST_FORMULAS = 5_000
"""Different ones, in one text."""
_MOST_AT_ONCE = 200_000
"""Characters of a text's formulas. It takes 0.1 s; a guess, not measured on small machines."""
_MOST_DEPTH = 100
_TIMEOUT_S = 5.0
_MEMORY_CAP_BYTES = 400_000_000
_OPENING, _CLOSING = ("{", "\\begin", "\\left"), ("}", "\\end", "\\right")


class Undrawn(Enum):
    """Why a formula is shown as it is written."""

    LONG = "it is too long"
    DEEP = "it is nested too deeply"
    MANY = "there are too many"
    WRONG = "it is not understood"


class Formula(NamedTuple):
    """What is to be drawn."""

    latex: str
    is_display: bool
    """Whether it stands by itself, and not in a line of text."""


@dataclass(frozen=True, slots=True)
class NotDrawn:
    """A formula that is shown as it is written."""

    why: Undrawn
    detail: str = ""


Drawn = dict[Formula, str | NotDrawn]


@cache
def helper() -> Worker:
    """The process that converts formulas, started with the first."""
    return Worker(_MEMORY_CAP_BYTES)


def drawn(formulas: Iterable[Formula], check: Callable[[], None]) -> Drawn:
    """What is shown for each formula.

    Raises:
        Cancelled: As `check` does, or the cancellation in force while the helper is waited for (`readers.base.stoppable`).
    """
    found: Drawn = {}
    wanted: list[Formula] = []
    room = _MOST_AT_ONCE
    for formula in dict.fromkeys(formulas):
        why = _why_not(formula.latex)
        if why is None and (len(wanted) >= MOST_FORMULAS or len(formula.latex) > room):
            why = Undrawn.MANY
        if why is None:
            wanted.append(formula)
            room -= len(formula.latex)
        else:
            found[formula] = NotDrawn(why)
    if wanted:
        check()
        found.update(zip(wanted, _converted(wanted, check), strict=True))
    return found


def _why_not(latex: str) -> Undrawn | None:
    if len(latex) > MOST_CHARACTERS:
        return Undrawn.LONG
    return Undrawn.DEEP if _depth(latex) > _MOST_DEPTH else None


def _depth(latex: str) -> int:
    depth = deepest = 0
    for position, letter in enumerate(latex):
        if letter in "{\\" and latex.startswith(_OPENING, position):
            depth += 1
            deepest = max(deepest, depth)
        elif letter in "}\\" and latex.startswith(_CLOSING, position):
            depth -= 1
    return deepest


def _converted(wanted: list[Formula], check: Callable[[], None]) -> Iterator[str | NotDrawn]:
    try:
        answers = helper().call(f"{clean.__module__}:convert", json.dumps(wanted).encode("ascii"), _TIMEOUT_S)
    # One that brings the helper down costs the others of its text their looks, and nothing more.
    except (EnvironmentFault, ItemUnreadable) as error:
        answers = [(False, error.text())] * len(wanted)
    for is_well, mathml in answers:
        check()
        try:
            yield clean(mathml) if is_well else NotDrawn(Undrawn.WRONG, mathml)
        except TooDeep:
            yield NotDrawn(Undrawn.DEEP)
        except Unclean as error:
            yield NotDrawn(Undrawn.WRONG, str(error))
