"""Which commits can be reached, and what is said of them?

One `git log`, read while it runs and never held; where a commit's own objects are damaged the others are read around it.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass

from sleuth.domain.cancel import Cancellation
from sleuth.domain.history import Commit
from sleuth.ingest.git_process import GitFailed, GitMissing, in_repository, run, streamed
from sleuth.ingest.readers.git.log import (
    CONFIGURED,
    FORMAT,
    PLAIN,
    WITH_PATHS,
    WITHOUT_PATHS,
    LogParser,
    lines_in,
)
from sleuth.ingest.readers.git.repositories import Repository, shallow_commits, tips_of

# As `tips_of`.
_LEFT_OUT = ("--exclude=refs/notes/*", "--exclude=refs/replace/*")
# So many damaged commits are read around one by one, the paths of the others with them.
_MOST_DAMAGED = 16
_MOST_TIPS = 64


@dataclass(slots=True)
class History:
    """A repository's, for one scan."""

    repository: Repository
    cancellation: Cancellation

    def tips(self) -> list[str]:
        """What the branches, tags and worktrees lead to, each once.

        Raises:
            GitFailed.
        """
        told = tips_of(self.repository.folder)
        if told is not None:
            return told
        asked = ["rev-list", "--no-walk=unsorted", "--ignore-missing", *_LEFT_OUT, "--all"]
        out, _ = run(in_repository(self.repository.folder), asked, self.cancellation)
        return out.decode("ascii").split()

    def reachable(self, tips: Iterable[str], but: Iterable[str] = ()) -> Generator[list[bytes], None, None]:
        """Hashes of all that these lead to and the others do not, the newest first, list by list.

        Raises:
            GitFailed: Behind the last that could be reached.
        """
        yield from self._listed(["--ignore-missing"], _asked_for(tips, but))

    def left(self, before: Iterable[str], tips: Iterable[str]) -> Generator[list[bytes], None, None]:
        """Hashes of all that former tips lead to and those of today do not.

        Raises:
            GitFailed: One of the former has been pruned, and what it led to with it.
        """
        yield from self._listed([], _asked_for(before, tips))

    def reached_somehow(self, tips: Sequence[str]) -> list[bytes]:
        """The same where there is damage on the way: what each tip leads to for itself, and the parents of all that is.

        Among them are such as are damaged, or not there.
        """
        found = dict.fromkeys(tip.encode("ascii") for tip in tips)
        for tip in tips[:_MOST_TIPS]:
            try:
                for listed in self._listed(["--ignore-missing", "--parents"], _asked_for([tip], ())):
                    found.update(dict.fromkeys(hash_ for line in listed for hash_ in line.split()))
            except GitMissing:
                raise
            except GitFailed:
                continue
        return list(found)

    def _listed(self, ways: list[str], asked: bytes) -> Generator[list[bytes], None, None]:
        with streamed(self._where(), ["rev-list", *ways, "--stdin"], self.cancellation, asked) as blocks:
            yield from lines_in(blocks)

    def commits(self, tips: Iterable[str], but: Iterable[str] = ()) -> Generator[list[Commit], None, None]:
        """The same, each with what is said of it.

        Raises:
            GitFailed: Behind the last that could be read.
        """
        yield from self._log(["--stdin"], WITH_PATHS, _asked_for(tips, but))

    def these(self, hashes: Sequence[bytes], damaged: Callable[[str], None]) -> Generator[list[Commit], None, None]:
        """These commits and no others; what cannot be read whole is read without what it changed, or not at all.

        Args:
            damaged: Called with what git says of each of those.

        Raises:
            GitMissing.
        """
        at, tries = 0, 0
        while at < len(hashes):
            ways = WITH_PATHS if tries < _MOST_DAMAGED else WITHOUT_PATHS
            try:
                for commits in self._these(hashes[at:], ways):
                    yield commits
                    # Those that are not there git has passed over.
                    at = hashes.index(commits[-1].hash.encode("ascii"), at) + 1
                return
            except GitMissing:
                raise
            except GitFailed as failure:
                tries += 1
                if tries >= 2 * _MOST_DAMAGED or at >= len(hashes):
                    damaged(f"{failure}; {len(hashes) - at:,} others were left unread")
                    return
                damaged(f"commit {hashes[at][:10].decode('ascii', 'replace')}: {failure}")
                yield from self._alone(hashes[at])
                at += 1

    def _alone(self, hash_: bytes) -> Generator[list[Commit], None, None]:
        """A commit without what it changed; nothing where that cannot be read either."""
        try:
            yield from self._these([hash_], WITHOUT_PATHS)
        except GitFailed:
            return

    def _these(self, hashes: Sequence[bytes], ways: Sequence[str]) -> Generator[list[Commit], None, None]:
        yield from self._log(["--no-walk=unsorted", "--stdin"], ways, b"\n".join([*hashes, b""]))

    def _log(self, which: list[str], ways: Sequence[str], asked: bytes) -> Generator[list[Commit], None, None]:
        parser = LogParser(self.repository.seen, shallow_commits(self.repository.folder))
        where = (*self._where(), *CONFIGURED)
        with streamed(where, ["log", *PLAIN, *ways, FORMAT, *which], self.cancellation, asked) as blocks:
            for block in blocks:
                if commits := parser.feed(block):
                    yield commits
            if commits := parser.end():
                yield commits

    def _where(self) -> tuple[str, ...]:
        return in_repository(self.repository.folder)


def _asked_for(tips: Iterable[str], but: Iterable[str]) -> bytes:
    return "".join([*(f"{tip}\n" for tip in tips), *(f"^{tip}\n" for tip in but)]).encode("ascii")
