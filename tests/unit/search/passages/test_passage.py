"""Which lines are shown, and what is marked in them?"""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.domain.folding import Folded
from sleuth.domain.items import Section
from sleuth.ingest.chunking.chunks import chunk_starts
from sleuth.search.passages.passage import WIDTH, Passage, passage_of
from sleuth.search.query.analyse import analyse
from sleuth.search.query.parse import parse


def passage(
    text: str,
    typed: str,
    sections: Sequence[Section] = (),
    line: int | None = None,
    rarities: Sequence[float] | None = None,
) -> Passage:
    terms = analyse(parse(typed, 0))[0]
    starts = chunk_starts(text, sections).tolist()
    return passage_of(Folded.of(text), starts, sections, terms, "a.md", wanted_line=line, rarities=rarities)


def rows(shown: Passage) -> list[str]:
    """Number and text of each line, [matches] set off."""
    out = []
    for row in shown.lines:
        text = row.text
        for match in reversed([match for match in shown.matches if match.line == row.line]):
            text = f"{text[: match.start]}[{text[match.start : match.stop]}]{text[match.stop :]}"
        out.append(f"{row.line} {text}")
    return out


@pytest.mark.parametrize(
    ("text", "typed", "expected"),
    [
        ("one\ntwo\nthree\nfour\n", "two", ["1 one", "2 [two]", "3 three"]),
        ("one\ntwo\n", "one", ["1 [one]", "2 two"]),
        ("one\ntwo\n", "two", ["1 one", "2 [two]"]),
        ("one\ntwo", "two", ["1 one", "2 [two]"]),
        ("one", "one", ["1 [one]"]),
        ("---\ntitle: Store\n---\n# Store\nA store.", "store", ["3 ---", "4 # [Store]", "5 A [store]."]),
        ("---\ntitle: Big store\n---\n# Store\n", "big store", ["1 ---", "2 title: [Big] [store]", "3 ---"]),
        ("one\n\ntwo\n", "two", ["2 ", "3 [two]"]),
        ("\n\none\n", "one", ["2 ", "3 [one]"]),
        ("x y\ny\nx y y\n", "x y", ["2 [y]", "3 [x] [y] [y]"]),
        ("x\nx y\n", "x y", ["1 [x]", "2 [x] [y]"]),
        ("no such\nword here\n", "zzz", ["1 no such", "2 word here"]),
        ("\n \n  first\n", "zzz", ["2  ", "3   first"]),
        ("a sea\nwater b\nc\n", '"sea water"', ["1 a [sea]", "2 [water] b"]),
        ("x\x0cy\x0bz tide\n", "tide", ["1 x\x0cy\x0bz [tide]"]),
        ("e\u0301cluse 漢字 👍 tide\n", "tide", ["1 e\u0301cluse 漢字 👍 [tide]"]),
        ("", "zzz", ["1 "]),
    ],
)
def test_lines(text: str, typed: str, expected: list[str]) -> None:
    """The line with most of the terms and one either side are shown, all matches in them marked (S-43)."""
    assert rows(passage(text, typed)) == expected


@pytest.mark.parametrize(("line", "shown"), [(1, [1, 2]), (3, [2, 3, 4]), (5, [4, 5]), (99, [4, 5])])
def test_wanted_line(line: int, shown: list[int]) -> None:
    """A line that was asked for by number is shown; beyond the end, the last."""
    one = passage("a\nb\nc\nd\ne", "zzz", line=line)
    assert [row.line for row in one.lines] == shown


SECTIONS = (Section(0, "page 1"), Section(12, "page 2"), Section(12, "page 3"), Section(20, "page 4"))
PAGES = "one two\nend\ntide\ngo\ntide\nlast\n"


@pytest.mark.parametrize(
    ("typed", "section", "expected"),
    [
        ("one", "page 1", ["1 [one] two", "2 end"]),
        ("end", "page 1", ["1 one two", "2 [end]"]),
        ("go", "page 3", ["1 tide", "2 [go]"]),
        ("last", "page 4", ["1 tide", "2 [last]"]),
    ],
)
def test_sections(typed: str, section: str, expected: list[str]) -> None:
    """Lines count from their section's start, and no other section's line is shown."""
    shown = passage(PAGES, typed, SECTIONS)
    assert (shown.section, rows(shown)) == (section, expected)


LONG = "x" * 500 + " tide " + "y" * 500


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        (LONG, "tide"),
        ("tide " + "y" * 500, "tide"),
        ("y" * 500 + " tide", "tide"),
        ("漢" * 300 + "tide" + "字" * 300, "tide"),
        ("e\u0301" * 300 + " tide " + "e\u0301" * 300, "tide"),
        ("z" * 1_000, "z" * 400),
        ("\n".join([LONG, LONG.replace("tide", "tide gauge"), LONG]), "tide gauge"),
    ],
    ids=["middle", "start", "end", "han", "marks", "long match", "three lines"],
)
def test_long_lines(text: str, typed: str) -> None:
    """A long line is cut to 240 characters around the match, with … where it was cut (S-43)."""
    shown = passage(text, typed)
    originals = text.split("\n")
    for row in shown.lines:
        assert len(row.text.strip("…")) <= WIDTH
        assert row.text.strip("…") in originals[row.line - 1]
    assert any(match.line == shown.line for match in shown.matches)


@pytest.mark.parametrize(
    ("text", "start", "stop"), [(LONG, True, True), ("tide " + "y" * 500, False, True), ("y" * 500 + " tide", True, False), ("tide", False, False)]
)
def test_cut_signs(text: str, start: bool, stop: bool) -> None:
    """… stands where something was cut off, and only there."""
    row = passage(text, "tide").lines[0].text
    assert (row.startswith("…"), row.endswith("…")) == (start, stop)


@pytest.mark.parametrize(
    ("lines", "more"), [({0}, 0), ({0, 1}, 0), ({0, 40}, 1), ({0, 40, 41, 100}, 2), ({5, 35, 65, 95}, 3)]
)
def test_more(lines: set[int], more: int) -> None:
    """The item's other chunks that match are counted."""
    text = "".join("tide\n" if number in lines else "other\n" for number in range(120))
    assert passage(text, "tide").more == more


def test_best_chunk() -> None:
    """The chunk with most of the terms is shown, not the first with one (S-43)."""
    text = "tide\n" + "x\n" * 50 + "tide and gauge\n"
    assert passage(text, "tide gauge").line == 52


def test_rarer_word() -> None:
    """Of two words in different places the one is shown that stands in fewer, here or anywhere (S-43)."""
    rows = "".join(f"{number},val{number},id\n" for number in range(1, 400))
    assert passage(f"id,name,note\n{rows}", "id val333").line == 334
    apart = "id\n" + "x\n" * 100 + "val333\n"
    assert passage(apart, "id val333", rarities=[1.0, 6.0, 0.5, 0.5]).line == 102


PAGE = "---\ntitle: Store\nkeys: [store, store, store]\n---\nintro\n" + "x\n" * 60


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (PAGE + "# The store\n" + "y\n" * 60 + "a store, a store, a store\nstore\n", 66),
        (PAGE + "# Other\n" + "y\n" * 60 + "a store\n", 127),
        (PAGE + "```sh\n# store it\n```\n" + "y\n" * 60 + "## Store\n", 129),
        ("---\nkeys: " + '"store", ' * 300 + "\n---\n" + "x\n" * 60 + "# The store\n", 64),
    ],
    ids=["title", "text", "comment in code", "front matter that is full of it"],
)
def test_headings_first(text: str, line: int) -> None:
    """Of lines with the same words a heading is shown, in whatever chunk; what the front matter repeats comes last."""
    assert passage(text, "store").line == line


def test_words_in_order() -> None:
    """A line that has the words of a message in order comes before a paragraph that has one more of them, scattered."""
    scattered = "a file is open but there is no such include as stdafx in that directory or it cannot be\n"
    text = scattered + "x\n" * 60 + "Cannot open include file: 'iostream.h': No such file or directory\n"
    assert passage(text, "Cannot open include file: 'stdafx.h': No such file or directory").line == 62


def test_whole_word_before_letters() -> None:
    """A line with the word comes before one that only has its letters inside another."""
    assert passage("betided\n" + "x\n" * 40 + "tide\n", "tide").line == 42


LINES = st.lists(st.text(st.sampled_from("ab é\u0301漢👍\x0c."), max_size=300), max_size=70)


@given(LINES, st.sampled_from(["a", "ab", "é", "漢", '"a b"', "a.b", "👍", "zz", "/a+/"]))
def test_passages_are_of_the_text(lines: list[str], typed: str) -> None:
    """Shown lines are the text's own, in a row, and matches lie inside them."""
    shown = passage("\n".join(lines), typed)
    originals = lines or [""]
    assert [row.line for row in shown.lines] == list(range(shown.lines[0].line, shown.lines[0].line + len(shown.lines)))
    assert shown.line in [row.line for row in shown.lines]
    for row in shown.lines:
        assert row.text.removeprefix("…").removesuffix("…") in originals[row.line - 1]
    widths = {row.line: len(row.text) for row in shown.lines}
    assert all(0 <= match.start < match.stop <= widths[match.line] for match in shown.matches)
