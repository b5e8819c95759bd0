"""How does a workspace's index answer a query, even where it turns out to be damaged?"""

import json
import os
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import IndexDamaged, NoEmbeddings, UnknownMode
from sleuth.domain.hits import Answer, Hit
from sleuth.domain.items import Coverage, Source
from sleuth.domain.queries import Mode, Query, Request, Sort
from sleuth.engine.index_file import IndexFile
from sleuth.engine.present import present_body
from sleuth.engine.scanner import Scanner
from sleuth.engine.state import load_state
from sleuth.index.snapshot import Snapshot
from sleuth.search.passages.freshness import Freshness
from sleuth.search.pipeline import Search
from sleuth.search.query.parse import check_sources, parse
from sleuth.settings.blocked import BlockedPaths
from sleuth.settings.load import SearchSettings, rules_fingerprint

if TYPE_CHECKING:
    from sleuth.engine.history import Names

SCAN_WAIT_S = 120.0
"""How long another process's scan is waited for."""
_REBUILDS = 3


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


class Searcher:
    """Answers queries from one workspace's index."""

    def __init__(self, root: Path, key: str, index: IndexFile, scanner: Scanner) -> None:
        self._root = root
        self._key = key
        self._index = index
        self._scanner = scanner
        self._names: Names | None = None

    def search(self, request: Request, settings: SearchSettings, cancellation: Cancellation) -> Answer:
        """The answer; the search that finds the index damaged still answers, from the new one (S-02)."""
        for _ in range(_REBUILDS):
            try:
                return self._search(request, settings, cancellation)
            except IndexDamaged as damage:
                self._rebuild(settings, damage, cancellation, not_asked_for(request))
        return self._search(request, settings, cancellation)

    def _rebuild(
        self, settings: SearchSettings, damage: IndexDamaged, cancellation: Cancellation, later: frozenset[Source]
    ) -> None:
        found = self._index.look()
        self._index.close()
        with self._index.lock.held(SCAN_WAIT_S, cancellation) as got:
            # Whoever held the lock may have mended it, or have been writing what looked like damage.
            if got and self._index.look() == found:
                self._scanner.rebuild(settings, cancellation, damage.text(), later)

    def _search(self, request: Request, settings: SearchSettings, cancellation: Cancellation) -> Answer:
        with self._index.view(cancellation) as snapshot:
            if snapshot is None:
                return self._nothing_yet(request)
            blocked = BlockedPaths(settings.deny)
            whole, notices = self._with_history(snapshot, request, cancellation)
            search = self._search_of(whole, request, settings, blocked, cancellation)
            answer = self._answer(search, snapshot, settings, blocked, cancellation).with_notices(notices)
            if snapshot.meta("scanned") is None:
                answer = answer.with_notices(["the first scan is not done: this is from what is indexed so far", *self._why_not()])
            if answer.total == 0 or search.has_missing_words:
                from sleuth.search.doctor import (  # most searches find all words
                    examine,
                    neighbours,
                    without_source,
                )

                found = examine(search, cancellation) if answer.total == 0 else tuple(neighbours(search))
                answer = replace(answer, suggestions=(*answer.suggestions, *found)).with_notices(without_source(request))
            notice = self._blocked_notice(request, blocked)
            return answer.with_notices([notice]) if notice else answer

    def _answer(
        self, search: Search, snapshot: Snapshot, settings: SearchSettings, blocked: BlockedPaths, cancellation: Cancellation
    ) -> Answer:
        """Of items, and of symbols where they are asked for."""
        if Source.SYMBOLS not in search.request.sources:
            return search.answer()
        from sleuth.search.mixed import answer_with_symbols  # most searches are about files
        from sleuth.search.symbols import SymbolSearch

        freshness = self._freshness(snapshot, settings, blocked)
        symbols = SymbolSearch(snapshot, search.request, freshness, cancellation, self._index.texts)
        return answer_with_symbols(search, symbols)

    def further(self, hit: Hit, request: Request, settings: SearchSettings, cancellation: Cancellation) -> tuple[Hit, ...]:
        """What else there is of a hit that the same request found (S-43)."""
        with self._index.view(cancellation) as snapshot:
            if snapshot is None:
                return ()
            whole, _ = self._with_history(snapshot, request, cancellation)
            search = self._search_of(whole, request, settings, BlockedPaths(settings.deny), cancellation)
            return tuple(search.further(hit))

    def _with_history(
        self, snapshot: Snapshot, request: Request, cancellation: Cancellation
    ) -> tuple[Snapshot, list[str]]:
        """The snapshot with commits and branches where these are asked for and there are any, and what stood in the way."""
        repositories = snapshot.repositories() if Source.GIT in request.sources else []
        if not repositories:
            return snapshot, []
        from sleuth.engine.history import Names  # most searches are about files
        from sleuth.index.with_history import WithHistory

        if self._names is None:
            self._names = Names(self._root)
        named, notices = self._names.now(repositories, cancellation)
        return WithHistory(snapshot, named), notices

    def _search_of(
        self, snapshot: Snapshot, request: Request, settings: SearchSettings, blocked: BlockedPaths, cancellation: Cancellation
    ) -> Search:
        complete = not self._index.lock.is_held() if snapshot.lacks_words() else True
        freshness = self._freshness(snapshot, settings, blocked)
        return Search(snapshot, request, freshness, cancellation, self._index.texts, complete)

    def _nothing_yet(self, request: Request) -> Answer:
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

    def _freshness(self, snapshot: Snapshot, settings: SearchSettings, blocked: BlockedPaths) -> Freshness:
        rules = rules_fingerprint(settings)
        return Freshness(
            root=self._root,
            key=self._key,
            is_blocked=lambda ref: blocked.rule_for(ref) is not None,
            rules=rules,
            rules_since_ns=_rules_since(snapshot, rules),
            present=lambda item: present_body(self._root, item, settings.max_file_size, item.ref in _masked(snapshot)),
        )

    def _why_not(self) -> tuple[str, ...]:
        """What kept the last scan from its end, such as a full disk."""
        error = load_state(self._index.folder).error
        return (error,) if error else ()

    def _blocked_notice(self, request: Request, blocked: BlockedPaths) -> str | None:
        """Why a file that was asked for by its path is not found, where a rule keeps it from being read."""
        typed = request.query.text.strip()
        ref = os.path.normpath(typed.removeprefix(f"{self._root}{os.sep}").replace("\\", "/"))
        if os.path.isabs(ref) or ref.startswith("..") or "\0" in ref or not os.path.isfile(self._root / ref):
            return None
        rule = blocked.rule_for(ref)
        return f"{typed} is blocked by the rule {rule}" if rule is not None else None


def request_of(text: str, options: SearchOptions, settings: SearchSettings) -> Request:
    """What is asked for.

    Raises:
        RequestError: The query or the options are wrong.
    """
    modes = {mode.value: mode for mode in Mode}
    if options.mode not in modes:
        raise UnknownMode(f"there is no mode {options.mode!r}; known are {', '.join(modes)}")
    if modes[options.mode] is not Mode.KEYWORD:
        raise NoEmbeddings(f"{options.mode} search needs an embedding model and none is set; use --mode keyword")
    query = parse(text, time.time_ns())
    return Request(
        query=query,
        sources=_sources(options.sources, settings) if options.sources else _named_in(query, settings.sources),
        mode=modes[options.mode],
        hidden=options.hidden or any(one.key == "is" and not one.negated for one in query.filters),
        limit=max(options.limit, 1),
        cursor=options.cursor,
        sort=options.sort,
        explain=options.explain,
        facets=options.facets,
        each_message=options.each_message,
    )


def not_asked_for(request: Request) -> frozenset[Source]:
    """What a scan for this request may leave for another time: to read all of it may take longer than to read all files."""
    return frozenset((Source.GIT, Source.SYMBOLS)) - set(request.sources)


def _named_in(query: Query, usual: tuple[Source, ...]) -> tuple[Source, ...]:
    """The usual sources, and those that the query itself asks for."""
    asked = [name for one in query.filters if one.key == "source" and not one.negated for name in one.values]
    return (*usual, *(source for source in Source if source.value in asked and source not in usual))


def _sources(names: tuple[str, ...], settings: SearchSettings) -> tuple[Source, ...]:
    if "all" in names:
        return tuple(Source)
    return check_sources(tuple(dict.fromkeys(names))) if names else settings.sources


def _masked(snapshot: Snapshot) -> list[str]:
    """The files of which the index holds no secrets."""
    listed: list[str] = json.loads(snapshot.meta("masked") or "[]")
    return listed


def _rules_since(snapshot: Snapshot, rules: str) -> int:
    """What was examined before that was not examined under these rules, in ns since 1970; 0 once all was."""
    if snapshot.meta("rules_done") == rules:
        return 0
    since = snapshot.meta("rules_since") if snapshot.meta("rules") == rules else None
    return int(since) if since is not None else time.time_ns()
