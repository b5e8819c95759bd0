"""Do items and symbols come in one order, however it is cut into pages?"""

from pathlib import Path

import pytest
from tests.unit.building import scanned

from sleuth.engine.workspace import SearchOptions, Workspace


def pages(workspace: Workspace, limit: int) -> list[tuple[int, str, str]]:
    """Rank, source and reference of all hits, page by page."""
    found: list[tuple[int, str, str]] = []
    cursor: str | None = None
    while True:
        answer = workspace.search("pelican", SearchOptions(("files", "symbols"), limit=limit, cursor=cursor))
        found += [(hit.rank, hit.source.value, hit.ref) for hit in answer.hits]
        cursor = answer.next_cursor
        if cursor is None:
            return found


@pytest.mark.parametrize(("code", "prose"), [(6, 3), (2, 9), (0, 4), (4, 0)])
@pytest.mark.parametrize("limit", [1, 2, 3, 5, 100])
def test_the_order_is_one(workspace: Path, code: int, prose: int, limit: int) -> None:
    """Pages of any length give every hit once, in the same order, which counts through."""
    files: dict[str, str | bytes] = {f"a{number}.py": f"def pelican_{number}():\n    pass\n\n\nclass Pelican{number}:\n    pass\n" for number in range(code)}
    files |= {f"b{number}.md": "pelican\n" for number in range(prose)}
    found = pages(scanned(workspace, files), limit)
    assert [rank for rank, _, _ in found] == list(range(1, 3 * code + prose + 1))
    assert len({ref for _, _, ref in found}) == len(found)
    sources = [source for _, source, _ in found]
    each = min(sources.count("files"), sources.count("symbols"))
    assert sources[: 2 * each] == ["files", "symbols"] * each
    assert found == pages(Workspace.open(workspace), 7)
