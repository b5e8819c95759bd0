"""The one door: what can be done with a workspace?

    Workspace.open(path) → scan, search, status, why, reindex, close

Synchronous and cancellable; several processes may have the same workspace open.
"""

import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sleuth.domain.cancel import NEVER, Cancellation
from sleuth.domain.errors import (
    Cancelled,
    EnvironmentFault,
    IndexDamaged,
    IndexUnavailable,
    ItemUnreadable,
    NoEmbeddings,
    NoWorkspace,
    SearchDisabled,
    UnknownMode,
)
from sleuth.domain.hits import Answer, Hit
from sleuth.domain.items import Coverage, ItemRecord, Kind, Source
from sleuth.domain.queries import Mode, Request, Sort
from sleuth.engine.locking import ScanLock
from sleuth.engine.present import present_body
from sleuth.engine.state import ScanState, load_state, move_time, reserve_state, save_state
from sleuth.index.chats import NamedChat
from sleuth.index.connection import remove_index
from sleuth.index.health import is_ours, remove_stamp
from sleuth.index.snapshot import Reader, Snapshot
from sleuth.places import (
    kept_folder,
    outside_path,
    workspace_folder,
    workspace_key,
)
from sleuth.search.gathering import Texts
from sleuth.search.passages.freshness import Freshness
from sleuth.search.pipeline import Search
from sleuth.search.query.parse import check_sources, parse
from sleuth.settings.blocked import BlockedPaths
from sleuth.settings.load import SearchSettings, load, rules_fingerprint

if TYPE_CHECKING:
    from sleuth.engine.reading import ReadChat, Reading
    from sleuth.engine.why import Verdict

SCAN_WAIT_S = 120.0
# Chats that go on are among the latest.
_WATCHED = 64
# A reader that closes the index that was dropped may take the new one's log along, which has the same name.
_SCAN_TRIES = 5


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How to search, as it was typed; checked by `Workspace.search`."""

    sources: tuple[str, ...] = ()
    """Names; none are the settings' sources, `all` is every one."""
    mode: str = Mode.KEYWORD.value
    hidden: bool = False
    limit: int = 20
    cursor: str | None = None
    sort: Sort = Sort.RELEVANCE
    explain: bool = False
    facets: bool = False
    each_message: bool = False
    """Whether every message of a chat is a hit of its own."""


@dataclass(slots=True)
class ScanOutcome:
    """What came of a scan."""

    read: int = 0
    dropped: int = 0
    took_ms: int = 0
    complete: bool = True
    """False where another process was still scanning when the wait ended."""
    error: str | None = None
    notices: list[str] = field(default_factory=list)


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


def _unheard(_done: int, _total: int) -> None:
    """For scans whose progress nobody watches."""


class Workspace:
    """A folder and what is kept for it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.key = workspace_key(root)
        self._folder = workspace_folder(root) / "search"
        self._index = self._folder / "index.db"
        self._lock = ScanLock(self._folder)
        self._reader: Reader | None = None
        self._reader_file: tuple[int, int] | None = None
        self._texts = Texts()

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
        if self._reader is not None:
            self._reader.close()
            self._reader = None

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
        with self._lock.held(SCAN_WAIT_S, NEVER) as got:
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
        with self._lock.held(SCAN_WAIT_S, cancellation) as got:
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
        if self._index.exists():
            self.close()
            remove_index(self._index)
            remove_stamp(self._index)

    # -- scanning

    def scan(
        self,
        cancellation: Cancellation = NEVER,
        progress: Callable[[int, int], None] = _unheard,
        wait_s: float = SCAN_WAIT_S,
        rebuild: bool = False,
        talk_only: bool = False,
    ) -> ScanOutcome:
        """Bring the index up to what is on the disk; waits for another process that does so already.

        Args:
            progress: Called with items read and items to read.
            rebuild: Drop the index first.
            talk_only: Leave the workspace's files for another time.

        Raises:
            SearchDisabled, FolderUnreadable, IndexUnavailable, Cancelled.
        """
        settings, _ = self._enabled_settings()
        with self._lock.held(wait_s, cancellation) as got:
            if not got:
                return ScanOutcome(complete=False, notices=["another process is still scanning; this is from what there is so far"])
            return self._scan_alone(
                settings, cancellation, progress, "it was asked for" if rebuild else None, talk_only and self.has_index()
            )

    def _scan_alone(
        self,
        settings: SearchSettings,
        cancellation: Cancellation,
        progress: Callable[[int, int], None],
        drop_since: str | None,
        talk_only: bool = False,
    ) -> ScanOutcome:
        reserve_state(self._folder)
        state = load_state(self._folder)
        if drop_since is None and self._index.is_file() and not is_ours(self._index):
            drop_since = "the index file was changed by something else"
        tries = _SCAN_TRIES
        while True:
            if drop_since is not None:
                self._drop(state, drop_since)
            try:
                dropped = drop_since is not None
                return self._scan_once(settings, cancellation, progress, state, dropped, talk_only and not dropped)
            except IndexDamaged as damage:
                tries -= 1
                if not tries:
                    raise
                drop_since = damage.text()

    def _drop(self, state: ScanState, why: str) -> None:
        self.close()
        remove_index(self._index)
        remove_stamp(self._index)
        if why != "it was asked for":
            state.rebuilt = state.error = f"the index was rebuilt: {why}"

    def _scan_once(
        self,
        settings: SearchSettings,
        cancellation: Cancellation,
        progress: Callable[[int, int], None],
        state: ScanState,
        dropped: bool,
        talk_only: bool,
    ) -> ScanOutcome:
        from sleuth.engine.scanning import scan_sources

        began = time.monotonic()
        try:
            report = scan_sources(self.root, self._index, settings, cancellation, progress, talk_only)
        except IndexDamaged:
            raise
        except (Cancelled, KeyboardInterrupt):
            save_state(self._folder, replace(state, notices=["the last scan was stopped before its end"]))
            raise
        except EnvironmentFault as fault:
            state.error = fault.text()
            save_state(self._folder, state)
            raise
        took_ms = round(1e3 * (time.monotonic() - began))
        error = report.incomplete or (state.error if dropped else None)
        self._remember(state, report.changed or dropped, took_ms, error, report.notices)
        return ScanOutcome(report.read, report.dropped, took_ms, notices=report.notices, error=error)

    def _remember(self, state: ScanState, changed: bool, took_ms: int, error: str | None, notices: list[str]) -> None:
        now = time.time_ns()
        if not changed and state.ended_ns is not None and (state.error, state.notices) == (error, notices):
            move_time(self._folder, now)
            return
        save_state(self._folder, replace(state, ended_ns=now, took_ms=took_ms, error=error, notices=notices))

    # -- searching

    def has_index(self) -> bool:
        """Whether there is anything to answer from."""
        return self._index.is_file()

    def check(self, text: str, options: SearchOptions) -> None:
        """Refuse a wrong request before time is spent on a scan for it.

        Raises:
            RequestError: The query or the options are wrong.
        """
        self._request(text, options, self._enabled_settings()[0])

    def search(self, text: str, options: SearchOptions, cancellation: Cancellation = NEVER) -> Answer:
        """What the index answers as it stands.

        Raises:
            RequestError: The query or the options are wrong.
            IndexUnavailable, Cancelled.
        """
        began = time.perf_counter()
        settings, warnings = self._enabled_settings()
        request = self._request(text, options, settings)
        try:
            answer = self._search(request, settings, cancellation)
        except IndexDamaged as damage:
            answer = self._search_rebuilt(request, settings, damage, cancellation)
        notices = (*warnings, *self._said_once(), *answer.notices)
        return replace(answer, notices=notices, took_ms=round(1e3 * (time.perf_counter() - began), 2))

    def _request(self, text: str, options: SearchOptions, settings: SearchSettings) -> Request:
        modes = {mode.value: mode for mode in Mode}
        if options.mode not in modes:
            raise UnknownMode(f"there is no mode {options.mode!r}; known are {', '.join(modes)}")
        if modes[options.mode] is not Mode.KEYWORD:
            raise NoEmbeddings(f"{options.mode} search needs an embedding model and none is set; use --mode keyword")
        query = parse(text, time.time_ns())
        sources = _sources(options.sources, settings)
        return Request(
            query=query,
            sources=sources,
            mode=modes[options.mode],
            hidden=options.hidden or any(one.key == "is" and not one.negated for one in query.filters),
            limit=max(options.limit, 1),
            cursor=options.cursor,
            sort=options.sort,
            explain=options.explain,
            facets=options.facets,
            each_message=options.each_message,
        )

    def _search(self, request: Request, settings: SearchSettings, cancellation: Cancellation) -> Answer:
        reader = self._open_reader()
        if reader is None:
            return Answer(
                request.query.text,
                request.mode,
                request.sources,
                total=0,
                hits=(),
                next_cursor=None,
                coverage=Coverage(),
                notices=("nothing is indexed yet: this workspace was not scanned", *self._why_not()),
            )
        blocked, rules = BlockedPaths(settings.deny), rules_fingerprint(settings)
        with reader.snapshot(cancellation) as snapshot:
            freshness = Freshness(
                root=self.root,
                key=self.key,
                is_blocked=lambda ref: blocked.rule_for(ref) is not None,
                rules=rules,
                rules_since_ns=_rules_since(snapshot, rules),
                present=lambda item: present_body(self.root, item, settings.max_file_size),
            )
            complete = not self._lock.is_held() if snapshot.lacks_words() else True
            search = Search(snapshot, request, freshness, cancellation, self._texts, complete)
            answer = search.answer()
            if snapshot.meta("scanned") is None:
                answer = answer.with_notices(["the first scan is not done: this is from what is indexed so far", *self._why_not()])
            if answer.total == 0 or search.has_missing_words:
                from sleuth.search.doctor import (  # most searches find all words
                    examine,
                    neighbours,
                    without_source,
                )

                found = examine(search, cancellation) if answer.total == 0 else tuple(neighbours(search))
                answer = replace(answer, suggestions=found).with_notices(without_source(request))
            notice = self._blocked_notice(request, blocked)
            return answer.with_notices([notice]) if notice else answer

    def _why_not(self) -> tuple[str, ...]:
        """What kept the last scan from its end, such as a full disk."""
        error = load_state(self._folder).error
        return (error,) if error else ()

    def _blocked_notice(self, request: Request, blocked: BlockedPaths) -> str | None:
        """Why a file that was asked for by its path is not found, where a rule keeps it from being read."""
        typed = request.query.text.strip()
        ref = os.path.normpath(typed.removeprefix(f"{self.root}{os.sep}").replace("\\", "/"))
        if os.path.isabs(ref) or ref.startswith("..") or "\0" in ref or not os.path.isfile(self.root / ref):
            return None
        rule = blocked.rule_for(ref)
        return f"{typed} is blocked by the rule {rule}" if rule is not None else None

    def _search_rebuilt(
        self,
        request: Request,
        settings: SearchSettings,
        damage: IndexDamaged,
        cancellation: Cancellation,
        tries_left: int = 2,
    ) -> Answer:
        """The search that finds the index damaged still answers, from the new one (S-02)."""
        found = self._look()
        self.close()
        with self._lock.held(SCAN_WAIT_S, cancellation) as got:
            # Whoever held the lock may have mended it, or have been writing what looked like damage.
            if got and self._look() == found:
                self._scan_alone(settings, cancellation, _unheard, damage.text())
        try:
            return self._search(request, settings, cancellation)
        except IndexDamaged as again:
            if not tries_left:
                raise
            return self._search_rebuilt(request, settings, again, cancellation, tries_left - 1)

    def _look(self) -> tuple[int, int, int] | None:
        """What tells one state of the index's file from another."""
        try:
            status = os.stat(self._index)
        except OSError:
            return None
        return status.st_ino, status.st_size, status.st_mtime_ns

    def _said_once(self) -> tuple[str, ...]:
        """Why the index was rebuilt, to whoever asks first."""
        state = load_state(self._folder)
        if state.rebuilt is None:
            return ()
        save_state(self._folder, replace(state, rebuilt=None))
        return (state.rebuilt,)

    def _open_reader(self) -> Reader | None:
        """The reader of the file as it is now; None where nothing was scanned yet."""
        try:
            status = os.stat(self._index)
        except FileNotFoundError:
            self.close()
            return None
        except OSError as error:
            raise IndexUnavailable(f"{self._index} cannot be read ({error.strerror})") from error
        if self._reader is not None and self._reader_file != (status.st_dev, status.st_ino):
            self.close()
        if self._reader is None:
            if not is_ours(self._index):
                raise IndexDamaged("the index file was changed by something else")
            try:
                self._reader = Reader(self._index)
            except FileNotFoundError:
                return None
            self._reader_file = (status.st_dev, status.st_ino)
            self._texts = Texts()
        return self._reader

    # -- asking

    def status(self) -> Status:
        """What the index holds, probed by real queries (S-55)."""
        settings, warnings = self.settings()
        state = load_state(self._folder)
        coverage, unreadable, error = Coverage(), list[tuple[str, str]](), state.error
        if settings.enabled:
            try:
                reader = self._open_reader()
                if reader is not None:
                    with reader.snapshot(NEVER) as snapshot:
                        snapshot.probe()
                        coverage, unreadable = snapshot.coverage(), snapshot.unreadable()
            except EnvironmentFault as fault:
                error = fault.text()
        return Status(
            workspace=str(self.root),
            enabled=settings.enabled,
            scanning=self._lock.is_held(),
            last_scan_ns=state.ended_ns,
            last_scan_ms=state.took_ms,
            error=error,
            coverage=coverage,
            index_bytes=self._index_bytes(),
            unreadable=tuple(unreadable),
            notices=tuple(state.notices),
            warnings=warnings,
            sources={source.value: "ok" if source in _READ else "absent" for source in Source},
        )

    def left_out(self, limit: int = 500) -> list[tuple[str, str, str]]:
        """Which files are not searched: reference, state (as in `Coverage`) and reason, at most so many."""
        reader = self._open_reader()
        if reader is None:
            return []
        with reader.snapshot(NEVER) as snapshot:
            return snapshot.left_out(limit)

    def find_files(self, text: str, hidden: bool = False, limit: int = 8) -> list[str]:
        """References of files by their names, the nearest first, those that the index left out among them."""
        reader = self._open_reader()
        if reader is None:
            return []
        from sleuth.search.retrievers.files import files_called

        settings = self.settings()[0]
        sources = tuple(source for source in settings.sources if source in FILE_SOURCES)
        blocked = BlockedPaths(settings.deny)
        with reader.snapshot(NEVER) as snapshot:
            return files_called(snapshot, sources, hidden, text, limit, lambda ref: blocked.rule_for(ref) is not None)

    def passages_of(self, hit: Hit, typed: str) -> tuple[Hit, ...]:
        """The further passages of a hit's item, each as a hit of its own, in the item's order (S-43).

        Raises:
            ItemUnreadable: It must not be shown any more.
        """
        from sleuth.engine.further import further  # only who unfolds a hit has a use for it

        self.path_of(hit.ref)
        reader = self._open_reader()
        if reader is None:
            return ()
        with reader.snapshot(NEVER) as snapshot:
            return further(snapshot, self.root, hit, typed, self.settings()[0].max_file_size)

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
        if source in FILE_SOURCES:
            return self.path_of(ref)
        reader = self._open_reader()
        if reader is not None:
            with reader.snapshot(NEVER) as snapshot:
                transcript = snapshot.transcript_of(ref) if source is Source.CHATS else None
                if transcript is not None:
                    return transcript
                if snapshot.has_item(source, ref):
                    return outside_path(self.root, ref)
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
        reader = self._open_reader()
        assert reader is not None  # it has just told of the item
        with reader.snapshot(NEVER) as snapshot:
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

        reader = self._open_reader()
        if reader is None:
            raise ItemUnreadable(f"nothing is indexed yet, {ref} neither")
        with reader.snapshot(NEVER) as snapshot:
            return read_chat(snapshot, ref, typed)

    def read_note(self, source: Source, ref: str, typed: str = "") -> "Reading":
        """A note or a plan as it is now: none but those that the last scan found, wherever a reference leads.

        Raises:
            ItemUnreadable: There is none.
        """
        from sleuth.engine.reading import read_note

        reader = self._open_reader()
        if reader is not None and source in NOTE_SOURCES:
            with reader.snapshot(NEVER) as snapshot:
                if snapshot.has_item(source, ref):
                    return read_note(self.root, ref, typed)
        raise ItemUnreadable(f"{ref} is not there any more")

    def find_chats(self, text: str, limit: int = 4) -> list[NamedChat]:
        """Chats that are called so, the newest first."""
        reader = self._open_reader()
        if reader is None or not text.strip():
            return []
        with reader.snapshot(NEVER) as snapshot:
            return snapshot.chats_called(text, limit)

    def transcripts(self) -> list[str]:
        """The files and databases that agents keep the latest chats of this workspace in."""
        reader = self._open_reader()
        if reader is None:
            return []
        with reader.snapshot(NEVER) as snapshot:
            return snapshot.transcripts(_WATCHED)

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
        """Why a path is found, or not; scans first if nothing was scanned yet."""
        from sleuth.engine.why import Reason, Verdict, judge, reference_of  # a search has no use for it

        settings, _ = self._enabled_settings()
        ref = reference_of(self.root, typed, here)
        if ref is None:
            return Verdict(typed, False, Reason.OUTSIDE, f"it is not inside {self.root}")
        item = self._known_item(ref)
        if item is None and load_state(self._folder).ended_ns is None:
            self.scan()
            item = self._known_item(ref)
        return judge(self.root, ref, item, settings)

    def _known_item(self, ref: str) -> ItemRecord | None:
        try:
            reader = self._open_reader()
            if reader is None:
                return None
            with reader.snapshot(NEVER) as snapshot:
                return snapshot.item_by_ref(ref)
        except IndexDamaged:
            self.scan(rebuild=True)
            return self._known_item(ref)

    def _index_bytes(self) -> int:
        total = 0
        for suffix in ("", "-wal"):
            try:
                total += os.stat(f"{self._index}{suffix}").st_size
            except OSError:
                continue
        return total


FILE_SOURCES = (Source.FILES, Source.DOCUMENTS)
NOTE_SOURCES = (Source.NOTES, Source.PLANS)
_READ = (Source.FILES, Source.DOCUMENTS, Source.CHATS, Source.NOTES, Source.PLANS, Source.TERMINALS)


def _rules_since(snapshot: Snapshot, rules: str) -> int:
    """What was examined before that was not examined under these rules, in ns since 1970; 0 once all was."""
    if snapshot.meta("rules_done") == rules:
        return 0
    since = snapshot.meta("rules_since") if snapshot.meta("rules") == rules else None
    return int(since) if since is not None else time.time_ns()


def _sources(names: tuple[str, ...], settings: SearchSettings) -> tuple[Source, ...]:
    if "all" in names:
        return tuple(Source)
    return check_sources(tuple(dict.fromkeys(names))) if names else settings.sources
