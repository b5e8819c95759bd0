"""What was said in Cursor?

The editor keeps its talks in one large database of values by their keys. Its agents, and those of the command line, also
leave transcripts, which is all that there is of a talk where the database does not have it.
"""

from collections.abc import Iterator
from pathlib import Path

from sleuth.ingest.readers.chats.cursor.composers import Composers, global_databases
from sleuth.ingest.readers.chats.cursor.texts import read_text, texts_in
from sleuth.ingest.readers.chats.cursor.transcripts import read_transcript, transcripts_in
from sleuth.ingest.readers.chats.cursor.workspaces import config_folders
from sleuth.ingest.readers.conversations.base import Mark, Place, Step
from sleuth.ingest.readers.conversations.databases import database_place
from sleuth.ingest.readers.conversations.scope import Scope


class Cursor:
    agent = "cursor"
    name = "Cursor"

    def folders(self, scope: Scope) -> list[Path]:
        transcripts = [folder / "projects" for folder in config_folders(scope)]
        return [*(path.parent for path in global_databases(scope)), *transcripts]

    def places(self, scope: Scope) -> Iterator[Place]:
        for path in global_databases(scope):
            if place := database_place(path):
                yield place
        yield from transcripts_in(scope)
        yield from texts_in(scope)

    def read(self, place: Place, scope: Scope, mark: Mark | None) -> Iterator[Step]:
        if place.path.suffix == ".vscdb":
            yield from Composers().read(place, scope, mark)
        elif place.path.suffix == ".txt":
            yield from read_text(place, scope, mark)
        else:
            yield from read_transcript(place, scope, mark)


READER = Cursor()
