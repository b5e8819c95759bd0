"""What is looked at in a scan, and in which order?"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sleuth.domain.cancel import Cancellation
from sleuth.domain.items import Source
from sleuth.places import kept_folder, notes_folder, recordings_folder
from sleuth.settings.load import SearchSettings

if TYPE_CHECKING:
    from sleuth.index.store import Store

_SYMBOLS_S = 5.0
"""How long symbols keep others from scanning at a time; a kernel's take minutes."""


@dataclass(frozen=True, slots=True)
class Scanned:
    """What came of it."""

    read: int
    """Files of the workspace that were opened."""
    dropped: int
    changed: bool
    incomplete: str | None
    """Why not everything was taken."""
    notices: list[str]
    has_more: bool
    """Whether another scan would go on with the symbols."""


def scan_sources(
    root: Path,
    index: Path,
    settings: SearchSettings,
    cancellation: Cancellation,
    progress: Callable[[int, int], None],
    talk_only: bool,
    later: frozenset[Source] = frozenset(),
) -> Scanned:
    """Bring an index up to the workspace's files, then to what was said, noted and shown about it, and what they declare.

    Args:
        talk_only: Leave the files, the history and the symbols for another time.
        later: Leave these, of history and symbols, for another time: all of them, the first time, are many.

    Raises:
        FolderUnreadable, IndexDamaged, IndexFull, IndexUnavailable, Cancelled.
    """
    from sleuth.index.store import Store
    from sleuth.ingest.notes import scan_notes
    from sleuth.ingest.pipeline import Progress, ScanReport, scan
    from sleuth.ingest.readers.conversations.scope import Scope
    from sleuth.ingest.readers.spoken import spoken_in
    from sleuth.ingest.talk import Keeping, scan_talk, scope_of
    from sleuth.ingest.terminals import scan_terminals

    @cache
    def scope() -> Scope:
        return scope_of(root, settings, cancellation)

    def tell(step: Progress) -> None:
        progress(step.done, step.total)

    store = Store(index, settings.max_index_size or None)
    try:
        files = ScanReport()
        if not talk_only:
            files = scan(root, store, settings, cancellation, tell, lambda: spoken_in(scope()))
        talk = scan_talk(scope(), Keeping(kept_folder(root), settings.keep_chats), store, cancellation, progress)
        changed = scan_notes(scope(), notes_folder(root), store, cancellation)
        changed |= scan_terminals(scope(), recordings_folder(root), settings.terminal_folders, store, files.changed, cancellation)
        notices = [*files.notices, *talk.notices]
        incomplete, has_more = files.incomplete, False
        if Source.GIT not in later and not talk_only and _may_have_history(root, files.repositories, store):
            from sleuth.ingest.history import scan_history

            history = scan_history(root, files.repositories, store, settings.deny, cancellation, progress)
            changed |= history.changed
            notices += history.notices
            incomplete = incomplete or history.incomplete
        if Source.SYMBOLS not in later and not talk_only:
            from sleuth.ingest.symbols import scan_symbols

            symbols = scan_symbols(store, cancellation, progress, _SYMBOLS_S)
            has_more = symbols.has_more
            changed |= symbols.changed
            notices += symbols.notices
            incomplete = incomplete or symbols.incomplete
    finally:
        store.close()
    return Scanned(files.read, files.dropped, files.changed or talk.changed or changed, incomplete, notices, has_more)


def _may_have_history(root: Path, nested: list[str], store: "Store") -> bool:
    """Whether there is a repository, or was one; where there is not, nothing is loaded for it."""
    from sleuth.ingest.scan.git import in_repository

    return bool(nested) or in_repository(root) or os.path.lexists(root / "HEAD") or store.get_meta("history") is not None
