"""Whatever a text says, it is rendered, and nothing in it can act."""

from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

pytest.importorskip("markdown_it")
pytest.importorskip("math_core")

from hypothesis import given, settings
from hypothesis import strategies as st

from sleuth.ui.viewers.markdown.rendering import MarkdownRenderer
from sleuth.ui.viewers.web.formulas import Undrawn, helper
from sleuth.ui.viewers.web.pictures import Refused

NOTES = {why: f"{why.name} {{}}" for why in (*Refused, *Undrawn)}
PIECES = (
    "$ $$ \\( \\) \\[ \\] { } \\begin{align} \\end{align} \\frac \\text{ \\left( \\right) & \\\\ ^ _ \\color{red} \\href{javascript:a}{b} "
    "[[ ]] ![[ | # #^a a.png top == ` ``` ~~~ * ** _ ~~ [ ] ( ) ![ ](javascript:a) ](data:text/html,a) <javascript:a> <script> </script> "
    "<img/src=x/onerror=a> \"onload=a ' style=a: - [!NOTE] [!tip]- [!a|b]+ > - * 1. --- === [^1] [^1]: [x] [a]: :--- \\ &lt; &#x53;cript: \x00 \ud800 "
    "\u202e é 中 😀 a b 1"
).split(" ")
TEXTS = st.lists(
    st.one_of(st.sampled_from([*PIECES, " ", "\n", "\n\n", "\n> ", "\n- ", "| "]), st.text(max_size=5)),
    max_size=40,
).map(
    lambda pieces: "".join(pieces).replace("\r", "\n")  # as a text is read
)
TAGS = frozenset(
    "a blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img input li mark ol p pre s section span strong sub summary "
    "sup table tbody td th thead tr ul "
    "math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle msub msubsup msup "
    "mtable mtd mtext mtr munder munderover b".split()
)


class Live(HTMLParser):
    """What in an HTML text could act."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.lines: set[int] = set()
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            self.found.append(tag)
        for name, value in attrs:
            if name.startswith("on") or name in (
                "srcdoc",
                "srcset",
                "formaction",
                "background",
                "ping",
                "xlink:href",
            ):
                self.found.append(f"{tag} {name}")
            if name in ("href", "src") and not (value or "").startswith(
                ("#", "sleuth-view://", "http://", "https://", "mailto:")
            ):
                self.found.append(f"{tag} {name}={value}")
            if name == "style" and ("(" in (value or "") or "position" in (value or "")):
                self.found.append(f"{tag} {name}={value}")
            if name == "data-line":
                self.lines.add(int(value or ""))

    def handle_decl(self, decl: str) -> None:
        self.found.append(decl)

    handle_pi = handle_comment = unknown_decl = handle_decl


@pytest.fixture(scope="module", autouse=True)
def _nothing_left() -> Iterator[None]:
    yield
    helper().close()


@given(TEXTS)
@settings(max_examples=300)
def test_any_text_is_rendered_to_what_only_shows(text: str) -> None:
    """It raises nothing; it holds no tag, handler or address that acts; and each line it tells is one of the text's."""
    named = {"top": "top.md", "a.png": "a.png"}.get
    picture = {"/a.png": "sleuth-view://picture/a.png"}.get
    html = MarkdownRenderer("a.md", NOTES, named).render(text, lambda source: picture(source, Refused.ABSENT))
    live = Live(html)
    assert live.found == []
    # A fence at the end that nothing stands in has an empty line after it.
    assert all(1 <= line <= text.count("\n") + 2 for line in live.lines)
