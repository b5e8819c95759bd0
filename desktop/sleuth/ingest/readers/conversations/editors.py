"""Where do editors of VS Code's family keep what their extensions write?"""

import sys
from collections.abc import Iterator
from pathlib import Path

from sleuth.ingest.readers.conversations.scope import Scope

_NAMES = (
    "Code",
    "Code - Insiders",
    "Code - OSS",
    "VSCodium",
    "VSCodium - Insiders",
    "Cursor",
    "Windsurf",
    "Windsurf - Next",
    "Antigravity",
    "Kiro",
    "Positron",
    "Trae",
)
# Below the home folder of a machine that is worked on from another.
_SERVERS = (".vscode-server", ".vscode-server-insiders", ".vscodium-server", ".cursor-server", ".windsurf-server")


def user_folders(scope: Scope) -> Iterator[Path]:
    """The `User` folder of each such editor, whether or not it is there."""
    if portable := scope.environment.get("VSCODE_PORTABLE"):
        yield Path(portable) / "user-data" / "User"
    for folder in scope.application_data(*_NAMES):
        yield folder / "User"
    if sys.platform == "linux":
        for name in _SERVERS:
            yield scope.home / name / "data" / "User"


def storage_of(extension: str, scope: Scope) -> list[Path]:
    """What may be the folder of an extension in each editor."""
    return [folder / "globalStorage" / extension for folder in user_folders(scope)]
