"""Does everything of ours lie where it should, readable by its owner alone?"""

import hashlib
import os
import stat
from pathlib import Path

import pytest
from tests.unit.building import scanned

from sleuth import places

posix = pytest.mark.skipif(os.name == "nt", reason="modes are POSIX's")


def test_workspace_key() -> None:
    """A key is the folder's name and eight digits of its path's SHA-256."""
    digest = hashlib.sha256(b"/srv/My Notes").hexdigest()[:8]
    assert places.workspace_key(Path("/srv/My Notes")) == f"My Notes-{digest}"


def test_key_of_the_root() -> None:
    """The root folder, which has no name, has a key too."""
    assert places.workspace_key(Path("/")).startswith("root-")


def test_keys_differ_by_path() -> None:
    """Two folders of one name have two keys."""
    assert places.workspace_key(Path("/a/notes")) != places.workspace_key(Path("/b/notes"))


def test_key_of_a_name_that_is_no_unicode() -> None:
    """A folder whose name is not UTF-8 has a key."""
    root = Path(os.fsdecode(b"/srv/caf\xe9"))
    assert places.workspace_key(root).endswith(hashlib.sha256(b"/srv/caf\xe9").hexdigest()[:8])


def test_home_holds_everything(home: Path) -> None:
    """With SLEUTH_HOME set, data and settings lie in it."""
    assert places.data_folder() == home
    assert places.settings_file() == home / "settings.toml"


@pytest.mark.parametrize("value", ["", None])
def test_without_a_home(monkeypatch: pytest.MonkeyPatch, value: str | None) -> None:
    """Unset or empty, SLEUTH_HOME leaves the platform's folders."""
    monkeypatch.setenv("SLEUTH_HOME", value) if value is not None else monkeypatch.delenv("SLEUTH_HOME")
    assert places.data_folder().name == "sleuth"
    assert places.settings_file().name == "settings.toml"


@posix
def test_folders_are_private(tmp_path: Path) -> None:
    """A folder that is made, and its parents that were missing, are the user's alone."""
    places.make_private_folder(tmp_path / "a/b")
    assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("a", "a/b")] == [0o700, 0o700]


def test_folder_that_is_there(tmp_path: Path) -> None:
    """A folder that exists is no fault."""
    places.make_private_folder(tmp_path)
    assert tmp_path.is_dir()


@pytest.mark.parametrize("below", ["file", "file/a"])
def test_file_in_the_way(tmp_path: Path, below: str) -> None:
    """A file where a folder should be is said to be in the way."""
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError):  # noqa: PT011 - which of them is the system's choice
        places.make_private_folder(tmp_path / below)


@posix
def test_everything_kept_is_private(workspace: Path, home: Path) -> None:
    """After a scan no folder or file of ours can be read by others, whatever the umask (S-01)."""
    before = os.umask(0)
    try:
        scanned(workspace, {"a.txt": "text"}).close()
    finally:
        os.umask(before)
    kept = [path for path in home.rglob("*") if stat.S_IMODE(path.lstat().st_mode) & 0o077]
    assert (home / "workspaces").is_dir()
    assert kept == []


def test_nothing_is_written_into_the_workspace(workspace: Path) -> None:
    """A scan and a search leave the folder as it was."""
    scanned(workspace, {"a.txt": "text"}).close()
    assert [path.name for path in workspace.iterdir()] == ["a.txt"]
