"""Which bodies may match a regular expression?

The letters that every match must hold narrow them by the dictionary; the text decides.
"""

from sleuth.index.analysis import tokens
from sleuth.index.arrays import common
from sleuth.index.dictionary import Dictionary
from sleuth.index.snapshot import Ids, Snapshot
from sleuth.search.retrievers.substrings import bodies_by_substring


def bodies_by_regex(snapshot: Snapshot, dictionary: Dictionary, required: tuple[str, ...]) -> Ids | None:
    """Bodies that hold these letters and so may match; None if any may."""
    bodies: Ids | None = None
    for letters in required:
        found = bodies_by_substring(snapshot, dictionary, letters, tuple(tokens(letters)))
        # A list that is cut cannot narrow; where none can, every text must be looked at.
        if found.cut or found.bodies is None or not tokens(letters):
            continue
        bodies = found.bodies if bodies is None else common(bodies, found.bodies)
    return bodies
