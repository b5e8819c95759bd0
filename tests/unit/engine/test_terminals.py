"""Is a recorded terminal read as it was indexed, with its looks, however it grows, and where it is gone?"""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.building import lay, settings

from sleuth.domain.cancel import NEVER, Cancellation
from sleuth.domain.errors import Cancelled, ItemUnreadable
from sleuth.domain.hits import Hit
from sleuth.domain.items import Source
from sleuth.domain.terminals import Style
from sleuth.engine import terminals
from sleuth.engine.terminals import TerminalReading, read_looks
from sleuth.engine.workspace import SearchOptions, Workspace
from sleuth.places import recordings_folder

CAST = '{"version": 2, "width": 80, "height": 24, "title": "Building", "command": "make"}\n'
KEY = "ghp_" + "k3J9xQ2mVb7LtR5wYz1PcD8sFh4NgA6uEo0i"


def event(text: str, at: float = 1.0, code: str = "o") -> str:
    return json.dumps([at, code, text]) + "\n"


def cast(*texts: str) -> str:
    return CAST + "".join(map(event, texts))


def lines(first: int, last: int) -> list[str]:
    return [f"\x1b[32mline {number}\x1b[0m\r\n" for number in range(first, last)]


def scanned(folder: Path, files: dict[str, str]) -> Workspace:
    workspace = Workspace.open(lay(folder, files))  # type: ignore[arg-type]
    workspace.scan()
    return workspace


def hit_of(workspace: Workspace, query: str) -> Hit:
    return workspace.search(query, SearchOptions(sources=("terminals",))).hits[0]


def line_of(reading: TerminalReading, hit: Hit) -> str:
    return reading.text.split("\n")[reading.line_at(hit.section, hit.line) - 1]


def looks(reading: TerminalReading, word: str) -> list[Style]:
    """Those within the first place of a word."""
    at = reading.text.index(word)
    assert reading.looks is not None
    return [style for _, _, style in reading.looks.between(at, at + len(word))]


def as_indexed(workspace: Workspace, ref: str) -> tuple[str, object]:
    with workspace._index.view() as snapshot:
        assert snapshot is not None
        item = snapshot.item_of(Source.TERMINALS, ref)
        assert item is not None
        assert item.body is not None
        body = snapshot.body(item.body)
        return body.text, body.sections


def refs(workspace: Workspace) -> list[str]:
    answer = workspace.search("/.?/", SearchOptions(sources=("terminals",), limit=100))
    return [hit.ref for hit in answer.hits]


def test_it_reads_as_it_was_indexed(shared_folder: Path, workspace: Path) -> None:
    """The text and the sections of every sample are those that the index has, whatever the colours in it."""
    shutil.copytree(shared_folder / "samples" / "terminal" / "home" / "acme", workspace, dirs_exist_ok=True)
    engine = scanned(workspace, {"big.cast": cast(*lines(0, 300))})
    found = refs(engine)
    assert len(found) >= 8
    for ref in found:
        reading = engine.read_terminal(ref)
        assert (reading.text, reading.sections) == as_indexed(engine, ref), ref


def test_a_hits_line(workspace: Path) -> None:
    """A hit's section and line lead to the line that was found, and its words are marked there."""
    engine = scanned(workspace, {"a.cast": cast(*lines(0, 70), "the \x1b[31mpelican\x1b[0m\r\n", *lines(70, 90))})
    hit = hit_of(engine, "pelican")
    reading = engine.read_terminal(hit.ref, "pelican")
    assert line_of(reading, hit) == "the pelican"
    assert [reading.text[start:stop] for start, stop in reading.marks] == ["pelican"]
    assert reading.place_at(71) == (hit.section, hit.line)


def test_looks(workspace: Path) -> None:
    """Colours are where they were shown; a link leads into the web or nowhere."""
    text = "\x1b[1;31mFAIL\x1b[0m a \x1b]8;;https://example.org/\x1b\\report\x1b]8;;\x1b\\ \x1b]8;;file:///etc/passwd\x1b\\here\x1b]8;;\x1b\\\r\n"
    reading = scanned(workspace, {"a.cast": cast(text)}).read_terminal("a.cast")
    assert looks(reading, "FAIL") == [Style(foreground=1, bold=True)]
    assert looks(reading, "report") == [Style(link="https://example.org/")]
    assert looks(reading, "here") == []


def test_masked_and_coloured(workspace: Path) -> None:
    """A secret is masked as in the index; what stands beside it keeps its colours, what is masked has none."""
    shown = f"\x1b[31mred\x1b[0m export TOKEN=\x1b[33m{KEY}\x1b[0m then \x1b[32mgreen\x1b[0m\r\nnext \x1b[34mblue\x1b[0m\r\n"
    engine = scanned(workspace, {"a.cast": cast(shown)})
    reading = engine.read_terminal("a.cast")
    assert KEY not in reading.text
    assert reading.text == as_indexed(engine, "a.cast")[0]
    assert {word: looks(reading, word) for word in ("red", "green", "blue", "[secret")} == {
        "red": [Style(foreground=1)],
        "green": [Style(foreground=2)],
        "blue": [Style(foreground=4)],
        "[secret": [],
    }


def test_what_is_known_of_it(workspace: Path) -> None:
    """Its title, command and markers are told, secrets in them masked; what it showed unmasked is not kept."""
    head = json.dumps({"version": 2, "width": 80, "height": 24, "command": f"login --token {KEY}", "timestamp": 1_785_747_600})
    text = f"{head}\n" + event("one\r\n") + event(f"key {KEY}", 2.0, "m") + event("two\r\nthree") + event("here", 3.0, "m") + event("\r\n")
    reading = scanned(workspace, {"a.cast": text}).read_terminal("a.cast")
    about = reading.about
    assert about is not None
    assert about.started_ms == 1_785_747_600_000
    assert KEY not in repr(reading)
    assert [reading.line_of_byte(marker.offset) for marker in about.markers] == [2, 3]


@pytest.mark.parametrize("ref", ["b.cast", "../a.cast", "src/a.py", "recordings/a.cast", "tmux:/tmp/x:%1", "a.cast#1", "/etc/passwd"])
def test_only_what_was_found(workspace: Path, ref: str) -> None:
    """Nothing is read but what the last scan found to be a recording."""
    engine = scanned(workspace, {"a.cast": cast("one\r\n"), "src/a.py": "pass\n"})
    lay(workspace, {"b.cast": cast("two\r\n")})
    with pytest.raises(ItemUnreadable):
        engine.read_terminal(ref)


def test_one_that_is_gone(workspace: Path) -> None:
    """What the index has of it is shown, at the same places, and that it is gone is said."""
    engine = scanned(workspace, {"a.cast": cast(*lines(0, 50), "the pelican\r\n")})
    hit = hit_of(engine, "pelican")
    (workspace / "a.cast").unlink()
    reading = engine.read_terminal("a.cast", "pelican")
    assert line_of(reading, hit) == "the pelican"
    assert reading.is_gone
    assert "not there any more" in (reading.notice or "")
    assert reading.title == "Building"
    assert len(reading.marks) == 1


def test_one_that_is_blocked_since(workspace: Path, home: Path) -> None:
    """A rule that was made after the scan holds, too: not even what the index has is shown."""
    engine = scanned(workspace, {"a.cast": cast("one\r\n")})
    settings(home, '[search]\ndeny = ["*.cast"]\n')
    with pytest.raises(ItemUnreadable, match="blocked"):
        engine.read_terminal("a.cast")


def test_parts(workspace: Path) -> None:
    """Of a typescript with several runs each is read by its number."""
    block = "Script started on 2026-08-03 09:00:00+00:00 [TERM=\"xterm\" COLUMNS=\"80\" LINES=\"24\"]\n{}\r\n\nScript done on 2026-08-03 09:00:05+00:00 [COMMAND_EXIT_CODE=\"{}\"]\n"
    engine = scanned(workspace, {"a.typescript": block.format("the heron", 0) + block.format("the pelican", 3)})
    hit = hit_of(engine, "pelican")
    reading = engine.read_terminal(hit.ref)
    assert hit.ref == "a.typescript#1"
    assert reading.text == "the pelican"
    assert reading.about is not None
    assert reading.about.exit_status == 3
    assert engine.file_of(Source.TERMINALS, hit.ref) == workspace / "a.typescript"


def test_places_survive_growth(workspace: Path) -> None:
    """A place that was kept leads to the same line when the recording has grown; so does a byte where no section begins."""
    engine = scanned(workspace, {"a.cast": cast(*lines(0, 50))})
    before = engine.read_terminal("a.cast")
    place = before.place_at(47)
    with (workspace / "a.cast").open("a") as file:
        file.writelines(event(text) for text in lines(50, 400))
    now = engine.read_terminal("a.cast")
    assert now.line_at(*place) == 47
    assert now.line_at(f"byte {before.offsets[33]}", 1) == 34
    assert now.line_at(f"byte {before.offsets[33] + 3}", 2) == 35
    assert now.line_at("byte 999999999999", 1) == now.line_count == 400
    assert now.line_at("nothing of the kind", 3) == 3


def test_own_recordings_and_a_folder_of_their_name(workspace: Path) -> None:
    """A workspace may have a folder `recordings`, too: both are found, each reads as itself."""
    lay(recordings_folder(workspace), {"a.cast": cast("the heron\r\n")})
    engine = scanned(workspace, {"recordings/a.cast": cast("the pelican\r\n")})
    heron, pelican = hit_of(engine, "heron"), hit_of(engine, "pelican")
    assert (heron.ref, pelican.ref) == ("recordings/a.cast", "./recordings/a.cast")
    assert [engine.read_terminal(hit.ref).text for hit in (heron, pelican)] == ["the heron", "the pelican"]
    assert engine.file_of(Source.TERMINALS, heron.ref) == recordings_folder(workspace) / "a.cast"
    assert engine.file_of(Source.TERMINALS, pelican.ref) == workspace / "recordings" / "a.cast"
    assert engine.recording_of("recordings/a.cast") == pelican.ref


def test_a_folder_that_is_named(workspace: Path, tmp_path: Path, home: Path) -> None:
    """What lies in a folder of the settings is read where it lies."""
    lay(tmp_path / "logs", {"a.log": "the \x1b[31mpelican\x1b[0m\n"})
    settings(home, f"[terminals]\nfolders = [{str(tmp_path / 'logs')!r}]\n")
    engine = scanned(workspace, {})
    hit = hit_of(engine, "pelican")
    assert looks(engine.read_terminal(hit.ref), "pelican") == [Style(foreground=1)]
    assert engine.file_of(Source.TERMINALS, hit.ref) == tmp_path / "logs" / "a.log"
    assert tmp_path / "logs" in engine.terminal_folders()


def test_colours_of_what_is_large(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They come later, are the same, and can be given up."""
    engine = scanned(workspace, {"a.cast": cast(*lines(0, 50), f"\x1b[33m{KEY}\x1b[0m \x1b[31mred\x1b[0m")})
    at_once = engine.read_terminal("a.cast").looks
    monkeypatch.setattr(terminals, "AT_ONCE_BYTES", 100)
    reading = engine.read_terminal("a.cast")
    assert reading.looks is None
    assert read_looks(reading, NEVER) == at_once
    given_up = Cancellation()
    given_up.cancel()
    with pytest.raises(Cancelled):
        read_looks(reading, given_up)
    with pytest.raises(Cancelled):
        engine.read_terminal("a.cast", cancellation=given_up)


def test_colours_of_what_grew_meanwhile(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Colours go as far as the text that is shown is still what the recording says."""
    engine = scanned(workspace, {"a.cast": cast("\x1b[31mred\x1b[0m\r\n", "\x1b[32mwait")})
    monkeypatch.setattr(terminals, "AT_ONCE_BYTES", 10)
    reading = engine.read_terminal("a.cast")
    with (workspace / "a.cast").open("a") as file:
        file.write(event("\r\x1b[33mdone"))
    found = read_looks(reading, NEVER)
    assert [(start, stop, style.foreground) for start, stop, style in found.between(0, 99)] == [(0, 3, 1)]


@pytest.fixture
def tmux(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A server of our own may be started; where it listens."""
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed")
    sockets = tmp_path / "t"
    sockets.mkdir(mode=0o700)
    monkeypatch.setenv("TMUX_TMPDIR", str(sockets))
    monkeypatch.delenv("TMUX", raising=False)
    yield sockets
    subprocess.run(["tmux", "kill-server"], check=False, capture_output=True)


@pytest.mark.usefixtures("tmux")
def test_a_pane(workspace: Path) -> None:
    """It is read as it is now, with its colours, lies on no disk, and leaves what it showed when it is closed."""
    command = "printf '\\033[31mpelican\\033[0m\\n'; sleep 60"
    subprocess.run(["tmux", "-f", os.devnull, "new-session", "-d", "-c", str(workspace), command], check=True)
    engine = Workspace.open(workspace)
    for _ in range(50):
        engine.scan()
        if engine.search("pelican", SearchOptions(sources=("terminals",))).hits:
            break
    hit = hit_of(engine, "pelican")
    reading = engine.read_terminal(hit.ref)
    assert reading.is_pane
    assert looks(reading, "pelican") == [Style(foreground=1)]
    with pytest.raises(ItemUnreadable, match="on no disk"):
        engine.file_of(Source.TERMINALS, hit.ref)
    subprocess.run(["tmux", "kill-server"], check=True)
    closed = engine.read_terminal(hit.ref)
    assert not closed.is_pane
    assert closed.text == reading.text
    assert "closed" in (closed.notice or "")
