"""What if standard output or standard error cannot be written to?"""

import errno
import os
import sys

OUTPUT_FAULTS = (errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EDQUOT)
_DONE, _FAILED = 0, 3


def complain(text: str) -> None:
    """Say something on standard error; where that cannot be written, nobody wants to hear it."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        return


def prepare() -> None:
    """Never fail to print: what a terminal's encoding lacks is escaped."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, the process's own to its end
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def leave_full_output(error: OSError) -> None:
    """Standard output takes no more: say so, and end without trying to write what is left in its buffer."""
    complain(f"sleuth: the answer could not be written ({error.strerror})")
    os._exit(_FAILED)


def leave_broken_pipe() -> None:
    """Whoever read our output is gone: end quietly."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    os._exit(_DONE)
