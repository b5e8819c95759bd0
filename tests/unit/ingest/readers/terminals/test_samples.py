"""Does each format show just what its sample says?"""

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from sleuth.domain.terminals import Recording
from sleuth.ingest.readers.terminals.raw import read_raw
from sleuth.ingest.readers.terminals.reading import read_recordings, recording_kind
from sleuth.ingest.readers.terminals.timings import timing_for
from sleuth.ingest.readers.terminals.typescripts import body_bytes

Expected = dict[str, Any]


@pytest.fixture(scope="module")
def home(shared_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(
        shutil.copytree(
            shared_folder / "samples" / "terminal" / "home", tmp_path_factory.mktemp("home") / "home"
        )
    )


@pytest.fixture(scope="module")
def expected(shared_folder: Path) -> Expected:
    found: Expected = json.loads(
        (shared_folder / "samples" / "terminal" / "expected.json").read_text("utf-8")
    )
    return found


def recordings_at(home: Path, path: str) -> list[Recording]:
    raw = read_raw(home / path)
    beside = {other.name: other.read_bytes() for other in (home / path).parent.iterdir() if other.is_file()}
    timing = timing_for(raw.name, body_bytes(raw), beside)
    return read_recordings(raw, timing=beside[timing] if timing else None)


@pytest.fixture
def pairs(home: Path, expected: Expected) -> list[tuple[Expected, Recording]]:
    """What is expected, each beside what was read."""
    found = []
    for one in expected["recordings"]:
        path = one["path"].partition("!")[0]
        found.append((one, recordings_at(home, path)[one.get("block", 0)]))
    return found


def test_lines(pairs: list[tuple[Expected, Recording]]) -> None:
    """The lines are those that a terminal shows, and nothing of what was typed, erased or drawn on the other screen."""
    for one, recording in pairs:
        assert recording.shown.text.split("\n") == one["lines"], one["path"]
        assert "SENTINEL_" not in recording.shown.text
        assert recording.kind.value == one["kind"]
        assert recording.part == one.get("block", 0)


def test_what_is_known(pairs: list[tuple[Expected, Recording]]) -> None:
    """Title, command, folder, times, sizes and the end are as they were recorded."""
    for one, recording in pairs:
        for key, value in told(recording).items():
            if key in one:
                assert value == one[key], f"{one['path']}: {key}"


def told(recording: Recording) -> Expected:
    """A recording, in the words of `expected.json`."""
    size, final = recording.size, recording.final_size
    return {
        "title": recording.title,
        "command": recording.command,
        "cwd": recording.folder,
        "started": iso(recording.started_ms),
        "ended": iso(recording.ended_ms),
        "started_local": local(recording.started_ms),
        "ended_local": local(recording.ended_ms),
        "duration_s": None if recording.duration_ms is None else recording.duration_ms / 1000,
        "exit_status": recording.exit_status,
        "cols": size.columns if size else None,
        "rows": size.rows if size else None,
        "final_cols": final.columns if final else None,
        "final_rows": final.rows if final else None,
        "links": [{"text": link.text, "url": link.url} for link in recording.shown.links],
        "markers": [{"t": marker.at_ms / 1000, "label": marker.label} for marker in recording.markers],
        "torn_tail": recording.is_torn,
    }


def iso(at_ms: int | None) -> str | None:
    if at_ms is None:
        return None
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def local(at_ms: int | None) -> str | None:
    return None if at_ms is None else datetime.fromtimestamp(at_ms / 1000).strftime("%Y-%m-%d %H:%M:%S")  # noqa: DTZ006


def test_tmux_names(pairs: list[tuple[Expected, Recording]]) -> None:
    """A pane is titled by its session, window and number, from the name of its log."""
    for one, recording in pairs:
        if "session" in one:
            assert recording.title == f"{one['session']}:{one['window']}.{one['pane']}"


def test_timing(home: Path, expected: Expected) -> None:
    """A typescript's timing file is found beside it, and is no recording itself."""
    for one in expected["recordings"]:
        if "timing" in one:
            raw = read_raw(home / one["path"])
            beside = {
                other.name: other.read_bytes()
                for other in (home / one["path"]).parent.iterdir()
                if other.is_file()
            }
            assert timing_for(raw.name, body_bytes(raw), beside) == Path(one["timing"]).name
            assert recording_kind(read_raw(home / one["timing"]).beginning, Path(one["timing"]).name) is None


def test_ignored(home: Path, expected: Expected) -> None:
    """What is empty, damaged, of a future version or something else is no recording."""
    for one in expected["ignored"]:
        raw = read_raw(home / one["path"])
        assert recording_kind(raw.beginning, raw.name) is None
        assert read_recordings(raw) == []


def test_cursor(shared_folder: Path) -> None:
    """The terminals among Cursor's own samples are read as they say."""
    samples = shared_folder / "samples" / "cursor"
    for one in json.loads((samples / "expected.json").read_text("utf-8"))["terminals"]:
        (recording,) = read_recordings(read_raw(samples / "home" / one["path"]))
        assert recording.shown.text == one["text"]
        assert (recording.command, recording.folder) == (one["command"], one["cwd"])
        assert (iso(recording.started_ms), iso(recording.ended_ms)) == (one["started"], one["ended"])
        assert recording.exit_status == one["exit_code"]
