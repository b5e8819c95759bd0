"""Which files does a workspace hold?"""

import os
from pathlib import Path

import pytest
from tests.unit.building import git, lay, repository

from sleuth.domain.cancel import NEVER, Cancellation
from sleuth.domain.errors import Cancelled, FolderUnreadable
from sleuth.ingest.scan.listing import Listing, is_hidden, list_workspace

posix = pytest.mark.skipif(os.name == "nt", reason="links, pipes and any bytes in names are POSIX's")


def listed(root: Path, include_ignored: bool = False) -> Listing:
    return list_workspace(root, include_ignored, NEVER)


def names(root: Path, include_ignored: bool = False) -> set[str]:
    all_names = listed(root, include_ignored).names
    assert len(all_names) == len(set(all_names)), "a name comes twice"
    return set(all_names)


# -- in a repository


def test_tracked_and_untracked(workspace: Path) -> None:
    """git's tracked files and untracked ones that it does not ignore are listed."""
    repository(workspace, {".gitignore": "*.log\nbuild/\n", "a.txt": "1", "tracked.log": "2"})
    lay(workspace, {"new.txt": "3", "b.log": "4", "build/c.txt": "5", "sub/d.txt": "6"})
    assert names(workspace) == {".gitignore", "a.txt", "tracked.log", "new.txt", "sub/d.txt"}


def test_deleted_but_tracked(workspace: Path) -> None:
    """A file that git knows and the disk does not is not listed."""
    repository(workspace, {"a.txt": "1", "b.txt": "2"})
    (workspace / "a.txt").unlink()
    assert names(workspace) == {"b.txt"}


def test_nested_repository(workspace: Path) -> None:
    """A repository inside the repository is searched by its own rules (S-10)."""
    repository(workspace, {"a.txt": "1"})
    repository(workspace / "tools/nested", {"b.txt": "2", ".gitignore": "*.log"})
    lay(workspace, {"tools/nested/c.log": "3", "tools/nested/d.txt": "4"})
    assert names(workspace) == {"a.txt", "tools/nested/b.txt", "tools/nested/.gitignore", "tools/nested/d.txt"}


def test_nested_in_nested(workspace: Path) -> None:
    """Repositories may lie in each other to any depth."""
    repository(workspace, {"a.txt": "1"})
    repository(workspace / "one", {"b.txt": "2"})
    repository(workspace / "one/two", {"c.txt": "3"})
    assert names(workspace) == {"a.txt", "one/b.txt", "one/two/c.txt"}


def test_submodule(workspace: Path, tmp_path: Path) -> None:
    """A submodule's files are listed where it lies."""
    library = repository(tmp_path / "library", {"lib.py": "1"})
    repository(workspace, {"a.txt": "1"})
    git(workspace, "submodule", "--quiet", "add", str(library), "third/library")
    assert names(workspace) == {".gitmodules", "a.txt", "third/library/lib.py"}


def test_submodule_that_was_not_fetched(workspace: Path, tmp_path: Path) -> None:
    """An empty submodule's folder is no fault."""
    library = repository(tmp_path / "library", {"lib.py": "1"})
    repository(tmp_path / "origin", {"a.txt": "1"})
    git(tmp_path / "origin", "submodule", "--quiet", "add", str(library), "library")
    git(tmp_path / "origin", "commit", "-q", "-m", "submodule")
    git(tmp_path, "clone", "-q", str(tmp_path / "origin"), str(workspace))
    assert names(workspace) == {".gitmodules", "a.txt"}


def test_repository_in_an_ignored_folder(workspace: Path) -> None:
    """What git ignores stays left out, a repository in it too."""
    repository(workspace, {".gitignore": "deps/\n"})
    repository(workspace / "deps/other", {"b.txt": "2"})
    assert names(workspace) == {".gitignore"}


def test_file_in_conflict(workspace: Path) -> None:
    """A file that a merge left in conflict, which git lists once a side, is one file."""
    repository(workspace, {"a.txt": "base\n"})
    git(workspace, "checkout", "-q", "-b", "other")
    lay(workspace, {"a.txt": "other\n"})
    git(workspace, "commit", "-qam", "other")
    git(workspace, "checkout", "-q", "-")
    lay(workspace, {"a.txt": "ours\n"})
    git(workspace, "commit", "-qam", "ours")
    with pytest.raises(Exception, match="merge"):
        git(workspace, "merge", "-q", "other")
    assert listed(workspace).names == ["a.txt"]


@posix
def test_links(workspace: Path, tmp_path: Path) -> None:
    """Links are not listed, tracked or not, to files or folders, and nothing behind them is."""
    lay(tmp_path / "outside", {"secret.txt": "1"})
    lay(workspace, {"real/a.txt": "1"})
    (workspace / "file.txt").symlink_to("real/a.txt")
    (workspace / "folder").symlink_to("real")
    (workspace / "out").symlink_to(tmp_path / "outside")
    (workspace / "dangling").symlink_to("nowhere")
    repository(workspace, {})
    assert names(workspace) == {"real/a.txt"}


@posix
def test_tracked_folder_becomes_a_link(workspace: Path, tmp_path: Path) -> None:
    """A tracked folder that was replaced by a link out is not followed."""
    outside = lay(tmp_path / "outside", {"a.txt": "secret"})
    repository(workspace, {"folder/a.txt": "1", "b.txt": "2"})
    (workspace / "folder").rename(tmp_path / "moved")
    (workspace / "folder").symlink_to(outside)
    assert names(workspace) == {"b.txt"}


def test_tracked_file_becomes_a_folder(workspace: Path) -> None:
    """Where a tracked file is a folder now, the folder's files are listed once."""
    repository(workspace, {"a": "1"})
    (workspace / "a").unlink()
    lay(workspace, {"a/b.txt": "2"})
    assert names(workspace) == {"a/b.txt"}


def test_folder_of_a_repository(workspace: Path) -> None:
    """A folder inside a repository is listed by the repository's rules, from the folder."""
    repository(workspace, {".gitignore": "*.log\n", "top.txt": "1", "sub/a.txt": "2"})
    lay(workspace, {"sub/b.log": "3"})
    assert names(workspace / "sub") == {"a.txt"}


@pytest.mark.parametrize("content", ["gitdir: /nowhere/at/all\n", "garbage", ""])
def test_broken_git_file(workspace: Path, content: str) -> None:
    """With a broken `.git` the folder is walked, and it is said why."""
    lay(workspace, {".git": content, "a.txt": "1", "sub/b.txt": "2"})
    listing = listed(workspace)
    assert (set(listing.names), len(listing.notices)) == ({"a.txt", "sub/b.txt"}, 1)
    assert "without git" in listing.notices[0]


def test_broken_git_folder(workspace: Path) -> None:
    """A `.git` folder without a repository in it is walked past."""
    lay(workspace, {".git/HEAD": "x", "a.txt": "1"})
    listing = listed(workspace)
    assert (listing.names, len(listing.notices)) == (["a.txt"], 1)


def test_nested_broken_repository(workspace: Path) -> None:
    """A broken repository inside a folder loses none of the files beside it."""
    lay(workspace, {"a.txt": "1", "nested/.git": "garbage", "nested/b.txt": "2"})
    assert names(workspace) == {"a.txt", "nested/b.txt"}


def test_no_git_program(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without git on the machine a repository is walked, and it is said."""
    repository(workspace, {".gitignore": "*.log", "a.txt": "1"})
    monkeypatch.setenv("PATH", "/nowhere")
    listing = listed(workspace)
    assert set(listing.names) == {".gitignore", "a.txt"}
    assert "git" in listing.notices[0]


def test_inside_a_hook(workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where git's variables name another repository, the workspace's own is asked."""
    repository(tmp_path / "other", {"o.txt": "1"})
    repository(workspace, {"a.txt": "1"})
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other/.git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "other/.git/index"))
    assert names(workspace) == {"a.txt"}


@pytest.mark.parametrize("key", ["core.fsmonitor", "core.hooksPath", "core.pager", "core.sshCommand"])
def test_repository_runs_nothing(workspace: Path, tmp_path: Path, key: str) -> None:
    """No program that a repository's configuration names is run (S-57)."""
    repository(workspace, {"a.txt": "1"})
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    program.chmod(0o755)
    git(workspace, "config", key, str(program))
    names(workspace, include_ignored=True)
    assert not (tmp_path / "ran").exists()


@posix
def test_odd_names_in_git(workspace: Path) -> None:
    """Names of any bytes come through git whole."""
    odd = {os.fsdecode(b"caf\xe9.txt"), "a\nb.txt", ' "q" .txt', "-n", "é.txt", "e\u0301.txt", "a\\b", "*"}
    repository(workspace, dict.fromkeys(sorted(odd)[:4], "1"))
    lay(workspace, dict.fromkeys(sorted(odd)[4:], "1"))
    assert names(workspace) == odd


# -- ignored files


def test_include_ignored(workspace: Path) -> None:
    """Ignored files come as hidden ones, without dependencies, builds and caches (S-20)."""
    repository(workspace, {".gitignore": "*.log\nbuild/\nnode_modules/\nlocal/\n", "a.txt": "1"})
    lay(workspace, {"b.log": "1", "build/c.txt": "2", "node_modules/d/e.js": "3", "local/f.txt": "4"})
    lay(workspace, {"local/__pycache__/g.pyc": "5", "local/.venv/h.py": "6", "node_modules/x.log": "7"})
    listing = listed(workspace, include_ignored=True)
    hidden = {one.ref for one in listing.found() if one.hidden}
    assert hidden == {".gitignore", "b.log", "local/f.txt"}
    assert "a.txt" in listing.names


def test_repository_that_ignores_everything(workspace: Path) -> None:
    """A repository that ignores everything does not look like an empty folder (S-46)."""
    repository(workspace, {})
    lay(workspace, {".gitignore": "*\n", "a.txt": "1"})
    listing = listed(workspace)
    assert listing.names == []
    assert ".gitignore:1 *" in listing.notices[0]


def test_ignored_workspace_inside_a_repository(workspace: Path) -> None:
    """A workspace that the repository around it ignores says so too."""
    repository(workspace, {".gitignore": "scratch/\n"})
    lay(workspace, {"scratch/a.txt": "1"})
    listing = listed(workspace / "scratch")
    assert listing.names == []
    assert any("scratch/" in notice for notice in listing.notices)


def test_empty_repository(workspace: Path) -> None:
    """An empty repository is empty without a word."""
    repository(workspace, {})
    assert (listed(workspace).names, listed(workspace).notices) == ([], [])


# -- without git


def test_walk(workspace: Path) -> None:
    """Outside a repository every file is listed, dot folders too, but for git's own."""
    lay(workspace, {"a.txt": "1", ".hidden/b.txt": "2", "c/d/e.txt": "3", ".gitignore": "*"})
    assert names(workspace) == {"a.txt", ".hidden/b.txt", "c/d/e.txt", ".gitignore"}


@posix
def test_odd_names(workspace: Path) -> None:
    """Names of any bytes are listed, in folders of any bytes."""
    odd = {os.fsdecode(b"f\xff/caf\xe9.txt"), "a\nb.txt", " x ", "-n", "漢字.txt", "e\u0301", "é"}
    lay(workspace, dict.fromkeys(odd, "1"))
    assert names(workspace) == odd


@posix
def test_links_and_pipes(workspace: Path, tmp_path: Path) -> None:
    """Links and pipes are no files, and a folder linked into itself has an end."""
    lay(workspace, {"a.txt": "1"})
    (workspace / "loop").symlink_to(".")
    (workspace / "link.txt").symlink_to("a.txt")
    os.mkfifo(workspace / "pipe")
    assert names(workspace) == {"a.txt"}


def test_repository_inside_a_folder(workspace: Path) -> None:
    """In a plain folder repositories are listed by their own rules."""
    lay(workspace, {"plain/x.log": "1"})
    repository(workspace / "code", {".gitignore": "*.log", "a.txt": "1"})
    lay(workspace, {"code/y.log": "2"})
    assert names(workspace) == {"plain/x.log", "code/.gitignore", "code/a.txt"}


def test_very_deep(workspace: Path) -> None:
    """Depth is no limit of ours."""
    folder = "/".join(["d"] * 300)
    lay(workspace, {f"{folder}/a.txt": "1"})
    assert names(workspace) == {f"{folder}/a.txt"}


def unreadable(monkeypatch: pytest.MonkeyPatch, *folders: Path) -> None:
    """Folders that cannot be listed; chmod would not stop root."""
    real = os.scandir

    def scandir(path: str = ".") -> object:
        if Path(path) in folders:
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)


def test_unreadable_root(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A root that cannot be listed is not an empty one (S-55)."""
    unreadable(monkeypatch, workspace)
    with pytest.raises(FolderUnreadable):
        listed(workspace)


def test_unreadable_folder(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that cannot be listed is noted, and the others are listed."""
    lay(workspace, {"a/b.txt": "1", "c.txt": "2"})
    unreadable(monkeypatch, workspace / "a")
    listing = listed(workspace)
    assert (listing.names, listing.unlisted) == (["c.txt"], ["a/"])
    assert "a/" in listing.notices[0]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root reads everything")
def test_unreadable_folder_in_git(workspace: Path) -> None:
    """In a repository too a folder that cannot be listed is noted, though git only warns."""
    repository(workspace, {"c.txt": "2"})
    lay(workspace, {"a/b.txt": "1"})
    (workspace / "a").chmod(0)
    try:
        assert any(ref.rstrip("/") == "a" for ref in listed(workspace).unlisted)
    finally:
        (workspace / "a").chmod(0o755)


# -- the listing


@pytest.mark.parametrize(
    ("ref", "hidden"), [("a", False), (".a", True), ("a/.b", True), (".a/b", True), ("a.b/c.d", False), ("a/b.", False)]
)
def test_is_hidden(ref: str, hidden: bool) -> None:
    """Dotfiles and what lies in dot folders are hidden."""
    assert is_hidden(ref) is hidden


def test_fingerprint(workspace: Path) -> None:
    """A fingerprint is the same for the same files, and another when one of them changes."""
    lay(workspace, {"a.txt": "1", "b.txt": "2"})
    before = listed(workspace).fingerprint()
    assert listed(workspace).fingerprint() == before
    (workspace / "b.txt").write_text("3")
    assert listed(workspace).fingerprint() != before


@pytest.mark.parametrize("in_git", [True, False])
def test_cancelled(workspace: Path, in_git: bool) -> None:
    """Listing a large folder stops when asked to."""
    files = {f"{number}.txt": "1" for number in range(600)}
    repository(workspace, files) if in_git else lay(workspace, files)
    cancellation = Cancellation()
    cancellation.cancel()
    with pytest.raises(Cancelled):
        list_workspace(workspace, False, cancellation)
