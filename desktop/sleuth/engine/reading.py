"""What does an item say now, and where in it do a query's words stand?

For viewers: the text as it is indexed, its sections, and the stretches to mark, found by the same rules as a hit's.
"""

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sleuth.domain.errors import ItemUnreadable, RequestError
from sleuth.domain.folding import Folded
from sleuth.domain.items import Kind, Section
from sleuth.domain.opening import open_regular
from sleuth.search.passages.marks import Mark, marks_of
from sleuth.search.query.analyse import analyse
from sleuth.search.query.parse import parse
from sleuth.settings.blocked import BlockedPaths

# A log that nobody reads to its end; beyond, only its start is shown, and the viewer says so.
MOST_BYTES = 256_000_000
_MOST_MARKS = 20_000


@dataclass(frozen=True, slots=True)
class Reading:
    """An item, read."""

    ref: str
    path: Path
    """The file."""
    kind: Kind
    language: str | None
    text: str
    """As it is indexed: line ends are `"\\n"`; a PDF's pages and a notebook's cells one after another."""
    sections: tuple[Section, ...]
    profile: str | None
    """JSON: a table's columns."""
    marks: tuple[tuple[int, int], ...]
    """Where the query's words stand in the text, in code points, half-open, rising."""
    notice: str | None = None
    """What is to be said about the text, such as that it is cut."""

    def words(self) -> tuple[str, ...]:
        """What is marked, each form once, the longest first."""
        forms = dict.fromkeys(self.text[start:stop] for start, stop in self.marks)
        return tuple(sorted(forms, key=lambda form: (-len(form), form)))


def viewable_path(root: Path, ref: str, deny: Iterable[str]) -> Path:
    """The file of a reference, if it may be shown.

    Raises:
        ItemUnreadable: It is blocked, gone, no regular file, or not inside the workspace.
    """
    ref = os.path.normpath(ref).replace(os.sep, "/")
    rule = BlockedPaths(tuple(deny)).rule_for(ref)
    if rule is not None:
        raise ItemUnreadable(f"{ref} is blocked by the rule {rule}")
    if ref.startswith("../") or os.path.isabs(ref):
        raise ItemUnreadable(f"{ref} is not inside the workspace")
    try:
        open_regular(root, ref).close()
    except FileNotFoundError as error:
        raise ItemUnreadable(f"{ref} is not there any more") from error
    except OSError as error:
        raise ItemUnreadable(f"{ref} cannot be opened ({error.strerror or error})") from error
    return root / ref


def read_file(root: Path, ref: str, path: Path, typed: str) -> Reading:
    """A text, table or notebook as it is on the disk now.

    Raises:
        ItemUnreadable, ItemBinary, ItemTooLarge.
    """
    from sleuth.ingest.readers.registry import reader_for

    name = path.name
    reader = reader_for(name)
    limit = reader.limits(MOST_BYTES).read_bytes
    with open_regular(root, ref) as file:
        size = os.fstat(file.fileno()).st_size
        data = file.read(min(limit or MOST_BYTES, MOST_BYTES))
    content = reader.read(data, name)
    notice = f"the first {len(data):,} of {size:,} bytes" if len(data) < size else content.notice
    marks = marks_in(content.text, typed)
    return Reading(
        ref, path, content.kind, content.language, content.text, content.sections, content.profile, marks, notice
    )


def marks_in(text: str, typed: str) -> tuple[tuple[int, int], ...]:
    """Where the words of a query stand in a text, in code points, rising; none of what is no query.

    Stretches that overlap are one.
    """
    if not typed.strip():
        return ()
    try:
        terms = analyse(parse(typed, time.time_ns()))[0]
        folded = Folded.of(text)
        found: list[Mark] = []
        for term in terms:
            if not term.is_optional or all(other.is_optional for other in terms):
                found += marks_of(term, folded, _MOST_MARKS)
    except RequestError:
        return ()
    merged: list[tuple[int, int]] = []
    for start, stop, _ in sorted(found):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(stop, merged[-1][1]))
        elif stop > start:
            merged.append((start, stop))
    return tuple(merged)
