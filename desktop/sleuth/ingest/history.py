"""How does the workspace's history get into the index?

    repositories ─git log→ commits ─→ index

All of it the first time, read while git prints it and committed in batches; what came since afterwards. Where no branch,
tag or worktree has moved, nothing is started at all.
"""

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from sleuth.domain.cancel import Cancellation
from sleuth.domain.history import Commit, CommitText
from sleuth.index.history import KnownRepository, NewCommit
from sleuth.index.store import Store
from sleuth.ingest.chunking.chunks import CHARACTERS, LINES, chunk_starts
from sleuth.ingest.chunking.identifiers import parts_of_texts
from sleuth.ingest.git_process import GitFailed, GitMissing
from sleuth.ingest.readers.git.reading import History
from sleuth.ingest.readers.git.repositories import (
    Repositories,
    Repository,
    refs_state,
    repositories_of,
    shallow_commits,
)
from sleuth.settings.blocked import BlockedPaths

# About as much as git says while the batch before is written.
_BATCH_COMMITS = 1_000
_BATCH_BYTES = 2_000_000
# What was read is searchable after so long, while the rest is still read.
_BATCH_S = 1.5
_AT_ONCE = 500
_MOST_SAID = 3
_FULL = "the index has reached search.max_index_size: the history is not whole in it"
_ONE_CHUNK = np.zeros(1, np.int32)


@dataclass(slots=True)
class HistoryReport:
    """What a scan of the history did."""

    read: int = 0
    dropped: int = 0
    incomplete: str | None = None
    notices: list[str] = field(default_factory=list)

    @property
    def changed(self) -> bool:
        return bool(self.read or self.dropped)


def scan_history(
    root: Path,
    nested: Iterable[str],
    store: Store,
    deny: tuple[str, ...],
    cancellation: Cancellation,
    progress: Callable[[int, int], None],
) -> HistoryReport:
    """Bring the index up to what can be reached in the workspace's repositories.

    Args:
        nested: Folders of the workspace, ending in `/`, that have a `.git`.
        deny: Rules for what may not be named among the files that a commit changed.

    Raises:
        IndexFull, IndexDamaged: The index would not take it; it is as it was after the last batch.
        Cancelled: Stopped; what was committed stays.
    """
    repositories = repositories_of(root, nested)
    known = {one.folder: one for one in store.history.repositories()}
    if not repositories.found and not known:
        return HistoryReport()
    return _Scan(store, deny, cancellation, progress).run(repositories, known)


class _Scan:
    def __init__(
        self, store: Store, deny: tuple[str, ...], cancellation: Cancellation, progress: Callable[[int, int], None]
    ) -> None:
        self._store = store
        self._history = store.history
        self._cancellation = cancellation
        self._progress = progress
        self._rules = BlockedPaths(deny)
        self._blocked: dict[str, bool] = {}
        self._report = HistoryReport()

    def run(self, repositories: Repositories, known: dict[str, KnownRepository]) -> HistoryReport:
        present = {str(one.folder): one for one in repositories.found}
        for folder, one in known.items():
            is_moved = folder in present and one.inside != _place(present[folder])
            if is_moved or (folder not in present and repositories.is_sure):
                with self._store.history_batch():
                    self._report.dropped += len(self._history.hashes(one.id))
                    self._history.drop_repository(one.id)
        self._mind_rules()
        try:
            for folder, repository in present.items():
                self._cancellation.check()
                # What one has lost may have to be looked for in the next.
                known = {one.folder: one for one in self._history.repositories()}
                self._bring_up(repository, known.get(folder))
        except GitMissing as failure:
            self._report.notices.append(f"the history could not be read: {failure}")
        self._finish()
        return self._report

    def _mind_rules(self) -> None:
        """Commits are read again whose files other rules name, or do not name."""
        rules = repr(self._rules.rules)
        if self._store.get_meta("history_rules") == rules:
            return
        with self._store.history_batch():
            self._report.dropped += self._history.reconsider(self._is_blocked)
            self._store.set_meta({"history_rules": rules})

    def _is_blocked(self, path: str) -> bool:
        if path not in self._blocked:
            self._blocked[path] = self._rules.rule_for(path) is not None
        return self._blocked[path]

    def _finish(self) -> None:
        """After much was written, or a scan was stopped before its end. Where little was, the dictionary has it already."""
        is_much_changed = self._history.is_much_changed()
        for _ in self._store.merge_history() if is_much_changed else ():
            self._cancellation.check()
        if is_much_changed or self._history.lacks_words():
            with self._store.history_batch():
                self._history.update_dictionary()

    # -- one repository

    def _bring_up(self, repository: Repository, known: KnownRepository | None) -> None:
        problem = known.problem if known is not None else None
        state = refs_state(repository.folder, with_objects=problem is not None)
        if known is not None and known.state == state:
            if problem:
                self._note(repository, problem)
            return
        if self._store.is_over_budget():
            self._report.incomplete = _FULL
            return
        history = History(repository, self._cancellation)
        try:
            tips = history.tips()
        except GitMissing:
            raise
        except GitFailed as failure:
            self._note(repository, str(failure))
            return
        shallow = shallow_commits(repository.folder)
        if known is not None and known.is_whole and known.shallow == shallow:
            if tips != list(known.tips):
                problem = self._read_new(history, known, tips)
        else:
            with self._store.history_batch():
                id_ = self._history.begin(str(repository.folder), _place(repository))
                before = known.shallow - shallow if known is not None else frozenset()
                self._history.drop(hash_.encode("ascii") for hash_ in before)
            problem = self._compare(history, id_, tips)
        self._remember(repository, tips, shallow, state if not problem else None, problem)

    def _remember(
        self, repository: Repository, tips: list[str], shallow: frozenset[str], state: str | None, problem: str | None
    ) -> None:
        if self._report.incomplete:
            return
        if state is None:
            state = refs_state(repository.folder, with_objects=True)
            self._note(repository, problem or "")
        with self._store.history_batch():
            id_ = self._history.row_of(str(repository.folder))
            self._history.read_so_far(id_, state, tips, shallow, is_whole=problem is None, problem=problem)
            if not self._history.is_much_changed():
                self._history.update_dictionary()

    def _note(self, repository: Repository, problem: str) -> None:
        where = repository.inside.rstrip("/") or "the workspace"
        self._report.notices.append(f"the history of {where} could not be read whole: {problem}")

    def _read_new(self, history: History, known: KnownRepository, tips: list[str]) -> str | None:
        """What came since the last time, and what went; why not all of it, if so."""
        parents = set[str]()
        before, now = set(known.tips), set(tips)
        new = [tip for tip in tips if tip not in before]
        try:
            if new:
                seen = lambda batch: parents.update(parent for commit in batch for parent in commit.parents)  # noqa: E731
                if not self._take_all(known.id, history.commits(new, known.tips), seen):
                    return None
            left = [tip for tip in known.tips if tip not in parents and tip not in now]
            if left:
                self._drop(known.id, [one for listed in history.left(left, tips) for one in listed])
        except GitMissing:
            raise
        except GitFailed:
            return self._compare(history, known.id, tips)
        return None

    def _compare(self, history: History, id_: int, tips: list[str]) -> str | None:
        """What is not there yet of all that the tips lead to, and what none leads to any more."""
        known = self._history.hashes(id_)
        if not len(known) and self._read_all(history, id_, tips):
            return None
        known = self._history.hashes(id_)  # what came before git failed is there
        problems: list[str] = []
        found = np.array(self._reachable(history, tips, problems), known.dtype if len(known) else None)
        if not self._take_all(id_, history.these(found[~np.isin(found, known)].tolist(), problems.append)):
            return None
        if not problems:
            self._drop(id_, known[~np.isin(known, found)].tolist())
        return "; ".join(problems[:_MOST_SAID]) or None

    def _read_all(self, history: History, id_: int, tips: list[str]) -> bool:
        """The first time, in one go; False where git failed."""
        try:
            if tips:
                self._take_all(id_, history.commits(tips))
        except GitMissing:
            raise
        except GitFailed:
            return False
        return True

    @staticmethod
    def _reachable(history: History, tips: list[str], problems: list[str]) -> list[bytes]:
        """The hashes of all that can be reached; where the way is damaged, of all that is known to be on it."""
        try:
            return [hash_ for listed in history.reachable(tips) for hash_ in listed] if tips else []
        except GitMissing:
            raise
        except GitFailed as failure:
            problems.append(str(failure))
        return history.reached_somehow(tips)

    def _drop(self, id_: int, hashes: list[bytes]) -> None:
        for begin in range(0, len(hashes), _AT_ONCE):
            self._cancellation.check()
            with self._store.history_batch():
                dropped = self._history.drop(hashes[begin : begin + _AT_ONCE])
                if dropped:
                    self._history.doubt_others(id_)
            self._report.dropped += dropped

    def _take_all(
        self,
        id_: int,
        lists: Generator[list[Commit], None, None],
        seen: Callable[[list[Commit]], None] = lambda _: None,
    ) -> bool:
        """Put all that git says into the index; False where that may not grow."""
        with closing(lists):  # however this ends, git is ended with it
            for batch in _batches(lists):
                if not self._take(id_, batch):
                    return False
                seen(batch)
        return True

    def _take(self, id_: int, batch: list[Commit]) -> bool:
        """Put commits into the index; False where it may not grow."""
        self._cancellation.check()
        if self._store.is_over_budget():
            self._report.incomplete = _FULL
            return False
        new = _made(batch, self._is_blocked)
        with self._store.history_batch():
            self._report.read += self._history.put(id_, new)
        # How many there are git would have to count first, which on a large history takes as long as a tenth of reading it.
        self._progress(self._report.read, self._report.read)
        return True


def _place(repository: Repository) -> str:
    """What its paths are told from."""
    return f"{repository.inside}\n{repository.below}"


def _batches(lists: Iterator[list[Commit]]) -> Iterator[list[Commit]]:
    """Commits, as many as are written at once; those read before git failed too."""
    batch: list[Commit] = []
    size, began = 0, time.monotonic()
    try:
        for commits in lists:
            batch += commits
            size += sum(len(commit.message) + 50 * len(commit.paths) for commit in commits)
            if len(batch) >= _BATCH_COMMITS or size > _BATCH_BYTES or time.monotonic() - began > _BATCH_S:
                yield batch
                batch, size, began = [], 0, time.monotonic()
    except GitFailed:
        if batch:
            yield batch
        raise
    if batch:
        yield batch


def _made(batch: list[Commit], is_blocked: Callable[[str], bool]) -> list[NewCommit]:
    """Commits as they are kept, the parts of their identifiers found in one pass over all."""
    texts = [CommitText.of(commit, is_blocked) for commit in batch]
    parts = parts_of_texts([f"{text.message}\n{text.files}" for text in texts])
    return [
        NewCommit(commit, text, of_one, _starts(text))
        for commit, text, of_one in zip(batch, texts, parts, strict=True)
    ]


def _starts(text: CommitText) -> "np.ndarray[tuple[int], np.dtype[np.int32]]":
    whole = text.text
    if len(whole) <= CHARACTERS and whole.count("\n") < LINES:
        return _ONE_CHUNK
    return chunk_starts(whole, text.sections)
