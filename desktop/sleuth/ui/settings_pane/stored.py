"""Which file does the pane read a setting from, and write it to?

What is a folder's goes into the workspace's own file; what is the person's (`is_personal`), and everything while no folder is
open, into the user's. A setting that the workspace's file has already is changed there, or the change would not be seen.
"""

import re
from pathlib import Path

from sleuth.domain.errors import SleuthError
from sleuth.places import settings_file
from sleuth.settings.declarations import SETTINGS, Setting, Value
from sleuth.settings.load import Held, Origin, load_held, own_file
from sleuth.settings.save import reset_setting, save_setting


class StoredSettings:
    """The settings as the files have them.

    Attributes:
        root: The workspace, or None where none is open.
        held: By key; as of the last `read`.
        warnings: What is wrong in the files.
    """

    def __init__(self, root: Path | None) -> None:
        self.root = root
        self.held: dict[str, Held] = {}
        self.warnings: tuple[str, ...] = ()
        self.read()

    def read(self) -> None:
        self.held, self.warnings = load_held(self.root)

    def warnings_of(self, key: str) -> list[str]:
        """What is wrong with one setting in the files."""
        names_it = re.compile(rf"(?<![\w.]){re.escape(key)}(?![\w.])")
        return [warning for warning in self.warnings if names_it.search(warning)]

    def save(self, setting: Setting, value: Value) -> None:
        """Write a value.

        Raises:
            RequestError, SettingsNotSaved.
        """
        save_setting(self._file_for(setting), setting.key, value)
        self.read()

    def reset(self, setting: Setting) -> None:
        """Back to the default; for this workspace alone where the user's file says otherwise for all.

        Raises:
            SettingsNotSaved: The file is no TOML, or cannot be written.
        """
        file = self._file_for(setting)
        if self.held[setting.key].own_origin is Origin.USER and file != settings_file():
            save_setting(file, setting.key, setting.default)
        else:
            reset_setting(file, setting.key)
        self.read()

    def _file_for(self, setting: Setting) -> Path:
        is_here = self.held[setting.key].own_origin is Origin.WORKSPACE
        if self.root is not None and (is_here or not setting.is_personal):
            return own_file(self.root)
        return settings_file()


def turn_search_on(root: Path) -> str | None:
    """Search a workspace that was not searched; the sentence why that could not be done."""
    stored = StoredSettings(root)
    try:
        stored.save(next(one for one in SETTINGS if one.key == "search.enabled"), True)
    except SleuthError as error:
        return error.text()
    if stored.held["search.enabled"].value:
        return None
    return f"{root.name}/.sleuth.toml says that this folder is not searched"
