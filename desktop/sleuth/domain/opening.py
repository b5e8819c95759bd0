"""How is a file of a workspace opened so that it can be nothing else?

Never a link, a pipe, a socket or a device, and never through a folder that is a link: what is
outside the workspace stays outside, and nothing can be made to wait for ever.
"""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
_BINARY = getattr(os, "O_BINARY", 0)


def is_inside(root: Path, ref: str) -> bool:
    """Whether a path leads to where it says, no part of it being a link; `root` is resolved already."""
    folder = os.path.join(root, os.path.dirname(ref))
    return os.path.realpath(folder) == os.path.normpath(folder)


def open_regular(root: Path, ref: str, known_inside: dict[str, bool] | None = None) -> BinaryIO:
    """A regular file of the workspace, open for reading.

    Args:
        known_inside: What `is_inside` said of folders, kept for one scan.

    Raises:
        FileNotFoundError: It is not there, or is no regular file (any more).
        OSError: It cannot be opened.
    """
    path = os.path.join(root, ref)
    folder = os.path.dirname(ref)
    inside = known_inside.get(folder) if known_inside is not None else None
    if inside is None:
        inside = is_inside(root, ref)
        if known_inside is not None:
            known_inside[folder] = inside
    if not inside or not stat.S_ISREG(os.lstat(path).st_mode):
        raise FileNotFoundError(errno.ENOENT, "no regular file inside the workspace", path)
    descriptor = os.open(path, os.O_RDONLY | _NO_FOLLOW | _NO_WAIT | _BINARY)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):  # swapped since
        os.close(descriptor)
        raise FileNotFoundError(errno.ENOENT, "no regular file", path)
    return os.fdopen(descriptor, "rb")
