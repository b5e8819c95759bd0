"""Are the notes, plans and rules of agents found, and called what they are called?"""

import json
from pathlib import Path

import pytest
from tests.unit.building import lay
from tests.unit.ingest.readers.conversations.collecting import Collected, sample_scope

from sleuth.ingest.readers.conversations.scope import Scope
from sleuth.ingest.readers.memories import Memo, memos_of, title_of
from sleuth.ingest.readers.registry import chat_readers

READERS = {reader.agent: reader for reader in chat_readers()}
WITHOUT_SAMPLE = {"kilo-code"}


@pytest.mark.parametrize("agent", sorted(READERS.keys() - WITHOUT_SAMPLE))
def test_samples(agent: str, shared_folder: Path, tmp_path: Path) -> None:
    """Just those of a right reader, each with its kind and title."""
    scope = sample_scope(shared_folder / "samples", agent, tmp_path)
    collected = Collected(READERS[agent], scope).scan()
    sessions = [(agent, Path(key)) for key, held in collected.held.items() if held.sessions]
    expected = json.loads((shared_folder / "samples" / agent / "expected.json").read_text("utf-8")).get("notes", [])
    found = [
        {
            "path": memo.path.relative_to(scope.home).as_posix(),
            "kind": memo.kind.value,
            "title": title_of(memo.path, memo.path.read_text("utf-8")),
        }
        for memo in memos_of(scope, sessions)
    ]
    assert sorted(found, key=repr) == sorted(expected, key=repr)


def test_a_link_counts_once(tmp_path: Path) -> None:
    """AGENTS.md and CLAUDE.md that are one file are one."""
    root = lay(tmp_path / "w", {"AGENTS.md": "# Rules"})
    (root / "CLAUDE.md").symlink_to("AGENTS.md")
    scope = Scope(root, (str(root),), tmp_path / "home")
    assert [memo.kind for memo in memos_of(scope, [])] == [Memo.RULES]


def test_plans_by_name(tmp_path: Path) -> None:
    """A plan of Claude Code's is this workspace's where a session of it names it, or its text the folder."""
    root = lay(tmp_path / "w", {})
    root.mkdir(exist_ok=True)
    plans = {"a": "no word of it", "b": f"in {root}", "c": f"in {root}-old", "d": "named"}
    lay(tmp_path / "home", {f".claude/plans/{name}.md": text for name, text in plans.items()})
    scope = Scope(root, (str(root),), tmp_path / "home")
    assert [memo.path.stem for memo in memos_of(scope, [], frozenset({"d"}))] == ["b", "d"]


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("a.md", "---\nname: The name\n---\n# Heading", "The name"),
        ("a.md", "---\nbroken\n# Heading", "Heading"),
        ("a.md", "v1\n\n## Second level\n", "Second level"),
        ("a.md", "no heading", "a"),
        ("a.txt", "# tag", "a"),
        (".goosehints", "# x", ".goosehints"),
    ],
)
def test_title(name: str, text: str, title: str) -> None:
    """By front matter, heading or name."""
    assert title_of(Path(name), text) == title
