"""What is said where nothing of a workspace's terminals is recorded? Where it is looked for, and how to have some."""

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication


def where_recorded(folders: Sequence[Path], home: Path) -> str:
    """Sleuth's own folder first, then those of the settings."""
    own, *named = [_short(folder, home) for folder in folders]
    looked = [_tr("casts and typescripts in the workspace"), own, *named]
    if sys.platform != "win32":
        looked.append(_tr("open panes of tmux"))
    looked.append(_tr("Cursor's terminals"))
    said = [_tr("No terminal of this workspace is recorded."), _tr("Looked for: {0}.").format("; ".join(looked))]
    if sys.platform != "win32":
        said.append(_tr("“sleuth record make test” records one; further folders can be named in the settings."))
    else:
        said.append(_tr("Further folders can be named in the settings."))
    return " ".join(said)


def _short(folder: Path, home: Path) -> str:
    return f"~/{folder.relative_to(home).as_posix()}" if folder.is_relative_to(home) else str(folder)


def _tr(text: str) -> str:
    return QCoreApplication.translate("NoTerminals", text)
