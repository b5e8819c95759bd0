"""What does a reader of Grok Build's sessions make of what its sample does not show?"""

from pathlib import Path
from typing import Any

import pytest
from tests.unit.ingest.readers.chats.making import document, log, passed_over, read, said, scope_at, titles
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.chats.grok_build import READER

GROUP = ".grok/sessions/%2Fhome%2Fdev%2Facme"


def piece(text: str, speaker: str = "agent", about: Any = None, at: Any = 1785747600) -> dict[str, Any]:
    update = {"sessionUpdate": f"{speaker}_message_chunk", "content": {"type": "text", "text": text}}
    return {"timestamp": at, "params": {"update": update, "_meta": about}}


def session(home: Path, *records: Any, name: str = "s1", group: str = GROUP, **summary: Any) -> Path:
    document(home / group / name / "summary.json", {"info": {"id": name, "cwd": WORKSPACE}, **summary})
    return log(home / group / name / "updates.jsonl", *records)


def test_pieces(tmp_path: Path) -> None:
    """Pieces of one prompt are one message, whatever stands between them; spaces at their ends count."""
    records = [
        piece("Why ", "user", {"promptIndex": 0}),
        piece("not?", "user", {"promptIndex": 0}),
        piece("I ", about={"promptId": "a"}),
        {"params": {"update": {"sessionUpdate": "tool_call"}}},
        piece("think", about={"promptId": "a"}),
        piece("Why?", "user", {"promptIndex": 1}),
        piece("So.", about={"promptId": "b"}),
    ]
    session(tmp_path, *records)
    told = [("user", "Why not?"), ("assistant", "I think"), ("user", "Why?"), ("assistant", "So.")]
    assert read(READER, scope_at(tmp_path)) == {"s1": told}


def test_without_prompts(tmp_path: Path) -> None:
    """Pieces that name no prompt belong to the one before them, until another speaks."""
    session(tmp_path, *(piece(text, who) for text, who in (("A", "user"), ("b", "user"), ("C", "agent"), ("D", "user"))))
    assert read(READER, scope_at(tmp_path)) == {"s1": [("user", "Ab"), ("assistant", "C"), ("user", "D")]}


def test_growing(tmp_path: Path) -> None:
    """A message that goes on after a reading is one; what was rewound is gone."""
    records = [piece("Hi", "user", {"promptIndex": 0}), piece("One ", about={"promptId": "a"})]
    session(tmp_path, *records)
    collected = Collected(READER, scope_at(tmp_path)).scan()
    session(tmp_path, *records, piece("two", about={"promptId": "a"}))
    assert said(collected.scan())["s1"] == [("user", "Hi"), ("assistant", "One two")]
    session(tmp_path, records[0], piece("Other", about={"promptId": "b"}))
    assert said(collected.scan())["s1"] == [("user", "Hi"), ("assistant", "Other")]


def test_many_prompts(tmp_path: Path) -> None:
    """What was said long ago is not said again, nor forgotten."""
    session(tmp_path, *(piece(str(number), about={"promptId": number}) for number in range(50)), piece("!", about={"promptId": 0}))
    assert [text for _, text in read(READER, scope_at(tmp_path))["s1"]] == [*map(str, range(50)), "!"]


@pytest.mark.parametrize("kind", ["subagent", "subagent_fork"])
def test_sub_agents(kind: str, tmp_path: Path) -> None:
    """Sub-agents are not read; one that was taken for a session before is taken back."""
    session(tmp_path, piece("Hi", "user"))
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert said(collected) == {"s1": [("user", "Hi")]}
    session(tmp_path, piece("Hi", "user"), piece("Ho"), session_kind=kind)
    assert said(collected.scan()) == {}


def test_folder(tmp_path: Path) -> None:
    """Where the summary says nothing, the file beside the sessions does; the folder's name is no proof."""
    path = session(tmp_path, piece("Hi", "user"))
    (path.parent / "summary.json").unlink()
    assert read(READER, scope_at(tmp_path)) == {}
    (tmp_path / GROUP / ".cwd").write_text(f"{WORKSPACE}\n", "utf-8")
    assert read(READER, scope_at(tmp_path)) == {"s1": [("user", "Hi")]}
    session(tmp_path, piece("Hi", "user"), group="x/sessions/y")
    assert read(READER, scope_at(tmp_path, GROK_HOME=str(tmp_path / "x"))) == {"s1": [("user", "Hi")]}


def test_title(tmp_path: Path) -> None:
    """The made title counts before the summary; a new one alone is read, too."""
    session(tmp_path, piece("Hi", "user"), session_summary="Short")
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert collected.sessions()[0]["title"] == "Short"
    session(tmp_path, piece("Hi", "user"), session_summary="Short", generated_title="Made")
    assert collected.scan().sessions()[0]["title"] == "Made"
    assert titles(READER, scope_at(tmp_path)) == {"s1": "Made"}


def test_times(tmp_path: Path) -> None:
    """Times are seconds or milliseconds, of the record or of the agent."""
    session(
        tmp_path,
        piece("A", "user", at=1785747600000),
        piece("B", about={"promptId": 1, "agentTimestampMs": 1785747601000}, at=None),
    )
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert [one["timestamp"] for one in collected.messages()] == ["2026-08-03T09:00:00.000Z", "2026-08-03T09:00:01.000Z"]


def test_tools(tmp_path: Path) -> None:
    """Tools' results are read where they are wanted; the unknown is counted."""
    content = [{"type": "content", "content": {"type": "text", "text": "38"}}]
    result = {"sessionUpdate": "tool_call_update", "toolCallId": "t", "content": content}
    session(tmp_path, {"params": {"update": result}}, {"params": {"update": {"sessionUpdate": "of_2027"}}}, {"params": 7})
    assert read(READER, scope_at(tmp_path, tool_output=True)) == {"s1": [("tool", "38")]}
    assert passed_over(Collected(READER, scope_at(tmp_path)).scan()) == {"of_2027": 1, "broken": 1}
