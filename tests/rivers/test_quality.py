"""Retrieval quality on public collections, by their scorer, through the engine as shipped.

`quality.md` holds the figures of all six; here the four that need no fetched trees are held to a floor:
what the best ranking without a model reached when this one was designed.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

FLOORS = {"cosqa": 0.394, "cranfield": 0.374, "locomo": 0.56, "npl": 0.437}


@pytest.fixture(scope="module")
def report(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, float]]:
    """What the scorer says."""
    shared = request.getfixturevalue("shared_folder")
    out = tmp_path_factory.mktemp("quality") / "report.json"
    adapter = f"{Path(__file__).with_name('adapter.py')}:Engine"
    command = [sys.executable, str(shared / "eval" / "evaluate.py"), "--adapter", adapter, "--json", str(out)]
    for name in FLOORS:
        command += ["--bench", name]
    subprocess.run(command, check=True, cwd=out.parent)
    return json.loads(out.read_text("utf-8"))["report"]


@pytest.mark.slow
@pytest.mark.parametrize(("collection", "floor"), FLOORS.items())
def test_a_collection_stays_above_its_floor(report: dict[str, dict[str, float]], collection: str, floor: float) -> None:
    """NDCG@10 is at least what the best ranking without a model reached."""
    assert report[collection]["ndcg"] >= floor
