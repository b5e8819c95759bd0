"""How are chats kept that their agents have deleted? (S-24)

A JSON file a session, in the workspace's folder of Sleuth's, written when its transcript vanishes; secrets are masked in
it as in the index, from which it is made. What is kept counts only where nobody else holds the session.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.conversations.base import Began, Mark, Only, Place, Step, file_place
from sleuth.ingest.readers.conversations.scope import Scope
from sleuth.places import PRIVATE_FILE, make_private_folder

_RANK = -1


def keep(folder: Path, agent: str, session: Session, messages: Iterable[Message]) -> None:
    """Write a session; one of its name that was kept before is replaced.

    Raises:
        OSError: The disk will not have it.
    """
    kept = {
        "agent": agent,
        "session": asdict(session),
        "messages": [{**asdict(message), "role": message.role.value} for message in messages],
    }
    digest = hashlib.sha256(f"{agent} {session.id}".encode()).hexdigest()[:16]
    make_private_folder(folder / agent)
    path = folder / agent / f"{digest}.json"
    beside = path.with_suffix(".new")
    with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE_FILE), "w", encoding="utf-8") as file:
        json.dump(kept, file, ensure_ascii=False)
    beside.replace(path)


class KeptReader:
    """Reads what was kept of one agent's chats."""

    def __init__(self, folder: Path, agent: str, name: str) -> None:
        self._folder = folder / agent
        self.agent = agent
        self.name = name

    def folders(self, scope: Scope) -> list[Path]:  # noqa: ARG002
        return [self._folder]

    def places(self, scope: Scope) -> Iterator[Place]:  # noqa: ARG002
        for path in sorted(self._folder.glob("*.json")):
            place = file_place(path)
            if place is not None:
                yield place

    def read(self, place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:  # noqa: ARG002
        try:
            kept = json.loads(place.path.read_text("utf-8"))
            session = Session(**{**kept["session"], "resume": (), "rank": _RANK})
            messages = tuple(Message(**{**one, "role": Role(one["role"])}) for one in kept["messages"])
        except (ValueError, TypeError, KeyError) as error:
            raise OSError(f"{place.path} is damaged ({error})") from error
        yield Step({"stamp": place.stamp}, [Began(session), Only(session.id, messages)], is_whole=True)
