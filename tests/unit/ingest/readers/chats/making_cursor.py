"""Small stores of Cursor's, written value by value."""

import json
import sqlite3
from contextlib import closing
from hashlib import md5
from pathlib import Path
from typing import Any

from tests.unit.ingest.readers.chats.making import document, log
from tests.unit.ingest.readers.conversations.collecting import WORKSPACE

VALUES = "CREATE TABLE IF NOT EXISTS {} (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)"
HEADERS = "CREATE TABLE IF NOT EXISTS composerHeaders (composerId TEXT PRIMARY KEY, workspaceId, lastUpdatedAt, isSubagent, value)"
OWN = {"workspaceIdentifier": {"uri": {"fsPath": WORKSPACE}}}
ELSEWHERE = {"workspaceIdentifier": {"uri": {"fsPath": "/home/dev/acme-old"}}}


class Editor:
    """The editor's databases, written value by value."""

    def __init__(self, home: Path) -> None:
        self.user = home / ".config" / "Cursor" / "User"
        self.path = self.user / "globalStorage" / "state.vscdb"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.put()

    def put(
        self, values: dict[str, Any] | None = None, path: Path | None = None, table: str = "cursorDiskKV"
    ) -> None:
        with closing(sqlite3.connect(path or self.path)) as connection:
            connection.execute(VALUES.format(table))
            connection.execute(HEADERS)
            for key, value in (values or {}).items():
                data = value if isinstance(value, str | bytes | None) else json.dumps(value)
                connection.execute(f"INSERT INTO {table} VALUES (?, ?)", (key, data))
            connection.commit()

    def talk(self, key: str, *bubbles: Any, **more: Any) -> None:
        """A talk of bubbles, which are texts of the person and the agent by turns, or all that they hold."""
        listed = [
            one if isinstance(one, dict) else {"type": 1 + n % 2, "text": one}
            for n, one in enumerate(bubbles)
        ]
        order = [{"bubbleId": f"b{number}", "type": 1} for number in range(len(listed))]
        self.put({f"composerData:{key}": {"fullConversationHeadersOnly": order} | more})
        self.put({f"bubbleId:{key}:b{number}": bubble for number, bubble in enumerate(listed)})

    def header(self, key: str, workspace: str | None, is_subagent: int = 0, value: Any = None) -> None:
        with closing(sqlite3.connect(self.path)) as connection:
            row = (key, workspace, 1, is_subagent, json.dumps(value))
            connection.execute("INSERT OR REPLACE INTO composerHeaders VALUES (?,?,?,?,?)", row)
            connection.commit()

    def workspace(self, key: str, folder: str, values: dict[str, Any] | None = None) -> None:
        path = document(self.user / "workspaceStorage" / key / "workspace.json", {"folder": folder})
        if values is not None:
            self.put(values, path.with_name("state.vscdb"), "ItemTable")


def record(role: str, *texts: str) -> dict[str, Any]:
    return {"role": role, "message": {"content": [{"type": "text", "text": text} for text in texts]}}


def transcript(
    home: Path, name: str, *records: Any, project: str = "home-dev-acme", base: str = ".cursor"
) -> Path:
    return log(home / base / "projects" / project / "agent-transcripts" / name, *records)


def chat(home: Path, key: str, folder: str = WORKSPACE, meta: Any = None, named: Any = None) -> Path:
    """What the command line keeps of a talk beside its transcript."""
    path = home / ".cursor" / "chats" / md5(folder.encode()).hexdigest() / key
    path.mkdir(parents=True)
    if meta is not None:
        document(path / "meta.json", meta)
    if named is not None:
        with closing(sqlite3.connect(path / "store.db")) as connection:
            connection.execute("CREATE TABLE meta (key TEXT, value TEXT)")
            connection.execute("INSERT INTO meta VALUES ('0', ?)", (json.dumps(named).encode().hex(),))
            connection.commit()
    return path
