"""Are branches, tags and worktrees told as they stand?"""

from pathlib import Path

import pytest
from tests.unit.committing import Repo

from sleuth.domain.cancel import NEVER
from sleuth.domain.history import NamedRef
from sleuth.domain.items import Kind
from sleuth.ingest.readers.git.names import named_refs
from sleuth.ingest.readers.git.repositories import Repository


@pytest.fixture
def repo(workspace: Path) -> Repo:
    repo = Repo(workspace)
    repo.commit("the harbour", {"a.txt": "1"})
    return repo


def told(repo: Repo) -> dict[str, NamedRef]:
    return {one.ref: one for one in named_refs(Repository(repo.folder / ".git", ""), repo.folder, NEVER)}


def test_branches_and_tags(repo: Repo) -> None:
    """Each is called as a person calls it, and says what it leads to."""
    repo.git("branch", "feature/tide")
    repo.git("tag", "v1")
    repo.git("tag", "-a", "v2", "-m", "the second one")
    found = told(repo)
    branch, light, annotated = found["refs/heads/feature/tide"], found["refs/tags/v1"], found["refs/tags/v2"]
    short = repo.hash()[:10]
    assert (branch.kind, branch.name, branch.text) == (Kind.BRANCH, "feature/tide", f"feature/tide\nbranch at {short} the harbour, 2023-11-14")
    assert (light.kind, light.text) == (Kind.TAG, f"v1\ntag at {short} the harbour, 2023-11-14")
    assert annotated.commit == repo.hash()
    assert "the second one" in annotated.text
    assert "the harbour" in annotated.text


def test_where_they_are_checked_out(repo: Repo, tmp_path: Path) -> None:
    """A branch says in which worktree it is, and a worktree which branch it has."""
    repo.git("worktree", "add", "-q", "-b", "side", str(repo.folder / "trees/side"))
    repo.git("worktree", "add", "-q", "--detach", str(tmp_path / "far"))
    found = told(repo)
    assert found["refs/heads/side"].about[0].startswith("branch, checked out in trees/side, at ")
    assert found["refs/heads/main"].about[0].startswith("branch, checked out in workspace, at ")
    side = found[f"worktree:{repo.folder / 'trees/side'}"]
    assert (side.kind, side.name, side.branch) == (Kind.WORKTREE, "trees/side", "side")
    assert found[f"worktree:{tmp_path / 'far'}"].about[0].startswith("no branch checked out, at ")


def test_remote_branches(repo: Repo, tmp_path: Path) -> None:
    """Those of a remote are told once, whatever else leads to them."""
    clone = Repo(tmp_path / "clone")
    clone.git("remote", "add", "origin", str(repo.folder))
    clone.git("fetch", "-q")
    clone.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    found = told(clone)
    assert [ref for ref in found if "remotes" in ref] == ["refs/remotes/origin/main"]
    assert found["refs/remotes/origin/main"].about[0].startswith("remote branch at ")


def test_without_a_commit(workspace: Path) -> None:
    """A repository in which nothing was committed has a worktree, and that is all."""
    (one,) = told(Repo(workspace)).values()
    assert one.about[0] == "main checked out, without a commit"


def test_a_worktree_whose_folder_is_gone(repo: Repo, tmp_path: Path) -> None:
    """It says so."""
    repo.git("worktree", "add", "-q", str(tmp_path / "wt"))
    (tmp_path / "wt").rename(tmp_path / "elsewhere")
    assert told(repo)[f"worktree:{tmp_path / 'wt'}"].about[-1] == "its folder is gone"


def test_what_one_leads_to_is_gone(repo: Repo) -> None:
    """The others are told although git stumbles over one."""
    (repo.folder / ".git/refs/heads/lost").write_text("1f" * 20 + "\n")
    found = told(repo)
    assert {"refs/heads/lost", "refs/heads/main"} <= set(found)


def test_a_bare_one_has_no_worktree(tmp_path: Path) -> None:
    """Git's own folder is no place where something is checked out."""
    bare = Repo(tmp_path / "bare.git", "--bare")
    assert named_refs(Repository(bare.folder, ""), bare.folder, NEVER) == ()


def test_nested_ones_have_names_of_their_own(repo: Repo) -> None:
    """Two repositories of one workspace may each have a `main`."""
    inner = Repo(repo.folder / "lib")
    inner.commit("inner")
    refs = [one.ref for one in named_refs(Repository(inner.folder / ".git", "lib/"), repo.folder, NEVER)]
    assert refs[0] == "lib/refs/heads/main"
