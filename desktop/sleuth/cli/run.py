"""What does each command do, and with which exit status does it end?"""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sleuth.cli.progress import scan_progress
from sleuth.cli.streams import OUTPUT_FAULTS, complain, leave_broken_pipe, leave_full_output
from sleuth.domain.errors import (
    Cancelled,
    CannotRecord,
    EnvironmentFault,
    NoWorkspace,
    RequestError,
    SleuthError,
)
from sleuth.domain.items import Source
from sleuth.domain.queries import Sort
from sleuth.engine import plain, to_json
from sleuth.engine.searching import not_asked_for
from sleuth.engine.workspace import SearchOptions, Workspace, find_workspace

if TYPE_CHECKING:
    from sleuth.domain.hits import Answer
    from sleuth.engine.notes import Note

DONE, NOTHING_FOUND, REFUSED, FAILED, INTERRUPTED = 0, 1, 2, 3, 130


@dataclass(frozen=True, slots=True)
class Session:
    """What every command is called with."""

    workspace: str | None
    as_json: bool

    def open(self) -> Workspace:
        if self.workspace is not None and os.path.isabs(self.workspace):
            return Workspace.open(Path(self.workspace))
        return Workspace.open(find_workspace(self.workspace, here()))


def here() -> str:
    """The current folder.

    Raises:
        NoWorkspace: It is gone.
    """
    try:
        return os.getcwd()
    except FileNotFoundError as error:
        raise NoWorkspace("the current folder is gone; name the workspace with -w and an absolute path") from error


def guarded(session: Session, command: Callable[[Session], int]) -> int:
    """Run a command; every expected fault becomes a message and an exit status."""
    try:
        status = command(session)
        sys.stdout.flush()
        return status
    except RequestError as error:
        return _complain(session, error, REFUSED)
    except EnvironmentFault as error:
        return _complain(session, error, FAILED)
    except BrokenPipeError:
        leave_broken_pipe()
        return DONE
    except OSError as error:
        if error.errno not in OUTPUT_FAULTS:
            raise
        leave_full_output(error)
        return FAILED
    except (Cancelled, KeyboardInterrupt):
        return INTERRUPTED


def _complain(session: Session, error: SleuthError, status: int) -> int:
    if session.as_json:
        _print(to_json.error(error))
    else:
        complain(f"sleuth: {plain.plain(error.text())}")
    return status


def _print(out: str) -> None:
    sys.stdout.write(out)
    sys.stdout.write("\n")
    sys.stdout.flush()


def _note(session: Session, notices: list[str]) -> None:
    if not session.as_json:
        for notice in notices:
            complain(f"note: {plain.plain(notice)}")


def search(session: Session, terms: tuple[str, ...], sources: str | None, limit: int, no_scan: bool, **options: Any) -> int:
    """Scan unless told not to, then search; 1 when nothing came."""
    export = options.pop("export")
    wanted = SearchOptions(
        sources=tuple(name.strip() for name in sources.split(",") if name.strip()) if sources is not None else (),
        limit=limit,
        sort=Sort(options.pop("sort")),
        **options,
    )
    answer = _answered(session, " ".join(terms), wanted, no_scan)
    if export:
        _print(plain.exported(answer, export))
    elif session.as_json:
        _print(to_json.answer(answer))
    else:
        from sleuth.cli.terminal import show_answer

        show_answer(answer)
    return DONE if answer.hits else NOTHING_FOUND


def code(session: Session, phrase: tuple[str, ...], limit: int, no_scan: bool, **options: Any) -> int:
    """The same for symbols alone, in a form of their own."""
    wanted = SearchOptions(sources=(Source.SYMBOLS.value,), limit=limit, **options)
    answer = _answered(session, " ".join(phrase), wanted, no_scan)
    if session.as_json:
        _print(to_json.answer(answer))
    else:
        from sleuth.cli.symbols import show_symbols

        show_symbols(answer)
    return DONE if answer.hits else NOTHING_FOUND


def _answered(session: Session, query: str, wanted: SearchOptions, no_scan: bool) -> "Answer":
    workspace = session.open()
    notices: list[str] = []
    later = not_asked_for(workspace.check(query, wanted))
    if not no_scan:
        notices = _scan_for_search(workspace, later)
    answer = workspace.search(query, wanted)
    if not no_scan and not answer.coverage.items:
        # Between the scan and the search another process has dropped the index to build it anew: wait for it.
        notices = _scan_for_search(workspace, later)
        answer = workspace.search(query, wanted)
    workspace.close()
    return answer.with_notices(notices)


def _scan_for_search(workspace: Workspace, later: frozenset[Source]) -> list[str]:
    """A scan that fails does not stop the search: it answers from what there is, and says why.

    A search for files does not wait for the history, of which there may be more than of them, nor for symbols.
    """
    try:
        with scan_progress() as progress:
            outcome = workspace.scan(progress=progress, later=later)
        return [*outcome.notices, *([outcome.error] if outcome.error else [])]
    except EnvironmentFault as fault:
        if not workspace.has_index():
            raise
        return [f"the scan failed: {fault.text()}"]


def reindex(session: Session, rebuild: bool) -> int:
    """A scan by itself."""
    workspace = session.open()
    with scan_progress() as progress:
        outcome = workspace.scan(progress=progress, rebuild=rebuild)
    workspace.close()
    if session.as_json:
        _print(to_json.scan(outcome))
    else:
        _print(f"{outcome.read:,} read, {outcome.dropped:,} dropped, {outcome.took_ms:,} ms")
        _note(session, [*outcome.notices, *([outcome.error] if outcome.error else [])])
    return DONE


def status(session: Session) -> int:
    workspace = session.open()
    state = workspace.status()
    workspace.close()
    if session.as_json:
        _print(to_json.status(state))
    else:
        from sleuth.cli.terminal import show_status

        show_status(state)
    return DONE


def why(session: Session, path: str) -> int:
    workspace = session.open()
    verdict = workspace.why(path, str(workspace.root) if os.path.isabs(path) else here())
    workspace.close()
    if session.as_json:
        _print(to_json.verdict(verdict))
    else:
        _print(plain.verdict(verdict))
    return DONE if verdict.indexed else NOTHING_FOUND


def note(session: Session, text: tuple[str, ...], is_list: bool, edited: str | None, deleted: str | None) -> int:
    """Keep, change, delete or list the person's own notes."""
    from sleuth.engine.notes import add_note, delete_note, edit_note, notes_of

    root = session.open().root
    if is_list:
        notes = notes_of(root)
        _print(to_json.notes(notes)) if session.as_json else _show_notes(notes)
        return DONE if notes else NOTHING_FOUND
    if deleted is not None:
        delete_note(root, deleted)
        complain("deleted")
        return DONE
    words = " ".join(text)
    kept = edit_note(root, edited, words) if edited is not None else add_note(root, words)
    _print(to_json.notes([kept])) if session.as_json else complain(f"noted as {plain.plain(kept.name)}")
    return DONE


def _show_notes(notes: "list[Note]") -> None:
    for one in notes:
        _print(f"{plain.plain(one.name)}  {plain.plain(one.text.splitlines()[0] if one.text else '')}")


def forget(session: Session, yes: bool) -> int:
    """Delete what was kept of deleted chats, once the person has agreed."""
    workspace = session.open()
    if not yes and not agrees(f"Delete the chats that were kept for {plain.plain(str(workspace.root))}? [y/N] "):
        complain("nothing was deleted; --yes deletes without asking")
        return REFUSED
    count = workspace.forget_kept()
    workspace.close()
    complain(f"{plain.counted(count, 'chats')} forgotten")
    return DONE


def record(session: Session, title: str | None, command: tuple[str, ...]) -> int:
    """Run a command, or a shell, with its terminal recorded; the exit status is the command's own."""
    if sys.platform == "win32":
        raise CannotRecord(
            "sleuth cannot record a terminal on Windows; record with asciinema in WSL, and name the folder of the casts"
            " in the setting terminals.folders"
        )
    from sleuth.cli.record import record as recorded

    return recorded(session.open().root, title, command)


def agrees(question: str) -> bool:
    """Whether the person at the terminal says yes; nobody at all does not."""
    if not sys.stdin.isatty():
        return False
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
