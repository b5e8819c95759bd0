"""How are the texts of commits kept?

    CommitText of some commits, by id ⇄ one blob

Many together: short texts that say much the same take a third less than each by itself, and as much less time.
"""

from collections.abc import Mapping

import numpy as np

from sleuth.domain.errors import IndexDamaged
from sleuth.domain.history import CommitText
from sleuth.index.encoding import pack, unpack

TOGETHER = 64
"""Commits a blob: more save little, and one of them is not to be had without the others."""


def text_bytes(text: CommitText) -> bytes:
    """A text on its way into a blob; a NUL stands in none of its parts."""
    return f"{text.message}\0{text.people}\0{text.files}\0{text.blocked}".encode()


def packed(texts: Mapping[int, bytes]) -> bytes:
    """The blob of `text_bytes` by id."""
    head = np.array([len(texts), *texts, *map(len, texts.values())], np.int64)
    return pack(head.tobytes() + b"".join(texts.values()))


def unpacked(blob: bytes) -> dict[int, bytes]:
    """What `packed` was given.

    Raises:
        IndexDamaged: The bytes are not those.
    """
    data = unpack(blob)
    try:
        (count,) = np.frombuffer(data, np.int64, 1).tolist()
        ids, lengths = np.frombuffer(data, np.int64, 2 * count, 8).reshape(2, -1).tolist()
    except ValueError as error:
        raise IndexDamaged(f"the index is damaged (texts of commits: {error})") from error
    texts: dict[int, bytes] = {}
    at = 8 * (1 + 2 * count)
    for id_, length in zip(ids, lengths, strict=True):
        texts[id_] = data[at : at + length]
        at += length
    return texts


def text_of(data: bytes) -> CommitText:
    """The text again.

    Raises:
        IndexDamaged: It is none.
    """
    try:
        message, people, files, blocked = data.decode("utf-8").split("\0")
    except ValueError as error:
        raise IndexDamaged(f"the index is damaged (a commit's text: {error})") from error
    return CommitText(message, people, files, blocked)
