"""Are letters found at every place where they stand?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.index.lines import Lines, Paths

TEXTS = st.lists(st.text("ab/.漢", max_size=6), max_size=8)


def lines_of(texts: list[str]) -> Lines:
    return Lines("\n".join(["", *texts, ""]).encode() if texts else b"\n")


@given(TEXTS, st.text("ab/.漢", min_size=1, max_size=4))
def test_equals_a_naive_search(texts: list[str], letters: str) -> None:
    """Every place is told, overlapping ones too, and whose text it is in."""
    lines, wanted = lines_of(texts), letters.encode()
    places = lines.places_of(wanted)
    assert places.tolist() == [at for at in range(len(lines.data)) if lines.data.startswith(wanted, at)]
    assert {lines.text(number).decode() for number in lines.numbers_at(places).tolist()} == {
        text for text in texts if letters in text
    }


@given(TEXTS)
def test_texts(texts: list[str]) -> None:
    """Texts come back as they were."""
    lines = lines_of(texts)
    assert [lines.text(number).decode() for number in range(len(lines))] == texts


@pytest.mark.parametrize(
    ("path", "name", "after_dot"),
    [("a.py", "a.py", "py"), ("d.e/name", "name", None), ("d/e/.rc", ".rc", "rc"), ("x/", "", None), ("a.b.c", "a.b.c", "c")],
)
def test_names(path: str, name: str, after_dot: str | None) -> None:
    """A path's name starts behind its last slash; its last dot is known where its name has one."""
    paths = Paths(b"\nfirst/one.txt\n" + path.encode() + b"\n")
    start, dot, stop = int(paths.name_starts[1]), int(paths.last_dots[1]), int(paths.ends[2])
    assert paths.data[start:stop].decode() == name
    assert (paths.data[dot + 1 : stop].decode() if dot >= start else None) == after_dot
