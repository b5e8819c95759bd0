"""What if something else lies where the index should? (S-02, S-04)"""

import os
import sqlite3
import sys
from pathlib import Path

import apsw
import pytest
from tests.faults.driving import (
    Tree,
    answer_of,
    found,
    index_of,
    is_partial,
    paths_of,
    run,
    search_process,
    status,
)


@pytest.fixture
def tree(workspace: Path) -> Tree:
    """A small tree that was scanned."""
    made = Tree.make(workspace, 24, 21, size_bytes=1_500)
    assert run("reindex", "-w", str(workspace)).returncode == 0
    return made


@pytest.mark.parametrize("scan", [True, False])
@pytest.mark.parametrize("version", [0, 9_999, -1])
def test_another_schema_version_is_rebuilt(tree: Tree, version: int, scan: bool) -> None:
    """An index of another version is dropped; the search that finds it so answers rightly and says why."""
    connection = apsw.Connection(str(index_of(tree.root)))
    connection.pragma("user_version", version)
    connection.close()
    (index_of(tree.root).parent / "index.stamp").unlink()
    answer = search_process(tree.root, tree.probes[0], *([] if scan else ["--no-scan"]))
    assert paths_of(answer) == tree.holding(tree.probes[0])
    assert any("version" in notice for notice in answer["notices"])
    assert "version" in status(tree.root)["error"]


@pytest.mark.parametrize("has_stamp", [True, False])
def test_a_foreign_database_is_rebuilt(tree: Tree, has_stamp: bool) -> None:
    """Another program's SQLite file is no index."""
    index = index_of(tree.root)
    index.unlink()
    if not has_stamp:
        (index.parent / "index.stamp").unlink()
    foreign = sqlite3.connect(index)
    foreign.execute("CREATE TABLE words (a)")
    foreign.commit()
    foreign.close()
    assert paths_of(found(tree.root, tree.probes[0], scan=False)) == tree.holding(tree.probes[0])


def test_an_empty_file_is_no_index_yet(tree: Tree) -> None:
    """A scan that was stopped before it wrote leaves an empty file: nothing is found, as is said, until the next scan."""
    index_of(tree.root).write_bytes(b"")
    (index_of(tree.root).parent / "index.stamp").unlink()
    answer = found(tree.root, tree.probes[1], scan=False)
    assert (paths_of(answer), is_partial(answer)) == (set(), True)
    answer = found(tree.root, tree.probes[1])
    assert (paths_of(answer), answer.notices) == (tree.holding(tree.probes[1]), ())


@pytest.mark.parametrize("content", [b"no database at all\n" * 400, os.urandom(20_000), b"SQLite format 3\0"])
def test_a_file_that_is_no_database_is_rebuilt(tree: Tree, content: bytes) -> None:
    """Rubbish in the index's place is replaced, without a stamp too."""
    index_of(tree.root).write_bytes(content)
    (index_of(tree.root).parent / "index.stamp").unlink()
    assert paths_of(found(tree.root, tree.probes[1], scan=False)) == tree.holding(tree.probes[1])


def test_a_table_that_is_missing_is_rebuilt(tree: Tree) -> None:
    """Whatever table of the schema is gone, the next search is right."""
    for table in ("summary", "words", "exact", "names", "dictionary", "meta", "item", "body"):
        connection = apsw.Connection(str(index_of(tree.root)))
        connection.execute(f"DROP TABLE {table}")
        connection.close()
        (index_of(tree.root).parent / "index.stamp").unlink(missing_ok=True)
        assert paths_of(found(tree.root, tree.probes[0], scan=False)) == tree.holding(tree.probes[0]), table


def _refused(root: Path, command: tuple[str, ...]) -> None:
    done = run(*command, "-w", str(root), "--json")
    assert done.returncode == 3, done
    assert answer_of(done)["error"]["code"] == "INDEX_UNAVAILABLE"


def test_a_folder_in_the_place_of_the_index(tree: Tree) -> None:
    """A folder is not ours to delete: search says so with exit 3, the status with its error."""
    index = index_of(tree.root)
    index.unlink()
    index.mkdir()
    (index / "mine.txt").write_text("keep me")
    for command in (("search", "word"), ("search", "--no-scan", "word"), ("reindex",), ("reindex", "--rebuild")):
        _refused(tree.root, command)
    assert status(tree.root)["error"]
    assert (index / "mine.txt").read_text() == "keep me"


def test_a_folder_in_the_place_of_the_lock(tree: Tree) -> None:
    """Nobody can scan; a search still answers from what there is, with a notice."""
    lock = index_of(tree.root).parent / "scan.lock"
    lock.unlink(missing_ok=True)
    lock.mkdir()
    _refused(tree.root, ("reindex",))
    for options in ([], ["--no-scan"]):
        answer = search_process(tree.root, tree.probes[0], *options)
        assert paths_of(answer) == tree.holding(tree.probes[0])
    assert status(tree.root)["items"]["files"] == 24


def test_a_file_in_the_place_of_the_home(workspace: Path, home: Path) -> None:
    """SLEUTH_HOME that is a file: exit 3 and a sentence."""
    home.write_text("a file")
    (workspace / "a.txt").write_text("word")
    for command in (("search", "word"), ("reindex",)):
        _refused(workspace, command)
    assert answer_of(run("status", "-w", str(workspace), "--json"))


@pytest.mark.skipif(
    sys.platform == "win32" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere"
)
def test_a_home_that_cannot_be_written(workspace: Path, home: Path) -> None:
    """A home without write permission: exit 3 and a sentence, with no index there."""
    home.mkdir(mode=0o500)
    (workspace / "a.txt").write_text("word")
    _refused(workspace, ("search", "word"))


@pytest.mark.skipif(
    sys.platform == "win32" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere"
)
def test_an_index_that_cannot_be_written(tree: Tree) -> None:
    """Earlier answers still come from an index that became read-only."""
    tree.change(0.5)
    folder = index_of(tree.root).parent
    for path in (index_of(tree.root), folder):
        path.chmod(0o500)
    try:
        assert run("search", "-w", str(tree.root), "--json", tree.probes[0]).returncode in (0, 1, 3)
    finally:
        folder.chmod(0o700)


def test_the_index_deleted_under_an_open_reader(tree: Tree) -> None:
    """A window whose index somebody deleted says that nothing is indexed, and scans again."""
    from tests.faults.driving import EVERYTHING

    from sleuth.engine.workspace import Workspace

    opened = Workspace.open(tree.root)
    opened.search(tree.probes[0], EVERYTHING)
    for path in index_of(tree.root).parent.iterdir():
        path.unlink()
    assert opened.search(tree.probes[0], EVERYTHING).notices
    opened.scan()
    assert paths_of(opened.search(tree.probes[0], EVERYTHING)) == tree.holding(tree.probes[0])
    opened.close()
