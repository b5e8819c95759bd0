"""Which editors are known by name, and how is one told the file and the line?

A command is split as a shell would, and run without one: what a path holds is never obeyed.
"""

import os
import shlex
from pathlib import Path

SYSTEM = "system"
"""Whatever the system opens such a file with; it is told no line."""

EDITORS: dict[str, tuple[str, str]] = {
    "vscode": ("VS Code", "code --goto {path}:{line}"),
    "cursor": ("Cursor", "cursor --goto {path}:{line}"),
    "zed": ("Zed", "zed {path}:{line}"),
    "sublime": ("Sublime Text", "subl {path}:{line}"),
    "intellij": ("IntelliJ IDEA", "idea --line {line} {path}"),
    "pycharm": ("PyCharm", "pycharm --line {line} {path}"),
    "emacs": ("Emacs", "emacsclient --no-wait +{line} {path}"),
    "gvim": ("GVim", "gvim +{line} {path}"),
    "kate": ("Kate", "kate --line {line} {path}"),
    "textmate": ("TextMate", "mate --line {line} {path}"),
    "notepad++": ("Notepad++", "notepad++ -n{line} {path}"),
}
"""Name → title and command."""


def command_problem(command: str) -> str | None:
    """What is wrong with a command for an editor, or None."""
    try:
        words = _words(command)
    except ValueError as error:
        return f"is a command that cannot be split into words ({error})"
    if not any("{path}" in word for word in words):
        return f"must be one of {', '.join((SYSTEM, *EDITORS))}, or a command with {{path}} in it"
    return "must start with the program" if "{path}" in words[0] else None


def editor_arguments(editor: str, path: Path, line: int | None) -> list[str] | None:
    """The program and its arguments for the value of `ui.editor`; None: the system opens the file."""
    if editor == SYSTEM:
        return None
    command = EDITORS[editor][1] if editor in EDITORS else editor
    # In one pass: a path that holds "{line}" is a path still.
    return [
        str(path).join(piece.replace("{line}", str(line or 1)) for piece in word.split("{path}"))
        for word in _words(command)
    ]


def _words(command: str) -> list[str]:
    """A backslash is a part of the path on Windows, and quotes another character elsewhere."""
    if os.name != "nt":
        return shlex.split(command)
    return [word[1:-1] if word[:1] == word[-1:] == '"' else word for word in shlex.split(command, posix=False)]
