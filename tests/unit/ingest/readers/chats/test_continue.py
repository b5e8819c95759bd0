"""What does a reader of Continue's sessions make of what its sample does not show?"""

from pathlib import Path
from typing import Any

import pytest
from tests.unit.ingest.readers.chats.making import document, read, said, scope_at, titles
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.chats.continue_ import READER


def session(home: Path, *messages: Any, name: str = "s1", folder: Any = WORKSPACE, **more: Any) -> Path:
    value = {"sessionId": name, "workspaceDirectory": folder, "history": [{"message": one} for one in messages], **more}
    return document(home / ".continue/sessions" / f"{name}.json", value)


HI = {"role": "user", "content": "Hi"}


@pytest.mark.parametrize("title", ["New Session", "Untitled Session", "", None, 7])
def test_no_title(title: Any, tmp_path: Path) -> None:
    """A session without a title of its own is called by its first question."""
    session(tmp_path, HI, title=title)
    assert titles(READER, scope_at(tmp_path)) == {"s1": "Hi"}


@pytest.mark.parametrize(
    ("folder", "is_own"),
    [
        (f"file://{WORKSPACE}/a%20b", True),
        (f"file://localhost{WORKSPACE}", True),
        (f"{WORKSPACE}/", True),
        ("vscode-remote://wsl%2Bubuntu/home/dev/acme", False),
        ("file:///home/dev/acme-old", False),
        ("", False),
    ],
)
def test_folder(folder: str, is_own: bool, tmp_path: Path) -> None:
    """Folders are paths or addresses of this machine."""
    session(tmp_path, HI, folder=folder)
    assert bool(read(READER, scope_at(tmp_path))) is is_own


def test_index(tmp_path: Path) -> None:
    """The index tells what a session leaves out, and when it began; a broken one leaves what it told."""
    session(tmp_path, HI, folder=None)
    index = document(
        tmp_path / ".continue/sessions/sessions.json",
        [7, {"sessionId": "s1", "title": "Named", "dateCreated": "1785747600000", "workspaceDirectory": WORKSPACE}],
    )
    found = Collected(READER, scope_at(tmp_path)).scan().sessions()[0]
    assert (found["title"], found["session"].started_ms) == ("Named", 1785747600000)
    index.write_text("[{", "utf-8")
    session(tmp_path, HI, HI, folder=None)
    assert titles(READER, scope_at(tmp_path)) == {"s1": "Named"}


def test_half_written(tmp_path: Path) -> None:
    """A file that is half written leaves what was known; the same words are said as often as they stand there."""
    file = session(tmp_path, HI, HI)
    collected = Collected(READER, scope_at(tmp_path)).scan()
    file.write_text('{"sessionId": "s1", "hist', "utf-8")
    assert said(collected.scan()) == {"s1": [("user", "Hi"), ("user", "Hi")]}


def test_place(tmp_path: Path) -> None:
    """A variable moves the sessions; tools' results are read where they are wanted."""
    home = tmp_path / "moved"
    session(home, HI, {"role": "tool", "content": "38"})
    scope = scope_at(tmp_path, tool_output=True, CONTINUE_GLOBAL_DIR=str(home / ".continue"))
    assert read(READER, scope) == {"s1": [("user", "Hi"), ("tool", "38")]}
