"""Which commits have this hash, and which branches, tags and worktrees this name?"""

import re

import numpy as np

from sleuth.domain.terms import AnalysedTerm
from sleuth.index.arrays import distinct
from sleuth.index.snapshot import Flags, Ids, Snapshot
from sleuth.search.retrievers.titles import Tier

# As git itself prints one, and as `git describe` does.
_HASH = re.compile(r"g?([0-9a-f]{4,64})")
_SHORTEST = 4
_SURE = 7
# Fewer letters than this many commits share are no hash.
_MOST = 50


def items_by_hash(snapshot: Snapshot, term: AnalysedTerm) -> Ids:
    """Commits that a term names, or a part of it does: of a link, of `a1b2c3d..e4f5a6b`."""
    found = [snapshot.items_by_hash(digits, _MOST) for digits in _hashes(term)]
    return distinct(np.concatenate(found)) if found else np.empty(0, np.int64)


def items_by_ref_name(snapshot: Snapshot, term: AnalysedTerm) -> tuple[Ids, Flags]:
    """Branches, tags and worktrees with these letters in their names, and whether they are a word there."""
    return snapshot.items_named(term.folded)


def commits_called(snapshot: Snapshot, typed: str) -> tuple[Ids, Tier]:
    """Commits whose hashes are, or start with, all that was typed, and how surely that was meant.

    `decade` and `2024` are words too, which commits are about.
    """
    if not _HASH.fullmatch(typed) or typed.startswith("g"):
        return np.empty(0, np.int64), Tier.BODY
    is_word = len(typed) < _SURE and (typed.isalpha() or typed.isdecimal())
    tier = Tier.EXACT if len(typed) >= _SURE else Tier.BODY if is_word else Tier.PREFIX
    return snapshot.items_by_hash(typed, _MOST), tier


def _hashes(term: AnalysedTerm) -> list[str]:
    whole = [term.folded] if _HASH.fullmatch(term.folded) and len(term.folded) >= _SHORTEST else []
    parts = [match[1] for match in map(_HASH.fullmatch, term.tokens) if match and len(match[1]) >= _SURE]
    return list(dict.fromkeys([one.removeprefix("g") for one in whole] + parts))
