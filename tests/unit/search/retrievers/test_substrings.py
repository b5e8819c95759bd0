"""Which bodies may hold these letters?"""

from pathlib import Path

import pytest
from tests.unit.index.storing import new_item, put, view

from sleuth.index.analysis import tokens
from sleuth.search.retrievers.substrings import bodies_by_substring

TEXTS = {
    "a": "getUserName(x) // foo::bar",
    "b": "the foobar barfoo",
    "c": "漢字文化 ไทย",
    "d": "20°C and a©b, don't",
    "e": "préécluse e\u0301te\u0301",
    "f": "x\u0304y value",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("substrings") / "index.db"
    put(path, *[new_item(name, text) for name, text in TEXTS.items()])
    return path


def bodies(index: Path, text: str) -> tuple[str, bool]:
    """Names of the items whose bodies come, and whether it is certain that they hold the text."""
    with view(index) as snapshot:
        found = bodies_by_substring(snapshot, snapshot.dictionary(True), text, tuple(tokens(text)))
        return "".join(sorted(TEXTS)[body - 1] for body in found.bodies.tolist()), found.certain


@pytest.mark.parametrize(
    ("text", "names", "certain"),
    [
        ("sername", "a", True),
        ("foo", "ab", True),
        ("oba", "b", True),
        ("o::b", "ab", False),
        ("oo::ba", "ab", False),
        ("foo ", "ab", False),
        (" bar", "ab", False),
        ("(x)", "a", False),
        ("漢字", "c", True),
        ("字文", "c", True),
        ("字文化", "c", False),
        ("字", "c", True),
        ("ทย", "c", True),
        ("n't", "d", False),
        ("écl", "e", True),
        ("ecl", "e", True),
        ("zz", "", True),
        ("::", "", True),
        (".bar", "ab", False),
        ("(foo)", "a", False),
        ("foo(", "ab", False),
        ("x漢", "", False),
    ],
)
def test_bodies(index: Path, text: str, names: str, certain: bool) -> None:
    """A piece inside words is found, with the ends of words where the text has them."""
    assert bodies(index, text) == (names, certain)


@pytest.mark.parametrize(
    ("text", "name"), [("°C", "d"), ("©b", "d"), ("a©", "d"), ("e\u0301", "e"), ("pre\u0301", "e"), ("x\u0304", "f")]
)
def test_signs_inside_words(index: Path, text: str, name: str) -> None:
    """Signs and marks that the index takes for letters end no word (S-05, S-47)."""
    assert name in bodies(index, text)[0]


def test_very_many_words(tmp_path: Path) -> None:
    """Where more words hold the letters than are looked up it is said."""
    path = tmp_path / "index.db"
    put(path, new_item("many", " ".join(f"xx{number}" for number in range(9_000))))
    with view(path) as snapshot:
        dictionary = snapshot.dictionary(True)
        assert bodies_by_substring(snapshot, dictionary, "xx", ("xx",)).cut
        assert not bodies_by_substring(snapshot, dictionary, "xx12", ("xx12",)).cut


def test_pieces_that_say_nothing(tmp_path: Path) -> None:
    """Where every piece stands in too many words, any body may hold the text: never none."""
    path = tmp_path / "index.db"
    put(path, new_item("many", " ".join(f"{number}s {number}t s{number} t{number}" for number in range(9_000))))
    with view(path) as snapshot:
        found = bodies_by_substring(snapshot, snapshot.dictionary(True), "s.t", ("s", "t"))
    assert (found.bodies, found.certain) == (None, False)


@pytest.mark.parametrize(
    ("text", "names"),
    [("foo", "b"), ("bar", "b"), ("foobar", ""), ("sername", "a"), ("o::b", "ab"), ("oo::ba", "ab"), ("(x)", ""), ("the", "")],
)
def test_beside_whole_words(index: Path, text: str, names: str) -> None:
    """Bodies that could hold it as whole words only are left out where those are found already."""
    with view(index) as snapshot:
        found = bodies_by_substring(
            snapshot, snapshot.dictionary(True), text, tuple(tokens(text)), beside_whole_words=True
        )
        assert "".join(sorted(TEXTS)[body - 1] for body in found.bodies.tolist()) == names
