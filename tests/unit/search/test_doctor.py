"""Where nothing was found, is it said what would be? (S-46)"""

from collections.abc import Iterator

import pytest
from tests.unit.building import opened_in

from sleuth.domain.hits import Change, Suggestion
from sleuth.domain.items import Source
from sleuth.engine.workspace import SearchOptions, Workspace

FILES: dict[str, str | bytes] = {
    "a.md": "the tide gauge at the harbour wall\n",
    "b.md": "a gauge, calibrated\n",
    "c.txt": "sea  water rises\n",
    "d.py": "def estuary(): pass\n",
    ".hidden.md": "lantern\n",
    "e.md": "how one two three four words stand\n",
    "f.md": "how one two stand\n",
}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    with opened_in(tmp_path_factory.mktemp("doctor"), FILES) as workspace:
        yield workspace


def suggestions(workspace: Workspace, query: str) -> tuple[Suggestion, ...]:
    answer = workspace.search(query, SearchOptions())
    assert answer.total == 0
    return answer.suggestions


@pytest.mark.parametrize(
    ("query", "text", "suggested"),
    [
        ("gauge ext:rst", "without `ext:rst`: 2", "gauge"),
        ("ext:rst gauge", "without `ext:rst`: 2", "gauge"),
        ('"gauge wall tide"', "without the quotes: 1", "gauge wall tide"),
        ("gauge -calibrated -tide", "without `-tide`: 1", "gauge -calibrated"),
        ("ext:md kind:code", "without `kind:code`: 4", "ext:md"),
        ("guage", "did you mean gauge? 2", "gauge"),
        ("estaury ext:py", "did you mean estuary? 1", "estuary ext:py"),
        ("lantern", "among hidden items (--hidden): 1", "lantern"),
        ("/zz+/ tide", "without `/zz+/`: 1", "tide"),
    ],
)
def test_suggestions(opened: Workspace, query: str, text: str, suggested: str) -> None:
    """Each term and filter is tried without, near words and hidden items are offered."""
    assert (text, suggested) in [(one.text, one.query) for one in suggestions(opened, query)]


@pytest.mark.parametrize(
    "query",
    [
        "gauge ext:rst",
        '"gauge wall tide"',
        "gauge -calibrated -tide",
        "guage",
        "estaury ext:py",
        "/sea  water/ ext:rst",
        "/sea water/ ext:rst",
        '"sea  water" ext:rst',
        'how one two three four /zzzz/',
        "how one two three four ext:rst",
        "one two three four stan ext:rst",
        'path:"a  b" ext:md',
        "gauge since:2030-01-01",
    ],
)
def test_counts_are_the_re_runs(opened: Workspace, query: str) -> None:
    """A suggestion finds as many items as it says."""
    for one in suggestions(opened, query):
        hidden = "--hidden" in one.text
        assert opened.search(one.query, SearchOptions(hidden=hidden)).total == one.total, one


@pytest.mark.parametrize("query", ["qqqqqq", "漢字漢字", "::;;", '"qq ww"'])
def test_nothing_to_suggest(opened: Workspace, query: str) -> None:
    """Where nothing would help nothing is suggested."""
    assert suggestions(opened, query) == ()


@pytest.mark.parametrize(
    ("query", "text", "suggested"),
    [
        ("gauge habrour", "did you mean harbour? 1", "gauge harbour"),
        ("habrour gauge ext:md", "did you mean harbour? 1", "harbour gauge ext:md"),
    ],
)
def test_neighbours_of_a_missing_word(opened: Workspace, query: str, text: str, suggested: str) -> None:
    """A word that stands nowhere gets its neighbours offered, though the others have hits; it is said once."""
    answer = opened.search(query, SearchOptions())
    assert (text, suggested) in [(one.text, one.query) for one in answer.suggestions]
    assert answer.notices == ("nothing has habrour",)


def test_no_suggestions_with_hits(opened: Workspace) -> None:
    """An answer with hits needs none."""
    assert opened.search("tide", SearchOptions()).suggestions == ()


@pytest.mark.parametrize(
    ("query", "change", "part", "hidden"),
    [
        ("gauge ext:rst", Change.WITHOUT, "ext:rst", False),
        ("gauge ext:rst lang:rust", Change.UNFILTERED, "", False),
        ('"gauge wall tide"', Change.UNQUOTED, "", False),
        ("guage", Change.NEIGHBOUR, "gauge", False),
        ("lantern", Change.HIDDEN, "", True),
    ],
)
def test_what_is_other_in_it(opened: Workspace, query: str, change: Change, part: str, hidden: bool) -> None:
    """A suggestion says what is other in it, so that a window need not know the command line's options."""
    assert (change, part, hidden) in [(one.change, one.part, one.hidden) for one in suggestions(opened, query)]


def test_in_other_sources(opened: Workspace) -> None:
    """Where the sources that were searched have nothing, those that have are named, and find as much as was said."""
    answer = opened.search("gauge", SearchOptions(sources=("documents",)))
    (one,) = [one for one in answer.suggestions if one.change is Change.SOURCES]
    assert one.sources == (Source.FILES,)
    again = opened.search(one.query, SearchOptions(sources=tuple(source.value for source in one.sources)))
    assert again.total == one.total == 2


def test_a_filter_behind_many_words_is_tried_without(opened: Workspace) -> None:
    """However long a question is, what binds in it is tried without."""
    query = " ".join(["gauge", *(f"word{number}" for number in range(20)), "ext:rst"])
    assert "without `ext:rst`: 2" in [one.text for one in suggestions(opened, query)]


def test_no_source_to_search(opened: Workspace) -> None:
    """Where a filter leaves none of the sources that are searched, the answer says so."""
    answer = opened.search("gauge source:documents", SearchOptions(sources=("files",)))
    assert "no source was searched: of files source:documents leaves none" in answer.notices
    assert opened.search("qqqqqq source:files", SearchOptions()).notices == ()
