"""Which door: window, command line, agents' server? Imports nothing heavy before it knows."""

import gc
import os


def main() -> None:
    """Entry point of the command `sleuth`."""
    # A search as a process is over before there is garbage worth collecting, and numpy's linear algebra, which would
    # start its threads when it is loaded, has no work in it: 25 ms of 200.
    gc.set_threshold(100_000, 20, 20)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from sleuth.cli.main import main as command_line

        command_line()
    except KeyboardInterrupt:  # while it was still being imported
        os._exit(130)


if __name__ == "__main__":
    main()
