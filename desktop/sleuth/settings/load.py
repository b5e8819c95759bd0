"""What are the settings of this workspace?

The user's file, then the workspace's own (which wins), then the folder's `.sleuth.toml`, which may
only narrow: a cloned folder can never turn anything on or raise a limit (S-57).
"""

import hashlib
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
_MOST_BYTES = 1_000_000


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
        if path.is_symlink() or not path.is_file():
            return []
        content = path.read_bytes()[:_MOST_BYTES].decode("utf-8-sig")
        tables = tomllib.loads(content)
    except tomllib.TOMLDecodeError as error:
        warnings.append(f"{path}: {error}; its settings are left aside")
        return []
    except (OSError, UnicodeDecodeError) as error:
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
            where = f"{path}:{_line_of(content, name or table)}"
            setting = known.get(key)
            problem = setting.problem(value) if setting else "is not a setting"
            if problem or setting is None:
                warnings.append(f"{where}: {key} {problem}")
            else:
                good.append((setting, cast("Value", value)))  # `problem` has checked it
    return good


def _line_of(content: str, name: str) -> int:
    """The line where a key is set, for messages."""
    found = re.search(rf"^[ \t]*(?:[\w\"'-]+\.)*[\"']?{re.escape(name)}[\"']?[ \t]*[=.]", content, re.MULTILINE)
    return content.count("\n", 0, found.start()) + 1 if found else 1
