"""Which files does the index know by name alone: pictures and other binaries, those that are too large or could not be read?"""

import unicodedata
from dataclasses import dataclass
from typing import Any

import apsw
import numpy as np
import numpy.typing as npt

from sleuth.domain.folding import fold
from sleuth.domain.items import Source, State
from sleuth.index.encoding import cell_to_name
from sleuth.index.lines import Paths

_STATES = (State.BINARY, State.TOO_LARGE, State.UNREADABLE)


@dataclass(frozen=True, slots=True)
class NamesAlone:
    """They, in one order; what is blocked is not among them."""

    refs: tuple[str, ...]
    paths: Paths
    mtimes_ns: npt.NDArray[np.int64]
    hidden: npt.NDArray[np.bool_]
    sources: tuple[Source, ...]


def names_alone_of(connection: apsw.Connection) -> NamesAlone:
    """From the items' table."""
    states = ", ".join(f"'{state.value}'" for state in _STATES)
    sql = f"SELECT ref, mtime_ns, hidden, source FROM item WHERE state IN ({states}) ORDER BY id"
    rows: list[tuple[Any, ...]] = connection.execute(sql).fetchall()
    refs = tuple(cell_to_name(row[0]) for row in rows)
    lines = (fold(unicodedata.normalize("NFC", ref).replace("\n", " ")) for ref in refs)
    return NamesAlone(
        refs,
        Paths(("\n" + "".join(f"{line}\n" for line in lines)).encode("utf-8", "replace")),
        np.array([row[1] for row in rows], np.int64),
        np.array([row[2] for row in rows], bool),
        tuple(Source(row[3]) for row in rows),
    )
