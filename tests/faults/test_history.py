"""Is a history whole after kill -9 at any moment of reading it?"""

import random
import sys
from pathlib import Path

import pytest
from tests.faults.driving import check_integrity, index_of, killed_after, run, search_process, status
from tests.unit.committing import Repo, commit_many

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX")


@pytest.mark.slow
def test_killed_at_any_moment(workspace: Path) -> None:
    """After each of eight kills, in between of which more is committed, the next search finds every commit, each once."""
    repo, chance = Repo(workspace), random.Random(5)
    run("reindex", "-w", str(workspace))
    count = 0
    for _ in range(8):
        commit_many(repo, 1_500, count)
        count += 1_500
        killed_after(chance.uniform(0.3, 1.0), "reindex", "-w", str(workspace))
        number = chance.randrange(count)
        answer = search_process(workspace, f"harbour{number}end", "--in", "git")
        assert [hit["title"] for hit in answer["hits"] if not hit["relaxed"]] == [f"commit {number} harbour{number}end"]
        assert status(workspace)["items"]["git"] == count
    check_integrity(index_of(workspace))
