"""Is a database whose cells hold anything at all passed over, never raised, and other sessions read all the same?"""

import json
import random
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.unit.ingest.readers.conversations.collecting import Collected, sample_scope

from sleuth.ingest.readers.registry import chat_readers

READERS = {reader.agent: reader for reader in chat_readers()}
AGENTS = ("crush", "cursor", "goose", "opencode", "zed")
CELLS = (
    None,
    7,
    -1,
    2**62,
    1e308,
    "",
    "text",
    b"",
    b"\xff\xfe\x00",
    "{}",
    "[]",
    "null",
    '"',
    "[[1]]",
    "[" * 5_000,
)
VALUES = (None, 7, -1, True, "text", "", [], [[{"text": 1}]], {}, {"a": []}, 1e308, "\ud800")


@pytest.mark.parametrize("agent", AGENTS)
def test_wrong_cells(agent: str, shared_folder: Path, tmp_path: Path) -> None:
    """Cells of any type, and values of any type inside their documents, are passed over."""
    scope = sample_scope(shared_folder / "samples", agent, tmp_path)
    chance = random.Random(23)
    paths = [path for ending in ("*.db", "*.vscdb") for path in scope.home.rglob(ending)]
    for _ in range(40):
        for path in paths:
            with closing(sqlite3.connect(path)) as connection:
                connection.text_factory = bytes
                connection.execute("PRAGMA foreign_keys = OFF")
                for _ in range(2):
                    _break(connection, chance)
                connection.commit()
        collected = Collected(READERS[agent], scope).scan()
        collected.messages()
        assert [
            held.error for key, held in collected.held.items() if held.error and not key.endswith(".json")
        ] == []


def _break(connection: sqlite3.Connection, chance: random.Random) -> None:
    tables = [
        name.decode() for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    ]
    table = chance.choice([one for one in tables if not one.startswith("sqlite_")])
    columns = [row[1].decode() for row in connection.execute(f"PRAGMA table_info({table})")]
    rows = [row for (row,) in connection.execute(f"SELECT rowid FROM {table}")]
    if not rows:
        return
    column, row = chance.choice(columns), chance.choice(rows)
    (cell,) = connection.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (row,)).fetchone()
    value = _broken(cell, chance) if chance.random() < 0.7 else chance.choice(CELLS)
    with suppress(sqlite3.IntegrityError):  # a key that must be a number
        connection.execute(f"UPDATE OR IGNORE {table} SET {column} = ? WHERE rowid = ?", (value, row))


def _broken(cell: Any, chance: random.Random) -> Any:
    """The same document with one of its values of another type."""
    try:
        value: Any = json.loads(cell)
    except (TypeError, ValueError, RecursionError):
        return chance.choice(CELLS)
    inside = value
    while isinstance(inside, dict | list) and inside:
        key = chance.choice(list(inside) if isinstance(inside, dict) else range(len(inside)))
        if not isinstance(inside[key], dict | list) or chance.random() < 0.3:
            inside[key] = chance.choice(VALUES)
            break
        inside = inside[key]
    return json.dumps(value)


@pytest.mark.parametrize("agent", AGENTS)
def test_damaged_pages(agent: str, shared_folder: Path, tmp_path: Path) -> None:
    """A file with some of its bytes replaced is read as far as it goes, or is said to be damaged."""
    scope = sample_scope(shared_folder / "samples", agent, tmp_path)
    chance = random.Random(29)
    contents = {
        path: path.read_bytes()
        for ending in ("*.db", "*.db-wal", "*.vscdb")
        for path in scope.home.rglob(ending)
    }
    for _ in range(40):
        for path, content in contents.items():
            data = bytearray(content)
            for _ in range(chance.choice((1, 20, 500))):
                data[chance.randrange(len(data))] = chance.randrange(256)
            path.write_bytes(data[: chance.choice((len(data), len(data) // 2, 100))])
        Collected(READERS[agent], scope).scan().messages()
