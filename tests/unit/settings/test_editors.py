"""Is an editor told the file and the line, whatever they are called?"""

from pathlib import Path

import pytest

from sleuth.settings.editors import EDITORS, command_problem, editor_arguments


@pytest.mark.parametrize(
    ("editor", "line", "expected"),
    [
        ("vscode", 7, ["code", "--goto", "{path}:7"]),
        ("vscode", None, ["code", "--goto", "{path}:1"]),
        ("emacs", 7, ["emacsclient", "--no-wait", "+7", "{path}"]),
        ('"my editor" -l{line} {path}', 7, ["my editor", "-l7", "{path}"]),
        ("my-editor {path}", 7, ["my-editor", "{path}"]),
    ],
)
@pytest.mark.parametrize("name", ["a.py", "my file.py", "$(reboot);'.py", "{line}.py"])
def test_arguments(editor: str, line: int | None, expected: list[str], name: str) -> None:
    """A path is one word of the command, whatever it holds."""
    path = Path("/w") / name
    assert editor_arguments(editor, path, line) == [word.replace("{path}", str(path)) for word in expected]


def test_the_system_needs_no_command() -> None:
    """What the system opens is no command of ours."""
    assert editor_arguments("system", Path("/w/a.py"), 1) is None


@pytest.mark.parametrize(("title", "command"), EDITORS.values(), ids=EDITORS)
def test_known_editors(title: str, command: str) -> None:
    """Every editor in the list has a command that would be taken from a person too."""
    assert title
    assert command_problem(command) is None


@pytest.mark.parametrize("command", ["", "vi", "vi {line}", "vi '{path}", "{path}"])
def test_bad_commands(command: str) -> None:
    """A command that would not open the file is said to be none."""
    assert command_problem(command) is not None
