"""Which copies of what was said count?

Agents copy: a resumed or forked session holds the messages of the one it came from, a migrated store leaves the old one
beside it. A session that two places hold counts where its rank is higher, then where it was updated later. A message
that two sessions hold counts in the one whose own messages, those that no other has, start earliest; one that has only
shared messages keeps them; of equal ones the first by name.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Copy:
    """A session as one place holds it."""

    session: str
    place: str
    rank: int
    updated_ms: int | None
    messages: tuple[tuple[str, int | None], ...]
    """Their ids and times, in order."""


def second_copies(copies: Iterable[Copy]) -> set[Copy]:
    """Those whose session counts elsewhere; a place without messages counts last."""
    of_session: defaultdict[str, list[Copy]] = defaultdict(list)
    for copy in copies:
        of_session[copy.session].append(copy)
    return {copy for group in of_session.values() for copy in sorted(group, key=_preference)[1:]}


def _preference(copy: Copy) -> tuple[bool, int, int, str]:
    return not copy.messages, -copy.rank, -(copy.updated_ms or 0), copy.place


def owners(copies: Iterable[Copy]) -> dict[str, str]:
    """The session that each message counts in, of those that several hold."""
    listed = list(copies)
    holders: defaultdict[str, list[Copy]] = defaultdict(list)
    for copy in listed:
        for message in dict.fromkeys(message for message, _ in copy.messages):
            holders[message].append(copy)
    shared = {message: group for message, group in holders.items() if len(group) > 1}
    preference = {copy: _own_start(copy, shared) for group in shared.values() for copy in group}
    return {
        message: min(group, key=lambda copy: (*preference[copy], copy.session)).session
        for message, group in shared.items()
    }


def _own_start(copy: Copy, shared: dict[str, list[Copy]]) -> tuple[bool, int]:
    own = [at_ms for message, at_ms in copy.messages if message not in shared]
    times = [at_ms for at_ms in own if at_ms is not None]
    return bool(own), min(times, default=0)
