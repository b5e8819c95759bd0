"""Can a file of a workspace be opened as anything but a regular file inside it?"""

import os
import socket
from pathlib import Path

import pytest

from sleuth.domain.opening import is_inside, open_regular

posix = pytest.mark.skipif(os.name == "nt", reason="links and pipes are POSIX's")


def read(root: Path, ref: str) -> bytes:
    with open_regular(root, ref) as file:
        return file.read()


def test_regular_file(workspace: Path) -> None:
    """A regular file is read, in a folder too."""
    (workspace / "a").mkdir()
    (workspace / "a/b.txt").write_bytes(b"here")
    assert read(workspace, "a/b.txt") == b"here"


def test_name_that_is_no_unicode(workspace: Path) -> None:
    """A name of any bytes opens by its surrogates."""
    name = os.fsdecode(b"caf\xe9.txt")
    (workspace / name).write_bytes(b"here")
    assert read(workspace, name) == b"here"


@pytest.mark.parametrize("ref", ["missing.txt", "folder", "folder/missing", "file.txt/below"])
def test_what_is_not_there(workspace: Path, ref: str) -> None:
    """What is missing or is a folder cannot be opened."""
    (workspace / "folder").mkdir()
    (workspace / "file.txt").write_bytes(b"")
    with pytest.raises((FileNotFoundError, NotADirectoryError)):
        open_regular(workspace, ref)


@posix
def test_link_to_a_file(workspace: Path) -> None:
    """A link is not followed, even to a file inside."""
    (workspace / "target.txt").write_bytes(b"here")
    (workspace / "link.txt").symlink_to("target.txt")
    with pytest.raises(FileNotFoundError):
        open_regular(workspace, "link.txt")


@posix
def test_folder_that_is_a_link(workspace: Path, tmp_path: Path) -> None:
    """Nothing behind a folder that is a link can be opened."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_bytes(b"secret")
    (workspace / "link").symlink_to(outside)
    with pytest.raises(FileNotFoundError):
        open_regular(workspace, "link/secret.txt")


@posix
def test_pipe_is_not_waited_for(workspace: Path) -> None:
    """A FIFO is refused at once."""
    os.mkfifo(workspace / "pipe")
    with pytest.raises(FileNotFoundError):
        open_regular(workspace, "pipe")


@posix
def test_socket(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket is refused."""
    monkeypatch.chdir(workspace)
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("socket")
        with pytest.raises(FileNotFoundError):
            open_regular(workspace, "socket")


@posix
def test_is_inside(workspace: Path, tmp_path: Path) -> None:
    """A path counts as inside unless a folder on it is a link or leads up."""
    (workspace / "real/deep").mkdir(parents=True)
    (workspace / "link").symlink_to("real")
    cases = {"a": True, "real/a": True, "real/deep/a": True, "link/a": False, "link/deep/a": False}
    assert {ref: is_inside(workspace, ref) for ref in cases} == cases
