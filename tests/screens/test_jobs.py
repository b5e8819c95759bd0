"""Does slow work run beside the event loop, and come back only where it is still wanted?"""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6")

from tests.screens.making import lay, settle, until
from tests.unit.ingest.talking import Person

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import BadQuery
from sleuth.engine.workspace import SearchOptions
from sleuth.ui.jobs import transcripts
from sleuth.ui.jobs.lane import Lane
from sleuth.ui.jobs.workspace_jobs import Failure, WorkspaceJobs, failure_of


@pytest.fixture
def lane(qapp: object) -> Iterator[Lane]:
    lane = Lane()
    yield lane
    assert lane.close()


@pytest.fixture
def jobs(qapp: object, workspace: Path) -> Iterator[WorkspaceJobs]:
    jobs = WorkspaceJobs(lay(workspace))
    yield jobs
    jobs.close()


def test_result_comes_home(lane: Lane) -> None:
    """The work runs in another thread, its result is told in the lane's own."""
    threads: list[int] = []
    got: list[int] = []
    lane.start(lambda _: threads.append(threading.get_ident()) or 7, got.append, lambda _: None)  # type: ignore[func-returns-value]
    until(lambda: got)
    assert got == [7]
    assert threads[0] != threading.get_ident()


def test_failure_comes_home(lane: Lane) -> None:
    """What the work raises is told, whatever it is."""
    heard: list[BaseException] = []

    def fail(_: Cancellation) -> None:
        raise ZeroDivisionError

    lane.start(fail, lambda _: None, heard.append)
    until(lambda: heard)
    assert isinstance(heard[0], ZeroDivisionError)


def test_newer_work_cancels_older(lane: Lane) -> None:
    """Of work that must be alone only the newest is heard of, however many came before."""
    got: list[int] = []

    def work(number: int, cancellation: Cancellation) -> int:
        for _ in range(50):
            cancellation.check()
            time.sleep(0.002)
        return number

    for number in range(20):
        lane.start(lambda c, number=number: work(number, c), got.append, lambda _: None, alone=True)
    until(lambda: not lane.is_busy)
    assert got == [19]


def test_one_at_a_time(lane: Lane) -> None:
    """A lane runs one thing after another, in the order they came."""
    running, most, got = [0], [0], list[int]()

    def work(number: int) -> int:
        running[0] += 1
        most[0] = max(most[0], running[0])
        time.sleep(0.002)
        running[0] -= 1
        return number

    for number in range(8):
        lane.start(lambda _, number=number: work(number), got.append, lambda _: None)
    until(lambda: not lane.is_busy)
    assert (got, most[0]) == (list(range(8)), 1)


def test_nothing_is_heard_after_closing(qapp: object) -> None:
    """A lane that was closed tells nobody of what still ended."""
    lane, got = Lane(), list[int]()
    lane.start(lambda _: time.sleep(0.05) or 1, got.append, lambda _: None)
    assert lane.close()
    settle()
    assert got == []


def test_scan_and_search(jobs: WorkspaceJobs) -> None:
    """A scan tells of its beginning and its end, and then what it brought is found."""
    heard: list[str] = []
    jobs.scan_started.connect(lambda: heard.append("started"))
    jobs.scan_ended.connect(lambda outcome: heard.append(f"read {outcome.read}"))
    jobs.scan()
    until(lambda: len(heard) == 2)
    assert heard == ["started", "read 6"]
    found: list[str] = []
    jobs.search("estuary", SearchOptions(), lambda answer: found.extend(hit.ref for hit in answer.hits), lambda _: None)
    until(lambda: found)
    assert set(found) == {"docs/guide.md", "data/depths.csv"}


def test_looking_up(jobs: WorkspaceJobs) -> None:
    """The palette's question gives files by name and hits at once; what is no query still gives files."""
    ended: list[object] = []
    jobs.scan_ended.connect(ended.append)
    jobs.scan()
    until(lambda: ended)
    got: list[tuple[list[str], object]] = []
    jobs.look_up("salin", SearchOptions(), lambda files, answer: got.append((files, answer)), lambda _: None, "salin")
    until(lambda: len(got) == 1)
    assert got[0][0] == ["src/salinity_model.py"]
    assert got[0][1].total == 3  # type: ignore[attr-defined]
    jobs.look_up("/(/", SearchOptions(), lambda files, answer: got.append((files, answer)), lambda _: None, "/(/")
    until(lambda: len(got) == 2)
    assert got[1][1] is None


def test_asked_twice_scans_twice(jobs: WorkspaceJobs, workspace: Path) -> None:
    """What changes while a scan runs is found by one more."""
    ended: list[object] = []
    jobs.scan_ended.connect(ended.append)
    jobs.scan()
    jobs.scan()
    until(lambda: len(ended) == 2)
    assert not jobs.is_scanning


def test_no_timed_scan_while_a_turn_runs(jobs: WorkspaceJobs) -> None:
    """Between a turn's start and its end the clock starts no scan; its end does at once."""
    ended: list[object] = []
    jobs.scan_ended.connect(ended.append)
    jobs.turn_started()
    jobs.scan()
    until(lambda: len(ended) == 1)
    assert not jobs._rescan.isActive()
    jobs.turn_ended()
    until(lambda: len(ended) == 2)
    assert jobs._rescan.isActive()


def test_a_transcript_that_grows_is_noticed(
    jobs: WorkspaceJobs, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is said is found without a hook and without a scan being asked for; files follow when the agent is quiet (S-31)."""
    monkeypatch.setattr(transcripts, "LOOK_MS", 100)
    person = Person(tmp_path / "person", workspace)
    person.says("s1", "the first question")
    ended: list[object] = []
    jobs.scan_ended.connect(ended.append)
    jobs.scan()
    until(lambda: jobs._transcripts._seen)
    person.says("s1", "the pelican")
    (workspace / "new.txt").write_text("a walrus", encoding="utf-8")
    until(lambda: found_by(jobs, "pelican", "chats"))
    assert not jobs._rescan.isActive()
    until(lambda: found_by(jobs, "walrus", "files"))
    assert not jobs._turn_runs


def found_by(jobs: WorkspaceJobs, query: str, source: str) -> int:
    return jobs._asking.search(query, SearchOptions(sources=(source,))).total


def test_an_interrupted_turn_is_not_believed_for_ever(jobs: WorkspaceJobs) -> None:
    """A turn whose end nobody tells ends by itself, and scans are timed again."""
    ended: list[object] = []
    jobs.scan_ended.connect(ended.append)
    jobs._turn_limit.setInterval(50)
    jobs.turn_started()
    until(lambda: ended and jobs._rescan.isActive())


def test_settings_are_followed(jobs: WorkspaceJobs, home: Path) -> None:
    """A settings file that changes is heard of within two seconds, and scanned by."""
    heard: list[str] = []
    jobs.settings_changed.connect(lambda: heard.append("changed"))
    jobs.scan_ended.connect(lambda _: heard.append("scanned"))
    home.mkdir(exist_ok=True)
    (home / "settings.toml").write_text('[search]\ndeny = ["docs/"]\n', encoding="utf-8")
    until(lambda: heard == ["changed", "scanned"])


def test_reading(jobs: WorkspaceJobs) -> None:
    """An item comes as it is on the disk, with the query's words marked."""
    got: list[object] = []
    jobs.read("docs/guide.md", "salinity", got.append, got.append)
    until(lambda: got)
    reading = got[0]
    assert reading.words() == ("salinity",)  # type: ignore[attr-defined]
    assert len(reading.marks) == 2  # type: ignore[attr-defined]


@pytest.mark.parametrize("ref", ["../outside.txt", "missing.txt", "docs", "/etc/hostname"])
def test_reading_refuses(jobs: WorkspaceJobs, ref: str) -> None:
    """What is not a file of the workspace is not read, and the reason is said."""
    got: list[object] = []
    jobs.read(ref, "", got.append, got.append)
    until(lambda: got)
    assert isinstance(got[0], Failure)


def test_failures_are_sentences() -> None:
    """A wrong query is told with its place, a bug by its name."""
    assert failure_of(BadQuery("no good", 3)) == Failure("no good", 3, is_request=True)
    assert "ZeroDivisionError" in failure_of(ZeroDivisionError("x")).text


def test_closing_stops_a_scan(qapp: object, workspace: Path) -> None:
    """Closing a workspace stops its scan within a second."""
    lay(workspace, {f"many/{number}.txt": f"word{number} " * 2000 for number in range(1500)})
    jobs = WorkspaceJobs(workspace)
    moved: list[int] = []
    jobs.scan_moved.connect(lambda done, _: moved.append(done))
    jobs.scan()
    until(lambda: moved)
    began = time.monotonic()
    jobs.close()
    assert time.monotonic() - began < 2


def test_a_search_is_preceded_by_a_look(jobs: WorkspaceJobs, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is about to search gets a scan, unless one has just ended or an agent is at work."""
    started: list[bool] = []
    jobs.scan_started.connect(lambda: started.append(True))
    jobs.freshen()
    until(lambda: started and not jobs.is_scanning)
    jobs.freshen()
    until(lambda: not jobs._freshen.isActive())
    assert len(started) == 1
    monkeypatch.setattr("sleuth.ui.jobs.workspace_jobs.FRESH_S", 0.0)
    jobs.turn_started()
    jobs.freshen()
    until(lambda: not jobs._freshen.isActive())
    assert len(started) == 1
    jobs._turn_runs = False
    jobs.freshen()
    until(lambda: len(started) == 2 and not jobs.is_scanning)


def test_hits_come_before_the_look(jobs: WorkspaceJobs) -> None:
    """A scan that is wanted before a search starts only once the search is done."""
    order: list[str] = []
    jobs.scan_started.connect(lambda: order.append("scan"))
    jobs._search_lane.start(lambda _: time.sleep(0.2), lambda _: order.append("hits"), lambda _: None)
    jobs.freshen()
    until(lambda: len(order) == 2 and not jobs.is_scanning)
    assert order == ["hits", "scan"]


DELETED_WHILE_IT_RUNS = """
import time
from PySide6.QtCore import QCoreApplication, QObject
from shiboken6 import Shiboken
from sleuth.ui.jobs.lane import Lane

app = QCoreApplication([])
parent = QObject()
lane = Lane(parent)

def op(_):  # deaf to being stopped, for a while
    ends = time.monotonic() + 1
    while time.monotonic() < ends:
        time.sleep(0.01)
    print("came to its end", flush=True)

lane.start(op, print, print)
time.sleep(0.1)
print(lane.close(wait_ms=1), flush=True)
Shiboken.delete(parent)
print("deleted", flush=True)
"""


def test_a_lane_that_goes_while_it_works_holds_up_nobody() -> None:
    """A window that is deleted does not wait for its threads with Python's lock in its hands, which would stop all for ever."""
    ran = subprocess.run(
        [sys.executable, "-c", DELETED_WHILE_IT_RUNS], capture_output=True, text=True, timeout=60, check=True
    )
    assert ran.stdout.split("\n")[:3] == ["False", "deleted", "came to its end"], ran.stdout
