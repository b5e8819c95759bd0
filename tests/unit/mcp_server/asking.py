"""What do the tests of the agents' tools ask, and of which workspace?"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
import pymupdf
from tests.unit.building import git, lay
from tests.unit.ingest.talking import Person

from sleuth.domain.cancel import NEVER, Cancellation
from sleuth.engine.notes import add_note
from sleuth.mcp_server.budget import dumped, tokens
from sleuth.mcp_server.calls import Result, answer
from sleuth.mcp_server.desk import Desk

SECRET = "cinnabar-7731"
"""Stands only where nobody may read it."""
CAST = '{"version": 2, "width": 80, "height": 24, "title": "Building"}\n[0.5, "o", "the pelican builds\\r\\nand lands\\r\\n"]\n'


def pdf(*pages: str) -> bytes:
    document: Any = pymupdf.open()
    for text in pages:
        document.new_page().insert_text((72, 72), text)
    return bytes(document.tobytes())


def notebook(*sources: str) -> str:
    v4: Any = nbformat.v4
    return str(v4.writes(v4.new_notebook(cells=[v4.new_code_cell(source) for source in sources])))


def everything(folder: Path, person: Path) -> Path:
    """Something of every source about a pelican, and a secret in every place that is out of bounds."""
    (folder.parent / "outside").mkdir(exist_ok=True)
    (folder.parent / "outside" / "secret.txt").write_text(f"the pelican {SECRET}\n", "utf-8")
    lay(
        folder,
        {
            "docs/bird.md": "# Birds\n\n" + "".join(f"line {number} of the pelican\n" for number in range(1, 300)),
            "src/nest.py": "def nest(pelican):\n    return pelican\n",
            "paper.pdf": pdf("one pelican", "two pelicans\nand a third"),
            "study.ipynb": notebook("pelican = 1", "pelican = 2\npelican += 1"),
            "table.csv": "bird,count\npelican,3\n",
            "build.cast": CAST,
            ".hidden.md": "the hidden pelican\n",
            ".env": f"KEY={SECRET} pelican\n",
            "keys/server.pem": f"pelican {SECRET}\n",
            "one-line.txt": "pelican " + "x" * 20_000 + "\n",
        },
    )
    if os.name != "nt":
        (folder / "link.txt").symlink_to(folder.parent / "outside" / "secret.txt")
        (folder / "way-out").symlink_to(folder.parent / "outside")
    who = Person(person, folder)
    who.titles("s1", "About pelicans")
    who.says("s1", "where does the pelican nest?")
    who.says("s1", "In the reeds,\nas every pelican does.", "assistant")
    lay(person, {".cursor/plans/a.plan.md": "# The plan\nfeed the pelican\n"})
    add_note(folder, "the pelican is called Ada")
    git(folder, "init", "-q", "-b", "pelican-branch")
    git(folder, "add", "src", "docs")
    git(folder, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-q", "-m", "Feed the pelican\n\nIt was hungry.")
    return folder


@contextmanager
def at_desk(folder: Path) -> Iterator[Desk]:
    desk = Desk.at(folder)
    try:
        yield desk
    finally:
        desk.close()


def ask(desk: Desk, tool: str, cancellation: Cancellation = NEVER, **arguments: Any) -> Result:
    """What comes of a call; whatever it is, it can be sent and is no longer than asked for."""
    result = answer(desk, tool, arguments, cancellation)
    text = dumped(result.value)
    json.loads(text)
    asked = arguments.get("max_tokens")
    assert tokens(text) <= (asked if isinstance(asked, int) and 1_000 <= asked <= 100_000 else 12_000)
    assert result.is_error == ("error" in result.value)
    return result


def hits(desk: Desk, query: str, **arguments: Any) -> list[Any]:
    return list(ask(desk, "search_workspace", query=query, **arguments).value["hits"])
