"""Which items are called what was typed?"""

import numpy as np
import pytest

from sleuth.domain.folding import fold
from sleuth.index.lines import Paths
from sleuth.search.retrievers.titles import Tier, exactly_called, find_titles, fuzzy_titles, items_at

REFS = ["store.py", "src/store_test.py", "src/my_store.go", "store/readme.md", "Été.md", "a b.txt", "README.md", "漢字.txt"]
PATHS = Paths(("\n" + "".join(f"{fold(ref)}\n" for ref in REFS)).encode())


def tiers(typed: str) -> dict[str, Tier]:
    titles = find_titles(PATHS, typed)
    return {REFS[place]: Tier(tier) for place, tier in zip(titles.places.tolist(), titles.tiers.tolist(), strict=True)}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("store", {"store.py": Tier.EXACT, "src/store_test.py": Tier.PREFIX, "src/my_store.go": Tier.PART}),
        ("store.py", {"store.py": Tier.EXACT}),
        ("store_test.py", {"src/store_test.py": Tier.EXACT}),
        ("src/store_test.py", {"src/store_test.py": Tier.EXACT}),
        ("./store.py", {"store.py": Tier.EXACT}),
        ("src\\my_store.go", {"src/my_store.go": Tier.EXACT}),
        ("rc/my", {"src/my_store.go": Tier.PART}),
        ("store/", {"store/readme.md": Tier.PART}),
        ("readme", {"store/readme.md": Tier.EXACT, "README.md": Tier.EXACT}),
        ("ete", {"Été.md": Tier.EXACT}),
        ("a b", {"a b.txt": Tier.EXACT}),
        ("漢", {}),
        ("漢字", {"漢字.txt": Tier.EXACT}),
        ("字.t", {"漢字.txt": Tier.PART}),
        ("s", {}),
        ("zz", {}),
        ("src", {}),
    ],
)
def test_tiers(typed: str, expected: dict[str, Tier]) -> None:
    """A name is matched whole, at its start or inside; a path where a slash was typed; folders alone are no title (S-42)."""
    assert tiers(typed) == expected


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("store.py:12", 12),
        ("store.py:12:5", 12),
        ("src/store_test.py:7:", 7),
        ("store.py", None),
        ("nothing.py:12", None),
        ("store.py:x", None),
        ("store.py:99999999", None),
    ],
)
def test_line(typed: str, line: int | None) -> None:
    """A path may be typed with a line, as compilers print it."""
    assert find_titles(PATHS, typed).line == line


@pytest.mark.parametrize(
    ("typed", "refs"),
    [
        ("stpy", ["store.py"]),
        ("mystgo", ["src/my_store.go"]),
        ("rdme", ["README.md", "store/readme.md"]),
        ("xyz", []),
        ("s.p", []),
        ("st", []),
    ],
)
def test_fuzzy(typed: str, refs: list[str]) -> None:
    """Half a name's letters in order find it, the shortest names first."""
    found = [REFS[place] for place in fuzzy_titles(PATHS, typed, 10).tolist()]
    assert sorted(found) == sorted(refs)


@pytest.mark.parametrize(
    ("path", "refs"),
    [
        ("/top/src/store_test.py", {"src/store_test.py"}),
        ("/Top/SRC/store_test.py", {"src/store_test.py"}),
        ("/top/readme.md", {"README.md"}),
        ("/elsewhere/checkout/src/store_test.py", {"src/store_test.py"}),
        ("src/store_test.py", {"src/store_test.py"}),
        (r"C:\work\src\my_store.go", {"src/my_store.go"}),
        ("../src/./my_store.go", {"src/my_store.go"}),
        ("///home/x/store/README.md", {"store/readme.md"}),
        ("/elsewhere/my_store.go", {"src/my_store.go"}),
        ("my_store.go", {"src/my_store.go"}),
        ("readme.md", set()),
        ("/elsewhere/readme.md", set()),
        ("store", set()),
        ("y_store.go", set()),
        ("/", set()),
    ],
)
def test_items_at(path: str, refs: set[str]) -> None:
    """A path from anywhere leads to what ends like it, by name and folder, or by a name that only one has."""
    allowed = np.ones(len(REFS), bool)
    assert {REFS[place] for place in items_at(PATHS, path, "/top", allowed).tolist()} == refs


def test_items_at_allowed() -> None:
    """What may not be found is not there, and makes no name common; a name alone may be told to be too little."""
    allowed = np.array([ref != "README.md" for ref in REFS])
    assert items_at(PATHS, "x/readme.md", "/top", allowed).tolist() == [3]
    assert items_at(PATHS, "x/readme.md", "/top", allowed, by_name=False).tolist() == []


@pytest.mark.parametrize(
    ("typed", "refs"),
    [("store.py", {"store.py"}), ("store", set()), ("src/my_store.go", {"src/my_store.go"}), ("my_store.go", {"src/my_store.go"}),
     ("readme.md", {"store/readme.md", "README.md"}), ("./store.py", {"store.py"})],
)  # fmt: skip
def test_exactly_called(typed: str, refs: set[str]) -> None:
    """The whole name or the whole path, nothing less."""
    assert {REFS[place] for place in exactly_called(PATHS, typed).tolist()} == refs


def test_fuzzy_limit() -> None:
    """No more than were asked for come."""
    assert len(fuzzy_titles(PATHS, "rdme", 1)) == 1


def test_empty_catalog() -> None:
    """Nothing is found in nothing."""
    assert len(find_titles(Paths(b"\n"), "ab").places) == 0
    assert len(fuzzy_titles(Paths(b"\n"), "abc", 3)) == 0
