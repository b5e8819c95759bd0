"""Does a hostile file cost only itself?"""

import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator

import psutil
import pytest

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import Cancelled, ItemUnreadable
from sleuth.ingest.readers.base import current_cancellation, stoppable
from sleuth.ingest.readers.worker import Worker

HOSTILE = "tests.unit.ingest.readers.hostile"
PATIENT_S = 30.0


@pytest.fixture(scope="module")
def kept() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()


@pytest.fixture
def small() -> Iterator[Worker]:
    worker = Worker(memory_cap_bytes=150_000_000)
    yield worker
    worker.close()


def ask(worker: Worker, function: str, data: bytes = b"", timeout_s: float = PATIENT_S) -> object:
    return worker.call(f"{HOSTILE}:{function}", data, timeout_s)


def gone(pid: int, within_s: float) -> bool:
    """Whether a process ends in time."""
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        deadline = time.monotonic() + within_s
        while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)
    return True


def test_answer(kept: Worker) -> None:
    """What the function returns comes back, its further arguments having gone there."""
    assert kept.call(f"{HOSTILE}:both", b"bytes", PATIENT_S, "word", 7) == ["bytes", "word", 7]


def test_nothing_starts_before_the_first_call() -> None:
    """A worker that nobody asks anything costs no process."""
    worker = Worker()
    assert worker.pid is None
    worker.close()


def test_one_process_serves_many_calls(kept: Worker) -> None:
    """The helper is kept between files."""
    ask(kept, "size")
    pid = kept.pid
    assert ask(kept, "size", b"abc") == 3
    assert kept.pid == pid


def test_large_data_passes(kept: Worker) -> None:
    """A file far larger than a pipe's buffer arrives whole."""
    assert ask(kept, "size", bytes(20_000_000)) == 20_000_000


def test_lone_surrogates_pass(kept: Worker) -> None:
    """A reply that UTF-8 cannot hold does not break the pipe."""
    assert ask(kept, "halves") == "\ud83d lone"


def test_timeout(kept: Worker) -> None:
    """A call over its time ends in a reason that names the time, within about that time."""
    ask(kept, "size")
    start = time.monotonic()
    with pytest.raises(ItemUnreadable, match=r"^took longer than 0\.3 s$"):
        ask(kept, "sleep", timeout_s=0.3)
    assert time.monotonic() - start < 2


def test_next_call_after_timeout(kept: Worker) -> None:
    """After a kill the next file is read by a new helper."""
    with pytest.raises(ItemUnreadable):
        ask(kept, "sleep", timeout_s=0.05)
    assert kept.pid is None
    assert ask(kept, "size", b"ab") == 2


def test_memory_cap(small: Worker) -> None:
    """A call that grows over the cap is killed and says so."""
    with pytest.raises(ItemUnreadable, match=r"^needed more than 150 MB$"):
        ask(small, "gobble")
    assert small.pid is None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux honours RLIMIT_AS")
def test_memory_at_once(small: Worker) -> None:
    """One huge allocation, too quick for the watch, is refused by the system and gives the same reason."""
    with pytest.raises(ItemUnreadable, match=r"^needed more than 150 MB$"):
        ask(small, "gobble_at_once")


@pytest.mark.parametrize(
    ("function", "data", "reason"),
    [
        ("crash", b"", r"^its reader crashed \(-11\)$"),
        ("crash", b"kill", r"^its reader crashed \(-9\)$"),
        ("leave", b"", r"^its reader crashed \(3\)$"),
        ("refuse", b"", r"^needs a password$"),
        ("fail", b"", r"^two lines x{190}$"),
        ("recurse", b"", r"recursion"),
        ("missing", b"", r"no attribute 'missing'"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="signals end processes on POSIX only")
def test_faults(kept: Worker, function: str, data: bytes, reason: str) -> None:
    """Whatever a parser does, one line says why this file is unreadable, and the next is read."""
    with pytest.raises(ItemUnreadable, match=reason):
        ask(kept, function, data)
    assert ask(kept, "size", b"abc") == 3


def test_nothing_is_printed(kept: Worker, capfd: pytest.CaptureFixture[str]) -> None:
    """What a parser prints, in Python or in C, reaches nobody."""
    assert ask(kept, "chatter") == "done"
    assert capfd.readouterr() == ("", "")


def test_helper_is_light(kept: Worker) -> None:
    """The helper imports neither the program's main module nor parsers that nobody asked for."""
    loaded = ask(kept, "main_module")
    assert isinstance(loaded, list)
    assert [name for name in loaded if not name.startswith(("sleuth.domain", "sleuth.ingest"))] == []


def test_cancellation(kept: Worker) -> None:
    """A cancellation in force stops a call under way, quickly."""
    cancellation = Cancellation()
    threading.Timer(0.2, cancellation.cancel).start()
    start = time.monotonic()
    with stoppable(cancellation), pytest.raises(Cancelled):
        ask(kept, "sleep")
    assert time.monotonic() - start < 5
    assert not current_cancellation().cancelled


def test_waiting_turn_is_cancelled(kept: Worker) -> None:
    """A thread that waits for the helper while another uses it can be stopped too."""
    cancellation = Cancellation()
    cancellation.cancel()
    with kept._turn(Cancellation()), stoppable(cancellation), pytest.raises(Cancelled):
        ask(kept, "size")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl+C to consoles, not to processes")
def test_ctrl_c_leaves_no_helper(kept: Worker) -> None:
    """Ctrl+C during a call reaches the caller and ends the busy helper."""
    ask(kept, "size")
    pid = kept.pid
    assert pid is not None
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        ask(kept, "sleep")
    assert gone(pid, within_s=2)


def test_close_is_quick() -> None:
    """An idle helper ends by itself when its pipe closes, and another starts when asked again."""
    worker = Worker()
    ask(worker, "size")
    pid = worker.pid
    start = time.monotonic()
    worker.close()
    assert pid is not None
    assert gone(pid, within_s=0)
    assert time.monotonic() - start < 2
    assert ask(worker, "size", b"a") == 1
    worker.close()


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_killed_parent_takes_helper_along() -> None:
    """When the program is killed outright, its idle helper sees the closed pipe and ends."""
    program = f"""
        import sys, time
        from sleuth.ingest.readers.worker import Worker
        worker = Worker()
        worker.call("{HOSTILE}:size", b"", 30)
        print(worker.pid, flush=True)
        time.sleep(60)
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", textwrap.dedent(program)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.kill()
    assert gone(pid, within_s=5)
