"""Does an installed Sleuth have what it reads beside its code?"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_what_is_installed_is_whole(tmp_path: Path) -> None:
    """The icon, the agents' skill and the schema are in what a build puts together, and the pictures for the README are not."""
    # All of it elsewhere, so that the build leaves the clone as it was.
    steps = ["egg_info", "--egg-base", str(tmp_path), "build_py", "--build-lib", str(tmp_path)]
    subprocess.run([sys.executable, "setup.py", "-q", *steps], cwd=ROOT, check=True, capture_output=True)
    package = tmp_path / "sleuth"
    assert (package / "resources/icon.svg").read_bytes() == (ROOT / "resources/icon.svg").read_bytes()
    assert (package / "index/schema.sql").is_file()
    assert (package / "ingest/readers/symbols/queries/go.scm").is_file()
    assert (package / "resources/agent-skill/SKILL.md").is_file()
    assert not (package / "resources/screenshots").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="it runs in Git Bash there")
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_run_says_how_it_is_called(option: str) -> None:
    """`packaging/run --help` prints its usage and sets nothing up."""
    ended = subprocess.run(["sh", "packaging/run", option], cwd=ROOT, check=True, capture_output=True, text=True)
    assert ended.stdout.startswith("usage: packaging/run [FOLDER]\n")
    assert ended.stderr == ""
