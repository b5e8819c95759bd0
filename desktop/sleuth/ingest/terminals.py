"""How do recorded terminals get into the index?

    recordings on disk, open panes of tmux ─readers→ lines as they were shown ─masking, chunking→ index

Those in the workspace, those that `sleuth record` made, those of agents' own terminals, and folders that the settings name.
Where there is none, nothing of the reading is loaded: it would cost every `sleuth search` a tenth of a second.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sleuth.domain.cancel import Cancellation
from sleuth.domain.items import Content, Found, Kind, Section, Source, Stamp, State
from sleuth.domain.standing import Standing
from sleuth.domain.terminals import PANE, RecordingKind, file_and_part
from sleuth.index.store import NewItem, Store
from sleuth.ingest.chunking.bodies import new_body
from sleuth.ingest.chunking.identifiers import parts_of_name, parts_of_texts, word_count
from sleuth.ingest.readers.conversations.scope import Scope
from sleuth.ingest.scan.changes import is_racy

if TYPE_CHECKING:
    from sleuth.domain.terminals import Recording
    from sleuth.ingest.readers.terminals.raw import Raw

SOURCES = (Source.TERMINALS,)

_SECTION_LINES = 20
"""Hits are told by the byte at which so many lines begin."""
_MOST_CHARACTERS = 20_000_000
_LONGEST_TITLE = 200
_ENDINGS = (".cast", ".typescript")
_ELSEWHERE = ("recordings/", "~/", PANE)
"""How references begin to what does not lie in the workspace; what is called so there has `./` before it."""
_CURSOR = ".cursor/projects/*/terminals/*.txt"
_MOST_TIMING_BYTES = 16_000_000
_NO_STAMP = Stamp(0, 0, 0)


@dataclass(frozen=True, slots=True)
class _Candidate:
    ref: str
    path: Path
    must_tell: bool
    """Whether it counts only where it tells that it was made in the workspace."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A recording on its way into the index."""

    ref: str
    recording: "Recording"
    title: str
    stamp: Stamp
    read_ns: int


def scan_terminals(
    scope: Scope, own: Path, folders: tuple[str, ...], store: Store, files_changed: bool, cancellation: Cancellation
) -> bool:
    """Bring the index up to what terminals show and have shown; whether anything changed.

    Args:
        own: The folder of the recordings that were made with `sleuth record`.
        folders: Where the person says that recordings of this workspace lie.
        files_changed: Whether the workspace may have recordings that it had not at the last scan.

    Raises:
        IndexFull, IndexDamaged: The index would not take it.
        Cancelled: Stopped.
    """
    scanning = _Scan(scope, store, cancellation)
    return scanning.run([*scanning.in_workspace(files_changed), *_files(scope, own, folders)])


class _Scan:
    def __init__(self, scope: Scope, store: Store, cancellation: Cancellation) -> None:
        self._scope = scope
        self._store = store
        self._cancellation = cancellation
        self._known = store.known(SOURCES)
        self._kept = set[str]()
        self._changed = False

    def run(self, candidates: list[_Candidate]) -> bool:
        for candidate in candidates:
            self._cancellation.check()
            self._look_at(candidate)
        if _may_have_panes():
            from sleuth.ingest.readers.terminals.tmux import captures, open_panes

            for pane, recording in captures(open_panes(self._scope.holds)):
                self._take(_Shown(pane.key, recording, title_of(recording, pane.key), _NO_STAMP, time.time_ns()))
        gone = [known for ref, known in self._known.items() if ref not in self._kept]
        if gone:
            with self._store.batch():
                self._store.drop(gone)
        if self._changed or gone:
            with self._store.batch():
                self._store.update_dictionary()
                self._store.summarise()
        return self._changed or bool(gone)

    def in_workspace(self, files_changed: bool) -> list[_Candidate]:
        """Files of the workspace that are called as recordings are; where no file changed, those that are known as some."""
        if files_changed:
            found = self._store.files_called((*_ENDINGS, "typescript"))
            refs = [reference_of(ref) for ref in found]
        else:
            refs = sorted({file_and_part(ref)[0] for ref in self._known if not ref.startswith(_ELSEWHERE)})
        return [_Candidate(ref, self._scope.root / ref, must_tell=False) for ref in refs if not os.path.isabs(ref)]

    def _look_at(self, candidate: _Candidate) -> None:
        known = {ref: one for ref, one in self._known.items() if file_and_part(ref)[0] == candidate.ref}
        read_ns = time.time_ns()
        try:
            stamp = Stamp.of(os.stat(candidate.path))
            if known and all(one.stamp == stamp and not is_racy(stamp, one.read_ns) for one in known.values()):
                self._kept.update(known)
                return
            recordings = recordings_in(candidate.path, self._cancellation.check)
        except OSError:
            self._kept.update(known)  # it may be back
            return
        for recording in recordings:
            if candidate.must_tell and not _is_about(recording, self._scope):
                continue
            ref = f"{candidate.ref}#{recording.part}" if recording.part else candidate.ref
            self._take(_Shown(ref, recording, title_of(recording, candidate.path.name), stamp, read_ns))

    def _take(self, shown: _Shown) -> None:
        self._kept.add(shown.ref)
        known = self._known.get(shown.ref)
        item = _item(shown)
        is_same = known is not None and item.body is not None and known.digest == item.body.digest
        if is_same and shown.stamp == _NO_STAMP:
            return  # a pane in which nothing happened
        with self._store.batch():
            if known is not None and is_same:
                self._store.touch(known, item.found, item.read_ns)
            else:
                self._store.put(item, known)
        self._changed = True


def reference_of(ref: str) -> str:
    """How a file of the workspace is called as a recording: as ever, unless that would lead elsewhere."""
    return f"./{ref}" if ref.startswith(_ELSEWHERE) else ref


def recordings_in(path: Path, check: Callable[[], None], styled: bool = False) -> "list[Recording]":
    """All recordings in a file, with their colours if these are wanted.

    Raises:
        OSError: It cannot be read.
    """
    from sleuth.ingest.readers.terminals.raw import read_raw
    from sleuth.ingest.readers.terminals.reading import read_recordings

    raw = read_raw(path)
    return read_recordings(raw, timing=_timing_of(path, raw), styled=styled, check=check)


def title_of(recording: "Recording", name: str) -> str:
    """What it is called, secrets masked; `name` where it does not say."""
    from sleuth.ingest.readers.secrets import masked

    title = recording.title or recording.command or name
    if recording.kind is RecordingKind.TMUX_PANE:
        title = f"{recording.title} {recording.command or ''}"
    return masked(" ".join(title.split()))[:_LONGEST_TITLE]


def _files(scope: Scope, own: Path, folders: tuple[str, ...]) -> Iterator[_Candidate]:
    for path in sorted(own.glob("*.cast")):
        yield _Candidate(f"recordings/{path.name}", path, must_tell=False)
    for path in sorted(scope.home.glob(_CURSOR)):
        yield _Candidate(_ref(path, scope), path, must_tell=True)
    for folder in folders:
        for path in sorted(Path(folder).expanduser().rglob("*")):
            if path.is_file() and _is_recording(path) and not path.is_relative_to(scope.root):
                yield _Candidate(_ref(path, scope), path, must_tell=False)


def _may_have_panes() -> bool:
    """Whether a server of tmux may listen: only then is it worth asking."""
    if sys.platform == "win32":
        return False
    try:
        return bool(os.listdir(Path(os.environ.get("TMUX_TMPDIR") or "/tmp") / f"tmux-{os.getuid()}"))  # noqa: S108
    except OSError:
        return False


def _is_recording(path: Path) -> bool:
    from sleuth.ingest.readers.terminals.raw import HEAD_BYTES
    from sleuth.ingest.readers.terminals.reading import recording_kind

    try:
        with path.open("rb") as file:
            return recording_kind(file.read(HEAD_BYTES), path.name) is not None
    except OSError:
        return False


def _ref(path: Path, scope: Scope) -> str:
    return f"~/{path.relative_to(scope.home).as_posix()}" if path.is_relative_to(scope.home) else path.as_posix()


def _is_about(recording: "Recording", scope: Scope) -> bool:
    return any(scope.holds(folder) for folder in (recording.folder, *recording.shown.folders))


def _timing_of(path: Path, raw: "Raw") -> bytes | None:
    """What the timing file beside a typescript holds, if there is one."""
    from sleuth.ingest.readers.terminals.raw import HEAD_BYTES
    from sleuth.ingest.readers.terminals.timings import is_timing, timing_for
    from sleuth.ingest.readers.terminals.typescripts import body_bytes

    beside: dict[str, bytes] = {}
    for other in path.parent.glob(f"{path.stem}*"):
        if other == path or not other.is_file() or other.stat().st_size > _MOST_TIMING_BYTES:
            continue
        data = other.read_bytes()
        if is_timing(data[:HEAD_BYTES]):
            beside[other.name] = data
    name = timing_for(path.name, body_bytes(raw), beside) if beside else None
    return beside[name] if name else None


def _item(shown: _Shown) -> NewItem:
    title = shown.title
    content = content_of(shown.recording)
    body = None
    if content.text.strip():
        body = replace(new_body(content), parts=parts_of_texts([content.text])[0])
    return NewItem(
        source=Source.TERMINALS,
        found=Found(shown.ref, _with_time(shown), hidden=False),
        title=title,
        name_words=title + parts_of_name(title),
        folder_words="",
        kind=Kind.TERMINAL,
        language=None,
        read_ns=shown.read_ns,
        state=State.INDEXED if body else State.EMPTY,
        reason=content.notice,
        standing=Standing.TALK,
        name_word_count=max(word_count(title), 1),
        body=body,
    )


def _with_time(shown: _Shown) -> Stamp:
    """A pane lies on no disk: it is as new as this scan."""
    return replace(_NO_STAMP, mtime_ns=shown.read_ns) if shown.stamp == _NO_STAMP else shown.stamp


def content_of(recording: "Recording") -> Content:
    """What was shown, secrets masked, each stretch of lines called by the byte at which it begins."""
    from sleuth.ingest.readers.secrets import masked

    text = masked(recording.shown.text[:_MOST_CHARACTERS])
    notices = list(recording.notices)
    if len(recording.shown.text) > _MOST_CHARACTERS:
        notices.append(f"Only its first {_MOST_CHARACTERS:,} characters are searched.")
    sections: list[Section] = []
    start = 0
    for number, line in enumerate(text.split("\n")):
        if number % _SECTION_LINES == 0 and number < len(recording.shown.offsets):
            label = f"byte {recording.shown.offsets[number]}"
            if not sections or sections[-1].label != label:  # lines that were drawn out of order may share a byte
                sections.append(Section(start, label))
        start += len(line) + 1
    return Content(text, Kind.TERMINAL, sections=tuple(sections), notice=" ".join(notices) or None)
