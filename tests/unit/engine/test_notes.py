"""Are a person's notes kept, found, changed and deleted, and those of agents found?"""

import os
import stat
from pathlib import Path

import pytest
from tests.unit.building import lay, scanned

from sleuth.domain.errors import EmptyNote, NoSuchNote
from sleuth.engine.notes import add_note, delete_note, edit_note, notes_of
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
