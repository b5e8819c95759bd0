"""Which pictures may a document show?

Files of the workspace only, and none too large; nothing is ever fetched.
"""

import base64
import binascii
import os
from enum import Enum
from pathlib import Path

from sleuth.domain.opening import open_regular
from sleuth.ui.viewers.web.addresses import picture_address, resolved, scheme_of

MOST_BYTES = 10_000_000
"""Of one picture."""
MOST_EMBEDDED = 40_000_000
"""Of all pictures that stand in a page's own text: a page of that size is still quick to load."""

TYPES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".bmp": "image/bmp",
    ".ico": "image/x-icon",
    ".svg": "image/svg+xml",  # as a picture it runs no script and loads nothing: https://www.w3.org/TR/SVG2/conform.html#secure-static-mode
}
_EMBEDDABLE = ("data:image/png;", "data:image/jpeg;", "data:image/gif;", "data:image/webp;")


class Refused(Enum):
    """Why a picture is not shown."""

    REMOTE = "it is not in the workspace"
    OUTSIDE = "it leads out of the workspace"
    ABSENT = "there is no such picture"
    LARGE = "it is too large"


class Pictures:
    """The pictures of one document.

    Attributes:
        shown: References of the files it may show.
    """

    def __init__(self, root: Path, ref: str) -> None:
        self._root = root
        self._ref = ref
        self._room = MOST_EMBEDDED
        self.shown: set[str] = set()

    def address(self, source: str) -> str | Refused:
        """What stands for a picture in the page, or why it is not shown."""
        if source.lower().startswith(_EMBEDDABLE):
            return self._fitting(source)
        if scheme_of(source) or source.startswith("//"):
            return Refused.REMOTE
        target = resolved(source, self._ref)
        if target is None:
            return Refused.OUTSIDE
        refused = _why_not(self._root, target.ref)
        if refused is not None:
            return refused
        self.shown.add(target.ref)
        return picture_address(target.ref)

    def embedded(self, media_type: str, encoded: str) -> str | Refused:
        """A picture that stands in the item itself, in base64."""
        packed = "".join(encoded.split())
        try:
            base64.b64decode(packed, validate=True)
        except (binascii.Error, ValueError):
            return Refused.ABSENT
        return self._fitting(f"data:{media_type};base64,{packed}")

    def _fitting(self, address: str) -> str | Refused:
        if len(address) > min(MOST_BYTES * 4 // 3, self._room):
            return Refused.LARGE
        self._room -= len(address)
        return address


def read_picture(root: Path, ref: str) -> tuple[str, bytes]:
    """Its media type and its bytes.

    Raises:
        OSError: It cannot be opened, is no regular file inside the workspace, or is too large.
    """
    with open_regular(root, ref) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError("too large")
    return TYPES[_ending(ref)], data


def is_picture(name: str) -> bool:
    """Whether a file of this name is one that can be shown."""
    return _ending(name) in TYPES


def _why_not(root: Path, ref: str) -> Refused | None:
    if not is_picture(ref):
        return Refused.ABSENT
    try:
        with open_regular(root, ref) as file:
            size = os.fstat(file.fileno()).st_size
    except (OSError, ValueError):
        return Refused.ABSENT
    return Refused.LARGE if size > MOST_BYTES else None


def _ending(ref: str) -> str:
    return os.path.splitext(ref)[1].lower()
