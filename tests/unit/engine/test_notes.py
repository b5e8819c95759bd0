"""Are a person's notes kept, found, changed and deleted, and those of agents found?"""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.unit.building import lay, scanned

from sleuth.domain.errors import EmptyNote, ItemUnreadable, NoSuchNote, NoteChanged, NoteNotKept
from sleuth.domain.items import Source
from sleuth.engine.notes import (
    add_note,
    delete_note,
    edit_note,
    note_called,
    notes_of,
    own_name,
    restore_note,
)
from sleuth.engine.workspace import SearchOptions, Workspace
from sleuth.places import notes_folder


def found(workspace: Workspace, query: str, *sources: str) -> list[str]:
    """References of what a search after a scan finds in notes and plans."""
    workspace.scan()
    answer = workspace.search(query, SearchOptions(sources=sources or ("notes", "plans")))
    return [hit.ref for hit in answer.hits]


def test_a_note_is_found(workspace: Path) -> None:
    """By its words, under its first line, in notes alone (S-14)."""
    scanned(workspace, {})
    note = add_note(workspace, "the tide table\nis in feet")
    notes = Workspace.open(workspace)
    assert found(notes, "feet") == [f"notes/{note.name}.md"]
    assert found(notes, "feet", "files", "documents", "chats", "plans") == []


def test_a_note_lies_outside(workspace: Path) -> None:
    """Nothing is written into the workspace; only its owner can read a note."""
    note = add_note(workspace, "mine")
    assert not list(workspace.iterdir())
    if os.name != "nt":
        assert stat.S_IMODE(note.path.stat().st_mode) == 0o600


def test_edited(workspace: Path) -> None:
    """A note that was changed is found by what it says now, not by what it said."""
    scanned(workspace, {})
    note = add_note(workspace, "the pelican")
    notes = Workspace.open(workspace)
    assert found(notes, "pelican")
    edit_note(workspace, note.name, "the walrus")
    assert (found(notes, "pelican"), found(notes, "walrus")) == ([], [f"notes/{note.name}.md"])


def test_deleted(workspace: Path) -> None:
    """A deleted note is not found, even before the next scan."""
    scanned(workspace, {})
    note = add_note(workspace, "the pelican")
    notes = Workspace.open(workspace)
    assert found(notes, "pelican")
    delete_note(workspace, note.name)
    assert not notes.search("pelican", SearchOptions(sources=("notes",))).hits
    assert found(notes, "pelican") == []


def test_survives_a_rebuild(workspace: Path) -> None:
    """The index may go; notes stay."""
    scanned(workspace, {})
    add_note(workspace, "the pelican")
    notes = Workspace.open(workspace)
    notes.scan(rebuild=True)
    assert found(notes, "pelican")


def test_many_at_one_moment(workspace: Path) -> None:
    """Notes that begin the same, kept in the same second, are notes each."""
    names = {add_note(workspace, "again").name for _ in range(5)}
    assert len(names) == len(notes_of(workspace)) == 5


@pytest.mark.parametrize("text", ["", " \n\t", "\n"])
def test_an_empty_note_is_refused(workspace: Path, text: str) -> None:
    """There must be something to keep."""
    with pytest.raises(EmptyNote):
        add_note(workspace, text)
    assert not notes_folder(workspace).exists()


@pytest.mark.parametrize("text", ["/etc/passwd", "../../x", "a" * 5_000, "漢字 é 😀", "half \ud83d", "CON", "\x00nul", "- a\n- b"])
def test_any_text(workspace: Path, text: str) -> None:
    """Whatever is noted is kept as it is, in the folder of notes."""
    note = add_note(workspace, text)
    assert note.path.parent == notes_folder(workspace)
    assert note.text == text.encode("utf-8", "replace").decode().strip() + "\n"


def test_by_the_start_of_its_name(workspace: Path) -> None:
    """A note may be named by how its name starts, where only one starts so."""
    note = add_note(workspace, "alpha")
    with pytest.raises(NoSuchNote, match="gamma"):
        delete_note(workspace, "gamma")
    delete_note(workspace, note.name[:10])
    assert notes_of(workspace) == []


def test_agents_keep_some(workspace: Path, tmp_path: Path) -> None:
    """Agents' memories are notes, their plans plans; rules in the workspace are files."""
    lay(tmp_path / "person", {".codex/memories/MEMORY.md": "the pelican", ".cursor/plans/a.plan.md": "the pelican"})
    notes = scanned(workspace, {"AGENTS.md": "the pelican"})
    assert found(notes, "pelican", "notes") == ["~/.codex/memories/MEMORY.md"]
    assert found(notes, "pelican", "plans") == ["~/.cursor/plans/a.plan.md"]
    assert found(notes, "pelican", "files") == ["AGENTS.md"]


def test_gone(workspace: Path, tmp_path: Path) -> None:
    """A memory that its agent dropped leaves the index."""
    home = lay(tmp_path / "person", {".codex/memories/MEMORY.md": "the pelican"})
    notes = scanned(workspace, {})
    assert found(notes, "pelican")
    (home / ".codex/memories/MEMORY.md").unlink()
    assert found(notes, "pelican") == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [("\n\n  indented\n- a\n\n", "  indented\n- a\n"), ("title  \n", "title\n"), ("\n \n    code", "    code\n")],
)
def test_what_is_kept_of_a_text(workspace: Path, text: str, kept: str) -> None:
    """All but blank lines before it and white space after: the first line may be indented."""
    assert add_note(workspace, text).text == kept


def test_only_what_is_known_is_written_over(workspace: Path) -> None:
    """Who says what a note is believed to say changes no other; what is so already is no change."""
    note = add_note(workspace, "one")
    edited = edit_note(workspace, note.name, "two", note)
    assert edit_note(workspace, note.name, "two", edited) == edited
    with pytest.raises(NoteChanged, match="changed"):
        edit_note(workspace, note.name, "three", note)
    assert [one.text for one in notes_of(workspace)] == ["two\n"]
    delete_note(workspace, note.name)
    with pytest.raises(NoteChanged, match="deleted"):
        edit_note(workspace, note.name, "three", edited)
    assert notes_of(workspace) == []


@pytest.mark.parametrize("content", [b"plain\n", b"\xef\xbb\xbfmark\r\n", "é".encode("latin-1"), b"no end"])
def test_restored_to_the_byte(workspace: Path, content: bytes) -> None:
    """A deleted note comes back as it was, whatever program wrote it: text, name, age."""
    note = add_note(workspace, "x")
    note.path.write_bytes(content)
    os.utime(note.path, ns=(1_700_000_000_000_000_000, 1_700_000_000_000_000_000))
    before = note_called(workspace, note.name)
    assert restore_note(workspace, delete_note(workspace, note.name)) == before
    assert note.path.read_bytes() == content


def test_restored_beside_another(workspace: Path) -> None:
    """A name that was taken meanwhile stays with whoever took it."""
    note = add_note(workspace, "old")
    deleted = delete_note(workspace, note.name)
    note.path.write_text("new")
    assert restore_note(workspace, deleted).name == f"{note.name}-2"
    assert {one.text for one in notes_of(workspace)} == {"old\n", "new"}


@contextmanager
def no_room(most_bytes: int) -> Iterator[None]:
    """Files cannot become larger than that, as on a disk that is full."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(sys.platform == "win32", reason="resource limits are POSIX")
def test_without_room(workspace: Path) -> None:
    """A note that cannot be written leaves nothing behind, and the old one as it was."""
    note = add_note(workspace, "old")
    with no_room(1_000):
        for act in (lambda: edit_note(workspace, note.name, "x" * 5_000), lambda: add_note(workspace, "x" * 5_000)):
            with pytest.raises(NoteNotKept, match="cannot be written"):
                act()
    assert notes_of(workspace) == [note]
    assert [path.name for path in note.path.parent.iterdir()] == [note.path.name]


def test_without_a_folder(workspace: Path) -> None:
    """Where the folder of notes cannot be, that is said in a sentence."""
    folder = notes_folder(workspace)
    folder.parent.mkdir(parents=True)
    folder.write_text("")
    with pytest.raises(NoteNotKept, match="cannot be written"):
        add_note(workspace, "x")


@pytest.mark.parametrize(
    ("ref", "name"),
    [
        ("notes/a.md", "a"), ("notes/a.b.md", "a.b"), ("notes/../a.md", None), ("notes/a/b.md", None), ("notes/a\\b.md", None),
        ("notes/.md", None), ("notes/..md", None), ("a.md", None), ("notes/a.txt", None), ("~/notes/a.md", None), ("notes/c:a.md", None),
    ],
)  # fmt: skip
def test_which_are_ones_own(ref: str, name: str | None) -> None:
    """A reference leads to a file of the folder of notes, or to none of one's own."""
    assert own_name(ref) == name


def test_read_before_a_scan(workspace: Path) -> None:
    """One's own note is read, and its file known, whether or not a scan has come by; no other file is."""
    note = add_note(workspace, "the pelican")
    (note.path.parent.parent / "other.md").write_text("secret")
    notes = Workspace.open(workspace)
    assert notes.read_note(Source.NOTES, note.ref).text == "the pelican\n"
    assert notes.file_of(Source.NOTES, note.ref) == note.path
    for ref in ("notes/../other.md", "notes/none.md"):
        with pytest.raises(ItemUnreadable):
            notes.read_note(Source.NOTES, ref)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("buy ink\n\n# Later\n", "buy ink"), ("# Heading #\ntext", "Heading"), ("\n\n  first\n", "first"), ("#hashtag", "#hashtag"),
        ("---\nname: The name\n---\ntext", "The name"), ("---\nother: x\n---\n\ntext", "text"), ("---", "---"),
    ],
)  # fmt: skip
def test_called_by_its_first_line(workspace: Path, text: str, title: str) -> None:
    """A note's title is its first line, whatever headings follow, unless its front matter names it."""
    note = add_note(workspace, text)
    assert note.title == title
    notes = scanned(workspace, {})
    assert [one.title for one in notes.find_called(title.strip("#-") or "x")] == ([title] if title.strip("#-") else [])
