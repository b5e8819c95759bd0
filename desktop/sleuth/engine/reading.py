"""What does an item say now, and where in it do a query's words stand?

For viewers: the text as it is indexed, its sections, and the stretches to mark, found by the same rules as a hit's.
"""

import os
import stat
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sleuth.domain.chats import Role, Session
from sleuth.domain.errors import ItemUnreadable, RequestError
from sleuth.domain.folding import Folded
from sleuth.domain.items import Kind, Section
from sleuth.domain.opening import is_inside, open_regular
from sleuth.domain.terms import AnalysedTerm
from sleuth.index.snapshot import Snapshot
from sleuth.places import outside_path
from sleuth.search.passages.marks import Mark, marks_of
from sleuth.search.query.analyse import analyse
from sleuth.search.query.parse import parse
from sleuth.settings.blocked import BlockedPaths

# A log that nobody reads to its end; beyond, only its start is shown, and the viewer says so.
MOST_BYTES = 256_000_000
_MOST_MARKS = 20_000

Stretches = tuple[tuple[int, int], ...]
"""In code points, half-open, rising."""


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

    def start_of_line(self, line: int, start: int = 0) -> int:
        """Where a line begins, counted from 1 at a place in the text; the last one's where there are not so many."""
        for _ in range(line - 1):
            line_end = self.text.find("\n", start)
            if line_end < 0:
                break
            start = line_end + 1
        return start

    def words(self) -> tuple[str, ...]:
        """What is marked, each form once, the longest first."""
        forms = dict.fromkeys(self.text[start:stop] for start, stop in self.marks)
        return tuple(sorted(forms, key=lambda form: (-len(form), form)))


@dataclass(frozen=True, slots=True)
class ReadMessage:
    """One message of a chat, read."""

    number: int
    """From 1."""
    ref: str
    role: Role
    at_ms: int | None
    """Since 1970, UTC."""
    text: str
    """Markdown, mostly; what looked like a secret is masked."""
    marks: tuple[tuple[int, int], ...]
    """As of `Reading`."""


@dataclass(frozen=True, slots=True)
class ReadChat:
    """A chat, read."""

    title: str
    agent: str
    """As `author:` takes it, such as `claude-code`."""
    session: Session
    path: Path
    """The transcript."""
    messages: tuple[ReadMessage, ...]
    number: int
    """The message that the reference leads to."""


def read_chat(snapshot: Snapshot, ref: str, typed: str) -> ReadChat:
    """The chat that a reference leads to, as it was last read.

    Raises:
        ItemUnreadable: There is none.
    """
    found = snapshot.chat_at(ref)
    if found is None:
        raise ItemUnreadable(f"there is no chat {ref} any more")
    chat, said, number = found
    marks = marker(typed)
    messages = tuple(ReadMessage(one.number, one.ref, one.role, one.at_ms, one.text, marks(one.text)) for one in said)
    return ReadChat(chat.title, chat.agent, chat.session, Path(chat.path), messages, number)


def read_note(root: Path, ref: str, typed: str) -> Reading:
    """A note or a plan, as it is on the disk now; the caller knows that it is one.

    Raises:
        ItemUnreadable: It is gone, or cannot be read.
    """
    from sleuth.ingest.readers.registry import reader_for

    path = outside_path(root, ref)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES)
    except FileNotFoundError as error:
        raise ItemUnreadable(f"{ref} is not there any more") from error
    except OSError as error:
        raise ItemUnreadable(f"{ref} cannot be opened ({error.strerror or error})") from error
    content = reader_for(path.name).read(data, path.name)
    marks = marks_in(content.text, typed)
    return Reading(ref, path, content.kind, content.language, content.text, content.sections, content.profile, marks)


def viewable_path(root: Path, ref: str, deny: Iterable[str]) -> Path:
    """The file of a reference, if it may be shown.

    Raises:
        ItemUnreadable: It is blocked, gone, no regular file, or not inside the workspace.
    """
    ref = os.path.normpath(ref).replace(os.sep, "/")
    if "\0" in ref:
        raise ItemUnreadable("no file has such a name")
    rule = BlockedPaths(tuple(deny)).rule_for(ref)
    if rule is not None:
        raise ItemUnreadable(f"{ref} is blocked by the rule {rule}")
    if ref.startswith("../") or os.path.isabs(ref):
        raise ItemUnreadable(f"{ref} is not inside the workspace")
    try:
        open_regular(root, ref).close()
    except FileNotFoundError as error:
        raise ItemUnreadable(f"{ref} {_what_it_is(root, ref)}") from error
    except OSError as error:
        raise ItemUnreadable(f"{ref} cannot be opened ({error.strerror or error})") from error
    return root / ref


def _what_it_is(root: Path, ref: str) -> str:
    """What stands where a regular file of the workspace was to be."""
    if not is_inside(root, ref):
        return "lies behind a link, which is not followed"
    try:
        mode = os.lstat(root / ref).st_mode
    except OSError:
        return "is not there any more"
    if stat.S_ISLNK(mode):
        leads_in = Path(os.path.realpath(root / ref)).is_relative_to(root)
        return "is a link, which is not followed" if leads_in else "is a link that leads out of the workspace"
    kinds = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
    return f"is {kinds.get(stat.S_IFMT(mode), 'a device')}, and no file"


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


def marks_in(text: str, typed: str) -> Stretches:
    """Where the words of a query stand in a text, in code points, rising; none of what is no query.

    Stretches that overlap are one.
    """
    return marker(typed)(text)


def marker(typed: str) -> Callable[[str], Stretches]:
    """`marks_in` for many texts."""
    try:
        terms = analyse(parse(typed, time.time_ns()))[0] if typed.strip() else []
    except RequestError:
        terms = []
    required = [term for term in terms if not term.is_optional]
    wanted = required or terms
    return lambda text: _marks(wanted, text)


def _marks(terms: Sequence[AnalysedTerm], text: str) -> Stretches:
    if not terms:
        return ()
    folded = Folded.of(text)
    found: list[Mark] = []
    try:
        for term in terms:
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
