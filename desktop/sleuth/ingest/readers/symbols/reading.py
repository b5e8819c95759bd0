"""What does the helper process make of some texts?

The texts come one behind the other in one request, since a request each would cost more than most of them take to parse.
"""

import contextlib
import json
import os
from functools import cache
from typing import Any

from sleuth.domain.symbols import Symbol
from sleuth.index.symbol_words import key_of, words_of
from sleuth.ingest.readers.symbols.declarations import OutOfTime, symbols_in
from sleuth.ingest.readers.symbols.grammars import grammar

TEXT_S = 5.0
"""How long one text may take to be parsed."""
_NICENESS = 5


def read_texts(data: bytes, plan: str) -> list[Any]:
    """For each text its symbols, a row each as `rows_of` makes them, and why there are no more.

    Args:
        plan: JSON, for each text its grammar, what it is called and how many bytes it has.
    """
    _give_way()
    found, at = [], 0
    for name, module, size in json.loads(plan):
        found.append(_read_text(data[at : at + size].decode("utf-8", "replace"), name, module))
        at += size
    return found


def _read_text(text: str, name: str, module: str) -> list[Any]:
    known = grammar(name)
    if known is None:
        return [[], f"there is no grammar for {name}"]
    try:
        return [[_row(one) for one in symbols_in(text, known, module, TEXT_S)], None]
    except OutOfTime:
        return [[], f"took longer than {TEXT_S:g} s"]
    except RecursionError:
        return [[], "is nested too deeply"]


def _row(one: Symbol) -> list[Any]:
    """A symbol, and the words it is found by."""
    names = words_of(one.qualified)
    others = words_of(f"{one.signature}\n{one.doc}")
    return [one.kind.value, one.name, one.container, one.signature, one.doc, one.line, one.start, one.stop, one.is_whole,
            key_of(one.name), " ".join(names), " ".join(others)]  # fmt: skip


@cache
def _give_way() -> None:
    """Symbols can wait for what a person does meanwhile."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(_NICENESS)
