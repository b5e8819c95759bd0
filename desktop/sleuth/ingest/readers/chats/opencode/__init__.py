"""What was said in OpenCode?

Three generations of its store, all of which a machine may have: one file each of a session, a message and a part; a
database of the same; and, in the same database, sessions whose messages hold their parts.
"""

from collections.abc import Iterator
from pathlib import Path

from sleuth.ingest.readers.chats.opencode.database import Sessions
from sleuth.ingest.readers.chats.opencode.files import read_files, session_files
from sleuth.ingest.readers.conversations.base import Mark, Place, Step
from sleuth.ingest.readers.conversations.databases import database_place
from sleuth.ingest.readers.conversations.scope import Scope


class OpenCode:
    agent = "opencode"
    name = "OpenCode"

    def folders(self, scope: Scope) -> list[Path]:
        return [scope.data_home / "opencode"]

    def places(self, scope: Scope) -> Iterator[Place]:
        for folder in self.folders(scope):
            databases = dict.fromkeys(sorted(folder.glob("opencode*.db")))
            named = scope.environment.get("OPENCODE_DB")
            if named and named != ":memory:":
                databases[folder / scope.expanded(named)] = None
            for path in databases:
                if place := database_place(path):
                    yield place
            yield from session_files(folder)

    def read(self, place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
        if place.path.suffix == ".json":
            yield from read_files(place, scope, mark)
        else:
            yield from Sessions().read(place, scope, mark)


READER = OpenCode()
