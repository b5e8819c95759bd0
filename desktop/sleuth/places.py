"""Where are things: the data, the configuration, each workspace's folder?

`SLEUTH_HOME`, when set, holds everything; else the platform's own folders do (platformdirs).
"""

import hashlib
import os
import sys
from pathlib import Path

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600


def _home() -> Path | None:
    home = os.environ.get("SLEUTH_HOME")
    return Path(home).expanduser().absolute() if home else None


def data_folder() -> Path:
    """Holds `workspaces/`; not made here."""
    home = _home()
    if home is not None:
        return home
    import platformdirs

    return Path(platformdirs.user_data_dir("sleuth", appauthor=False))


def settings_file() -> Path:
    """The user's own settings."""
    home = _home()
    if home is not None:
        return home / "settings.toml"
    import platformdirs

    return Path(platformdirs.user_config_dir("sleuth", appauthor=False)) / "settings.toml"


def workspace_key(root: Path) -> str:
    """`<folder name>-<8 hex of the resolved path's SHA-256>` (S-01); `root` is resolved already."""
    digest = hashlib.sha256(os.fsencode(root)).hexdigest()[:8]
    return f"{root.name or 'root'}-{digest}"


def workspaces_folder() -> Path:
    return data_folder() / "workspaces"


def workspace_folder(root: Path) -> Path:
    """What Sleuth keeps for the workspace at `root` (resolved); not made here."""
    return workspaces_folder() / workspace_key(root)


def notes_folder(root: Path) -> Path:
    """The person's own notes on the workspace at `root` (resolved): Markdown files; not made here."""
    return workspace_folder(root) / "notes"


def kept_folder(root: Path) -> Path:
    """The chats on the workspace at `root` (resolved) that were kept when their agents deleted them; not made here."""
    return workspace_folder(root) / "kept"


def recordings_folder(root: Path) -> Path:
    """What `sleuth record` made in the workspace at `root` (resolved); not made here."""
    return workspace_folder(root) / "recordings"


def outside_path(root: Path, ref: str) -> Path:
    """Where a note, a plan or a recording lies: `notes/…` and `recordings/…` are one's own, `~/…` is below the home folder.

    What else is no absolute path lies in the workspace.
    """
    if ref.startswith("~/"):
        return Path.home() / ref.removeprefix("~/")
    return workspace_folder(root) / ref if ref.startswith(("notes/", "recordings/")) else root / ref


def resources_folder() -> Path:
    """Icons and the like: in the clone's `resources/`, or in the package where it is installed."""
    inside = Path(__file__).with_name("resources")
    return inside if inside.is_dir() else Path(__file__).parents[2] / "resources"


def socket_name() -> str:
    """Where the running application listens: a pipe's name on Windows, a socket's path elsewhere.

    A socket's path may be 107 bytes long (unix(7)), so it lies in the folder for temporary files, named by the user
    and the data folder; only its owner can open it.
    """
    digest = hashlib.sha256(os.fsencode(data_folder())).hexdigest()[:16]
    if sys.platform == "win32":
        return f"sleuth-{digest}"
    folder = os.environ.get("XDG_RUNTIME_DIR")
    if not folder:
        import tempfile  # a tenth of what an agent's hook takes

        folder = tempfile.gettempdir()
    return str(Path(folder) / f"sleuth-{os.getuid()}-{digest}")


def can_be_path(value: object) -> bool:
    """Whether the system would take it as a name; what it would not is no folder of anybody's."""
    try:
        return isinstance(value, str) and b"\0" not in os.fsencode(value)
    except UnicodeEncodeError:
        return False


def make_private_folder(folder: Path) -> None:
    """Make `folder` and its missing parents, readable by the user alone.

    Raises:
        OSError: It cannot be made, a file of that name being there, say.
    """
    for missing in reversed([folder, *folder.parents]):
        try:
            missing.mkdir(mode=PRIVATE_FOLDER)
        except FileExistsError:
            if not missing.is_dir():
                raise
        except OSError:
            if not missing.is_dir():
                raise
