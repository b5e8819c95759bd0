"""Are commits, branches, tags and worktrees found by what people know of them?"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.building import found, lay
from tests.unit.committing import BASE_S, Repo

from sleuth.domain.hits import Hit
from sleuth.domain.items import Kind, Source
from sleuth.domain.queries import Sort
from sleuth.engine.workspace import SearchOptions, Workspace

GIT = ("git",)
MIRA = "Mira Ösk <mira@example.org>"
JUN = "潮田 Jun <jun@example.com>"


class History:
    """A workspace whose commits have names here."""

    def __init__(self, folder: Path) -> None:
        self.repo = repo = Repo(folder)
        self.hashes = {
            "tide": repo.commit("Fix the tide gauge\n\nIt read half of the harbour.\nSee getUserName for more.", {"src/gauge.py": "1"}, MIRA),
            "boat": repo.commit("Teach boats to float", {"docs/boat.md": "harbour", "src/boat.rs": "2"}, JUN),
            "jetty": repo.commit("Paint the jetty (#42)\n\nCo-authored-by: Mira Ösk <mira@example.org>", {"docs/jetty.md": "3"}),
            "cjk": repo.commit("修复 漢字 处理", {"docs/漢字.md": "4"}),
            "old": repo.commit("The oldest pier", at=86_400),
            "empty": repo.commit(""),
        }
        repo.git("branch", "feature/lighthouse", "HEAD~1")
        repo.git("tag", "-a", "v2-keel", "-m", "second release")
        repo.git("worktree", "add", "-q", "-b", "rudder", str(folder / ".trees/rudder"))
        self.workspace = Workspace.open(folder)
        self.workspace.scan()

    def named(self, query: str, **options: object) -> list[str]:
        """What is found, commits by their names here."""
        names = {hash_: name for name, hash_ in self.hashes.items()}
        return [names.get(ref, ref) for ref in found(self.workspace, query, **{"sources": GIT, **options})]

    def hit(self, query: str) -> Hit:
        return self.workspace.search(query, SearchOptions(sources=GIT)).hits[0]


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Iterator[History]:
    folder = tmp_path_factory.mktemp("history")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SLEUTH_HOME", str(folder / "home"))
        patch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
        for name in ("AUTHOR", "COMMITTER"):
            patch.setenv(f"GIT_{name}_NAME", "A Tester")
            patch.setenv(f"GIT_{name}_EMAIL", "tester@example.org")
        made = History(folder / "workspace")
        yield made
        made.workspace.close()


@pytest.fixture(autouse=True)
def same_home(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLEUTH_HOME", str(history.repo.folder.parent / "home"))


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("tide", ["tide"]),
        ("tides", ["tide"]),
        ("gaug", ["tide"]),
        ("aug", ["tide"]),
        ("half harbour", ["tide"]),
        ('"half of the harbour"', ["tide"]),
        ('"harbour half"', []),
        ("user name", ["tide"]),
        ("getUserName", ["tide"]),
        ("(#42)", ["jetty"]),
        ("漢字", ["cjk"]),
        ("漢", ["cjk"]),
        ("float -boats", []),
        ("/fix.*gauge/", ["tide"]),
        ("/^it read/", ["tide"]),
        ("gauge.py", ["tide"]),
        ("src/boat.rs", ["boat"]),
        ("jun@example.com", ["boat"]),
        ("潮田", ["boat"]),
        ("mira tide", ["tide"]),
        ("painted jetty", ["jetty"]),
    ],
)
def test_found(history: History, query: str, names: list[str]) -> None:
    """By words in any form, phrases, pieces, expressions, people and paths."""
    assert history.named(query) == names


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("author:mira", ["tide"]),
        ("author:ösk", ["tide"]),
        ("author:ÖSK", ["tide"]),
        ("author:example.com", ["boat"]),
        ("-author:tester kind:commit", ["boat", "tide"]),
        ("path:docs/", ["cjk", "jetty", "boat"]),
        ("path:docs/*.md", ["cjk", "jetty", "boat"]),
        ("path:漢字", ["cjk"]),
        ("ext:rs", ["boat"]),
        ("-path:docs ext:py", ["tide"]),
        ("before:1971-01-01 kind:commit", ["old"]),
        ("before:1971-01-01 kind:branch", ["refs/heads/feature/lighthouse"]),
        ("kind:commit since:2023-11-15", []),
        ("kind:branch", ["refs/heads/rudder", "refs/heads/main", "refs/heads/feature/lighthouse"]),
        ("kind:tag", ["refs/tags/v2-keel"]),
        ("lang:python", []),
        ("session:abc", []),
        ("is:hidden", []),
        ("tide source:git", ["tide"]),
        ("-source:git tide", []),
        ("tide kind:code", []),
    ],
)
def test_filters(history: History, query: str, names: list[str]) -> None:
    """What a commit changed, who made it, and when."""
    assert sorted(history.named(query)) == sorted(names)


def test_hashes(history: History) -> None:
    """A whole hash, the start of one, and what git and its hosts print of it lead to the commit first."""
    hash_ = history.hashes["tide"]
    queries = [hash_, hash_.upper(), hash_[:12], hash_[:7], f"v2-keel-3-g{hash_[:8]}", f"https://example.org/a/b/commit/{hash_}"]
    assert [history.named(query)[:1] for query in queries] == [["tide"]] * len(queries)
    assert "tide" in history.named(hash_[:4])
    assert history.hit(hash_).line == 1


def test_a_hash_in_the_middle_is_none(history: History) -> None:
    """Letters inside a hash lead nowhere: `added` stands in many."""
    assert history.named(history.hashes["tide"][3:20]) == []


@pytest.mark.parametrize(
    ("query", "ref"),
    [
        ("lighthouse", "refs/heads/feature/lighthouse"),
        ("feature/lighthouse", "refs/heads/feature/lighthouse"),
        ("feature", "refs/heads/feature/lighthouse"),
        ("ghthou", "refs/heads/feature/lighthouse"),
        ("v2-keel", "refs/tags/v2-keel"),
        ("keel", "refs/tags/v2-keel"),
        ("feature lighthouse", "refs/heads/feature/lighthouse"),
    ],
)
def test_branches_and_tags(history: History, query: str, ref: str) -> None:
    """By their names, whole or in part; not by what is said of the commit that they lead to."""
    assert history.named(query) == [ref]


def test_worktrees(history: History) -> None:
    """A worktree and its branch, each saying where the other is."""
    refs = sorted(history.named("rudder"))
    assert refs == ["refs/heads/rudder", f"worktree:{history.repo.folder / '.trees/rudder'}"]
    assert "checked out in .trees/rudder" in " ".join(
        row.text for hit in history.workspace.search("rudder", SearchOptions(sources=GIT)).hits for row in hit.passage
    )
    assert history.named("worktree:trees/rud kind:worktree") == [refs[1]]


def test_as_things_stand(history: History) -> None:
    """A branch is found as soon as it is there, and not any more when it is gone: no scan in between."""
    history.repo.git("branch", "capstan")
    assert history.named("capstan") == ["refs/heads/capstan"]
    history.repo.git("branch", "-D", "capstan")
    assert history.named("capstan") == []


def test_a_hit(history: History) -> None:
    """What is told of a commit."""
    hit = history.hit("half of the harbour")
    hash_ = history.hashes["tide"]
    assert (hit.source, hit.kind, hit.ref, hit.path) == (Source.GIT, Kind.COMMIT, hash_, None)
    assert (hit.title, hit.section, hit.line, hit.author) == ("Fix the tide gauge", "message", 3, "Mira Ösk")
    assert [row.text for row in hit.passage] == ["", "It read half of the harbour.", "See getUserName for more."]
    assert hit.updated_ns == (BASE_S + 60) * 1_000_000_000
    assert hit.link == f"sleuth://{history.workspace.key}/git/{hash_}#section=message&line=3"


@pytest.mark.parametrize(
    ("query", "section", "line", "text"),
    [("src/boat.rs", "files", 2, "src/boat.rs"), ("jun@example.com", "people", 1, JUN), ("boats", "message", 1, "Teach boats to float")],
)
def test_where_it_stands(history: History, query: str, section: str, line: int, text: str) -> None:
    """In the message, among the people, or among the files, each counted for itself."""
    hit = history.hit(query)
    assert (hit.section, hit.line) == (section, line)
    assert next(row.text for row in hit.passage if row.line == line) == text


def test_a_commit_without_a_message(history: History) -> None:
    """It is called by its hash."""
    hash_ = history.hashes["empty"]
    assert history.hit(hash_).title == f"{hash_[:10]} (no message)"


def test_sorted_by_date(history: History) -> None:
    """The latest first, however old a date may be."""
    assert history.named("kind:commit", sort=Sort.DATE) == ["empty", "cjk", "jetty", "boat", "tide", "old"]


def test_counts(history: History) -> None:
    """Facets count commits and branches; the status counts commits."""
    answer = history.workspace.search("kind:commit,branch", SearchOptions(sources=GIT, facets=True))
    assert answer.facets is not None
    assert answer.facets["kind"] == {"commit": 6, "branch": 3}
    assert answer.facets["source"] == {"git": 9}
    coverage = history.workspace.status().coverage
    assert coverage.items["git"] == 6
    assert coverage.source_bytes["git"] > 100


def test_relaxed(history: History) -> None:
    """Where no commit has all words, those with most come, and are marked."""
    answer = history.workspace.search("tide jetty zebra", SearchOptions(sources=GIT))
    assert [hit.relaxed for hit in answer.hits] == [True, True]


def test_beside_files(history: History) -> None:
    """Files and commits come in one list; by default commits stay out of it, and are offered where nothing else is found."""
    assert set(history.named("harbour", sources=("all",))) == {"docs/boat.md", "tide"}
    assert history.named("harbour", sources=()) == ["docs/boat.md"]
    answer = history.workspace.search("oldest pier", SearchOptions())
    assert [one.sources for one in answer.suggestions if one.sources] == [(Source.GIT,)]


def test_pages(history: History) -> None:
    """Page by page the same comes as at once."""
    whole, cursor, pages = history.named("kind:commit"), None, []
    for _ in range(6):
        answer = history.workspace.search("kind:commit", SearchOptions(sources=GIT, limit=1, cursor=cursor))
        pages += [hit.ref for hit in answer.hits]
        cursor = answer.next_cursor
    names = {hash_: name for name, hash_ in history.hashes.items()}
    assert [names[ref] for ref in pages] == whole


@pytest.mark.parametrize("query", ["harbour", "boat harbour", "how do boats float in the harbour", "arbou", '"boat"'])
def test_files_are_scored_as_before(workspace: Path, query: str) -> None:
    """What files are found, in which order and with which scores does not change when commits come (S-16)."""
    files = {f"f{number}.md": f"harbour {'boat ' * number} water" for number in range(12)}
    repo = Repo(lay(workspace, files))
    engine = Workspace.open(workspace)
    engine.scan(later=frozenset({Source.GIT}))
    before = [(hit.ref, hit.score) for hit in engine.search(query, SearchOptions()).hits]
    for number in range(40):
        repo.commit(f"boat {number} harbour water floating boats")
    engine.scan()
    assert engine.status().coverage.items["git"] == 40
    assert [(hit.ref, hit.score) for hit in engine.search(query, SearchOptions()).hits] == before
    engine.close()


def test_why(history: History) -> None:
    """What becomes of a commit is told by its hash, or the start of it."""
    hash_ = history.hashes["tide"]
    verdict = history.workspace.why(hash_[:9], "/")
    assert (verdict.path, verdict.indexed, verdict.detail) == (
        hash_,
        True,
        "the commit 'Fix the tide gauge'; search.sources leaves it out: found with --in git",
    )
    unknown = history.workspace.why("0123456789", "/")
    assert (unknown.indexed, unknown.reason.value) == (False, "missing")
    assert "no" in str(unknown.detail)


def test_further_passages(history: History) -> None:
    """A commit that has it in several parts says how many, and they are to be had."""
    answer = history.workspace.search("src docs", SearchOptions(sources=GIT))
    assert [hit.more for hit in answer.hits] == [0]
