"""Which folder does each of Cursor's workspaces stand for, and which talks belong to one?"""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sleuth.ingest.readers.conversations.databases import opened
from sleuth.ingest.readers.conversations.documents import document_in
from sleuth.ingest.readers.conversations.records import folder_of, parsed, string_at
from sleuth.ingest.readers.conversations.scope import Scope

_VIEW = re.compile(r"workbench\.panel\.aichat\.view\.([0-9A-Za-z][0-9A-Za-z-]*)")
# Only these keys: others hold secrets.
_PANES_QUERY = """
    SELECT CAST(value AS BLOB) FROM ItemTable
    WHERE key = 'composer.composerData' OR key >= 'workbench.panel.composerChatViewPane.' AND key < 'workbench.panel.composerChatViewPane/'
"""


def folders_by_workspace(user: Path) -> dict[str, str]:
    """The folder of each workspace that has one, by the id that talks name it by."""
    folders: dict[str, str] = {}
    for path in user.glob("workspaceStorage/*/workspace.json"):
        try:
            document = document_in(path)
        except OSError:
            continue
        if folder := folder_of(string_at(document, "folder")):
            folders[path.parent.name] = folder
    return folders


def folders_by_pane(user: Path, folders: dict[str, str], scope: Scope) -> dict[str, str]:
    """The folder of each talk that one of this workspace's windows lists, by the talk's id."""
    found: dict[str, str] = {}
    for talk_id, folder in folders.items():
        path = user / "workspaceStorage" / talk_id / "state.vscdb"
        if not scope.holds(folder) or not path.is_file():
            continue
        try:
            with opened(path) as database:
                values = database.rows(_PANES_QUERY) if database.columns("ItemTable") else []
        except OSError:
            continue
        for (value,) in values:
            found |= dict.fromkeys(_talks_in(value), folder)
    return found


def _talks_in(value: Any) -> Iterator[str]:
    if not isinstance(value, str):
        return
    yield from _VIEW.findall(value)
    data = parsed(value)
    if not isinstance(data, dict):
        return
    composers = data.get("allComposers")
    for composer in composers if isinstance(composers, list) else ():
        if talk_id := string_at(composer, "composerId"):
            yield talk_id
    selected = data.get("selectedComposerIds")
    yield from (
        talk_id for talk_id in (selected if isinstance(selected, list) else ()) if isinstance(talk_id, str)
    )


def folder_in(identifier: Any) -> str | None:
    """The folder that a `workspaceIdentifier` names."""
    uri = identifier.get("uri") if isinstance(identifier, dict) else None
    return string_at(uri, "fsPath") or folder_of(string_at(uri, "external")) or folder_of(uri)


def config_folders(scope: Scope) -> list[Path]:
    """Where agents keep what they write."""
    if scope.environment.get("CURSOR_CONFIG_DIR"):
        return [scope.at("CURSOR_CONFIG_DIR")]
    folders = [scope.home / ".cursor"]
    if sys.platform not in ("win32", "darwin"):
        folders.append(scope.at("XDG_CONFIG_HOME", ".config") / "cursor")
    return folders


def transcript_folders(scope: Scope) -> Iterator[Path]:
    for folder in config_folders(scope):
        yield from sorted(folder.glob("projects/*/agent-transcripts"))


def transcribed(scope: Scope) -> dict[str, str]:
    """The workspace's folder of each talk that has a transcript below its name, by the talk's id."""
    found: dict[str, str] = {}
    for folder in transcript_folders(scope):
        if own := folder_named(folder.parent.name, scope):
            found |= dict.fromkeys((entry.name.partition(".")[0] for entry in os.scandir(folder)), own)
    return found


def folder_named(slug: str, scope: Scope) -> str | None:
    """The workspace's folder that Cursor names like this."""
    return next((folder for folder in scope.folders if slug in _slugs(folder)), None)


def _slugs(folder: str) -> set[str]:
    """A folder's name among the projects: nobody but Cursor knows whether all signs are replaced, or separators alone."""
    path = folder.replace(":\\", "-").replace("\\", "/").strip("/")
    names = {re.sub(r"[^A-Za-z0-9]", "-", path), path.replace("/", "-")}
    return names | {name[0].swapcase() + name[1:] for name in names if name and "\\" in folder}
