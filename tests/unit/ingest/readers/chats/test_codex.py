"""What does a reader of Codex's chats make of what its sample does not show?"""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.unit.ingest.readers.chats.making import document, log, passed_over, read, said, scope_at, titles
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE, Collected

from sleuth.ingest.readers.chats.codex import READER

NAME = "0198a000-0000-7000-8000-000000000001"
FORK = "0198a000-0000-7000-8000-000000000002"


def rollout(home: Path, name: str = NAME) -> Path:
    return home / ".codex/sessions/2026/08/03" / f"rollout-2026-08-03T09-00-00-{name}.jsonl"


def line(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": "2026-08-03T09:00:00.000Z", "type": kind, "payload": payload}


def meta(name: str = NAME, **more: Any) -> dict[str, Any]:
    return line("session_meta", **{"id": name, "cwd": WORKSPACE, "source": "cli", **more})


def event(kind: str, **more: Any) -> dict[str, Any]:
    return line("event_msg", type=kind, **more)


def asked(text: str) -> dict[str, Any]:
    return event("user_message", message=text)


def given(*texts: str, role: str = "user") -> dict[str, Any]:
    blocks = [{"type": "input_text", "text": text} for text in texts]
    return line("response_item", type="message", role=role, content=blocks)


def answered(text: str) -> dict[str, Any]:
    return line("response_item", type="message", role="assistant", content=[{"type": "output_text", "text": text}])


def started(turn: str | None) -> dict[str, Any]:
    return event("task_started", **({"turn_id": turn} if turn else {}))


def told(home: Path, *records: Any, tool_output: bool = False) -> list[str]:
    log(rollout(home), meta(), *records)
    return [text for _, text in read(READER, scope_at(home, tool_output)).get(NAME, [])]


@pytest.mark.parametrize(
    "text",
    [
        "# AGENTS.md instructions for /x",
        "<USER_INSTRUCTIONS>x",
        " \n<environment_context>x",
        "<permissions instructions>x",
        "<skill name='x'>",
        "<external_thing>x",
        "<turn_aborted>",
        "The following is the Codex agent history whose request",
        "<image name=[Image #1]>",
        "</image>",
    ],
)
def test_injected(text: str, tmp_path: Path) -> None:
    """Blocks that Codex put into a question are left out, the question beside them is not."""
    assert told(tmp_path, given(text, "asked", "and more"), given(text)) == ["asked\n\nand more"]


def test_events_count(tmp_path: Path) -> None:
    """What was typed is taken from the events alone as soon as there is one, even of a picture only."""
    assert told(tmp_path, given("as given"), answered("yes"), asked("as typed")) == ["yes", "as typed"]
    assert told(tmp_path, given("as given"), answered("yes"), asked("")) == ["yes"]


def test_events_come_later(tmp_path: Path) -> None:
    """What was read of the items is taken back once a later reading finds events."""
    path = log(rollout(tmp_path), meta(), given("twice"))
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert said(collected) == {NAME: [("user", "twice")]}
    log(path, meta(), given("twice"), asked("twice"), answered("yes"))
    assert said(collected.scan()) == {NAME: [("user", "twice"), ("assistant", "yes")]}


def test_answers_of_events(tmp_path: Path) -> None:
    """Answers are taken from the events only where a log has no other."""
    spoken = event("agent_message", message="as shown")
    item = event("item_completed", item={"type": "AgentMessage", "content": [{"type": "Text", "text": "paged"}]})
    assert told(tmp_path, asked("q"), spoken, item) == ["q", "as shown", "paged"]
    assert told(tmp_path, asked("q"), spoken, answered("as given"), item) == ["q", "as given"]


@pytest.mark.parametrize(
    ("turns", "left"), [(1, ["one", "1"]), (2, []), (9, []), (0, ["one", "1", "two", "2"]), ("x", ["one", "1", "two", "2"])]
)
def test_rolled_back(turns: Any, left: list[str], tmp_path: Path) -> None:
    """The last turns go, each from its question on."""
    records = (asked("one"), answered("1"), asked("two"), answered("2"), event("thread_rolled_back", num_turns=turns))
    assert told(tmp_path, *records, asked("three")) == [*left, "three"]


def test_asked_again(tmp_path: Path) -> None:
    """The same question after a turn that was broken off is another one."""
    assert told(tmp_path, asked("q"), event("turn_aborted"), asked("q")) == ["q", "q"]


def test_request_in_editor(tmp_path: Path) -> None:
    """Of what an editor sends the request alone is the person's."""
    text = "# Context from my IDE setup:\n\nx\n\n## My request for Codex:\nasked\n## My request for Codex: twice"
    assert told(tmp_path, given(text)) == ["asked\n## My request for Codex: twice"]
    assert told(tmp_path, asked(text)) == ["asked\n## My request for Codex: twice"]


@pytest.mark.parametrize(
    "more",
    [
        {"source": {"subagent": "review"}},
        {"source": {"internal": "memory"}},
        {"thread_source": "subagent"},
        {"parent_thread_id": FORK},
        {"cwd": WORKSPACE + "-old"},
    ],
)
def test_aside(more: dict[str, Any], tmp_path: Path) -> None:
    """Sub-agents and other workspaces are not read, and not looked at again."""
    log(rollout(tmp_path), meta(**more), asked("q"))
    scope = scope_at(tmp_path)
    (place,) = READER.places(scope)
    (step,) = READER.read(place, scope, None)
    assert step.mark["belongs"] is False
    place.path.unlink()
    assert list(READER.read(place, scope, step.mark)) == []


def parent(home: Path) -> list[dict[str, Any]]:
    records = [started("t1"), asked("one"), answered("1"), started("t2"), asked("two"), answered("2")]
    records.append(event("thread_rolled_back", num_turns=1))
    log(rollout(home), meta(), *records)
    return [meta(), *records]


def test_fork(tmp_path: Path) -> None:
    """What a fork repeats of its parent is left out, also where the turns are told by their contexts."""
    repeated = [line("turn_context", turn_id=one["payload"].get("turn_id")) if one == started("t2") else one for one in parent(tmp_path)]
    named = event("thread_name_updated", thread_name="of the parent")
    log(rollout(tmp_path, FORK), meta(FORK, forked_from_id=NAME), *repeated, named, started("t3"), asked("three"))
    assert read(READER, scope_at(tmp_path))[FORK] == [("user", "three")]
    assert titles(READER, scope_at(tmp_path))[FORK] == "three"


def test_fork_without_ids(tmp_path: Path) -> None:
    """A turn whose id comes only after its question is taken back, or kept, once it is known."""
    repeated = [started(None) if one["payload"].get("type") == "task_started" else one for one in parent(tmp_path)]
    repeated.insert(3, line("turn_context", turn_id="t1"))
    own = (started(None), asked("three"), line("turn_context", turn_id="t3"), asked("four"))
    log(rollout(tmp_path, FORK), meta(FORK, forked_from_id=NAME), *repeated[:5], *own)
    assert read(READER, scope_at(tmp_path))[FORK] == [("user", "three"), ("user", "four")]


def test_repeated_later(tmp_path: Path) -> None:
    """Only the turns that a fork begins with are the parent's."""
    records = parent(tmp_path)
    log(rollout(tmp_path, FORK), meta(FORK, forked_from_id=NAME), *records, started("t3"), asked("three"), started("t1"), asked("x"))
    assert read(READER, scope_at(tmp_path))[FORK] == [("user", "three"), ("user", "x")]


def test_fork_of_what_is_gone(tmp_path: Path) -> None:
    """A fork whose parent is gone keeps what it repeats."""
    records = parent(tmp_path)
    rollout(tmp_path).unlink()
    log(rollout(tmp_path, FORK), meta(FORK, forked_from_id=NAME), *records, started("t3"), asked("three"))
    assert read(READER, scope_at(tmp_path)) == {FORK: [("user", "one"), ("assistant", "1"), ("user", "three")]}


def test_fork_of_an_archived_one(tmp_path: Path) -> None:
    """A parent is found wherever it was put away, compressed too."""
    records = parent(tmp_path)
    packed = tmp_path / ".codex/archived_sessions" / f"{rollout(tmp_path).name}.gz"
    packed.parent.mkdir()
    packed.write_bytes(gzip.compress(rollout(tmp_path).read_bytes()))
    rollout(tmp_path).unlink()
    log(rollout(tmp_path, FORK), meta(FORK, forked_from_id=NAME), *records, started("t3"), asked("three"))
    assert read(READER, scope_at(tmp_path))[FORK] == [("user", "three")]


def test_parent_is_looked_up_once(tmp_path: Path) -> None:
    """What a fork repeats is known from its first reading on, though the parent goes meanwhile."""
    records = parent(tmp_path)
    path = log(rollout(tmp_path, FORK), meta(FORK, forked_from_id=NAME), *records[:4])
    collected = Collected(READER, scope_at(tmp_path)).scan()
    rollout(tmp_path).unlink()
    log(path, meta(FORK, forked_from_id=NAME), *records, started("t3"), asked("three"))
    assert said(collected.scan())[FORK] == [("user", "three")]


def test_reference_fork(tmp_path: Path) -> None:
    """A fork that refers to its parent holds only its own."""
    parent(tmp_path)
    base = {"thread_id": NAME, "end_ordinal_exclusive": 7}
    log(rollout(tmp_path, FORK), meta(FORK, forked_from_id=NAME, history_base=base), started("t1"), asked("own"))
    assert read(READER, scope_at(tmp_path))[FORK] == [("user", "own")]


def test_reverted(tmp_path: Path) -> None:
    """Of a thread that was gone back in, the log that was written last counts."""
    log(rollout(tmp_path), meta(), asked("old"))
    later = {**asked("new"), "timestamp": "2026-08-04T09:00:00.000Z"}
    log(rollout(tmp_path, f"{NAME}_{FORK}"), meta(FORK), later)
    assert read(READER, scope_at(tmp_path)) == {NAME: [("user", "new")]}


@pytest.mark.parametrize(
    "context", [f"<environment_context>\n<cwd>{WORKSPACE}</cwd>", f"<environment_context>\nCurrent working directory: {WORKSPACE}\nx"]
)
def test_early_log(context: str, tmp_path: Path) -> None:
    """The first logs hold bare items, and their folder in what Codex told the model."""
    first = {"id": NAME, "timestamp": "2025-07-01T10:00:00.000Z", "instructions": None}
    items = [given(context)["payload"], given("asked")["payload"], {"record_type": "state"}, answered("yes")["payload"]]
    log(rollout(tmp_path), first, *items)
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert said(collected) == {NAME: [("user", "asked"), ("assistant", "yes")]}
    assert {one["timestamp"] for one in collected.messages()} == {None}
    assert passed_over(collected) == {}


def test_early_document(tmp_path: Path) -> None:
    """The very first sessions are documents of the same items."""
    items = [given(f"<environment_context><cwd>{WORKSPACE}</cwd>")["payload"], given("asked")["payload"], 7]
    path = tmp_path / ".codex/sessions" / f"rollout-2025-04-17-{NAME}.json"
    document(path, {"session": {"id": NAME, "timestamp": "2025-04-17T10:00:00Z"}, "items": items})
    collected = Collected(READER, scope_at(tmp_path)).scan()
    assert said(collected) == {NAME: [("user", "asked")]}
    assert passed_over(collected) == {"broken": 1}


def test_titles(tmp_path: Path) -> None:
    """A name in the list counts, the last one, then the log's own, then that of the cache."""
    stored = tmp_path / "store"
    stored.mkdir()
    for number, name in ((4, "stale"), (10, "stored")):
        with closing(sqlite3.connect(stored / f"state_{number}.sqlite")) as database, database:
            database.execute("CREATE TABLE threads (id TEXT, name TEXT, title TEXT)")
            database.execute("INSERT INTO threads VALUES (?, ?, 'x'), (NULL, 'x', 'x')", (NAME, name))
    scope = scope_at(tmp_path, CODEX_SQLITE_HOME=str(stored))
    log(rollout(tmp_path), meta(), asked("q"))
    assert titles(READER, scope) == {NAME: "stored"}
    log(rollout(tmp_path), meta(), asked("q"), event("thread_name_updated", thread_name="own"))
    assert titles(READER, scope) == {NAME: "own"}
    names = [{"id": NAME, "thread_name": name} for name in ("first", "last")]
    log(tmp_path / ".codex/session_index.jsonl", *names, {"id": FORK, "thread_name": "other"}, [], {"id": [], "thread_name": 7})
    assert titles(READER, scope) == {NAME: "last"}


def test_renamed(tmp_path: Path) -> None:
    """A new name makes a session's place another, and no other place."""
    log(rollout(tmp_path), meta(), asked("q"))
    log(rollout(tmp_path, FORK), meta(FORK), asked("q"))
    scope = scope_at(tmp_path)
    collected = Collected(READER, scope).scan()
    before = {place.key: place.stamp for place in READER.places(scope)}
    log(tmp_path / ".codex/session_index.jsonl", {"id": NAME, "thread_name": "New"})
    changed = [place.key for place in READER.places(scope) if place.stamp != before[place.key]]
    assert changed == [str(rollout(tmp_path))]
    assert {one["title"] for one in collected.scan().sessions()} == {"New", "q"}


def test_tools(tmp_path: Path) -> None:
    """What tools gave back is there where it is asked for, in each of its forms."""
    outputs = ["plain", '{"output": "in JSON", "metadata": {}}', {"content": "in a field"}, [{"type": "input_text", "text": "block"}], 7]
    records = [line("response_item", type="function_call_output", output=output) for output in outputs]
    assert told(tmp_path, asked("q"), *records, tool_output=True) == ["q", "plain", "in JSON", "in a field", "block"]
    assert told(tmp_path, asked("q"), *records) == ["q"]


def test_passed_over(tmp_path: Path) -> None:
    """Unknown records, items and events are counted by their types; those known to say nothing are not."""
    known = (event("token_count"), line("world_state"), line("response_item", type="reasoning"), event("agent_reasoning"))
    unknown = (line("from_2027"), line("response_item", type="new_item"), event("new_event"), "{broken")
    log(rollout(tmp_path), meta(), asked("q"), *known, *unknown)
    assert passed_over(Collected(READER, scope_at(tmp_path)).scan()) == {"from_2027": 1, "new_item": 1, "new_event": 1, "broken": 1}


def test_home(tmp_path: Path) -> None:
    """The environment says where it all lies."""
    log(rollout(tmp_path / "else"), meta(), asked("q"))
    assert NAME in read(READER, scope_at(tmp_path, CODEX_HOME=str(tmp_path / "else" / ".codex")))
