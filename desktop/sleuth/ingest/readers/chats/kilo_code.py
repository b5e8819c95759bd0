"""What was said in Kilo Code, as long as it was an extension made from Roo Code's?"""

from collections.abc import Iterator
from pathlib import Path

from sleuth.ingest.readers.conversations.base import Mark, Place, Step
from sleuth.ingest.readers.conversations.scope import Scope
from sleuth.ingest.readers.conversations.tasks import TaskStore


class KiloCode:
    agent = "kilo-code"
    name = "Kilo Code"

    def __init__(self) -> None:
        self._tasks = TaskStore("kilocode.kilo-code", "kilo-code.customStoragePath")

    def folders(self, scope: Scope) -> list[Path]:
        return self._tasks.folders(scope)

    def places(self, scope: Scope) -> Iterator[Place]:
        return self._tasks.places(scope)

    def read(self, place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
        return self._tasks.read(place, scope, mark)


READER = KiloCode()
