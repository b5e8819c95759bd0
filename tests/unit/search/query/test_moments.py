"""When is what was typed?"""

from datetime import datetime

import pytest

from sleuth.search.query.moments import parse_moment

NOW_NS = 1_800_000_000 * 10**9
S = 10**9


def local(*day: int) -> int:
    return int(datetime(*day).astimezone().timestamp()) * S  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(
    ("text", "seconds_ago"),
    [("7d", 7 * 86_400), ("2w", 14 * 86_400), ("1h", 3_600), ("30min", 1_800), ("1m", 30 * 86_400), ("1Y", 365 * 86_400), ("0d", 0)],
)
def test_ago(text: str, seconds_ago: int) -> None:
    """A number and a unit count back from now."""
    assert parse_moment(text, NOW_NS) == NOW_NS - seconds_ago * S


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-06-01", local(2026, 6, 1)),
        ("2026-06", local(2026, 6, 1)),
        ("1970-01-02", local(1970, 1, 2)),
        ("1960-01-01", local(1960, 1, 1)),
        ("2026-06-01T10:30", local(2026, 6, 1, 10, 30)),
        ("2026-06-01T00:00:00Z", 1_780_272_000 * S),
        ("2024-02-29", local(2024, 2, 29)),
    ],
)
def test_day(text: str, moment: int) -> None:
    """A day starts where the user is."""
    assert parse_moment(text, NOW_NS) == moment


@pytest.mark.parametrize(
    "text", ["", "7", "d", "7x", "7 d", "-7d", "1.5d", "2026-13-01", "2026-02-30", "yesterday", "٧d7", "2026-06-01x", "9" * 9 + "d"]
)
def test_no_moment(text: str) -> None:
    """Anything else is no time."""
    assert parse_moment(text, NOW_NS) is None
