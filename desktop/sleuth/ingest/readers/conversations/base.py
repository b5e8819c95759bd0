"""What must a reader of an agent's chats offer?

An agent plugs in by adding one module to `chats/` that holds a `READER`:

    places on disk ─read, from where the last reading ended→ steps of events ─pipeline→ index
"""

import os
import stat
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from sleuth.domain.chats import Message, Session
from sleuth.ingest.readers.conversations.scope import Scope

Mark = dict[str, Any]
"""How far a place was read, and what must be remembered to go on from there; JSON."""


@dataclass(frozen=True, slots=True)
class Place:
    """A file or a database that may hold sessions."""

    path: Path
    stamp: str
    """Another one whenever what it holds may be another."""
    packed: str = ""
    """The ending that says how it is compressed, such as `.zst`: what is left of the path without it is the same log."""

    @property
    def key(self) -> str:
        """What it is known by."""
        return os.fspath(self.path).removesuffix(self.packed)


@dataclass(frozen=True, slots=True)
class Began:
    """What is known of a session: before its first message, and again whenever it changes."""

    session: Session


@dataclass(frozen=True, slots=True)
class Said:
    """A message, new, or instead of the one of this id, whose place in the order it then keeps."""

    session: str
    message: Message


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A message of this id is no longer part of a session."""

    session: str
    message: str


@dataclass(frozen=True, slots=True)
class Only:
    """A session has just these messages, in this order: whatever else is known of it is gone."""

    session: str
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Restarted:
    """The place was written anew: whatever was read of it before is gone."""


@dataclass(frozen=True, slots=True)
class Sessions:
    """The place holds no sessions but these."""

    ids: frozenset[str]


Event = Began | Said | Unsaid | Only | Restarted | Sessions


@dataclass(slots=True)
class Step:
    """One go of reading: what is to be taken together, and where the next begins."""

    mark: Mark
    events: list[Event] = field(default_factory=list)
    passed_over: Counter[str] = field(default_factory=Counter)
    """Records that say nothing to this reader, by their type; those that are broken under `broken`."""
    is_whole: bool = False
    """Whether the place was read from its start: what was passed over before is counted in it again."""


def file_place(path: Path, *beside: Path, packed: str = "") -> Place | None:
    """A file as a place, its stamp made of its size and time and of those beside it; None where there is none."""
    stamps = list[str]()
    for one in (path, *beside):
        try:
            status = one.stat()
        except OSError:
            continue
        if not stat.S_ISREG(status.st_mode):
            return None
        stamps.append(f"{status.st_size}.{status.st_mtime_ns}")
    return Place(path, " ".join(stamps), packed) if stamps and os.path.lexists(path) else None


class ChatReader(Protocol):
    """Reads the chats of one agent. It never writes, and never locks what the agent has open."""

    agent: str
    """As `agent:` takes it, such as `claude-code`."""
    name: str
    """As people write it."""

    def folders(self, scope: Scope) -> list[Path]:
        """Where this agent keeps its chats, whether or not there are any: said where none is found."""

    def places(self, scope: Scope) -> Iterator[Place]:
        """All that may hold sessions of the workspace, found without reading it."""

    def read(self, place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
        """What a place holds of the workspace since the mark; nothing where it belongs to another.

        A broken record, row or file is passed over and counted, never raised.

        Raises:
            OSError: The place cannot be read now; what is known of it stays.
        """
