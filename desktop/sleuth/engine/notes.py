"""What does a person note on a workspace, and how is it kept?

A Markdown file a note, in the workspace's folder of Sleuth's: never in the workspace.
"""

import os
import time
from dataclasses import dataclass
from pathlib import Path

from sleuth.domain.errors import EmptyNote, NoSuchNote
from sleuth.places import PRIVATE_FILE, make_private_folder, notes_folder


@dataclass(frozen=True, slots=True)
class Note:
    """One note."""

    name: str
    """What it is called by: the file's name without its ending."""
    text: str
    changed_ns: int
    path: Path


def notes_of(root: Path) -> list[Note]:
    """All, the newest first."""
    notes = [_read(path) for path in notes_folder(root).glob("*.md")]
    return sorted((note for note in notes if note is not None), key=lambda note: (-note.changed_ns, note.name))


def add_note(root: Path, text: str) -> Note:
    """Keep a new note.

    Raises:
        EmptyNote: There is nothing in it.
    """
    text = _checked(text)
    folder = notes_folder(root)
    make_private_folder(folder)
    name = time.strftime("%Y-%m-%d-%H%M%S")  # no words: they would still be found when the note says something else
    path = folder / f"{name}.md"
    number = 1
    while not _written_new(path, text):
        number += 1
        path = folder / f"{name}-{number}.md"
    note = _read(path)
    assert note is not None  # it was just written
    return note


def edit_note(root: Path, name: str, text: str) -> Note:
    """Put another text into a note.

    Raises:
        EmptyNote, NoSuchNote.
    """
    path = _existing(root, name)
    beside = path.with_suffix(".new")
    _write(beside, _checked(text), os.O_TRUNC)
    beside.replace(path)
    note = _read(path)
    assert note is not None  # it was just written
    return note


def delete_note(root: Path, name: str) -> None:
    """Delete a note.

    Raises:
        NoSuchNote.
    """
    _existing(root, name).unlink()


def _checked(text: str) -> str:
    if not text.strip():
        raise EmptyNote("there is nothing to note; say what, as in: sleuth note \"the tide table is in feet\"")
    return text.strip().encode("utf-8", "replace").decode("utf-8") + "\n"


def _written_new(path: Path, text: str) -> bool:
    try:
        _write(path, text, os.O_EXCL)
    except FileExistsError:
        return False
    return True


def _write(path: Path, text: str, how: int) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | how, PRIVATE_FILE), "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _existing(root: Path, name: str) -> Path:
    """The note's file; the start of a name will do where only one starts so."""
    folder = notes_folder(root)
    names = sorted(path.stem for path in folder.glob("*.md"))
    near = [one for one in names if one.startswith(name)] if name else []
    if name in names or len(near) == 1:
        return folder / f"{name if name in names else near[0]}.md"
    listed = f"{len(near)} notes start with {name!r}" if near else f"there is no note {name!r}"
    raise NoSuchNote(f"{listed}; sleuth note --list names them all")


def _read(path: Path) -> Note | None:
    try:
        return Note(path.stem, path.read_text("utf-8", "replace"), path.stat().st_mtime_ns, path)
    except OSError:
        return None
