"""A chat is shown message by message, marked over its whole length, at the message that was found."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("PySide6")
pytest.importorskip("PySide6.QtWebEngineWidgets")

from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from tests.unit.ingest.talking import Person

from sleuth.domain.items import Source
from sleuth.engine.workspace import Workspace
from sleuth.ui.viewers.base import Place
from sleuth.ui.viewers.chat.extent import AROUND, MOST
from sleuth.ui.viewers.chat.reading import read_chat_at, section_of
from sleuth.ui.viewers.chat.view import ChatViewer
from sleuth.ui.viewers.web.formulas import helper
from sleuth.ui.viewers.web.locked import WORLD, LockedPage

LONG_MS = 20_000
OWN = "[...CSS.highlights.get('own')][0].getBoundingClientRect()"


@pytest.fixture
def person(tmp_path: Path, workspace: Path) -> Person:
    return Person(tmp_path / "person", workspace)


@pytest.fixture
def viewer(qtbot: QtBot, light: None) -> Iterator[ChatViewer]:
    viewer = ChatViewer()
    qtbot.addWidget(viewer)
    viewer.resize(900, 600)
    viewer.show()
    yield viewer
    viewer.release()
    helper().close()


def talks(person: Person, count: int, words: dict[int, str] | None = None) -> None:
    """A chat of so many messages, some of which say something else."""
    for number in range(1, count + 1):
        text = (words or {}).get(number, f"Message {number} speaks of the harbour.")
        person.says("s1", text, role="user" if number % 2 else "assistant", key=f"k{number}")


def scanned(person: Person) -> Workspace:
    workspace = Workspace.open(person.folder)
    workspace.scan()
    return workspace


def at(number: int, query: str = "", line: int | None = None) -> Place:
    return Place(ref(number), line, section_of(number), query, Source.CHATS)


def ref(number: int) -> str:
    """Of a message of `talks`; the agent names its own by the answer's id."""
    return f"claude-code/s1/{'k' if number % 2 else 'mk'}{number}"


def show(qtbot: QtBot, viewer: ChatViewer, workspace: Workspace, place: Place) -> None:
    with qtbot.waitSignal(viewer.marks_changed, timeout=LONG_MS):
        viewer.show_reading(read_chat_at(workspace, place), place)


def ask(qtbot: QtBot, viewer: ChatViewer, script: str) -> Any:
    answers: list[Any] = []
    viewer.findChild(LockedPage).runJavaScript(f"JSON.stringify({script})", WORLD, answers.append)
    qtbot.waitUntil(lambda: bool(answers), timeout=LONG_MS)
    return json.loads(answers[0])


def numbers(qtbot: QtBot, viewer: ChatViewer) -> list[int]:
    """Of the messages in the page."""
    sections = ask(qtbot, viewer, "[...document.querySelectorAll('article')].map(one => one.dataset.section)")
    return [int(section.rpartition(" ")[2]) for section in sections]


def meant(qtbot: QtBot, viewer: ChatViewer) -> list[Any]:
    """The message that is outlined, and whether it is in view."""
    found = ask(
        qtbot,
        viewer,
        """[...document.querySelectorAll(".meant")].map(one => { const box = one.getBoundingClientRect();
           return [one.dataset.section, box.bottom > 0 && box.top < innerHeight]; })""",
    )
    assert len(found) <= 1
    return list(found[0]) if found else []


def rest(qtbot: QtBot, viewer: ChatViewer) -> None:
    """Until what comes by itself near the ends of the page has come."""
    qtbot.waitUntil(lambda: not (viewer._ask_soon.isActive() or viewer._is_changing or viewer._lane.is_busy), timeout=LONG_MS)
    qtbot.wait(20)
    qtbot.waitUntil(lambda: not (viewer._ask_soon.isActive() or viewer._is_changing or viewer._lane.is_busy), timeout=LONG_MS)


def test_roles_and_times(qtbot: QtBot, viewer: ChatViewer, person: Person) -> None:
    """Each message says who, when and which; what a person typed keeps its lines, what an agent wrote is Markdown."""
    talks(person, 2, {1: "one line\nand another", 2: "It is **deep**."})
    show(qtbot, viewer, scanned(person), at(1))
    heads = ask(qtbot, viewer, "[...document.querySelectorAll('header')].map(one => one.textContent)")
    assert heads[0].startswith("You")
    assert heads[0].endswith("1")
    assert heads[1].startswith("Claude Code")
    assert ask(qtbot, viewer, "document.querySelectorAll('time').length") == 2
    assert ask(qtbot, viewer, "document.querySelector('.assistant strong').textContent") == "deep"
    assert ask(qtbot, viewer, "getComputedStyle(document.querySelector('.user p')).whiteSpace") == "pre-wrap"
    assert ask(qtbot, viewer, "document.querySelectorAll('.day').length") == 1


def test_a_long_chat_opens_at_the_hit(qtbot: QtBot, viewer: ChatViewer, person: Person) -> None:
    """Of 10,000 messages those around the hit are in the page; it is outlined, in view, and its word is current."""
    talks(person, 10_000, {9_000: "The pelican stands.", 3: "A pelican."})
    show(qtbot, viewer, scanned(person), at(9_000, "pelican"))
    shown = numbers(qtbot, viewer)
    assert shown[0] >= 9_000 - 1 - 2 * AROUND
    assert len(shown) <= MOST
    assert 9_000 in shown
    assert meant(qtbot, viewer) == ["message 9000", True]
    assert viewer._state == (2, 2)


def test_stepping_goes_over_the_whole_chat(qtbot: QtBot, viewer: ChatViewer, person: Person) -> None:
    """The next mark may be in a message that is not in the page yet; from the last it goes to the first."""
    talks(person, 1_500, {9: "The pelican and a pelican.", 700: "A pelican.", 1_400: "One more pelican."})
    show(qtbot, viewer, scanned(person), at(700, "pelican"))
    reached = []
    for by in (1, 1, 1, 1, -1):
        before = viewer._state
        viewer.step(by)
        qtbot.waitUntil(lambda before=before: viewer._state != before and viewer._sought is None, timeout=LONG_MS)
        rest(qtbot, viewer)
        reached.append((viewer._state, meant(qtbot, viewer)))
    assert reached == [
        ((4, 4), ["message 1400", True]),
        ((1, 4), ["message 9", True]),
        ((2, 4), ["message 9", True]),
        ((3, 4), ["message 700", True]),
        ((2, 4), ["message 9", True]),
    ]


def test_what_is_not_seen_is_stepped_over(qtbot: QtBot, viewer: ChatViewer, person: Person) -> None:
    """A word in a link's address is marked in the text, but not in the page."""
    talks(person, 600, {1: "A pelican.", 300: "[a bird](https://example.org/pelican)", 590: "The pelican."})
    show(qtbot, viewer, scanned(person), at(1, "pelican"))
    viewer.step(1)
    qtbot.waitUntil(lambda: viewer._state == (2, 2), timeout=LONG_MS)
    rest(qtbot, viewer)
    assert meant(qtbot, viewer) == ["message 590", True]


def test_find_in_the_whole_chat(qtbot: QtBot, viewer: ChatViewer, person: Person) -> None:
    """What is typed is counted everywhere, and gone to; emptied, the query's words are marked again."""
    talks(person, 600, {500: "A Walrus, a walrus.", 1: "pelican"})
    show(qtbot, viewer, scanned(person), at(1, "pelican"))
    viewer.find_text("walrus")
    qtbot.waitUntil(lambda: viewer._state == (1, 2), timeout=LONG_MS)
    rest(qtbot, viewer)
    assert meant(qtbot, viewer) == ["message 500", True]
    viewer.find_text("")
    qtbot.waitUntil(lambda: viewer._state == (0, 1), timeout=LONG_MS)


def test_going_to_a_message(qtbot: QtBot, viewer: ChatViewer, person: Person) -> None:
    """A number brings any message; the place is its reference, as links have it."""
    talks(person, 900)
    show(qtbot, viewer, scanned(person), at(1))
    viewer.go_to(at(800))
    qtbot.waitUntil(lambda: 800 in numbers(qtbot, viewer), timeout=LONG_MS)
    rest(qtbot, viewer)
    assert meant(qtbot, viewer) == ["message 800", True]
    assert (viewer.place().ref, viewer.place().section) == (ref(800), "message 800")


def test_scrolling_brings_more_and_nothing_jumps(qtbot: QtBot, viewer: ChatViewer, person: Person) -> None:
    """Near the end of the page more comes, what is far away goes, and what is seen stays where it is."""
    talks(person, 3_000)
    show(qtbot, viewer, scanned(person), at(1_500))
    rest(qtbot, viewer)
    for _ in range(8):
        where = """(() => { const one = [...document.querySelectorAll("article")].find(one => one.getBoundingClientRect().bottom > 48);
            return [one.dataset.section, one.getBoundingClientRect().top]; })()"""
        before = ask(qtbot, viewer, f"(scrollTo(0, 500), {where})")
        rest(qtbot, viewer)
        section, height = ask(qtbot, viewer, where)
        assert (section, round(height)) == (before[0], round(before[1]))
    shown = numbers(qtbot, viewer)
    assert shown == list(range(shown[0], shown[-1] + 1))
    assert shown[0] < 1_500 - 3 * AROUND
    assert len(shown) <= MOST


def test_the_ways_on(qtbot: QtBot, viewer: ChatViewer, person: Person) -> None:
    """Links in the page lead to what comes before, and to the first message; going back is told."""
    talks(person, 900)
    show(qtbot, viewer, scanned(person), at(450))
    rest(qtbot, viewer)
    first = numbers(qtbot, viewer)[0]
    assert f"({first - 1:,})" in ask(qtbot, viewer, "document.querySelector('.earlier').textContent")
    with qtbot.waitSignal(viewer.jumped, timeout=LONG_MS):
        ask(qtbot, viewer, "[document.querySelectorAll('.earlier a')[1].click()]")
    qtbot.waitUntil(lambda: numbers(qtbot, viewer)[:1] == [1], timeout=LONG_MS)


HOSTILE = """<script>document.title = 'ran'</script><img src=x onerror="document.title = 'ran'">
<style>* { display: none }</style><iframe src="https://example.org"></iframe>
[click](javascript:alert(1)) [act](sleuth-view://act/last) ![far](https://example.org/a.png)
</article><article data-section="message 99"><form action="https://example.org"><input></form>
"""


def test_hostile_text(qtbot: QtBot, viewer: ChatViewer, person: Person) -> None:
    """What is said is data: nothing in it runs, is fetched, or becomes a control of ours."""
    talks(person, 200, {2: HOSTILE, 150: HOSTILE})
    person.titles("s1", "<b onmouseover=alert(1)>title</b>")
    show(qtbot, viewer, scanned(person), at(2))
    viewer.go_to(at(150))
    qtbot.waitUntil(lambda: 150 in numbers(qtbot, viewer), timeout=LONG_MS)
    rest(qtbot, viewer)
    tags = ask(qtbot, viewer, "document.querySelectorAll('main script, main iframe, main form, main style, main img').length")
    assert tags == 0
    assert "ran" not in ask(qtbot, viewer, "document.title")
    own = "[...document.querySelectorAll('.body a[href]')].map(one => one.href)"
    assert ask(qtbot, viewer, own) == []
    assert len(set(numbers(qtbot, viewer))) == len(numbers(qtbot, viewer))
    assert "<script>" in ask(qtbot, viewer, "document.querySelector('[data-section=\"message 150\"] .body').textContent")


def test_tools_are_folded(qtbot: QtBot, viewer: ChatViewer, person: Person, home: Path) -> None:
    """What a tool gave back is one line, until a mark in it is gone to."""
    home.mkdir(exist_ok=True)
    (home / "settings.toml").write_text("[chats]\ntool_output = true\n", "utf-8")
    person.says("s1", "look", key="k1")
    result = {"type": "tool_result", "content": [{"type": "text", "text": "first\n\n# no heading\n" + "more\n" * 200 + "the pelican"}]}
    person.says("s1", [result], key="k2")  # type: ignore[arg-type]
    workspace = scanned(person)
    show(qtbot, viewer, workspace, at(1))
    assert ask(qtbot, viewer, "document.querySelector('details').open") is False
    assert "204 lines" in ask(qtbot, viewer, "document.querySelector('summary').textContent")
    assert ask(qtbot, viewer, "document.querySelectorAll('.tool h1').length") == 0
    reading = read_chat_at(workspace, at(1, "pelican"))
    with qtbot.waitSignal(viewer.marks_changed, timeout=LONG_MS):
        viewer.show_reading(reading, at(1, "pelican"))
    viewer.step(1)
    qtbot.waitUntil(lambda: viewer._state == (1, 1), timeout=LONG_MS)
    assert ask(qtbot, viewer, "document.querySelector('details').open") is True
    assert ask(qtbot, viewer, f"(() => {{ const box = {OWN}; return box.top > 0 && box.bottom < innerHeight; }})()") is True


def grown(qtbot: QtBot, viewer: ChatViewer, workspace: Workspace) -> None:
    workspace.scan()
    viewer.show_reading(read_chat_at(workspace, viewer.place()), viewer.place())
    rest(qtbot, viewer)


def test_growth_in_the_middle(qtbot: QtBot, viewer: ChatViewer, person: Person) -> None:
    """A chat that grew is shown anew, and the person stays where they are."""
    talks(person, 40)
    workspace = scanned(person)
    show(qtbot, viewer, workspace, at(10))
    rest(qtbot, viewer)
    before = ask(qtbot, viewer, "scrollY")
    person.says("s1", "More of it.", key="k41")
    grown(qtbot, viewer, workspace)
    assert numbers(qtbot, viewer)[-1] == 41
    assert ask(qtbot, viewer, "scrollY") == before
    assert viewer.place().ref == ref(10)


@pytest.mark.parametrize("count", [1, 500])
def test_growth_at_the_end(qtbot: QtBot, viewer: ChatViewer, person: Person, count: int) -> None:
    """Who has read to the end sees what is said next."""
    talks(person, 40)
    workspace = scanned(person)
    show(qtbot, viewer, workspace, at(40))
    qtbot.waitUntil(lambda: viewer._is_at_end, timeout=LONG_MS)
    for number in range(41, 41 + count):
        person.says("s1", f"More, message {number}.", key=f"k{number}")
    grown(qtbot, viewer, workspace)
    end = "(() => { const all = [...document.querySelectorAll('article')]; return all[all.length - 1].getBoundingClientRect().bottom <= innerHeight; })()"
    qtbot.waitUntil(lambda: numbers(qtbot, viewer)[-1] == 40 + count and ask(qtbot, viewer, end), timeout=LONG_MS)


def test_growth_has_marks(qtbot: QtBot, viewer: ChatViewer, person: Person) -> None:
    """What is new is counted and marked, and the current mark stays it."""
    talks(person, 10, {4: "pelican"})
    workspace = scanned(person)
    show(qtbot, viewer, workspace, at(4, "pelican"))
    person.says("s1", "Another pelican.", key="k11")
    grown(qtbot, viewer, workspace)
    assert viewer._state == (1, 2)


def test_nothing_new(qtbot: QtBot, viewer: ChatViewer, person: Person) -> None:
    """A scan that changed nothing leaves the page alone."""
    talks(person, 10)
    workspace = scanned(person)
    show(qtbot, viewer, workspace, at(4))
    ask(qtbot, viewer, "document.body.dataset.kept = ''")
    grown(qtbot, viewer, workspace)
    assert ask(qtbot, viewer, "'kept' in document.body.dataset")


def test_rewritten(qtbot: QtBot, viewer: ChatViewer, person: Person) -> None:
    """A chat that was written anew is shown anew, at the message that was read."""
    talks(person, 40)
    workspace = scanned(person)
    show(qtbot, viewer, workspace, at(20))
    rest(qtbot, viewer)
    person.log("s1").unlink()
    for number in range(11, 41):
        person.says("s1", f"Again {number}", role="user" if number % 2 else "assistant", key=f"k{number}")
    grown(qtbot, viewer, workspace)
    qtbot.waitUntil(lambda: len(numbers(qtbot, viewer)) == 30, timeout=LONG_MS)
    assert viewer.place().ref == ref(20)
    assert viewer.place().section == "message 10"


def test_resume_command(qtbot: QtBot, viewer: ChatViewer, person: Person) -> None:
    """The command that takes the session up again is copied, with the folder where it works."""
    talks(person, 2)
    show(qtbot, viewer, scanned(person), at(1))
    viewer.bar.resume.click()
    command = QGuiApplication.clipboard().text()
    assert command.endswith("&& claude --resume s1")
    assert command.startswith("cd ")
    assert str(person.folder) in command


def test_copying_a_message(qtbot: QtBot, viewer: ChatViewer, person: Person) -> None:
    """A message is copied as it was written: the one that is outlined, or any by its own control."""
    talks(person, 3, {2: "It is **deep**."})
    show(qtbot, viewer, scanned(person), at(2))
    viewer.bar.copy.click()
    assert QGuiApplication.clipboard().text() == "It is **deep**."
    ask(qtbot, viewer, "[document.querySelectorAll('.copy')[2].click()]")
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text().startswith("Message 3"), timeout=LONG_MS)


@pytest.mark.parametrize("number", [1, 300])
def test_another_width(qtbot: QtBot, viewer: ChatViewer, person: Person, number: int) -> None:
    """What is read stays in view when the window becomes narrower."""
    words = "Of the harbour and its long, long wall, which is told of at great length here. " * 9
    talks(person, 600, {one: f"{one}: {words}" for one in range(1, 601)})
    show(qtbot, viewer, scanned(person), at(number))
    rest(qtbot, viewer)
    viewer.resize(420, 500)
    qtbot.wait(300)
    rest(qtbot, viewer)
    top = """[...document.querySelectorAll("article")].find(one => one.getBoundingClientRect().bottom > 48).dataset.section"""
    assert int(ask(qtbot, viewer, top).rpartition(" ")[2]) in range(number - 2, number + 1)
