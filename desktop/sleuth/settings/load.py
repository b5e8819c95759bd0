"""What are the settings of this workspace?

The user's file, then the workspace's own (which wins), then the folder's `.sleuth.toml`, which may
only narrow: a cloned folder can never turn anything on or raise a limit (S-57).
"""

import hashlib
import os
import re
import tomllib
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import cast

from sleuth.domain.items import Source
from sleuth.places import settings_file, workspace_folder
from sleuth.settings.blocked import BlockedPaths
from sleuth.settings.declarations import SETTINGS, Setting, Value

# Counted up whenever a reader or the chunking makes something else of a file: all are read again.
READING_VERSION = 1
FOLDER_FILE = ".sleuth.toml"
# A cloned folder's file is read by every command: what nests a thousand deep must not hold one up.
MOST_BYTES = 16_000


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """The values, as the engine is given them."""

    enabled: bool
    sources: tuple[Source, ...]
    include_ignored: bool
    deny: tuple[str, ...]
    max_file_size: int
    max_index_size: int
    keep_chats: bool
    tool_output: bool
    terminal_folders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """The values that only the window wants."""

    theme: str
    editor: str


class Origin(Enum):
    """Where a value comes from."""

    DEFAULT = "default"
    USER = "user"
    WORKSPACE = "workspace"
    FOLDER = "folder"


@dataclass(frozen=True, slots=True)
class Held:
    """One setting's value, and where it comes from."""

    value: Value
    own: Value
    """What the user's and the workspace's files make it, before the folder narrows it."""
    own_origin: Origin

    @property
    def origin(self) -> Origin:
        return self.own_origin if self.value == self.own else Origin.FOLDER


def own_file(root: Path) -> Path:
    """The file of the workspace at `root` (resolved); it need not be there."""
    return workspace_folder(root) / "settings.toml"


def load(root: Path) -> tuple[SearchSettings, tuple[str, ...]]:
    """The settings of the workspace at `root`, and warnings that name file, line and key."""
    held, warnings = load_held(root)
    return _typed({key: one.value for key, one in held.items()}), warnings


def load_window(root: Path | None) -> tuple[WindowSettings, tuple[str, ...]]:
    """The window's settings, with a workspace or without, and the same warnings."""
    held, warnings = load_held(root)
    return WindowSettings(theme=str(held["ui.theme"].value), editor=str(held["ui.editor"].value)), warnings


def load_held(root: Path | None) -> tuple[dict[str, Held], tuple[str, ...]]:
    """Every setting with its origin, and the warnings; without a workspace only the user's file is read."""
    warnings: list[str] = []
    held = {setting.key: Held(setting.default, setting.default, Origin.DEFAULT) for setting in SETTINGS}
    files = [(settings_file(), Origin.USER)]
    if root is not None:
        files.append((own_file(root), Origin.WORKSPACE))
    for path, origin in files:
        for setting, value in _read(path, warnings):
            held[setting.key] = Held(value, value, origin)
    folder_file = root / FOLDER_FILE if root is not None else None
    for setting, value in _read(folder_file, warnings) if folder_file is not None else []:
        if setting.narrow is None:
            warnings.append(f"{folder_file}: a folder's own settings cannot set {setting.key}")
        else:
            before = held[setting.key]
            held[setting.key] = Held(setting.narrow(before.own, value), before.own, before.own_origin)
    return held, tuple(warnings)


def rules_fingerprint(settings: SearchSettings) -> str:
    """Equal while the same settings leave the same files out, and the same program reads them."""
    rules = (READING_VERSION, settings.include_ignored, settings.max_file_size, BlockedPaths(settings.deny).rules)
    return hashlib.blake2b(repr(rules).encode("utf-8", "replace"), digest_size=8).hexdigest()


def _typed(values: dict[str, Value]) -> SearchSettings:
    sources, deny, folders = values["search.sources"], values["search.deny"], values["terminals.folders"]
    return SearchSettings(
        enabled=bool(values["search.enabled"]),
        sources=tuple(Source(name) for name in sources) if isinstance(sources, list) else (),
        include_ignored=bool(values["search.include_ignored"]),
        deny=tuple(deny) if isinstance(deny, list) else (),
        max_file_size=int(str(values["search.max_file_size"])),
        max_index_size=int(str(values["search.max_index_size"])),
        keep_chats=bool(values["search.keep_chats"]),
        tool_output=bool(values["chats.tool_output"]),
        terminal_folders=tuple(folders) if isinstance(folders, list) else (),
    )


def _read(path: Path, warnings: list[str]) -> list[tuple[Setting, Value]]:
    """The valid settings of one file; what is wrong goes to `warnings`."""
    try:
        # A pipe of that name must not be waited for, nor a link out of the folder followed.
        if not path.is_file() or (path.name == FOLDER_FILE and path.is_symlink()):
            if os.path.lexists(path):
                warnings.append(f"{path} is no regular file; its settings are left aside")
            return []
        if path.stat().st_size > MOST_BYTES:
            warnings.append(f"{path} is larger than {MOST_BYTES:,} bytes; its settings are left aside")
            return []
        content = path.read_bytes()[:MOST_BYTES].decode("utf-8-sig")
        tables = tomllib.loads(content)
    except RecursionError:
        warnings.append(f"{path} nests too deep; its settings are left aside")
        return []
    except ValueError as error:
        warnings.append(f"{path}: {error}; its settings are left aside")
        return []
    except OSError as error:
        warnings.append(f"{path} cannot be read ({error}); its settings are left aside")
        return []
    return _checked(path, content, tables, warnings)


def _checked(
    path: Path, content: str, tables: dict[str, object], warnings: list[str]
) -> list[tuple[Setting, Value]]:
    known = {setting.key: setting for setting in SETTINGS}
    good: list[tuple[Setting, Value]] = []
    for table, entries in tables.items():
        for name, value in entries.items() if isinstance(entries, dict) else [("", entries)]:
            key = f"{table}.{name}" if name else table
            where = f"{path}:{line_of(content, table, name)}"
            setting = known.get(key)
            problem = setting.problem(value) if setting else "is not a setting"
            if problem or setting is None:
                warnings.append(f"{where}: {key} {problem}")
            else:
                good.append((setting, cast("Value", value)))  # `problem` has checked it
    return good


def line_of(content: str, table: str, name: str) -> int:
    """The line where a key is set, for messages."""
    header = re.search(rf"^[ \t]*\[[ \t]*[\"']?{re.escape(table)}[\"']?[ \t]*\]", content, re.MULTILINE)
    dotted = re.compile(rf"^[ \t]*[\"']?{re.escape(table)}[\"']?[ \t]*[.=]", re.MULTILINE)
    plain = re.compile(rf"^[ \t]*[\"']?{re.escape(name)}[\"']?[ \t]*[.=]", re.MULTILINE)
    found = (plain.search(content, header.end()) if header and name else None) or dotted.search(content) or header
    return content.count("\n", 0, found.start()) + 1 if found else 1
