"""What did a commit change, line by line?

    a hash, or what leads to one ─→ CommitReading: what it says, who made it, its files, its diff

git is asked when somebody looks, for so many bytes and so long; what rules keep from being read is not shown here either.
"""

import re
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path

from sleuth.domain.cancel import Cancellation
from sleuth.domain.errors import ItemUnreadable
from sleuth.domain.history import Commit, CommitText, NamedRef, short
from sleuth.domain.items import Kind
from sleuth.engine.history import Names
from sleuth.engine.reading import Reading, marks_in
from sleuth.engine.terminals import breathing
from sleuth.index.history_filters import is_hash
from sleuth.ingest.git_process import GitFailed, GitMissing, in_repository, run, streamed
from sleuth.ingest.readers.git.log import CONFIGURED, FORMAT, PLAIN, WITH_PATHS, LogParser
from sleuth.ingest.readers.git.repositories import Repository, repositories_of, shallow_commits

MOST_BYTES = 4_000_000
"""Of a diff; more is nobody's to read to its end."""
MOST_LISTED = 1_000
"""Files that are listed by name."""
_MOST_S = 10.0
_LONGEST_LINE = 20_000
# The interpreter is let go that often, or the event loop would wait.
_A_BREATH = 1_000
# What is larger has no diff of its own: git would hold it, and compare it, at once. Renames are looked for among so many.
_CONFIGURED = ("-c", "core.bigFileThreshold=16m", "-c", "core.quotePath=false")
_DIFF = (
    *("diff-tree", "-r", "--root", "--no-commit-id", "-O/dev/null", "--no-color", "--no-ext-diff", "--no-textconv"),
    *("--no-relative", "--submodule=short", "--ignore-submodules=none", "--src-prefix=a/", "--dst-prefix=b/"),
)
_RENAMES, _NO_RENAMES = ("-M", "-l400"), ("--no-renames",)
_HUNK = re.compile(rb"@@ -(\d{1,15})(?:,(\d{1,15}))? \+(\d{1,15})(?:,(\d{1,15}))? @@")
_BEGIN = b"diff --git "


class Row(IntEnum):
    """What a line of the text is."""

    PLAIN = 0
    LISTED = 1
    """A file in the list."""
    FILE = 2
    """The head of a file's changes."""
    HUNK = 3
    SAME = 4
    ADDED = 5
    REMOVED = 6
    NOTE = 7
    """A word on the change above, such as that the file is binary."""


@dataclass(slots=True)
class ChangedFile:
    """What a commit did to a file."""

    status: str
    """`A` added, `D` deleted, `M` modified, `R` renamed, `C` copied, `T` another type."""
    before: str
    """As seen from the workspace."""
    after: str
    added: int = 0
    removed: int = 0
    is_counted: bool = False
    """Whether its changes were read to their end."""
    is_binary: bool = False
    """Whether git told only that it is another one."""
    listed: int = 0
    """The line on which it is listed, from 1; 0 where it is not."""
    line: int = 0
    """The line on which its changes begin, likewise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitReading(Reading):
    """A commit, read; its text is its message, who made it, its files and its diff."""

    commit: Commit
    names: tuple[NamedRef, ...]
    """The branches, tags and worktrees that stand at it."""
    named: NamedRef | None
    """What led to it, where that was no hash."""
    files: tuple[ChangedFile, ...]
    rows: bytes
    """A `Row` for each line."""
    old: Sequence[int]
    """The number of each line in the file as it was; 0 where it was not there."""
    new: Sequence[int]
    owners: Sequence[int]
    """Which file each line is about; -1 is none."""
    parts: dict[str, Sequence[int]]
    """The line that each line of a hit's section stands on, from 1."""

    def line_at(self, section: str | None, line: int | None) -> int:
        """The line that a place means, from 1 in the whole text."""
        lines = self.parts.get(section or "")
        wanted = line or 1
        if lines:
            return lines[max(0, min(wanted, len(lines)) - 1)]
        return max(1, min(wanted, len(self.rows)))

    def file_of(self, line: int) -> ChangedFile | None:
        """The file that a line is about."""
        owner = self.owners[line - 1] if 0 < line <= len(self.owners) else -1
        return self.files[owner] if owner >= 0 else None


@dataclass(frozen=True, slots=True)
class Commits:
    """Reads those of one workspace."""

    root: Path
    repositories: list[tuple[str, str]]
    """Git's folder of each, and where it lies in the workspace."""
    is_blocked: Callable[[str], bool]

    def read(self, ref: str, typed: str, cancellation: Cancellation) -> CommitReading:
        """The commit of this hash, or that a branch, a tag or a worktree stands at.

        Raises:
            ItemUnreadable: There is none, or git cannot be asked.
            Cancelled: Nobody waits for it any more.
        """
        names, _ = Names(self.root).now(self.repositories, cancellation)
        named = None if is_hash(ref) else next((one for one in names.refs if one.ref == ref), None)
        if named is None and not is_hash(ref):
            raise ItemUnreadable(f"{ref} is not there any more")
        if named is not None and not named.commit:
            raise ItemUnreadable(f"nothing was committed on {named.name} yet")
        wanted = named.commit if named is not None else ref
        for repository in self._repositories():
            commit = _commit(repository, wanted, cancellation)
            if commit is not None:
                at_it = tuple(one for one in names.refs if one.commit == commit.hash)
                return self._reading(repository, commit, ref, named, at_it, typed, cancellation)
        raise ItemUnreadable(f"the commit {short(wanted)} is not there any more")

    def folder_of(self, ref: str, cancellation: Cancellation) -> Path:
        """The folder of a worktree.

        Raises:
            ItemUnreadable: It is none, or it is gone.
        """
        names, _ = Names(self.root).now(self.repositories, cancellation)
        found = next((one for one in names.refs if one.ref == ref and one.kind is Kind.WORKTREE), None)
        if found is None:
            raise ItemUnreadable("a commit lies in git's store, in no file of its own")
        folder = Path(found.folders[0])
        if not folder.is_dir():
            raise ItemUnreadable(f"{folder} is not there any more")
        return folder

    def _repositories(self) -> tuple[Repository, ...]:
        known = {Path(folder) for folder, _ in self.repositories}
        found = repositories_of(self.root, [inside for _, inside in self.repositories if inside]).found
        return tuple(one for one in found if one.folder in known)

    def _reading(
        self, repository: Repository, commit: Commit, ref: str, named: NamedRef | None, names: tuple[NamedRef, ...],
        typed: str, cancellation: Cancellation,
    ) -> CommitReading:  # fmt: skip
        sheet = _Sheet()
        text = CommitText.of(commit, self.is_blocked)
        sheet.put("message", text.message)
        sheet.put("people", text.people)
        said: list[str] = []
        files: list[ChangedFile] = []
        if commit.hash in shallow_commits(repository.folder):
            said.append("The clone is shallow: what was there before this commit is not here, so nobody can tell what it changed.")
        else:
            files = self._diff(repository, commit, sheet, text, said, cancellation)
        whole = "\n".join(sheet.lines)
        return CommitReading(
            ref=ref,
            path=Path(commit.hash),
            kind=Kind.COMMIT,
            language=None,
            text=whole,
            sections=(),
            profile=None,
            marks=marks_in(whole, typed),
            notice=" ".join(said) or None,
            commit=commit,
            names=names,
            named=named,
            files=tuple(files),
            rows=bytes(sheet.rows),
            old=sheet.old,
            new=sheet.new,
            owners=sheet.owners,
            parts=sheet.parts,
        )

    def _diff(
        self, repository: Repository, commit: Commit, sheet: "_Sheet", text: CommitText, said: list[str], cancellation: Cancellation
    ) -> list[ChangedFile]:
        """Put the list of files and the diff behind the message; of a merge, what it brought to its first parent."""
        between = (commit.parents[0], commit.hash) if commit.parents else (commit.hash,)
        patch = _Patch()
        kept: list[ChangedFile | None] = []
        try:
            changes, renames = _changes(repository, between, cancellation)
            breathe = breathing(cancellation)
            for number, one in enumerate(changes):
                if number % _A_BREATH == 0:
                    breathe()
                kept.append(self._kept(one, repository))
            cut = _fill(patch, repository, (*renames, *between), changes, kept, cancellation)
        except GitMissing as missing:
            raise ItemUnreadable(str(missing)) from missing
        except GitFailed as failure:
            cut = f"What it changed cannot be read to its end: {str(failure).removeprefix('fatal: ')}."
        files = [one for one in kept if one is not None]
        if len(commit.parents) > 1:
            said.append("A merge: this is what it brought to its first parent.")
        if cut:
            said.append(cut)
        if len(files) < len(kept):
            count = len(kept) - len(files)
            said.append(f"{count:,} {'file is' if count == 1 else 'files are'} blocked by rules and not shown.")
        _put_files(sheet, files, text)
        _put_patch(sheet, files, patch)
        return files

    def _kept(self, change: "_Change", repository: Repository) -> ChangedFile | None:
        """What may be shown of it."""
        before, after = repository.seen(_path(change.before)), repository.seen(_path(change.after))
        if self.is_blocked(before) or self.is_blocked(after):
            return None
        return ChangedFile(change.status, before, after)


@dataclass(frozen=True, slots=True)
class _Change:
    """A file that git says was changed."""

    status: str
    before: bytes
    after: bytes


@dataclass(slots=True)
class _Sheet:
    """The text on its way."""

    lines: list[str] = field(default_factory=list)
    rows: bytearray = field(default_factory=bytearray)
    old: "array[int]" = field(default_factory=lambda: array("q"))
    new: "array[int]" = field(default_factory=lambda: array("q"))
    owners: "array[int]" = field(default_factory=lambda: array("q"))
    parts: dict[str, Sequence[int]] = field(default_factory=dict)

    def add(self, text: str, row: Row = Row.PLAIN, owner: int = -1, old: int = 0, new: int = 0) -> int:
        """A line more; returns its number, from 1."""
        self.lines.append(text)
        self.rows.append(row)
        self.old.append(old)
        self.new.append(new)
        self.owners.append(owner)
        return len(self.lines)

    def put(self, part: str, text: str) -> None:
        """What hits call a section, and an empty line behind it."""
        if text:
            self.parts[part] = [self.add(line) for line in text.split("\n")]
            self.add("")


@dataclass(slots=True)
class _Patch:
    """Lines of the diff, by the file that they are about."""

    lines: list[tuple[int, Row, str, int, int]] = field(default_factory=list)


def _commit(repository: Repository, wanted: str, cancellation: Cancellation) -> Commit | None:
    """None where the repository has none of this hash."""
    asked = [*CONFIGURED, "log", "-1", *PLAIN, *WITH_PATHS, FORMAT, wanted, "--"]
    try:
        out, _ = run(in_repository(repository.folder), asked, cancellation)
    except GitMissing as missing:
        raise ItemUnreadable(str(missing)) from missing
    except GitFailed:
        return None
    parser = LogParser(repository.seen, shallow_commits(repository.folder))
    try:
        commits = [*parser.feed(out), *parser.end()]
    except GitFailed:
        return None
    return commits[0] if commits else None


def _changes(
    repository: Repository, between: tuple[str, ...], cancellation: Cancellation
) -> tuple[list[_Change], tuple[str, ...]]:
    """The files, in the order of the diff, and how git was asked about renames: where contents are not here, it cannot tell them."""
    where = in_repository(repository.folder)
    renames: tuple[str, ...] = _RENAMES
    try:
        out, _ = run(where, [*_CONFIGURED, *_DIFF, *renames, "--raw", "-z", *between], cancellation)
    except GitMissing:
        raise
    except GitFailed:
        renames = _NO_RENAMES
        out, _ = run(where, [*_CONFIGURED, *_DIFF, *renames, "--raw", "-z", *between], cancellation)
    fields = iter(out.split(b"\0"))
    changes: list[_Change] = []
    for told in fields:
        if not told.startswith(b":"):
            continue
        status = told.rpartition(b" ")[2][:1].decode("ascii", "replace")
        before = next(fields, b"")
        changes.append(_Change(status, before, next(fields, b"") if status in "RC" else before))
    return changes, renames


def _fill(
    patch: _Patch, repository: Repository, asked_for: tuple[str, ...], changes: list[_Change], kept: list[ChangedFile | None],
    cancellation: Cancellation,
) -> str:  # fmt: skip
    """Read the diff; why it was not read to its end, if it was not."""
    numbers = {id(one): number for number, one in enumerate(one for one in kept if one is not None)}
    # A file that became a link, say, is deleted and added: two heads of one change.
    heads = [at for at, change in enumerate(changes) for _ in range(1 + (change.status == "T"))]
    reader, breathe = _PatchReader(patch), breathing(cancellation)
    size, until, head = 0, time.monotonic() + _MOST_S, -1
    asked = [*_CONFIGURED, *_DIFF, "-p", "--unified=3", *asked_for]
    with streamed(in_repository(repository.folder), asked, cancellation) as blocks:
        for number, line in enumerate(_lines(blocks)):
            if number % _A_BREATH == 0:
                breathe()
            size += len(line) + 1
            if size > MOST_BYTES:
                return f"The change is large: the first {MOST_BYTES // 1_000_000} MB of it are shown."
            if time.monotonic() > until:
                return "The change is large: this much of it could be read in time."
            if line.startswith(_BEGIN) and reader.is_between:
                head += 1
                if head >= len(heads) or not _is_about(line, changes[heads[head]]):
                    return "What git says of the files does not fit together: the rest is not shown."
                one = kept[heads[head]]
                reader.begin(one, numbers[id(one)] if one is not None else -1)
            else:
                reader.take(line)
    reader.end()
    return ""


def _lines(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """As git parts them; one without end is cut."""
    rest = b""
    for block in blocks:
        *whole, rest = (rest + block).split(b"\n")
        yield from whole
    if rest:
        yield rest


def _is_about(line: bytes, change: _Change) -> bool:
    """Whether a head is that of a change; names with odd letters are quoted, and taken on trust."""
    return b'"' in line or line == b"%sa/%s b/%s" % (_BEGIN, change.before, change.after)


class _PatchReader:
    """Takes a diff line by line."""

    def __init__(self, patch: _Patch) -> None:
        self._patch = patch
        self._file: ChangedFile | None = None
        self._owner = -1
        self._old = self._new = self._old_left = self._new_left = 0

    @property
    def is_between(self) -> bool:
        """Whether no line of a hunk is waited for."""
        return self._old_left <= 0 and self._new_left <= 0

    def begin(self, file: ChangedFile | None, owner: int) -> None:
        """The next file; None is not shown."""
        self.end()
        self._file, self._owner, self._old_left, self._new_left = file, owner, 0, 0

    def end(self) -> None:
        if self._file is not None:
            self._file.is_counted = True

    def take(self, line: bytes) -> None:
        if self._file is None:
            self._count(line)
            return
        hunk = _HUNK.match(line) if self.is_between else None
        if hunk is not None:
            self._begin_hunk(hunk)
            self._add(Row.HUNK, _text(line))
        elif line.startswith(b"\\"):
            self._add(Row.NOTE, "No line end at the end of the file")
        elif not self.is_between:
            self._take_changed(line, self._file)
        elif line.startswith((b"Binary files ", b"GIT binary patch")):
            self._file.is_binary = True
            self._add(Row.NOTE, "A binary file, or a very large one: its content is not compared")
        elif line.startswith(b"old mode "):
            self._add(Row.NOTE, f"mode {_text(line[9:])} before")
        elif line.startswith(b"new mode "):
            self._add(Row.NOTE, f"mode {_text(line[9:])} now")

    def _count(self, line: bytes) -> None:
        """What is not shown is followed all the same: where it ends is told by its hunks."""
        hunk = _HUNK.match(line) if self.is_between else None
        if hunk is not None:
            self._begin_hunk(hunk)
        elif not self.is_between and not line.startswith(b"\\"):
            self._old_left -= line[:1] != b"+"
            self._new_left -= line[:1] != b"-"

    def _begin_hunk(self, hunk: re.Match[bytes]) -> None:
        self._old, self._new = int(hunk[1]), int(hunk[3])
        self._old_left, self._new_left = (int(count) if count is not None else 1 for count in (hunk[2], hunk[4]))

    def _take_changed(self, line: bytes, file: ChangedFile) -> None:
        sign = line[:1]
        row = {b"+": Row.ADDED, b"-": Row.REMOVED}.get(sign, Row.SAME)
        is_old, is_new = row is not Row.ADDED, row is not Row.REMOVED
        self._add(row, _text(line), self._old if is_old else 0, self._new if is_new else 0)
        self._old, self._new = self._old + is_old, self._new + is_new
        self._old_left, self._new_left = self._old_left - is_old, self._new_left - is_new
        file.added += row is Row.ADDED
        file.removed += row is Row.REMOVED

    def _add(self, row: Row, text: str, old: int = 0, new: int = 0) -> None:
        self._patch.lines.append((self._owner, row, text, old, new))


def _put_files(sheet: _Sheet, files: list[ChangedFile], text: CommitText) -> None:
    """The list, and on which line each path of a hit stands in it."""
    if not files:
        return
    whole = all(one.is_counted for one in files) and not all(one.is_binary for one in files)
    counts = f", +{sum(one.added for one in files):,} \u2212{sum(one.removed for one in files):,}" if whole else ""
    first = sheet.add(f"{len(files):,} {'file' if len(files) == 1 else 'files'} changed{counts}")
    at: dict[str, int] = {}
    for number, one in enumerate(files[:MOST_LISTED]):
        counted = "  binary" if one.is_binary else f"  +{one.added:,} \u2212{one.removed:,}" if one.is_counted else ""
        one.listed = sheet.add(f"{one.status} {_called(one)}{counted}", Row.LISTED, number)
        at[one.before] = at[one.after] = one.listed
    if len(files) > MOST_LISTED:
        sheet.add(f"and {len(files) - MOST_LISTED:,} more")
    sheet.parts["files"] = [at.get(path, first) for path in text.files.split("\n")] if text.files else [first]


def _put_patch(sheet: _Sheet, files: list[ChangedFile], patch: _Patch) -> None:
    """A head for each file, above its changes; one of which nothing was read has none."""
    begun = -1
    for owner, row, text, old, new in patch.lines:
        if owner != begun:
            sheet.add("")
            files[owner].line = sheet.add(_called(files[owner]) + _done_to(files[owner]), Row.FILE, owner)
            begun = owner
        sheet.add(text, row, owner, old, new)


def _called(file: ChangedFile) -> str:
    return file.after if file.before == file.after else f"{file.before} \u2192 {file.after}"


def _done_to(file: ChangedFile) -> str:
    return {"A": "  (new)", "D": "  (deleted)"}.get(file.status, "")


def _text(line: bytes) -> str:
    """A line of any file, in one line."""
    return line[:_LONGEST_LINE].removesuffix(b"\r").decode("utf-8", "replace")


def _path(path: bytes) -> str:
    return path.decode("utf-8", "replace").replace("\n", "\ufffd")
