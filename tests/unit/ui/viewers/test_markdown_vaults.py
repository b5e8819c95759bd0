"""Callouts, wikilinks and highlights are shown as vaults and git hosts show them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("markdown_it")

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import Cancelled
from sleuth.ui.viewers.markdown.rendering import MarkdownRenderer
from sleuth.ui.viewers.web.formulas import Undrawn, helper
from sleuth.ui.viewers.web.names import Names
from sleuth.ui.viewers.web.pictures import Pictures, Refused

NOTES = {why: f"{why.name} {{}}" for why in (*Refused, *Undrawn)}


@pytest.fixture(scope="module", autouse=True)
def _nothing_left() -> Iterator[None]:
    yield
    helper().close()


@pytest.fixture
def vault(workspace: Path) -> Path:
    for ref in (
        "notes/here.md",
        "notes/beside.md",
        "top.md",
        "deep/er/far.md",
        "deep/er/way down.md",
        "pictures/a b.png",
        "paper.pdf",
    ):
        path = workspace / ref
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("a", encoding="utf-8")
    return workspace


def rendered(text: str, root: Path | None = None) -> str:
    ref = "notes/here.md"
    names = Names(root, ref).find if root is not None else None
    return MarkdownRenderer(ref, NOTES, names).render(text, Pictures(root or Path("nowhere"), ref).address)


# ----------------------------------------------------------------------------- callouts


@pytest.mark.parametrize(
    ("first", "box", "title"),
    [
        ("[!NOTE]", '<div class="callout info"', "NOTE"),
        ("[!TIP]", '<div class="callout tip"', "TIP"),
        ("[!IMPORTANT]", '<div class="callout important"', "IMPORTANT"),
        ("[!WARNING]", '<div class="callout warning"', "WARNING"),
        ("[!CAUTION]", '<div class="callout danger"', "CAUTION"),
        ("[!info] A title", '<div class="callout info"', "A title"),
        (
            "[!faq]- Are *folds* open?",
            '<details class="callout question" open="" data-line="1"',
            "Are <em>folds</em> open?",
        ),
        ("[!bug]+", '<details class="callout danger" open=""', "bug"),
        ("[!our-own|metadata] Title", '<div class="callout info"', "Title"),
    ],
)
def test_a_quotation_with_a_kind_is_a_callout(first: str, box: str, title: str) -> None:
    """The five of git hosts, and those of vaults with titles and folds."""
    html = rendered(f"> {first}\n> body")
    assert box in html
    assert re.search(
        rf"<(p|summary) class=.title[^>]*><span class=.icon.[^>]*></span>{re.escape(title)}</\1>", html
    )
    assert '<p data-line="2">body</p>' in html
    assert html.count("<details") == html.count("</details>")


@pytest.mark.parametrize(
    "text", ["> a\n> [!NOTE]", "[!NOTE]", "> [!NOTE", "> [! NOTE]", "> \\[!NOTE]", "> # [!NOTE]"]
)
def test_other_quotations_stay_what_they_are(text: str) -> None:
    """A kind stands first, alone or before a title."""
    assert "callout" not in rendered(text)


def test_a_callout_has_its_lines() -> None:
    """The box, each paragraph, and the callout inside it."""
    html = rendered("> [!NOTE]\n> a\n> b\n>\n> > [!tip] c\n>\n> - d\n")
    assert re.findall(r'<(div|p|span|ul|li)[^>]* data-line="(\d)"', html) == [
        ("div", "1"), ("p", "2"), ("span", "3"), ("div", "5"), ("ul", "7"), ("li", "7"), ("p", "7"),
    ][:6]  # fmt: skip


def test_the_kind_can_be_found_beside_a_title() -> None:
    """Where it is not written out, its icon stands for it."""
    assert 'class="icon" data-source="[!tip]- "' in rendered("> [!tip]- a")
    assert "data-source" not in rendered("> [!tip]\n> a")


# ----------------------------------------------------------------------------- wikilinks


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("[[beside]]", '<a href="sleuth-view://go/notes/beside.md" title="">beside</a>'),
        ("[[beside.md]]", '<a href="sleuth-view://go/notes/beside.md" title="">beside.md</a>'),
        ("[[top]]", '<a href="sleuth-view://go/top.md" title="">top</a>'),
        ("[[far]]", '<a href="sleuth-view://go/deep/er/far.md" title="">far</a>'),
        ("[[FAR]]", '<a href="sleuth-view://go/deep/er/far.md" title="">FAR</a>'),
        ("[[er/far]]", '<a href="sleuth-view://go/deep/er/far.md" title="">er/far</a>'),
        (
            "[[way down|a *label*]]",
            '<a href="sleuth-view://go/deep/er/way%2520down.md" title="">a *label*</a>',
        ),
        (
            "[[far#The Part]]",
            '<a href="sleuth-view://go/deep/er/far.md%23the-part" title="">far &gt; The Part</a>',
        ),
        ("[[far#^block]]", '<a href="sleuth-view://go/deep/er/far.md" title="">far &gt; ^block</a>'),
        ("[[#The Part|here]]", '<a href="#the-part" title="">here</a>'),
        ("[[paper.pdf]]", '<a href="sleuth-view://go/paper.pdf" title="">paper.pdf</a>'),
        ("![[far]]", '<a href="sleuth-view://go/deep/er/far.md" title="">far</a>'),
        ("| a |\n|---|\n| [[far\\|b]] |", '<a href="sleuth-view://go/deep/er/far.md" title="">b</a>'),
    ],
)
def test_a_wikilink_leads_to_the_file(vault: Path, text: str, link: str) -> None:
    """Beside the note, from the root, or wherever in the workspace it is."""
    assert link in rendered(text, vault)


@pytest.mark.parametrize(
    "text",
    ["[[nodiscard]]", "[[missing note|label]]", "[[1, 2], [3, 4]]", "[[../../secret]]", "[[/etc/passwd]]", "[[]]", "[[ ]]", "`[[top]]`",
     "[[a:b]]", "[[..]]", "[[.]]", "![[missing]]"],
)  # fmt: skip
def test_what_names_no_file_is_left_as_it_is_written(vault: Path, text: str) -> None:
    """Attributes, arrays, notes that are not there yet, and what lies outside."""
    (vault.parent / "secret.md").write_text("a", encoding="utf-8")
    html = rendered(text, vault)
    assert "<a" not in html
    assert text.strip("`") in html


def test_two_brackets_are_also_a_link_of_markdown(vault: Path) -> None:
    """A citation in brackets that leads elsewhere does so."""
    assert 'href="https://example.org"' in rendered("[[top]](https://example.org)", vault)


def test_a_notebook_has_no_wikilinks() -> None:
    """Two brackets are two brackets where nobody says what names mean."""
    assert rendered("[[top]] [[#a]]") == '<p data-line="1">[[top]] [[#a]]</p>\n'


@pytest.mark.parametrize(
    ("text", "picture"),
    [
        ("![[a b.png]]", '<img src="sleuth-view://picture/pictures/a%20b.png" alt="a b.png" title="">'),
        ("![[a b.png|words]]", '<img src="sleuth-view://picture/pictures/a%20b.png" alt="words" title="">'),
        ("![[a b.png|120]]", 'alt="a b.png" title="" width="120">'),
        ("![[a b.png|120x80]]", 'title="" width="120" height="80">'),
        ("![[gone.png]]", '<span class="note" title="gone.png">ABSENT gone.png</span>'),
    ],
)
def test_an_embedded_picture_is_shown(vault: Path, text: str, picture: str) -> None:
    """From wherever in the workspace it is, in the size that is asked for."""
    assert picture in rendered(text, vault)


def test_a_name_through_a_link_means_nothing(vault: Path) -> None:
    """Links of the file system are not followed."""
    try:
        (vault / "notes" / "way.md").symlink_to(vault.parent / "secret.md")
        (vault / "loop").symlink_to(vault, target_is_directory=True)
    except OSError:
        pytest.skip("links cannot be made here")
    (vault.parent / "secret.md").write_text("a", encoding="utf-8")
    assert Names(vault, "notes/here.md").find("way") is None
    assert Names(vault, "notes/here.md").find("far") == "deep/er/far.md"


def test_the_nearest_to_the_root_is_meant(vault: Path) -> None:
    """Of two files of one name, not the one that happens to be found first."""
    (vault / "b").mkdir()
    (vault / "b" / "far.md").write_text("a", encoding="utf-8")
    assert Names(vault, "notes/here.md").find("far") == "b/far.md"
    assert Names(vault, "deep/er/here.md").find("far") == "deep/er/far.md"


def test_looking_for_a_name_can_be_stopped(vault: Path) -> None:
    """Work that nobody waits for any more ends."""
    cancellation = Cancellation()
    cancellation.cancel()
    with pytest.raises(Cancelled):
        Names(vault, "a.md", cancellation.check).find("nowhere")


# ----------------------------------------------------------------------------- highlights and tags


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a ==b *c*== d", "a <mark>b <em>c</em></mark> d"),
        ("**==a==**", "<strong><mark>a</mark></strong>"),
        ("(==a==)", "(<mark>a</mark>)"),
        ("a==b and c==d", "a==b and c==d"),
        ("a == b == c", "a == b == c"),
        ("===a===", "===a==="),
        ("====", "===="),
        ("`==a==`", "<code>==a==</code>"),
        ("#tag and #nested/tag", "#tag and #nested/tag"),
    ],
)
def test_highlights_are_marked_and_comparisons_are_not(text: str, expected: str) -> None:
    """Two equals signs stand at a word, on both sides; tags stay as they are."""
    assert f">{expected}</p>" in rendered(text)
