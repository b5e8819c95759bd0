"""How is the Sleuth that runs called from elsewhere, and which commands call a Sleuth?

An agent's hook may run in any folder and without our PATH, so it is called by its full path.
"""

import os
import shlex
import sys
from enum import Enum
from pathlib import Path

TURNS = ("turn-started", "turn-ended")
_SCRIPTS = ("sleuth", "sleuth.exe")


class Shell(Enum):
    """What an agent hands a command to."""

    SH = "sh"
    """Always `sh`, on Windows the one that comes with git."""
    CMD = "cmd"
    """`cmd` or PowerShell: agents differ, and from version to version."""
    SYSTEM = "system"
    """The one, or on Windows the other."""


def program() -> list[str]:
    """The words that start the Sleuth that runs."""
    name = "sleuth.exe" if os.name == "nt" else "sleuth"
    started_as = Path(sys.argv[0])
    for script in (Path(sys.executable).with_name(name), started_as.absolute().with_name(name) if started_as.stem == "sleuth" else None):
        if script is not None and script.is_file():
            return [str(script)]
    # -P: or else a `sleuth` in the folder that the agent works in would be what is run.
    return [sys.executable, "-P", "-m", "sleuth"]


def command(turn: str, shell: Shell, words: list[str] | None = None) -> str:
    """The command line of a hook."""
    words = [*(words or program()), turn]
    is_windows = os.name == "nt"
    if is_windows:
        words = [word.replace("\\", "/") for word in words]  # which sh would take for itself
    if shell is Shell.CMD or (shell is Shell.SYSTEM and is_windows):
        # The one form that both understand: PowerShell takes a line that starts with a quote for a text.
        return "cmd /c " + " ".join(f'"{word}"' if "/" in word or " " in word else word for word in words)
    return shlex.join(words)


def is_ours(line: object) -> bool:
    """Whether it is such a command line, of whichever Sleuth."""
    if not isinstance(line, str) or not line.rstrip().endswith(TURNS):
        return False
    try:
        words = shlex.split(line)
    except ValueError:
        return False
    if words[:2] == ["cmd", "/c"]:
        words = words[2:]
    if len(words) < 2 or words[-1] not in TURNS:
        return False
    name = words[-2].replace("\\", "/").rpartition("/")[2]
    return name in _SCRIPTS and (len(words) == 2 or words[-3] == "-m")


def serves_agents(words: list[str]) -> bool:
    """Whether these start the server of a Sleuth, of whichever one."""
    if "mcp" not in words[1:]:
        return False
    before = words[: words.index("mcp", 1)]
    name = before[-1].replace("\\", "/").rpartition("/")[2]
    return name in _SCRIPTS and (len(before) == 1 or before[-2] == "-m")
