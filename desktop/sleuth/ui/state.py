"""What does the window remember between two starts? Sizes, tabs, recent folders and files, searches.

Kept in one file in the data folder, with nothing in it that a scan could make; a file that cannot be read is forgotten.
"""

import json
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from sleuth.places import PRIVATE_FILE, can_be_path, data_folder, make_private_folder

_MOST_FOLDERS, _MOST_FILES, _MOST_SEARCHES = 12, 20, 50


class WindowState:
    """Reads and writes; every value has a form that is right when there is none."""

    def __init__(self, path: Path | None = None) -> None:
        folder = data_folder()
        make_private_folder(folder)
        file = path or folder / "window.ini"
        with suppress(OSError):  # then nothing is remembered
            # What was searched for is nobody else's concern. Qt keeps the mode of a file that is there.
            file.touch(PRIVATE_FILE)
            file.chmod(PRIVATE_FILE)
        self._store = QSettings(str(file), QSettings.Format.IniFormat)

    def _list(self, key: str) -> list[str]:
        try:
            found = json.loads(str(self._store.value(key, "[]")))
        except (ValueError, RecursionError):
            return []
        return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []

    def _put_first(self, key: str, value: str, most: int) -> None:
        kept = [value, *(one for one in self._list(key) if one != value)][:most]
        self._store.setValue(key, json.dumps(kept))

    # -- folders

    def folders(self) -> list[str]:
        return list(filter(can_be_path, self._list("folders")))

    def opened_folder(self, folder: str) -> None:
        self._put_first("folders", folder, _MOST_FOLDERS)

    def forget_folder(self, folder: str) -> None:
        self._store.setValue("folders", json.dumps([one for one in self.folders() if one != folder]))

    # -- of a workspace, by its key

    def files(self, key: str) -> list[str]:
        return self._list(f"{key}/files")

    def opened_file(self, key: str, ref: str) -> None:
        self._put_first(f"{key}/files", ref, _MOST_FILES)

    def searches(self, key: str) -> list[str]:
        return self._list(f"{key}/searches")

    def searched(self, key: str, text: str) -> None:
        self._put_first(f"{key}/searches", text, _MOST_SEARCHES)

    def kept_searches(self, key: str) -> list[str]:
        """Those that the person keeps, the latest first."""
        return self._list(f"{key}/kept")

    def keep_search(self, key: str, text: str, keeps: bool) -> None:
        if keeps:
            self._put_first(f"{key}/kept", text, _MOST_SEARCHES)
        else:
            self._store.setValue(f"{key}/kept", json.dumps([one for one in self.kept_searches(key) if one != text]))

    def tabs(self, key: str) -> tuple[list[str], str, str]:
        """References as they stand, the one that is only looked at, and the one in front; empty where there is none."""
        leaning, current = (self._list(f"{key}/{name}") for name in ("leaning", "current"))
        return self._list(f"{key}/tabs"), next(iter(leaning), ""), next(iter(current), "")

    def set_tabs(self, key: str, refs: list[str], leaning: str, current: str) -> None:
        # As JSON, which keeps names of any bytes.
        for name, kept in (("tabs", refs), ("leaning", [leaning]), ("current", [current])):
            self._store.setValue(f"{key}/{name}", json.dumps(kept))

    def windows(self) -> list[str]:
        """The folders whose windows were open together, the one in front last."""
        return self._list("windows")

    def set_windows(self, folders: list[str]) -> None:
        self._store.setValue("windows", json.dumps(folders))

    # -- shapes

    def shape(self, name: str) -> QByteArray:
        """A window's geometry, or a splitter's state; empty where there is none."""
        value = self._store.value(f"shape/{name}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_shape(self, name: str, shape: QByteArray) -> None:
        self._store.setValue(f"shape/{name}", shape)

    def flag(self, name: str, default: bool) -> bool:
        return str(self._store.value(f"flag/{name}", default)).lower() == "true"

    def set_flag(self, name: str, value: bool) -> None:
        self._store.setValue(f"flag/{name}", value)

    def save(self) -> None:
        self._store.sync()
