"""Are secrets in what agents and terminals keep inside a workspace masked, although these are files of it? (S-23)"""

import json
from pathlib import Path

import pytest
from tests.unit.building import Files, found, lay, repository, scanned, settle
from tests.unit.ingest.test_talk import SECRET, UNTOLD, all_bytes, is_untold

from sleuth.domain.cancel import NEVER
from sleuth.engine.workspace import SearchOptions
from sleuth.ingest.readers.spoken import Spoken, spoken_in
from sleuth.ingest.talk import scope_of
from sleuth.settings.load import load

STARTED = "# aider chat started at 2026-08-03 09:00:00\n\n"
CAST = json.dumps({"version": 2, "width": 80, "height": 24}) + "\n" + json.dumps([0.1, "o", f"pelican {SECRET}\r\n"]) + "\n"
SPOKEN: Files = {
    ".aider.chat.history.md": f"{STARTED}#### the pelican has {SECRET}\n\nIt flies.\n",
    "sub/.aider.chat.history.md": f"{STARTED}#### another pelican, password = {UNTOLD}\n",
    ".aider.input.history": f"\n# 2026-08-03 09:00:00\n+the pelican has {SECRET}\n",
    ".aider.llm.history": f"USER pelican {SECRET}\n",
    "run.cast": CAST,
    "typescript": f"Script started\npelican {SECRET}\n",
    ".crush/logs/crush.log": f'{{"msg": "pelican", "key": "{SECRET}"}}\n',
    ".crush/crush.db": "no database",
}
HIDDEN = SearchOptions(sources=("files",), hidden=True)


@pytest.mark.parametrize("name", sorted(set(SPOKEN) - {".crush/crush.db"}))
def test_nothing_of_a_secret_is_kept(workspace: Path, home: Path, name: str) -> None:
    """Of a secret in such a file nothing is in the index; the file is found by what stands around it, as a file too."""
    opened = scanned(workspace, {name: SPOKEN[name], ".crush/crush.db": "no database"})
    assert found(opened, "pelican", sources=("files",), hidden=True) == [name]
    (hit,) = opened.search("pelican", HIDDEN).hits
    assert any("[secret: " in line.text for line in hit.passage)
    assert not found(opened, SECRET, sources=("all",), hidden=True)
    verdict = opened.why(name, str(workspace))
    assert verdict.indexed
    assert "keys, tokens and passwords in it are masked" in (verdict.detail or "")
    opened.close()
    assert b"pelican" in all_bytes(home)
    assert is_untold(home)


def test_other_files_are_as_they_are(workspace: Path) -> None:
    """Code with what looks like a key is searched as it is written: it is the person's own."""
    opened = scanned(workspace, {"a.py": f"KEY = '{SECRET}'\n", "notes.md": f"{SECRET}\n", "aider.history.md": f"{SECRET}\n"})
    assert sorted(found(opened, SECRET)) == ["a.py", "aider.history.md", "notes.md"]
    assert opened.why("a.py", str(workspace)).detail is None


def test_what_was_appended_is_masked_before_the_next_scan(workspace: Path) -> None:
    """A hit in a file that has grown shows its present text, without its secrets."""
    opened = scanned(workspace, {".aider.chat.history.md": f"{STARTED}#### the pelican\n"})
    lay(workspace, {".aider.chat.history.md": f"{STARTED}#### the pelican and {SECRET} are here\n"})
    (hit,) = opened.search("pelican", HIDDEN).hits
    assert [line.text for line in hit.passage if "pelican" in line.text] == ["#### the pelican and [secret: GitHub token] are here"]


def test_a_file_that_is_named_later(workspace: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Aider's settings come to name a file of the workspace, it is masked although it has not changed; and back."""
    opened = scanned(workspace, {"docs/talk.md": f"{STARTED}#### the pelican has {SECRET}\n"})
    assert found(opened, SECRET) == ["docs/talk.md"]
    monkeypatch.setenv("AIDER_CHAT_HISTORY_FILE", "docs/talk.md")
    opened.scan()
    assert found(opened, SECRET) == []
    assert found(opened, "pelican") == ["docs/talk.md"]
    monkeypatch.delenv("AIDER_CHAT_HISTORY_FILE")
    opened.scan()
    assert found(opened, SECRET) == ["docs/talk.md"]


def test_an_unchanged_workspace_is_not_read_again(workspace: Path) -> None:
    """What is masked is no reason to look at it anew."""
    opened = scanned(workspace, SPOKEN)
    settle()
    opened.scan()
    assert opened.scan().read == 0


def test_which(workspace: Path, tmp_path: Path) -> None:
    """What agents keep in the workspace, what their settings name, and their own folders where these lie in it."""
    lay(repository(workspace, {}), {name: text for name, text in SPOKEN.items() if "aider" in name or "crush" in name})
    spoken = spoken_in(scope_of(workspace, load(workspace)[0], NEVER))
    assert spoken.files == {".aider.chat.history.md", "sub/.aider.chat.history.md"}
    assert spoken.folders == (".crush/",)
    person = tmp_path / "person"
    lay(person, {".claude/projects/a/s.jsonl": "{}\n", ".codex/sessions/2026/r.jsonl": "{}\n", "src/a.py": "1\n"})
    at_home = spoken_in(scope_of(person, load(person)[0], NEVER))
    assert at_home.holds(".claude/projects/a/s.jsonl")
    assert at_home.holds(".codex/sessions/2026/r.jsonl")
    assert not at_home.holds("src/a.py")
    assert not at_home.holds(".claude/settings.json")


@pytest.mark.parametrize(
    ("ref", "holds"),
    [
        (".aider.chat.history.md", True),
        ("deep/down/.aider.input.history", True),
        (".aider.tags.cache.v4/x", False),
        ("session.cast", True),
        ("logs/build.typescript", True),
        ("typescript", True),
        ("src/typescript.ts", False),
        ("forecast.py", False),
        (".cursor/projects/p/terminals/1.txt", True),
        (".cursor/plans/a.plan.md", False),
    ],
)
def test_by_name(ref: str, holds: bool) -> None:
    """Some are told by their names, wherever they lie."""
    assert Spoken().holds(ref) is holds
