"""How is git run, so that it runs nothing else and waits for nobody?

Whatever a repository configures (hooks, fsmonitor, filters, pagers, external diffs, gpg, other remotes to fetch what is
missing from) is not run, no lock is taken, no prompt is shown, nothing is fetched. The one place that starts git to read.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sleuth.domain.cancel import Cancellation

if TYPE_CHECKING:
    import subprocess
    from typing import IO

# `safe.directory` guards against what a repository's configuration may run; nothing of it is run here,
# and a folder that another user owns must still be searched by its ignore rules.
_OPTIONS = (
    *("-c", "core.fsmonitor=false", "-c", "core.hooksPath=", "-c", "safe.directory=*"),
    *("--no-optional-locks", "--no-pager"),
)
# git before 2.45 knows no GIT_NO_LAZY_FETCH; where no protocol is allowed, its fetch ends before it has reached anything.
_ENVIRONMENT = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "LC_ALL": "C",
}
# As inside a hook, where git names one repository to every git that is run.
_REPOSITORY_VARIABLES = frozenset(
    "GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX GIT_OBJECT_DIRECTORY GIT_COMMON_DIR GIT_NAMESPACE"
    " GIT_EXTERNAL_DIFF GIT_DEFAULT_HASH GIT_SHALLOW_FILE GIT_LITERAL_PATHSPECS GIT_GLOB_PATHSPECS".split()
)
_POLL_S = 0.2
# git goes on while what it has said is worked on: a fifth off the first pass. More than Linux gives by itself (others ignore it).
_PIPE_BYTES = 1 << 20
_BLOCK_BYTES = 1 << 18
_MOST_COMPLAINT_BYTES = 20_000


class GitFailed(Exception):
    """git could not answer; the message is its own, one line."""


class GitMissing(GitFailed):
    """There is no git, or it cannot be run."""


def run(
    where: Sequence[str],
    arguments: Sequence[str],
    cancellation: Cancellation,
    good: tuple[int, ...] = (0,),
    stdin: bytes | None = None,
) -> tuple[bytes, bytes]:
    """What git printed, and what it complained of.

    Args:
        where: The options that tell git where: `in_folder` or `in_repository`.

    Raises:
        GitFailed: It ended with another status than one of `good`.
    """
    import subprocess

    process = _start(where, arguments, subprocess.DEVNULL if stdin is None else subprocess.PIPE, subprocess.PIPE)
    with process:
        try:
            out, complaint = _wait(process, cancellation, stdin)
        except BaseException:  # cancelled or Ctrl+C: git must not outlive the scan
            process.kill()
            raise
    if process.returncode not in good:
        raise GitFailed(_said(complaint, process.returncode))
    return out, complaint


@contextmanager
def streamed(
    where: Sequence[str], arguments: Sequence[str], cancellation: Cancellation, stdin: bytes = b""
) -> Iterator[Iterator[bytes]]:
    """What git prints, block by block while it runs; it is ended with the context.

    Raises:
        GitFailed: From the iterator, behind the last block: what came before it stands.
    """
    with ExitStack() as files:
        asked, complaint = _file(files, stdin), _file(files, b"")
        process = _start(where, arguments, asked.fileno(), complaint.fileno())
        forget = cancellation.on_cancel(process.kill)
        try:
            yield _blocks(process, complaint, cancellation)
        finally:
            forget()
            process.kill()  # one that has ended already is left alone
            process.wait()
            assert process.stdout is not None
            process.stdout.close()


def _file(files: ExitStack, content: bytes) -> "IO[bytes]":
    """Takes what a pipe would block on: a long list that git reads while it prints, warnings without number."""
    import tempfile

    try:
        file = files.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - the stack closes it
        file.write(content)
        file.seek(0)
    except OSError as error:
        raise GitFailed(f"git cannot be asked: {error.strerror or error}") from error
    return file


def _blocks(process: "subprocess.Popen[bytes]", complaint: "IO[bytes]", cancellation: Cancellation) -> Iterator[bytes]:
    assert process.stdout is not None
    cancellation.check()
    while block := os.read(process.stdout.fileno(), _BLOCK_BYTES):
        cancellation.check()
        yield block
    status = process.wait()
    cancellation.check()
    if status:
        complaint.seek(0, os.SEEK_END)
        complaint.seek(max(complaint.tell() - _MOST_COMPLAINT_BYTES, 0))
        raise GitFailed(_said(complaint.read(), status))


def in_folder(folder: Path) -> tuple[str, ...]:
    """The repository that holds a folder, as git finds it."""
    return ("-C", str(folder))


def in_repository(git_folder: Path) -> tuple[str, ...]:
    """The repository that is kept in this folder, and no other one around it."""
    return ("-C", str(git_folder), f"--git-dir={git_folder}")


def _start(
    where: Sequence[str], arguments: Sequence[str], stdin: int, stderr: int
) -> "subprocess.Popen[bytes]":
    import subprocess  # a search without a scan does without it

    environment = {key: value for key, value in os.environ.items() if key not in _REPOSITORY_VARIABLES} | _ENVIRONMENT
    try:
        return subprocess.Popen(
            ["git", *_OPTIONS, *where, *arguments],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=environment,
            pipesize=_PIPE_BYTES,
        )
    except OSError as error:
        raise GitMissing(f"git cannot be run ({error.strerror})") from error


def _wait(process: "subprocess.Popen[bytes]", cancellation: Cancellation, stdin: bytes | None) -> tuple[bytes, bytes]:
    """Everything it prints, looking for a cancellation meanwhile."""
    import subprocess

    while True:
        cancellation.check()
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(stdin, timeout=_POLL_S)


def _said(complaint: bytes, status: int) -> str:
    """What git died of: that comes last, behind warnings."""
    lines = complaint.decode("utf-8", "replace").strip().splitlines()
    fatal = [line for line in lines if line.startswith("fatal: ")]
    return fatal[-1] if fatal else lines[0] if lines else f"git ended with {status}"
