"""Does the command line pass the acceptance cases beside the clone?

The cases of sources that do not stand yet are left out; a source that is added takes its line away here.
"""

import fnmatch
import json
import subprocess
import sys
from pathlib import Path

import pytest

LATER = {
    "notes": ("edit-note*",),
    "turns": ("edit-turn-ended",),
}


def is_later(case: str) -> bool:
    return any(fnmatch.fnmatch(case, pattern) for patterns in LATER.values() for pattern in patterns)


def case_ids(suite: Path) -> list[str]:
    lines = [line for path in sorted((suite / "cases").glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    return [json.loads(line)["id"] for line in lines if line.strip()]


@pytest.mark.slow
def test_acceptance(shared_folder: Path, tmp_path: Path) -> None:
    """Every case of what stands already passes."""
    acceptance, report = shared_folder / "acceptance", tmp_path / "report.json"
    wanted = [case for case in case_ids(acceptance / "dev") if not is_later(case)]
    # The runner takes an id as a part of ids: with all those that are wanted named, some that are not come along.
    only = [argument for case in wanted for argument in ("--only", f"[{case[0]}]{case[1:]}")]
    command = [sys.executable, str(acceptance / "run_cases.py"), "--command", f"{sys.executable} -m sleuth", "-j", "2"]
    done = subprocess.run([*command, "--json", str(report), *only], capture_output=True, encoding="utf-8", check=False)
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAIL")]
    assert failed == []
    assert done.returncode == 0, done.stdout + done.stderr
    assert {one["id"] for one in json.loads(report.read_text("utf-8"))["cases"]} >= set(wanted)
