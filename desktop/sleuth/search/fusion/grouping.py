"""Which message stands for its chat, and which others of it are there to be seen?

A chat is one hit, its best message (S-43): what its other messages hold counts for it, as what a file's other chunks hold
counts for the file.
"""

import numpy as np

from sleuth.domain.queries import Sort
from sleuth.search.fusion.evidence import Flags, Places, Scores, TermEvidence

# A word that so many messages of a chat have says nothing where a rarer one is there too; as of a text's chunks.
_MANY = 60


def spread(found: Flags, chats: Places) -> Flags:
    """The same for every message of a chat: whether any of them has it.

    Args:
        chats: The chat of each item, 0 where it is no message.
    """
    having = np.zeros(int(chats.max(initial=0)) + 1, bool)
    having[chats[found]] = True
    having[0] = False
    spread_out: Flags = found | having[chats]
    return spread_out


def spread_best(values: Places, chats: Places) -> Places:
    """The lowest value of each chat for every message of it."""
    best = np.full(int(chats.max(initial=0)) + 1, np.iinfo(np.int64).max)
    np.minimum.at(best, chats, values)
    return np.where(chats > 0, best[chats], values)


def one_of_each(places: Places, chats: Places, tiers: Places, scores: Scores, mtimes_ns: Places, sort: Sort) -> Places:
    """The places without all but one message of each chat: the best, or the newest where that is the order.

    Args:
        places: The candidates; the other arrays are theirs, in this order.
    """
    messages = np.flatnonzero(chats)
    if not len(messages):
        return places
    # numpy sorts by the last key first; of equal ones the first that was said.
    worth = (-scores, tiers, -mtimes_ns) if sort is Sort.DATE else (-scores, tiers)
    order = messages[np.lexsort((places[messages], *(key[messages] for key in worth), chats[messages]))]
    first = np.ones(len(order), bool)
    first[1:] = chats[order][1:] != chats[order][:-1]
    kept = chats == 0
    kept[order[first]] = True
    chosen: Places = places[kept]
    return chosen


def saying(messages: Places, evidence: list[TermEvidence]) -> Places:
    """Those of a chat's messages that have what was asked for: the required terms of it, where the chat has one of these.

    Neither the chat's title counts, which is that of all of them, nor the words of neighbours.
    """
    required = [one for one in evidence if not one.term.is_optional and one.in_text[messages].any()]
    having = [one.in_text[messages] for one in required or evidence]
    rare = [flags for flags in having if 0 < np.count_nonzero(flags) < _MANY]
    found: Places = messages[np.logical_or.reduce(rare or having)] if having else messages[:0]
    return found
