"""Which door: window, command line, agents' server? Imports nothing heavy before it knows."""


def main() -> None:
    """Entry point of the command `sleuth`."""
    from sleuth.cli.main import main as command_line

    command_line()


if __name__ == "__main__":
    main()
