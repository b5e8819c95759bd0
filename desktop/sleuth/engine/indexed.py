"""What did the last scan make of an item, of whichever source?

    reference → Indexed: its text as it is searched, and what comes before and after it

No file is opened but the index: what is not in it cannot be had this way, wherever a reference leads.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sleuth.domain.cancel import Cancellation
from sleuth.domain.items import ItemRecord, Section, Source
from sleuth.index.snapshot import Snapshot

_NAMED = ("refs/", "worktree:")
"""How references begin to what is not a commit."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """An item, with its text."""

    item: ItemRecord
    text: str
    """Empty where the item could not be read; `item.reason` says why."""
    sections: tuple[Section, ...] = ()
    line: int | None = None
    """Of a symbol, whose item is its file, where that declares it."""
    path: str = ""
    """Of a message, the transcript it is from."""
    author: str | None = None
    before: str | None = None
    """Of a message, the reference of the one before it in its chat."""
    after: str | None = None


def indexed(
    snapshot: Snapshot, root: Path, ref: str, sources: Sequence[Source], message: int | None, cancellation: Cancellation
) -> Indexed | None:
    """The item of the first source that has one of this reference; a chat's own leads to its first message.

    Args:
        message: Of a chat, the message of this number instead.
    """
    for source in sources:
        if source is Source.CHATS:
            found = _message(snapshot, ref, message)
        elif source is Source.GIT:
            found = _in_history(snapshot, root, ref, cancellation)
        elif source is Source.SYMBOLS:
            found = _declared(snapshot, ref)
        else:
            item = snapshot.item_of(source, ref)
            found = _with_text(snapshot, item) if item is not None else None
        if found is not None:
            return found
    return None


def _with_text(snapshot: Snapshot, item: ItemRecord) -> Indexed:
    if item.body is None:
        return Indexed(item, "")
    body = snapshot.body(item.body)
    return Indexed(item, body.text, body.sections)


def _message(snapshot: Snapshot, ref: str, wanted: int | None) -> Indexed | None:
    found = snapshot.chat_at(ref)
    if found is None:
        return None
    chat, messages, number = found
    places = [place for place, one in enumerate(messages) if one.number == (wanted or number)]
    item = snapshot.item_of(Source.CHATS, messages[places[0]].ref) if places else None
    if item is None:
        return None
    said = messages[places[0]]
    before, after = (messages[place].ref if 0 <= place < len(messages) else None for place in (places[0] - 1, places[0] + 1))
    return Indexed(item, said.text, path=chat.path, author=said.role.value, before=before, after=after)


def _in_history(snapshot: Snapshot, root: Path, ref: str, cancellation: Cancellation) -> Indexed | None:
    """A commit, or a branch, tag or worktree as it stands now."""
    from sleuth.domain.history import NamedRefs
    from sleuth.engine.history import Names
    from sleuth.index.history_filters import is_hash
    from sleuth.index.with_history import WithHistory

    is_named = ref.startswith(_NAMED)
    if not (is_named or is_hash(ref)):
        return None
    named = Names(root).now(snapshot.repositories(), cancellation)[0] if is_named else NamedRefs()
    whole = WithHistory(snapshot, named)
    item = whole.item_of(Source.GIT, ref)
    return _with_text(whole, item) if item is not None else None


def _declared(snapshot: Snapshot, ref: str) -> Indexed | None:
    """The file of a symbol, `path#Qualified.name` or `path#name~2`; a path may have a `#` too."""
    path, mark, name = ref.rpartition("#")
    while mark:
        item = snapshot.item_of(Source.FILES, path)
        if item is not None and item.body is not None:
            found = _with_text(snapshot, item)
            return replace(found, line=_line_of(snapshot, item.body, name))
        path, mark, more = path.rpartition("#")
        name = f"{more}#{name}"
    return None


def _line_of(snapshot: Snapshot, body: int, name: str) -> int | None:
    import numpy as np

    from sleuth.index.declared import Declared

    declared = Declared(*snapshot.beneath())
    for record in declared.records(declared.all_of(np.array([body], np.int64)).tolist()):
        number = f"~{record.number}" if record.number > 1 else ""
        if f"{record.qualified}{number}" == name:
            return record.line
    return None
