"""How fast are transcripts read, and what does one more message cost?

    python -m tests.bench.transcripts [--megabytes 1024] [--pairs 5]

Makes a home folder with transcripts of Claude Code's of that size: mostly what tools gave back, as real ones are, one of
them half of all. Budgets: 40 MB/s of raw JSONL at the first reading, a rescan after one appended message at most 50 ms
above one after nothing, 300 MB of memory. The floor is reading the same lines with `json.loads`, nothing more, in the same
run; below it lies reading their bytes. What is made lies in the folder for temporary files, and goes whatever ends the run.
"""

import argparse
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.measuring import heading, median, python, table, timed

from sleuth.engine.workspace import SearchOptions, Workspace

WORDS = [f"{a}{b}" for a in ("har", "qua", "til", "mor", "ven", "sal", "dre", "pon") for b in ("bour", "y", "e", "ning", "tide", "line", "ance", "der")]
FLOOR = """
import json, sys, time
from pathlib import Path
began = time.perf_counter()
for path in Path(sys.argv[1]).rglob("*.jsonl"):
    with path.open("rb") as file:
        for line in file:
            READ(line)
print(json.dumps(time.perf_counter() - began))
"""
# What is made, an index of it, and room to spare.
_ROOM = 2.5


def prose(chance: random.Random, words: int) -> str:
    return " ".join(chance.choices(WORDS, k=words))


def write(log: Path, folder: Path, size: int, chance: random.Random) -> None:
    """A session of about so many bytes."""
    log.parent.mkdir(parents=True, exist_ok=True)
    output = prose(chance, 200_000)
    with log.open("w", encoding="utf-8") as file:
        number = written = 0
        while written < size:
            number += 1
            for record in turn(log.stem, number, folder, chance, output):
                written += file.write(json.dumps(record) + "\n")


def turn(session: str, number: int, folder: Path, chance: random.Random, output: str) -> list[dict[str, object]]:
    """A question, what the agent says to it in a few steps, and what its tools gave back in between."""
    stamp = f"2026-08-{number % 28 + 1:02}T{number % 24:02}:{number % 60:02}:00.000Z"

    def record(kind: str, step: int, content: object) -> dict[str, object]:
        key = f"{session}-{number}-{step}"
        message = {"id": f"m{key}", "role": kind, "model": "a-model", "content": content}
        return {"type": kind, "uuid": key, "timestamp": stamp, "cwd": str(folder), "sessionId": session, "message": message}

    records = [record("user", 0, prose(chance, 30))]
    for step in range(1, 4):
        at = chance.randrange(len(output) - 40_000)
        records.append(record("assistant", 2 * step, [{"type": "text", "text": prose(chance, 60)}]))
        result = {"type": "tool_result", "tool_use_id": "t", "content": output[at : at + chance.randrange(1_000, 36_000)]}
        records.append(record("user", 2 * step + 1, [result]))
    return records


def append(log: Path, folder: Path, number: int) -> None:
    chance = random.Random(number)
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(turn(log.stem, 1_000_000 + number, folder, chance, "x" * 50_000)[0]) + "\n")


def make(logs: Path, folder: Path, megabytes: int) -> float:
    """Transcripts of about so many megabytes, written turn by turn; how many they are."""
    chance = random.Random(1)
    sizes = [megabytes // 2] + [max(megabytes // 20, 1)] * 10
    for number, size in enumerate(sizes):
        write(logs / f"s{number}.jsonl", folder, size * 1_000_000, chance)
    return sum(path.stat().st_size for path in logs.iterdir()) / 1e6


def measure(megabytes: int, pairs: int, base: Path) -> None:
    os.environ |= {"SLEUTH_HOME": str(base / "sleuth"), "HOME": str(base / "person"), "USERPROFILE": str(base / "person")}
    folder, logs = base / "workspace", base / "person/.claude/projects/a-folder"
    folder.mkdir()
    raw = make(logs, folder, megabytes)
    heading(f"{raw:,.0f} MB of transcripts")
    reindex = [sys.executable, "-m", "sleuth", "reindex", "-w", str(folder)]
    first = timed(reindex)
    floor, lowest = (float(python(FLOOR.replace("READ", read), logs).value()) for read in ("json.loads", "len"))
    workspace = Workspace.open(folder)
    count = workspace.search("harbour", SearchOptions(sources=("chats",), each_message=True)).coverage.chunks

    def scan() -> float:
        began = time.perf_counter()
        workspace.scan()
        return time.perf_counter() - began

    def scan_after(number: int) -> float:
        append(logs / "s0.jsonl", folder, number)
        return scan()

    scan()
    nothing, one_more = [], []
    for number in range(pairs):
        nothing.append(scan())
        one_more.append(scan_after(number))
    again = timed(reindex)
    above = median([1e3 * (more - less) for more, less in zip(one_more, nothing, strict=True)])
    index = sum(path.stat().st_size for path in (base / "sleuth").rglob("*") if path.is_file()) / 1e6
    table(
        [
            ["", "sleuth", "json.loads alone", "its bytes alone", "budget"],
            ["first reading, s", first.wall_s, floor, lowest, ""],
            ["first reading, MB/s", raw / first.wall_s, raw / floor, raw / lowest, "40"],
            ["first reading, times as long as", "", first.wall_s / floor, first.wall_s / lowest, ""],
            ["chunks", float(count), "", "", ""],
            ["index, MB", index, "", "", ""],
            ["peak memory, MB", first.peak_mb, "", "", "300"],
            ["rescan of nothing new, ms", 1e3 * median(nothing), "", "", ""],
            ["one message more, ms above it", above, "", "", "50"],
            ["peak memory of a rescan, MB", again.peak_mb, "", "", ""],
        ]
    )
    workspace.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=1_024)
    parser.add_argument("--pairs", type=int, default=5)
    given = parser.parse_args()
    free = shutil.disk_usage(tempfile.gettempdir()).free / 1e6
    if free < _ROOM * given.megabytes:
        sys.exit(f"{tempfile.gettempdir()} has room for {free:,.0f} MB; TMPDIR names another folder")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    made = Path(tempfile.mkdtemp(prefix="sleuth-transcripts-"))
    try:
        measure(given.megabytes, given.pairs, made)
    finally:
        shutil.rmtree(made)
