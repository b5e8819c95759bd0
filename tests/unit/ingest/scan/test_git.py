"""What does git say of a folder?"""

from pathlib import Path

import pytest
from tests.unit.building import lay, repository

from sleuth.domain.cancel import NEVER
from sleuth.ingest.scan.git import GitFailed, ignore_rule, ignored_entries, in_repository, listed_files


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("a.log", ".gitignore:2 *.log"),
        ("build/x/y", ".gitignore:3 build/"),
        ("sub/z.tmp", "sub/.gitignore:1 *.tmp"),
        ("z.tmp", None),
        ("keep.log", None),
        ("a.txt", None),
        ("a b\n.log", ".gitignore:2 *.log"),
        ("caf\udce9.log", ".gitignore:2 *.log"),
    ],
)
def test_ignore_rule(workspace: Path, path: str, rule: str | None) -> None:
    """The rule that ignores a path is named with file and line (S-36)."""
    rules = {".gitignore": "# rules\n*.log\nbuild/\n!keep.log\n", "sub/.gitignore": "*.tmp\n"}
    repository(workspace, rules | {"build/x/y": "1"})
    (workspace / ".git/index").unlink()
    answer = ignore_rule(workspace, path, NEVER)
    assert (answer.text() if answer else None) == rule


def test_ignored_entries(workspace: Path) -> None:
    """A folder that is ignored as a whole is one entry."""
    repository(workspace, {".gitignore": "*.log\nbuild/\n"})
    lay(workspace, {"a.log": "1", "build/b": "2", "build/c/d": "3"})
    assert ignored_entries(workspace, NEVER) == ["a.log", "build/"]


def test_no_repository(workspace: Path) -> None:
    """A folder outside a repository is git's failure, told in its own words."""
    with pytest.raises(GitFailed, match="not a git repository"):
        listed_files(workspace, NEVER)


def test_rule_outside_a_repository(workspace: Path) -> None:
    """Where there is no repository no rule ignores anything."""
    assert ignore_rule(workspace, "a.txt", NEVER) is None


def test_in_repository(workspace: Path) -> None:
    """A folder counts as in a repository if it or one above has a `.git`, of whatever kind."""
    lay(workspace, {"a/.git": "", "a/b/c.txt": "1"})
    assert [in_repository(workspace / name) for name in ("a", "a/b", ".")] == [True, True, False]
