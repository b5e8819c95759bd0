"""What does a `sleuth://` link lead to, and what a link in an item?

    sleuth://<workspace>/<source>/<reference>#section=page%203&line=4
"""

import os
import posixpath
from dataclasses import dataclass
from urllib.parse import parse_qs, quote, unquote, unquote_to_bytes, urlsplit

from sleuth.domain.items import Source
from sleuth.domain.numbers import number_in
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
        parts = urlsplit(text.encode().decode())
    except ValueError:  # half a bracket, say, or bytes that are no text
        return None
    if parts.scheme != SCHEME or not parts.netloc:
        return None
    source, _, ref = parts.path.lstrip("/").partition("/")
    if not source or not ref:
        return None
    said = parse_qs(parts.fragment)
    workspace, ref = _name_in(parts.netloc), _name_in(ref)
    if "\0" in workspace + ref:
        return None
    where = next((one for one in Source if one.value == source), Source.FILES)
    return Link(workspace, Place(ref, number_in(said.get("line", [""])[0]), said.get("section", [None])[0], source=where))


def _name_in(quoted: str) -> str:
    """A file's name as it stands in a link, which may be any bytes."""
    return os.fsdecode(unquote_to_bytes(quoted))


def place_of_link(target: str, here: str) -> Place | None:
    """Where a link in an item leads within the workspace; None of what leads out of it.

    Args:
        target: `folder/file.md#heading` or `file.py:12`, relative to the item; from the workspace's root with `/` first.
        here: The item's reference.
    """
    path, _, fragment = target.partition("#")
    path = unquote(path)
    name, _, digits = path.rpartition(":")
    line = number_in(digits) if name else None
    if line is not None:
        path = name
    elif fragment[:1] == "L":
        line = number_in(fragment[1:])
    ref = path.lstrip("/") if path.startswith("/") else posixpath.join(posixpath.dirname(here), path)
    ref = posixpath.normpath(ref) if path else here
    return None if ref.startswith("../") or ref in ("", ".", "..") else Place(ref, line)


def link_to(workspace: str, place: Place) -> str:
    """The canonical link to a place (S-67)."""
    source = place.source.value
    section = f"section={quote(place.section)}&" if place.section else ""
    return f"{SCHEME}://{quote(os.fsencode(workspace))}/{source}/{quote(os.fsencode(place.ref))}#{section}line={place.line or 1}"
