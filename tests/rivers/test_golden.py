"""Ranking as a table that a person can read: `golden.txt` says what comes for each query, and how good that is.

A change of ranking shows as a diff of that file; write it anew with

    python -m tests.rivers.test_golden
"""

import os
from pathlib import Path

import pytest
from tests.rivers.corpus import FILES, QUERIES

from sleuth.engine.workspace import SearchOptions, Workspace

GOLDEN = Path(__file__).with_name("golden.txt")
SHOWN = 4
_MOMENT = 1_767_225_600


def lay_out(folder: Path) -> Workspace:
    """The made-up workspace, scanned."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        os.utime(path, (_MOMENT, _MOMENT))
    workspace = Workspace.open(folder)
    workspace.scan()
    return workspace


def table(workspace: Workspace) -> str:
    """One paragraph a query: its first hits with line and passage, the wanted one marked."""
    paragraphs, ranks = [], []
    for query, wanted in QUERIES:
        hits = workspace.search(query, SearchOptions()).hits
        refs = [hit.ref for hit in hits]
        ranks.append(refs.index(wanted) + 1 if wanted in refs else 0)
        lines = [
            f"  {'*' if hit.ref == wanted else ' '} {hit.ref}:{hit.line}{' (relaxed)' if hit.relaxed else ''}"
            for hit in hits[:SHOWN]
        ]
        paragraphs.append("\n".join([query, *lines]))
    first = sum(rank == 1 for rank in ranks) / len(ranks)
    fifth = sum(1 <= rank <= 5 for rank in ranks) / len(ranks)
    reciprocal = sum(1 / rank for rank in ranks if rank) / len(ranks)
    summary = f"recall@1 {first:.3f}  recall@5 {fifth:.3f}  MRR {reciprocal:.3f}  of {len(ranks)} queries"
    return "\n\n".join([summary, *paragraphs]) + "\n"


def test_ranks_are_the_golden_ones(workspace: Path) -> None:
    """Every query of the made-up workspace gives the hits that golden.txt shows, in that order."""
    assert table(lay_out(workspace)) == GOLDEN.read_text("utf-8")


@pytest.mark.parametrize(("query", "wanted"), [row for row in QUERIES if row[0] in ("gauge.py", "RetryPolicy", "calibration")])
def test_exact_names_come_first(workspace: Path, query: str, wanted: str) -> None:
    """What is called as was typed, or defines it, is the first hit."""
    assert lay_out(workspace).search(query, SearchOptions()).hits[0].ref == wanted


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        os.environ["SLEUTH_HOME"] = f"{folder}/home"
        (Path(folder) / "workspace").mkdir()
        GOLDEN.write_text(table(lay_out(Path(folder) / "workspace")), "utf-8")
