"""What does a file's place say of it?"""

import pytest

from sleuth.domain.standing import Standing, asks_for, standing_of


@pytest.mark.parametrize(
    ("ref", "standing"),
    [
        ("src/store.py", Standing.SOURCE),
        ("testament.py", Standing.SOURCE),
        ("latest/store.go", Standing.SOURCE),
        ("Makefile", Standing.SOURCE),
        ("tests/store.py", Standing.TEST),
        ("src/__tests__/a.ts", Standing.TEST),
        ("pkg/store_test.go", Standing.TEST),
        ("web/a.spec.ts", Standing.TEST),
        ("test_store.py", Standing.TEST),
        ("src/StoreTest.java", Standing.TEST),
        ("docs/conf.py", Standing.ASIDE),
        ("examples/run.py", Standing.ASIDE),
        ("node_modules/a/index.js", Standing.ASIDE),
        ("web/app.min.js", Standing.ASIDE),
        ("api/a.pb.go", Standing.ASIDE),
        ("README.md", Standing.PROSE),
        ("config/app.YAML", Standing.PROSE),
        ("data.csv", Standing.PROSE),
    ],
)
def test_standing_of(ref: str, standing: Standing) -> None:
    """A path alone tells sources from tests, from what lies beside them, and from prose."""
    assert standing_of(ref) is standing


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("retry budget", set()),
        ("tests of the store", {Standing.TEST}),
        ("example config", {Standing.ASIDE, Standing.PROSE}),
        ("docs", {Standing.ASIDE, Standing.PROSE}),
        ("latest contest", set()),
    ],
)
def test_asks_for(query: str, asked: set[Standing]) -> None:
    """A query's own words ask for a standing; words that only contain them do not."""
    assert asks_for(query) == asked
