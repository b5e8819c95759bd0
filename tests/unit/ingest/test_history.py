"""Is all of a history in the index that can be reached, and nothing else?"""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.unit.building import found, lay, settings
from tests.unit.committing import Repo, commit_many

from sleuth.domain.cancel import NEVER, Cancellation
from sleuth.domain.errors import Cancelled
from sleuth.engine.workspace import SearchOptions, Workspace
from sleuth.index.store import Store
from sleuth.ingest.history import HistoryReport, scan_history

posix = pytest.mark.skipif(sys.platform == "win32", reason="a program of the test's own stands for git")


@pytest.fixture
def repo(workspace: Path) -> Repo:
    return Repo(workspace)


class Index:
    """An index of nothing but history."""

    def __init__(self, root: Path, path: Path, deny: tuple[str, ...] = ()) -> None:
        self.root = root
        self.path = path
        self.deny = deny
        self.nested: list[str] = []

    def scan(self, cancellation: Cancellation = NEVER, max_bytes: int | None = None) -> HistoryReport:
        store = Store(self.path, max_bytes)
        try:
            return scan_history(self.root, self.nested, store, self.deny, cancellation, lambda _done, _total: None)
        finally:
            store.close()

    def hashes(self) -> set[str]:
        store = Store(self.path)
        try:
            return {
                hash_.decode("ascii") for one in store.history.repositories() for hash_ in store.history.hashes(one.id).tolist()
            }
        finally:
            store.close()


@pytest.fixture
def index(repo: Repo, tmp_path: Path) -> Index:
    return Index(repo.folder, tmp_path / "index.db")


def without_git(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir(exist_ok=True)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))


def test_all_of_it_then_what_came(repo: Repo, index: Index) -> None:
    """The first scan reads everything that any branch or tag leads to, the next one what is new."""
    first = repo.commit("first", {"a.txt": "1"})
    repo.git("checkout", "-q", "-b", "side")
    side = repo.commit("side")
    repo.git("tag", "kept")
    repo.git("checkout", "-q", "main")
    repo.git("branch", "-q", "-D", "side")
    assert index.scan().read == 2
    assert index.hashes() == {first, side}
    second = repo.commit("second")
    assert index.scan().read == 1
    assert index.hashes() == {first, side, second}


def test_nothing_is_started_where_nothing_moved(
    repo: Repo, index: Index, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A scan of a history that stands still needs no git, and writes nothing."""
    repo.commit("first")
    index.scan()
    before = index.path.read_bytes()
    without_git(monkeypatch, tmp_path)
    assert index.scan() == HistoryReport()
    assert index.path.read_bytes() == before


@pytest.mark.parametrize(
    ("rewrite", "gone"),
    [
        (["commit", "-q", "--amend", "--allow-empty", "-m", "amended"], 1),
        (["reset", "-q", "--hard", "HEAD~1"], 1),
        (["checkout", "-q", "-B", "main", "HEAD~2"], 1),
        (["branch", "-q", "-D", "side"], 0),
        (["tag", "-d", "v1"], 1),
    ],
)
@pytest.mark.parametrize("is_pruned", [False, True])
def test_what_is_gone_leaves(repo: Repo, index: Index, rewrite: list[str], gone: int, is_pruned: bool) -> None:
    """After history was rewritten, that is found which is reached, as git itself lists it, also where git has thrown the rest away."""
    repo.commit("first")
    repo.commit("second", {"a.txt": "1"})
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("side")
    repo.git("checkout", "-q", "--detach")
    repo.commit("tagged")
    repo.git("tag", "v1")
    repo.git("checkout", "-q", "main")
    repo.commit("third", {"b.txt": "1"})
    index.scan()
    repo.git(*rewrite)
    if is_pruned:
        repo.git("reflog", "expire", "--expire=now", "--all")
        repo.git("gc", "-q", "--prune=now")
    assert index.scan().dropped == gone
    assert index.hashes() == set(repo.git("rev-list", "--all").split())


def test_worktrees_count(repo: Repo, index: Index, tmp_path: Path) -> None:
    """What is checked out in another worktree is reached, on no branch too."""
    repo.commit("first")
    repo.git("worktree", "add", "-q", "--detach", str(tmp_path / "wt"))
    repo.git("-C", str(tmp_path / "wt"), "commit", "-q", "--allow-empty", "-m", "apart")
    index.scan()
    assert len(index.hashes()) == 2


def test_a_worktree_inside_is_no_second_history(repo: Repo, index: Index) -> None:
    """Each commit is there once."""
    repo.commit("first")
    repo.git("worktree", "add", "-q", "trees/a")
    index.nested = ["trees/a/"]
    assert index.scan().read == 1


def test_two_clones_in_one_workspace(repo: Repo, index: Index) -> None:
    """What two repositories share is there once, and stays when one of them goes."""
    shared = repo.commit("shared")
    repo.git("clone", "-q", str(repo.folder), str(repo.folder / "copy"))
    own = Repo(repo.folder / "copy").commit("its own")
    index.nested = ["copy/"]
    index.scan()
    assert index.hashes() == {shared, own}
    repo.git("commit", "-q", "--amend", "--allow-empty", "-m", "amended")
    index.scan()
    assert index.hashes() == {repo.hash(), shared, own}
    shutil.rmtree(repo.folder / "copy")
    index.nested = []
    index.scan()
    assert index.hashes() == {repo.hash()}


def test_a_repository_that_goes(repo: Repo, index: Index) -> None:
    """Without its `.git` a folder has no history any more."""
    repo.commit("first")
    index.scan()
    shutil.rmtree(repo.folder / ".git")
    assert index.scan().dropped == 1
    assert index.hashes() == set()


def test_a_repository_that_cannot_be_told(repo: Repo, index: Index) -> None:
    """Where a `.git` is there and none can be read, what was known is kept."""
    first = repo.commit("first")
    index.scan()
    (repo.folder / ".git").rename(repo.folder / "away")
    (repo.folder / ".git").mkdir()
    assert index.scan() == HistoryReport()
    assert index.hashes() == {first}


@pytest.mark.parametrize("options", [("--object-format=sha256",), ("--bare",), ()])
def test_empty_ones(tmp_path: Path, options: tuple[str, ...]) -> None:
    """A repository in which nothing was committed has an empty history, and nothing is wrong with it."""
    repo = Repo(tmp_path / "empty", *options)
    index = Index(repo.folder, tmp_path / "index.db")
    assert index.scan() == HistoryReport()
    assert index.scan() == HistoryReport()


def test_a_bare_one(repo: Repo, tmp_path: Path) -> None:
    """A bare repository has its history too."""
    first = repo.commit("first")
    repo.git("clone", "-q", "--bare", str(repo.folder), str(tmp_path / "bare.git"))
    index = Index(tmp_path / "bare.git", tmp_path / "index.db")
    index.scan()
    assert index.hashes() == {first}


def test_sha256(tmp_path: Path) -> None:
    """Longer hashes are as good."""
    repo = Repo(tmp_path / "long", "--object-format=sha256")
    hashes = {repo.commit("one"), repo.commit("two")}
    index = Index(repo.folder, tmp_path / "index.db")
    index.scan()
    assert index.hashes() == hashes
    repo.git("reset", "-q", "--hard", "HEAD~1")
    index.scan()
    assert len(index.hashes()) == 1


def test_a_cut_history_and_the_rest_of_it(repo: Repo, tmp_path: Path) -> None:
    """Of a shallow clone that is there which is; what it changed at the cut is told when the rest has come."""
    for number in range(4):
        repo.commit(f"commit {number}", {f"f{number}.txt": "1"})
    repo.git("clone", "-q", "--depth=2", f"file://{repo.folder}", str(tmp_path / "cut"))
    workspace = Workspace.open(tmp_path / "cut")
    workspace.scan()
    assert len(found(workspace, "commit", sources=("git",), limit=9)) == 2
    assert found(workspace, "path:f0.txt", sources=("git",)) == []
    repo.git("-C", str(tmp_path / "cut"), "fetch", "-q", "--unshallow")
    workspace.scan()
    assert len(found(workspace, "commit", sources=("git",), limit=9)) == 4
    assert found(workspace, "path:f2.txt", sources=("git",)) == [repo.hash("HEAD~1")]
    workspace.close()


# -- damage


@pytest.mark.parametrize("how", ["lose", "spoil"])
@pytest.mark.parametrize("what", ["HEAD~2^{tree}", "HEAD~2"])
def test_damaged_objects(repo: Repo, index: Index, how: str, what: str) -> None:
    """What is damaged is told, and told again; everything else that can be reached is read."""
    hashes = [repo.commit(f"commit {number}", {f"f{number}.txt": "1"}) for number in range(5)]
    getattr(repo, how)(repo.hash(what))
    report = index.scan()
    readable = set(hashes) if "tree" in what else set(hashes[3:])
    assert readable <= index.hashes()
    assert "could not be read whole" in report.notices[0]
    again = index.scan()
    assert (again.read, again.notices) == (0, report.notices)


def test_what_was_missing_comes(repo: Repo, index: Index, tmp_path: Path) -> None:
    """Once the objects are there, the next scan reads what it could not read before."""
    hashes = {repo.commit(f"commit {number}") for number in range(4)}
    repo.git("clone", "-q", "--bare", str(repo.folder), str(tmp_path / "whole.git"))
    repo.lose(repo.hash("HEAD~2"))
    index.scan()
    pack = repo.git("-C", str(tmp_path / "whole.git"), "pack-objects", "--all", str(repo.folder / ".git/objects/pack/pack"), stdin=b"")
    assert pack
    report = index.scan()
    assert index.hashes() == hashes
    assert report.notices == []


def test_nothing_is_dropped_where_not_all_could_be_read(repo: Repo, index: Index) -> None:
    """An object that is missing is no history that was rewritten."""
    hashes = {repo.commit(f"commit {number}") for number in range(4)}
    index.scan()
    repo.lose(repo.hash("HEAD~2"))
    new = repo.commit("new")
    index.scan()
    assert index.hashes() == hashes | {new}


def test_branches_that_lead_nowhere(repo: Repo, index: Index) -> None:
    """A branch whose commit is missing, and one that is no branch, are passed over."""
    first = repo.commit("first")
    (repo.folder / ".git/refs/heads/lost").write_text("1f" * 20 + "\n")
    (repo.folder / ".git/refs/heads/odd").write_text("garbage\n")
    index.scan()
    assert index.hashes() == {first}


def fake_git(folder: Path, script: str) -> None:
    """A program that is called git: `$REAL` is the real one."""
    path = lay(folder, {"git": f'#!/bin/sh\nREAL="{shutil.which("git")}"\n{script}\n'}) / "git"
    path.chmod(0o755)


@posix
@pytest.mark.parametrize("script", ['"$REAL" "$@" | head -c 700; kill -9 $$', '"$REAL" "$@" | head -c 700; exit 128', "kill -9 $$"])
def test_git_is_killed(
    repo: Repo, index: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    """A git that ends in the middle of what it says is told, and what is missing comes with the next scan."""
    hashes = {repo.commit(f"commit {number}", {"a.txt": str(number)}) for number in range(9)}
    fake_git(tmp_path / "bin", f'case " $* " in *" log "*) {script};; *) exec "$REAL" "$@";; esac')
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    report = index.scan()
    assert index.hashes() <= hashes
    assert "could not be read whole" in report.notices[0]
    monkeypatch.undo()
    repo.commit("moved")
    index.scan()
    assert index.hashes() == {*hashes, repo.hash()}


@posix
def test_a_branch_vanishes_meanwhile(repo: Repo, index: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the question which branches there are and that for their commits one may go, objects and all."""
    repo.commit("first")
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("side")
    repo.git("checkout", "-q", "main")
    gone = f'rm -f "{repo.folder}/.git/refs/heads/side" "{repo.folder}/.git/objects/{repo.hash("side")[:2]}/{repo.hash("side")[2:]}"'
    fake_git(tmp_path / "bin", f'case " $* " in *" log "*) {gone};; esac; exec "$REAL" "$@"')
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    assert index.scan().notices == []
    index.scan()
    assert index.hashes() == {repo.hash()}


def test_no_git(repo: Repo, index: Index, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where there is no git a notice says so, once a scan, and nothing fails."""
    repo.commit("first")
    without_git(monkeypatch, tmp_path)
    report = index.scan()
    assert [notice.startswith("the history could not be read: git cannot be run") for notice in report.notices] == [True]


# -- what a repository may configure


@posix
@pytest.mark.parametrize(
    "configured",
    [
        {"log.showSignature": "true", "gpg.program": "{trap}"},
        {"core.pager": "{trap}", "pager.log": "{trap}"},
        {"diff.external": "{trap}", "diff.trap.textconv": "{trap}", "diff.trap.command": "{trap}"},
        {"core.fsmonitor": "{trap}", "core.hooksPath": "hooks"},
        {"alias.log": "!{trap}", "alias.rev-list": "!{trap}", "alias.for-each-ref": "!{trap}"},
        {"core.sshCommand": "{trap}", "core.askPass": "{trap}", "core.editor": "{trap}"},
        {"filter.trap.clean": "{trap}", "filter.trap.smudge": "{trap}", "filter.trap.process": "{trap}"},
    ],
)
def test_nothing_of_it_is_run(repo: Repo, tmp_path: Path, configured: dict[str, str]) -> None:
    """Whatever a repository would have run, neither a scan nor a search runs it, and both find what is there."""
    trap = lay(tmp_path, {"trap": f"#!/bin/sh\ntouch {tmp_path}/sprung\n"}) / "trap"
    trap.chmod(0o755)
    first = repo.commit("the harbour", {"a.txt": "1", ".gitattributes": "* diff=trap filter=trap\n"})
    for hook in ("post-checkout", "reference-transaction", "post-index-change"):
        shutil.copy(trap, lay(repo.folder / ".git", {f"hooks/{hook}": ""}) / "hooks" / hook)
    for key, value in configured.items():
        repo.git("config", key, value.format(trap=trap))
    (tmp_path / "sprung").unlink(missing_ok=True)
    workspace = Workspace.open(repo.folder)
    workspace.scan()
    assert found(workspace, "harbour", sources=("git",)) == [first]
    assert found(workspace, "main", sources=("git",))[0] == "refs/heads/main"
    workspace.close()
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize(
    "configured",
    [
        {"log.showRoot": "false"},
        {"format.pretty": "oneline", "log.date": "relative", "log.decorate": "full", "color.ui": "always"},
        {"diff.orderFile": "/nowhere", "diff.renames": "copies", "diff.relative": "true", "diff.noprefix": "true"},
        {"i18n.logOutputEncoding": "ISO-2022-JP", "core.quotePath": "true"},
        {"log.follow": "true", "log.mailmap": "true", "log.diffMerges": "separate", "core.abbrev": "7"},
    ],
)
def test_nothing_of_it_changes_what_is_read(repo: Repo, index: Index, configured: dict[str, str]) -> None:
    """What a person likes to see of a log makes no difference."""
    repo.commit("Übergröße 潮", {"hä.txt": "1", "b.txt": "2"})
    for key, value in configured.items():
        repo.git("config", key, value)
    index.scan()
    workspace = Workspace.open(repo.folder)
    workspace.scan()
    (hit,) = workspace.search("übergröße path:hä.txt author:tester", SearchOptions(sources=("git",))).hits
    assert hit.title == "Übergröße 潮"
    workspace.close()


@posix
def test_nothing_is_fetched(repo: Repo, tmp_path: Path) -> None:
    """What a partial clone has not got is not fetched, and its commits are found all the same."""
    hashes = {repo.commit(f"harbour {number}", {f"f{number}.txt": "1"}) for number in range(3)}
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.git("clone", "-q", "--no-checkout", "--filter=tree:0", f"file://{repo.folder}", str(tmp_path / "partial"))
    trap = lay(tmp_path, {"trap": f"#!/bin/sh\ntouch {tmp_path}/sprung\n"}) / "trap"
    trap.chmod(0o755)
    repo.git("-C", str(tmp_path / "partial"), "config", "remote.origin.uploadpack", str(trap))
    index = Index(tmp_path / "partial", tmp_path / "index.db")
    index.scan()
    assert index.hashes() == hashes
    assert not (tmp_path / "sprung").exists()


# -- what may be named, and how much


def test_files_that_may_not_be_named(repo: Repo, home: Path) -> None:
    """What rules block is not named among what a commit changed; another rule holds at once, and the next scan keeps to it."""
    hash_ = repo.commit("the harbour", {"drafts/pelican.md": "1", ".env": "2", "kept.txt": "3"})
    workspace = Workspace.open(repo.folder)
    workspace.scan()
    assert found(workspace, "pelican", sources=("git",)) == [hash_]
    assert found(workspace, "path:.env", sources=("git",)) == []
    settings(home, '[search]\ndeny = ["drafts/"]\n')
    assert found(workspace, "harbour", sources=("git",)) == []
    workspace.scan()
    assert found(workspace, "harbour", sources=("git",)) == [hash_]
    assert found(workspace, "pelican", sources=("git",)) == []
    settings(home, "")
    workspace.scan()
    assert found(workspace, "path:pelican", sources=("git",)) == [hash_]
    workspace.close()


def test_a_budget(repo: Repo, index: Index) -> None:
    """An index that may not grow takes no commits, and says so."""
    repo.commit("first")
    report = index.scan(max_bytes=1)
    assert (report.read, report.incomplete is not None) == (0, True)
    index.scan()
    assert len(index.hashes()) == 1


# -- stopping


def stopping_at(count: int) -> Callable[[Cancellation], Callable[[int, int], None]]:
    return lambda cancellation: lambda done, _total: cancellation.cancel() if done >= count else None


def test_stopped_and_gone_on(repo: Repo, index: Index) -> None:
    """A scan that is stopped keeps what it has committed, and the next one reads the rest."""
    commit_many(repo, 7_000)
    cancellation = Cancellation()
    store = Store(index.path)
    with pytest.raises(Cancelled):
        scan_history(index.root, [], store, (), cancellation, stopping_at(2_000)(cancellation))
    store.close()
    have = len(index.hashes())
    assert 2_000 <= have < 7_000
    report = index.scan()
    assert (have + report.read, report.dropped) == (7_000, 0)


def test_stopped_while_there_was_news(repo: Repo, index: Index) -> None:
    """What was read before the stop leaves again when the branch has gone back meanwhile."""
    commit_many(repo, 10)
    index.scan()
    before = repo.hash("main")
    commit_many(repo, 5_000, 10)
    cancellation = Cancellation()
    store = Store(index.path)
    with pytest.raises(Cancelled):
        scan_history(index.root, [], store, (), cancellation, stopping_at(2_000)(cancellation))
    store.close()
    repo.git("update-ref", "refs/heads/main", before)
    index.scan()
    assert len(index.hashes()) == 10


def test_stopped_before_the_dictionary(repo: Repo, index: Index) -> None:
    """What a scan that was stopped at its very end has left undone the next one does, though it finds nothing new."""
    commit_many(repo, 300)
    cancellation = Cancellation()
    store = Store(index.path)
    with pytest.raises(Cancelled):
        scan_history(index.root, [], store, (), cancellation, stopping_at(300)(cancellation))
    store.close()
    index.scan()
    store = Store(index.path)
    assert not store.history.lacks_words()
    store.close()


def test_submodules(repo: Repo, tmp_path: Path) -> None:
    """A submodule's commits are the workspace's too, their files seen from it."""
    inner = Repo(tmp_path / "inner")
    hash_ = inner.commit("the inner harbour", {"quay.txt": "1"})
    repo.commit("outer")
    repo.git("submodule", "add", "-q", str(inner.folder), "lib/inner")
    repo.commit("with a submodule")
    workspace = Workspace.open(repo.folder)
    workspace.scan()
    assert found(workspace, "inner harbour", sources=("git",)) == [hash_]
    assert found(workspace, "path:lib/inner/quay.txt", sources=("git",)) == [hash_]
    assert "lib/inner/refs/heads/main" in found(workspace, "kind:branch", sources=("git",))
    workspace.close()


def test_of_a_folder_below(repo: Repo) -> None:
    """A workspace inside a repository has all of its history, files told from where it is."""
    hash_ = repo.commit("the harbour", {"packages/web/a.py": "1", "packages/api/b.py": "2"})
    workspace = Workspace.open(repo.folder / "packages/web")
    workspace.scan()
    (hit,) = workspace.search("harbour", SearchOptions(sources=("git",))).hits
    assert hit.ref == hash_
    assert found(workspace, "path:../api/b.py", sources=("git",)) == [hash_]
    assert found(workspace, "path:packages", sources=("git",)) == []
    workspace.close()


def test_hashes_of_two_lengths(repo: Repo, index: Index) -> None:
    """A repository with longer hashes inside one with shorter ones is no matter."""
    hashes = {repo.commit("one"), Repo(repo.folder / "long", "--object-format=sha256").commit("two")}
    index.nested = ["long/"]
    index.scan()
    assert index.hashes() == hashes
    (repo.folder / ".git/HEAD").write_text(f"{repo.hash()}\n")
    index.scan()
    assert index.hashes() == hashes
