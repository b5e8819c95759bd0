"""The engine as shipped, as the evaluation set's scorer wants it: folder in, ranked ids out.

    python ../shared/eval/evaluate.py --adapter tests/rivers/adapter.py:Engine --trees TREES

Turns of chats are read from transcripts, as an agent would have kept them.
"""

import json
import os
import re
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from sleuth.engine.workspace import SearchOptions, Workspace

# Session and turn of a chat.
_TURN = re.compile(r"D\d+:\d+")


def _letters(number: int) -> str:
    """A file name that says nothing: an id such as `D3:16` would be found by every question about the 16th."""
    return "zq" + "".join(chr(ord("a") + int(digit)) for digit in f"{number:06d}")


class Engine:
    """Lays a collection out as files, scans it and searches it with the queries as they are typed."""

    def __init__(self, corpus: Any, **_: object) -> None:
        self._corpus = corpus
        self._folder = Path(tempfile.mkdtemp(prefix="sleuth-eval-"))
        os.environ["SLEUTH_HOME"] = str(self._folder / "home")
        self._prefix = ""
        self._options = SearchOptions(hidden=True)
        if corpus.kind == "docs" and all(_TURN.fullmatch(str(number)) for number, _, _ in corpus.docs()):
            root = self._transcripts(corpus)
        elif corpus.kind == "docs":
            root = self._folder / "docs"
            root.mkdir()
            self._ids = {f"{_letters(at)}.txt": number for at, (number, _, _) in enumerate(corpus.docs())}
            for name, (_, title, text) in zip(self._ids, corpus.docs(), strict=True):
                (root / name).write_text(f"{title}\n{text}" if title else text, "utf-8")
        else:
            root = corpus.root
            self._prefix = f"{corpus.info['root']}/" if corpus.info.get("root") else ""
            self._ids = {}
        self._workspace = Workspace.open(root)
        self._workspace.scan()

    def _transcripts(self, corpus: Any) -> Path:
        """Each session of a chat as a transcript of Claude Code's, below a home folder of its own."""
        root = self._folder / "workspace"
        logs = self._folder / "person/.claude/projects/chats"
        for folder in (root, logs):
            folder.mkdir(parents=True)
        os.environ["HOME"] = os.environ["USERPROFILE"] = str(self._folder / "person")
        self._options = SearchOptions(sources=("chats",), each_message=True)
        self._ids = {}
        for at, (number, title, text) in enumerate(corpus.docs()):
            session, key = str(number).partition(":")[0], _letters(at)
            self._ids[f"claude-code/{session}/{key}"] = number
            said = f"{title}\n{text}" if title else text
            record = {"type": "user", "uuid": key, "cwd": str(root), "message": {"content": said}}
            with (logs / f"{session}.jsonl").open("a", encoding="utf-8") as log:
                log.write(json.dumps(record) + "\n")
        return root

    def search(self, query: str, k: int) -> list[str]:
        """The ids of the first k hits."""
        answer = self._workspace.search(query, replace(self._options, limit=k))
        return [self._ids.get(hit.ref, self._prefix + hit.ref) for hit in answer.hits]

    def close(self) -> None:
        self._workspace.close()
        shutil.rmtree(self._folder)
