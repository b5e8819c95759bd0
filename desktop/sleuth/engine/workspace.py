"""The one door: what can be done with a workspace?

    Workspace.open(path) → scan, search, status, why, reindex, close

Synchronous and cancellable; several processes may have the same workspace open.
"""

import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sleuth.domain.cancel import NEVER, Cancellation
from sleuth.domain.errors import (
    EnvironmentFault,
    IndexDamaged,
    IndexUnavailable,
    ItemUnreadable,
    NoWorkspace,
    SearchDisabled,
)
from sleuth.domain.hits import Answer, Hit
from sleuth.domain.items import Coverage, ItemRecord, Kind, Source
from sleuth.domain.queries import Request
from sleuth.engine.index_file import IndexFile
from sleuth.engine.scanner import Scanner, ScanOutcome, unheard
from sleuth.engine.searching import SCAN_WAIT_S, Searcher, SearchOptions, request_of
from sleuth.engine.state import load_state, save_state
from sleuth.index.called import Named
from sleuth.index.declared import with_symbols
from sleuth.places import kept_folder, outside_path, recordings_folder, workspace_folder, workspace_key
from sleuth.settings.blocked import BlockedPaths
from sleuth.settings.load import SearchSettings, load

if TYPE_CHECKING:
    from sleuth.engine.changed_by import ChangedBy
    from sleuth.engine.commits import CommitReading, Commits
    from sleuth.engine.indexed import Indexed
    from sleuth.engine.reading import ReadChat, Reading
    from sleuth.engine.terminals import Kept, TerminalReading, Terminals
    from sleuth.engine.why import Verdict

__all__ = ["ScanOutcome", "SearchOptions", "Status", "Workspace", "find_workspace"]

FILE_SOURCES = (Source.FILES, Source.DOCUMENTS)
NOTE_SOURCES = (Source.NOTES, Source.PLANS)
_READ = (Source.FILES, Source.DOCUMENTS, Source.CHATS, Source.NOTES, Source.PLANS, Source.TERMINALS, Source.GIT, Source.SYMBOLS)
_TALK = (Source.CHATS, Source.NOTES, Source.PLANS, Source.TERMINALS)
_HOUR_MS = 3_600_000
_FAR_MS = 1 << 42
"""No moment is farther from 1970 that anybody has said anything at."""
# Chats that go on are among the latest.
_WATCHED = 64
# Longer than whoever waits for a scan takes to look again.
_GIVE_WAY_S = 0.1


@dataclass(frozen=True, slots=True)
class Status:
    """What is known of a workspace's index."""

    workspace: str
    enabled: bool
    scanning: bool
    last_scan_ns: int | None
    last_scan_ms: int | None
    error: str | None
    coverage: Coverage
    index_bytes: int
    unreadable: tuple[tuple[str, str], ...]
    notices: tuple[str, ...]
    warnings: tuple[str, ...]
    """About the settings."""
    sources: dict[str, str]
    """Source → ok, or absent where there is no reader for it yet."""


def find_workspace(given: str | None, here: str) -> Path:
    """The folder meant: the one given, else the repository or known workspace that holds `here`, else `here`."""
    if given is not None:
        return Path(here, given)
    folders = [Path(here), *Path(here).parents]
    repository = next((folder for folder in folders if os.path.lexists(folder / ".git")), None)
    known = next((folder for folder in folders if workspace_folder(folder).is_dir()), None)
    return repository or known or Path(here)


class Workspace:
    """A folder and what is kept for it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.key = workspace_key(root)
        self._index = IndexFile(root)
        self._scanner = Scanner(root, self._index)
        self._searcher = Searcher(root, self.key, self._index, self._scanner)

    @classmethod
    def open(cls, path: Path) -> "Workspace":
        """The workspace at a folder, links in its path resolved.

        Raises:
            NoWorkspace: There is no such folder.
        """
        try:
            root = Path(os.path.realpath(path, strict=True))
        except OSError as error:
            raise NoWorkspace(f"{path} cannot be opened ({error.strerror or error})") from error
        except ValueError as error:  # half a character, or none
            raise NoWorkspace(f"{os.fspath(path)!r} is no name that a folder can have") from error
        if not root.is_dir():
            raise NoWorkspace(f"{path} is not a folder; a workspace is one")
        return cls(root)

    def close(self) -> None:
        self._index.close()

    def settings(self) -> tuple[SearchSettings, tuple[str, ...]]:
        """As the files stand now, and what is wrong with them."""
        return load(self.root)

    def _enabled_settings(self) -> tuple[SearchSettings, tuple[str, ...]]:
        settings, warnings = self.settings()
        if not settings.enabled:
            self._forget_index()
            raise SearchDisabled("search is off for this workspace (search.enabled = false); turn it on to search it")
        return settings, warnings

    def forget(self) -> None:
        """Delete the index, once nobody scans; what the files say is not touched, and the next scan builds it anew.

        Raises:
            IndexUnavailable: Another process is still scanning.
        """
        with self._index.lock.held(SCAN_WAIT_S, NEVER) as got:
            if not got:
                raise IndexUnavailable("another process is still scanning; the index was not deleted")
            self._forget_index()

    def forget_kept(self, cancellation: Cancellation = NEVER) -> int:
        """Delete the chats that were kept after their agents deleted them, and the index with what it had of them.

        Returns:
            How many there were.

        Raises:
            IndexUnavailable: Another process is still scanning, or a file cannot be deleted.
        """
        folder = kept_folder(self.root)
        with self._index.lock.held(SCAN_WAIT_S, cancellation) as got:
            if not got:
                raise IndexUnavailable("another process is still scanning; nothing was forgotten")
            count = len(list(folder.glob("*/*.json")))
            try:
                shutil.rmtree(folder)
            except FileNotFoundError:
                return 0
            except OSError as error:
                raise IndexUnavailable(f"{error.filename} cannot be deleted ({error.strerror})") from error
            self._forget_index()  # pages that SQLite has freed would still hold them
        return count

    def _forget_index(self) -> None:
        """A workspace that is not searched keeps no index (S-04)."""
        if self._index.path.exists():
            self._index.drop()

    # -- scanning

    def scan(
        self,
        cancellation: Cancellation = NEVER,
        progress: Callable[[int, int], None] = unheard,
        wait_s: float = SCAN_WAIT_S,
        rebuild: bool = False,
        talk_only: bool = False,
        later: frozenset[Source] = frozenset(),
    ) -> ScanOutcome:
        """Bring the index up to what is on the disk; waits for another process that does so already.

        Args:
            progress: Called with items read and items to read.
            rebuild: Drop the index first.
            talk_only: Leave the workspace's files, its history and its symbols for another time.
            later: Leave these, of history and symbols, for another time (`not_asked_for`).

        Raises:
            SearchDisabled, FolderUnreadable, IndexUnavailable, Cancelled.
        """
        outcome = self._scan(cancellation, progress, wait_s, rebuild, talk_only, later)
        while outcome.has_more:
            time.sleep(_GIVE_WAY_S)
            more = self._scan(cancellation, progress, wait_s, rebuild=False, talk_only=False, later=later)
            outcome = replace(more, read=outcome.read + more.read, dropped=outcome.dropped + more.dropped, took_ms=outcome.took_ms + more.took_ms)
        return outcome

    def _scan(
        self,
        cancellation: Cancellation,
        progress: Callable[[int, int], None],
        wait_s: float,
        rebuild: bool,
        talk_only: bool,
        later: frozenset[Source],
    ) -> ScanOutcome:
        """As long as others may be kept from scanning."""
        settings, _ = self._enabled_settings()
        with self._index.lock.held(wait_s, cancellation) as got:
            if not got:
                return ScanOutcome(complete=False, notices=["another process is still scanning; this is from what there is so far"])
            return self._scanner.scan(settings, cancellation, progress, rebuild, talk_only and self.has_index(), later)

    # -- searching

    def quick_sources(self) -> tuple[str, ...]:
        """What the palette looks in: what was said and noted too, unless somebody has chosen what searches look in."""
        sources = self.settings()[0].sources
        return tuple(source.value for source in ((*sources, *_TALK) if sources == FILE_SOURCES else sources))

    def has_index(self) -> bool:
        """Whether there is anything to answer from."""
        return self._index.is_there()

    def check(self, text: str, options: SearchOptions) -> Request:
        """What is asked for, or a refusal before time is spent on a scan for it.

        Raises:
            RequestError: The query or the options are wrong.
        """
        return request_of(text, options, self._enabled_settings()[0])

    def search(self, text: str, options: SearchOptions, cancellation: Cancellation = NEVER) -> Answer:
        """What the index answers as it stands.

        Raises:
            RequestError: The query or the options are wrong.
            IndexUnavailable, Cancelled.
        """
        began = time.perf_counter()
        settings, warnings = self._enabled_settings()
        answer = self._searcher.search(request_of(text, options, settings), settings, cancellation)
        notices = (*warnings, *self._said_once(), *answer.notices)
        return replace(answer, notices=notices, took_ms=round(1e3 * (time.perf_counter() - began), 2))

    def _said_once(self) -> tuple[str, ...]:
        """Why the index was rebuilt, to whoever asks first."""
        state = load_state(self._index.folder)
        if state.rebuilt is None:
            return ()
        save_state(self._index.folder, replace(state, rebuilt=None))
        return (state.rebuilt,)

    # -- asking

    def status(self) -> Status:
        """What the index holds, probed by real queries (S-55)."""
        settings, warnings = self.settings()
        state = load_state(self._index.folder)
        coverage, unreadable, error = Coverage(), list[tuple[str, str]](), state.error
        if settings.enabled:
            try:
                with self._index.view() as snapshot:
                    if snapshot is not None:
                        snapshot.probe()
                        coverage, unreadable = with_symbols(snapshot), snapshot.unreadable()
            except EnvironmentFault as fault:
                error = fault.text()
        return Status(
            workspace=str(self.root),
            enabled=settings.enabled,
            scanning=self._index.lock.is_held(),
            last_scan_ns=state.ended_ns,
            last_scan_ms=state.took_ms,
            error=error,
            coverage=coverage,
            index_bytes=self._index.size_bytes(),
            unreadable=tuple(unreadable),
            notices=tuple(state.notices),
            warnings=warnings,
            sources={source.value: "ok" if source in _READ else "absent" for source in Source},
        )

    def left_out(self, limit: int = 500) -> list[tuple[str, str, str]]:
        """Which files are not searched: reference, state (as in `Coverage`) and reason, at most so many."""
        with self._index.view() as snapshot:
            return snapshot.left_out(limit) if snapshot is not None else []

    def find_files(self, text: str, hidden: bool = False, limit: int = 8) -> list[str]:
        """References of files by their names, the nearest first, those that the index left out among them."""
        from sleuth.search.retrievers.files import files_called

        settings = self.settings()[0]
        sources = tuple(source for source in settings.sources if source in FILE_SOURCES)
        blocked = BlockedPaths(settings.deny)
        with self._index.view() as snapshot:
            if snapshot is None:
                return []
            return files_called(snapshot, sources, hidden, text, limit, lambda ref: blocked.rule_for(ref) is not None)

    def passages_of(self, hit: Hit, typed: str, options: SearchOptions | None = None) -> tuple[Hit, ...]:
        """What a hit's `more` counts, each as a hit of its own, in the item's order (S-43).

        Args:
            options: How it was found; else as one looks for it alone.

        Raises:
            ItemUnreadable: It must not be shown any more.
            RequestError, IndexUnavailable.
        """
        if hit.source in FILE_SOURCES:
            self.path_of(hit.ref)
        settings = self._enabled_settings()[0]
        options = options or SearchOptions(sources=(hit.source.value,), hidden=hit.hidden)
        return self._searcher.further(hit, request_of(typed, options, settings), settings, NEVER)

    def path_of(self, ref: str) -> Path:
        """The file of an item, or of anything else in the workspace that may be shown.

        Raises:
            ItemUnreadable: It is blocked, gone, no regular file, or not inside the workspace.
        """
        from sleuth.engine.reading import viewable_path

        return viewable_path(self.root, ref, self.settings()[0].deny)

    def file_of(self, source: Source, ref: str) -> Path:
        """The file that an item of any source was read from: of a chat, the agent's transcript.

        Raises:
            ItemUnreadable: There is none.
        """
        from sleuth.engine.notes import is_own

        if source in FILE_SOURCES:
            return self.path_of(ref)
        if is_own(source, ref):
            return outside_path(self.root, ref)
        if source is Source.GIT:
            return self._commits().folder_of(ref, NEVER)
        with self._index.view() as snapshot:
            if snapshot is not None:
                transcript = snapshot.transcript_of(ref) if source is Source.CHATS else None
                if transcript is not None:
                    return transcript
                if snapshot.has_item(source, ref):
                    return self._terminals().path(ref) if source is Source.TERMINALS else outside_path(self.root, ref)
        raise ItemUnreadable(f"{ref} is not there any more")

    def read(self, ref: str, typed: str = "") -> "Reading":
        """An item as it is now, and where the words of a query stand in it; a PDF's text is that of the last scan.

        Raises:
            ItemUnreadable, ItemBinary, ItemTooLarge: It cannot be shown as a text; the message says why.
        """
        from sleuth.engine.reading import Reading, marks_in, read_file

        path = self.path_of(ref)
        item = self._known_item(ref)
        if item is None or item.kind is not Kind.PDF or item.body is None:
            return read_file(self.root, ref, path, typed)
        with self._index.view() as snapshot:
            assert snapshot is not None  # it has just told of the item
            body = snapshot.body(item.body)
        return Reading(
            ref, path, item.kind, item.language, body.text, body.sections, body.profile, marks_in(body.text, typed)
        )

    def read_chat(self, ref: str, typed: str = "") -> "ReadChat":
        """The chat that a message's reference leads to, and where the words of a query stand in its messages.

        Raises:
            ItemUnreadable: There is none.
        """
        from sleuth.engine.reading import read_chat

        with self._index.view() as snapshot:
            if snapshot is None:
                raise ItemUnreadable(f"nothing is indexed yet, {ref} neither")
            return read_chat(snapshot, ref, typed)

    def read_note(self, source: Source, ref: str, typed: str = "") -> "Reading":
        """A note or a plan as it is now: none but one's own and those that the last scan found, wherever a reference leads.

        Raises:
            ItemUnreadable: There is none.
        """
        from sleuth.engine.notes import is_own
        from sleuth.engine.reading import read_note

        with self._index.view() as snapshot:
            is_known = snapshot is not None and source in NOTE_SOURCES and snapshot.has_item(source, ref)
        if is_known or is_own(source, ref):
            return read_note(self.root, ref, typed)
        raise ItemUnreadable(f"{ref} is not there any more")

    def indexed(
        self, ref: str, source: Source | None = None, message: int | None = None, cancellation: Cancellation = NEVER
    ) -> "Indexed | None":
        """An item as the last scan had it, of this source, or of the first that has it; no file is opened but the index.

        Args:
            message: Of a chat, the message of this number.
        """
        from sleuth.engine.indexed import indexed

        with self._index.view() as snapshot:
            sources = tuple(Source) if source is None else (source,)
            return indexed(snapshot, self.root, ref, sources, message, cancellation) if snapshot is not None else None

    def read_terminal(self, ref: str, typed: str = "", cancellation: Cancellation = NEVER) -> "TerminalReading":
        """What a recorded terminal showed: none but those that the last scan found, as it had them where they are gone.

        Raises:
            ItemUnreadable: There is none, or it must not be shown.
            Cancelled: Nobody waits for it any more.
        """
        with self._index.view() as snapshot:
            if snapshot is None or not snapshot.has_item(Source.TERMINALS, ref):
                raise ItemUnreadable(f"{ref} is not there any more")
        return self._terminals().read(ref, typed, lambda: self._kept_terminal(ref), cancellation)

    def read_commit(self, ref: str, typed: str = "", cancellation: Cancellation = NEVER) -> "CommitReading":
        """What a commit says and changed, by its hash or what stands at it: a branch, a tag, a worktree (`engine/commits.py`).

        Raises:
            ItemUnreadable: There is none, or git cannot be asked.
            Cancelled: Nobody waits for it any more.
        """
        return self._commits().read(ref, typed, cancellation)

    def changed_by(self, ref: str, line: int, cancellation: Cancellation = NEVER) -> "ChangedBy":
        """The commits that changed a line of a file as it is now (`engine/changed_by.py`).

        Raises:
            ItemUnreadable, ItemBinary, ItemTooLarge: It cannot be read, or it is in no commit.
            Cancelled: Nobody waits for it any more.
        """
        from sleuth.engine.changed_by import changed_by

        reading = self.read(ref)
        return changed_by(reading.path, reading.text, line, cancellation)

    def has_repository(self) -> bool:
        """Whether the folder lies in a git repository, or a scan has found one in it."""
        with self._index.view() as snapshot:
            is_known = snapshot is not None and bool(snapshot.repositories())
        return is_known or any(os.path.lexists(folder / ".git") for folder in (self.root, *self.root.parents))

    def _commits(self) -> "Commits":
        from sleuth.engine.commits import Commits

        blocked = BlockedPaths(self.settings()[0].deny)
        with self._index.view() as snapshot:
            repositories = snapshot.repositories() if snapshot is not None else []
        return Commits(self.root, repositories, lambda ref: blocked.rule_for(ref) is not None)

    def _kept_terminal(self, ref: str) -> "Kept":
        from sleuth.engine.terminals import Kept

        with self._index.view() as snapshot:
            item = snapshot.item_of(Source.TERMINALS, ref) if snapshot is not None else None
            if snapshot is None or item is None:
                raise ItemUnreadable(f"{ref} is not there any more")
            body = snapshot.body(item.body) if item.body is not None else None
        return Kept(item.title, body.text if body else "", body.sections if body else ())

    def _terminals(self) -> "Terminals":
        from sleuth.engine.terminals import Terminals
        from sleuth.ingest.talk import scope_of

        settings = self.settings()[0]
        return Terminals(self.root, settings.deny, lambda: scope_of(self.root, settings, NEVER))

    def recording_of(self, ref: str) -> str:
        """The reference under which a file of the workspace is searched as a recording, if it is one."""
        from sleuth.ingest.terminals import reference_of

        return reference_of(ref)

    def terminal_folders(self) -> tuple[Path, ...]:
        """Where recordings are looked for beside the workspace: Sleuth's own, then those of the settings."""
        return recordings_folder(self.root), *(Path(folder).expanduser() for folder in self.settings()[0].terminal_folders)

    def find_called(self, text: str, limit: int = 4) -> list[Named]:
        """Chats, notes, plans and recordings that are called so, at most so many of each, the newest first."""
        with self._index.view() as snapshot:
            return snapshot.called(text, limit) if snapshot is not None else []

    def latest_chats(self, limit: int) -> list[Named]:
        """The chats in which something was said last, each at its last message."""
        with self._index.view() as snapshot:
            return snapshot.latest_chats(limit) if snapshot is not None else []

    def chats_about(self, at_s: int, limit: int = 20) -> list[Named]:
        """The chats in which something was said within an hour of a moment, each at its message that is nearest to it."""
        at_ms = max(-_FAR_MS, min(at_s * 1_000, _FAR_MS))
        with self._index.view() as snapshot:
            return snapshot.chats_about(at_ms, _HOUR_MS, limit) if snapshot is not None else []

    def transcripts(self) -> list[str]:
        """The files and databases that agents keep the latest chats of this workspace in."""
        with self._index.view() as snapshot:
            return snapshot.transcripts(_WATCHED) if snapshot is not None else []

    def chat_folders(self) -> list[tuple[str, list[Path]]]:
        """Where chats are looked for: agents by name, with their folders, whether or not these are there."""
        from sleuth.ingest.readers.registry import chat_readers
        from sleuth.ingest.talk import scope_of

        scope = scope_of(self.root, self.settings()[0], NEVER)
        return [(reader.name, reader.folders(scope)) for reader in chat_readers()]

    def picture(self, ref: str) -> "Reading":
        """A picture, which has no text: only where it lies.

        Raises:
            ItemUnreadable: As `path_of`.
        """
        from sleuth.engine.reading import Reading

        return Reading(ref, self.path_of(ref), Kind.TEXT, None, "", (), None, ())

    def why(self, typed: str, here: str) -> "Verdict":
        """Why a path or a commit is found, or not; scans first if nothing was scanned yet."""
        from sleuth.engine.why import (  # a search has no use for it
            Reason,
            Verdict,
            judge,
            judge_commit,
            reference_of,
        )

        settings, _ = self._enabled_settings()
        ref = reference_of(self.root, typed, here)
        if ref is None:
            return Verdict(typed, False, Reason.OUTSIDE, f"it is not inside {self.root}")
        item = self._known_item(ref)
        if item is None and load_state(self._index.folder).ended_ns is None:
            self.scan()
            item = self._known_item(ref)
        verdict = judge(self.root, ref, item, settings)
        if verdict.reason is not Reason.MISSING:
            return verdict
        with self._index.view() as snapshot:
            return (judge_commit(snapshot, typed, settings) if snapshot is not None else None) or verdict

    def _known_item(self, ref: str) -> ItemRecord | None:
        try:
            with self._index.view() as snapshot:
                return snapshot.item_by_ref(ref) if snapshot is not None else None
        except IndexDamaged:
            self.scan(rebuild=True)
            return self._known_item(ref)
