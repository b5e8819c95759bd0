"""What do readers of the chats of Cline, and of what was made from it, make of what their samples do not show?"""

from pathlib import Path
from typing import Any

import pytest
from tests.unit.ingest.readers.chats.making import document, passed_over, read, said, scope_at, titles
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.chats import cline, kilo_code, roo_code
from sleuth.ingest.readers.conversations.base import ChatReader

CLINE = "Code/User/globalStorage/saoudrizwan.claude-dev"
ROO = "Code/User/globalStorage/rooveterinaryinc.roo-cline"
DETAILS = f"<environment_details>\n# Current Workspace Directory ({WORKSPACE}/a (b)) Files\nx\n</environment_details>"


def shown(kind: str, text: str, ask: bool = False, ts: Any = 1, **more: Any) -> dict[str, Any]:
    return {"ts": ts, "type": "ask" if ask else "say", "ask" if ask else "say": kind, "text": text, **more}


def session(folder: Path, messages: Any, **more: Any) -> Path:
    document(folder / f"{folder.name}.json", {"session_id": folder.name, "cwd": WORKSPACE, **more})
    return document(folder / f"{folder.name}.messages.json", {"agent": "lead", "messages": messages})


def told(home: Path, *records: Any, tool_output: bool = False) -> list[tuple[str, str]]:
    """What Roo Code's reader makes of what was shown in a task."""
    task = home / ".config" / ROO / "tasks" / "one"
    document(task / "history_item.json", {"workspace": WORKSPACE})
    document(task / "ui_messages.json", list(records))
    return read(roo_code.READER, scope_at(home, tool_output)).get("one", [])


@pytest.mark.parametrize(
    ("variable", "below"),
    [("CLINE_SESSION_DATA_DIR", "x"), ("CLINE_DATA_DIR", "x/sessions"), ("CLINE_DIR", "x/data/sessions")],
)
def test_places(variable: str, below: str, tmp_path: Path) -> None:
    """Three variables move the sessions, each to another depth."""
    session(tmp_path / below / "s1", [{"role": "user", "content": "Hi"}])
    environment = {variable: str(tmp_path / "x")}
    assert read(cline.READER, scope_at(tmp_path, **environment)) == {"s1": [("user", "Hi")]}


def test_equal_ids(tmp_path: Path) -> None:
    """Two messages of one id are two, unless they are the same; the same words without an id are said again."""
    twice = {"id": "m", "role": "user", "content": "Hi", "ts": 1}
    other = {**twice, "content": "Ho"}
    unnamed = {"role": "user", "content": "Hi"}
    session(tmp_path / ".cline/data/sessions/s1", [twice, twice, other, unnamed, unnamed])
    assert [text for _, text in read(cline.READER, scope_at(tmp_path))["s1"]] == ["Hi", "Ho", "Hi", "Hi"]


def test_title(tmp_path: Path) -> None:
    """A new title alone is read, too."""
    folder = tmp_path / ".cline/data/sessions/s1"
    session(folder, [{"role": "user", "content": "Hi"}])
    collected = Collected(cline.READER, scope_at(tmp_path)).scan()
    document(folder / "s1.json", {"workspace_root": WORKSPACE, "metadata": {"title": "Named"}})
    assert collected.scan().sessions()[0]["title"] == "Named"


def test_half_written(tmp_path: Path) -> None:
    """A file that is half written leaves what was known."""
    file = session(tmp_path / ".cline/data/sessions/s1", [{"role": "user", "content": "Hi"}])
    collected = Collected(cline.READER, scope_at(tmp_path)).scan()
    for content in ('{"messages": [{"role": "us', ""):
        file.write_text(content, "utf-8")
        assert said(collected.scan()) == {"s1": [("user", "Hi")]}


def test_sub_agents(tmp_path: Path) -> None:
    """What another than the lead said is not part of it."""
    file = session(tmp_path / ".cline/data/sessions/s1", [])
    document(file, {"agent": "helper", "messages": [{"role": "user", "content": "Hi"}]})
    assert read(cline.READER, scope_at(tmp_path)) == {}


@pytest.mark.parametrize("host", ["Code - Insiders", "VSCodium", "Cursor", "Windsurf"])
def test_editors(host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The extension keeps its tasks in each editor's folder, on each system."""
    for system, base in (("linux", ".config"), ("darwin", "Library/Application Support"), ("win32", "AppData/Roaming")):
        monkeypatch.setattr("sys.platform", system)
        home = tmp_path / system
        root = home / base / CLINE.replace("Code", host)
        document(root / "state/taskHistory.json", [{"id": "7", "task": "Hi", "cwdOnTaskInitialization": WORKSPACE}])
        document(root / "tasks/7/ui_messages.json", [shown("task", "Hi")])
        assert [place.path.parent.name for place in cline.READER.places(scope_at(home))] == ["7"]


def test_moved(tmp_path: Path) -> None:
    """A setting moves the tasks of those that came after Cline."""
    settings = tmp_path / ".config/Code/User/settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text('{ // mine\n "roo-cline.customStoragePath" : "~/roo", "kilo-code.customStoragePath": "",}', "utf-8")
    document(tmp_path / "roo/tasks/one/history_item.json", {"workspace": WORKSPACE})
    document(tmp_path / "roo/tasks/one/ui_messages.json", [shown("text", "Hi")])
    assert read(roo_code.READER, scope_at(tmp_path)) == {"one": [("user", "Hi")]}
    assert read(kilo_code.READER, scope_at(tmp_path)) == {}


def test_kilo(tmp_path: Path) -> None:
    """Kilo Code's tasks lie beside Roo Code's."""
    task = tmp_path / ".config/Code/User/globalStorage/kilocode.kilo-code/tasks/one"
    document(task / "history_item.json", {"workspace": WORKSPACE})
    document(task / "ui_messages.json", [shown("text", "Hi")])
    assert read(kilo_code.READER, scope_at(tmp_path)) == {"one": [("user", "Hi")]}
    assert read(roo_code.READER, scope_at(tmp_path)) == {}


def test_speakers(tmp_path: Path) -> None:
    """Only the first text is a person's; questions stand in JSON or plainly; a result said twice is said once."""
    assert told(
        tmp_path,
        shown("text", "Do it"),
        shown("text", "Looking"),
        shown("plan_mode_respond", '{"response": "A plan"}', ask=True),
        shown("followup", "Which?", ask=True),
        shown("followup", '{"options": []}', ask=True),
        shown("user_feedback", "That"),
        shown("user_feedback_diff", "{}"),
        shown("completion_result", "Done"),
        shown("completion_result", "Done", ask=True),
        shown("completion_result", "Done, too", ask=True),
        shown("command", "ls", ask=True),
    ) == [
        ("user", "Do it"),
        ("assistant", "Looking"),
        ("assistant", "A plan"),
        ("assistant", "Which?"),
        ("user", "That"),
        ("assistant", "Done"),
        ("assistant", "Done, too"),
    ]


def test_partial(tmp_path: Path) -> None:
    """What is still being said is not said yet; the first text may be."""
    assert told(tmp_path, shown("text", "Do it", partial=True), shown("text", "Ok")) == [("assistant", "Ok")]


def test_unknown(tmp_path: Path) -> None:
    """Kinds that nobody knows are counted, those that nobody said are not."""
    told(tmp_path, shown("text", "Hi"), shown("of_2027", "x"), shown("api_req_retried", "x"), shown("a_b_warning", ""), 7)
    collected = Collected(roo_code.READER, scope_at(tmp_path)).scan()
    assert passed_over(collected) == {"of_2027": 1, "broken": 1}


def test_tools(tmp_path: Path) -> None:
    """What commands put out is read where it is wanted."""
    records = [shown("text", "Hi"), shown("command_output", "3 passed")]
    assert told(tmp_path, *records, tool_output=True) == [("user", "Hi"), ("tool", "3 passed")]
    assert told(tmp_path, *records) == [("user", "Hi")]


def sent(role: str, *texts: str) -> dict[str, Any]:
    return {"role": role, "content": [{"type": "text", "text": text} for text in texts]}


def test_sent(tmp_path: Path) -> None:
    """Where nothing was shown, what was sent tells, without what the program put around it."""
    task = tmp_path / ".config" / CLINE / "tasks" / "7"
    document(task / "ui_messages.json", [])
    document(
        task / "api_conversation_history.json",
        [
            sent("user", "<task>\nDo it\n</task>", DETAILS),
            sent("assistant", "<thinking>hm</thinking>\nOk.\n<read_file>\n<path>a</path>\n</read_file>"),
            sent("user", "[read_file for 'a'] Result:\n<task>not</task>", "<feedback>\nNo\n</feedback>"),
            sent("assistant", "<ask_followup_question>\n<question>Why?</question>\n</ask_followup_question>"),
            sent("user", "[ERROR] You did not use a tool", "plainly"),
            sent("assistant", "<attempt_completion>\n<result>\nDone\n</result>\n<command>x</command>\n</attempt_completion>"),
        ],
    )
    collected = Collected(cline.READER, scope_at(tmp_path)).scan()
    assert said(collected)["7"] == [
        ("user", "Do it"),
        ("assistant", "Ok."),
        ("user", "No"),
        ("assistant", "Why?"),
        ("user", "plainly"),
        ("assistant", "Done"),
    ]
    assert collected.sessions()[0]["session"].folder == f"{WORKSPACE}/a (b)"


@pytest.mark.parametrize("entry", [{"parentTaskId": "0", "workspace": WORKSPACE}, {"workspace": "/home/dev/acme-old"}])
def test_foreign(entry: dict[str, str], tmp_path: Path) -> None:
    """Sub-tasks and tasks of other workspaces are told by what stands beside them, and not opened again."""
    task = tmp_path / ".config" / ROO / "tasks" / "one"
    document(task / "history_item.json", entry)
    (task / "ui_messages.json").write_text("not read", "utf-8")
    collected = Collected(roo_code.READER, scope_at(tmp_path)).scan()
    (held,) = collected.held.values()
    assert held.error is None
    assert held.mark is not None
    (task / "history_item.json").write_text("not read either", "utf-8")
    assert collected.scan().held[next(iter(collected.held))].error is None


def test_history_later(tmp_path: Path) -> None:
    """A task is read once the list of tasks says where it was, though its own files stay as they were."""
    root = tmp_path / ".config" / CLINE
    document(root / "tasks/7/ui_messages.json", [shown("task", "Hi")])
    collected = Collected(cline.READER, scope_at(tmp_path)).scan()
    before = next(iter(cline.READER.places(scope_at(tmp_path)))).stamp
    assert said(collected) == {}
    document(root / "state/taskHistory.json", [{"id": "7", "task": "Named", "cwdOnTaskInitialization": WORKSPACE}])
    assert next(iter(cline.READER.places(scope_at(tmp_path)))).stamp != before
    assert titles(cline.READER, scope_at(tmp_path)) == {"7": "Named"}


@pytest.mark.parametrize("reader", [cline.READER, roo_code.READER, kilo_code.READER])
def test_nothing_there(reader: ChatReader, tmp_path: Path) -> None:
    """Where no chats are, none are found, and it can be said where they would be."""
    assert list(reader.places(scope_at(tmp_path))) == []
    assert reader.folders(scope_at(tmp_path))
