"""What does a reader of Aider's histories make of what its sample does not show?"""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.ingest.readers.chats.making import Said, read, said, scope_at, titles
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.chats.aider import READER

NAME = ".aider.chat.history.md"
FIRST = f"acme/{NAME}#0"
BEGINS = "\n# aider chat started at 2026-08-03 09:00:00\n\n"
LONG = (
    f"not Aider's\n{BEGINS}> Aider v0.86  \n\n#### Sort the\n#### \n#### crates.   \n\nLook:\n\n~~~text\n> kept\n```\n#### kept\n"
    f"~~~~\n\nDone. 🏋️\n>\n> Tokens: 1k  \n\nMore.\n{BEGINS}#### /add x  \n#### <blank>\n\n#### <blank>  \n\n````\n```\n"
    f"> still a fence\n{BEGINS}#### Über\n\n# A title\n## Another\n\n"
)


def history(folder: Path, text: str, name: str = NAME) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, "utf-8", newline="")
    return folder / name


def one(home: Path, text: str) -> Said:
    history(home / "acme", text)
    return read(READER, scope_at(home)).get(FIRST, [])


def in_order(collected: Collected) -> list[str]:
    times = [(one["session_id"], one["session"].folder, one["session"].started_ms) for one in collected.sessions()]
    return sorted(map(repr, [*times, *collected.messages()]))


def test_lines(tmp_path: Path) -> None:
    """Lines are what they begin with; in a fence they are the answer's; a session ends the fence."""
    history(tmp_path / "acme", LONG)
    assert read(READER, scope_at(tmp_path)) == {
        FIRST: [
            ("user", "Sort the\n\ncrates."),
            ("assistant", "Look:\n\n~~~text\n> kept\n```\n#### kept\n~~~~\n\nDone. 🏋️"),
            ("assistant", "More."),
        ],
        f"acme/{NAME}#1": [("user", "/add x\n<blank>"), ("assistant", "````\n```\n> still a fence")],
        f"acme/{NAME}#2": [("user", "Über"), ("assistant", "# A title\n## Another")],
    }


def test_growing(tmp_path: Path) -> None:
    """Wherever a reading stopped, in the middle of a character even, in the end all is as if it was read at once."""
    file = history(tmp_path / "acme", LONG)
    whole = Collected(READER, scope_at(tmp_path)).scan()
    data = LONG.encode()
    for cut in range(len(data)):
        growing = Collected(READER, scope_at(tmp_path))
        for end in (cut // 2, cut, len(data)):
            file.write_bytes(data[:end])
            growing.scan()
        assert in_order(growing) == in_order(whole), cut


def test_every_byte(tmp_path: Path) -> None:
    """A file that is read at each of its bytes yields what it does as a whole."""
    file = history(tmp_path / "acme", LONG)
    whole = Collected(READER, scope_at(tmp_path)).scan()
    growing = Collected(READER, scope_at(tmp_path))
    for end in range(len(LONG.encode()) + 1):
        file.write_bytes(LONG.encode()[:end])
        growing.scan()
    assert in_order(growing) == in_order(whole)


def test_no_end_of_line(tmp_path: Path) -> None:
    """What stands without its end is said, and taken back where it turns out to be another thing."""
    file = history(tmp_path / "acme", f"{BEGINS}#### Why?\n\nBecau")
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert said(collected)[FIRST] == [("user", "Why?"), ("assistant", "Becau")]
    assert said(collected.scan())[FIRST] == [("user", "Why?"), ("assistant", "Becau")]
    file.write_text(f"{BEGINS}#### Why?\n\nBecause.\n#### So", "utf-8")
    assert said(collected.scan())[FIRST] == [("user", "Why?"), ("assistant", "Because."), ("user", "So")]
    file.write_text(f"{BEGINS}#### Why?\n\nBecause.\n#### So it is\n\n> tool\n", "utf-8")
    assert said(collected.scan())[FIRST] == [("user", "Why?"), ("assistant", "Because."), ("user", "So it is")]


def test_windows_lines(tmp_path: Path) -> None:
    """Lines may end as on Windows."""
    text = f"{BEGINS}#### One  \n#### two\n\nThree\n".replace("\n", "\r\n")
    assert one(tmp_path, text) == [("user", "One\ntwo"), ("assistant", "Three")]


def test_written_anew(tmp_path: Path) -> None:
    """What is gone from a file that was written anew is gone."""
    file = history(tmp_path / "acme", f"{BEGINS}#### One\n{BEGINS}#### Two\n")
    collected = Collected(READER, scope_at(tmp_path)).scan()
    file.write_text(f"{BEGINS}#### Three\n", "utf-8")
    assert said(collected.scan()) == {FIRST: [("user", "Three")]}


def test_tools(tmp_path: Path) -> None:
    """What tools said is read where it is wanted."""
    history(tmp_path / "acme", f"{BEGINS}#### /run pytest\n> 3 passed  \n> in 2 s  \n\nGood.\n")
    told = read(READER, scope_at(tmp_path, tool_output=True))[FIRST]
    assert told == [("user", "/run pytest"), ("tool", "3 passed\nin 2 s"), ("assistant", "Good.")]


def test_below(tmp_path: Path) -> None:
    """Histories of folders below count, not those in what others made; a new one is found by the next scan."""
    for folder in ("acme/tools", "acme/node_modules/x", "acme/.cache", "acme/a/b/c/d", "acme/a/b/c/d/e", "other"):
        history(tmp_path / folder, f"{BEGINS}#### {folder}\n")
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert said(collected).keys() == {f"acme/tools/{NAME}#0", f"acme/a/b/c/d/{NAME}#0"}
    assert {one["session"].folder for one in collected.sessions()} == {f"{WORKSPACE}/tools", f"{WORKSPACE}/a/b/c/d"}
    history(tmp_path / "acme" / "new", f"{BEGINS}#### new\n")
    (tmp_path / "acme" / "tools" / NAME).unlink()
    assert {place.path.parent.name for place in READER.places(scope_at(tmp_path))} == {"new", "d"}


def test_repository(tmp_path: Path) -> None:
    """Aider writes at the root of the repository that the workspace is in."""
    history(tmp_path, f"{BEGINS}#### Above\n")
    assert read(READER, scope_at(tmp_path)) == {}
    (tmp_path / ".git").mkdir()
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert said(collected) == {f"{NAME}#0": [("user", "Above")]}
    assert collected.sessions()[0]["session"].folder == str(tmp_path)


def test_worktree(tmp_path: Path) -> None:
    """The histories of the workspace's other worktrees are its own."""
    history(tmp_path / "acme", f"{BEGINS}#### Here\n")
    history(tmp_path / "acme-2", f"{BEGINS}#### There\n")
    root = tmp_path / "acme"
    scope = replace(scope_at(tmp_path), folders=(str(root), str(tmp_path / "acme-2"), str(tmp_path / "gone")))
    collected = Collected(READER, scope).scan()
    assert {one["session"].folder for one in collected.sessions()} == {str(root), str(tmp_path / "acme-2")}


@pytest.mark.parametrize(
    "line",
    [
        "chat-history-file: notes/chat.md",
        "chat-history-file : 'notes/chat.md' # all of it",
        'model: x\n--chat-history-file: "notes/chat.md"',
    ],
)
def test_settings(line: str, tmp_path: Path) -> None:
    """The file that the settings name is read, beside the usual one."""
    history(tmp_path / "acme", f"{BEGINS}#### Usual\n")
    history(tmp_path / "acme" / "notes", f"{BEGINS}#### Named\n", "chat.md")
    (tmp_path / "acme" / ".aider.conf.yml").write_text(f"{line}\n", "utf-8")
    assert titles(READER, scope_at(tmp_path)) == {FIRST: "Usual", "acme/notes/chat.md#0": "Named"}


def test_elsewhere(tmp_path: Path) -> None:
    """What the variable or one's own settings name may lie anywhere; it is taken as the workspace's."""
    history(tmp_path / "chats", f"{BEGINS}#### Own\n", "own.md")
    (tmp_path / ".aider.conf.yml").write_text("chat-history-file: ~/chats/own.md", "utf-8")
    named = history(tmp_path / "chats", f"{BEGINS}#### Variable\n", "variable.md")
    collected = Collected(READER, scope_at(tmp_path, AIDER_CHAT_HISTORY_FILE=str(named))).scan()
    assert said(collected).keys() == {"chats/own.md#0", "chats/variable.md#0"}
    assert {one["session"].folder for one in collected.sessions()} == {WORKSPACE}
