"""What does a person note on a workspace, and how is it kept?

A Markdown file a note, in the workspace's folder of Sleuth's: never in the workspace. The command line and the window's editor
both write here, so that whoever writes over a note says what they believe it says.
"""

import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sleuth.domain.errors import EmptyNote, ItemBinary, NoSuchNote, NoteChanged, NoteNotKept
from sleuth.domain.items import Source
from sleuth.ingest.readers.memories import title_of_own
from sleuth.places import PRIVATE_FILE, make_private_folder, notes_folder

_FOLDER, _ENDING = "notes/", ".md"
_BLANK_LINES = re.compile(r"\A(?:[^\S\n]*\n)+")


@dataclass(frozen=True, slots=True)
class Note:
    """One note."""

    name: str
    """What it is called by: the file's name without its ending."""
    text: str
    changed_ns: int
    path: Path
    content: bytes
    """The file's."""

    @property
    def ref(self) -> str:
        """As hits have it."""
        return f"{_FOLDER}{self.name}{_ENDING}"

    @property
    def title(self) -> str:
        return title_of_own(self.text)


def own_name(ref: str) -> str | None:
    """The name of a person's own note by its reference; None of anything else."""
    name = ref.removeprefix(_FOLDER).removesuffix(_ENDING)
    is_name = name and not name.startswith(".") and not re.search(r"[/\\:\0]", name)
    return name if is_name and ref == f"{_FOLDER}{name}{_ENDING}" else None


def is_own(source: Source, ref: str) -> bool:
    """Whether a reference is a person's own note's; the others are their agents'."""
    return source is Source.NOTES and own_name(ref) is not None


def notes_of(root: Path) -> list[Note]:
    """All, the newest first."""
    notes = [_read(path) for path in notes_folder(root).glob(f"*{_ENDING}")]
    return sorted((note for note in notes if note is not None), key=lambda note: (-note.changed_ns, note.name))


def note_called(root: Path, name: str) -> Note | None:
    """The note of exactly this name, as it is now; None where there is none any more.

    Raises:
        NoteNotKept: It cannot be read.
    """
    with _told("the note cannot be read"):
        try:
            return _kept(notes_folder(root) / f"{name}{_ENDING}")
        except FileNotFoundError:
            return None


def add_note(root: Path, text: str) -> Note:
    """Keep a new note.

    Raises:
        EmptyNote: There is nothing in it.
        NoteNotKept: It cannot be written.
    """
    content = _checked(text)
    name = time.strftime("%Y-%m-%d-%H%M%S")  # no words: they would still be found when the note says something else
    return _added(root, name, content)


def edit_note(root: Path, name: str, text: str, known: Note | None = None) -> Note:
    """Put another text into a note.

    Args:
        known: What it is believed to say; it is left alone where it says something else by now.

    Raises:
        EmptyNote, NoSuchNote.
        NoteChanged: It is not as it was known.
        NoteNotKept: It cannot be written; it is as it was.
    """
    content = _checked(text)
    path = _existing(root, name) if known is None else known.path
    now = note_called(root, name) if known is not None else None
    if known is not None and (now is None or now.content != known.content):
        raise NoteChanged("the note was changed elsewhere" if now is not None else "the note was deleted elsewhere")
    if now is not None and now.content == content:
        return now
    with _told("the note cannot be written"):
        _replace(path, content)
        return _kept(path)


def delete_note(root: Path, name: str) -> Note:
    """Delete a note; what it was is what `restore_note` takes.

    Raises:
        NoSuchNote.
        NoteNotKept: It cannot be deleted.
    """
    path = _existing(root, name)
    with _told("the note cannot be deleted"):
        note = _kept(path)
        path.unlink()
    return note


def restore_note(root: Path, note: Note) -> Note:
    """Bring a deleted note back, as it was to the byte and of the same age; under another name where that is taken.

    Raises:
        NoteNotKept: It cannot be written.
    """
    back = _added(root, note.name, note.content)
    with _told("the note cannot be written"):
        os.utime(back.path, ns=(note.changed_ns, note.changed_ns))
        return _kept(back.path)


def _checked(text: str) -> bytes:
    """What is kept of a text: all but blank lines before it, and white space after."""
    if not text.strip():
        raise EmptyNote("there is nothing to note; say what, as in: sleuth note \"the tide table is in feet\"")
    return (_BLANK_LINES.sub("", text).rstrip() + "\n").encode("utf-8", "replace")


def _added(root: Path, name: str, content: bytes) -> Note:
    folder = notes_folder(root)
    with _told("the note cannot be written"):
        make_private_folder(folder)
        path = folder / f"{name}{_ENDING}"
        number = 1
        while not _written_new(path, content):
            number += 1
            path = folder / f"{name}-{number}{_ENDING}"
        return _kept(path)


def _written_new(path: Path, content: bytes) -> bool:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), PRIVATE_FILE)
    except FileExistsError:
        return False
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
    except OSError:
        path.unlink(missing_ok=True)  # half a note is none
        raise
    return True


def _replace(path: Path, content: bytes) -> None:
    """Whole or not at all, as the settings are: not flushed to the disk, for which a window would wait."""
    partial: Path | None = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".note-", delete=False) as file:
            partial = Path(file.name)
            file.write(content)
        partial.replace(path)
    except OSError:
        if partial is not None:
            partial.unlink(missing_ok=True)
        raise


@contextmanager
def _told(what: str) -> Iterator[None]:
    """What the system refuses, as a sentence."""
    try:
        yield
    except OSError as error:
        raise NoteNotKept(f"{what} ({error.strerror or error})") from error


def _existing(root: Path, name: str) -> Path:
    """The note's file; the start of a name will do where only one starts so."""
    folder = notes_folder(root)
    names = sorted(path.stem for path in folder.glob(f"*{_ENDING}"))
    near = [one for one in names if one.startswith(name)] if name else []
    if name in names or len(near) == 1:
        return folder / f"{name if name in names else near[0]}{_ENDING}"
    listed = f"{len(near)} notes start with {name!r}" if near else f"there is no note {name!r}"
    raise NoSuchNote(f"{listed}; sleuth note --list names them all")


def _read(path: Path) -> Note | None:
    try:
        return _kept(path)
    except OSError:
        return None


def _kept(path: Path) -> Note:
    with path.open("rb") as file:
        content = file.read()
        changed_ns = os.fstat(file.fileno()).st_mtime_ns
    return Note(path.stem, _text_of(path, content), changed_ns, path, content)


def _text_of(path: Path, content: bytes) -> str:
    """As it is indexed; other programs may have written it in any encoding."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        from sleuth.ingest.readers.registry import reader_for

        try:
            text = reader_for(path.name).read(content, path.name).text
        except ItemBinary:
            text = content.decode("utf-8", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")
