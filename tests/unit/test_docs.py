"""Do the map and the README tell what the code has?"""

import re
from pathlib import Path

import pytest

from sleuth.cli.main import cli
from sleuth.mcp_server.tools import DECLARATIONS
from sleuth.settings.declarations import SETTINGS

REPO = Path(__file__).resolve().parents[2]
PACKAGE = REPO / "desktop" / "sleuth"
MAP = (REPO / "desktop" / "ARCHITECTURE.md").read_text("utf-8")
README = (REPO / "README.md").read_text("utf-8")
SKILL = (REPO / "resources" / "agent-skill" / "SKILL.md").read_text("utf-8")

ROOTS = [PACKAGE, PACKAGE.parent, REPO]
"""What a path in the map may start from."""

PATHS = sorted({path for path in re.findall(r"`([\w./-]+)`", MAP) if "/" in path or path.endswith((".py", ".sql"))})
FOLDERS = sorted(
    f"{init.parent.relative_to(PACKAGE).as_posix()}/"
    for init in [*PACKAGE.glob("*/__init__.py"), *PACKAGE.glob("*/*/__init__.py")]
)
STAGES = [folder for folder in FOLDERS if folder.count("/") == 1 or folder.startswith(("ingest/", "search/"))]


@pytest.mark.parametrize("path", PATHS)
def test_a_path_in_the_map_exists(path: str) -> None:
    """Whoever follows the map arrives."""
    assert any((root / path).exists() for root in ROOTS)


@pytest.mark.parametrize("folder", STAGES)
def test_a_folder_has_its_heading(folder: str) -> None:
    """Each floor, and each stage of a river, stands in the map with the question it answers."""
    assert re.search(rf"^#+ `{folder}`: .+\?$", MAP, re.MULTILINE)


@pytest.mark.parametrize("key", [setting.key for setting in SETTINGS])
def test_a_setting_is_described(key: str) -> None:
    """A setting that nobody can read of might as well not be there."""
    assert f"`{key}`" in README


@pytest.mark.parametrize("command", sorted(name for name, command in cli.commands.items() if not command.hidden))
def test_a_command_is_described(command: str) -> None:
    """The README names every command."""
    assert re.search(rf"\bsleuth {re.escape(command)}\b", README)


@pytest.mark.parametrize("tool", [one.name for one in DECLARATIONS])
def test_a_tool_is_described(tool: str) -> None:
    """The README names every tool with what it takes, the skill says when to use it."""
    (row,) = re.findall(rf"^\| `{tool}` \|.*$", README, re.MULTILINE)
    takes = next(one.takes["properties"] for one in DECLARATIONS if one.name == tool)
    assert set(re.findall(r"`(\w+)`", row.split("|")[2])) == set(takes)
    assert f"`{tool}`" in SKILL


def test_the_skill_has_the_form_that_agents_take() -> None:
    """A skill is a Markdown file whose front matter has its name and says when to use it (https://agentskills.io/specification)."""
    front, body = re.fullmatch(r"---\n(.*?)\n---\n(.*)", SKILL, re.DOTALL).groups()  # type: ignore[union-attr]
    fields = dict(line.split(": ", 1) for line in front.splitlines())
    assert fields["name"] == "sleuth"
    assert 100 < len(fields["description"]) <= 1024
    assert ": " not in fields["description"]  # it would have to be quoted
    assert len(body.splitlines()) < 500
