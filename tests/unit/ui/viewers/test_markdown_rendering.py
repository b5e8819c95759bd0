"""Markdown and notebooks become HTML that holds nothing but what we put there."""

import json
import os
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytest.importorskip("markdown_it")

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import Cancelled, ItemUnreadable
from sleuth.domain.items import Kind
from sleuth.engine.reading import Reading
from sleuth.ui.viewers.markdown.rendering import MarkdownRenderer
from sleuth.ui.viewers.notebook.rendering import NotebookRenderer, Words
from sleuth.ui.viewers.web.addresses import link, resolved, target_of
from sleuth.ui.viewers.web.code import code_lines
from sleuth.ui.viewers.web.formulas import Undrawn, helper
from sleuth.ui.viewers.web.patterns import typed_pattern, words_pattern
from sleuth.ui.viewers.web.pictures import MOST_BYTES, Pictures, Refused, read_picture

NOTES = {why: f"{{}} {why.name}" for why in (*Refused, *Undrawn)}
WORDS = Words("no cells", "not shown", "cut", "a picture", NOTES)


@pytest.fixture(scope="module", autouse=True)
def _nothing_left() -> Iterator[None]:
    yield
    helper().close()


class Tags(HTMLParser):
    """What stands in an HTML text: tags with their attributes, and the text between them."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for found, attributes in self.found if found == tag]


def rendered(text: str, root: Path = Path("nowhere"), ref: str = "docs/guide.md") -> Tags:
    return Tags(MarkdownRenderer(ref, NOTES).render(text, Pictures(root, ref).address))


# ----------------------------------------------------------------------------- Markdown


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("# A", "h1"),
        ("| a |\n|---|\n| b |", "td"),
        ("~~a~~", "s"),
        ("- [x] a", "input"),
        ("a[^1]\n\n[^1]: b", "sup"),
        ("---\na: 1\n---\nb", "pre"),
        ("$a_1$", "msub"),
        ("$$\na\n$$", "math"),
        ("```python\nimport a\n```", "i"),
        ("> a", "blockquote"),
    ],
)
def test_what_markdown_has_is_rendered(text: str, tag: str) -> None:
    """CommonMark with tables, strikethrough, tasks, footnotes, front matter and formulas is understood."""
    assert rendered(text).named(tag)


def test_money_is_no_formula() -> None:
    """Two prices in a sentence are not the borders of a formula."""
    assert not rendered("It costs $5 and not $10.").named("math")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        '<img src="x" onerror="alert(1)">',
        "a <iframe src='https://example.org'></iframe> b",
        "<style>@import url(https://example.org/a.css);</style>",
        '<meta http-equiv="refresh" content="0;url=https://example.org">',
        "<svg><script>alert(1)</script></svg>",
        '- [ ] <input class="task-list-item-checkbox" onclick="alert(1)">',
        '![a" onerror="alert(1)](b.png "c\\" onload=\\"alert(1)")',
        '[a](b.md "c\\" onclick=\\"alert(1)")',
        '```x"><script>alert(1)</script>\na\n```',
        "# a {onclick=alert(1)}",
        "[a](javascript:alert(1)) [b](vbscript:a) <javascript:alert(1)>",
        "[a]: javascript:alert(1)\n\n[a]",
        "[a](JaVa&#x53;cript:alert(1))",
    ],
)
def test_html_in_a_text_stays_text(text: str) -> None:
    """No tag, no handler and no address of a script comes from the text itself."""
    tags = rendered(text)
    allowed = {"p", "img", "a", "ul", "li", "input", "pre", "code", "span", "h1", "i"}
    assert {tag for tag, _ in tags.found} <= allowed
    for _, attributes in tags.found:
        assert not [name for name in attributes if name.startswith("on")]
        assert "script:" not in str(attributes.get("href", "")).lower()


def test_each_block_tells_its_line() -> None:
    """Blocks, items, rows, lines of code and lines of a paragraph carry the line they start on."""
    text = "# A\n\nb\nc\n\n- d\n- e\n\n| f |\n|---|\n| g |\n\n```\nh\ni\n```\n"
    lines = [
        (tag, attributes["data-line"])
        for tag, attributes in rendered(text).found
        if "data-line" in attributes
    ]
    expected = [
        ("h1", "1"), ("p", "3"), ("span", "4"), ("ul", "6"), ("li", "6"), ("li", "7"), ("table", "9"), ("thead", "9"),
        ("tr", "9"), ("tbody", "11"), ("tr", "11"), ("pre", "13"), ("span", "14"), ("span", "15"),
    ]  # fmt: skip
    assert [line for line in lines if line[0] != "p" or line[1] == "3"] == expected


@pytest.mark.parametrize(
    "text",
    [
        "a `b\nc` d\ne",
        "a $b\nc$ d\ne",
        "a \\(b_1\n+ c\\) d\ne",
        "a $$\nb$$ d\ne",
        "a ![b\nc](d.png) d\ne",
        "> [!tip] a\n> b\n> c",
        "> [!tip]\n> b\n> c",
        "[[a]]\n==b==\nc",
    ],
)
def test_what_runs_over_a_line_end_moves_no_line(text: str) -> None:
    """The line after it is still the third."""
    spans = [
        attributes["data-line"]
        for attributes in rendered(text).named("span")
        if attributes.get("class") == "start"
    ]
    assert spans[-1] == "3"


def test_headings_are_named_as_git_hosts_name_them() -> None:
    """A heading that comes twice gets a number."""
    tags = rendered("# The `a` & b!\n\n## The a  b\n\n## The a  b\n")
    assert [attributes["id"] for tag, attributes in tags.found if tag[0] == "h"] == [
        "the-a--b",
        "the-a--b-1",
        "the-a--b-2",
    ]


def test_rendering_can_be_stopped() -> None:
    """Work that nobody waits for any more ends."""
    cancellation = Cancellation()
    cancellation.cancel()
    with pytest.raises(Cancelled):
        MarkdownRenderer("a.md", NOTES).render("a", lambda _: Refused.REMOTE, cancellation.check)


# ----------------------------------------------------------------------------- links


@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("other.md", "docs/other.md"),
        ("../src/a%20b.py#L12", "src/a%20b.py:12"),
        ("../src/app.py#L12-L20", "src/app.py:12"),
        ("other.md?plain=1#the-method", "docs/other.md#the-method"),
        ("/readme.md", "readme.md"),
        ("./", "docs"),
        ("%E2%82%AC.md", "docs/%E2%82%AC.md"),
        ("C%23.md#a", "docs/C%23.md#a"),
        ("guide.md#method", "#method"),
        ("../docs/guide.md#L3", "docs/guide.md:3"),
        ("https://example.org/?a=b#c", "https://example.org/?a=b#c"),
        ("mailto:someone@example.org", "mailto:someone@example.org"),
        ("#method", "#method"),
        ("../../etc/passwd", None),
        ("..%2f..%2fetc/passwd", None),
        ("..\\..\\etc", None),
        ("//example.org/a", None),
        ("file:///etc/passwd", None),
        ("javascript:alert(1)", None),
        ("JAVASCRIPT:alert(1)", None),
        ("data:text/html,a", None),
        ("c:/windows/a.md", None),
        ("a%00b", None),
        ("../..", None),
    ],
)
def test_where_a_link_leads(address: str, target: str | None) -> None:
    """Into the workspace by reference, out by URL, and nowhere else."""
    found = link(address, "docs/guide.md")
    if found is not None and found.startswith("sleuth-view://go"):
        found = target_of(found.removeprefix("sleuth-view://go"))
    assert found == target


@pytest.mark.skipif(os.name == "nt", reason="names are Unicode there")
def test_a_name_of_any_bytes_is_linked() -> None:
    """Bytes that are no UTF-8 come back as they were."""
    assert resolved("%ff.md", "a.md") == (os.fsdecode(b"\xff.md"), "")
    assert link("%ff.md", "a.md") == "sleuth-view://go/%25FF.md"


# ----------------------------------------------------------------------------- pictures


@pytest.fixture
def pictures(workspace: Path) -> Pictures:
    (workspace / "docs").mkdir()
    (workspace / "docs" / "a.png").write_bytes(b"a")
    (workspace / "docs" / "b.txt").write_bytes(b"b")
    (workspace / "large.png").touch()
    os.truncate(workspace / "large.png", MOST_BYTES + 1)
    (workspace.parent / "secret.png").write_bytes(b"secret")
    return Pictures(workspace, "docs/guide.md")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a.png", "sleuth-view://picture/docs/a.png"),
        ("../docs/./a.png", "sleuth-view://picture/docs/a.png"),
        ("../large.png", Refused.LARGE),
        ("b.txt", Refused.ABSENT),
        ("none.png", Refused.ABSENT),
        ("../../secret.png", Refused.OUTSIDE),
        ("%2e%2e/%2e%2e/secret.png", Refused.OUTSIDE),
        ("https://example.org/a.png", Refused.REMOTE),
        ("//example.org/a.png", Refused.REMOTE),
        ("file:///etc/a.png", Refused.REMOTE),
        ("data:text/html;base64,YQ==", Refused.REMOTE),
        ("data:image/svg+xml;base64,YQ==", Refused.REMOTE),
        ("data:image/png;base64,YQ==", "data:image/png;base64,YQ=="),
        ("data:image/png;base64," + "A" * 14_000_000, Refused.LARGE),
    ],
)
def test_which_pictures_are_shown(pictures: Pictures, source: str, expected: str | Refused) -> None:
    """Those that lie in the workspace or stand in the text, none too large."""
    assert pictures.address(source) == expected


def test_a_picture_through_a_link_is_not_shown(pictures: Pictures, workspace: Path) -> None:
    """A link out of the workspace is not followed, neither when rendering nor when showing."""
    try:
        (workspace / "docs" / "way.png").symlink_to(workspace.parent / "secret.png")
        (workspace / "out").symlink_to(workspace.parent, target_is_directory=True)
    except OSError:
        pytest.skip("links cannot be made here")
    assert pictures.address("way.png") is Refused.ABSENT
    assert pictures.address("../out/secret.png") is Refused.ABSENT
    for ref in ("docs/way.png", "out/secret.png"):
        with pytest.raises(OSError, match="no regular file"):
            read_picture(workspace, ref)


def test_pictures_in_a_text_share_a_room(pictures: Pictures) -> None:
    """Pictures that stand in the text are shown until there are too many of them."""
    source = "data:image/png;base64," + "A" * 12_000_000
    assert [pictures.address(source) is Refused.LARGE for _ in range(4)] == [False, False, False, True]


# ----------------------------------------------------------------------------- code and marks


def test_code_keeps_its_lines() -> None:
    """Colours change no letter, and a string over two lines is two lines."""
    code = '\na = """b\n<c>"""\n\n'
    tags = Tags(code_lines(code, "python", 7))
    assert tags.text == code.removesuffix("\n")
    assert [attributes["data-line"] for attributes in tags.named("span")] == ["7", "8", "9", "10"]
    assert tags.named("i")


@pytest.mark.parametrize("language", ["", "no-such-language"])
def test_code_of_no_known_language_is_plain(language: str) -> None:
    """It is shown without colours."""
    assert code_lines("a <b>", language, 1) == '<span data-line="1">a &lt;b&gt;</span>'


@pytest.mark.parametrize(
    ("text", "marks", "pattern"),
    [
        (
            "the tide, tides",
            ((4, 8), (10, 15)),
            r"(?<![\p{L}\p{N}])tides(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])tide(?![\p{L}\p{N}])",
        ),
        ("the tide", (), ""),
        ("getTideTable", ((3, 7),), "Tide"),
        ("C++ or C", ((0, 3),), r"(?<![\p{L}\p{N}])C\+\+"),
        ("sea  water", ((0, 10),), r"(?<![\p{L}\p{N}])sea\s+water(?![\p{L}\p{N}])"),
        ("sea\n**water**", ((0, 11),), r"(?<![\p{L}\p{N}])sea[^\p{L}\p{N}]{1,3}water(?![\p{L}\p{N}])"),
    ],
)
def test_the_pattern_of_marked_words(text: str, marks: tuple[tuple[int, int], ...], pattern: str) -> None:
    """Whole words are looked for as whole words, a phrase whatever stands between its words."""
    reading = Reading("a.md", Path("a.md"), Kind.MARKDOWN, None, text, (), None, marks)
    assert words_pattern(reading) == pattern


def test_what_is_typed_is_taken_literally() -> None:
    """No character typed in the find bar is an operator."""
    assert typed_pattern(" a.b  (c) ") == r"a\.b\s+\(c\)"


# ----------------------------------------------------------------------------- notebooks


def notebook(*cells: dict[str, object]) -> bytes:
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}).encode()


def shown(data: bytes) -> Tags:
    pictures = Pictures(Path("nowhere"), "a.ipynb")
    return Tags(NotebookRenderer("a.ipynb", pictures, WORDS).render(data, lambda: None))


def code(source: str, *outputs: dict[str, object]) -> dict[str, object]:
    return {"cell_type": "code", "execution_count": 3, "metadata": {}, "source": source, "outputs": outputs}


def test_a_cell_shows_its_source_and_its_outputs() -> None:
    """The lines of outputs go on from the source's, as they are indexed."""
    tags = shown(notebook(code("a\nb", {"output_type": "stream", "name": "stdout", "text": ["c\n", "d\n"]})))
    lines = [attributes["data-line"] for attributes in tags.named("span")]
    assert "In [3]" in tags.text
    assert lines == ["1", "2", "3", "4"]


def test_cells_are_sections() -> None:
    """Each cell is found by the name that hits give it."""
    tags = shown(
        notebook({"cell_type": "markdown", "source": "# A"}, code("b"), {"cell_type": "raw", "source": "c"})
    )
    assert [attributes["data-section"] for attributes in tags.named("section")] == [
        "cell 1",
        "cell 2",
        "cell 3",
    ]


@pytest.mark.parametrize(
    ("data", "tag", "text"),
    [
        ({"text/html": "<script>a</script>", "text/plain": "plain"}, "span", "plain"),
        ({"text/html": "<script>a</script>"}, "p", "not shown"),
        ({"image/png": "YQ==\n", "text/plain": "<Figure>"}, "img", ""),
        ({"image/svg+xml": ["<svg onload='a'>", "</svg>"]}, "img", ""),
        ({"image/png": "no base64 “"}, "span", "a picture ABSENT"),
    ],
)
def test_an_output_is_shown_in_its_best_safe_form(data: dict[str, object], tag: str, text: str) -> None:
    """A picture, else text; HTML never."""
    tags = shown(notebook(code("", {"output_type": "display_data", "data": data, "metadata": {}})))
    assert tags.named(tag)
    assert text in tags.text
    assert not tags.named("script")
    assert all(str(attributes["src"]).startswith("data:image/") for attributes in tags.named("img"))


def test_an_attached_picture_is_shown() -> None:
    """A Markdown cell shows the pictures that are attached to it."""
    cell = {
        "cell_type": "markdown",
        "source": "![a](attachment:b.png)",
        "attachments": {"b.png": {"image/png": "YQ=="}},
    }
    assert shown(notebook(cell)).named("img")[0]["src"] == "data:image/png;base64,YQ=="


def test_a_notebook_of_version_3_is_shown() -> None:
    """Cells of old notebooks are in worksheets."""
    output = {"output_type": "stream", "stream": "stdout", "text": "told\n"}
    cell = {
        "cell_type": "code",
        "language": "python",
        "input": "print()",
        "prompt_number": 4,
        "outputs": [output],
    }
    old = {
        "nbformat": 3,
        "nbformat_minor": 0,
        "metadata": {"name": ""},
        "worksheets": [{"cells": [cell], "metadata": {}}],
    }
    text = shown(json.dumps(old).encode()).text
    assert "In [4]" in text
    assert "told" in text


def test_what_is_no_notebook_says_so() -> None:
    """The reason is the reader's."""
    with pytest.raises(ItemUnreadable, match="not JSON"):
        shown(b"{")


@pytest.mark.parametrize("data", [b"", notebook()])
def test_a_notebook_without_cells_says_so(data: bytes) -> None:
    """A sentence stands where nothing else does."""
    assert shown(data).text == "no cells"


@pytest.mark.parametrize(
    "cell", [None, 3, {}, {"cell_type": "code", "outputs": [None, {"data": 3}], "source": 4}]
)
def test_a_broken_cell_breaks_no_notebook(cell: object) -> None:
    """It is shown empty."""
    assert shown(notebook(cell)).named("section")  # type: ignore[arg-type]
