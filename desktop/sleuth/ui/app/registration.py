"""How does the system learn that `sleuth://` links are ours? (S-67)

On Linux by a desktop entry (freedesktop.org's Desktop Entry and MIME Applications specifications), on Windows by a key of
the user's own classes; on macOS an application's bundle says so, and nothing is left to do. Done once, and again when the
program has moved; not where `SLEUTH_HOME` keeps everything in a folder of its own.
"""

import os
import shutil
import sys
from pathlib import Path

from PySide6.QtCore import QProcess, QStandardPaths

from sleuth.places import resources_folder
from sleuth.ui.window.links import SCHEME

_ENTRY = """[Desktop Entry]
Type=Application
Name=Sleuth
Comment=Searches everything in a folder
Exec={command} open %u
Icon={icon}
Terminal=false
Categories=Utility;Development;
MimeType=x-scheme-handler/{scheme};
"""
_NAME = "sleuth.desktop"


def register_scheme() -> None:
    """Tell the system, where it does not know yet; what it refuses is let be."""
    if os.environ.get("SLEUTH_HOME"):
        return
    try:
        if sys.platform == "win32":
            _in_registry()
        elif sys.platform != "darwin":
            _as_entry()
    except OSError:
        return


def desktop_entry(command: list[str], icon: Path) -> str:
    """The entry's text; what is special to its `Exec` key is quoted as the specification says."""
    return _ENTRY.format(command=" ".join(map(_quoted, command)), icon=icon, scheme=SCHEME)


def _quoted(word: str) -> str:
    escaped = "".join(f"\\{letter}" if letter in '"`$\\' else letter for letter in word).replace("%", "%%")
    return f'"{escaped}"'


def _command() -> list[str]:
    program = Path(sys.executable).with_name("sleuth.exe" if sys.platform == "win32" else "sleuth")
    return [str(program)] if program.is_file() else [sys.executable, "-m", "sleuth"]


def _as_entry() -> None:
    folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.ApplicationsLocation))
    entry = desktop_entry(_command(), resources_folder() / "icon.svg")
    file = folder / _NAME
    if file.is_file() and file.read_text("utf-8", errors="replace") == entry:
        return
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(entry, "utf-8")
    setter = shutil.which("xdg-mime")
    if setter is not None:
        QProcess.startDetached(setter, ["default", _NAME, f"x-scheme-handler/{SCHEME}"])


def _in_registry() -> None:
    if sys.platform == "win32":
        import winreg

        command = " ".join(f'"{word}"' for word in _command())
        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, rf"Software\Classes\{SCHEME}") as key:
            winreg.SetValueEx(key, "", 0, winreg.REG_SZ, "URL:Sleuth")
            winreg.SetValueEx(key, "URL Protocol", 0, winreg.REG_SZ, "")
            winreg.SetValue(key, r"shell\open\command", winreg.REG_SZ, f'{command} open "%1"')
