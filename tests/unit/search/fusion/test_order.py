"""Which hit comes before which?"""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.domain.queries import Sort
from sleuth.search.fusion.order import by_field, ordered

Ids = npt.NDArray[np.int64]
ROWS = st.lists(st.tuples(st.integers(0, 3), st.sampled_from([0.0, 0.5, 1.0]), st.integers(0, 2)), max_size=12)


def orders(places: Ids) -> Ids:
    """Where places stand by reference: references fall as places rise."""
    return 999 - places


def order(rows: list[tuple[int, float, int]], window: int = 99, places: list[int] | None = None) -> list[int]:
    """Places of rows of tier, score and time."""
    here = np.array(range(len(rows)) if places is None else places, np.int64)
    chosen = [rows[place] for place in here.tolist()]
    columns = [np.array(column) for column in zip(*chosen, strict=True)] or [np.empty(0)] * 3
    return ordered(here, columns[0].astype(np.int64), columns[1].astype(float), columns[2].astype(np.int64), orders(here), window).tolist()


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([], []),
        ([(3, 1.0, 0), (0, 0.1, 0)], [1, 0]),
        ([(3, 0.5, 9), (3, 1.0, 0)], [1, 0]),
        ([(3, 1.0, 1), (3, 1.0, 2)], [1, 0]),
        ([(3, 1.0, 1), (3, 1.0, 1)], [1, 0]),
        ([(3, 1.0, 1), (3, 1.0 + 1e-12, 1)], [1, 0]),
        ([(2, 1.0, 1), (1, 1.0, 1), (3, 9.0, 9), (0, 0.0, 0)], [3, 1, 0, 2]),
    ],
)
def test_order(rows: list[tuple[int, float, int]], expected: list[int]) -> None:
    """Tier, then score, then newest, then reference decide (S-42)."""
    assert order(rows) == expected


@given(ROWS, st.randoms(use_true_random=False))
def test_order_is_the_same_however_they_come(rows: list[tuple[int, float, int]], random: object) -> None:
    """The order does not depend on the order in which candidates were found."""
    places = list(range(len(rows)))
    random.shuffle(places)  # type: ignore[attr-defined]
    assert order(rows, places=places) == order(rows)


@given(ROWS, st.integers(0, 12))
def test_window(rows: list[tuple[int, float, int]], window: int) -> None:
    """As far as is shown, a short list is the start of the long one."""
    assert order(rows, window)[:window] == order(rows)[:window]


@pytest.mark.parametrize("window", [1, 2, 30])
@pytest.mark.parametrize("scores", [(1.0,), (0.0, 1.0), (0.25, 0.5, 1.0)])
def test_window_of_very_many(window: int, scores: tuple[float, ...]) -> None:
    """Of very many the first are the same as if all were sorted, however many of them are equal."""
    rows = [(3, scores[place % len(scores)], place % 5 // 4) for place in range(500)]
    short = order(rows, window)
    assert short[:window] == order(rows, len(rows))[:window]
    assert sorted(short) == list(range(len(rows)))


@pytest.mark.parametrize(("sort", "expected"), [(Sort.DATE, [2, 1, 0]), (Sort.PATH, [2, 1, 0])])
def test_by_field(sort: Sort, expected: list[int]) -> None:
    """By date the newest come first, equal ones by reference; by path, by reference alone."""
    times = np.array([5, 5, 9]) if sort is Sort.DATE else np.array([9, 1, 5])
    assert by_field(np.arange(3), sort, times, orders(np.arange(3))).tolist() == expected


def test_by_field_of_nothing() -> None:
    """Nothing stays nothing."""
    assert len(by_field(np.empty(0, np.int64), Sort.PATH, np.empty(0, np.int64), np.empty(0, np.int64))) == 0
