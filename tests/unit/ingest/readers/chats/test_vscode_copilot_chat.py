"""What does a reader of VS Code's chats make of what its sample does not show?"""

import os
from pathlib import Path
from typing import Any

import pytest
from tests.unit.ingest.readers.chats.making import document, log, passed_over, read, said, scope_at, titles
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.chats.vscode_copilot_chat import READER

NAME = "c0ffee00-1111-4111-8111-000000000001"
FOLDER = f"file://{WORKSPACE}"


def storage(home: Path, about: Any = None, user: str = ".config/Code/User") -> Path:
    path = home / user / "workspaceStorage" / "0f1e"
    document(path / "workspace.json", {"folder": FOLDER} if about is None else about)
    return path


def asked(number: int, text: str, *response: Any) -> dict[str, Any]:
    return {
        "requestId": f"request_{number}",
        "timestamp": 1785747605000,
        "message": {"text": text},
        "response": list(response),
    }


def chat(*requests: Any, **more: Any) -> dict[str, Any]:
    return {"sessionId": NAME, "creationDate": 1785747600000, "requests": list(requests), **more}


def told(home: Path, *changes: Any, tool_output: bool = False) -> list[tuple[str, str]]:
    log(storage(home) / "chatSessions" / f"{NAME}.jsonl", *changes)
    return read(READER, scope_at(home, tool_output)).get(NAME, [])


def answer(home: Path, *response: Any) -> str:
    return "".join(text for role, text in told(home, {"kind": 0, "v": chat(asked(1, "q", *response))}) if role != "user")


@pytest.mark.parametrize(
    ("item", "text"),
    [
        ({"value": "a"}, "a"),
        ({"value": {"value": "a"}}, "a"),
        ({"kind": None, "value": "a"}, "a"),
        ({"kind": "markdownContent", "content": {"value": "a"}}, "a"),
        ({"kind": "inlineReference", "inlineReference": {"name": "Symbol", "location": {}}}, "`Symbol`"),
        ({"kind": "inlineReference", "inlineReference": {"path": "/a/b c.py"}}, "`b c.py`"),
        ({"kind": "inlineReference", "inlineReference": {"uri": {"path": "/a/d.py"}, "range": {}}}, "`d.py`"),
        ({"kind": "inlineReference", "inlineReference": []}, ""),
        ({"kind": "thinking", "value": "hm"}, ""),
        ({"kind": "progressTask", "content": {"value": "hm"}}, ""),
        ({"kind": [], "value": "hm"}, ""),
        ({"value": 7}, ""),
        (None, ""),
    ],
)
def test_answers(item: Any, text: str, tmp_path: Path) -> None:
    """Texts and names of what is referred to are joined as they stand; all else of an answer says nothing."""
    assert answer(tmp_path, {"value": "<"}, item, {"value": ">"}) == f"<{text}>"


def test_changes(tmp_path: Path) -> None:
    """Changes are made as VS Code makes them, holes, missing arrays and all."""
    changes = [
        {"kind": 0, "v": {"sessionId": NAME}},
        {"kind": 2, "k": ["requests"], "v": [asked(1, "one"), asked(2, "two")]},
        {"kind": 1, "k": ["requests", 3], "v": asked(4, "four")},
        {"kind": 2, "k": ["requests", 0, "response"], "v": [{"value": "a"}, {"value": "b"}]},
        {"kind": 2, "k": ["requests", 0, "response"], "i": 1, "v": [{"value": "c"}]},
        {"kind": 1, "k": ["requests", 0, "response", 0, "value"], "v": "A"},
        {"kind": 3, "k": ["requests", 1]},
        {"kind": 2, "k": ["requests"], "i": 4},
    ]
    assert told(tmp_path, *changes) == [("user", "one"), ("assistant", "Ac"), ("user", "four")]


@pytest.mark.parametrize(
    "change",
    [
        {"kind": 0, "v": []},
        {"kind": 0},
        {"kind": 1, "k": "requests", "v": []},
        {"kind": 1, "k": [], "v": []},
        {"kind": 1, "k": ["requests", "x"], "v": 1},
        {"kind": 1, "k": ["requests", 99999999], "v": 1},
        {"kind": 1, "k": ["requests", -1], "v": 1},
        {"kind": 1, "k": ["nothing", "x"], "v": 1},
        {"kind": 1, "k": ["requests", {}], "v": 1},
        {"kind": 2, "k": ["requests"], "v": {}},
        {"kind": 2, "k": ["requests"], "i": -1},
        {"kind": 2, "k": ["requests"], "i": 99999999},
        {"kind": 2, "k": ["sessionId"], "v": []},
        {"kind": 3, "k": ["requests", 7]},
        {"kind": 3, "k": []},
    ],
)
def test_broken_changes(change: dict[str, Any], tmp_path: Path) -> None:
    """A change that cannot be made is passed over and counted."""
    log(storage(tmp_path) / "chatSessions" / f"{NAME}.jsonl", {"kind": 0, "v": chat(asked(1, "one"))}, change)
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert said(collected) == {NAME: [("user", "one")]}
    assert passed_over(collected) == {"broken": 1}


def test_taken_back(tmp_path: Path) -> None:
    """What a later change cuts off is gone, though it was read before."""
    scope = scope_at(tmp_path)
    path = storage(tmp_path) / "chatSessions" / f"{NAME}.jsonl"
    changes: list[Any] = [{"kind": 0, "v": chat(asked(1, "one"), asked(2, "two"))}]
    log(path, *changes)
    collected = Collected(READER, scope).scan()
    log(path, *changes, {"kind": 2, "k": ["requests"], "i": 1}, tail='{"kind": 2, "k": ["requests"], "i"')
    assert said(collected.scan()) == {NAME: [("user", "one")]}
    assert passed_over(collected) == {}


def test_unchanged(tmp_path: Path) -> None:
    """A chat is not read again before it changes, be it never so long."""
    log(storage(tmp_path) / "chatSessions" / f"{NAME}.jsonl", {"kind": 0, "v": chat(asked(1, "one"))})
    scope = scope_at(tmp_path)
    (place,) = READER.places(scope)
    (step,) = READER.read(place, scope, None)
    place.path.unlink()
    assert list(READER.read(place, scope, step.mark)) == []


@pytest.mark.parametrize(
    ("about", "is_ours"),
    [
        ({"folder": FOLDER + "/sub%20folder"}, True),
        ({"folder": FOLDER + "%20copy"}, False),
        ({"folder": f"vscode-remote://wsl%2Bubuntu{WORKSPACE}"}, os.name != "nt"),
        ({"folder": f"vscode-remote://ssh-remote%2Bhost{WORKSPACE}"}, False),
        ({"folder": f"vscode-vfs://github{WORKSPACE}"}, False),
        ({"folder": "file://[broken"}, False),
        ({"workspace": FOLDER + "/x.code-workspace"}, True),
        ({"workspace": "file:///home/dev/x.code-workspace"}, False),
        ({"folder": 7}, False),
        ([], False),
    ],
)
def test_workspace(about: Any, is_ours: bool, tmp_path: Path) -> None:
    """The folder that a window was opened on tells, wherever its storage lies."""
    document(storage(tmp_path, about) / "chatSessions" / f"{NAME}.json", chat(asked(1, "one")))
    assert (NAME in read(READER, scope_at(tmp_path))) == is_ours


def test_listed_folders(tmp_path: Path) -> None:
    """A window on several folders is about each of them."""
    file = tmp_path / "x.code-workspace"
    file.write_text(f'{{// ours\n"folders": [{{"path": "other"}}, {{"path": "{WORKSPACE}"}},]}}')
    document(storage(tmp_path, {"workspace": file.as_uri()}) / "chatSessions" / f"{NAME}.json", chat(asked(1, "one")))
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert [one["session"].folder for one in collected.sessions()] == [WORKSPACE]


@pytest.mark.skipif(os.name == "nt", reason="the environment names other folders there")
@pytest.mark.parametrize("user", [".config/VSCodium/User", ".config/Code - Insiders/User", "portable/user-data/User"])
def test_editors(user: str, tmp_path: Path) -> None:
    """Other builds of the editor keep theirs in folders of their own."""
    document(storage(tmp_path, user=user) / "chatSessions" / f"{NAME}.json", chat(asked(1, "one")))
    assert NAME in read(READER, scope_at(tmp_path, VSCODE_PORTABLE=str(tmp_path / "portable")))


@pytest.mark.skipif(os.name == "nt", reason="such servers are not looked for there")
def test_server(tmp_path: Path) -> None:
    """On a machine that is worked on from another, what is remote there lies here."""
    about = {"folder": f"vscode-remote://ssh-remote%2Bhost{WORKSPACE}"}
    document(storage(tmp_path, about, ".vscode-server/data/User") / "chatSessions" / f"{NAME}.json", chat(asked(1, "one")))
    assert NAME in read(READER, scope_at(tmp_path))


def test_transcripts(tmp_path: Path) -> None:
    """Copilot's transcript counts where the chat itself is gone, and only there."""
    path = storage(tmp_path)
    log(
        path / "GitHub.copilot-chat/transcripts" / f"{NAME}.jsonl",
        {"type": "session.start", "id": "0", "data": {"sessionId": NAME}},
        {"type": "user.message", "id": "1", "data": {"content": "of the transcript"}},
    )
    assert read(READER, scope_at(tmp_path)) == {NAME: [("user", "of the transcript")]}
    document(path / "chatSessions" / f"{NAME}.json", chat(asked(1, "of the chat")))
    assert read(READER, scope_at(tmp_path)) == {NAME: [("user", "of the chat")]}
    document(path / "chatSessions" / f"{NAME}.json", chat())
    assert read(READER, scope_at(tmp_path)) == {}


def test_log_before_document(tmp_path: Path) -> None:
    """Of a chat that was migrated the log counts."""
    document(storage(tmp_path) / "chatSessions" / f"{NAME}.json", chat(asked(1, "old"), lastMessageDate=1999999999999))
    assert told(tmp_path, {"kind": 0, "v": chat(asked(1, "new"))}) == [("user", "new")]


def test_title(tmp_path: Path) -> None:
    """A title that was given counts; one of blanks is none."""
    path = storage(tmp_path) / "chatSessions" / f"{NAME}.json"
    document(path, chat(asked(1, "one"), customTitle="Given"))
    assert titles(READER, scope_at(tmp_path)) == {NAME: "Given"}
    document(path, chat(asked(1, "one"), customTitle=" "))
    assert titles(READER, scope_at(tmp_path)) == {NAME: "one"}


def test_equal_ids(tmp_path: Path) -> None:
    """Requests of one id are as many messages as there are."""
    assert told(tmp_path, {"kind": 0, "v": chat(asked(1, "one"), asked(1, "one"))}) == [("user", "one")] * 2


def test_tools(tmp_path: Path) -> None:
    """What tools gave back is there where it is asked for."""
    tool = {"kind": "toolInvocationSerialized", "resultDetails": {"output": [{"value": "listing"}, {"value": 7}]}}
    change = {"kind": 0, "v": chat(asked(1, "one", tool, {"value": "done"}))}
    assert told(tmp_path, change, tool_output=True) == [("user", "one"), ("tool", "listing"), ("assistant", "done")]
    assert told(tmp_path, change) == [("user", "one"), ("assistant", "done")]
