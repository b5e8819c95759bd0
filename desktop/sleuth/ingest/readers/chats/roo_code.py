"""What was said in Roo Code?

An editor's extension made from Cline's, whose tasks it keeps in the same way.
"""

from collections.abc import Iterator
from pathlib import Path

from sleuth.ingest.readers.conversations.base import Mark, Place, Step
from sleuth.ingest.readers.conversations.scope import Scope
from sleuth.ingest.readers.conversations.tasks import TaskStore


class RooCode:
    agent = "roo-code"
    name = "Roo Code"

    def __init__(self) -> None:
        self._tasks = TaskStore("rooveterinaryinc.roo-cline", "roo-cline.customStoragePath")

    def folders(self, scope: Scope) -> list[Path]:
        return self._tasks.folders(scope)

    def places(self, scope: Scope) -> Iterator[Place]:
        return self._tasks.places(scope)

    def read(self, place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
        return self._tasks.read(place, scope, mark)


READER = RooCode()
