"""What does a `sleuth://` link lead to, and what a link in an item?

    sleuth://<workspace>/<source>/<reference>#section=page%203&line=4
"""

import os
import posixpath
from dataclasses import dataclass
from urllib.parse import quote, unquote

from sleuth.domain.items import Source
from sleuth.domain.links import SCHEME, parts_of
from sleuth.domain.numbers import number_in
from sleuth.ui.viewers.base import COMMIT, Place

__all__ = ["SCHEME", "Link", "link_to", "parse_link", "place_of_link"]


@dataclass(frozen=True, slots=True)
class Link:
    """A link, taken apart."""

    workspace: str
    """Its key."""
    place: Place


def parse_link(text: str) -> Link | None:
    """A link's parts; None of what is none."""
    parts = parts_of(text)
    if parts is None:
        return None
    return Link(parts.workspace, Place(parts.ref, parts.line, parts.section, source=parts.source or Source.FILES))


def place_of_link(target: str, here: str) -> Place | None:
    """Where a link in an item leads within the workspace; None of what leads out of it.

    Args:
        target: `folder/file.md#heading` or `file.py:12`, relative to the item; from the workspace's root with `/` first;
            `commit:` and a hash.
        here: The item's reference.
    """
    if target.startswith(COMMIT):
        return Place(target.removeprefix(COMMIT), source=Source.GIT)
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
