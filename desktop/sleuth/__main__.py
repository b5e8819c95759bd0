"""Which door: window, command line, agents' server? Imports nothing heavy before it knows."""

import os


def main() -> None:
    """Entry point of the command `sleuth`."""
    try:
        from sleuth.cli.main import main as command_line

        command_line()
    except KeyboardInterrupt:  # while it was still being imported
        os._exit(130)


if __name__ == "__main__":
    main()
