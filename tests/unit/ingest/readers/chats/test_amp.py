"""What does a reader of Amp's threads make of what its sample does not show?"""

from pathlib import Path
from typing import Any

from tests.unit.ingest.readers.chats.making import document, passed_over, read, said, scope_at
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.chats.amp import READER

THREADS = ".local/share/amp/threads"


def thread(path: Path, *messages: Any, trees: Any = (f"file://{WORKSPACE}",), **more: Any) -> Path:
    environment = {"initial": {"trees": [{"uri": uri} for uri in trees]}}
    return document(path, {"env": environment, "messages": messages, **more})


def message(text: str, role: str = "user", **more: Any) -> dict[str, Any]:
    return {"role": role, "content": [{"type": "text", "text": text}], **more}


def test_data_folder(tmp_path: Path) -> None:
    """The folder for data may be elsewhere; other files there are no threads."""
    thread(tmp_path / "data/amp/threads/T-1.json", message("Hi"))
    thread(tmp_path / "data/amp/threads/index.json", message("Ho"))
    assert read(READER, scope_at(tmp_path, XDG_DATA_HOME=str(tmp_path / "data"))) == {"T-1": [("user", "Hi")]}


def test_trees(tmp_path: Path) -> None:
    """A thread of several trees is of each; folders are written as addresses."""
    thread(tmp_path / THREADS / "T-1.json", message("Hi"), trees=("file:///x", f"file://{WORKSPACE}/a%20b"))
    thread(tmp_path / THREADS / "T-2.json", message("Ho"), trees=("https://example.com", f"file://{WORKSPACE}-old"))
    thread(tmp_path / THREADS / "T-3.json", message("Ho"), trees=())
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert said(collected) == {"T-1": [("user", "Hi")]}
    assert collected.sessions()[0]["session"].folder == f"{WORKSPACE}/a b"


def test_foreign(tmp_path: Path) -> None:
    """A thread of another workspace is not opened again."""
    file = thread(tmp_path / THREADS / "T-1.json", message("Hi"), trees=("file:///x",))
    collected = Collected(READER, scope_at(tmp_path)).scan()
    file.write_text("not read", "utf-8")
    assert next(iter(collected.scan().held.values())).error is None


def test_ids(tmp_path: Path) -> None:
    """Messages keep their ids while the thread grows; the same words are said as often as they stand there."""
    file = thread(tmp_path / THREADS / "T-1.json", message("Hi"), message("Hi", messageId=0))
    collected = Collected(READER, scope_at(tmp_path)).scan()
    before = [*next(iter(collected.held.values())).messages["T-1"]]
    thread(file, message("Hi"), message("Hi", messageId=0), message("Hi", "assistant", messageId=2))
    after = [*next(iter(collected.scan().held.values())).messages["T-1"]]
    assert (len(before), len(after), after[:2]) == (2, 3, before)


def test_cut(tmp_path: Path) -> None:
    """What was taken out of a thread is gone."""
    file = thread(tmp_path / THREADS / "T-1.json", message("Hi"), message("Ho", "assistant"))
    collected = Collected(READER, scope_at(tmp_path)).scan()
    thread(file, message("Hi"), title="Named")
    assert said(collected.scan()) == {"T-1": [("user", "Hi")]}
    assert collected.sessions()[0]["title"] == "Named"


def test_tools(tmp_path: Path) -> None:
    """What tools gave back is read where it is wanted; broken messages are counted."""
    result = {"type": "tool_result", "run": {"status": "done", "result": "38"}}
    thread(tmp_path / THREADS / "T-1.json", {"role": "user", "content": [result]}, 7, {"content": "x"})
    assert read(READER, scope_at(tmp_path, tool_output=True)) == {"T-1": [("tool", "38")]}
    assert passed_over(Collected(READER, scope_at(tmp_path)).scan()) == {"broken": 2}
