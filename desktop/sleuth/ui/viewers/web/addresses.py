"""Which addresses does a rendered page hold, and what do they stand for?

A page and its pictures have addresses of a scheme that only this application answers. A link into the workspace is
written as an address too, which is never loaded: it is told to whoever listens. What is no address here is no link.
"""

import os
import posixpath
import re
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from urllib.parse import quote, quote_from_bytes, unquote_to_bytes

SCHEME = "sleuth-view"
PAGE, PICTURE, GO, ACT = "page", "picture", "go", "act"
"""The hosts: what is shown, a picture in it, a way out of it, and what a control of the viewer's own in it does."""

_SCHEME_OF = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_LINE = re.compile(r"L(\d{1,9})(?:C\d+)?(?:-L?\d+(?:C\d+)?)?")
OUTWARD = ("http", "https", "mailto")
"""Schemes of links that lead out of the application; nothing else does."""


class InWorkspace(NamedTuple):
    """Where a relative address leads."""

    ref: str
    fragment: str


def root_of(path: Path, ref: str) -> Path:
    """The workspace's root, links in its own path followed: a file's path without its reference."""
    return Path(os.path.realpath(path.parents[len(PurePosixPath(ref).parts) - 1]))


def scheme_of(address: str) -> str:
    """The scheme of an address in small letters; empty for a relative one."""
    found = _SCHEME_OF.match(address)
    return found[1].lower() if found else ""


def resolved(address: str, ref: str) -> InWorkspace | None:
    """What an address in an item means inside the workspace; None where it leads out of it.

    One that starts with a slash starts from the workspace, as it does on the pages of git hosts.
    """
    if scheme_of(address) or address.startswith("//"):
        return None
    address, _, fragment = address.partition("#")
    path = _decoded(address.partition("?")[0])
    if "\\" in path or "\0" in path or ":" in path:  # other ways to say "elsewhere" on Windows
        return None
    folder = "" if path.startswith("/") else posixpath.dirname(ref)
    joined = posixpath.normpath(posixpath.join(folder, path.lstrip("/"))) if path else ref
    if joined == ".." or joined.startswith(("../", "/")):
        return None
    return InWorkspace("" if joined == "." else joined, _decoded(fragment))


def link(address: str, ref: str) -> str | None:
    """What a link in an item is written as; None for one that leads nowhere we go."""
    scheme = scheme_of(address)
    if scheme:
        return address if scheme in OUTWARD else None
    target = resolved(address, ref)
    if target is None or not target.ref:
        return None
    line = _LINE.fullmatch(target.fragment)
    if target.ref == ref and target.fragment and not line:
        return f"#{quote(target.fragment)}"
    return f"{SCHEME}://{GO}/{quote(_way(target, line[1] if line else None))}"


def _way(target: InWorkspace, line: str | None) -> str:
    """A reference with its line or fragment, as an address has it: a `#` in a name is not mistaken for one of ours."""
    path = quote_from_bytes(os.fsencode(target.ref))
    if line is not None:
        return f"{path}:{line}"
    return f"{path}#{quote(target.fragment)}" if target.fragment else path


def target_of(path: str) -> str:
    """What the path of such an address stands for."""
    return _decoded(path.removeprefix("/"))


def act_address(name: str) -> str:
    """The address of a control; no link in an item has one."""
    return f"{SCHEME}://{ACT}/{quote(name)}"


def page_address(number: int) -> str:
    return f"{SCHEME}://{PAGE}/{number}"


def picture_address(ref: str) -> str:
    """The address of a file of the workspace, which is looked at again before it is shown."""
    return f"{SCHEME}://{PICTURE}/{quote_from_bytes(os.fsencode(ref))}"


def _decoded(text: str) -> str:
    return os.fsdecode(unquote_to_bytes(text))
