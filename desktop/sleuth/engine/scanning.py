"""What is looked at in a scan, and in which order?"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sleuth.domain.cancel import Cancellation
from sleuth.places import kept_folder, notes_folder, recordings_folder
from sleuth.settings.load import SearchSettings


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


def scan_sources(
    root: Path,
    index: Path,
    settings: SearchSettings,
    cancellation: Cancellation,
    progress: Callable[[int, int], None],
    talk_only: bool,
) -> Scanned:
    """Bring an index up to the workspace's files, then to what was said, noted and shown about it.

    Args:
        talk_only: Leave the files for another time.

    Raises:
        FolderUnreadable, IndexDamaged, IndexFull, IndexUnavailable, Cancelled.
    """
    from sleuth.index.store import Store
    from sleuth.ingest.notes import scan_notes
    from sleuth.ingest.pipeline import ScanReport, scan
    from sleuth.ingest.talk import Keeping, scan_talk, scope_of
    from sleuth.ingest.terminals import scan_terminals

    store = Store(index, settings.max_index_size or None)
    try:
        files = ScanReport()
        if not talk_only:
            files = scan(root, store, settings, cancellation, lambda step: progress(step.done, step.total))
        scope = scope_of(root, settings, cancellation)
        talk = scan_talk(scope, Keeping(kept_folder(root), settings.keep_chats), store, cancellation, progress)
        changed = scan_notes(scope, notes_folder(root), store, cancellation)
        changed |= scan_terminals(scope, recordings_folder(root), settings.terminal_folders, store, files.changed, cancellation)
    finally:
        store.close()
    return Scanned(
        files.read, files.dropped, files.changed or talk.changed or changed, files.incomplete, [*files.notices, *talk.notices]
    )
