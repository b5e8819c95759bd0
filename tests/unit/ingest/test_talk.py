"""Does what was said get into the index, all of it, once, and no more than changed?"""

import random
import sqlite3
import string
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import zstandard
from tests.unit.building import Files, git, lay, repository, settings
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected, sample_scope
from tests.unit.ingest.talking import Person

from sleuth.domain.hits import Hit
from sleuth.domain.queries import Sort
from sleuth.engine.workspace import SearchOptions, Workspace
from sleuth.ingest.readers.registry import chat_readers
from sleuth.places import kept_folder


@pytest.fixture
def person(tmp_path: Path, workspace: Path) -> Person:
    return Person(tmp_path / "person", workspace)


def opened(folder: Path, files: Files | None = None) -> Workspace:
    return Workspace.open(lay(folder, files or {}))


def hits(workspace: Workspace, query: str, **options: Any) -> list[Hit]:
    workspace.scan()
    return list(workspace.search(query, SearchOptions(**{"sources": ("chats",), **options})).hits)


def said(workspace: Workspace, query: str, **options: Any) -> list[str]:
    """The first lines of the messages that were found, in order."""
    return [hit.passage[0].text for hit in hits(workspace, query, **options)]


def numbers(workspace: Workspace, query: str, **options: Any) -> list[str | None]:
    return [hit.section for hit in hits(workspace, query, **options)]


def test_a_message_is_found(person: Person, workspace: Path) -> None:
    """A hit lands on its message, under the first question of its chat (S-13)."""
    person.says("s1", "How tall is the harbour wall?")
    person.says("s1", "Four metres, counted from the quay.", role="assistant")
    (hit,) = hits(opened(workspace), "metres quay")
    assert (hit.title, hit.section, hit.path) == ("How tall is the harbour wall?", "message 2", None)
    assert hit.passage[0].text.startswith("Four metres")


def test_a_chat_is_one_hit(person: Person, workspace: Path) -> None:
    """Its best message, and how many others there are (S-43)."""
    person.says("s1", "tide")
    person.says("s1", "tide tide tide", role="assistant")
    person.says("s2", "another tide")
    found = hits(opened(workspace), "tide")
    assert sorted(hit.more for hit in found) == [0, 1]


def test_each_message(person: Person, workspace: Path) -> None:
    """Where one chat is asked for, each of its messages is a hit."""
    person.says("s1", "tide one")
    person.says("s1", "tide two", role="assistant")
    person.says("s2", "tide three")
    assert sorted(said(opened(workspace), "tide session:s1")) == ["tide one", "tide two"]
    assert len(said(opened(workspace), "tide", each_message=True)) == 3


def test_words_of_a_whole_chat(person: Person, workspace: Path) -> None:
    """All words must be in the chat, not in one message; an unwanted one excludes the chat."""
    person.says("s1", "the pelican")
    for number in range(9):
        person.says("s1", f"filler {number}", role="assistant")
    person.says("s1", "the walrus")
    person.says("s2", "a pelican alone")
    chats = opened(workspace)
    (hit,) = hits(chats, "pelican walrus")
    assert not hit.relaxed
    assert said(chats, "pelican -walrus") == ["a pelican alone"]


def test_neighbours(person: Person, workspace: Path) -> None:
    """A message is also found by the words of the two before it and of the one after."""
    for text in ("zero", "one pelican", "two", "three", "four", "five"):
        person.says("s1", text)
    found = numbers(opened(workspace), "pelican", each_message=True)
    assert found[0] == "message 2"
    assert set(found) == {"message 1", "message 2", "message 3", "message 4"}


def test_growth(person: Person, workspace: Path) -> None:
    """What is appended is found after the next scan; neighbours hear of it."""
    person.says("s1", "the first question")
    chats = opened(workspace)
    assert len(hits(chats, "question")) == 1
    person.says("s1", "a walrus", role="assistant")
    assert numbers(chats, "walrus", each_message=True) == ["message 2", "message 1"]
    person.says("s1", "thanks")
    person.says("s1", "goodbye")
    person.says("s1", "nothing more")
    assert numbers(chats, "walrus", each_message=True)[0] == "message 2"
    assert len(numbers(chats, "walrus", each_message=True)) == 4


def test_growth_is_as_good_as_a_first_reading(person: Person, workspace: Path, home: Path) -> None:
    """An index that grew with a chat finds what one that read it at once finds, and as high."""
    chats = opened(workspace)
    for number in range(12):
        person.says("s1", f"word{number} and shared", role="assistant" if number % 2 else "user")
        chats.scan()
    person.titles("s1", "A shared title")
    grown = [(hit.section, hit.score, hit.title) for hit in hits(chats, "shared", each_message=True)]
    chats.scan(rebuild=True)
    assert [(hit.section, hit.score, hit.title) for hit in hits(chats, "shared", each_message=True)] == grown


def test_unfinished_line(person: Person, workspace: Path) -> None:
    """A last line that is not whole waits until it is."""
    person.says("s1", "hello")
    chats = opened(workspace)
    person.says("s2", "the walrus")
    whole = person.log("s2").read_text("utf-8")
    person.log("s2").unlink()
    for half in (whole[:50], whole[50:]):
        person.writes("s1", half)
        found = said(chats, "walrus")
    assert found == ["the walrus"]


def test_rewritten(person: Person, workspace: Path) -> None:
    """A transcript that was written anew is read anew; what is no longer in it is not found."""
    person.says("s1", "the pelican")
    person.says("s1", "and more")
    chats = opened(workspace)
    assert said(chats, "pelican")
    person.log("s1").unlink()
    person.says("s1", "the walrus")
    assert (said(chats, "pelican"), said(chats, "walrus")) == ([], ["the walrus"])


def test_deleted(person: Person, workspace: Path) -> None:
    """A transcript that is gone leaves the index, and is not shown even before the next scan."""
    person.says("s1", "the pelican")
    chats = opened(workspace)
    assert said(chats, "pelican")
    person.log("s1").unlink()
    assert not chats.search("pelican", SearchOptions(sources=("chats",))).hits
    assert not said(chats, "pelican")


def test_copies(person: Person, workspace: Path) -> None:
    """A message that a fork repeats counts once, in the session that it was said in; once that is gone, in the other."""
    person.says("s1", "the pelican", key="a")
    person.says("s1", "stays", key="b")
    person.writes("s2", person.log("s1").read_text("utf-8").splitlines(keepends=True)[0])
    person.says("s2", "goes on", key="c")
    chats = opened(workspace)
    assert [hit.ref for hit in hits(chats, "pelican")] == ["claude-code/s1/a"]
    person.log("s1").unlink()
    assert [hit.ref for hit in hits(chats, "pelican")] == ["claude-code/s2/a"]


def test_other_workspaces(person: Person, workspace: Path, tmp_path: Path) -> None:
    """What was said about another folder is not found, though its name begins the same."""
    person.folder = tmp_path / "workspace-old"
    person.says("s1", "the pelican")
    person.folder = workspace / "below"
    person.says("s2", "the walrus")
    chats = opened(workspace)
    assert (said(chats, "pelican"), said(chats, "walrus")) == ([], ["the walrus"])


def test_a_new_worktree(person: Person, tmp_path: Path, workspace: Path) -> None:
    """What was said in another worktree of the repository is about this workspace, from the scan after it was made."""
    repository(workspace, {"a.txt": "1"})
    person.folder = tmp_path / "beside"
    person.says("s1", "the pelican")
    chats = Workspace.open(workspace)
    assert not said(chats, "pelican")
    git(workspace, "worktree", "add", "-q", str(tmp_path / "beside"))
    assert said(chats, "pelican") == ["the pelican"]


def test_title(person: Person, workspace: Path) -> None:
    """A chat is found by its title, and by a later one instead."""
    person.says("s1", "hello there")
    person.titles("s1", "Harbour survey")
    chats = opened(workspace)
    assert [hit.title for hit in hits(chats, "harbour survey")] == ["Harbour survey"]
    person.titles("s1", "Quay inspection")
    assert [hit.title for hit in hits(chats, "quay inspection")] == ["Quay inspection"]
    assert not hits(chats, "harbour")


def test_a_title_leads_to_the_message_that_says_more(person: Person, workspace: Path) -> None:
    """Of a chat that is called so, the message that has the other words is shown."""
    person.says("s1", "/model")
    person.says("s1", "why does it go negative")
    person.titles("s1", "Counter race")
    assert numbers(opened(workspace), "counter negative") == ["message 2"]


def test_files_rank_as_without_chats(person: Person, workspace: Path) -> None:
    """What was said does not change the scores of files."""
    files: Files = {f"{number}.txt": f"tide {'and other words ' * number}" for number in range(9)}
    chats = opened(workspace, files)
    before = [(hit.ref, hit.score) for hit in hits(chats, "tide words", sources=("files",))]
    for number in range(200):
        person.says("s1", f"hm {number}")
    after = [(hit.ref, hit.score) for hit in hits(chats, "tide words", sources=("files",))]
    assert after == before


def test_tools(person: Person, workspace: Path, home: Path) -> None:
    """What tools gave back is found where the setting is on, and at once when it is turned on."""
    person.says("s1", "look at it")
    result = {"type": "tool_result", "content": [{"type": "text", "text": "the pelican"}]}
    person.says("s1", [result])  # type: ignore[arg-type]
    chats = opened(workspace)
    assert not said(chats, "pelican")
    settings(home, "[chats]\ntool_output = true\n")
    assert said(chats, "pelican") == ["the pelican"]


def test_sorted_by_date(person: Person, workspace: Path) -> None:
    """By date, the chat with the newest message that has the words comes first."""
    person.says("s1", "tide a")
    person.says("s2", "tide b")
    person.says("s1", "tide c")
    assert said(opened(workspace), "tide", sort=Sort.DATE) == ["tide c", "tide b"]


def test_counts(person: Person, workspace: Path) -> None:
    """The status counts chats, not messages."""
    for session in ("s1", "s1", "s2"):
        person.says(session, "hello")
    chats = opened(workspace)
    chats.scan()
    assert chats.status().coverage.items["chats"] == 2


def test_odd_text(person: Person, workspace: Path) -> None:
    """Half a character, NULs and broken lines among the records lose none of the others."""
    person.says("s1", "half \ud83d of it")
    person.writes("s1", '{"type": "user", "broken\n\0\0\0\n[1]\n')
    person.says("s1", "the walrus\0 stands")
    chats = opened(workspace)
    assert (len(said(chats, "half")), len(said(chats, "walrus"))) == (1, 1)


@pytest.mark.parametrize("query", ["author:user pelican", "author:claude-code pelican", "worktree:workspace pelican"])
def test_filters(person: Person, workspace: Path, query: str) -> None:
    """Who said it, and where, narrows."""
    person.says("s1", "the pelican")
    chats = opened(workspace)
    assert said(chats, query) == ["the pelican"]
    assert not said(chats, f"-{query}")


def test_a_chat_is_read(person: Person, workspace: Path) -> None:
    """From a hit the whole chat can be shown, at its message, with the words marked."""
    person.says("s1", "the first")
    person.says("s1", "the pelican stands", role="assistant")
    chats = opened(workspace)
    (hit,) = hits(chats, "pelican")
    chat = chats.read_chat(hit.ref, "pelican")
    assert (chat.number, chat.agent, chat.session.resume) == (2, "claude-code", ("claude", "--resume", "s1"))
    assert [message.text for message in chat.messages] == ["the first", "the pelican stands"]
    assert chat.messages[1].marks == ((4, 11),)
    assert hit.author == "assistant"


# -- kept


def test_a_deleted_chat_is_kept(person: Person, workspace: Path, home: Path) -> None:
    """Where the setting is on, a chat that its agent deletes is found on, and says so; after a rebuild too (S-24)."""
    settings(home, "[search]\nkeep_chats = true\n")
    person.says("s1", "the pelican")
    person.titles("s1", "Birds")
    chats = opened(workspace)
    assert [hit.is_kept for hit in hits(chats, "pelican")] == [False]
    person.log("s1").unlink()
    for rebuild in (False, True):
        chats.scan(rebuild=rebuild)
        (hit,) = hits(chats, "pelican")
        assert (hit.is_kept, hit.title, hit.ref) == (True, "Birds", "claude-code/s1/u1")


def test_what_comes_back_counts(person: Person, workspace: Path, home: Path) -> None:
    """A transcript that is there again counts before what was kept of it."""
    settings(home, "[search]\nkeep_chats = true\n")
    person.says("s1", "the pelican")
    chats = opened(workspace)
    assert hits(chats, "pelican")
    text = person.log("s1").read_text("utf-8")
    person.log("s1").unlink()
    chats.scan()
    person.writes("s1", text)
    assert [hit.is_kept for hit in hits(chats, "pelican")] == [False]


def test_forgotten_to_the_byte(person: Person, workspace: Path, home: Path) -> None:
    """What was kept is nowhere any more once it is forgotten."""
    settings(home, "[search]\nkeep_chats = true\n")
    person.says("s1", "the pelican")
    chats = opened(workspace)
    chats.scan()
    person.log("s1").unlink()
    chats.scan()
    assert chats.forget_kept() == 1
    assert not hits(chats, "pelican")
    chats.close()
    assert not [path for path in home.rglob("*") if path.is_file() and b"pelican" in path.read_bytes()]


def test_nothing_is_kept_unasked(person: Person, workspace: Path) -> None:
    """The setting is off unless somebody turns it on."""
    person.says("s1", "the pelican")
    chats = opened(workspace)
    chats.scan()
    person.log("s1").unlink()
    chats.scan()
    assert not kept_folder(workspace).exists()


# -- rules


@pytest.mark.parametrize("first", ["", '[search]\ndeny = ["memory-bank/", ".aider*"]\n'])
def test_what_is_denied_is_no_chat_and_no_note(workspace: Path, home: Path, first: str) -> None:
    """What agents keep in the workspace follows its rules like any file, is hidden at once, and is not kept (S-50)."""
    aider = "\n# aider chat started at 2026-01-02 03:04:05\n\n#### the pelican\n\nIt flew.\n"
    settings(home, first + ("keep_chats = true\n" if first else "[search]\nkeep_chats = true\n"))
    files: Files = {".aider.chat.history.md": aider, "memory-bank/activeContext.md": "# Where we are\n\nthe pelican\n"}
    opened_ = opened(workspace, files)
    found = {hit.ref for hit in hits(opened_, "pelican", sources=("all",), hidden=True)}
    assert (len(found) > 2) == (not first), found
    settings(home, '[search]\nkeep_chats = true\ndeny = ["memory-bank/", ".aider*"]\n')
    for _ in range(2):
        assert not hits(opened_, "pelican", sources=("all",), hidden=True)
    assert not list(kept_folder(workspace).glob("*/*"))


# -- secrets

# Small letters and digits, as the index folds what it holds; no text that is kept has it by chance.
UNTOLD = "".join(random.Random(23).choices(string.ascii_lowercase + string.digits, k=36))
SECRET = "gh" + "p_" + UNTOLD


def all_bytes(home: Path) -> bytes:
    """Whatever lies in the folder, and each cell of each table of the indexes unpacked, in small letters."""
    parts = [path.read_bytes() for path in home.rglob("*") if path.is_file()]
    for path in home.rglob("index.db"):
        with closing(sqlite3.connect(path)) as index:
            tables = index.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
            for (table,) in tables.fetchall():
                parts += [_unpacked(cell) for row in index.execute(f"SELECT * FROM {table}") for cell in row]
    return b"\n".join(parts).lower()


def _unpacked(cell: object) -> bytes:
    data = cell if isinstance(cell, bytes) else str(cell).encode()
    return zstandard.ZstdDecompressor().decompress(data) if data.startswith(zstandard.FRAME_HEADER) else data


def is_untold(home: Path) -> bool:
    """Whether no piece of the secret is in the index; its first letters may stand apart there."""
    held = all_bytes(home)
    return not any(UNTOLD[begin : begin + 12].encode() in held for begin in range(len(UNTOLD) - 12))


def test_secrets_are_masked(person: Person, workspace: Path, home: Path) -> None:
    """Of a secret that was said, or is in a title, nothing is in the index; what was said around it is found (S-23)."""
    settings(home, "[chats]\ntool_output = true\n")
    person.says("s1", f"the pelican has {SECRET} and flies")
    person.says("s1", f"export TOKEN={UNTOLD}", role="assistant")
    person.says("s1", [{"type": "tool_result", "content": f"Authorization: Bearer {UNTOLD}"}])  # type: ignore[arg-type]
    person.titles("s1", f"What {SECRET} is for")
    person.says("s2", f"{SECRET} is the first question")
    chats = opened(workspace)
    assert said(chats, "pelican flies") == ["the pelican has [secret: GitHub token] and flies"]
    assert [hit.title for hit in hits(chats, "pelican")] == ["What [secret: GitHub token] is for"]
    assert not said(chats, SECRET)
    chats.close()
    assert b"pelican" in all_bytes(home)
    assert is_untold(home)


def plant(home: Path, words: str, planted: str) -> bool:
    """Write something else for words that were said, in whichever text or table they are kept.

    Of what lies in the workspace itself only where chats are kept: the rest is the person's own, and searched as it is.
    """
    found = False
    for path in home.rglob("*"):
        is_own = path.is_relative_to(home / "acme") and path.name not in ("crush.db", ".aider.chat.history.md")
        if not path.is_file() or is_own:
            continue
        data = path.read_bytes()
        if data.startswith(b"SQLite format 3"):
            found |= _plant_in_tables(path, words, planted)
        elif words.encode() in data:
            path.write_bytes(data.replace(words.encode(), planted.encode()))
            found = True
    return found


def _plant_in_tables(path: Path, words: str, planted: str) -> bool:
    with closing(sqlite3.connect(path)) as database:
        tables = database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
        for (table,) in tables.fetchall():
            for column in database.execute(f"PRAGMA table_info({table})").fetchall():
                database.execute(
                    f'UPDATE OR IGNORE {table} SET "{column[1]}" = replace("{column[1]}", ?, ?)'
                    f' WHERE typeof("{column[1]}") = \'text\' AND instr("{column[1]}", ?)',
                    (words, planted, words),
                )
        database.commit()
        return database.total_changes > 0


@pytest.mark.parametrize("agent", sorted(reader.agent for reader in chat_readers()))
def test_secrets_in_what_agents_keep(
    agent: str, shared_folder: Path, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A secret put into what an agent has kept is not in the index, and what was said around it is."""
    if not (shared_folder / "samples" / agent).is_dir():
        pytest.skip("there is no sample of it")
    scope = sample_scope(shared_folder / "samples", agent, tmp_path)
    (reader,) = (one for one in chat_readers() if one.agent == agent)
    phrases = [" ".join(one["text"].split(" ")[:2]) for one in Collected(reader, scope).scan().messages()]
    phrases = [phrase for phrase in phrases if phrase.isascii() and phrase.replace(" ", "").isalpha() and " " in phrase]
    if not [phrase for phrase in phrases if plant(scope.home, phrase, f"{phrase} {SECRET}")]:
        pytest.skip("its text lies packed, or in the workspace")
    as_worktree(scope.root, tmp_path)
    monkeypatch.setenv("HOME", str(scope.home))
    monkeypatch.setenv("USERPROFILE", str(scope.home))
    settings(home, "[chats]\ntool_output = true\n")
    workspace = Workspace.open(scope.root)
    workspace.scan()
    workspace.close()
    assert b"[secret: github token]" in all_bytes(home)
    assert is_untold(home)


def as_worktree(root: Path, tmp_path: Path) -> None:
    """Make a workspace know the samples' own folder as another worktree of its repository."""
    root.mkdir(exist_ok=True)
    repository(root, {})
    git(root, "worktree", "add", "-q", str(tmp_path / "beside"))
    (entry,) = (root / ".git/worktrees").iterdir()
    (entry / "gitdir").write_text(f"{WORKSPACE}/.git\n", "utf-8")
