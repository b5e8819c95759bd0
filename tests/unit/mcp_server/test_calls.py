"""Do the agents' tools answer what was asked, within the budget, and nothing from out of bounds?"""

import json
import os
import random
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.building import lay, settings
from tests.unit.mcp_server.asking import SECRET, ask, at_desk, everything, hits

from sleuth.domain.cancel import Cancellation
from sleuth.engine.index_file import IndexFile
from sleuth.engine.workspace import SearchOptions, Workspace
from sleuth.mcp_server import scans
from sleuth.mcp_server.arguments import MOST_HITS
from sleuth.mcp_server.budget import cut, dumped, tokens, tokens_within
from sleuth.mcp_server.calls import TOOLS
from sleuth.mcp_server.desk import Desk
from sleuth.mcp_server.tools import DECLARATIONS

POSIX = pytest.mark.skipif(os.name == "nt", reason="links and any bytes in names are POSIX's")
SCHEMAS = {one.name: one.gives for one in DECLARATIONS}


@pytest.fixture
def desk(workspace: Path, tmp_path: Path) -> Iterator[Desk]:
    with at_desk(everything(workspace, tmp_path / "person")) as found:
        yield found


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """The same, for those tests that change nothing."""
    folder = tmp_path_factory.mktemp("still")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SLEUTH_HOME", str(folder / "home"))
        patch.setenv("HOME", str(folder / "person"))
        patch.setenv("USERPROFILE", str(folder / "person"))
        (folder / "workspace").mkdir()
        with at_desk(everything(folder / "workspace", folder / "person")) as found:
            hits(found, "pelican", sources=["all"], hidden=True)
            yield found


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A workspace with many hits, for those tests that only search."""
    folder = tmp_path_factory.mktemp("shelf")
    files: dict[str, str | bytes] = {
        f"part{number % 7}/{'long-name-' * (number % 20)}{number}.md": f"the pelican\n{'wide ' * (number % 60)}\nnumber {number} pelican\n"
        for number in range(120)
    }
    files["漢字/鳥.md"] = "漢字 pelican 検索 \x01\x02 \"quoted\" \\ back\n" * 30
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SLEUTH_HOME", str(folder / "home"))
        (folder / "workspace").mkdir()
        with at_desk(lay(folder / "workspace", files)) as found:
            yield found


def refs_of(desk: Desk, query: str, **arguments: Any) -> list[str]:
    """Of all pages."""
    refs: list[str] = []
    cursor: str | None = None
    while True:
        value = ask(desk, "search_workspace", query=query, **arguments, **({"cursor": cursor} if cursor else {})).value
        refs += [hit["ref"] for hit in value["hits"]]
        cursor = value["next_cursor"]
        if cursor is None:
            return refs
        assert value["hits"], "a page that brings nothing never ends"


# -- searching


def test_every_source_is_found(desk: Desk) -> None:
    """One query finds something in each source that there is, with what is needed to read on."""
    found = hits(desk, "pelican", sources=["all"], limit=50)
    assert {hit["source"] for hit in found} >= {"files", "documents", "chats", "notes", "plans", "terminals", "git"}
    for hit in found:
        arguments = {key: hit[key] for key in ("ref", "source", "section", "line") if key in hit}
        passage = ask(desk, "read_passage", before=0, after=0, **arguments).value
        shown = next((row["text"] for row in hit["passage"] if row["line"] == hit["line"]), "")
        assert passage["text"].startswith(shown.strip("…")[:100]), hit["ref"]
        wanted = ("files", hit["ref"].partition("#")[0]) if hit["source"] == "symbols" else (hit["source"], hit["ref"])
        assert (passage["source"], passage["ref"]) == wanted


def test_hidden_items_on_request(desk: Desk) -> None:
    """Hidden items are found only when asked for."""
    assert ".hidden.md" not in [hit["ref"] for hit in hits(desk, "pelican", limit=50)]
    assert ".hidden.md" in [hit["ref"] for hit in hits(desk, "pelican", limit=50, hidden=True)]


@pytest.mark.parametrize("query", ["pelican", "pelican number", "how many pelicans are there in part number 3", "long-name", "/pel.can/"])
@pytest.mark.parametrize("max_tokens", [1_000, 2_500, 12_000, 100_000])
def test_the_order_is_the_engines(shelf: Desk, query: str, max_tokens: int) -> None:
    """Whatever the budget and the pages, the hits are those of the engine, each once, in its order."""
    wanted = [hit.ref for hit in shelf.searcher.search(query, SearchOptions(limit=1_000)).hits]
    assert refs_of(shelf, query, limit=MOST_HITS, max_tokens=max_tokens) == wanted


@given(st.integers(1_000, 20_000), st.integers(1, MOST_HITS))
def test_passages_give_way_before_hits(shelf: Desk, max_tokens: int, limit: int) -> None:
    """A hit is left for the next page only when those before it have no passage left to cut."""
    value = ask(shelf, "search_workspace", query="pelican", limit=limit, max_tokens=max_tokens).value
    if len(value["hits"]) < min(limit, value["total"]):
        assert sum(not hit["passage"] for hit in value["hits"]) >= len(value["hits"]) - 3
        assert value["next_cursor"] is not None
    for hit in value["hits"]:
        assert hit.get("truncated", False) or len(hit["passage"]) > 0


def test_what_does_not_fit_at_all(workspace: Path) -> None:
    """A hit whose name alone takes more than the budget is no endless loop: it is said what it takes."""
    name = "/".join(["deep" * 40] * 6)
    with at_desk(lay(workspace, {f"{name}/pelican.md": "pelican\n"})) as desk:
        error = ask(desk, "search_workspace", query="pelican", max_tokens=1_000).value["error"]
        assert error["code"] == "BUDGET_TOO_SMALL"
        needed = int("".join(filter(str.isdigit, error["message"])))
        assert len(hits(desk, "pelican", max_tokens=needed)) == 1


def test_what_is_to_be_said(desk: Desk) -> None:
    """A search that finds nothing says what would have found something, in the words of the tool."""
    value = ask(desk, "search_workspace", query="pelican ext:rst").value
    assert (value["total"], value["hits"]) == (0, [])
    assert "pelican" in [one["query"] for one in value["suggestions"]]
    value = ask(desk, "search_workspace", query="where does it nest", sources=["notes"]).value
    assert "--" not in json.dumps(value)


def test_answers_keep_to_their_schemas(still: Desk) -> None:
    """What comes is what was declared, errors too."""
    calls: list[tuple[str, dict[str, Any]]] = [
        ("search_workspace", {"query": "pelican", "sources": ["all"]}),
        ("search_workspace", {"query": "pelicam"}),
        ("search_code", {"query": "nest"}),
        ("search_code", {"query": "nothing of the kind"}),
        ("search_workspace", {"query": ""}),
        ("read_passage", {"ref": "docs/bird.md", "line": 5}),
        ("read_passage", {"ref": "nowhere"}),
        ("workspace_status", {}),
        ("workspace_status", {"x": 1}),
    ]
    for tool, arguments in calls:
        jsonschema.validate(ask(still, tool, **arguments).value, SCHEMAS[tool])
    assert set(SCHEMAS) == set(TOOLS)


# -- reading


def test_lines_around(still: Desk) -> None:
    """The line with so many before and after it, and where to read on."""
    value = ask(still, "read_passage", ref="docs/bird.md", line=10, before=1, after=2).value
    assert value["text"].splitlines() == [f"line {number} of the pelican" for number in (7, 8, 9, 10)]
    assert (value["first_line"], value["last_line"], value["next_line"], value["truncated"]) == (9, 12, 13, False)
    end = ask(still, "read_passage", ref="docs/bird.md", line=9_999, after=5).value
    assert (end["last_line"], end["line_count"], "next_line" in end) == (301, 301, False)


def test_to_be_read_whole_in_pieces(still: Desk) -> None:
    """From next_line to next_line it is all there, each line once."""
    lines: list[str] = []
    at: int | None = 1
    while at is not None:
        value = ask(still, "read_passage", ref="docs/bird.md", line=at, before=0, after=1_000, max_tokens=1_000).value
        lines += value["text"].split("\n")
        at = value.get("next_line")
    assert "\n".join(lines) == (still.root / "docs/bird.md").read_text("utf-8").removesuffix("\n")


def test_a_line_too_long(still: Desk) -> None:
    """A line that is longer than the budget is cut, and said to be."""
    value = ask(still, "read_passage", ref="one-line.txt", max_tokens=1_000).value
    assert value["truncated"]
    assert value["text"].startswith("pelican xxx")


def test_sections(desk: Desk) -> None:
    """A page, a cell and a message are read with those beside them named."""
    page = ask(desk, "read_passage", ref="paper.pdf", section="page 2", line=2, before=0).value
    assert (page["text"], page["previous_section"], "next_section" in page) == ("and a third", "page 1", False)
    cell = ask(desk, "read_passage", ref="study.ipynb", section="cell 2", line=2, before=1).value
    assert cell["text"].splitlines()[-1] == "pelican += 1"
    (hit,) = hits(desk, "reeds", sources=["chats"])
    message = ask(desk, "read_passage", ref=hit["ref"], section=hit["section"], line=hit["line"]).value
    assert (message["author"], message["title"], "next_ref" in message) == ("assistant", "About pelicans", False)
    before = ask(desk, "read_passage", ref=message["previous_ref"]).value
    assert (before["text"], before["author"], before["next_ref"]) == ("where does the pelican nest?", "user", hit["ref"])
    other = ask(desk, "read_passage", ref=hit["ref"], section="message 1").value
    assert other["text"] == before["text"]


def test_history(desk: Desk) -> None:
    """A commit is read by its hash, a branch by its name, as they are told."""
    commit, branch = (next(hit for hit in hits(desk, "pelican", sources=["git"]) if hit["kind"] == kind) for kind in ("commit", "branch"))
    shown = ask(desk, "read_passage", ref=commit["ref"]).value
    assert shown["text"].splitlines()[:3] == ["Feed the pelican", "", "It was hungry."]
    assert "src/nest.py" in shown["text"]
    assert "pelican-branch" in ask(desk, "read_passage", ref=branch["ref"]).value["text"]
    assert ask(desk, "read_passage", ref=commit["ref"], section="files").value["text"].splitlines() == ["docs/bird.md", "src/nest.py"]
    for ref in ("0" * 40, "refs/heads/none", "worktree:/etc"):
        assert ask(desk, "read_passage", ref=ref).value["error"]["code"] == "NO_SUCH_ITEM"


def test_declarations(desk: Desk) -> None:
    """A declaration is found by what it is called, with its signature, and read at its line."""
    lay(desk.root, {"src/fly.py": "import os\n\n\nclass Wing:\n    def flap(self, times: int) -> None:\n        'Flap so many times.'\n"})
    found = ask(desk, "search_code", query="flap wing").value["hits"]
    symbol = next(hit for hit in found if hit["symbol"]["name"] == "flap")
    assert (symbol["symbol"]["kind"], symbol["symbol"]["container"], symbol["line"]) == ("method", "Wing", 5)
    assert "times: int" in symbol["symbol"]["signature"]
    for arguments in ({"ref": symbol["ref"]}, {"ref": symbol["ref"], "source": "symbols"}, {"ref": symbol["ref"], "line": symbol["line"]}):
        passage = ask(desk, "read_passage", before=0, after=0, **arguments).value
        assert (passage["ref"], passage["first_line"], passage["text"]) == ("src/fly.py", 5, "    def flap(self, times: int) -> None:")
    assert ask(desk, "search_code", query="").value["error"]["code"] == "EMPTY_SEARCH"
    assert ask(desk, "search_code", query="flap", mode="hybrid").value["error"]["code"] == "BAD_CALL"


def test_an_item_of_two_sources(still: Desk) -> None:
    """A recording is a file too: its source, or else its section, tells which is read."""
    (hit,) = hits(still, "pelican", sources=["terminals"])
    shown = ask(still, "read_passage", ref=hit["ref"], section=hit["section"], line=hit["line"]).value
    assert shown["text"] == ask(still, "read_passage", ref=hit["ref"], source="terminals").value["text"] == "the pelican builds\nand lands"
    assert ask(still, "read_passage", ref=hit["ref"], source="files").value["text"].startswith("{")
    assert ask(still, "read_passage", ref=hit["ref"], source="mails").value["error"]["code"] == "UNKNOWN_SEARCH_SOURCE"


def test_a_file_as_it_is_now(desk: Desk) -> None:
    """What changed since the scan is read as it is."""
    hits(desk, "nest")
    (desk.root / "src/nest.py").write_text("def nest():\n    return 'new'\n", "utf-8")
    assert "new" in ask(desk, "read_passage", ref="src/nest.py").value["text"]


@pytest.mark.parametrize("ref", ["./src/nest.py", "src//nest.py", "docs/../src/nest.py", "src/nest.py:2", "ABSOLUTE", "LINK"])
def test_other_ways_to_name_a_file(still: Desk, ref: str) -> None:
    """A path that is written otherwise, or with a line, or whole, or a link, is the same file."""
    hits(still, "nest")
    link = f"sleuth://{still.searcher.key}/files/src/nest.py#line=2"
    ref = {"ABSOLUTE": str(still.root / "src" / "nest.py"), "LINK": link}.get(ref, ref)
    assert ask(still, "read_passage", ref=ref).value["ref"] == "src/nest.py"


OUT_OF_BOUNDS = [
    "../outside/secret.txt", "src/../../outside/secret.txt", "OUTSIDE", "link.txt", "way-out/secret.txt", ".env", "keys/server.pem",
    "./.env", "src/../.env", "KEY:.env", "/etc/passwd", "/proc/self/environ", "~/.ssh/id_rsa", "~/../outside/secret.txt",
    "recordings/../../../outside/secret.txt", "notes/../../../settings.toml", "tmux:%0", "tmux:%99999", "C:\\Windows\\win.ini",
    "\\\\server\\share\\x", "//server/share/x", "Z:/x", ".git/config", "docs", ".", "..", "/", "\0", "src/nest.py\0", "x" * 100_000,
    "file:///etc/passwd", "sleuth://other-12345678/files/src/nest.py", "sleuth://", "claude-code/nobody", "-rf", "\ud800", "nul", "CON",
]  # fmt: skip


@pytest.mark.parametrize("ref", OUT_OF_BOUNDS, ids=range(len(OUT_OF_BOUNDS)))
def test_out_of_bounds(still: Desk, ref: str) -> None:
    """What is outside, behind a link, blocked or unknown is not read, however it is named, and the answer says what to do."""
    hits(still, "pelican", sources=["all"], hidden=True)
    ref = {"OUTSIDE": str(still.root.parent / "outside" / "secret.txt"), "KEY:.env": f"sleuth://{still.searcher.key}/files/.env"}.get(ref, ref)
    result = ask(still, "read_passage", ref=ref)
    assert result.value["error"]["code"] in ("NO_SUCH_ITEM", "UNREADABLE")
    assert result.value["error"]["way_out"]
    assert SECRET not in dumped(result.value)


@POSIX
def test_a_file_that_became_a_link(desk: Desk) -> None:
    """A file that was replaced by a way out since the scan is not read through."""
    hits(desk, "nest")
    (desk.root / "src/nest.py").unlink()
    (desk.root / "src/nest.py").symlink_to(desk.root.parent / "outside" / "secret.txt")
    assert ask(desk, "read_passage", ref="src/nest.py").value["error"]["code"] == "UNREADABLE"


def test_a_rule_that_came_later(desk: Desk, home: Path) -> None:
    """A new rule holds at once, for what is indexed too."""
    assert "docs/bird.md" in [hit["ref"] for hit in hits(desk, "pelican")]
    settings(home, '[search]\ndeny = ["docs/"]\n')
    assert ask(desk, "read_passage", ref="docs/bird.md").value["error"]["code"] == "UNREADABLE"
    assert "docs/bird.md" not in [hit["ref"] for hit in hits(desk, "pelican")]


@POSIX
def test_names_of_any_bytes(workspace: Path) -> None:
    """A name that is no Unicode is given as a link, which reads it."""
    if sys.platform == "darwin":
        pytest.skip("macOS has no such names")
    with at_desk(workspace) as desk:
        Path(os.fsdecode(os.fsencode(workspace) + b"/caf\xe9.md")).write_text("pelican\n", "utf-8")
        (hit,) = hits(desk, "pelican")
        assert hit["ref"].startswith("sleuth://")
        assert ask(desk, "read_passage", ref=hit["ref"]).value["text"] == "pelican"


# -- what is wrong

WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("search_workspace", {}, "BAD_CALL"),
    ("search_workspace", {"query": 5}, "BAD_CALL"),
    ("search_workspace", {"query": "a", "limit": 0}, "BAD_CALL"),
    ("search_workspace", {"query": "a", "limit": True}, "BAD_CALL"),
    ("search_workspace", {"query": "a", "limit": 10**30}, "BAD_CALL"),
    ("search_workspace", {"query": "a", "max_tokens": 10}, "BAD_CALL"),
    ("search_workspace", {"query": "a", "sources": {"a": 1}}, "BAD_CALL"),
    ("search_workspace", {"query": "a", "hidden": "yes"}, "BAD_CALL"),
    ("search_workspace", {"query": "a", "max_results": 3}, "BAD_CALL"),
    ("search_workspace", {"query": " "}, "EMPTY_SEARCH"),
    ("search_workspace", {"query": "/(/"}, "BAD_QUERY"),
    ("search_workspace", {"query": "a since:whenever"}, "BAD_QUERY"),
    ("search_workspace", {"query": "a", "cursor": "nonsense"}, "BAD_QUERY"),
    ("search_workspace", {"query": "a", "sources": ["mails"]}, "UNKNOWN_SEARCH_SOURCE"),
    ("search_workspace", {"query": "a", "mode": "psychic"}, "UNKNOWN_SEARCH_MODE"),
    ("search_workspace", {"query": "a", "mode": "semantic"}, "NO_EMBEDDINGS"),
    ("read_passage", {}, "BAD_CALL"),
    ("read_passage", {"ref": "docs/bird.md", "line": 0}, "BAD_CALL"),
    ("read_passage", {"ref": "docs/bird.md", "section": "page 9"}, "NO_SUCH_ITEM"),
    ("read_passage", {"ref": " "}, "NO_SUCH_ITEM"),
    ("workspace_status", {"verbose": True}, "BAD_CALL"),
    ("delete_everything", {}, "BAD_CALL"),
]


@pytest.mark.parametrize(("tool", "arguments", "code"), WRONG)
def test_what_is_wrong_is_said(still: Desk, tool: str, arguments: dict[str, Any], code: str) -> None:
    """A mistake is an error with a code, a sentence and a way out, and no exception."""
    error = ask(still, tool, **arguments).value["error"]
    assert error["code"] == code
    assert error["message"]
    assert error["way_out"]


def test_search_that_is_off(desk: Desk, home: Path) -> None:
    """Where a person has turned search off, that is the answer."""
    settings(home, "[search]\nenabled = false\n")
    assert ask(desk, "search_workspace", query="pelican").value["error"]["code"] == "SEARCH_DISABLED"
    assert ask(desk, "workspace_status").value["enabled"] is False


def test_a_fault_of_our_own(desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """An exception that nobody foresaw is an answer too; where it came from goes to standard error."""
    monkeypatch.setattr(type(desk.reader), "status", lambda _: 1 / 0)
    assert ask(desk, "workspace_status").value["error"]["code"] == "INTERNAL"
    assert "ZeroDivisionError" in capsys.readouterr().err


# -- scans


def test_a_search_scans_first(desk: Desk) -> None:
    """What was written a moment ago is found."""
    hits(desk, "pelican")
    (desk.root / "new.md").write_text("a cormorant\n", "utf-8")
    assert [hit["ref"] for hit in hits(desk, "cormorant")] == ["new.md"]


def test_while_another_scans(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the window scans, an agent is answered from what there is, soon, and told so."""
    hits(desk, "pelican")
    monkeypatch.setattr(scans, "WAIT_S", 0.6)
    with IndexFile(desk.root).lock.held(30, Cancellation()) as got:
        assert got
        began = time.monotonic()
        value = ask(desk, "search_workspace", query="pelican").value
        assert time.monotonic() - began < 60
    assert value["hits"]
    assert any("scan" in notice for notice in value["notices"])


def test_a_search_that_is_taken_back(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that waits for a scan ends when it is told to."""
    monkeypatch.setattr(scans, "WAIT_S", 30.0)
    cancellation = Cancellation()
    threading.Timer(0.3, cancellation.cancel).start()
    with IndexFile(desk.root).lock.held(30, Cancellation()):
        began = time.monotonic()
        result = ask(desk, "search_workspace", cancellation, query="pelican")
    assert result.value["error"]["code"] == "TOOK_TOO_LONG"
    assert time.monotonic() - began < 25


def test_many_at_once(desk: Desk) -> None:
    """Scans that many wait for are made for all of them."""
    kept = scans.Scans(desk.root)
    said: list[list[str]] = []
    askers = [threading.Thread(target=lambda: said.append(kept.wait(Cancellation()))) for _ in range(8)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join(30)
    kept.close()
    assert len(said) == 8
    assert not any("still" in notice for notices in said for notice in notices)
    assert Workspace(desk.root).has_index()


# -- counting


@given(st.text(st.characters(), max_size=300), st.integers(10, 400))
def test_cuts_keep_to_their_size(text: str, most: int) -> None:
    """A text that is cut takes no more than allowed, and one that fits is left."""
    shown = cut(text, most)
    assert tokens_within(shown) <= most
    if tokens_within(text) <= most:
        assert shown == text


def test_bytes_bound_tokens() -> None:
    """What is counted is bytes of UTF-8, as they are sent."""
    assert tokens("aé漢🎉") == 1 + 2 + 3 + 4
    assert dumped({"a": "é\ud800\n"}) == '{"a":"é?\\n"}'


# -- anything at all

WORDS = ["pelican", "nest", "line", "the", "-the", '"of the"', "/pel.*/", "/(/", "ext:md", "since:1d", "is:hidden", "path:../", "path:/etc", "漢",
         "\0", "\ud800", "source:chats", "session:s1", "cinnabar", "secret.txt", ".env", "../outside/secret.txt", "x" * 5_000]  # fmt: skip
ODD = [None, True, -1, 0, 1, 2.5, 3.0, 10**12, "", "5", [], ["all"], ["files", "chats"], {}, {"a": 1}, [None], "all", float("inf"), float("nan")]


def _any_call(chance: random.Random, seen: list[str]) -> tuple[str, dict[str, Any]]:
    """Mostly sensible, now and then not at all."""
    tool = chance.choice([*TOOLS, "search_workspace", "read_passage", "no_such_tool"])
    query = " ".join(chance.choice(WORDS) for _ in range(chance.randint(0, 4)))
    ref = chance.choice([*seen, *OUT_OF_BOUNDS, query, chance.choice(seen) + chance.choice(["/..", "#1", ":7", "\0", "/../../outside/secret.txt"])])
    likely: dict[str, Any] = {
        "query": query,
        "ref": ref,
        "sources": chance.choice([["all"], ["files"], ["chats", "notes"], "terminals", None]),
        "limit": chance.choice([1, 3, 20, 100, None]),
        "max_tokens": chance.choice([1_000, 1_001, 3_000, 100_000, None]),
        "line": chance.choice([1, 7, 10**9, None]),
        "before": chance.choice([0, 5, 1_000, None]),
        "after": chance.choice([0, 5, 1_000, None]),
        "section": chance.choice(["page 1", "cell 2", "message 1", "message 99999", "", None, None, None]),
        "hidden": chance.choice([True, False, None]),
        "cursor": chance.choice([None, None, None, "WzMsIjVhZGE3ZGVkZWJjYiJd", "x"]),
    }
    takes = next((one.takes["properties"] for one in DECLARATIONS if one.name == tool), likely)
    arguments = {name: likely.get(name) for name in takes if chance.random() < 0.8 and likely.get(name) is not None}
    if chance.random() < 0.15:
        arguments[chance.choice([*likely, "what"])] = chance.choice(ODD)
    return tool, arguments


@pytest.mark.slow
def test_ten_thousand_calls_of_any_kind(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is called with whatever: no exception, no exceeded budget, nothing from out of bounds, nothing opened there."""
    chance = random.Random(20_260_812)
    seen = [hit["ref"] for hit in hits(desk, "pelican", sources=["all"], hidden=True, limit=100)]
    outside = str(desk.root.parent / "outside")
    opened: list[str] = []
    watching = [True]

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if watching[0] and event == "open" and isinstance(arguments[0], str) and arguments[0].startswith(outside):
            opened.append(arguments[0])

    sys.addaudithook(watch)
    # Each scan takes a tenth of a second; one in fifty calls is enough of them.
    scan = desk.scans.wait
    monkeypatch.setattr(scans.Scans, "wait", lambda _, *asked: scan(*asked) if chance.random() < 0.02 else [])
    codes: set[str] = set()
    answered = 0
    for number in range(10_000):
        tool, arguments = _any_call(chance, seen)
        result = ask(desk, tool, **arguments)
        assert SECRET not in dumped(result.value), (number, tool, arguments)
        codes.add(result.value.get("error", {}).get("code", ""))
        answered += not result.is_error
    watching[0] = False
    assert opened == []
    assert "INTERNAL" not in codes
    assert answered > 2_000
