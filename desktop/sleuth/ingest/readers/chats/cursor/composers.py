"""What was said in Cursor's editor?

    composerData:TALK     → its name, and the order of its bubbles
    bubbleId:TALK:BUBBLE  → one thing that was said
    composerHeaders       → a row a talk, of newer versions: its workspace

The database may be 1 GB. It is asked for keys, which an index holds, and for the values of the workspace's own talks; of
others, only where they belong is looked up in their `composerData`, once for each time that this was written.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sleuth.domain.chats import Message, Role, Session
from sleuth.ingest.readers.chats.cursor.workspaces import (
    folder_in,
    folders_by_pane,
    folders_by_workspace,
    transcribed,
)
from sleuth.ingest.readers.conversations.databases import (
    Database,
    DatabaseReader,
    Listed,
    Reading,
    version_of,
)
from sleuth.ingest.readers.conversations.documents import distinct
from sleuth.ingest.readers.conversations.records import moment_ms, parsed, string_at
from sleuth.ingest.readers.conversations.scope import Scope

_TABLE = "cursorDiskKV"
_COMPOSER = "composerData:"
_TOGETHER = 100
# The rowid is another one whenever a value is written, since the table replaces rows.
_COMPOSERS = """
    SELECT CAST(key AS BLOB), rowid, octet_length(value) FROM cursorDiskKV WHERE key >= 'composerData:' AND key < 'composerData;'
"""
_BUBBLES = (
    "SELECT count(*), sum(rowid), sum(octet_length(value)) FROM cursorDiskKV WHERE key >= ? AND key < ?"
)
_PROJECT = """
    SELECT folder FROM (
        SELECT CASE WHEN json_valid(CAST(value AS TEXT)) THEN CAST(value AS TEXT) ->> '$.workspaceProjectDir' END AS folder
        FROM cursorDiskKV WHERE key >= ? AND key < ? LIMIT 40
    ) WHERE folder IS NOT NULL LIMIT 1
"""
_WANTED = {
    "facts": ("workspaceIdentifier", "subagentComposerIds"),
    "talk": (
        "name", "createdAt", "lastUpdatedAt", "modelConfig", "fullConversationHeadersOnly", "conversation",
    ),
    "bubble": ("type", "text", "rawText", "createdAt"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Header:
    folder: str | None
    is_subagent: bool
    name: str | None
    updated: Any


class Composers(DatabaseReader):
    """The memory: of each talk, by its id, [version, folder that it names itself, its sub-agents]; under the id with
    `/` behind it, the folder that a bubble of it names, as [version, folder].
    """

    def listed(self, reading: Reading) -> dict[str, Listed]:
        database = reading.database
        if "key" not in database.columns(_TABLE):
            return {}
        versions = {
            str(key).removeprefix(_COMPOSER): f"{rowid}.{size}"
            for key, rowid, size in database.rows(_COMPOSERS)
        }
        folders = folders_by_workspace(_user_folder(reading))
        headers = _headers(database, folders)
        _remember(database, versions, reading.memory)
        listed: dict[str, Listed] = {}
        for talk_id, folder in _own(reading, versions, headers, folders):
            header = headers.get(talk_id)
            name, updated = (header.name, header.updated) if header else (None, None)
            session = Session(talk_id, folder, name, updated_ms=moment_ms(updated), rank=2)
            bubbles = database.rows(_BUBBLES, f"bubbleId:{talk_id}:", f"bubbleId:{talk_id};")
            listed[talk_id] = Listed(session, version_of(versions[talk_id], bubbles, header, folder))
        return listed

    def told(self, reading: Reading, session: Session) -> tuple[Session, list[Message]] | None:
        database, scope, passed_over = reading.database, reading.scope, reading.passed_over
        talk = _values(database, [_COMPOSER + session.id], _WANTED["talk"]).get(_COMPOSER + session.id)
        if talk is None:
            passed_over["broken"] += 1
            return None
        order = [one for one in _listed(talk, "fullConversationHeadersOnly") if string_at(one, "bubbleId")]
        inline = {
            string_at(one, "bubbleId") or f"#{number}": one
            for number, one in enumerate(_listed(talk, "conversation"))
        }
        ids = dict.fromkeys([one["bubbleId"] for one in order] or inline)
        keys = {bubble: f"bubbleId:{session.id}:{bubble}" for bubble in ids}
        bubbles = _bubbles(database, list(keys.values()), scope, passed_over)
        told: list[Message] = []
        for bubble, key in keys.items():
            value = bubbles.get(key) or inline.get(bubble)
            if isinstance(value, dict):
                told += _said(f"{session.id} {bubble}", value, scope)
        return _described(session, talk), list(distinct(told))


def _user_folder(reading: Reading) -> Path:
    return reading.place.path.parents[1]


def _own(
    reading: Reading, versions: dict[str, str], headers: dict[str, _Header], folders: dict[str, str]
) -> Iterator[tuple[str, str]]:
    """The workspace's talks with the folder of each, as the first thing tells that tells anything."""
    scope, memory = reading.scope, reading.memory
    subagents = {talk_id for known in memory.values() if len(known) == 3 for talk_id in known[2]}
    subagents |= {talk_id for talk_id, header in headers.items() if header.is_subagent}
    panes = folders_by_pane(_user_folder(reading), folders, scope)
    transcripts = transcribed(scope)
    for talk_id, version in versions.items():
        if talk_id not in subagents:
            header = headers.get(talk_id)
            folder = memory[talk_id][1] or (header and header.folder) or panes.get(talk_id)
            folder = (
                folder or _project(reading.database, talk_id, version, memory) or transcripts.get(talk_id)
            )
            if folder and scope.holds(folder):
                yield talk_id, folder


def global_databases(scope: Scope) -> list[Path]:
    return [folder / "User" / "globalStorage" / "state.vscdb" for folder in scope.application_data("Cursor")]


def described(database: Database, user: Path, session: Session) -> Session | None:
    """What the editor knows of a talk whose transcript is read: its name and its folder; None where it is a sub-agent."""
    if "key" not in database.columns(_TABLE):
        return session
    header = _headers(database, folders_by_workspace(user), session.id).get(session.id)
    if header and header.is_subagent:
        return None
    key = _COMPOSER + session.id
    talk = _values(
        database, [key], ("workspaceIdentifier", "name", "createdAt", "lastUpdatedAt", "modelConfig")
    ).get(key, {})
    folder = (
        folder_in(talk.get("workspaceIdentifier")) or (header.folder if header else None) or session.folder
    )
    title = session.title or (header.name if header else None)
    return _described(replace(session, folder=folder, title=title), talk)


def _described(session: Session, talk: dict[str, Any]) -> Session:
    updated = moment_ms(talk.get("lastUpdatedAt"))
    return replace(
        session,
        title=(string_at(talk, "name") or session.title or "").strip() or None,
        model=string_at(talk, "modelConfig", "modelName") or session.model,
        started_ms=moment_ms(talk.get("createdAt")) or session.started_ms,
        updated_ms=session.updated_ms if updated is None else updated,
    )


def _headers(database: Database, folders: dict[str, str], talk_id: str | None = None) -> dict[str, _Header]:
    """What the rows of the talks say, or that of one."""
    columns = ("composerId", "workspaceId", "isSubagent", "lastUpdatedAt", "value")
    where = ("WHERE composerId = ?", talk_id) if talk_id is not None else ()
    headers: dict[str, _Header] = {}
    for composer, workspace, is_subagent, updated, value in database.select(
        "composerHeaders", columns, *where
    ):
        data = parsed(value) if isinstance(value, str) else None
        named = folder_in(data.get("workspaceIdentifier")) if isinstance(data, dict) else None
        headers[str(composer)] = _Header(
            folders.get(str(workspace)) or named, bool(is_subagent), string_at(data, "name"), updated
        )
    return headers


def _remember(database: Database, versions: dict[str, str], memory: dict[str, Any]) -> None:
    """Note where talks that were written since say that they belong, and forget those that are gone."""
    for talk_id in [talk_id for talk_id in memory if talk_id.removesuffix("/") not in versions]:
        del memory[talk_id]
    stale = [
        talk_id
        for talk_id, version in versions.items()
        if talk_id not in memory or memory[talk_id][0] != version
    ]
    for begin in range(0, len(stale), _TOGETHER):
        some = stale[begin : begin + _TOGETHER]
        values = _values(database, [_COMPOSER + talk_id for talk_id in some], _WANTED["facts"])
        for talk_id in some:
            talk = values.get(_COMPOSER + talk_id) or {}
            subagents = [one for one in _listed(talk, "subagentComposerIds") if isinstance(one, str)]
            memory[talk_id] = [versions[talk_id], folder_in(talk.get("workspaceIdentifier")), subagents]


def _project(database: Database, talk_id: str, version: str, memory: dict[str, Any]) -> str | None:
    """The folder that one of a talk's first bubbles names."""
    known = memory.get(f"{talk_id}/")
    if known is None or known[0] != version:
        rows = database.rows(_PROJECT, f"bubbleId:{talk_id}:", f"bubbleId:{talk_id};")
        known = memory[f"{talk_id}/"] = [
            version,
            rows[0][0] if rows and isinstance(rows[0][0], str) else None,
        ]
    folder: str | None = known[1]
    return folder


def _values(
    database: Database, keys: list[str], wanted: tuple[str, ...], more: str = ""
) -> dict[str, dict[str, Any]]:
    """Some fields of the values at these keys, taken out by SQLite; those that are no JSON are missing."""
    fields = "".join(f", '{name}', value -> '$.{name}'" for name in wanted) + more
    query = (
        "SELECT CAST(key AS BLOB), CASE WHEN json_valid(value) AND json_type(value) = 'object'"  # noqa: S608
        f" THEN CAST(json_object({fields.removeprefix(', ')}) AS BLOB) END"
        " FROM (SELECT key, CAST(value AS TEXT) AS value FROM cursorDiskKV WHERE key IN (SELECT value FROM json_each(?)))"
    )
    found: dict[str, dict[str, Any]] = {}
    for key, value in database.rows(query, json.dumps(keys)):
        record = parsed(value) if isinstance(value, str) else None
        if isinstance(record, dict):
            found[str(key)] = record
    return found


def _bubbles(
    database: Database, keys: list[str], scope: Scope, passed_over: Counter[str]
) -> dict[str, dict[str, Any]]:
    tool = "value -> '$.toolFormerData'"
    more = f", 'toolFormerData', {tool if scope.tool_output else f'CASE WHEN {tool} IS NOT NULL THEN {tool} NOT IN ($EMPTY) END'}"
    more = more.replace("$EMPTY", "'null', 'false', '{}', '[]', '\"\"', '0'")
    bubbles: dict[str, dict[str, Any]] = {}
    for begin in range(0, len(keys), _TOGETHER):
        some = keys[begin : begin + _TOGETHER]
        bubbles |= _values(database, some, _WANTED["bubble"], more)
        there = database.rows(
            "SELECT CAST(key AS BLOB) FROM cursorDiskKV WHERE key IN (SELECT value FROM json_each(?))",
            json.dumps(some),
        )
        passed_over["broken"] += sum(key not in bubbles for (key,) in there)
    return bubbles


def _listed(value: dict[str, Any], name: str) -> list[Any]:
    listed = value.get(name)
    return listed if isinstance(listed, list) else []


def _said(key: str, bubble: dict[str, Any], scope: Scope) -> Iterator[Message]:
    at_ms = moment_ms(bubble.get("createdAt"))
    text = (string_at(bubble, "text") or "").strip()
    if bubble.get("type") == 1:
        text = text or (string_at(bubble, "rawText") or "").strip()
        if text:
            yield Message(key, Role.USER, text, at_ms)
    elif bubble.get("type") == 2 and not bubble.get("toolFormerData"):
        if text:
            yield Message(key, Role.ASSISTANT, text, at_ms)
    elif bubble.get("type") == 2 and scope.tool_output:
        result = (string_at(bubble, "toolFormerData", "result") or "").strip()
        if result:
            yield Message(key, Role.TOOL, result, at_ms)
