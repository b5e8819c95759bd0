"""What does a reader of Cursor's transcripts make of what its sample does not show?"""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.ingest.readers.chats.making import log, passed_over, read, said, scope_at
from tests.unit.ingest.readers.chats.making_cursor import chat, record, transcript
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.chats.cursor import READER


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<user_query>\none\n</user_query>", "one"),
        (
            "<timestamp>Mon</timestamp>\n<user_info>x</user_info><user_query>one</user_query><user_query>two</user_query>",
            "one\n\ntwo",
        ),
        ("<timestamp>Mon</timestamp>\nplain <b>", "plain <b>"),
        ("<user_query>cut off", "cut off"),
        ("plain", "plain"),
    ],
)
def test_what_was_typed(tmp_path: Path, text: str, expected: str) -> None:
    """What the program puts around a question is no part of it."""
    transcript(tmp_path, "a.jsonl", record("user", text))
    assert read(READER, scope_at(tmp_path)) == {"a": [("user", expected)]}


def test_where_a_talk_ran(tmp_path: Path) -> None:
    """What the command line recorded counts before the folder's name, which may stand for others too."""
    for key, project in (
        ("below", "home-dev-acme-web"),
        ("elsewhere", "home-dev-acme"),
        ("digest", "1784"),
        ("plain", "home-dev-acme"),
        ("unknown", "home-dev-acme-web"),
    ):
        transcript(tmp_path, f"{key}.jsonl", record("user", key), project=project)
    chat(
        tmp_path,
        "below",
        f"{WORKSPACE}/web",
        {"cwd": f"{WORKSPACE}/web", "createdAtMs": 5},
        {"name": "Named", "lastUsedModel": "m"},
    )
    chat(tmp_path, "elsewhere", "/x", {"cwd": "/home/dev/acme-old"})
    chat(tmp_path, "digest", named={"name": "New Agent"})
    scope = scope_at(tmp_path)
    collected = Collected(READER, scope).scan()
    found = {one["session_id"]: one for one in collected.sessions()}
    assert set(found) == {"below", "digest", "plain"}
    session = found["below"]["session"]
    assert (session.title, session.model, session.folder) == ("Named", "m", f"{WORKSPACE}/web")
    assert session.resume == ("cursor-agent", "--resume", "below")
    assert found["digest"]["title"] == "digest"


def test_a_name_that_comes_later(tmp_path: Path) -> None:
    """A talk that is named after it was read is named at the next reading."""
    transcript(tmp_path, "a.jsonl", record("user", "Q"))
    scope = scope_at(tmp_path)
    before = {place.key: place.stamp for place in READER.places(scope)}
    collected = Collected(READER, scope).scan()
    chat(tmp_path, "a", meta={"cwd": WORKSPACE}, named={"name": "Named"})
    assert {place.key: place.stamp for place in READER.places(scope)} != before
    assert collected.scan().sessions()[0]["title"] == "Named"


def test_a_transcript_that_is_written_anew(tmp_path: Path) -> None:
    """A transcript grows, or a session taken up again writes all of it anew; equal texts are as many messages."""
    path = transcript(tmp_path, "a.jsonl", record("user", "same"), record("user", "same"))
    scope = scope_at(tmp_path)
    collected = Collected(READER, scope).scan()
    transcript(
        tmp_path, "a.jsonl", record("user", "same"), record("user", "same"), record("assistant", "three")
    )
    assert said(collected.scan())["a"] == [("user", "same"), ("user", "same"), ("assistant", "three")]
    log(
        path,
        record("user", "other"),
        {"type": "turn_ended"},
        {"type": "hologram"},
        record("tool", "x"),
        {"role": "user"},
    )
    assert said(collected.scan()) == {"a": [("user", "other")]}
    assert passed_over(collected) == {"hologram": 1, "tool": 1}


def test_text_transcripts(tmp_path: Path) -> None:
    """In an old text what tools gave back may hold anything, and goes on to the next sign."""
    folder = tmp_path / ".cursor" / "projects" / "home-dev-acme" / "agent-transcripts"
    text = "user:\r\n<user_query>\nQ1\n</user_query>\n\nassistant:\nWell.\n[Tool result] Read\nSECRET\n\nSECRET\n\nassistant:\nDone: user:\n\nuser:\nQ2"
    log(folder / "a.txt").write_text(text, "utf-8")
    log(folder / "b" / "b.txt").write_text("", "utf-8")
    transcript(tmp_path, "c.jsonl", record("user", "newer"))
    log(folder / "c.txt").write_text("user:\nolder\n\nassistant:\nolder", "utf-8")
    assert read(READER, scope_at(tmp_path)) == {
        "a": [("user", "Q1"), ("assistant", "Well."), ("assistant", "Done: user:"), ("user", "Q2")],
        "c": [("user", "newer")],
    }


@pytest.mark.parametrize(
    ("folder", "project"),
    [
        ("/home/dev/my_app.v2", "home-dev-my-app-v2"),
        ("/home/dev/my_app.v2", "home-dev-my_app.v2"),
        ("c:\\Users\\x\\my app", "c-Users-x-my-app"),
        ("C:\\Users\\x", "c-Users-x"),
    ],
)
def test_names_of_projects(tmp_path: Path, folder: str, project: str) -> None:
    """A folder is found by the name that Cursor makes of it, by either rule."""
    transcript(tmp_path, "a.jsonl", record("user", "x"), project=project)
    scope = replace(scope_at(tmp_path), folders=(folder,))
    assert read(READER, scope) == {"a": [("user", "x")]}


@pytest.mark.parametrize(
    ("base", "environment"),
    [
        ("own", {"CURSOR_CONFIG_DIR": "own"}),
        ("xdg/cursor", {"XDG_CONFIG_HOME": "xdg"}),
        (".config/cursor", {}),
        (".cursor", {}),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="the lower-case folder is that of Linux")
def test_config_folders(tmp_path: Path, base: str, environment: dict[str, str]) -> None:
    """Agents write where the variables say."""
    transcript(tmp_path, "a.jsonl", record("user", "x"), base=base)
    named = {name: str(tmp_path / value) for name, value in environment.items()}
    assert read(READER, scope_at(tmp_path, **named)) == {"a": [("user", "x")]}
