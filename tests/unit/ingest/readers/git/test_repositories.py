"""Is it found where a history is kept, and noticed when something has moved in it?"""

from pathlib import Path

import pytest
from tests.unit.building import lay
from tests.unit.committing import Repo

from sleuth.ingest.readers.git.repositories import (
    Repository,
    git_folder,
    refs_state,
    repositories_of,
    shallow_commits,
)


@pytest.fixture
def repo(workspace: Path) -> Repo:
    repo = Repo(workspace)
    repo.commit("first", {"a.txt": "1"})
    return repo


def test_the_repository_itself(repo: Repo) -> None:
    """A workspace with a `.git` is a repository."""
    found = repositories_of(repo.folder, [])
    assert found.found == (Repository(repo.folder / ".git", ""),)
    assert found.is_sure


def test_a_folder_of_one(repo: Repo) -> None:
    """A folder in a repository has its history, and sees other paths from where it is."""
    lay(repo.folder, {"packages/web/a.txt": "1"})
    (found,) = repositories_of(repo.folder / "packages/web", []).found
    assert found.folder == repo.folder / ".git"
    assert [found.seen(path) for path in ("packages/web/a.txt", "packages/api/b.txt", "c.txt")] == ["a.txt", "../api/b.txt", "../../c.txt"]


def test_a_worktree_shares(repo: Repo, tmp_path: Path) -> None:
    """A worktree's history is kept where the repository's is; one inside the workspace is no other."""
    repo.git("worktree", "add", "-q", str(tmp_path / "wt"))
    repo.git("worktree", "add", "-q", str(repo.folder / "inner"))
    assert git_folder(tmp_path / "wt/.git") == repo.folder / ".git"
    assert len(repositories_of(repo.folder, ["inner/"]).found) == 1


def test_nested_ones(repo: Repo) -> None:
    """Repositories inside the workspace count too, their paths seen from it."""
    Repo(repo.folder / "lib/inner").commit("other")
    outer, inner = repositories_of(repo.folder, ["lib/inner/"]).found
    assert (outer.seen("a.txt"), inner.seen("b.txt")) == ("a.txt", "lib/inner/b.txt")


def test_a_bare_one(tmp_path: Path) -> None:
    """A folder that is git's own is a repository."""
    Repo(tmp_path / "bare.git", "--bare")
    assert [one.folder for one in repositories_of(tmp_path / "bare.git", []).found] == [tmp_path / "bare.git"]


@pytest.mark.parametrize(
    "files",
    [
        {".git/HEAD": "garbage\n"},
        {".git": "gitdir: nowhere\n"},
        {".git": "something else"},
        {".git": b"gitdir: a\0b"},
        {".git": ""},
        {".git": "gitdir: .git\n"},
    ],
)
def test_none_after_all(workspace: Path, files: dict[str, str | bytes]) -> None:
    """A `.git` that leads nowhere is no repository, and nobody can be sure that there was none."""
    found = repositories_of(lay(workspace, files), [])
    assert found.found == ()
    assert not found.is_sure


def test_no_git_at_all(workspace: Path) -> None:
    """A folder outside any repository has no history, and that is sure."""
    found = repositories_of(workspace, [])
    assert (found.found, found.is_sure) == ((), True)


@pytest.mark.parametrize(
    "arguments",
    [
        ["branch", "other"],
        ["tag", "v1"],
        ["checkout", "-q", "-b", "other"],
        ["checkout", "-q", "--detach"],
        ["commit", "-q", "--allow-empty", "--amend", "-m", "other"],
        ["worktree", "add", "-q", "../wt"],
        ["pack-refs", "--all"],
    ],
)
def test_moves_are_seen(repo: Repo, arguments: list[str]) -> None:
    """Whatever a branch, a tag or a worktree does, the state is another."""
    before = refs_state(repo.folder / ".git")
    repo.git(*arguments)
    assert refs_state(repo.folder / ".git") != before


@pytest.mark.parametrize("arguments", [["status"], ["gc", "-q"], ["add", "-A"], ["log", "-1"]])
def test_nothing_moved(repo: Repo, arguments: list[str]) -> None:
    """What moves no branch leaves the state as it is."""
    repo.git("pack-refs", "--all")
    before = refs_state(repo.folder / ".git")
    lay(repo.folder, {"new.txt": "1"})
    repo.git(*arguments)
    assert (refs_state(repo.folder / ".git") == before) == (arguments[0] != "gc")


def test_a_worktree_moves(repo: Repo, tmp_path: Path) -> None:
    """A commit on no branch, in another worktree, is seen."""
    repo.git("worktree", "add", "-q", "--detach", str(tmp_path / "wt"))
    before = refs_state(repo.folder / ".git")
    repo.git("-C", str(tmp_path / "wt"), "commit", "-q", "--allow-empty", "-m", "apart")
    assert refs_state(repo.folder / ".git") != before


def test_objects_that_came(repo: Repo) -> None:
    """Where something was missing, objects that came are a reason to look again."""
    folder = repo.folder / ".git"
    before, with_objects = refs_state(folder), refs_state(folder, with_objects=True)
    repo.git("repack", "-q", "-a", "-d")
    assert refs_state(folder) == before
    assert refs_state(folder, with_objects=True) != with_objects


def test_shallow_commits(repo: Repo, tmp_path: Path) -> None:
    """The commits at which a clone was cut are told."""
    repo.commit("second")
    repo.git("clone", "-q", "--depth=1", f"file://{repo.folder}", str(tmp_path / "cut"))
    assert shallow_commits(tmp_path / "cut/.git") == {repo.hash()}
    assert shallow_commits(repo.folder / ".git") == frozenset()
