"""What are the parts of a link to a place?

    sleuth://<workspace>/<source>/<reference>#section=page%203&line=4
"""

import os
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote_to_bytes, urlsplit

from sleuth.domain.items import Source
from sleuth.domain.numbers import number_in

SCHEME = "sleuth"


@dataclass(frozen=True, slots=True)
class LinkParts:
    """A link, taken apart."""

    workspace: str
    """Its key."""
    source: Source | None
    """None where it is not known."""
    ref: str
    line: int | None
    section: str | None


def parts_of(text: str) -> LinkParts | None:
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
    where = next((one for one in Source if one.value == source), None)
    return LinkParts(workspace, where, ref, number_in(said.get("line", [""])[0]), said.get("section", [None])[0])


def _name_in(quoted: str) -> str:
    """A file's name as it stands in a link, which may be any bytes."""
    return os.fsdecode(unquote_to_bytes(quoted))
