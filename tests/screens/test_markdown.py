"""Markdown is shown as it reads, marked, at its place, and can do nothing."""

import http.server
import itertools
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("PySide6")
pytest.importorskip("PySide6.QtWebEngineWidgets")

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from sleuth.engine.reading import Reading, read_file
from sleuth.ui.theme.theme import theme
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.markdown.view import MarkdownViewer
from sleuth.ui.viewers.web.formulas import helper
from sleuth.ui.viewers.web.locked import WORLD, LockedPage
from sleuth.ui.viewers.web.viewer import WebViewer

LONG_MS = 20_000
"""For a web engine that starts on a busy machine."""

PARAGRAPHS = "\n\n".join(
    f"Paragraph {number} tells of the tide\nand of *sea* water." for number in range(1, 101)
)
GUIDE = f"""# Tide tables

{PARAGRAPHS}

```python
def tide():
    return "tide"
```

## The end

See [the end](#the-end), [other](other.md#part), [line](../src/app.py#L3), [web](https://example.org/a) and
[nowhere](../../secret.md).
"""


@pytest.fixture(scope="module", autouse=True)
def _no_helper_left() -> Iterator[None]:
    yield
    helper().close()


class Shown:
    """A viewer, what it says, and what its page says."""

    def __init__(self, qtbot: QtBot, viewer: WebViewer, root: Path) -> None:
        self.qtbot, self.viewer, self.root = qtbot, viewer, root
        self.marks: list[tuple[int, int]] = []
        self.links: list[str] = []
        viewer.marks_changed.connect(lambda current, count: self.marks.append((current, count)))
        viewer.link_activated.connect(self.links.append)
        qtbot.addWidget(viewer)
        viewer.resize(700, 500)
        viewer.show()

    def read(self, ref: str, typed: str = "") -> Reading:
        return read_file(self.root, ref, self.root / ref, typed)

    def open(self, ref: str, typed: str = "", **place: Any) -> None:
        self.wait_marks(
            lambda: self.viewer.show_reading(self.read(ref, typed), Place(ref, query=typed, **place))
        )

    def wait_marks(self, act: Callable[[], None]) -> tuple[int, int]:
        with self.qtbot.waitSignal(self.viewer.marks_changed, timeout=LONG_MS):
            act()
        return self.marks[-1]

    def ask(self, script: str) -> Any:
        """What a script says in the page, in our world."""
        answers: list[Any] = []
        self.viewer.findChild(LockedPage).runJavaScript(f"JSON.stringify({script})", WORLD, answers.append)
        self.qtbot.waitUntil(lambda: bool(answers), timeout=LONG_MS)
        return json.loads(answers[0]) if answers[0] else None

    def follow(self, words: str) -> None:
        self.ask(
            f"[...document.querySelectorAll('a')].find(a => a.textContent === {json.dumps(words)}).click()"
        )


@pytest.fixture
def shown(qtbot: QtBot, light: None, workspace: Path) -> Iterator[Shown]:
    (workspace / "docs").mkdir()
    (workspace / "docs" / "guide.md").write_text(GUIDE, encoding="utf-8")
    (workspace / "docs" / "empty.md").write_text("\n", encoding="utf-8")
    viewer = MarkdownViewer()
    yield Shown(qtbot, viewer, workspace)
    viewer.release()


MIDDLE_OF_OWN = """(() => { const [range] = CSS.highlights.get("own"); const box = range.getBoundingClientRect();
  return [range.toString(), (box.top + box.bottom) / 2 / innerHeight]; })()"""


# ----------------------------------------------------------------------------- marks and places


def test_every_marked_word_is_marked_in_the_page(shown: Shown) -> None:
    """As many as the text has, and the hit's own among them."""
    shown.open("docs/guide.md", "tide", line=3)
    count = len(shown.read("docs/guide.md", "tide").marks)
    assert shown.marks == [(2, count)]
    assert shown.ask("[CSS.highlights.get('mark').size, CSS.highlights.get('own').size]") == [count, 1]


@pytest.mark.parametrize("line", [150, 151])
def test_it_opens_at_the_line_in_the_middle(shown: Shown, line: int) -> None:
    """The hit's own mark is in the paragraph of the line, and in the middle of the view."""
    shown.open("docs/guide.md", "tide", line=line)
    word, height = shown.ask(MIDDLE_OF_OWN)
    assert word == "tide"
    assert 0.35 < height < 0.65
    assert shown.viewer.place().line == line
    home = "[...CSS.highlights.get('own')][0].startContainer.parentElement.closest('p').dataset.line"
    assert shown.ask(home) == "150"


def test_a_line_of_code_is_reached(shown: Shown) -> None:
    """In a block of code, the very line is meant."""
    line = GUIDE.split("\n").index('    return "tide"') + 1
    shown.open("docs/guide.md", "tide", line=line)
    home = (
        "[...CSS.highlights.get('own')][0].startContainer.parentElement.closest('[data-line]').dataset.line"
    )
    assert shown.ask(home) == str(line)


def test_a_phrase_is_marked_across_emphasis(shown: Shown) -> None:
    """Where a part of the phrase is set in italics, the whole of it is marked."""
    shown.open("docs/guide.md")
    assert shown.wait_marks(lambda: shown.viewer.find_text("of sea water")) == (1, 100)


def test_steps_go_round(shown: Shown) -> None:
    """After the last mark comes the first, and before the first the last."""
    shown.open("docs/guide.md", "tide", line=1)
    count = shown.marks[-1][1]
    assert shown.marks[-1] == (1, count)
    assert shown.wait_marks(lambda: shown.viewer.step(-1)) == (count, count)
    assert shown.wait_marks(lambda: shown.viewer.step(1)) == (1, count)
    assert shown.wait_marks(lambda: shown.viewer.step(1)) == (2, count)


def test_steps_start_from_where_it_opened(shown: Shown) -> None:
    """Where the line has no mark, the next one after it is the next."""
    shown.open("docs/guide.md", '"paragraph 60"', line=GUIDE.split("\n").index("## The end") + 1)
    assert shown.marks[-1] == (0, 1)
    assert shown.wait_marks(lambda: shown.viewer.step(-1)) == (1, 1)


def test_find_replaces_the_marks_and_gives_them_back(shown: Shown) -> None:
    """What is typed is found in any case; nothing typed brings the query's words back."""
    shown.open("docs/guide.md", "tide", line=3)
    before = shown.marks[-1]
    assert shown.wait_marks(lambda: shown.viewer.find_text("PARAGRAPH 7"))[1] == 11
    assert shown.wait_marks(lambda: shown.viewer.find_text("no such words")) == (0, 0)
    assert shown.wait_marks(lambda: shown.viewer.find_text("")) == before


def test_another_place_of_the_same_text(shown: Shown) -> None:
    """The own mark moves with the place."""
    shown.open("docs/guide.md", "tide", line=3)
    current, _ = shown.wait_marks(lambda: shown.viewer.go_to(Place("docs/guide.md", line=150, query="tide")))
    assert current == 51
    assert 0.35 < shown.ask(MIDDLE_OF_OWN)[1] < 0.65


def test_it_tells_where_the_person_scrolled_to(shown: Shown) -> None:
    """The place is the line at the top of the view."""
    shown.open("docs/guide.md", "tide", line=3)
    with shown.qtbot.waitSignal(shown.viewer.place_changed, timeout=LONG_MS):
        shown.ask("document.querySelector('[data-line=\"90\"]').scrollIntoView()")
    assert shown.viewer.place() == Place("docs/guide.md", line=90, query="tide")


def test_a_changed_file_is_shown_where_the_person_is(shown: Shown) -> None:
    """Nothing moves but what changed."""
    shown.open("docs/guide.md", "tide", line=3)
    with shown.qtbot.waitSignal(shown.viewer.place_changed, timeout=LONG_MS):
        shown.ask("scrollBy(0, 1234)")
    before = shown.ask("scrollY")
    (shown.root / "docs" / "guide.md").write_text(GUIDE + "\nOne more tide.\n", encoding="utf-8")
    again = shown.read("docs/guide.md", "tide")
    shown.wait_marks(lambda: shown.viewer.show_reading(again, shown.viewer.place()))
    assert abs(shown.ask("scrollY") - before) < 2
    assert shown.marks[-1] == (2, len(again.marks))


def test_an_empty_document_says_so(shown: Shown) -> None:
    """A sentence stands where nothing else does."""
    shown.open("docs/empty.md")
    assert shown.ask("document.body.textContent") == "This document is empty."


# ----------------------------------------------------------------------------- links and looks


@pytest.mark.parametrize(
    ("words", "link"),
    [("other", "/docs/other.md#part"), ("line", "/src/app.py:3"), ("web", "https://example.org/a")],
)
def test_a_link_is_told_and_not_followed(shown: Shown, words: str, link: str) -> None:
    """The page stays what it is."""
    shown.open("docs/guide.md")
    with shown.qtbot.waitSignal(shown.viewer.link_activated, timeout=LONG_MS):
        shown.follow(words)
    assert shown.links == [link]
    assert shown.ask("document.querySelector('h1').textContent") == "Tide tables"


def test_a_link_to_a_heading_goes_there(shown: Shown) -> None:
    """Within the text nobody else needs to know."""
    shown.open("docs/guide.md")
    with shown.qtbot.waitSignal(shown.viewer.place_changed, timeout=LONG_MS):
        shown.follow("the end")
    assert shown.ask("document.querySelector('h2').getBoundingClientRect().top < innerHeight")
    assert not shown.links


def test_a_link_out_of_the_workspace_is_none(shown: Shown) -> None:
    """It looks like one, so that one sees that something was meant, and does nothing."""
    shown.open("docs/guide.md")
    shown.follow("nowhere")
    shown.qtbot.wait(100)
    assert not shown.links


def test_a_theme_changes_the_page_where_it_stands(shown: Shown, qapp: QApplication) -> None:
    """Colours are the other theme's, and nothing moves."""
    shown.open("docs/guide.md", "tide", line=150)
    before = shown.ask("[scrollY, CSS.highlights.get('mark').size]")
    theme().choose("dark")
    colour = shown.ask("getComputedStyle(document.documentElement).backgroundColor")
    surface = theme().colour("surface")
    assert colour == f"rgb({surface.red()}, {surface.green()}, {surface.blue()})"
    assert shown.ask("[scrollY, CSS.highlights.get('mark').size]") == before


def test_the_source_is_shown_at_the_same_place_and_back(shown: Shown) -> None:
    """The switch keeps the line."""
    pytest.importorskip("sleuth.ui.viewers.code.view")
    shown.open("docs/guide.md", "tide", line=150)
    rendered = shown.marks[-1]
    shown.wait_marks(lambda: shown.viewer.set_source(True))
    assert shown.marks[-1][1] == rendered[1]
    assert shown.viewer.place().line is not None
    shown.wait_marks(lambda: shown.viewer.set_source(False))
    assert shown.marks[-1][1] == rendered[1]
    assert abs((shown.viewer.place().line or 0) - 150) < 30


def test_a_long_document_does_not_hold_the_window_up(shown: Shown) -> None:
    """While it is rendered, the event loop goes on."""
    (shown.root / "long.md").write_text((PARAGRAPHS + "\n\n") * 60, encoding="utf-8")
    reading = shown.read("long.md", "water")
    ticks = [time.monotonic()]
    timer = QTimer(interval=10)
    timer.timeout.connect(lambda: ticks.append(time.monotonic()))
    timer.start()
    shown.wait_marks(lambda: shown.viewer.show_reading(reading, Place("long.md", line=9_000, query="water")))
    timer.stop()
    assert shown.marks[-1][1] == 6_000
    assert max(after - before for before, after in itertools.pairwise(ticks)) < 1.0


def test_a_view_that_broke_is_shown_again(shown: Shown) -> None:
    """When the page's process ends, a sentence and a button stand there; the button brings the page back."""
    shown.open("docs/guide.md", "tide", line=150)
    before = shown.marks[-1]
    os.kill(shown.viewer.findChild(LockedPage).renderProcessPid(), signal.SIGTERM)
    button = shown.viewer.findChild(QPushButton)
    shown.qtbot.waitUntil(button.isVisible, timeout=LONG_MS)
    assert shown.wait_marks(button.click) == before


def test_what_is_known_of_a_text_is_said(shown: Shown) -> None:
    """A text of which only the start is read says so above it."""
    reading = replace(shown.read("docs/guide.md"), notice="the first 10 of 20 bytes")
    shown.wait_marks(lambda: shown.viewer.show_reading(reading, Place("docs/guide.md")))
    assert shown.ask("document.querySelector('main > p').textContent") == "The first 10 of 20 bytes"


def test_the_hidden_page_says_nothing(shown: Shown) -> None:
    """While the source is shown, its marks are told and not the page's."""
    pytest.importorskip("sleuth.ui.viewers.code.view")
    reading = shown.read("docs/guide.md", "tide")
    shown.viewer.show_reading(reading, Place("docs/guide.md", 150, query="tide"))
    shown.viewer.set_source(True)
    page = shown.viewer.findChild(LockedPage)
    with shown.qtbot.waitSignal(page.shown, timeout=LONG_MS):
        told = len(shown.marks)
    shown.qtbot.wait(50)
    assert len(shown.marks) == told


# ----------------------------------------------------------------------------- formulas, callouts, wikilinks

WIDE = " + ".join(f"a_{{{number}}}" for number in range(60))
PAPER = f"""# A paper

{PARAGRAPHS}

The root $\\sqrt{{x}}$ of a number is a number.

$$
\\begin{{aligned}}
f(x) &= \\frac{{1}}{{x}} \\\\
     &= x^{{-1}}
\\end{{aligned}}
$$

$$ {WIDE} $$

> [!TIP]
> The ebb comes after.

> [!tip]- Folded
> Inside of it.

See [[far#The Part|another note]].
"""
LINES = PAPER.split("\n")


@pytest.fixture
def paper(shown: Shown) -> Shown:
    (shown.root / "docs" / "paper.md").write_text(PAPER, encoding="utf-8")
    (shown.root / "deep").mkdir()
    (shown.root / "deep" / "far.md").write_text("# Far", encoding="utf-8")
    return shown


DRAWN = "[...document.querySelectorAll('[data-own]')].map(one => one.dataset.source)"


def test_a_word_in_a_formula_marks_the_formula(paper: Shown) -> None:
    """It stands in how the formula is written and not in how it is drawn; the whole is marked, and in the middle."""
    paper.open("docs/paper.md", "frac", line=LINES.index("$$") + 1)
    assert paper.marks == [(1, 1)]
    assert paper.ask(DRAWN)[0].startswith("$$\n\\begin{aligned}")
    box = paper.ask(
        "(({top, bottom}) => (top + bottom) / 2 / innerHeight)(document.querySelector('[data-own]').getBoundingClientRect())"
    )
    assert 0.3 < box < 0.7
    assert paper.ask("document.querySelectorAll('[data-mark] math mfrac').length") == 1


def test_the_line_within_a_formula_leads_to_it(paper: Shown) -> None:
    """A hit's line is one of the formula's own."""
    paper.open("docs/paper.md", "frac", line=LINES.index("f(x) &= \\frac{1}{x} \\\\") + 1)
    assert paper.marks == [(1, 1)]


def test_a_phrase_is_marked_across_a_formula(paper: Shown) -> None:
    """The words beside it, and the formula between them."""
    paper.open("docs/paper.md")
    assert paper.wait_marks(lambda: paper.viewer.find_text("root $\\sqrt{x}$ of")) == (1, 1)
    assert paper.ask(DRAWN) == ["$\\sqrt{x}$"]
    assert paper.wait_marks(lambda: paper.viewer.find_text("")) == (0, 0)
    assert paper.ask(DRAWN) == []


def test_a_formula_wears_the_theme(paper: Shown, qapp: QApplication) -> None:
    """It has the colour of the text around it, also after the theme changed."""
    paper.open("docs/paper.md")
    colours = (
        "[getComputedStyle(document.querySelector('mfrac')).color, getComputedStyle(document.body).color]"
    )
    for name in ("light", "dark"):
        theme().choose(name)
        formula, text = paper.ask(colours)
        assert formula == text


def test_a_wide_formula_scrolls_by_itself(paper: Shown) -> None:
    """The page stays as wide as the view; a narrow formula stands in the middle."""
    paper.open("docs/paper.md")
    narrow, wide = paper.ask(
        "[...document.querySelectorAll('.display')].map(one => one.scrollWidth > one.clientWidth)"
    )
    assert (narrow, wide) == (False, True)
    assert paper.ask("document.documentElement.scrollWidth <= innerWidth")
    margins = """(() => { const outer = document.querySelector(".display").getBoundingClientRect();
      const inner = document.querySelector(".display math").getBoundingClientRect();
      return [inner.left - outer.left, outer.right - inner.right]; })()"""
    left, right = paper.ask(margins)
    assert left > 50
    assert abs(left - right) < 4


def test_a_callouts_kind_is_marked(paper: Shown) -> None:
    """As its title, or as the icon beside a title of its own; as many as the text has."""
    paper.open("docs/paper.md", "tip", line=LINES.index("> [!TIP]") + 1)
    assert paper.marks == [(1, 2)]
    assert paper.ask(MIDDLE_OF_OWN)[0] == "TIP"
    assert paper.wait_marks(lambda: paper.viewer.step(1)) == (2, 2)
    assert paper.ask(DRAWN) == ["[!tip]- "]


def test_a_fold_that_was_closed_opens_at_a_mark(paper: Shown) -> None:
    """What is stepped to is seen."""
    paper.open("docs/paper.md")
    assert paper.ask("document.querySelector('details').open")
    paper.ask("(document.querySelector('details').open = false, 1)")
    assert paper.wait_marks(lambda: paper.viewer.find_text("inside of it")) == (1, 1)
    assert paper.ask("document.querySelector('details').open")
    assert 0 < paper.ask(MIDDLE_OF_OWN)[1] < 1


def test_a_wikilink_is_told(paper: Shown) -> None:
    """It leads to the file of that name, wherever in the workspace it is."""
    paper.open("docs/paper.md")
    with paper.qtbot.waitSignal(paper.viewer.link_activated, timeout=LONG_MS):
        paper.follow("another note")
    assert paper.links == ["/deep/far.md#the-part"]


# ----------------------------------------------------------------------------- what must not happen


@pytest.fixture
def asked(workspace: Path) -> Iterator[tuple[str, list[str]]]:
    """A server that notes what it is asked for, and its address."""
    paths: list[str] = []

    class Noting(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path)
            self.send_response(204)
            self.end_headers()

        do_POST = do_HEAD = do_OPTIONS = do_GET  # noqa: N815

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Nothing on the screen."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Noting) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}", paths
        server.shutdown()
        thread.join()


HOSTILE = """
<script src="WEB/a.js"></script>
<script>document.title = "ran"; window.ran = 1; document.documentElement.dataset.ran = 1;</script>
<img src="WEB/b.png" onerror="document.documentElement.dataset.ran = 2" onload="document.documentElement.dataset.ran = 3">
<img src="none" onerror="document.documentElement.dataset.ran = 4">
<img src="SECRET"> <img src="sleuth-view://picture/../secret.png"> <img src="sleuth-view://picture/%2e%2e/secret.png">
<iframe src="WEB/c.html"></iframe> <iframe src="SECRET"></iframe>
<iframe srcdoc="<script>parent.document.title = 'ran'</script>"></iframe>
<object data="WEB/d.swf"></object> <embed src="WEB/e.pdf"> <video src="WEB/f.mp4" autoplay></video> <audio src="WEB/g.mp3" autoplay></audio>
<svg xmlns="http://www.w3.org/2000/svg" onload="document.documentElement.dataset.ran = 5"><script>document.title = "ran"</script>
<image href="WEB/h.png"/><use href="WEB/i.svg#a"/></svg>
<style>@import url("WEB/j.css"); body { background: url("WEB/k.png"); } @font-face { font-family: x; src: url("WEB/l.woff"); } p { font-family: x }</style>
<link rel="stylesheet" href="WEB/m.css"> <link rel="prefetch" href="WEB/n"> <link rel="dns-prefetch" href="WEB"> <link rel="preconnect" href="WEB">
<meta http-equiv="refresh" content="0;url=WEB/o">
<base href="WEB/">
<form id="form" action="WEB/p" method="post"><input name="a" value="b" autofocus onfocus="document.documentElement.dataset.ran = 6"></form>
<body onload="document.documentElement.dataset.ran = 7" background="WEB/q.png">
<a id="script" href="javascript:document.documentElement.dataset.ran=8">a</a>
<a id="file" href="SECRET">a</a> <a id="data" href="data:text/html,<script>1</script>">a</a> <a id="ping" href="#x" ping="WEB/r">a</a>
<a id="download" href="WEB/s" download>a</a> <a id="blank" href="WEB/t" target="_blank">a</a>
"""
IN_MARKDOWN = """
$\\text{<script>document.title = "ran"</script>}$ $\\href{javascript:document.title='ran'}{a}$ $\\style{background: url(WEB/y.png)}{a}$
[[javascript:a]] ![[SECRET]] ![[../secret.png]] ![[way.png]]

> [!note" onclick="a] <script>document.title = "ran"</script>
> [!note]- <script>document.title = "ran"</script>

![a](WEB/u.png) ![a](SECRET) ![a](../secret.png) ![a](%2e%2e/secret.png) ![a](way.png) ![a](evil.svg)
[a](javascript:document.documentElement.dataset.ran=9) [a](SECRET) [a](data:text/html,a)

[r]: WEB/v.png

![r]

"""
HUGE_TABLE = "| a | b | c |\n|---|---|---|\n" + "| 1 | 2 | 3 |\n" * 5_000
EVIL_SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="document.title='ran'">
<script>document.title = "ran"; fetch("WEB/w")</script><image href="WEB/x.png"/><image href="SECRET"/></svg>"""

SIDE_EFFECTS = """[document.title, document.documentElement.dataset.ran || null, frames.length, location.href,
  document.querySelectorAll("main script, main iframe, main object, main style, main form, main meta, main svg").length]"""


@pytest.fixture
def hostile(workspace: Path, asked: tuple[str, list[str]]) -> Callable[[str], str]:
    """Makes a text hostile: with the address of the server, and of a file beside the workspace."""
    secret = workspace.parent / "secret.png"
    secret.write_bytes(b"secret")

    def fill(text: str) -> str:
        return text.replace("WEB", asked[0]).replace("SECRET", secret.as_uri())

    (workspace / "evil.svg").write_text(fill(EVIL_SVG), encoding="utf-8")
    try:
        (workspace / "way.png").symlink_to(secret)
    except OSError:  # not allowed to everybody on Windows
        (workspace / "way.png").write_bytes(b"")
    return fill


def test_a_hostile_document_runs_and_fetches_nothing(
    shown: Shown, hostile: Callable[[str], str], asked: tuple[str, list[str]]
) -> None:
    """No script runs, no address is asked for, no file outside of the workspace is shown."""
    (shown.root / "evil.md").write_text(hostile(HOSTILE + IN_MARKDOWN + HUGE_TABLE), encoding="utf-8")
    shown.open("evil.md", "secret")
    shown.ask("document.querySelectorAll('a').forEach(a => a.click())")
    shown.qtbot.wait(700)
    title, ran, frames, address, elements = shown.ask(SIDE_EFFECTS)
    assert (title, ran, frames, elements) == ("evil.md", None, 0, 0)
    assert address.startswith("sleuth-view://page/")
    assert shown.ask("[...document.images].map(image => image.getAttribute('src'))") == [
        "sleuth-view://picture/evil.svg"
    ]
    assert shown.ask("document.querySelectorAll('td').length") == 15_000
    assert asked[1] == []
    assert all(link.startswith(("http:", "https:")) for link in shown.links)


@pytest.mark.parametrize("head", ["", "<!doctype html><html><head></head><body><main>"])
def test_the_lock_holds_whatever_the_page_says(
    shown: Shown, hostile: Callable[[str], str], asked: tuple[str, list[str]], head: str
) -> None:
    """Even a page of raw HTML, without our policy in it, runs nothing, fetches nothing and goes nowhere."""
    page = shown.viewer.findChild(LockedPage)
    with shown.qtbot.waitSignal(page.shown, timeout=LONG_MS):
        page.show_page(
            head + hostile(HOSTILE),
            shown.root,
            frozenset({"evil.svg"}),
            "",
            "g",
            {"section": None, "line": None},
        )
    for act in ("script", "file", "data", "ping", "download", "blank"):
        shown.ask(f"document.getElementById('{act}').click()")
    shown.ask("document.getElementById('form').submit()")
    shown.ask("(location.href = 'http://127.0.0.1:9/', 1)")
    shown.qtbot.wait(700)
    assert shown.ask("document.documentElement.dataset.ran || document.title || null") is None
    assert shown.ask("location.href").startswith("sleuth-view://page/")
    assert shown.ask("[...document.images].filter(image => image.naturalWidth).length") == 0
    assert asked[1] == []
    assert all(link.startswith("http://127.0.0.1:") for link in shown.links)


def test_a_picture_of_the_workspace_is_shown(shown: Shown) -> None:
    """It is served by the application itself, from inside the workspace."""
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"></svg>'
    (shown.root / "docs" / "a b.svg").write_text(svg, encoding="utf-8")
    (shown.root / "docs" / "picture.md").write_text("![a](a%20b.svg)", encoding="utf-8")
    shown.open("docs/picture.md")
    assert shown.ask("[document.images[0].naturalWidth, document.images[0].naturalHeight]") == [40, 30]


def test_nothing_is_kept(shown: Shown) -> None:
    """The profile is one that writes nothing to the disk, and knows no local storage."""
    shown.open("docs/guide.md")
    assert shown.viewer.findChild(LockedPage).profile().isOffTheRecord()
    assert shown.ask("(() => { try { return localStorage === null; } catch (error) { return true; } })()")


def test_a_line_that_was_gone_to_is_pointed_out(shown: Shown) -> None:
    """Going to a line shows its block for a moment, unless a mark in it does; the next one takes that over."""
    shown.open("docs/guide.md")
    for line in (150, 60):
        shown.wait_marks(lambda line=line: shown.viewer.go_to(Place("docs/guide.md", line)))
        pointed = "[...document.querySelectorAll('.pointed')].map(one => one.textContent.trim().slice(0, 9))"
        shown.qtbot.waitUntil(lambda pointed=pointed: shown.ask(pointed) == ["Paragraph"], timeout=LONG_MS)
    shown.open("docs/guide.md", "tide")
    shown.wait_marks(lambda: shown.viewer.go_to(Place("docs/guide.md", 150, query="tide")))
    assert shown.ask("document.querySelectorAll('.pointed').length") == 0
