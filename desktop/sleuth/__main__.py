"""Which door: window, command line, agents' server? Imports nothing heavy before it knows."""

import gc
import os
import sys
from typing import NoReturn

_REFUSED, _FAILED = 2, 3
_USAGE = """Usage: sleuth open [DIR | sleuth://LINK]

  The window: on DIR, at the place of a link, or on the last workspace."""
_NO_DISPLAY = """There is no display here to show a window on. The same search, on the command line:
  sleuth search WORDS     in the folder you want to search
  sleuth --help           everything else"""
_NO_QT = "sleuth: the window needs PySide6 (pip install PySide6); the command line works without it: sleuth --help"


def main() -> None:
    """Entry point of the command `sleuth`."""
    arguments = sys.argv[1:]
    try:
        # A shell that completes a line asks by this variable, with no arguments (click's shell_completion).
        if "_SLEUTH_COMPLETE" not in os.environ and arguments[:1] in ([], ["open"]):
            sys.exit(_open_window(arguments[1:]))
        if arguments and arguments[0] in ("turn-started", "turn-ended"):
            _tell_of_turn(arguments)
        _run_command_line()
    except KeyboardInterrupt:  # while it was still being imported
        os._exit(130)


def _tell_of_turn(arguments: list[str]) -> NoReturn:
    """An agent waits for this: at once, without a word, and with 0 whatever happens."""
    try:
        from sleuth.cli.turns import tell

        tell(arguments)
    finally:
        os._exit(0)  # nothing is to be written, and a thread may still wait for standard input


def _run_command_line() -> None:
    # A search as a process is over before there is garbage worth collecting, and numpy's linear algebra, which would
    # start its threads when it is loaded, has no work in it: 25 ms of 200.
    gc.set_threshold(100_000, 20, 20)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from sleuth.cli.main import main as command_line

    command_line(serve=_serve_agents)


def _serve_agents(workspace: str | None) -> int:
    """`sleuth mcp`; the command line has read the arguments."""
    from sleuth.mcp_server.serve import serve

    return serve(workspace)


def _open_window(arguments: list[str]) -> int:
    """`sleuth [open [DIR | sleuth://LINK]]`; returns the exit status."""
    fault = _fault_of(arguments)
    if arguments and arguments[0] in ("-h", "--help"):
        print(_USAGE)  # noqa: T201, it was asked for
        return 0
    if fault is not None:
        print(fault, file=sys.stderr)  # noqa: T201, as a command line does
        return _REFUSED
    if not _has_display():
        print(_NO_DISPLAY, file=sys.stderr)  # noqa: T201
        return _FAILED
    try:
        from sleuth.ui.app.app import run
    except ImportError as error:
        if error.name is None or not error.name.startswith(("PySide6", "shiboken6", "qtawesome")):
            raise
        print(_NO_QT, file=sys.stderr)  # noqa: T201
        return _FAILED
    from sleuth.domain.errors import RequestError, SleuthError

    try:
        return run(arguments)
    except SleuthError as error:
        print(f"sleuth: {error.text()}", file=sys.stderr)  # noqa: T201
        return _REFUSED if isinstance(error, RequestError) else _FAILED


def _fault_of(arguments: list[str]) -> str | None:
    if len(arguments) > 1:
        return "sleuth: open takes one folder or one link"
    if arguments and not arguments[0].startswith("sleuth:") and not os.path.isdir(arguments[0]):  # noqa: PTH112, it may hold any bytes
        return f"sleuth: {arguments[0]} is not a folder"
    return None


def _has_display() -> bool:
    """Whether a window can be shown at all."""
    if sys.platform in ("win32", "darwin") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


if __name__ == "__main__":
    main()
