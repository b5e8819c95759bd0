"""Which file does the pane read a setting from, and write it to?

What is a folder's goes into the workspace's own file; what is the person's (`is_personal`), and everything while no folder is
open, into the user's. A setting that the workspace's file has already is changed there, or the change would not be seen.
"""

from pathlib import Path

from sleuth.places import settings_file
from sleuth.settings.declarations import Setting, Value
from sleuth.settings.load import Held, Origin, load_held, own_file
from sleuth.settings.save import reset_setting, save_setting


class StoredSettings:
    """The settings as the files have them.

    Attributes:
        root: The workspace, or None where none is open.
        held: By key; as of the last `read`.
    """

    def __init__(self, root: Path | None) -> None:
        self.root = root
        self.held: dict[str, Held] = {}
        self.read()

    def read(self) -> None:
        self.held, _ = load_held(self.root)

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
