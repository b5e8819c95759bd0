"""Is what terminals showed found, at its place, and no more than that?"""

import json
import os
import shutil
from pathlib import Path

import pytest
from tests.unit.building import lay, settings, settle

from sleuth.domain.hits import Hit
from sleuth.engine.workspace import SearchOptions, Workspace
from sleuth.places import recordings_folder, workspace_folder

CAST = '{"version": 2, "width": 80, "height": 24, "title": "Building"}\n'


def event(text: str, at: float = 1.0, code: str = "o") -> str:
    return json.dumps([at, code, text]) + "\n"


def hits(workspace: Workspace, query: str, **options: object) -> list[Hit]:
    workspace.scan()
    answer = workspace.search(query, SearchOptions(**{"sources": ("terminals",), **options}))  # type: ignore[arg-type]
    return list(answer.hits)


def test_a_recording_is_found(workspace: Path) -> None:
    """By what was shown, called by its title, at the byte where the lines begin (S-15)."""
    text = CAST + "".join(event(f"line {number}\r\n") for number in range(50)) + event("the \x1b[31mpelican\x1b[0m\r\n")
    (hit,) = hits(Workspace.open(lay(workspace, {"build.cast": text})), "pelican")
    assert (hit.title, hit.ref, hit.path, hit.kind.value) == ("Building", "build.cast", None, "terminal")
    section, _, byte = (hit.section or "").partition(" ")
    assert section == "byte"
    assert text.encode()[int(byte) :].startswith(b"line 40")
    assert any(row.text == "the pelican" for row in hit.passage)


def test_only_what_was_shown(workspace: Path) -> None:
    """What was typed, erased, overwritten or shown by an editor is not found."""
    text = (
        CAST
        + event("hunter2", code="i")
        + event("10 %\r20 %\rdone\r\n")
        + event("\x1b[?1049heditor\x1b[?1049l")
        + event("gone\x1b[1K\r\n")
    )
    terminals = Workspace.open(lay(workspace, {"a.cast": text}))
    assert hits(terminals, "done")
    for word in ("hunter2", "editor", "gone"):
        assert not hits(terminals, word), word


def test_growth_and_end(workspace: Path) -> None:
    """A recording that grows is read again; one that is gone leaves."""
    terminals = Workspace.open(lay(workspace, {"a.cast": CAST + event("one\r\n")}))
    assert hits(terminals, "one")
    with (workspace / "a.cast").open("a") as file:
        file.write(event("pelican\r\n"))
    assert hits(terminals, "pelican")
    (workspace / "a.cast").unlink()
    assert not hits(terminals, "pelican")


def test_own_recordings(workspace: Path) -> None:
    """What was recorded with Sleuth lies in its data, and is found."""
    lay(recordings_folder(workspace), {"2026-08-03.cast": CAST + event("the pelican\r\n")})
    assert [hit.ref for hit in hits(Workspace.open(workspace), "pelican")] == ["recordings/2026-08-03.cast"]


def test_folders_that_are_named(workspace: Path, tmp_path: Path, home: Path) -> None:
    """Logs in a folder of the settings are found; text that is no recording is not."""
    lay(tmp_path / "logs", {"deep/a.log": "the \x1b[1mpelican\x1b[0m\n", "b.txt": "the pelican\n"})
    settings(home, f"[terminals]\nfolders = [{str(tmp_path / 'logs')!r}]\n")
    assert [Path(hit.ref).name for hit in hits(Workspace.open(workspace), "pelican")] == ["a.log"]


@pytest.mark.parametrize(("folder", "count"), [("", 1), ("-other", 0)])
def test_agents_terminals(workspace: Path, tmp_path: Path, folder: str, count: int) -> None:
    """Cursor's terminals are found where they were in the workspace."""
    text = f'---\npid: 1\ncwd: "{workspace}{folder}"\ncommand: "make"\n---\nthe pelican\n'
    lay(tmp_path / "person", {".cursor/projects/x/terminals/1.txt": text})
    assert len(hits(Workspace.open(workspace), "pelican")) == count


def test_secrets(workspace: Path) -> None:
    """A key that was shown is masked."""
    key = "ghp_" + "a1B2" * 9
    terminals = Workspace.open(lay(workspace, {"a.cast": CAST + event(f"export TOKEN={key} pelican\r\n")}))
    (hit,) = hits(terminals, "pelican")
    assert key not in hit.passage[0].text
    assert not hits(terminals, key)


def test_nothing_new(workspace: Path) -> None:
    """Nothing is written where nothing changed."""
    terminals = Workspace.open(lay(workspace, {"a.cast": CAST + event("pelican\r\n")}))
    settle()
    assert hits(terminals, "pelican")
    before = (workspace_folder(workspace) / "search/index.db").stat().st_mtime_ns
    terminals.scan()
    assert (workspace_folder(workspace) / "search/index.db").stat().st_mtime_ns == before


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_an_open_pane(workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an open pane shows is found while it is open."""
    import subprocess

    sockets = tmp_path / "t"
    sockets.mkdir(mode=0o700)
    monkeypatch.setenv("TMUX_TMPDIR", str(sockets))
    monkeypatch.delenv("TMUX", raising=False)
    command = ["tmux", "-f", os.devnull, "new-session", "-d", "-c", str(workspace), "echo the pelican; sleep 60"]
    subprocess.run(command, check=True)
    try:
        terminals = Workspace.open(workspace)
        for _ in range(50):
            if found := hits(terminals, "pelican"):
                break
        assert found[0].ref.startswith("tmux:")
    finally:
        subprocess.run(["tmux", "kill-server"], check=False)
    assert not hits(terminals, "pelican")
