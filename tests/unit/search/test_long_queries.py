"""Does whatever is pasted get its answer soon?"""

import time
from collections.abc import Iterator

import pytest
from tests.unit.building import opened_in

from sleuth.domain.errors import RequestError
from sleuth.engine.workspace import SearchOptions, Workspace

MOST_S = 20.0
"""Far more than any takes; what went with the square of its length took minutes."""
PASTES = {
    "a word again and again": "harbour " * 12_500,
    "an unknown word again and again": "qqqqqqq " * 12_500,
    "one word": "x" * 100_000,
    "emoji": "👨‍👩‍👧‍👦" * 2_000,
    "no spaces": "漢字" * 20_000,
    "names": "a_b" * 30_000,
    "camels": "aB" * 40_000,
    "folders": "a/" * 40_000,
    "words with accents": "e" + "\u0301" * 20_000,
    "distinct words": " ".join(f"{number:x}" for number in range(15_000)),
    "phrases": '"a b" ' * 5_000,
    "distinct phrases": " ".join(f'"tide {number}"' for number in range(5_000)),
    "brackets": "(" * 20_000,
    "slashes": "/" * 5_000,
    "nested repeats": "/(a+)+$/",
    "more nested repeats": "/(x+x+)+y/",
    "large repeats": "/((a{99}){99}){99}/",
}


FILES: dict[str, str | bytes] = {
    f"part{number % 9}/tide_{number}.py": f"def salinity_{number}(depth): return 'the harbour of a b {number}'\n" * (20 + 40 * (number % 7))
    for number in range(200)
}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """Some two hundred files of words and names, larger ones among them."""
    with opened_in(tmp_path_factory.mktemp("pastes"), FILES) as workspace:
        yield workspace


@pytest.mark.parametrize("name", PASTES)
def test_any_paste_is_answered_soon(opened: Workspace, name: str) -> None:
    """However much is pasted, and whatever it is, the answer or the refusal comes, and takes no time that grows with the square of it."""
    began = time.process_time()
    try:
        said = list(opened.search(PASTES[name], SearchOptions()).notices)
    except RequestError as error:
        said = [error.text()]
    assert time.process_time() - began < MOST_S
    assert all(len(sentence) < 1_000 for sentence in said)


def test_an_expression_that_is_slow_everywhere_ends(opened: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once an expression has taken too long for all texts together, the answer has what was found, and says that there may be more."""
    monkeypatch.setattr("sleuth.search.gathering._REGEX_S", 0.0)
    answer = opened.search(r"/salinity_\d+/", SearchOptions())
    assert answer.is_partial
    assert answer.notices[0].startswith("at least these")
    assert answer.total < len(FILES)
