"""Does each agent's reader yield just what a right one does?"""

import json
from pathlib import Path

import pytest
from tests.unit.ingest.readers.conversations.collecting import Collected, sample_scope

from sleuth.ingest.readers.conversations.base import ChatReader
from sleuth.ingest.readers.registry import chat_readers

READERS = {reader.agent: reader for reader in chat_readers()}


@pytest.fixture(params=sorted(READERS))
def reader(request: pytest.FixtureRequest, shared_folder: Path) -> ChatReader:
    if not (shared_folder / "samples" / request.param).is_dir():
        pytest.skip("there is no sample of it")
    return READERS[request.param]


@pytest.fixture
def collected(reader: ChatReader, shared_folder: Path, tmp_path: Path) -> Collected:
    return Collected(reader, sample_scope(shared_folder / "samples", reader.agent, tmp_path)).scan()


@pytest.fixture
def expected(reader: ChatReader, shared_folder: Path) -> dict[str, list[dict[str, object]]]:
    expected: dict[str, list[dict[str, object]]] = json.loads(
        (shared_folder / "samples" / reader.agent / "expected.json").read_text("utf-8")
    )
    return expected


def test_messages(collected: Collected, expected: dict[str, list[dict[str, object]]]) -> None:
    """The messages are those that were said, in order, under their titles."""
    keys = ("session_id", "title", "role", "text", "timestamp", "seq")
    wanted = sorted(({key: one.get(key) for key in keys} for one in expected["messages"]), key=repr)
    assert sorted(collected.messages(), key=repr) == wanted


def test_sessions(collected: Collected, expected: dict[str, list[dict[str, object]]]) -> None:
    """Each session is in its folder, and taken up again by the agent's own command."""
    found = {one["session_id"]: one["session"] for one in collected.sessions()}
    assert found.keys() == {one["session_id"] for one in expected["sessions"]}
    for one in expected["sessions"]:
        session = found[one["session_id"]]
        if "cwd" in one:
            assert session.folder == one["cwd"]
        if "resume" in one:
            assert " ".join(session.resume) == one["resume"]


def test_nothing_new(collected: Collected) -> None:
    """A second reading of places that did not change yields the same."""
    before = collected.messages()
    assert collected.scan().messages() == before
