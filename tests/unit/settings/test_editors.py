"""Is what names an editor told from what does not?"""

import pytest

from sleuth.settings.editors import EDITORS, command_problem


@pytest.mark.parametrize(("title", "command"), EDITORS.values(), ids=EDITORS)
def test_known_editors(title: str, command: str) -> None:
    """Every editor in the list has a command that would be taken from a person too."""
    assert title
    assert command_problem(command) is None


@pytest.mark.parametrize("command", ["", "vi", "vi {line}", "vi '{path}", "{path}"])
def test_bad_commands(command: str) -> None:
    """A command that would not open the file is said to be none."""
    assert command_problem(command) is not None
