"""What does a reader of Kimi Code's sessions make of what its sample does not show?"""

import hashlib
from pathlib import Path
from typing import Any

import pytest
from tests.unit.ingest.readers.chats.making import document, log, passed_over, read, said, scope_at, titles
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.chats.kimi_code import READER

WIRE = "agents/main/wire.jsonl"


def session(home: Path, *records: Any, name: str = "s1", about: Any = None) -> Path:
    folder = home / ".kimi-code/sessions/wd_acme_0" / name
    document(folder / "state.json", {"workDir": WORKSPACE} if about is None else about)
    return log(folder / WIRE, *records)


def typed(text: str, at: Any = None, **origin: Any) -> dict[str, Any]:
    message = {"role": "user", "content": [{"type": "text", "text": text}], **({"origin": origin} if origin else {})}
    return {"type": "context.append_message", "message": message, "time": at}


def event(kind: str, at: Any = None, **more: Any) -> dict[str, Any]:
    return {"type": "context.append_loop_event", "event": {"type": kind, **more}, "time": at}


def part(text: str, step: str = "a", at: Any = None) -> dict[str, Any]:
    return event("content.part", at, stepUuid=step, part={"type": "text", "text": text})


def undo(count: Any) -> dict[str, Any]:
    return {"type": "context.undo", "count": count}


@pytest.mark.parametrize(
    ("origin", "is_typed"),
    [
        ({"kind": "system_trigger"}, False),
        ({"kind": "retry"}, False),
        ({"kind": "plugin_command", "trigger": "model"}, False),
        ({"kind": "skill_activation"}, False),
        ({"kind": "plugin_command", "trigger": "user-slash"}, True),
        ({"kind": "of_2027"}, True),
    ],
)
def test_typed(origin: dict[str, Any], is_typed: bool, tmp_path: Path) -> None:
    """What the program says in a person's name is not theirs, unless they asked for it."""
    session(tmp_path, typed("Hi", **origin))
    assert bool(read(READER, scope_at(tmp_path))) is is_typed


def test_steps(tmp_path: Path) -> None:
    """An answer ends with its step, the next one, or the next question; parts of another step are another answer."""
    session(
        tmp_path,
        typed("Hi"),
        part("A "),
        event("tool.call", stepUuid="a"),
        part("b"),
        event("step.begin", uuid="b"),
        part("C", "b"),
        part("D", "c"),
        typed("So?"),
        part("E", "c"),
    )
    answers = [("assistant", text) for text in ("A b", "C", "D")]
    assert read(READER, scope_at(tmp_path))["s1"] == [("user", "Hi"), *answers, ("user", "So?"), ("assistant", "E")]


@pytest.mark.parametrize(
    ("count", "left"), [(1, ["Hi", "A"]), (2, []), (9, []), (0, ["Hi", "A", "C", "Open"]), ("x", ["Hi", "A", "C", "Open"])]
)
def test_undo(count: Any, left: list[str], tmp_path: Path) -> None:
    """Turns that are undone go with their answers, one that is still open too; a turn may be a picture alone."""
    picture = {"type": "context.append_message", "message": {"role": "user", "content": [{"type": "image"}]}}
    records = [typed("Hi"), part("A"), typed("C"), part("Open", "b"), undo(count)]
    session(tmp_path, *records)
    assert [text for _, text in read(READER, scope_at(tmp_path)).get("s1", [])] == left
    session(tmp_path, typed("Hi"), picture, part("B"), undo(1), typed("Go on"))
    assert [text for _, text in read(READER, scope_at(tmp_path))["s1"]] == ["Hi", "Go on"]


def test_growing(tmp_path: Path) -> None:
    """An answer that goes on after a reading is one; what was read is taken back when it is undone later."""
    records = [typed("Hi", 1785747600), part("One ", at=1785747601)]
    session(tmp_path, *records)
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert said(collected)["s1"] == [("user", "Hi"), ("assistant", "One")]
    session(tmp_path, *records, part("two"))
    assert said(collected.scan())["s1"] == [("user", "Hi"), ("assistant", "One two")]
    session(tmp_path, *records, part("two"), undo(1))
    assert said(collected.scan()) == {}


def test_same_words(tmp_path: Path) -> None:
    """The same words are said as often as they stand there, with the same time or none."""
    session(tmp_path, typed("Hi"), typed("Hi"), typed("Ho", 1785747600), typed("Ho", 1785747600))
    assert len(read(READER, scope_at(tmp_path))["s1"]) == 4


def test_forks(tmp_path: Path) -> None:
    """A fork's copies, and those of a fork of it, count in what they came from; others of the same time do not."""
    first = [typed("Hi", 1785747600), part("A", at=1785747601)]
    session(tmp_path, *first)
    session(tmp_path, *first, name="s2", about={"workDir": WORKSPACE, "forkedFrom": "s1"})
    grandchild = {"workDir": WORKSPACE, "forkedFrom": "s2"}
    session(tmp_path, *first, typed("Own", 1785747700), name="s3", about=grandchild)
    session(tmp_path, *first, name="s4")
    assert read(READER, scope_at(tmp_path)) == {
        "s1": [("user", "Hi"), ("assistant", "A")],
        "s3": [("user", "Own")],
        "s4": [("user", "Hi"), ("assistant", "A")],
    }


def test_about(tmp_path: Path) -> None:
    """A new title alone is read, too; a half written file leaves what was known."""
    wire = session(tmp_path, typed("Hi"))
    about = wire.parents[2] / "state.json"
    collected = Collected(READER, scope_at(tmp_path)).scan()
    document(about, {"workDir": WORKSPACE, "title": "Named"})
    assert collected.scan().sessions()[0]["title"] == "Named"
    about.write_text('{"workDir": "/ho', "utf-8")
    assert collected.scan().sessions()[0]["title"] == "Named"


def test_index(tmp_path: Path) -> None:
    """Where a session says nothing, the index tells where it was."""
    wire = session(tmp_path, typed("Hi"))
    (wire.parents[2] / "state.json").unlink()
    assert read(READER, scope_at(tmp_path)) == {}
    log(tmp_path / ".kimi-code/session_index.jsonl", {"sessionId": "s1", "workDir": WORKSPACE})
    assert read(READER, scope_at(tmp_path)) == {"s1": [("user", "Hi")]}


def test_tools(tmp_path: Path) -> None:
    """Tools' results are read where they are wanted, between what the step says before and after; the unknown counts."""
    records = [typed("Hi"), part("A"), event("tool.result", output="38"), event("of_2027"), {"type": "of_2028"}, {}]
    session(tmp_path, *records)
    told = read(READER, scope_at(tmp_path, tool_output=True))["s1"]
    assert told == [("user", "Hi"), ("assistant", "A"), ("tool", "38")]
    assert passed_over(Collected(READER, scope_at(tmp_path)).scan()) == {"of_2027": 1, "of_2028": 1, "broken": 1}


def test_kimi_cli(tmp_path: Path) -> None:
    """The older kimi-cli names folders by what cannot be read back, but lists those it was started in."""
    for folder, name in ((WORKSPACE, "s1"), (f"{WORKSPACE}/below", "s2"), ("/home/dev/other", "s3")):
        hashed = hashlib.md5(folder.encode(), usedforsecurity=False).hexdigest()
        log(
            tmp_path / ".kimi/sessions" / hashed / name / "context.jsonl",
            {"role": "_system_prompt", "content": "x"},
            {"role": "_checkpoint", "id": 0},
            {"role": "user", "content": "<system>CHECKPOINT 0</system>"},
            {"role": "user", "content": "Hi"},
            {"role": "assistant", "content": [{"type": "think", "think": "x"}, {"type": "text", "text": name}]},
            {"role": "tool", "content": "x"},
        )
    document(tmp_path / ".kimi/kimi.json", {"work_dirs": [{"path": f"{WORKSPACE}/below"}, {"path": "/home/dev/other"}, 7]})
    assert read(READER, scope_at(tmp_path)) == {name: [("user", "Hi"), ("assistant", name)] for name in ("s1", "s2")}
    assert titles(READER, scope_at(tmp_path, KIMI_SHARE_DIR=str(tmp_path / "x"))) == {}
