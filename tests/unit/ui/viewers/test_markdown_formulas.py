"""Formulas are drawn, each where it stands, and a hostile one is text that says why."""

import json
import re
from collections.abc import Iterator

import pytest

pytest.importorskip("markdown_it")
pytest.importorskip("math_core")

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import Cancelled
from sleuth.ui.viewers.markdown.rendering import MarkdownRenderer
from sleuth.ui.viewers.notebook.rendering import NotebookRenderer, Words
from sleuth.ui.viewers.web.formulas import (
    MOST_CHARACTERS,
    MOST_FORMULAS,
    Formula,
    NotDrawn,
    Undrawn,
    drawn,
    helper,
)
from sleuth.ui.viewers.web.mathml import TooDeep, Unclean, clean
from sleuth.ui.viewers.web.pictures import Pictures, Refused

NOTES = {why: f"{why.name} {{}}" for why in (*Refused, *Undrawn)}
NORMAL = r"\frac{-b \pm \sqrt{b^2 - 4ac}}{2a}"


@pytest.fixture(scope="module", autouse=True)
def _nothing_left() -> Iterator[None]:
    yield
    helper().close()


def rendered(text: str) -> str:
    return MarkdownRenderer("a.md", NOTES).render(text, lambda _: Refused.ABSENT)


def sources(html: str) -> list[str]:
    """How the drawn formulas are written."""
    return re.findall(r'data-source="([^"]*)"', html)


def one(latex: str) -> str | NotDrawn:
    formula = Formula(latex, True)
    return drawn([formula], lambda: None)[formula]


# ----------------------------------------------------------------------------- where they are


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a $x$ b", ["$x$"]),
        ("the $n$th, $k$-means, ($x$), **$y$**", ["$n$", "$k$", "$x$", "$y$"]),
        (r"a \(x\) and \(a_1 + b\)", [r"\(x\)", r"\(a_1 + b\)"]),
        ("a $$x$$ b", ["$$x$$"]),
        ("$$ x $$", ["$$ x $$"]),
        ("$$\nx\n$$", ["$$\nx\n$$"]),
        ("text\n$$\nx\n$$\ntext", ["$$\nx\n$$"]),
        ("text\n\\[\nx_1\n\\]\ntext", ["\\[\nx_1\n\\]"]),
        ("\\begin{align}\na &= b\n\\end{align}", ["\\begin{align}\na &amp;= b\n\\end{align}"]),
        ("> $$\n> x\n> $$", ["$$\nx\n$$"]),
        ("- $$\n  x\n  $$", ["$$\nx\n$$"]),
        ("| $x$ |\n|---|\n| $y$ |", ["$x$", "$y$"]),
        ("[$x$](b.md)", ["$x$"]),
    ],
)
def test_a_formula_is_found(text: str, expected: list[str]) -> None:
    """In a line and by itself, in dollars and in LaTeX's own brackets."""
    assert sources(rendered(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5 and $10.",
        "$HOME/$USER and $A$B",
        "'%$S' is followed by '%$T'",
        '`$(A)`, "$(IntDir)", "$(OutDir)"',
        "$(**name**)**; **$(**other**)**",
        r"an escaped \$x\$",
        "`$x$`",
        "```\n$x$\n```",
        "    $$\n    x\n    $$",
        r"\(optional\) and \[an aside\]",
        r"\[1\]",
        r"\[see below\]",
        "$$\nnever closed",
        "$$\n\n$$",
        "$$$$",
        r"\begin{align} never closed",
        r"\begin{document}x\end{document}",
    ],
)
def test_what_is_no_formula_is_left(text: str) -> None:
    """Money, variables of shells and builds, escaped brackets, code."""
    html = rendered(text)
    assert "<math" not in html
    assert 'class="math"' not in html


def test_a_formula_by_itself_tells_its_line() -> None:
    """The block is found by the line it starts on."""
    html = rendered("a\n\n$$\nx\n$$\n\nb")
    assert '<div class="wide display" data-line="3">' in html
    assert '<p data-line="7">b' in html


def test_one_that_is_not_drawn_keeps_its_lines() -> None:
    """Its LaTeX is shown line by line, with the reason."""
    html = rendered("a\n\n$$\n\\foo{x}\n$$\n")
    assert re.findall(r'data-line="(\d)"', html) == ["1", "3", "3", "4", "5"]
    assert 'title="WRONG Unknown command &quot;\\foo&quot;."' in html


def test_notebooks_have_formulas_too() -> None:
    """In their Markdown cells."""
    cell = {
        "cell_type": "markdown",
        "source": ["# A\n", "\n", "$x^2$\n", "\\begin{equation}\n", "y\n", "\\end{equation}"],
    }
    notebook = json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell]}).encode()
    words = Words("", "", "", "", NOTES)
    pictures = Pictures.__new__(Pictures)
    assert NotebookRenderer("a.ipynb", pictures, words).render(notebook, lambda: None).count("<math") == 2


# ----------------------------------------------------------------------------- what they become


@pytest.mark.parametrize(
    ("latex", "part"),
    [
        (NORMAL, "<mfrac>"),
        (r"\sum_{i=1}^n i", "<munderover>"),
        (r"\lim_{x\to 0} x", "<munder>"),
        (r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}", "<mtable"),
        (r"\begin{aligned} a &= b \\ &= c \end{aligned}", "text-align: right"),
        (r"\begin{alignat}{2} a &= b \end{alignat}", "<mtable"),
        (r"\begin{eqnarray} a &=& b \end{eqnarray}", "<mtable"),
        (r"\begin{equation}\begin{split} a &= b \end{split}\end{equation}", "<mtable"),
        (r"\mathbb{R} \mbox{ and } \mathbf{x}", "ℝ"),
        (r"\left< x \right>", "⟨"),
        (r"\sum_{\substack{a \\ b}} x", "<munder>"),
        (r"a \label{one} \tag{7}", "(7)"),
        (r"\text{if $ is a < b}".replace("$", r"\$"), "&lt;"),
        (r"\boxed{x}", 'notation="box"'),
        ("a \\\nb", "<mi>b</mi>"),
    ],
)
def test_what_papers_write_is_drawn(latex: str, part: str) -> None:
    """Fractions, sums with limits, matrices, alignments, and what LaTeX has more than one name for."""
    assert part in str(one(latex))


def test_no_number_of_ours_stands_beside_an_equation() -> None:
    """The document's would be another one."""
    assert "(1)" not in str(one(r"\begin{align} a &= b \end{align}"))


@pytest.mark.parametrize(
    ("latex", "why"),
    [
        (r"\frac{", Undrawn.WRONG),
        ("}", Undrawn.WRONG),
        ("\ud800", Undrawn.WRONG),
        (r"\href{javascript:alert(1)}{x}", Undrawn.WRONG),
        (r"\url{https://example.org}", Undrawn.WRONG),
        (r"\style{background: url(https://example.org)}{x}", Undrawn.WRONG),
        (r"\includegraphics{a.png}", Undrawn.WRONG),
        (r"\eqref{a}", Undrawn.WRONG),
        (r"\newcommand{\a}{\a\a}\a", Undrawn.WRONG),
        (r"\def\b{" + r"\a " * 10 + r"}\b", Undrawn.WRONG),
        ("x" * (MOST_CHARACTERS + 1), Undrawn.LONG),
        ("{" * 10_000 + "}" * 10_000, Undrawn.LONG),
        ("{" * 4_000 + "}" * 4_000, Undrawn.DEEP),
        ("{" * 9_000, Undrawn.DEEP),
        (r"\left(" * 500 + r"\right)" * 500, Undrawn.DEEP),
        (r"\begin{matrix}" * 200 + r"\end{matrix}" * 200, Undrawn.DEEP),
        (r"\color{red}" * 300 + "x", Undrawn.DEEP),
    ],
)
def test_a_hostile_or_broken_formula_is_left_as_it_is(latex: str, why: Undrawn) -> None:
    """It is not drawn, the reason is known, and the next one is drawn."""
    found = one(latex)
    assert isinstance(found, NotDrawn)
    assert found.why is why
    assert isinstance(one("x"), str)


@pytest.mark.parametrize(
    "latex", [r"\frac" * 1_900 + "1", r"\sqrt" * 1_900 + "x", "x^" * 4_900, "'" * 9_900, "1" * 9_900]
)
def test_whatever_is_written_the_next_is_drawn(latex: str) -> None:
    """What brings the helper down ends no preview."""
    one(latex)
    assert isinstance(one("x"), str)


def test_what_breaks_the_helper_costs_its_own_text_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """The formulas beside it are shown as they are written, those of the next text are drawn."""
    monkeypatch.setattr("sleuth.ui.viewers.web.formulas._MOST_DEPTH", 100_000)
    monkeypatch.setattr("sleuth.ui.viewers.web.formulas.MOST_CHARACTERS", 1_000_000)
    deep = Formula("{" * 90_000 + "}" * 90_000, False)
    found = drawn([deep, Formula("x", False)], lambda: None)
    assert {type(result) for result in found.values()} == {NotDrawn}
    assert isinstance(one("x"), str)


def test_there_are_only_so_many() -> None:
    """The rest of a text of nothing but formulas is left as it is written."""
    formulas = [Formula(f"x_{{{number}}}", False) for number in range(MOST_FORMULAS + 1)]
    found = drawn(formulas, lambda: None)
    assert isinstance(found[formulas[0]], str)
    assert found[formulas[-1]] == NotDrawn(Undrawn.MANY)


def test_drawing_can_be_stopped() -> None:
    """Work that nobody waits for any more ends."""
    cancellation = Cancellation()
    cancellation.cancel()
    with pytest.raises(Cancelled):
        drawn([Formula("x", False)], cancellation.check)


@pytest.mark.parametrize(
    "text",
    [
        "$$a\n# h\n" * 20_000,
        "\\[a\n# h\n" * 20_000,
        "x\n\\begin{align}\n# h\n" * 15_000,
        "- a\n" + "  \\begin{align}\n" * 20_000 + "b",
        "\\(" * 150_000,
        "$$ $ " * 60_000,
        "==a " * 80_000,
    ],
    ids=["dollars", "brackets", "environments", "in a list", "parentheses", "in a line", "highlights"],
)
def test_what_is_opened_and_never_closed_is_not_sought_for_ever(text: str) -> None:
    """The time grows with the text; with its square, each of these would take minutes."""
    assert rendered(text)


# ----------------------------------------------------------------------------- what is let through


def test_a_text_in_a_formula_is_text() -> None:
    """No tag comes from it."""
    html = rendered(r"$\text{<script>alert(1)</script>}$ and $\text{\<img src=x onerror=alert(1)\>}$")
    assert "<script" not in html
    assert "<img" not in html
    assert "&lt;script&gt;" in html


@pytest.mark.parametrize(
    "mathml",
    [
        "<math><script>1</script></math>",
        '<math><a href="javascript:1">x</a></math>',
        "<math><mtext><img src=x></mtext></math>",
        "<math><mi>x</math></mi>",
        "<math><mi>x</mi>",
        "<mi>x</mi>",
        "<math></math><math></math></math>",
        "<math><!-- a --></math>",
        "<math><mi x=y>x</mi></math>",
        "<math><annotation-xml>x</annotation-xml></math>",
        "",
    ],
)
def test_what_is_not_known_is_not_let_through(mathml: str) -> None:
    """Whatever a converter might answer, only what a formula is made of comes into the page."""
    with pytest.raises(Unclean):
        clean(mathml)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ('<math><mi onclick="a">x</mi></math>', "<math><mi>x</mi></math>"),
        ('<math><mi style="color:red;">x</mi></math>', '<math><mi style="color:red;">x</mi></math>'),
        ('<math><mi style="background: url(x)">x</mi></math>', "<math><mi>x</mi></math>"),
        ('<math><mi style="position: fixed">x</mi></math>', "<math><mi>x</mi></math>"),
        ('<math><mi id="a" class="b" href="c">x</mi></math>', "<math><mi>x</mi></math>"),
        ('<math><mspace width="1em"/></math>', '<math><mspace width="1em"></mspace></math>'),
        ("<math><mo>&ApplyFunction;</mo><mo>&lt;</mo></math>", "<math><mo>\u2061</mo><mo>&lt;</mo></math>"),
    ],
)
def test_attributes_are_kept_where_they_are_known(given: str, kept: str) -> None:
    """The rest of the formula stays."""
    assert clean(given) == kept


def test_a_browser_is_not_given_what_it_would_flatten() -> None:
    """A page is nested only so deeply."""
    with pytest.raises(TooDeep):
        clean("<math>" + "<mrow>" * 300 + "</mrow>" * 300 + "</math>")
