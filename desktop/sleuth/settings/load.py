"""What are the settings of this workspace?

The user's file, then the workspace's own (which wins), then the folder's `.sleuth.toml`, which may
only narrow: a cloned folder can never turn anything on or raise a limit (S-57).
"""

import hashlib
import os
import re
import tomllib
from dataclasses import dataclass, field
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
_MOST_BYTES = 16_000


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """The values, as the engine is given them."""

    enabled: bool
    sources: tuple[Source, ...]
    include_ignored: bool
    deny: tuple[str, ...]
    max_file_size: int
    max_index_size: int


@dataclass(slots=True)
class _Merge:
    values: dict[str, Value] = field(default_factory=lambda: {setting.key: setting.default for setting in SETTINGS})
    warnings: list[str] = field(default_factory=list)


def load(root: Path) -> tuple[SearchSettings, tuple[str, ...]]:
    """The settings of the workspace at `root`, and warnings that name file, line and key."""
    merge = _Merge()
    for path in (settings_file(), workspace_folder(root) / "settings.toml"):
        for setting, value in _read(path, merge.warnings):
            merge.values[setting.key] = value
    folder_file = root / FOLDER_FILE
    for setting, value in _read(folder_file, merge.warnings):
        if setting.narrow is None:
            merge.warnings.append(f"{folder_file}: a folder's own settings cannot set {setting.key}")
        else:
            merge.values[setting.key] = setting.narrow(merge.values[setting.key], value)
    return _typed(merge.values), tuple(merge.warnings)


def rules_fingerprint(settings: SearchSettings) -> str:
    """Equal while the same settings leave the same files out, and the same program reads them."""
    rules = (READING_VERSION, settings.include_ignored, settings.max_file_size, BlockedPaths(settings.deny).rules)
    return hashlib.blake2b(repr(rules).encode("utf-8", "replace"), digest_size=8).hexdigest()


def _typed(values: dict[str, Value]) -> SearchSettings:
    sources, deny = values["search.sources"], values["search.deny"]
    return SearchSettings(
        enabled=bool(values["search.enabled"]),
        sources=tuple(Source(name) for name in sources) if isinstance(sources, list) else (),
        include_ignored=bool(values["search.include_ignored"]),
        deny=tuple(deny) if isinstance(deny, list) else (),
        max_file_size=int(str(values["search.max_file_size"])),
        max_index_size=int(str(values["search.max_index_size"])),
    )


def _read(path: Path, warnings: list[str]) -> list[tuple[Setting, Value]]:
    """The valid settings of one file; what is wrong goes to `warnings`."""
    try:
        # A pipe of that name must not be waited for, nor a link out of the folder followed.
        if not path.is_file() or (path.name == FOLDER_FILE and path.is_symlink()):
            if os.path.lexists(path):
                warnings.append(f"{path} is no regular file; its settings are left aside")
            return []
        if path.stat().st_size > _MOST_BYTES:
            warnings.append(f"{path} is larger than {_MOST_BYTES:,} bytes; its settings are left aside")
            return []
        content = path.read_bytes()[:_MOST_BYTES].decode("utf-8-sig")
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
            where = f"{path}:{_line_of(content, table, name)}"
            setting = known.get(key)
            problem = setting.problem(value) if setting else "is not a setting"
            if problem or setting is None:
                warnings.append(f"{where}: {key} {problem}")
            else:
                good.append((setting, cast("Value", value)))  # `problem` has checked it
    return good


def _line_of(content: str, table: str, name: str) -> int:
    """The line where a key is set, for messages."""
    header = re.search(rf"^[ \t]*\[[ \t]*[\"']?{re.escape(table)}[\"']?[ \t]*\]", content, re.MULTILINE)
    dotted = re.compile(rf"^[ \t]*[\"']?{re.escape(table)}[\"']?[ \t]*[.=]", re.MULTILINE)
    plain = re.compile(rf"^[ \t]*[\"']?{re.escape(name)}[\"']?[ \t]*[.=]", re.MULTILINE)
    found = (plain.search(content, header.end()) if header and name else None) or dotted.search(content) or header
    return content.count("\n", 0, found.start()) + 1 if found else 1
