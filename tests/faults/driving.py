"""How do the fault tests make trees, drive Sleuth as a process, and know the right answer?

The right answer comes from the files themselves: a word stands in a file or not.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

from sleuth.domain.hits import Answer
from sleuth.engine.workspace import SearchOptions, Workspace

SLEUTH = (sys.executable, "-m", "sleuth")
EVERYTHING = SearchOptions(limit=100_000)
_PROBES_A_FILE = 3
_NOT_DONE = ("the first scan is not done", "nothing is indexed yet")


def _new_word(chance: random.Random) -> str:
    """A word that no stemmer shortens and that stands inside no other: consonants and vowels in turns."""
    return "".join(chance.choice("bdfgkmpvz") + chance.choice("aou") for _ in range(5)) + "k"


@dataclass
class Tree:
    """A folder of text files whose words are known.

    Attributes:
        words: Each probe word with the files that hold it; every file holds three of them.
        texts: What each file says, by its reference.
    """

    root: Path
    chance: random.Random
    size_bytes: int = 6_000
    texts: dict[str, str] = field(default_factory=dict)
    probes: list[str] = field(default_factory=list)

    @classmethod
    def make(cls, root: Path, count: int, seed: int, size_bytes: int = 6_000) -> "Tree":
        tree = cls(root, random.Random(seed), size_bytes)
        tree.probes = sorted({_new_word(tree.chance) for _ in range(max(count // 4, 8))})
        tree.write(f"part{number % 10}/note{number:04}.txt" for number in range(count))
        return tree

    def write(self, refs: "Sequence[str] | Any") -> list[str]:
        """Give these files a new content; the references."""
        done = []
        for ref in refs:
            path = self.root / ref
            path.parent.mkdir(parents=True, exist_ok=True)
            self.texts[ref] = self._text()
            path.write_text(self.texts[ref], "utf-8")
            done.append(ref)
        return done

    def change(self, share: float) -> set[str]:
        """Rewrite some files, drop one and add one; the references of those that did not stay as they were."""
        refs = sorted(self.texts)
        touched = set(self.write(self.chance.sample(refs, int(share * len(refs)))))
        gone = self.chance.choice(refs)
        (self.root / gone).unlink()
        del self.texts[gone]
        new = f"added/note{self.chance.randrange(10**9)}.txt"
        return touched | {gone, *self.write([new])}

    def _text(self) -> str:
        probes = self.chance.sample(self.probes, _PROBES_A_FILE)
        filler = [f"x{self.chance.randrange(5_000):04}" for _ in range(self.size_bytes // 6)]
        for probe in probes:
            filler.insert(self.chance.randrange(len(filler)), probe)
        return "\n".join(" ".join(filler[at : at + 12]) for at in range(0, len(filler), 12)) + "\n"

    def holding(self, word: str) -> set[str]:
        """The files that hold a word: a naive scan of what was written."""
        return {ref for ref, text in self.texts.items() if word in text}


def run(*arguments: str, **options: Any) -> "subprocess.CompletedProcess[str]":
    """`sleuth ARGUMENTS` as a process, to its end."""
    return subprocess.run([*SLEUTH, *arguments], capture_output=True, text=True, timeout=120, check=False, **options)


def start(*arguments: str, **options: Any) -> "subprocess.Popen[str]":
    """`sleuth ARGUMENTS` as a process that is running."""
    return subprocess.Popen(
        [*SLEUTH, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )


def killed_after(seconds: float, *arguments: str) -> bool:
    """Start `sleuth ARGUMENTS` and kill it with SIGKILL; whether that hit it."""
    with subprocess.Popen([*SLEUTH, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        return process.wait() == -signal.SIGKILL


def answer_of(done: "subprocess.CompletedProcess[str]") -> dict[str, Any]:
    """The JSON that a process printed; fails with its standard error where it printed none."""
    assert "Traceback" not in done.stderr, done.stderr
    assert done.stdout, (done.returncode, done.stderr)
    value = json.loads(done.stdout)
    assert isinstance(value, dict)
    return value


def paths_of(answer: "Answer | dict[str, Any]") -> set[str]:
    """The files found, without those that lack the word and were only called something like it."""
    if isinstance(answer, Answer):
        return {str(hit.path) for hit in answer.hits if not hit.relaxed}
    return {hit["path"] for hit in answer["hits"] if not hit["relaxed"]}


def is_partial(answer: "Answer | dict[str, Any]") -> bool:
    """Whether it says that a first scan, or one that makes the index anew, is not done yet."""
    notices = answer.notices if isinstance(answer, Answer) else answer["notices"]
    return any(notice.startswith(_NOT_DONE) for notice in notices)


def search_process(root: Path, word: str, *options: str) -> dict[str, Any]:
    """`sleuth search --json WORD` as a process; fails where it answered with an error."""
    answer = answer_of(run("search", "-w", str(root), "--json", "-n", "100000", *options, word))
    assert "error" not in answer, answer
    return answer


def found(root: Path, word: str, scan: bool = True) -> Answer:
    """The same within this process, as a process that has just started would see it."""
    workspace = Workspace.open(root)
    try:
        if scan:
            workspace.scan()
        return workspace.search(word, EVERYTHING)
    finally:
        workspace.close()


def status(root: Path) -> dict[str, Any]:
    return answer_of(run("status", "-w", str(root), "--json"))


def index_of(root: Path) -> Path:
    """Where a workspace's index lies."""
    from sleuth.places import workspace_folder

    return workspace_folder(Path(os.path.realpath(root))) / "search" / "index.db"


def check_integrity(index: Path) -> None:
    """SQLite's and FTS5's own checks of the file."""
    connection = apsw.Connection(str(index))
    try:
        assert connection.pragma("integrity_check") == "ok"
        for table in ("words", "names", "exact", "history", "history_exact"):
            connection.execute(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")
    finally:
        connection.close()
