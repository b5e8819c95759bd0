"""Who talks in the tests, and how an agent keeps it."""

import json
from pathlib import Path
from typing import Any


class Person:
    """Somebody who talks to Claude Code about a workspace."""

    def __init__(self, home: Path, workspace: Path) -> None:
        self.home = home
        self.folder = workspace
        self.count = 0

    def log(self, session: str) -> Path:
        return self.home / f".claude/projects/a-folder/{session}.jsonl"

    def says(self, session: str, text: str, role: str = "user", key: str | None = None, **more: Any) -> None:
        self.count += 1
        record = {
            "type": role,
            "uuid": key or f"u{self.count}",
            "timestamp": f"2026-08-03T{9 + self.count // 3600:02}:{self.count // 60 % 60:02}:{self.count % 60:02}.000Z",
            "cwd": str(self.folder),
            "message": {"role": role, "content": text, "id": f"m{key or self.count}"},
            **more,
        }
        self.writes(session, json.dumps(record) + "\n")

    def writes(self, session: str, line: str) -> None:
        log = self.log(session)
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8") as file:
            file.write(line)

    def titles(self, session: str, title: str) -> None:
        self.writes(session, json.dumps({"type": "custom-title", "customTitle": title}) + "\n")
