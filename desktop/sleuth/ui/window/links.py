"""What does a `sleuth://` link lead to, and what a link in an item?

    sleuth://<workspace>/<source>/<reference>#section=page%203&line=4
"""

import os
import posixpath
from dataclasses import dataclass
from urllib.parse import parse_qs, quote, unquote, unquote_to_bytes, urlsplit

from sleuth.ui.viewers.base import Place

SCHEME = "sleuth"


@dataclass(frozen=True, slots=True)
class Link:
    """A link, taken apart."""

    workspace: str
    """Its key."""
    place: Place


def parse_link(text: str) -> Link | None:
    """A link's parts; None of what is none."""
    try:
        parts = urlsplit(text)
    except ValueError:  # half a bracket, say
        return None
    if parts.scheme != SCHEME or not parts.netloc:
        return None
    source, _, ref = parts.path.lstrip("/").partition("/")
    if not source or not ref:
        return None
    said = parse_qs(parts.fragment)
    line = said.get("line", [""])[0]
    place = Place(os.fsdecode(unquote_to_bytes(ref)), int(line) if line.isdigit() else None, said.get("section", [None])[0])
    return Link(os.fsdecode(unquote_to_bytes(parts.netloc)), place)


def place_of_link(target: str, here: str) -> Place | None:
    """Where a link in an item leads within the workspace; None of what leads out of it.

    Args:
        target: `folder/file.md#heading` or `file.py:12`, relative to the item; from the workspace's root with `/` first.
        here: The item's reference.
    """
    path, _, fragment = target.partition("#")
    path = unquote(path)
    name, _, digits = path.rpartition(":")
    line = int(digits) if name and digits.isdigit() else None
    if line is not None:
        path = name
    elif fragment[:1] == "L" and fragment[1:].isdigit():
        line = int(fragment[1:])
    ref = path.lstrip("/") if path.startswith("/") else posixpath.join(posixpath.dirname(here), path)
    ref = posixpath.normpath(ref) if path else here
    return None if ref.startswith("../") or ref in ("", ".", "..") else Place(ref, line)


def link_to(workspace: str, place: Place, source: str = "files") -> str:
    """The canonical link to a place (S-67)."""
    section = f"section={quote(place.section)}&" if place.section else ""
    return f"{SCHEME}://{quote(os.fsencode(workspace))}/{source}/{quote(os.fsencode(place.ref))}#{section}line={place.line or 1}"
