"""Which editors may be named in the settings, and which commands are commands for one?

A command is split as a shell would, and run without one: what a path holds is never obeyed.
"""

import os
import shlex

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


def _words(command: str) -> list[str]:
    """A backslash is a part of the path on Windows, and quotes another character elsewhere."""
    if os.name != "nt":
        return shlex.split(command)
    return [word[1:-1] if word[:1] == word[-1:] == '"' else word for word in shlex.split(command, posix=False)]
