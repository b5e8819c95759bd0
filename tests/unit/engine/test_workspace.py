"""Does the engine's one door do what it says?"""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.unit.building import found, git, lay, repository, scanned, settings, settle

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import (
    BadQuery,
    Cancelled,
    EmptySearch,
    EnvironmentFault,
    IndexUnavailable,
    ItemUnreadable,
    NoEmbeddings,
    NoWorkspace,
    SearchDisabled,
    SleuthError,
    UnknownMode,
    UnknownSource,
)
from sleuth.domain.items import Source
from sleuth.domain.queries import Sort
from sleuth.engine.notes import add_note
from sleuth.engine.plain import explained
from sleuth.engine.workspace import SearchOptions, Workspace, find_workspace
from sleuth.index.connection import remove_index
from sleuth.places import workspace_folder


def index_of(workspace: Path) -> Path:
    return workspace_folder(workspace) / "search/index.db"


def notices(workspace: Workspace, query: str = "text") -> tuple[str, ...]:
    return workspace.search(query, SearchOptions()).notices


# -- which folder


def test_given_folder_wins(workspace: Path) -> None:
    """The folder that was named is the workspace, from the current folder if it is not whole."""
    assert find_workspace("sub", str(workspace)) == workspace / "sub"
    assert find_workspace("/other", str(workspace)) == Path("/other")


def test_repository_around(workspace: Path) -> None:
    """Else the repository around the current folder is."""
    repository(workspace, {"a/b/c.txt": "1"})
    assert find_workspace(None, str(workspace / "a/b")) == workspace


def test_known_workspace_around(workspace: Path) -> None:
    """Else a workspace that is known already."""
    scanned(workspace, {"a/b/c.txt": "1"}).close()
    assert find_workspace(None, str(workspace / "a/b")) == workspace


def test_nearest_repository(workspace: Path) -> None:
    """Of several repositories the nearest is meant."""
    repository(workspace, {"a.txt": "1"})
    repository(workspace / "inner", {"sub/b.txt": "1"})
    assert find_workspace(None, str(workspace / "inner/sub")) == workspace / "inner"


def test_current_folder(workspace: Path) -> None:
    """Else the current folder itself."""
    (workspace / "plain").mkdir()
    assert find_workspace(None, str(workspace / "plain")) == workspace / "plain"


@pytest.mark.parametrize("name", ["missing", "file.txt", "file.txt/below", "dangling", "loop"])
def test_no_workspace(workspace: Path, name: str) -> None:
    """What is no folder is refused by name (NO_WORKSPACE)."""
    lay(workspace, {"file.txt": "1"})
    (workspace / "dangling").symlink_to("nowhere")
    (workspace / "loop").symlink_to("loop")
    with pytest.raises(NoWorkspace, match=name.partition("/")[0]):
        Workspace.open(workspace / name)


def test_workspace_by_a_link(workspace: Path, tmp_path: Path) -> None:
    """A link to a folder opens the same workspace as the folder."""
    (tmp_path / "link").symlink_to(workspace)
    assert Workspace.open(tmp_path / "link").key == Workspace.open(workspace).key


# -- asking wrongly


@pytest.mark.parametrize(
    ("query", "options", "error"),
    [
        ("", SearchOptions(), EmptySearch),
        ("  \n", SearchOptions(), EmptySearch),
        ("a", SearchOptions(sources=("nope",)), UnknownSource),
        ("source:nope", SearchOptions(), UnknownSource),
        ("a", SearchOptions(mode="fuzzy"), UnknownMode),
        ("a", SearchOptions(mode="semantic"), NoEmbeddings),
        ("a", SearchOptions(mode="hybrid"), NoEmbeddings),
        ("/(/", SearchOptions(), BadQuery),
        ("a", SearchOptions(cursor="nonsense"), BadQuery),
        ("since:yesterdayish", SearchOptions(), BadQuery),
    ],
)
def test_refused(workspace: Path, query: str, options: SearchOptions, error: type[SleuthError]) -> None:
    """A wrong request is refused by its own error, and the index stays in use."""
    opened = scanned(workspace, {"a.txt": "a"})
    with pytest.raises(error):
        opened.search(query, options)
    assert found(opened, "a") == ["a.txt"]


def test_disabled(workspace: Path, home: Path) -> None:
    """With search off nothing is searched or scanned, no index is kept, and the status says so (S-04)."""
    opened = scanned(workspace, {"a.txt": "text"})
    settings(home, "[search]\nenabled = false\n")
    for ask in (lambda: found(opened, "text"), opened.scan, lambda: opened.why("a.txt", "/")):
        with pytest.raises(SearchDisabled):
            ask()
    assert (index_of(workspace).exists(), opened.status().enabled) == (False, False)


def test_settings_at_once(workspace: Path, home: Path) -> None:
    """A rule that blocks hides at once, before any scan (S-35, S-50)."""
    opened = scanned(workspace, {"a.txt": "text", "b.txt": "text"})
    settings(home, "[search]\ndeny = ['a.*']\n")
    answer = opened.search("text", SearchOptions())
    assert ([hit.ref for hit in answer.hits], answer.total) == (["b.txt"], 1)


def test_default_sources(workspace: Path, home: Path) -> None:
    """A search that names no source takes the settings' (S-21)."""
    settings(home, "[search]\nsources = ['documents']\n")
    opened = scanned(workspace, {"a.txt": "text"})
    assert found(opened, "text") == []
    assert found(opened, "text", sources=("files",)) == ["a.txt"]
    assert opened.search("text", SearchOptions(sources=("all",))).sources == tuple(Source)


def test_warnings_are_said(workspace: Path, home: Path) -> None:
    """Bad settings are said with every answer and in the status."""
    settings(home, "[search]\nmax_file_size = 0\n")
    opened = scanned(workspace, {"a.txt": "text"})
    assert any("search.max_file_size" in notice for notice in notices(opened))
    assert any("search.max_file_size" in warning for warning in opened.status().warnings)


# -- answers


def test_before_any_scan(workspace: Path) -> None:
    """Before anything was scanned the answer says so (S-46)."""
    assert "not scanned" in notices(Workspace.open(workspace))[0]


def test_coverage(workspace: Path) -> None:
    """Every answer says what it covered (S-46)."""
    opened = scanned(workspace, {"a.txt": "text", "b.csv": "a,b\n1,2\n", ".env": "A=1", "c.png": b"\x89PNG\0\0"})
    coverage = opened.search("nothinglikeit", SearchOptions()).coverage
    assert coverage.items == {"files": 1, "documents": 0, "tables": 1}
    assert coverage.left_out == {"ignored": 0, "blocked": 1, "binary": 1, "too_large": 0}


def test_hidden_only_when_asked(workspace: Path) -> None:
    """Hidden items come when the search asks for them, by option or filter (S-20)."""
    opened = scanned(workspace, {".dot/a.txt": "text", "b.txt": "text"})
    answers = [found(opened, "text"), found(opened, "text", hidden=True), found(opened, "text is:hidden")]
    assert [set(one) for one in answers] == [{"b.txt"}, {"b.txt", ".dot/a.txt"}, {".dot/a.txt"}]


@pytest.mark.parametrize(
    ("sort", "order"), [(Sort.DATE, ["b.txt", "a.txt", "c.txt"]), (Sort.PATH, ["a.txt", "b.txt", "c.txt"])]
)
def test_sort(workspace: Path, sort: Sort, order: list[str]) -> None:
    """Hits come by date, newest first, or by path."""
    lay(workspace, {"a.txt": "text", "b.txt": "text", "c.txt": "text text text"})
    os.utime(workspace / "b.txt", (2_000_000_000, 2_000_000_000))
    opened = Workspace.open(workspace)
    opened.scan()
    assert found(opened, "text", sort=sort) == order


def test_deleted_since(workspace: Path) -> None:
    """A file that is gone is not shown, nor counted (S-45)."""
    opened = scanned(workspace, {"a.txt": "text", "b.txt": "text"})
    (workspace / "a.txt").unlink()
    answer = opened.search("text", SearchOptions())
    assert ([hit.ref for hit in answer.hits], answer.total) == (["b.txt"], 1)


def test_changed_since(workspace: Path) -> None:
    """A changed file shows its present text; where that lost the word it is stale (S-45)."""
    opened = scanned(workspace, {"a.txt": "text", "b.txt": "text"})
    lay(workspace, {"a.txt": "first\n\ntext here now", "b.txt": "other"})
    hits = {hit.ref: hit for hit in opened.search("text", SearchOptions()).hits}
    assert (hits["a.txt"].line, hits["a.txt"].stale, hits["b.txt"].stale) == (3, False, True)
    assert "text" not in " ".join(row.text for row in hits["b.txt"].passage)


def test_changed_to_a_link_out(workspace: Path, tmp_path: Path) -> None:
    """A file that became a link out of the workspace is not shown."""
    outside = lay(tmp_path / "outside", {"s.txt": "text secret"})
    opened = scanned(workspace, {"a.txt": "text"})
    (workspace / "a.txt").unlink()
    (workspace / "a.txt").symlink_to(outside / "s.txt")
    assert found(opened, "text") == []


@pytest.mark.parametrize("limit", [10**13, 10**19])
def test_changed_with_no_limit(workspace: Path, home: Path, limit: int) -> None:
    """A very large size limit, meant as none, does not stop a search over a changed file."""
    settings(home, f"[search]\nmax_file_size = {limit}\n")
    opened = scanned(workspace, {"a.txt": "text"})
    lay(workspace, {"a.txt": "more text"})
    assert found(opened, "text") == ["a.txt"]


def test_explained(workspace: Path) -> None:
    """A hit says how it came to its place when asked (S-48)."""
    opened = scanned(workspace, {"a.txt": "text"})
    explanation = opened.search("text", SearchOptions(explain=True)).hits[0].explanation
    assert explanation is not None
    assert {"tier", "score", "terms"} <= explanation.keys()


def test_facets(workspace: Path) -> None:
    """Facets count what was found, not what is shown (S-49)."""
    opened = scanned(workspace, {"d/a.py": "text", "b.txt": "text", "c.txt": "other"})
    answer = opened.search("text", SearchOptions(facets=True, limit=1))
    assert answer.facets is not None
    assert (answer.facets["folder"], answer.facets["source"]) == ({".": 1, "d": 1}, {"files": 2})


def test_links(workspace: Path) -> None:
    """Every hit has a link to its exact place (S-67)."""
    opened = scanned(workspace, {"a b/é.txt": "one\ntext"})
    assert opened.search("text", SearchOptions()).hits[0].link == f"sleuth://{opened.key}/files/a%20b/%C3%A9.txt#line=2"


@pytest.mark.parametrize("query", ["caf\u00e9", "cafe\u0301", "cafe", "CAF\u00c9"])
@pytest.mark.parametrize("text", ["un caf\u00e9 noir", "un cafe\u0301 noir"])
def test_two_normal_forms(workspace: Path, query: str, text: str) -> None:
    """Text and query may each be in either normal form, and the marks cover the letters (S-47)."""
    hit = scanned(workspace, {"a.txt": text}).search(query, SearchOptions()).hits[0]
    match = hit.matches[0]
    assert hit.passage[0].text[match.start : match.stop] in ("caf\u00e9", "cafe\u0301")


@pytest.mark.parametrize("query", ["r\u00e9sum\u00e9", "re\u0301sume\u0301", "r\u00e9sum\u00e9.txt", 'path:r\u00e9sum\u00e9', "path:re\u0301sume\u0301"])
def test_names_in_two_normal_forms(workspace: Path, query: str) -> None:
    """Two files whose names differ by normal form are two items, each found by either form."""
    opened = scanned(workspace, {"r\u00e9sum\u00e9.txt": "1", "re\u0301sume\u0301.txt": "2"})
    assert len(set(found(opened, query))) == 2


def test_non_unicode_names(workspace: Path) -> None:
    """A file whose name is not UTF-8 is found by its text, its extension and its path."""
    opened = scanned(workspace, {"caf\udce9.txt": "text"})
    assert [found(opened, query) for query in ("text", "text ext:txt", "text path:caf")] == [["caf\udce9.txt"]] * 3


# -- cancelling


def test_cancelled_search(workspace: Path) -> None:
    """A search stops when asked to, and the next one works."""
    opened = scanned(workspace, {"a.txt": "text"})
    cancellation = Cancellation()
    cancellation.cancel()
    with pytest.raises(Cancelled):
        opened.search("text", SearchOptions(), cancellation)
    assert found(opened, "text") == ["a.txt"]


def test_search_after_a_stopped_scan(workspace: Path) -> None:
    """After a first scan that was stopped what it had read is found, by parts of words too (S-32)."""
    opened = Workspace.open(lay(workspace, {f"{number:03}.txt": f"wordy{number}" for number in range(120)}))
    cancellation = Cancellation()
    with pytest.raises(Cancelled):
        opened.scan(cancellation, lambda done, total: cancellation.cancel())
    assert len(found(opened, "ordy", limit=200)) == 50


def test_search_beside_a_scan(workspace: Path) -> None:
    """While a scan runs, another reader answers from what there is."""
    opened = Workspace.open(lay(workspace, {f"{number:03}.txt": f"wordy{number}" for number in range(120)}))
    seen: list[int] = []

    def look(done: int, total: int) -> None:
        other = Workspace.open(workspace)
        seen.append(len(found(other, "wordy1")))
        other.close()

    opened.scan(progress=look)
    assert seen
    assert found(opened, "wordy119") == ["119.txt"]


# -- trouble with the index


def spoil_version(index: Path) -> None:
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(index)) as connection:
        connection.execute("PRAGMA user_version = 99")


SPOILT: dict[str, Callable[[Path], object]] = {
    "garbage": lambda index: index.write_bytes(b"garbage" * 5000),
    "empty": lambda index: index.write_bytes(b""),
    "half": lambda index: index.write_bytes(index.read_bytes()[: index.stat().st_size // 2]),
    "one byte": lambda index: index.write_bytes(index.read_bytes()[:-9_000] + b"x" + index.read_bytes()[-8_999:]),
    "version": spoil_version,
}


@pytest.mark.parametrize("how", list(SPOILT))
def test_spoilt_index(workspace: Path, how: str) -> None:
    """A search that finds the index spoilt rebuilds it, answers, and says why (S-02)."""
    scanned(workspace, {"a.txt": "text"}).close()
    SPOILT[how](index_of(workspace))
    answer = Workspace.open(workspace).search("text", SearchOptions())
    assert [hit.ref for hit in answer.hits] == ["a.txt"]
    assert any("rebuilt" in notice for notice in answer.notices)


def test_rebuild_is_said_once(workspace: Path) -> None:
    """Why it was rebuilt is said in one answer, and in the status until the next clean scan."""
    scanned(workspace, {"a.txt": "text"}).close()
    index_of(workspace).write_bytes(b"garbage")
    opened = Workspace.open(workspace)
    settle()
    said = [any("rebuilt" in notice for notice in notices(opened)) for _ in range(2)]
    before = opened.status().error
    opened.scan()
    assert (said, "rebuilt" in (before or ""), opened.status().error) == ([True, False], True, None)


def test_spoilt_index_at_a_scan(workspace: Path) -> None:
    """A scan that finds the index spoilt rebuilds it, and the next answer says so."""
    scanned(workspace, {"a.txt": "text"}).close()
    index_of(workspace).write_bytes(b"garbage")
    opened = Workspace.open(workspace)
    assert opened.scan().read == 1
    assert any("rebuilt" in notice for notice in notices(opened))


def test_deleted_while_open(workspace: Path) -> None:
    """An index that is deleted under an open workspace is made again by the next scan."""
    opened = scanned(workspace, {"a.txt": "text"})
    remove_index(index_of(workspace))
    opened.scan()
    assert found(opened, "text") == ["a.txt"]


def test_asked_to_rebuild(workspace: Path) -> None:
    """A rebuild that was asked for reads everything and is no trouble."""
    opened = scanned(workspace, {"a.txt": "text"})
    outcome = opened.scan(rebuild=True)
    assert (outcome.read, outcome.error, opened.status().error) == (1, None, None)


def test_folder_in_the_indexs_place(workspace: Path) -> None:
    """An index that cannot be opened is unavailable, and the status says so (S-04)."""
    index_of(workspace).mkdir(parents=True)
    opened = Workspace.open(workspace)
    for ask in (opened.scan, lambda: found(opened, "text")):
        with pytest.raises(IndexUnavailable):
            ask()
    assert opened.status().error is not None


def test_home_is_a_file(workspace: Path, home: Path) -> None:
    """A home that is a file makes the index unavailable, not a crash."""
    home.write_text("")
    with pytest.raises(EnvironmentFault):
        Workspace.open(workspace).scan()


def test_budget_in_the_status(workspace: Path, home: Path) -> None:
    """A full index is said in the scan's outcome and the status (S-56)."""
    settings(home, "[search]\nmax_index_size = 1\n")
    opened = Workspace.open(lay(workspace, {f"{number}.txt": "text" for number in range(9)}))
    assert "max_index_size" in (opened.scan().error or "")
    assert "max_index_size" in (opened.status().error or "")


def test_tracked_file_becomes_a_folder(workspace: Path) -> None:
    """A repository in which a tracked file is a folder now is searched on."""
    repository(workspace, {"a": "1"})
    (workspace / "a").unlink()
    assert found(scanned(workspace, {"a/b.txt": "text"}), "text") == ["a/b.txt"]


# -- the status


def test_status(workspace: Path) -> None:
    """The status counts what is held and says when it was scanned."""
    status = scanned(workspace, {"a.txt": "text", ".b.txt": "more", "x.ipynb": "{"}).status()
    assert (status.enabled, status.scanning, status.error) == (True, False, None)
    assert (status.coverage.items["files"], status.coverage.hidden, status.coverage.unreadable) == (2, 1, 1)
    assert status.last_scan_ns is not None
    assert status.index_bytes > 0


def test_status_before_any_scan(workspace: Path) -> None:
    """A workspace that was never scanned has a status, and asking makes no index."""
    status = Workspace.open(workspace).status()
    assert (status.last_scan_ns, status.coverage.items, index_of(workspace).exists()) == (None, {}, False)


@pytest.mark.parametrize("table", ["words", "names", "exact"])
def test_status_probes(workspace: Path, table: str) -> None:
    """The status is never green while a full-text table is broken (S-55)."""
    from contextlib import closing

    import apsw

    scanned(workspace, {"a.txt": "a text"}).close()
    with closing(apsw.Connection(str(index_of(workspace)))) as connection:
        connection.execute(f"DROP TABLE {table}_idx")
    assert Workspace.open(workspace).status().error is not None


def test_second_scan_only_moves_the_time(workspace: Path) -> None:
    """A scan that finds nothing new writes nothing, yet the status tells its time (S-56)."""
    lay(workspace, {"a.txt": "text"})
    settle()
    opened = Workspace.open(workspace)
    opened.scan()
    first, before = opened.status().last_scan_ns, index_of(workspace).stat().st_mtime_ns
    settle()
    opened.scan()
    assert (index_of(workspace).stat().st_mtime_ns, opened.status().last_scan_ns != first) == (before, True)


def test_workspace_moved(workspace: Path, tmp_path: Path) -> None:
    """A folder that was moved is another workspace, and its old place none."""
    scanned(workspace, {"a.txt": "text"}).close()
    shutil.move(workspace, tmp_path / "moved")
    assert found(scanned(tmp_path / "moved", {}), "text") == ["a.txt"]
    with pytest.raises(NoWorkspace):
        Workspace.open(workspace)


def test_folder_vanishes_while_open(workspace: Path) -> None:
    """A folder that vanishes is an error of the scan, and nothing is dropped (S-55)."""
    opened = scanned(workspace, {"a.txt": "text"})
    workspace.rename(workspace.with_name("away"))
    with pytest.raises(EnvironmentFault):
        opened.scan()
    workspace.with_name("away").rename(workspace)
    assert found(opened, "text") == ["a.txt"]


def test_git_worktree(workspace: Path, tmp_path: Path) -> None:
    """A worktree is searched as any folder."""
    repository(tmp_path / "main", {"a.txt": "text"})
    git(tmp_path / "main", "worktree", "add", "-q", "--detach", str(workspace / "tree"))
    assert found(scanned(workspace / "tree", {}), "text") == ["a.txt"]


# -- what was asked for by its name, and is not found


NAMED: dict[str, str | bytes] = {".github/ci.yml": "text\n", "docs/plan.md": "text ci.yml\n", "docs/.env": "text\n", ".env.local": "text\n"}


@pytest.mark.parametrize(
    ("query", "notice"),
    [
        ("ci.yml", "ci.yml is hidden: add is:hidden to find it"),
        (".github/ci.yml", ".github/ci.yml is hidden: add is:hidden to find it"),
        ("{root}/.github/ci.yml", "{root}/.github/ci.yml is hidden: add is:hidden to find it"),
        (".env.local", ".env.local is blocked by the rule .env*"),
        ("docs/.env", "docs/.env is blocked by the rule .env*"),
        ("{root}/docs/.env", "{root}/docs/.env is blocked by the rule .env*"),
    ],
)
def test_hidden_and_blocked_are_told(workspace: Path, query: str, notice: str) -> None:
    """Who asks for a hidden item or a blocked file by its name is told that it is there (S-46)."""
    opened = scanned(workspace, NAMED)
    assert notice.format(root=workspace) in notices(opened, query.format(root=workspace))


@pytest.mark.parametrize(
    "query", ["text", "ci", "i.yml", "plan.md", "docs/plan.md", ".env", "docs/.env.local", "../x/.env", "ci.yml -text", "ci.yml ext:md", "/.env.local/", "."]
)
def test_only_what_was_named_is_told(workspace: Path, query: str) -> None:
    """Nothing is said of names that are only like it, that are not there, or of more than a name."""
    told = [notice for notice in notices(scanned(workspace, NAMED), query) if "is hidden" in notice or "is blocked" in notice]
    assert told == []


def test_hidden_is_not_told_where_it_is_found(workspace: Path) -> None:
    """What was asked for with hidden items is not hidden."""
    answer = scanned(workspace, NAMED).search("ci.yml", SearchOptions(hidden=True))
    assert (answer.notices, answer.hits[0].ref) == ((), ".github/ci.yml")


def test_further_passages(workspace: Path) -> None:
    """A hit's other passages are as many as it says, in the item's order, none of them its own."""
    text = "".join(f"{'harbour' if number % 60 == 0 else 'filler'} words number {number}\n" for number in range(1, 301))
    opened = scanned(workspace, {"long.txt": text, "short.txt": "harbour\n"})
    hits = {hit.ref: hit for hit in opened.search("harbour", SearchOptions()).hits}
    found = opened.passages_of(hits["long.txt"], "harbour")
    assert len(found) == hits["long.txt"].more > 0
    lines = [one.line for one in found]
    assert lines == sorted(set(lines) - {hits["long.txt"].line})
    assert all(one.matches and one.link.endswith(f"#line={one.line}") for one in found)
    assert opened.passages_of(hits["short.txt"], "harbour") == ()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes among files")
def test_what_is_no_file_is_said_to_be_what_it_is(workspace: Path, tmp_path: Path) -> None:
    """Where a reference leads to a link, a pipe or a folder, that is said, and not that it is gone."""
    (tmp_path / "outside.txt").write_text("secret\n")
    (workspace / "a.txt").write_text("a\n")
    (workspace / "folder").mkdir()
    (workspace / "out.txt").symlink_to(tmp_path / "outside.txt")
    (workspace / "in.txt").symlink_to("a.txt")
    (workspace / "elsewhere").symlink_to(tmp_path)
    os.mkfifo(workspace / "pipe.txt")
    opened = Workspace.open(workspace)

    def said(ref: str) -> str:
        with pytest.raises(ItemUnreadable) as refused:
            opened.path_of(ref)
        return refused.value.text()

    assert said("out.txt") == "out.txt is a link that leads out of the workspace"
    assert said("in.txt") == "in.txt is a link, which is not followed"
    assert said("elsewhere/outside.txt") == "elsewhere/outside.txt lies behind a link, which is not followed"
    assert said("pipe.txt") == "pipe.txt is a pipe, and no file"
    assert said("folder") == "folder is a folder, and no file"
    assert said("gone.txt") == "gone.txt is not there any more"
    assert said("a\0b") == "no file has such a name"


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b", "\udfff"])
def test_a_name_that_no_folder_can_have(workspace: Path, name: str) -> None:
    """Bytes and characters that the system takes for no name are no workspace, as a folder that is gone is none."""
    with pytest.raises(NoWorkspace):
        Workspace.open(workspace / name)


def test_files_that_the_index_left_out_are_called_too(workspace: Path) -> None:
    """By its name every file is found, pictures, too large and unreadable ones among them, in their order, but no blocked one."""
    files: dict[str, str | bytes] = {
        "chart.png": b"\x89PNG\r\n\x1a\n\0\0\0",
        "chart_notes.md": "about the chart\n",
        "old/chart.pdf": b"%PDF-1.4 broken",
        ".hidden/chart.gif": b"GIF89a\0\0",
        ".env": "CHART=1\n",
    }
    opened = scanned(workspace, files)
    assert opened.find_files("chart") == ["chart.png", "old/chart.pdf", "chart_notes.md"]
    assert opened.find_files("chart.png") == ["chart.png"]
    assert set(opened.find_files("c")) == {"chart.png", "chart_notes.md", "old/chart.pdf"}
    assert set(opened.find_files("")) == {"chart.png", "chart_notes.md", "old/chart.pdf"}
    assert ".hidden/chart.gif" in opened.find_files("chart", hidden=True)
    assert opened.find_files("env", hidden=True) == []


def test_explained_in_words() -> None:
    """An explanation begins with the main thing and leaves out what says nothing."""
    term = {"term": "sea", "required": True, "found": True, "strength": 2.5, "rarity": 1.2, "in_name": False, "lists": {"words": 3, "names": 0}}
    gone = {**term, "term": "tide", "found": False, "strength": 0.0, "lists": {}}
    said = explained({"tier": "body", "score": 3.1, "first_stage": 3.1, "boost": 1.0, "terms": [term, gone]})
    assert said == ["found by its text; score 3.1", "sea: counts 2.5, rarity 1.2; of all items 3 by words", "tide: not in it; in no item at all"]
    named = explained({"tier": "exact", "score": 0.0, "first_stage": 0.0, "boost": 0.8, "terms": []})
    assert named == ["it is called so, which comes first; weighed 0.8 times for what it is and where it lies"]


def test_a_source_that_is_typed_is_searched(workspace: Path) -> None:
    """A query that names a source needs nobody to turn it on (S-21)."""
    (workspace / "a.txt").write_text("salt\n", "utf-8")
    add_note(workspace, "salt of the sea")
    opened = Workspace.open(workspace)
    opened.scan()
    assert [hit.source.value for hit in opened.search("salt source:notes", SearchOptions()).hits] == ["notes"]
    assert [hit.source.value for hit in opened.search("salt", SearchOptions()).hits] == ["files"]
    assert not opened.search("salt source:notes", SearchOptions(sources=("files",))).hits
