"""Is what a hit promises to have more of what one gets to see? (S-43)"""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from tests.unit.building import lay, scanned
from tests.unit.ingest.talking import Person

from sleuth.domain.hits import Hit
from sleuth.domain.items import Source
from sleuth.engine.notes import add_note
from sleuth.engine.workspace import SearchOptions, Workspace

ALL = SearchOptions(sources=("all",), hidden=True)


@pytest.fixture
def chats(tmp_path: Path, workspace: Path) -> Workspace:
    """One long chat, with a few others beside it."""
    person = Person(tmp_path / "person", workspace)
    for number in range(1, 81):
        words = [f"Filler {number}."]
        words += ["The pelican stands."] if number in (7, 40, 41) else []
        words += ["A walrus, and call foo::bar(x) then."] if number in (12, 40, 77) else []
        words += ["Of the harbours."] if number % 10 == 9 else []
        words += ["Everywhere tides."] if number > 5 else []
        person.says("s1", " ".join(words), role="assistant" if number % 2 else "user", key=f"k{number}")
    person.titles("s1", "Birds of the quay")
    person.says("s2", "A pelican alone.", key="other")
    person.says("s3", "\n".join(f"cormorant {number} " + "filler " * 60 for number in range(30)), key="long")
    opened = Workspace.open(workspace)
    opened.scan()
    return opened


def first(workspace: Workspace, typed: str, options: SearchOptions = ALL) -> Hit:
    return workspace.search(typed, options).hits[0]


def numbers(hits: tuple[Hit, ...]) -> list[str | None]:
    return [hit.section for hit in hits]


def test_messages_of_a_chat(chats: Workspace) -> None:
    """The other messages with a word of the query, in the chat's order, each with its own reference, author, time and marks."""
    hit = first(chats, "pelican walrus")
    assert hit.section == "message 40"
    found = chats.passages_of(hit, "pelican walrus", ALL)
    assert numbers(found) == ["message 7", "message 12", "message 41", "message 77"]
    assert len(found) == hit.more
    assert [one.ref for one in found] == [f"claude-code/s1/{key}" for key in ("mk7", "k12", "mk41", "mk77")]
    assert [one.author for one in found] == ["assistant", "user", "assistant", "assistant"]
    times = [one.updated_ns for one in found]
    assert times == sorted(set(times))
    assert all(one.matches and one.more == 0 and one.title == hit.title for one in found)
    assert all(one.link.partition("#")[0].endswith(one.ref) and "section=message" in one.link for one in found)


@pytest.mark.parametrize(
    "typed",
    [
        "pelican",
        "pelican walrus",
        "pelican -cormorant",
        "harbour",
        "har",
        "elica",
        "everywhere",
        "everywhere pelican",
        '"everywhere tides" walrus',
        '"nowhere at all" walrus harbour',
        "foo::bar( pelican",
        "foo::bar(",
        "foo::bar( harbours",
        "/pel[a-z]+ stands/",
        "what does the pelican do in the harbours",
        "pelican nowhereatall",
        "pelican author:user",
        "walrus since:2026-01-01",
        "birds quay",
        "birds pelican",
        "cormorant",
        "pelican session:s1",
        "cormorant session:s3",
        "fi",
    ],
)
@pytest.mark.parametrize("each_message", [False, True])
def test_as_many_as_promised(chats: Workspace, typed: str, each_message: bool) -> None:
    """Whatever is typed, each hit has as many further messages or passages as it says, none twice."""
    options = SearchOptions(sources=("all",), hidden=True, each_message=each_message)
    hits = chats.search(typed, options).hits
    assert hits
    for hit in hits:
        found = chats.passages_of(hit, typed, options)
        assert len(found) == hit.more
        places = [(one.ref, one.section, one.line) for one in (hit, *found)]
        assert len(set(places)) == len(places)


def test_neighbours_and_titles_do_not_count(chats: Workspace) -> None:
    """A message beside one with the word, or in a chat that is called so, has nothing of it to show."""
    hit = next(hit for hit in chats.search("pelican", ALL).hits if "/s1/" in hit.ref)
    assert sorted([hit.section, *numbers(chats.passages_of(hit, "pelican", ALL))]) == ["message 40", "message 41", "message 7"]
    assert first(chats, "birds").more == 0


def test_a_word_of_every_message_does_not_count_beside_a_rarer_one(chats: Workspace) -> None:
    """As in a file: where `tides` stands in all of them, those with the pelican are meant."""
    assert first(chats, "tides pelican").more == 2
    assert first(chats, "tides").more == 74


def test_a_chat_that_is_asked_for_by_its_session(chats: Workspace) -> None:
    """Each message is a hit, and has more where its own text goes on."""
    hits = chats.search("cormorant session:s3", ALL).hits
    assert [hit.ref for hit in hits] == ["claude-code/s3/long"]
    assert hits[0].more > 3
    found = chats.passages_of(hits[0], "cormorant session:s3", ALL)
    assert {one.section for one in found} == {"message 1"}
    assert [one.line for one in found] == sorted({one.line for one in found})


@pytest.mark.parametrize("letters", ["foo::bar(", "bar(", "/o..bar/"])
def test_letters_in_one_message_and_a_word_in_another(chats: Workspace, letters: str) -> None:
    """What only texts can tell is looked for in all of a chat that has the other words, not in their messages alone."""
    hit = first(chats, f"{letters} harbours")
    assert not hit.relaxed
    found = chats.passages_of(hit, f"{letters} harbours", ALL)
    assert {"message 12", "message 40", "message 77", "message 9"} <= {hit.section, *numbers(found)}


def test_notes(chats: Workspace) -> None:
    """A long note unfolds as a file does."""
    text = "\n".join(f"{'cormorant' if number % 90 == 1 else 'filler'} words of a long note {number}" for number in range(300))
    note = add_note(chats.root, text)
    chats.scan()
    options = SearchOptions(sources=("notes",))
    hit = first(chats, "cormorant", options)
    found = chats.passages_of(hit, "cormorant", options)
    assert (hit.ref, len(found)) == (f"notes/{note.name}.md", hit.more)
    lines = sorted([hit.line or 0, *(one.line or 0 for one in found)])
    assert [after - before for before, after in pairwise(lines)] == [90, 90, 90]


def recording(lines: int) -> str:
    head = json.dumps({"version": 2, "width": 80, "height": 24})
    rows = [json.dumps([number / 10, "o", f"{'cormorant' if number % 60 == 5 else 'filler'} {number}\r\n"]) for number in range(lines)]
    return "\n".join([head, *rows, ""])


def test_recordings(workspace: Path) -> None:
    """A recording has further stretches, each called by the byte where it begins."""
    opened = scanned(workspace, {"run.cast": recording(300)})
    options = SearchOptions(sources=("terminals",))
    hit = first(opened, "cormorant", options)
    found = opened.passages_of(hit, "cormorant", options)
    assert hit.source is Source.TERMINALS
    assert len(found) == hit.more > 0
    assert len({one.section for one in (hit, *found)}) == 1 + hit.more
    assert all((one.section or "").startswith("byte ") and one.matches for one in found)


LONG_LINE = "start " + "filler " * 800 + "cormorant " + "filler " * 800 + "cormorant " + "filler " * 800 + "cormorant end\n"


@pytest.mark.parametrize("typed", ["cormorant", "cormorant filler", "cormorant rare", '"no such phrase" cormorant', "end"])
def test_files(workspace: Path, typed: str) -> None:
    """Lines that go through several chunks, words that fill a text, phrases that nothing has: as many as promised."""
    many = "".join(f"{'cormorant' if number % 60 == 0 else 'filler'} words {number}\n" for number in range(1, 301))
    opened = scanned(workspace, {"a.txt": LONG_LINE, "b.txt": many, "c.txt": "cormorant\n" * 400 + "rare\n", "d.md": f"# One\n\n{many}"})
    for hit in opened.search(typed, ALL).hits:
        found = opened.passages_of(hit, typed, ALL)
        assert (hit.ref, len(found)) == (hit.ref, hit.more)


def test_a_file_that_has_changed(workspace: Path) -> None:
    """What it says now counts."""
    many = "".join(f"{'cormorant' if number % 60 == 0 else 'filler'} words {number}\n" for number in range(1, 301))
    opened = scanned(workspace, {"a.txt": many})
    lay(workspace, {"a.txt": many + "cormorant at the end\n" * 90})
    hit = first(opened, "cormorant")
    found = opened.passages_of(hit, "cormorant", ALL)
    assert len(found) == hit.more
    assert found[-1].line is not None
    assert found[-1].line > 300


def test_what_is_gone(chats: Workspace, tmp_path: Path) -> None:
    """A chat whose transcript is gone has nothing any more; nor has a note."""
    hit = first(chats, "pelican walrus")
    for log in (tmp_path / "person").rglob("s1.jsonl"):
        log.unlink()
    assert chats.passages_of(hit, "pelican walrus", ALL) == ()
