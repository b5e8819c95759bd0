"""How is one setting written into a file that a person edits too?

    save_setting(path, key, value), reset_setting(path, key)

Comments, order and spelling of everything else stay (tomlkit). The file is replaced whole or not at all, and one that is not
understood is left as it is.
"""

import difflib
import re
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AbstractTable, Array

from sleuth.domain.errors import RequestError, SettingsNotSaved
from sleuth.places import make_private_folder
from sleuth.settings.declarations import SETTINGS, Value
from sleuth.settings.load import MOST_BYTES, line_of

_BOM = "\ufeff"


def save_setting(path: Path, key: str, value: Value) -> None:
    """Set a setting in a file, made where there is none.

    Raises:
        RequestError: There is no such setting, or it cannot have that value.
        SettingsNotSaved: The file is no TOML, would be too large to be read, or cannot be written.
    """
    setting = next((one for one in SETTINGS if one.key == key), None)
    problem = setting.problem(value) if setting is not None else "is not a setting"
    if problem is not None:
        raise RequestError(f"{key} {problem}")
    table, name = key.split(".")
    _change(path, table, lambda document: _set(document, table, name, value), {name: value})


def reset_setting(path: Path, key: str) -> None:
    """Take a setting out of a file, and the table that is left empty.

    Raises:
        SettingsNotSaved: The file is no TOML, or cannot be written.
    """
    table, name = key.split(".")
    if path.exists():
        _change(path, table, lambda document: _remove(document, table, name), {name: None})


def _change(
    path: Path, table: str, change: Callable[[tomlkit.TOMLDocument], None], expected: dict[str, Value | None]
) -> None:
    # A link, to a folder of dotfiles say, stays one: what it leads to is replaced.
    target = path.resolve()
    content = _content_of(target)
    bom, text = (_BOM, content[1:]) if content.startswith(_BOM) else ("", content)
    before = _parsed(target, text)
    if not isinstance(before.get(table, {}), dict):
        raise SettingsNotSaved(f"{target}:{line_of(text, table, '')}: {table} is no table there; nothing is saved")
    try:
        document = tomlkit.parse(text)
        change(document)
        changed = _with_line_ends_of(text, tomlkit.dumps(document))
        after = tomllib.loads(changed).get(table, {})
    except (TOMLKitError, ValueError, RecursionError) as error:
        raise SettingsNotSaved(f"{target} is written in a way that cannot be changed here ({error}); edit it") from error
    # Whatever tomlkit made of a file that is spelt oddly, the one key is as it should be and the others as they were.
    if after != {key: value for key, value in {**before.get(table, {}), **expected}.items() if value is not None}:
        raise SettingsNotSaved(f"{target} is written in a way that cannot be changed here; edit it")
    if changed != text:
        _replace(target, (bom + changed).encode("utf-8"))


def _content_of(target: Path) -> str:
    try:
        if target.exists() and not target.is_file():
            raise SettingsNotSaved(f"{target} is no regular file; nothing is saved")
        return target.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise SettingsNotSaved(f"{target}:{line}: it is not UTF-8; nothing is saved until it is") from error
    except OSError as error:
        raise SettingsNotSaved(f"{target} cannot be read ({error.strerror or error}); nothing is saved") from error


def _parsed(target: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise SettingsNotSaved(f"{target} nests too deep; nothing is saved") from error
    except ValueError as error:
        told = re.search(r"at line (\d+)", str(error))
        line = int(told[1]) if told else text.count("\n") + 1
        raise SettingsNotSaved(f"{target}:{line}: {error}; nothing is saved until it is corrected") from error


def _set(document: tomlkit.TOMLDocument, table: str, name: str, value: Value) -> None:
    entries = document.setdefault(table, tomlkit.table())
    present = entries.get(name)
    if isinstance(present, Array) and isinstance(value, list):
        _set_entries(present, value)
    else:
        entries[name] = value


def _set_entries(array: Array, wanted: list[str]) -> None:
    """Only what differs, so that comments beside the other entries stay."""
    present = [str(entry) for entry in array]
    steps = difflib.SequenceMatcher(None, present, wanted, autojunk=False).get_opcodes()
    for step, start, stop, wanted_start, wanted_stop in reversed(steps):
        if step == "equal":
            continue
        for _ in range(start, stop):
            del array[start]
        for offset, entry in enumerate(wanted[wanted_start:wanted_stop]):
            array.insert(start + offset, entry)


def _remove(document: tomlkit.TOMLDocument, table: str, name: str) -> None:
    entries = document.get(table)
    if entries is None or name not in entries:
        return
    del entries[name]
    # A table that holds a person's comments is not empty.
    comment = entries.trivia.comment if isinstance(entries, AbstractTable) else ""
    if not entries and not comment and "#" not in entries.as_string():
        del document[table]


def _with_line_ends_of(text: str, changed: str) -> str:
    """What tomlkit adds ends with a bare line feed."""
    is_windows = "\r\n" in text and text.count("\n") == text.count("\r\n")
    return re.sub(r"\r?\n", "\r\n", changed) if is_windows else changed


def _replace(target: Path, content: bytes) -> None:
    if len(content) > MOST_BYTES:
        raise SettingsNotSaved(f"{target} would be larger than the {MOST_BYTES:,} bytes that are read of it; nothing is saved")
    partial: Path | None = None
    try:
        make_private_folder(target.parent)
        # Such a file is the user's alone (PRIVATE_FILE), and so is what it becomes. It is not flushed to the disk: a
        # window would wait for that, and after a power cut one of the two files is there.
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".settings-", delete=False) as file:
            partial = Path(file.name)
            file.write(content)
        partial.replace(target)
    except OSError as error:
        if partial is not None:
            partial.unlink(missing_ok=True)
        raise SettingsNotSaved(f"{target} cannot be written ({error.strerror or error}); nothing is saved") from error
