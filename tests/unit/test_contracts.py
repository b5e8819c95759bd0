"""Do the floors keep apart, and does the program start light?"""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

PYPROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
CONTRACTS = tomllib.loads(PYPROJECT.read_text("utf-8"))["tool"]["importlinter"]["contracts"]

HEAVY = ["PySide6", "charset_normalizer", "mcp", "nbformat", "pymupdf", "tree_sitter"]
"""Each takes longer to import than a search may take."""


@pytest.mark.parametrize("contract", [pytest.param(one["id"], id=one["name"]) for one in CONTRACTS])
def test_import_contract_is_kept(contract: str) -> None:
    """Imports run the way the map says; the captured output names each one that does not."""
    status = lint_imports(
        config_filename=str(PYPROJECT), limit_to_contracts=(contract,), no_cache=True, no_logo=True
    )
    assert status == 0


@pytest.mark.parametrize("module", ["sleuth.__main__", "sleuth.cli.main", "sleuth.engine"])
def test_a_door_imports_nothing_heavy(module: str) -> None:
    """A door opens without the libraries that only some of its visitors need."""
    script = f"import sys, {module}; print(*sorted(set(sys.modules) & set({HEAVY!r})))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
