"""What does `git log` say of each commit?

    bytes, as they come → Commit

Everything is parted by NULs, which neither a message nor a path can hold, and read by its place: whatever a message
says, it cannot be taken for anything else.
"""

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache

from sleuth.domain.errors import ItemBinary
from sleuth.domain.history import Commit
from sleuth.ingest.git_process import GitFailed
from sleuth.ingest.readers.encoding import decode, normalise, storable

# No path begins with a slash, and a record begins where a path might stand.
_MARK = b"//"
_FIELDS = ("%H", "%P", "%ct", "%an", "%ae", "%cn", "%ce", "%B")
# tformat ends the message with a NUL; the first path stands behind a line end.
FORMAT = f"--format=tformat:{_MARK.decode()}%x00{'%x00'.join(_FIELDS)}"
# `-O` takes back a file of the repository's that would order the paths.
WITH_PATHS = ("--name-only", "--no-renames", "-O/dev/null")
WITHOUT_PATHS = ("--no-patch",)
PLAIN = (
    *("-z", "--encoding=UTF-8", "--no-color", "--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-decorate"),
    *("--no-mailmap", "--ignore-missing"),
)
# Configured otherwise, the first commit of all would have changed nothing.
CONFIGURED = ("-c", "log.showRoot=true", "-c", "log.follow=false", "-c", "log.diffMerges=off")

MOST_PATHS = 10_000
"""What a commit changed beyond, such as an import of a whole tree, is not searched."""
_MOST_CHARACTERS = 500_000
_LONGEST_PERSON = 500
_LONGEST_PATH = 4_096
_LATEST_S = 1 << 62


@dataclass(slots=True)
class LogParser:
    """Takes what git prints, block by block."""

    seen: Callable[[str], str]
    """A path of the repository as seen from the workspace."""
    without_paths: AbstractSet[str] = frozenset()
    """Hashes of those for which git would list every file there is."""
    _rest: bytes = b""

    def feed(self, block: bytes) -> list[Commit]:
        """The commits that have come to their end: one has when the next begins."""
        fields = (self._rest + block).split(b"\0")
        commits: list[Commit] = []
        at = 0
        while (after := _next_mark(fields, at)) is not None:
            commits.append(self._commit(fields[at:after]))
            at = after
        self._rest = b"\0".join(fields[at:])
        return commits

    def end(self) -> list[Commit]:
        """The last one, where git has said all that it had to say."""
        if not self._rest:
            return []
        rest, self._rest = self._rest.split(b"\0"), b""
        if rest[-1]:
            raise GitFailed("git log ended in the middle of a commit")
        return [self._commit(rest[:-1])]

    def _commit(self, fields: list[bytes]) -> Commit:
        if fields[0] != _MARK or len(fields) <= len(_FIELDS):
            raise GitFailed("git log printed something that was not asked for")
        hash_, parents, at, name, address, committer, committer_address, message = fields[1 : 1 + len(_FIELDS)]
        commit = hash_.decode("ascii")
        paths = fields[1 + len(_FIELDS) :]
        if paths:
            paths[0] = paths[0].removeprefix(b"\n")
        if commit in self.without_paths:
            paths = []
        return Commit(
            hash=commit,
            parents=tuple(parents.decode("ascii").split()),
            at_s=_moment(at),
            author=_person(name, address),
            committer=_person(committer, committer_address),
            message=_message(message),
            paths=tuple(self.seen(_path(path)) for path in paths[:MOST_PATHS] if path),
        )


def _next_mark(fields: list[bytes], at: int) -> int | None:
    """Where the record behind the one at `at` begins, once that is here."""
    try:
        # The last field may go on in the next block.
        return fields.index(_MARK, at + 1 + len(_FIELDS), len(fields) - 1)
    except ValueError:
        return None


def _moment(at: bytes) -> int:
    """Seconds since 1970; those that nobody can have meant as they are, since git has them so."""
    try:
        return max(-_LATEST_S, min(int(at), _LATEST_S))
    except ValueError:
        return 0


def _text(data: bytes) -> str:
    """What is not UTF-8 although git was asked for it was written by a git that did not know its encoding."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        return decode(data, "latin-1")[0]
    except ItemBinary:
        return data.decode("utf-8", "replace")


def _message(data: bytes) -> str:
    return storable(normalise(_text(data)))[:_MOST_CHARACTERS].strip("\n")


@lru_cache(maxsize=4_096)
def _person(name: bytes, address: bytes) -> str:
    return " ".join(f"{_text(name)} <{_text(address)}>".split())[:_LONGEST_PERSON]


@lru_cache(maxsize=32_768)
def _path(data: bytes) -> str:
    """As it can be shown: one line, whatever a name holds."""
    return data[:_LONGEST_PATH].decode("utf-8", "replace").replace("\n", "\ufffd").replace("\r", "\ufffd")


def lines_in(blocks: Iterator[bytes]) -> Iterator[list[bytes]]:
    """Whole lines, list by list."""
    rest = b""
    for block in blocks:
        *lines, rest = (rest + block).split(b"\n")
        yield lines
    if rest:
        yield [rest]
